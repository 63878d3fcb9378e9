#ifndef DCPLAN_PHYSICS_HYDRAULICS_H
#define DCPLAN_PHYSICS_HYDRAULICS_H

/* Pumps against what they push through. */

#include "physics/fluid.h"

/* Head of a pump at full speed: a parabola through shut-off and one point,
   H(V) = H0 - (H0 - H1) (V / V1)^2; flat when shutoff_pa is head_pa. */
struct pump_curve {
    double flow_m3_s, head_pa; /* the point */
    double shutoff_pa;
};

double pump_head_pa(const struct pump_curve *p, double flow_m3_s);

/* Pressure drop of one fluid's flow told for another fluid at the same volume flow:
   dp ~ rho^(m-1) mu^(2-m) where dp ~ V^m (Blasius: m = 1.75; rough: m = 2). */
double hydraulic_drop_in_pa(double drop_pa, double exponent, const struct fluid *told,
                            const struct fluid *in);

#endif
