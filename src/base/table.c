#include "base/table.h"

#include <string.h>

/* Slope at node i of n + 1 from neighbours, fourth order inside and at the ends
   (Abramowitz and Stegun 25.3.4 and 25.3.6 and their one-sided forms). */
static double slope_at(const double *y, int n, int i)
{
    if (n < 4) {
        if (i == 0) return y[1] - y[0];
        return i == n ? y[n] - y[n - 1] : (y[i + 1] - y[i - 1]) / 2;
    }
    if (i >= 2 && i <= n - 2) return (y[i - 2] - 8 * y[i - 1] + 8 * y[i + 1] - y[i + 2]) / 12;
    int s = i < 2 ? 1 : -1, j = i < 2 ? i : n - i, o = i < 2 ? 0 : n;
    if (j == 0)
        return s *
               (-25 * y[o] + 48 * y[o + s] - 36 * y[o + 2 * s] + 16 * y[o + 3 * s] -
                3 * y[o + 4 * s]) /
               12;
    return s * (-3 * y[o] - 10 * y[o + s] + 18 * y[o + 2 * s] - 6 * y[o + 3 * s] + y[o + 4 * s]) /
           12;
}

struct table table_make(struct arena *a, double lo, double hi, int n, table_function f,
                        const void *context)
{
    double *y = ARENA_ARRAY(a, double, (size_t)n + 1);
    double *c = ARENA_ARRAY(a, double, 4 * (size_t)n), step = (hi - lo) / n;
    for (int i = 0; i <= n; i++) y[i] = f(i == n ? hi : lo + i * step, context);
    for (int i = 0; i < n; i++) {
        double m0 = slope_at(y, n, i), m1 = slope_at(y, n, i + 1), d = y[i + 1] - y[i];
        double *k = c + 4 * (size_t)i;
        k[0] = y[i];
        k[1] = m0;
        k[2] = 3 * d - 2 * m0 - m1;
        k[3] = m0 + m1 - 2 * d;
    }
    return (struct table){lo, hi, n / (hi - lo), n, c};
}

/* Of the function and its grid, then of what it depends on. */
static void *key_of(struct arena *a, const void *head, size_t n_head, const void *key, size_t n_key)
{
    char *all = arena_make(a, 1, n_head + n_key);
    memcpy(all, head, n_head);
    if (n_key) memcpy(all + n_head, key, n_key);
    return all;
}

struct table table_kept(struct memo *memo, struct arena *a, double lo, double hi, int n,
                        table_function f, const void *context, const void *key, size_t n_key)
{
    if (!memo) return table_make(a, lo, hi, n, f, context);
    struct {
        table_function f;
        double lo, hi, n;
    } head = {f, lo, hi, n};
    size_t n_all = sizeof head + n_key;
    const void *all = key_of(a, &head, sizeof head, key, n_key);
    const struct table *kept = memo_find(memo, all, n_all);
    if (kept) return *kept;
    struct table *t = ARENA_ARRAY(memo_arena(memo, a), struct table, 1);
    *t = table_make(memo_arena(memo, a), lo, hi, n, f, context);
    memo_keep(memo, all, n_all, t, 5 * sizeof(double) * (size_t)n);
    return *t;
}

struct at_x {
    table2_function f;
    double x;
    const void *context;
};

static double along_y(double y, const void *context)
{
    const struct at_x *at = context;
    return at->f(at->x, y, at->context);
}

struct table2 table2_make(struct arena *a, double x_lo, double x_hi, int n_x, double y_lo,
                          double y_hi, int n_y, table2_function f, const void *context)
{
    double *c = ARENA_ARRAY(a, double, 4 * (size_t)n_x * (size_t)n_y);
    for (int i = 0; i < n_x; i++) {
        struct at_x at = {f, x_lo + (x_hi - x_lo) * i / (n_x - 1), context};
        struct table row = table_make(a, y_lo, y_hi, n_y, along_y, &at);
        for (int j = 0; j < n_y; j++)
            memcpy(c + 4 * ((size_t)j * (size_t)n_x + (size_t)i), row.c + 4 * (size_t)j,
                   4 * sizeof *c);
    }
    return (struct table2){x_lo, (n_x - 1) / (x_hi - x_lo), n_x, y_lo, n_y / (y_hi - y_lo), n_y, c};
}

struct table2 table2_kept(struct memo *memo, struct arena *a, double x_lo, double x_hi, int n_x,
                          double y_lo, double y_hi, int n_y, table2_function f, const void *context,
                          const void *key, size_t n_key)
{
    if (!memo) return table2_make(a, x_lo, x_hi, n_x, y_lo, y_hi, n_y, f, context);
    struct {
        table2_function f;
        double x_lo, x_hi, n_x, y_lo, y_hi, n_y;
    } head = {f, x_lo, x_hi, n_x, y_lo, y_hi, n_y};
    size_t n_all = sizeof head + n_key;
    const void *all = key_of(a, &head, sizeof head, key, n_key);
    const struct table2 *kept = memo_find(memo, all, n_all);
    if (kept) return *kept;
    struct table2 *t = ARENA_ARRAY(memo_arena(memo, a), struct table2, 1);
    *t = table2_make(memo_arena(memo, a), x_lo, x_hi, n_x, y_lo, y_hi, n_y, f, context);
    memo_keep(memo, all, n_all, t, 9 * sizeof(double) * (size_t)n_x * (size_t)n_y);
    return *t;
}
