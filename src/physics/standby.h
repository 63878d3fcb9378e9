#ifndef DCPLAN_PHYSICS_STANDBY_H
#define DCPLAN_PHYSICS_STANDBY_H

/* Engine generators and batteries: what the site takes off them, the dip of a load
   step, energy and recharge.  NaN for arguments outside what is said. */

/* What altitude and heat leave of a generator's rating, as a fraction, never below 0:
   1 - per_m (altitude - from_m) - per_k (ambient - from_c), each part only above its
   start.  The conditions a rating holds for are in ISO 8528-1 (100 kPa, 25 C) and
   ISO 3046-1; from and per (>= 0) are the maker's, for example 1 % per 100 m above
   1000 m and 2 % per 5.5 K above 40 C. */
double generator_derate_frac(double altitude_m, double from_m, double per_m, double ambient_c,
                             double from_c, double per_k);

/* Dip of the voltage at a load step over that before it: the divider of the
   generator's reactance and the step as a constant impedance of zero power factor,
   x s / (1 + x s), s = step_va / rated_va (the motor-starting estimate of IEEE Std
   399).  The transient reactance xd' gives the dip that the regulator must recover
   from, the subtransient xd'' the first cycles.  High for a step of good power
   factor; the drop in speed under active power is left out. */
double generator_dip_frac(double reactance_frac, double step_va, double rated_va);
/* Largest step, VA, that keeps within a dip in [0, 1): the inverse. */
double generator_step_va(double reactance_frac, double dip_frac, double rated_va);

/* Inrush, A, as a multiple (>= 0) of rated current: motors started on line about 6 to 8
   rms, transformers about 8 to 12 peak, by their maker. */
double inrush_a(double rated_a, double multiple);

/* What stands between a battery's rated energy and its load.  Each in (0, 1]. */
struct battery_use {
    double inverter_eff;
    double depth_frac; /* of discharge allowed */
    double aging_frac; /* capacity left at end of life, 0.8 by IEEE 1188 */
};
/* Rated energy, J, for load_w over runtime_s: E = P t / (eff depth aging); and the
   time, s, that an energy lasts, infinite without load.  Rate effects (Peukert) are
   left out. */
double battery_energy_j(double load_w, double runtime_s, struct battery_use use);
double battery_runtime_s(double energy_j, double load_w, struct battery_use use);
/* Power, W, drawn to recharge in time_ratio (> 0) times the time of discharge at
   discharge_w: discharge_w / (time_ratio charge_eff).  The usual ratio of about 10 is
   10 % of the rating. */
double battery_recharge_w(double discharge_w, double time_ratio, double charge_eff);

#endif
