/* Dry cooler coil against a data sheet point, limits and its own inverse. */

#include "near.h"

#include "physics/dry_coil.h"
#include "physics/psychro.h"

/* BAC TDFS1238N: 2931 kW, air 35 degC, water 46.11 to 40.55 degC. */
static struct dry_coil bac(void)
{
    return dry_coil_size(2931e3, 35, 43, 46.11, 40.55);
}

static void design_point_is_met(void **state)
{
    (void)state;
    struct dry_coil c = bac();
    struct dry_coil_point p = dry_coil_at(&c, 1, 1, 46.11, 35);
    assert_near(p.heat_w, 2931e3, 1e-10);
    assert_near(p.liquid_out_c, 40.55, 1e-10);
    assert_near(p.air_out_c, 43, 1e-10);
    assert_near(c.films.liquid_w_k, 2 * c.films.air_w_k, 1e-14);
}

static void heat_follows_inlet_difference(void **state)
{
    (void)state;
    struct dry_coil c = bac();
    assert_near(dry_coil_at(&c, 1, 1, 46.11, 35 - 11.11).heat_w, 2 * 2931e3, 1e-10);
    assert_within(dry_coil_at(&c, 1, 1, 35, 35).heat_w, 0, 0);
    assert_true(dry_coil_at(&c, 1, 1, 30, 35).heat_w < 0);
    assert_within(dry_coil_at(&c, 0, 1, 46, 35).heat_w, 0, 0);
    assert_within(dry_coil_at(&c, 1, 0, 46, 35).heat_w, 0, 0);
}

/* The shortcut heat ~ fan^0.6 of data sheets. */
static void half_air_keeps_about_two_thirds(void **state)
{
    (void)state;
    struct dry_coil c = bac();
    double share = dry_coil_at(&c, .5, 1, 46.11, 35).heat_w / 2931e3;
    assert_true(share > .58 && share < .72);
}

static void outlet_stays_above_air_and_falls_with_it(void **state)
{
    (void)state;
    struct dry_coil c = bac();
    for (double liquid = .1; liquid <= 2; liquid += .2) {
        double last = 45;
        for (double air = .02; air <= 3; air *= 1.2) {
            struct dry_coil_point p = dry_coil_at(&c, air, liquid, 45, 20);
            assert_true(p.liquid_out_c > 20 && p.liquid_out_c < last);
            assert_true(p.air_out_c <= 45);
            assert_near(p.heat_w, c.air_w_k * air * (p.air_out_c - 20), 1e-12);
            last = p.liquid_out_c;
        }
    }
}

static void air_ratio_inverts(void **state)
{
    (void)state;
    struct dry_coil c = bac();
    for (double liquid = .1; liquid <= 1.5; liquid += .1)
        for (double r = .005; r < 1; r *= 1.25)
            for (double air_c = -30; air_c < 45; air_c += 25) {
                double heat = dry_coil_at(&c, r, liquid, 46, air_c).heat_w;
                assert_near(dry_coil_air_ratio(&c, liquid, 46, air_c, heat), r, 1e-8);
            }
    assert_within(dry_coil_air_ratio(&c, 1, 46, 35, 9e6), 1, 0);
    assert_within(dry_coil_air_ratio(&c, 1, 46, 50, 1), 1, 0);
    assert_within(dry_coil_air_ratio(&c, 1, 46, 35, 0), 0, 0);
    assert_within(dry_coil_air_ratio(&c, 0, 46, 35, 1), 1, 0);
    assert_true(isnan(dry_coil_air_ratio(&c, 1, 46, 35, (double)NAN)));
}

static void impossible_designs(void **state)
{
    (void)state;
    assert_true(isnan(dry_coil_size(1e6, 35, 50, 46, 40).films.air_w_k));
    assert_true(isnan(dry_coil_size(1e6, 35, 40, 46, 35).films.air_w_k));
    assert_true(isnan(dry_coil_size(1e6, 35, 35, 46, 40).films.air_w_k));
    assert_true(isnan(dry_coil_size(-1e6, 35, 40, 46, 40).films.air_w_k));
    struct dry_coil c = bac();
    assert_true(isnan(dry_coil_at(&c, -1, 1, 46, 35).heat_w));
    assert_true(isnan(dry_coil_at(&c, 1, (double)NAN, 46, 35).heat_w));
}

static void pads_cool_and_drink(void **state)
{
    (void)state;
    double w = psychro_w_from_rh(35, .2, 101325);
    struct dry_coil_pads p = dry_coil_precool(35, w, 101325, .85, 10, .2);
    assert_within(p.air_c, 21.2897, 5.1e-5);
    assert_within(p.w, .012662, 5.1e-7);
    assert_within(p.water_kg_s, 10 * .005675 / .8, 1e-5);
    assert_near(dry_coil_precool(35, w, 101325, 0, 10, .2).air_c, 35, 1e-15);
    assert_within(dry_coil_precool(35, w, 101325, 0, 10, .2).water_kg_s, 0, 1e-12);
    assert_true(isnan(dry_coil_precool(35, w, 101325, .85, 10, 1).water_kg_s));
}

static double halved(const struct dry_coil *c, double most, double liquid, double share)
{
    double want = share * dry_coil_at(c, most, liquid, 1, 0).heat_w, lo = 0, hi = 1;
    for (int i = 0; i < 50; i++) {
        double mid = (lo + hi) / 2;
        if (dry_coil_at(c, mid * most, liquid, 1, 0).heat_w < want)
            lo = mid;
        else
            hi = mid;
    }
    return (lo + hi) / 2;
}

/* To the last bit what plain halving comes to, over coils that are hardly or far too large. */
static void share_of_the_air_is_that_of_halving(void **state)
{
    (void)state;
    int n = 0;
    for (double out_c = 37; out_c < 46; out_c += 1.7)
        for (double water_c = 36.2; water_c < 45; water_c += 2.3) {
            struct dry_coil c = dry_coil_size(2931e3, 35, out_c, 46.11, water_c);
            if (isnan(c.films.air_w_k)) continue;
            for (double most = 0.7; most < 1.1; most += 0.19)
                for (double liquid = 0.1; liquid < 1.8; liquid += 0.31)
                    for (double share = 1. / 64; share < 0.999; share += 1. / 64, n++) {
                        double got = dry_coil_air_share(&c, most, liquid, share);
                        double want = halved(&c, most, liquid, share);
                        assert_within(got, want, 0);
                    }
        }
    assert_true(n > 5000);
    struct dry_coil c = bac();
    assert_within(dry_coil_air_share(&c, 1, 1, 0), 0, 0);
    assert_within(dry_coil_air_share(&c, 1, 1, 1), 1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(share_of_the_air_is_that_of_halving),
        cmocka_unit_test(design_point_is_met),
        cmocka_unit_test(heat_follows_inlet_difference),
        cmocka_unit_test(half_air_keeps_about_two_thirds),
        cmocka_unit_test(outlet_stays_above_air_and_falls_with_it),
        cmocka_unit_test(air_ratio_inverts),
        cmocka_unit_test(impossible_designs),
        cmocka_unit_test(pads_cool_and_drink),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
