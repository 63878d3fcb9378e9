/* Fans, pumps and air flow against hand-checked values. */

#include "near.h"

#include "physics/flow.h"
#include "physics/psychro.h"

#define CFM 4.719474e-4 /* m3/s */

static void air_flow_per_kilowatt(void **state)
{
    (void)state;
    static const double rows[][3] = {
        {10, .08255, 174.9}, {12, .06879, 145.8}, {15, .05503, 116.6}, {20, .04128, 87.5}};
    for (int i = 0; i < 4; i++) {
        double v = flow_air_m3_s(1000, rows[i][0], 20, 101325);
        assert_within(v, rows[i][1], 5.1e-6);
        assert_within(v / CFM, rows[i][2], 5.1e-2);
        assert_near(flow_air_rise_k(1000, v, 20, 101325), rows[i][0], 1e-13);
    }
    assert_within(flow_air_m3_s(1000, 12, 20, psychro_pressure_pa(1000)), .07756, 5.1e-6);
    assert_within(flow_air_m3_s(1000, 12, 20, psychro_pressure_pa(2000)), .08768, 5.1e-6);
}

static void fan_and_pump_power(void **state)
{
    (void)state;
    assert_within(flow_power_w(1, 500, .6), 833, .5);
    assert_within(flow_power_w(CFM, 500, .6), .3933, 5.1e-5);
    assert_within(flow_part_power_w(1, 0, 3, .8), .512, 1e-15);
    assert_within(flow_part_power_w(1, 0, 2.7, .8), .5474, 5.1e-5);
    /* coolant pump at 1.5 L/min/kW, 250 kPa, 55 %: 1.136 % of the heat */
    assert_within(flow_power_w(1.5 / 60e3, 250e3, .55) / 1000, .01136, 5.1e-6);
    assert_within(flow_power_w(1890 / 60e3, 200e3, .6), 10500, .5);
}

static void powers_agree_with_pow(void **state)
{
    (void)state;
    static const double n[] = {1, 2, 2.5, 3, 2.7, .8};
    for (int i = 0; i < 6; i++)
        for (double x = 0; x < 1.5; x += .05)
            assert_within(flow_power_of(x, n[i]), pow(x, n[i]), 1e-15 * 4);
}

static void standing_loss(void **state)
{
    (void)state;
    assert_near(flow_part_power_w(1000, .1, 3, .5), 1000 * (.1 + .9 * .125), 1e-15);
    assert_near(flow_part_power_w(1000, .1, 3, 1), 1000, 1e-15);
    assert_within(flow_part_power_w(1000, .1, 3, 0), 0, 0);
    assert_near(flow_pressure_pa(250e3, .5, 2), 62.5e3, 1e-15);
}

static void more_units_at_lower_speed_use_less(void **state)
{
    (void)state;
    for (int n = 1; n < 10; n++) {
        double shared = (n + 1) * flow_part_power_w(1000, 0, 3, n / (n + 1.0));
        assert_near(shared / (n * 1000.0), pow(n / (n + 1.0), 2), 1e-13);
    }
}

static void outside_is_nan(void **state)
{
    (void)state;
    assert_true(isnan(flow_power_w(1, 500, 0)) && isnan(flow_power_w(1, 500, 1.1)));
    assert_true(isnan(flow_power_of(-1, 3)) && isnan(flow_part_power_w(1, 0, 3, -1)));
    assert_true(isnan(flow_part_power_w(1, 1.1, 3, 1)));
    assert_true(isnan(flow_air_m3_s(1, 0, 20, 101325)) &&
                isnan(flow_air_rise_k(1, -1, 20, 101325)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(air_flow_per_kilowatt),
        cmocka_unit_test(fan_and_pump_power),
        cmocka_unit_test(powers_agree_with_pow),
        cmocka_unit_test(standing_loss),
        cmocka_unit_test(more_units_at_lower_speed_use_less),
        cmocka_unit_test(outside_is_nan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
