#ifndef DCPLAN_OUTPUT_FIGURES_H
#define DCPLAN_OUTPUT_FIGURES_H

/* The charts of a result, and its single-line diagram.  The report and the chart files draw
   the same ones. */

#include "output/chart.h"
#include "output/diagram.h"
#include "plan/result.h"

struct picture {
    const struct chart *chart;      /* NULL: the diagram */
    const struct one_line *diagram; /* NULL: the chart */
    const char *summary;            /* one sentence */
};

enum figure_id {
    FIGURE_LIMITS,
    FIGURE_ONE_LINE,
    FIGURE_PUE,
    FIGURE_MONTHLY_ENERGY,
    FIGURE_OVERHEAD,
    FIGURE_LOAD,
    FIGURE_INLET,
    FIGURE_COOLANT,
    FIGURE_PUE_HEAT,
    FIGURE_INLET_HEAT,
    FIGURE_PUE_OUTDOOR,
    FIGURE_MODES,
    FIGURE_COST,
    FIGURE_RIDE,
    FIGURE_WATER,
    N_FIGURE
};

/* File name without ending. */
const char *figure_name(enum figure_id id);

/* False when the result has nothing to show in it (no coolant, no tariff). */
bool figure_make(const struct result *r, enum figure_id id, struct picture *out, struct arena *a);

#endif
