/* Invariants of cooling plant over random states; the seed is fixed. */

#include "near.h"

#include "physics/chiller_curve.h"
#include "physics/cooling_tower.h"
#include "physics/dry_coil.h"
#include "physics/flow.h"
#include "physics/psychro.h"

enum { CASES = 5000 };

/* xorshift64*: uniform in [lo, hi). */
static double draw(uint64_t *s, double lo, double hi)
{
    *s ^= *s >> 12;
    *s ^= *s << 25;
    *s ^= *s >> 27;
    return lo + (hi - lo) * (double)((*s * 2685821657736338717u) >> 11) * 0x1p-53;
}

static void towers_stay_above_wet_bulb(void **state)
{
    (void)state;
    uint64_t s = 11;
    for (int i = 0; i < CASES; i++) {
        double wb = draw(&s, 15, 28), p = draw(&s, 70e3, 103e3), range = draw(&s, 3, 10);
        double approach = draw(&s, 2.5, 8);
        struct cooling_tower t = cooling_tower_size(1e6, wb + approach + range, wb + approach, wb,
                                                    .6 * range + .3 * approach, 4184, p);
        if (isnan(t.ua_w_k)) continue; /* too little air for this approach */
        double now = draw(&s, -20, 30), in = now + draw(&s, .1, 25), air = draw(&s, 0, 1.4);
        double water = draw(&s, .2, 1.2);
        struct cooling_tower_point a = cooling_tower_at(&t, water, air, in, now, p);
        struct cooling_tower_point b = cooling_tower_at(&t, water, air + .1, in, now, p);
        struct cooling_tower_point c = cooling_tower_at(&t, water, air, in, now + .5, p);
        assert_true(a.residual_k < 1e-5 && a.water_out_c > now && a.water_out_c < in);
        assert_true(b.water_out_c <= a.water_out_c + 1e-6);
        assert_true(now + .5 >= in || c.water_out_c >= a.water_out_c - 1e-6);
    }
}

static void coils_stay_above_dry_bulb(void **state)
{
    (void)state;
    uint64_t s = 12;
    for (int i = 0; i < CASES; i++) {
        double range = draw(&s, 3, 12), approach = draw(&s, 3, 12);
        struct dry_coil c = dry_coil_size(1e6, 35, 35 + draw(&s, .3, .8) * (range + approach),
                                          35 + approach + range, 35 + approach);
        double air = draw(&s, .05, 1.4), liquid = draw(&s, .2, 1.2), out = draw(&s, -30, 44);
        struct dry_coil_point a = dry_coil_at(&c, air, liquid, 45, out);
        assert_true(a.liquid_out_c > out && a.liquid_out_c < 45);
        assert_true(dry_coil_at(&c, air + .05, liquid, 45, out).liquid_out_c < a.liquid_out_c);
        if (air < 1) assert_near(dry_coil_air_ratio(&c, liquid, 45, out, a.heat_w), air, 1e-7);
    }
}

static void chiller_cop_is_finite_and_positive(void **state)
{
    (void)state;
    static const struct chiller_curve c = {
        .cap_ft = {.257896, .0389016, -2.1708e-4, .0468684, -9.4284e-4, -3.4344e-4},
        .eir_ft = {.933884, -.058212, 4.50036e-3, 2.43e-3, 4.86e-4, -1.215e-3},
        .eir_plr = {.222903, .313387, .46371, 0},
        .te_min_c = 5,
        .te_max_c = 10,
        .tc_min_c = 24,
        .tc_max_c = 35,
        .plr_min = .1,
        .plr_min_unload = .2,
        .plr_max = 1};
    uint64_t s = 13;
    for (int i = 0; i < CASES; i++) {
        double te = draw(&s, -5, 30), tc = draw(&s, -20, 55), load = draw(&s, 1e3, 1.5e6);
        struct chiller_point p = chiller_curve_at(&c, 1e6, 5.5, te, tc, load);
        assert_true(p.cop > 0 && p.cop < 40 && p.power_w > 0 && p.served_w <= load);
        assert_near(p.condenser_w, p.served_w + p.power_w, 1e-15);
    }
}

static void altitude_raises_fan_power_for_the_same_heat(void **state)
{
    (void)state;
    double last = 0;
    for (double z = 0; z <= 3000; z += 100) {
        double v = flow_air_m3_s(100e3, 12, 25, psychro_pressure_pa(z));
        double power = flow_part_power_w(5000, .05, 2.7, v / 10);
        assert_true(power > last);
        last = power;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(towers_stay_above_wet_bulb),
        cmocka_unit_test(coils_stay_above_dry_bulb),
        cmocka_unit_test(chiller_cop_is_finite_and_positive),
        cmocka_unit_test(altitude_raises_fan_power_for_the_same_heat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
