#ifndef DCPLAN_PLAN_STUDY_STORED_H
#define DCPLAN_PLAN_STUDY_STORED_H

/* Studies as a store has them: as tables, the same as when they were made, and in brief. */

#include "base/store.h"
#include "plan/study_table.h"

/* A study with its points.  Those that are not there yet are POINT_OPEN, without values. */
struct stored {
    const struct store_study *study;
    struct study_table table; /* before study_table_find */
    const char **text;        /* [n_row * n_variable] */
    double *number;           /* likewise */
    struct outcome *point;    /* [n_row] */
};

/* False with diagnostics. */
bool stored_read(struct store *s, const struct store_study *study, struct stored *out,
                 struct arena *a, struct diags *ds);

/* One outcome over the points in which it applies. */
struct stored_spread {
    int outcome, n;
    double least, p10, p50, p90, most, mean;
};
/* Of all that apply anywhere; quantiles are linear between neighbours (type 7). */
int stored_spreads(const struct stored *s, struct stored_spread out[N_OUTCOME], struct arena *a);

#endif
