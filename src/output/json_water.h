#ifndef DCPLAN_OUTPUT_JSON_WATER_H
#define DCPLAN_OUTPUT_JSON_WATER_H

/* dcplan.water/1: a water loop's temperature swept, and the optimum; the same cases as CSV. */

#include "base/diag.h"
#include "plan/water_study.h"

/* One document and a line end.  False without memory. */
bool json_water(const struct water_study *s, struct builder *out, struct diags *ds);

/* One line for each case, shortest round-trip numbers; blank where there is none. */
void csv_water(const struct water_study *s, struct builder *out);

#endif
