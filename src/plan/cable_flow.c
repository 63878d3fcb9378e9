#include "plan/cable_flow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double looks_most = 1e9; /* at cells; about a second */

struct pair {
    double length_m;
    int spot, to;
};

struct search {
    struct cable_flow *f;
    int *want, *free; /* as they were */
    struct pair *pair;
    size_t n_pair;
    /* of one augmenting path: spots first, then switches */
    int *from, *queue;
    double looks;
};

static int by_length(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    if (x->length_m != y->length_m) return x->length_m < y->length_m ? -1 : 1;
    if (x->spot != y->spot) return x->spot < y->spot ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* ---- shortest first ----------------------------------------------------------- */

static void reset(struct search *s)
{
    struct cable_flow *f = s->f;
    memcpy(f->want, s->want, (size_t)f->n_spot * sizeof *f->want);
    memcpy(f->free, s->free, (size_t)f->n_switch * sizeof *f->free);
    memset(f->flow, 0, s->n_pair * sizeof *f->flow);
}

static void take_shortest(struct search *s, double most_m)
{
    struct cable_flow *f = s->f;
    for (size_t i = 0; i < s->n_pair && s->pair[i].length_m <= most_m; i++) {
        const struct pair *p = &s->pair[i];
        int take = least(f->want[p->spot], f->free[p->to]);
        f->flow[p->spot * f->n_switch + p->to] += take;
        f->want[p->spot] -= take;
        f->free[p->to] -= take;
    }
    s->looks += (double)s->n_pair;
}

/* ---- augmenting paths ----------------------------------------------------------- */

enum { UNSEEN = -2, ROOT = -1 };

/* Nodes that one more link can come to from spots that want a port; a switch with a free one,
   or -1. */
static int find_path(struct search *s, double most_m)
{
    struct cable_flow *f = s->f;
    int head = 0, tail = 0, n = f->n_spot + f->n_switch;
    for (int i = 0; i < n; i++) s->from[i] = UNSEEN;
    for (int i = 0; i < f->n_spot; i++)
        if (f->want[i]) s->from[i] = ROOT, s->queue[tail++] = i;
    while (head < tail) {
        int at = s->queue[head++];
        bool is_spot = at < f->n_spot;
        int others = is_spot ? f->n_switch : f->n_spot, w = at - f->n_spot;
        s->looks += others;
        for (int i = 0; i < others; i++) {
            int cell = is_spot ? at * f->n_switch + i : i * f->n_switch + w;
            int to = is_spot ? f->n_spot + i : i;
            bool leads = is_spot ? f->length_m[cell] <= most_m : f->flow[cell] > 0;
            if (!leads || s->from[to] != UNSEEN) continue;
            s->from[to] = at;
            if (is_spot && f->free[i]) return i;
            s->queue[tail++] = to;
        }
    }
    return -1;
}

/* The cell of a step between a spot and a switch. */
static int *cell_of(const struct search *s, int spot, int node)
{
    return &s->f->flow[spot * s->f->n_switch + node - s->f->n_spot];
}

/* As many links as the whole path has room for. */
static void augment(struct search *s, int to)
{
    struct cable_flow *f = s->f;
    int take = f->free[to], node = f->n_spot + to;
    for (; s->from[node] != ROOT; node = s->from[node])
        if (node < f->n_spot) take = least(take, *cell_of(s, node, s->from[node]));
    take = least(take, f->want[node]);
    f->want[node] -= take;
    f->free[to] -= take;
    for (node = f->n_spot + to; s->from[node] != ROOT; node = s->from[node]) {
        if (node < f->n_spot)
            *cell_of(s, node, s->from[node]) -= take;
        else
            *cell_of(s, s->from[node], node) += take;
    }
}

/* Links without a port where no cable is longer. */
static int fill(struct search *s, double most_m)
{
    int left = 0;
    reset(s);
    take_shortest(s, most_m);
    for (int to; s->looks < looks_most && (to = find_path(s, most_m)) >= 0;) augment(s, to);
    for (int i = 0; i < s->f->n_spot; i++) left += s->f->want[i];
    return left;
}

/* ---- the least longest cable ------------------------------------------------------- */

static void start(struct search *s, struct arena *a)
{
    const struct cable_flow *f = s->f;
    size_t nodes = (size_t)f->n_spot + (size_t)f->n_switch;
    s->n_pair = (size_t)f->n_spot * (size_t)f->n_switch;
    s->pair = ARENA_ARRAY(a, struct pair, s->n_pair + 1);
    s->from = ARENA_ARRAY(a, int, nodes + 1);
    s->queue = ARENA_ARRAY(a, int, nodes + 1);
    s->want = ARENA_ARRAY(a, int, (size_t)f->n_spot + 1);
    s->free = ARENA_ARRAY(a, int, (size_t)f->n_switch + 1);
    memcpy(s->want, f->want, (size_t)f->n_spot * sizeof *s->want);
    memcpy(s->free, f->free, (size_t)f->n_switch * sizeof *s->free);
    for (int i = 0, j = 0; i < f->n_spot; i++)
        for (int w = 0; w < f->n_switch; w++, j++) s->pair[j] = (struct pair){f->length_m[j], i, w};
    qsort(s->pair, s->n_pair, sizeof *s->pair, by_length);
}

bool cable_flow_assign(struct cable_flow *f, struct arena *a)
{
    struct search s = {.f = f};
    start(&s, a);
    if (!s.n_pair) return true;
    int without = fill(&s, HUGE_VAL);
    size_t low = 0, high = s.n_pair - 1; /* of the sorted pairs, the last that is needed */
    while (low < high && s.looks < looks_most) {
        size_t middle = low + (high - low) / 2;
        if (fill(&s, s.pair[middle].length_m) <= without)
            high = middle;
        else
            low = middle + 1;
    }
    bool is_proved = s.looks < looks_most;
    s.looks = 0;
    fill(&s, s.pair[high].length_m);
    return is_proved;
}
