#include "base/elementary.h"

#include "near.h"

/* Worst shares by which functions are off the C library's, over even steps. */
typedef double (*function)(double);

static double worst_of(function f, function library, double lo, double hi, int n)
{
    double worst = 0;
    for (int i = 0; i <= n; i++) {
        double x = lo + (hi - lo) * i / n, want = library(x), off = fabs(f(x) - want);
        if (want != 0 && off / fabs(want) > worst) worst = off / fabs(want);
    }
    return worst;
}

/* The same over sizes from e^lo to e^hi, on both sides of zero. */
static double worst_of_sizes(function f, function library, double lo, double hi, double sign)
{
    double worst = 0;
    for (int i = 0; i <= 200000; i++) {
        double x = sign * exp(lo + (hi - lo) * i / 200000), want = library(x);
        double off = fabs(f(x) / want - 1);
        if (off > worst) worst = off;
    }
    return worst;
}

static void exponentials_are_those_of_the_library(void **state)
{
    (void)state;
    assert_true(worst_of(exp_of, exp, -708, 709, 1000000) < 5e-16);
    assert_true(worst_of(exp_of, exp, -1, 1, 1000000) < 5e-16);
    assert_true(worst_of_sizes(expm1_of, expm1, -20, 6, 1) < 5e-16);
    assert_true(worst_of_sizes(expm1_of, expm1, -20, 6, -1) < 5e-16);
}

static void logarithms_are_those_of_the_library(void **state)
{
    (void)state;
    assert_true(worst_of_sizes(log_of, log, -700, 700, 1) < 8e-16);
    assert_true(worst_of(log_of, log, 0.3, 3, 1000000) < 8e-16);
    assert_true(worst_of_sizes(log1p_of, log1p, -30, 30, 1) < 8e-16);
    assert_true(worst_of_sizes(log1p_of, log1p, -30, -1e-6, -1) < 8e-16);
}

static void powers_are_those_of_the_library(void **state)
{
    (void)state;
    double worst = 0;
    for (int i = 0; i <= 2000; i++)
        for (int j = -100; j <= 100; j++) {
            double x = exp(-14 + 28.0 * i / 2000), y = 0.02 * j, want = pow(x, y);
            worst = fmax(worst, fabs(pow_of(x, y) / want - 1));
        }
    assert_true(worst < 1e-14);
}

static void angles_are_those_of_the_library(void **state)
{
    (void)state;
    for (int i = -400000; i <= 400000; i++) {
        double x = i * 1e-4;
        assert_within(sin_of(x), sin(x), 4e-16);
        assert_within(cos_of(x), cos(x), 4e-16);
    }
    assert_within(sin_of(1e5), sin(1e5), 1e-15);
}

static void at_the_ends(void **state)
{
    (void)state;
    assert_true(expm1_of(0) == 0 && exp_of(0) == 1);
    assert_true(expm1_of(-1e9) == -1 && exp_of(-1e9) == 0);
    assert_true(expm1_of(-HUGE_VAL) == -1 && exp_of(-HUGE_VAL) == 0);
    assert_true(isinf(expm1_of(HUGE_VAL)) && isinf(exp_of(1e4)));
    assert_true(isnan(expm1_of((double)NAN)) && isnan(exp_of((double)NAN)));
    assert_true(log_of(1) == 0 && log_of(0) == -HUGE_VAL && log_of(HUGE_VAL) == HUGE_VAL);
    assert_true(isnan(log_of(-1)) && isnan(log_of((double)NAN)));
    assert_true(log1p_of(0) == 0 && log1p_of(-1) == -HUGE_VAL && isnan(log1p_of(-2)));
    assert_true(log1p_of(HUGE_VAL) == HUGE_VAL && log1p_of(1e-300) == 1e-300);
}

static void powers_at_the_ends(void **state)
{
    (void)state;
    assert_true(pow_of(0, 0.5) == 0 && pow_of(0, -0.5) == HUGE_VAL && pow_of(0, 0) == 1);
    assert_true(pow_of(1, 7.3) == 1 && pow_of(HUGE_VAL, 0) == 1);
    assert_true(pow_of(HUGE_VAL, 0.5) == HUGE_VAL && pow_of(HUGE_VAL, -0.5) == 0);
    assert_true(isnan(pow_of(-1, 0.5)) && isnan(pow_of((double)NAN, 0.5)));
    assert_true(sin_of(0) == 0 && cos_of(0) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exponentials_are_those_of_the_library),
        cmocka_unit_test(logarithms_are_those_of_the_library),
        cmocka_unit_test(powers_are_those_of_the_library),
        cmocka_unit_test(angles_are_those_of_the_library),
        cmocka_unit_test(at_the_ends),
        cmocka_unit_test(powers_at_the_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
