#ifndef DCPLAN_PLAN_FIRM_H
#define DCPLAN_PLAN_FIRM_H

/* What redundant sources give together when the greatest of them is lost; private to
   plan. */

#include "plan/failures.h"
#include "plan/limit_list.h"

/* Fills out->firm: sets of sources that servers share, alike ones once, and the systems
   of each UPS pattern. */
void firm_find(const struct limits_case *c, const struct limit_state *normal, struct failures *out,
               struct arena *a);

#endif
