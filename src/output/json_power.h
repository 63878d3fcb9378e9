#ifndef DCPLAN_OUTPUT_JSON_POWER_H
#define DCPLAN_OUTPUT_JSON_POWER_H

/* dcplan.power/1: nameplate, budget and peak of every element, losses and sizes. */

#include "base/text.h"
#include "plan/power_budget.h"

/* Appends one document and a newline; r->power is there.  False without memory. */
bool json_power(const struct result *r, struct builder *out, struct diags *ds);

#endif
