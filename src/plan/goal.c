/* Goal seek, see optimise.h. */

#include <math.h>
#include <string.h>

#include "plan/optimise_inner.h"

struct sides { /* of the goal's '=' */
    struct condition left, right;
};

static bool no_goal(const char *text, struct diags *ds)
{
    diag_error(ds, DIAG_USAGE, (struct place){0}, "write METRIC = VALUE, as in 'pue = 1.2'",
               "'%s' is no goal", text);
    return false;
}

/* The one '=' or '==' that is no part of another comparison. */
static bool cut(const char *text, const char **left, const char **right, struct arena *a,
                struct diags *ds)
{
    const char *equals = strchr(text, '=');
    size_t wide = equals && equals[1] == '=' ? 2 : 1;
    bool is_other = !equals || equals == text || strchr("<>!", equals[-1]) ||
                    strchr(equals + wide, '=') || strpbrk(text, "<>!");
    if (is_other) return no_goal(text, ds);
    struct text l = text_trim((struct text){text, (size_t)(equals - text)});
    struct text r = text_trim(text_of(equals + wide));
    if (!l.n || !r.n) return no_goal(text, ds);
    *left = arena_text(a, l.s, l.n);
    *right = arena_text(a, r.s, r.n);
    return true;
}

static bool read_goal(const char *text, struct hunt *h, struct sides *s, struct goal *out,
                      struct arena *a, struct diags *ds)
{
    static const struct place where = {"--solve", 1, 0};
    if (!cut(text, &out->left, &out->right, a, ds)) return false;
    if (!condition_read(out->left, where, N_OUTCOME, &s->left, a, ds) ||
        !condition_read(out->right, where, N_OUTCOME, &s->right, a, ds))
        return false;
    h->is_solve = true;
    return condition_read(arena_format(a, "(%s) - (%s)", out->left, out->right), where, N_OUTCOME,
                          &h->solve, a, ds);
}

/* At most a millionth of the right side, or of the left one where that is zero. */
static double tolerance_of(const struct sides *s, const struct outcome *now)
{
    const double share = 1e-6;
    double right = fabs(condition_value(&s->right, now->value, N_OUTCOME));
    double left = fabs(condition_value(&s->left, now->value, N_OUTCOME));
    double size = right > 0 ? right : left > 0 ? left : 1;
    double scale = 1; /* a whole power of ten, whose inverse reads well */
    while (1 / scale > share * size) scale *= 10;
    while (scale <= 1 && 10 / scale <= share * size) scale /= 10;
    return 1 / scale;
}

static bool is_wide(const struct optimise *o, int cases, struct diags *ds)
{
    const struct vary *v = &o->vary[0];
    double n = v->range.max - v->range.min + 1;
    if (v->range.is_choice || (v->range.is_whole && n > cases)) {
        diag_error(ds, DIAG_USAGE, (struct place){0},
                   v->range.is_choice ? "a word has no way between two of them: use dcplan sweep"
                                      : "give a narrower range, or more --cases",
                   "cannot solve along '%s'", v->key.key);
        return true;
    }
    return false;
}

/* Both sides of each root as full cases. */
static bool fill_solutions(const struct hunt *h, const struct sides *s,
                           const struct search_roots *r, struct goal *out, struct arena *a,
                           struct diags *ds)
{
    size_t n = (size_t)r->n;
    struct trial *t = ARENA_ARRAY(a, struct trial, 2 * n + 1);
    struct optimise_point *p = ARENA_ARRAY(a, struct optimise_point, 2 * n + 1);
    out->solution = ARENA_ARRAY(a, struct goal_solution, n + 1);
    for (int i = 0; i < r->n; i++) {
        const struct search_root *x = &r->root[i];
        t[2 * i].x[0] = x->x;
        t[2 * i + 1].x[0] = x->kind == ROOT_POINT ? x->x : x->other;
    }
    if (!optimise_points(h, t, 2 * r->n, p, a, ds)) return false;
    for (int i = 0; i < r->n; i++) {
        struct goal_solution *to = &out->solution[out->n++];
        *to = (struct goal_solution){r->root[i].kind, p[2 * i], p[2 * i + 1], 0, 0};
        to->left = condition_value(&s->left, to->at.outcome.value, N_OUTCOME);
        to->left_other = condition_value(&s->left, to->other.outcome.value, N_OUTCOME);
        bool is_exact = to->kind != ROOT_STEP;
        out->n_exact += is_exact;
        out->n_kept += is_exact && to->at.is_kept;
    }
    return true;
}

static const struct search_variable *range_of(const struct goal *g)
{
    return &g->site.vary[0].range;
}

static double scan_value(const struct search_roots *r, double x)
{
    for (int i = 0; i < r->n_scan; i++)
        if (!(r->scan[i].x[0] < x) && !(r->scan[i].x[0] > x)) return r->scan[i].goal[0];
    return (double)NAN;
}

static const char *verdict_of(const struct goal *g, struct arena *a)
{
    const char *key = g->site.vary[0].key.key;
    const char *from = vary_text(&g->site.vary[0], range_of(g)->min, a);
    const char *to = vary_text(&g->site.vary[0], range_of(g)->max, a);
    if (!g->n_exact)
        return arena_format(a, "%s = %s has no solution for %s from %s to %s%s", g->left, g->right,
                            key, from, to, g->n ? ", it is stepped over" : "");
    const char *more = g->n_kept < g->n_exact
                           ? g->n_kept ? ", some break a condition" : ", but a condition breaks"
                           : "";
    for (int i = 0; i < g->n && g->n_exact == 1; i++) {
        const struct goal_solution *s = &g->solution[i];
        if (s->kind == ROOT_RANGE)
            return arena_format(a, "%s = %s for %s from %s to %s%s", g->left, g->right, key,
                                s->at.value[0], s->other.value[0], more);
        if (s->kind == ROOT_POINT)
            return arena_format(a, "%s = %s at %s %s%s", g->left, g->right, key, s->at.value[0],
                                more);
    }
    return arena_format(a, "%s = %s at %d values of %s%s", g->left, g->right, g->n_exact, key,
                        more);
}

bool goal_find(const struct load_request *request, const struct optimise_request *q,
               struct goal *out, struct arena *a, struct diags *ds)
{
    struct hunt h = {.is_solve = false};
    struct sides s;
    struct search_roots r;
    const double *start;
    *out = (struct goal){.now = (double)NAN};
    struct optimise *o = &out->site;
    if (!read_goal(q->solve, &h, &s, out, a, ds) ||
        !optimise_open(request, q, 0, &h, o, &start, a, ds))
        return false;
    struct search_problem p = optimise_problem(&h, start, a);
    p.cases = q->cases ? q->cases : GOAL_CASES;
    if (is_wide(o, p.cases, ds)) return false;
    const double *now = o->now.outcome.value;
    out->now = condition_value(&s.left, now, N_OUTCOME);
    bool is_number = true;
    for (int i = 0; i < N_OUTCOME; i++) is_number &= !s.right.uses[i];
    out->wanted = is_number ? condition_value(&s.right, now, N_OUTCOME) : (double)NAN;
    out->tolerance = tolerance_of(&s, &o->now.outcome);
    if (!search_zeros(&p, out->tolerance, &r, a, ds)) return false;
    if (r.tally.n_unknown) o->why_unknown = optimise_why(&h, &r.first_unknown, a, ds);
    if (isnan(r.nearest)) return optimise_none(&r.tally, o->why_unknown, ds);
    out->at[0] = r.least;
    out->at[1] = r.greatest;
    out->nearest_at = r.nearest;
    for (int i = 0; i < 2; i++)
        out->range[i] = scan_value(&r, out->at[i]) + (is_number ? out->wanted : 0);
    out->n_scan = r.n_scan;
    out->is_cut = r.is_cut;
    out->tally = r.tally;
    if (!fill_solutions(&h, &s, &r, out, a, ds)) return false;
    out->verdict = verdict_of(out, a);
    return true;
}
