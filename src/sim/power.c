/* Electricity: what servers draw at their inlet and coolant temperatures, and
   what reaches the utility through every loss. */

#include <math.h>
#include <string.h>

#include "sim/kernel.h"

/* Share of the way from idle to full power that the electronics have gone. */
static double electronics_share(const struct group *g, double activity)
{
    if (g->points_shape.n > 0) return table_at(&g->points_shape, activity);
    return server_curve(g->s, activity);
}

/* Electronics' power in cool air, for the activity of each lane. */
void power_prepare(struct step *k)
{
    for (int gi = 0; gi < k->p->n_group; gi++) {
        const struct group *g = &k->p->group[gi];
        bool is_full = k->w->is_design || g->workload < 0;
        const double *activity = is_full ? NULL : k->w->activity[g->workload] + k->h0;
        double *restrict u = k->b->group_activity[gi];
        double *restrict wanted_w = k->b->group_wanted_w[gi];
        double span_w = k->w->is_design ? g->design_span_w : g->span_w, last = -1, at_last_w = 0;
        if (activity)
            copy(k, u, activity);
        else
            fill(k, u, 1);
        if (is_same(k, u)) {
            fill(k, wanted_w, g->idle_w + span_w * electronics_share(g, u[k->from]));
            continue;
        }
        for (int i = k->from, to = k->to; i < to; i++) {
            if (u[i] != last) at_last_w = g->idle_w + span_w * electronics_share(g, u[i]);
            last = u[i];
            wanted_w[i] = at_last_w;
        }
    }
}

static const double per_standard_pa = 1 / 101325.0; /* data sheets are at sea level */

/* What servers of a group take in, and their coolant; NaN where there is none.
 */
static void find_inlets(const struct step *k, const struct group *g, double *restrict inlet_c,
                        double *restrict coolant_c)
{
    const struct block *b = k->b;
    if (g->cdu >= 0)
        copy(k, coolant_c, b->cdu_supply_c[g->cdu]);
    else
        fill(k, coolant_c, (double)NAN);
    if (!g->is_immersed && !g->has_own_inlet)
        copy(k, inlet_c, b->room_inlet_c[g->room]);
    else
        for (int i = k->from; i < k->to; i++) inlet_c[i] = group_inlet_c(k, g, i);
}

/* Fans hold the mass of air that cools, as far as they can, so they turn faster
   in thin air; their power follows its density.  The electronics' power is over
   that in cool air and cool coolant what leaks; in hotter air than trips it a
   server is off, and what it asks for at most, it asks for there. */
struct asked {
    lanes fan_w, wanted_w; /* wanted: of the electronics, chips permitting */
    lanes flow;            /* mass of air over that at full speed at sea level */
    lanes inlet_c, coolant_c;
};

static void ask(const struct step *k, int gi, struct asked *a)
{
    const struct group *g = &k->p->group[gi];
    const struct server *s = g->s;
    const double *restrict u = k->b->group_activity[gi], *restrict p_pa = k->w->p_pa + k->h0;
    const double *restrict cool_w = k->b->group_wanted_w[gi];
    double *restrict air_m3_s = k->b->group_air_m3_s[gi];
    bool leaks_by_coolant = g->cdu >= 0 && s->coolant_leakage_per_k > 0;
    double low_c = s->fan_inlet_low_c, trip_c = g->trip_c, leak_per_k = s->leakage_per_k;
    double coolant_leak = leaks_by_coolant ? s->liquid_capture_frac * s->coolant_leakage_per_k : 0;
    double coolant_from_c = s->coolant_leakage_from_c, fan_scale = g->fan_scale;
    const struct server own = *s;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double density = p_pa[i] * per_standard_pa;
        double ratio = lesser(server_fan_ratio(&own, u[i], a->inlet_c[i]) / density, 1);
        double warm_k = lesser(a->inlet_c[i], trip_c) - low_c;
        double factor = 1 + leak_per_k * greater(warm_k, 0);
        double by_coolant = coolant_leak * greater(a->coolant_c[i] - coolant_from_c, 0);
        factor += leaks_by_coolant ? by_coolant : 0;
        a->fan_w[i] = server_fan_w(&own, ratio) * density * fan_scale;
        a->wanted_w[i] = cool_w[i] * factor;
        a->flow[i] = ratio * density;
        air_m3_s[i] = own.airflow_m3_s * ratio;
    }
}

/* Temperature of the chip at no power, and its rise per watt of electronics:
   the chip's power is its share of the electronics at full power, P_chip =
   P_acc E / E_full, and T = T_in + shadow + R P_chip <= T_limit. */
static void find_chip(const struct step *k, const struct group *g, const struct asked *a,
                      double *restrict base_c, double *restrict k_per_w)
{
    double share = g->s->accelerator_w / g->full_w, shadow_k = g->s->chip_shadow_k;
    const struct table chip_air_k_w = g->chip_air_k_w;
    if (g->cdu >= 0 && g->s->liquid_capture_frac > 0) {
        copy(k, base_c, a->coolant_c);
        fill(k, k_per_w, g->plate_k_w[alive_cdu(k, g->cdu)] * share);
        return;
    }
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        base_c[i] = a->inlet_c[i] + shadow_k;
        k_per_w[i] = table_at(&chip_air_k_w, a->flow[i]) * share;
    }
}

/* Electronics throttled to the chip's limit, not below the floor, then to what
   supplies give; chip_c of those that run. */
static void give(struct step *k, int gi, const struct asked *a, double *restrict electronics_w,
                 double *restrict loss_w, double *restrict is_capped)
{
    const struct group *g = &k->p->group[gi];
    struct block *b = k->b;
    int supplies = alive_group(k, gi);
    double limit_c = g->s->chip_limit_c, floor_frac = g->s->throttle_floor_frac, cap_w = g->cap_w;
    double rated_w = (supplies > 0 ? supplies : 1) * g->supply_rated_w;
    double most_w = g->has_supply ? rated_w * g->supply_usable : HUGE_VAL;
    const struct table supply_loss = g->supply_loss;
    double *restrict heat_cut = b->group_heat_cut[gi], *restrict chip_c = b->group_chip_c[gi];
    lanes base_c, k_per_w;
    find_chip(k, g, a, base_c, k_per_w);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double want_w = a->wanted_w[i], fan_w = a->fan_w[i];
        double left_w = greater((limit_c - base_c[i]) / k_per_w[i], 0);
        left_w = greater(left_w, floor_frac * want_w);
        double own_w = base_c[i] + k_per_w[i] * want_w > limit_c ? left_w : want_w;
        heat_cut[i] = own_w < want_w ? 1 - own_w / want_w : 0;
        bool is_over = own_w > cap_w;
        own_w = is_over ? cap_w : own_w;
        bool is_short = own_w + fan_w > most_w;
        own_w = is_short ? greater(most_w, fan_w) - fan_w : own_w;
        electronics_w[i] = own_w;
        is_capped[i] = (is_over | is_short) ? 1 : 0;
        chip_c[i] = base_c[i] + k_per_w[i] * own_w;
    }
    if (!g->has_supply) fill(k, loss_w, 0);
#pragma omp simd
    for (int i = k->from; i < (g->has_supply ? k->to : k->from); i++)
        loss_w[i] = rated_w * table_at(&supply_loss, (electronics_w[i] + a->fan_w[i]) / rated_w);
}

static void flag_capped(struct step *k, const double *restrict is_capped)
{
    double n = 0;
#pragma omp simd reduction(+ : n)
    for (int i = k->from; i < k->to; i++) n += is_capped[i];
    for (int i = k->from; n > 0 && i < k->to; i++)
        if (is_capped[i] > 0) k->b->flags[i] |= 1u << FLAG_SUPPLY_UNIT;
}

/* Servers of a group, by the equations in model/server.h. */
static void solve_servers(struct step *k, int gi)
{
    const struct group *g = &k->p->group[gi];
    struct block *b = k->b;
    double liquid_frac = g->s->liquid_capture_frac, immersed = g->is_immersed;
    double lives = alive_group(k, gi) > 0;
    const double *restrict off = b->group_off[gi];
    double *restrict all_w = b->group_w[gi], *restrict fan_w = b->group_fan_w[gi];
    double *restrict supply_w = b->group_supply_w[gi], *restrict liquid_w = b->group_liquid_w[gi];
    double *restrict air_w = b->group_air_w[gi], *restrict air_m3_s = b->group_air_m3_s[gi];
    double *restrict throttle = b->group_throttle[gi], *restrict cut = b->group_heat_cut[gi];
    double *restrict chip_c = b->group_chip_c[gi];
    struct asked a;
    lanes electronics_w, loss_w, is_capped;
    find_inlets(k, g, a.inlet_c, a.coolant_c);
    ask(k, gi, &a);
    give(k, gi, &a, electronics_w, loss_w, is_capped);
    flag_capped(k, is_capped);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double on = lives > 0 ? 1 - off[i] : 0, want_w = a.wanted_w[i], own_w = electronics_w[i];
        double to_liquid_w = liquid_frac * (own_w + immersed * loss_w[i]);
        double input_w = own_w + a.fan_w[i] + loss_w[i];
        double lost = own_w < want_w ? 1 - own_w / want_w : 0;
        all_w[i] = on * input_w;
        fan_w[i] = on * a.fan_w[i];
        supply_w[i] = on * loss_w[i];
        liquid_w[i] = on * to_liquid_w;
        air_w[i] = on * (input_w - to_liquid_w);
        air_m3_s[i] = on * air_m3_s[i];
        throttle[i] = on > 0 ? lost : 1;
        cut[i] = on > 0 ? cut[i] : 0; /* the rest is short supplies */
        chip_c[i] = on > 0 ? chip_c[i] : (double)NAN;
    }
}

/* All that a server's state depends on is the same in every lane: a constant
   load at the setpoint, most hours of many sites. */
static bool is_constant(const struct step *k, int gi)
{
    const struct group *g = &k->p->group[gi];
    const struct block *b = k->b;
    if (g->has_own_inlet && !is_same(k, b->room_supply_c[g->room])) return false;
    return is_same(k, b->room_inlet_c[g->room]) && is_same(k, b->group_wanted_w[gi]) &&
           is_same(k, b->group_activity[gi]) && is_same(k, k->w->p_pa + k->h0) &&
           is_same(k, b->group_off[gi]) && (g->cdu < 0 || is_same(k, b->cdu_supply_c[g->cdu]));
}

/* One lane stands for all where all are the same, which changes no lane. */
static void solve_group(struct step *k, int gi)
{
    struct block *b = k->b;
    lanes *const result[] = {b->group_w,        b->group_fan_w,    b->group_supply_w,
                             b->group_liquid_w, b->group_air_w,    b->group_air_m3_s,
                             b->group_chip_c,   b->group_throttle, b->group_heat_cut};
    const unsigned capped = 1u << FLAG_SUPPLY_UNIT;
    struct step one = *k;
    if (k->to - k->from < 8 || !is_constant(k, gi)) {
        solve_servers(k, gi);
        return;
    }
    one.to = k->from + 1;
    solve_servers(&one, gi);
    for (int r = 0; r < (int)(sizeof result / sizeof *result); r++)
        fill(k, result[r][gi], result[r][gi][k->from]);
    for (int i = k->from; (b->flags[k->from] & capped) && i < k->to; i++) b->flags[i] |= capped;
}

bool power_follows_heat(const struct plant_room *r)
{
    return r->n_group == 0 && r->r->air_rise_k > 0;
}

/* Where no servers ask for air: what the losses and loads of the room warm by
   air_rise, as much as its units can give, counted like servers' air. */
static void ask_for_heat(struct step *k, int room, double *flow_m3_s)
{
    static const double cp_air_j_kg_k = 1006, gas_j_kg_k = 287.042, kelvin = 273.15;
    const struct plant_room *r = &k->p->room[room];
    const double *loss_w = k->b->room_loss_w[room], *supply_c = k->b->room_supply_c[room];
    double most_m3_s = 0, servers = (1 - 1e-12) * (1 - r->beta) / (1 - r->phi);
    int end = r->cool_first + (r->has_primary ? 1 : r->n_cool);
    for (int c = r->cool_first; c < end; c++)
        most_m3_s += alive_cool(k, c) * k->p->cool[c].u->airflow_m3_s;
    for (int i = k->from; i < k->to; i++) {
        double rho = k->w->p_pa[k->h0 + i] / (gas_j_kg_k * (supply_c[i] + kelvin));
        double want_m3_s = loss_w[i] / (rho * cp_air_j_kg_k * r->r->air_rise_k);
        flow_m3_s[i] = servers * lesser(want_m3_s, most_m3_s);
    }
}

void power_servers(struct step *k, int room)
{
    const struct plant_room *r = &k->p->room[room];
    struct block *b = k->b;
    double *heat_w = b->room_it_w[room], *flow_m3_s = b->room_air_m3_s[room];
    fill(k, heat_w, 0);
    fill(k, flow_m3_s, 0);
    if (power_follows_heat(r)) ask_for_heat(k, room, flow_m3_s);
    for (int g = r->group_first; g < r->group_first + r->n_group; g++) {
        solve_group(k, g);
        if (k->p->group[g].is_immersed) continue; /* what tanks leave: hour.c, heat_rooms */
        sum(k, heat_w, b->group_air_w[g], group_count(k, g));
        sum(k, flow_m3_s, b->group_air_m3_s[g], group_count(k, g));
    }
}

/* ---- up the chain ----------------------------------------------------- */

static bool is_due(const struct step *k, int e, enum power_part part)
{
    return part == POWER_ALL || k->p->elem[e].feeds_cooling == (part == POWER_COOLING);
}

static void draw(struct step *k, enum power_part part, struct feeds f, double count,
                 const double *restrict load_w)
{
    for (int j = f.first; j < f.first + f.n; j++) {
        int e = k->p->feed[j];
        if (is_due(k, e, part)) sum(k, k->b->elem_out_w[e], load_w, k->s->share[j] * count);
    }
}

static void draw_constant(struct step *k, enum power_part part, struct feeds f, double load_w)
{
    for (int j = f.first; j < f.first + f.n; j++) {
        int e = k->p->feed[j];
        if (is_due(k, e, part)) sum_constant(k, k->b->elem_out_w[e], k->s->share[j] * load_w);
    }
}

static void draw_all(struct step *k, enum power_part part)
{
    const struct plant *p = k->p;
    struct block *b = k->b;
    for (int g = 0; g < p->n_group; g++)
        draw(k, part, p->group[g].feed, group_count(k, g), b->group_w[g]);
    for (int f = 0; f < p->n_fixed; f++)
        draw_constant(k, part, p->fixed[f].feed, p->fixed[f].power_w);
    for (int c = 0; c < p->n_cdu; c++) draw(k, part, p->cdu[c].feed, 1, b->cdu_pump_w[c]);
    if (part == POWER_SERVERS) return;
    for (int c = 0; c < p->n_cool; c++) {
        const double *power_w = b->cool_power_w[c], *fan_w = b->cool_fan_w[c];
        const double *condenser_w = b->cool_condenser_w[c];
        lanes all_w;
#pragma omp simd
        for (int i = k->from; i < k->to; i++) all_w[i] = power_w[i] + fan_w[i] + condenser_w[i];
        if (p->cool[c].has_assist) sum(k, all_w, b->cool_assist_w[c], 1);
        draw(k, part, p->cool[c].feed, 1, all_w);
        if (p->has_water_balance) draw(k, part, p->cool[c].feed, 1, b->cool_water_w[c]);
    }
    for (int l = 0; l < p->n_loop; l++) draw(k, part, p->loop[l].feed, 1, b->loop_pump_w[l]);
    for (int s = 0; s < p->n_sink; s++) {
        enum sink_what what = p->sink[s].what;
        if (what == SINK_ECONOMIZER) continue; /* draws nothing; nor do pumps of chillers */
        draw(k, part, p->sink[s].feed, 1, b->sink_power_w[s]);
        if (what != SINK_CHILLER) draw(k, part, p->sink[s].feed, 1, b->sink_pump_w[s]);
    }
}

/* What an element loses; in_w gets what it draws itself. */
static void lose(struct step *k, int e, double *restrict in_w)
{
    const struct elem *x = &k->p->elem[e];
    int alive = alive_elem(k, e);
    double a = alive * x->a_w, b = x->b, c = alive > 0 ? x->c_per_w / alive : 0;
    const double *restrict out_w = k->b->elem_out_w[e];
    double *restrict loss_w = k->b->elem_loss_w[e];
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        loss_w[i] = a + out_w[i] * (b + c * out_w[i]);
        in_w[i] = out_w[i] + loss_w[i];
    }
}

/* The same of an element whose losses are known. */
static void take_in(const struct step *k, int e, double *restrict in_w)
{
    const double *restrict out_w = k->b->elem_out_w[e], *restrict loss_w = k->b->elem_loss_w[e];
#pragma omp simd
    for (int i = k->from; i < k->to; i++) in_w[i] = out_w[i] + loss_w[i];
}

/* One of them is worked out. */
static bool is_asked(const struct step *k, struct feeds f, enum power_part part)
{
    bool is_any = false;
    for (int j = f.first; j < f.first + f.n; j++) is_any |= is_due(k, k->p->feed[j], part);
    return part != POWER_SERVERS && is_any;
}

void power_up(struct step *k, enum power_part part)
{
    const struct plant *p = k->p;
    struct block *b = k->b;
    for (int e = 0; e < p->n_elem; e++)
        if (is_due(k, e, part)) fill(k, b->elem_out_w[e], 0);
    draw_all(k, part);
    for (int e = 0; e < p->n_elem; e++) {
        lanes in_w;
        bool is_own = is_due(k, e, part);
        if (!is_own && !is_asked(k, p->elem[e].up, part)) continue;
        if (is_own)
            lose(k, e, in_w);
        else
            take_in(k, e, in_w);
        draw(k, part, p->elem[e].up, 1, in_w);
    }
}
