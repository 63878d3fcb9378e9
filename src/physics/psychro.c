/* Moist air after ASHRAE Handbook Fundamentals (2017), chapter 1; coefficients
   checked against PsychroLib 2.5. */

#include "physics/psychro.h"

#include <math.h>
#include <stdbool.h>

#include "base/elementary.h"

#define NOT_A_NUMBER ((double)NAN)

static const double T_MIN_C = -100, T_MAX_C = 200, WET_BULB_MAX_C = 100;
static const double ZERO_C_K = 273.15;
static const double TRIPLE_C = 0.01;       /* ice below, liquid above */
static const double MASS_RATIO = 0.621945; /* water to dry air, molar masses */
static const double R_DRY_J_KG_K = 287.042;
static const double CP_DRY_J_KG_K = 1006;
static const double CP_VAPOUR_J_KG_K = 1860;
static const double H_VAPOUR_J_KG = 2501e3; /* saturated vapour at 0 degC */
static const double W_MIN = 1e-7;
static const double RH_MAX = 1.1;

enum { NEWTON_MAX = 50 };

static bool in_range(double t_c)
{
    return t_c >= T_MIN_C && t_c <= T_MAX_C;
}

/* ln of the saturation pressure over ice or liquid at t [K], and its slope
   d ln p / dT [1/K] (equations 5 and 6). */
static double ln_psat_ice(double t, double *slope)
{
    *slope = 5.6745359e3 / (t * t) - 9.677843e-3 +
             t * (2 * 6.2215701e-7 + t * (3 * 2.0747825e-9 - t * 4 * 9.484024e-13)) + 4.1635019 / t;
    return -5.6745359e3 / t + 6.3925247 +
           t * (-9.677843e-3 + t * (6.2215701e-7 + t * (2.0747825e-9 - t * 9.484024e-13))) +
           4.1635019 * log_of(t);
}

static double ln_psat_liquid(double t, double *slope)
{
    *slope = 5.8002206e3 / (t * t) - 4.8640239e-2 + t * (2 * 4.1764768e-5 - t * 3 * 1.4452093e-8) +
             6.5459673 / t;
    return -5.8002206e3 / t + 1.3914993 +
           t * (-4.8640239e-2 + t * (4.1764768e-5 - t * 1.4452093e-8)) + 6.5459673 * log_of(t);
}

static double ln_psat(double t_c, bool over_ice, double *slope)
{
    double t = t_c + ZERO_C_K;
    return over_ice ? ln_psat_ice(t, slope) : ln_psat_liquid(t, slope);
}

double psychro_psat_pa(double t_c)
{
    double slope;
    if (!in_range(t_c)) return NOT_A_NUMBER;
    return exp_of(ln_psat(t_c, t_c <= TRIPLE_C, &slope));
}

double psychro_vapour_pressure_pa(double w, double p_pa)
{
    if (!(w >= 0 && p_pa > 0)) return NOT_A_NUMBER;
    return p_pa * w / (MASS_RATIO + w);
}

double psychro_w_from_vapour_pressure(double pw_pa, double p_pa)
{
    if (!(pw_pa >= 0 && pw_pa < p_pa)) return NOT_A_NUMBER;
    return MASS_RATIO * pw_pa / (p_pa - pw_pa);
}

double psychro_w_from_rh(double t_c, double rh, double p_pa)
{
    if (!(rh >= 0 && rh <= RH_MAX)) return NOT_A_NUMBER;
    return psychro_w_from_vapour_pressure(rh * psychro_psat_pa(t_c), p_pa);
}

double psychro_w_from_dew_point(double dew_point_c, double p_pa)
{
    return psychro_w_from_vapour_pressure(psychro_psat_pa(dew_point_c), p_pa);
}

double psychro_saturation_w(double t_c, double p_pa)
{
    return psychro_w_from_vapour_pressure(psychro_psat_pa(t_c), p_pa);
}

double psychro_rh(double t_c, double w, double p_pa)
{
    return psychro_vapour_pressure_pa(w, p_pa) / psychro_psat_pa(t_c);
}

/* Newton on ln psat as a function of 1/T, which is nearly a straight line, so
   the steps settle in three or four from a Magnus estimate.  Each side of the
   triple point is inverted on its own curve: the kink cannot be crossed. */
double psychro_dew_point_of_pa(double pw_pa)
{
    if (!(pw_pa > 0)) return NOT_A_NUMBER;
    double slope, target = log_of(pw_pa);
    double at_triple = ln_psat(TRIPLE_C, true, &slope);
    bool over_ice = target <= at_triple;
    double x = target - 6.4145; /* ln(pw / 610.6 Pa) */
    double t = (over_ice ? 272.62 * x / (22.46 - x) : 243.12 * x / (17.62 - x)) + ZERO_C_K;
    for (int i = 0; i < NEWTON_MAX; i++) {
        double gap = ln_psat(t - ZERO_C_K, over_ice, &slope) - target;
        double next = 1 / (1 / t + gap / (t * t * slope));
        double step = next - t;
        t = next;
        if (fabs(step) < 1e-6) break;
    }
    t -= ZERO_C_K;
    t = over_ice ? fmin(t, TRIPLE_C) : fmax(t, TRIPLE_C);
    return in_range(t) ? t : NOT_A_NUMBER;
}

double psychro_dew_point_c(double w, double p_pa)
{
    if (!(w >= 0 && p_pa > 0)) return NOT_A_NUMBER;
    return psychro_dew_point_of_pa(psychro_vapour_pressure_pa(fmax(w, W_MIN), p_pa));
}

/* Latent terms of the wet bulb balance [J/kg, J/(kg K)]:
   W (h_fg + 1860 t - c_w t*) = (l - b t*) Ws(t*) - 1006 (t - t*), where
   h_fg = 2501e3 and, over liquid, l = 2501e3, b = 2326, c_w = 4186; over ice
   l = 2830e3, b = 240, c_w = 2100 with h_fg = l. */
struct bulb {
    double l, b, cw;
};
static const struct bulb WET = {2501e3, 2326, 4186}, FROZEN = {2830e3, 240, 2100};

static double bulb_w(const struct bulb *k, double t_c, double wet_bulb_c, double psat, double p_pa)
{
    double ws = MASS_RATIO * psat / (p_pa - psat);
    return ((k->l - k->b * wet_bulb_c) * ws - CP_DRY_J_KG_K * (t_c - wet_bulb_c)) /
           (k->l + CP_VAPOUR_J_KG_K * t_c - k->cw * wet_bulb_c);
}

double psychro_w_from_wet_bulb(double t_c, double wet_bulb_c, double p_pa)
{
    if (!(in_range(t_c) && in_range(wet_bulb_c) && wet_bulb_c <= t_c)) return NOT_A_NUMBER;
    double psat = psychro_psat_pa(wet_bulb_c);
    if (!(psat < p_pa)) return NOT_A_NUMBER;
    return fmax(0, bulb_w(wet_bulb_c >= 0 ? &WET : &FROZEN, t_c, wet_bulb_c, psat, p_pa));
}

/* Root in [lo, hi] of the wet bulb balance multiplied by (p - psat), which
   leaves a smooth, rising and convex function of t*:
   G = 0.621945 psat (l - b t*) - [1006 (t - t*) + W (l + 1860 t - c_w t*)] (p - psat).
   Newton from the upper end therefore comes down without overshoot. */
static double bulb_solve(const struct bulb *k, bool over_ice, double t_c, double w, double p_pa,
                         double lo, double hi)
{
    double x = hi, need = k->l + CP_VAPOUR_J_KG_K * t_c, slope;
    for (int i = 0; i < NEWTON_MAX; i++) {
        double psat = exp_of(ln_psat(x, over_ice, &slope)), rise = psat * slope;
        double latent = MASS_RATIO * (k->l - k->b * x);
        double load = CP_DRY_J_KG_K * (t_c - x) + w * (need - k->cw * x);
        double g = psat * latent - load * (p_pa - psat);
        double dg = rise * (latent + load) - MASS_RATIO * k->b * psat +
                    (CP_DRY_J_KG_K + k->cw * w) * (p_pa - psat);
        double next = fmin(fmax(x - g / dg, lo), hi);
        double step = next - x;
        x = next;
        if (fabs(step) < 1e-5) break; /* quadratic: the error left is below 1e-10 */
    }
    return x;
}

double psychro_wet_bulb_c(double t_c, double w, double p_pa)
{
    if (!(t_c >= T_MIN_C && t_c <= WET_BULB_MAX_C && w >= 0 && p_pa > 0)) return NOT_A_NUMBER;
    double slope, ps = exp_of(ln_psat(t_c, t_c <= TRIPLE_C, &slope));
    if (ps < p_pa && w * (p_pa - ps) >= MASS_RATIO * ps) return t_c;
    if (t_c >= 0) {
        double at_triple = exp_of(ln_psat(TRIPLE_C, false, &slope));
        if (t_c > TRIPLE_C && w >= bulb_w(&WET, t_c, TRIPLE_C, at_triple, p_pa))
            return bulb_solve(&WET, false, t_c, w, p_pa, TRIPLE_C, t_c);
        double at_zero = exp_of(ln_psat(0, true, &slope));
        if (w >= bulb_w(&WET, t_c, 0, at_zero, p_pa))
            return bulb_solve(&WET, true, t_c, w, p_pa, 0, fmin(t_c, TRIPLE_C));
    }
    return bulb_solve(&FROZEN, true, t_c, w, p_pa, T_MIN_C, fmin(t_c, 0));
}

double psychro_enthalpy_j_kg(double t_c, double w)
{
    if (!(in_range(t_c) && w >= 0)) return NOT_A_NUMBER;
    return CP_DRY_J_KG_K * t_c + w * (H_VAPOUR_J_KG + CP_VAPOUR_J_KG_K * t_c);
}

double psychro_t_from_enthalpy_c(double h_j_kg, double w)
{
    double t = (h_j_kg - w * H_VAPOUR_J_KG) / (CP_DRY_J_KG_K + w * CP_VAPOUR_J_KG_K);
    return in_range(t) && w >= 0 ? t : NOT_A_NUMBER;
}

double psychro_saturation_enthalpy_j_kg(double t_c, double p_pa)
{
    return psychro_enthalpy_j_kg(t_c, psychro_saturation_w(t_c, p_pa));
}

double psychro_volume_m3_kg(double t_c, double w, double p_pa)
{
    if (!(in_range(t_c) && w >= 0 && p_pa > 0)) return NOT_A_NUMBER;
    return R_DRY_J_KG_K * (t_c + ZERO_C_K) * (1 + 1.607858 * w) / p_pa;
}

double psychro_density_kg_m3(double t_c, double w, double p_pa)
{
    return (1 + w) / psychro_volume_m3_kg(t_c, w, p_pa);
}

double psychro_pressure_pa(double altitude_m)
{
    if (!(altitude_m >= -5000 && altitude_m <= 11000)) return NOT_A_NUMBER;
    return 101325 * pow_of(1 - 2.25577e-5 * altitude_m, 5.2559);
}

struct psychro_state psychro_evaporative(struct psychro_state in, double effectiveness, double p_pa)
{
    struct psychro_state out = {NOT_A_NUMBER, NOT_A_NUMBER};
    if (!(effectiveness >= 0 && effectiveness <= 1)) return out;
    double wet_bulb_c = psychro_wet_bulb_c(in.t_c, in.w, p_pa);
    out.t_c = in.t_c - effectiveness * (in.t_c - wet_bulb_c);
    out.w = fmax(in.w, psychro_w_from_wet_bulb(out.t_c, wet_bulb_c, p_pa));
    return out;
}

struct psychro_state psychro_mix(struct psychro_state a, struct psychro_state b, double frac_b)
{
    struct psychro_state out = {NOT_A_NUMBER, NOT_A_NUMBER};
    if (!(frac_b >= 0 && frac_b <= 1)) return out;
    out.w = a.w + frac_b * (b.w - a.w);
    double ha = psychro_enthalpy_j_kg(a.t_c, a.w), hb = psychro_enthalpy_j_kg(b.t_c, b.w);
    out.t_c = psychro_t_from_enthalpy_c(ha + frac_b * (hb - ha), out.w);
    return out;
}
