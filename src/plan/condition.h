#ifndef DCPLAN_PLAN_CONDITION_H
#define DCPLAN_PLAN_CONDITION_H

/* Conditions over the metrics of a case: 'pue > 1.35 and inlet_margin_k < 2'. */

#include "base/expr.h"
#include "plan/outcome.h"

struct condition {
    const char *text;
    struct expr *expr;
    bool uses[N_OUTCOME]; /* which outcomes it names */
};

/* n: the names are those of the first n outcomes, N_METRIC or N_OUTCOME.  where: of its first
   character.  False with usage errors. */
bool condition_read(const char *text, struct place where, int n, struct condition *out,
                    struct arena *a, struct diags *ds);

/* value[n], n at least that of condition_read.  1: true, 0: not, -1: something in it has no
   value. */
int condition_holds(const struct condition *c, const double *value, int n);

/* Its value as a number; NaN: it has none. */
double condition_value(const struct condition *c, const double *value, int n);

/* expr_slack of it; NaN where condition_holds is -1. */
double condition_slack(const struct condition *c, const double *value, int n);

#endif
