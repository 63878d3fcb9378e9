/* Air: rack inlets, the balance of airflows, and the units that cool a room. */

#include <math.h>

#include "sim/kernel.h"
#include "sim/moisture.h"

/* Data sheets of fans are at sea level; at one speed their power follows the
 * density. */
static const double per_standard_pa = 1 / 101325.0;
static const double cp_air_j_kg_k = 1006, gas_j_kg_k = 287.042, kelvin = 273.15;

/* Outdoor-air units lead where there are any that live. */
static bool has_lead(const struct step *k, const struct plant_room *r)
{
    return r->has_primary && alive_cool(k, r->cool_first) > 0;
}

/* Units that move the room's air all the time: those that lead, else all. */
static int movers_end(const struct step *k, const struct plant_room *r)
{
    return has_lead(k, r) ? r->cool_first + 1 : r->cool_first + r->n_cool;
}

static int cools_end(const struct plant_room *r)
{
    return r->cool_first + r->n_cool;
}

/* ---- airflow and inlets ------------------------------------------------ */

/* Units at constant speed give what they give; variable ones follow the servers
   so that a share beta of the supply is bypass: V (1 - beta) = V_srv (1 - phi).
   When the units move less than the servers want, the servers take the rest of
   their air from their own exhaust: phi = 1 - V / V_srv. */
static void balance_flow(struct step *k, int room)
{
    const struct plant_room *r = &k->p->room[room];
    struct block *b = k->b;
    double fixed_m3_s = 0, variable_m3_s = 0, least = 1;
    for (int c = r->cool_first; c < movers_end(k, r); c++) {
        const struct air_unit *u = k->p->cool[c].u;
        double flow_m3_s = alive_cool(k, c) * u->airflow_m3_s;
        if (u->fan == FAN_CONSTANT)
            fixed_m3_s += flow_m3_s;
        else
            variable_m3_s += flow_m3_s;
        if (u->fan == FAN_VARIABLE) least = lesser(least, u->fan_min_frac);
    }
    double per_m3_s = variable_m3_s > 0 ? 1 / variable_m3_s : 0,
           want = (1 - r->phi) / (1 - r->beta);
    const double *restrict server_m3_s = b->room_air_m3_s[room];
    double *restrict ratio = b->room_ratio[room], *restrict unit_m3_s = b->room_unit_m3_s[room];
    double *restrict forced = b->room_forced[room], *restrict phi = b->room_phi[room];
    double least_phi = r->phi;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double of_all = (server_m3_s[i] * want - fixed_m3_s) * per_m3_s;
        ratio[i] = lesser(greater(of_all, least), 1);
        unit_m3_s[i] = fixed_m3_s + variable_m3_s * ratio[i];
        double of_own = 1 - unit_m3_s[i] / server_m3_s[i];
        forced[i] = server_m3_s[i] > 0 ? of_own : 0;
        phi[i] = lesser(greater(least_phi, forced[i]), 0.95);
    }
}

/* Inlet that follows from inlet x: servers run at x, and what they exhaust
   comes round: T_in = T_s + phi / (1 - phi) dT, dT = Q / (rho cp V). */
static void next_inlet(struct step *k, int room, const double *restrict x, double *restrict next)
{
    struct block *b = k->b;
    const double *p_pa = k->w->p_pa + k->h0, *flow = b->room_air_m3_s[room];
    const double *phi = b->room_phi[room], *heat_w = b->room_it_w[room];
    const double *supply_c = b->room_supply_c[room];
    copy(k, b->room_inlet_c[room], x);
    power_servers(k, room);
    balance_flow(k, room);
    if (k->p->room[room].n_door) reardoor_take(k, room, x);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double rise_w = heat_w[i] * gas_j_kg_k * (x[i] + kelvin) * phi[i];
        double rise_k = rise_w / (p_pa[i] * cp_air_j_kg_k * flow[i] * (1 - phi[i]));
        next[i] = supply_c[i] + (flow[i] > 0 ? rise_k : 0);
    }
}

enum { INLET_STEPS = 60 };
static const double inlet_tolerance_k = 1e-8;
/* Of where an inlet leads, less 1: above it, air that comes back warms almost as much as it is
   warmer, and a secant would lead anywhere. */
static const double steepest_slope = -0.02;

/* Fixed point lane by lane: the first step with the slope of the reference
   state, then secants; a lane that has closed stays. */
static void solve_inlet(struct step *k, int room)
{
    const struct plant_room *r = &k->p->room[room];
    struct block *b = k->b;
    lanes x0, x1, f0, g1;
    for (int i = k->from; i < k->to; i++) x1[i] = b->room_supply_c[room][i] + r->inlet_guess_k;
    next_inlet(k, room, x1, g1);
    for (int step = 0; step < INLET_STEPS; step++) {
        bool is_open = false;
        for (int i = k->from; i < k->to; i++) {
            double f1 = g1[i] - x1[i];
            if (fabs(f1) <= inlet_tolerance_k) continue;
            double slope = step ? (f1 - f0[i]) / (x1[i] - x0[i]) : r->inlet_slope - 1;
            x0[i] = x1[i];
            f0[i] = f1;
            x1[i] = slope < steepest_slope ? x1[i] - f1 / slope : g1[i];
            is_open = true;
        }
        if (!is_open) return;
        next_inlet(k, room, x1, g1);
    }
    for (int i = k->from; i < k->to; i++)
        if (fabs(g1[i] - x1[i]) > 1e-6) b->flags[i] |= 1u << FLAG_NOT_CONVERGED;
}

/* ---- the room's heat --------------------------------------------------- */

/* Fans that run all the time, at the speed found; those of backup units come
   with their load. */
static void run_fans(struct step *k, int room, double *restrict fan_w)
{
    const struct plant_room *r = &k->p->room[room];
    struct block *b = k->b;
    const double *restrict p_pa = k->w->p_pa + k->h0;
    lanes law;
    fill(k, fan_w, 0);
    for (int c = r->cool_first; c < movers_end(k, r); c++) {
        const struct cool *x = &k->p->cool[c];
        double rated_w = alive_cool(k, c) * x->u->fan_w;
        double *restrict ratio = b->cool_ratio[c], *restrict own_w = b->cool_fan_w[c];
        if (x->u->fan == FAN_CONSTANT) {
            fill(k, ratio, 1);
            fill(k, law, 1);
        } else {
            copy(k, ratio, b->room_ratio[room]);
            laws(k, &x->fan, ratio, law);
        }
#pragma omp simd
        for (int i = k->from; i < k->to; i++) {
            own_w[i] = rated_w * law[i] * p_pa[i] * per_standard_pa;
            fan_w[i] += own_w[i];
        }
    }
    for (int c = movers_end(k, r); c < cools_end(r); c++) fill(k, b->cool_ratio[c], 1);
    for (int c = cools_end(r); c < cools_end(r) + r->n_door; c++)
        sum(k, fan_w, b->cool_fan_w[c], 1);
}

/* Heat that the units must take, and the air that returns to them.  A room that
   loses more than it has floats colder until it does not.  is_known: the air's flow is as
   in the block before. */
static void find_heat(struct step *k, int room, bool is_known)
{
    const struct room *r = k->p->room[room].r;
    struct block *b = k->b;
    const double *restrict p_pa = k->w->p_pa + k->h0, *restrict outdoor_c = k->w->t_c + k->h0;
    const double *restrict inlet_c = b->room_inlet_c[room], *restrict it_w = b->room_it_w[room];
    const double *restrict supply_c = b->room_supply_c[room], *restrict loss_w =
                                                                  b->room_loss_w[room];
    const double *restrict flow = b->room_unit_m3_s[room];
    double *restrict gain_w = b->room_gain_w[room], *restrict heat_w = b->room_heat_w[room];
    double *restrict mcp = b->room_mcp_w_k[room], *restrict return_c = b->room_return_c[room];
    double envelope_w_k = r->envelope_w_k, adjacent_w_k = r->adjacent_w_k;
    double adjacent_c = r->adjacent_c;
    double *restrict fan_w = b->room_fan_w[room];
    if (!is_known || k->p->room[room].has_primary) run_fans(k, room, fan_w);
    if (k->p->room[room].water.runs) {
        moisture_heat(k, room, fan_w);
        return;
    }
#pragma omp simd
    for (int i = k->from; i < (is_known ? k->from : k->to); i++)
        mcp[i] = p_pa[i] / (gas_j_kg_k * (supply_c[i] + kelvin)) * cp_air_j_kg_k * flow[i];
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double in_w =
            envelope_w_k * (outdoor_c[i] - inlet_c[i]) + adjacent_w_k * (adjacent_c - inlet_c[i]);
        double all_w = it_w[i] + loss_w[i] + in_w + fan_w[i];
        gain_w[i] = in_w - lesser(all_w, 0);
        heat_w[i] = greater(all_w, 0);
        double rise_k = heat_w[i] / mcp[i];
        return_c[i] = supply_c[i] + (flow[i] > 0 ? rise_k : 0);
    }
}

/* ---- what units can take ----------------------------------------------- */

static void crah_capacity(struct step *k, int ci)
{
    const struct cool *c = &k->p->cool[ci];
    struct block *b = k->b;
    const double *return_c = b->room_return_c[c->room], *water_c = b->loop_supply_c[c->loop];
    const double *restrict ratio = b->cool_ratio[ci];
    const struct table conductance_w_k = c->conductance_w_k;
    double *restrict capacity_w = b->cool_capacity_w[ci], units = alive_cool(k, ci);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double g = units * table_at(&conductance_w_k, ratio[i]);
        capacity_w[i] = greater(g * (return_c[i] - water_c[i]), 0);
    }
}

static void find_capacity(struct step *k, int room)
{
    const struct plant_room *r = &k->p->room[room];
    for (int c = r->cool_first; c < cools_end(r); c++) {
        if (k->p->cool[c].kind == KIND_CRAH)
            crah_capacity(k, c);
        else if (k->p->cool[c].kind == KIND_CRAC)
            dx_capacity(k, c);
        else if (k->p->cool[c].h->economizer == AHU_INDIRECT)
            indirect_capacity(k, c);
        else
            fresh_air_capacity(k, c);
    }
}

/* Fresh air takes what it can.  What is left goes to the other units by
   capacity; as backup their fans run with their load and add to it: left =
   left_0 + F left / C, F fan power and C capacity of all of them. */
static void share_heat(struct step *k, int room)
{
    const struct plant_room *r = &k->p->room[room];
    struct block *b = k->b;
    lanes left_w, can_w, spare_w;
    double backup_w = 0;
    int first = has_lead(k, r) ? r->cool_first + 1 : r->cool_first;
    fill(k, can_w, 0);
    fill(k, spare_w, 0);
    copy(k, left_w, b->room_heat_w[room]);
    for (int i = k->from; has_lead(k, r) && i < k->to; i++) {
        double take_w = lesser(left_w[i], b->cool_capacity_w[r->cool_first][i]);
        b->cool_heat_w[r->cool_first][i] = take_w;
        left_w[i] -= take_w;
        spare_w[i] = b->cool_capacity_w[r->cool_first][i] - take_w;
    }
    for (int c = first; c < cools_end(r); c++) {
        if (has_lead(k, r)) backup_w += alive_cool(k, c) * k->p->cool[c].u->fan_w;
        sum(k, can_w, b->cool_capacity_w[c], 1);
    }
    double *restrict more_w = b->room_backup_w[room], *restrict over_w = b->room_over_w[room];
#pragma omp simd
    for (int i = k->from; i < (backup_w > 0 ? k->to : k->from); i++) {
        double more = can_w[i] > 2 * backup_w ? 1 / (1 - backup_w / can_w[i]) : 1;
        more_w[i] = left_w[i] * (more - 1);
        left_w[i] = left_w[i] * more;
    }
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        over_w[i] = left_w[i] - can_w[i] - spare_w[i];
        double share = left_w[i] / can_w[i];
        left_w[i] = can_w[i] > 0 ? share : 0;
    }
    for (int c = first; c < cools_end(r); c++) {
        const double *restrict own_w = b->cool_capacity_w[c];
        double *restrict heat_w = b->cool_heat_w[c], *restrict fan_w = b->cool_fan_w[c];
        double rated_w = alive_cool(k, c) * k->p->cool[c].u->fan_w;
#pragma omp simd
        for (int i = k->from; i < k->to; i++) heat_w[i] = left_w[i] * own_w[i];
        for (int i = k->from, to = k->to; backup_w > 0 && i < to; i++)
            fan_w[i] = more_w[i] * rated_w / backup_w;
    }
}

static void find_balance(struct step *k, int room, bool is_known)
{
    find_heat(k, room, is_known);
    find_capacity(k, room);
    share_heat(k, room);
}

/* ---- a room that is too warm ------------------------------------------- */

/* Heat that is left over in each lane with supply air at x. */
static const double *heat_left_w(struct step *k, int room, const double *restrict x)
{
    copy(k, k->b->room_supply_c[room], x);
    solve_inlet(k, room);
    find_balance(k, room, false);
    return k->b->room_over_w[room];
}

/* Secants between a supply at which heat is left over and one at which none is,
   halved where that is slow; up to the greatest rise, which is only looked at
   when a secant goes there. */
enum { SUPPLY_RISE_MAX_K = 60, SUPPLY_STEPS = 200, PATIENCE = 3 };
static const double near_k = 0.01, supply_tolerance_k = 1e-11;

struct warm {
    lanes lo, hi;   /* bracket */
    lanes at, left; /* supply before, and what was left there */
    lanes x, width;
    unsigned char has_hi[LANES], is_open[LANES];
};

/* At from_c left_w is left; next where the pass before found it, if it did. */
static void start_warm(const struct step *k, int room, const double *from_c, const double *left_w,
                       struct warm *w)
{
    const struct block *b = k->b;
    for (int i = k->from; i < k->to; i++) {
        double set_c = from_c[i], last_c = b->room_settled_c[room][i];
        w->lo[i] = w->at[i] = set_c;
        w->hi[i] = set_c + SUPPLY_RISE_MAX_K;
        w->left[i] = left_w[i];
        w->x[i] = last_c > set_c ? lesser(last_c + near_k, w->hi[i]) : set_c + 1;
        w->width[i] = SUPPLY_RISE_MAX_K;
        w->has_hi[i] = 0;
        w->is_open[i] = 1;
    }
}

/* Where lane i looks next after left_w was left at its x. */
static void look_on(struct warm *w, int i, double left_w, int step)
{
    double x = w->x[i], next = x - left_w * (x - w->at[i]) / (left_w - w->left[i]);
    if (left_w > 0)
        w->lo[i] = x;
    else
        w->hi[i] = x;
    if (!(left_w > 0)) w->has_hi[i] = 1;
    bool is_end = left_w > 0 && x >= w->hi[i], is_flat = !(next > w->lo[i]);
    bool is_slow = step % PATIENCE == 0 && w->hi[i] - w->lo[i] > w->width[i] / 2;
    if (step % PATIENCE == 0) w->width[i] = w->hi[i] - w->lo[i];
    if (!w->has_hi[i] && (is_flat || !(next < w->hi[i])))
        next = w->hi[i];
    else if (w->has_hi[i] && (is_slow || is_flat || !(next < w->hi[i])))
        next = w->lo[i] + (w->hi[i] - w->lo[i]) / 2;
    w->at[i] = x;
    w->left[i] = left_w;
    if (left_w == 0 || is_end) next = x;
    w->is_open[i] = fabs(next - x) > supply_tolerance_k;
    w->x[i] = next;
}

static bool is_open_still(const struct step *k, struct warm *w, const double *left_w, int step)
{
    bool is_any = false;
    for (int i = k->from; i < k->to; i++) {
        if (!w->is_open[i]) continue;
        look_on(w, i, left_w[i], step);
        is_any |= w->is_open[i];
    }
    return is_any;
}

/* Where all servers have the room's inlet, that is what their heat and air follow, and the
   supply is what is left without the rise: no inlet has to be looked for. */
static bool has_one_inlet(const struct plant_room *r)
{
    return !r->has_spread && r->n_group > 0;
}

/* Heat that is left over with inlets at x. */
static const double *heat_left_by_inlet_w(struct step *k, int room, const double *restrict x)
{
    double *restrict supply_c = k->b->room_supply_c[room];
    lanes rise_k;
    fill(k, supply_c, 0);
    next_inlet(k, room, x, rise_k);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) supply_c[i] = x[i] - rise_k[i];
    find_balance(k, room, false);
    return k->b->room_over_w[room];
}

/* Marks lanes of which that is not the answer: looked for too far, or not to be closed. */
static void settle_by_inlet(struct step *k, int room, const double *over_w, bool *is_left)
{
    const struct block *b = k->b;
    struct warm w;
    bool is_open = true;
    start_warm(k, room, b->room_inlet_c[room], over_w, &w);
    for (int step = 1; step <= SUPPLY_STEPS && is_open; step++)
        is_open = is_open_still(k, &w, heat_left_by_inlet_w(k, room, w.x), step);
    const double *left_w = heat_left_by_inlet_w(k, room, w.x);
    copy(k, b->room_settled_c[room], w.x);
    for (int i = k->from; i < k->to; i++) {
        double rise_k = b->room_supply_c[room][i] - b->room_set_c[room][i];
        is_left[i] = !(rise_k > 0 && rise_k < SUPPLY_RISE_MAX_K &&
                       fabs(left_w[i]) <= 1e-9 * b->room_heat_w[room][i]);
    }
}

static void settle_by_supply(struct step *k, int room, const double *over_w)
{
    struct warm w;
    bool is_open = true;
    start_warm(k, room, k->b->room_set_c[room], over_w, &w);
    for (int step = 1; step <= SUPPLY_STEPS && is_open; step++)
        is_open = is_open_still(k, &w, heat_left_w(k, room, w.x), step);
    copy(k, k->b->room_settled_c[room], w.x);
    heat_left_w(k, room, w.x);
}

/* By inlet, and in runs of lanes by supply what is left. */
static void settle_lanes(struct step *k, int room)
{
    bool is_left[LANES];
    struct step run = *k;
    lanes over_w; /* at the setpoint */
    copy(k, over_w, k->b->room_over_w[room]);
    for (int i = k->from; i < k->to; i++) is_left[i] = true;
    if (has_one_inlet(&k->p->room[room])) settle_by_inlet(k, room, over_w, is_left);
    for (int i = k->from; i < k->to; i = run.to) {
        run.from = run.to = i;
        while (run.to < k->to && is_left[run.to] == is_left[i]) run.to++;
        if (is_left[i]) settle_by_supply(&run, room, over_w);
    }
}

/* The supply air rises until all is taken.  No temperature is high enough: what
   nothing takes goes into the building. */
static void settle_supply(struct step *k, int room)
{
    struct block *b = k->b;
    bool is_lost = false;
    const double *left_w = b->room_over_w[room];
    settle_lanes(k, room);
    for (int i = k->from; i < k->to; i++) {
        b->flags[i] |= 1u << FLAG_SUPPLY_SHORT;
        if (!(left_w[i] > 1e-9 * b->room_heat_w[room][i])) continue;
        double lost_w = left_w[i];
        b->flags[i] |= 1u << FLAG_RUNAWAY;
        b->room_gain_w[room][i] -= lost_w;
        b->room_heat_w[room][i] -= lost_w;
        is_lost = true;
    }
    if (is_lost) share_heat(k, room);
}

/* In runs of lanes that are too warm. */
static void settle_warm(struct step *k, int room)
{
    const double *over_w = k->b->room_over_w[room];
    bool is_warm[LANES];
    struct step run = *k;
    for (int i = k->from; i < k->to; i++) is_warm[i] = over_w[i] > 0;
    for (int i = k->from; i < k->to; i = run.to) {
        run.from = run.to = i;
        while (run.to < k->to && is_warm[run.to] == is_warm[i]) run.to++;
        if (is_warm[i]) settle_supply(&run, room);
    }
}

/* ---- what units draw ---------------------------------------------------- */

static void run_units(struct step *k, int room)
{
    const struct plant_room *r = &k->p->room[room];
    for (int c = r->cool_first; c < cools_end(r); c++) {
        if (k->p->cool[c].kind == KIND_CRAC) dx_run(k, c);
        if (k->p->cool[c].kind != KIND_AHU) continue;
        if (k->p->cool[c].h->economizer == AHU_INDIRECT)
            indirect_run(k, c);
        else
            fresh_air_run(k, c);
    }
}

/* ---- in turn ------------------------------------------------------------ */

/* What each unit would have to take, and could, with the room at its setpoint:
   its heat, and of what is over its share by capacity.  A limit is never quite
   zero, so that a share of it stays a number; fresh air with units behind it
   has none. */
static void note_demand(struct step *k, int room, bool is_over)
{
    const struct plant_room *r = &k->p->room[room];
    struct block *b = k->b;
    int first = r->has_primary && r->n_cool > 1 ? r->cool_first + 1 : r->cool_first;
    lanes can_w;
    fill(k, can_w, 0);
    for (int c = first; is_over && c < cools_end(r); c++) sum(k, can_w, b->cool_capacity_w[c], 1);
    const double *restrict over_w = b->room_over_w[room];
    for (int c = r->cool_first; c < cools_end(r); c++) {
        double equal = 1.0 / (cools_end(r) - first), mine = c >= first;
        const double *restrict cap_w = b->cool_capacity_w[c], *restrict heat_w = b->cool_heat_w[c];
        double *restrict ask_w = b->cool_ask_w[c], *restrict limit_w = b->cool_limit_w[c];
#pragma omp simd
        for (int i = k->from; i < k->to; i++) ask_w[i] = lesser(heat_w[i], cap_w[i]) + 0;
#pragma omp simd
        for (int i = k->from; i < (is_over ? k->to : k->from); i++) {
            double share = cap_w[i] / can_w[i], mine_w = mine * greater(over_w[i], 0);
            share = can_w[i] > 0 ? share : equal;
            ask_w[i] = lesser(heat_w[i], cap_w[i]) + (mine_w > 0 ? mine_w * share : 0);
        }
#pragma omp simd
        for (int i = k->from; i < k->to; i++) limit_w[i] = greater(cap_w[i], 1e-6 * ask_w[i]);
        if (c < first) fill(k, limit_w, (double)NAN);
    }
    for (int c = cools_end(r); c < cools_end(r) + r->n_door; c++) { /* the room takes the rest */
        copy(k, b->cool_ask_w[c], b->cool_heat_w[c]);
        fill(k, b->cool_limit_w[c], (double)NAN);
    }
}

/* Straight between its points, level beyond. */
static double along(const struct points *p, double x)
{
    if (x <= p->x[0]) return p->y[0];
    for (int i = 1; i < p->n; i++)
        if (x <= p->x[i])
            return p->y[i - 1] +
                   (x - p->x[i - 1]) / (p->x[i] - p->x[i - 1]) * (p->y[i] - p->y[i - 1]);
    return p->y[p->n - 1];
}

/* Inlet above supply of the hottest racks, over that of the mean. */
static double hottest_share(const struct step *k, int room)
{
    const struct plant_room *r = &k->p->room[room];
    double most = 0;
    if (!r->has_spread) return 1;
    for (int g = r->group_first; g < r->group_first + r->n_group; g++)
        if (alive_group(k, g)) most = greater(most, k->p->group[g].inlet_share);
    return most;
}

/* With the inlets at their target servers and airflows are known, and so is how
   much colder the supply must be, for the hottest racks where they differ. */
static void set_by_inlet(struct step *k, int room, double *restrict set_c)
{
    const struct room *r = k->p->room[room].r;
    double target_c = r->inlet_target_c, min_c = r->supply_min_c, max_c = r->supply_max_c;
    double base_c = k->p->room[room].has_spread ? target_c : 0; /* all racks at the target */
    double share = hottest_share(k, room);
    lanes at, next_c;
    unsigned short flags[LANES]; /* a try at the target is no finding of the hour */
    fill(k, at, target_c);
    fill(k, k->b->room_supply_c[room], base_c);
    memcpy(flags, k->b->flags, sizeof flags);
    next_inlet(k, room, at, next_c);
    memcpy(k->b->flags, flags, sizeof flags);
#pragma omp simd
    for (int i = k->from; i < k->to; i++)
        set_c[i] = lesser(greater(target_c - share * (next_c[i] - base_c), min_c), max_c);
}

static void set_supply(struct step *k, int room)
{
    const struct room *r = k->p->room[room].r;
    double *set_c = k->b->room_set_c[room];
    const double *outdoor_c = k->w->t_c + k->h0;
    if (r->reset == RESET_FIXED) fill(k, set_c, r->supply_c);
    if (r->reset == RESET_INLET) set_by_inlet(k, room, set_c);
    for (int i = k->from; r->reset == RESET_OUTDOOR && i < k->to; i++)
        set_c[i] = along(&r->reset_curve, outdoor_c[i]);
    copy(k, k->b->room_supply_c[room], set_c);
}

void air_inlets(struct step *k, int room)
{
    set_supply(k, room);
    solve_inlet(k, room);
}

bool air_units(struct step *k, int room)
{
    const double *over_w = k->b->room_over_w[room], *forced = k->b->room_forced[room];
    double phi = k->p->room[room].phi;
    bool is_settled = k->p->room[room].n_door > 0; /* by the losses, which are known now */
    if (is_settled || power_follows_heat(&k->p->room[room])) solve_inlet(k, room);
    find_balance(k, room, k->b->is_same && k->b->steady.is_held);
    double n_warm = 0, n_forced = 0;
#pragma omp simd reduction(+ : n_warm, n_forced)
    for (int i = k->from; i < k->to; i++) {
        n_warm += over_w[i] > 0 ? 1 : 0;
        n_forced += forced[i] > phi ? 1 : 0;
    }
    if (!k->is_retry) note_demand(k, room, n_warm > 0);
    if (k->p->has_demand) reset_note(k, room);
    if (n_warm > 0) {
        settle_warm(k, room);
        is_settled = true;
    }
    for (int i = k->from; n_warm + n_forced > 0 && i < k->to; i++)
        if (forced[i] > phi) k->b->flags[i] |= 1u << FLAG_AIRFLOW_SHORT;
    run_units(k, room);
    return is_settled;
}
