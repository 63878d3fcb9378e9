#ifndef DCPLAN_PLAN_COOLANT_LIMITS_H
#define DCPLAN_PLAN_COOLANT_LIMITS_H

/* Limits of coolant circuits: flow and pressure; private to plan. */

#include "plan/limit_list.h"

/* Flow and pressure of the units' coolant: of all in the normal state, in another of those
   that have lost a unit.  Nothing where the units' pumps are not known. */
void limit_add_coolant(struct limit_list *l, const struct limit_state *s);

/* Warmest coolant supply of a group's servers: against their data sheet and, where they name
   one, their ASHRAE class. */
void limit_add_coolant_temperature(struct limit_list *l, const struct group *g, double coolant_c,
                                   const char *state);

/* Facility water that coolant units take, against the design flow of their loops. */
void limit_add_facility_water(struct limit_list *l);

#endif
