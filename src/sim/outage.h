#ifndef DCPLAN_SIM_OUTAGE_H
#define DCPLAN_SIM_OUTAGE_H

/* The plant with something lost: who is dead, how shares move, which servers keep how
   many supplies.  Shares are moved by each consumer and element on its own: sources in
   parallel take over in proportion to what they carried, of standby ones the first that
   lives carries all. */

#include "sim/alike.h"
#include "sim/annual.h"

struct lost { /* units of one part; alive_index as in struct plant */
    int alive_index, units;
};

struct outage {
    const struct plant *plant; /* groups split by the supplies that are left, elements that
                                  are alike joined; without taps */
    struct state state;        /* of that plant */
    /* by the indices of the whole plant */
    int n_elem;
    struct alike alike;        /* class of each element: its index in plant->elem */
    const double *share;       /* [n_feed] */
    const int *alive;          /* [n_alive] */
    const unsigned char *dead; /* [n_elem] */
    const int *tap_supplies;   /* [n_tap] supplies that are left of each server */
    const int *tap_group;      /* [n_tap] group of plant */
};

/* All units of the part. */
int outage_units(const struct plant *p, int alive_index);

/* Who is dead and how shares move, alone; by the indices of the whole plant. */
struct outage_shares {
    const double *share;
    const int *alive;
    const unsigned char *dead;
    const int *tap_supplies;
};
struct outage_shares outage_shares(const struct plant *p, const struct lost *lost, int n,
                                   struct arena *a);

/* n 0: nothing is lost. */
struct outage *outage_make(const struct plant *p, const struct lost *lost, int n, struct arena *a);

/* Hours above these loads of each element [n_elem] are counted from now on. */
void outage_watch(struct outage *o, const double *limit_w, struct arena *a);

/* The year of a state; elements by the indices of the whole plant, each with its own load. */
struct year *outage_run(const struct outage *o, const struct prepared *w, const struct calendar *c,
                        int keep, int threads, struct arena *a);

#endif
