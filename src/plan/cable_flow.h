#ifndef DCPLAN_PLAN_CABLE_FLOW_H
#define DCPLAN_PLAN_CABLE_FLOW_H

/* Links of racks to switches so that the longest cable is as short as it can be.

   For a longest cable R, the shortest pairs take as many links as there are ports, and
   augmenting paths (Ford and Fulkerson, Canad. J. Math. 8, 1956) find a port for the rest
   where there is one within R; the least R that leaves no more links without a port than
   any does is found by bisection. */

#include <stdbool.h>

#include "base/arena.h"

struct cable_flow {
    int n_spot, n_switch;
    int *want, *free;       /* [n_spot] links without a port, [n_switch] ports without one */
    int *flow;              /* [n_spot n_switch] links */
    const double *length_m; /* likewise; infinite: not known */
};

/* Moves want and free to flow, as far as ports go.  False when the search was given up in a
   fabric too large for it: the longest cable is then a good one, but not proved. */
bool cable_flow_assign(struct cable_flow *f, struct arena *a);

#endif
