#include "plan/outlet_limits.h"

#include <math.h>

static void plug_in(const struct plant *p, double *plugs, const struct feeds *f, double n)
{
    for (int i = f->first; i < f->first + f->n; i++) plugs[p->feed[i]] += n;
}

static void plug_servers(const struct plant *p, double *plugs)
{
    for (int i = 0; i < p->n_tap; i++) {
        const struct tap *t = &p->tap[i];
        for (int j = 0; j < t->feed.n; j++)
            plugs[p->feed[t->feed.first + j]] += t->count * p->tap_supplies[t->first_supply + j];
    }
}

double *outlet_plugs(const struct plant *p, struct arena *a)
{
    double *plugs = ARENA_ARRAY(a, double, (size_t)p->n_elem + 1);
    plug_servers(p, plugs);
    for (int i = 0; i < p->n_cool; i++) plug_in(p, plugs, &p->cool[i].feed, p->cool[i].units);
    for (int i = 0; i < p->n_cdu; i++) plug_in(p, plugs, &p->cdu[i].feed, p->cdu[i].units);
    for (int i = 0; i < p->n_sink; i++) plug_in(p, plugs, &p->sink[i].feed, p->sink[i].units);
    for (int i = 0; i < p->n_loop; i++) plug_in(p, plugs, &p->loop[i].feed, 1); /* its pumps */
    for (int i = 0; i < p->n_fixed; i++)
        plug_in(p, plugs, &p->fixed[i].feed, p->fixed[i].l->part.count);
    for (int e = 0; e < p->n_elem; e++) { /* what it feeds has come before */
        const struct elem *x = &p->elem[e];
        for (int i = x->up.first; i < x->up.first + x->up.n; i++) {
            bool is_inside = x->kind == KIND_BANK && p->elem[p->feed[i]].kind == KIND_RACKPDU;
            plugs[p->feed[i]] += is_inside ? plugs[e] : x->units;
        }
    }
    return plugs;
}

void limit_add_outlets(struct limit_list *l)
{
    const struct plant *p = l->c->plant;
    const double *plugs = NULL;
    for (int e = 0; e < p->n_elem; e++) {
        const struct elem *x = &p->elem[e];
        if (x->what != ELEM_PDU || !x->units) continue;
        int outlets = ((const struct pdu *)(const void *)x->e)->outlets;
        if (outlets <= 0) continue; /* not given, or a transfer switch */
        if (!plugs) plugs = outlet_plugs(p, l->a);
        limit_add_of(l, e, "outlets", "normal", ceil(plugs[e] / x->units - 1e-9), outlets, "plugs",
                     x->units > 1 ? "of one unit, all alike" : NULL);
    }
}
