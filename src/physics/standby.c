#include "physics/standby.h"

#include <math.h>
#include <stdbool.h>

#define NOT_A_NUMBER ((double)NAN)

static bool is_fraction(double x)
{
    return x > 0 && x <= 1;
}

/* Not fmax, which would pass over NaN. */
static double above(double value, double from)
{
    return value <= from ? 0 : value - from;
}

double generator_derate_frac(double altitude_m, double from_m, double per_m, double ambient_c,
                             double from_c, double per_k)
{
    if (!(per_m >= 0 && per_k >= 0)) return NOT_A_NUMBER;
    double left = 1 - per_m * above(altitude_m, from_m) - per_k * above(ambient_c, from_c);
    return left < 0 ? 0 : left;
}

double generator_dip_frac(double reactance_frac, double step_va, double rated_va)
{
    if (!(reactance_frac >= 0 && step_va >= 0 && rated_va > 0)) return NOT_A_NUMBER;
    double fall = reactance_frac * step_va / rated_va;
    return fall / (1 + fall);
}

double generator_step_va(double reactance_frac, double dip_frac, double rated_va)
{
    if (!(reactance_frac > 0 && dip_frac >= 0 && dip_frac < 1 && rated_va > 0)) return NOT_A_NUMBER;
    return rated_va * dip_frac / ((1 - dip_frac) * reactance_frac);
}

double inrush_a(double rated_a, double multiple)
{
    if (!(rated_a >= 0 && multiple >= 0)) return NOT_A_NUMBER;
    return rated_a * multiple;
}

/* Of rated energy, what reaches the load. */
static double useful_frac(struct battery_use use)
{
    if (!is_fraction(use.inverter_eff) || !is_fraction(use.depth_frac) ||
        !is_fraction(use.aging_frac))
        return NOT_A_NUMBER;
    return use.inverter_eff * use.depth_frac * use.aging_frac;
}

double battery_energy_j(double load_w, double runtime_s, struct battery_use use)
{
    if (!(load_w >= 0 && runtime_s >= 0)) return NOT_A_NUMBER;
    return load_w * runtime_s / useful_frac(use);
}

double battery_runtime_s(double energy_j, double load_w, struct battery_use use)
{
    double useful_j = energy_j * useful_frac(use);
    if (!(useful_j >= 0 && load_w >= 0)) return NOT_A_NUMBER;
    return load_w > 0 ? useful_j / load_w : (double)INFINITY;
}

double battery_recharge_w(double discharge_w, double time_ratio, double charge_eff)
{
    if (!(discharge_w >= 0 && time_ratio > 0 && is_fraction(charge_eff))) return NOT_A_NUMBER;
    return discharge_w / (time_ratio * charge_eff);
}
