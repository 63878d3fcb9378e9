#ifndef DCPLAN_SIM_OUTAGE_H
#define DCPLAN_SIM_OUTAGE_H

/* The plant with something lost: who is dead, how shares move, which servers keep how
   many supplies.  Shares are moved by each consumer and element on its own: sources in
   parallel take over in proportion to what they carried, of standby ones the first that
   lives carries all. */

#include "sim/plant.h"

struct lost { /* units of one part; alive_index as in struct plant */
    int alive_index, units;
};

struct outage {
    const struct plant *plant; /* groups split by the supplies that are left */
    struct state state;
    const unsigned char *dead; /* [n_elem] */
    const int *tap_supplies;   /* [n_tap] supplies that are left of each server */
};

/* All units of the part. */
int outage_units(const struct plant *p, int alive_index);

struct outage *outage_make(const struct plant *p, const struct lost *lost, int n, struct arena *a);

#endif
