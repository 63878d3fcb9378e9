#include "physics/exchanger.h"

#include <math.h>
#include <stdbool.h>

#include "base/elementary.h"
#include "physics/flow.h"

#define NOT_A_NUMBER ((double)NAN)

enum { NEWTON_MAX = 60 };
static const double C_TINY = 1e-9; /* below: one side isothermal */

static bool in_range(double ntu, double c_ratio)
{
    return ntu >= 0 && c_ratio >= 0 && c_ratio <= 1;
}

/* (1 - e) / (1 - C e) with e = exp(-NTU (1 - C)), whose limit at C = 1 is
   NTU / (1 + NTU).  With d = 1 - e and 1 - C = g: d / (g + C d). */
double exchanger_eff_counterflow(double ntu, double c_ratio)
{
    if (!in_range(ntu, c_ratio)) return NOT_A_NUMBER;
    double g = 1 - c_ratio;
    if (g < C_TINY) return ntu / (1 + ntu);
    double d = -expm1_of(-ntu * g);
    return ntu > 0 ? d / (g + c_ratio * d) : 0;
}

double exchanger_ntu_counterflow(double eff, double c_ratio)
{
    if (!(eff >= 0 && eff < 1 && in_range(0, c_ratio))) return NOT_A_NUMBER;
    double g = 1 - c_ratio;
    if (g < C_TINY) return eff / (1 - eff);
    return log1p_of(eff * g / (1 - eff)) / g;
}

double exchanger_eff_crossflow(double ntu, double c_ratio)
{
    if (!in_range(ntu, c_ratio)) return NOT_A_NUMBER;
    if (c_ratio < C_TINY || !(ntu > 0)) return -expm1_of(-ntu);
    double n22 = pow_of(ntu, 0.22);
    return -expm1_of(n22 * expm1_of(-c_ratio * ntu / n22) / c_ratio);
}

/* Newton on y(x) = ln(-ln(1 - eff)) with x = ln NTU:
   y = 0.22 x + ln(1 - e^-u) - ln C, u = C NTU^0.78.  y rises, is concave and
   starts on the left of the root, so the steps come up without overshoot. */
double exchanger_ntu_crossflow(double eff, double c_ratio)
{
    if (!(eff >= 0 && eff < 1 && in_range(0, c_ratio))) return NOT_A_NUMBER;
    double ntu = -log1p_of(-eff);
    if (c_ratio < C_TINY || !(ntu > 0)) return ntu;
    double target = log_of(ntu * c_ratio), x = log_of(ntu);
    for (int i = 0; i < NEWTON_MAX; i++) {
        double u = c_ratio * exp_of(0.78 * x);
        double y = 0.22 * x + log_of(-expm1_of(-u));
        double step = (target - y) / (0.22 + (u < 700 ? 0.78 * u / expm1_of(u) : 0));
        x += step;
        if (fabs(step) < 1e-12) break;
    }
    return exp_of(x);
}

double exchanger_heat_w(double eff, double c_hot_w_k, double c_cold_w_k, double t_hot_in_c,
                        double t_cold_in_c)
{
    return eff * fmin(c_hot_w_k, c_cold_w_k) * (t_hot_in_c - t_cold_in_c);
}

double exchanger_ua_scaled_w_k(double ua_w_k, double flow_ratio, double exponent)
{
    return ua_w_k * flow_power_of(flow_ratio, exponent);
}

struct exchanger_films exchanger_films_make(double ua_w_k, double split, double air_exponent,
                                            double liquid_exponent)
{
    struct exchanger_films f = {NOT_A_NUMBER, NOT_A_NUMBER, air_exponent, liquid_exponent};
    if (!(ua_w_k > 0 && split > 0)) return f;
    f.air_w_k = ua_w_k * (1 + split); /* 1/UA = 1/hA_air + 1/hA_liquid */
    f.liquid_w_k = f.air_w_k / split;
    return f;
}

double exchanger_films_ua_w_k(const struct exchanger_films *f, double air_ratio,
                              double liquid_ratio)
{
    double air = f->air_w_k * flow_power_of(air_ratio, f->air_exponent);
    double liquid = f->liquid_w_k * flow_power_of(liquid_ratio, f->liquid_exponent);
    return air + liquid > 0 ? air * liquid / (air + liquid) : air + liquid;
}

double exchanger_lmtd_k(double dt1_k, double dt2_k)
{
    if (!(dt1_k > 0 && dt2_k > 0)) return NOT_A_NUMBER;
    double ratio = (dt1_k - dt2_k) / dt2_k;
    if (fabs(ratio) < 1e-6) return 0.5 * (dt1_k + dt2_k);
    return (dt1_k - dt2_k) / log1p_of(ratio);
}
