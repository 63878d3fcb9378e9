#include <gsl/gsl_linalg.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>

#include "plan/montecarlo_inner.h"

/* The inputs of the draws that count, standardised, and their ranks. */
struct influence_columns {
    int n, *draw;
    double **z, **rank; /* [n_input][n]; z NULL: all the same */
};

/* Ranks from 1, of equal numbers their mean. */
static void find_ranks(const double *x, int n, size_t *order, double *rank)
{
    gsl_sort_index(order, x, 1, (size_t)n);
    for (int i = 0, end; i < n; i = end) {
        end = i + 1;
        while (end < n && !(x[order[end]] > x[order[i]])) end++;
        for (int k = i; k < end; k++) rank[order[k]] = 0.5 * (i + 1 + end);
    }
}

/* Mean 0 and length 1; false when all are the same. */
static bool standardise(double *x, int n)
{
    double mean = gsl_stats_mean(x, 1, (size_t)n), sum = 0;
    for (int i = 0; i < n; i++) {
        x[i] -= mean;
        sum += x[i] * x[i];
    }
    if (!(sum > 0)) return false;
    double scale = 1 / sqrt(sum);
    for (int i = 0; i < n; i++) x[i] *= scale;
    return true;
}

/* A line has no place for never. */
static bool is_finite(const double *y, int n)
{
    for (int i = 0; i < n; i++)
        if (isinf(y[i])) return false;
    return true;
}

static double dot(const double *x, const double *y, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

static struct influence_columns columns_make(const struct montecarlo *m, const int *draw, int n,
                                             struct arena *a)
{
    size_t size = (size_t)n + 1, *order = ARENA_ARRAY(a, size_t, size);
    struct influence_columns c = {.n = n, .draw = ARENA_ARRAY(a, int, size)};
    if (n) memcpy(c.draw, draw, (size_t)n * sizeof *draw);
    c.z = ARENA_ARRAY(a, double *, (size_t)m->n_input);
    c.rank = ARENA_ARRAY(a, double *, (size_t)m->n_input);
    for (int k = 0; k < m->n_input && n > 1; k++) {
        if (m->input[k].n_choice) continue; /* numbers of years say nothing */
        double *z = ARENA_ARRAY(a, double, size), *rank = ARENA_ARRAY(a, double, size);
        for (int i = 0; i < n; i++) z[i] = montecarlo_number(m, draw[i], k);
        find_ranks(z, n, order, rank);
        if (!standardise(z, n) || !standardise(rank, n)) continue;
        c.z[k] = z;
        c.rank[k] = rank;
    }
    return c;
}

/* Standardised coefficients of y on all inputs that are numbers by the normal equations, R b = r;
   the share of the variance they explain is r b.  False: inputs that depend on each other. */
static bool regress(const struct influence_columns *c, int n_input, const double *y, double *slope,
                    double *share)
{
    int n = 0;
    gsl_matrix *r = gsl_matrix_alloc((size_t)n_input, (size_t)n_input);
    gsl_vector *right = gsl_vector_alloc((size_t)n_input), *b = gsl_vector_alloc((size_t)n_input);
    for (int k = 0; k < n_input; k++) {
        for (int j = 0; j <= k; j++) {
            double v = c->z[k] && c->z[j] ? dot(c->z[k], c->z[j], c->n) : k == j;
            gsl_matrix_set(r, (size_t)k, (size_t)j, v);
            gsl_matrix_set(r, (size_t)j, (size_t)k, v);
        }
        gsl_vector_set(right, (size_t)k, c->z[k] ? dot(c->z[k], y, c->n) : 0);
        n += c->z[k] != NULL;
    }
    bool is_fine = n && c->n > n + 1 && !gsl_linalg_cholesky_decomp1(r) &&
                   !gsl_linalg_cholesky_solve(r, right, b);
    *share = 0;
    for (int k = 0; k < n_input && is_fine; k++) {
        slope[k] = c->z[k] ? gsl_vector_get(b, (size_t)k) : (double)NAN;
        *share += gsl_vector_get(b, (size_t)k) * gsl_vector_get(right, (size_t)k);
    }
    gsl_matrix_free(r);
    gsl_vector_free(right);
    gsl_vector_free(b);
    return is_fine;
}

static double swing(const struct influence *x)
{
    double d = fabs(x->high - x->low); /* NaN of twice never, too */
    return isnan(d) ? -1 : d;
}

/* Greatest swing first; what makes none in the order of the inputs. */
static void sort_influence(struct influence *x, int n)
{
    for (int i = 1; i < n; i++) {
        struct influence one = x[i];
        int k = i;
        for (; k > 0 && swing(&x[k - 1]) < swing(&one); k--) x[k] = x[k - 1];
        x[k] = one;
    }
}

/* The rows of the design without a failed point. */
static int find_rows(const struct montecarlo *m, int outcome, int *row)
{
    int n = 0;
    for (int i = 0; i < m->request.index_rows; i++) {
        bool is_whole = true;
        for (int block = 0; block < m->n_input + 2 && is_whole; block++)
            is_whole = !isnan(montecarlo_value(m, outcome, montecarlo_design(m, block, i)));
        if (is_whole) row[n++] = i;
    }
    return n;
}

static void find_indices(struct montecarlo *m, struct shown_outcome *s, struct arena *a)
{
    int most = m->request.index_rows, blocks = m->n_input + 2;
    int *row = ARENA_ARRAY(a, int, (size_t)most + 1), n = find_rows(m, s->outcome, row);
    const double **y = ARENA_ARRAY(a, const double *, (size_t)blocks);
    struct index_pair *index = ARENA_ARRAY(a, struct index_pair, (size_t)m->n_input);
    for (int block = 0; block < blocks; block++) {
        double *column = ARENA_ARRAY(a, double, (size_t)n + 1);
        for (int i = 0; i < n; i++)
            column[i] = montecarlo_value(m, s->outcome, montecarlo_design(m, block, row[i]));
        y[block] = column;
    }
    struct index_design d = {n, m->n_input, y[0], y[1], y + 2};
    index_estimate(&d, m->request.seed, index, a);
    for (int k = 0; k < m->n_input; k++) s->influence[k].index = index[s->influence[k].input];
    s->n_index_row = n;
}

static const struct index_pair no_index = {(double)NAN, (double)NAN, (double)NAN, (double)NAN};

static void find_influence(const struct montecarlo *m, struct influence_columns *c,
                           struct shown_outcome *s, const int *draw, int n, double *y,
                           struct arena *a)
{
    double *rank = ARENA_ARRAY(a, double, (size_t)n + 1);
    double *slope = ARENA_ARRAY(a, double, (size_t)m->n_input);
    if (n != c->n || (n && memcmp(draw, c->draw, (size_t)n * sizeof *draw)))
        *c = columns_make(m, draw, n, a);
    if (n) find_ranks(y, n, ARENA_ARRAY(a, size_t, (size_t)n), rank);
    bool is_ranked = n > 1 && standardise(rank, n);
    bool is_known = n > 1 && is_finite(y, n) && standardise(y, n);
    is_known = is_known && regress(c, m->n_input, y, slope, &s->linear);
    if (!is_known) s->linear = (double)NAN;
    for (int k = 0; k < m->n_input; k++) {
        bool has_bars = m->input[k].n_choice == 0;
        int low = montecarlo_bar(m, k, false), high = montecarlo_bar(m, k, true);
        s->influence[k] = (struct influence){
            .input = k,
            .low = has_bars ? montecarlo_ordered(m, s->outcome, low) : (double)NAN,
            .high = has_bars ? montecarlo_ordered(m, s->outcome, high) : (double)NAN,
            .rank = is_ranked && c->rank[k] ? dot(c->rank[k], rank, n) : (double)NAN,
            .slope = is_known ? slope[k] : (double)NAN,
            .index = no_index};
    }
    sort_influence(s->influence, m->n_input);
}

void montecarlo_influence(struct montecarlo *m, struct influence_columns **kept,
                          struct shown_outcome *s, struct arena *a)
{
    size_t size = (size_t)m->request.draws + 1;
    int *draw = ARENA_ARRAY(a, int, size), n = 0;
    double *y = ARENA_ARRAY(a, double, size);
    if (!*kept) {
        *kept = ARENA_ARRAY(a, struct influence_columns, 1);
        (*kept)->n = -1;
    }
    for (int i = 0; i < m->request.draws; i++) {
        double v = montecarlo_ordered(m, s->outcome, i);
        if (isnan(v)) continue;
        draw[n] = i;
        y[n++] = v;
    }
    find_influence(m, *kept, s, draw, n, y, a);
    if (m->request.index_rows) find_indices(m, s, a);
}
