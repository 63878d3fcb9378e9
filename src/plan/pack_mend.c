#include "plan/pack_mend.h"

#include <math.h>
#include <stdlib.h>

struct place {
    int type, bin, rank;
    double value;
};

struct state {
    const struct pack *p;
    int *count;
    double *used; /* [resources] */
    long *placed; /* [types] */
    long *held;   /* [groups] */
    int n_place;
    struct place *place; /* most worth first */
};

static int by_value(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->value > y->value || x->value < y->value) return x->value > y->value ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

static double at_most(const struct pack *p, int r)
{
    return p->left[r] > 0 ? p->left[r] * (1 + pack_tolerance_rel) : 0;
}

/* Pieces of a group's type that one of its bins' counts stands for. */
static long times_in(const struct pack_group *g, int type, int bin)
{
    long times = 0;
    for (int k = 0; g->type == type && k < g->n; k++) times += g->bin[k] == bin;
    return times;
}

static void change(struct state *s, int type, int bin, int by)
{
    const struct pack *p = s->p;
    int i = type * p->n_bin + bin;
    s->count[i] += by;
    s->placed[type] += by;
    for (int k = 0; k < p->n[i]; k++) {
        const struct pack_use *u = &p->use[p->first[i] + k];
        s->used[u->resource] += by * u->amount;
    }
    for (int g = 0; g < p->n_group; g++) s->held[g] += by * times_in(&p->group[g], type, bin);
}

static struct state state_make(const struct pack *p, int *count, struct arena *a)
{
    struct state s = {.p = p, .count = count};
    s.used = ARENA_ARRAY(a, double, (size_t)p->n_resource);
    s.placed = ARENA_ARRAY(a, long, (size_t)p->n_type);
    s.held = ARENA_ARRAY(a, long, (size_t)p->n_group);
    s.place = ARENA_ARRAY(a, struct place, (size_t)p->n_type * (size_t)p->n_bin);
    for (int t = 0; t < p->n_type; t++)
        for (int b = 0; b < p->n_bin; b++) {
            int i = t * p->n_bin + b, n = count[i];
            count[i] = 0;
            if (p->n[i] < 0) continue;
            s.place[s.n_place++] = (struct place){t, b, i, p->worth[t] - p->cost[i]};
            if (n > 0) change(&s, t, b, n);
        }
    if (s.n_place) qsort(s.place, (size_t)s.n_place, sizeof *s.place, by_value);
    return s;
}

/* ---- taking away --------------------------------------------------------------- */

static void take_away(struct state *s, const struct place *x, double pieces)
{
    int have = s->count[x->type * s->p->n_bin + x->bin];
    change(s, x->type, x->bin, pieces < have ? -(int)pieces : -have);
}

static double need_of(const struct pack *p, const struct place *x, int resource)
{
    double sum = 0;
    for (int k = 0; k < p->n[x->rank]; k++) {
        const struct pack_use *u = &p->use[p->first[x->rank] + k];
        if (u->resource == resource) sum += u->amount;
    }
    return sum;
}

static void mend_counts(struct state *s)
{
    const struct pack *p = s->p;
    for (int j = s->n_place - 1; j >= 0; j--) {
        const struct place *x = &s->place[j];
        int most = p->most[x->rank];
        if (most >= 0 && s->count[x->rank] > most) take_away(s, x, s->count[x->rank] - most);
        if (s->placed[x->type] > p->wanted[x->type])
            take_away(s, x, (double)(s->placed[x->type] - p->wanted[x->type]));
    }
}

static void mend_groups(struct state *s)
{
    for (int g = 0; g < s->p->n_group; g++) {
        const struct pack_group *group = &s->p->group[g];
        for (int j = s->n_place - 1; j >= 0 && s->held[g] > group->most; j--)
            if (times_in(group, s->place[j].type, s->place[j].bin))
                take_away(s, &s->place[j], (double)(s->held[g] - group->most));
    }
}

/* Rounding of the sum that is left after taking away may leave it a hair above: then the
   sum is made anew, and all of the resource's pieces go rather than to search forever. */
static void mend_resource(struct state *s, int r)
{
    for (int j = s->n_place - 1; j >= 0 && s->used[r] > at_most(s->p, r); j--) {
        const struct place *x = &s->place[j];
        double need = s->count[x->rank] ? need_of(s->p, x, r) : 0;
        if (need > 0) take_away(s, x, ceil((s->used[r] - at_most(s->p, r)) / need));
    }
}

void pack_mend(const struct pack *p, int *count, struct arena *a)
{
    struct arena_mark mark = arena_mark(a);
    for (int pass = 0; pass < 4; pass++) {
        /* Sums are made anew from counts each time. */
        struct state s = state_make(p, count, a);
        if (pass && pack_holds(p, count)) break;
        mend_counts(&s);
        mend_groups(&s);
        for (int r = 0; r < p->n_resource; r++) mend_resource(&s, r);
    }
    if (!pack_holds(p, count))
        for (int i = 0; i < p->n_type * p->n_bin; i++) count[i] = 0;
    arena_release(a, mark);
}

/* ---- adding -------------------------------------------------------------------- */

static int room_for(const struct state *s, const struct place *x)
{
    const struct pack *p = s->p;
    double n = (double)(p->wanted[x->type] - s->placed[x->type]);
    if (p->most[x->rank] >= 0) n = fmin(n, p->most[x->rank] - s->count[x->rank]);
    for (int g = 0; g < p->n_group && n > 0; g++) {
        long times = times_in(&p->group[g], x->type, x->bin);
        if (times) n = fmin(n, floor((double)((p->group[g].most - s->held[g]) / times)));
    }
    for (int k = 0; k < p->n[x->rank] && n > 0; k++) {
        const struct pack_use *u = &p->use[p->first[x->rank] + k];
        double left = at_most(p, u->resource) - s->used[u->resource];
        n = fmin(n, floor(left / need_of(p, x, u->resource)));
    }
    return n > 0 ? (int)n : 0;
}

void pack_fill_up(const struct pack *p, int *count, struct arena *a)
{
    struct arena_mark mark = arena_mark(a);
    struct state s = state_make(p, count, a);
    for (int j = 0; j < s.n_place && s.place[j].value > 0; j++) {
        int n = room_for(&s, &s.place[j]);
        if (n) change(&s, s.place[j].type, s.place[j].bin, n);
    }
    arena_release(a, mark);
}
