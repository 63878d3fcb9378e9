#ifndef DCPLAN_PLAN_PACK_SEARCH_H
#define DCPLAN_PLAN_PACK_SEARCH_H

/* Column generation over fillings of cells (Dantzig and Wolfe, Operations Research 8, 1960):
   its relaxation is the convex hull of what one cell can hold, so its bound is far below
   that of the plain programme, and equal cells make no symmetry.  Any prices >= 0 of the
   rows give a bound (Lagrange): what the rows hold at these prices, and the best filling of
   every cell less the price of what it takes.  So the bound rests on no tolerance of the
   solver.  To be called within pack_guard. */

#include "plan/pack_fill.h"
#include "plan/pack_master.h"
#include "plan/pack_totals.h"

struct deadline {
    double end_s; /* by the monotonic clock; infinite: none */
    bool is_over;
};

struct search {
    struct arena *a; /* all that the search makes */
    const struct pack_cells *cells;
    struct deadline *deadline;
    double unit;   /* of worth: the largest value of an item */
    double enough; /* a bound below it need not be lower */
    struct columns columns;
    struct master master;
    struct filler **filler; /* [classes] */
    double bound;
    double *price; /* [rows] that give it */
    struct cuts cuts;
    double *profit; /* [items of the largest class] */
    int *filling;
    double *best; /* [classes] profit of the best filling at the last prices */
};

bool deadline_is_over(struct deadline *d);
double deadline_seconds_left(const struct deadline *d);

/* cells, columns and the search itself stay where they are while it is used. */
void search_make(struct search *s, const struct pack_cells *cells, struct deadline *deadline,
                 struct arena *a);
void search_drop(struct search *s);

/* Adds the fillings of a packing's cells as columns. */
void search_add(struct search *s, const int *count);

/* Generates columns until the relaxation is solved, its bound is low enough or no time is
   left.  Leaves a few cuts of each class. */
void search_relax(struct search *s);

/* Fixes fillings one by one to `count`, a packing whose other cells are not touched. */
void search_dive(struct search *s, int *count);

/* Profits of a class's items at prices of the rows. */
void search_profits(const struct search *s, int class, const double *price, double *profit);

#endif
