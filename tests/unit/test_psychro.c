/* Moist air against the ASHRAE tables, hand-checked values and PsychroLib. */

#include "near.h"

#include <stdio.h>
#include <string.h>

#include "physics/psychro.h"

#define P0 101325.0

static void psat_matches_ashrae_tables(void **state)
{
    (void)state;
    static const double table[][2] = {{-20, 103.24}, {-5, 401.74},  {5, 872.6},
                                      {25, 3169.7},  {50, 12351.3}, {100, 101418.0}};
    assert_within(psychro_psat_pa(-60), 1.08, 0.01);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        assert_near(psychro_psat_pa(table[i][0]), table[i][1], 3e-4);
}

static void psat_check_values(void **state)
{
    (void)state;
    static const double table[][2] = {{0, 611.154},   {10, 1227.995}, {20, 2338.804},
                                      {25, 3169.216}, {27, 3567.312}, {35, 5627.819}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        assert_within(psychro_psat_pa(table[i][0]), table[i][1], 5e-4);
}

static void pressure_of_standard_atmosphere(void **state)
{
    (void)state;
    assert_within(psychro_pressure_pa(500), 95461, 1);
    assert_within(psychro_pressure_pa(1000), 89875, 1);
    assert_within(psychro_pressure_pa(4000), 61640, 1);
    assert_within(psychro_pressure_pa(900), 90970.04, 5e-3);
    assert_within(psychro_pressure_pa(1500), 84555.93, 5e-3);
    assert_within(psychro_pressure_pa(2000), 79495.12, 5e-3);
    assert_within(psychro_pressure_pa(3050), 69663.8, 5e-2);
    assert_near(psychro_pressure_pa(0), P0, 1e-15);
}

static void published_points(void **state)
{
    (void)state;
    assert_near(psychro_saturation_w(25, P0), 0.020173, 5e-3);
    assert_near(psychro_w_from_vapour_pressure(3169.7, 95461), 0.0213603998047487, 1e-12);
    /* ASHRAE's calculator, within 3e-4 as PsychroLib's own tests allow; the sharper
       values are PsychroLib 2.5's. */
    assert_near(psychro_w_from_wet_bulb(30, 25, 95461), 0.0192281274, 3e-4);
    assert_near(psychro_w_from_wet_bulb(-1, -5, 95461), 0.00120399820, 3e-4);
    assert_near(psychro_w_from_wet_bulb(30, 25, 95461), 0.019224769837522648, 1e-12);
    assert_near(psychro_enthalpy_j_kg(30, 0.02), 81316, 1e-9);
    assert_near(psychro_volume_m3_kg(30, 0.02, 95461), 0.940855374, 1e-8);
    double w = psychro_w_from_rh(7, 0.61, 100000);
    assert_within(psychro_wet_bulb_c(7, w, 100000), 3.926674, 1e-3);
}

static void ashrae_example_40_20(void **state)
{
    (void)state;
    double w = psychro_w_from_wet_bulb(40, 20, P0);
    assert_within(w, 0.0065, 1e-4);
    assert_within(psychro_dew_point_c(w, P0), 7, 0.5);
    assert_within(psychro_rh(40, w, P0), 0.14, 0.005);
    assert_within(psychro_enthalpy_j_kg(40, w), 56.7e3, 500);
    assert_within(psychro_volume_m3_kg(40, w, P0), 0.896, 5e-4);
}

static void check_table(void **state)
{
    (void)state;
    static const struct row {
        double t, rh, p, w, wet_bulb, wet_bulb_tol, dew_point, h, v;
    } rows[] = {
        {30, .50, P0, .013310, 22.00498, 5e-6, 18.4466, 64211.5, .87717},
        {35, .40, P0, .014132, 23.93452, 5e-6, 19.3846, 71473.2, .89279},
        {25, .50, P0, .009881, 17.88934, 5e-6, 13.8640, 50322.0, .85804},
        {20, .60, P0, .008734, 15.14341, 5e-6, 12.0075, 42289.9, .84212},
        {40, .20, P0, .009198, 22.03196, 5e-6, 12.7831, 63929.0, .90024},
        {0, .90, P0, .003395, -.57178, 5e-6, -1.2735, 8490.0, .77803},
        {-5, .80, P0, .001979, -5.88416, 5e-6, -7.5853, -98.6, .76206},
        {30, .50, 89874.5, .015047, 21.7282, 5e-5, 18.4466, 68652.2, .99163},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *r = &rows[i];
        double w = psychro_w_from_rh(r->t, r->rh, r->p);
        assert_within(w, r->w, 5.1e-7);
        assert_within(psychro_wet_bulb_c(r->t, w, r->p), r->wet_bulb, 1.02 * r->wet_bulb_tol);
        assert_within(psychro_dew_point_c(w, r->p), r->dew_point, 5.1e-5);
        assert_within(psychro_enthalpy_j_kg(r->t, w), r->h, 0.051);
        assert_within(psychro_volume_m3_kg(r->t, w, r->p), r->v, 5.1e-6);
        assert_near(psychro_density_kg_m3(r->t, w, r->p), (1 + w) / r->v, 1e-5);
    }
}

static void w_at_limits_of_dew_point(void **state)
{
    (void)state;
    assert_within(psychro_w_from_dew_point(15, P0), 0.0106475, 5.1e-8);
    assert_within(psychro_w_from_dew_point(-9, P0), 0.00174773, 5.1e-9);
    assert_within(psychro_w_from_dew_point(-12, P0), 0.00133682, 5.1e-9);
    assert_within(psychro_rh(27, psychro_w_from_dew_point(15, P0), P0), 0.47808, 5.1e-6);
}

static void evaporative_cooling(void **state)
{
    (void)state;
    struct psychro_state in = {35, psychro_w_from_rh(35, 0.2, P0)};
    struct psychro_state out = psychro_evaporative(in, 0.85, P0);
    assert_within(psychro_wet_bulb_c(in.t_c, in.w, P0), 18.8702, 5.1e-5);
    assert_within(in.w, 0.006986, 5.1e-7);
    assert_within(out.t_c, 21.2897, 5.1e-5);
    assert_within(out.w, 0.012662, 5.1e-7);
    assert_within(out.w - in.w, 0.005675, 5.1e-7);
    assert_within(psychro_rh(out.t_c, out.w, P0), 0.7984, 5.1e-5);
    assert_within(psychro_wet_bulb_c(out.t_c, out.w, P0), 18.8702, 5.1e-5);
    assert_true(isnan(psychro_evaporative(in, 1.1, P0).t_c));
}

static void mixing_conserves_water_and_enthalpy(void **state)
{
    (void)state;
    struct psychro_state a = {35, 0.012}, b = {5, 0.004}, m = psychro_mix(a, b, 0.25);
    assert_near(m.w, 0.75 * 0.012 + 0.25 * 0.004, 1e-14);
    assert_near(psychro_enthalpy_j_kg(m.t_c, m.w),
                0.75 * psychro_enthalpy_j_kg(35, 0.012) + 0.25 * psychro_enthalpy_j_kg(5, 0.004),
                1e-13);
    assert_near(psychro_mix(a, b, 0).t_c, 35, 1e-13);
    assert_near(psychro_mix(a, b, 1).t_c, 5, 1e-12);
}

/* B26: saturation curve has a kink at 0 degC. */
static void solvers_cross_zero(void **state)
{
    (void)state;
    for (int i = -50; i <= 50; i++) {
        double last_dew = -200, last_bulb = -200, t = i * 0.01;
        for (int rh = 1; rh <= 100; rh++) {
            double w = psychro_w_from_rh(t, rh / 100.0, P0);
            double dew = psychro_dew_point_c(w, P0), bulb = psychro_wet_bulb_c(t, w, P0);
            assert_true(dew > last_dew && bulb > last_bulb);
            assert_true(dew <= bulb + 1e-6 && bulb <= t);
            assert_near(psychro_w_from_dew_point(dew, P0), w, 1e-9);
            assert_near(psychro_w_from_wet_bulb(t, bulb, P0), w, 1e-7);
            last_dew = dew;
            last_bulb = bulb;
        }
        assert_within(last_dew, t, 0.01);
        assert_within(last_bulb, t, 0.01);
    }
}

/* B28: a bulb cannot be wetted in air above 100 degC. */
static void out_of_range_is_nan(void **state)
{
    (void)state;
    double w = psychro_w_from_rh(101, 1, 110000);
    assert_true(w > 0);
    assert_true(isnan(psychro_w_from_rh(101, 1, P0)));
    assert_true(isnan(psychro_wet_bulb_c(101, w, 110000)));
    assert_true(isnan(psychro_wet_bulb_c(101, psychro_w_from_rh(101, 1, P0), P0)));
    assert_true(isnan(psychro_psat_pa(-100.1)) && isnan(psychro_psat_pa(200.1)));
    assert_true(isnan(psychro_psat_pa((double)NAN)));
    assert_true(isnan(psychro_w_from_rh(20, -0.01, P0)) && isnan(psychro_w_from_rh(20, 1.2, P0)));
    assert_true(isnan(psychro_dew_point_c(-1e-9, P0)) && isnan(psychro_dew_point_c(0.01, 0)));
    assert_true(isnan(psychro_dew_point_c((double)NAN, P0)));
    assert_true(isnan(psychro_wet_bulb_c(20, -1e-9, P0)));
    assert_true(isnan(psychro_w_from_wet_bulb(20, 21, P0)));
    assert_true(isnan(psychro_enthalpy_j_kg(20, -0.001)));
    assert_true(isnan(psychro_t_from_enthalpy_c(1e9, 0)));
    assert_true(isnan(psychro_volume_m3_kg(20, 0.01, -1)));
    assert_true(isnan(psychro_pressure_pa(12000)));
    assert_true(isnan(psychro_saturation_w(100, P0)));
}

static void boiling_air_keeps_a_wet_bulb(void **state)
{
    (void)state;
    double bulb = psychro_wet_bulb_c(100, 0.01, P0);
    assert_true(bulb > 30 && bulb < 40);
    assert_near(psychro_w_from_wet_bulb(100, bulb, P0), 0.01, 1e-9);
    assert_true(psychro_wet_bulb_c(100, 0.01, 60000) < bulb);
}

/* B29: nearly dry air. */
static void dry_air_is_bounded(void **state)
{
    (void)state;
    double w = psychro_w_from_rh(-20, 0.01, P0);
    assert_near(psychro_w_from_dew_point(psychro_dew_point_c(w, P0), P0), w, 1e-9);
    assert_true(psychro_wet_bulb_c(-20, w, P0) < -20);
    assert_within(psychro_dew_point_c(0, P0), psychro_dew_point_c(1e-7, P0), 1e-12);
    assert_true(isfinite(psychro_dew_point_c(0, P0)));
    for (int t = -99; t <= 100; t++) {
        double bulb = psychro_wet_bulb_c(t, 0, P0);
        assert_true(bulb < t + 1e-9 && bulb > -100);
    }
}

/* B30: pressure of the site, not of the sea. */
static void altitude_changes_w(void **state)
{
    (void)state;
    assert_within(psychro_w_from_rh(25, 0.5, 101325), 0.00988, 5.1e-6);
    assert_within(psychro_w_from_rh(25, 0.5, 82500), 0.01218, 5.1e-6);
}

static void saturated_and_foggy_air(void **state)
{
    (void)state;
    double w = psychro_saturation_w(12, P0);
    assert_within(psychro_wet_bulb_c(12, w, P0), 12, 1e-9);
    assert_near(psychro_wet_bulb_c(12, 1.1 * w, P0), 12, 1e-15);
    assert_near(psychro_rh(12, 1.1 * w, P0), 1.1, 2e-3);
    assert_near(psychro_saturation_enthalpy_j_kg(12, P0), psychro_enthalpy_j_kg(12, w), 1e-15);
}

static void agrees_with_psychrolib(void **state)
{
    (void)state;
    char line[512];
    int n = 0;
    FILE *f = fopen(DCPLAN_SOURCE_DIR "/tests/reference/psychrolib_states.csv", "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        double t, rh, p, psat, w, bulb, dew, h, v, rho;
        if (sscanf(line, "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", &t, &rh, &p, &psat, &w, &bulb,
                   &dew, &h, &v, &rho) != 10)
            continue;
        double got_w = psychro_w_from_rh(t, rh, p);
        assert_near(psychro_psat_pa(t), psat, 1e-6);
        assert_near(got_w, w, 1e-6);
        assert_near(psychro_rh(t, w, p), rh, 1e-6);
        assert_near(psychro_enthalpy_j_kg(t, got_w), h, 1e-6);
        assert_near(psychro_volume_m3_kg(t, got_w, p), v, 1e-6);
        assert_near(psychro_density_kg_m3(t, got_w, p), rho, 1e-6);
        assert_within(psychro_wet_bulb_c(t, got_w, p), bulb, 1e-3);
        assert_within(psychro_dew_point_c(got_w, p), dew, 1e-3);
        n++;
    }
    fclose(f);
    assert_int_equal(n, 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(psat_matches_ashrae_tables),
        cmocka_unit_test(psat_check_values),
        cmocka_unit_test(pressure_of_standard_atmosphere),
        cmocka_unit_test(published_points),
        cmocka_unit_test(ashrae_example_40_20),
        cmocka_unit_test(check_table),
        cmocka_unit_test(w_at_limits_of_dew_point),
        cmocka_unit_test(evaporative_cooling),
        cmocka_unit_test(mixing_conserves_water_and_enthalpy),
        cmocka_unit_test(solvers_cross_zero),
        cmocka_unit_test(out_of_range_is_nan),
        cmocka_unit_test(boiling_air_keeps_a_wet_bulb),
        cmocka_unit_test(dry_air_is_bounded),
        cmocka_unit_test(altitude_changes_w),
        cmocka_unit_test(saturated_and_foggy_air),
        cmocka_unit_test(agrees_with_psychrolib),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
