#ifndef DCPLAN_OUTPUT_PALETTE_H
#define DCPLAN_OUTPUT_PALETTE_H

/* Colours, 0xRRGGBB.  Qualitative: Okabe and Ito, "Color universal design"
   (2008), in an order whose neighbours differ in lightness, so that they stay
   apart in greyscale.  Sequential: cividis (Nunez, Anderton and Renslow, PLoS
   ONE 13(7), 2018), made for deficient colour vision, even in lightness. */

enum {
    INK = 0x1A1A1A,
    INK_SOFT = 0x595959,
    RULE = 0xBFBFBF,
    GRID = 0xE3E3E3,
    SHADE = 0xF3F5F7,
    PAPER = 0xFFFFFF,
    ACCENT = 0x005B8F,
    BAD = 0xB34700,
    GOOD = 0x00664B
};

enum {
    OKABE_BLACK = 0x000000,
    OKABE_ORANGE = 0xE69F00,
    OKABE_SKY = 0x56B4E9,
    OKABE_GREEN = 0x009E73,
    OKABE_YELLOW = 0xF0E442,
    OKABE_BLUE = 0x0072B2,
    OKABE_RED = 0xD55E00,
    OKABE_PURPLE = 0xCC79A7
};

unsigned palette_series(int i); /* any i >= 0 */

/* at 0..1; clamped. */
unsigned palette_cividis(double at);

#endif
