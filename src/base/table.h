#ifndef DCPLAN_BASE_TABLE_H
#define DCPLAN_BASE_TABLE_H

/* Smooth functions tabulated once and read often: cubic Hermite pieces on an
   even grid.  With slopes of fourth order the error falls with the fourth power
   of the step.  An argument outside [lo, hi] is taken at the end; the caller
   knows the range it made. */

#include "base/arena.h"

struct table {
    double lo, hi, per_step; /* 1 / step */
    int n;                   /* intervals */
    const double *c;         /* n * 4 polynomial coefficients, low to high */
};

typedef double (*table_function)(double x, const void *context);

struct table table_make(struct arena *a, double lo, double hi, int n, table_function f,
                        const void *context);

static inline double table_at(const struct table *t, double x)
{
    double s = (x - t->lo) * t->per_step;
    s = s > 0 ? s : 0; /* NaN goes to the low end, too */
    int i = s < t->n - 1 ? (int)s : t->n - 1;
    double u = s - i;
    u = u < 1 ? u : 1;
    const double *c = t->c + 4 * (size_t)i;
    return c[0] + u * (c[1] + u * (c[2] + u * c[3]));
}

/* Two arguments: rows of tables in y on an even grid of x, joined by the cubic
   through the four nearest rows; outside the grid the edge holds. */
struct table2 {
    double lo, per_step;
    int n; /* rows, 4 or more */
    const struct table *row;
};

typedef double (*table2_function)(double x, double y, const void *context);

struct table2 table2_make(struct arena *a, double x_lo, double x_hi, int n_x, double y_lo,
                          double y_hi, int n_y, table2_function f, const void *context);

static inline double table2_at(const struct table2 *t, double x, double y)
{
    double s = (x - t->lo) * t->per_step, last = t->n - 1;
    s = s > 0 ? s < last ? s : last : 0;
    int i = s > 1 ? (int)s - 1 : 0;
    if (i > t->n - 4) i = t->n - 4;
    double u = s - i, a = u, b = u - 1, c = u - 2, d = u - 3;
    return b * c * d * (-1.0 / 6) * table_at(&t->row[i], y) +
           a * c * d * 0.5 * table_at(&t->row[i + 1], y) -
           a * b * d * 0.5 * table_at(&t->row[i + 2], y) +
           a * b * c * (1.0 / 6) * table_at(&t->row[i + 3], y);
}

#endif
