/* Of search.h: local searches, each by NLopt on one thread. */

#include <math.h>
#include <nlopt.h>

#include "plan/search_inner.h"

static const double x_tolerance = 1e-6; /* of the ranges */
static const double inside = 1e-8;      /* of the scales: COBYLA ends a hair over its conditions */

struct local {
    const struct search *s;
    const struct local_start *start;
    void *inner;
    struct local_end *end;
    int n_free, free[SEARCH_VARIABLES];
    struct trial at; /* the last point */
    bool has_at;
};

static bool is_free(const struct search_variable *v)
{
    return !v->is_whole && v->max > v->min;
}

int search_n_free(const struct search_problem *p)
{
    int n = 0;
    for (int i = 0; i < p->n_variable; i++) n += is_free(&p->variable[i]);
    return n;
}

static const struct trial *point_at(struct local *l, const double *u)
{
    const struct search_problem *p = l->s->p;
    struct trial t = l->start->from;
    for (int i = 0; i < l->n_free; i++) {
        const struct search_variable *v = &p->variable[l->free[i]];
        t.x[l->free[i]] = v->min + u[i] * (v->max - v->min);
    }
    search_fit(p, &t);
    if (l->has_at && search_same(p, &t, &l->at)) return &l->at;
    p->evaluate(l->inner, &t);
    search_count(&l->end->tally, &t);
    l->at = t;
    l->has_at = true;
    if (search_is_better(l->s, l->start->view, &t, &l->end->best)) l->end->best = t;
    return &l->at;
}

/* The scan spans 0 to 1; what has no value is worse than all of it. */
static double scaled_goal(const struct local *l, const struct trial *t)
{
    int g = l->start->view.goal;
    return t->is_known ? (t->goal[g] - l->s->goal_ref[g]) / l->s->goal_scale[g] : 2;
}

static double goal_at(unsigned n, const double *u, double *gradient, void *context)
{
    struct local *l = context;
    (void)n;
    (void)gradient;
    return scaled_goal(l, point_at(l, u));
}

/* What breaks a condition is worse than all that keeps them. */
static double merit_at(unsigned n, const double *u, double *gradient, void *context)
{
    struct local *l = context;
    (void)n;
    (void)gradient;
    const struct trial *t = point_at(l, u);
    double breach = search_breach(l->s, l->start->view, t);
    return breach > 0 ? 2 + fmin(breach, 100) : scaled_goal(l, t);
}

static void slacks_at(unsigned m, double *out, unsigned n, const double *u, double *gradient,
                      void *context)
{
    struct local *l = context;
    const struct search *s = l->s;
    struct search_view v = l->start->view;
    const struct trial *t = point_at(l, u);
    (void)n;
    (void)gradient;
    for (int i = 0; i < s->p->n_keep; i++) {
        bool is_known = t->is_known && !isnan(t->slack[i]);
        out[i] = is_known ? inside - t->slack[i] / s->slack_scale[i] : 1;
    }
    if ((int)m > s->p->n_keep)
        out[m - 1] = t->is_known
                         ? inside + (t->goal[1 - v.goal] - v.ceiling) / s->goal_scale[1 - v.goal]
                         : 1;
}

static nlopt_opt method_of(struct local *l, unsigned m)
{
    bool is_powell = l->start->method == LOCAL_POWELL;
    nlopt_algorithm which = NLOPT_LN_SBPLX;
    if (is_powell) which = m || l->n_free < 2 ? NLOPT_LN_COBYLA : NLOPT_LN_BOBYQA;
    nlopt_opt o = nlopt_create(which, (unsigned)l->n_free);
    if (!o) return NULL;
    nlopt_set_min_objective(o, is_powell ? goal_at : merit_at, l);
    if (is_powell && m) nlopt_add_inequality_mconstraint(o, m, slacks_at, l, NULL);
    nlopt_set_lower_bounds1(o, 0);
    nlopt_set_upper_bounds1(o, 1);
    nlopt_set_initial_step1(o, l->start->step);
    nlopt_set_xtol_abs1(o, x_tolerance);
    nlopt_set_maxeval(o, l->start->cases);
    return o;
}

static void work_local(const struct search *s, void *inner, const void *items, int item,
                       void *result)
{
    const struct local_start *start = (const struct local_start *)items + item;
    struct local_end *end = result;
    struct local l = {.s = s, .start = start, .inner = inner, .end = end};
    double u[SEARCH_VARIABLES], least;
    *end = (struct local_end){.best = start->from};
    for (int i = 0; i < s->p->n_variable; i++) {
        const struct search_variable *v = &s->p->variable[i];
        if (!is_free(v)) continue;
        u[l.n_free] = fmin(fmax((start->from.x[i] - v->min) / (v->max - v->min), 0), 1);
        l.free[l.n_free++] = i;
    }
    unsigned m = (unsigned)s->p->n_keep + (isnan(start->view.ceiling) ? 0 : 1);
    nlopt_opt o = l.n_free ? method_of(&l, m) : NULL;
    nlopt_result how = o ? nlopt_optimize(o, u, &least) : NLOPT_OUT_OF_MEMORY;
    /* Where rounding ends it, or it fails by the shape of the function, the best point stands. */
    end->is_refused = !end->tally.n_case && how < 0;
    if (o) nlopt_destroy(o);
}

static int local_cases(const void *result)
{
    return ((const struct local_end *)result)->tally.n_case;
}

bool search_locals(struct search *s, const struct local_start *start, int n, struct local_end *end)
{
    if (!search_run(s, n, start, work_local, local_cases, end, sizeof *end)) return false;
    for (int i = 0; i < n; i++) {
        search_sum(&s->tally, &end[i].tally);
        if (!end[i].is_refused) continue;
        diag_error(s->diags, DIAG_MODEL, (struct place){0}, NULL,
                   "the local search could not begin");
        return false;
    }
    return true;
}
