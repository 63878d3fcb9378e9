#ifndef DCPLAN_PLAN_FLOOR_LIMITS_H
#define DCPLAN_PLAN_FLOOR_LIMITS_H

/* Rows of what stands on the floor: loads, clearances, centres of gravity; private to plan.
   A room that states no load, and a rack that states no clearance, has no row. */

#include "plan/limit_list.h"

void limit_add_floor(struct limit_list *l);

/* Some server in the racks of that section has no known mass. */
bool limit_weight_unknown(const struct limits_case *c, int rack);

#endif
