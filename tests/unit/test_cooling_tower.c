/* Cooling tower: hand-checked points of the Merkel and York models, and water. */

#include "near.h"

#include "physics/cooling_tower.h"
#include "physics/psychro.h"

#define P0 101325.0

static struct cooling_tower design(void)
{
    return cooling_tower_size(1e6, 35, 29.44, 25.55, 5, 4184, P0);
}

static double fictitious_cp(double from_c, double to_c)
{
    return (psychro_saturation_enthalpy_j_kg(to_c, P0) -
            psychro_saturation_enthalpy_j_kg(from_c, P0)) /
           (to_c - from_c);
}

static void sizing_check_values(void **state)
{
    (void)state;
    struct cooling_tower t = design();
    assert_within(fictitious_cp(25.55, 30.55), 4800.2, 5.1e-2);
    assert_within(fictitious_cp(20, 25), 3777.5, 5.1e-2);
    assert_within(t.water_kg_s, 42.9866, 5.1e-5);
    assert_within(t.air_kg_s, 41.6650, 5.1e-5);
    assert_within(t.ua_w_k, 50333.5, 5.1e-2);
    assert_within(t.ua_w_k * fictitious_cp(25.55, 30.55) / 1006, 240169.5, .3);
}

static void outlet_check_values(void **state)
{
    (void)state;
    struct cooling_tower t = design();
    static const double rows[][4] = {/* water in, wet bulb, air ratio, water out */
                                     {35, 25.55, 1, 29.4297},
                                     {35, 20, 1, 26.9677},
                                     {30, 15, 1, 22.9654},
                                     {35, 25.55, .5, 31.4656}};
    for (int i = 0; i < 4; i++) {
        struct cooling_tower_point p =
            cooling_tower_at(&t, 1, rows[i][2], rows[i][0], rows[i][1], P0);
        assert_within(p.water_out_c, rows[i][3], 5.1e-5);
        assert_true(p.residual_k < 1e-5 && !p.is_free_convection);
    }
    assert_within(cooling_tower_at(&t, 1, 1, 35, 25.55, P0).heat_w, 1001.8e3, 51);
    assert_within(cooling_tower_at(&t, 1, .5, 35, 25.55, P0).heat_w, 635.7e3, 51);
}

/* What the iteration should close: heat to air = heat from water. */
static void heat_balances(void **state)
{
    (void)state;
    struct cooling_tower t = design();
    for (double wb = -15; wb <= 30; wb += 1.5)
        for (double r = .3; r <= 1.2; r += .15) {
            struct cooling_tower_point p = cooling_tower_at(&t, r, r, wb + 12, wb, P0);
            double rise = psychro_saturation_enthalpy_j_kg(p.air_out_c, P0) -
                          psychro_saturation_enthalpy_j_kg(wb, P0);
            assert_near(t.air_kg_s * r * rise, p.heat_w, 1e-5);
            assert_near(t.water_kg_s * r * 4184 * (wb + 12 - p.water_out_c), p.heat_w, 1e-9);
        }
}

static void outlet_above_wet_bulb_and_falls_with_air(void **state)
{
    (void)state;
    struct cooling_tower t = design();
    for (double wb = -20; wb <= 30; wb += 2.5)
        for (double in = wb + .01; in < 60; in += 2.7)
            for (double water = .1; water <= 1.5; water += .2) {
                double last = in;
                for (double air = 0; air <= 1.5; air += .05) {
                    struct cooling_tower_point p = cooling_tower_at(&t, water, air, in, wb, P0);
                    assert_true(p.water_out_c > wb && p.water_out_c <= last + 1e-6);
                    assert_true(p.residual_k < 1e-5);
                    last = p.water_out_c;
                }
            }
}

static void fans_off_keeps_an_eighth(void **state)
{
    (void)state;
    struct cooling_tower t = design();
    double full = cooling_tower_at(&t, 1, 1, 35, 20, P0).heat_w;
    struct cooling_tower_point p = cooling_tower_at(&t, 1, 0, 35, 20, P0);
    assert_near(p.heat_w, .125 * full, 1e-12);
    assert_true(p.is_free_convection);
    assert_near(p.water_out_c, 35 - .125 * full / (t.water_kg_s * 4184), 1e-12);
}

static void nothing_to_reject(void **state)
{
    (void)state;
    struct cooling_tower t = design();
    assert_within(cooling_tower_at(&t, 1, 1, 20, 25, P0).heat_w, 0, 0);
    assert_within(cooling_tower_at(&t, 0, 1, 35, 25, P0).heat_w, 0, 0);
    assert_true(isnan(cooling_tower_at(&t, 1, 1.6, 35, 25, P0).heat_w));
    assert_true(isnan(cooling_tower_at(&t, -1, 1, 35, 25, P0).heat_w));
    assert_true(isnan(cooling_tower_at(&t, 1, 1, (double)NAN, 25, P0).heat_w));
    assert_true(isnan(cooling_tower_size(1e6, 35, 25, 25.55, 5, 4184, P0).ua_w_k));
    assert_true(isnan(cooling_tower_size(1e6, 35, 29, 25.55, 10, 4184, P0).ua_w_k));
}

static void air_ratio_meets_the_setpoint(void **state)
{
    (void)state;
    struct cooling_tower t = design();
    for (double wb = -10; wb <= 26; wb += 2)
        for (double water = .4; water <= 1.2; water += .2)
            for (double r = .15; r < 1; r += .06) {
                struct cooling_tower_point p = cooling_tower_at(&t, water, r, wb + 9, wb, P0);
                if (p.is_free_convection) continue;
                double got = cooling_tower_air_ratio(&t, water, wb + 9, p.water_out_c, wb, P0);
                assert_within(got, r, 2e-6);
            }
    assert_within(cooling_tower_air_ratio(&t, 1, 35, 20, 25, P0), 1, 0);
    assert_within(cooling_tower_air_ratio(&t, 1, 35, 34.9, 20, P0), 0, 0);
    assert_within(cooling_tower_air_ratio(&t, 1, 20, 20, 10, P0), 0, 0);
    assert_true(isnan(cooling_tower_air_ratio(&t, 1, 35, (double)NAN, 10, P0)));
}

static void york_check_values(void **state)
{
    (void)state;
    static const double rows[][4] = {/* range, wet bulb, L/G, approach */
                                     {5.56, 25.55, 1, 3.8445}, {5.56, 20, 1, 5.0580},
                                     {5.56, 15, 1, 6.3297},    {5.56, 10, 1, 7.7706},
                                     {10, 20, 1, 7.9639},      {5.56, 25.55, 2, 8.6827}};
    for (int i = 0; i < 6; i++)
        assert_within(cooling_tower_york_approach_k(rows[i][1], rows[i][0], rows[i][2]), rows[i][3],
                      5.1e-5);
    assert_true(isnan(cooling_tower_york_approach_k(27, 5.56, 1)));
    assert_true(isnan(cooling_tower_york_approach_k(20, 1, 1)));
    assert_true(isnan(cooling_tower_york_approach_k(20, 5.56, 8.1)));
}

static void water_per_kilowatt_hour(void **state)
{
    (void)state;
    static const double rows[][3] = {/* cycles, makeup, blowdown */
                                     {3, 2.2222, .7330},
                                     {4, 1.9753, .4861},
                                     {5, 1.8519, .3626},
                                     {6, 1.7778, .2886}};
    double flow = 1000 / (4184 * 5.56);
    for (int i = 0; i < 4; i++) {
        struct cooling_tower_water w = cooling_tower_water(1000, 1, flow, 5e-5, rows[i][0]);
        assert_within(3600 * w.makeup_kg_s, rows[i][1], 5.1e-5);
        assert_within(3600 * w.blowdown_kg_s, rows[i][2], 5.1e-5);
        assert_within(3600 * w.drift_kg_s, .00773, 1.1e-5);
        assert_within(3600 * w.evaporation_kg_s, 1.4815, 5.1e-5);
    }
    assert_within(3600 * cooling_tower_water(1000, .9, 0, 0, 5).evaporation_kg_s, 1.3333, 5.1e-5);
    /* energy balance against the legacy rule: share of the flow per 5.56 K */
    assert_within(cooling_tower_water(1000, 1, 0, 0, 5).evaporation_kg_s / flow, .00958, 1.1e-5);
    assert_true(isnan(cooling_tower_water(1000, 1, 1, 0, 1).makeup_kg_s));
    /* B38: half the load, about half the water */
    double half = cooling_tower_water(500, .9, flow, 5e-5, 5).makeup_kg_s;
    assert_near(half, .5 * cooling_tower_water(1000, .9, flow, 5e-5, 5).makeup_kg_s, 5e-2);
    /* golden case: 1255.259 kW, latent share .9 */
    struct cooling_tower_water w = cooling_tower_water(1255259, .9, 0, 0, 5);
    assert_within(3.6 * w.evaporation_kg_s, 1.673679, 2e-6);
    assert_within(3.6 * w.makeup_kg_s, 2.092098, 2e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizing_check_values),
        cmocka_unit_test(outlet_check_values),
        cmocka_unit_test(heat_balances),
        cmocka_unit_test(outlet_above_wet_bulb_and_falls_with_air),
        cmocka_unit_test(fans_off_keeps_an_eighth),
        cmocka_unit_test(nothing_to_reject),
        cmocka_unit_test(air_ratio_meets_the_setpoint),
        cmocka_unit_test(york_check_values),
        cmocka_unit_test(water_per_kilowatt_hour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
