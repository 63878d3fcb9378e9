#ifndef DCPLAN_CLI_PRINT_SWEEP_H
#define DCPLAN_CLI_PRINT_SWEEP_H

#include "cli/print.h"
#include "plan/study_table.h"

/* The points of a sweep as a table: variables, what is shown, how much the key differs from the
   first point, and the tightest limit; of a long table both ends, and the best and the worst. */
void print_sweep(struct builder *b, const struct study_table *t, bool color);

#endif
