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

/* In a pass all loops; while loops settle, those that sinks reject to, since what coils and
   CDUs reject does not change. */
static bool is_due(const struct step *k, int l, bool is_whole)
{
    return is_whole || k->p->loop[l].is_source;
}

static void gather_heat(struct step *k, bool is_whole)
{
    const struct plant *p = k->p;
    struct block *b = k->b;
    for (int l = 0; l < p->n_loop; l++) {
        if (!is_due(k, l, is_whole)) continue;
        fill(k, b->loop_heat_w[l], 0);
        if (p->loop[l].is_source)
            fill(k, b->loop_ask_c[l], HUGE_VAL);
        else
            copy(k, b->loop_ask_c[l], b->loop_hold_c[l]);
    }
    for (int c = 0; c < p->n_cool; c++) {
        if (p->cool[c].loop < 0 || !is_due(k, p->cool[c].loop, is_whole)) continue;
        bool is_dx = p->cool[c].kind == KIND_CRAC; /* its condenser's heat */
        sum(k, b->loop_heat_w[p->cool[c].loop], is_dx ? b->cool_out_w[c] : b->cool_heat_w[c], 1);
        if (is_dx) ask_for_condenser(k, c);
    }
    for (int c = 0; c < p->n_cdu; c++)
        if (is_due(k, p->cdu[c].loop, is_whole))
            sum(k, b->loop_heat_w[p->cdu[c].loop], b->cdu_heat_w[c], 1);
}

/* ---- loops: what cools them --------------------------------------------- */

/* What the loop is asked for, not below its setpoint. */
static void find_asked(const struct step *k, int li, double *restrict ask_c)
{
    const double *restrict loop_c = k->b->loop_ask_c[li], *restrict hold_c = k->b->loop_hold_c[li];
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double c = greater(loop_c[i], hold_c[i]);
        ask_c[i] = c < HUGE_VAL ? c : hold_c[i];
    }
}

static void note_single(struct step *k, int li)
{
    int si = k->p->loop[li].sink_first;
    if (k->is_retry) return;
    copy(k, k->b->sink_ask_w[si], k->b->loop_heat_w[li]);
    fill(k, k->b->sink_limit_w[si], sink_rating_w(k, si));
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

static void rest_loop(struct step *k, int li)
{
    const struct plant_loop *l = &k->p->loop[li];
    struct block *b = k->b;
    double dead = alive_loop(k, li) ? 0 : 1;
    for (int i = k->from; i < k->to; i++) {
        bool is_dead = dead > 0 && b->loop_heat_w[li][i] > 0;
        b->loop_supply_c[li][i] = b->loop_hold_c[li][i] + (is_dead ? LOOP_RISE_MAX_K : 0);
        b->loop_lost_w[li][i] = is_dead ? b->loop_heat_w[li][i] : 0;
        if (is_dead) b->flags[i] |= 1u << FLAG_RUNAWAY;
    }
    for (int s = l->sink_first; s < l->sink_first + l->n_sink; s++) {
        fill(k, b->sink_heat_w[s], 0);
        fill(k, b->sink_power_w[s], 0);
        fill(k, b->sink_pump_w[s], 0);
        fill(k, b->sink_water_kg_s[s], 0);
        if (k->p->sink[s].what == SINK_TOWER)
            tower_run(k, s, b->loop_ratio[li], b->loop_supply_c[li], b->sink_heat_w[s]);
        if (k->is_retry) continue;
        fill(k, b->sink_ask_w[s], 0);
        fill(k, b->sink_limit_w[s], sink_rating_w(k, s));
    }
}

/* What weather alone cools, in closed form: the supply at which it takes all, or what the
   loop is asked for when that is warmer. */
static void run_dry_loop(struct step *k, int li)
{
    const struct plant_loop *l = &k->p->loop[li];
    struct block *b = k->b;
    int si = l->sink_first;
    double flow_w_k = l->capacity_w_k, n = 0;
    const double *hold_c = b->loop_hold_c[li];
    const double *heat_w = b->loop_heat_w[li], *flow = b->loop_ratio[li];
    const double *air_c = b->sink_air_c[si], *full_w_k = b->sink_full_w_k[si];
    double *supply_c = b->loop_supply_c[li], *lost_w = b->loop_lost_w[li];
    double *take_w = b->sink_heat_w[si];
    lanes ask_c, in_c, over_k, can_w;
    find_asked(k, li, ask_c);
#pragma omp simd reduction(+ : n)
    for (int i = k->from; i < k->to; i++) {
        double rise_k = heat_w[i] / (flow_w_k * flow[i]);
        double reach_c = full_w_k[i] > 0 ? air_c[i] + heat_w[i] / full_w_k[i] - rise_k : HUGE_VAL;
        supply_c[i] = lesser(greater(ask_c[i], reach_c), hold_c[i] + LOOP_RISE_MAX_K);
        in_c[i] = supply_c[i] + rise_k;
        over_k[i] = reach_c - supply_c[i];
        lost_w[i] = 0;
        take_w[i] = heat_w[i];
        n += over_k[i] > 0 ? 1 : 0;
    }
    if (n > 0) dry_can_w(k, si, in_c, can_w);
    for (int i = k->from, to = k->to; n > 0 && i < to; i++) {
        if (!(over_k[i] > 0) || !(flow[i] > 0)) continue;
        lost_w[i] = heat_w[i] - can_w[i];
        take_w[i] = heat_w[i] - lost_w[i];
        if (lost_w[i] > 0) b->flags[i] |= 1u << FLAG_RUNAWAY;
    }
    note_single(k, li);
    dry_run(k, si, in_c, take_w);
}

static void flag_lost(struct step *k, int li)
{
    const double *restrict lost_w = k->b->loop_lost_w[li];
    double n = 0;
#pragma omp simd reduction(+ : n)
    for (int i = k->from; i < k->to; i++) n += lost_w[i] > 0 ? 1 : 0;
    for (int i = k->from; n > 0 && i < k->to; i++)
        if (lost_w[i] > 0) k->b->flags[i] |= 1u << FLAG_RUNAWAY;
}

/* The same of towers; what they cannot take above the greatest rise is lost. */
static void run_tower_loop(struct step *k, int li)
{
    const struct plant_loop *l = &k->p->loop[li];
    struct block *b = k->b;
    int si = l->sink_first;
    double capacity_w_k = l->capacity_w_k, approach_k = l->approach_min_k;
    const double *restrict hold_c = b->loop_hold_c[li], *restrict wb_c = k->w->wb_c + k->h0;
    const double *restrict heat_w = b->loop_heat_w[li], *restrict ratio = b->loop_ratio[li];
    double *restrict supply_c = b->loop_supply_c[li], *restrict lost_w = b->loop_lost_w[li];
    double *restrict take_w = b->sink_heat_w[si], *restrict in_c = b->sink_in_c[si], n = 0;
    lanes ask_c, flow_w_k, needs_c, part_all_w;
    find_asked(k, li, ask_c);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) flow_w_k[i] = capacity_w_k * ratio[i];
    tower_needs_c(k, si, flow_w_k, heat_w, needs_c);
#pragma omp simd reduction(+ : n)
    for (int i = k->from; i < k->to; i++) {
        double rise_k = heat_w[i] / flow_w_k[i];
        double reach_c = greater(needs_c[i] - rise_k, wb_c[i] + approach_k);
        supply_c[i] = lesser(greater(ask_c[i], reach_c), hold_c[i] + LOOP_RISE_MAX_K);
        in_c[i] = supply_c[i] + rise_k;
        part_all_w[i] = heat_w[i];
        n += needs_c[i] <= in_c[i] ? 0 : 1;
    }
#pragma omp simd
    for (int i = k->from; i < (n > 0 ? k->to : k->from); i++) {
        double part_w = heat_w[i] * (in_c[i] - wb_c[i]) / (needs_c[i] - wb_c[i]);
        part_all_w[i] = needs_c[i] <= in_c[i] ? heat_w[i] : greater(part_w, 0);
    }
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double part_w = part_all_w[i];
        double held_w = greater(flow_w_k[i] * (in_c[i] - wb_c[i] - approach_k), 0);
        part_w = approach_k > 0 ? lesser(part_w, held_w) : part_w;
        part_w = needs_c[i] < HUGE_VAL ? part_w : 0;
        bool is_lost = heat_w[i] - part_w > sink_negligible_frac * heat_w[i];
        lost_w[i] = is_lost ? heat_w[i] - part_w : 0;
        take_w[i] = is_lost ? part_w : heat_w[i];
    }
    flag_lost(k, li);
    note_single(k, li);
    if (k->p->has_cool_losses) tower_run(k, si, flow_w_k, in_c, take_w);
}

/* Zero of what is left over, which falls as the supply gets warmer. */
struct short_loop {
    struct step *k;
    int loop, lane;
};

static double heat_left_w(double supply_c, void *context)
{
    struct short_loop *s = context;
    return sinks_left_w(s->k, s->loop, s->lane, supply_c);
}

/* Loops with more than one part, or one that the weather does not bind: at what they are
   asked for, or as warm as they get. */
static void run_mixed_loop(struct step *k, int li)
{
    struct block *b = k->b;
    double *restrict supply_c = b->loop_supply_c[li], *restrict lost_w = b->loop_lost_w[li];
    const double *restrict heat_w = b->loop_heat_w[li];
    double n = 0;
    lanes ask_c, left_w;
    find_asked(k, li, ask_c);
    sinks_try(k, li, ask_c, !k->is_retry, left_w);
    copy(k, supply_c, ask_c);
#pragma omp simd reduction(+ : n)
    for (int i = k->from; i < k->to; i++) n += left_w[i] <= 0 ? 0 : 1;
    for (int i = k->from; n > 0 && i < k->to; i++) {
        if (left_w[i] <= 0) continue;
        struct short_loop s = {k, li, i};
        supply_c[i] = solve_falling(heat_left_w, &s, ask_c[i], ask_c[i] + LOOP_RISE_MAX_K, 1e-11);
        left_w[i] = sinks_left_w(k, li, i, supply_c[i]);
    }
    sinks_run(k, li, supply_c);
#pragma omp simd
    for (int i = k->from; i < k->to; i++)
        lost_w[i] = left_w[i] > sink_negligible_frac * heat_w[i] ? left_w[i] : 0;
    flag_lost(k, li);
}

static void run_loop(struct step *k, int li)
{
    const struct plant_loop *l = &k->p->loop[li];
    enum sink_what only = k->p->sink[l->sink_first].what;
    if (l->n_sink == 1 && only == SINK_DRYCOOLER)
        run_dry_loop(k, li);
    else if (l->n_sink == 1 && only == SINK_TOWER)
        run_tower_loop(k, li);
    else
        run_mixed_loop(k, li);
}

/* In runs of lanes whose water flows, and of lanes whose does not. */
static void run_or_rest(struct step *k, int li)
{
    const double *ratio = k->b->loop_ratio[li];
    struct step run = *k;
    for (int i = k->from; i < k->to; i = run.to) {
        bool flows = ratio[i] > 0;
        run.from = run.to = i;
        while (run.to < k->to && (ratio[run.to] > 0) == flows) run.to++;
        if (flows)
            run_loop(&run, li);
        else
            rest_loop(&run, li);
    }
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

static void start_due(struct step *k, int l)
{
    if (k->p->n_storage) storage_charge(k, l);
    start_loop(k, l);
    if (k->p->n_storage) storage_discharge(k, l);
}

static void loops_once(struct step *k, bool is_whole)
{
    gather_heat(k, is_whole);
    for (int l = 0; l < k->p->n_loop; l++) {
        if (is_due(k, l, is_whole)) start_due(k, l);
        run_or_rest(k, l);
        flag_warm(k, l);
    }
}

/* ---- loops that sinks reject to ------------------------------------------- */

/* Economizers and chillers see the water of loops that come after theirs.  Nothing but
   sinks does, so that those loops settle here, before servers and rooms are looked at
   again; those that cool condensers in rooms settle with the rooms. */
static bool settles_alone(const struct plant *p, int loop)
{
    bool is_sinks = false;
    for (int s = 0; s < p->n_sink; s++) is_sinks |= p->sink[s].loop == loop;
    for (int c = 0; c < p->n_cool; c++)
        if (p->cool[c].loop == loop) return false;
    return is_sinks && p->loop[loop].is_source;
}

/* Loops of consumers as they are while the others settle; and those near where they will. */
static void begin_settling(struct step *k)
{
    const struct plant *p = k->p;
    gather_heat(k, true);
    for (int l = 0; l < p->n_loop; l++)
        if (!p->loop[l].is_source) start_due(k, l);
    for (int l = 0; l < p->n_loop; l++) {
        int to = p->sink[p->loop[l].sink_first].loop;
        if (to >= 0 && !p->loop[l].is_source && settles_alone(p, to)) condense(k, l, to);
    }
}

enum { SETTLING_STEPS = 30 };
static const double settled_k = 1e-9;

/* How far each loop was off what it came to; where next.  A secant, when it falls as it
   does where an economizer or a chiller answers. */
static double look_on(struct step *k, int l, int step, double *restrict is_off)
{
    struct block *b = k->b;
    double *restrict try_c = b->loop_try_c[l], *restrict tried_c = b->loop_tried_c[l];
    double *restrict off_k = b->loop_off_k[l], *restrict supply_c = b->loop_supply_c[l];
    double n = 0;
    lanes to_c;
    copy(k, to_c, supply_c);
#pragma omp simd
    for (int i = k->from; i < (step > 0 ? k->to : k->from); i++) {
        double x = try_c[i], f = supply_c[i] - x, slope = (f - off_k[i]) / (x - tried_c[i]);
        to_c[i] = ((slope < -0.5) & (slope > -2)) ? x - f / slope : supply_c[i];
    }
#pragma omp simd reduction(+ : n)
    for (int i = k->from; i < k->to; i++) {
        double x = try_c[i], f = supply_c[i] - x, next_c = to_c[i];
        bool is_open = !(fabs(f) <= settled_k);
        tried_c[i] = x;
        off_k[i] = f;
        supply_c[i] = is_open ? next_c : supply_c[i];
        is_off[i] = is_open ? 1 : is_off[i];
        n += is_open ? 1 : 0;
    }
    return n;
}

/* One step for the lanes at work; is_off[i] of those that moved.  A lane that has settled is
   looked at where it was, and comes to the same. */
static double settle_once(struct step *k, int step, const unsigned short *flags, double *is_off)
{
    const struct plant *p = k->p;
    double n = 0;
    memcpy(k->b->flags + k->from, flags + k->from, (size_t)(k->to - k->from) * sizeof *flags);
    for (int l = 0; l < p->n_loop; l++) {
        double *restrict try_c = k->b->loop_try_c[l], *restrict supply_c = k->b->loop_supply_c[l];
#pragma omp simd
        for (int i = k->from; i < k->to; i++)
            try_c[i] = supply_c[i] = is_off[i] > 0 ? supply_c[i] : try_c[i];
    }
    loops_once(k, false);
    fill(k, is_off, 0);
    for (int l = 0; l < p->n_loop; l++)
        if (settles_alone(p, l)) n += look_on(k, l, step, is_off);
    return n;
}

/* In runs of lanes that are not settled. */
static void settle_loops(struct step *k)
{
    unsigned short flags[LANES]; /* those of the rooms; the loops' are of the last step */
    lanes is_off;
    double n = 1;
    memcpy(flags, k->b->flags, sizeof flags);
    fill(k, is_off, 1);
    begin_settling(k);
    for (int step = 0; step < SETTLING_STEPS && n > 0; step++) {
        struct step run = *k;
        n = 0;
        for (run.to = k->from; beside_next(k, is_off, &run);)
            n += settle_once(&run, step, flags, is_off);
    }
}

void liquid_loops(struct step *k)
{
    const struct plant *p = k->p;
    bool has_any = false;
    if (p->has_demand) reset_demand(k);
    for (int l = 0; l < p->n_loop; l++) has_any |= settles_alone(p, l);
    if (!has_any) {
        loops_once(k, true);
        return;
    }
    settle_loops(k);
    for (int l = 0; l < p->n_loop; l++)
        if (settles_alone(p, l)) copy(k, k->b->loop_was_c[l], k->b->loop_try_c[l]);
}
