/* Rear doors of racks: what they take out of the servers' exhaust. */

#include "sim/kernel.h"

static const double cp_air_j_kg_k = 1006, gas_j_kg_k = 287.042, kelvin = 273.15;

/* Doors in use, as far as they live. */
static double doors_of(const struct step *k, int ci)
{
    const struct cool *c = &k->p->cool[ci];
    return c->units > 0 ? (double)c->doors * alive_cool(k, ci) / c->units : 0;
}

/* Air and heat of the servers behind doors that live. */
static void gather(struct step *k, int ci, double *restrict m3_s, double *restrict heat_w)
{
    const struct cool *c = &k->p->cool[ci];
    const struct plant_room *r = &k->p->room[c->room];
    double alive = c->units > 0 ? (double)alive_cool(k, ci) / c->units : 0;
    fill(k, m3_s, 0);
    fill(k, heat_w, 0);
    for (int g = r->group_first; g < r->group_first + r->n_group; g++) {
        double count = alive * c->door_frac[k->p->group[g].origin] * group_count(k, g);
        if (!(count > 0) || k->p->group[g].is_immersed) continue;
        sum(k, m3_s, k->b->group_air_m3_s[g], count);
        sum(k, heat_w, k->b->group_air_w[g], count);
    }
}

/* Fans of the door, at the servers' airflow. */
static void run_fans(struct step *k, int ci, const double *restrict m3_s)
{
    const struct cool *c = &k->p->cool[ci];
    double units = doors_of(k, ci), fan_w = units * c->u->fan_w;
    const double *restrict p_pa = k->w->p_pa + k->h0;
    double *restrict own_w = k->b->cool_fan_w[ci];
    fill(k, own_w, 0);
    if (!(fan_w > 0)) return;
    for (int i = k->from; i < k->to; i++) {
        double ratio = lesser(m3_s[i] / (units * c->u->airflow_m3_s), 1);
        own_w[i] = fan_w * law_at(&c->fan, ratio) * p_pa[i] / 101325;
    }
}

static void take(struct step *k, int ci, const double *restrict inlet_c, double *restrict left_w)
{
    const struct cool *c = &k->p->cool[ci];
    struct block *b = k->b;
    double units = alive_loop(k, c->loop) > 0 ? doors_of(k, ci) : 0;
    const double *p_pa = k->w->p_pa + k->h0, *water_c = b->loop_supply_c[c->loop];
    const double *supply_c = b->room_supply_c[c->room];
    lanes m3_s, from_w;
    gather(k, ci, m3_s, from_w);
    run_fans(k, ci, m3_s);
    for (int i = k->from; i < k->to; i++) {
        double mcp = p_pa[i] / (gas_j_kg_k * (inlet_c[i] + kelvin)) * cp_air_j_kg_k * m3_s[i];
        double rise_k = mcp > 0 ? from_w[i] / mcp : 0, air_c = inlet_c[i] + rise_k;
        double ratio = units > 0 ? m3_s[i] / (units * c->u->airflow_m3_s) : 0;
        double can_w = units * table_at(&c->conductance_w_k, ratio) * (air_c - water_c[i]);
        double valve_c = isnan(c->leaving_c) ? supply_c[i] : c->leaving_c;
        double want_w = lesser(mcp * (air_c - valve_c), left_w[i]);
        b->cool_capacity_w[ci][i] = greater(can_w, 0);
        b->cool_heat_w[ci][i] = greater(lesser(can_w, want_w), 0);
        left_w[i] -= b->cool_heat_w[ci][i];
    }
}

/* What heats the room besides its units' fans is all that its doors take together. */
void reardoor_take(struct step *k, int room, const double *inlet_c)
{
    const struct plant_room *r = &k->p->room[room];
    struct block *b = k->b;
    const double *restrict outdoor_c = k->w->t_c + k->h0, *restrict loss_w = b->room_loss_w[room];
    double *restrict it_w = b->room_it_w[room];
    double envelope_w_k = r->r->envelope_w_k, adjacent_w_k = r->r->adjacent_w_k;
    double adjacent_c = r->r->adjacent_c;
    int first = r->cool_first + r->n_cool;
    double people_w = r->water.runs ? r->water.people_w : 0;
    double leak_m3_s = r->water.runs ? r->water.outdoor_m3_s : 0;
    const double *restrict p_pa = k->w->p_pa + k->h0, *restrict w = k->w->w + k->h0;
    const double *restrict supply_c = b->room_supply_c[room];
    lanes left_w;
#pragma omp simd
    for (int i = k->from; i < k->to; i++)
        left_w[i] = it_w[i] + loss_w[i] + envelope_w_k * (outdoor_c[i] - inlet_c[i]) +
                    adjacent_w_k * (adjacent_c - inlet_c[i]) + people_w;
    for (int i = k->from; leak_m3_s > 0 && i < k->to; i++) { /* as in the room's balance */
        double kg_s = p_pa[i] / (287.042 * (supply_c[i] + 273.15)) * leak_m3_s;
        left_w[i] += kg_s * (1006 + 1860 * w[i]) * (outdoor_c[i] - inlet_c[i]);
    }
    for (int c = first; c < first + r->n_door; c++) {
        take(k, c, inlet_c, left_w);
        sum(k, it_w, b->cool_heat_w[c], -1);
    }
}
