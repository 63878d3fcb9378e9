#ifndef DCPLAN_PLAN_RIDE_THROUGH_H
#define DCPLAN_PLAN_RIDE_THROUGH_H

/* How long the rooms bear a state whose cooling stands still while servers stay on: after
   the loss of a utility, or of what cools.

   At 0 the loss; what hangs on a UPS goes on as long as its battery lasts, what has a
   generator comes back when that carries; compressors and chillers need their restart
   beyond that.  Servers that lost power for a moment stay off. */

#include "sim/plant.h"
#include "sim/ride.h"

struct ride_through {
    const char *state, *room;
    double heat_w;         /* of servers at their maximum, and of losses in the room */
    double air_s;          /* fans move air again: 0 when they never stop; infinite: never */
    double coolant_flow_s; /* the same of the coolant; NaN: none is followed */
    double cooled_s;       /* all that comes back cools again; infinite: nothing does */
    double power_s;        /* the last servers lose power; infinite: they do not */
    const char *coolant_first, *throttle_first, *trip_first; /* NULL: none */
    const char *throttle_racks, *trip_racks; /* of those; NULL: they stand in none */
    bool is_borne;                           /* no server trips before the end */
    double bears_s;        /* first limit: allowable inlet, coolant, throttling, trip */
    const char *bears_why; /* which; NULL: none is reached */
    double asked_s;        /* to bear; NaN: nothing */
    double recommended_c, allowable_c, coolant_max_c; /* coolant: of the tightest servers */
    struct ride ride;
};

struct ride_list {
    int n, cap;
    struct ride_through *item;
    int n_note;
    const char **note; /* what was not computed or not counted, and why */
};

enum { RIDE_END_S = 900 };

/* The worst state of each room, the worst room first; returns how many, at most `most`. */
int ride_governing(const struct ride_list *l, const struct ride_through **out, int most);

#endif
