/* What sizes the loads of a site ask for. */

#include <math.h>

#include "physics/standby.h"
#include "plan/power_parts.h"

/* Preferred ratings of IEC 60076-1: series R10 of ISO 3, one decade. */
static const double series_r10[] = {1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8, 10};

double power_standard_va(double va)
{
    if (!(va > 0 && va < 1e15)) return (double)NAN;
    double decade = pow(10, floor(log10(va)));
    int i = 0;
    while (series_r10[i] * decade < va * (1 - 1e-12)) i++;
    return series_r10[i] * decade;
}

/* Units of which each carries so much; -1: no number of them does. */
static int units_for(double need, double each)
{
    static const double most = 1e6;
    if (!(need > 0)) return 0;
    return each > 0 && need < most * each ? (int)ceil(need / each * (1 - 1e-12)) : -1;
}

static int alive_of(const struct budgeting *b, const struct outage *o, int e)
{
    return o->alive[b->plant->alive_elem + e];
}

/* ---- one lost, the others carry ------------------------------------------------ */

struct losses {
    struct power_worst *worst;     /* [classes] */
    double *standby_w, *dropped_w; /* [classes] when the first of it is lost */
};

/* Loads for its own share of units: of more than before, and more than in any other loss. */
static bool is_worse(const struct budgeting *b, const struct limit_load *now, int e,
                     const struct power_worst *than)
{
    struct limit_load k = limit_load_of(b->s, &b->plant->elem[e], e);
    double va = than->lost ? than->va : k.va;
    int units = than->lost ? than->units : k.units;
    return now->units > 0 && now->va * units > va * now->units * (1 + 1e-9);
}

static void weigh(struct budgeting *b, struct losses *x, const struct limit_state *now, int lost,
                  int what)
{
    const struct plant *p = b->plant;
    int c = b->s->o->alike.of[lost];
    for (int e = 0; e < p->n_elem; e++) {
        struct power_worst *worst = &x->worst[b->s->o->alike.of[e]];
        struct limit_load k = limit_load_of(now, &p->elem[e], e);
        if (p->elem[e].what == ELEM_GENERATOR) x->standby_w[c] += k.w - b->s->y->elem[e].used;
        if ((int)p->elem[e].what == what && is_worse(b, &k, e, worst))
            *worst = (struct power_worst){budget_name(b, lost), k.w, k.va, k.units};
    }
}

/* Servers that have no supply left. */
static double dropped_w(const struct budgeting *b, const struct outage *o)
{
    const struct outage *was = b->s->o;
    double w = 0;
    for (int t = 0; t < b->plant->n_tap; t++)
        if (!o->tap_supplies[t] && was->tap_supplies[t])
            w += b->plant->tap[t].count * b->s->y->group_max_w[was->tap_group[t]];
    return w;
}

/* Something still draws from a source. */
static bool is_source_left(const struct plant *p, const struct outage *o)
{
    for (int e = 0; e < p->n_elem; e++) {
        struct feeds f = p->elem[e].up;
        for (int j = f.first; j < f.first + f.n; j++)
            if (!o->dead[e] && o->share[j] > 0) return true;
    }
    return false;
}

/* One unit of each transformer, or each system of UPS. */
static struct losses lose_each(struct budgeting *b, int what)
{
    const struct plant *p = b->plant;
    const struct limits_case *l = b->c->limits;
    size_t n = (size_t)b->s->o->alike.n + 1;
    struct losses x = {ARENA_ARRAY(b->a, struct power_worst, n), ARENA_ARRAY(b->a, double, n),
                       ARENA_ARRAY(b->a, double, n)};
    for (int e = 0; e < p->n_elem; e++) {
        if ((int)p->elem[e].what != what || !budget_is_first(b, e)) continue;
        int units = what == ELEM_UPS ? alive_of(b, b->s->o, e) : 1;
        struct lost lost = {p->alive_elem + e, units};
        const struct outage *o = outage_make(p, &lost, 1, b->a);
        x.dropped_w[b->s->o->alike.of[e]] = dropped_w(b, o);
        if (!is_source_left(p, o)) continue;
        struct year *y = outage_run(o, l->design, l->calendar, KEEP_FACILITY, l->threads, b->a);
        struct network net = network_solve(p, o, y, b->a);
        weigh(b, &x, &(struct limit_state){o, &net, y, NULL}, e, what);
    }
    return x;
}

/* ---- utilities and transformers --------------------------------------------------- */

static struct utility_size utility_of(const struct budgeting *b, int e)
{
    const struct elem *x = &b->plant->elem[e];
    struct limit_load k = limit_load_of(b->s, x, e);
    double most_w = limit_elem_w(b->c->limits, b->s, e);
    return (struct utility_size){.element = budget_name(b, e),
                                 .peak_w = k.w,
                                 .peak_va = k.va,
                                 .power_factor = k.w > 0 ? k.w / k.va : (double)NAN,
                                 .limit_w = x->rated_w > 0 ? x->rated_w : (double)NAN,
                                 .limit_va = x->rated_va > 0 ? x->rated_va : (double)NAN,
                                 .used_frac = isfinite(most_w) ? k.w / most_w : (double)NAN,
                                 .standard_va = power_standard_va(k.va)};
}

static struct transformer_size transformer_of(const struct budgeting *b, const struct losses *l,
                                              int e)
{
    const struct elem *x = &b->plant->elem[e];
    int c = b->s->o->alike.of[e];
    struct transformer_size t = {.element = budget_name(b, e),
                                 .alike = budget_alike(b, e),
                                 .units = alive_of(b, b->s->o, e),
                                 .rated_va = x->rated_va,
                                 .usable_frac = x->usable_frac,
                                 .peak_va = limit_load_of(b->s, x, e).va,
                                 .worst = l->worst[c],
                                 .standby_w = l->standby_w[c],
                                 .dropped_w = l->dropped_w[c]};
    double each_va = t.peak_va / t.units, usable_va = t.rated_va * t.usable_frac;
    t.used_frac = each_va / usable_va;
    t.worst_frac = t.worst.lost ? t.worst.va / t.worst.units / usable_va : t.used_frac;
    t.standard_va = power_standard_va(t.worst_frac * t.rated_va);
    return t;
}

/* ---- generators ------------------------------------------------------------------- */

static struct generator_size generator_load(const struct standby_state *g, int e)
{
    struct generator_size x = {.state = g->name,
                               .running_w = standby_running_w(g, e),
                               .recharge_w = g->recharge_w[e],
                               .lacks_battery = g->is_unknown[e],
                               .step_va = standby_step_va(g, e),
                               .step_w = standby_step_w(g, e)};
    x.required_w = x.running_w + x.recharge_w;
    return x;
}

static int greatest_of(int a, int b)
{
    return a < 0 || b < 0 ? -1 : a > b ? a : b;
}

static void count_sets(struct generator_size *x, const struct generator *of, double rated_va)
{
    double each_w = x->rated_w * x->derate_frac, chosen_w = x->chosen * each_w;
    bool knows_dip = !isnan(of->transient_x);
    x->step_limit_frac = of->step_frac;
    x->dip_limit_frac = of->dip_frac;
    x->by_power = units_for(x->required_w, each_w);
    x->by_step = units_for(x->step_w, each_w * of->step_frac);
    if (knows_dip)
        x->by_dip =
            units_for(x->step_va, generator_step_va(of->transient_x, of->dip_frac, rated_va));
    x->needed = greatest_of(greatest_of(x->by_power, x->by_step), x->by_dip);
    x->load_frac = x->required_w / chosen_w;
    x->step_frac = x->step_w / chosen_w;
    x->dip_frac = generator_dip_frac(of->transient_x, x->step_va, x->chosen * rated_va);
}

static struct generator_size generator_of(const struct budgeting *b, const struct standby_state *g,
                                          int e)
{
    const struct elem *v = &b->plant->elem[e];
    const struct generator *of = site_generator(b->plant->site, v->index);
    struct generator_size x = generator_load(g, e);
    x.element = budget_name(b, e);
    x.alike = g->o->alike.size[g->o->alike.of[e]] - 1;
    x.rated_w = v->rated_w;
    x.derate_frac = v->usable_frac;
    x.installed = alive_of(b, g->o, e);
    x.chosen = standby_sets(b->plant, g->o, e);
    count_sets(&x, of, v->rated_va);
    double per_s = of->fuel_m3_j * x.running_w;
    x.fuel_day_m3 = 86400 * per_s;
    x.tank_m3 = of->tank_m3;
    x.tank_s = per_s > 0 ? of->tank_m3 / per_s : (double)NAN;
    return x;
}

/* What all sources carry together, where no generator is. */
static struct generator_size generator_wanted(const struct budgeting *b,
                                              const struct standby_state *g)
{
    struct generator_size all = {.state = g->name,
                                 .rated_w = (double)NAN,
                                 .derate_frac = (double)NAN,
                                 .load_frac = (double)NAN,
                                 .step_frac = (double)NAN,
                                 .step_limit_frac = (double)NAN,
                                 .dip_frac = (double)NAN,
                                 .dip_limit_frac = (double)NAN,
                                 .fuel_day_m3 = (double)NAN,
                                 .tank_m3 = (double)NAN,
                                 .tank_s = (double)NAN};
    for (int e = 0; e < b->plant->n_elem; e++) {
        if (b->plant->elem[e].up.n) continue;
        struct generator_size x = generator_load(g, e);
        all.running_w += x.running_w;
        all.recharge_w += x.recharge_w;
        all.required_w += x.required_w;
        all.step_va += x.step_va;
        all.step_w += x.step_w;
        all.lacks_battery |= x.lacks_battery;
    }
    return all;
}

static void size_generators(struct budgeting *b)
{
    struct power_budget *out = b->out;
    struct standby_state g = standby_state_of(b->plant, b->s, b->a);
    const struct alike *k = &g.o->alike;
    for (int e = 0; e < b->plant->n_elem; e++)
        if (b->plant->elem[e].what == ELEM_GENERATOR && k->first[k->of[e]] == e)
            out->generator[out->n_generator++] = generator_of(b, &g, e);
    if (!out->n_generator) out->generator[out->n_generator++] = generator_wanted(b, &g);
}

/* ---- UPS --------------------------------------------------------------------------- */

static void size_battery(struct ups_size *x, const struct battery *k)
{
    struct battery_use use = {k->inverter_frac, k->depth_frac, k->ageing_frac};
    double worst_w = x->worst.lost ? x->worst.w : x->peak_w;
    x->has_battery = true;
    x->energy_j = k->energy_j;
    x->needed_s = k->needed_s;
    x->runtime_s = battery_runtime_s(k->energy_j, x->peak_w, use);
    x->worst_runtime_s = battery_runtime_s(k->energy_j, worst_w, use);
    x->needed_energy_j = battery_energy_j(fmax(x->peak_w, worst_w), k->needed_s, use);
}

static struct ups_size ups_of(const struct budgeting *b, const struct losses *l, int e)
{
    const struct elem *v = &b->plant->elem[e];
    const struct ups *u = site_ups(b->plant->site, v->index);
    struct limit_load k = limit_load_of(b->s, v, e);
    struct ups_size x = {.element = budget_name(b, e),
                         .alike = budget_alike(b, e),
                         .module_w = u->module_w,
                         .usable_frac = v->usable_frac,
                         .peak_w = k.w,
                         .worst = l->worst[b->s->o->alike.of[e]],
                         .installed = alive_of(b, b->s->o, e),
                         .spare = ups_has_spare(u)};
    double w = x.worst.lost ? fmax(x.worst.w, k.w) : k.w;
    double va = x.worst.lost ? fmax(x.worst.va, k.va) : k.va;
    x.needed = units_for(w, u->module_w * v->usable_frac);
    if (v->rated_va > 0)
        x.needed = greatest_of(x.needed, units_for(va, v->rated_va * v->usable_frac));
    if (u->battery.n) size_battery(&x, site_battery(b->plant->site, u->battery.ref[0].index));
    return x;
}

/* ---- all of them -------------------------------------------------------------------- */

static void size_elems(struct budgeting *b)
{
    struct power_budget *out = b->out;
    struct losses transformers = lose_each(b, ELEM_TRANSFORMER), systems = lose_each(b, ELEM_UPS);
    for (int e = 0; e < b->plant->n_elem; e++) {
        if (!budget_is_first(b, e)) continue;
        switch (b->plant->elem[e].what) {
        case ELEM_UTILITY: out->utility[out->n_utility++] = utility_of(b, e); break;
        case ELEM_TRANSFORMER:
            out->transformer[out->n_transformer++] = transformer_of(b, &transformers, e);
            break;
        case ELEM_UPS: out->ups[out->n_ups++] = ups_of(b, &systems, e); break;
        default: break;
        }
    }
}

void budget_sizes(struct budgeting *b)
{
    size_t n = (size_t)b->plant->n_elem + 1;
    b->out->utility = ARENA_ARRAY(b->a, struct utility_size, n);
    b->out->transformer = ARENA_ARRAY(b->a, struct transformer_size, n);
    b->out->generator = ARENA_ARRAY(b->a, struct generator_size, n);
    b->out->ups = ARENA_ARRAY(b->a, struct ups_size, n);
    size_elems(b);
    size_generators(b);
}
