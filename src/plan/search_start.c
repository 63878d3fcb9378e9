/* Of search.h: where to begin. */

#include <gsl/gsl_qrng.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>
#include <math.h>

#include "plan/search_inner.h"

enum { CORNERS_UP_TO = 4, SCAN_LEAST = 16 };

static double whole_values(const struct search_variable *v)
{
    return floor(v->max) - ceil(v->min) + 1;
}

/* Of variables that are all whole; HUGE_VAL: some are not. */
static double combinations(const struct search_problem *p)
{
    double n = 1;
    for (int i = 0; i < p->n_variable; i++)
        n *= p->variable[i].is_whole ? whole_values(&p->variable[i]) : HUGE_VAL;
    return n;
}

static void fill_all(const struct search_problem *p, struct trial *t, int n)
{
    for (int k = 0; k < n; k++) {
        int rest = k;
        for (int i = 0; i < p->n_variable; i++) {
            int values = (int)whole_values(&p->variable[i]);
            t[k].x[i] = ceil(p->variable[i].min) + rest % values;
            rest /= values;
        }
    }
}

/* u in 0..1 of the range; whole numbers get equal shares of it. */
static double at_share(const struct search_variable *v, double u)
{
    if (!v->is_whole) return v->min + u * (v->max - v->min);
    return ceil(v->min) + fmin(floor(u * whole_values(v)), whole_values(v) - 1);
}

static int add_corners(const struct search_problem *p, struct trial *t)
{
    if (p->n_variable > CORNERS_UP_TO) return 0;
    int n = 1 << p->n_variable;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < p->n_variable; i++)
            t[k].x[i] = k >> i & 1 ? p->variable[i].max : p->variable[i].min;
    return n;
}

static bool spread(const struct search_problem *p, struct trial *t, int n)
{
    double u[SEARCH_VARIABLES];
    gsl_qrng *q = gsl_qrng_alloc(gsl_qrng_sobol, (unsigned)p->n_variable);
    if (!q) return false;
    for (int k = 0; k < n; k++) {
        gsl_qrng_get(q, u);
        for (int i = 0; i < p->n_variable; i++) t[k].x[i] = at_share(&p->variable[i], u[i]);
    }
    gsl_qrng_free(q);
    return true;
}

/* ---- scales -------------------------------------------------------------------------- */

/* Of goals, the range over what keeps the conditions, or over all that is known. */
static void goal_scale(struct search *s, int g, bool only_kept)
{
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (int i = 0; i < s->n_scan; i++) {
        const struct trial *t = &s->scan[i];
        if (!t->is_known || (only_kept && !t->is_kept)) continue;
        least = fmin(least, t->goal[g]);
        most = fmax(most, t->goal[g]);
    }
    s->goal_ref[g] = isfinite(least) ? least : 0;
    s->goal_scale[g] = most > least ? most - least : 0;
    if (s->goal_scale[g] > 0) return;
    if (only_kept)
        goal_scale(s, g, false);
    else
        s->goal_scale[g] = fmax(fabs(s->goal_ref[g]), 1);
}

/* Of a condition, the median of its slacks. */
static void slack_scale(struct search *s, int k)
{
    double *x = ARENA_ARRAY(s->arena, double, (size_t)s->n_scan + 1);
    size_t n = 0;
    for (int i = 0; i < s->n_scan; i++)
        if (s->scan[i].is_known && fabs(s->scan[i].slack[k]) > 0)
            x[n++] = fabs(s->scan[i].slack[k]);
    gsl_sort(x, 1, n);
    s->slack_scale[k] = n ? gsl_stats_median_from_sorted_data(x, 1, n) : 1;
}

bool search_scan(struct search *s)
{
    const struct search_problem *p = s->p;
    double all = combinations(p);
    int most = p->cases * 3 / 10 > SCAN_LEAST ? p->cases * 3 / 10 : SCAN_LEAST;
    s->is_whole = all <= p->cases;
    int n = s->is_whole ? (int)all : most;
    s->scan = ARENA_ARRAY(s->arena, struct trial, (size_t)n + (1u << CORNERS_UP_TO) + 1);
    if (s->is_whole)
        fill_all(p, s->scan, n);
    else {
        if (!spread(p, s->scan, n)) {
            diag_error(s->diags, DIAG_MODEL, (struct place){0}, NULL, "no memory for a sequence");
            return false;
        }
        n += add_corners(p, s->scan + n);
        for (int i = 0; i < p->n_variable && p->start; i++) s->scan[n].x[i] = p->start[i];
        n += p->start != NULL;
    }
    for (int i = 0; i < n; i++) search_fit(p, &s->scan[i]);
    s->n_scan = n;
    if (!search_batch(s, s->scan, n)) return false;
    for (int g = 0; g < p->n_goal; g++) goal_scale(s, g, true);
    for (int k = 0; k < p->n_keep; k++) slack_scale(s, k);
    return true;
}

/* ---- starts -------------------------------------------------------------------------- */

struct ranks {
    const struct search *s;
    struct search_view view;
    const struct trial *t;
    int *order;
};

/* Stable: the earlier of equals stays first. */
static void rank(const struct ranks *r, int *temp, int from, int to)
{
    if (to - from < 2) return;
    int middle = from + (to - from) / 2, i = from, k = middle;
    rank(r, temp, from, middle);
    rank(r, temp, middle, to);
    for (int at = from; at < to; at++) {
        bool is_right =
            i == middle ||
            (k < to && search_is_better(r->s, r->view, &r->t[r->order[k]], &r->t[r->order[i]]));
        temp[at] = is_right ? r->order[k++] : r->order[i++];
    }
    for (int at = from; at < to; at++) r->order[at] = temp[at];
}

int search_starts(const struct search *s, struct search_view v, const struct trial *from,
                  int n_from, struct trial *out, int n)
{
    const double apart = 0.15 * sqrt((double)s->p->n_variable);
    int *order = ARENA_ARRAY(s->arena, int, (size_t)n_from + 1);
    int *temp = ARENA_ARRAY(s->arena, int, (size_t)n_from + 1);
    struct ranks r = {s, v, from, order};
    int found = 0;
    for (int i = 0; i < n_from; i++) order[i] = i;
    rank(&r, temp, 0, n_from);
    for (int i = 0; i < n_from && found < n; i++) {
        bool is_apart = true;
        if (found && !from[order[i]].is_known) break;
        for (int k = 0; k < found; k++)
            is_apart &= search_distance(s->p, &out[k], &from[order[i]]) >= apart;
        if (is_apart) out[found++] = from[order[i]];
    }
    return found;
}
