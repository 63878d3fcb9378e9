/* Reuse of heat: an exchanger, or the cold side of a heat pump. */

#include "sim/sink.h"

/* What is asked for in the hour, as far as the water is warmer than it may be left.  In
   the year that limits come from, an exchanger takes nothing, since its heat may not be
   wanted; a heat pump runs, since its power has to be had. */
void reuse_can_w(const struct step *k, int si, const struct waters *w, double *restrict can_w)
{
    const struct sink *s = &k->p->sink[si];
    double all_w = alive_sink(k, si) * s->r->capacity_w, least_c = s->r->water_min_c;
    if (k->w->is_design && s->r->heat_pump == HEAT_PUMP_NONE) all_w = 0;
    for (int i = k->from, to = k->to; i < to; i++) {
        double asked_w = all_w * s->wanted[k->h0 + i];
        can_w[i] = greater(lesser(asked_w, w->flow_w_k[i] * (w->in_c[i] - least_c)), 0);
    }
}

void reuse_run(struct step *k, int si, const struct waters *w, const double *restrict heat_w)
{
    struct block *b = k->b;
    for (int i = k->from, to = k->to; i < to; i++) {
        double water_c = w->in_c[i] - heat_w[i] / w->flow_w_k[i];
        double frac = heat_w[i] > 0 ? reuse_power_frac(k->p->sink[si].r, water_c) : 0;
        b->sink_power_w[si][i] = heat_w[i] * frac;
    }
    fill(k, b->sink_water_kg_s[si], 0);
    fill(k, b->sink_pump_w[si], 0);
}
