#ifndef DCPLAN_PLAN_STUDY_GRID_H
#define DCPLAN_PLAN_STUDY_GRID_H

/* How the points of a study are laid out to be drawn: over one number, over two, or one beside
   the other. */

#include "base/diag.h"
#include "plan/study_table.h"

enum { STUDY_LINES_MOST = 12, STUDY_BARS_MOST = 60 };

struct study_grid {
    enum {
        STUDY_BARS,  /* no number changes: a bar for each point */
        STUDY_LINES, /* over one number, a line for each combination of what else changes */
        STUDY_HEAT   /* two numbers change and nothing else, and most of their grid is there */
    } kind;
    int x, y;            /* variables; -1: none */
    int n_x, n_y;        /* STUDY_BARS: points and 1 */
    double *x_value;     /* [n_x] rising; NULL of bars */
    double *y_value;     /* [n_y] rising, of STUDY_HEAT */
    const char **y_text; /* [n_y] of STUDY_LINES: "ups.main.use = x"; "" of a single line */
    int *point;          /* [n_x * n_y], at x * n_y + y; -1: there is none */
    const bool *changes; /* [n_variable] */
};

/* Needs the variables only, so that it can be asked before the points are simulated.  False
   with a usage error when there would be too many lines or bars to draw. */
bool study_grid_find(const struct study_table *t, struct study_grid *out, struct arena *a,
                     struct diags *ds);

/* The values at a point of what changes, but for the variable leave_out (-1: none):
   "ups.main.use = x". */
const char *study_grid_label(const struct study_table *t, const struct study_grid *g, int i,
                             int leave_out, struct arena *a);

#endif
