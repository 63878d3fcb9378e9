#include "physics/chiller_curve.h"

#include <math.h>

#define NOT_A_NUMBER ((double)NAN)

static double cubic(const double c[4], double x)
{
    return c[0] + x * (c[1] + x * (c[2] + x * c[3]));
}

bool chiller_curve_normalise(struct chiller_curve *c)
{
    double at_one = cubic(c->eir_plr, 1);
    if (!(at_one > 0 && isfinite(at_one))) return false;
    for (int i = 0; i < 4; i++) c->eir_plr[i] /= at_one;
    return true;
}

static struct chiller_point no_point(void)
{
    return (struct chiller_point){NOT_A_NUMBER, NOT_A_NUMBER, NOT_A_NUMBER, NOT_A_NUMBER,
                                  NOT_A_NUMBER, NOT_A_NUMBER, false};
}

struct chiller_point chiller_curve_at(const struct chiller_curve *c, double rated_w, double cop,
                                      double te_c, double tc_c, double load_w)
{
    struct chiller_point p = {0};
    double raised_c = fmax(tc_c, te_c + c->lift_min_k);
    struct chiller_full f = c->carnot_frac > 0
                                ? chiller_full_carnot(c, rated_w, te_c, raised_c)
                                : chiller_full_curves(c, rated_w, cop, te_c, raised_c);
    if (!(chiller_works(f, te_c, tc_c) && load_w >= 0)) return no_point();
    p.cap_w = f.cap_w;
    p.is_extrapolated = f.beyond > 0;
    p.plr = fmin(load_w / p.cap_w, c->plr_max);
    p.served_w = fmin(load_w, p.plr * p.cap_w);
    double part = load_w > 0 ? chiller_part(c, p.plr) : 0;
    if (isnan(part)) return no_point(); /* a curve may start at 0 */
    p.power_w = p.cap_w / f.cop * f.eir * part;
    p.cop = load_w > 0 ? p.served_w / p.power_w : 0;
    p.condenser_w = p.served_w + p.power_w;
    return p;
}

double chiller_carnot_cop(double carnot_frac, double te_c, double tc_c, double evap_k,
                          double cond_k)
{
    if (!(carnot_frac > 0 && carnot_frac <= 1)) return NOT_A_NUMBER;
    struct chiller_curve c = {.carnot_frac = carnot_frac, .evap_k = evap_k, .cond_k = cond_k};
    return chiller_full_carnot(&c, 1, te_c, tc_c).cop;
}

double chiller_iplv(double cop100, double cop75, double cop50, double cop25)
{
    return .01 * cop100 + .42 * cop75 + .45 * cop50 + .12 * cop25;
}
