/* Plate exchangers between coolant and water, and pumps against circuits. */

#include "near.h"

#include "physics/hydraulics.h"
#include "physics/liquid_exchanger.h"

static const double l_min = 1 / 60e3; /* in m3/s */

static struct stream stream(double glycol_frac, double t_c, double flow_l_min)
{
    return (struct stream){fluid_at(glycol_frac, t_c), flow_l_min * l_min};
}

/* nVent RackChiller CDU800, a designed site: 740 kW, water from 20 to 35 degC at 705
   L/min, coolant (water) from 39 to 27.5 degC at 925 L/min.  UA = Q / LMTD = 740 kW over
   (7.5 - 4) / ln(7.5 / 4) = 5.568 K. */
static void sized_as_by_log_mean_difference(void **state)
{
    (void)state;
    struct stream hot = stream(0, 33.2, 925), cold = stream(0, 27.5, 705);
    double heat_w = stream_w_k(&hot) * 11.5;
    assert_within(heat_w, 740e3, 5e3);
    hot.flow_m3_s *= 740e3 / heat_w;
    cold.flow_m3_s *= 740e3 / (stream_w_k(&cold) * 15);
    struct liquid_exchanger x = liquid_exchanger_size(740e3, 7.5, &hot, &cold);
    double ua = 1 / (1 / x.coolant_film_w_k + 1 / x.water_film_w_k);
    assert_near(ua, 740e3 / exchanger_lmtd_k(7.5, 4), 1e-9);
    assert_near(liquid_exchanger_k_w(&x, &hot, &cold) * 740e3, 7.5, 1e-12);
    /* no exchanger gets closer than the coolant that leaves and water that enters */
    assert_true(isnan(liquid_exchanger_size(740e3, 0, &hot, &cold).water_film_w_k));
    /* and water that warms by 15 K does not leave coolant that enters 14 K above */
    assert_true(isnan(liquid_exchanger_size(740e3, 2.5, &hot, &cold).water_film_w_k));
}

/* Equal heat capacity flows: approach = Q / UA, with films that each follow flow^0.7. */
static void balanced_check_values(void **state)
{
    (void)state;
    struct stream s = stream(0, 40, 100);
    double q = stream_w_k(&s) * 10; /* rises by 10 K */
    struct liquid_exchanger x = liquid_exchanger_size(q, 4, &s, &s);
    assert_near(x.coolant_film_w_k, 2 * q / 4, 1e-12);
    assert_near(x.water_film_w_k, 2 * q / 4, 1e-12);
    struct stream half = stream(0, 40, 50);
    assert_near(liquid_exchanger_k_w(&x, &half, &half) * q, 4 * pow(2, .7), 1e-12);
    /* PHYSICS 7: 25 % glycol at 40 degC, k .4858, rho 1009.91, mu 1.353e-3, cp 3968.6; with
       water's .6307, 992.31, 6.527e-4, 4179.4 its film is 0.640 of water's */
    struct stream pg = stream(.25, 40, 100);
    pg.flow_m3_s *= stream_w_k(&s) / stream_w_k(&pg);
    double film = .640 * pow(pg.flow_m3_s / s.flow_m3_s, .7);
    assert_near(liquid_exchanger_k_w(&x, &pg, &s) * q, 4 * (.5 + .5 / film), 2e-3);
}

/* Whatever the flows, water leaves no warmer than coolant enters, and more of it, or a
   smaller heat, brings the coolant closer. */
static void no_temperatures_cross(void **state)
{
    (void)state;
    struct stream hot = stream(.25, 40, 1500), cold = stream(0, 36, 1500);
    struct liquid_exchanger x = liquid_exchanger_size(1e6, 4, &hot, &cold);
    double q = 1e6;
    for (int i = 1; i <= 60; i++) {
        double last_k = HUGE_VAL;
        for (int j = 1; j <= 60; j++) {
            struct stream h = hot, c = cold;
            h.flow_m3_s *= i / 30.;
            c.flow_m3_s *= j / 30.;
            double approach_k = liquid_exchanger_k_w(&x, &h, &c) * q;
            double hot_in = approach_k + q / stream_w_k(&h), cold_out = q / stream_w_k(&c);
            assert_true(approach_k >= 0 && hot_in >= cold_out);
            assert_true(approach_k <= last_k);
            last_k = approach_k;
        }
    }
    hot.flow_m3_s = 0;
    assert_true(isnan(liquid_exchanger_k_w(&x, &hot, &cold)));
}

/* Vertiv Liebert XDU1350 (SL-70799): 244 kPa at 1200 L/min by two pumps, 198 kPa at 1800
   by three.  What the pumps make at 600 L/min each is the same, so 25.6 kPa at 1000
   L/min are lost inside, and grow with the square. */
static void pump_curves(void **state)
{
    (void)state;
    struct pump_curve p = {1200 * l_min, 244e3, 480e3};
    assert_near(pump_head_pa(&p, 0), 480e3, 1e-12);
    assert_near(pump_head_pa(&p, 1200 * l_min), 244e3, 1e-12);
    assert_near(pump_head_pa(&p, 600 * l_min), 480e3 - 236e3 / 4, 1e-12);
    p.shutoff_pa = p.head_pa;
    assert_near(pump_head_pa(&p, 3000 * l_min), 244e3, 1e-12);
}

/* PHYSICS 7: 25 % glycol loses 24 % more than water where dp ~ V^1.75. */
static void glycol_loses_more(void **state)
{
    (void)state;
    struct fluid water = fluid_at(0, 40), pg = fluid_at(.25, 40);
    assert_within(hydraulic_drop_in_pa(1, 1.75, &water, &pg), 1.22, .02);
    assert_near(hydraulic_drop_in_pa(1, 2, &water, &pg), pg.rho_kg_m3 / water.rho_kg_m3, 1e-12);
    assert_near(hydraulic_drop_in_pa(7, 1.9, &pg, &pg), 7, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sized_as_by_log_mean_difference),
        cmocka_unit_test(balanced_check_values),
        cmocka_unit_test(no_temperatures_cross),
        cmocka_unit_test(pump_curves),
        cmocka_unit_test(glycol_loses_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
