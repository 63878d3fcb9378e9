#ifndef DCPLAN_PLAN_STANDBY_STATE_H
#define DCPLAN_PLAN_STANDBY_STATE_H

/* What generators carry when the utility is lost, from the consumers' peaks of a state that
   has been solved, without a year of its own; private to plan. */

#include "plan/limit_list.h"

/* The state in which generators carry: s when one does, or when there is none, else with
   every utility lost. */
struct standby_state {
    const struct outage *o;
    const struct network *net;
    const char *name;
    double together_frac; /* greatest site power over the sum of the consumers' peaks */
    double *recharge_w;   /* [n_elem] of the batteries below */
    bool *is_unknown;     /* [n_elem] a UPS below has no battery */
};
struct standby_state standby_state_of(const struct plant *p, const struct limit_state *s,
                                      struct arena *a);

/* Sets of generator e that carry in the state: those needed, of those that live. */
int standby_sets(const struct plant *p, const struct outage *o, int e);

/* Input of e without what recharges batteries, W. */
static inline double standby_running_w(const struct standby_state *g, int e)
{
    return g->net->elem[e].in_w * g->together_frac;
}
/* What starts as one block behind e: VA, and W at the power factor of the load. */
static inline double standby_step_va(const struct standby_state *g, int e)
{
    return g->net->elem[e].start_va * g->together_frac;
}
double standby_step_w(const struct standby_state *g, int e);

#endif
