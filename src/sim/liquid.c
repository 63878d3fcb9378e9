/* The water circuits behind coils and CDUs. */

#include <math.h>

#include "sim/sink.h"

/* ---- what consumers ask for ------------------------------------------ */

/* Water for the condensers of direct-expansion units, and where their coils can carry heat,
   as cold as they need it; colder water than the condensers want passes their valves. */
static void ask_for_condenser(struct step *k, int c)
{
    const struct cool *x = &k->p->cool[c];
    const struct block *b = k->b;
    for (int i = k->from; i < k->to; i++) {
        double heat_w = b->cool_heat_w[c][i];
        if (!(heat_w > 0)) continue;
        double want_c = dx_coil_helps(k, c, i) ? dx_coil_water_c(k, c, i) : HUGE_VAL;
        ask_for(k, x->loop, i, lesser(want_c, tower_control_c(k, x->loop, i, x->entering_min_c)));
    }
}

/* ---- loops: what comes in --------------------------------------------- */

static void gather_heat(struct step *k)
{
    const struct plant *p = k->p;
    struct block *b = k->b;
    for (int l = 0; l < p->n_loop; l++) {
        fill(k, b->loop_heat_w[l], 0);
        if (p->loop[l].is_source)
            fill(k, b->loop_ask_c[l], HUGE_VAL);
        else
            copy(k, b->loop_ask_c[l], b->loop_hold_c[l]);
    }
    for (int c = 0; c < p->n_cool; c++) {
        if (p->cool[c].loop < 0) continue;
        bool is_dx = p->cool[c].kind == KIND_CRAC; /* its condenser's heat */
        sum(k, b->loop_heat_w[p->cool[c].loop], is_dx ? b->cool_out_w[c] : b->cool_heat_w[c], 1);
        if (is_dx) ask_for_condenser(k, c);
    }
    for (int c = 0; c < p->n_cdu; c++) sum(k, b->loop_heat_w[p->cdu[c].loop], b->cdu_heat_w[c], 1);
}

/* ---- loops: what cools them --------------------------------------------- */

struct short_loop {
    struct step *k;
    int loop, lane;
};

static double heat_left_w(double supply_c, void *context)
{
    struct short_loop *s = context;
    return sinks_pass(s->k, s->loop, s->lane, supply_c, PASS_TRY);
}

/* Supply at which one weather-bound sink takes all, in closed form. */
static double supply_of_single_c(struct step *k, int li, int i)
{
    const struct plant_loop *l = &k->p->loop[li];
    const struct sink *s = &k->p->sink[l->sink_first];
    double heat_w = k->b->loop_heat_w[li][i], flow = l->capacity_w_k * k->b->loop_ratio[li][i];
    struct water w = {0, flow, 0, k->b->loop_ratio[li][i]};
    if (s->what == SINK_TOWER)
        return greater(tower_needs_c(k, l->sink_first, i, &w, heat_w) - heat_w / flow,
                       k->w->wb_c[k->h0 + i] + l->approach_min_k);
    double g = k->b->sink_full_w_k[l->sink_first][i];
    if (!(g > 0)) return HUGE_VAL;
    return k->b->sink_air_c[l->sink_first][i] + heat_w / g - heat_w / flow;
}

static double supply_of_loop_c(struct step *k, int li, int i)
{
    const struct plant_loop *l = &k->p->loop[li];
    double hold_c = k->b->loop_hold_c[li][i], ask_c = greater(k->b->loop_ask_c[li][i], hold_c);
    if (!(ask_c < HUGE_VAL)) ask_c = hold_c;
    enum sink_what only = k->p->sink[l->sink_first].what;
    if (l->n_sink == 1 && (only == SINK_TOWER || only == SINK_DRYCOOLER)) {
        if (!k->is_retry) {
            k->b->sink_ask_w[l->sink_first][i] = k->b->loop_heat_w[li][i];
            k->b->sink_limit_w[l->sink_first][i] = sink_rating_w(k, l->sink_first);
        }
        double reach_c = greater(ask_c, supply_of_single_c(k, li, i));
        return lesser(reach_c, hold_c + LOOP_RISE_MAX_K);
    }
    if (sinks_pass(k, li, i, ask_c, PASS_NOTE) <= 0) return ask_c;
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
    double idle = l->keeps_flow ? least * runs : 0;
    lanes law;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double ratio = lesser(greater(heat_w[i] * per_w, least), 1);
        load_w[i] = heat_w[i];
        flow[i] = heat_w[i] > 0 ? ratio * runs : idle; /* nothing to carry: pumps rest */
    }
    laws(k, &l->pump, flow, law);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        drawn_w[i] = design_w * law[i];
        heat_w[i] += drawn_w[i];
    }
    for (int s = l->sink_first; s < l->sink_first + l->n_sink; s++)
        if (k->p->sink[s].what == SINK_DRYCOOLER) dry_prepare(k, s, l->capacity_w_k, flow);
}

static void rest_loop(struct step *k, int li, int i)
{
    const struct plant_loop *l = &k->p->loop[li];
    struct block *b = k->b;
    bool is_dead = !alive_loop(k, li) && b->loop_heat_w[li][i] > 0;
    b->loop_supply_c[li][i] = b->loop_hold_c[li][i] + (is_dead ? LOOP_RISE_MAX_K : 0);
    b->loop_lost_w[li][i] = is_dead ? b->loop_heat_w[li][i] : 0;
    if (is_dead) b->flags[i] |= 1u << FLAG_RUNAWAY;
    for (int s = l->sink_first; s < l->sink_first + l->n_sink; s++) {
        b->sink_heat_w[s][i] = b->sink_power_w[s][i] = b->sink_pump_w[s][i] = 0;
        b->sink_water_kg_s[s][i] = 0;
        if (k->p->sink[s].what == SINK_TOWER) tower_rest(k, s, i);
        if (!k->is_retry) b->sink_ask_w[s][i] = 0;
        if (!k->is_retry) b->sink_limit_w[s][i] = sink_rating_w(k, s);
    }
}

/* The most common loop: dry coolers alone.  All lanes first as if they had heat, then
   those at rest. */
static void run_dry_loop(struct step *k, int li)
{
    const struct plant_loop *l = &k->p->loop[li];
    struct block *b = k->b;
    int si = l->sink_first;
    double flow_w_k = l->capacity_w_k;
    const double *hold_c = b->loop_hold_c[li];
    const double *heat_w = b->loop_heat_w[li], *flow = b->loop_ratio[li];
    const double *air_c = b->sink_air_c[si], *full_w_k = b->sink_full_w_k[si];
    double *supply_c = b->loop_supply_c[li], *lost_w = b->loop_lost_w[li];
    double *take_w = b->sink_heat_w[si];
    lanes in_c, over_k;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double rise_k = heat_w[i] / (flow_w_k * flow[i]);
        double reach_c = full_w_k[i] > 0 ? air_c[i] + heat_w[i] / full_w_k[i] - rise_k : HUGE_VAL;
        supply_c[i] = lesser(greater(hold_c[i], reach_c), hold_c[i] + LOOP_RISE_MAX_K);
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
    if (!k->is_retry) fill(k, b->sink_limit_w[si], sink_rating_w(k, si));
    dry_run(k, si, in_c, take_w);
    for (int i = k->from, to = k->to; i < to; i++)
        if (!(flow[i] > 0)) rest_loop(k, li, i);
}

static void run_loop(struct step *k, int li, int i)
{
    double supply_c = supply_of_loop_c(k, li, i);
    double left_w = sinks_pass(k, li, i, supply_c, PASS_RUN);
    bool is_lost = left_w > sink_negligible_frac * k->b->loop_heat_w[li][i];
    k->b->loop_supply_c[li][i] = supply_c;
    k->b->loop_lost_w[li][i] = is_lost ? left_w : 0;
    if (is_lost) k->b->flags[i] |= 1u << FLAG_RUNAWAY;
}

static void flag_warm(struct step *k, int li)
{
    const double *supply_c = k->b->loop_supply_c[li], *hold_c = k->b->loop_hold_c[li];
    double n = 0;
    if (k->p->loop[li].is_source) return;
#pragma omp simd reduction(+ : n)
    for (int i = k->from; i < k->to; i++) n += supply_c[i] > hold_c[i] + 1e-9 ? 1 : 0;
    for (int i = k->from; n > 0 && i < k->to; i++)
        if (supply_c[i] > hold_c[i] + 1e-9) k->b->flags[i] |= 1u << FLAG_WATER_SHORT;
}

void liquid_loops(struct step *k)
{
    if (k->p->has_demand) reset_demand(k);
    gather_heat(k);
    for (int l = 0; l < k->p->n_loop; l++) {
        const struct plant_loop *x = &k->p->loop[l];
        if (k->p->n_storage) storage_charge(k, l);
        start_loop(k, l);
        if (k->p->n_storage) storage_discharge(k, l);
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
