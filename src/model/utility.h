#ifndef DCPLAN_MODEL_UTILITY_H
#define DCPLAN_MODEL_UTILITY_H

/* Where power comes from: [utility NAME], where the site buys its electricity, and
   [generator NAME], sets that run in parallel when it fails. */

#include "model/electrical.h"

struct utility {
    struct electrical e; /* rated_w: greatest power that may be drawn */
    double short_circuit_va, x_over_r;
};

struct generator {
    struct electrical e; /* rated_w, power_factor: of one set */
    int needed;
    double altitude_from_m, altitude_per_m, ambient_from_c, ambient_per_k;
    double step_frac;      /* greatest load step over the rating */
    double subtransient_x; /* xd'', of its rating; NaN: not given */
    double transient_x;    /* xd' */
    double dip_frac;       /* greatest voltage dip of a step */
    double leading_frac;   /* greatest leading reactive power over rated apparent power */
    double start_s, fuel_m3_j, tank_m3, start_failure_frac;
};

extern const struct param utility_params[], generator_params[];
extern const int utility_n_params, generator_n_params;

#endif
