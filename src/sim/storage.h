#ifndef DCPLAN_SIM_STORAGE_H
#define DCPLAN_SIM_STORAGE_H

/* Tanks of chilled water in the year.  What a tank holds ties the hours together, but an
   hour needs to know of it only what flows: so a schedule of flows for the whole year is
   worked out first, and the hours are solved side by side as ever.

   What an hour can take depends on the plant in that hour (load of the loop, capacity that
   its chillers have left at the setpoint), which depends a little on the flow.  So schedule
   and hours are worked out in turn until the schedule stands still:

     E(h+1) = (E(h) - loss) + (c - d) 1 h,  0 <= E <= capacity,
     c = min(charge, what the chillers have left, design flow of the loop, what is empty),
     d = min(discharge, load of the loop, E).

   The year begins with what it ends with.  c and d are heat at the loop; the loss is heat
   gained from around the tank. */

#include "sim/annual.h"
#include "sim/level.h"

/* What flows to tank i in hour h, W: charging above zero, giving back below; and what it
   gains from around.  Const while hours are solved. */
struct storage_flows {
    const double *const *flow_w; /* [n_storage][hours] */
    const double *const *gain_w;
};

/* The year of a plant with storage; as annual_run. */
struct year *storage_run(const struct plant *p, const struct state *s, const struct prepared *w,
                         const struct calendar *c, int keep, int threads, struct arena *a);

#endif
