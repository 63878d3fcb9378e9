#ifndef DCPLAN_PHYSICS_THREE_PHASE_H
#define DCPLAN_PHYSICS_THREE_PHASE_H

/* Power and current of a three-phase system, steady and sinusoidal, with balanced
   voltages (Stevenson and Grainger, Power System Analysis, chapters 1 and 11).

   line_v is always the voltage between two lines, V; line to neutral it is
   line_v / sqrt 3.  A power factor is that of the fundamental, from 0 (excluded)
   to 1 in size: positive when the current lags (var > 0), negative when it leads.
   NaN outside, and for line_v <= 0. */

#include <complex.h>

/* How a load is connected: between a line and neutral, between two lines, to all
   three. */
enum three_phase_load { LOAD_LINE_NEUTRAL, LOAD_LINE_LINE, LOAD_THREE_PHASE };

/* Voltage that one conductor of the load works with, V: S = V I. */
double three_phase_load_v(enum three_phase_load load, double line_v);
/* Apparent power, VA: V_LN I, V_LL I or sqrt 3 V_LL I. */
double three_phase_va(enum three_phase_load load, double line_v, double current_a);
/* Current of each conductor, A, from active power w. */
double three_phase_current_a(enum three_phase_load load, double line_v, double w,
                             double power_factor);
/* Reactive power, var: w tan phi, with the sign of the power factor. */
double three_phase_var(double w, double power_factor);
/* Capacitors, var, that move w from one power factor to another:
   w (tan phi_from - tan phi_to). */
double three_phase_compensation_var(double w, double power_factor_from, double power_factor_to);

/* Currents of L1, L2, L3 towards the load, A rms.  The voltage of L1 to neutral has
   angle 0, L2 lags it by 120 degrees, L3 by 240.  {0} is no load. */
struct phasors {
    double complex line_a[3];
};

/* Loads by active power w (negative: a source); lines are 0, 1, 2 and, of a load
   between two, different.  NaN in all lines outside. */
struct phasors phasors_line_neutral(int line, double line_v, double w, double power_factor);
struct phasors phasors_line_line(int from, int to, double line_v, double w, double power_factor);
struct phasors phasors_balanced(double line_v, double w, double power_factor);
/* Input of a double-conversion UPS: its rectifier draws load and loss evenly from
   the three lines, however uneven its output. */
struct phasors phasors_rectifier(double line_v, double load_w, double loss_w, double power_factor);

struct phasors phasors_sum(struct phasors a, struct phasors b);
struct phasors phasors_scaled(struct phasors p, double factor);

/* Through an ideal delta-wye transformer (Dyn11) from its secondary to its primary
   lines: I_1 = (I_a - I_c) / n, n = sqrt 3 primary_v / secondary_v, line voltages.
   The angles are turned by the 30 degrees of the vector group, so that they stay
   relative to the voltage of their own side.  Zero sequence stays in the delta. */
struct phasors phasors_delta_wye(struct phasors secondary, double primary_v, double secondary_v);

/* Size of one line, and of the greatest, A. */
double phasors_line_a(struct phasors p, int line);
double phasors_max_a(struct phasors p);
/* Neutral, A: |I1 + I2 + I3|; for currents in phase with their voltages it is
   sqrt(Ia^2 + Ib^2 + Ic^2 - Ia Ib - Ib Ic - Ic Ia). */
double phasors_neutral_a(struct phasors p);
/* Neutral with third harmonics, A, of loads from line to neutral (those between
   lines send none to neutral).  h3_frac >= 0 is the third harmonic of each line
   over its fundamental.  The three lines' third harmonics are in phase, so they add
   up as sizes, in quadrature with the fundamental, which has another frequency:
   sqrt(In^2 + (h3 (I1 + I2 + I3))^2); balanced: 3 h3 I. */
double phasors_neutral_h3_a(struct phasors p, double h3_frac);
/* Unbalance as a fraction: max |I - Iavg| / Iavg of the sizes (the form of NEMA
   MG 1, 14.36, there for voltages); 0 without current. */
double phasors_unbalance_frac(struct phasors p);
/* Active and reactive power of the lines, W and var: sum of V conj I. */
double phasors_w(struct phasors p, double line_v);
double phasors_var(struct phasors p, double line_v);

/* What part of a protective device's rating a continuous load may use. */
enum continuous_rule { CONTINUOUS_NEC, CONTINUOUS_NEC_100, CONTINUOUS_IEC, CONTINUOUS_RULES };

/* Rated diversity factor rdf of the assembly, (0, 1], by its maker (IEC 61439-1,
   5.4: often 0.8 to 0.9; 1 for a single circuit): counts under IEC only.  NaN
   outside, or for no such rule. */
double continuous_usable_frac(enum continuous_rule rule, double rdf);
/* The rule in a sentence with its clause; null for no such rule. */
const char *continuous_clause(enum continuous_rule rule);

#endif
