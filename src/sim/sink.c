/* What cools a loop, one sink after the other. */

#include <math.h>

#include "sim/sink.h"

static bool is_locked(const struct step *k, int si, int i)
{
    const unsigned char *lock = switched_at(k, &k->p->sink[si].lock);
    return lock && lock[i];
}

static double economizer_w_k(const struct step *k, int si, const struct water *w)
{
    const struct sink *s = &k->p->sink[si];
    return s->effectiveness * lesser(w->flow_w_k, k->p->loop[s->loop].capacity_w_k);
}

/* With the wet bulb nearer to the return water than this no tower makes water that an
   exchanger could use. */
static const double worth_k = 2;

static bool is_of_use(const struct step *k, const struct sink *s, int i, double in_c)
{
    double air_c = s->is_on_dry_air ? k->w->t_c[k->h0 + i] : k->w->wb_c[k->h0 + i];
    return air_c + worth_k < in_c;
}

static void economizer_run(struct step *k, int si, int i, const struct water *w, double heat_w,
                           bool is_partial)
{
    const struct sink *s = &k->p->sink[si];
    struct block *b = k->b;
    double need_c = w->in_c - heat_w / economizer_w_k(k, si, w);
    bool may_help = !is_locked(k, si, i) && k->w->wb_c[k->h0 + i] + worth_k < w->in_c;
    b->sink_power_w[si][i] = b->sink_water_kg_s[si][i] = b->sink_pump_w[si][i] = 0;
    b->loop_heat_w[s->loop][i] += heat_w;
    if (is_partial && may_help) ask_for(k, s->loop, i, k->b->loop_hold_c[s->loop][i]);
    if (!is_partial && heat_w > 0) ask_for(k, s->loop, i, need_c);
}

/* Full air takes in proportion to how far the water is above what it needs, near enough
   to start from and exact where the loop closes; no more than brings the water as near to
   wet bulb as it is held. */
static double tower_can_w(struct step *k, int si, int i, const struct water *w)
{
    double all_w = w->flow_w_k * (w->in_c - w->set_c);
    double need_c = tower_needs_c(k, si, i, w, all_w), wb_c = k->w->wb_c[k->h0 + i];
    if (!(need_c < HUGE_VAL)) return 0;
    double can_w =
        need_c <= w->in_c ? all_w : greater(all_w * (w->in_c - wb_c) / (need_c - wb_c), 0);
    double approach_k = k->p->sink[si].t->approach_min_k;
    double held_w = greater(w->flow_w_k * (w->in_c - wb_c - approach_k), 0);
    return approach_k > 0 ? lesser(can_w, held_w) : can_w;
}

static double sink_can_w(struct step *k, int si, int i, const struct water *w)
{
    const struct sink *s = &k->p->sink[si];
    switch (s->what) {
    case SINK_ECONOMIZER:
        if (is_locked(k, si, i)) return 0;
        /* its loop would rest, seem cold and be wanted again */
        if (s->has_own_loop && !is_of_use(k, s, i, w->in_c)) return 0;
        return greater(economizer_w_k(k, si, w) * (w->in_c - k->b->loop_supply_c[s->loop][i]), 0);
    case SINK_CHILLER: return alive_sink(k, si) * chiller_full_w(k, si, i, w->set_c);
    case SINK_DRYCOOLER: return dry_can_w(k, si, i, w->in_c);
    case SINK_REUSE: return reuse_can_w(k, si, i, w);
    default: break;
    }
    return tower_can_w(k, si, i, w);
}

const double sink_negligible_frac = 1e-7;

/* What weather cools has no capacity at a setpoint, the water gets warmer or the
   next sink takes the rest; it is held against its rating.  Exchangers have none. */
double sink_rating_w(const struct step *k, int si)
{
    const struct sink *s = &k->p->sink[si];
    double unit_w = s->what == SINK_TOWER       ? s->tower_heat_w
                    : s->what == SINK_DRYCOOLER ? s->d->capacity_w
                    : s->what == SINK_CHILLER   ? s->c->capacity_w
                                                : (double)NAN;
    return alive_sink(k, si) * unit_w;
}

static void run_sink(struct step *k, int s, int i, const struct water *w, double take_w,
                     bool is_partial)
{
    k->b->sink_heat_w[s][i] = take_w;
    switch (k->p->sink[s].what) {
    case SINK_ECONOMIZER: economizer_run(k, s, i, w, take_w, is_partial); break;
    case SINK_CHILLER: chiller_run(k, s, i, w, take_w); break;
    case SINK_DRYCOOLER: dry_run_lane(k, s, i, w->in_c, take_w); break;
    case SINK_REUSE: reuse_run(k, s, i, w, take_w); break;
    case SINK_TOWER:
        k->b->sink_in_c[s][i] = w->in_c;
        if (k->p->has_cool_losses) tower_run(k, s, i, w, take_w);
        break;
    }
}

void sinks_finish(struct step *k)
{
    const struct plant *p = k->p;
    bool has_any = false;
    if (p->has_cool_losses) return;
    for (int l = 0; l < p->n_loop; l++)
        for (int s = p->loop[l].sink_first; s < p->loop[l].sink_first + p->loop[l].n_sink; s++) {
            if (p->sink[s].what != SINK_TOWER) continue;
            has_any = true;
            for (int i = k->from; i < k->to; i++) {
                double ratio = k->b->loop_ratio[l][i];
                struct water w = {k->b->sink_in_c[s][i], p->loop[l].capacity_w_k * ratio, 0, ratio};
                tower_run(k, s, i, &w, k->b->sink_heat_w[s][i]);
            }
        }
    if (has_any) power_up(k, POWER_COOLING);
}

double sinks_pass(struct step *k, int li, int i, double supply_c, enum pass pass)
{
    const struct plant_loop *l = &k->p->loop[li];
    struct block *b = k->b;
    double heat_w = b->loop_heat_w[li][i], left_w = heat_w, ratio = b->loop_ratio[li][i],
           over_w = heat_w;
    struct water w = {0, l->capacity_w_k * ratio, supply_c, ratio};
    bool is_over = false; /* changed over to an economizer: nothing after it runs */
    w.in_c = supply_c + heat_w / w.flow_w_k;
    for (int s = l->sink_first; s < l->sink_first + l->n_sink; s++) {
        bool is_idle = is_over || (pass == PASS_RUN && !(left_w > 0));
        double can_w = is_idle ? 0 : sink_can_w(k, s, i, &w), take_w = lesser(left_w, can_w);
        over_w -= can_w; /* falls on where the first parts take all and the last can do nothing */
        if (left_w - take_w < sink_negligible_frac * heat_w) take_w = left_w;
        if (pass == PASS_RUN) run_sink(k, s, i, &w, take_w, take_w < left_w);
        if (pass == PASS_NOTE && !k->is_retry) {
            bool is_last = s == l->sink_first + l->n_sink - 1;
            b->sink_ask_w[s][i] = is_last && !is_over ? left_w : take_w;
            b->sink_limit_w[s][i] =
                is_last && !is_over ? greater(can_w, 1e-6 * left_w) : sink_rating_w(k, s);
        }
        is_over |= k->p->sink[s].is_parallel && !is_locked(k, s, i);
        left_w -= take_w;
        w.in_c -= take_w / w.flow_w_k;
    }
    return over_w;
}
