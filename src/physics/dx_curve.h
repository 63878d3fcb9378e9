#ifndef DCPLAN_PHYSICS_DX_CURVE_H
#define DCPLAN_PHYSICS_DX_CURVE_H

/* Direct-expansion coil by the biquadratic curves of DOE-2 (EnergyPlus
   Engineering Reference, Coil:Cooling:DX:SingleSpeed). */

#include <stdbool.h>

/* cap_ft and eir_ft in the wet bulb entering the coil and the outdoor dry bulb,
   degC; both 1 at the rated point (19.44 and 35 degC). */
struct dx_curve {
    double cap_ft[6], eir_ft[6];
    double twb_min_c, twb_max_c, tod_min_c, tod_max_c; /* where the fits hold */
    double plf_loss; /* part-load factor 1 - plf_loss (1 - plr); 0.15 to 0.25 for cycling */
};

struct dx_point {
    double cap_w;         /* capacity at these temperatures */
    double plr;           /* at most 1 */
    double served_w;      /* load met */
    double power_w;       /* compressor and condenser fan */
    bool is_extrapolated; /* a temperature lay outside the box; its edge was used */
};

/* cap = rated_w cap_ft;  P = cap / cop eir_ft plr / plf.

   Outside the box the curves are taken at its edge: a unit holds its head
   pressure in the cold, so power falls no further.  All fields NaN when load_w < 0,
   plf_loss is outside [0, 1), a temperature is NaN or a curve is not positive. */
struct dx_point dx_curve_at(const struct dx_curve *c, double rated_w, double cop, double twb_c,
                            double tod_c, double load_w);

/* Warmer air, K, that does to an air-cooled condenser what thin air does: its conductance
   follows the density of the air to the power 0.6, and to reject the same heat it
   condenses rise_k (density^-0.6 - 1) higher.  The exponent is fitted to Carrier's factors for
   air-cooled condensers, 0.95, 0.90, 0.85 and 0.80 at 762, 1525, 2285 and 3050 m (Engineering
   Guide for Altitude Effects), and meets them within 0.005.

   rise_k: condensing above entering air at the rating; density over that of the rating,
   none above 1 counts. */
double dx_thin_air_k(double rise_k, double density);
/* The conductance itself, over that of the rating. */
double dx_thin_air_ratio(double density);

#endif
