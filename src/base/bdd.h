#ifndef DCPLAN_BASE_BDD_H
#define DCPLAN_BASE_BDD_H

/* Reduced ordered binary decision diagrams (R. E. Bryant, Graph-based algorithms
   for Boolean function manipulation, IEEE Trans. Computers C-35, 1986): a
   Boolean function of independent events as a graph in which every equal part
   occurs once, so that its probability is exact and takes one pass.

   A function is an int: BDD_FALSE, BDD_TRUE or what the calls below return.
   Events are 0, 1, ...; lower ones stand nearer the top.  Their order decides how
   large a diagram gets, never its value. */

#include "base/arena.h"

#include <stdbool.h>

enum { BDD_FALSE, BDD_TRUE };

struct bdd_node {
    int event, low, high; /* the functions when the event does not, and does, happen */
};

struct bdd_memo {
    int f, g, h, result;
};

struct bdd {
    struct arena *arena;
    struct bdd_node *node;
    int *slot; /* hash table of the nodes; 0: empty */
    struct bdd_memo *memo;
    int n, cap, limit;
    long steps;
    bool is_full; /* the limit was met: no function made since means anything */
};

/* Lives in the arena; holds up to limit nodes, a power of two. */
struct bdd bdd_new(struct arena *a, int limit);

/* The function that is true when the event happens. */
int bdd_event(struct bdd *b, int event);

/* f ? g : h.  Its depth of recursion is the number of events. */
int bdd_choose(struct bdd *b, int f, int g, int h);

/* True when at least m of the n functions are. */
int bdd_at_least(struct bdd *b, int m, const int *f, int n);

/* Probability of f when event e happens with probability p[e], and in slope[e]
   its derivative by p[e] for n_event events.  Sums of positive terms only: small
   probabilities keep their digits. */
double bdd_probability(const struct bdd *b, int f, const double *p, double *slope, int n_event);

#endif
