#ifndef DCPLAN_OUTPUT_GROWTH_FIGURE_H
#define DCPLAN_OUTPUT_GROWTH_FIGURE_H

/* The chart of a growth plan, and its section of the report; private to output. */

#include "output/figures.h"
#include "output/report.h"

/* Used, reserved, stranded and free of the tightest resources over the months, as steps under
   their limits, with the days of the orders; months in which a limit is broken are hatched.
   False without a plan. */
bool growth_figure_make(const struct result *r, struct picture *out, struct arena *a);

/* Nothing without a plan. */
void growth_section_add(struct report *p, const struct result *r);

#endif
