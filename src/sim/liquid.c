/* Liquid: coolant loops of the CDUs and the water circuits behind them. */

#include <math.h>

#include "physics/exchanger.h"
#include "physics/psychro.h"
#include "sim/kernel.h"

/* A loop that nothing cools is taken to be so much above its setpoint, and no more. */
enum { LOOP_RISE_MAX_K = 70 };

/* ---- CDUs ------------------------------------------------------------- */

static void gather_liquid(struct step *k)
{
    for (int c = 0; c < k->p->n_cdu; c++) fill(k, k->b->cdu_load_w[c], 0);
    for (int g = 0; g < k->p->n_group; g++) {
        const struct group *x = &k->p->group[g];
        if (x->cdu >= 0)
            sum(k, k->b->cdu_load_w[x->cdu], k->b->group_liquid_w[g], group_count(k, g));
    }
}

/* The exchanger's approach grows with the heat it passes at fixed flows; where
   facility water is cool enough a valve holds the coolant at its setpoint. */
static void run_cdu(struct step *k, int c)
{
    const struct plant_cdu *x = &k->p->cdu[c];
    struct block *b = k->b;
    bool is_constant = x->c->pump.control == PUMP_CONSTANT;
    int units = alive_cdu(k, c);
    double rated_w = (units > 0 ? units : 1) * x->c->capacity_w, pump_w = units * x->pump_w;
    double least = is_constant ? 1 : x->c->pump.min_flow_frac;
    double set_c = x->c->supply_c, approach_k = x->c->approach_k;
    double dead_k = units > 0 ? 0 : LOOP_RISE_MAX_K;
    const double *restrict load_w = b->cdu_load_w[c], *restrict water_c = b->loop_supply_c[x->loop];
    double *restrict drawn_w = b->cdu_pump_w[c], *restrict heat_w = b->cdu_heat_w[c];
    double *restrict capacity_w = b->cdu_capacity_w[c], *restrict supply_c = b->cdu_supply_c[c];
    lanes flow, law;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) flow[i] = lesser(greater(load_w[i] / rated_w, least), 1);
    laws(k, &x->pump, flow, law);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        drawn_w[i] = pump_w * law[i];
        heat_w[i] = load_w[i] + drawn_w[i];
        capacity_w[i] = rated_w;
        supply_c[i] = greater(set_c, water_c[i] + approach_k * heat_w[i] / rated_w + dead_k);
    }
}

void liquid_cdus(struct step *k)
{
    if (k->p->n_cdu == 0) return;
    gather_liquid(k);
    for (int c = 0; c < k->p->n_cdu; c++) run_cdu(k, c);
}

/* ---- loops: what comes in --------------------------------------------- */

static void gather_heat(struct step *k)
{
    const struct plant *p = k->p;
    struct block *b = k->b;
    for (int l = 0; l < p->n_loop; l++) {
        double ask_c = p->loop[l].is_source ? HUGE_VAL : p->loop[l].l->supply_c;
        fill(k, b->loop_heat_w[l], 0);
        fill(k, b->loop_ask_c[l], ask_c);
    }
    for (int c = 0; c < p->n_cool; c++)
        if (p->cool[c].loop >= 0) sum(k, b->loop_heat_w[p->cool[c].loop], b->cool_heat_w[c], 1);
    for (int c = 0; c < p->n_cdu; c++) sum(k, b->loop_heat_w[p->cdu[c].loop], b->cdu_heat_w[c], 1);
}

/* ---- one sink ---------------------------------------------------------- */

struct water {             /* what flows past a sink */
    double in_c, flow_w_k; /* entering temperature, m cp */
    double set_c;          /* what the loop wants to leave the last sink */
    double ratio;          /* flow over design */
};

/* Air that enters a dry cooler, and what its coils conduct at full air; once a pass,
   when the flow is known.  Nothing is read of lanes without flow. */
static void prepare_dry(struct step *k, int si, double capacity_w_k, const double *restrict flow)
{
    const struct sink *s = &k->p->sink[si];
    const struct drycooler *d = s->d;
    struct block *b = k->b;
    const double *restrict t_c = k->w->t_c + k->h0, *restrict wb_c = k->w->wb_c + k->h0;
    double *restrict air_c = b->sink_air_c[si], *restrict wet = b->sink_wet[si];
    double *restrict liquid = b->sink_liquid[si], *restrict full_w_k = b->sink_full_w_k[si];
    double pad_frac = d->pad_frac, pad_on_c = pad_frac > 0 ? d->pad_on_c : HUGE_VAL;
    double adder_k = d->inlet_adder_k, units = alive_sink(k, si);
    double rated_w_k = units * s->dry_liquid_w_k;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        wet[i] = t_c[i] >= pad_on_c ? 1 : 0;
        air_c[i] = t_c[i] - wet[i] * (pad_frac * (t_c[i] - wb_c[i])) + adder_k;
        liquid[i] = units > 0 ? capacity_w_k * flow[i] / rated_w_k : 1;
    }
    laws(k, &s->dry_full_w_k, liquid, full_w_k);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) full_w_k[i] *= units;
}

static double dry_can_w(const struct step *k, int si, int i, double in_c)
{
    return greater(k->b->sink_full_w_k[si][i] * (in_c - k->b->sink_air_c[si][i]), 0);
}

/* Water that air takes up in the pads, of the kg of air.  Adiabatic:
   dW = (cp_a + cp_v W) (t - t2) / (h_fg0 + cp_v t2 - cp_w t*), the wet-bulb equation
   written for two states of one wet bulb. */
static void pad_water(const struct step *k, const struct drycooler *d, double *restrict dw)
{
    const double *restrict t_c = k->w->t_c + k->h0, *restrict wb_c = k->w->wb_c + k->h0;
    const double *restrict w = k->w->w + k->h0;
    double pad_frac = d->pad_frac;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double t2_c = t_c[i] - pad_frac * (t_c[i] - wb_c[i]);
        dw[i] = (1006 + 1860 * w[i]) * (t_c[i] - t2_c) / (2.501e6 + 1860 * t2_c - 4186 * wb_c[i]);
    }
}

/* Air over all air that coolers need; the same flow of liquid in many lanes finds its
   place in the table once. */
static void find_dry_air(const struct step *k, int si, const double *restrict in_c,
                         const double *restrict heat_w, double *restrict air)
{
    const struct sink *s = &k->p->sink[si];
    const double *restrict full_w_k = k->b->sink_full_w_k[si], *restrict air_c =
                                                                   k->b->sink_air_c[si];
    const double *restrict liquid = k->b->sink_liquid[si];
    double last = (double)NAN;
    struct table2_row row = {0};
    lanes share;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double can_w = full_w_k[i] * (in_c[i] - air_c[i]);
        bool does_part = (heat_w[i] > 0) & (can_w > 0);
        share[i] = does_part ? heat_w[i] / can_w : 1;
    }
    for (int i = k->from, to = k->to; i < to; i++) {
        if (liquid[i] != last) row = table2_row_at(&s->dry_air, last = liquid[i]);
        air[i] = share[i] < 1 ? table2_along(&s->dry_air, &row, share[i]) : 1;
        air[i] = heat_w[i] > 0 ? lesser(greater(air[i], 0), 1) : 0;
    }
}

/* What coolers draw with water that enters each lane at in_c. */
static void run_dry(struct step *k, int si, const double *restrict in_c,
                    const double *restrict heat_w)
{
    const struct sink *s = &k->p->sink[si];
    int units = alive_sink(k, si);
    double fan_w = units * s->d->fan_w, pump_w = units * s->d->pad_pump_w;
    double full_kg_s = units * s->dry_air_kg_s, kept_frac = 1 - s->d->bleed_frac;
    const double *restrict wet = k->b->sink_wet[si];
    double *restrict power_w = k->b->sink_power_w[si], *restrict drawn_w = k->b->sink_pump_w[si];
    double *restrict water_kg_s = k->b->sink_water_kg_s[si];
    lanes air, dw;
    find_dry_air(k, si, in_c, heat_w, air);
    laws(k, &s->fan, air, power_w);
    pad_water(k, s->d, dw);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double evaporated = full_kg_s * air[i] * dw[i] / kept_frac;
        bool is_wet = (wet[i] > 0) & (air[i] > 0);
        power_w[i] *= fan_w;
        water_kg_s[i] = is_wet ? evaporated : 0;
        drawn_w[i] = is_wet ? pump_w : 0;
    }
}

/* The same of one lane, in a loop with more than dry coolers. */
static void run_dry_lane(struct step *k, int si, int i, double in_c, double heat_w)
{
    struct step one = *k;
    lanes in_all_c, heat_all_w;
    one.from = i;
    one.to = i + 1;
    in_all_c[i] = in_c;
    heat_all_w[i] = heat_w;
    run_dry(&one, si, in_all_c, heat_all_w);
}

/* Tower cell that rejects a known heat: the state of the leaving air gives the air
   it takes, then the effectiveness, then the water that must enter (Merkel, see
   physics/cooling_tower).  No iteration, where the air is not given. */
struct cell {
    double water_in_c, air; /* entering water; airflow over design */
};

/* Saturated air from the plant's table of saturation pressure. */
static double saturated_w(const struct step *k, double t_c, double p_pa)
{
    double pws_pa = table_at(&k->p->psat, t_c);
    return 0.621945 * pws_pa / (p_pa - pws_pa);
}

static double saturated_j_kg(const struct step *k, double t_c, double p_pa)
{
    return 1006 * t_c + saturated_w(k, t_c, p_pa) * (2.501e6 + 1860 * t_c);
}

struct tower_step {
    const struct step *k;
    const struct sink *s;
    double wb_c, p_pa, h_in_j_kg; /* of the entering air */
    double heat_w, water;         /* of one cell; water flow over design */
    double want_in_c;
};

static struct tower_step tower_step_of(const struct step *k, int si, int i, const struct water *w,
                                       double heat_w)
{
    const struct sink *s = &k->p->sink[si];
    int cells = alive_sink(k, si), h = k->h0 + i;
    double least_w = 1e-6 * s->tower_heat_w, wb_c = k->w->wb_c[h], p_pa = k->w->p_pa[h];
    double flow = s->tower.water_kg_s * s->tower.water_cp_j_kg_k;
    return (struct tower_step){k,
                               s,
                               wb_c,
                               p_pa,
                               saturated_j_kg(k, wb_c, p_pa),
                               greater(heat_w / cells, least_w),
                               lesser(w->flow_w_k / (cells * flow), 1.5),
                               w->in_c};
}

/* The cell whose air leaves at out_c, rejecting heat_w. */
static struct cell cell_leaving(const struct tower_step *t, double heat_w, double out_c)
{
    const struct cooling_tower *d = &t->s->tower;
    double rise_j_kg = saturated_j_kg(t->k, out_c, t->p_pa) - t->h_in_j_kg;
    double air_kg_s = heat_w / rise_j_kg, air = air_kg_s / d->air_kg_s, water = t->water;
    double ce = rise_j_kg / (out_c - t->wb_c);
    double c_air = air_kg_s * ce, c_water = water * d->water_kg_s * d->water_cp_j_kg_k;
    double f = (1 + 0.0081 * (d->wet_bulb_c - t->wb_c)) * (1.3 * air - 0.3 * air * air) *
               (0.1082 + 1.667 * water - 0.7713 * water * water);
    double low = lesser(c_air, c_water), high = greater(c_air, c_water);
    double eff = exchanger_eff_counterflow(d->ua_w_k * f * ce / 1006 / low, low / high);
    return (struct cell){t->wb_c + heat_w / (eff * low), air};
}

/* Saturated air of a given enthalpy, by secants. */
static double leaving_c(const struct tower_step *t, double h_j_kg)
{
    double x0 = t->wb_c, f0 = t->h_in_j_kg - h_j_kg, x1 = x0 - f0 / 4500;
    for (int n = 0; n < 40; n++) {
        double f1 = saturated_j_kg(t->k, x1, t->p_pa) - h_j_kg;
        double step_k = f1 * (x1 - x0) / (f1 - f0);
        x0 = x1;
        f0 = f1;
        x1 -= step_k;
        if (fabs(step_k) < 1e-8) break;
    }
    return x1;
}

/* The cell with all its air. */
static double leaving_full_c(const struct tower_step *t, double heat_w)
{
    return leaving_c(t, t->h_in_j_kg + heat_w / t->s->tower.air_kg_s);
}

/* Falls as the air leaves warmer, that is, as there is less of it. */
static double too_cold_k(double out_c, void *context)
{
    struct tower_step *t = context;
    return t->want_in_c - cell_leaving(t, t->heat_w, out_c).water_in_c;
}

/* Natural draught keeps an eighth of the heat at full air (EnergyPlus); where less
   than a third of the air is wanted it may do. */
static const double natural_frac = 0.125, natural_below = 0.35;

static bool natural_does(const struct tower_step *t)
{
    double all_w = t->heat_w / natural_frac;
    return cell_leaving(t, all_w, leaving_full_c(t, all_w)).water_in_c <= t->want_in_c;
}

/* Entering water at which full air rejects heat_w. */
static double tower_needs_c(struct step *k, int si, int i, const struct water *w, double heat_w)
{
    if (!alive_sink(k, si)) return HUGE_VAL;
    struct tower_step t = tower_step_of(k, si, i, w, heat_w);
    return cell_leaving(&t, t.heat_w, leaving_full_c(&t, t.heat_w)).water_in_c;
}

/* Evaporation, drift and what is blown down to hold the cycles of concentration;
   drift counts towards that: B = E / (CoC - 1) - D. */
static double makeup_kg_s(const struct tower *t, double evaporated, double flow_kg_s)
{
    double drift = t->drift_frac * flow_kg_s;
    return evaporated + drift + greater(evaporated / (t->cycles - 1) - drift, 0);
}

static void run_tower(struct step *k, int si, int i, const struct water *w, double heat_w)
{
    const struct sink *s = &k->p->sink[si];
    struct block *b = k->b;
    int cells = alive_sink(k, si);
    b->sink_power_w[si][i] = b->sink_water_kg_s[si][i] = b->sink_pump_w[si][i] = 0;
    if (!cells || !(heat_w > 0)) return;
    struct tower_step t = tower_step_of(k, si, i, w, heat_w);
    double full_c = leaving_full_c(&t, t.heat_w), out_c = full_c;
    if (too_cold_k(full_c, &t) > 0) out_c = solve_falling(too_cold_k, &t, full_c, w->in_c, 1e-9);
    double air = lesser(cell_leaving(&t, t.heat_w, out_c).air, 1), fan = air;
    if (air < natural_below && natural_does(&t)) fan = 0;
    double evaporated =
        cells * air * s->tower.air_kg_s * (saturated_w(k, out_c, t.p_pa) - k->w->w[k->h0 + i]);
    b->sink_power_w[si][i] = cells * s->t->fan_w * law_at(&s->fan, fan);
    b->sink_water_kg_s[si][i] =
        makeup_kg_s(s->t, greater(evaporated, 0), cells * t.water * s->tower.water_kg_s);
}

static double economizer_w_k(const struct step *k, int si, const struct water *w)
{
    const struct sink *s = &k->p->sink[si];
    return s->effectiveness * lesser(w->flow_w_k, k->p->loop[s->loop].capacity_w_k);
}

static double condenser_c(const struct step *k, int si, int i)
{
    const struct sink *s = &k->p->sink[si];
    double c =
        s->loop >= 0 ? k->b->loop_supply_c[s->loop][i] : k->w->t_c[k->h0 + i] + s->c->inlet_adder_k;
    return greater(c, s->c->tc_floor_c);
}

static double chiller_full_w(const struct step *k, int si, int i, double te_c)
{
    const struct sink *s = &k->p->sink[si];
    return chiller_curve_at(&s->curve, s->c->capacity_w, s->c->cop, te_c, condenser_c(k, si, i), 0)
        .cap_w;
}

static void ask_for(struct step *k, int loop, int i, double water_c)
{
    k->b->loop_ask_c[loop][i] = lesser(k->b->loop_ask_c[loop][i], water_c);
}

/* Condenser water for chillers: a tower is not driven to its last kelvin but held some
   way above the wet bulb, and not below what the condensers allow. */
static double tower_control_c(const struct step *k, int loop, int i, double floor_c)
{
    double control_k = k->p->loop[loop].control_k;
    if (isnan(control_k)) return floor_c;
    return greater(floor_c, k->w->wb_c[k->h0 + i] + control_k);
}

/* As few chillers as can carry the load run, each with an equal part of it; one that
   was started in the hour stays on, or starting it could undo its reason. */
static void run_chiller(struct step *k, int si, int i, const struct water *w, double heat_w)
{
    const struct sink *s = &k->p->sink[si];
    struct block *b = k->b;
    double te_c = w->in_c - heat_w / w->flow_w_k, full_w = chiller_full_w(k, si, i, te_c);
    int on = (int)ceil(heat_w / full_w * (1 - 1e-9));
    on = (int)greater(on, greater(b->sink_on[si][i], 1));
    on = on > alive_sink(k, si) ? alive_sink(k, si) : on;
    b->sink_on[si][i] = on;
    b->sink_power_w[si][i] = 0;
    if (heat_w > 0 && on > 0) {
        struct chiller_point at =
            chiller_curve_at(&s->curve, s->c->capacity_w, s->c->cop, te_c, condenser_c(k, si, i),
                             lesser(heat_w / on, full_w));
        b->sink_power_w[si][i] = on * at.power_w;
        if (at.is_extrapolated) b->flags[i] |= 1u << FLAG_CHILLER_BEYOND;
    }
    b->sink_water_kg_s[si][i] = b->sink_pump_w[si][i] = 0;
    if (s->loop < 0) return;
    b->loop_heat_w[s->loop][i] += heat_w + b->sink_power_w[si][i];
    if (heat_w > 0) ask_for(k, s->loop, i, tower_control_c(k, s->loop, i, s->c->tc_floor_c));
}

/* With the wet bulb nearer to the return water than this no tower makes water that an
   exchanger could use. */
static const double worth_k = 2;

static void run_economizer(struct step *k, int si, int i, const struct water *w, double heat_w,
                           bool is_partial)
{
    const struct sink *s = &k->p->sink[si];
    struct block *b = k->b;
    double need_c = w->in_c - heat_w / economizer_w_k(k, si, w);
    bool is_of_use = k->w->wb_c[k->h0 + i] + worth_k < w->in_c;
    b->sink_power_w[si][i] = b->sink_water_kg_s[si][i] = b->sink_pump_w[si][i] = 0;
    b->loop_heat_w[s->loop][i] += heat_w;
    if (is_partial && is_of_use) ask_for(k, s->loop, i, k->p->loop[s->loop].hold_c);
    if (!is_partial && heat_w > 0) ask_for(k, s->loop, i, need_c);
}

/* ---- the sinks of a loop in turn --------------------------------------- */

static double sink_can_w(struct step *k, int si, int i, const struct water *w)
{
    const struct sink *s = &k->p->sink[si];
    switch (s->what) {
    case SINK_ECONOMIZER:
        return greater(economizer_w_k(k, si, w) * (w->in_c - k->b->loop_supply_c[s->loop][i]), 0);
    case SINK_CHILLER: return alive_sink(k, si) * chiller_full_w(k, si, i, w->set_c);
    case SINK_DRYCOOLER: return dry_can_w(k, si, i, w->in_c);
    default: break;
    }
    /* a tower: full air takes in proportion to how far the water is above what it
       needs, near enough to start from and exact where the loop closes */
    double all_w = w->flow_w_k * (w->in_c - w->set_c);
    double need_c = tower_needs_c(k, si, i, w, all_w);
    double wb_c = k->w->wb_c[k->h0 + i];
    if (!(need_c < HUGE_VAL)) return 0;
    return need_c <= w->in_c ? all_w : greater(all_w * (w->in_c - wb_c) / (need_c - wb_c), 0);
}

/* A share this small of the loop's heat is not worth starting the next sink for. */
static const double negligible_frac = 1e-7;

enum pass { PASS_TRY, PASS_NOTE, PASS_RUN };

/* What weather cools has no capacity at a setpoint, the water gets warmer or the
   next sink takes the rest; it is held against its rating.  An exchanger has none. */
static double rating_w(const struct step *k, int si)
{
    const struct sink *s = &k->p->sink[si];
    double unit_w = s->what == SINK_TOWER       ? s->tower_heat_w
                    : s->what == SINK_DRYCOOLER ? s->d->capacity_w
                    : s->what == SINK_CHILLER   ? s->c->capacity_w
                                                : (double)NAN;
    return alive_sink(k, si) * unit_w;
}

static void run_sink(struct step *k, int s, int i, const struct water *w, double take_w,
                     bool is_partial)
{
    k->b->sink_heat_w[s][i] = take_w;
    switch (k->p->sink[s].what) {
    case SINK_ECONOMIZER: run_economizer(k, s, i, w, take_w, is_partial); break;
    case SINK_CHILLER: run_chiller(k, s, i, w, take_w); break;
    case SINK_DRYCOOLER: run_dry_lane(k, s, i, w->in_c, take_w); break;
    case SINK_TOWER: run_tower(k, s, i, w, take_w); break;
    }
}

/* Heat left after all sinks with supply water at supply_c, below zero where they could
   take more.  PASS_NOTE keeps what each is asked for and could take, PASS_RUN
   lets them draw. */
static double pass_sinks(struct step *k, int li, int i, double supply_c, enum pass pass)
{
    const struct plant_loop *l = &k->p->loop[li];
    struct block *b = k->b;
    double heat_w = b->loop_heat_w[li][i], left_w = heat_w, ratio = b->loop_ratio[li][i],
           over_w = heat_w;
    struct water w = {0, l->capacity_w_k * ratio, supply_c, ratio};
    w.in_c = supply_c + heat_w / w.flow_w_k;
    for (int s = l->sink_first; s < l->sink_first + l->n_sink; s++) {
        double can_w = sink_can_w(k, s, i, &w), take_w = lesser(left_w, can_w);
        over_w -= can_w; /* falls on where the first parts take all and the last can do nothing */
        if (left_w - take_w < negligible_frac * heat_w) take_w = left_w;
        if (pass == PASS_RUN) run_sink(k, s, i, &w, take_w, take_w < left_w);
        if (pass == PASS_NOTE && !k->is_retry) {
            bool is_last = s == l->sink_first + l->n_sink - 1;
            b->sink_ask_w[s][i] = is_last ? left_w : take_w;
            b->sink_limit_w[s][i] = is_last ? greater(can_w, 1e-6 * left_w) : rating_w(k, s);
        }
        left_w -= take_w;
        w.in_c -= take_w / w.flow_w_k;
    }
    return over_w;
}

struct short_loop {
    struct step *k;
    int loop, lane;
};

static double heat_left_w(double supply_c, void *context)
{
    struct short_loop *s = context;
    return pass_sinks(s->k, s->loop, s->lane, supply_c, PASS_TRY);
}

/* Supply at which one weather-bound sink takes all, in closed form. */
static double supply_of_single_c(struct step *k, int li, int i)
{
    const struct plant_loop *l = &k->p->loop[li];
    const struct sink *s = &k->p->sink[l->sink_first];
    double heat_w = k->b->loop_heat_w[li][i], flow = l->capacity_w_k * k->b->loop_ratio[li][i];
    struct water w = {0, flow, 0, k->b->loop_ratio[li][i]};
    if (s->what == SINK_TOWER)
        return tower_needs_c(k, l->sink_first, i, &w, heat_w) - heat_w / flow;
    double g = k->b->sink_full_w_k[l->sink_first][i];
    if (!(g > 0)) return HUGE_VAL;
    return k->b->sink_air_c[l->sink_first][i] + heat_w / g - heat_w / flow;
}

static double supply_of_loop_c(struct step *k, int li, int i)
{
    const struct plant_loop *l = &k->p->loop[li];
    double ask_c = greater(k->b->loop_ask_c[li][i], l->hold_c);
    if (!(ask_c < HUGE_VAL)) ask_c = l->hold_c;
    enum sink_what only = k->p->sink[l->sink_first].what;
    if (l->n_sink == 1 && (only == SINK_TOWER || only == SINK_DRYCOOLER)) {
        if (!k->is_retry) {
            k->b->sink_ask_w[l->sink_first][i] = k->b->loop_heat_w[li][i];
            k->b->sink_limit_w[l->sink_first][i] = rating_w(k, l->sink_first);
        }
        double reach_c = greater(ask_c, supply_of_single_c(k, li, i));
        return lesser(reach_c, l->hold_c + LOOP_RISE_MAX_K);
    }
    if (pass_sinks(k, li, i, ask_c, PASS_NOTE) <= 0) return ask_c;
    struct short_loop s = {k, li, i};
    return solve_falling(heat_left_w, &s, ask_c, ask_c + LOOP_RISE_MAX_K, 1e-11);
}

/* Flow, pump and the heat that goes through, and what dry coolers then conduct. */
static void start_loop(struct step *k, int li)
{
    const struct plant_loop *l = &k->p->loop[li];
    struct block *b = k->b;
    bool is_constant = l->l->pump.control == PUMP_CONSTANT;
    double per_w = 1 / l->l->design_w, least = is_constant ? 1 : l->l->pump.min_flow_frac;
    double *restrict heat_w = b->loop_heat_w[li], *restrict load_w = b->loop_load_w[li];
    double *restrict flow = b->loop_ratio[li], *restrict drawn_w = b->loop_pump_w[li];
    double design_w = l->pump_w, runs = alive_loop(k, li) > 0 ? 1 : 0;
    lanes law;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double ratio = lesser(greater(heat_w[i] * per_w, least), 1);
        load_w[i] = heat_w[i];
        flow[i] = heat_w[i] > 0 ? ratio * runs : 0; /* nothing to carry: pumps rest */
    }
    laws(k, &l->pump, flow, law);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        drawn_w[i] = design_w * law[i];
        heat_w[i] += drawn_w[i];
    }
    for (int s = l->sink_first; s < l->sink_first + l->n_sink; s++)
        if (k->p->sink[s].what == SINK_DRYCOOLER) prepare_dry(k, s, l->capacity_w_k, flow);
}

static void rest_loop(struct step *k, int li, int i)
{
    const struct plant_loop *l = &k->p->loop[li];
    struct block *b = k->b;
    bool is_dead = !alive_loop(k, li) && b->loop_heat_w[li][i] > 0;
    b->loop_supply_c[li][i] = l->hold_c + (is_dead ? LOOP_RISE_MAX_K : 0);
    b->loop_lost_w[li][i] = is_dead ? b->loop_heat_w[li][i] : 0;
    if (is_dead) b->flags[i] |= 1u << FLAG_RUNAWAY;
    for (int s = l->sink_first; s < l->sink_first + l->n_sink; s++) {
        b->sink_heat_w[s][i] = b->sink_power_w[s][i] = b->sink_pump_w[s][i] = 0;
        b->sink_water_kg_s[s][i] = 0;
        if (!k->is_retry) b->sink_ask_w[s][i] = 0;
        if (!k->is_retry) b->sink_limit_w[s][i] = rating_w(k, s);
    }
}

/* The most common loop: dry coolers alone.  All lanes first as if they had heat, then
   those at rest. */
static void run_dry_loop(struct step *k, int li)
{
    const struct plant_loop *l = &k->p->loop[li];
    struct block *b = k->b;
    int si = l->sink_first;
    double hold_c = l->hold_c, most_c = l->hold_c + LOOP_RISE_MAX_K, flow_w_k = l->capacity_w_k;
    const double *heat_w = b->loop_heat_w[li], *flow = b->loop_ratio[li];
    const double *air_c = b->sink_air_c[si], *full_w_k = b->sink_full_w_k[si];
    double *supply_c = b->loop_supply_c[li], *lost_w = b->loop_lost_w[li];
    double *take_w = b->sink_heat_w[si];
    lanes in_c, over_k;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double rise_k = heat_w[i] / (flow_w_k * flow[i]);
        double reach_c = full_w_k[i] > 0 ? air_c[i] + heat_w[i] / full_w_k[i] - rise_k : HUGE_VAL;
        supply_c[i] = lesser(greater(hold_c, reach_c), most_c);
        in_c[i] = supply_c[i] + rise_k;
        over_k[i] = reach_c - supply_c[i];
        lost_w[i] = 0;
        take_w[i] = heat_w[i];
    }
    for (int i = k->from, to = k->to; i < to; i++) {
        if (!(over_k[i] > 0) || !(flow[i] > 0)) continue;
        lost_w[i] = heat_w[i] - dry_can_w(k, si, i, in_c[i]);
        take_w[i] = heat_w[i] - lost_w[i];
        if (lost_w[i] > 0) b->flags[i] |= 1u << FLAG_RUNAWAY;
    }
    if (!k->is_retry) copy(k, b->sink_ask_w[si], heat_w);
    if (!k->is_retry) fill(k, b->sink_limit_w[si], rating_w(k, si));
    run_dry(k, si, in_c, take_w);
    for (int i = k->from, to = k->to; i < to; i++)
        if (!(flow[i] > 0)) rest_loop(k, li, i);
}

static void run_loop(struct step *k, int li, int i)
{
    double supply_c = supply_of_loop_c(k, li, i);
    double left_w = pass_sinks(k, li, i, supply_c, PASS_RUN);
    bool is_lost = left_w > negligible_frac * k->b->loop_heat_w[li][i];
    k->b->loop_supply_c[li][i] = supply_c;
    k->b->loop_lost_w[li][i] = is_lost ? left_w : 0;
    if (is_lost) k->b->flags[i] |= 1u << FLAG_RUNAWAY;
}

static void flag_warm(struct step *k, int li)
{
    const struct plant_loop *l = &k->p->loop[li];
    double warm_c = l->l->supply_c + 1e-9;
    double n = 0;
    if (l->is_source) return;
#pragma omp simd reduction(+ : n)
    for (int i = k->from; i < k->to; i++) n += k->b->loop_supply_c[li][i] > warm_c ? 1 : 0;
    for (int i = k->from; n > 0 && i < k->to; i++)
        if (k->b->loop_supply_c[li][i] > warm_c) k->b->flags[i] |= 1u << FLAG_WATER_SHORT;
}

void liquid_loops(struct step *k)
{
    gather_heat(k);
    for (int l = 0; l < k->p->n_loop; l++) {
        const struct plant_loop *x = &k->p->loop[l];
        start_loop(k, l);
        if (x->n_sink == 1 && k->p->sink[x->sink_first].what == SINK_DRYCOOLER && !x->is_source)
            run_dry_loop(k, l);
        else
            for (int i = k->from; i < k->to; i++)
                if (k->b->loop_ratio[l][i] > 0)
                    run_loop(k, l, i);
                else
                    rest_loop(k, l, i);
        flag_warm(k, l);
    }
}
