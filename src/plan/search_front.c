/* Of search.h: two goals. */

#include <gsl/gsl_heapsort.h>
#include <math.h>

#include "plan/search_inner.h"

enum { FROM = 2 };

struct archive { /* every point that may be on the front */
    int n, cap;
    struct trial *t;
};

static void keep(struct archive *to, const struct trial *t)
{
    if (to->n < to->cap) to->t[to->n++] = *t;
}

static bool is_fine(const struct search *s, const struct trial *t)
{
    return !(search_breach(s, s->view, t) > 0);
}

struct mark { /* on the way along the first goal */
    const struct trial *t;
    bool is_of; /* one that may be told */
    int order;
};

static int compare(double a, double b)
{
    return (a > b) - (a < b);
}

/* By the first goal, then the second; of twins one that may be told. */
static int by_goals(const void *a, const void *b)
{
    const struct mark *x = a, *y = b;
    int by = compare(x->t->goal[0], y->t->goal[0]);
    if (!by) by = compare(x->t->goal[1], y->t->goal[1]);
    if (!by) by = (int)y->is_of - (int)x->is_of;
    return by ? by : x->order - y->order;
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

static void add_marks(const struct search *s, const struct archive *from, bool is_of,
                      struct mark *to, int *n)
{
    for (int i = 0; i < from->n; i++) {
        if (!is_fine(s, &from->t[i])) continue;
        to[*n] = (struct mark){&from->t[i], is_of, *n};
        (*n)++;
    }
}

/* A point is on the front when none before it has as little of the second goal. */
static void take_front(const struct search *s, const struct archive *x, const struct archive *of,
                       struct search_front *out)
{
    struct mark *m = ARENA_ARRAY(s->arena, struct mark, (size_t)(x->n + of->n) + 1);
    double least = HUGE_VAL;
    int n = 0;
    add_marks(s, of, true, m, &n);
    add_marks(s, x, false, m, &n);
    gsl_heapsort(m, (size_t)n, sizeof *m, by_goals);
    out->point = ARENA_ARRAY(s->arena, struct trial, (size_t)of->n + 1);
    for (int i = 0; i < n; i++) {
        if (!(m[i].t->goal[1] < least)) continue;
        least = m[i].t->goal[1];
        if (m[i].is_of) out->point[out->n++] = *m[i].t;
    }
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
