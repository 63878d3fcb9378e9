#ifndef DCPLAN_PHYSICS_SUPPLY_NET_H
#define DCPLAN_PHYSICS_SUPPLY_NET_H

/* How often, and for what share of time, a node of a network of supplies does
   not deliver: it has failed itself, or too few of the nodes that feed it
   deliver.  Parts fail and are repaired independently but for the common causes
   that are named; nothing is said of switching times or of capacity.

   The result is exact, shared ancestors included (base/bdd).  A network too
   tangled for that gets an upper bound instead. */

#include "base/arena.h"

#include <stdbool.h>

struct supply_node {
    double u;          /* unavailability of one unit of the node itself, 0..1; NaN: not known */
    double mtbf_s;     /* of one unit; INFINITY: never fails, NaN: not known */
    int units, needed; /* the node works when at least needed of its units do */
    double beta;       /* common cause share among the units of the node */
    int first, n_up;   /* sources: up[first .. first + n_up); n_up 0: a root */
    int up_needed;     /* live sources it needs: 1 = any, n_up = all, 0 or a root: none */
    int common;        /* group whose members share a common cause of failure; -1: none */
};

/* Group g is one event that fails all its members, with beta[g] of the greatest
   u and of the greatest failure rate among them, whether they feed the target or
   not; the units of each member keep 1 - beta[g] of their own. */
struct supply_net {
    const struct supply_node *node;
    const int *up;
    const double *group_beta;
    int n_node, n_up, n_group;
};

/* What one node by its own failure, or one group by its event, has to do with it. */
struct supply_part {
    double birnbaum; /* P(no delivery | failed) - P(no delivery | works) */
    double share;    /* of the unavailability: gone if the part were perfect */
    double per_year; /* losses of delivery that its failure brings about */
};

struct supply_loss {
    double unavailability; /* probability that the node does not deliver */
    double per_year;       /* losses of delivery in a year of 8760 h */
    bool is_exact;         /* false: both are upper bounds, so are birnbaum and share */
    int n_part;
    const struct supply_part *part; /* node i at i, group g at n_node + g */
};

/* The loss of one node; the parts live in the arena.  Nodes that do not feed it
   count for nothing: their parts are 0, and what they lack does no harm.
   per_year is the sum over the parts of birnbaum, failure rate and availability,
   exact for parts repaired independently (Rausand and Hoyland, System Reliability
   Theory).  All is NaN when a u or beta that counts is not known or not in 0..1,
   an index or number of units is out of range, or a node feeds itself; per_year
   alone when only an mtbf_s is not known.  To see what several perfect parts
   would save, set their u to 0 and call again. */
struct supply_loss supply_unavailability(const struct supply_net *net, int node, struct arena *a);

/* What stands in for a result too large to be exact, never below it: the sum over
   the minimal cut sets of up to three parts, and the probability that more parts
   than that are down at once.  Beyond some 350 parts the sets are of two at most,
   or of one, so that it takes about a second.  Close when parts are good. */
struct supply_loss supply_bound(const struct supply_net *net, int node, struct arena *a);

/* The parts by falling share into order[0 .. n), equal ones by falling birnbaum,
   then by number; returns how many have a share above 0, at most n. */
int supply_greatest(const struct supply_loss *loss, int *order, int n);

#endif
