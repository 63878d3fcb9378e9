#ifndef DCPLAN_PLAN_PACK_H
#define DCPLAN_PLAN_PACK_H

/* Pieces into bins, under limits that add up: the placement problem without a word of
   datacenters.  Piece types are server sections; bins are runs of free rack units, so that
   what stands in one stands on another; resources are everything that is limited and adds
   up: units, kilowatts of a rack or of a busbar after a loss, kilograms, air, outlets. */

#include <stdbool.h>

#include "base/arena.h"

struct pack_use { /* what one piece takes of a resource */
    int resource;
    double amount; /* > 0 */
};

struct pack { /* const once made */
    int n_type, n_bin, n_resource;
    double *left;   /* [resources] that is left for pieces, in the resource's own unit */
    int *wanted;    /* [types] pieces to be placed */
    double *worth;  /* [types] of one that is placed, > 0 */
    int *first, *n; /* [types * bins] uses of one there: use[first ..]; n < 0: it may not */
    struct pack_use *use;
    int *most;          /* [types * bins] at most so many there; -1: no such limit */
    double *cost;       /* [types * bins] taken off its worth there (a move, a far rack) */
    int n_group;        /* sets of bins of which a type may hold a limited number */
    struct pack_group { /* failure domains: a rack, a row */
        int type, most, n;
        const int *bin;
    } * group;
};

struct packing {
    int *count;      /* [types * bins] */
    double worth;    /* of all that is placed, costs taken off */
    double bound;    /* no packing is worth more; infinite: not known */
    bool is_optimal; /* proven, to a relative gap of 1e-9 */
    bool hit_limit;  /* stopped by the limit of nodes or time */
    long nodes;
};

struct pack_limits {
    long nodes;     /* of the search tree; the same result on any machine */
    double seconds; /* infinite: none; a result that it cuts short depends on the machine */
};

/* By so much of itself a limit may be passed: the rounding of a sum. */
extern const double pack_tolerance_rel; /* 1e-9 */

/* Worth of a packing, and whether it holds every limit (to that tolerance). */
double pack_worth(const struct pack *p, const int *count);
bool pack_holds(const struct pack *p, const int *count);

/* A quick packing, the same on any machine. */
struct packing pack_heuristic(const struct pack *p, struct arena *a);

/* By a mixed-integer solver from `start` (pack_heuristic's, say): never worth less, with
   the bound that it proved. */
struct packing pack_optimise(const struct pack *p, const struct packing *start,
                             const struct pack_limits *limits, struct arena *a);

#endif
