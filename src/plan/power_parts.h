#ifndef DCPLAN_PLAN_POWER_PARTS_H
#define DCPLAN_PLAN_POWER_PARTS_H

/* A power budget being made; private to plan/power_budget. */

#include "plan/power_budget.h"
#include "plan/standby_state.h"

struct budgeting {
    const struct power_case *c;
    const struct plant *plant;
    const struct limit_state *s; /* nothing lost, every server at its maximum */
    const int *depth;            /* [n_elem] */
    struct arena *a;
    struct power_budget *out;
};

/* Of an element, by its index in the plant. */
static inline const char *budget_name(const struct budgeting *b, int e)
{
    return plant_part_name(b->plant, b->plant->alive_elem + e, b->a);
}
/* The first of its class stands for all. */
static inline bool budget_is_first(const struct budgeting *b, int e)
{
    const struct alike *k = &b->s->o->alike;
    return k->first[k->of[e]] == e;
}
static inline int budget_alike(const struct budgeting *b, int e)
{
    const struct alike *k = &b->s->o->alike;
    return k->size[k->of[e]] - 1;
}

void budget_balance(struct budgeting *b);
void budget_sizes(struct budgeting *b);

#endif
