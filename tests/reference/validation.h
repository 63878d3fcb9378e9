#ifndef DCPLAN_TESTS_VALIDATION_H
#define DCPLAN_TESTS_VALIDATION_H

/* Numbers that we did not make against what dcplan computes, as one table; see
   validation.md. */

#include <math.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "plan/result.h"

struct check {
    const char *group, *what, *source, *unit;
    double published, computed; /* NaN: many states at once */
    double difference;          /* computed less published, or the greatest one of all states */
    double limit;               /* greatest |difference| that holds; NaN: nothing is asked */
    bool is_must;               /* a test fails when it misses */
    bool needs_shared;          /* needs a file of the shared folder */
};

enum { CHECKS_CAP = 320 };

struct checks {
    struct check c[CHECKS_CAP];
    int n; /* CHECKS_CAP + 1: a row found no place */
};

static inline void checks_add(struct checks *t, struct check c)
{
    if (t->n < CHECKS_CAP)
        t->c[t->n++] = c;
    else
        t->n = CHECKS_CAP + 1;
}

static inline bool check_holds(const struct check *c)
{
    return fabs(c->difference) <= c->limit; /* NaN does not */
}

static inline const char *check_verdict(const struct check *c)
{
    return isnan(c->limit) ? "not asked" : check_holds(c) ? "holds" : "misses";
}

/* Sections in the order of the table: checks_add_NAME in validation_NAME.c, which
   tests/CMakeLists.txt lists too.  Each adds its rows; false, with diagnostics, when
   something cannot be computed.  Rows that need the shared folder are left out where
   it is absent. */
#define VALIDATION_SECTIONS(X) X(air) X(energyplus) X(lei) X(cities) X(units) X(sites)

#define X(name) bool checks_add_##name(struct checks *t, struct arena *a, struct diags *ds);
VALIDATION_SECTIONS(X)
#undef X

/* All of them; says on stderr what went wrong. */
bool checks_all(struct checks *t, struct arena *a);

/* A year of a site: path below the source less .ini, overrides as of --set (NULL ends
   them early). */
bool checks_simulate(const char *site, const char *const *set, int n_set, struct result *out,
                     struct arena *a, struct diags *ds);

#endif
