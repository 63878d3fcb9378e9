#ifndef DCPLAN_TESTS_RENT_CASE_H
#define DCPLAN_TESTS_RENT_CASE_H

/* A site of eight accelerators with offers and jobs; what other sheets say is made by hand. */

#include "plan/tco.h"
#include "toy_site.h"

enum { RENT_YEARS = 5 };

struct rent_case {
    struct toy t;
    struct result result;
    struct tco_use use;
    struct grid *g;
    const char *label[RENT_YEARS + 1];
};

int rent_setup(void **state);
int rent_teardown(void **state);

/* text: sections after those of the site.  False with diagnostics in c->t.ds. */
bool rent_read(struct rent_case *c, const char *text);

/* Counts five years, with the accelerators in use for part of the hours; an hour in use costs 3
   on own accelerators and 2.5 in colocation; PUE 1.25, in colocation 1.4 of the energy.  Fails the test on errors. */
void rent(struct rent_case *c, const char *text, double utilisation);

static inline double number(const struct rent_case *c, const char *key, int column)
{
    return grid_number(c->g, key, column);
}

#endif
