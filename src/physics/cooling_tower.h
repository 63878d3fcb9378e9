#ifndef DCPLAN_PHYSICS_COOLING_TOWER_H
#define DCPLAN_PHYSICS_COOLING_TOWER_H

/* Evaporative cooling tower: Merkel's theory as effectiveness and transfer units
   (EnergyPlus Engineering Reference, CoolingTower:VariableSpeed:Merkel), York's
   approach correlation, and the water a tower uses. */

#include <stdbool.h>

struct cooling_tower { /* all at design */
    double ua_w_k;     /* of the fill, on a cp of 1006 J/(kg K) */
    double air_kg_s, water_kg_s;
    double water_cp_j_kg_k;
    double wet_bulb_c;
};

/* Tower that cools water from water_in_c to water_out_c while rejecting heat_w in
   air of wet_bulb_c, the air leaving air_range_k above that wet bulb (5 K is
   usual).  ua_w_k is NaN when no tower can: the water would have to leave at or
   below the wet bulb, or the air above the entering water. */
struct cooling_tower cooling_tower_size(double heat_w, double water_in_c, double water_out_c,
                                        double wet_bulb_c, double air_range_k,
                                        double water_cp_j_kg_k, double p_pa);

struct cooling_tower_point {
    double heat_w, water_out_c;
    double air_out_c;  /* wet bulb of the leaving air, taken as saturated */
    double residual_k; /* what the iteration left on air_out_c; converged below 1e-5 */
    bool is_free_convection;
};

/* Water leaving the tower, with flows as ratios to design, 0 to 1.5.

   eps = counter-flow(NTU, C) with air of fictitious heat capacity
   c_e = dh_s / dT_wb; UA = ua f_wb f_air f_water c_e / cp, where
   f_wb = 1 + 0.0081 (T_wb,design - T_wb), f_air = 1.3 r - 0.3 r^2,
   f_water = 0.1082 + 1.667 r - 0.7713 r^2 (1.0039 at design).

   Below the air flow that would give it, the tower keeps 12.5 % of the heat it
   rejects at design air: natural draught, fans off.  It rejects nothing when the
   water enters at or below the wet bulb, or does not flow.  NaN outside. */
struct cooling_tower_point cooling_tower_at(const struct cooling_tower *t, double water_ratio,
                                            double air_ratio, double water_in_c, double wet_bulb_c,
                                            double p_pa);

/* Air ratio that brings the water to water_out_c: 0 when natural draught does,
   1 when design air does not (look at cooling_tower_at there).  To 1e-6. */
double cooling_tower_air_ratio(const struct cooling_tower *t, double water_ratio, double water_in_c,
                               double water_out_c, double wet_bulb_c, double p_pa);

/* Approach, K, of a York tower (YorkCalc, 27 terms) from wet bulb, range and the
   ratio of water to air flow, both relative to design.  Fitted for wet bulb -34.4
   to 26.7 degC, range 1.1 to 22.2 K, ratio up to 8; NaN outside. */
double cooling_tower_york_approach_k(double wet_bulb_c, double range_k, double water_air_ratio);

struct cooling_tower_water {
    double evaporation_kg_s, drift_kg_s, blowdown_kg_s, makeup_kg_s;
};

/* Water for heat_w rejected, of which latent_frac leaves as vapour (0.75 in the
   cold to 0.95 in the heat) at 2430 kJ/kg; drift_frac of water_kg_s is carried
   off as drops (5e-5 and less with eliminators); cycles > 1 of concentration fix
   blowdown = evaporation / (cycles - 1) - drift, not below 0.  NaN outside. */
struct cooling_tower_water cooling_tower_water(double heat_w, double latent_frac, double water_kg_s,
                                               double drift_frac, double cycles);

#endif
