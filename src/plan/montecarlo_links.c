#include <gsl/gsl_linalg.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <string.h>

#include "model/correlation.h"
#include "plan/montecarlo_inner.h"

/* ---- reading the sections ------------------------------------------------------------ */

struct linker {
    struct montecarlo *m;
    const struct object *section; /* under way */
    const struct correlation *correlation;
    double *r; /* [n_input][n_input]; NaN: nothing said */
    struct arena *a;
    struct diags *ds;
};

static struct place place_of(const struct linker *l)
{
    return l->section->from[CORRELATION_OF].place;
}

static int find_input(const struct montecarlo *m, const char *key)
{
    for (int k = 0; k < m->n_input; k++)
        if (!strcmp(m->input[k].key.key, key)) return k;
    return -1;
}

/* Input of each key; -1 what was left out by `only`.  False with an error for what does not vary
   or is named twice. */
static bool find_group(const struct linker *l, int *input)
{
    const struct text_list *of = &l->correlation->of;
    bool is_fine = true;
    for (int i = 0; i < of->n; i++) {
        struct case_key key;
        if (!case_key_find(l->m->base, of->s[i], &key, l->a, l->ds)) {
            l->ds->item[l->ds->n - 1].class = DIAG_INPUT;
            l->ds->item[l->ds->n - 1].place = place_of(l);
            is_fine = false;
            continue;
        }
        input[i] = find_input(l->m, key.key);
        struct distribution unused;
        if (input[i] < 0 &&
            !(key.param && distribution_of(key.param, key.object->data, key.from, &unused))) {
            diag_error(l->ds, DIAG_INPUT, place_of(l), "give it one: 96 % +/- 1 %",
                       "'%s' has no uncertainty that could go with others", of->s[i]);
            is_fine = false;
        }
        for (int j = 0; j < i; j++)
            if (input[i] >= 0 && input[j] == input[i]) {
                diag_error(l->ds, DIAG_INPUT, place_of(l), NULL, "'%s' is named twice", of->s[i]);
                is_fine = false;
            }
    }
    return is_fine;
}

/* r is what it is: a number that varied would tie nothing. */
static bool check_section(const struct linker *l)
{
    if (l->correlation->of.n < 2)
        diag_error(l->ds, DIAG_INPUT, place_of(l), "of = ups.main.c0, crac.dx.cop",
                   "a correlation is of two values or more");
    if (l->section->from[CORRELATION_R].spread.kind != SPREAD_NONE)
        diag_error(l->ds, DIAG_INPUT, l->section->from[CORRELATION_R].place, "write one number",
                   "a correlation has no uncertainty of its own");
    return l->correlation->of.n >= 2 && l->section->from[CORRELATION_R].spread.kind == SPREAD_NONE;
}

static bool add_pairs(const struct linker *l, const int *input, int n)
{
    int all = l->m->n_input;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            if (input[i] < 0 || input[j] < 0) continue;
            double *one = &l->r[input[i] * all + input[j]],
                   *other = &l->r[input[j] * all + input[i]];
            if (!isnan(*one)) {
                diag_error(l->ds, DIAG_INPUT, place_of(l), "one section for each pair",
                           "'%s' and '%s' are in a correlation already",
                           l->m->input[input[i]].key.key, l->m->input[input[j]].key.key);
                return false;
            }
            *one = *other = l->correlation->r;
        }
    return true;
}

static bool read_sections(struct linker *l)
{
    const struct site *s = &case_base_loaded(l->m->base)->site;
    bool is_fine = true;
    for (int i = 0; i < s->of[KIND_CORRELATION].n; i++) {
        l->correlation = SITE_PART(s, KIND_CORRELATION, struct correlation, i);
        l->section = s->of[KIND_CORRELATION].object[i];
        int n = l->correlation->of.n, *input = ARENA_ARRAY(l->a, int, (size_t)n + 1);
        is_fine &= check_section(l);
        is_fine &= find_group(l, input) && add_pairs(l, input, n);
    }
    return is_fine;
}

/* ---- the copula ------------------------------------------------------------------------- */

static bool is_linked(const struct linker *l, int k)
{
    for (int j = 0; j < l->m->n_input; j++)
        if (!isnan(l->r[k * l->m->n_input + j])) return true;
    return false;
}

static void find_linked(struct linker *l)
{
    struct montecarlo *m = l->m;
    m->linked = ARENA_ARRAY(l->a, int, (size_t)m->n_input);
    for (int k = 0; k < m->n_input; k++) {
        m->link_of[k] = -1;
        if (!is_linked(l, k)) continue;
        m->link_of[k] = m->n_linked;
        m->linked[m->n_linked++] = k;
    }
}

static bool find_factor(struct linker *l)
{
    struct montecarlo *m = l->m;
    size_t n = (size_t)m->n_linked;
    m->factor = ARENA_ARRAY(l->a, double, n *n);
    gsl_matrix_view x = gsl_matrix_view_array(m->factor, n, n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double r = l->r[m->linked[i] * m->n_input + m->linked[j]];
            gsl_matrix_set(&x.matrix, i, j, i == j ? 1 : isnan(r) ? 0 : r);
        }
    bool is_fine = !gsl_linalg_cholesky_decomp1(&x.matrix);
    for (size_t i = 0; i < n && is_fine; i++) is_fine = m->factor[i * n + i] > 1e-9;
    if (!is_fine)
        diag_error(l->ds, DIAG_INPUT, place_of(l),
                   "three values cannot all go against each other; r of 1 or -1 is one value, not "
                   "two; pairs that no section names have r = 0",
                   "the correlations of the site contradict each other");
    return is_fine;
}

static double inside(double u)
{
    return fmin(fmax(u, 0x1p-53), 1 - 0x1p-53);
}

/* Number of the linked input `at` in draw i, not yet put into slices. */
static double copula(const struct montecarlo *m, int i, int at)
{
    double z = 0;
    for (int j = 0; j <= at; j++)
        z += m->factor[at * m->n_linked + j] *
             normal_quantile(sample_at(&m->sample, i, m->linked[j]));
    return inside(normal_below(z));
}

static void fill_slices(struct montecarlo *m, struct arena *a)
{
    size_t n = (size_t)m->request.draws, *order = ARENA_ARRAY(a, size_t, n);
    m->link = ARENA_ARRAY(a, double *, (size_t)m->n_linked);
    for (int at = 0; at < m->n_linked; at++) {
        double *u = m->link[at] = ARENA_ARRAY(a, double, n);
        for (size_t i = 0; i < n; i++) u[i] = copula(m, (int)i, at);
        gsl_sort_index(order, u, 1, n);
        for (size_t place = 0; place < n; place++) {
            uint32_t draw = (uint32_t)order[place], k = (uint32_t)m->linked[at];
            u[draw] = inside(((double)place + draw_uniform(m->request.seed, DRAW_JITTER, draw, k)) /
                             (double)n);
        }
    }
}

bool montecarlo_link(struct montecarlo *m, struct arena *a, struct diags *ds)
{
    size_t n = (size_t)m->n_input;
    struct linker l = {.m = m, .r = ARENA_ARRAY(a, double, n *n), .a = a, .ds = ds};
    for (size_t i = 0; i < n * n; i++) l.r[i] = (double)NAN;
    m->link_of = ARENA_ARRAY(a, int, n);
    if (!read_sections(&l)) return false;
    find_linked(&l);
    if (!m->n_linked) return true;
    if (m->request.index_rows) {
        diag_error(ds, DIAG_USAGE, (struct place){0},
                   "leave --indices or the [correlation] sections out",
                   "Sobol' indices are shares of inputs that are independent");
        return false;
    }
    if (!find_factor(&l)) return false;
    if (m->request.sampling == SAMPLING_LHS) fill_slices(m, a);
    return true;
}

double montecarlo_share(const struct montecarlo *m, int i, int k)
{
    int at = m->link_of[k];
    if (at < 0) return sample_at(&m->sample, i, k);
    return m->link ? m->link[at][i] : copula(m, i, at);
}
