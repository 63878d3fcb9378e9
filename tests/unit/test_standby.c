/* Generators and batteries by hand. */

#include "near.h"

#include "physics/standby.h"

static void derate(void **state)
{
    (void)state;
    /* 1 % per 100 m above 1000 m, 2 % per 5.5 K above 40 C */
    double per_m = .01 / 100, per_k = .02 / 5.5;
    assert_near(generator_derate_frac(500, 1000, per_m, 35, 40, per_k), 1, 1e-15);
    assert_near(generator_derate_frac(1800, 1000, per_m, 35, 40, per_k), .92, 1e-14);
    assert_near(generator_derate_frac(500, 1000, per_m, 45.5, 40, per_k), .98, 1e-14);
    assert_near(generator_derate_frac(1800, 1000, per_m, 45.5, 40, per_k), .90, 1e-14);
    assert_within(generator_derate_frac(20e3, 1000, per_m, 45.5, 40, per_k), 0, 0);
    assert_true(isnan(generator_derate_frac(0, 0, -1, 20, 40, 0)));
    assert_true(isnan(generator_derate_frac((double)NAN, 0, .01, 20, 40, 0)));
    assert_true(isnan(generator_derate_frac(0, 0, 0, (double)NAN, 40, .01)));
}

static void dip(void **state)
{
    (void)state;
    /* xd' 20 %, step of half the rating: 0.1 / 1.1 */
    assert_near(generator_dip_frac(.2, 500e3, 1e6), .1 / 1.1, 1e-14);
    assert_within(generator_dip_frac(.2, 0, 1e6), 0, 0);
    assert_within(generator_dip_frac(0, 1e6, 1e6), 0, 0);
    for (double limit = 0; limit < .9; limit += .1)
        assert_within(generator_dip_frac(.25, generator_step_va(.25, limit, 2e6), 2e6), limit,
                      1e-14);
    assert_true(isnan(generator_dip_frac(.2, 1, 0)) && isnan(generator_dip_frac(-.2, 1, 1)));
    assert_true(isnan(generator_step_va(.2, 1, 1)) && isnan(generator_step_va(0, .1, 1)));
    assert_near(inrush_a(100, 8), 800, 1e-15);
    assert_true(isnan(inrush_a(100, -1)));
}

static void battery(void **state)
{
    (void)state;
    /* 500 kW for 5 min at 0.95 0.8 0.8: 150 MJ / 0.608 */
    struct battery_use use = {.95, .8, .8};
    double j = battery_energy_j(500e3, 300, use);
    assert_near(j, 150e6 / .608, 1e-14);
    assert_near(battery_runtime_s(j, 500e3, use), 300, 1e-14);
    assert_near(battery_runtime_s(j, 250e3, use), 600, 1e-14);
    assert_true(isinf(battery_runtime_s(j, 0, use)));
    assert_near(battery_recharge_w(500e3, 10, 1), 50e3, 1e-14);
    assert_near(battery_recharge_w(500e3, 10, .9) * .9, 50e3, 1e-14);
    assert_true(isnan(battery_energy_j(1, 1, (struct battery_use){1.1, 1, 1})));
    assert_true(isnan(battery_energy_j(1, 1, (struct battery_use){1, 0, 1})));
    assert_true(isnan(battery_energy_j(-1, 1, use)) && isnan(battery_runtime_s(-1, 1, use)));
    assert_true(isnan(battery_runtime_s(1, 1, (struct battery_use){1, 1, (double)NAN})));
    assert_true(isnan(battery_recharge_w(1, 0, 1)) && isnan(battery_recharge_w(1, 10, 0)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derate),
        cmocka_unit_test(dip),
        cmocka_unit_test(battery),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
