#ifndef DCPLAN_PLAN_WATERFALL_H
#define DCPLAN_PLAN_WATERFALL_H

/* Why two sites differ: what each group of their settings does to a metric on the way from the
   one to the other.

   Groups, in this order: weather, servers, power chain, cooling, prices.
   What a group does depends on what has been changed before it, so each step is the mean over
   all orders of the groups (Shapley 1953, A value for n-person games): at most 2^5 sites are
   simulated, in which each group is the one site's or the other's.  The steps add up to the whole
   difference, and from B to A they are the same with the other sign.

   A section that both sites have keeps its references in step with what they name: the feeds of
   the servers with the power chain, their coolant unit with the cooling.  Where a mixed site
   cannot be made or simulated (its servers name a coolant unit that the other plant lacks, say),
   the two groups that such sites have apart most often are joined, and so on. */

#include "plan/run.h"

struct waterfall_step {
    const char *group; /* "cooling", "servers with cooling" */
    int n_part;
    const char **part; /* sections that differ: "crac.dx" */
    double *by;        /* [metrics] NaN: not known in some mixed site */
};

struct waterfall {
    const char *from_name, *to_name, *currency;
    int n_metric;
    const int *metric;       /* enum metric_id */
    const double *from, *to; /* [metrics] */
    int n_step;              /* 0: nothing differs that decides metrics */
    struct waterfall_step *step;
    int n_note;
    const char **note; /* what was joined and why; metrics left out */
    int n_case;        /* mixed sites */
};

/* a and b: the sites as they are, from run_case with the request (of either) and what was
   changed in it; metrics that are missing in one of them are left out, and amounts of money
   where currencies differ. */
void waterfall_find(const struct load_request *request, const struct result *a,
                    const struct result *b, const int *metric, int n_metric, int threads,
                    struct waterfall *out, struct arena *arena);

#endif
