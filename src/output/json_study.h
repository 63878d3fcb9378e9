#ifndef DCPLAN_OUTPUT_JSON_STUDY_H
#define DCPLAN_OUTPUT_JSON_STUDY_H

/* The points of a study as one document, dcplan.sweep/1 (after the command), written as they
   are made. */

#include <stdio.h>

#include "plan/study_table.h"

/* Head: schema, version, site, inputs, overrides, currency, definition, variables (key, unit),
   outcomes (key, unit), shown, n_points, n_failed, n_broken, first, key, best, worst; then
   points, one a line: point (from 1), values by key (numbers in the variable's unit, else
   text), status (done, failed, open), reason (of a failure), verdict (of the limits), fits,
   relative_pct (of the shown outcomes to those of point `first`) and metrics, every outcome by
   key.  What is missing is null, months are "2028-03". */
bool json_study(const struct study_table *t, FILE *f, const char *name, struct diags *ds);

#endif
