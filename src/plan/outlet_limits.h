#ifndef DCPLAN_PLAN_OUTLET_LIMITS_H
#define DCPLAN_PLAN_OUTLET_LIMITS_H

/* Plugs against outlets; private to plan.

   Each power supply of a server is a plug, on the source that feeds it; a server without
   supplies has one on each source.  A part that is fed by another has a plug on it for each
   of its units, and so have cooling units and other loads; the pumps of a loop are one.
   Banks are no plugs of the rack PDU they belong to: what is plugged into them is plugged
   into it. */

#include "plan/limit_list.h"

void limit_add_outlets(struct limit_list *l);

/* [elements] plugs on all units of each. */
double *outlet_plugs(const struct plant *p, struct arena *a);

#endif
