#ifndef DCPLAN_PLAN_COMPARE_H
#define DCPLAN_PLAN_COMPARE_H

/* Results side by side: only what differs. */

#include "plan/waterfall.h"

struct difference {
    const char *key, *label, *unit;
    int decimals;
    double *value; /* [cases]; NaN: no data */
};

struct setting { /* an input that differs */
    const char *object, *key, *doc;
    const char **value; /* [cases]; NULL: not in that case */
};

struct comparison {
    int n; /* cases */
    const struct result *const *of;
    int n_metric, n_part, n_setting;
    struct difference *metric, *part; /* parts in kWh */
    struct setting *setting;
    double *saving_per_year;  /* [cases] first case's bill less this one's; NaN when unknown */
    double *capex_difference; /* [cases] this one's capital cost less the first's */
    double *payback_years;    /* [cases] NaN when there is none */
    double *it_energy_pct;    /* [cases] this one's IT energy less the first's, % of that; NaN */
    bool same_currency;
    const struct waterfall *waterfall; /* of two cases; NULL: not asked for */
};

struct comparison compare_results(const struct result *const *of, int n, struct arena *a);

#endif
