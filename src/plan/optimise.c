#include "plan/optimise.h"

#include <math.h>
#include <string.h>

#include "plan/growth.h"
#include "plan/optimise_inner.h"
#include "plan/study.h"
#include "plan/study_run.h"

/* ---- one case ------------------------------------------------------------------------ */

struct hunter { /* of one thread */
    const struct hunt *hunt;
    struct case_worker *cases;
    struct arena arena;
};

static void *hunter_new(const void *context)
{
    const struct hunt *h = context;
    struct arena a = arena_new(h->out_of_memory);
    struct hunter *w = ARENA_ARRAY(&a, struct hunter, 1);
    *w = (struct hunter){h, case_worker_new(h->base), a};
    return w;
}

static void hunter_free(void *worker)
{
    struct hunter *w = worker;
    struct arena a = w->arena;
    case_worker_free(w->cases);
    arena_free(&a);
}

static void set_changes(const struct optimise *o, const double *x, struct case_change *out,
                        struct arena *a)
{
    for (int i = 0; i < o->n_vary; i++)
        out[i] = (struct case_change){o->vary[i].key.key, vary_text(&o->vary[i], x[i], a)};
}

/* Of the limits, how far the tightest is from its bound, as whether all hold is a step. */
static double keep_slack(const struct optimise_keep *k, const struct outcome *x)
{
    double slack = condition_slack(&k->condition, x->value, N_OUTCOME);
    double margin = x->value[O_MARGIN_PCT];
    if (!k->is_limits || isnan(margin) || isnan(slack)) return slack;
    return slack < 0 ? fmin(margin, slack) : fmax(margin, 0);
}

static bool is_month(int outcome)
{
    return !strcmp(outcome_row(outcome)->unit, "month");
}

/* A plan in which nothing runs out is later than every month. */
static const double never = 1e6;

static double goal_value(const struct hunt *h, int i, const struct outcome *x)
{
    if (h->is_solve) return condition_value(&h->solve, x->value, N_OUTCOME);
    const struct optimise_goal *g = &h->o->goal[i];
    bool is_never = isnan(x->value[g->outcome]) && is_month(g->outcome) && h->has_plan;
    if (is_never && x->status == POINT_DONE) return g->is_greatest ? -never : never;
    return g->is_greatest ? -x->value[g->outcome] : x->value[g->outcome];
}

static void judge(const struct hunt *h, const struct outcome *x, struct trial *t)
{
    const struct optimise *o = h->o;
    t->is_known = x->status == POINT_DONE;
    for (int i = 0; i < (h->is_solve ? 1 : o->n_goal); i++) {
        t->goal[i] = goal_value(h, i, x);
        t->is_known &= !isnan(t->goal[i]);
    }
    t->is_kept = t->is_known;
    for (int i = 0; i < o->n_keep; i++) {
        t->slack[i] = keep_slack(&o->keep[i], x);
        t->is_kept &= condition_holds(&o->keep[i].condition, x->value, N_OUTCOME) == 1;
    }
}

static void evaluate(void *worker, struct trial *t)
{
    struct hunter *w = worker;
    const struct optimise *o = w->hunt->o;
    struct arena_mark mark = arena_mark(&w->arena);
    struct case_change change[SEARCH_VARIABLES];
    struct outcome x;
    set_changes(o, t->x, change, &w->arena);
    case_run(w->cases, change, o->n_vary, &o->options, &x);
    judge(w->hunt, &x, t);
    arena_release(&w->arena, mark);
}

struct search_problem optimise_problem(const struct hunt *h, const double *start, struct arena *a)
{
    const struct optimise *o = h->o;
    struct search_variable *v = ARENA_ARRAY(a, struct search_variable, (size_t)o->n_vary + 1);
    for (int i = 0; i < o->n_vary; i++) v[i] = o->vary[i].range;
    return (struct search_problem){.n_variable = o->n_vary,
                                   .n_goal = h->is_solve ? 1 : o->n_goal,
                                   .n_keep = o->n_keep,
                                   .variable = v,
                                   .start = start,
                                   .pool = o->asked->pool,
                                   .context = h,
                                   .worker_new = hunter_new,
                                   .worker_free = hunter_free,
                                   .evaluate = evaluate,
                                   .progress = o->asked->progress,
                                   .progress_context = o->asked->progress_context};
}

static void use_options(const bool *uses, struct case_options *out)
{
    for (int i = 0; i < N_OUTCOME; i++)
        if (uses[i]) case_want(i, out);
}

/* ---- cases in full ------------------------------------------------------------------- */

struct listing {
    const struct hunt *hunt;
    const struct trial *t; /* NULL: the site as it is */
};

static void list_point(const struct study_plan *p, int i, struct case_change *change,
                       struct arena *a)
{
    const struct listing *l = p->context;
    if (l->t) set_changes(l->hunt->o, l->t[i].x, change, a);
}

static void fill_point(const struct optimise *o, const struct trial *t, const struct outcome *x,
                       struct optimise_point *out, struct arena *a)
{
    size_t n = (size_t)o->n_vary + 1;
    *out = (struct optimise_point){.is_kept = x->status == POINT_DONE, .outcome = *x};
    out->keeps = ARENA_ARRAY(a, signed char, (size_t)o->n_keep + 1);
    out->x = ARENA_ARRAY(a, double, n);
    out->value = ARENA_ARRAY(a, const char *, n);
    for (int i = 0; i < o->n_vary; i++) {
        out->x[i] = t ? t->x[i] : o->vary[i].now;
        out->value[i] = t ? vary_text(&o->vary[i], t->x[i], a) : NULL;
    }
    for (int i = 0; i < o->n_keep; i++) {
        out->keeps[i] = (signed char)condition_holds(&o->keep[i].condition, x->value, N_OUTCOME);
        out->is_kept &= out->keeps[i] == 1;
    }
}

bool optimise_points(const struct hunt *h, const struct trial *t, int n, struct optimise_point *out,
                     struct arena *a, struct diags *ds)
{
    const struct optimise *o = h->o;
    struct listing l = {h, t};
    struct study_plan plan = {.command = "optimise",
                              .definition = "",
                              .n_variable = t ? o->n_vary : 0,
                              .n_point = n,
                              .point = list_point,
                              .context = &l,
                              .options = o->options};
    struct study_options options = {.pool = o->asked->pool};
    struct study_points points;
    plan.options.limits = true;
    if (o->asked->show) use_options(o->asked->show, &plan.options);
    struct study_variable *v = ARENA_ARRAY(a, struct study_variable, (size_t)o->n_vary + 1);
    for (int i = 0; i < o->n_vary; i++) v[i] = (struct study_variable){.key = o->vary[i].key};
    plan.variable = v;
    if (!study_run(h->base, &plan, &options, &points, a, ds)) return false;
    for (int i = 0; i < n; i++) fill_point(o, t ? &t[i] : NULL, &points.point[i], &out[i], a);
    return true;
}

const char *optimise_why(const struct hunt *h, const struct trial *t, struct arena *a,
                         struct diags *ds)
{
    struct optimise_point p;
    if (!optimise_points(h, t, 1, &p, a, ds)) return NULL;
    if (p.outcome.status == POINT_FAILED)
        return arena_text(a, p.outcome.text, strlen(p.outcome.text));
    return "a metric of the goal has no value";
}

bool optimise_none(const struct search_tally *t, const char *why, struct diags *ds)
{
    diag_error(ds, DIAG_MODEL, (struct place){0}, why, "none of %d cases has a value", t->n_case);
    return false;
}

const char *optimise_amount(int outcome, double x, const char *currency, struct arena *a)
{
    const struct metric_row *m = outcome_row(outcome);
    char text[TEXT_NUMBER_CAP];
    bool is_money = !strncmp(m->unit, "money", 5);
    const char *unit = is_money ? arena_format(a, "%s%s", currency, m->unit + 5) : m->unit;
    if (isnan(x)) return is_month(outcome) ? "never" : "no data";
    if (is_month(outcome)) return arena_text(a, date_write_month((int)x, text), 7);
    text_fixed(text, x, m->decimals, true);
    return *unit ? arena_format(a, "%s %s", text, unit) : arena_text(a, text, strlen(text));
}

/* ---- the request --------------------------------------------------------------------- */

static bool read_keeps(struct hunt *h, struct optimise *o, struct arena *a, struct diags *ds)
{
    static const struct place where = {"--keep", 1, 1};
    const struct optimise_request *q = o->asked;
    bool is_fine = true;
    o->keep = ARENA_ARRAY(a, struct optimise_keep, (size_t)q->n_keep + 1);
    for (int i = 0; i < q->n_keep; i++) {
        struct optimise_keep *k = &o->keep[o->n_keep++];
        k->text = q->keep[i];
        is_fine &= condition_read(k->text, where, N_OUTCOME, &k->condition, a, ds);
        if (is_fine) use_options(k->condition.uses, &o->options);
    }
    if (!q->no_limits && is_fine) {
        struct optimise_keep *k = &o->keep[o->n_keep++];
        int broken = 0;
        for (int i = 0; i < o->own->n_limit; i++) broken += o->own->limit[i].is_broken;
        k->is_limits = broken == 0;
        k->is_as_now = broken > 0;
        k->text = broken ? arena_format(a, "broken_limits <= %d", broken) : "fits = 1";
        is_fine = condition_read(k->text, where, N_OUTCOME, &k->condition, a, ds);
        use_options(k->condition.uses, &o->options);
    }
    for (int i = 0; i < o->n_goal; i++) case_want(o->goal[i].outcome, &o->options);
    if (is_fine && h->is_solve) use_options(h->solve.uses, &o->options);
    return is_fine;
}

static bool too_many(const char *what, int most, struct diags *ds)
{
    diag_error(ds, DIAG_USAGE, (struct place){0}, NULL, "at most %d of %s", most, what);
    return false;
}

bool optimise_open(const struct load_request *request, const struct optimise_request *q,
                   double grain, struct hunt *h, struct optimise *out, const double **start,
                   struct arena *a, struct diags *ds)
{
    struct run_options options = {.threads = 1};
    struct result *own = ARENA_ARRAY(a, struct result, 1);
    out->asked = q;
    out->n_goal = q->n_goal;
    memcpy(out->goal, q->goal, sizeof out->goal);
    out->n_vary = q->n_vary;
    out->own = own;
    if (q->n_vary > SEARCH_VARIABLES) return too_many("--vary and -L", SEARCH_VARIABLES, ds);
    if (q->n_keep >= SEARCH_KEEPS) return too_many("--keep", SEARCH_KEEPS - 1, ds);
    h->o = out;
    h->out_of_memory = a->out_of_memory;
    h->base = case_base_make(request, a, ds);
    h->has_plan = h->base && growth_has_plan(&case_base_loaded(h->base)->site);
    if (!h->base || !run_case(request, &options, own, a, ds)) return false;
    out->vary = ARENA_ARRAY(a, struct vary, (size_t)q->n_vary + 1);
    bool is_fine = vary_read_all(h->base, q->vary, q->n_vary, grain, out->vary, start, a, ds);
    return is_fine & read_keeps(h, out, a, ds) && optimise_points(h, NULL, 1, &out->now, a, ds);
}

/* ---- what lies next to the best ------------------------------------------------------ */

static void judge_side(const struct hunt *h, const struct optimise_point *p,
                       struct optimise_side *out, struct arena *a)
{
    const struct optimise *o = h->o;
    double best = goal_value(h, 0, &o->best.outcome), at = goal_value(h, 0, &p->outcome);
    double same = 1e-9 * fabs(best);
    *out = (struct optimise_side){NEXT_UNKNOWN, -1, NULL, (double)NAN};
    if (p->outcome.status != POINT_DONE || isnan(at)) {
        out->text = arena_text(a, p->outcome.text, strlen(p->outcome.text));
        return;
    }
    out->change = o->goal[0].is_greatest ? best - at : at - best;
    for (int i = o->n_keep; i-- > 0;)
        if (p->keeps[i] != 1) out->keep = i;
    bool is_better = best - at > same;
    bool is_worse = at - best > same;
    if (out->keep >= 0 && o->keep[out->keep].is_limits)
        out->text = arena_text(a, p->outcome.text, strlen(p->outcome.text));
    out->next = is_better ? NEXT_BETTER : is_worse ? NEXT_WORSE : NEXT_SAME;
    if (out->keep >= 0) out->next = is_better ? NEXT_BREAKS : NEXT_WORSE_BREAKS;
}

static bool find_sides(const struct hunt *h, struct optimise *o, struct arena *a, struct diags *ds)
{
    struct trial *t = ARENA_ARRAY(a, struct trial, 2 * (size_t)o->n_vary + 1);
    struct optimise_point *p = ARENA_ARRAY(a, struct optimise_point, 2 * (size_t)o->n_vary + 1);
    int *of = ARENA_ARRAY(a, int, 2 * (size_t)o->n_vary + 1), n = 0;
    o->side = ARENA_ARRAY(a, struct optimise_side, 2 * (size_t)o->n_vary + 1);
    o->step = ARENA_ARRAY(a, double, (size_t)o->n_vary + 1);
    for (int i = 0; i < 2 * o->n_vary; i++) {
        const struct search_variable *v = &o->vary[i / 2].range;
        double step = fmax(SEARCH_STEP * (v->max - v->min), v->grain);
        if (v->is_whole) step = fmax(round(step), 1);
        o->step[i / 2] = step;
        o->side[i] = (struct optimise_side){NEXT_NONE, -1, NULL, (double)NAN};
        if (v->is_choice) continue;
        double x = o->best.x[i / 2], to = fmin(fmax(x + (i % 2 ? step : -step), v->min), v->max);
        o->side[i].next = NEXT_BOUND;
        if (fabs(to - x) <= v->grain / 2) continue;
        for (int k = 0; k < o->n_vary; k++) t[n].x[k] = o->best.x[k];
        t[n].x[i / 2] = to;
        of[n++] = i;
    }
    if (!optimise_points(h, t, n, p, a, ds)) return false;
    for (int i = 0; i < n; i++) judge_side(h, &p[i], &o->side[of[i]], a);
    return true;
}

/* ---- in words ------------------------------------------------------------------------ */

static double bills(const struct outcome *x)
{
    double water = x->value[M_WATER_COST_PER_YEAR];
    return x->value[M_ELECTRICITY_COST_PER_YEAR] + (isnan(water) ? 0 : water);
}

/* "1,684 CNY (0.5 %) less", "7 months later" */
static const char *change_words(const struct optimise *o, double now, struct arena *a)
{
    const struct optimise_goal *g = &o->goal[0];
    bool is_less = (o->gain < 0) == g->is_greatest;
    char share[TEXT_NUMBER_CAP];
    if (is_month(g->outcome))
        return arena_format(a, "%d months %s", (int)fabs(o->gain), is_less ? "earlier" : "later");
    const char *amount = optimise_amount(g->outcome, fabs(o->gain), o->own->currency, a);
    const char *way = is_less ? "less" : "more";
    if (!(fabs(now) > 0)) return arena_format(a, "%s %s", amount, way);
    return arena_format(a, "%s (%s %%) %s", amount,
                        text_fixed(share, 100 * fabs(o->gain / now), 1, false), way);
}

static const char *gain_words(const struct optimise *o, struct arena *a)
{
    double now = o->now.outcome.value[o->goal[0].outcome];
    bool is_money = !strcmp(outcome_row(o->goal[0].outcome)->unit, "money");
    char saving[TEXT_NUMBER_CAP];
    if (isnan(o->gain)) return "";
    if (!(fabs(o->gain) > 1e-9 * fabs(now))) return "; the site as it is comes to the same";
    const char *text = arena_format(a, "; %s than now", change_words(o, now, a));
    if (!o->now.is_kept) text = arena_format(a, "%s, which breaks a condition", text);
    if (is_money || isnan(o->saving)) return text;
    return arena_format(a, "%s, and %s %s a year %s for electricity and water", text,
                        text_fixed(saving, fabs(o->saving), 0, true), o->own->currency,
                        o->saving < 0 ? "more" : "less");
}

static const char *verdict_of(const struct optimise *o, struct arena *a)
{
    const struct optimise_goal *g = &o->goal[0];
    const char *first = outcome_row(g[0].outcome)->key;
    if (o->n_goal > 1 && o->n_front == 1)
        return arena_format(a, "one point found is best in both %s and %s", first,
                            outcome_row(g[1].outcome)->key);
    if (o->n_goal > 1 && o->n_front)
        return arena_format(a, "%d points between the best %s and the best %s", o->n_front, first,
                            outcome_row(g[1].outcome)->key);
    if (o->n_goal > 1) return "no case keeps the conditions";
    const char *value =
        optimise_amount(g->outcome, o->best.outcome.value[g->outcome], o->own->currency, a);
    if (!o->best.is_kept)
        return arena_format(a, "no case keeps the conditions; the nearest has %s %s", first, value);
    return arena_format(a, "%s %s, %s%s", first, value,
                        o->search.is_whole ? "the best of all combinations" : "best found",
                        gain_words(o, a));
}

/* ---- the whole ----------------------------------------------------------------------- */

static bool find_one(const struct hunt *h, const struct search_problem *p, struct optimise *o,
                     struct arena *a, struct diags *ds)
{
    const struct optimise_goal *g = &o->goal[0];
    if (!search_least(p, &o->search, a, ds)) return false;
    if (o->search.tally.n_unknown)
        o->why_unknown = optimise_why(h, &o->search.first_unknown, a, ds);
    if (!o->search.is_found) return optimise_none(&o->search.tally, o->why_unknown, ds);
    if (!optimise_points(h, &o->search.best, 1, &o->best, a, ds)) return false;
    o->gain = o->now.outcome.value[g->outcome] - o->best.outcome.value[g->outcome];
    if (g->is_greatest) o->gain = -o->gain;
    o->saving = bills(&o->now.outcome) - bills(&o->best.outcome);
    return find_sides(h, o, a, ds);
}

static bool find_two(const struct hunt *h, const struct search_problem *p, struct optimise *o,
                     struct arena *a, struct diags *ds)
{
    struct search_front f;
    if (!search_pareto(p, OPTIMISE_POINTS, &f, a, ds)) return false;
    o->search = f.end[0];
    o->search.tally = f.tally;
    if (f.tally.n_unknown) o->why_unknown = optimise_why(h, &f.end[0].first_unknown, a, ds);
    if (!f.end[0].is_found) return optimise_none(&f.tally, o->why_unknown, ds);
    o->n_front = f.n;
    o->front = ARENA_ARRAY(a, struct optimise_point, (size_t)f.n + 1);
    if (!optimise_points(h, f.point, f.n, o->front, a, ds)) return false;
    return f.n || optimise_points(h, &f.end[0].best, 1, &o->best, a, ds);
}

bool optimise_find(const struct load_request *request, const struct optimise_request *q,
                   struct optimise *out, struct arena *a, struct diags *ds)
{
    const double grain = 1e-4;
    struct hunt h = {.is_solve = false};
    const double *start;
    *out = (struct optimise){.gain = (double)NAN, .saving = (double)NAN};
    if (!optimise_open(request, q, grain, &h, out, &start, a, ds)) return false;
    struct search_problem p = optimise_problem(&h, start, a);
    p.cases = q->cases ? q->cases : OPTIMISE_CASES * (1 + q->n_vary) * q->n_goal;
    bool is_found = q->n_goal > 1 ? find_two(&h, &p, out, a, ds) : find_one(&h, &p, out, a, ds);
    if (is_found) out->verdict = verdict_of(out, a);
    return is_found;
}
