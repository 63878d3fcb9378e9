/* Direct-expansion units: condensers in air or in the water of a loop, economizers that
   take heat without a compressor, compressors for the rest. */

#include "physics/biquadratic.h"
#include "sim/kernel.h"
#include "sim/moisture.h"

/* ---- economizers -------------------------------------------------------- */

static double free_w_k(const struct step *k, int ci, int i)
{
    return alive_cool(k, ci) * table_at(&k->p->cool[ci].free_w_k, k->b->cool_ratio[ci][i]);
}

static bool is_coil(const struct cool *c)
{
    return c->x->economizer == DX_COIL;
}

/* With outdoor air nearer to the return air than this no cooler makes water that a coil
   could use. */
static const double worth_k = 2;

bool dx_coil_helps(const struct step *k, int ci, int i)
{
    const struct cool *c = &k->p->cool[ci];
    double outdoor_c = k->w->t_c[k->h0 + i];
    return c->free_most_w > 0 && is_coil(c) && may_try(k, c, i) &&
           outdoor_c + worth_k < k->b->room_return_c[c->room][i];
}

double dx_coil_water_c(const struct step *k, int ci, int i)
{
    const struct cool *c = &k->p->cool[ci];
    double most_w = alive_cool(k, ci) * c->free_most_w;
    double heat_w = lesser(k->b->cool_heat_w[ci][i], most_w), g = free_w_k(k, ci, i);
    return k->b->room_return_c[c->room][i] - (g > 0 ? heat_w / g : 0);
}

/* What the economizer can take; the unit as a whole what the better of the two can. */
static void free_capacity(struct step *k, int ci)
{
    const struct cool *c = &k->p->cool[ci];
    struct block *b = k->b;
    const double *restrict outdoor_c = k->w->t_c + k->h0;
    const double *restrict return_c = b->room_return_c[c->room];
    const double *restrict entering_c = is_coil(c) ? b->loop_supply_c[c->loop] : outdoor_c;
    double *restrict free_w = b->cool_free_w[ci], *restrict dx_w = b->cool_dx_w[ci];
    double *restrict capacity_w = b->cool_capacity_w[ci];
    double most_w = alive_cool(k, ci) * c->free_most_w;
    double adder_k = is_coil(c) ? 0 : c->x->inlet_adder_k;
    bool has_flow = !is_coil(c) || alive_loop(k, c->loop) > 0;
    for (int i = k->from, to = k->to; i < to; i++) {
        double g = has_flow ? free_w_k(k, ci, i) : 0;
        double can_w = greater(lesser(g * (return_c[i] - entering_c[i] - adder_k), most_w), 0);
        free_w[i] = may_try(k, c, i) ? can_w : 0;
        dx_w[i] = capacity_w[i];
        capacity_w[i] = greater(dx_w[i], free_w[i]);
    }
}

/* What it takes, what is left to the compressors, and the share of the hour for which its
   condenser's fans run: of the circuits in use, that part of their air that the heat wants. */
static void run_free(struct step *k, int ci, double *restrict left_w, double *restrict run)
{
    const struct cool *c = &k->p->cool[ci];
    struct block *b = k->b;
    bool is_partial = c->x->is_free_partial;
    double rated_w = alive_cool(k, ci) * c->free_most_w;
    double pump_w = alive_cool(k, ci) * c->x->free_pump_w;
    const double *restrict heat_w = b->cool_heat_w[ci];
    double *restrict free_w = b->cool_free_w[ci], *restrict assist_w = b->cool_assist_w[ci];
    for (int i = k->from, to = k->to; i < to; i++) {
        double can_w = free_w[i], take_w = lesser(heat_w[i], can_w);
        if (!is_partial && can_w < heat_w[i]) take_w = 0;
        free_w[i] = take_w;
        left_w[i] = heat_w[i] - take_w;
        run[i] = take_w > 0 ? take_w / heat_w[i] * (take_w / can_w) : 0;
        assist_w[i] = take_w > 0 ? pump_w * take_w / rated_w : 0;
    }
}

/* ---- compressors -------------------------------------------------------- */

void dx_capacity(struct step *k, int ci)
{
    const struct cool *c = &k->p->cool[ci];
    const struct crac *x = c->x;
    struct block *b = k->b;
    const double *restrict return_c = b->room_return_c[c->room];
    const double *restrict entering_c =
        c->loop >= 0 ? b->loop_supply_c[c->loop] : k->w->t_c + k->h0;
    double *restrict wet_c = b->cool_wet_c[ci], *restrict air_c = b->cool_air_c[ci];
    double *restrict beyond = b->cool_beyond[ci], *restrict capacity_w = b->cool_capacity_w[ci];
    int units = c->loop >= 0 && alive_loop(k, c->loop) == 0 ? 0 : alive_cool(k, ci);
    double rated_w = units * c->capacity_w * c->cap_scale;
    double wet_min_c = x->wet_bulb_min_c, wet_max_c = x->wet_bulb_max_c;
    double air_min_c = c->entering_min_c, air_max_c = c->entering_max_c, adder_k = c->adder_k;
    double ft[6];
    memcpy(ft, c->cap_ft, sizeof ft);
    const struct table wet_bulb = k->p->room[c->room].wet_bulb;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) wet_c[i] = table_at(&wet_bulb, return_c[i]);
    if (k->p->room[c->room].water.runs) moisture_wet_bulb(k, c->room, wet_c);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double air = entering_c[i] + adder_k;
        double wet_in = lesser(greater(wet_c[i], wet_min_c), wet_max_c);
        air_c[i] = lesser(greater(air, air_min_c), air_max_c);
        beyond[i] = ((wet_in != wet_c[i]) | (air > air_max_c)) ? 1 : 0;
        wet_c[i] = wet_in;
        capacity_w[i] = rated_w * biquadratic(ft, wet_in, air_c[i]);
    }
    if (c->free_most_w > 0) free_capacity(k, ci);
}

/* Compressors that would run below their least load: fewer run, each with at least that;
   a single one cycles at it, with the loss of a cycling machine. */
static void part_load_staged(const struct step *k, int ci, const double *restrict load,
                             double *restrict plf, double *restrict run)
{
    const struct cool *c = &k->p->cool[ci];
    double least = c->x->load_min_frac, slope = c->x->plf_slope, n = alive_cool(k, ci);
    bool is_inverter = c->x->compressor != COMPRESSOR_CYCLING;
    for (int i = k->from, to = k->to; i < to; i++) {
        double on = load[i] < least ? greater(floor(load[i] * n / least), 1) : n;
        double own = on > 0 ? load[i] * n / on : 0, at = is_inverter ? greater(own, least) : 1;
        plf[i] = (is_inverter ? table_at(&c->part_load, at) : 1) * (1 - slope * (1 - own / at));
        run[i] = is_inverter ? load[i] : load[i] / plf[i];
    }
}

/* COP over that of full load, and the share of the hour that the condenser runs. */
static void part_load(const struct step *k, int ci, const double *restrict load,
                      double *restrict plf, double *restrict run)
{
    const struct cool *c = &k->p->cool[ci];
    double slope = c->x->plf_slope;
    if (c->x->load_min_frac > 0) {
        part_load_staged(k, ci, load, plf, run);
        return;
    }
    if (c->x->compressor != COMPRESSOR_CYCLING) {
        const struct table part_load = c->part_load;
#pragma omp simd
        for (int i = k->from; i < k->to; i++) plf[i] = table_at(&part_load, load[i]);
        copy(k, run, load);
        return;
    }
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        plf[i] = 1 - slope * (1 - load[i]);
        run[i] = load[i] / plf[i];
    }
}

static void flag_beyond(struct step *k, int ci, const double *restrict heat_w)
{
    const double *restrict beyond = k->b->cool_beyond[ci];
    double n = 0;
#pragma omp simd reduction(+ : n)
    for (int i = k->from; i < k->to; i++) n += ((beyond[i] > 0) & (heat_w[i] > 0)) ? 1 : 0;
    for (int i = k->from; n > 0 && i < k->to; i++)
        if (beyond[i] > 0 && heat_w[i] > 0) k->b->flags[i] |= 1u << FLAG_DX_BEYOND;
}

/* What compressors and condensers draw for comp_w of heat, of which they could take can_w. */
static void compress(struct step *k, int ci, const double *restrict comp_w,
                     const double *restrict can_w, double *restrict run)
{
    const struct cool *c = &k->p->cool[ci];
    struct block *b = k->b;
    double per_cop = c->eir_scale / c->cop;
    const double *restrict wet_c = b->cool_wet_c[ci], *restrict air_c = b->cool_air_c[ci];
    double *restrict power_w = b->cool_power_w[ci], ft[6];
    lanes load, plf;
    memcpy(ft, c->eir_ft, sizeof ft);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double share = lesser(comp_w[i] / can_w[i], 1);
        load[i] = can_w[i] > 0 ? share : 0;
    }
    part_load(k, ci, load, plf, run);
#pragma omp simd
    for (int i = k->from; i < k->to; i++)
        power_w[i] = comp_w[i] * (per_cop * biquadratic(ft, wet_c[i], air_c[i])) / plf[i];
    flag_beyond(k, ci, comp_w);
}

/* The economizer first, compressors for the rest. */
static void run_both(struct step *k, int ci, double *restrict run)
{
    lanes left_w = {0}, free_run = {0};
    run_free(k, ci, left_w, free_run);
    compress(k, ci, left_w, k->b->cool_dx_w[ci], run);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) run[i] = lesser(run[i] + free_run[i], 1);
}

void dx_run(struct step *k, int ci)
{
    const struct cool *c = &k->p->cool[ci];
    struct block *b = k->b;
    double condenser_w = alive_cool(k, ci) * c->condenser_fan_w;
    const double *restrict heat_w = b->cool_heat_w[ci], *restrict power_w = b->cool_power_w[ci];
    double *restrict drawn_w = b->cool_condenser_w[ci], *restrict out_w = b->cool_out_w[ci];
    lanes run;
    if (c->free_most_w > 0)
        run_both(k, ci, run);
    else
        compress(k, ci, heat_w, b->cool_capacity_w[ci], run);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        drawn_w[i] = condenser_w * run[i];
        out_w[i] = heat_w[i] + power_w[i] + drawn_w[i];
    }
    if (c->has_assist) sum(k, out_w, b->cool_assist_w[ci], 1);
}
