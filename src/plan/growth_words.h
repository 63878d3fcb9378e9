#ifndef DCPLAN_PLAN_GROWTH_WORDS_H
#define DCPLAN_PLAN_GROWTH_WORDS_H

/* What a growth plan comes to, in words; private to plan. */

#include "plan/growth.h"

/* Fills the verdict, from months, resources and orders. */
void growth_say(struct growth *g, struct arena *a);

#endif
