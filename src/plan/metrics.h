#ifndef DCPLAN_PLAN_METRICS_H
#define DCPLAN_PLAN_METRICS_H

/* Annual metrics, energy parts and months from the years and the bill. */

#include "plan/result.h"
#include "sim/plant.h"

/* Fills metric, part, room and month of out, whose site, weather, year,
   design_year and bill are set. */
void metrics_find(const struct plant *p, struct result *out, struct arena *a);

/* The metrics of the site and its rooms alone, from years of KEEP_METRICS. */
void metrics_find_numbers(const struct plant *p, struct result *out, struct arena *a);

#endif
