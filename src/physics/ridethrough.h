#ifndef DCPLAN_PHYSICS_RIDETHROUGH_H
#define DCPLAN_PHYSICS_RIDETHROUGH_H

/* Temperature of a room after cooling stops, as two lumps: the air, which takes
   the heat, and the equipment it flows through.

   C_a dTa/dt = Q - G (Ta - Te),   C_e dTe/dt = G (Ta - Te),   Ta = Te at t = 0.

   The air first rises at Q / C_a and settles to Q / (C_a + C_e), as in Khankari,
   "Thermal mass availability for cooling data centers during power shutdown",
   ASHRAE Transactions 116 (2010). */

struct ridethrough {
    double heat_w;    /* Q: what goes on heating */
    double air_j_k;   /* C_a */
    double equip_j_k; /* C_e: the part that takes part, 30 to 60 % of the steel */
    double link_w_k;  /* G between air and equipment */
};

/* All must be > 0, except heat_w and equip_j_k >= 0; t_s >= 0.  NaN outside. */
double ridethrough_tau_s(const struct ridethrough *r);
double ridethrough_air_rise_k(const struct ridethrough *r, double t_s);
double ridethrough_equip_rise_k(const struct ridethrough *r, double t_s);

/* Time until the air has risen by limit_k, s: 0 if limit_k <= 0, infinite without
   heat.  To 1e-9 relative. */
double ridethrough_time_s(const struct ridethrough *r, double limit_k);

/* dTa/dt and dTe/dt, K/s, while cooled_w is taken from the air; without equipment dTe/dt
   is 0. */
struct ridethrough_rate {
    double air_k_s, equip_k_s;
};
struct ridethrough_rate ridethrough_rate(const struct ridethrough *r, double air_c, double equip_c,
                                         double cooled_w);

/* Heat, W, that a unit takes which holds its outlet: normal_w, and flow_w_k for each kelvin
   that what enters is warmer than then; from 0 to most_w. */
double ridethrough_held_w(double normal_w, double flow_w_k, double rise_k, double most_w);

/* Heat capacity of dry air per m3 at constant pressure, J/(m3 K). */
double ridethrough_air_j_m3_k(double t_c, double p_pa);

#endif
