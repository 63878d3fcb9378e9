/* Heat exchangers: hand-checked effectiveness, inverses and limits. */

#include "near.h"

#include "physics/exchanger.h"

static void counterflow_check_values(void **state)
{
    (void)state;
    assert_within(exchanger_eff_counterflow(1, .5), .564733, 5.1e-7);
    assert_within(exchanger_eff_counterflow(2, .5), .774600, 5.1e-7);
    assert_within(exchanger_eff_counterflow(2, 1), .666667, 5.1e-7);
    assert_within(exchanger_eff_counterflow(3, 1), .750000, 5.1e-7);
    assert_within(exchanger_eff_counterflow(4, .8), .859702, 5.1e-7);
}

static void crossflow_check_values(void **state)
{
    (void)state;
    assert_within(exchanger_eff_crossflow(1, .5), .544764, 5.1e-7);
    assert_within(exchanger_eff_crossflow(2, .5), .738758, 5.1e-7);
    assert_within(exchanger_eff_crossflow(2, .25), .803301, 5.1e-7);
}

static void one_side_isothermal(void **state)
{
    (void)state;
    assert_near(exchanger_eff_counterflow(1.5, 0), -expm1(-1.5), 1e-14);
    assert_near(exchanger_eff_crossflow(1.5, 0), -expm1(-1.5), 1e-14);
    assert_near(exchanger_eff_crossflow(1.5, 2e-9), -expm1(-1.5), 1e-8);
    assert_near(exchanger_eff_counterflow(3, 1 - 2e-9), .75, 1e-8);
    assert_within(exchanger_eff_counterflow(0, .7), 0, 0);
    assert_within(exchanger_eff_crossflow(0, .7), 0, 0);
    assert_near(exchanger_eff_counterflow(1e9, .7), 1, 1e-12);
}

static void inverse_returns_ntu(void **state)
{
    (void)state;
    for (int c = 0; c <= 20; c++) {
        for (double ntu = 1e-3; ntu < 15; ntu *= 1.3) {
            double eff = exchanger_eff_counterflow(ntu, c / 20.0);
            double cross = exchanger_eff_crossflow(ntu, c / 20.0);
            assert_near(exchanger_ntu_counterflow(eff, c / 20.0), ntu, 1e-8);
            assert_near(exchanger_ntu_crossflow(cross, c / 20.0), ntu, 1e-8);
            assert_true(cross <= eff + 1e-12);
        }
    }
    assert_within(exchanger_ntu_crossflow(0, .5), 0, 0);
    assert_true(isfinite(exchanger_ntu_crossflow(.9999, 1)));
}

static void outside_is_nan(void **state)
{
    (void)state;
    assert_true(isnan(exchanger_eff_counterflow(-1, .5)));
    assert_true(isnan(exchanger_eff_counterflow(1, 1.01)));
    assert_true(isnan(exchanger_eff_crossflow(1, -.1)));
    assert_true(isnan(exchanger_eff_crossflow((double)NAN, .5)));
    assert_true(isnan(exchanger_ntu_counterflow(1, .5)));
    assert_true(isnan(exchanger_ntu_crossflow(1, .5)));
    assert_true(isnan(exchanger_lmtd_k(0, 5)) && isnan(exchanger_lmtd_k(5, -1)));
    assert_true(isnan(exchanger_films_make(100, 0, .8, .85).air_w_k));
}

static void films_in_series(void **state)
{
    (void)state;
    struct exchanger_films f = exchanger_films_make(1000, .5, .8, .85);
    assert_near(exchanger_films_ua_w_k(&f, 1, 1), 1000, 1e-14);
    assert_near(f.air_w_k / f.liquid_w_k, .5, 1e-14);
    assert_near(f.air_w_k, 1500, 1e-14);
    assert_within(exchanger_films_ua_w_k(&f, 0, 1), 0, 0);
    assert_within(exchanger_films_ua_w_k(&f, 0, 0), 0, 0);
    double half = 1 / (1 / (1500 * pow(.5, .8)) + 1 / 3000.0);
    assert_near(exchanger_films_ua_w_k(&f, .5, 1), half, 1e-14);
}

static void lmtd_ua_and_heat(void **state)
{
    (void)state;
    assert_near(exchanger_lmtd_k(20, 10), 10 / log(2), 1e-14);
    assert_near(exchanger_lmtd_k(10, 20), 10 / log(2), 1e-14);
    assert_near(exchanger_lmtd_k(10, 10), 10, 1e-15);
    assert_near(exchanger_lmtd_k(10, 10 + 2e-5), 10.00001, 1e-9);
    assert_near(exchanger_ua_scaled_w_k(500, .5, .65), 500 * pow(.5, .65), 1e-14);
    assert_near(exchanger_heat_w(.5, 1000, 2000, 40, 20), 10000, 1e-15);
    /* both methods on one counter-flow: C 1000 and 2000, 40 -> 30, 20 -> 25 */
    double ua = 10000 / exchanger_lmtd_k(40 - 25, 30 - 20);
    assert_near(exchanger_eff_counterflow(ua / 1000, .5), .5, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counterflow_check_values), cmocka_unit_test(crossflow_check_values),
        cmocka_unit_test(one_side_isothermal),      cmocka_unit_test(inverse_returns_ntu),
        cmocka_unit_test(outside_is_nan),           cmocka_unit_test(films_in_series),
        cmocka_unit_test(lmtd_ua_and_heat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
