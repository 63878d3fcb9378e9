#ifndef DCPLAN_PLAN_BOOK_H
#define DCPLAN_PLAN_BOOK_H

/* The workbook of a result, as a calculated grid: Cover, Summary, Inputs,
   Monthly, Energy, Limits, Failures and Failure limits (when they were asked for),
   Water study (likewise), Cost,
   Checks, Sources. */

#include "plan/result.h"

/* NULL with an error when the grid cannot be calculated. */
struct grid *book_make(const struct result *r, const char *version, struct arena *a,
                       struct diags *ds);

/* SHA-256 over the digests of all inputs, in lower-case hex. */
const char *book_input_hash(const struct result *r, struct arena *a);

#endif
