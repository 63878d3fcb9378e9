#ifndef DCPLAN_PLAN_FLOOR_PLAN_H
#define DCPLAN_PLAN_FLOOR_PLAN_H

/* Racks of a room by the air they breathe, and where they stand. */

#include "base/arena.h"
#include "model/layout.h"

struct plant;
struct year;

struct floor_rack {
    const char *name; /* "rack.r#3" */
    bool has_place;   /* else there is no box */
    struct layout_box box;
    int facing, tiles; /* tiles: before its front */
    bool has_servers;
    double inlet_c;       /* hottest of the year; NaN: none, or off all the time */
    double margin_k;      /* limit less inlet */
    double recirculation; /* share of its inlet air that is exhaust, in the mean */
};

struct floor_unit {
    const char *name; /* "crah.air#2" */
    struct layout_box box;
    int facing; /* -1: not given */
};

struct floor_plan {
    const char *room;
    double length_m, width_m; /* NaN: without a layout */
    int north;
    bool from_floor, from_units; /* where supply air comes out; else overhead */
    double limit_c;
    const char *limit;           /* "recommended" or "allowable" */
    int n_rack, n_unit, hottest; /* hottest: of rack */
    struct floor_rack *rack;
    struct floor_unit *unit;
};

/* NULL when all racks of the room breathe the same air. */
const struct floor_plan *floor_plan_find(const struct plant *p, const struct year *y, int room,
                                         struct arena *a);

#endif
