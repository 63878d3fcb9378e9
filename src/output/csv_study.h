#ifndef DCPLAN_OUTPUT_CSV_STUDY_H
#define DCPLAN_OUTPUT_CSV_STUDY_H

/* The points of a study as RFC 4180 text, one line each, written as they are made. */

#include <stdio.h>

#include "plan/study_table.h"

/* Columns: point (from 1), each variable as "key [unit]", status (done, failed, open), every
   outcome under its key (money as "key [CNY]"), the shown ones less the first point's as
   "key_vs_first_pct", verdict (of the limits) and reason (of a failure).  Numbers are shortest
   round-trip doubles, months 2028-03; a cell is blank where there is no value. */
bool csv_study(const struct study_table *t, FILE *f, const char *name, struct diags *ds);

/* The same into a file that appears whole or not at all. */
bool csv_study_write(const struct study_table *t, const char *path, struct arena *a,
                     struct diags *ds);

#endif
