/* Short circuits against the low-voltage example of IEC TR 60909-4 (section 3) and
   hand calculation; voltage drop; invariants. */

#include "near.h"

#include "physics/short_circuit.h"

static void assert_ohm(struct impedance z, double r_milliohm, double x_milliohm, double tol)
{
    assert_within(z.r_ohm * 1e3, r_milliohm, tol);
    assert_within(z.x_ohm * 1e3, x_milliohm, tol);
}

/* IEC TR 60909-4, section 3: 20 kV, 10 kA, R/X = 0.1; 630 and 400 kVA, 4 %, at 410 V,
   whose busbars two short cables join.  Printed: 0.053 + j 0.531, 2.684 + j 10.054,
   4.712 + j 15.698 and, at F1, 1.881 + j 6.746 milliohms and 34.62 kA. */
static void example_of_the_standard(void **state)
{
    (void)state;
    struct impedance q = impedance_network_by_current(10e3, 20e3, 1.1, .1);
    q = impedance_referred(q, 20e3, 410);
    assert_ohm(q, .053, .531, 5.1e-4);
    struct impedance t1 = impedance_transformer(630e3, 410, .04, 6500);
    t1 = impedance_scaled(t1, short_circuit_kt(630e3, .04, 6500, 1.05));
    assert_ohm(t1, 2.684, 10.054, 1.1e-3);
    struct impedance t2 = impedance_transformer(400e3, 410, .04, 4600);
    t2 = impedance_scaled(t2, short_circuit_kt(400e3, .04, 4600, 1.05));
    assert_ohm(t2, 4.712, 15.698, 1.2e-3);
    struct impedance l1 = impedance_run(.077e-3, .079e-3, 10, 2);
    struct impedance l2 = impedance_run(.208e-3, .068e-3, 4, 2);

    struct impedance f1 = impedance_parallel(t1, impedance_series(t2, impedance_series(l1, l2)));
    f1 = impedance_series(q, f1);
    assert_ohm(f1, 1.881, 6.746, 5.1e-4);
    assert_within(short_circuit_a(f1, 400, 1.05) / 1e3, 34.62, 5.1e-3);
    struct impedance f2 = impedance_parallel(impedance_series(t1, l1), impedance_series(t2, l2));
    f2 = impedance_series(q, f2);
    assert_within(short_circuit_a(f2, 400, 1.05) / 1e3, 34.12, 5.1e-3);
}

/* 500 MVA at 20 kV, 1000 kVA, 6 %, 10.5 kW: computed apart, in Python, from
   Z_Q = c U^2 / S, Z_T = uk U^2 / S, Ik'' = c U / (sqrt 3 Z). */
static void thousand_kva(void **state)
{
    (void)state;
    struct impedance q = impedance_network_by_power(500e6, 20e3, 1.1, .1);
    q = impedance_referred(q, 20e3, 400);
    assert_ohm(q, .03502530909539163, .3502530909539163, 1e-14);
    struct impedance t = impedance_transformer(1e6, 400, .06, 10500);
    assert_ohm(t, 1.68, 9.451856960407304, 1e-12);
    struct impedance z = impedance_series(q, t);
    assert_near(short_circuit_a(z, 400, 1), 23207.69673224431, 1e-13);
    assert_near(short_circuit_a(z, 400, 1.05), 24368.081568856524, 1e-13);
    assert_near(short_circuit_kappa(z), 1.5997852867732196, 1e-13);
    assert_near(short_circuit_peak_a(z, 400, 1.05), 55131.27493322927, 1e-13);
    /* stiff network: rated current over uk */
    assert_near(short_circuit_a(t, 400, 1), 1e6 / (sqrt(3) * 400) / .06, 1e-13);
}

static void network_gives_its_own_current_back(void **state)
{
    (void)state;
    struct impedance by_a = impedance_network_by_current(12e3, 20e3, 1.1, .3);
    struct impedance by_va = impedance_network_by_power(sqrt(3) * 20e3 * 12e3, 20e3, 1.1, .3);
    assert_near(by_a.r_ohm, by_va.r_ohm, 1e-14);
    assert_near(by_a.x_ohm, by_va.x_ohm, 1e-14);
    assert_near(by_a.r_ohm / by_a.x_ohm, .3, 1e-14);
    assert_near(short_circuit_a(by_a, 20e3, 1.1), 12e3, 1e-14);
}

static void generator(void **state)
{
    (void)state;
    /* 2000 kVA, 400 V, xd'' 12 %: 0.08 ohm base, 24.06 kA at c = 1 without R */
    struct impedance g = impedance_generator(2e6, 400, .12, 0);
    assert_near(g.x_ohm, .0096, 1e-14);
    assert_within(short_circuit_a(g, 400, 1), 2e6 / (sqrt(3) * 400) / .12, 1e-9);
    g = impedance_generator(2e6, 400, .12, .15);
    assert_near(g.r_ohm, .00144, 1e-14);
    assert_near(short_circuit_kg(400, 400, 1.05, .12, .8), 1.05 / 1.072, 1e-14);
}

static void peak_factor_limits(void **state)
{
    (void)state;
    assert_within(short_circuit_kappa((struct impedance){0, 1}), 2, 1e-15);
    assert_within(short_circuit_kappa((struct impedance){1, 0}), 1.02, 1e-15);
    assert_within(short_circuit_kappa((struct impedance){1, 1}), 1.02 + .98 * .0497870684, 1e-10);
}

static void fault_to_neutral(void **state)
{
    (void)state;
    /* 30 m of 2.5 mm2, 7.41 milliohm/m, from a 0.02 + j 0.04 ohm loop at 230 V */
    struct impedance run = impedance_run(7.41e-3, .08e-3, 30, 1);
    struct impedance loop = impedance_series(run, run);
    loop = impedance_series(loop, (struct impedance){.02, .04});
    double a = short_circuit_a(loop, 400, .95);
    assert_near(a, .95 * 400 / sqrt(3) / hypot(.4646, .0448), 1e-13);
    /* at 70 C the copper has 20 % more */
    struct impedance hot = impedance_hot(run, 70);
    assert_near(hot.r_ohm, 1.2 * run.r_ohm, 1e-14);
    assert_near(hot.x_ohm, run.x_ohm, 1e-15);
    /* equal sequences: the three-phase current; an open return: less */
    struct impedance z1 = {.01, .03}, z0 = {.04, .09};
    assert_near(impedance_ohm(impedance_loop(z1, z1)), impedance_ohm(z1), 1e-14);
    struct impedance sum = {2 * .01 + .04, 2 * .03 + .09};
    assert_near(short_circuit_a(impedance_loop(z1, z0), 400, .95),
                sqrt(3) * .95 * 400 / impedance_ohm(sum), 1e-14);
}

static void inverter_holds_its_multiple(void **state)
{
    (void)state;
    assert_near(short_circuit_limited_a(100, 3, 10e3), 300, 1e-15);
    assert_near(short_circuit_limited_a(100, 3, 120), 120, 1e-15);
    assert_true(isnan(short_circuit_limited_a(-1, 3, 120)));
    assert_true(isnan(short_circuit_limited_a(1, 3, (double)NAN)));
}

/* Inductive impedances in parallel are below the least of them. */
static void parallel_is_below_the_least(void **state)
{
    (void)state;
    for (double r = .001; r < .1; r *= 3)
        for (double x = .001; x < .1; x *= 3) {
            struct impedance a = {r, .02}, b = {.01, x};
            struct impedance both = impedance_parallel(a, b), swapped = impedance_parallel(b, a);
            assert_true(impedance_ohm(both) < fmin(impedance_ohm(a), impedance_ohm(b)));
            assert_near(both.r_ohm, swapped.r_ohm, 1e-14);
            assert_near(both.x_ohm, swapped.x_ohm, 1e-14);
        }
    struct impedance z = {.003, .004}, half = impedance_parallel(z, z);
    assert_near(half.r_ohm, .0015, 1e-14);
    assert_near(half.x_ohm, .002, 1e-14);
    struct impedance none = {0, 0};
    assert_within(impedance_ohm(impedance_parallel(none, none)), 0, 0);
    assert_within(impedance_ohm(impedance_parallel(none, z)), 0, 0);
    struct impedance run = impedance_run(1e-4, 1e-4, 30, 3),
                     single = impedance_run(1e-4, 1e-4, 30, 1);
    single = impedance_parallel(single, impedance_parallel(single, single));
    assert_near(run.r_ohm, single.r_ohm, 1e-14);
}

static void longer_run_less_current(void **state)
{
    (void)state;
    struct impedance source = impedance_transformer(1e6, 400, .06, 10500);
    double last = short_circuit_a(source, 400, 1.05), kappa = short_circuit_kappa(source);
    for (double m = 5; m < 300; m *= 2) {
        struct impedance z = impedance_series(source, impedance_run(.2e-3, .08e-3, m, 1));
        double a = short_circuit_a(z, 400, 1.05);
        assert_true(a < last);
        assert_true(short_circuit_kappa(z) < kappa);
        last = a;
        kappa = short_circuit_kappa(z);
    }
    struct impedance there = impedance_referred(source, 400, 20e3);
    assert_near(impedance_referred(there, 20e3, 400).x_ohm, source.x_ohm, 1e-14);
    assert_near(short_circuit_a(there, 20e3, 1) * 20e3, short_circuit_a(source, 400, 1) * 400,
                1e-14);
}

static void voltage_drop(void **state)
{
    (void)state;
    /* 0.01 + j 0.005 ohm, 100 A, 0.8: 0.011 ohm in effect */
    struct impedance z = {.01, .005};
    assert_near(voltage_drop_v(LOAD_THREE_PHASE, 100, z, .8), sqrt(3) * 1.1, 1e-14);
    assert_near(voltage_drop_v(LOAD_LINE_NEUTRAL, 100, z, .8), 2.2, 1e-14);
    assert_near(voltage_drop_v(LOAD_LINE_LINE, 100, z, .8), 2.2, 1e-14);
    assert_near(voltage_drop_frac(LOAD_THREE_PHASE, 400, 100, z, .8), sqrt(3) * 1.1 / 400, 1e-14);
    assert_near(voltage_drop_frac(LOAD_LINE_NEUTRAL, 400, 100, z, .8), 2.2 / (400 / sqrt(3)),
                1e-14);
    assert_near(voltage_drop_frac(LOAD_LINE_LINE, 400, 100, z, .8), 2.2 / 400, 1e-14);
    assert_near(voltage_drop_v(LOAD_THREE_PHASE, 100, z, -.8), sqrt(3) * .5, 1e-14);
    assert_true(voltage_drop_v(LOAD_THREE_PHASE, 100, (struct impedance){.001, .01}, -.8) < 0);
    assert_near(voltage_drop_v(LOAD_LINE_LINE, 100, z, 1), 2, 1e-14);
    assert_true(isnan(voltage_drop_v(LOAD_LINE_LINE, 100, z, 0)));
    assert_true(isnan(voltage_drop_frac(LOAD_LINE_LINE, 0, 100, z, 1)));
}

static void outside_is_nan(void **state)
{
    (void)state;
    assert_true(isnan(impedance_network_by_power(0, 400, 1, .1).x_ohm));
    assert_true(isnan(impedance_network_by_current(1, 400, 1, -.1).r_ohm));
    assert_true(isnan(impedance_transformer(1e6, 400, .005, 10500).x_ohm));
    assert_true(isnan(impedance_transformer(0, 400, .06, 0).x_ohm));
    assert_true(isnan(short_circuit_kt(1e6, .06, 10500, 0)));
    assert_true(isnan(short_circuit_kt(1e6, .06, -1, 1.05)));
    assert_true(isnan(impedance_run(.1, .1, -1, 1).r_ohm));
    assert_true(isnan(impedance_run(.1, .1, 1, 0).r_ohm));
    assert_true(isnan(impedance_generator(1e6, 400, 0, .1).x_ohm));
    assert_true(isnan(short_circuit_kg(400, 400, 1.05, .12, 1.2)));
    assert_true(isnan(short_circuit_kg(400, 0, 1.05, .12, .8)));
    assert_true(isnan(impedance_referred((struct impedance){1, 1}, 0, 400).r_ohm));
    assert_true(isnan(
        impedance_parallel((struct impedance){1, (double)NAN}, (struct impedance){1, 1}).r_ohm));
    assert_true(isnan(short_circuit_a((struct impedance){1, 1}, 400, 0)));
    assert_true(isinf(short_circuit_a((struct impedance){0, 0}, 400, 1)));
    assert_true(isnan(short_circuit_kappa((struct impedance){-1, 1})));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(example_of_the_standard),
        cmocka_unit_test(thousand_kva),
        cmocka_unit_test(network_gives_its_own_current_back),
        cmocka_unit_test(generator),
        cmocka_unit_test(peak_factor_limits),
        cmocka_unit_test(fault_to_neutral),
        cmocka_unit_test(inverter_holds_its_multiple),
        cmocka_unit_test(parallel_is_below_the_least),
        cmocka_unit_test(longer_run_less_current),
        cmocka_unit_test(voltage_drop),
        cmocka_unit_test(outside_is_nan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
