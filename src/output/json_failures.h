#ifndef DCPLAN_OUTPUT_JSON_FAILURES_H
#define DCPLAN_OUTPUT_JSON_FAILURES_H

/* dcplan.fail/1: every single failure and maintenance state of a site. */

#include "base/text.h"
#include "plan/failures.h"

/* Appends one document and a newline; r->failures is there.  False without memory. */
bool json_failures(const struct result *r, struct builder *out, struct diags *ds);

#endif
