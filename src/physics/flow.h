#ifndef DCPLAN_PHYSICS_FLOW_H
#define DCPLAN_PHYSICS_FLOW_H

/* Fans, pumps and the air that carries heat. */

/* x^exponent for x >= 0; 1, 2, 2.5 and 3 take no pow().  NaN for negative x. */
double flow_power_of(double x, double exponent);

/* Electric power, W, to move flow_m3_s against dp_pa: P = V dp / efficiency, the
   efficiency from wire to fluid (impeller, motor and drive), in (0, 1]. */
double flow_power_w(double flow_m3_s, double dp_pa, double efficiency);

/* Electric power at part flow by the affinity laws with a standing loss,
   P = rated_w (k0 + (1 - k0) x^exponent), x = V / V_rated >= 0; 0 at x = 0 (off).
   k0 from 0 to 1 is the loss of the drive at standstill.  The ideal exponent is
   3; 2.5 to 2.8 where part of the pressure is fixed (control valves, filters,
   under-floor pressure). */
double flow_part_power_w(double rated_w, double k0, double exponent, double x);

/* Pressure drop at another flow, Pa: dp = dp_rated x^exponent; 2 in rough or
   fully turbulent, 1.75 in smooth pipes. */
double flow_pressure_pa(double dp_rated_pa, double x, double exponent);

/* Volume of air at temperature t_c and pressure p_pa, dry, that carries heat_w
   with a rise of dt_k, m3/s: V = Q / (rho cp dT), cp = 1006 J/(kg K); and the
   rise from the flow.  NaN unless the divisor is positive. */
double flow_air_m3_s(double heat_w, double dt_k, double t_c, double p_pa);
double flow_air_rise_k(double heat_w, double air_m3_s, double t_c, double p_pa);

#endif
