#ifndef DCPLAN_PLAN_PACK_OPTIMUM_H
#define DCPLAN_PLAN_PACK_OPTIMUM_H

/* The optimum of a pack while it is sought: the best packing and the bound, and the steps
   that close the gap.  To be called within pack_guard. */

#include "plan/pack_search.h"

struct optimum {
    const struct pack *p;
    struct arena *a;
    long nodes_left;
    struct deadline *deadline;
    struct packing *out; /* the best yet, with the bound */
    struct pack_cells cells;
    struct search search;
    double quantum; /* worths are multiples of it; 0: not known */
};

/* Of which all worths are multiples, so nearly that sums of them still are; 0: none. */
double optimum_quantum(const struct optimum *s);

/* The least worth of a packing that is better than the best yet. */
double optimum_better(const struct optimum *s);

/* Whether the best packing is an optimum. */
bool optimum_is_closed(const struct optimum *s);

/* No packing is worth more than this. */
void optimum_lower_bound(struct optimum *s, double bound);

/* Mends and fills up counts, and takes them when they are the best. */
void optimum_offer(struct optimum *s, int *count);

struct mip_limits optimum_limits(const struct optimum *s, long nodes);

/* Totals of classes in whole numbers, for the bound.  They are packed class by class; what
   cannot be packed makes a cut and new totals (Benders, Numerische Mathematik 4, 1962). */
void optimum_totals(struct optimum *s, long nodes);

/* Totals and known fillings together, for a packing. */
void optimum_both(struct optimum *s, long nodes);

/* Every cell by itself, in whole numbers of its pieces: for both. */
void optimum_cells(struct optimum *s, long nodes);

/* Whole numbers of all fillings that a better packing could use, where these are not too
   many: for both. */
void optimum_fillings(struct optimum *s, long nodes);

#endif
