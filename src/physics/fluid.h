#ifndef DCPLAN_PHYSICS_FLUID_H
#define DCPLAN_PHYSICS_FLUID_H

/* Water and propylene glycol in water: the polynomials of Melinder, "Properties
   of Secondary Working Fluids for Indirect Systems", IIR, Paris 2010.

   glycol_frac is the mass fraction of propylene glycol, 0 (water) to 0.6; t_c
   from the freezing point to 100 degC.  Outside, every property is NaN.  For
   plain water the fit is good to about 0.05 % in density and 0.1 % in cp. */

#include <stdbool.h>

/* Density kg/m3, heat capacity J/(kg K), dynamic viscosity Pa s, thermal
   conductivity W/(m K). */
struct fluid {
    double rho_kg_m3, cp_j_kg_k, mu_pa_s, k_w_m_k;
};
struct fluid fluid_at(double glycol_frac, double t_c);

double fluid_density_kg_m3(double glycol_frac, double t_c);
double fluid_cp_j_kg_k(double glycol_frac, double t_c);
double fluid_viscosity_pa_s(double glycol_frac, double t_c);
double fluid_conductivity_w_m_k(double glycol_frac, double t_c);

/* Freezing point, degC; NaN when glycol_frac is out of range. */
double fluid_freezing_c(double glycol_frac);

/* Within the range of the polynomials. */
bool fluid_in_range(double glycol_frac, double t_c);

/* Mass fraction of a mixture sold by volume: "PG25" is 25 % by volume, 25.7 % by
   mass (pure densities 1036.3 and 998.2 kg/m3 at 20 degC). */
double fluid_mass_frac_from_volume(double glycol_volume_frac);

/* Coolant flow that carries heat_w with a rise of dt_k, and back; properties at
   the mean temperature t_c.  NaN when the divisor is not positive. */
double fluid_flow_m3_s(double heat_w, double dt_k, double glycol_frac, double t_c);
double fluid_flow_kg_s(double heat_w, double dt_k, double glycol_frac, double t_c);
double fluid_rise_k(double heat_w, double flow_m3_s, double glycol_frac, double t_c);

#endif
