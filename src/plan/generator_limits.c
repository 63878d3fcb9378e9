/* Generators: what meets them when the utility is lost. */

#include <math.h>

#include "physics/standby.h"
#include "plan/network_checks.h"

struct gensets {
    struct checks *k;
    const struct outage *o;
    const struct network *net;
    double together_frac; /* greatest site power over the sum of the consumers' peaks */
    const char *state;
    double *recharge_w; /* [elements] of the batteries below */
    bool *is_unknown;   /* [elements] a UPS below has no battery */
};

/* ---- the state ------------------------------------------------------------- */

static bool is_carrying(const struct checks *k)
{
    const struct plant *p = check_plant(k);
    for (int e = 0; e < p->n_elem; e++)
        if (p->elem[e].what == ELEM_GENERATOR && k->s->net->elem[e].w > 0) return true;
    return false;
}

static bool has_generator(const struct plant *p)
{
    for (int e = 0; e < p->n_elem; e++)
        if (p->elem[e].what == ELEM_GENERATOR) return true;
    return false;
}

static void lose_utilities(struct gensets *g)
{
    const struct plant *p = check_plant(g->k);
    struct arena *a = g->k->l->a;
    struct lost *lost = ARENA_ARRAY(a, struct lost, (size_t)p->n_elem + 1);
    int n = 0;
    for (int e = 0; e < p->n_elem; e++)
        if (p->elem[e].what == ELEM_UTILITY) lost[n++] = (struct lost){p->alive_elem + e, 1};
    struct outage *o = outage_make(p, lost, n, a);
    struct outage *with_year = ARENA_ARRAY(a, struct outage, 1);
    struct network *net = ARENA_ARRAY(a, struct network, 1);
    *with_year = *o;
    with_year->tap_group = g->k->s->o->tap_group; /* groups as the year has them */
    *net = network_solve(p, with_year, g->k->s->y, a);
    g->o = o;
    g->net = net;
    g->state = "utility lost";
}

/* Sums of peaks brought down to what met in one hour at the sources of the state solved. */
static double together(const struct checks *k)
{
    const struct plant *p = check_plant(k);
    double used = 0, sum = 0;
    for (int e = 0; e < p->n_elem; e++) {
        if (p->elem[e].up.n) continue;
        used += k->s->y->elem[e].used;
        sum += k->s->net->elem[e].w;
    }
    return sum > 0 && used > 0 ? fmin(used / sum, 1) : 1;
}

/* ---- batteries that recharge ------------------------------------------------ */

static void find_recharge(struct gensets *g)
{
    const struct plant *p = check_plant(g->k);
    const struct site *site = g->k->l->c->site;
    for (int e = 0; e < p->n_elem; e++) {
        const struct elem *x = &p->elem[e];
        if (g->o->dead[e]) continue;
        if (x->what == ELEM_UPS) {
            const struct ups *u = site_ups(site, x->index);
            const struct battery *b =
                u->battery.n ? site_battery(site, u->battery.ref[0].index) : NULL;
            g->recharge_w[e] +=
                b ? b->recharge_frac * x->rated_w * g->o->alive[p->alive_elem + e] : 0;
            g->is_unknown[e] |= !b;
        }
        for (int j = x->up.first; j < x->up.first + x->up.n; j++) {
            if (!(g->o->share[j] > 0)) continue;
            g->recharge_w[p->feed[j]] += g->o->share[j] * g->recharge_w[e];
            g->is_unknown[p->feed[j]] |= g->is_unknown[e];
        }
    }
}

static void say_batteries(struct checks *k, const struct gensets *g)
{
    const struct plant *p = check_plant(k);
    for (int e = 0; e < p->n_elem; e++) {
        const struct elem *x = &p->elem[e];
        if (x->what == ELEM_UPS && !g->o->dead[e] && !site_ups(k->l->c->site, x->index)->battery.n)
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
    int alive = g->o->alive[p->alive_elem + e];
    int sets = of->needed != PARAM_NO_COUNT && of->needed < alive ? of->needed : alive;
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
    double w = g->net->elem[e].in_w * g->together_frac + g->recharge_w[e];
    bool recharges = g->recharge_w[e] > 0 && !g->is_unknown[e];
    if (g->is_unknown[e]) say_batteries(g->k, g);
    limit_add(g->k->l, s->id, "generator power",
              recharges ? arena_format(g->k->l->a, "%s, batteries recharging", g->state) : g->state,
              w / 1000, s->rated_w / 1000, "kW", fuel_note(g, s, w));
}

/* All that is not behind a double conversion starts as one block, at the power factor of
   the load: motors that start on line draw their current at a lower one. */
static void check_step(const struct gensets *g, const struct genset *s, int e)
{
    const struct network_elem *n = &g->net->elem[e];
    double va = n->start_va * g->together_frac, pf = n->w / hypot(n->w, n->var);
    limit_add(g->k->l, s->id, "load step", g->state, 100 * va * pf / s->rated_w,
              100 * s->of->step_frac, "%", "all that no double conversion walks in, as one block");
    if (isnan(s->of->transient_x))
        skip_elem(g->k, "voltage dip", "transient", e);
    else
        limit_add(g->k->l, s->id, "voltage dip", g->state,
                  100 * generator_dip_frac(s->of->transient_x, va, s->rated_va),
                  100 * s->of->dip_frac, "%", "of that block, as a constant impedance");
}

static void check_leading(const struct gensets *g, const struct genset *s, int e)
{
    double leading = fmax(-g->net->elem[e].var * g->together_frac, 0);
    limit_add(g->k->l, s->id, "leading reactive power", g->state, 100 * leading / s->rated_va,
              100 * s->of->leading_frac, "%", "of rated apparent power");
}

void check_generators(struct checks *k)
{
    const struct plant *p = check_plant(k);
    struct arena *a = k->l->a;
    if (!has_generator(p)) return;
    struct gensets g = {.k = k,
                        .o = k->s->o,
                        .net = k->s->net,
                        .together_frac = together(k),
                        .state = k->s->name,
                        .recharge_w = ARENA_ARRAY(a, double, (size_t)p->n_elem + 1),
                        .is_unknown = ARENA_ARRAY(a, bool, (size_t)p->n_elem + 1)};
    if (!is_carrying(k)) lose_utilities(&g);
    find_recharge(&g);
    for (int e = 0; e < p->n_elem; e++) {
        if (p->elem[e].what != ELEM_GENERATOR || g.o->dead[e] || !(g.net->elem[e].w > 0)) continue;
        struct genset s = genset_of(&g, e);
        check_power(&g, &s, e);
        if (!(s.rated_w > 0)) continue; /* nothing is left of it in thin, hot air */
        check_step(&g, &s, e);
        check_leading(&g, &s, e);
    }
}
