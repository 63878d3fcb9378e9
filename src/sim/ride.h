#ifndef DCPLAN_SIM_RIDE_H
#define DCPLAN_SIM_RIDE_H

/* A room in the seconds after power or cooling is lost: its air and equipment as two lumps
   (physics/ridethrough), and a third for the water of each loop its coils stand on.

   The inlets rise as the air does.  A unit that works holds its supply air: it takes its
   normal heat and its airflow's heat capacity for each kelvin that its return is warmer,
   to its capacity.  A coil takes no more than its conductance from return air to entering
   water gives; its heat warms the water until the loop is cooled again. */

#include <stdbool.h>

#include "base/arena.h"
#include "physics/ridethrough.h"

/* Works from 0 to until_s and again from from_s on, s after the loss. */
struct ride_span {
    double until_s, from_s;
};

static inline bool ride_works(struct ride_span s, double t_s)
{
    return t_s < s.until_s || t_s >= s.from_s;
}

struct ride_source { /* of heat: servers, or losses in the room */
    double heat_w;
    double until_s;            /* it has power; infinite: always */
    double throttle_c, trip_c; /* inlets; NaN: none */
};

struct ride_unit { /* equal units that cool the room's air */
    struct ride_span span;
    double normal_w, flow_w_k, most_w;
    int water; /* -1: none */
    double coil_w_k, return_c;
};

struct ride_water {
    struct ride_span flow, cold; /* pumps run; the loop is cooled */
    double j_k;                  /* 0: not counted */
    double normal_w, flow_w_k, most_w, supply_c;
};

enum { RIDE_WATERS = 8 };

struct ride_case {
    struct ridethrough lump; /* heat_w comes from the sources */
    double inlet_c, recommended_c, allowable_c;
    double end_s;
    int n_source, n_unit, n_water; /* waters: at most RIDE_WATERS */
    const struct ride_source *source;
    const struct ride_unit *unit;
    const struct ride_water *water;
};

/* Times are infinite when it does not come to that before the end. */
struct ride {
    bool is_solved;
    int n;                                                   /* seconds 0 .. n - 1 */
    double *inlet_c, *equip_c, *water_c, *heat_w, *cooled_w; /* [n]; water: warmest */
    double recommended_s, allowable_s, throttle_s, trip_s;
    int first_throttle, first_trip; /* sources; -1: none */
    double max_c, max_s, end_s;     /* end: also when nothing heats any more */
};

/* Servers that reach their trip stop heating; throttling takes no heat away. */
struct ride ride_run(const struct ride_case *c, struct arena *a);

#endif
