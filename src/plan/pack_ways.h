#ifndef DCPLAN_PLAN_PACK_WAYS_H
#define DCPLAN_PLAN_PACK_WAYS_H

/* What a watt at a server's plug is on every electrical element above it, in normal
   operation and after each loss that the site's redundancy promises to survive; private to
   plan.

   Promised are: the loss of each system of a UPS pattern, as in limits_find; and of each
   element whose loss takes some of a server's feeds while the supplies that are left are
   enough for it (psu_needed), with or without supplies of its own: a side of A/B feeds;
   and, where there are generators, of the utility.

   Losses on the way are n a + b P + c P^2 / n; up to the rating c P^2 / n is at most
   c P_rated P (the chord), so that (1 + b + c P_rated) P never says too little below it.
   Constant parts, and all that is not servers to be placed, are in `base`. */

#include "plan/place.h"
#include "sim/outage.h"

struct way { /* sources of servers that stand in one rack */
    int rack, unit, n;
    struct plant_source *source;
    bool has_supply;
    int plug, full, needed, least; /* supplies that share, that do, and that it runs on at all */
};

struct way_state {
    const char *name;
    struct lost *lost; /* whole parts */
    int n_lost;
    bool is_solved;     /* limits_find solves it, too */
    int n_dead;         /* elements */
    unsigned char *off; /* [ways] servers on it lose all power */
};

enum way_what { WAY_POWER, WAY_APPARENT, WAY_CURRENT };

struct way_use {
    int way;
    double v; /* W, or VA of the line, for each watt at the plug */
};

struct way_row {           /* one limit of one element in one state */
    int elem, state, line; /* line 0..2, or -1: of all */
    enum way_what what;
    double limit, base; /* W or VA of the line; base: without what is to be placed */
    int n;
    const struct way_use *use;
};

struct ways {
    const struct site *site;
    const struct plant *plant; /* with what stands fixed or free, alone */
    int n_way, n_state, n_row;
    struct way *way;
    struct way_state *state; /* the first: nothing is lost */
    struct way_row *row;     /* without those that another one of the element implies */
    double *power_factor;    /* [elem] that apparent power is taken by */
    int *first;              /* [racks + 1] of all racks, the section's first */
    int *way_of;             /* [servers * all racks], see ways_of */
};

/* plant and design_year: of the site with fixed and free servers only, whatever site says;
   diversity: the site's. */
struct ways *ways_find(const struct site *site, const struct plant *plant,
                       const struct year *design_year, double diversity, struct arena *a);

/* Of servers of that section in the rack; -1: nothing feeds them there. */
int ways_of(const struct ways *w, int server, int rack, int unit);

#endif
