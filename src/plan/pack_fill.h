#ifndef DCPLAN_PLAN_PACK_FILL_H
#define DCPLAN_PLAN_PACK_FILL_H

/* Fillings of one cell: the best by given profits, or all that are good enough.  A depth
   first search, bounded by the multipliers of the linear relaxation.  To be called within
   pack_guard. */

#include "plan/pack_cells.h"

struct filler; /* of one class */

struct filler *filler_make(const struct cell_class *k, struct arena *a);
void filler_drop(struct filler *f);

/* What may be set between calls: [items] most that may stand, [limits] what is left. */
int *filler_most(struct filler *f);
double *filler_left(struct filler *f);

struct fill_best {
    double profit; /* of the filling; 0: the empty one */
    double bound;  /* no filling has more */
    bool is_exact; /* the search was not cut short */
};

/* The best filling by profit[items]; one that has no more than `floor` is not looked for
   (profit is then 0 and bound no more than floor, when nodes suffice). */
struct fill_best filler_best(struct filler *f, const double *profit, double floor, long nodes,
                             int *filling);

/* Calls `each` for all fillings of at least so much profit, the empty one too; false when it
   returned false or nodes did not suffice. */
bool filler_all(struct filler *f, const double *profit, double least, long *nodes,
                bool (*each)(void *context, const int *filling), void *context);

#endif
