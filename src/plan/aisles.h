#ifndef DCPLAN_PLAN_AISLES_H
#define DCPLAN_PLAN_AISLES_H

/* The strips of floor before and behind racks: fronts on both sides make a cold aisle, backs
   a hot one.  An aisle that has both lets fronts breathe what backs blow out, which no
   containment can part; it is told of where the room has containment, as are servers whose
   air goes the other way than that of the rack or the containment they stand in. */

#include "model/room_plan.h"
#include "plan/place.h"

enum aisle_kind { AISLE_OF_FRONTS, AISLE_OF_BACKS, AISLE_OF_BOTH };
extern const char *const aisle_words[]; /* "cold", "hot", "mixed" */

struct aisle {
    int room;
    enum aisle_kind kind;
    struct layout_box box;    /* of the strip; top_m of no meaning */
    double width_m;           /* free way across it */
    int fronts, backs;        /* racks that it has them of */
    const char *front, *back; /* the first of each; NULL: none */
};

struct aisle_view {
    int n, n_warning;
    struct aisle *aisle; /* by room, in the order of racks */
    const char **warning;
};

const struct aisle_view *aisles_find(const struct site *s, const struct rack_plan *racks,
                                     struct arena *a);

#endif
