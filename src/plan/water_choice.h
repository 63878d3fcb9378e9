#ifndef DCPLAN_PLAN_WATER_CHOICE_H
#define DCPLAN_PLAN_WATER_CHOICE_H

/* The optimum among the rows of a water study, and what is said of it; private to plan. */

#include "plan/water_study.h"

/* Fills best, basis, optimum, near_first, near_last, warm_end and cold_end.  Of equals (to
   1e-9) the one with the least energy, cost, water is taken, then the coldest, whose margins
   are the greatest; memory from a is for the while. */
void water_choose(struct water_study *s, struct arena *a);

/* Fills verdict, because and limits. */
void water_explain(struct water_study *s, struct arena *a);

#endif
