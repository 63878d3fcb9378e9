#include "physics/cooling_tower.h"

#include <math.h>

#include "base/solve.h"
#include "physics/exchanger.h"
#include "physics/psychro.h"

#define NOT_A_NUMBER ((double)NAN)

enum { STEPS_MAX = 40 };
static const double CP_AIR_J_KG_K = 1006;
static const double H_FG_J_KG = 2430e3; /* water at 30 degC */
static const double FREE_CONVECTION = 0.125;
static const double FLOW_MAX = 1.5;
static const double TOLERANCE_K = 1e-6;
static const double SLOPE_STEP_K = 1e-4; /* least difference for a slope of h_s */

struct cooling_tower cooling_tower_size(double heat_w, double water_in_c, double water_out_c,
                                        double wet_bulb_c, double air_range_k,
                                        double water_cp_j_kg_k, double p_pa)
{
    double air_out_c = wet_bulb_c + air_range_k;
    double rise = psychro_saturation_enthalpy_j_kg(air_out_c, p_pa) -
                  psychro_saturation_enthalpy_j_kg(wet_bulb_c, p_pa);
    struct cooling_tower t = {NOT_A_NUMBER, heat_w / rise, NOT_A_NUMBER, water_cp_j_kg_k,
                              wet_bulb_c};
    t.water_kg_s = heat_w / (water_cp_j_kg_k * (water_in_c - water_out_c));
    double cw = t.water_kg_s * water_cp_j_kg_k, ca = heat_w / air_range_k;
    double cmin = fmin(cw, ca), eff = heat_w / (cmin * (water_in_c - wet_bulb_c));
    if (!(heat_w > 0 && cmin > 0 && water_out_c > wet_bulb_c && air_out_c < water_in_c)) return t;
    double ua_e = exchanger_ntu_counterflow(eff, cmin / fmax(cw, ca)) * cmin;
    t.ua_w_k = ua_e * CP_AIR_J_KG_K * air_range_k / rise;
    return t;
}

/* What stays fixed while the leaving air is sought. */
struct merkel {
    double ua, cw, air_kg_s, water_in_c, wet_bulb_c, h_in, p_pa;
};

static double air_factor(double ratio)
{
    return 1.3 * ratio - 0.3 * ratio * ratio;
}

/* UA without the factor for air. */
static double base_ua(const struct cooling_tower *t, double water_ratio, double wet_bulb_c)
{
    double f_wb = 1 + 0.0081 * (t->wet_bulb_c - wet_bulb_c);
    double f_water = 0.1082 + 1.667 * water_ratio - 0.7713 * water_ratio * water_ratio;
    return t->ua_w_k * f_wb * f_water;
}

/* c_e between the entering wet bulb and x. */
static double fictitious_cp(const struct merkel *m, double x)
{
    double x1 = fmax(x, m->wet_bulb_c + SLOPE_STEP_K);
    return (psychro_saturation_enthalpy_j_kg(x1, m->p_pa) - m->h_in) / (x1 - m->wet_bulb_c);
}

static double exchanged_w(const struct merkel *m, double ua, double ca, double ce)
{
    double cmin = fmin(ca, m->cw), cmax = fmax(ca, m->cw);
    double eff = exchanger_eff_counterflow(ua * ce / CP_AIR_J_KG_K / cmin, cmin / cmax);
    return eff * cmin * (m->water_in_c - m->wet_bulb_c);
}

/* Leaving wet bulb that the heat exchanged at a guess x of it would give. */
static double leaving_air_c(const struct merkel *m, double x, double *heat_w)
{
    double ce = fictitious_cp(m, x), ca = m->air_kg_s * ce;
    *heat_w = exchanged_w(m, m->ua, ca, ce);
    return m->wet_bulb_c + *heat_w / ca;
}

/* Secant on x = leaving_air_c(x), which depends on x only weakly, kept between
   the wet bulb and the entering water. */
static struct cooling_tower_point forced(const struct merkel *m)
{
    struct cooling_tower_point p = {0};
    double x0 = m->wet_bulb_c + 0.5 * (m->water_in_c - m->wet_bulb_c);
    double x = leaving_air_c(m, x0, &p.heat_w), gap0 = x - x0, gap = 1;
    for (int i = 0; i < STEPS_MAX; i++) {
        gap = leaving_air_c(m, x, &p.heat_w) - x;
        if (!(fabs(gap) > TOLERANCE_K)) break;
        double slope = (gap - gap0) / (x - x0), step = slope < 0 ? -gap / slope : gap;
        x0 = x;
        gap0 = gap;
        x = fmin(fmax(x + step, m->wet_bulb_c), m->water_in_c);
        if (!(fabs(x - x0) > 0)) break;
    }
    p.air_out_c = x;
    p.residual_k = fabs(gap);
    p.water_out_c = m->water_in_c - p.heat_w / m->cw;
    return p;
}

static struct merkel merkel_make(const struct cooling_tower *t, double water_ratio,
                                 double air_ratio, double water_in_c, double wet_bulb_c,
                                 double p_pa)
{
    return (struct merkel){
        .ua = base_ua(t, water_ratio, wet_bulb_c) * air_factor(air_ratio),
        .cw = t->water_kg_s * water_ratio * t->water_cp_j_kg_k,
        .air_kg_s = t->air_kg_s * air_ratio,
        .water_in_c = water_in_c,
        .wet_bulb_c = wet_bulb_c,
        .h_in = psychro_saturation_enthalpy_j_kg(wet_bulb_c, p_pa),
        .p_pa = p_pa,
    };
}

static struct cooling_tower_point no_point(void)
{
    return (struct cooling_tower_point){NOT_A_NUMBER, NOT_A_NUMBER, NOT_A_NUMBER, NOT_A_NUMBER,
                                        false};
}

struct cooling_tower_point cooling_tower_at(const struct cooling_tower *t, double water_ratio,
                                            double air_ratio, double water_in_c, double wet_bulb_c,
                                            double p_pa)
{
    struct cooling_tower_point idle = {0, water_in_c, wet_bulb_c, 0, true}, p = idle, full;
    if (!(water_ratio >= 0 && water_ratio <= FLOW_MAX && air_ratio >= 0 && air_ratio <= FLOW_MAX &&
          t->ua_w_k > 0 && isfinite(water_in_c + wet_bulb_c + p_pa)))
        return no_point();
    if (!(water_ratio > 0 && water_in_c > wet_bulb_c)) return idle;
    struct merkel m = merkel_make(t, water_ratio, air_ratio, water_in_c, wet_bulb_c, p_pa);
    if (air_ratio > 0) p = forced(&m);
    if (air_ratio > 0) p.is_free_convection = false;
    /* Design air cannot do better than bring the water to the wet bulb. */
    if (p.heat_w >= FREE_CONVECTION * m.cw * (water_in_c - wet_bulb_c)) return p;
    m = merkel_make(t, water_ratio, 1, water_in_c, wet_bulb_c, p_pa);
    full = forced(&m);
    if (p.heat_w >= FREE_CONVECTION * full.heat_w) return p;
    full.heat_w *= FREE_CONVECTION;
    full.water_out_c = water_in_c - full.heat_w / m.cw;
    full.is_free_convection = true;
    return full;
}

/* Heat exchanged less heat_w when the air leaves at x, with just the air flow
   that carries heat_w there; *ratio is that flow. */
static double surplus_w(const struct merkel *m, double x, double heat_w, double *ratio)
{
    double ce = fictitious_cp(m, x), ca = heat_w / (x - m->wet_bulb_c);
    *ratio = ca / (ce * m->air_kg_s);
    return exchanged_w(m, m->ua * air_factor(fmin(*ratio, FLOW_MAX)), ca, ce) - heat_w;
}

/* Zero of the surplus, which falls with x: hotter leaving air means less air.  x
   is a first guess between lo, which takes design air or more, and the entering
   water, where the air would have to be perfect. */
static double ratio_for(const struct merkel *m, double lo, double x, double heat_w)
{
    double ratio, last = 2;
    struct root r = {.lo = lo, .hi = m->water_in_c, .x = lo};
    r.f = surplus_w(m, lo, heat_w, &ratio);
    if (!(r.f > 0)) return 1;
    for (int i = 0; i < STEPS_MAX; i++) {
        double surplus = surplus_w(m, x, heat_w, &ratio);
        if (!(fabs(ratio - last) > 1e-7)) break;
        last = ratio;
        x = root_next(&r, x, surplus);
    }
    return ratio;
}

double cooling_tower_air_ratio(const struct cooling_tower *t, double water_ratio, double water_in_c,
                               double water_out_c, double wet_bulb_c, double p_pa)
{
    if (isnan(water_out_c)) return NOT_A_NUMBER;
    struct cooling_tower_point full =
        cooling_tower_at(t, water_ratio, 1, water_in_c, wet_bulb_c, p_pa);
    if (isnan(full.heat_w)) return NOT_A_NUMBER;
    if (water_out_c >= water_in_c || !(water_ratio > 0)) return 0;
    if (water_out_c <= full.water_out_c) return 1;
    struct merkel m = merkel_make(t, water_ratio, 1, water_in_c, wet_bulb_c, p_pa);
    double heat_w = m.cw * (water_in_c - water_out_c);
    if (heat_w <= FREE_CONVECTION * full.heat_w) return 0;
    m.ua = base_ua(t, water_ratio, wet_bulb_c);
    double lo = wet_bulb_c + (full.air_out_c - wet_bulb_c) * heat_w / full.heat_w;
    return fmin(ratio_for(&m, lo, full.air_out_c, heat_w), 1);
}

/* i fastest, then j, then k in Twb^i Tr^j (L/G)^k. */
static const double YORK[27] = {
    -.359741205,    -.055053608,    .0023850432,    .173926877,         -.0248473764,
    .00048430224,   -.005589849456, .0005770079712, -1.342427256e-5,    2.84765801111111,
    -.121765149,    .0014599242,    1.680428651,    -.0166920786,       -.0007190532,
    -.025485194448, 4.87491696e-5,  2.719234152e-5, -.0653766255555556, -.002278167,
    .0002500254,    -.0910565458,   .00318176316,   3.8621772e-5,       -.0034285382352,
    8.56589904e-6,  -1.516821552e-6};

double cooling_tower_york_approach_k(double wet_bulb_c, double range_k, double water_air_ratio)
{
    double sum = 0;
    if (!(wet_bulb_c >= -34.4 && wet_bulb_c <= 26.7 && range_k >= 1.1 && range_k <= 22.2 &&
          water_air_ratio >= 0 && water_air_ratio <= 8))
        return NOT_A_NUMBER;
    for (int k = 2; k >= 0; k--) {
        double inner = 0;
        for (int j = 2; j >= 0; j--) {
            const double *c = YORK + 9 * k + 3 * j;
            inner = inner * range_k + c[0] + wet_bulb_c * (c[1] + wet_bulb_c * c[2]);
        }
        sum = sum * water_air_ratio + inner;
    }
    return sum;
}

struct cooling_tower_water cooling_tower_water(double heat_w, double latent_frac, double water_kg_s,
                                               double drift_frac, double cycles)
{
    struct cooling_tower_water w = {NOT_A_NUMBER, NOT_A_NUMBER, NOT_A_NUMBER, NOT_A_NUMBER};
    if (!(heat_w >= 0 && latent_frac >= 0 && latent_frac <= 1 && water_kg_s >= 0 &&
          drift_frac >= 0 && cycles > 1))
        return w;
    w.evaporation_kg_s = heat_w * latent_frac / H_FG_J_KG;
    w.drift_kg_s = water_kg_s * drift_frac;
    w.blowdown_kg_s = fmax(w.evaporation_kg_s / (cycles - 1) - w.drift_kg_s, 0);
    w.makeup_kg_s = w.evaporation_kg_s + w.drift_kg_s + w.blowdown_kg_s;
    return w;
}
