#include "plan/indices.h"

#include <math.h>

#include "base/draw.h"

enum { RESAMPLES = 200 };

/* The mean of all outcomes: what lies far from zero would drown the differences. */
static double mean_of(const struct index_design *d)
{
    double sum = 0;
    for (int i = 0; i < d->n; i++) {
        sum += d->a[i] + d->b[i];
        for (int k = 0; k < d->n_input; k++) sum += d->ab[k][i];
    }
    return sum / ((double)d->n * (d->n_input + 2));
}

/* Variance of the rows of A and B together. */
static double variance(const struct index_design *d, const int *row)
{
    double mean = 0, sum = 0;
    for (int i = 0; i < d->n; i++) mean += d->a[row[i]] + d->b[row[i]];
    mean /= 2 * (double)d->n;
    for (int i = 0; i < d->n; i++) {
        double a = d->a[row[i]] - mean, b = d->b[row[i]] - mean;
        sum += a * a + b * b;
    }
    return sum / (2 * (double)d->n);
}

static void estimate(const struct index_design *d, const int *row, double mean, int k, double all,
                     double *first, double *total)
{
    double f = 0, t = 0;
    for (int i = 0; i < d->n; i++) {
        double change = d->ab[k][row[i]] - d->a[row[i]];
        f += (d->b[row[i]] - mean) * change;
        t += change * change;
    }
    *first = f / d->n / all;
    *total = t / (2 * (double)d->n) / all;
}

struct moments {
    double sum, square;
};

static void take(struct moments *m, double x)
{
    m->sum += x;
    m->square += x * x;
}

static double half_of(const struct moments *m)
{
    const double z = 1.9599639845400542; /* normal_quantile(0.975) */
    double mean = m->sum / RESAMPLES;
    double v = (m->square - RESAMPLES * mean * mean) / (RESAMPLES - 1);
    return z * sqrt(fmax(v, 0));
}

void index_estimate(const struct index_design *d, uint64_t seed, struct index_pair *out,
                    struct arena *a)
{
    struct arena_mark mark = arena_mark(a);
    int *row = ARENA_ARRAY(a, int, (size_t)d->n + 1);
    struct moments *first = ARENA_ARRAY(a, struct moments, (size_t)d->n_input);
    struct moments *total = ARENA_ARRAY(a, struct moments, (size_t)d->n_input);
    for (int i = 0; i < d->n; i++) row[i] = i;
    double mean = mean_of(d), all = variance(d, row);
    bool is_known = d->n > 1 && all > 0;
    for (int k = 0; k < d->n_input; k++) {
        out[k] = (struct index_pair){(double)NAN, (double)NAN, (double)NAN, (double)NAN};
        if (is_known) estimate(d, row, mean, k, all, &out[k].first, &out[k].total);
    }
    for (int r = 0; r < RESAMPLES && is_known; r++) {
        for (int i = 0; i < d->n; i++)
            row[i] = (int)(draw_uniform(seed, DRAW_BOOTSTRAP, (uint32_t)i, (uint32_t)r) * d->n);
        double again = variance(d, row), f, t;
        for (int k = 0; k < d->n_input; k++) {
            estimate(d, row, mean, k, again > 0 ? again : all, &f, &t);
            take(&first[k], f - out[k].first);
            take(&total[k], t - out[k].total);
        }
    }
    for (int k = 0; k < d->n_input && is_known; k++) {
        out[k].first_half = half_of(&first[k]);
        out[k].total_half = half_of(&total[k]);
    }
    arena_release(a, mark);
}
