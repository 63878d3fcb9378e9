/* What cools a loop, one sink after the other. */

#include <math.h>

#include "sim/sink.h"

static const unsigned char *lock_of(const struct step *k, int si)
{
    return switched_at(k, &k->p->sink[si].lock);
}

static double economizer_most_w_k(const struct step *k, int si)
{
    return k->p->loop[k->p->sink[si].loop].capacity_w_k;
}

static void economizer_can_w(const struct step *k, int si, const struct waters *w,
                             double *restrict can_w)
{
    const struct sink *s = &k->p->sink[si];
    double effectiveness = s->effectiveness, most_w_k = economizer_most_w_k(k, si);
    const double *restrict cold_c = k->b->loop_supply_c[s->loop];
    const double *restrict air_c = (s->is_on_dry_air ? k->w->t_c : k->w->wb_c) + k->h0;
    const double *restrict flow_w_k = w->flow_w_k;
    const unsigned char *lock = lock_of(k, si);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double g = effectiveness * lesser(flow_w_k[i], most_w_k);
        can_w[i] = greater(g * (w->in_c[i] - cold_c[i]), 0);
    }
    /* its loop would rest, seem cold and be wanted again */
    if (s->has_own_loop)
        for (int i = k->from; i < k->to; i++)
            can_w[i] = air_c[i] + sink_worth_k < w->in_c[i] ? can_w[i] : 0;
    for (int i = k->from; lock && i < k->to; i++)
        if (lock[i]) can_w[i] = 0;
}

/* Asks its loop for water as cold as it can use; where other sinks take the rest, for the
   coldest. */
static void economizer_run(struct step *k, int si, const struct waters *w,
                           const double *restrict heat_w, const double *restrict is_partial)
{
    const struct sink *s = &k->p->sink[si];
    struct block *b = k->b;
    double effectiveness = s->effectiveness, most_w_k = economizer_most_w_k(k, si);
    const double *restrict wb_c = k->w->wb_c + k->h0, *restrict hold_c = b->loop_hold_c[s->loop];
    double *restrict ask_c = b->loop_ask_c[s->loop], *restrict to_w = b->loop_heat_w[s->loop];
    const double *restrict flow_w_k = w->flow_w_k;
    const unsigned char *lock = lock_of(k, si);
    lanes helps;
    fill(k, b->sink_power_w[si], 0);
    fill(k, b->sink_water_kg_s[si], 0);
    fill(k, b->sink_pump_w[si], 0);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) helps[i] = wb_c[i] + sink_worth_k < w->in_c[i] ? 1 : 0;
    for (int i = k->from; lock && i < k->to; i++)
        if (lock[i]) helps[i] = 0;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double need_c = w->in_c[i] - heat_w[i] / (effectiveness * lesser(flow_w_k[i], most_w_k));
        double in_part_c = helps[i] > 0 ? hold_c[i] : HUGE_VAL;
        double in_whole_c = heat_w[i] > 0 ? need_c : HUGE_VAL;
        ask_c[i] = lesser(ask_c[i], is_partial[i] > 0 ? in_part_c : in_whole_c);
        to_w[i] += heat_w[i];
    }
}

/* Full air takes in proportion to how far the water is above what it needs, near enough
   to start from and exact where the loop closes; no more than brings the water as near to
   wet bulb as it is held. */
static void tower_can_w(const struct step *k, int si, const struct waters *w,
                        double *restrict can_w)
{
    double approach_k = k->p->sink[si].t->approach_min_k;
    const double *restrict wb_c = k->w->wb_c + k->h0;
    lanes all_w, need_c;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) all_w[i] = w->flow_w_k[i] * (w->in_c[i] - w->set_c[i]);
    tower_needs_c(k, si, w->flow_w_k, all_w, need_c);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double above_k = w->in_c[i] - wb_c[i];
        double part_w = greater(all_w[i] * above_k / (need_c[i] - wb_c[i]), 0);
        double own_w = need_c[i] <= w->in_c[i] ? all_w[i] : part_w;
        double held_w = greater(w->flow_w_k[i] * (above_k - approach_k), 0);
        own_w = approach_k > 0 ? lesser(own_w, held_w) : own_w;
        can_w[i] = need_c[i] < HUGE_VAL ? own_w : 0;
    }
}

static void sink_can_w(const struct step *k, int si, const struct waters *w, double *restrict can_w)
{
    switch (k->p->sink[si].what) {
    case SINK_ECONOMIZER: economizer_can_w(k, si, w, can_w); break;
    case SINK_CHILLER: chiller_can_w(k, si, w->set_c, can_w); break;
    case SINK_DRYCOOLER: dry_can_w(k, si, w->in_c, can_w); break;
    case SINK_REUSE: reuse_can_w(k, si, w, can_w); break;
    case SINK_TOWER: tower_can_w(k, si, w, can_w); break;
    }
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

static void run_sink(struct step *k, int s, const struct waters *w, const double *restrict take_w,
                     const double *restrict is_partial)
{
    copy(k, k->b->sink_heat_w[s], take_w);
    switch (k->p->sink[s].what) {
    case SINK_ECONOMIZER: economizer_run(k, s, w, take_w, is_partial); break;
    case SINK_CHILLER: chiller_run(k, s, w, take_w, is_partial); break;
    case SINK_DRYCOOLER: dry_run(k, s, w->in_c, take_w); break;
    case SINK_REUSE: reuse_run(k, s, w, take_w); break;
    case SINK_TOWER:
        copy(k, k->b->sink_in_c[s], w->in_c);
        if (k->p->has_cool_losses) tower_run(k, s, w->flow_w_k, w->in_c, take_w);
        break;
    }
}

static void flow_of(const struct step *k, int li, double *restrict flow_w_k)
{
    const double *restrict ratio = k->b->loop_ratio[li];
    double capacity_w_k = k->p->loop[li].capacity_w_k;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) flow_w_k[i] = capacity_w_k * ratio[i];
}

bool sinks_wait(const struct plant *p)
{
    for (int s = 0; s < p->n_sink; s++)
        if (p->sink[s].what == SINK_TOWER) return !p->has_cool_losses;
    return false;
}

void sinks_finish(struct step *k)
{
    const struct plant *p = k->p;
    if (!sinks_wait(p)) return;
    for (int l = 0; l < p->n_loop; l++)
        for (int s = p->loop[l].sink_first; s < p->loop[l].sink_first + p->loop[l].n_sink; s++) {
            lanes flow_w_k;
            if (p->sink[s].what != SINK_TOWER) continue;
            flow_of(k, l, flow_w_k);
            tower_run(k, s, flow_w_k, k->b->sink_in_c[s], k->b->sink_heat_w[s]);
        }
    power_up(k, POWER_COOLING);
}

/* What goes through the sinks of a loop. */
struct passing {
    struct waters w;
    lanes flow_w_k, per_w_k, left_w, over_w; /* per_w_k: what its water warms by the watt */
    lanes is_over; /* changed over to an economizer: nothing after it runs */
};

static void start_passing(const struct step *k, int li, const double *supply_c, struct passing *x)
{
    const double *restrict heat_w = k->b->loop_heat_w[li];
    flow_of(k, li, x->flow_w_k);
    x->w.flow_w_k = x->flow_w_k;
    x->w.set_c = supply_c;
    fill(k, x->is_over, 0);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        x->left_w[i] = x->over_w[i] = heat_w[i];
        x->per_w_k[i] = 1 / x->flow_w_k[i];
        x->w.in_c[i] = supply_c[i] + heat_w[i] * x->per_w_k[i];
    }
}

/* What is left is that of the next sink. */
static void pass_on(const struct step *k, int s, const double *restrict take_w, struct passing *x)
{
    const unsigned char *lock = lock_of(k, s);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        x->left_w[i] -= take_w[i];
        x->w.in_c[i] -= take_w[i] * x->per_w_k[i];
    }
    for (int i = k->from; k->p->sink[s].is_parallel && i < k->to; i++)
        if (!(lock && lock[i])) x->is_over[i] = 1;
}

/* Of what is left, what the sink takes that can take can_w; its is over_w, which falls on
   where the first parts take all and the last can do nothing. */
static void take(const struct step *k, int li, const double *restrict can_w,
                 struct passing *restrict x, double *restrict take_w)
{
    const double *restrict heat_w = k->b->loop_heat_w[li];
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double own_w = x->is_over[i] > 0 ? 0 : can_w[i], all_w = lesser(x->left_w[i], own_w);
        x->over_w[i] -= own_w;
        take_w[i] = x->left_w[i] - all_w < sink_negligible_frac * heat_w[i] ? x->left_w[i] : all_w;
    }
}

static void note_sink(struct step *k, int s, bool is_last, const struct passing *x,
                      const double *restrict can_w, const double *restrict take_w)
{
    double rating_w = sink_rating_w(k, s), last = is_last;
    double *restrict ask_w = k->b->sink_ask_w[s], *restrict limit_w = k->b->sink_limit_w[s];
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        bool takes_rest = (last > 0) & !(x->is_over[i] > 0);
        ask_w[i] = takes_rest ? x->left_w[i] : take_w[i];
        limit_w[i] = takes_rest ? greater(can_w[i], 1e-6 * x->left_w[i]) : rating_w;
    }
}

void sinks_try(struct step *k, int li, const double *restrict supply_c, bool is_noted,
               double *restrict left_w)
{
    const struct plant_loop *l = &k->p->loop[li];
    int end = l->sink_first + l->n_sink;
    struct passing x;
    lanes take_w;
    start_passing(k, li, supply_c, &x);
    for (int s = l->sink_first; s < end; s++) {
        double *can_w = k->b->sink_can_w[s];
        sink_can_w(k, s, &x.w, can_w);
        take(k, li, can_w, &x, take_w);
        if (is_noted) note_sink(k, s, s == end - 1, &x, can_w, take_w);
        pass_on(k, s, take_w, &x);
    }
    copy(k, left_w, x.over_w);
}

double sinks_left_w(struct step *k, int li, int i, double supply_c)
{
    struct step one = *k;
    lanes supply_all_c, left_w;
    one.from = i;
    one.to = i + 1;
    supply_all_c[i] = supply_c;
    sinks_try(&one, li, supply_all_c, false, left_w);
    return left_w[i];
}

void sinks_run(struct step *k, int li, const double *restrict supply_c)
{
    const struct plant_loop *l = &k->p->loop[li];
    struct passing x;
    lanes take_w, is_partial;
    start_passing(k, li, supply_c, &x);
    for (int s = l->sink_first; s < l->sink_first + l->n_sink; s++) {
        take(k, li, k->b->sink_can_w[s], &x, take_w);
#pragma omp simd
        for (int i = k->from; i < k->to; i++) is_partial[i] = take_w[i] < x.left_w[i] ? 1 : 0;
        run_sink(k, s, &x.w, take_w, is_partial);
        pass_on(k, s, take_w, &x);
    }
}
