#ifndef DCPLAN_OUTPUT_TCO_FIGURE_H
#define DCPLAN_OUTPUT_TCO_FIGURE_H

/* Charts and section of own or rent; private to output. */

#include "output/figures.h"
#include "output/report.h"

/* What each option has cost by the end of each year.  False without an answer. */
bool tco_options_figure(const struct result *r, struct picture *out, struct arena *a);

/* Owning and renting by the hour by utilisation.  False without an offer by the hour. */
bool tco_breakeven_figure(const struct result *r, struct picture *out, struct arena *a);

/* Nothing without an answer. */
void tco_section_add(struct report *p, const struct result *r);

#endif
