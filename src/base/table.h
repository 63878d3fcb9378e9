#ifndef DCPLAN_BASE_TABLE_H
#define DCPLAN_BASE_TABLE_H

/* Smooth functions tabulated once and read often: cubic Hermite pieces on an
   even grid.  With slopes of fourth order the error falls with the fourth power
   of the step.  An argument outside [lo, hi] is taken at the end; the caller
   knows the range it made. */

#include "base/memo.h"

struct table {
    double lo, hi, per_step; /* 1 / step */
    int n;                   /* intervals */
    const double *c;         /* n * 4 polynomial coefficients, low to high */
};

typedef double (*table_function)(double x, const void *context);

struct table table_make(struct arena *a, double lo, double hi, int n, table_function f,
                        const void *context);

/* The same, or the one that the memo has of it; n_key bytes say all that f depends on beside x. */
struct table table_kept(struct memo *memo, struct arena *a, double lo, double hi, int n,
                        table_function f, const void *context, const void *key, size_t n_key);

/* Without a branch and by offsets from one base, so that loops over it go side by side. */
static inline double table_at(const struct table *t, double x)
{
    double s = (x - t->lo) * t->per_step, last = t->n - 1;
    s = s > 0 ? s : 0; /* NaN goes to the low end, too */
    int i = (int)(s < last ? s : last), o = 4 * i;
    double u = s - i;
    u = u < 1 ? u : 1;
    return t->c[o] + u * (t->c[o + 1] + u * (t->c[o + 2] + u * t->c[o + 3]));
}

/* The same, and how fast it rises. */
struct table_point {
    double y, per_x;
};

static inline struct table_point table_slope_at(const struct table *t, double x)
{
    double s = (x - t->lo) * t->per_step, last = t->n - 1;
    s = s > 0 ? s : 0;
    int i = (int)(s < last ? s : last), o = 4 * i;
    double u = s - i;
    u = u < 1 ? u : 1;
    double c1 = t->c[o + 1], c2 = t->c[o + 2], c3 = t->c[o + 3];
    return (struct table_point){t->c[o] + u * (c1 + u * (c2 + u * c3)),
                                (c1 + u * (2 * c2 + u * (3 * c3))) * t->per_step};
}

/* Two arguments: pieces in y on an even grid of x, whose coefficients are joined by
   the cubic through the four nearest rows.  All rows share one grid of y;
   outside the grids the edge holds. */
struct table2 {
    double lo, per_step;
    int n; /* rows, 4 or more */
    double y_lo, y_per_step;
    int n_y;         /* intervals */
    const double *c; /* [n_y][n][4]: rows of one interval side by side */
};

typedef double (*table2_function)(double x, double y, const void *context);

struct table2 table2_make(struct arena *a, double x_lo, double x_hi, int n_x, double y_lo,
                          double y_hi, int n_y, table2_function f, const void *context);

/* As table_kept. */
struct table2 table2_kept(struct memo *memo, struct arena *a, double x_lo, double x_hi, int n_x,
                          double y_lo, double y_hi, int n_y, table2_function f, const void *context,
                          const void *key, size_t n_key);

/* Where x falls among the rows; the same for many y. */
struct table2_row {
    int first; /* of four */
    double weight[4];
};

static inline struct table2_row table2_row_at(const struct table2 *t, double x)
{
    double s = (x - t->lo) * t->per_step, last = t->n - 1;
    s = s > 0 ? s < last ? s : last : 0;
    int i = s > 1 ? (int)s - 1 : 0;
    if (i > t->n - 4) i = t->n - 4;
    double u = s - i, a = u, b = u - 1, c = u - 2, d = u - 3;
    return (struct table2_row){
        i, {b * c * d * (-1.0 / 6), a * c * d * 0.5, -(a * b * d * 0.5), a * b * c * (1.0 / 6)}};
}

static inline double table2_along(const struct table2 *t, const struct table2_row *r, double y)
{
    double s = (y - t->y_lo) * t->y_per_step;
    s = s > 0 ? s : 0; /* NaN goes to the low end, too */
    int i = s < t->n_y - 1 ? (int)s : t->n_y - 1;
    double u = s - i;
    u = u < 1 ? u : 1;
    const double *c = t->c + 4 * ((size_t)i * (size_t)t->n + (size_t)r->first), *w = r->weight;
    double joined[4];
#pragma omp simd
    for (int j = 0; j < 4; j++)
        joined[j] = w[0] * c[j] + w[1] * c[4 + j] + w[2] * c[8 + j] + w[3] * c[12 + j];
    return joined[0] + u * (joined[1] + u * (joined[2] + u * joined[3]));
}

/* The pieces in y at one row, 4 n_y coefficients: table_at of it has the bits of table2_along. */
static inline struct table table2_joined(const struct table2 *t, const struct table2_row *r,
                                         double *restrict c)
{
    const double *w = r->weight;
    for (int i = 0; i < t->n_y; i++) {
        const double *from = t->c + 4 * ((size_t)i * (size_t)t->n + (size_t)r->first);
#pragma omp simd
        for (int j = 0; j < 4; j++)
            c[4 * i + j] =
                w[0] * from[j] + w[1] * from[4 + j] + w[2] * from[8 + j] + w[3] * from[12 + j];
    }
    return (struct table){t->y_lo, t->y_lo + t->n_y / t->y_per_step, t->y_per_step, t->n_y, c};
}

static inline double table2_at(const struct table2 *t, double x, double y)
{
    struct table2_row r = table2_row_at(t, x);
    return table2_along(t, &r, y);
}

#endif
