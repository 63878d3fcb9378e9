#ifndef DCPLAN_PLAN_OPTIMISE_INNER_H
#define DCPLAN_PLAN_OPTIMISE_INNER_H

/* What optimise.c and goal.c share. */

#include "plan/optimise.h"

struct hunt { /* what a case is worked out for */
    const struct case_base *base;
    const struct optimise *o;
    struct condition solve; /* of goal seek: what shall be zero */
    bool is_solve;
    bool has_plan; /* of growth: a month that is missing is never */
    void (*out_of_memory)(void);
};

/* Reads the request: everything of out up to `now`.  grain: as vary_read. */
bool optimise_open(const struct load_request *request, const struct optimise_request *q,
                   double grain, struct hunt *h, struct optimise *out, const double **start,
                   struct arena *a, struct diags *ds);

/* What is left: n_goal and cases. */
struct search_problem optimise_problem(const struct hunt *h, const double *start, struct arena *a);

/* Cases with all that is known of them, limits too. */
bool optimise_points(const struct hunt *h, const struct trial *t, int n, struct optimise_point *out,
                     struct arena *a, struct diags *ds);

/* Why the case has no value; and the error when none has. */
const char *optimise_why(const struct hunt *h, const struct trial *t, struct arena *a,
                         struct diags *ds);
bool optimise_none(const struct search_tally *t, const char *why, struct diags *ds);

/* "1.2", "302,112 CNY" */
const char *optimise_amount(int outcome, double x, const char *currency, struct arena *a);

#endif
