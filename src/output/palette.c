#include "output/palette.h"

unsigned palette_series(int i)
{
    static const unsigned okabe[] = {OKABE_BLUE, OKABE_ORANGE, OKABE_GREEN, OKABE_YELLOW,
                                     OKABE_RED,  OKABE_SKY,    OKABE_BLACK, OKABE_PURPLE};
    return okabe[i % (int)(sizeof okabe / sizeof okabe[0])];
}

/* Samples of the published map at steps of one eighth. */
unsigned palette_cividis(double at)
{
    static const unsigned char map[9][3] = {{0, 34, 78},     {22, 55, 109},   {65, 77, 107},
                                            {93, 98, 110},   {123, 122, 119}, {154, 146, 114},
                                            {188, 173, 101}, {224, 203, 79},  {254, 232, 56}};
    if (!(at > 0)) at = 0;
    if (at > 1) at = 1;
    int i = (int)(at * 8);
    if (i > 7) i = 7;
    double part = at * 8 - i;
    unsigned rgb = 0;
    for (int k = 0; k < 3; k++)
        rgb = rgb << 8 | (unsigned)(map[i][k] + part * (map[i + 1][k] - map[i][k]) + 0.5);
    return rgb;
}
