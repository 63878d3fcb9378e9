#ifndef DCPLAN_PLAN_BOOK_GROWTH_H
#define DCPLAN_PLAN_BOOK_GROWTH_H

/* The sheets of a growth plan; private to plan. */

#include "base/grid.h"
#include "plan/result.h"

/* Month by month: servers, energy, cost. */
void book_growth(const struct result *r, struct grid *g, int sheet, struct arena *a);
/* The tightest resource of each class in every month. */
void book_growth_use(const struct result *r, struct grid *g, int sheet, struct arena *a);
/* By their last safe day. */
void book_growth_orders(const struct result *r, struct grid *g, int sheet, struct arena *a);

#endif
