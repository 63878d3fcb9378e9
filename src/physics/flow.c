#include "physics/flow.h"

#include <math.h>
#include <stdbool.h>

#include "base/elementary.h"

#define NOT_A_NUMBER ((double)NAN)

static const double CP_AIR_J_KG_K = 1006, R_AIR_J_KG_K = 287.042, ZERO_C_K = 273.15;

static bool is(double exponent, double value)
{
    return fabs(exponent - value) < 1e-12;
}

double flow_power_of(double x, double exponent)
{
    if (!(x >= 0)) return NOT_A_NUMBER;
    if (is(exponent, 3)) return x * x * x;
    if (is(exponent, 2.5)) return x * x * sqrt(x);
    if (is(exponent, 2)) return x * x;
    if (is(exponent, 1)) return x;
    return pow_of(x, exponent);
}

double flow_power_w(double flow_m3_s, double dp_pa, double efficiency)
{
    if (!(efficiency > 0 && efficiency <= 1)) return NOT_A_NUMBER;
    return flow_m3_s * dp_pa / efficiency;
}

double flow_part_power_w(double rated_w, double k0, double exponent, double x)
{
    if (!(k0 >= 0 && k0 <= 1 && x >= 0)) return NOT_A_NUMBER;
    return x > 0 ? rated_w * (k0 + (1 - k0) * flow_power_of(x, exponent)) : 0;
}

double flow_pressure_pa(double dp_rated_pa, double x, double exponent)
{
    return dp_rated_pa * flow_power_of(x, exponent);
}

/* rho cp of dry air, J/(m3 K). */
static double air_heat_j_m3_k(double t_c, double p_pa)
{
    return p_pa / (R_AIR_J_KG_K * (t_c + ZERO_C_K)) * CP_AIR_J_KG_K;
}

double flow_air_m3_s(double heat_w, double dt_k, double t_c, double p_pa)
{
    double carried = air_heat_j_m3_k(t_c, p_pa) * dt_k;
    return carried > 0 ? heat_w / carried : NOT_A_NUMBER;
}

double flow_air_rise_k(double heat_w, double air_m3_s, double t_c, double p_pa)
{
    double carried = air_heat_j_m3_k(t_c, p_pa) * air_m3_s;
    return carried > 0 ? heat_w / carried : NOT_A_NUMBER;
}
