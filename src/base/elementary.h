#ifndef DCPLAN_BASE_ELEMENTARY_H
#define DCPLAN_BASE_ELEMENTARY_H

/* e^x, logarithms, powers and angles with the same bits on any machine, which a library that
   picks its code by the processor does not promise; without a call or a branch, for loops that
   go side by side.  Series are Taylor's, as long as a double can see.  Within 4 units in the
   last place where not said otherwise. */

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* ln 2 in two parts, of which whole multiples up to 2^20 of the first are exact. */
static const double elementary_ln2_hi = 6.93147180369123816490e-01;
static const double elementary_ln2_lo = 1.90821492927058770002e-10;

/* 1.5 2^52: what is added to it is rounded to a whole number, which stands in the low bits. */
static const double elementary_round = 6755399441055744.0;

struct elementary_exp { /* e^x = scale (1 + part) */
    double scale, part;
};

/* For x from -708 to 709.  e^x = 2^n e^r with |r| <= ln 2 / 2, and of e^r - 1 the series to
   r^13, whose rest is 2e-17 of it. */
static inline struct elementary_exp elementary_exp_of(double x)
{
    double shifted = x * 1.4426950408889634 + elementary_round, n = shifted - elementary_round;
    double r = (x - n * elementary_ln2_hi) - n * elementary_ln2_lo;
    double p = 1.0 / 6227020800;
    p = p * r + 1.0 / 479001600;
    p = p * r + 1.0 / 39916800;
    p = p * r + 1.0 / 3628800;
    p = p * r + 1.0 / 362880;
    p = p * r + 1.0 / 40320;
    p = p * r + 1.0 / 5040;
    p = p * r + 1.0 / 720;
    p = p * r + 1.0 / 120;
    p = p * r + 1.0 / 24;
    p = p * r + 1.0 / 6;
    p = p * r + 0.5;
    p = p * r * r + r;
    uint64_t bits;
    memcpy(&bits, &shifted, sizeof bits);
    bits = (bits << 52) + 0x3ff0000000000000u;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return (struct elementary_exp){scale, p};
}

/* 0 below -708, where numbers have fewer digits; infinite above 709. */
static inline double exp_of(double x)
{
    double within = x < -708 ? -708 : x > 709 ? 709 : x;
    struct elementary_exp e = elementary_exp_of(within);
    double y = e.scale + e.scale * e.part;
    y = x < -708 ? 0 : y;
    return x > 709 ? HUGE_VAL : y;
}

/* e^x - 1. */
static inline double expm1_of(double x)
{
    double within = x < -708 ? -708 : x > 709 ? 709 : x;
    struct elementary_exp e = elementary_exp_of(within);
    double y = e.scale * e.part + (e.scale - 1);
    return x > 709 ? HUGE_VAL : y;
}

/* ln x = k ln 2 + 2 artanh s with s = (m - 1) / (m + 1) and x = 2^k m, m from 1/sqrt 2 to
   sqrt 2; the rest of the series is 2e-17 of it. */
static inline double elementary_ln(double x)
{
    const double half_root = 0.70710678118654752;
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    double k = (double)((int)(bits >> 52) - 1022), m;
    bits = (bits & 0x000fffffffffffffu) | 0x3fe0000000000000u; /* from 1/2 to 1 */
    memcpy(&m, &bits, sizeof m);
    double is_low = m < half_root ? 1 : 0;
    m += is_low * m;
    k -= is_low;
    double s = (m - 1) / (m + 1), z = s * s;
    double p = 1.0 / 21;
    p = p * z + 1.0 / 19;
    p = p * z + 1.0 / 17;
    p = p * z + 1.0 / 15;
    p = p * z + 1.0 / 13;
    p = p * z + 1.0 / 11;
    p = p * z + 1.0 / 9;
    p = p * z + 1.0 / 7;
    p = p * z + 1.0 / 5;
    p = p * z + 1.0 / 3;
    return k * elementary_ln2_hi + (2 * s + (2 * s * z * p + k * elementary_ln2_lo));
}

/* Below 2^-1022, where numbers have fewer digits, as of 0; NaN below zero. */
static inline double log_of(double x)
{
    bool is_plain = (x >= 0x1p-1022) & (x < HUGE_VAL);
    double y = elementary_ln(is_plain ? x : 1);
    double other = x >= 0 ? (x < 1 ? -HUGE_VAL : x) : (double)NAN;
    return is_plain ? y : other;
}

/* ln(1 + x): what rounding took from 1 + x is put back. */
static inline double log1p_of(double x)
{
    double u = 1 + x, lost = x - (u - 1);
    bool is_plain = (u > 0) & (u < HUGE_VAL);
    return log_of(u) + (is_plain ? lost / u : 0);
}

/* x^y for x >= 0.  The error of ln x, times y, is a share of the result: within 1e-14 where
   x^y is between 1e-13 and 1e13. */
static inline double pow_of(double x, double y)
{
    double power = exp_of(y * log_of(x));
    return ((y == 0) | (x == 1)) ? 1 : power;
}

/* sin(r + quarter turns), for |r| up to 45 deg; of quarter, what is over four counts. */
static inline double elementary_sin(double r, uint64_t quarter)
{
    double z = r * r, s = 1.0 / 355687428096000, c = 1.0 / 20922789888000;
    s = s * -z + 1.0 / 1307674368000;
    s = s * -z + 1.0 / 6227020800;
    s = s * -z + 1.0 / 39916800;
    s = s * -z + 1.0 / 362880;
    s = s * -z + 1.0 / 5040;
    s = s * -z + 1.0 / 120;
    s = s * -z + 1.0 / 6;
    c = c * -z + 1.0 / 87178291200;
    c = c * -z + 1.0 / 479001600;
    c = c * -z + 1.0 / 3628800;
    c = c * -z + 1.0 / 40320;
    c = c * -z + 1.0 / 720;
    c = c * -z + 1.0 / 24;
    c = c * -z + 0.5;
    double y = quarter & 1 ? 1 - z * c : r - r * z * s;
    return quarter & 2 ? -y : y;
}

/* For |x| up to 1e5, within 1e-15 of 1: angles less whole quarters of a turn, whose length in
   two parts is exact to 1e-27. */
static inline double elementary_turned(double x, unsigned quarter)
{
    double shifted = x * 0.63661977236758134 + elementary_round, n = shifted - elementary_round;
    double r = (x - n * 1.57079632673412561417e+00) - n * 6.07710050650619224932e-11;
    uint64_t bits;
    memcpy(&bits, &shifted, sizeof bits);
    return elementary_sin(r, bits + quarter);
}

static inline double sin_of(double x)
{
    return elementary_turned(x, 0);
}

static inline double cos_of(double x)
{
    return elementary_turned(x, 1);
}

#endif
