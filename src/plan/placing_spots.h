#ifndef DCPLAN_PLAN_PLACING_SPOTS_H
#define DCPLAN_PLAN_PLACING_SPOTS_H

/* A packing as rack units: who stands where; private to plan. */

#include "plan/pack_build.h"

struct placing_spots {
    struct spot_list *of; /* [servers] those that are fixed first, as the site says */
};

/* What is fixed, alone. */
struct placing_spots spots_fixed(const struct site *s, struct arena *a);

/* In each run: what has a u_max from below, what has a u_min from above, the rest from below
   with the heaviest for its height first.  Pieces for which the units that are left do not
   hang together are left out; missing_u [all racks] says how high they are, and likewise
   where the centre of gravity comes too high. */
struct placing_spots spots_place(const struct pack_case *c, const int *count, double *missing_u,
                                 struct arena *a);

/* The places of place_servers, and their number by type and bin.  False where they break a
   rule or a limit of a rack by itself; of what racks share nothing is asked. */
bool spots_first_fit(const struct pack_case *c, struct placing_spots *out, int *count,
                     struct arena *a);

/* The site with these places and no servers of racks but those. */
struct site *spots_site(const struct site *s, const struct placing_spots *x, struct arena *a);

#endif
