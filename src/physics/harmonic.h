#ifndef DCPLAN_PHYSICS_HARMONIC_H
#define DCPLAN_PHYSICS_HARMONIC_H

/* Harmonic currents and what they take off a transformer (IEEE C57.110-2018). */

/* One harmonic: order >= 2 and its rms over that of the fundamental, >= 0.  A
   spectrum is an array of n of them; the fundamental is not listed.  NaN outside. */
struct harmonic {
    int order;
    double frac;
};

/* Total harmonic distortion, rms of the harmonics over the fundamental. */
double harmonic_thd(const struct harmonic *spectrum, int n);
/* Rms of the current over its fundamental: sqrt(1 + THD^2). */
double harmonic_rms(const struct harmonic *spectrum, int n);
/* Harmonic loss factor of eddy currents in windings, F_HL = sum (Ih/I)^2 h^2 with I
   the rms of all; the K-factor of UL 1561 at a load of rated rms. */
double harmonic_k_factor(const struct harmonic *spectrum, int n);

/* Load, as rms current over rated, that heats the windings as the rated sinusoidal
   one: sqrt((1 + e) / (1 + K e)), e >= 0 the rated eddy loss over the I^2 R loss (0.05
   to 0.15, dry type more).  Other stray losses are left out.  K >= 1. */
double harmonic_transformer_frac(double k_factor, double eddy_frac);

#endif
