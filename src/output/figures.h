#ifndef DCPLAN_OUTPUT_FIGURES_H
#define DCPLAN_OUTPUT_FIGURES_H

/* The charts of a result, its single-line diagram and the floors of its rooms.  The report and
   the chart files draw the same ones. */

#include "output/chart.h"
#include "output/diagram.h"
#include "output/floor_drawing.h"
#include "plan/result.h"

struct picture {
    const struct chart *chart; /* of the three one is not NULL */
    const struct one_line *diagram;
    const struct floor_plan *floor;
    const char *summary; /* one sentence */
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
    FIGURE_GROWTH,
    FIGURE_OPTIONS,
    FIGURE_BREAKEVEN,
    FIGURE_FLOOR, /* of the room with the least margin; figure_floor has them all */
    N_FIGURE
};

/* File name without ending. */
const char *figure_name(enum figure_id id);

/* False when the result has nothing to show in it (no coolant, no tariff). */
bool figure_make(const struct result *r, enum figure_id id, struct picture *out, struct arena *a);

/* The same for the floor of one room. */
bool figure_floor(const struct result *r, int room, struct picture *out, struct arena *a);

#endif
