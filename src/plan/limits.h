#ifndef DCPLAN_PLAN_LIMITS_H
#define DCPLAN_PLAN_LIMITS_H

/* Every element against its limit: used, limit, margin; in normal operation and
   after the losses that its redundancy promises to survive. */

#include "plan/place.h"
#include "plan/result.h"
#include "sim/annual.h"

struct limit_memo; /* states that have been solved, see plan/limit_list.h */

struct limits_case {
    const struct site *site;
    const struct plant *plant;
    const struct rack_plan *racks;
    const struct prepared *design;  /* every server at its maximum */
    const struct year *design_year; /* in the normal state */
    const struct calendar *calendar;
    int threads;
    struct limit_memo *memo; /* NULL: solved states are not kept for failures_find */
};

/* "loop.fws supply temperature: 42.0 of 40.0 degC" */
const char *limit_words(const struct limit *l, struct arena *a);

/* Fills result->limit, tightest first, those without a limit last. */
void limits_find(const struct limits_case *c, struct result *out, struct arena *a);

/* The same without what lost units and systems leave to the others: no year but the
   normal one is solved. */
void limits_find_normal(const struct limits_case *c, struct result *out, struct arena *a);

#endif
