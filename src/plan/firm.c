#include "plan/firm.h"

#include <math.h>
#include <string.h>

struct gathering {
    const struct limits_case *c;
    const struct limit_state *normal;
    struct failures *out;
    struct arena *a;
    int cap;
};

static double usable_va(const struct elem *x)
{
    double va = x->rated_va > 0 ? x->rated_va : x->rated_w;
    return x->units * va * x->usable_frac;
}

static void add_firm(struct gathering *g, const char *consumer, const int *elem, int n,
                     double peak_va)
{
    struct failures *out = g->out;
    double all = 0, greatest = 0;
    struct builder names = builder_new(g->a);
    for (int i = 0; i < n; i++) {
        const struct elem *x = &g->c->plant->elem[elem[i]];
        double va = usable_va(x);
        if (isnan(va)) return;
        all += va;
        greatest = fmax(greatest, va);
        builder_format(&names, "%s%s", i ? ", " : "",
                       site_part_name(g->c->site, x->kind, x->index, g->a));
    }
    if (out->n_firm == g->cap) {
        struct firm *more = ARENA_ARRAY(g->a, struct firm, (size_t)g->cap * 2 + 8);
        if (out->n_firm) memcpy(more, out->firm, (size_t)out->n_firm * sizeof *more);
        out->firm = more;
        g->cap = g->cap * 2 + 8;
    }
    out->firm[out->n_firm++] = (struct firm){consumer, names.s, all, all - greatest, peak_va};
}

static double output_va(const struct gathering *g, int e)
{
    const struct network_elem *n = &g->normal->net->elem[e];
    double w = g->normal->y->elem[e].used;
    return n->w > 0 ? w * n->va / n->w : w;
}

/* Sets of sources of the same classes are one; what the first carries in all. */
static bool is_seen(const struct gathering *g, int tap, int until)
{
    const struct plant *p = g->c->plant;
    const int *class_of = g->normal->o->alike.of;
    for (int t = 0; t < until; t++) {
        const struct feeds a = p->tap[t].feed, b = p->tap[tap].feed;
        bool is_same = a.n == b.n;
        for (int i = 0; is_same && i < a.n; i++)
            is_same = class_of[p->feed[a.first + i]] == class_of[p->feed[b.first + i]];
        if (is_same) return true;
    }
    return false;
}

enum { SETS_MOST = 64 };

static void add_sources(struct gathering *g)
{
    const struct plant *p = g->c->plant;
    int before = g->out->n_firm;
    for (int t = 0; t < p->n_tap && g->out->n_firm - before < SETS_MOST; t++) {
        const struct tap *x = &p->tap[t];
        double peak_va = 0;
        if (x->feed.n < 2 || is_seen(g, t, t)) continue;
        for (int i = 0; i < x->feed.n; i++) peak_va += output_va(g, p->feed[x->feed.first + i]);
        add_firm(g, site_part_name(g->c->site, KIND_SERVER, p->group[x->group].server, g->a),
                 p->feed + x->feed.first, x->feed.n, peak_va);
    }
}

static void add_systems(struct gathering *g, int first, int n)
{
    const struct plant *p = g->c->plant;
    int *elem = ARENA_ARRAY(g->a, int, (size_t)n);
    double peak_va = 0;
    int found = 0;
    for (int e = 0; e < p->n_elem; e++) {
        const struct elem *x = &p->elem[e];
        if (x->kind != KIND_UPS || x->index < first || x->index >= first + n) continue;
        elem[found++] = e;
        peak_va += output_va(g, e);
    }
    const struct object *o = g->c->site->of[KIND_UPS].object[first];
    add_firm(g, arena_format(g->a, "ups.%s", o->name), elem, found, peak_va);
}

void firm_find(const struct limits_case *c, const struct limit_state *normal, struct failures *out,
               struct arena *a)
{
    struct gathering g = {c, normal, out, a, 0};
    const struct bag *ups = &c->site->of[KIND_UPS];
    for (int i = 0; i<ups->n; i += ups->copy[i].n> 0 ? ups->copy[i].n : 1)
        if (ups->copy[i].n > 1) add_systems(&g, i, ups->copy[i].n);
    add_sources(&g);
}
