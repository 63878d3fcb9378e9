#ifndef DCPLAN_PLAN_TCO_SOURCE_H
#define DCPLAN_PLAN_TCO_SOURCE_H

/* Where the prices of an answer come from; private to plan. */

#include "plan/tco_answer.h"

/* Fills source and missing: every price that a section of the site has and the answer counts
   with, one a section and key, with the section's source and date; and what has none. */
void tco_source_find(struct tco_answer *t, struct arena *a);

#endif
