#ifndef DCPLAN_OUTPUT_WATER_FIGURE_H
#define DCPLAN_OUTPUT_WATER_FIGURE_H

/* The chart of a water study, and its section of the report; private to output. */

#include "output/figures.h"
#include "output/report.h"

/* Cost or energy, chiller hours, water and margins over the water's temperature, for the
   optimum's series; what does not fit is hatched.  False without a study. */
bool water_figure_make(const struct result *r, struct picture *out, struct arena *a);

/* Nothing without a study. */
void water_section_add(struct report *p, const struct result *r);

#endif
