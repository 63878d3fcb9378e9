/* Water and propylene glycol against hand-checked values and CoolProp. */

#include "near.h"

#include <stdio.h>

#include "physics/fluid.h"

#define L_MIN(q) ((q)*60e3) /* m3/s to litres per minute */

static void check_table(void **state)
{
    (void)state;
    static const double rows[][6] = {
        {.25, 20, 1019.28, 3920.5, 2.4452e-3, .4679}, {.25, 30, 1014.90, 3944.6, 1.7761e-3, .4769},
        {.25, 40, 1009.91, 3968.6, 1.3530e-3, .4858}, {.25, 50, 1004.38, 3992.4, 1.0726e-3, .4946},
        {0, 20, 998.52, 4186.6, 1.0072e-3, .5991},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const double *r = rows[i];
        struct fluid f = fluid_at(r[0], r[1]);
        assert_within(f.rho_kg_m3, r[2], 5.1e-3);
        assert_within(f.cp_j_kg_k, r[3], 5.1e-2);
        assert_within(f.mu_pa_s, r[4], 5.1e-8);
        assert_within(f.k_w_m_k, r[5], 5.1e-5);
    }
    assert_within(fluid_density_kg_m3(.4, 40), 1020.06, 5.1e-3);
    assert_within(fluid_cp_j_kg_k(.4, 40), 3770.8, 5.1e-2);
    assert_within(fluid_viscosity_pa_s(.4, 40), 2.1408e-3, 5.1e-8);
    assert_within(fluid_freezing_c(.25), -9.79, 5.1e-3);
    assert_within(fluid_cp_j_kg_k(.25, 35), 3957, 0.51);
    assert_within(fluid_cp_j_kg_k(.32, 35), 3870, 6);
}

static void flow_per_kilowatt(void **state)
{
    (void)state;
    static const double dt[] = {5, 7.5, 9.6, 10, 12, 15};
    static const double pg25[] = {2.994, 1.996, 1.559, 1.497, 1.248, .998};
    static const double water[] = {2.894, 1.929, 1.507, 1.447, 1.206, .965};
    for (int i = 0; i < 6; i++) {
        assert_within(L_MIN(fluid_flow_m3_s(1000, dt[i], .25, 40)), pg25[i], 5.1e-4);
        assert_within(L_MIN(fluid_flow_m3_s(1000, dt[i], 0, 40)), water[i], 5.1e-4);
    }
}

static void rack_of_85_kw(void **state)
{
    (void)state;
    double flow = 127.5 / 60e3;
    assert_within(flow * fluid_density_kg_m3(.25, 40), 2.1461, 5.1e-5);
    assert_within(fluid_rise_k(85e3, flow, .25, 40), 9.9801, 5.1e-5);
    assert_within(fluid_flow_kg_s(85e3, 9.9801, .25, 40), 2.1461, 5.1e-5);
    /* 60 L of PG25 without flow: K/s */
    double heat = 0.060 * fluid_density_kg_m3(.25, 40) * fluid_cp_j_kg_k(.25, 40);
    assert_within(85e3 / heat, .3535, 5.1e-5);
}

static void volume_fraction(void **state)
{
    (void)state;
    assert_within(fluid_mass_frac_from_volume(.25), .257, 5e-4);
    assert_near(fluid_mass_frac_from_volume(1), 1, 1e-15);
    assert_true(isnan(fluid_mass_frac_from_volume(1.1)));
}

static void outside_is_nan(void **state)
{
    (void)state;
    assert_true(isnan(fluid_cp_j_kg_k(-.01, 20)) && isnan(fluid_cp_j_kg_k(.61, 20)));
    assert_true(isnan(fluid_density_kg_m3(.25, -10)) && isnan(fluid_density_kg_m3(.25, 101)));
    assert_true(isnan(fluid_viscosity_pa_s(0, -1)) && isnan(fluid_conductivity_w_m_k(0, -1)));
    assert_true(isnan(fluid_freezing_c((double)NAN)));
    assert_false(fluid_in_range((double)NAN, 20));
    assert_false(fluid_in_range(.2, (double)NAN));
    assert_true(fluid_in_range(0, .1) && fluid_in_range(.25, -9));
    assert_true(isnan(fluid_flow_m3_s(1, 0, 0, 20)) && isnan(fluid_rise_k(1, 0, 0, 20)));
}

static void agrees_with_coolprop(void **state)
{
    (void)state;
    char line[512];
    int n = 0;
    FILE *f = fopen(DCPLAN_SOURCE_DIR "/tests/reference/coolprop_mpg.csv", "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        double x, t, rho, cp, mu, k, freezing;
        if (sscanf(line, "%lf,%lf,%lf,%lf,%lf,%lf,%lf", &x, &t, &rho, &cp, &mu, &k, &freezing) != 7)
            continue;
        assert_near(fluid_density_kg_m3(x, t), rho, 1e-6);
        assert_near(fluid_cp_j_kg_k(x, t), cp, 1e-6);
        assert_near(fluid_viscosity_pa_s(x, t), mu, 1e-6);
        assert_near(fluid_conductivity_w_m_k(x, t), k, 1e-6);
        assert_within(fluid_freezing_c(x), freezing, 2e-3);
        n++;
    }
    fclose(f);
    assert_int_equal(n, 24);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_table),    cmocka_unit_test(flow_per_kilowatt),
        cmocka_unit_test(rack_of_85_kw),  cmocka_unit_test(volume_fraction),
        cmocka_unit_test(outside_is_nan), cmocka_unit_test(agrees_with_coolprop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
