/* Coolant distribution units: what cold plates give them, and the coolant they send
   back. */

#include "sim/kernel.h"

static void gather_liquid(struct step *k)
{
    for (int c = 0; c < k->p->n_cdu; c++) fill(k, k->b->cdu_load_w[c], 0);
    for (int g = 0; g < k->p->n_group; g++) {
        const struct group *x = &k->p->group[g];
        if (x->cdu >= 0)
            sum(k, k->b->cdu_load_w[x->cdu], k->b->group_liquid_w[g], group_count(k, g));
    }
}

/* Where facility water is cool enough a valve holds the coolant at its setpoint; else it
   is open, and the coolant stays above the water by the approach of the exchanger with
   the coolant's flow and the water that the loop gives. */
static void find_supply(struct step *k, int c, double units, const double *restrict flow)
{
    const struct plant_cdu *x = &k->p->cdu[c];
    struct block *b = k->b;
    double set_c = x->c->supply_c, dead_k = units > 0 ? 0 : LOOP_RISE_MAX_K;
    double flow_w_k = (units > 0 ? units : 1) * x->coolant_w_k;
    const double *restrict heat_w = b->cdu_heat_w[c], *restrict water_c = b->loop_supply_c[x->loop];
    double *restrict supply_c = b->cdu_supply_c[c], *restrict above_k = b->cdu_above_k[c];
    struct table2_row row =
        table2_row_at(&x->approach, plant_cdu_water(k->p, x->loop, k->s->alive));
    double last = (double)NAN, approach = 0;
    for (int i = k->from, to = k->to; i < to; i++) {
        if (flow[i] != last) approach = table2_along(&x->approach, &row, last = flow[i]);
        above_k[i] = approach * heat_w[i] / (flow_w_k * flow[i]) + dead_k;
        supply_c[i] = greater(set_c, water_c[i] + above_k[i]);
    }
}

/* Colder water lets a unit pass more than its rating, as far as its pipes and pumps go. */
static void find_capacity(struct step *k, int c, int units)
{
    const struct plant_cdu *x = &k->p->cdu[c];
    double rated_w = (units > 0 ? units : 1) * x->c->capacity_w, max_w = x->c->capacity_max_w;
    double *restrict capacity_w = k->b->cdu_capacity_w[c];
    const double *restrict water_c = k->b->loop_supply_c[x->loop];
    fill(k, capacity_w, rated_w);
    if (!(max_w > x->c->capacity_w)) return;
    double ratio = plant_cdu_water(k->p, x->loop, k->s->alive), set_c = x->c->supply_c;
    double per_k_w = units * x->coolant_w_k / table2_at(&x->approach, ratio, 1);
    for (int i = k->from; i < k->to; i++) {
        double can_w = per_k_w * (set_c - water_c[i]);
        capacity_w[i] = greater(rated_w, lesser(can_w, units * max_w));
    }
}

static void run_cdu(struct step *k, int c)
{
    const struct plant_cdu *x = &k->p->cdu[c];
    struct block *b = k->b;
    bool is_constant = x->c->pump.control == PUMP_CONSTANT;
    int units = alive_cdu(k, c);
    double rated_w = (units > 0 ? units : 1) * x->c->capacity_w, pump_w = units * x->pump_w;
    double least = is_constant ? 1 : x->c->pump.min_flow_frac;
    const double *restrict load_w = b->cdu_load_w[c];
    double *restrict drawn_w = b->cdu_pump_w[c], *restrict heat_w = b->cdu_heat_w[c];
    lanes flow, law;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) flow[i] = lesser(greater(load_w[i] / rated_w, least), 1);
    laws(k, &x->pump, flow, law);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        drawn_w[i] = pump_w * law[i];
        heat_w[i] = load_w[i] + drawn_w[i];
    }
    find_supply(k, c, units, flow);
    find_capacity(k, c, units);
}

void liquid_cdus(struct step *k)
{
    if (k->p->n_cdu == 0) return;
    gather_liquid(k);
    for (int c = 0; c < k->p->n_cdu; c++) run_cdu(k, c);
}
