#ifndef DCPLAN_OUTPUT_JSON_OPTIMISE_H
#define DCPLAN_OUTPUT_JSON_OPTIMISE_H

/* dcplan.optimise/1: an optimum or a front; dcplan.solve/1: a goal seek.  The same as CSV. */

#include "base/diag.h"
#include "plan/optimise.h"

/* One document and a line end.  False without memory. */
bool json_optimise(const struct optimise *o, struct builder *out, struct diags *ds);
bool json_goal(const struct goal *g, struct builder *out, struct diags *ds);

/* One line a point: which (now, best, front, nearest), the values as in a file, whether it keeps
   the conditions, all outcomes. */
void csv_optimise(const struct optimise *o, struct builder *out);
/* The same, one line a solution (now, solution, range, step; the other side of the last two
   follows). */
void csv_goal(const struct goal *g, struct builder *out);

#endif
