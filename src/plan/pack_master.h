#ifndef DCPLAN_PLAN_PACK_MASTER_H
#define DCPLAN_PLAN_PACK_MASTER_H

/* The programme over fillings of cells (columns): how many cells of each class hold which
   filling, so that the rows hold and no class has more fillings than cells.  To be called
   within pack_guard. */

#include <glpk.h>
#include <stdint.h>

#include "plan/pack_cells.h"
#include "plan/pack_mip.h"

struct column {
    int class;
    const int *filling; /* [items of the class] */
    double value;
    uint64_t hash;
};

struct columns { /* all different */
    const struct pack_cells *cells;
    struct arena *arena;
    int n, cap;
    struct column *column;
};

/* Number of the column, which may be there already. */
int columns_add(struct columns *c, int class, const int *filling);

/* Writes what a column takes of the rows that its class takes part in: [limits - own]. */
void column_take(const struct columns *c, int column, double *take);

struct master {
    const struct columns *columns;
    glp_prob *lp;
    int n;       /* columns that are in it */
    int *column; /* their numbers */
    int cap;
    double *row_left;   /* [rows] */
    int *cells;         /* [classes] */
    double unit;        /* of worth in it */
    double *row_price;  /* [rows] >= 0, of the last solution */
    double *cell_price; /* [classes] */
    double value;
};

struct master master_make(const struct columns *c, double unit);
struct master master_copy(const struct master *m);
void master_drop(struct master *m);

/* Adds a column that is not in it yet. */
void master_add(struct master *m, int column);

/* Bars columns that take more than what is left, and sets what is left. */
void master_set_left(struct master *m);

/* Solves the relaxation; false when GLPK finds no solution in a bounded number of steps. */
bool master_solve(struct master *m);

/* Whole numbers of cells: searches from `start` ([n] or NULL); the one found to `times`. */
struct mip_result master_search(const struct master *m, const int *start,
                                const struct mip_limits *limits, int *times);

#endif
