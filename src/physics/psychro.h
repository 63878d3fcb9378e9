#ifndef DCPLAN_PHYSICS_PSYCHRO_H
#define DCPLAN_PHYSICS_PSYCHRO_H

/* Moist air after ASHRAE Handbook Fundamentals (2017), chapter 1.

   Dry bulb t_c in degrees Celsius, pressure p_pa in Pa, humidity ratio w in kg
   of water per kg of dry air, relative humidity rh as a fraction, enthalpy in J
   per kg of dry air above dry air and liquid water at 0 degC.

   Domain: t_c from -100 to 200 degC, p_pa above the vapour pressure involved,
   w >= 0, rh from 0 to 1.1 (weather files hold a little over saturation).
   Outside it every function returns NaN; nothing is clamped unless said so. */

/* Saturation pressure, Pa: over ice up to 0.01 degC, over liquid above
   (equations 5 and 6). */
double psychro_psat_pa(double t_c);

/* Vapour pressure, Pa, of air with w, and back (equation 20).  w is NaN when
   the vapour pressure reaches p_pa: that is steam, not moist air. */
double psychro_vapour_pressure_pa(double w, double p_pa);
double psychro_w_from_vapour_pressure(double pw_pa, double p_pa);

/* Humidity ratio from relative humidity, dew point, or wet bulb, and at
   saturation. */
double psychro_w_from_rh(double t_c, double rh, double p_pa);
double psychro_w_from_dew_point(double dew_point_c, double p_pa);
double psychro_saturation_w(double t_c, double p_pa);

/* Equations 33 (liquid on the bulb, wet_bulb_c >= 0) and 35 (ice, below 0).
   Never below 0, which is what dry air would need.  NaN if wet_bulb_c > t_c. */
double psychro_w_from_wet_bulb(double t_c, double wet_bulb_c, double p_pa);

/* Relative humidity as a fraction; above 1 in fog. */
double psychro_rh(double t_c, double w, double p_pa);

/* Dew point or frost point, degC: inverts psychro_psat_pa to about 1e-10 K in a
   bounded number of steps.  w below 1e-7 is taken as 1e-7, so dry air has a
   finite dew point (about -85 degC at sea level). */
double psychro_dew_point_c(double w, double p_pa);
/* The same of a vapour pressure above 0. */
double psychro_dew_point_of_pa(double pw_pa);

/* Thermodynamic wet bulb, degC, for t_c from -100 to 100 degC, to about 1e-9 K
   in a bounded number of steps.  Air at or above saturation returns t_c.

   Equation 33 is used where it has a solution at or above 0 degC, equation 35
   otherwise.  The two meet only at t_c = 0: for warmer, very dry air a band of w
   satisfies both (a wet and a frozen bulb read differently), and at its lower
   edge the wet bulb steps down from 0 by about 0.07 K per kelvin of t_c, 0.64 K
   at 9 degC and sea level; the band ends there.  The wet bulb rises with w and
   with t_c everywhere. */
double psychro_wet_bulb_c(double t_c, double w, double p_pa);

/* Enthalpy, J/kg of dry air (equation 30), and the temperature that has it. */
double psychro_enthalpy_j_kg(double t_c, double w);
double psychro_t_from_enthalpy_c(double h_j_kg, double w);
double psychro_saturation_enthalpy_j_kg(double t_c, double p_pa);

/* Volume, m3 per kg of dry air (equation 26); density, kg of moist air per m3. */
double psychro_volume_m3_kg(double t_c, double w, double p_pa);
double psychro_density_kg_m3(double t_c, double w, double p_pa);

/* Standard atmosphere (equation 3), for -5000 to 11000 m. */
double psychro_pressure_pa(double altitude_m);

struct psychro_state {
    double t_c, w;
};

/* Direct evaporative cooling along the line of constant wet bulb:
   t_out = t - effectiveness (t - t*).  effectiveness from 0 to 1.  Water taken
   up is the rise of w, per kg of dry air. */
struct psychro_state psychro_evaporative(struct psychro_state in, double effectiveness,
                                         double p_pa);

/* Adiabatic mixture: frac_b of the dry air is b, the rest a; weighted w and
   enthalpy.  Mixtures of two near-saturated states can be foggy (rh > 1). */
struct psychro_state psychro_mix(struct psychro_state a, struct psychro_state b, double frac_b);

#endif
