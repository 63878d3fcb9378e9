/* Property f(X, t) = sum over i, j of a_ij dx^i dy^j with dx = 100 (X - 0.307031),
   dy = t - 32.7083 degC and i + j limited as in ROW (Melinder 2010; coefficients
   as printed in LBNL's Modelica Buildings library). */

#include "physics/fluid.h"

#include <math.h>

#include "base/elementary.h"

#define NOT_A_NUMBER ((double)NAN)

enum { TERMS = 18, ROWS = 6 };
static const int ROW[ROWS] = {4, 4, 4, 3, 2, 1};

static const double DENSITY[TERMS] = {
    1018,   -.5406,    -.002666, 1.347e-5, .7604,    -.00945,   5.541e-5,  -1.343e-7, -.002498,
    2.7e-5, -4.018e-7, 3.376e-9, -1.55e-4, 2.829e-6, -7.175e-9, -1.131e-6, -2.221e-8, 2.342e-8};
static const double HEAT_CAPACITY[TERMS] = {
    3882,     2.699,    -.001659, -1.032e-5, -13.04,   .0507,    -4.752e-5, 1.522e-6,  -.1598,
    9.534e-5, 1.167e-5, -4.87e-8, 3.539e-4,  3.102e-5, -2.95e-7, 5e-5,      -7.135e-7, -4.959e-7};
static const double LN_VISCOSITY[TERMS] = {
    .6837,   -.03045,   2.525e-4,   -1.399e-6, .03328,   -3.984e-4, 4.332e-6,  -1.86e-8,  5.453e-5,
    -8.6e-8, -1.593e-8, -4.465e-11, -3.9e-6,   1.054e-7, -1.589e-9, -1.587e-8, 4.475e-10, 3.564e-9};
static const double CONDUCTIVITY[TERMS] = {.4513,      7.955e-4,   3.482e-8,  -5.966e-9, -.004795,
                                           -1.678e-5,  8.941e-8,   1.493e-10, 2.076e-5,  1.563e-7,
                                           -4.615e-9,  9.897e-12,  -9.083e-8, -2.518e-9, 6.543e-11,
                                           -5.952e-10, -3.605e-11, 2.104e-11};
static const double FREEZING[TERMS] = {-13.25,    -3.82e-5,  7.865e-7,   -1.733e-9, -.6631,
                                       6.774e-6,  -6.242e-8, -7.819e-10, -.01094,   5.332e-8,
                                       -4.169e-9, 3.288e-11, -2.283e-4,  -1.131e-8, 1.918e-10,
                                       -3.409e-6, 8.035e-11, 1.465e-8};

static const double X_REF = 0.307031, T_REF_C = 32.7083, GLYCOL_MAX = 0.6, T_MAX_C = 100;

static double polynomial(const double a[TERMS], double glycol_frac, double t_c)
{
    double dx = 100 * (glycol_frac - X_REF), dy = t_c - T_REF_C, sum = 0;
    const double *end = a + TERMS;
    for (int i = ROWS - 1; i >= 0; i--) {
        double row = 0;
        for (int j = 0; j < ROW[i]; j++) row = row * dy + *--end;
        sum = sum * dx + row;
    }
    return sum;
}

double fluid_freezing_c(double glycol_frac)
{
    if (!(glycol_frac >= 0 && glycol_frac <= GLYCOL_MAX)) return NOT_A_NUMBER;
    /* The terms in t are below 0.002 K; the reference temperature drops them. */
    return polynomial(FREEZING, glycol_frac, T_REF_C);
}

bool fluid_in_range(double glycol_frac, double t_c)
{
    return t_c >= fluid_freezing_c(glycol_frac) && t_c <= T_MAX_C;
}

static double property(const double a[TERMS], double glycol_frac, double t_c)
{
    return fluid_in_range(glycol_frac, t_c) ? polynomial(a, glycol_frac, t_c) : NOT_A_NUMBER;
}

double fluid_density_kg_m3(double glycol_frac, double t_c)
{
    return property(DENSITY, glycol_frac, t_c);
}

double fluid_cp_j_kg_k(double glycol_frac, double t_c)
{
    return property(HEAT_CAPACITY, glycol_frac, t_c);
}

double fluid_viscosity_pa_s(double glycol_frac, double t_c)
{
    return 1e-3 * exp_of(property(LN_VISCOSITY, glycol_frac, t_c));
}

double fluid_conductivity_w_m_k(double glycol_frac, double t_c)
{
    return property(CONDUCTIVITY, glycol_frac, t_c);
}

struct fluid fluid_at(double glycol_frac, double t_c)
{
    return (struct fluid){
        .rho_kg_m3 = fluid_density_kg_m3(glycol_frac, t_c),
        .cp_j_kg_k = fluid_cp_j_kg_k(glycol_frac, t_c),
        .mu_pa_s = fluid_viscosity_pa_s(glycol_frac, t_c),
        .k_w_m_k = fluid_conductivity_w_m_k(glycol_frac, t_c),
    };
}

double fluid_mass_frac_from_volume(double glycol_volume_frac)
{
    double glycol = 1036.3 * glycol_volume_frac, water = 998.2 * (1 - glycol_volume_frac);
    if (!(glycol_volume_frac >= 0 && glycol_volume_frac <= 1)) return NOT_A_NUMBER;
    return glycol / (glycol + water);
}

double fluid_flow_kg_s(double heat_w, double dt_k, double glycol_frac, double t_c)
{
    return dt_k > 0 ? heat_w / (fluid_cp_j_kg_k(glycol_frac, t_c) * dt_k) : NOT_A_NUMBER;
}

double fluid_flow_m3_s(double heat_w, double dt_k, double glycol_frac, double t_c)
{
    return fluid_flow_kg_s(heat_w, dt_k, glycol_frac, t_c) / fluid_density_kg_m3(glycol_frac, t_c);
}

double fluid_rise_k(double heat_w, double flow_m3_s, double glycol_frac, double t_c)
{
    if (!(flow_m3_s > 0)) return NOT_A_NUMBER;
    return heat_w /
           (flow_m3_s * fluid_density_kg_m3(glycol_frac, t_c) * fluid_cp_j_kg_k(glycol_frac, t_c));
}
