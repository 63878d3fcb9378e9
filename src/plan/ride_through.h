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
    double heat_w;   /* of servers at their maximum, and of losses in the room */
    double air_s;    /* fans move air again: 0 when they never stop; infinite: never */
    double cooled_s; /* all that comes back cools again; infinite: nothing does */
    double power_s;  /* the last servers lose power; infinite: they do not */
    const char *throttle_first, *trip_first; /* NULL: none */
    bool is_borne;                           /* no server trips before the end */
    struct ride ride;
};

struct ride_list {
    int n, cap;
    struct ride_through *item;
    int n_note;
    const char **note; /* what was not computed or not counted, and why */
};

enum { RIDE_END_S = 900 };

#endif
