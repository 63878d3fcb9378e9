#ifndef DCPLAN_OUTPUT_FRONT_FIGURE_H
#define DCPLAN_OUTPUT_FRONT_FIGURE_H

/* The front of two metrics, with the site as it is, as an SVG file. */

#include "base/diag.h"
#include "plan/optimise.h"

/* The front must have points.  False with an error: no font, or the file cannot be written. */
bool front_figure_write(const struct optimise *o, const char *path, struct arena *a,
                        struct diags *ds);

#endif
