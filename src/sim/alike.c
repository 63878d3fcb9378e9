#include "sim/alike.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Finalizer of splitmix64 (Steele, Lea, Flood, OOPSLA 2014). */
static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t z = (a ^ (b + 0x9e3779b97f4a7c15u)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 29)) * 0x94d049bb133111ebu;
    return z ^ (z >> 32);
}

static uint64_t bits(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

/* All that tells one part from another, its name apart. */
static uint64_t colour_of_kind(const struct site *s, const struct elem *x)
{
    if (x->what == ELEM_UPS) {
        const struct ups *u = site_ups(s, x->index);
        int battery = u->battery.n ? u->battery.ref[0].index : -1;
        return mix(mix((uint64_t)u->mode, (uint64_t)battery), bits(u->short_circuit_ratio));
    }
    if (x->what == ELEM_PDU) {
        const struct pdu *u = (const struct pdu *)(const void *)x->e;
        return u->outlets > 0 ? (uint64_t)u->outlets : 0;
    }
    if (x->what == ELEM_TRANSFORMER) {
        const struct transformer *t = site_transformer(s, x->index);
        uint64_t c = mix((uint64_t)t->vector, bits(t->impedance_frac));
        return mix(mix(mix(c, bits(t->primary.v)), bits(t->inrush_ratio)), bits(t->k_factor));
    }
    return 0;
}

static uint64_t colour_of_part(const struct site *s, const struct elem *x)
{
    const struct electrical *e = x->e;
    const double number[] = {x->a_w,
                             x->b,
                             x->c_per_w,
                             x->rated_w,
                             x->rated_va,
                             x->rated_a,
                             x->usable_frac,
                             x->line_v,
                             e->length_m,
                             e->mtbf_s,
                             e->mttr_s,
                             e->common_frac,
                             e->breaking_a,
                             e->delay_s,
                             e->withstand_a,
                             e->instantaneous,
                             e->power_factor,
                             e->resistance_ohm_m,
                             e->reactance_ohm_m};
    const int count[] = {x->kind, x->units, x->room, x->phases, x->line, e->trip, e->is_selective};
    uint64_t c = 0;
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) c = mix(c, bits(number[i]));
    for (size_t i = 0; i < sizeof count / sizeof *count; i++) c = mix(c, (uint64_t)count[i]);
    return mix(c, colour_of_kind(s, x));
}

struct refining {
    const struct plant *p;
    const double *share;
    const int *supplies; /* NULL: all */
    uint64_t *now, *next, *sorted;
};

enum side { UPSTREAM = 1, DOWNSTREAM, TAP, CONSUMER };

static void add_edge(uint64_t *to, enum side side, uint64_t other, double share)
{
    *to += mix(mix((uint64_t)side, other), bits(share));
}

/* Consumers other than servers are each like no other. */
static void add_consumer(struct refining *r, struct feeds f, uint64_t id)
{
    for (int j = f.first; j < f.first + f.n; j++)
        add_edge(&r->next[r->p->feed[j]], CONSUMER, id, r->share[j]);
}

static void add_consumers(struct refining *r)
{
    const struct plant *p = r->p;
    uint64_t id = 1;
    for (int i = 0; i < p->n_fixed; i++) add_consumer(r, p->fixed[i].feed, id++);
    for (int i = 0; i < p->n_cool; i++) add_consumer(r, p->cool[i].feed, id++);
    for (int i = 0; i < p->n_cdu; i++) add_consumer(r, p->cdu[i].feed, id++);
    for (int i = 0; i < p->n_loop; i++) add_consumer(r, p->loop[i].feed, id++);
    for (int i = 0; i < p->n_sink; i++) add_consumer(r, p->sink[i].feed, id++);
}

/* Servers tie their sources together. */
static void add_taps(struct refining *r)
{
    const struct plant *p = r->p;
    for (int t = 0; t < p->n_tap; t++) {
        const struct tap *x = &p->tap[t];
        uint64_t c = mix(mix((uint64_t)x->group, bits(x->count)),
                         r->supplies ? (uint64_t)r->supplies[t] : 0);
        uint64_t all = 0;
        for (int j = x->feed.first; j < x->feed.first + x->feed.n; j++)
            add_edge(&all, TAP, r->now[p->feed[j]], r->share[j]);
        for (int j = x->feed.first; j < x->feed.first + x->feed.n; j++)
            add_edge(&r->next[p->feed[j]], TAP, mix(c, all), r->share[j]);
    }
}

static void refine(struct refining *r)
{
    const struct plant *p = r->p;
    memset(r->next, 0, (size_t)p->n_elem * sizeof *r->next);
    for (int e = 0; e < p->n_elem; e++) {
        struct feeds f = p->elem[e].up;
        for (int j = f.first; j < f.first + f.n; j++) {
            add_edge(&r->next[e], UPSTREAM, r->now[p->feed[j]], r->share[j]);
            add_edge(&r->next[p->feed[j]], DOWNSTREAM, r->now[e], r->share[j]);
        }
    }
    add_taps(r);
    add_consumers(r);
    for (int e = 0; e < p->n_elem; e++) r->next[e] = mix(r->now[e], r->next[e]);
    uint64_t *was = r->now;
    r->now = r->next;
    r->next = was;
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Distinct colours; they stay sorted in r->sorted. */
static int count_colours(struct refining *r)
{
    int n = r->p->n_elem, distinct = 0;
    memcpy(r->sorted, r->now, (size_t)n * sizeof *r->sorted);
    qsort(r->sorted, (size_t)n, sizeof *r->sorted, by_value);
    for (int i = 0; i < n; i++)
        if (i == 0 || r->sorted[i] != r->sorted[i - 1]) r->sorted[distinct++] = r->sorted[i];
    return distinct;
}

static int place_of(const struct refining *r, int n, uint64_t colour)
{
    const uint64_t *at = bsearch(&colour, r->sorted, (size_t)n, sizeof colour, by_value);
    return (int)(at - r->sorted);
}

static struct alike number_classes(struct refining *r, int n, struct arena *a)
{
    int n_elem = r->p->n_elem;
    struct alike out = {0, ARENA_ARRAY(a, int, (size_t)n_elem + 1),
                        ARENA_ARRAY(a, int, (size_t)n + 1), ARENA_ARRAY(a, int, (size_t)n + 1)};
    int *class_of = ARENA_ARRAY(a, int, (size_t)n + 1);
    for (int i = 0; i < n; i++) class_of[i] = -1;
    for (int e = 0; e < n_elem; e++) {
        int *c = &class_of[place_of(r, n, r->now[e])];
        if (*c < 0) {
            *c = out.n++;
            out.first[*c] = e;
        }
        out.of[e] = *c;
        out.size[*c]++;
    }
    return out;
}

struct alike alike_find(const struct plant *p, const double *share, const int *alive,
                        const int *tap_supplies, struct arena *a)
{
    size_t n = (size_t)p->n_elem + 1;
    struct refining r = {p,
                         share,
                         tap_supplies,
                         ARENA_ARRAY(a, uint64_t, n),
                         ARENA_ARRAY(a, uint64_t, n),
                         ARENA_ARRAY(a, uint64_t, n)};
    for (int e = 0; e < p->n_elem; e++)
        r.now[e] = mix(colour_of_part(p->site, &p->elem[e]), (uint64_t)alive[e]);
    int before = 0, now = count_colours(&r);
    while (now > before && now < p->n_elem) {
        before = now;
        refine(&r);
        now = count_colours(&r);
    }
    return number_classes(&r, now, a);
}
