#ifndef DCPLAN_PHYSICS_DRY_COIL_H
#define DCPLAN_PHYSICS_DRY_COIL_H

/* Finned coil that cools a liquid with outdoor air: cross-flow, both streams
   unmixed, with the film resistances of air and liquid scaling apart; and the
   pads that pre-cool its air. */

#include "physics/exchanger.h"

struct dry_coil { /* all at design */
    struct exchanger_films films;
    double air_w_k, liquid_w_k; /* heat capacity flows m cp */
};

/* Films: hA_air / hA_liquid = 0.5, hA ~ flow^0.8 in air and ^0.85 in liquid
   (LBNL Modelica Buildings, dry cooler). */

/* Coil that cools liquid from liquid_in_c to liquid_out_c, rejecting heat_w to air
   that enters at air_in_c and leaves at air_out_c.  films are NaN when no such
   coil exists (an outlet beyond the other stream's inlet, or too near it). */
struct dry_coil dry_coil_size(double heat_w, double air_in_c, double air_out_c, double liquid_in_c,
                              double liquid_out_c);

struct dry_coil_point {
    double heat_w, liquid_out_c, air_out_c;
};

/* Heat rejected with flows as ratios of mass flow to design, >= 0.  A fan at fixed
   speed moves a fixed volume: its mass ratio is speed times air density over
   design density.  Liquid colder than the air takes heat up (negative heat_w):
   the caller keeps the fans off.  NaN outside. */
struct dry_coil_point dry_coil_at(const struct dry_coil *c, double air_ratio, double liquid_ratio,
                                  double liquid_in_c, double air_in_c);

/* Air ratio, 0 to 1, that rejects heat_w: 1 when design air does not (look at
   dry_coil_at there), 0 when heat_w <= 0.  To 1e-9. */
double dry_coil_air_ratio(const struct dry_coil *c, double liquid_ratio, double liquid_in_c,
                          double air_in_c, double heat_w);

/* Share of the most air, 0 to 1, whose conductance is that share of the conductance with all of
   it; air_most is an air ratio.  By 50 halvings of the whole range. */
double dry_coil_air_share(const struct dry_coil *c, double air_most, double liquid_ratio,
                          double share);

struct dry_coil_pads {
    double air_c, w;   /* air behind the pads */
    double water_kg_s; /* evaporated and bled off */
};

/* Adiabatic pads of the given effectiveness (0.65 to 0.85) in dry air of
   air_kg_s; bleed_frac (0.1 to 0.3) of the water taken is drained to limit
   salts: water = m_air dW / (1 - bleed_frac).  NaN outside. */
struct dry_coil_pads dry_coil_precool(double t_c, double w, double p_pa, double effectiveness,
                                      double air_kg_s, double bleed_frac);

#endif
