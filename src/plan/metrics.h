#ifndef DCPLAN_PLAN_METRICS_H
#define DCPLAN_PLAN_METRICS_H

/* Annual metrics, energy parts and months from a year and its bill. */

#include "plan/result.h"
#include "sim/plant.h"

/* Fills metric, part, room and month of out, whose site, weather, year,
   design_year and bill are set. */
void metrics_find(const struct plant *p, struct result *out, struct arena *a);

#endif
