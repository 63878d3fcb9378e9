#ifndef DCPLAN_MODEL_SCENARIO_H
#define DCPLAN_MODEL_SCENARIO_H

/* What a [scenario NAME] changes: "kind.name.key=value" of sections that only money is counted
   by (finance, cost, colo, cloud, tariff, rate, fx), and prices of parts.  The physics of the
   year is the same in all scenarios. */

#include "model/site.h"

/* Puts the scenario's value of a parameter into copy, a copy of the object; false when the
   scenario leaves it as it is. */
bool scenario_apply(const struct site *s, int scenario, int kind, int index, const struct param *p,
                    void *copy, struct arena *a);

/* One of the changes of a scenario, taken apart. */
struct scenario_change {
    int kind, index;
    const struct param *param;
    struct text value;
};
/* The i-th change of a scenario; false when it names nothing of the site. */
bool scenario_change(const struct site *s, int scenario, int i, struct scenario_change *out);

/* Where it is written. */
struct place scenario_place(const struct site *s, int scenario);

#endif
