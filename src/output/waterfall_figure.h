#ifndef DCPLAN_OUTPUT_WATERFALL_FIGURE_H
#define DCPLAN_OUTPUT_WATERFALL_FIGURE_H

/* The way from one site to the other as an SVG file: a panel for each metric. */

#include "base/diag.h"
#include "plan/waterfall.h"

/* The waterfall must have steps.  False with an error: no font, or the file cannot be written. */
bool waterfall_figure_write(const struct waterfall *w, const char *path, struct arena *a,
                            struct diags *ds);

#endif
