#ifndef DCPLAN_OUTPUT_JSON_GROWTH_H
#define DCPLAN_OUTPUT_JSON_GROWTH_H

/* dcplan.growth/1: a growth plan with every month; the same as CSV. */

#include "base/diag.h"
#include "plan/growth.h"

/* One document and a line end.  False without memory. */
bool json_growth(const struct growth *g, struct builder *out, struct diags *ds);

/* One line for each month and resource, shortest round-trip numbers; blank where there is
   none. */
void csv_growth(const struct growth *g, struct builder *out);

#endif
