/* Temperature rise after cooling stops: hand-checked values and limits. */

#include "near.h"

#include "physics/ridethrough.h"

static const struct ridethrough per_m2 = {
    .heat_w = 2000, .air_j_k = 3621.6, .equip_j_k = 20000, .link_w_k = 100};

static void check_values(void **state)
{
    (void)state;
    static const double rows[][3] = {/* s, air K, equipment K */
                                     {10, 4.83653, .12420},
                                     {30, 11.48767, .91981},
                                     {60, 17.39136, 2.85077},
                                     {120, 24.21129, 7.61582},
                                     {300, 39.73710, 22.80441}};
    assert_within(ridethrough_tau_s(&per_m2), 30.663, 5.1e-4);
    for (int i = 0; i < 5; i++) {
        assert_within(ridethrough_air_rise_k(&per_m2, rows[i][0]), rows[i][1], 5.1e-6);
        assert_within(ridethrough_equip_rise_k(&per_m2, rows[i][0]), rows[i][2], 5.1e-6);
        assert_within(ridethrough_time_s(&per_m2, rows[i][1]), rows[i][0], 1e-4);
    }
}

/* Rates in K/min per m2 of floor. */
static void rates(void **state)
{
    (void)state;
    double c3 = 3 * ridethrough_air_j_m3_k(20, 101325);
    assert_near(c3, 3622, 4e-3); /* 3622 is for 1.2 kg/m3 */
    struct ridethrough air = {1000, 3621.6, 0, 100};
    assert_within(ridethrough_air_rise_k(&air, 60), 16.57, 5.1e-3);
    air.heat_w = 2000;
    assert_within(ridethrough_air_rise_k(&air, 60), 33.13, 5.1e-3);
    air.heat_w = 5000;
    assert_within(ridethrough_air_rise_k(&air, 60), 82.84, 5.1e-3);
    struct ridethrough tall = {1000, 4 * 3621.6 / 3, 0, 100};
    assert_within(ridethrough_air_rise_k(&tall, 60), 12.43, 5.1e-3);
    static const double late[][3] = {
        {1000, 10000, 4.405}, {2000, 20000, 5.080}, {5000, 40000, 6.877}};
    for (int i = 0; i < 3; i++) { /* settled rate */
        struct ridethrough r = {late[i][0], 3621.6, late[i][1], 100};
        assert_within(ridethrough_air_rise_k(&r, 1e4 + 60) - ridethrough_air_rise_k(&r, 1e4),
                      late[i][2], 5.1e-4);
    }
    struct ridethrough server = {350, 11100, 0, 1};
    assert_within(ridethrough_air_rise_k(&server, 60), 1.892, 5.1e-4);
    /* 10 m3 of water, 6 K, 1 MW */
    struct ridethrough buffer = {1e6, 10 * 4186e3, 0, 1};
    assert_within(ridethrough_time_s(&buffer, 6) / 60, 4.186, 5.1e-4);
}

static void energy_is_stored(void **state)
{
    (void)state;
    for (double t = 0; t < 1e5; t = 2 * t + 1)
        assert_within(ridethrough_air_rise_k(&per_m2, t) * per_m2.air_j_k +
                          ridethrough_equip_rise_k(&per_m2, t) * per_m2.equip_j_k,
                      per_m2.heat_w * t, 1e-12 * (1 + per_m2.heat_w * t));
}

static void time_is_the_inverse_and_falls_with_power(void **state)
{
    (void)state;
    double last = (double)INFINITY;
    for (double q = 10; q < 1e5; q *= 1.3) {
        struct ridethrough r = {q, 3600, 15000, 80};
        double t = ridethrough_time_s(&r, 15);
        assert_near(ridethrough_air_rise_k(&r, t), 15, 1e-9);
        assert_true(t < last);
        last = t;
    }
}

static void edges(void **state)
{
    (void)state;
    struct ridethrough idle = {0, 3600, 15000, 80}, bad = {1, 0, 1, 1};
    assert_true(isinf(ridethrough_time_s(&idle, 5)));
    assert_within(ridethrough_time_s(&per_m2, 0), 0, 0);
    assert_within(ridethrough_air_rise_k(&per_m2, 0), 0, 0);
    assert_true(isnan(ridethrough_time_s(&bad, 5)) && isnan(ridethrough_air_rise_k(&bad, 5)));
    assert_true(isnan(ridethrough_air_rise_k(&per_m2, -1)));
    assert_true(isnan(ridethrough_time_s(&per_m2, (double)NAN)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_values),
        cmocka_unit_test(rates),
        cmocka_unit_test(energy_is_stored),
        cmocka_unit_test(time_is_the_inverse_and_falls_with_power),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
