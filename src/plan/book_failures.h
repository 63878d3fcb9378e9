#ifndef DCPLAN_PLAN_BOOK_FAILURES_H
#define DCPLAN_PLAN_BOOK_FAILURES_H

/* The workbook's sheets of failures: one row a state, and one row a limit that a state
   changes. */

#include "base/grid.h"
#include "plan/result.h"

enum { BOOK_FAILURES_MOST = 2000 }; /* rows of each at most: the worst, the tightest */

/* r->failures is there. */
void book_failure_states(const struct result *r, struct grid *g, int sheet, struct arena *a);
void book_failure_limits(const struct result *r, struct grid *g, int sheet, struct arena *a);

#endif
