#ifndef DCPLAN_PLAN_NETWORK_LIMITS_H
#define DCPLAN_PLAN_NETWORK_LIMITS_H

/* What an electrical engineer checks of a network beyond its loads: short circuits and
   selectivity, voltage drop, inrush, generators, K-factors, batteries. */

#include "plan/limit_list.h"

struct network_checks {
    int n_skip;
    const struct network_skip *skip;
    int n_selective; /* breakers selective with what feeds them at any current: no row */
    int n_declared;  /* of them, by the site's word */
};

/* Adds rows for the network in a state; what is not checked for want of data is said. */
struct network_checks network_limits(struct limit_list *l, const struct limit_state *s);

/* Of these only the voltage drop, which alone follows the loads of a failure. */
void network_drop_limits(struct limit_list *l, const struct limit_state *s);

#endif
