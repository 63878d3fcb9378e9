#ifndef DCPLAN_SIM_LOCKOUT_H
#define DCPLAN_SIM_LOCKOUT_H

/* Lock-outs: what the weather of the year switches, with a band between on and off.
   The hours of a year are solved side by side, each from its own weather; a switch with
   a band remembers.  So its whole year is worked out once, when the plant is built, and
   an hour looks up its own: one byte an hour, 1 locked, indexed by the hour of the year.
   Nothing of it depends on blocks, threads or what the plant does.  The year of the limits
   may have hotter weather and then has bytes of its own: build_switch makes both, and
   switched_at (sim/kernel.h) looks up the ones of the year at work.

   The year is taken as one that repeats: the state in which it begins is that in which
   it ends.  Where no hour of the year decides (all lie inside the band), the lock is on
   when the first hour is above the middle of the band. */

#include "base/arena.h"
#include "physics/weather.h"

/* Locks from `from` up (that value included), and lets go below `below`, at most
   `from`; in the unit of the measure, degC or J/kg. */
struct lockout {
    enum weather_measure by;
    double from, below;
};

/* A year's bytes [w->n], 1 where any of the rules locks, each with a memory of its own.
   w is derived; n may be 0, which locks nothing. */
const unsigned char *lockout_make(const struct lockout *rule, int n, const struct weather *w,
                                  struct arena *a);

#endif
