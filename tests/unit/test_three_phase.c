/* Three-phase power and currents against hand-checked values and invariants. */

#include "near.h"

#include <string.h>

#include "physics/three_phase.h"

static void rating_of_a_circuit(void **state)
{
    (void)state;
    /* V, A, power factor; kVA, kW, 80 % of the kW */
    static const double rows[][6] = {{400, 32, .95, 22.1703, 21.0617, 16.8494},
                                     {415, 63, .95, 45.2845, 43.0202, 34.4162},
                                     {208, 30, 1, 10.8080, 10.8080, 8.6464},
                                     {480, 100, .9, 83.1384, 74.8246, 59.8597}};
    double usable = continuous_usable_frac(CONTINUOUS_NEC, 1);
    for (int i = 0; i < 4; i++) {
        const double *r = rows[i];
        double va = three_phase_va(LOAD_THREE_PHASE, r[0], r[1]);
        assert_within(va / 1e3, r[3], 5.1e-5);
        assert_within(va * r[2] / 1e3, r[4], 5.1e-5);
        assert_within(va * r[2] * usable / 1e3, r[5], 5.1e-5);
        assert_near(three_phase_current_a(LOAD_THREE_PHASE, r[0], va * r[2], r[2]), r[1], 1e-14);
    }
    assert_within(three_phase_va(LOAD_THREE_PHASE, 400, 16) / 1e3, 11.0851, 5.1e-5);
}

static void rating_of_one_phase(void **state)
{
    (void)state;
    assert_near(three_phase_va(LOAD_LINE_LINE, 208, 30), 6240, 1e-15);
    assert_within(three_phase_va(LOAD_LINE_NEUTRAL, 400, 16), 3695.04, 5.1e-3);
    assert_near(3 * three_phase_va(LOAD_LINE_NEUTRAL, 415, 63),
                three_phase_va(LOAD_THREE_PHASE, 415, 63), 1e-15);
    assert_near(three_phase_current_a(LOAD_LINE_LINE, 200, 1800, -.9), 10, 1e-15);
    /* 400 VA of 12 A at 120 V */
    assert_within(400 / three_phase_va(LOAD_LINE_LINE, 120, 12), .278, 5e-4);
    assert_within(400 / three_phase_va(LOAD_LINE_LINE, 120, 12), .2777778, 1e-7);
}

static void continuous_loads(void **state)
{
    (void)state;
    double va = three_phase_va(LOAD_THREE_PHASE, 208, 30);
    assert_within(va * continuous_usable_frac(CONTINUOUS_NEC, 1) / 1e3, 8.65, 5e-3);
    assert_near(continuous_usable_frac(CONTINUOUS_NEC, .9), .8, 1e-15);
    assert_near(continuous_usable_frac(CONTINUOUS_NEC_100, .9), 1, 1e-15);
    assert_near(continuous_usable_frac(CONTINUOUS_IEC, 1), 1, 1e-15);
    assert_near(continuous_usable_frac(CONTINUOUS_IEC, .9), .9, 1e-15);
    assert_non_null(strstr(continuous_clause(CONTINUOUS_NEC), "210.20(A)"));
    assert_non_null(strstr(continuous_clause(CONTINUOUS_NEC_100), "100 %"));
    assert_non_null(strstr(continuous_clause(CONTINUOUS_IEC), "60364-4-43"));
    assert_true(isnan(continuous_usable_frac(CONTINUOUS_IEC, 0)));
    assert_true(isnan(continuous_usable_frac(CONTINUOUS_IEC, 1.1)));
    assert_true(isnan(continuous_usable_frac(CONTINUOUS_RULES, 1)));
    assert_null(continuous_clause(CONTINUOUS_RULES));
}

static void reactive_power(void **state)
{
    (void)state;
    assert_within(three_phase_compensation_var(1e6, .85, .95) / 1e3, 291.060, 5.1e-4);
    assert_near(three_phase_var(800, .8), 600, 1e-15);
    assert_near(three_phase_var(800, -.8), -600, 1e-15);
    assert_within(three_phase_var(800, 1), 0, 0);
}

/* Lines of given currents at unity power factor. */
static struct phasors of_currents(double a, double b, double c)
{
    double amp[] = {a, b, c};
    struct phasors p = {{0}};
    for (int i = 0; i < 3; i++)
        p = phasors_sum(p, phasors_line_neutral(i, 400, 400 / sqrt(3) * amp[i], 1));
    return p;
}

static void neutral_and_unbalance(void **state)
{
    (void)state;
    struct phasors p = of_currents(20, 25, 30);
    assert_within(phasors_neutral_a(p), 8.66025, 5.1e-6);
    assert_near(phasors_unbalance_frac(p), .2, 1e-14);
    assert_near(phasors_max_a(p), 30, 1e-14);
    for (int i = 0; i < 3; i++) assert_near(phasors_line_a(p, i), 20 + 5 * i, 1e-14);
    for (double a = 0; a <= 40; a += 10)
        for (double b = 0; b <= 40; b += 8)
            for (double c = 0; c <= 40; c += 8)
                assert_within(phasors_neutral_a(of_currents(a, b, c)),
                              sqrt(a * a + b * b + c * c - a * b - b * c - c * a), 2e-6);
    assert_within(phasors_unbalance_frac((struct phasors){{0}}), 0, 0);
    /* one line alone carries its own current in neutral and is 200 % off the mean */
    assert_near(phasors_neutral_a(of_currents(10, 0, 0)), 10, 1e-14);
    assert_near(phasors_unbalance_frac(of_currents(10, 0, 0)), 2, 1e-14);
}

static void third_harmonic_in_neutral(void **state)
{
    (void)state;
    assert_near(phasors_neutral_h3_a(of_currents(10, 10, 10), .3), 9, 1e-13);
    assert_near(phasors_neutral_h3_a(of_currents(20, 25, 30), .2), sqrt(75 + 15 * 15), 1e-13);
    assert_near(phasors_neutral_h3_a(of_currents(20, 25, 30), 0), sqrt(75), 1e-13);
    assert_true(isnan(phasors_neutral_h3_a(of_currents(1, 1, 1), -.1)));
}

static void assert_same(struct phasors a, struct phasors b, double tol)
{
    struct phasors gap = phasors_sum(a, phasors_scaled(b, -1));
    assert_within(phasors_max_a(gap), 0, tol);
}

/* A balanced load by lines, between lines, and as one. */
static void three_single_loads_are_a_balanced_one(void **state)
{
    (void)state;
    static const double factors[] = {1, .95, .7, -.9};
    for (int k = 0; k < 4; k++) {
        double pf = factors[k];
        struct phasors whole = phasors_balanced(415, 30e3, pf), delta = {{0}}, wye = {{0}};
        for (int i = 0; i < 3; i++) {
            wye = phasors_sum(wye, phasors_line_neutral(i, 415, 10e3, pf));
            delta = phasors_sum(delta, phasors_line_line(i, (i + 1) % 3, 415, 10e3, pf));
        }
        assert_same(wye, whole, 1e-12);
        assert_same(delta, whole, 1e-12);
        assert_within(phasors_neutral_a(whole), 0, 1e-12);
        assert_within(phasors_unbalance_frac(whole), 0, 1e-12);
        double a = three_phase_current_a(LOAD_THREE_PHASE, 415, 30e3, pf);
        for (int i = 0; i < 3; i++) assert_near(phasors_line_a(whole, i), a, 1e-14);
    }
}

static void load_between_two_lines(void **state)
{
    (void)state;
    struct phasors p = phasors_line_line(0, 1, 208, 2080, 1);
    assert_near(phasors_line_a(p, 0), 10, 1e-14);
    assert_near(phasors_line_a(p, 1), 10, 1e-14);
    assert_within(phasors_line_a(p, 2), 0, 0);
    assert_within(phasors_neutral_a(p), 0, 0);
    assert_same(p, phasors_line_line(1, 0, 208, 2080, 1), 1e-13);
    /* beside one on the next pair the common line carries sqrt 3, not 2, times one */
    p = phasors_sum(p, phasors_line_line(1, 2, 208, 2080, 1));
    assert_near(phasors_line_a(p, 1), 10 * sqrt(3), 1e-14);
}

static void power_is_what_was_put_in(void **state)
{
    (void)state;
    struct phasors p = phasors_line_neutral(2, 400, 1000, .8);
    p = phasors_sum(p, phasors_line_line(2, 0, 400, 3000, -.6));
    p = phasors_sum(p, phasors_balanced(400, 6000, .9));
    assert_near(phasors_w(p, 400), 10e3, 1e-14);
    double q = three_phase_var(1000, .8) + three_phase_var(3000, -.6) + three_phase_var(6000, .9);
    assert_near(phasors_var(p, 400), q, 1e-13);
    assert_near(phasors_w(phasors_scaled(p, .5), 400), 5e3, 1e-14);
    assert_near(phasors_w(phasors_line_neutral(1, 400, -70, 1), 400), -70, 1e-14);
}

static void delta_wye_keeps_power_and_stops_zero_sequence(void **state)
{
    (void)state;
    struct phasors balanced = phasors_balanced(208, 75e3, .9);
    assert_same(phasors_delta_wye(balanced, 480, 208), phasors_balanced(480, 75e3, .9), 1e-11);

    struct phasors uneven = phasors_line_neutral(0, 208, 10e3, .9);
    uneven = phasors_sum(uneven, phasors_line_neutral(1, 208, 4e3, 1));
    uneven = phasors_sum(uneven, phasors_line_line(1, 2, 208, 3e3, -.95));
    struct phasors primary = phasors_delta_wye(uneven, 480, 208);
    assert_within(phasors_neutral_a(primary), 0, 1e-12);
    assert_near(phasors_w(primary, 480), 17e3, 1e-13);
    assert_near(phasors_var(primary, 480), phasors_var(uneven, 208), 1e-12);

    struct phasors zero = {{5, 5, 5}};
    assert_within(phasors_max_a(phasors_delta_wye(zero, 480, 208)), 0, 0);
    /* one loaded phase: two primary lines at I / n, n = sqrt 3 480 / 208 */
    struct phasors one = phasors_delta_wye(of_currents(100, 0, 0), 480, 208);
    assert_near(phasors_line_a(one, 0), 100 * 208 / (sqrt(3) * 480), 1e-14);
    assert_near(phasors_line_a(one, 1), 100 * 208 / (sqrt(3) * 480), 1e-14);
    assert_within(phasors_line_a(one, 2), 0, 1e-14);
}

static void rectifier_draws_evenly(void **state)
{
    (void)state;
    struct phasors p = phasors_rectifier(400, 95e3, 5e3, .99);
    assert_same(p, phasors_balanced(400, 100e3, .99), 0);
    assert_within(phasors_unbalance_frac(p), 0, 1e-14);
    assert_near(phasors_w(p, 400), 100e3, 1e-14);
}

static void outside_is_nan(void **state)
{
    (void)state;
    assert_true(isnan(three_phase_va(LOAD_THREE_PHASE, 0, 1)));
    assert_true(isnan(three_phase_load_v((enum three_phase_load)9, 400)));
    assert_true(isnan(three_phase_current_a(LOAD_THREE_PHASE, 400, 1, 0)));
    assert_true(isnan(three_phase_var(1, 1.01)) && isnan(three_phase_var(1, 0)));
    assert_true(isnan(phasors_max_a(phasors_line_neutral(3, 400, 1, 1))));
    assert_true(isnan(phasors_max_a(phasors_line_neutral(0, -400, 1, 1))));
    assert_true(isnan(phasors_max_a(phasors_line_neutral(0, 400, 1, 0))));
    assert_true(isnan(phasors_max_a(phasors_line_line(1, 1, 400, 1, 1))));
    assert_true(isnan(phasors_max_a(phasors_line_line(0, -1, 400, 1, 1))));
    assert_true(isnan(phasors_max_a(phasors_balanced(400, 1, -1.1))));
    assert_true(isnan(phasors_max_a(phasors_delta_wye((struct phasors){{0}}, 0, 208))));
    assert_true(isnan(phasors_line_a((struct phasors){{0}}, 3)));
    struct phasors third_unknown = {{1, 2, (double)NAN}};
    assert_true(isnan(phasors_max_a(third_unknown)));
    assert_true(isnan(phasors_unbalance_frac(third_unknown)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rating_of_a_circuit),
        cmocka_unit_test(rating_of_one_phase),
        cmocka_unit_test(continuous_loads),
        cmocka_unit_test(reactive_power),
        cmocka_unit_test(neutral_and_unbalance),
        cmocka_unit_test(third_harmonic_in_neutral),
        cmocka_unit_test(three_single_loads_are_a_balanced_one),
        cmocka_unit_test(load_between_two_lines),
        cmocka_unit_test(power_is_what_was_put_in),
        cmocka_unit_test(delta_wye_keeps_power_and_stops_zero_sequence),
        cmocka_unit_test(rectifier_draws_evenly),
        cmocka_unit_test(outside_is_nan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
