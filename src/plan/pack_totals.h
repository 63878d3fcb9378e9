#ifndef DCPLAN_PLAN_PACK_TOTALS_H
#define DCPLAN_PLAN_PACK_TOTALS_H

/* The programme over totals: how many pieces of each item the cells of a class hold
   together.  It knows no cell of its own, so it has no symmetry, and it is small; what cells
   cannot hold for want of a common divisor comes in by cuts: of any prices, the totals are
   worth no more than the best filling is, as often as there are cells. */

#include "plan/pack_cells.h"
#include "plan/pack_master.h"

struct cut { /* sum of price * total <= most, over the items of a class */
    int class;
    const double *price;
    double most;
};

struct cuts {
    int n, cap;
    struct cut *cut;
};

void cuts_add(struct cuts *c, int class, const double *price, int n, double most, struct arena *a);

/* Totals of all items, class by class, worth in units; they may be more than cells hold.
   With sums the rows are written in sums of equal pieces, which are branched upon first:
   better where the rows bind, worse where the cells do. */
struct mip_result totals_search(const struct pack_cells *x, const struct cuts *cuts, bool has_sums,
                                double unit, const int *start, const struct mip_limits *limits,
                                int *total, struct arena *a);

/* The same with totals that columns hold, so that they are a packing. */
struct mip_result totals_of_columns(const struct columns *columns, const struct cuts *cuts,
                                    double unit, const int *start, const int *start_times,
                                    const struct mip_limits *limits, int *total, int *times,
                                    struct arena *a);

#endif
