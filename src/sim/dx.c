/* Direct-expansion units. */

#include "physics/biquadratic.h"
#include "sim/kernel.h"

void dx_capacity(struct step *k, int ci)
{
    const struct cool *c = &k->p->cool[ci];
    const struct crac *x = c->x;
    struct block *b = k->b;
    const double *restrict return_c = b->room_return_c[c->room];
    const double *restrict outdoor_c = k->w->t_c + k->h0;
    double *restrict wet_c = b->cool_wet_c[ci], *restrict air_c = b->cool_air_c[ci];
    double *restrict beyond = b->cool_beyond[ci], *restrict capacity_w = b->cool_capacity_w[ci];
    double rated_w = alive_cool(k, ci) * c->capacity_w * c->cap_scale;
    double wet_min_c = x->wet_bulb_min_c, wet_max_c = x->wet_bulb_max_c;
    double air_min_c = x->outdoor_min_c, air_max_c = x->outdoor_max_c, adder_k = x->inlet_adder_k;
    double ft[6];
    memcpy(ft, x->cap_ft.v, sizeof ft);
    for (int i = k->from, to = k->to; i < to; i++)
        wet_c[i] = table_at(&k->p->room[c->room].wet_bulb, return_c[i]);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double air = outdoor_c[i] + adder_k;
        double wet_in = lesser(greater(wet_c[i], wet_min_c), wet_max_c);
        air_c[i] = lesser(greater(air, air_min_c), air_max_c);
        beyond[i] = ((wet_in != wet_c[i]) | (air > air_max_c)) ? 1 : 0;
        wet_c[i] = wet_in;
        capacity_w[i] = rated_w * biquadratic(ft, wet_in, air_c[i]);
    }
}

/* COP over that of full load, and the share of the hour that the condenser runs. */
static void part_load(const struct step *k, const struct cool *c, const double *restrict load,
                      double *restrict plf, double *restrict run)
{
    double slope = c->x->plf_slope;
    if (c->x->compressor != COMPRESSOR_CYCLING) {
        for (int i = k->from, to = k->to; i < to; i++) plf[i] = table_at(&c->part_load, load[i]);
        copy(k, run, load);
        return;
    }
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        plf[i] = 1 - slope * (1 - load[i]);
        run[i] = load[i] / plf[i];
    }
}

static void flag_beyond(struct step *k, int ci)
{
    const double *restrict beyond = k->b->cool_beyond[ci], *restrict heat_w = k->b->cool_heat_w[ci];
    double n = 0;
#pragma omp simd reduction(+ : n)
    for (int i = k->from; i < k->to; i++) n += ((beyond[i] > 0) & (heat_w[i] > 0)) ? 1 : 0;
    for (int i = k->from; n > 0 && i < k->to; i++)
        if (beyond[i] > 0 && heat_w[i] > 0) k->b->flags[i] |= 1u << FLAG_DX_BEYOND;
}

void dx_run(struct step *k, int ci)
{
    const struct cool *c = &k->p->cool[ci];
    const struct crac *x = c->x;
    struct block *b = k->b;
    double condenser_w = alive_cool(k, ci) * c->condenser_fan_w, per_cop = c->eir_scale / c->cop;
    const double *restrict heat_w = b->cool_heat_w[ci], *restrict can_w = b->cool_capacity_w[ci];
    const double *restrict wet_c = b->cool_wet_c[ci], *restrict air_c = b->cool_air_c[ci];
    double *restrict power_w = b->cool_power_w[ci], *restrict drawn_w = b->cool_condenser_w[ci];
    double *restrict out_w = b->cool_out_w[ci], ft[6];
    lanes load, run, plf;
    memcpy(ft, x->eir_ft.v, sizeof ft);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double share = lesser(heat_w[i] / can_w[i], 1);
        load[i] = can_w[i] > 0 ? share : 0;
    }
    part_load(k, c, load, plf, run);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        power_w[i] = heat_w[i] * (per_cop * biquadratic(ft, wet_c[i], air_c[i])) / plf[i];
        drawn_w[i] = condenser_w * run[i];
        out_w[i] = heat_w[i] + power_w[i] + drawn_w[i];
    }
    flag_beyond(k, ci);
}
