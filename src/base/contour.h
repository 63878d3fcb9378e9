#ifndef DCPLAN_BASE_CONTOUR_H
#define DCPLAN_BASE_CONTOUR_H

/* Lines of equal value through a grid of points: marching squares, straight between the edges
   of each cell, where values are linear.  A saddle is cut by the mean of its four corners. */

#include "base/arena.h"

#include <stdbool.h>

struct contour {
    int n;
    double *x, *y;  /* in steps of the grid: 0 to n_x - 1, 0 to n_y - 1 */
    bool is_closed; /* the last point leads to the first */
};

/* value: [n_x * n_y], column after column; cells with a corner that is not finite have no
   line.  Lines are given in the order in which they are met from the first column on. */
int contours_find(const double *value, int n_x, int n_y, double level, struct contour **out,
                  struct arena *a);

#endif
