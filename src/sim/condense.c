/* The water that economizer and chillers of a loop reject to, beforehand.

   Either the economizer takes all, and what the tower has to reject is known; or the tower
   gives what full air reaches, which chillers make warmer by the power they draw, more when
   it is warmer: x = F(x), by Newton's steps. */

#include <math.h>

#include "sim/sink.h"

struct condensed {
    const struct step *k;
    int from, to;                   /* loops */
    int economizer, chiller, tower; /* economizer, chiller: -1: none */
    const double *load_w;           /* of the loop that rejects, its pumps' with it */
    lanes in_c, g_w_k;              /* its return; of the economizer, 0: it is locked out */
    lanes free_c;                   /* with which the economizer just takes all */
    lanes least_c, lower_c;         /* the tower's coldest at its setpoint; and with chillers */
};

/* Both kinds at most once, and the tower alone. */
static bool is_of_kind(struct condensed *x)
{
    const struct plant *p = x->k->p;
    const struct plant_loop *from = &p->loop[x->from], *to = &p->loop[x->to];
    x->economizer = x->chiller = -1;
    x->tower = to->sink_first;
    if (p->n_storage || to->n_sink != 1 || p->sink[x->tower].what != SINK_TOWER) return false;
    if (!alive_sink(x->k, x->tower) || !alive_loop(x->k, x->to)) return false;
    for (int s = from->sink_first; s < from->sink_first + from->n_sink; s++) {
        bool is_first = s == from->sink_first;
        if (p->sink[s].loop != x->to || p->sink[s].is_parallel) return false;
        if (p->sink[s].what == SINK_ECONOMIZER && is_first)
            x->economizer = s;
        else if (p->sink[s].what == SINK_CHILLER && x->chiller < 0)
            x->chiller = s;
        else
            return false;
    }
    for (int c = 0; c < p->n_cdu; c++)
        if (p->cdu[c].loop == x->to) return false;
    for (int s = 0; s < p->n_sink; s++) {
        bool is_own = s >= from->sink_first && s < from->sink_first + from->n_sink;
        if (p->sink[s].loop == x->to && !is_own) return false;
    }
    return true;
}

static void start(struct condensed *x)
{
    const struct step *k = x->k;
    const struct plant *p = k->p;
    const struct sink *e = x->economizer >= 0 ? &p->sink[x->economizer] : NULL;
    const struct chiller *chiller = x->chiller >= 0 ? p->sink[x->chiller].c : NULL;
    const struct plant_loop *from = &p->loop[x->from], *to = &p->loop[x->to];
    const unsigned char *lock = e ? switched_at(k, &e->lock) : NULL;
    const double *restrict ratio = k->b->loop_ratio[x->from], *restrict wb_c = k->w->wb_c + k->h0;
    const double *restrict set_c = k->b->loop_hold_c[x->from];
    const double *restrict hold_c = k->b->loop_hold_c[x->to];
    bool is_held = !isnan(to->control_k);
    double from_w_k = from->capacity_w_k, to_w_k = to->capacity_w_k,
           approach_k = to->approach_min_k;
    double effectiveness = e ? e->effectiveness : 0, floor_c = chiller ? chiller->tc_floor_c : 0;
    double above_k = is_held ? to->control_k : 0;
    x->load_w = k->b->loop_heat_w[x->from];
    for (int i = k->from; i < k->to; i++) x->g_w_k[i] = lock && lock[i] ? 0 : effectiveness;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double flow_w_k = from_w_k * ratio[i];
        x->in_c[i] = set_c[i] + x->load_w[i] / flow_w_k;
        x->g_w_k[i] *= lesser(flow_w_k, to_w_k);
        double held_c = is_held ? greater(floor_c, wb_c[i] + above_k) : floor_c;
        double least_c = greater(hold_c[i], wb_c[i] + approach_k);
        bool helps = (x->g_w_k[i] > 0) & (wb_c[i] + sink_worth_k < x->in_c[i]);
        x->lower_c[i] = helps ? least_c : greater(least_c, held_c);
        x->free_c[i] = x->g_w_k[i] > 0 ? x->in_c[i] - x->load_w[i] / x->g_w_k[i] : -HUGE_VAL;
        x->least_c[i] = least_c;
    }
}

/* What the tower has to reject with so much from chillers, pumps with it, and its water. */
static void drive(const struct condensed *x, const double *restrict power_w, struct driven *d,
                  double *restrict per_w)
{
    const struct step *k = x->k;
    const struct plant_loop *to = &k->p->loop[x->to];
    const struct table law = to->pump;
    bool is_constant = to->l->pump.control == PUMP_CONSTANT;
    double least = is_constant ? 1 : to->l->pump.min_flow_frac, inverse = 1 / to->l->design_w;
    double pump_w = to->pump_w, capacity_w_k = to->capacity_w_k;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double heat_w = x->load_w[i] + power_w[i], whole = heat_w * inverse;
        double ratio = lesser(greater(whole, least), 1);
        double ratio_per_w = ((whole > least) & (whole < 1)) ? inverse : 0;
        struct table_point pump = table_slope_at(&law, ratio);
        per_w[i] = 1 + pump_w * pump.per_x * ratio_per_w;
        d->heat_w[i] = heat_w + pump_w * greater(pump.y, 0);
        d->flow_w_k[i] = capacity_w_k * ratio;
        d->flow_per_w[i] = capacity_w_k * ratio_per_w / per_w[i];
    }
}

/* What chillers draw with the water at at_c, and how that rises. */
static void chill(const struct condensed *x, const double *restrict at_c, double *restrict power_w,
                  double *restrict power_w_k)
{
    const struct step *k = x->k;
    struct chilled c = {.te_c = k->b->loop_hold_c[x->from], .cold_c = at_c};
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double free_w = x->g_w_k[i] * (x->in_c[i] - at_c[i]), left_w = x->load_w[i] - free_w;
        c.heat_w[i] = greater(free_w > 0 ? left_w : x->load_w[i], 0);
        c.heat_w_k[i] = ((free_w > 0) & (left_w > 0)) ? x->g_w_k[i] : 0;
    }
    chiller_would_w(k, x->chiller, &c, power_w, power_w_k);
}

/* The next x, of x = F(x) with F at x and its slope; where a chiller starts in between there
   is none, and F itself is next. */
static inline double next_c(double x, double f, double per_k)
{
    bool is_smooth = (per_k > -2) & (per_k < 0.9);
    return x + (f - x) / (1 - (is_smooth ? per_k : 0));
}

/* The economizer takes all where the tower's water, at its coldest, is cold enough; returns
   how many lanes are left, near where the power of chillers in such water puts them. */
static double try_free(struct condensed *x, double *restrict supply_c, double *restrict is_open)
{
    const struct step *k = x->k;
    struct driven d;
    lanes power_w, per_w, reach_c, reach_per_w, per_k;
    double open = 0;
    fill(k, power_w, 0);
    fill(k, per_k, 0);
    drive(x, power_w, &d, per_w);
    tower_reach_c(k, x->tower, &d, reach_c, reach_per_w);
#pragma omp simd reduction(+ : open)
    for (int i = k->from; i < k->to; i++) {
        double coldest_c = greater(reach_c[i], x->least_c[i]), free_c = x->free_c[i];
        double slack_k = sink_negligible_frac * (x->in_c[i] - free_c);
        bool is_free = coldest_c < free_c + slack_k;
        supply_c[i] = is_free ? greater(coldest_c, free_c) : greater(coldest_c, x->lower_c[i]);
        is_open[i] = is_free ? 0 : 1;
        open += is_open[i];
    }
    if (!(open > 0) || x->chiller < 0) return 0;
    struct step run = *k;
    x->k = &run;
    for (run.to = k->from; beside_next(k, is_open, &run);) chill(x, supply_c, power_w, per_k);
    x->k = k;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double at_c = reach_c[i] + power_w[i] * per_w[i] * reach_per_w[i];
        double to_c = next_c(supply_c[i], at_c, per_k[i] * per_w[i] * reach_per_w[i]);
        supply_c[i] = is_open[i] > 0 ? greater(to_c, x->lower_c[i]) : supply_c[i];
    }
    return open;
}

enum { CONDENSE_STEPS = 5 };
static const double condense_step_k = 4e-4; /* the next would be 2e-10 K */

static double step_on(const struct condensed *x, double *restrict supply_c,
                      double *restrict is_open)
{
    const struct step *k = x->k;
    struct driven d;
    lanes power_w, power_per_k, per_w, reach_c, reach_per_w;
    double open = 0;
    chill(x, supply_c, power_w, power_per_k);
    drive(x, power_w, &d, per_w);
    tower_reach_c(k, x->tower, &d, reach_c, reach_per_w);
#pragma omp simd reduction(+ : open)
    for (int i = k->from; i < k->to; i++) {
        double f = greater(reach_c[i], x->lower_c[i]);
        double per_k = reach_c[i] > x->lower_c[i] ? reach_per_w[i] * per_w[i] * power_per_k[i] : 0;
        double to_c = next_c(supply_c[i], f, per_k), step_k = to_c - supply_c[i];
        supply_c[i] = is_open[i] > 0 ? to_c : supply_c[i];
        is_open[i] = ((is_open[i] > 0) & (fabs(step_k) > condense_step_k)) ? 1 : 0;
        open += is_open[i];
    }
    return open;
}

/* Of those lanes that are open, and that go beside them. */
static double step_open(struct condensed *x, double *restrict supply_c, double *restrict is_open)
{
    const struct step *all = x->k;
    struct step run = *all;
    double open = 0;
    x->k = &run;
    for (run.to = all->from; beside_next(all, is_open, &run);)
        open += step_on(x, supply_c, is_open);
    x->k = all;
    return open;
}

void condense(struct step *k, int li, int to)
{
    struct condensed x = {.k = k, .from = li, .to = to};
    double *restrict loop_c = k->b->loop_supply_c[to];
    lanes supply_c, is_open;
    if (!is_of_kind(&x)) return;
    start(&x);
    double open = try_free(&x, supply_c, is_open);
    for (int n = 0; n < CONDENSE_STEPS && open > 0; n++) open = step_open(&x, supply_c, is_open);
#pragma omp simd
    for (int i = k->from; i < k->to; i++)
        loop_c[i] = fabs(supply_c[i]) < HUGE_VAL ? supply_c[i] : loop_c[i];
}
