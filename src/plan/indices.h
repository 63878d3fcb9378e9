#ifndef DCPLAN_PLAN_INDICES_H
#define DCPLAN_PLAN_INDICES_H

/* Sobol' indices: which share of an outcome's variance is of one input alone (first order), and
   of it with all others it acts together with (total), for inputs that are independent. */

#include <stdint.h>

#include "base/arena.h"

/* Outcomes of a design of Saltelli: n rows of inputs A, n rows B, and for each input the rows of A
   with that input's numbers from B. */
struct index_design {
    int n, n_input;
    const double *a, *b;     /* [n] */
    const double *const *ab; /* [n_input][n] */
};

struct index_pair {
    double first, total;           /* NaN: the outcome does not vary */
    double first_half, total_half; /* half-widths of 95 % confidence, by bootstrap */
};

/* First order by Saltelli et al. (Comput. Phys. Commun. 181 (2010) 259-270, table 2, row b), total
   by Jansen (1999; there row f), about the mean of all outcomes and over the variance of A and B
   together, as SALib does.  Rows are drawn again 200 times for the confidence, by the seed. */
void index_estimate(const struct index_design *d, uint64_t seed, struct index_pair *out,
                    struct arena *a);

#endif
