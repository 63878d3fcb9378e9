#ifndef DCPLAN_OUTPUT_MONTECARLO_FIGURE_H
#define DCPLAN_OUTPUT_MONTECARLO_FIGURE_H

/* The chart of draws: for each shown outcome where it lies (the share of draws below each value,
   with P10, P50 and P90), what it hangs on (its swing by each input), and how the draws tell it
   (P50 and P90 with their confidence by number of draws). */

#include "base/calendar.h"
#include "output/scene.h"
#include "plan/montecarlo.h"

struct scene *montecarlo_figure_scene(const struct montecarlo *m, struct typeset *type,
                                      struct arena *a);

/* SVG, PDF or PNG by the ending of the path; date: of a PDF. */
bool montecarlo_figure_write(const struct montecarlo *m, struct date date, const char *path,
                             struct arena *a, struct diags *ds);

#endif
