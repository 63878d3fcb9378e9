#ifndef DCPLAN_PLAN_FAILURE_VIEW_H
#define DCPLAN_PLAN_FAILURE_VIEW_H

/* What a report picks from the failures of a site. */

#include "plan/failures.h"

/* Survived as if nothing were lost: it need not be shown. */
bool failure_is_quiet(const struct failure *x);

struct failure_counts {     /* states, alike ones counted */
    int all, quiet, bounds; /* bounds: of the quiet ones, settled by sums of peaks */
};
struct failure_counts failure_count(const struct failures *f);

struct failure_pick {
    const struct failure *state;
    const struct failure_row *row;
};

/* The tightest rows over all states, each element and resource once, in its tightest
   state; those without a limit are left out.  Returns how many, at most `most`. */
int failure_tightest(const struct failures *f, int most, struct failure_pick *out, struct arena *a);

/* All rows, tightest first; returns how many of them are in out, at most `most`. */
int failure_rows_all(const struct failures *f, int most, struct failure_pick **out,
                     struct arena *a);

/* Objects whose mtbf comes from a model that calls its numbers placeholders. */
const char **failure_placeholders(const struct site *s, int *n, struct arena *a);

#endif
