#ifndef DCPLAN_TESTS_VALIDATION_H
#define DCPLAN_TESTS_VALIDATION_H

/* Numbers that we did not make against what dcplan computes, as one table; see
   validation.md. */

#include <math.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"

struct check {
    const char *group, *what, *source, *unit;
    double published, computed; /* NaN: many states at once */
    double difference;          /* computed less published, or the greatest one of all states */
    double limit;               /* greatest |difference| that holds; NaN: nothing is asked */
    bool is_must;               /* a test fails when it misses */
    bool needs_shared;          /* needs a file of the shared folder */
};

enum { CHECKS_CAP = 160 };

struct checks {
    struct check c[CHECKS_CAP];
    int n;
};

static inline void checks_add(struct checks *t, struct check c)
{
    if (t->n < CHECKS_CAP) t->c[t->n++] = c;
}

static inline bool check_holds(const struct check *c)
{
    return fabs(c->difference) <= c->limit; /* NaN does not */
}

static inline const char *check_verdict(const struct check *c)
{
    return isnan(c->limit) ? "not asked" : check_holds(c) ? "holds" : "misses";
}

/* Each adds its rows; false, with diagnostics, when something cannot be computed.
   Rows that need the shared folder are left out where it is absent. */
bool checks_add_air(struct checks *t, struct arena *a, struct diags *ds);
bool checks_add_lei(struct checks *t, struct arena *a, struct diags *ds);
bool checks_add_units(struct checks *t, struct arena *a, struct diags *ds);
bool checks_add_sites(struct checks *t, struct arena *a, struct diags *ds);

/* All of them; says on stderr what went wrong. */
bool checks_all(struct checks *t, struct arena *a);

#endif
