#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>

#include "plan/montecarlo.h"
#include "plan/montecarlo_inner.h"

const double quantile_shares[N_QUANTILE] = {0.1, 0.5, 0.9};

/* Number k of n sorted ones, counted from 1; NaN: there is none. */
static double ordered(const double *sorted, int n, double k)
{
    return k >= 1 && k <= n ? sorted[(int)k - 1] : (double)NAN;
}

struct quantile quantile_of(const double *sorted, int n, double share)
{
    const double z = 1.9599639845400542; /* normal_quantile(0.975) */
    if (n < 1) return (struct quantile){(double)NAN, (double)NAN, (double)NAN};
    double at = share * (n - 1), part = at - floor(at);
    double low = sorted[(int)at], high = sorted[(int)at + (part > 0)];
    double half = z * sqrt(n * share * (1 - share));
    return (struct quantile){.value = part > 0 && high > low ? low + part * (high - low) : low,
                             .low = ordered(sorted, n, ceil(n * share - half)),
                             .high = ordered(sorted, n, ceil(n * share + half))};
}

/* ---- what varies -------------------------------------------------------------------- */

bool montecarlo_is_date(int outcome)
{
    return !strcmp(outcome_row(outcome)->unit, "month");
}

double montecarlo_value(const struct montecarlo *m, int outcome, int i)
{
    const struct outcome *o = &m->points->point[i];
    return o->status == POINT_DONE ? o->value[outcome] : (double)NAN;
}

double montecarlo_ordered(const struct montecarlo *m, int outcome, int i)
{
    double v = montecarlo_value(m, outcome, i);
    bool is_never =
        isnan(v) && montecarlo_is_date(outcome) && m->points->point[i].status == POINT_DONE;
    return is_never ? HUGE_VAL : v;
}

/* Values of the first n draws that have one, in their order; a date that never comes is last.
   Returns how many. */
static int gather(const struct montecarlo *m, int outcome, int n, double *x, int *n_never)
{
    int found = 0;
    *n_never = 0;
    for (int i = 0; i < n; i++) {
        double v = montecarlo_ordered(m, outcome, i);
        *n_never += isinf(v);
        if (!isnan(v)) x[found++] = v;
    }
    return found;
}

static void measure(const struct montecarlo *m, double *x, struct outcome_spread *s)
{
    size_t n = (size_t)s->n;
    s->mean = s->n_never ? (double)NAN : gsl_stats_mean(x, 1, n);
    s->sd = s->n_never || n < 2 ? (double)NAN : gsl_stats_sd_m(x, 1, n, s->mean);
    gsl_sort(x, 1, n);
    s->least = x[0];
    s->greatest = x[n - 1];
    for (int q = 0; q < N_QUANTILE; q++) s->quantile[q] = quantile_of(x, s->n, quantile_shares[q]);
    s->centre = montecarlo_ordered(m, s->outcome, montecarlo_centre(m));
}

static bool varies(const double *x, int n)
{
    const double rounding = 1e-9;
    for (int i = 1; i < n; i++)
        if (isinf(x[i]) != isinf(x[0]) || fabs(x[i] - x[0]) > rounding * fabs(x[0])) return true;
    return false;
}

static void find_spreads(struct montecarlo *m, double *x, struct arena *a)
{
    m->spread = ARENA_ARRAY(a, struct outcome_spread, N_OUTCOME);
    for (int o = 0; o < N_OUTCOME; o++) {
        struct outcome_spread s = {.outcome = o};
        s.n = gather(m, o, m->request.draws, x, &s.n_never);
        if (s.n == s.n_never || !varies(x, s.n)) continue;
        measure(m, x, &s);
        m->spread[m->n_spread++] = s;
    }
}

static bool is_spread(const struct montecarlo *m, int outcome)
{
    for (int i = 0; i < m->n_spread; i++)
        if (m->spread[i].outcome == outcome) return true;
    return false;
}

/* ---- how the draws tell it ------------------------------------------------------------- */

static void find_convergence(const struct montecarlo *m, double *x, struct shown_outcome *s)
{
    int last = 0;
    for (int r = 1; r <= CONVERGENCE_ROWS; r++) {
        int n = (int)((long long)m->request.draws * r / CONVERGENCE_ROWS), n_never;
        if (n == last) continue;
        last = n;
        struct convergence *c = &s->convergence[s->n_convergence++];
        int found = gather(m, s->outcome, n, x, &n_never);
        c->n = n;
        c->mean = found && !n_never ? gsl_stats_mean(x, 1, (size_t)found) : (double)NAN;
        gsl_sort(x, 1, (size_t)found);
        for (int q = 0; q < N_QUANTILE; q++)
            c->quantile[q] = quantile_of(x, found, quantile_shares[q]);
    }
}

/* ---- what failed -------------------------------------------------------------------------- */

/* "does not fit: 2 limits broken; first ELEMENT RESOURCE: 3 of 2 kW": the limit. */
static const char *broken_limit(const char *verdict, struct arena *a)
{
    static const char before[] = "broken; first ";
    const char *s = strstr(verdict, before);
    if (!s) return verdict;
    s += strlen(before);
    const char *end = NULL;
    for (const char *c = strstr(s, ": "); c; c = strstr(c + 1, ": ")) end = c;
    return end ? arena_text(a, s, (size_t)(end - s)) : s;
}

static void tally(struct draw_failure *list, int *n, const char *text, int draw, struct arena *a)
{
    enum { MOST = 1000 }; /* reasons with numbers in them may all be different */
    int i = 0;
    while (i < *n && strcmp(list[i].text, text) != 0) i++;
    if (i == MOST) return;
    if (i == *n) list[(*n)++] = (struct draw_failure){arena_format(a, "%s", text), 0, draw};
    list[i].n++;
    for (; i > 0 && list[i].n > list[i - 1].n; i--) {
        struct draw_failure other = list[i - 1];
        list[i - 1] = list[i];
        list[i] = other;
    }
}

static void find_failures(struct montecarlo *m, struct arena *a)
{
    enum { CAP = 1001 };
    m->failure = ARENA_ARRAY(a, struct draw_failure, CAP);
    m->broken = ARENA_ARRAY(a, struct draw_failure, CAP);
    int fits = 0, judged = 0;
    for (int i = 0; i < m->request.draws; i++) {
        const struct outcome *o = &m->points->point[i];
        if (o->status == POINT_FAILED) {
            m->n_failed++;
            tally(m->failure, &m->n_failure, o->text, i, a);
            continue;
        }
        double f = montecarlo_value(m, O_FITS, i);
        if (isnan(f)) continue;
        judged++;
        fits += f > 0;
        if (!(f > 0)) tally(m->broken, &m->n_broken, broken_limit(o->text, a), i, a);
    }
    m->fits = judged ? (double)fits / judged : (double)NAN;
}

/* ---- all of it ------------------------------------------------------------------------------ */

/* What is shown when nobody says what: of these what varies. */
static void choose_shown(struct montecarlo *m)
{
    static const int list[] = {M_PUE, M_ELECTRICITY_COST_PER_YEAR, O_RUNS_OUT, O_OWN_SAVING};
    struct montecarlo_request *q = &m->request;
    for (size_t i = 0; i < sizeof list / sizeof *list && q->n_shown < MONTECARLO_SHOWN; i++)
        if (is_spread(m, list[i])) q->shown[q->n_shown++] = list[i];
    if (!q->n_shown && m->n_spread) q->shown[q->n_shown++] = m->spread[0].outcome;
}

void montecarlo_answer(struct montecarlo *m, const struct study_points *points, struct arena *a)
{
    double *x = ARENA_ARRAY(a, double, (size_t)m->request.draws + 1);
    struct influence_columns *kept = NULL;
    m->points = points;
    find_failures(m, a);
    find_spreads(m, x, a);
    if (!m->request.n_shown) choose_shown(m);
    for (int i = 0; i < m->request.n_shown; i++) {
        struct shown_outcome *s = &m->shown[m->n_shown++];
        s->outcome = m->request.shown[i];
        s->influence = ARENA_ARRAY(a, struct influence, (size_t)m->n_input + 1);
        find_convergence(m, x, s);
        montecarlo_influence(m, &kept, s, a);
    }
}
