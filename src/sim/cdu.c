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

/* The exchanger's approach grows with the heat it passes at fixed flows; where
   facility water is cool enough a valve holds the coolant at its setpoint. */
static void run_cdu(struct step *k, int c)
{
    const struct plant_cdu *x = &k->p->cdu[c];
    struct block *b = k->b;
    bool is_constant = x->c->pump.control == PUMP_CONSTANT;
    int units = alive_cdu(k, c);
    double rated_w = (units > 0 ? units : 1) * x->c->capacity_w, pump_w = units * x->pump_w;
    double least = is_constant ? 1 : x->c->pump.min_flow_frac;
    double set_c = x->c->supply_c, approach_k = x->c->approach_k;
    double dead_k = units > 0 ? 0 : LOOP_RISE_MAX_K;
    const double *restrict load_w = b->cdu_load_w[c], *restrict water_c = b->loop_supply_c[x->loop];
    double *restrict drawn_w = b->cdu_pump_w[c], *restrict heat_w = b->cdu_heat_w[c];
    double *restrict capacity_w = b->cdu_capacity_w[c], *restrict supply_c = b->cdu_supply_c[c];
    lanes flow, law;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) flow[i] = lesser(greater(load_w[i] / rated_w, least), 1);
    laws(k, &x->pump, flow, law);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        drawn_w[i] = pump_w * law[i];
        heat_w[i] = load_w[i] + drawn_w[i];
        capacity_w[i] = rated_w;
        supply_c[i] = greater(set_c, water_c[i] + approach_k * heat_w[i] / rated_w + dead_k);
    }
}

void liquid_cdus(struct step *k)
{
    if (k->p->n_cdu == 0) return;
    gather_liquid(k);
    for (int c = 0; c < k->p->n_cdu; c++) run_cdu(k, c);
}
