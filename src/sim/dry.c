/* Dry and adiabatic coolers. */

#include <math.h>

#include "sim/sink.h"

/* Air that enters a dry cooler, and what its coils conduct at full air; once a pass,
   when the flow is known.  Nothing is read of lanes without flow. */
void dry_prepare(struct step *k, int si, double capacity_w_k, const double *restrict flow)
{
    const struct sink *s = &k->p->sink[si];
    const struct drycooler *d = s->d;
    struct block *b = k->b;
    const double *restrict t_c = k->w->t_c + k->h0, *restrict wb_c = k->w->wb_c + k->h0;
    double *restrict air_c = b->sink_air_c[si], *restrict wet = b->sink_wet[si];
    double *restrict liquid = b->sink_liquid[si], *restrict full_w_k = b->sink_full_w_k[si];
    double pad_frac = d->pad_frac, pad_on_c = pad_frac > 0 ? d->pad_on_c : HUGE_VAL;
    const unsigned char *lock = switched_at(k, &s->lock);
    double adder_k = d->inlet_adder_k, units = alive_sink(k, si);
    double rated_w_k = units * s->dry_liquid_w_k;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) wet[i] = t_c[i] >= pad_on_c ? 1 : 0;
    for (int i = k->from; lock && i < k->to; i++) wet[i] = lock[i];
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        air_c[i] = t_c[i] - wet[i] * (pad_frac * (t_c[i] - wb_c[i])) + adder_k;
        liquid[i] = units > 0 ? capacity_w_k * flow[i] / rated_w_k : 1;
    }
    laws(k, &s->dry_full_w_k, liquid, full_w_k);
    /* below the table the coil has more surface than it needs: what it conducts follows the
       liquid, which it cannot cool below its air */
    double least = s->dry_full_w_k.lo;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) full_w_k[i] *= units * lesser(liquid[i] / least, 1);
}

void dry_can_w(const struct step *k, int si, const double *restrict in_c, double *restrict can_w)
{
    const double *restrict full_w_k = k->b->sink_full_w_k[si];
    const double *restrict air_c = k->b->sink_air_c[si];
#pragma omp simd
    for (int i = k->from; i < k->to; i++) can_w[i] = greater(full_w_k[i] * (in_c[i] - air_c[i]), 0);
}

/* Water that air takes up in the pads, of the kg of air.  Adiabatic:
   dW = (cp_a + cp_v W) (t - t2) / (h_fg0 + cp_v t2 - cp_w t*), the wet-bulb equation
   written for two states of one wet bulb. */
static void pad_water(const struct step *k, const struct drycooler *d, double *restrict dw)
{
    const double *restrict t_c = k->w->t_c + k->h0, *restrict wb_c = k->w->wb_c + k->h0;
    const double *restrict w = k->w->w + k->h0;
    double pad_frac = d->pad_frac;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double t2_c = t_c[i] - pad_frac * (t_c[i] - wb_c[i]);
        dw[i] = (1006 + 1860 * w[i]) * (t_c[i] - t2_c) / (2.501e6 + 1860 * t2_c - 4186 * wb_c[i]);
    }
}

/* All lanes have one flow of liquid, as they most often had before. */
static void find_air_of_row(const struct step *k, int si, const double *restrict share,
                            double *restrict air)
{
    const struct table2 *t = &k->p->sink[si].dry_air;
    struct dry_row *x = &k->b->dry_row[si];
    double liquid = k->b->sink_liquid[si][k->from];
    if (x->liquid != liquid) {
        struct table2_row row = table2_row_at(t, liquid);
        x->air = table2_joined(t, &row, x->c);
        x->liquid = liquid;
    }
    const struct table of = x->air;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double part = table_at(&of, share[i]);
        air[i] = share[i] < 1 ? part : 1;
    }
}

/* The same flow of liquid in lanes side by side finds its place in the table once. */
static void find_air_by_lane(const struct step *k, int si, const double *restrict share,
                             double *restrict air)
{
    const struct table2 *t = &k->p->sink[si].dry_air;
    const double *restrict liquid = k->b->sink_liquid[si];
    double last = (double)NAN;
    struct table2_row row = {0};
    for (int i = k->from, to = k->to; i < to; i++) {
        if (liquid[i] != last) row = table2_row_at(t, last = liquid[i]);
        air[i] = share[i] < 1 ? table2_along(t, &row, share[i]) : 1;
    }
}

/* Air over all air that coolers need. */
static void find_dry_air(const struct step *k, int si, const double *restrict in_c,
                         const double *restrict heat_w, double *restrict air)
{
    const double *restrict full_w_k = k->b->sink_full_w_k[si], *restrict air_c =
                                                                   k->b->sink_air_c[si];
    const double *restrict liquid = k->b->sink_liquid[si];
    lanes share;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double can_w = full_w_k[i] * (in_c[i] - air_c[i]);
        bool does_part = (heat_w[i] > 0) & (can_w > 0);
        share[i] = does_part ? heat_w[i] / can_w : 1;
    }
    if (is_same(k, liquid))
        find_air_of_row(k, si, share, air);
    else
        find_air_by_lane(k, si, share, air);
#pragma omp simd
    for (int i = k->from; i < k->to; i++)
        air[i] = heat_w[i] > 0 ? lesser(greater(air[i], 0), 1) : 0;
}

/* What coolers draw with water that enters each lane at in_c. */
void dry_run(struct step *k, int si, const double *restrict in_c, const double *restrict heat_w)
{
    const struct sink *s = &k->p->sink[si];
    int units = alive_sink(k, si);
    double fan_w = units * s->d->fan_w, pump_w = units * s->d->pad_pump_w;
    double full_kg_s = units * s->dry_air_kg_s, kept_frac = 1 - s->d->bleed_frac;
    const double *restrict wet = k->b->sink_wet[si];
    double *restrict power_w = k->b->sink_power_w[si], *restrict drawn_w = k->b->sink_pump_w[si];
    double *restrict water_kg_s = k->b->sink_water_kg_s[si];
    lanes air, dw;
    find_dry_air(k, si, in_c, heat_w, air);
    laws(k, &s->fan, air, power_w);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) power_w[i] *= fan_w;
    if (is_same(k, wet) && !(wet[k->from] > 0)) { /* pads are dry */
        fill(k, water_kg_s, 0);
        fill(k, drawn_w, 0);
        return;
    }
    pad_water(k, s->d, dw);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double evaporated = full_kg_s * air[i] * dw[i] / kept_frac;
        bool is_wet = (wet[i] > 0) & (air[i] > 0);
        water_kg_s[i] = is_wet ? evaporated : 0;
        drawn_w[i] = is_wet ? pump_w : 0;
    }
}
