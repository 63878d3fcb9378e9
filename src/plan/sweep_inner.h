#ifndef DCPLAN_PLAN_SWEEP_INNER_H
#define DCPLAN_PLAN_SWEEP_INNER_H

/* Values along one axis; private to plan/sweep*. */

#include "plan/sweep.h"

/* What is being read. */
struct sweep_reading {
    const struct case_base *base;
    struct arena *a;
    struct diags *ds;
};

/* The unit in which a bare number of the key stands: "kW", "CNY/kWh", "V LL"; "" none. */
const char *sweep_own_unit(const struct sweep_reading *r, const struct case_key *k);
bool sweep_is_number(const struct case_key *k);

/* Text and number of all places of the variables of one axis, checked; false with errors. */
bool sweep_read_range(const struct sweep_reading *r, const struct sweep_request *q,
                      struct sweep_variable *v, struct sweep_axis *axis);
bool sweep_read_list(const struct sweep_reading *r, const struct sweep_request *q,
                     struct sweep_variable *v, struct sweep_axis *axis);
/* v: as many as the file has heads. */
bool sweep_read_rows(const struct sweep_reading *r, const struct sweep_request *q,
                     struct sweep_variable **v, struct sweep_axis *axis);

/* Unit and numbers of texts: theirs when all have the same, else the key's.  bare: of a text
   that has none. */
void sweep_find_numbers(const struct sweep_reading *r, struct sweep_variable *v, int n,
                        const char *bare);

#endif
