#ifndef DCPLAN_PLAN_PLACING_H
#define DCPLAN_PLAN_PLACING_H

/* Where each server goes: a packing under every limit (plan/pack_build), then the engine's
   word on it.  What the engine finds broken in normal operation, or after a loss that the
   site's redundancy promises to survive, tightens the packing, and round again, until
   nothing is broken that other places could mend; the rest stays unplaced, and why is
   said. */

#include "plan/pack.h"
#include "plan/place.h"
#include "plan/run.h"

enum placing_method { /* as [site] placement */
                      PLACING_FIRST_FIT = PLACE_FIRST_FIT,
                      PLACING_HEURISTIC = PLACE_HEURISTIC,
                      PLACING_OPTIMAL = PLACE_OPTIMAL
};
/* Nodes of the search for an optimum: seconds of work, the same on any machine. */
enum { PLACING_NODES = 300 };
extern const char *const placing_words[]; /* "first-fit", ..., NULL */

struct placing_options {
    enum placing_method method;
    int threads;
    struct pack_limits limits;                         /* of the optimum */
    void (*progress)(void *context, const char *text); /* NULL: none */
    void *context;
};

struct placing_reason {
    const char *text; /* "rackpdu.a power: 0.4 kW left, one takes 1.2 kW" */
    int racks;        /* in so many of those it may use */
};

enum { PLACING_REASONS = 3 };

struct placing_rest { /* of a section, what found no place */
    int server, count;
    int n_reason; /* those of most racks first */
    struct placing_reason reason[PLACING_REASONS];
};

struct placing_rack { /* one rack that has servers */
    int rack, unit, servers;
    double u, units_u, power_w, limit_w, kg, load_kg; /* kg: with its own; NaN: no limit */
    double centre_m;  /* of gravity; NaN: nothing in it has a mass */
    const char *feed; /* what above it is fullest in any state; NULL: nothing has a limit */
    double feed_frac; /* how full, by sums of greatest inputs */
};

struct placing_result {
    const struct loaded *loaded;
    const struct site *site;       /* as the file says; places are in racks */
    const struct rack_plan *racks; /* of what was placed */
    int *unplaced;                 /* [servers] */
    enum placing_method method;
    int wanted, placed, fixed; /* servers of racks: all, those with a place, those by `at` */
    double wanted_w, placed_w; /* their data-sheet maxima */
    struct packing packing;    /* worth, bound, nodes */
    int rounds;                /* looks that the engine took */
    int n_rest;
    struct placing_rest *rest;
    int n_rack;
    struct placing_rack *rack;
    int n_limit, n_broken; /* the engine's, tightest first; broken whatever stands where */
    const struct limit *limit;
    bool ok; /* everything has a place and nothing is broken */
};

/* False with diagnostics when the site cannot be read or modelled. */
bool placing_find(const struct load_request *request, const struct placing_options *options,
                  struct placing_result *out, struct arena *a, struct diags *ds);

/* The same of a site that has been read. */
bool placing_of(const struct loaded *loaded, const struct placing_options *options,
                struct placing_result *out, struct arena *a, struct diags *ds);

/* How much more a placement could be worth under the limits of the packing, over what this
   one is; NaN: not known. */
double placing_gap(const struct placing_result *r);

/* The places as text to lie over the site; is_cut: count is what was placed. */
const char *placing_overlay(const struct placing_result *r, bool is_cut, struct arena *a);

#endif
