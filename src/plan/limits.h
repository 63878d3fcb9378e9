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

/* Fills result->limit, tightest first, those without a limit last. */
void limits_find(const struct limits_case *c, struct result *out, struct arena *a);

#endif
