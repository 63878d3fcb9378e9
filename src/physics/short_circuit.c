#include "physics/short_circuit.h"

#include <complex.h>
#include <math.h>
#include <stdbool.h>

#include "base/elementary.h"

#define NOT_A_NUMBER ((double)NAN)

static const double SQRT_2 = 1.4142135623730951, SQRT_3 = 1.7320508075688772;
static const double COPPER_PER_K = 0.004; /* also aluminium: IEC 60909-0 */

static struct impedance unknown(void)
{
    return (struct impedance){NOT_A_NUMBER, NOT_A_NUMBER};
}

static struct impedance split(double z_ohm, double r_over_x)
{
    double x_ohm = z_ohm / hypot(1, r_over_x);
    return (struct impedance){r_over_x * x_ohm, x_ohm};
}

struct impedance impedance_network_by_power(double sk_va, double un_v, double c, double r_over_x)
{
    if (!(sk_va > 0 && un_v > 0 && c > 0 && r_over_x >= 0)) return unknown();
    return split(c * un_v * un_v / sk_va, r_over_x);
}

struct impedance impedance_network_by_current(double ik_a, double un_v, double c, double r_over_x)
{
    return impedance_network_by_power(SQRT_3 * un_v * ik_a, un_v, c, r_over_x);
}

struct impedance impedance_transformer(double rated_va, double rated_v, double uk_frac,
                                       double load_loss_w)
{
    double r_frac = load_loss_w / rated_va;
    if (!(rated_va > 0 && rated_v > 0 && r_frac >= 0 && r_frac <= uk_frac)) return unknown();
    double base_ohm = rated_v * rated_v / rated_va;
    double x_frac = sqrt((uk_frac - r_frac) * (uk_frac + r_frac));
    return (struct impedance){r_frac * base_ohm, x_frac * base_ohm};
}

double short_circuit_kt(double rated_va, double uk_frac, double load_loss_w, double c_max)
{
    if (!(c_max > 0)) return NOT_A_NUMBER;
    double volt = sqrt(rated_va); /* makes U^2 / S one ohm */
    struct impedance per_unit = impedance_transformer(rated_va, volt, uk_frac, load_loss_w);
    return 0.95 * c_max / (1 + 0.6 * per_unit.x_ohm);
}

struct impedance impedance_run(double r_ohm_m, double x_ohm_m, double length_m, int parallel)
{
    if (!(r_ohm_m >= 0 && x_ohm_m >= 0 && length_m >= 0 && parallel >= 1)) return unknown();
    return impedance_scaled((struct impedance){r_ohm_m, x_ohm_m}, length_m / parallel);
}

struct impedance impedance_hot(struct impedance at_20_c, double conductor_c)
{
    at_20_c.r_ohm *= 1 + COPPER_PER_K * (conductor_c - 20);
    return at_20_c;
}

struct impedance impedance_generator(double rated_va, double rated_v, double xd2_frac,
                                     double r_over_x)
{
    if (!(rated_va > 0 && rated_v > 0 && xd2_frac > 0 && r_over_x >= 0)) return unknown();
    double x_ohm = xd2_frac * rated_v * rated_v / rated_va;
    return (struct impedance){r_over_x * x_ohm, x_ohm};
}

double short_circuit_kg(double un_v, double rated_v, double c_max, double xd2_frac,
                        double power_factor)
{
    if (!(un_v > 0 && rated_v > 0 && c_max > 0 && xd2_frac > 0)) return NOT_A_NUMBER;
    if (!(power_factor > 0 && power_factor <= 1)) return NOT_A_NUMBER;
    double sine = sqrt((1 - power_factor) * (1 + power_factor));
    return un_v / rated_v * c_max / (1 + xd2_frac * sine);
}

struct impedance impedance_referred(struct impedance z, double from_v, double to_v)
{
    if (!(from_v > 0 && to_v > 0)) return unknown();
    return impedance_scaled(z, to_v / from_v * (to_v / from_v));
}

struct impedance impedance_scaled(struct impedance z, double factor)
{
    return (struct impedance){z.r_ohm * factor, z.x_ohm * factor};
}

struct impedance impedance_series(struct impedance a, struct impedance b)
{
    return (struct impedance){a.r_ohm + b.r_ohm, a.x_ohm + b.x_ohm};
}

static double complex complex_of(struct impedance z)
{
    return z.r_ohm + z.x_ohm * (double complex)I;
}

struct impedance impedance_parallel(struct impedance a, struct impedance b)
{
    double complex za = complex_of(a), zb = complex_of(b), sum = za + zb;
    if (isnan(creal(sum)) || isnan(cimag(sum))) return unknown();
    if (!(cabs(sum) > 0)) return (struct impedance){0, 0};
    double complex z = za * zb / sum;
    return (struct impedance){creal(z), cimag(z)};
}

struct impedance impedance_loop(struct impedance z1, struct impedance z0)
{
    return impedance_scaled(impedance_series(impedance_scaled(z1, 2), z0), 1 / 3.0);
}

double impedance_ohm(struct impedance z)
{
    return hypot(z.r_ohm, z.x_ohm);
}

double short_circuit_a(struct impedance z, double un_v, double c)
{
    if (!(un_v > 0 && c > 0)) return NOT_A_NUMBER;
    return c * un_v / (SQRT_3 * impedance_ohm(z));
}

double short_circuit_kappa(struct impedance z)
{
    if (!(z.r_ohm >= 0 && z.x_ohm >= 0)) return NOT_A_NUMBER;
    return 1.02 + 0.98 * exp_of(-3 * z.r_ohm / z.x_ohm);
}

double short_circuit_peak_a(struct impedance z, double un_v, double c)
{
    return short_circuit_kappa(z) * SQRT_2 * short_circuit_a(z, un_v, c);
}

double short_circuit_limited_a(double rated_a, double multiple, double prospective_a)
{
    if (!(rated_a >= 0 && multiple >= 0 && prospective_a >= 0)) return NOT_A_NUMBER;
    return fmin(rated_a * multiple, prospective_a);
}

double voltage_drop_v(enum three_phase_load load, double current_a, struct impedance z,
                      double power_factor)
{
    double size = fabs(power_factor);
    if (!(size > 0 && size <= 1)) return NOT_A_NUMBER;
    double sine = copysign(sqrt((1 - size) * (1 + size)), power_factor);
    double conductors = load == LOAD_THREE_PHASE ? SQRT_3 : 2;
    return conductors * current_a * (z.r_ohm * size + z.x_ohm * sine);
}

double voltage_drop_frac(enum three_phase_load load, double line_v, double current_a,
                         struct impedance z, double power_factor)
{
    double across_v = load == LOAD_LINE_NEUTRAL ? line_v / SQRT_3 : line_v;
    if (!(across_v > 0)) return NOT_A_NUMBER;
    return voltage_drop_v(load, current_a, z, power_factor) / across_v;
}
