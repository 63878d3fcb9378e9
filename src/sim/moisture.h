#ifndef DCPLAN_SIM_MOISTURE_H
#define DCPLAN_SIM_MOISTURE_H

/* Water in the air of rooms. */

#include "sim/hour.h"

/* Temperatures of the coldest water in the part, [LANES]: what enters hoses, coil or
   pipes. */
const double *moisture_surface_c(const struct plant *p, const struct block *b,
                                 const struct surface *s);

#endif
