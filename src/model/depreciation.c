#include "model/depreciation.h"

#include <string.h>

/* Basis points (1/100 of a percent), of the 20 years 1/10 of that. */
static const struct {
    int life;
    double unit;
    int rate[MACRS_YEARS];
} tables[] = {
    {3, 1e-4, {3333, 4445, 1481, 741}},
    {5, 1e-4, {2000, 3200, 1920, 1152, 1152, 576}},
    {7, 1e-4, {1429, 2449, 1749, 1249, 893, 892, 893, 446}},
    {10, 1e-4, {1000, 1800, 1440, 1152, 922, 737, 655, 655, 656, 655, 328}},
    {15, 1e-4, {500, 950, 855, 770, 693, 623, 590, 590, 591, 590, 591, 590, 591, 590, 591, 295}},
    {20, 1e-5, {3750, 7219, 6677, 6177, 5713, 5285, 4888, 4522, 4462, 4461, 4462,
                4461, 4462, 4461, 4462, 4461, 4462, 4461, 4462, 4461, 2231}},
};

int macrs_rates(int life, double frac[MACRS_YEARS])
{
    memset(frac, 0, MACRS_YEARS * sizeof *frac);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (tables[i].life != life) continue;
        for (int y = 0; y <= life; y++) frac[y] = tables[i].rate[y] * tables[i].unit;
        return life + 1;
    }
    return 0;
}

int china_least_years(enum cost_class class)
{
    switch (class) {
    case CLASS_IT: return 3;
    case CLASS_PLANT: return 10;
    case CLASS_BUILDING: return 20;
    }
    return 20;
}
