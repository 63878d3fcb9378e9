#include "plan/standby_state.h"

#include <math.h>

/* Sums of peaks brought down to what met in one hour at the sources of the state solved. */
static double together_frac(const struct plant *p, const struct limit_state *s)
{
    double used = 0, sum = 0;
    for (int e = 0; e < p->n_elem; e++) {
        if (p->elem[e].up.n) continue;
        used += s->y->elem[e].used;
        sum += s->net->elem[e].w;
    }
    return sum > 0 && used > 0 ? fmin(used / sum, 1) : 1;
}

/* ---- generators ------------------------------------------------------------ */

static void lose_utilities(struct standby_state *g, const struct plant *p,
                           const struct limit_state *s, struct arena *a)
{
    struct lost *lost = ARENA_ARRAY(a, struct lost, (size_t)p->n_elem + 1);
    int n = 0;
    for (int e = 0; e < p->n_elem; e++)
        if (p->elem[e].what == ELEM_UTILITY) lost[n++] = (struct lost){p->alive_elem + e, 1};
    struct outage *o = outage_make(p, lost, n, a);
    struct outage *with_year = ARENA_ARRAY(a, struct outage, 1);
    struct network *net = ARENA_ARRAY(a, struct network, 1);
    *with_year = *o;
    with_year->tap_group = s->o->tap_group; /* groups as the year has them */
    *net = network_solve(p, with_year, s->y, a);
    g->o = o;
    g->net = net;
    g->name = "utility lost";
}

static bool are_waiting(const struct plant *p, const struct limit_state *s)
{
    bool is_there = false, carries = false;
    for (int e = 0; e < p->n_elem; e++) {
        if (p->elem[e].what != ELEM_GENERATOR) continue;
        is_there = true;
        carries |= s->net->elem[e].w > 0;
    }
    return is_there && !carries;
}

/* ---- batteries that recharge ------------------------------------------------ */

static void add_battery(struct standby_state *g, const struct plant *p, int e)
{
    const struct ups *u = site_ups(p->site, p->elem[e].index);
    const struct battery *b = u->battery.n ? site_battery(p->site, u->battery.ref[0].index) : NULL;
    int units = g->o->alive[p->alive_elem + e];
    g->recharge_w[e] += b ? b->recharge_frac * p->elem[e].rated_w * units : 0;
    g->is_unknown[e] |= !b;
}

static void find_recharge(struct standby_state *g, const struct plant *p)
{
    const struct outage *o = g->o;
    for (int e = 0; e < p->n_elem; e++) {
        const struct elem *x = &p->elem[e];
        if (o->dead[e]) continue;
        if (x->what == ELEM_UPS) add_battery(g, p, e);
        for (int j = x->up.first; j < x->up.first + x->up.n; j++) {
            if (!(o->share[j] > 0)) continue;
            g->recharge_w[p->feed[j]] += o->share[j] * g->recharge_w[e];
            g->is_unknown[p->feed[j]] |= g->is_unknown[e];
        }
    }
}

struct standby_state standby_state_of(const struct plant *p, const struct limit_state *s,
                                      struct arena *a)
{
    struct standby_state g = {.o = s->o,
                              .net = s->net,
                              .name = s->name,
                              .together_frac = together_frac(p, s),
                              .recharge_w = ARENA_ARRAY(a, double, (size_t)p->n_elem + 1),
                              .is_unknown = ARENA_ARRAY(a, bool, (size_t)p->n_elem + 1)};
    if (are_waiting(p, s)) lose_utilities(&g, p, s, a);
    find_recharge(&g, p);
    return g;
}

int standby_sets(const struct plant *p, const struct outage *o, int e)
{
    int needed = site_generator(p->site, p->elem[e].index)->needed;
    int alive = o->alive[p->alive_elem + e];
    return needed != PARAM_NO_COUNT && needed < alive ? needed : alive;
}

double standby_step_w(const struct standby_state *g, int e)
{
    const struct network_elem *n = &g->net->elem[e];
    return n->w > 0 ? standby_step_va(g, e) * n->w / hypot(n->w, n->var) : 0;
}
