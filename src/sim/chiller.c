/* Chillers. */

#include <math.h>

#include "sim/sink.h"

static double condenser_c(const struct step *k, int si, int i)
{
    const struct sink *s = &k->p->sink[si];
    double c =
        s->loop >= 0 ? k->b->loop_supply_c[s->loop][i] : k->w->t_c[k->h0 + i] + s->c->inlet_adder_k;
    return greater(c, s->c->tc_floor_c) + s->c->fouling_k;
}

double chiller_full_w(const struct step *k, int si, int i, double te_c)
{
    const struct sink *s = &k->p->sink[si];
    return chiller_curve_at(&s->curve, s->c->capacity_w, s->rated_cop, te_c, condenser_c(k, si, i),
                            0)
        .cap_w;
}

/* As few chillers as can carry the load run, each with an equal part of it; one that
   was started in the hour stays on, or starting it could undo its reason. */
void chiller_run(struct step *k, int si, int i, const struct water *w, double heat_w)
{
    const struct sink *s = &k->p->sink[si];
    struct block *b = k->b;
    double te_c = w->in_c - heat_w / w->flow_w_k;
    double full_w = heat_w > 0 ? chiller_full_w(k, si, i, te_c) : HUGE_VAL;
    int on = (int)ceil(heat_w / (full_w * s->c->stage_frac) * (1 - 1e-9));
    on = (int)greater(on, greater(b->sink_on[si][i], 1));
    on = on > alive_sink(k, si) ? alive_sink(k, si) : on;
    b->sink_on[si][i] = on;
    b->sink_power_w[si][i] = 0;
    if (heat_w > 0 && on > 0) {
        struct chiller_point at =
            chiller_curve_at(&s->curve, s->c->capacity_w, s->rated_cop, te_c, condenser_c(k, si, i),
                             lesser(heat_w / on, full_w));
        b->sink_power_w[si][i] = on * at.power_w;
        if (at.is_extrapolated) b->flags[i] |= 1u << FLAG_CHILLER_BEYOND;
        if (at.plr < s->curve.plr_min) b->flags[i] |= 1u << FLAG_CHILLER_CYCLES;
    }
    b->sink_water_kg_s[si][i] = b->sink_pump_w[si][i] = 0;
    if (s->loop < 0) return;
    b->loop_heat_w[s->loop][i] += heat_w + b->sink_power_w[si][i];
    if (heat_w > 0) ask_for(k, s->loop, i, tower_control_c(k, s->loop, i, s->c->tc_floor_c));
}
