#ifndef DCPLAN_PLAN_PACK_CELLS_H
#define DCPLAN_PLAN_PACK_CELLS_H

/* A pack seen as cells: bins that share limits of their own (the runs of free units of one
   rack), joined to other cells only by rows (what a room, a row or a UPS has left, the
   pieces that are wanted).  Equal cells make a class, so that nothing tells one from
   another.  Limits that cannot bind and pieces that cannot pay are left out. */

#include "plan/pack.h"

struct cell_item { /* a type in one of the cell's bins */
    int type, slot;
    double value; /* > 0 */
    int most;     /* >= 1 */
};

struct cell_class {
    int n_item, n_limit, n_cell;
    struct cell_item *item;
    double *left; /* [limits] the cell's own first, then what the rows had left */
    double *need; /* [items * limits] */
    int n_own;
    int *row;  /* [limits - own] the rows that it takes part in */
    int *cell; /* [cells] */
};

struct pack_cells {
    const struct pack *pack;
    int n_class, n_cell, n_row;
    struct cell_class *class;
    struct cell {
        int n, *bin;
    } * cell;
    double *row_left; /* [rows] */
};

/* Amounts are over what is left of their resource, so a left is 1 with the tolerance of
   pack_holds, or a whole number of pieces. */
struct pack_cells pack_cells_make(const struct pack *p, struct arena *a);

/* Writes fillings into a packing's counts: the next cell of the class holds count. */
void pack_cells_write(const struct pack_cells *x, int class, int nth, const int *filling,
                      int *count);

/* What the nth cell of a class holds in a packing; false when it holds a piece that is no
   item of the class or more than its most. */
bool pack_cells_read(const struct pack_cells *x, int class, int nth, const int *count,
                     int *filling);

#endif
