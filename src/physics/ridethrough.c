#include "physics/ridethrough.h"

#include <math.h>
#include <stdbool.h>

#include "base/elementary.h"
#include "physics/psychro.h"

#define NOT_A_NUMBER ((double)NAN)

enum { NEWTON_MAX = 100 };
static const double CP_AIR_J_KG_K = 1006;

static bool in_range(const struct ridethrough *r)
{
    return r->heat_w >= 0 && r->air_j_k > 0 && r->equip_j_k >= 0 && r->link_w_k > 0;
}

double ridethrough_tau_s(const struct ridethrough *r)
{
    if (!in_range(r)) return NOT_A_NUMBER;
    return r->air_j_k * r->equip_j_k / ((r->air_j_k + r->equip_j_k) * r->link_w_k);
}

/* Air over equipment, K: settles to Q tau / C_a. */
static double gap_k(const struct ridethrough *r, double t_s)
{
    double tau = ridethrough_tau_s(r);
    return tau > 0 ? r->heat_w * tau / r->air_j_k * -expm1_of(-t_s / tau) : 0;
}

double ridethrough_air_rise_k(const struct ridethrough *r, double t_s)
{
    if (!(in_range(r) && t_s >= 0)) return NOT_A_NUMBER;
    double both = r->air_j_k + r->equip_j_k;
    return r->heat_w * t_s / both + gap_k(r, t_s) * r->equip_j_k / both;
}

double ridethrough_equip_rise_k(const struct ridethrough *r, double t_s)
{
    if (!(in_range(r) && t_s >= 0)) return NOT_A_NUMBER;
    double both = r->air_j_k + r->equip_j_k;
    return r->heat_w * t_s / both - gap_k(r, t_s) * r->air_j_k / both;
}

/* The rise is concave in time, so Newton from 0 comes up without overshoot. */
double ridethrough_time_s(const struct ridethrough *r, double limit_k)
{
    if (!in_range(r) || isnan(limit_k)) return NOT_A_NUMBER;
    if (!(limit_k > 0)) return 0;
    if (!(r->heat_w > 0)) return (double)INFINITY;
    double both = r->air_j_k + r->equip_j_k, tau = ridethrough_tau_s(r), t = 0;
    for (int i = 0; i < NEWTON_MAX; i++) {
        double decay = tau > 0 ? exp_of(-t / tau) : 0;
        double rate = r->heat_w / both * (1 + r->equip_j_k / r->air_j_k * decay);
        double step = (limit_k - ridethrough_air_rise_k(r, t)) / rate;
        t += step;
        if (!(fabs(step) > 1e-12 * t)) break;
    }
    return t;
}

struct ridethrough_rate ridethrough_rate(const struct ridethrough *r, double air_c, double equip_c,
                                         double cooled_w)
{
    double to_equip_w = r->equip_j_k > 0 ? r->link_w_k * (air_c - equip_c) : 0;
    return (struct ridethrough_rate){
        (r->heat_w - to_equip_w - cooled_w) / r->air_j_k,
        r->equip_j_k > 0 ? to_equip_w / r->equip_j_k : 0,
    };
}

double ridethrough_held_w(double normal_w, double flow_w_k, double rise_k, double most_w)
{
    return fmin(fmax(normal_w + flow_w_k * rise_k, 0), most_w);
}

double ridethrough_air_j_m3_k(double t_c, double p_pa)
{
    return CP_AIR_J_KG_K * psychro_density_kg_m3(t_c, 0, p_pa);
}
