/* Electricity: what servers draw at their inlet and coolant temperatures, and
   what reaches the utility through every loss. */

#include <math.h>
#include <string.h>

#include "sim/kernel.h"

/* Electronics' power in cool air, for the activity of each lane. */
void power_prepare(struct step *k)
{
    for (int gi = 0; gi < k->p->n_group; gi++) {
        const struct group *g = &k->p->group[gi];
        bool is_full = k->w->is_design || g->workload < 0;
        const double *activity = is_full ? NULL : k->w->activity[g->workload] + k->h0;
        double span_w = k->w->is_design ? g->design_span_w : g->span_w, last = -1, wanted_w = 0;
        for (int i = k->from; i < k->to; i++) {
            double u = activity ? activity[i] : 1;
            if (u != last) wanted_w = g->idle_w + span_w * server_curve(g->s, u);
            last = u;
            k->b->group_activity[gi][i] = u;
            k->b->group_wanted_w[gi][i] = wanted_w;
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

static struct chip chip_of(const struct group *g, double inlet_c, double coolant_c, double ratio)
{
    double share = g->s->accelerator_w / g->full_w;
    if (g->cdu >= 0 && g->s->liquid_capture_frac > 0)
        return (struct chip){coolant_c, g->plate_k_w * share};
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

/* One server of group g in lane i, by the equations in model/server.h. */
static void solve_server(struct step *k, int gi, int i)
{
    const struct group *g = &k->p->group[gi];
    const struct server *s = g->s;
    struct block *b = k->b;
    double inlet_c = b->room_inlet_c[g->room][i];
    double coolant_c = g->cdu >= 0 ? b->cdu_supply_c[g->cdu][i] : (double)NAN;
    double u = b->group_activity[gi][i];
    /* fans hold the mass of air that cools, as far as they can, so they turn faster in
       thin air; their power follows its density */
    double density = k->w->p_pa[k->h0 + i] * per_standard_pa;
    double ratio = lesser(server_fan_ratio(s, u, inlet_c) / density, 1);
    double fan_w = server_fan_w(s, ratio) * density;
    double wanted_w = b->group_wanted_w[gi][i] *
                      (1 + s->leakage_per_k * greater(inlet_c - s->fan_inlet_low_c, 0));
    struct chip chip = chip_of(g, inlet_c, coolant_c, ratio * density);
    double electronics_w = throttle_w(g, &chip, wanted_w);
    int supplies = alive_group(k, gi);
    double loss_w = 0;
    if (g->has_supply) {
        double rated_w = (supplies > 0 ? supplies : 1) * g->supply_rated_w;
        double out_w = electronics_w + fan_w;
        if (out_w > rated_w * g->supply_usable) {
            out_w = greater(rated_w * g->supply_usable, fan_w);
            electronics_w = out_w - fan_w;
            b->flags[i] |= 1u << FLAG_SUPPLY_UNIT;
        }
        loss_w = rated_w * table_at(&g->supply_loss, out_w / rated_w);
    }
    double on = supplies > 0 ? 1 - b->group_off[gi][i] : 0,
           liquid_w = s->liquid_capture_frac * electronics_w;
    double input_w = electronics_w + fan_w + loss_w;
    b->group_w[gi][i] = on * input_w;
    b->group_fan_w[gi][i] = on * fan_w;
    b->group_supply_w[gi][i] = on * loss_w;
    b->group_liquid_w[gi][i] = on * liquid_w;
    b->group_air_w[gi][i] = on * (input_w - liquid_w);
    b->group_air_m3_s[gi][i] = on * s->airflow_m3_s * ratio;
    double cut = electronics_w < wanted_w ? 1 - electronics_w / wanted_w : 0;
    b->group_throttle[gi][i] = on > 0 ? cut : 1;
    b->group_chip_c[gi][i] = on > 0 ? chip.base_c + chip.k_per_w * electronics_w : (double)NAN;
}

void power_servers(struct step *k, int room)
{
    const struct plant_room *r = &k->p->room[room];
    struct block *b = k->b;
    double *heat_w = b->room_it_w[room], *flow_m3_s = b->room_air_m3_s[room];
    for (int i = k->from; i < k->to; i++) heat_w[i] = flow_m3_s[i] = 0;
    for (int g = r->group_first; g < r->group_first + r->n_group; g++) {
        double count = group_count(k, g);
        for (int i = k->from; i < k->to; i++) {
            solve_server(k, g, i);
            heat_w[i] += count * b->group_air_w[g][i];
            flow_m3_s[i] += count * b->group_air_m3_s[g][i];
        }
    }
}

/* ---- up the chain ----------------------------------------------------- */

static void draw(struct step *k, struct feeds f, double count, const double *restrict load_w)
{
    for (int j = f.first; j < f.first + f.n; j++) {
        double *restrict out_w = k->b->elem_out_w[k->p->feed[j]];
        double share = k->s->share[j] * count;
        for (int i = k->from, to = k->to; i < to; i++) out_w[i] += share * load_w[i];
    }
}

static void draw_constant(struct step *k, struct feeds f, double load_w)
{
    for (int j = f.first; j < f.first + f.n; j++) {
        double *out_w = k->b->elem_out_w[k->p->feed[j]], share = k->s->share[j];
        for (int i = k->from; i < k->to; i++) out_w[i] += share * load_w;
    }
}

static void draw_all(struct step *k)
{
    const struct plant *p = k->p;
    struct block *b = k->b;
    for (int g = 0; g < p->n_group; g++)
        draw(k, p->group[g].feed, group_count(k, g), b->group_w[g]);
    for (int f = 0; f < p->n_fixed; f++) draw_constant(k, p->fixed[f].feed, p->fixed[f].power_w);
    for (int c = 0; c < p->n_cool; c++) {
        const double *power_w = b->cool_power_w[c], *fan_w = b->cool_fan_w[c];
        const double *condenser_w = b->cool_condenser_w[c];
        lanes all_w;
        for (int i = k->from; i < k->to; i++) all_w[i] = power_w[i] + fan_w[i] + condenser_w[i];
        draw(k, p->cool[c].feed, 1, all_w);
    }
    for (int c = 0; c < p->n_cdu; c++) draw(k, p->cdu[c].feed, 1, b->cdu_pump_w[c]);
    for (int l = 0; l < p->n_loop; l++) draw(k, p->loop[l].feed, 1, b->loop_pump_w[l]);
    for (int s = 0; s < p->n_sink; s++) {
        draw(k, p->sink[s].feed, 1, b->sink_power_w[s]);
        draw(k, p->sink[s].feed, 1, b->sink_pump_w[s]);
    }
}

void power_up(struct step *k)
{
    const struct plant *p = k->p;
    struct block *b = k->b;
    size_t bytes = (size_t)(k->to - k->from) * sizeof(double);
    for (int e = 0; e < p->n_elem; e++) memset(&b->elem_out_w[e][k->from], 0, bytes);
    draw_all(k);
    for (int e = 0; e < p->n_elem; e++) {
        const struct elem *x = &p->elem[e];
        int alive = alive_elem(k, e);
        double a = alive * x->a_w, c = alive > 0 ? x->c_per_w / alive : 0;
        const double *restrict out_w = b->elem_out_w[e];
        double *restrict loss_w = b->elem_loss_w[e], in_w[LANES], b1 = x->b;
        for (int i = k->from, to = k->to; i < to; i++) {
            double loss = a + out_w[i] * (b1 + c * out_w[i]);
            loss_w[i] = loss;
            in_w[i] = out_w[i] + loss;
        }
        draw(k, x->up, 1, in_w);
    }
}
