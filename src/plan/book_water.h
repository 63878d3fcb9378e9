#ifndef DCPLAN_PLAN_BOOK_WATER_H
#define DCPLAN_PLAN_BOOK_WATER_H

/* The sheet of a water study; private to plan. */

#include "base/grid.h"
#include "plan/result.h"

/* Case by case, the site as it is first; costs are added up by formulas. */
void book_water(const struct result *r, struct grid *g, int sheet, struct arena *a);

#endif
