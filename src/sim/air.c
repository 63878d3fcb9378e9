/* Air: rack inlets, the balance of airflows, and the units that cool a room. */

#include <math.h>

#include "physics/biquadratic.h"
#include "sim/kernel.h"

/* Data sheets of fans are at sea level; at one speed their power follows the density. */
static const double per_standard_pa = 1 / 101325.0;
static const double cp_air_j_kg_k = 1006, gas_j_kg_k = 287.042, kelvin = 273.15;

/* Units that move the room's air all the time: the fresh-air units where there are
   any, else all. */
static int movers_end(const struct plant_room *r)
{
    return r->has_primary ? r->cool_first + 1 : r->cool_first + r->n_cool;
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
    for (int c = r->cool_first; c < movers_end(r); c++) {
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
    const double *server_m3_s = b->room_air_m3_s[room];
    for (int i = k->from; i < k->to; i++) {
        double ratio = (server_m3_s[i] * want - fixed_m3_s) * per_m3_s;
        ratio = lesser(greater(ratio, least), 1);
        double unit_m3_s = fixed_m3_s + variable_m3_s * ratio;
        double forced = server_m3_s[i] > 0 ? 1 - unit_m3_s / server_m3_s[i] : 0;
        b->room_ratio[room][i] = ratio;
        b->room_unit_m3_s[room][i] = unit_m3_s;
        b->room_forced[room][i] = forced;
        b->room_phi[room][i] = lesser(greater(r->phi, forced), 0.95);
    }
}

/* Inlet that follows from inlet x: servers run at x, and what they exhaust comes
   round: T_in = T_s + phi / (1 - phi) dT, dT = Q / (rho cp V). */
static void next_inlet(struct step *k, int room, const double *x, double *next)
{
    struct block *b = k->b;
    const double *p_pa = k->w->p_pa + k->h0, *flow = b->room_air_m3_s[room];
    for (int i = k->from; i < k->to; i++) b->room_inlet_c[room][i] = x[i];
    power_servers(k, room);
    balance_flow(k, room);
    for (int i = k->from; i < k->to; i++) {
        double phi = b->room_phi[room][i], heat_w = b->room_it_w[room][i];
        double rise_k = heat_w * gas_j_kg_k * (x[i] + kelvin) * phi;
        double per_k = p_pa[i] * cp_air_j_kg_k * flow[i] * (1 - phi);
        next[i] = b->room_supply_c[room][i] + (flow[i] > 0 ? rise_k / per_k : 0);
    }
}

enum { INLET_STEPS = 60 };
static const double inlet_tolerance_k = 1e-8;

/* Fixed point lane by lane: the first step with the slope of the reference state,
   then secants; a lane that has closed stays. */
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
            x1[i] = slope < -0.2 ? x1[i] - f1 / slope : g1[i];
            is_open = true;
        }
        if (!is_open) return;
        next_inlet(k, room, x1, g1);
    }
    for (int i = k->from; i < k->to; i++)
        if (fabs(g1[i] - x1[i]) > 1e-6) b->flags[i] |= 1u << FLAG_NOT_CONVERGED;
}

/* ---- the room's heat --------------------------------------------------- */

/* Fans that run all the time, at the speed found; those of backup units come with
   their load. */
static void run_fans(struct step *k, int room, double *fan_w)
{
    const struct plant_room *r = &k->p->room[room];
    struct block *b = k->b;
    for (int i = k->from; i < k->to; i++) fan_w[i] = 0;
    for (int c = r->cool_first; c < movers_end(r); c++) {
        const struct cool *x = &k->p->cool[c];
        double rated_w = alive_cool(k, c) * x->u->fan_w;
        bool is_constant = x->u->fan == FAN_CONSTANT;
        for (int i = k->from; i < k->to; i++) {
            double ratio = is_constant ? 1 : b->room_ratio[room][i];
            double law = is_constant ? 1 : law_at(&x->fan, ratio);
            b->cool_ratio[c][i] = ratio;
            b->cool_fan_w[c][i] = rated_w * law * k->w->p_pa[k->h0 + i] * per_standard_pa;
            fan_w[i] += b->cool_fan_w[c][i];
        }
    }
    for (int c = movers_end(r); c < cools_end(r); c++)
        for (int i = k->from; i < k->to; i++) b->cool_ratio[c][i] = 1;
}

/* Heat that the units must take, and the air that returns to them.  A room that
   loses more than it has floats colder until it does not. */
static void find_heat(struct step *k, int room)
{
    const struct room *r = k->p->room[room].r;
    struct block *b = k->b;
    const double *p_pa = k->w->p_pa + k->h0, *outdoor_c = k->w->t_c + k->h0;
    lanes fan_w;
    run_fans(k, room, fan_w);
    for (int i = k->from; i < k->to; i++) {
        double inlet_c = b->room_inlet_c[room][i], supply_c = b->room_supply_c[room][i];
        double gain_w = r->envelope_w_k * (outdoor_c[i] - inlet_c) +
                        r->adjacent_w_k * (r->adjacent_c - inlet_c);
        double heat_w = b->room_it_w[room][i] + b->room_loss_w[room][i] + gain_w + fan_w[i];
        gain_w -= lesser(heat_w, 0);
        heat_w = greater(heat_w, 0);
        double flow = b->room_unit_m3_s[room][i];
        double mcp = p_pa[i] / (gas_j_kg_k * (supply_c + kelvin)) * cp_air_j_kg_k * flow;
        b->room_gain_w[room][i] = gain_w;
        b->room_heat_w[room][i] = heat_w;
        b->room_mcp_w_k[room][i] = mcp;
        b->room_return_c[room][i] = supply_c + (flow > 0 ? heat_w / mcp : 0);
    }
}

/* ---- what units can take ----------------------------------------------- */

static void crah_capacity(struct step *k, int ci)
{
    const struct cool *c = &k->p->cool[ci];
    struct block *b = k->b;
    const double *return_c = b->room_return_c[c->room], *water_c = b->loop_supply_c[c->loop];
    int units = alive_cool(k, ci);
    for (int i = k->from; i < k->to; i++) {
        double g = units * table_at(&c->conductance_w_k, b->cool_ratio[ci][i]);
        b->cool_capacity_w[ci][i] = greater(g * (return_c[i] - water_c[i]), 0);
    }
}

static void crac_capacity(struct step *k, int ci)
{
    const struct cool *c = &k->p->cool[ci];
    const struct crac *x = c->x;
    struct block *b = k->b;
    const double *return_c = b->room_return_c[c->room], *outdoor_c = k->w->t_c + k->h0;
    double rated_w = alive_cool(k, ci) * c->capacity_w * c->cap_scale;
    for (int i = k->from; i < k->to; i++) {
        double wet = table_at(&k->p->room[c->room].wet_bulb, return_c[i]);
        double air = outdoor_c[i] + x->inlet_adder_k;
        double wet_in = lesser(greater(wet, x->wet_bulb_min_c), x->wet_bulb_max_c);
        b->cool_air_c[ci][i] = lesser(greater(air, x->outdoor_min_c), x->outdoor_max_c);
        b->cool_beyond[ci][i] = wet_in != wet || air > x->outdoor_max_c;
        b->cool_wet_c[ci][i] = wet_in;
        b->cool_capacity_w[ci][i] =
            rated_w * biquadratic(x->cap_ft.v, wet_in, b->cool_air_c[ci][i]);
    }
}

struct outdoor {         /* what a fresh-air unit sees */
    double t_c, least_c; /* as it is, and at its wettest */
    double wet_bulb_c, w;
    bool is_shut;
};

static struct outdoor outdoor_of(const struct step *k, const struct cool *c, int i)
{
    int h = k->h0 + i;
    struct outdoor o = {k->w->t_c[h], k->w->t_c[h], k->w->wb_c[h], k->w->w[h], false};
    o.is_shut = o.w > c->w_max;
    /* water that still fits below the dew point limit, by the wet-bulb equation */
    double depression_k = o.t_c - o.wet_bulb_c, room_w = c->w_max - o.w;
    double fits_k = room_w * (2.501e6 + (1860 - 4186) * o.wet_bulb_c) / (1006 + 1860 * o.w);
    if (c->h->evaporative_frac > 0 && !o.is_shut)
        o.least_c = o.t_c - greater(lesser(c->h->evaporative_frac * depression_k, fits_k), 0);
    return o;
}

static void ahu_capacity(struct step *k, int ci)
{
    const struct cool *c = &k->p->cool[ci];
    struct block *b = k->b;
    for (int i = k->from; i < k->to; i++) {
        struct outdoor o = outdoor_of(k, c, i);
        double can_w = b->room_mcp_w_k[c->room][i] * (b->room_return_c[c->room][i] - o.least_c);
        b->cool_capacity_w[ci][i] = o.is_shut ? 0 : greater(can_w, 0);
    }
}

static void find_capacity(struct step *k, int room)
{
    const struct plant_room *r = &k->p->room[room];
    for (int c = r->cool_first; c < cools_end(r); c++) {
        if (k->p->cool[c].kind == KIND_CRAH)
            crah_capacity(k, c);
        else if (k->p->cool[c].kind == KIND_CRAC)
            crac_capacity(k, c);
        else
            ahu_capacity(k, c);
    }
}

/* Fresh air takes what it can.  What is left goes to the other units by capacity;
   as backup their fans run with their load and add to it:
   left = left_0 + F left / C, F fan power and C capacity of all of them. */
static void share_heat(struct step *k, int room)
{
    const struct plant_room *r = &k->p->room[room];
    struct block *b = k->b;
    lanes left_w, can_w = {0};
    double backup_w = 0;
    int first = r->has_primary ? r->cool_first + 1 : r->cool_first;
    for (int i = k->from; i < k->to; i++) left_w[i] = b->room_heat_w[room][i];
    for (int i = k->from; r->has_primary && i < k->to; i++) {
        double take_w = lesser(left_w[i], b->cool_capacity_w[r->cool_first][i]);
        b->cool_heat_w[r->cool_first][i] = take_w;
        left_w[i] -= take_w;
    }
    for (int c = first; c < cools_end(r); c++) {
        if (r->has_primary) backup_w += alive_cool(k, c) * k->p->cool[c].u->fan_w;
        for (int i = k->from; i < k->to; i++) can_w[i] += b->cool_capacity_w[c][i];
    }
    for (int i = k->from; i < k->to; i++) {
        double more = backup_w > 0 && can_w[i] > 2 * backup_w ? 1 / (1 - backup_w / can_w[i]) : 1;
        b->room_backup_w[room][i] = left_w[i] * (more - 1);
        b->room_over_w[room][i] = left_w[i] * more - can_w[i];
        left_w[i] = can_w[i] > 0 ? left_w[i] * more / can_w[i] : 0;
    }
    for (int c = first; c < cools_end(r); c++) {
        double fan_w = alive_cool(k, c) * k->p->cool[c].u->fan_w;
        for (int i = k->from; i < k->to; i++) {
            b->cool_heat_w[c][i] = left_w[i] * b->cool_capacity_w[c][i];
            if (backup_w > 0) b->cool_fan_w[c][i] = b->room_backup_w[room][i] * fan_w / backup_w;
        }
    }
}

static void find_balance(struct step *k, int room)
{
    find_heat(k, room);
    find_capacity(k, room);
    share_heat(k, room);
}

/* ---- a room that is too warm ------------------------------------------- */

struct warm {
    struct step k;
    int room;
};

/* Heat that is left over with supply air at x. */
static double heat_left_w(double x, void *context)
{
    struct warm *w = context;
    int i = w->k.from;
    w->k.b->room_supply_c[w->room][i] = x;
    solve_inlet(&w->k, w->room);
    find_balance(&w->k, w->room);
    return w->k.b->room_over_w[w->room][i];
}

enum { SUPPLY_RISE_MAX_K = 60 };
static const double near_k = 0.01, supply_tolerance_k = 1e-11;

/* Near where the pass before found it, else anywhere above the setpoint. */
static double settled_supply_c(struct warm *w, double set_c, double last_c)
{
    double lo = greater(last_c - near_k, set_c), hi = lo + 2 * near_k;
    if (last_c > set_c) {
        double x = solve_falling(heat_left_w, w, lo, hi, supply_tolerance_k);
        if (x > lo && x < hi) return x;
    }
    return solve_falling(heat_left_w, w, set_c, set_c + SUPPLY_RISE_MAX_K, supply_tolerance_k);
}

static void settle_supply(struct step *k, int room, int i)
{
    struct warm w = {*k, room};
    w.k.from = i;
    w.k.to = i + 1;
    double x = settled_supply_c(&w, k->p->room[room].r->supply_c, k->b->room_settled_c[room][i]);
    double left_w = heat_left_w(x, &w), heat_w = k->b->room_heat_w[room][i];
    k->b->room_settled_c[room][i] = x;
    k->b->flags[i] |= 1u << FLAG_SUPPLY_SHORT;
    if (!(left_w > 1e-9 * heat_w)) return;
    /* no temperature is high enough: what nothing takes goes into the building */
    k->b->flags[i] |= 1u << FLAG_RUNAWAY;
    k->b->room_gain_w[room][i] -= left_w;
    k->b->room_heat_w[room][i] -= left_w;
    share_heat(&w.k, room);
}

/* ---- what units draw ---------------------------------------------------- */

static void run_crac(struct step *k, int ci)
{
    const struct cool *c = &k->p->cool[ci];
    const struct crac *x = c->x;
    struct block *b = k->b;
    double condenser_w = alive_cool(k, ci) * c->condenser_fan_w, per_cop = c->eir_scale / c->cop;
    bool is_cycling = x->compressor == COMPRESSOR_CYCLING;
    for (int i = k->from; i < k->to; i++) {
        double heat_w = b->cool_heat_w[ci][i], can_w = b->cool_capacity_w[ci][i];
        double load = can_w > 0 ? lesser(heat_w / can_w, 1) : 0;
        double full =
            per_cop * biquadratic(x->eir_ft.v, b->cool_wet_c[ci][i], b->cool_air_c[ci][i]);
        double plf = is_cycling ? 1 - x->plf_slope * (1 - load) : table_at(&c->part_load, load);
        double run = is_cycling ? load / plf : load;
        b->cool_power_w[ci][i] = heat_w * full / plf;
        b->cool_condenser_w[ci][i] = condenser_w * run;
        b->cool_out_w[ci][i] = heat_w + b->cool_power_w[ci][i] + b->cool_condenser_w[ci][i];
        if (b->cool_beyond[ci][i] > 0 && heat_w > 0) b->flags[i] |= 1u << FLAG_DX_BEYOND;
    }
}

/* Outdoor air first as it is, then wetted as far as needed; drier air than dew_min
   is humidified by evaporation (its cooling is left out). */
static void run_ahu(struct step *k, int ci)
{
    const struct cool *c = &k->p->cool[ci];
    struct block *b = k->b;
    for (int i = k->from; i < k->to; i++) {
        struct outdoor o = outdoor_of(k, c, i);
        double heat_w = b->cool_heat_w[ci][i], mcp = b->room_mcp_w_k[c->room][i];
        double kg_s = mcp / cp_air_j_kg_k, return_c = b->room_return_c[c->room][i];
        double need_c = mcp > 0 ? return_c - heat_w / mcp : return_c, water_kg_s = 0, wet = 0;
        if (heat_w > 0 && need_c < o.t_c) {
            water_kg_s = kg_s * (1006 + 1860 * o.w) * (o.t_c - need_c) /
                         (2.501e6 + 1860 * need_c - 4186 * o.wet_bulb_c);
            wet = 1;
        } else if (heat_w > 0 && o.w < c->w_min) {
            double fresh = lesser((return_c - need_c) / (return_c - o.t_c), 1);
            water_kg_s = kg_s * fresh * (c->w_min - o.w);
            wet = c->h->evaporative_frac > 0;
        }
        b->cool_power_w[ci][i] = 0;
        b->cool_condenser_w[ci][i] = wet * alive_cool(k, ci) * c->h->pump_w;
        b->cool_out_w[ci][i] = heat_w + b->cool_condenser_w[ci][i];
        b->cool_water_kg_s[ci][i] = water_kg_s;
    }
}

static void run_units(struct step *k, int room)
{
    const struct plant_room *r = &k->p->room[room];
    for (int c = r->cool_first; c < cools_end(r); c++) {
        if (k->p->cool[c].kind == KIND_CRAC) run_crac(k, c);
        if (k->p->cool[c].kind == KIND_AHU) run_ahu(k, c);
    }
}

/* ---- in turn ------------------------------------------------------------ */

/* What each unit would have to take, and could, with the room at its setpoint: its
   heat, and of what is over its share by capacity.  A limit is never quite zero, so
   that a share of it stays a number; fresh air with units behind it has none. */
static void note_demand(struct step *k, int room)
{
    const struct plant_room *r = &k->p->room[room];
    struct block *b = k->b;
    int first = r->has_primary && r->n_cool > 1 ? r->cool_first + 1 : r->cool_first;
    lanes can_w = {0};
    for (int c = first; c < cools_end(r); c++)
        for (int i = k->from; i < k->to; i++) can_w[i] += b->cool_capacity_w[c][i];
    for (int c = r->cool_first; c < cools_end(r); c++) {
        double equal = 1.0 / (cools_end(r) - first), mine = c >= first;
        for (int i = k->from; i < k->to; i++) {
            double cap_w = b->cool_capacity_w[c][i];
            double over_w = mine * greater(b->room_over_w[room][i], 0);
            double ask_w = lesser(b->cool_heat_w[c][i], cap_w);
            if (over_w > 0) ask_w += over_w * (can_w[i] > 0 ? cap_w / can_w[i] : equal);
            b->cool_ask_w[c][i] = ask_w;
            b->cool_limit_w[c][i] = c < first ? (double)NAN : greater(cap_w, 1e-6 * ask_w);
        }
    }
}

void air_inlets(struct step *k, int room)
{
    for (int i = k->from; i < k->to; i++)
        k->b->room_supply_c[room][i] = k->p->room[room].r->supply_c;
    solve_inlet(k, room);
}

void air_units(struct step *k, int room)
{
    const double *over_w = k->b->room_over_w[room], *forced = k->b->room_forced[room];
    double phi = k->p->room[room].phi;
    find_balance(k, room);
    if (!k->is_retry) note_demand(k, room);
    for (int i = k->from; i < k->to; i++) {
        if (over_w[i] > 0) settle_supply(k, room, i);
        if (forced[i] > phi) k->b->flags[i] |= 1u << FLAG_AIRFLOW_SHORT;
    }
    run_units(k, room);
}
