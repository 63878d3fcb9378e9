/* Air: rack inlets, the balance of airflows, and the units that cool a room. */

#include <math.h>

#include "physics/biquadratic.h"
#include "physics/psychro.h"
#include "sim/kernel.h"

static const double cp_air_j_kg_k = 1006, gas_j_kg_k = 287.042;

static double density_kg_m3(const struct step *k, int lane, double t_c)
{
    return k->w->p_pa[k->h0 + lane] / (gas_j_kg_k * (t_c + 273.15));
}

/* ---- airflow ---------------------------------------------------------- */

/* Units at constant speed give what they give; variable ones follow the servers
   so that a share beta of the supply is bypass: V (1 - beta) = V_srv (1 - phi).
   When the units move less than the servers want, the servers take the rest of
   their air from their own exhaust: phi = 1 - V / V_srv. */
static void balance_flow(struct step *k, int room, int i)
{
    const struct plant_room *r = &k->p->room[room];
    struct block *b = k->b;
    double fixed_m3_s = 0, variable_m3_s = 0, server_m3_s = b->room_air_m3_s[room][i];
    double least = 1;
    int last = r->has_primary ? r->cool_first + 1 : r->cool_first + r->n_cool;
    for (int c = r->cool_first; c < last; c++) {
        const struct air_unit *u = k->p->cool[c].u;
        double flow_m3_s = alive_cool(k, c) * u->airflow_m3_s;
        if (u->fan == FAN_CONSTANT) fixed_m3_s += flow_m3_s;
        else {
            variable_m3_s += flow_m3_s;
            least = lesser(least, u->fan_min_frac);
        }
    }
    double want = server_m3_s * (1 - r->phi) / (1 - r->beta) - fixed_m3_s;
    double ratio = variable_m3_s > 0 ? lesser(greater(want / variable_m3_s, least), 1) : 0;
    for (int c = r->cool_first; c < last; c++)
        b->cool_ratio[c][i] = k->p->cool[c].u->fan == FAN_CONSTANT ? 1 : ratio;
    double total_m3_s = fixed_m3_s + variable_m3_s * ratio;
    double forced = server_m3_s > 0 ? 1 - total_m3_s / server_m3_s : 0;
    b->room_unit_m3_s[room][i] = total_m3_s;
    b->room_phi[room][i] = lesser(greater(r->phi, forced), 0.95);
    if (forced > r->phi) b->flags[i] |= 1u << FLAG_AIRFLOW_SHORT;
}

/* Inlet that follows from inlet x: servers run at x, and what they exhaust comes
   round: T_in = T_s + phi / (1 - phi) dT. */
static void next_inlet(struct step *k, int room, const double *x, double *next)
{
    struct block *b = k->b;
    for (int i = k->from; i < k->to; i++) b->room_inlet_c[room][i] = x[i];
    power_servers(k, room);
    for (int i = k->from; i < k->to; i++) {
        balance_flow(k, room, i);
        double flow = b->room_air_m3_s[room][i], supply_c = b->room_supply_c[room][i];
        double phi = b->room_phi[room][i];
        double rise_k = flow > 0 ? b->room_it_w[room][i] /
                                       (density_kg_m3(k, i, x[i]) * cp_air_j_kg_k * flow)
                                 : 0;
        next[i] = supply_c + phi / (1 - phi) * rise_k;
    }
}

enum { INLET_STEPS = 60 };
static const double inlet_tolerance_k = 1e-10;

/* Fixed point lane by lane: the first step with the slope of the reference state,
   then secants; a lane that has closed stays. */
static void solve_inlet(struct step *k, int room)
{
    const struct plant_room *r = &k->p->room[room];
    struct block *b = k->b;
    lanes x0, x1, f0, g1;
    for (int i = k->from; i < k->to; i++)
        x1[i] = b->room_supply_c[room][i] + r->inlet_guess_k;
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

/* ---- what units can take ---------------------------------------------- */

struct outdoor { /* what a fresh-air unit sees */
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
    double fits_k = room_w * (2.501e6 + 1860 * o.wet_bulb_c - 4186 * o.wet_bulb_c) /
                    (1006 + 1860 * o.w);
    if (c->h->evaporative_frac > 0 && !o.is_shut)
        o.least_c = o.t_c - greater(lesser(c->h->evaporative_frac * depression_k, fits_k), 0);
    return o;
}

/* Heat that cool c can take from air that returns at return_c, W. */
static double capacity_w(struct step *k, int ci, int i, double return_c)
{
    const struct cool *c = &k->p->cool[ci];
    struct block *b = k->b;
    int units = alive_cool(k, ci);
    if (c->kind == KIND_CRAH) {
        double g = units * table_at(&c->conductance_w_k, b->cool_ratio[ci][i]);
        return greater(g * (return_c - b->loop_supply_c[c->loop][i]), 0);
    }
    if (c->kind == KIND_AHU) {
        struct outdoor o = outdoor_of(k, c, i);
        double flow = units * c->u->airflow_m3_s * b->cool_ratio[ci][i];
        double mcp = density_kg_m3(k, i, b->room_supply_c[c->room][i]) * flow * cp_air_j_kg_k;
        return o.is_shut ? 0 : greater(mcp * (return_c - o.least_c), 0);
    }
    double wet = table_at(&k->p->room[c->room].wet_bulb, return_c);
    double out_c = k->w->t_c[k->h0 + i] + c->x->inlet_adder_k;
    wet = lesser(greater(wet, c->x->wet_bulb_min_c), c->x->wet_bulb_max_c);
    out_c = lesser(greater(out_c, c->x->outdoor_min_c), c->x->outdoor_max_c);
    return units * c->capacity_w * c->cap_scale * biquadratic(c->x->cap_ft.v, wet, out_c);
}

static double fan_heat_w(struct step *k, int room, int i)
{
    const struct plant_room *r = &k->p->room[room];
    double sum_w = 0;
    for (int c = r->cool_first; c < r->cool_first + r->n_cool; c++) {
        const struct cool *x = &k->p->cool[c];
        if (!r->has_primary || c == r->cool_first)
            k->b->cool_fan_w[c][i] = alive_cool(k, c) * x->u->fan_w *
                                     table_at(&x->fan, k->b->cool_ratio[c][i]);
        sum_w += k->b->cool_fan_w[c][i];
    }
    return sum_w;
}

/* Heat that the room's units must take, and the air that returns to them. */
static double room_heat_w(struct step *k, int room, int i)
{
    const struct plant_room *r = &k->p->room[room];
    struct block *b = k->b;
    double inlet_c = b->room_inlet_c[room][i], outdoor_c = k->w->t_c[k->h0 + i];
    double gain_w = r->r->envelope_w_k * (outdoor_c - inlet_c) +
                    r->r->adjacent_w_k * (r->r->adjacent_c - inlet_c);
    double heat_w = b->room_it_w[room][i] + b->room_loss_w[room][i] + gain_w +
                    fan_heat_w(k, room, i);
    if (heat_w < 0) { /* the room floats colder until it loses no more than it has */
        gain_w -= heat_w;
        heat_w = 0;
    }
    double mcp = density_kg_m3(k, i, b->room_supply_c[room][i]) * cp_air_j_kg_k *
                 b->room_unit_m3_s[room][i];
    b->room_gain_w[room][i] = gain_w;
    b->room_heat_w[room][i] = heat_w;
    b->room_return_c[room][i] = b->room_supply_c[room][i] + (mcp > 0 ? heat_w / mcp : 0);
    return heat_w;
}

static double room_capacity_w(struct step *k, int room, int i)
{
    const struct plant_room *r = &k->p->room[room];
    double sum_w = 0;
    for (int c = r->cool_first; c < r->cool_first + r->n_cool; c++) {
        if (r->has_primary && c > r->cool_first) k->b->cool_ratio[c][i] = 1;
        k->b->cool_capacity_w[c][i] = capacity_w(k, c, i, k->b->room_return_c[room][i]);
        sum_w += k->b->cool_capacity_w[c][i];
    }
    return sum_w;
}

/* ---- a room that is too warm ------------------------------------------ */

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
    double heat_w = room_heat_w(&w->k, w->room, i);
    return heat_w - room_capacity_w(&w->k, w->room, i);
}

enum { SUPPLY_RISE_MAX_K = 60 };

static void settle_supply(struct step *k, int room, int i)
{
    struct warm w = {*k, room};
    w.k.from = i;
    w.k.to = i + 1;
    double set_c = k->p->room[room].r->supply_c;
    double x = kernel_root(heat_left_w, &w, set_c, set_c + SUPPLY_RISE_MAX_K, 1e-11);
    heat_left_w(x, &w);
    k->b->flags[i] |= 1u << FLAG_SUPPLY_SHORT;
}

/* ---- what units draw --------------------------------------------------- */

static void run_crac(struct step *k, int ci, int i, double heat_w)
{
    const struct cool *c = &k->p->cool[ci];
    const struct crac *x = c->x;
    struct block *b = k->b;
    double wet = table_at(&k->p->room[c->room].wet_bulb, b->room_return_c[c->room][i]);
    double out_c = k->w->t_c[k->h0 + i] + x->inlet_adder_k;
    if (out_c > x->outdoor_max_c || wet > x->wet_bulb_max_c || wet < x->wet_bulb_min_c)
        b->flags[i] |= 1u << FLAG_DX_BEYOND;
    wet = lesser(greater(wet, x->wet_bulb_min_c), x->wet_bulb_max_c);
    out_c = lesser(greater(out_c, x->outdoor_min_c), x->outdoor_max_c);
    double load = lesser(heat_w / b->cool_capacity_w[ci][i], 1);
    double full_w_w = c->eir_scale * biquadratic(x->eir_ft.v, wet, out_c) / c->cop;
    double run = x->compressor == COMPRESSOR_CYCLING ? load / (1 - x->plf_slope * (1 - load)) : load;
    double per_w = x->compressor == COMPRESSOR_CYCLING
                       ? full_w_w / (1 - x->plf_slope * (1 - load))
                       : full_w_w / table_at(&c->part_load, load);
    b->cool_power_w[ci][i] = heat_w * per_w;
    b->cool_condenser_w[ci][i] = alive_cool(k, ci) * c->condenser_fan_w * run;
    b->cool_out_w[ci][i] = heat_w + b->cool_power_w[ci][i] + b->cool_condenser_w[ci][i];
}

/* Outdoor air first as it is, then wetted as far as needed; drier air than dew_min
   is humidified by evaporation (its cooling is left out). */
static void run_ahu(struct step *k, int ci, int i, double heat_w)
{
    const struct cool *c = &k->p->cool[ci];
    struct block *b = k->b;
    struct outdoor o = outdoor_of(k, c, i);
    double flow = alive_cool(k, ci) * c->u->airflow_m3_s * b->cool_ratio[ci][i];
    double kg_s = density_kg_m3(k, i, b->room_supply_c[c->room][i]) * flow;
    double return_c = b->room_return_c[c->room][i], water_kg_s = 0, wet = 0;
    double need_c = kg_s > 0 ? return_c - heat_w / (kg_s * cp_air_j_kg_k) : return_c;
    double outdoor_share = return_c > o.t_c ? lesser((return_c - need_c) / (return_c - o.t_c), 1) : 1;
    if (heat_w > 0 && need_c < o.t_c) {
        double dw = (1006 + 1860 * o.w) * (o.t_c - need_c) /
                    (2.501e6 + 1860 * need_c - 4186 * o.wet_bulb_c);
        water_kg_s = kg_s * dw;
        wet = 1;
    } else if (heat_w > 0 && o.w < c->w_min) {
        water_kg_s = kg_s * outdoor_share * (c->w_min - o.w);
        wet = c->h->evaporative_frac > 0;
    }
    b->cool_power_w[ci][i] = 0;
    b->cool_condenser_w[ci][i] = wet * alive_cool(k, ci) * c->h->pump_w;
    b->cool_out_w[ci][i] = heat_w + b->cool_condenser_w[ci][i];
    b->cool_water_kg_s[ci][i] = water_kg_s;
}

static void run_unit(struct step *k, int ci, int i, double heat_w)
{
    const struct cool *c = &k->p->cool[ci];
    struct block *b = k->b;
    b->cool_heat_w[ci][i] = heat_w;
    if (c->kind == KIND_CRAC) run_crac(k, ci, i, heat_w);
    else if (c->kind == KIND_AHU) run_ahu(k, ci, i, heat_w);
    else b->cool_power_w[ci][i] = b->cool_condenser_w[ci][i] = b->cool_out_w[ci][i] = 0;
}

/* Fresh air takes what it can; the other units share what is left by capacity. */
static void share_heat(struct step *k, int room, int i)
{
    const struct plant_room *r = &k->p->room[room];
    struct block *b = k->b;
    double heat_w = b->room_heat_w[room][i], left_w = heat_w, sum_w = 0;
    int first = r->cool_first;
    if (r->has_primary) {
        double free_w = lesser(heat_w, b->cool_capacity_w[first][i]);
        run_unit(k, first++, i, free_w);
        left_w = heat_w - free_w;
    }
    for (int c = first; c < r->cool_first + r->n_cool; c++) sum_w += b->cool_capacity_w[c][i];
    for (int c = first; c < r->cool_first + r->n_cool; c++) {
        double share = sum_w > 0 ? b->cool_capacity_w[c][i] / sum_w : 0;
        run_unit(k, c, i, left_w * share);
        if (r->has_primary) /* backup fans run while their coils do */
            b->cool_fan_w[c][i] = alive_cool(k, c) * k->p->cool[c].u->fan_w *
                                  lesser(b->cool_heat_w[c][i] / greater(b->cool_capacity_w[c][i], 1), 1);
    }
}

/* What each unit would have to take, and could, with the room at its setpoint. */
static void note_demand(struct step *k, int room, int i, double heat_w)
{
    const struct plant_room *r = &k->p->room[room];
    struct block *b = k->b;
    int first = r->cool_first;
    double left_w = heat_w, sum_w = 0;
    if (r->has_primary) {
        b->cool_limit_w[first][i] = b->cool_capacity_w[first][i];
        b->cool_ask_w[first][i] = lesser(heat_w, b->cool_capacity_w[first][i]);
        left_w -= b->cool_ask_w[first++][i];
    }
    for (int c = first; c < r->cool_first + r->n_cool; c++) sum_w += b->cool_capacity_w[c][i];
    for (int c = first; c < r->cool_first + r->n_cool; c++) {
        double share = sum_w > 0 ? b->cool_capacity_w[c][i] / sum_w : 1;
        b->cool_limit_w[c][i] = b->cool_capacity_w[c][i];
        b->cool_ask_w[c][i] = left_w * share;
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
    for (int i = k->from; i < k->to; i++) {
        double heat_w = room_heat_w(k, room, i), can_w = room_capacity_w(k, room, i);
        note_demand(k, room, i, heat_w);
        if (heat_w > can_w) settle_supply(k, room, i);
        share_heat(k, room, i);
    }
}
