#ifndef DCPLAN_TESTS_REFERENCE_PACKS_H
#define DCPLAN_TESTS_REFERENCE_PACKS_H

/* Rooms of random_pack.h and what another solver found of them by the plain programme that
   random_pack_mps writes: HiGHS 1.16.0 (https://highs.dev, MIT licence), one thread,
   mip_rel_gap 1e-9, 60 s.  found = bound: proven optimal there. */

#include <stdbool.h>

#include "random_pack.h"

struct solved_pack {
    const char *name;
    struct pack_room room;
    double found, bound;
    bool is_quick; /* proven here in about a second */
};

/* racks classes types rows asked worth split spread far shared seed */
static const struct solved_pack solved_packs[] = {
    {"count-10", {10, 2, 4, 2, 1.1, 0, 0, 0, 0, 0.8, 1}, 195, 195, true},
    {"count-40", {40, 3, 6, 4, 1.1, 0, 0, 0, 0, 0.8, 2}, 597, 597, true},
    {"kw-40", {40, 3, 6, 4, 1.1, 1, 0, 0, 0, 0.8, 3}, 392.44, 392.44, true},
    {"split-40", {40, 3, 6, 4, 1.1, 2, 5, 2, 0, 0.9, 4}, 2829, 2829, true},
    {"all-different-40", {40, 40, 6, 4, 1.1, 1, 0, 0, 0, 0.8, 5}, 463.68, 463.68, true},
    {"far-40", {40, 3, 6, 4, 1.1, 2, 5, 2, 0.01, 0.9, 6}, 2229.32, 2229.32, false},
    {"split-100", {100, 5, 8, 8, 1.0, 1, 4, 2, 0, 0.7, 7}, 896.36, 896.36, false},
    {"count-200", {200, 6, 10, 10, 1.1, 0, 0, 0, 0, 0.8, 8}, 3000, 3000, true},
    {"spread-200", {200, 6, 10, 10, 1.1, 2, 5, 3, 0, 0.8, 9}, 10414, 10414, false},
    {"all-different-200",
     {200, 200, 10, 10, 1.1, 2, 5, 3, 0.01, 0.8, 10},
     10679.74,
     10679.74,
     false},
    {"50-types-300", {300, 8, 50, 10, 1.1, 1, 5, 3, 0, 0.8, 11}, 3247.77, 3247.77, true},
    {"full-40", {40, 3, 6, 4, 0.8, 2, 0, 0, 0, 3, 12}, 1450, 1450, true},
    {"racks-bind-40", {40, 3, 6, 4, 0.6, 1, 0, 0, 0, 3, 13}, 523.71, 523.82, true},
    {"racks-bind-100", {100, 5, 8, 8, 0.7, 1, 4, 2, 0, 1.2, 14}, 1400.09, 1406.2, true},
    {"racks-bind-200", {200, 6, 10, 10, 0.6, 1, 0, 0, 0, 3, 15}, 2499.03, 2505.05, false},
    {"racks-far-200", {200, 6, 10, 10, 0.6, 1, 5, 3, 0.01, 3, 16}, 2323.97, 2379.17, true},
    {"racks-different-200", {200, 200, 10, 10, 0.6, 1, 5, 3, 0, 3, 17}, 2328.05, 2328.05, false},
    {"split-24", {24, 3, 5, 2, 1.1, 2, 0, 2, 0, 0.85, 19}, 614, 614, true},
    {"all-different-16", {16, 16, 5, 2, 1.1, 0, 4, 1, 0.01, 1.2, 20}, 245.39, 245.39, true},
};

enum { SOLVED_PACKS = sizeof solved_packs / sizeof *solved_packs };

#endif
