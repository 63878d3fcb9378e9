/* Reuse of heat: an exchanger, or the cold side of a heat pump. */

#include "sim/sink.h"

/* What is asked for in the hour, as far as the water is warmer than it may be left.  In
   the year that limits come from, an exchanger takes nothing, since its heat may not be
   wanted; a heat pump runs, since its power has to be had. */
double reuse_can_w(const struct step *k, int si, int i, const struct water *w)
{
    const struct sink *s = &k->p->sink[si];
    if (k->w->is_design && s->r->heat_pump == HEAT_PUMP_NONE) return 0;
    double asked_w = alive_sink(k, si) * s->r->capacity_w * s->wanted[k->h0 + i];
    return greater(lesser(asked_w, w->flow_w_k * (w->in_c - s->r->water_min_c)), 0);
}

void reuse_run(struct step *k, int si, int i, const struct water *w, double heat_w)
{
    struct block *b = k->b;
    double water_c = w->in_c - heat_w / w->flow_w_k;
    b->sink_power_w[si][i] = heat_w > 0 ? heat_w * reuse_power_frac(k->p->sink[si].r, water_c) : 0;
    b->sink_water_kg_s[si][i] = b->sink_pump_w[si][i] = 0;
}
