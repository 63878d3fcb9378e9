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
        for (int i = k->from, to = k->to; i < to; i++) {
            if (u[i] != last) at_last_w = g->idle_w + span_w * electronics_share(g, u[i]);
            last = u[i];
            wanted_w[i] = at_last_w;
        }
    }
}

/* Power of the electronics that a chip limit leaves: the chip's power is its
   share of the electronics at full power, P_chip = P_acc E / E_full, and
   T = T_in + shadow + R P_chip <= T_limit. */
struct chip {
    double base_c;  /* temperature at no power */
    double k_per_w; /* rise per watt of electronics */
};

static struct chip chip_of(const struct step *k, const struct group *g, double inlet_c,
                           double coolant_c, double ratio)
{
    double share = g->s->accelerator_w / g->full_w;
    if (g->cdu >= 0 && g->s->liquid_capture_frac > 0)
        return (struct chip){coolant_c, g->plate_k_w[alive_cdu(k, g->cdu)] * share};
    return (struct chip){inlet_c + g->s->chip_shadow_k, table_at(&g->chip_air_k_w, ratio) * share};
}

/* Throttles wanted_w to the chip's limit, not below the floor. */
static double throttle_w(const struct group *g, const struct chip *c, double wanted_w)
{
    double limit_c = g->s->chip_limit_c;
    if (!(c->base_c + c->k_per_w * wanted_w > limit_c)) return wanted_w;
    double left_w = greater((limit_c - c->base_c) / c->k_per_w, 0);
    return greater(left_w, g->s->throttle_floor_frac * wanted_w);
}

static const double per_standard_pa = 1 / 101325.0; /* data sheets are at sea level */

/* Electronics' power over that in cool air and cool coolant. */
static double leak(const struct group *g, double inlet_c, double coolant_c)
{
    const struct server *s = g->s;
    /* in hotter air it is off: what it asks for at most, it asks for there */
    double warm_k = lesser(inlet_c, g->trip_c) - s->fan_inlet_low_c;
    double factor = 1 + s->leakage_per_k * greater(warm_k, 0);
    if (g->cdu >= 0 && s->coolant_leakage_per_k > 0)
        factor += s->liquid_capture_frac * s->coolant_leakage_per_k *
                  greater(coolant_c - s->coolant_leakage_from_c, 0);
    return factor;
}

/* One server of group g in lane i, by the equations in model/server.h.  True when its
   supplies cap it. */
static bool solve_server(struct step *k, int gi, int i)
{
    const struct group *g = &k->p->group[gi];
    const struct server *s = g->s;
    struct block *b = k->b;
    double coolant_c = g->cdu >= 0 ? b->cdu_supply_c[g->cdu][i] : (double)NAN;
    double inlet_c = g->is_immersed ? coolant_c : b->room_inlet_c[g->room][i];
    if (g->has_own_inlet) inlet_c = group_inlet_c(k, g, i);
    double u = b->group_activity[gi][i];
    /* fans hold the mass of air that cools, as far as they can, so they turn faster in
       thin air; their power follows its density */
    double density = k->w->p_pa[k->h0 + i] * per_standard_pa;
    double ratio = lesser(server_fan_ratio(s, u, inlet_c) / density, 1);
    double fan_w = server_fan_w(s, ratio) * density * g->fan_scale;
    double wanted_w = b->group_wanted_w[gi][i] * leak(g, inlet_c, coolant_c);
    struct chip chip = chip_of(k, g, inlet_c, coolant_c, ratio * density);
    double electronics_w = throttle_w(g, &chip, wanted_w);
    double heat_cut = electronics_w < wanted_w ? 1 - electronics_w / wanted_w : 0;
    int supplies = alive_group(k, gi);
    double loss_w = 0;
    bool is_capped = electronics_w > g->cap_w;
    if (is_capped) electronics_w = g->cap_w;
    if (g->has_supply) {
        double rated_w = (supplies > 0 ? supplies : 1) * g->supply_rated_w;
        double out_w = electronics_w + fan_w;
        if (out_w > rated_w * g->supply_usable) {
            out_w = greater(rated_w * g->supply_usable, fan_w);
            electronics_w = out_w - fan_w;
            is_capped = true;
        }
        loss_w = rated_w * table_at(&g->supply_loss, out_w / rated_w);
    }
    double on = supplies > 0 ? 1 - b->group_off[gi][i] : 0,
           liquid_w = s->liquid_capture_frac * (electronics_w + (g->is_immersed ? loss_w : 0));
    double input_w = electronics_w + fan_w + loss_w;
    b->group_w[gi][i] = on * input_w;
    b->group_fan_w[gi][i] = on * fan_w;
    b->group_supply_w[gi][i] = on * loss_w;
    b->group_liquid_w[gi][i] = on * liquid_w;
    b->group_air_w[gi][i] = on * (input_w - liquid_w);
    b->group_air_m3_s[gi][i] = on * s->airflow_m3_s * ratio;
    double cut = electronics_w < wanted_w ? 1 - electronics_w / wanted_w : 0;
    b->group_throttle[gi][i] = on > 0 ? cut : 1;
    b->group_heat_cut[gi][i] = on > 0 ? heat_cut : 0; /* the rest is short supplies */
    b->group_chip_c[gi][i] = on > 0 ? chip.base_c + chip.k_per_w * electronics_w : (double)NAN;
    return is_capped;
}

/* All that a server's state depends on is the same in every lane: a constant load at
   the setpoint, most hours of many sites. */
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
    bool is_one_for_all = k->to - k->from > 1 && is_constant(k, gi);
    lanes *const result[] = {b->group_w,        b->group_fan_w,    b->group_supply_w,
                             b->group_liquid_w, b->group_air_w,    b->group_air_m3_s,
                             b->group_chip_c,   b->group_throttle, b->group_heat_cut};
    int to = is_one_for_all ? k->from + 1 : k->to;
    bool is_capped = false;
    for (int i = k->from; i < to; i++) {
        is_capped = solve_server(k, gi, i);
        if (is_capped) b->flags[i] |= 1u << FLAG_SUPPLY_UNIT;
    }
    if (!is_one_for_all) return;
    for (int r = 0; r < (int)(sizeof result / sizeof *result); r++)
        fill(k, result[r][gi], result[r][gi][k->from]);
    for (int i = k->from; is_capped && i < k->to; i++) b->flags[i] |= 1u << FLAG_SUPPLY_UNIT;
}

bool power_follows_heat(const struct plant_room *r)
{
    return r->n_group == 0 && r->r->air_rise_k > 0;
}

/* Where no servers ask for air: what the losses and loads of the room warm by air_rise,
   as much as its units can give, counted like servers' air. */
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
        draw(k, part, p->sink[s].feed, 1, b->sink_power_w[s]);
        draw(k, part, p->sink[s].feed, 1, b->sink_pump_w[s]);
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

void power_up(struct step *k, enum power_part part)
{
    const struct plant *p = k->p;
    struct block *b = k->b;
    for (int e = 0; e < p->n_elem; e++)
        if (is_due(k, e, part)) fill(k, b->elem_out_w[e], 0);
    draw_all(k, part);
    for (int e = 0; e < p->n_elem; e++) {
        lanes in_w;
        if (part == POWER_SERVERS && !is_due(k, e, part)) continue;
        lose(k, e, in_w);
        draw(k, part, p->elem[e].up, 1, in_w);
    }
}
