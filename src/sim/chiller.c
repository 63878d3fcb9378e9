/* Chillers. */

#include <math.h>

#include "base/elementary.h"
#include "sim/sink.h"

static void find_condenser_c(const struct step *k, int si, double *restrict condenser_c)
{
    const struct sink *s = &k->p->sink[si];
    const double *restrict in_c = s->loop >= 0 ? k->b->loop_supply_c[s->loop] : k->w->t_c + k->h0;
    double adder_k = s->loop >= 0 ? 0 : s->c->inlet_adder_k, floor_c = s->c->tc_floor_c;
    double fouling_k = s->c->fouling_k;
#pragma omp simd
    for (int i = k->from; i < k->to; i++)
        condenser_c[i] = greater(in_c[i] + adder_k, floor_c) + fouling_k;
}

/* Of one chiller at full load, with water leaving at te_c; kept in the block. */
static void find_full(const struct step *k, int si, const double *restrict te_c)
{
    const struct sink *s = &k->p->sink[si];
    const struct chiller_curve curve = s->curve;
    double rated_w = s->c->capacity_w, cop = s->rated_cop, lift_k = curve.lift_min_k;
    double *restrict cap_w = k->b->sink_cap_w[si], *restrict full_w = k->b->sink_full_w[si];
    double *restrict beyond = k->b->sink_beyond[si], per_cop = 1 / cop;
    lanes condenser_c;
    find_condenser_c(k, si, condenser_c);
    if (curve.carnot_frac > 0) {
#pragma omp simd
        for (int i = k->from; i < k->to; i++) {
            double tc_c = greater(condenser_c[i], te_c[i] + lift_k);
            struct chiller_full f = chiller_full_carnot(&curve, rated_w, te_c[i], tc_c);
            cap_w[i] = chiller_works(f, te_c[i], tc_c) ? f.cap_w : (double)NAN;
            full_w[i] = cap_w[i] / f.cop * f.eir;
            beyond[i] = 0;
        }
        return;
    }
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double tc_c = greater(condenser_c[i], te_c[i] + lift_k);
        struct chiller_full f = chiller_full_curves(&curve, rated_w, cop, te_c[i], tc_c);
        cap_w[i] = chiller_works(f, te_c[i], tc_c) ? f.cap_w : (double)NAN;
        full_w[i] = cap_w[i] * per_cop * f.eir;
        beyond[i] = f.beyond;
    }
}

void chiller_can_w(const struct step *k, int si, const double *restrict te_c,
                   double *restrict can_w)
{
    const double *restrict cap_w = k->b->sink_cap_w[si];
    double units = alive_sink(k, si);
    find_full(k, si, te_c);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) can_w[i] = units * cap_w[i];
}

/* As few chillers as can carry the load; 0 where none works. */
static inline double least_on(double heat_w, double full_w, double stage, double alive)
{
    double want = heat_w / (full_w * stage) * (1 - 1e-9);
    want = lesser(want > 0 ? want : 0, alive);
    double near = (want + elementary_round) - elementary_round, more = near < want ? 1 : 0;
    return near + more;
}

/* Of so many watts at full load the part of the load, and its slope over the water, which
   brings heat_w_k more heat and condensers that are cold_k_k warmer, by the kelvin. */
struct slope {
    double y, per_k;
};

static inline struct slope part_of(const struct chiller_curve *curve, struct chiller_slopes full,
                                   double heat_w, double heat_w_k, double cold_k_k, double on)
{
    double per_cap = 1 / (full.cap_w * on), plr = heat_w * per_cap;
    double plr_k = (heat_w_k - plr * on * full.cap_w_k * cold_k_k) * per_cap;
    double within = plr < curve->plr_max ? 1 : 0;
    plr = within * plr + (1 - within) * curve->plr_max;
    struct chiller_part_slope p = chiller_part_slope(curve, plr);
    double part_k = within * p.per_plr * plr_k;
    return (struct slope){on * full.power_w * p.part,
                          on * (full.power_w_k * cold_k_k * p.part + full.power_w * part_k)};
}

/* At full load, with condensers at tc_c. */
struct full_load {
    lanes cap_w, cap_w_k, power_w, power_w_k;
};

static void find_full_load(const struct step *k, int si, const double *restrict te_c,
                           const double *restrict tc_c, struct full_load *restrict x)
{
    const struct sink *s = &k->p->sink[si];
    const struct chiller_curve curve = s->curve;
    double rated_w = s->c->capacity_w, cop = s->rated_cop;
    if (curve.carnot_frac > 0) {
#pragma omp simd
        for (int i = k->from; i < k->to; i++) {
            struct chiller_slopes f = chiller_slopes_carnot(&curve, rated_w, te_c[i], tc_c[i]);
            x->cap_w[i] = f.cap_w;
            x->cap_w_k[i] = f.cap_w_k;
            x->power_w[i] = f.power_w;
            x->power_w_k[i] = f.power_w_k;
        }
        return;
    }
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        struct chiller_slopes f = chiller_slopes_curves(&curve, rated_w, cop, te_c[i], tc_c[i]);
        x->cap_w[i] = f.cap_w;
        x->cap_w_k[i] = f.cap_w_k;
        x->power_w[i] = f.power_w;
        x->power_w_k[i] = f.power_w_k;
    }
}

void chiller_would_w(const struct step *k, int si, const struct chilled *x,
                     double *restrict power_w, double *restrict power_w_k)
{
    const struct sink *s = &k->p->sink[si];
    const struct chiller_curve curve = s->curve;
    double stage = s->c->stage_frac, alive = alive_sink(k, si), lift_k = curve.lift_min_k;
    double floor_c = s->c->tc_floor_c, fouling_k = s->c->fouling_k;
    const double *restrict te_c = x->te_c, *restrict cold_c = x->cold_c;
    struct full_load full;
    lanes tc_c, follows;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double in_c = greater(cold_c[i], floor_c) + fouling_k, least_c = te_c[i] + lift_k;
        tc_c[i] = greater(in_c, least_c);
        follows[i] = ((cold_c[i] > floor_c) & (tc_c[i] > least_c)) ? 1 : 0;
    }
    find_full_load(k, si, te_c, tc_c, &full);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        struct chiller_slopes f = {full.cap_w[i], full.cap_w_k[i], full.power_w[i],
                                   full.power_w_k[i]};
        double heat_w = x->heat_w[i];
        double on = lesser(greater(least_on(heat_w, f.cap_w, stage, alive), 1), alive);
        struct slope p = part_of(&curve, f, heat_w, x->heat_w_k[i], follows[i], on);
        double runs = ((heat_w > 0) & (on > 0)) ? 1 : 0;
        power_w[i] = runs * p.y;
        power_w_k[i] = runs * p.per_k;
    }
}

/* As few chillers as can carry the load run, each with an equal part of it; one that
   was started in the hour stays on, or starting it could undo its reason. */
static void find_on(struct step *k, int si, const double *restrict heat_w,
                    const double *restrict full_w)
{
    double stage = k->p->sink[si].c->stage_frac, alive = alive_sink(k, si);
    double *restrict on = k->b->sink_on[si];
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double want = least_on(heat_w[i], full_w[i], stage, alive);
        on[i] = lesser(greater(want, greater(on[i], 1)), alive);
    }
}

static void note_flags(struct step *k, const double *restrict beyond, const double *restrict cycles)
{
    double n = 0;
#pragma omp simd reduction(+ : n)
    for (int i = k->from; i < k->to; i++) n += beyond[i] + cycles[i];
    for (int i = k->from; n > 0 && i < k->to; i++) {
        if (beyond[i] > 0) k->b->flags[i] |= 1u << FLAG_CHILLER_BEYOND;
        if (cycles[i] > 0) k->b->flags[i] |= 1u << FLAG_CHILLER_CYCLES;
    }
}

static void ask_tower(struct step *k, int si, const double *restrict heat_w)
{
    const struct sink *s = &k->p->sink[si];
    double control_k = k->p->loop[s->loop].control_k, floor_c = s->c->tc_floor_c;
    double above_k = isnan(control_k) ? -HUGE_VAL : control_k;
    const double *restrict wb_c = k->w->wb_c + k->h0, *restrict power_w = k->b->sink_power_w[si];
    double *restrict ask_c = k->b->loop_ask_c[s->loop], *restrict to_w = k->b->loop_heat_w[s->loop];
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double held_c = greater(floor_c, wb_c[i] + above_k);
        double want_c = heat_w[i] > 0 ? held_c : HUGE_VAL;
        to_w[i] += heat_w[i] + power_w[i];
        ask_c[i] = lesser(ask_c[i], want_c);
    }
}

/* Where it takes all, water leaves as the loop wants it, for which chiller_can_w has looked
   already. */
static void find_full_running(const struct step *k, int si, const struct waters *w,
                              const double *restrict heat_w, const double *restrict is_partial)
{
    double n = 0;
    lanes te_c;
#pragma omp simd reduction(+ : n)
    for (int i = k->from; i < k->to; i++) {
        double part_c = w->in_c[i] - heat_w[i] / w->flow_w_k[i];
        te_c[i] = is_partial[i] > 0 ? part_c : w->set_c[i];
        n += is_partial[i];
    }
    if (n > 0) find_full(k, si, te_c);
}

void chiller_run(struct step *k, int si, const struct waters *w, const double *restrict heat_w,
                 const double *restrict is_partial)
{
    const struct sink *s = &k->p->sink[si];
    struct block *b = k->b;
    const struct chiller_curve curve = s->curve;
    const double *restrict cap_w = b->sink_cap_w[si], *restrict full_w = b->sink_full_w[si];
    const double *restrict beyond = b->sink_beyond[si];
    double *restrict power_w = b->sink_power_w[si], *restrict on = b->sink_on[si];
    lanes cycles = {0}, is_beyond = {0};
    find_full_running(k, si, w, heat_w, is_partial);
    find_on(k, si, heat_w, cap_w);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        bool runs = (heat_w[i] > 0) & (on[i] > 0);
        double plr = lesser(heat_w[i] / (on[i] * cap_w[i]), 1);
        plr = lesser(plr, curve.plr_max);
        double own_w = full_w[i] * chiller_part(&curve, plr);
        power_w[i] = runs ? on[i] * own_w : 0;
        cycles[i] = (runs & (plr < curve.plr_min)) ? 1 : 0;
        is_beyond[i] = (runs & (own_w > 0)) ? beyond[i] : 0;
    }
    note_flags(k, is_beyond, cycles);
    fill(k, b->sink_water_kg_s[si], 0);
    fill(k, b->sink_pump_w[si], 0);
    if (s->loop >= 0) ask_tower(k, si, heat_w);
}
