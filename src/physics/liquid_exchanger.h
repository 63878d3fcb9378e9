#ifndef DCPLAN_PHYSICS_LIQUID_EXCHANGER_H
#define DCPLAN_PHYSICS_LIQUID_EXCHANGER_H

/* Plate exchanger between a coolant and the water that cools it, as in a coolant
   distribution unit: counter-flow by effectiveness and number of transfer units
   (physics/exchanger.h), one film on each side.  A film follows its fluid and flow as
   in channels of chevron plates (Kumar 1984, in Kakac and Liu, Heat Exchangers, table
   11.6, exponents of 0.66 to 0.73):

     hA ~ k (rho V / mu)^0.7 Pr^(1/3),  Pr = mu cp / k

   so the rating (heat, approach and both flows) is all that has to be known.  Approach
   is the temperature of the leaving coolant above that of the entering water. */

#include "physics/exchanger.h"
#include "physics/fluid.h"

struct stream {
    struct fluid fluid;
    double flow_m3_s;
};

/* Heat capacity flow, W/K. */
double stream_w_k(const struct stream *s);

struct liquid_exchanger {
    struct stream coolant, water; /* of the rating */
    double coolant_film_w_k, water_film_w_k;
};

/* The exchanger that passes heat_w with approach_k between these flows.  Films are NaN
   when there is none: an approach of zero, or water that would have to leave warmer
   than the coolant enters. */
struct liquid_exchanger liquid_exchanger_size(double heat_w, double approach_k,
                                              const struct stream *coolant,
                                              const struct stream *water);

/* Approach over heat, K/W, with other flows and fluids; at fixed flows the approach is in
   proportion to the heat.  NaN where a flow is not positive. */
double liquid_exchanger_k_w(const struct liquid_exchanger *x, const struct stream *coolant,
                            const struct stream *water);

/* The same in two steps, for many pairs of few flows: hA of each side, W/K, and what lies
   between two streams. */
double liquid_exchanger_coolant_w_k(const struct liquid_exchanger *x, const struct stream *coolant);
double liquid_exchanger_water_w_k(const struct liquid_exchanger *x, const struct stream *water);
double liquid_exchanger_between_k_w(double coolant_film_w_k, double water_film_w_k,
                                    const struct stream *coolant, const struct stream *water);

#endif
