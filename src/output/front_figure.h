#ifndef DCPLAN_OUTPUT_FRONT_FIGURE_H
#define DCPLAN_OUTPUT_FRONT_FIGURE_H

/* The front of two metrics, with the site as it is. */

#include "base/diag.h"
#include "plan/optimise.h"

/* The front must have points.  SVG, PDF (of that date) or PNG by the ending of the path.  False
   with an error: another ending, no font, or the file cannot be written. */
bool front_figure_write(const struct optimise *o, struct date date, const char *path,
                        struct arena *a, struct diags *ds);

#endif
