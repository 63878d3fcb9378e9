#ifndef DCPLAN_SIM_NETWORK_H
#define DCPLAN_SIM_NETWORK_H

/* What each line of each element carries when every consumer draws its greatest power of
   a year: apparent power and reactive power, lines, neutral, harmonics, by the indices of
   the whole plant.  Sums of peaks, so never less than what meets in one hour. */

#include "physics/harmonic.h"
#include "sim/outage.h"

enum { NETWORK_ORDERS = 12 };

struct network_elem {
    double w, var, va;   /* output: sums of the lines */
    double in_w;         /* with its own loss */
    double line_va[3];   /* of each line; of one phase, the first; two: the first two */
    double worst_frac;   /* greatest line over a third of all: 1 is balanced */
    double neutral_frac; /* neutral over the mean line, third harmonics included */
    double unbalance_frac;
    double harmonic_frac[NETWORK_ORDERS]; /* over the fundamental, orders 3, 5, ... 25 */
    bool knows_harmonics;                 /* of all that it feeds */
    double start_va;  /* of what is not behind a double conversion, all starting at once */
    double soft_w;    /* input of double-conversion UPS, which walk in */
    double inrush_va; /* of the supplies that are switched on together; NaN: not known */
};

struct network {
    int n;
    struct network_elem *elem;
};

/* In the state, with the consumers' peaks of the year y (of that state, by outage_run). */
struct network network_solve(const struct plant *p, const struct outage *o, const struct year *y,
                             struct arena *a);

/* Order of harmonic_frac[i]. */
static inline int network_order(int i)
{
    return 2 * i + 3;
}

#endif
