#ifndef DCPLAN_PLAN_FEED_LIMITS_H
#define DCPLAN_PLAN_FEED_LIMITS_H

/* What the loss of one side leaves to the other: servers on several feeds whose remaining
   supplies are as many as they need (psu_needed) are promised to survive the loss of a
   strip, a busway or a board, and what then carries more is held to its limits.  Loads are
   those of sim/screen, bounds from sums of peaks, at most screen_guard above what a solved
   year gives; where a bound is over, or the loss dims cooling, the year is solved.  Systems
   of a UPS pattern are solved by limits_find itself, and what stands before them goes with
   one of them. */

#include "plan/limit_list.h"

/* Adds, for each element and resource that carries more, the row of the worst such loss. */
void limit_add_feed_losses(struct limit_list *l, const struct limit_state *normal);

#endif
