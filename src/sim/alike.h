#ifndef DCPLAN_SIM_ALIKE_H
#define DCPLAN_SIM_ALIKE_H

/* Elements that nothing tells apart: equal parts in equal places, which carry the same
   load in every hour.  Found by refining a colour by its neighbours' until no class
   splits (colour refinement: the coarsest equitable partition). */

#include "sim/plant.h"

struct alike {
    int n;     /* classes, numbered in the order of their first elements */
    int *of;   /* [n_elem] class of each element */
    int *size; /* [n] members */
    int *first;
};

/* In a state with these shares, with so many units alive [n_elem] and supplies left
   [n_tap] (NULL: all). */
struct alike alike_find(const struct plant *p, const double *share, const int *alive,
                        const int *tap_supplies, struct arena *a);

#endif
