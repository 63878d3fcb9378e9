#ifndef DCPLAN_OUTPUT_RIDE_SECTION_H
#define DCPLAN_OUTPUT_RIDE_SECTION_H

/* Rooms in the minutes after a loss: their part of the failures' section, and its chart. */

#include "output/figures.h"
#include "output/report.h"

/* Nothing when the result has no failures, or no loss leaves a room without cooling. */
void ride_section_add(struct report *p, const struct result *r);

/* Inlets and coolant of each room after its governing loss. */
bool ride_figure_make(const struct result *r, struct picture *out, struct arena *a);

#endif
