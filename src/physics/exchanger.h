#ifndef DCPLAN_PHYSICS_EXCHANGER_H
#define DCPLAN_PHYSICS_EXCHANGER_H

/* Heat exchangers by effectiveness and number of transfer units (Incropera and
   DeWitt, Fundamentals of Heat and Mass Transfer, tables 11.3 and 11.4).

   ntu = UA / C_min >= 0, c_ratio = C_min / C_max from 0 to 1, with C = m cp in
   W/K.  NaN outside. */

double exchanger_eff_counterflow(double ntu, double c_ratio);
/* eff from 0 to below its limit 1; NaN beyond. */
double exchanger_ntu_counterflow(double eff, double c_ratio);

/* Both streams unmixed (equation 11.32). */
double exchanger_eff_crossflow(double ntu, double c_ratio);
double exchanger_ntu_crossflow(double eff, double c_ratio);

/* Heat from the hot to the cold stream, W (negative when the names are wrong
   way round): eff C_min (t_hot_in - t_cold_in). */
double exchanger_heat_w(double eff, double c_hot_w_k, double c_cold_w_k, double t_hot_in_c,
                        double t_cold_in_c);

/* UA, W/K, at a flow other than the one it is known at: UA = UA_0 x^exponent. */
double exchanger_ua_scaled_w_k(double ua_w_k, double flow_ratio, double exponent);

/* Two film resistances in series, air and liquid, each scaling with its own
   flow.  split = hA_air / hA_liquid at design. */
struct exchanger_films {
    double air_w_k, liquid_w_k;           /* hA at design */
    double air_exponent, liquid_exponent; /* hA ~ flow^exponent */
};
struct exchanger_films exchanger_films_make(double ua_w_k, double split, double air_exponent,
                                            double liquid_exponent);
double exchanger_films_ua_w_k(const struct exchanger_films *f, double air_ratio,
                              double liquid_ratio);

/* Log mean of two temperature differences, K; the arithmetic limit where they
   meet.  Both must be positive, else NaN. */
double exchanger_lmtd_k(double dt1_k, double dt2_k);

#endif
