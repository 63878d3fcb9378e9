#ifndef DCPLAN_OUTPUT_JSON_PLACE_H
#define DCPLAN_OUTPUT_JSON_PLACE_H

#include "plan/placing.h"

/* "dcplan.place/1": places, racks, what is left over and why, limits. */
bool json_place(const struct placing_result *r, struct builder *out, struct diags *ds);

#endif
