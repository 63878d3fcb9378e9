#ifndef DCPLAN_PLAN_PLACING_TELL_H
#define DCPLAN_PLAN_PLACING_TELL_H

/* What a placement came to: racks, what is left over and why; private to plan. */

#include "plan/pack_build.h"
#include "plan/placing.h"

/* Fills rack and rest of a result whose packing and racks are there. */
void placing_tell(struct placing_result *r, const struct pack_case *c, struct arena *a);

#endif
