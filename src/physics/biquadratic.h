#ifndef DCPLAN_PHYSICS_BIQUADRATIC_H
#define DCPLAN_PHYSICS_BIQUADRATIC_H

/* c1 + c2 x + c3 x^2 + c4 y + c5 y^2 + c6 x y, the form of DOE-2 and EnergyPlus
   performance curves. */
static inline double biquadratic(const double c[6], double x, double y)
{
    return c[0] + x * (c[1] + c[2] * x) + y * (c[3] + c[4] * y) + c[5] * x * y;
}

#endif
