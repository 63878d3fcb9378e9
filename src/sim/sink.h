#ifndef DCPLAN_SIM_SINK_H
#define DCPLAN_SIM_SINK_H

/* What cools the water of a loop: reuse, economizers, chillers, towers and dry coolers,
   in the lanes at work, whose water flows where not said otherwise; private to sim. */

#include "sim/kernel.h"

struct waters {             /* what flows past a sink */
    lanes in_c;             /* entering temperature */
    const double *flow_w_k; /* m cp */
    const double *set_c;    /* what the loop wants to leave the last sink */
};

/* dry: air and conductance once a pass, when the flow is known; what coolers can take, W,
   and what they draw with heat_w.  Nothing is read of lanes without flow. */
void dry_prepare(struct step *k, int si, double capacity_w_k, const double *restrict flow);
void dry_can_w(const struct step *k, int si, const double *restrict in_c, double *restrict can_w);
void dry_run(struct step *k, int si, const double *restrict in_c, const double *restrict heat_w);

/* tower: the air, once an hour; entering water, degC, at which full air rejects heat_w
   (infinite without cells); what cells draw, also at rest, where heat_w is 0 */
void towers_begin(struct step *k);
void tower_needs_c(const struct step *k, int si, const double *restrict flow_w_k,
                   const double *restrict heat_w, double *restrict needs_c);
/* The same less the range of the water: the supply that full air reaches, degC, and how that
   rises with the heat, K/W, where the flow follows the heat; of cells that are alive. */
struct driven {
    lanes heat_w, flow_w_k, flow_per_w; /* 1/K */
};
void tower_reach_c(const struct step *k, int si, const struct driven *x, double *restrict reach_c,
                   double *restrict per_w);
void tower_run(struct step *k, int si, const double *restrict flow_w_k, const double *restrict in_c,
               const double *restrict heat_w);

/* chiller: capacity of all, W, with water leaving at te_c; and then what they draw, leaving
   warmer than that where is_partial says so */
void chiller_can_w(const struct step *k, int si, const double *restrict te_c,
                   double *restrict can_w);
/* What those on a loop would draw with water leaving at te_c and condensers' water at cold_c,
   and how that rises with the latter, by which the heat rises with heat_w_k; keeps nothing. */
struct chilled {
    const double *te_c, *cold_c;
    lanes heat_w, heat_w_k;
};
void chiller_would_w(const struct step *k, int si, const struct chilled *x,
                     double *restrict power_w, double *restrict power_w_k);
void chiller_run(struct step *k, int si, const struct waters *w, const double *restrict heat_w,
                 const double *restrict is_partial);

/* reuse: heat it can take of what is asked for, W; and what its heat pump draws */
void reuse_can_w(const struct step *k, int si, const struct waters *w, double *restrict can_w);
void reuse_run(struct step *k, int si, const struct waters *w, const double *restrict heat_w);

/* A share this small of the loop's heat is not worth starting the next sink for. */
extern const double sink_negligible_frac;

/* With the wet bulb nearer to the return water than this no tower makes water that an
   exchanger could use. */
static const double sink_worth_k = 2;

/* W that all units of a sink are rated for; NaN: none. */
double sink_rating_w(const struct step *k, int si);

/* Heat left after all sinks with supply water at supply_c, below zero where they could
   take more; keeps what each could take in sink_can_w, and with is_noted what each is
   asked for.  One lane alone: its heat left. */
void sinks_try(struct step *k, int li, const double *restrict supply_c, bool is_noted,
               double *restrict left_w);
double sinks_left_w(struct step *k, int li, int i, double supply_c);

/* Lets them draw, after sinks_try with that supply. */
void sinks_run(struct step *k, int li, const double *restrict supply_c);

/* Where loop li, whose economizer and chillers see the water of loop `to`, makes that loop
   settle: left in its loop_supply_c, near enough that a look at both finds nothing to move.
   With the heat of loop li known, its pumps' with it, and its flow.  Left alone where they are
   not of that kind. */
void condense(struct step *k, int li, int to);

/* The coldest that a loop is asked for counts. */
static inline void ask_for(struct step *k, int loop, int i, double water_c)
{
    k->b->loop_ask_c[loop][i] = lesser(k->b->loop_ask_c[loop][i], water_c);
}

/* Condenser water: a tower is not driven to its last kelvin but held some way above the
   wet bulb, and not below what the condensers allow. */
static inline double tower_control_c(const struct step *k, int loop, int i, double floor_c)
{
    double control_k = k->p->loop[loop].control_k;
    if (isnan(control_k)) return floor_c;
    return greater(floor_c, k->w->wb_c[k->h0 + i] + control_k);
}

#endif
