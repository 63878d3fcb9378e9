#ifndef DCPLAN_SIM_RIDE_H
#define DCPLAN_SIM_RIDE_H

/* A room in the seconds after power or cooling is lost: its air and equipment as two lumps
   (physics/ridethrough), one for the water of each loop its coils stand on, and two for the
   coolant of its cold plates.

   The inlets rise as the air does.  A unit that works holds its supply air: it takes its
   normal heat and its airflow's heat capacity for each kelvin that its return is warmer,
   to its capacity.  A coil takes no more than its conductance from return air to entering
   water gives; its heat warms the water until the loop is cooled again.  A stratified buffer
   tank gives water at the supply temperature until its volume has passed; then what it took
   in is mixed with the rest of the loop.

   Coolant: C_r dTr/dt = Q - F (Tr - Ts) in the racks and C_s dTs/dt = F (Tr - Ts) - Q_x in
   the rest, which the exchanger of the distribution unit holds at its setpoint as far as its
   conductance to the facility water lets it.  F is 0 when the pumps stand: Q heats the racks'
   part alone.  Tr is told less the rise of normal operation, so that it begins at the supply
   temperature and chips follow it at their normal distance. */

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

struct ride_source {           /* of heat: servers, or losses in the room */
    double heat_w;             /* to the air */
    double until_s;            /* it has power; infinite: always */
    double throttle_c, trip_c; /* inlets; NaN: none */
    double liquid_w;           /* to the coolant; 0: none, the rest says nothing then */
    int coolant;
    double coolant_max_c, coolant_throttle_c, coolant_trip_c; /* NaN: none */
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
    double buffer_j_k, drawn_w_k; /* of a stratified tank, and of what flows through it */
};

struct ride_coolant {      /* of the cold plates on one set of distribution units */
    struct ride_span flow; /* pumps run */
    int water;             /* facility water of the exchanger */
    double rack_j_k, rest_j_k;
    double normal_w, flow_w_k, exchange_w_k, supply_c; /* exchange: supply to facility supply */
};

enum { RIDE_WATERS = 8, RIDE_COOLANTS = 8 };

struct ride_case {
    struct ridethrough lump; /* heat_w comes from the sources */
    double inlet_c, recommended_c, allowable_c;
    double end_s;
    int n_source, n_unit, n_water, n_coolant; /* at most RIDE_WATERS, RIDE_COOLANTS */
    const struct ride_source *source;
    const struct ride_unit *unit;
    const struct ride_water *water;
    const struct ride_coolant *coolant;
};

/* Times are infinite when it does not come to that before the end. */
struct ride {
    bool is_solved;
    int n;                                                   /* seconds 0 .. n - 1 */
    double *inlet_c, *equip_c, *water_c, *heat_w, *cooled_w; /* [n]; water: warmest */
    double *coolant_c; /* [n] warmest at the servers; NaN: none is followed */
    double recommended_s, allowable_s, coolant_s, throttle_s, trip_s;
    int first_coolant, first_throttle, first_trip; /* sources; -1: none */
    bool coolant_throttles, coolant_trips;         /* those, and not their inlets */
    double max_c, max_s, end_s;                    /* end: also when nothing heats any more */
    double max_coolant_c;                          /* NaN: none is followed */
    double rise_15min_k;                           /* most that the inlets rise in any 15 minutes */
};

/* Servers that reach their trip stop heating; throttling takes no heat away.  Of the heat,
   heat_w[] and cooled_w[] are the air's. */
struct ride ride_run(const struct ride_case *c, struct arena *a);

#endif
