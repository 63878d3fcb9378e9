#include "sim/storage.h"

#include <math.h>
#include <string.h>

#include "sim/sink.h"

/* ---- hooks of the hour ------------------------------------------------------- */

static const double *flows_at(const struct step *k, int i)
{
    return k->w->storage ? k->w->storage->flow_w[i] + k->h0 : NULL;
}

/* Charging is a load of the loop: its pumps and what cools it carry it. */
void storage_charge(struct step *k, int loop)
{
    for (int t = 0; t < k->p->n_storage; t++) {
        const double *flow_w = flows_at(k, t);
        if (k->p->storage[t].loop != loop || !flow_w) continue;
        for (int i = k->from; i < k->to; i++) k->b->loop_heat_w[loop][i] += greater(flow_w[i], 0);
    }
}

/* What the tank takes, the sinks do not see; the pumps carry it all the same.  More than
   the loop's heat stays where it is.  The load that a loop is held against is what it must
   carry: charging only fills what is left. */
void storage_discharge(struct step *k, int loop)
{
    for (int t = 0; t < k->p->n_storage; t++) {
        const double *flow_w = flows_at(k, t);
        if (k->p->storage[t].loop != loop || !flow_w) continue;
        double *heat_w = k->b->loop_heat_w[loop], *taken_w = k->b->storage_taken_w[t];
        for (int i = k->from; i < k->to; i++) {
            bool runs = k->b->loop_ratio[loop][i] > 0;
            taken_w[i] = runs ? lesser(greater(-flow_w[i], 0), heat_w[i]) : 0;
            heat_w[i] -= taken_w[i];
            k->b->loop_load_w[loop][i] -= greater(flow_w[i], 0);
        }
    }
}

/* So do chillers. */
static void take_off_asked(struct step *k, int loop, const double *flow_w)
{
    const struct plant_loop *l = &k->p->loop[loop];
    int last = l->sink_first + l->n_sink - 1;
    if (k->p->sink[last].what != SINK_CHILLER) return;
    double *ask_w = k->b->sink_ask_w[last];
    for (int i = k->from; i < k->to; i++) ask_w[i] = greater(ask_w[i] - greater(flow_w[i], 0), 0);
}

/* Heat that goes into the tanks, with what they gain from around. */
void storage_balance(struct step *k)
{
    double *stored_w = k->b->quantity[Q_STORED_W], *gain_w = k->b->quantity[Q_HEAT_GAIN_W];
    for (int t = 0; t < k->p->n_storage; t++) {
        const double *flow_w = flows_at(k, t);
        if (!flow_w) continue;
        const double *loss_w = k->w->storage->gain_w[t] + k->h0;
        take_off_asked(k, k->p->storage[t].loop, flow_w);
        for (int i = k->from; i < k->to; i++) {
            double into_w = k->b->storage_taken_w[t][i] - greater(flow_w[i], 0);
            bool is_short = k->b->storage_taken_w[t][i] < greater(-flow_w[i], 0);
            stored_w[i] += into_w + loss_w[i];
            gain_w[i] += loss_w[i];
            if (is_short) k->b->flags[i] |= 1u << FLAG_NOT_CONVERGED;
        }
    }
}

/* ---- what an hour leaves for a tank ------------------------------------------- */

/* Just under what the hour can do, so that the next pass still can. */
static const double kept_frac = 1 - 1e-6;

struct survey { /* of one tank, [hours] */
    double *load_w, *room_w;
};

/* Nothing flows: what is rated would take it. */
static double rated_w(const struct step *k, const struct plant_loop *l)
{
    double all_w = 0;
    for (int s = l->sink_first; s < l->sink_first + l->n_sink; s++)
        if (k->p->sink[s].what == SINK_CHILLER) all_w += sink_rating_w(k, s);
    return all_w;
}

static void read_lane(struct step *k, int t, int i, struct survey *to)
{
    int li = k->p->storage[t].loop, h = k->h0 + i;
    const struct plant_loop *l = &k->p->loop[li];
    double charge_w = k->w->storage ? greater(k->w->storage->flow_w[t][h], 0) : 0;
    double load_w = k->b->loop_load_w[li][i];
    bool flows = k->b->loop_ratio[li][i] > 0, runs = alive_loop(k, li) > 0;
    double left_w = flows ? -sinks_left_w(k, li, i, k->b->loop_hold_c[li][i]) : rated_w(k, l);
    double most_w = lesser(charge_w + left_w, l->l->design_w - load_w);
    to->load_w[h] = runs ? greater(load_w * kept_frac, 0) : 0;
    to->room_w[h] = runs ? greater(most_w * kept_frac, 0) : 0;
}

static void survey(const struct plant *p, const struct state *s, const struct prepared *w,
                   const struct calendar *c, int threads, struct survey *to, struct arena *a)
{
    struct block *block[MONTHS];
    if (threads > MONTHS) threads = MONTHS;
    for (int t = 0; t < threads; t++) block[t] = block_new(p, a);
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (int m = 0; m < threads; m++)
        for (int month = m; month < MONTHS; month += threads)
            for (int h = c->month_start[month]; h < c->month_start[month + 1]; h += LANES) {
                int left = c->month_start[month + 1] - h, n = left < LANES ? left : LANES;
                block_solve(p, s, w, h, n, block[m]);
                struct step k = {.p = p, .s = s, .w = w, .b = block[m], .h0 = h, .to = n};
                for (int t = 0; t < p->n_storage; t++)
                    for (int i = 0; i < n; i++) read_lane(&k, t, i, &to[t]);
            }
}

/* ---- schedule -------------------------------------------------------------------- */

enum mode { HOLDS, CHARGES, GIVES };

static enum mode mode_at(const struct plant *p, const struct storage *s, const struct calendar *c,
                         int hour)
{
    if (s->schedule == STORAGE_BY_TARIFF) {
        enum tariff_period period = tariff_period(p->site->tariff, c, hour);
        if (period == PERIOD_VALLEY) return CHARGES;
        return period == PERIOD_PEAK || period == PERIOD_SPIKE ? GIVES : HOLDS;
    }
    int h = calendar_hour_of_day(hour);
    if (s->charge_hours.in[h]) return CHARGES;
    return s->discharge_hours.in[h] ? GIVES : HOLDS;
}

struct tank {
    const struct storage *s;
    unsigned char *mode;
    struct survey can;
    double *flow_w, *gain_w, *next_w;
};

enum { HOUR_S = 3600, ROUNDS = 60, PASSES = 16, SHRINKS_AFTER = 5 };

/* One year from e_j on; returns what it ends with.  In late passes flows only shrink. */
static double walk(struct tank *x, int n, double e_j, bool shrinks)
{
    double loss_frac = storage_hourly_loss_frac(x->s);
    for (int h = 0; h < n; h++) {
        double lost_j = loss_frac * e_j, flow_w = 0;
        e_j -= lost_j;
        if (x->mode[h] == CHARGES) {
            flow_w =
                fmin(fmin(x->s->charge_w, x->can.room_w[h]), (x->s->capacity_j - e_j) / HOUR_S);
            if (shrinks) flow_w = fmin(flow_w, x->flow_w[h]);
        } else if (x->mode[h] == GIVES) {
            flow_w = -fmin(fmin(x->s->discharge_w, x->can.load_w[h]), e_j / HOUR_S);
            if (shrinks) flow_w = fmax(flow_w, x->flow_w[h]);
        }
        e_j = fmax(e_j + flow_w * HOUR_S, 0);
        x->next_w[h] = flow_w;
        x->gain_w[h] = lost_j / HOUR_S;
    }
    return e_j;
}

/* Returns the greatest change of a flow, against the tank's rates. */
static double settle(struct tank *x, int n, bool shrinks)
{
    double e_j = 0, change = 0, rate_w = fmax(x->s->charge_w, x->s->discharge_w);
    for (int i = 0; i < ROUNDS; i++) {
        double end_j = walk(x, n, e_j, shrinks), moved_j = fabs(end_j - e_j);
        e_j = end_j;
        if (!(moved_j > 1e-12 * x->s->capacity_j)) break;
    }
    walk(x, n, e_j, shrinks);
    for (int h = 0; h < n; h++) {
        change = fmax(change, fabs(x->next_w[h] - x->flow_w[h]) / rate_w);
        x->flow_w[h] = x->next_w[h];
    }
    return change;
}

static struct tank tank_make(const struct plant *p, int i, const struct calendar *c, int n,
                             struct arena *a)
{
    size_t hours = (size_t)n + 1;
    struct tank x = {.s = p->storage[i].s,
                     .mode = ARENA_ARRAY(a, unsigned char, hours),
                     .can = {ARENA_ARRAY(a, double, hours), ARENA_ARRAY(a, double, hours)},
                     .flow_w = ARENA_ARRAY(a, double, hours),
                     .gain_w = ARENA_ARRAY(a, double, hours),
                     .next_w = ARENA_ARRAY(a, double, hours)};
    for (int h = 0; h < n; h++) x.mode[h] = (unsigned char)mode_at(p, x.s, c, h);
    return x;
}

static void add_up(struct year *y, const struct tank *x, int n)
{
    for (int h = 0; h < n; h++) {
        if (x->flow_w[h] < 0) y->storage_given_kwh -= x->flow_w[h] / 1000;
        y->storage_lost_kwh += x->gain_w[h] / 1000;
    }
}

struct year *storage_run(const struct plant *p, const struct state *s, const struct prepared *w,
                         const struct calendar *c, int keep, int threads, struct arena *a)
{
    size_t n_tank = (size_t)p->n_storage;
    struct tank *tank = ARENA_ARRAY(a, struct tank, n_tank);
    struct survey *can = ARENA_ARRAY(a, struct survey, n_tank);
    const double **flow_w = ARENA_ARRAY(a, const double *, n_tank);
    const double **gain_w = ARENA_ARRAY(a, const double *, n_tank);
    for (int i = 0; i < p->n_storage; i++) {
        tank[i] = tank_make(p, i, c, w->n, a);
        can[i] = tank[i].can;
        flow_w[i] = tank[i].flow_w;
        gain_w[i] = tank[i].gain_w;
    }
    struct storage_flows flows = {flow_w, gain_w};
    struct prepared with = *w;
    with.storage = &flows;
    double change = 1;
    for (int pass = 0; pass < PASSES && change > 1e-7; pass++) {
        survey(p, s, &with, c, threads, can, a);
        change = 0;
        for (int i = 0; i < p->n_storage; i++)
            change = fmax(change, settle(&tank[i], w->n, pass >= SHRINKS_AFTER));
    }
    struct year *y = annual_run(p, s, &with, c, keep, threads, a);
    for (int i = 0; i < p->n_storage; i++) add_up(y, &tank[i], w->n);
    return y;
}
