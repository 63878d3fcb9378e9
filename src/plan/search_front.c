/* Of search.h: two goals. */

#include <gsl/gsl_heapsort.h>
#include <math.h>
#include <string.h>

#include "plan/search_inner.h"

enum { FROM = 2, FRONT_MOST = 200 };

struct archive { /* every point that may be on the front */
    int n, cap;
    struct trial *t;
};

static void keep(struct archive *to, const struct trial *t)
{
    if (to->n < to->cap) to->t[to->n++] = *t;
}

static bool dominates(const struct trial *a, const struct trial *b)
{
    return a->goal[0] <= b->goal[0] && a->goal[1] <= b->goal[1] &&
           (a->goal[0] < b->goal[0] || a->goal[1] < b->goal[1]);
}

static bool is_fine(const struct search *s, const struct trial *t)
{
    return !(search_breach(s, s->view, t) > 0);
}

static bool is_on_front(const struct search *s, const struct archive *x, int i)
{
    if (!is_fine(s, &x->t[i])) return false;
    for (int k = 0; k < x->n; k++) {
        const struct trial *t = &x->t[k];
        if (k == i || !is_fine(s, t)) continue;
        bool is_twin = !(t->goal[0] < x->t[i].goal[0]) && !(t->goal[0] > x->t[i].goal[0]) &&
                       !(t->goal[1] < x->t[i].goal[1]) && !(t->goal[1] > x->t[i].goal[1]);
        if (dominates(t, &x->t[i]) || (is_twin && k < i)) return false;
    }
    return true;
}

static int by_first_goal(const void *a, const void *b)
{
    const struct trial *x = a, *y = b;
    return (x->goal[0] > y->goal[0]) - (x->goal[0] < y->goal[0]);
}

/* Once a level, from the best of the archive under its ceiling; what they come to joins it. */
static bool sweep_levels(struct search *s, struct archive *x, int levels, const double ends[2],
                         int cases, enum local_method method, struct archive *out)
{
    int n = 0;
    struct local_start *start =
        ARENA_ARRAY(s->arena, struct local_start, (size_t)(FROM * levels) + 1);
    struct local_end *end = ARENA_ARRAY(s->arena, struct local_end, (size_t)(FROM * levels) + 1);
    for (int k = 0; k < levels; k++) {
        struct trial from[FROM];
        struct search_view v = {0, ends[0] + (ends[1] - ends[0]) * (k + 1) / (levels + 1)};
        int found = search_starts(s, v, x->t, x->n, from, FROM);
        for (int i = 0; i < found; i++)
            start[n++] = (struct local_start){from[i], v, method, 0.1, cases / (FROM * levels) + 1};
    }
    if (!search_locals(s, start, n, end)) return false;
    for (int i = 0; i < n; i++) {
        keep(x, &end[i].best);
        keep(out, &end[i].best);
    }
    return true;
}

static void take_front(const struct search *s, const struct archive *x, const struct archive *of,
                       struct search_front *out)
{
    struct archive all = {0, x->n + of->n,
                          ARENA_ARRAY(s->arena, struct trial, (size_t)(x->n + of->n) + 1)};
    for (int i = 0; i < of->n; i++) keep(&all, &of->t[i]);
    for (int i = 0; i < x->n; i++) keep(&all, &x->t[i]);
    out->point = ARENA_ARRAY(s->arena, struct trial, (size_t)of->n + 1);
    for (int i = 0; i < of->n; i++)
        if (is_on_front(s, &all, i)) out->point[out->n++] = of->t[i];
    gsl_heapsort(out->point, (size_t)out->n, sizeof *out->point, by_first_goal);
}

static bool find_front(struct search *s, int levels, struct search_front *out)
{
    const struct search_problem *p = s->p;
    int steps = 2 * FROM * levels, rest = p->cases - s->tally.n_case;
    struct archive x = {0, s->n_scan + 2 + 2 * steps, NULL}, of = {0, s->n_scan + 2 + steps, NULL};
    x.t = ARENA_ARRAY(s->arena, struct trial, (size_t)x.cap);
    of.t = ARENA_ARRAY(s->arena, struct trial, (size_t)of.cap);
    for (int i = 0; i < s->n_scan; i++) keep(&x, &s->scan[i]);
    for (int g = 0; g < 2; g++) {
        struct search_view v = {g, (double)NAN};
        if (!search_view_least(s, v, rest / 4, &out->end[g])) return false;
        if (!out->end[g].is_found || !is_fine(s, &out->end[g].best)) return true;
        keep(&x, &out->end[g].best);
        keep(&of, &out->end[g].best);
    }
    double ends[2] = {out->end[1].best.goal[1], out->end[0].best.goal[1]};
    bool is_line = ends[1] > ends[0] && search_n_free(p);
    for (int i = 0; i < s->n_scan && s->is_whole; i++) keep(&of, &s->scan[i]);
    if (is_line && (!sweep_levels(s, &x, levels, ends, rest / 4, LOCAL_POWELL, &of) ||
                    !sweep_levels(s, &x, levels, ends, rest / 4, LOCAL_SUBPLEX, &of)))
        return false;
    take_front(s, &x, &of, out);
    return true;
}

bool search_pareto(const struct search_problem *p, int levels, struct search_front *out,
                   struct arena *a, struct diags *ds)
{
    struct search s;
    search_open(&s, p, a, ds);
    *out = (struct search_front){0};
    bool is_good = search_scan(&s) && find_front(&s, levels, out);
    out->tally = s.tally;
    for (int g = 0; g < 2; g++) {
        out->end[g].tally = s.tally;
        out->end[g].first_unknown = s.first_unknown;
    }
    search_close(&s);
    return is_good;
}
