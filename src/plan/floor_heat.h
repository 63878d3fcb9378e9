#ifndef DCPLAN_PLAN_FLOOR_HEAT_H
#define DCPLAN_PLAN_FLOOR_HEAT_H

/* Maps of a room's floor: what each rack carries, and how near that is to its limits.  In
   rooms without positions racks stand in the order of the files, in rows that say nothing of
   where they are. */

#include "model/layout.h"
#include "plan/elevation.h"

enum heat_what { HEAT_POWER, HEAT_FAILOVER, HEAT_INLET, HEAT_FREE_U, HEAT_WEIGHT, N_HEAT };
/* Missing is neither: a limit that is not stated, or a value that is not known. */
enum heat_state { HEAT_HOLDS, HEAT_OVER, HEAT_NO_LIMIT, HEAT_UNKNOWN, HEAT_EMPTY };
enum { HEAT_CLASSES = 6 };

struct heat_value {
    double value; /* in the scale's unit; NaN: not known, or an empty rack */
    double shade; /* of its class, 0..1: 1 is nearest to the limit */
    enum heat_state state;
};

struct heat_scale {
    const char *title, *unit; /* "Power of each rack", "kW" */
    int decimals;
    int n; /* classes; 0: no value is known */
    double edge[HEAT_CLASSES + 1];
    double shade[HEAT_CLASSES];
    int count[HEAT_EMPTY + 1]; /* racks of each state */
    int worst;                 /* rack nearest to the limit; -1: none */
    bool is_even;              /* all that is known is the same */
};

struct heat_rack {
    const char *name; /* "rack.r#3" */
    struct layout_box box;
    int facing; /* -1: not given */
    struct heat_value of[N_HEAT];
};

enum thing_what { THING_UNIT, THING_COLUMN, THING_WALL, THING_RAMP, THING_DOOR, THING_EQUIPMENT };

struct heat_thing { /* cooling units and obstacles */
    const char *name;
    enum thing_what what;
    struct layout_box box;
    int facing;
};

enum aisle_what { AISLE_COLD, AISLE_HOT, AISLE_MIXED /* fronts look at backs */ };

struct heat_aisle { /* between two rows, or a row and what is before or behind it */
    enum aisle_what what;
    struct layout_box box;
    double wide_m;
    bool is_closed; /* a row on both sides; else as wide as people count it */
};

struct floor_heat {
    const char *room;
    bool is_schematic;        /* length and width are of the drawing alone */
    double length_m, width_m; /* of the room */
    int north;
    double power_w, w_m2; /* of all its racks; NaN: the area is not known */
    int n_rack, n_thing, n_aisle;
    int n_elsewhere; /* racks of a room with positions that have none: not drawn */
    struct heat_rack *rack;
    struct heat_thing *thing;
    struct heat_aisle *aisle;
    struct heat_scale scale[N_HEAT];
};

/* Of one room, from the elevations of all racks; NULL when it has no racks. */
const struct floor_heat *floor_heat_find(const struct result *r, const struct elevation_set *e,
                                         int room, struct arena *a);

/* Aisles of rows of racks: to h->aisle.  Called by floor_heat_find. */
void floor_heat_aisles(struct floor_heat *h, struct arena *a);

/* Fills result->elevations and the maps of its rooms; `all`: equal racks are not drawn as
   one. */
void rack_drawings_find(struct result *r, bool all, struct arena *a);

#endif
