#ifndef DCPLAN_PLAN_MONTECARLO_INNER_H
#define DCPLAN_PLAN_MONTECARLO_INNER_H

/* Which point is what; private to plan/montecarlo*. */

#include "plan/montecarlo.h"

/* Points 0 to draws - 1 are the draws; then the site as it is, */
int montecarlo_centre(const struct montecarlo *m);
/* and each input at its P10 or P90, all else as it is. */
int montecarlo_bar(const struct montecarlo *m, int input, bool is_high);

/* Whether an outcome is a date, which may never come. */
bool montecarlo_is_date(int outcome);

#endif
