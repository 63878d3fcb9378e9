/* K-factors of transformers and runtime of batteries. */

#include <math.h>

#include "physics/standby.h"
#include "plan/network_checks.h"

static double k_factor(const struct network_elem *n)
{
    struct harmonic spectrum[NETWORK_ORDERS];
    for (int i = 0; i < NETWORK_ORDERS; i++)
        spectrum[i] = (struct harmonic){network_order(i), n->harmonic_frac[i]};
    return harmonic_k_factor(spectrum, NETWORK_ORDERS);
}

void check_k_factors(struct checks *k)
{
    static const char check[] = "K-factor";
    const struct plant *p = check_plant(k);
    for (int e = 0; e < p->n_elem; e++) {
        const struct elem *x = &p->elem[e];
        const struct network_elem *n = &k->s->net->elem[e];
        if (x->what != ELEM_TRANSFORMER || k->s->o->dead[e] || !(n->w > 0)) continue;
        double most = site_transformer(k->l->c->site, x->index)->k_factor, used = k_factor(n);
        if (!n->knows_harmonics)
            skip_supplies(k, check, SUPPLY_HARMONICS);
        else if (!isnan(most))
            limit_add_of(k->l, e, check, k->s->name, used, most, "",
                         "of its load's harmonics (UL 1561)");
        else if (used > 1 + 1e-9)
            skip_elem(k, check, "k_factor", e);
    }
}

void check_batteries(struct checks *k)
{
    static const char check[] = "battery runtime";
    const struct plant *p = check_plant(k);
    for (int e = 0; e < p->n_elem; e++) {
        const struct elem *x = &p->elem[e];
        if (x->what != ELEM_UPS || k->s->o->dead[e] || !(k->s->y->elem[e].used > 0)) continue;
        const struct ups *u = site_ups(k->l->c->site, x->index);
        if (!u->battery.n) {
            skip_elem(k, check, "battery", e);
            continue;
        }
        const struct battery *b = site_battery(k->l->c->site, u->battery.ref[0].index);
        struct battery_use use = {b->inverter_frac, b->depth_frac, b->ageing_frac};
        double runtime_s = battery_runtime_s(b->energy_j, k->s->y->elem[e].used, use);
        limit_add_of(k->l, e, check, k->s->name, b->needed_s / 60, runtime_s / 60, "min",
                     "used is what is needed; limit, what an aged battery lasts at the peak");
    }
}
