#ifndef DCPLAN_PLAN_MONTECARLO_INNER_H
#define DCPLAN_PLAN_MONTECARLO_INNER_H

/* Which point is what; private to plan/montecarlo*. */

#include "plan/montecarlo.h"

/* Points 0 to draws - 1 are the draws; then the site as it is, */
int montecarlo_centre(const struct montecarlo *m);
/* and each input at its P10 or P90, all else as it is. */
int montecarlo_bar(const struct montecarlo *m, int input, bool is_high);

/* then, of block 0 the rows A of the design for indices, of 1 the rows B, of 2 + k those of A with
   input k from B. */
int montecarlo_design(const struct montecarlo *m, int block, int row);

/* Reads the [correlation] sections; false with errors. */
bool montecarlo_link(struct montecarlo *m, struct arena *a, struct diags *ds);
/* Input k of draw i, between 0 and 1. */
double montecarlo_share(const struct montecarlo *m, int i, int k);

/* An outcome at a point; NaN when it failed. */
double montecarlo_value(const struct montecarlo *m, int outcome, int point);
/* The same, of a date that does not come HUGE_VAL: later than all others. */
double montecarlo_ordered(const struct montecarlo *m, int outcome, int point);

/* What the outcome hangs on; kept from one outcome to the next where the same draws count. */
struct influence_columns;
void montecarlo_influence(struct montecarlo *m, struct influence_columns **kept,
                          struct shown_outcome *s, struct arena *a);

/* Whether an outcome is a date, which may never come. */
bool montecarlo_is_date(int outcome);

#endif
