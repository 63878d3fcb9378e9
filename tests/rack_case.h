#ifndef DCPLAN_TESTS_RACK_CASE_H
#define DCPLAN_TESTS_RACK_CASE_H

/* A small site solved far enough to draw its racks and floors: limits, every failure. */

#include "toy_site.h"

#include "plan/floor_heat.h"

struct rack_case {
    struct toy t;
    struct result r; /* with failures, limits, elevations and maps */
};

/* What sites of the tests share: a hall, its cooling and a supply without losses. */
extern const char rack_case_head[];

/* Fails the test when the site is refused; free it with toy_free(&c->t). */
void rack_case_make(struct rack_case *c, const char *text, bool all);

/* Of a toy that is made already; failures NULL where a state has no balance. */
void rack_case_solve(struct rack_case *c, bool all);

const struct elevation *rack_case_find(const struct rack_case *c, const char *name);

#endif
