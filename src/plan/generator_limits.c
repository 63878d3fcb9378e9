/* Generators: what meets them when the utility is lost. */

#include <math.h>

#include "physics/standby.h"
#include "plan/network_checks.h"
#include "plan/standby_state.h"

struct gensets {
    struct checks *k;
    struct standby_state in;
};

static bool has_generator(const struct plant *p)
{
    for (int e = 0; e < p->n_elem; e++)
        if (p->elem[e].what == ELEM_GENERATOR) return true;
    return false;
}

static void say_batteries(const struct gensets *g)
{
    struct checks *k = g->k;
    const struct plant *p = check_plant(k);
    for (int e = 0; e < p->n_elem; e++) {
        const struct elem *x = &p->elem[e];
        if (x->what == ELEM_UPS && !g->in.o->dead[e] &&
            !site_ups(k->l->c->site, x->index)->battery.n)
            skip_elem(k, "battery recharge on generators", "battery", e);
    }
}

/* ---- one generator --------------------------------------------------------- */

struct genset { /* the sets that are needed, together */
    const struct generator *of;
    const char *id;
    double rated_w, rated_va; /* derated, and as on the plate */
};

static struct genset genset_of(const struct gensets *g, int e)
{
    const struct plant *p = check_plant(g->k);
    const struct elem *x = &p->elem[e];
    const struct generator *of = site_generator(g->k->l->c->site, x->index);
    int sets = standby_sets(p, g->in.o, e);
    return (struct genset){of, check_name(g->k, e), sets * x->rated_w * x->usable_frac,
                           sets * x->rated_va};
}

static const char *fuel_note(const struct gensets *g, const struct genset *s, double w)
{
    char hours[TEXT_NUMBER_CAP];
    double per_s = s->of->fuel_m3_j * w;
    if (isnan(s->of->tank_m3) || !(per_s > 0)) return NULL;
    return arena_format(g->k->l->a, "the tank lasts %s h at this load",
                        text_fixed(hours, s->of->tank_m3 / per_s / 3600, 1, false));
}

static void check_power(const struct gensets *g, const struct genset *s, int e)
{
    double w = standby_running_w(&g->in, e) + g->in.recharge_w[e];
    bool recharges = g->in.recharge_w[e] > 0 && !g->in.is_unknown[e];
    if (g->in.is_unknown[e]) say_batteries(g);
    limit_add(g->k->l, s->id, "generator power",
              recharges ? arena_format(g->k->l->a, "%s, batteries recharging", g->in.name)
                        : g->in.name,
              w / 1000, s->rated_w / 1000, "kW", fuel_note(g, s, w));
}

/* All that is not behind a double conversion starts as one block, at the power factor of
   the load: motors that start on line draw their current at a lower one. */
static void check_step(const struct gensets *g, const struct genset *s, int e)
{
    limit_add(g->k->l, s->id, "load step", g->in.name, 100 * standby_step_w(&g->in, e) / s->rated_w,
              100 * s->of->step_frac, "%", "all that no double conversion walks in, as one block");
    if (isnan(s->of->transient_x))
        skip_elem(g->k, "voltage dip", "transient", e);
    else
        limit_add(
            g->k->l, s->id, "voltage dip", g->in.name,
            100 * generator_dip_frac(s->of->transient_x, standby_step_va(&g->in, e), s->rated_va),
            100 * s->of->dip_frac, "%", "of that block, as a constant impedance");
}

static void check_leading(const struct gensets *g, const struct genset *s, int e)
{
    double leading = fmax(-g->in.net->elem[e].var * g->in.together_frac, 0);
    limit_add(g->k->l, s->id, "leading reactive power", g->in.name, 100 * leading / s->rated_va,
              100 * s->of->leading_frac, "%", "of rated apparent power");
}

void check_generators(struct checks *k)
{
    const struct plant *p = check_plant(k);
    if (!has_generator(p)) return;
    struct gensets g = {k, standby_state_of(p, k->s, k->l->a)};
    const struct standby_state *in = &g.in;
    for (int e = 0; e < p->n_elem; e++) {
        if (p->elem[e].what != ELEM_GENERATOR || in->o->dead[e] || !(in->net->elem[e].w > 0))
            continue;
        struct genset s = genset_of(&g, e);
        check_power(&g, &s, e);
        if (!(s.rated_w > 0)) continue; /* nothing is left of it in thin, hot air */
        check_step(&g, &s, e);
        check_leading(&g, &s, e);
    }
}
