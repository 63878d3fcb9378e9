#ifndef DCPLAN_PLAN_PACK_MIP_H
#define DCPLAN_PLAN_PACK_MIP_H

/* GLPK's simplex and search tree with limits that are the same on any machine.  To be
   called within pack_guard. */

#include <glpk.h>
#include <stdbool.h>

#include "base/arena.h"

struct mip_limits {
    long nodes;
    double seconds;  /* infinite: none */
    double enough;   /* stops at a solution of this worth; infinite: none */
    const int *rank; /* [columns] the higher are branched upon first; NULL: all alike */
};

struct mip_result {
    bool has_found;
    bool is_proven; /* no solution is better than the one found */
    bool hit_limit;
    double bound; /* no solution is worth more; infinite: not known */
    long nodes;
    long spent; /* of the limit */
};

/* Solves the relaxation; false when GLPK finds no optimum in a bounded number of steps. */
bool mip_relax(glp_prob *lp);

/* Searches from `start` ([columns] or NULL), all columns whole; the best to `x`. */
struct mip_result mip_search(glp_prob *mip, const int *start, const struct mip_limits *limits,
                             int *x, struct arena *a);

#endif
