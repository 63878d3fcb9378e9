#ifndef DCPLAN_TESTS_MOCK_FAILURES_H
#define DCPLAN_TESTS_MOCK_FAILURES_H

/* Made-up failures and a single-line diagram for a mock result. */

#include "plan/failures.h"
#include "plan/one_line.h"

/* n >= 3 states: the first drops servers, the second caps and overloads, the third is too
   hot, all others are survived. */
void mock_failures(struct result *r, int n, struct arena *a);

#endif
