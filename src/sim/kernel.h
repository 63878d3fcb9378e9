#ifndef DCPLAN_SIM_KERNEL_H
#define DCPLAN_SIM_KERNEL_H

/* Shared by the steps of an hour; private to sim. */

#include <math.h>
#include <string.h>

#include "base/solve.h"
#include "sim/hour.h"

struct step {
    const struct plant *p;
    const struct state *s;
    const struct prepared *w;
    struct block *b;
    int h0;        /* hour of lane 0 */
    int from, to;  /* lanes at work */
    bool is_retry; /* solved again after a trip: what was asked for stays noted */
    enum { STEADY_NOT, STEADY_NEW, STEADY_HELD } steady; /* servers in the first pass */
};

/* power: servers and the way up to the utility */
void power_prepare(struct step *k);                  /* what each lane asks of the servers, once */
void power_servers(struct step *k, int room);        /* from inlet and coolant temperatures */
bool power_follows_heat(const struct plant_room *r); /* fans of a room without servers */
/* From loads up: elements that feed servers and coolant pumps alone; those that feed
   cooling, too, when the others are known; all, to the utility. */
enum power_part { POWER_SERVERS, POWER_COOLING, POWER_ALL };
void power_up(struct step *k, enum power_part part);

/* air: inlets with supply air at the setpoint; then what the room's units take, true
   when that moved the supply air of a lane, and so its servers */
void air_inlets(struct step *k, int room);
bool air_units(struct step *k, int room);

/* units of one kind (plant.cool): what they can take, then what they draw for their heat */
void dx_capacity(struct step *k, int cool);
void dx_run(struct step *k, int cool);
/* Whether a coil economizer is of use in lane i, and the water with which it carries all. */
bool dx_coil_helps(const struct step *k, int cool, int i);
double dx_coil_water_c(const struct step *k, int cool, int i);
void fresh_air_capacity(struct step *k, int cool);
void fresh_air_run(struct step *k, int cool);
/* Its air is let in, and colder than what returns. */
bool fresh_air_helps(const struct step *k, int cool, int i, double return_c);
void indirect_capacity(struct step *k, int cool);
void indirect_run(struct step *k, int cool);
/* Water that sprayed outdoor air of air_m3_s takes up with heat_w in lane i. */
double scavenger_water_kg_s(const struct step *k, int i, double air_m3_s, double heat_w);
/* What rear doors take of the servers' heat with the inlet at inlet_c: leaves the rest in
   room_it_w. */
void reardoor_take(struct step *k, int room, const double *inlet_c);

/* cdu: coolant; liquid: water circuits, consumers first */
void liquid_cdus(struct step *k);
void liquid_loops(struct step *k);
/* Towers' fans and water, of lanes that have closed: nothing in the hour waits for them,
   unless what feeds them heats a room; then they are worked out in every pass. */
void sinks_finish(struct step *k);
/* They have some, and so does what feeds them. */
bool sinks_wait(const struct plant *p);

/* reset: setpoints of the loops before the first pass; what a room asks of its loop, with
   its air at the setpoint; and setpoints as they are asked for */
void reset_begin(struct step *k);
void reset_note(struct step *k, int room);
void reset_demand(struct step *k);
/* storage: before and after the pumps of a loop are known, and once for the balance; of
   plants that have some */
void storage_charge(struct step *k, int loop);
void storage_discharge(struct step *k, int loop);
void storage_balance(struct step *k);
/* A loop that nothing cools is taken to be so much above its setpoint, and no more. */
enum { LOOP_RISE_MAX_K = 70 };

/* Two comparisons the compiler turns into one instruction; fmin and fmax are
   calls.  When b is NaN so is the result. */
static inline double lesser(double a, double b)
{
    return a < b ? a : b;
}
static inline double greater(double a, double b)
{
    return a > b ? a : b;
}

/* The greater, or the smaller, of those that are not NaN. */
static inline double keep_greater(double a, double b)
{
    return b > a || a != a ? b : a;
}
static inline double keep_lesser(double a, double b)
{
    return b < a || a != a ? b : a;
}

/* The bytes of the hours at work, from lane 0 on; NULL: nothing switches. */
static inline const unsigned char *switched_at(const struct step *k, const struct switched *s)
{
    const unsigned char *year = k->w->is_design ? s->design : s->year;
    return year ? year + k->h0 : NULL;
}

/* The weather lets the unit's economizer be tried in lane i. */
static inline bool may_try(const struct step *k, const struct cool *c, int i)
{
    const unsigned char *a = switched_at(k, &c->lock[0]), *b = switched_at(k, &c->lock[1]);
    return !(a && a[i]) && !(b && b[i]);
}

/* Power of a fixed load: what its live feeds carry of it. */
static inline double fixed_w(const struct step *k, int f)
{
    const struct fixed *x = &k->p->fixed[f];
    double share = 0;
    for (int j = x->feed.first; j < x->feed.first + x->feed.n; j++) share += k->s->share[j];
    return x->power_w * share;
}

/* Servers of a group that meet at their maximum in the design year; else all. */
static inline double group_count(const struct step *k, int g)
{
    return k->p->group[g].count * (k->w->is_design ? k->w->diversity : 1);
}

/* What a group takes in: the room's air, air by where its racks stand, or the fluid it is
   immersed in. */
static inline double group_inlet_c(const struct step *k, const struct group *g, int i)
{
    if (g->is_immersed) return k->b->cdu_supply_c[g->cdu][i];
    double room_c = k->b->room_inlet_c[g->room][i];
    if (!g->has_own_inlet) return room_c;
    double supply_c = k->b->room_supply_c[g->room][i];
    return supply_c + g->inlet_share * (room_c - supply_c);
}

/* Lanes do not depend on each other, which the compiler cannot see where many arrays
   meet: hence "omp simd" before loops that are worth it.  The sum of a reduction is a
   count, exact in any order; a count of doubles is a double, as wide as they are. */

/* Over the lanes at work. */
static inline void fill(const struct step *k, double *x, double value)
{
#pragma omp simd
    for (int i = k->from; i < k->to; i++) x[i] = value;
}
static inline void copy(const struct step *k, double *restrict to, const double *restrict from)
{
#pragma omp simd
    for (int i = k->from; i < k->to; i++) to[i] = from[i];
}
static inline void sum(const struct step *k, double *restrict all, const double *restrict x,
                       double count)
{
#pragma omp simd
    for (int i = k->from; i < k->to; i++) all[i] += count * x[i];
}

static inline void sum_constant(const struct step *k, double *all, double x)
{
#pragma omp simd
    for (int i = k->from; i < k->to; i++) all[i] += x;
}

/* Lanes that are open and as many as go side by side with them: from the end of the last run on
   the next one, false: there is none.  Alone their sums would go one by one. */
enum { BESIDE = 16 };

static inline bool beside_next(const struct step *k, const double *is_open, struct step *run)
{
    bool is_any = false;
    int from = run->to, to = run->to;
    while (to < k->to) {
        int end = to - to % BESIDE + BESIDE;
        if (end > k->to) end = k->to;
        double open = 0;
        for (int i = to; i < end; i++) open += is_open[i];
        if (!(open > 0) && is_any) break;
        if (open > 0 && !is_any) from = to;
        is_any |= open > 0;
        to = end;
        if (!is_any) from = to;
    }
    run->from = from;
    run->to = to;
    return is_any;
}

/* All lanes at work have one value. */
static inline bool is_same(const struct step *k, const double *x)
{
    double n = 0;
#pragma omp simd reduction(+ : n)
    for (int i = k->from; i < k->to; i++) n += x[i] == x[k->from] ? 1 : 0;
    return n == k->to - k->from;
}

/* A power law from its table, whose first piece may dip below zero by rounding. */
static inline double law_at(const struct table *t, double x)
{
    return greater(table_at(t, x), 0);
}

/* The same for the lanes at work; one stands for all that are the same. */
static inline void laws(const struct step *k, const struct table *table, const double *restrict x,
                        double *restrict y)
{
    const struct table t = *table;
    if (is_same(k, x)) {
        fill(k, y, law_at(&t, x[k->from]));
        return;
    }
#pragma omp simd
    for (int i = k->from; i < k->to; i++) y[i] = law_at(&t, x[i]);
}

static inline int alive_elem(const struct step *k, int i)
{
    return k->s->alive[k->p->alive_elem + i];
}
static inline int alive_group(const struct step *k, int i)
{
    return k->s->alive[k->p->alive_group + i];
}
static inline int alive_cool(const struct step *k, int i)
{
    return k->s->alive[k->p->alive_cool + i];
}
static inline int alive_cdu(const struct step *k, int i)
{
    return k->s->alive[k->p->alive_cdu + i];
}
static inline int alive_loop(const struct step *k, int i)
{
    return k->s->alive[k->p->alive_loop + i];
}
static inline int alive_sink(const struct step *k, int i)
{
    return k->s->alive[k->p->alive_sink + i];
}

#endif
