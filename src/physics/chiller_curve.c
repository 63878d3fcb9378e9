#include "physics/chiller_curve.h"

#include <math.h>

#include "physics/biquadratic.h"

#define NOT_A_NUMBER ((double)NAN)

static const double ZERO_C_K = 273.15;
static const double LIFT_FLOOR_K = 8; /* pressure ratio compressors keep */
static const double COND_OFFSET_K = 8, EVAP_OFFSET_K = 2;

static double cubic(const double c[4], double x)
{
    return c[0] + x * (c[1] + x * (c[2] + x * c[3]));
}

static double clamp(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

bool chiller_curve_normalise(struct chiller_curve *c)
{
    double at_one = cubic(c->eir_plr, 1);
    if (!(at_one > 0 && isfinite(at_one))) return false;
    for (int i = 0; i < 4; i++) c->eir_plr[i] /= at_one;
    return true;
}

static double lift_k(double te_c, double tc_c)
{
    return fmax((tc_c + COND_OFFSET_K) - (te_c - EVAP_OFFSET_K), LIFT_FLOOR_K);
}

/* Power over capacity at full load, relative to rated. */
static double eir_at(const struct chiller_curve *c, double te_c, double tc_c, double te_box,
                     double tc_box)
{
    double eir = biquadratic(c->eir_ft, te_box, tc_box);
    double carnot =
        (te_box + ZERO_C_K) / (te_c + ZERO_C_K) * lift_k(te_c, tc_c) / lift_k(te_box, tc_box);
    return eir * carnot;
}

static struct chiller_point no_point(void)
{
    return (struct chiller_point){NOT_A_NUMBER, NOT_A_NUMBER, NOT_A_NUMBER, NOT_A_NUMBER,
                                  NOT_A_NUMBER, NOT_A_NUMBER, false};
}

/* At full load: capacity, COP, and power over capacity relative to that COP. */
struct full {
    double cap_w, cop, eir;
    bool is_extrapolated;
};

static struct full full_load(const struct chiller_curve *c, double rated_w, double cop, double te_c,
                             double tc_c)
{
    if (c->carnot_frac > 0)
        return (struct full){rated_w,
                             chiller_carnot_cop(c->carnot_frac, te_c, tc_c, c->evap_k, c->cond_k),
                             1, false};
    double te_box = clamp(te_c, c->te_min_c, c->te_max_c);
    double tc_box = clamp(tc_c, c->tc_min_c, c->tc_max_c);
    double eir = eir_at(c, te_c, tc_c, te_box, tc_box);
    bool is_beyond = te_box < te_c || te_box > te_c || tc_box < tc_c || tc_box > tc_c;
    return (struct full){rated_w * biquadratic(c->cap_ft, te_box, tc_box), cop, eir, is_beyond};
}

struct chiller_point chiller_curve_at(const struct chiller_curve *c, double rated_w, double cop,
                                      double te_c, double tc_c, double load_w)
{
    struct chiller_point p = {0};
    struct full f = full_load(c, rated_w, cop, te_c, fmax(tc_c, te_c + c->lift_min_k));
    p.cap_w = f.cap_w;
    p.is_extrapolated = f.is_extrapolated;
    if (!(p.cap_w > 0 && f.eir > 0 && f.cop > 0 && load_w >= 0 && isfinite(te_c + tc_c)))
        return no_point();
    p.plr = fmin(load_w / p.cap_w, c->plr_max);
    p.served_w = fmin(load_w, p.plr * p.cap_w);
    double part = cubic(c->eir_plr, fmax(p.plr, c->plr_min_unload));
    double cycling = p.plr < c->plr_min ? p.plr / c->plr_min : 1;
    if (load_w > 0 && !(part > 0)) return no_point(); /* a curve may start at 0 */
    p.power_w = load_w > 0 ? p.cap_w / f.cop * f.eir * part * cycling : 0;
    p.cop = load_w > 0 ? p.served_w / p.power_w : 0;
    p.condenser_w = p.served_w + p.power_w;
    return p;
}

double chiller_carnot_cop(double carnot_frac, double te_c, double tc_c, double evap_k,
                          double cond_k)
{
    if (!(carnot_frac > 0 && carnot_frac <= 1)) return NOT_A_NUMBER;
    double lift = (tc_c + cond_k) - (te_c - evap_k);
    return carnot_frac * (te_c + ZERO_C_K) / (lift < LIFT_FLOOR_K ? LIFT_FLOOR_K : lift);
}

double chiller_iplv(double cop100, double cop75, double cop50, double cop25)
{
    return .01 * cop100 + .42 * cop75 + .45 * cop50 + .12 * cop25;
}
