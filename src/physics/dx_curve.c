#include "physics/dx_curve.h"

#include <math.h>

#include "base/elementary.h"
#include "physics/biquadratic.h"

#define NOT_A_NUMBER ((double)NAN)

static double clamp(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

struct dx_point dx_curve_at(const struct dx_curve *c, double rated_w, double cop, double twb_c,
                            double tod_c, double load_w)
{
    static const struct dx_point none = {NOT_A_NUMBER, NOT_A_NUMBER, NOT_A_NUMBER, NOT_A_NUMBER,
                                         false};
    struct dx_point p = {0};
    double twb = clamp(twb_c, c->twb_min_c, c->twb_max_c);
    double tod = clamp(tod_c, c->tod_min_c, c->tod_max_c);
    double eir = biquadratic(c->eir_ft, twb, tod);
    p.cap_w = rated_w * biquadratic(c->cap_ft, twb, tod);
    p.is_extrapolated = twb < twb_c || twb > twb_c || tod < tod_c || tod > tod_c;
    if (!(p.cap_w > 0 && eir > 0 && load_w >= 0 && c->plf_loss >= 0 && c->plf_loss < 1))
        return none;
    p.plr = fmin(load_w / p.cap_w, 1);
    p.served_w = fmin(load_w, p.cap_w);
    p.power_w = p.cap_w / cop * eir * p.plr / (1 - c->plf_loss * (1 - p.plr));
    return p;
}

double dx_thin_air_ratio(double density)
{
    return density < 1 ? pow_of(density, 0.6) : 1;
}

double dx_thin_air_k(double rise_k, double density)
{
    return rise_k * (1 / dx_thin_air_ratio(density) - 1);
}
