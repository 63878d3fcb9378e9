#include "plan/shade.h"

#include <math.h>
#include <string.h>

static void *copy_of(struct arena *a, const void *from, size_t bytes)
{
    void *to = arena_make(a, 1, bytes + 64);
    if (bytes) memcpy(to, from, bytes);
    return to;
}

struct shade shade_new(const struct plant *p, const struct limit_state *normal, struct arena *a)
{
    size_t n = (size_t)p->n_elem, n_alive = (size_t)p->n_alive;
    struct shade h = {.normal = normal, .plant = p};
    struct outage *o = copy_of(a, normal->o, sizeof *normal->o);
    struct year *y = copy_of(a, normal->y, sizeof *normal->y);
    struct network *net = ARENA_ARRAY(a, struct network, 1);
    h.net = copy_of(a, normal->net->elem, n * sizeof *h.net);
    h.peak = copy_of(a, normal->y->elem, n * sizeof *h.peak);
    h.alive = copy_of(a, normal->o->alive, n_alive * sizeof *h.alive);
    o->alive = h.alive;
    y->elem = h.peak;
    *net = (struct network){p->n_elem, h.net};
    h.s = (struct limit_state){o, net, y, NULL};
    return h;
}

static void shade_elem(struct shade *h, const struct screened_elem *x)
{
    const struct network_elem *n = &h->normal->net->elem[x->elem];
    double normal_w = h->normal->y->elem[x->elem].used, phases = h->plant->elem[x->elem].phases;
    double meets = x->before_w > 0 ? normal_w / x->before_w : 1;
    double mean_va = n->w > 0 ? x->w * n->va / n->w : x->w;
    h->peak[x->elem].used = x->w * fmin(meets, 1);
    h->net[x->elem].w = x->w;
    h->net[x->elem].va = mean_va;
    h->net[x->elem].worst_frac = mean_va > 0 ? x->line_va * phases / mean_va : 1;
}

void shade_loss(struct shade *h, const struct screened *s, struct lost lost)
{
    h->alive[lost.alive_index] -= lost.units;
    for (int i = 0; i < s->n; i++) shade_elem(h, &s->elem[i]);
}

void shade_undo(struct shade *h, const struct screened *s, struct lost lost)
{
    for (int i = 0; i < s->n; i++) {
        int e = s->elem[i].elem;
        h->peak[e] = h->normal->y->elem[e];
        h->net[e] = h->normal->net->elem[e];
    }
    h->alive[lost.alive_index] += lost.units;
}
