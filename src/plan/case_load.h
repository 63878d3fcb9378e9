#ifndef DCPLAN_PLAN_CASE_LOAD_H
#define DCPLAN_PLAN_CASE_LOAD_H

/* A site with changes, from what was read of it before; private to plan. */

#include "plan/case.h"

struct case_kept {
    const struct load_source *source;
    const struct loaded *loaded; /* without the changes */
    struct memo *memo;
};

/* NULL: the kind has no such key. */
const struct param *case_find_row(const struct kind *k, const char *name);

/* As load_site with the changes as overrides.  Only what is changed is made anew; texts are read
   again where a change is of more than a value. */
bool case_load(const struct case_kept *k, const struct case_change *change, int n,
               struct loaded *out, struct arena *a, struct diags *ds);

/* Whether the changes are of money alone, which decides nothing in a year but the bill. */
bool case_is_money(const struct case_kept *k, const struct case_change *change, int n,
                   struct arena *a);

/* case_load of a request that begins with the changes of the source's. */
bool case_load_request(const struct case_kept *k, const struct load_request *q, struct loaded *out,
                       struct arena *a, struct diags *ds);

#endif
