#ifndef DCPLAN_PLAN_ELEVATIONS_H
#define DCPLAN_PLAN_ELEVATIONS_H

/* Who stands where in the racks, one row a server, as people carry it into a spreadsheet. */

#include "plan/place.h"

struct elevation_row {
    int rack, unit;     /* kind's index, and which of its count */
    double u, height_u; /* lowest unit, from 1 on; NaN: it takes none */
    int server, k;      /* section, and which of its count */
    const char *name;
    double maximum_w, kg; /* kg NaN: not known */
    bool is_fixed;        /* the site says where */
};

struct elevations {
    int n;
    struct elevation_row *row; /* by rack, from the highest unit down, without a unit last */
};

/* What stands free and what found no place has no row. */
struct elevations elevations_make(const struct site *s, const struct rack_plan *plan,
                                  struct arena *a);

/* What feeds a section: its own sources, else those of the rack, as the files name them. */
const char *elevation_feeds(const struct site *s, const struct elevation_row *x, struct arena *a);

/* Model of the catalogue that a section uses; "" when none. */
const char *elevation_model(const struct site *s, const struct elevation_row *x);

/* Columns of the table of servers, the same in every format. */
enum elevation_column {
    EL_RACK,
    EL_NUMBER,
    EL_U,
    EL_HEIGHT,
    EL_SERVER,
    EL_MODEL,
    EL_NAME,
    EL_MAXIMUM,
    EL_WEIGHT,
    EL_FEEDS,
    EL_FIXED,
    N_EL
};
extern const char *const elevation_heads[N_EL];

/* Name of the sheet that holds it in a workbook. */
#define ELEVATION_SHEET "Servers"

/* A cell of it: text, or NULL when *number is it (in the head's unit; NaN: blank). */
const char *elevation_cell(const struct site *s, const struct elevation_row *x,
                           enum elevation_column c, double *number, struct arena *a);

#endif
