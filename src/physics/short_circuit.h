#ifndef DCPLAN_PHYSICS_SHORT_CIRCUIT_H
#define DCPLAN_PHYSICS_SHORT_CIRCUIT_H

/* Short-circuit currents by the equivalent voltage source of IEC 60909-0:2016, and
   voltage drop by IEC 60364-5-52 annex G.

   For radial low-voltage systems: impedances of one sequence, in series and in
   parallel.  Left out: infeed of motors, decay near generators (breaking and steady
   currents), thermal equivalent current, meshed networks by the 20 Hz method,
   capacitances, arc resistance.  Zero-sequence impedances are the caller's.

   Impedances are per phase, ohms, at one voltage; impedance_referred moves them to
   another.  NaN for arguments outside what is said. */

#include "physics/three_phase.h"

struct impedance {
    double r_ohm, x_ohm;
};

/* Utility at un_v: Z = c Un / (sqrt 3 Ik) = c Un^2 / Sk, split by R/X >= 0; the
   standard takes R = 0.1 X where unknown.  c is 1.1 above 1 kV and 1.05 (or 1.1
   where voltage may be 10 % high) below; for minimum currents 1.0 and 0.95 (table 1). */
struct impedance impedance_network_by_current(double ik_a, double un_v, double c, double r_over_x);
struct impedance impedance_network_by_power(double sk_va, double un_v, double c, double r_over_x);

/* Two windings: Z = uk U^2 / S, R = Pk U^2 / S^2, X = sqrt(Z^2 - R^2), at the side of
   rated_v.  uk_frac is 0.06 for 6 %; NaN when the load loss alone gives more. */
struct impedance impedance_transformer(double rated_va, double rated_v, double uk_frac,
                                       double load_loss_w);
/* K_T = 0.95 c_max / (1 + 0.6 x_T), which scales the transformer's impedance; x_T is
   its reactance over U^2 / S. */
double short_circuit_kt(double rated_va, double uk_frac, double load_loss_w, double c_max);

/* Cable or busway: per metre of one conductor, length, n >= 1 in parallel. */
struct impedance impedance_run(double r_ohm_m, double x_ohm_m, double length_m, int parallel);
/* Resistance at 20 C to that of conductors at conductor_c, for minimum currents:
   R (1 + 0.004 (t - 20)). */
struct impedance impedance_hot(struct impedance at_20_c, double conductor_c);

/* Generator: X = xd2 U^2 / S with subtransient reactance xd2_frac (saturated, per
   unit) and R = r_over_x X: 0.15 up to 1 kV, 0.07 above and under 100 MVA. */
struct impedance impedance_generator(double rated_va, double rated_v, double xd2_frac,
                                     double r_over_x);
/* K_G = Un / Ur c_max / (1 + xd2 sin phi), which scales it. */
double short_circuit_kg(double un_v, double rated_v, double c_max, double xd2_frac,
                        double power_factor);

/* Z (to_v / from_v)^2, through an ideal transformer. */
struct impedance impedance_referred(struct impedance z, double from_v, double to_v);
struct impedance impedance_scaled(struct impedance z, double factor);
struct impedance impedance_series(struct impedance a, struct impedance b);
/* Za Zb / (Za + Zb); no impedance when both are none. */
struct impedance impedance_parallel(struct impedance a, struct impedance b);
/* Loop of a fault from line to neutral or earth: (2 Z1 + Z0) / 3.  Of a run it is the
   conductor out and the one back in series. */
struct impedance impedance_loop(struct impedance z1, struct impedance z0);
/* Size, ohms. */
double impedance_ohm(struct impedance z);

/* Initial symmetrical current of a three-phase fault, A: Ik'' = c Un / (sqrt 3 Z).
   From line to neutral, z being the loop and c the minimum, it is the least fault:
   Ik1'' = sqrt 3 c Un / |2 Z1 + Z0| has the same form.  Infinite without impedance. */
double short_circuit_a(struct impedance z, double un_v, double c);
/* kappa = 1.02 + 0.98 exp(-3 R/X), and ip = kappa sqrt 2 Ik''. */
double short_circuit_kappa(struct impedance z);
double short_circuit_peak_a(struct impedance z, double un_v, double c);

/* Current of a UPS on inverter or another converter, A: a source of constant current
   that holds multiple (>= 0) times its rated, or less, prospective_a, where the
   fault is far.  Adds to the current of other sources. */
double short_circuit_limited_a(double rated_a, double multiple, double prospective_a);

/* Voltage drop along a run of impedance z per conductor at current_a, V:
   b I (R cos phi + X sin phi), b = sqrt 3 between lines for a three-phase load, 2 out
   and back for the others; negative when a leading current raises the voltage. */
double voltage_drop_v(enum three_phase_load load, double current_a, struct impedance z,
                      double power_factor);
/* Over the voltage of the load: line to neutral for LOAD_LINE_NEUTRAL, else line_v. */
double voltage_drop_frac(enum three_phase_load load, double line_v, double current_a,
                         struct impedance z, double power_factor);

#endif
