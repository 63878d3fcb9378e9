/* Invariants of moist air over random states; the seed is fixed. */

#include "near.h"

#include "physics/psychro.h"

enum { CASES = 20000 };

/* xorshift64*: uniform in [lo, hi). */
static double draw(uint64_t *s, double lo, double hi)
{
    *s ^= *s >> 12;
    *s ^= *s << 25;
    *s ^= *s >> 27;
    return lo + (hi - lo) * (double)((*s * 2685821657736338717u) >> 11) * 0x1p-53;
}

static void dew_point_below_wet_bulb_below_dry_bulb(void **state)
{
    (void)state;
    uint64_t seed = 42;
    for (int i = 0; i < CASES; i++) {
        double t = draw(&seed, -60, 80), rh = draw(&seed, 0.005, 1), p = draw(&seed, 50e3, 110e3);
        double w = psychro_w_from_rh(t, rh, p);
        double bulb = psychro_wet_bulb_c(t, w, p), dew = psychro_dew_point_c(w, p);
        if (!(bulb <= t && (dew <= bulb + 1e-6 || w <= 1e-7)))
            fail_msg("t %.17g rh %.17g p %.17g: dew %.17g bulb %.17g", t, rh, p, dew, bulb);
        if (!(fabs(psychro_w_from_wet_bulb(t, bulb, p) - w) <= 1e-10 + 1e-9 * w))
            fail_msg("wet bulb does not return w: t %.17g rh %.17g p %.17g", t, rh, p);
        if (w > 1e-7) assert_near(psychro_w_from_dew_point(dew, p), w, 1e-9);
        assert_within(psychro_t_from_enthalpy_c(psychro_enthalpy_j_kg(t, w), w), t, 1e-9);
    }
}

static void wet_bulb_rises_with_humidity_and_temperature(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int i = 0; i < CASES; i++) {
        double t = draw(&seed, -50, 60), rh = draw(&seed, 0, 0.99), p = draw(&seed, 60e3, 105e3);
        double w = psychro_w_from_rh(t, rh, p), more = psychro_w_from_rh(t, rh + 0.01, p);
        double bulb = psychro_wet_bulb_c(t, w, p);
        if (!(psychro_wet_bulb_c(t, more, p) > bulb))
            fail_msg("not rising in w: t %.17g rh %.17g p %.17g", t, rh, p);
        if (!(psychro_wet_bulb_c(t + 0.05, w, p) > bulb))
            fail_msg("not rising in t: t %.17g rh %.17g p %.17g", t, rh, p);
    }
}

/* The only step of the wet bulb is where the wick freezes; it grows with the
   dry bulb and vanishes at 0 degC. */
static void wet_bulb_steps_only_where_the_wick_freezes(void **state)
{
    (void)state;
    for (int t10 = -300; t10 <= 500; t10++) {
        double t = t10 / 10.0, ws = psychro_saturation_w(t, 101325), last = 0;
        for (int k = 0; k <= 2000; k++) {
            double bulb = psychro_wet_bulb_c(t, ws * k / 2000, 101325);
            double allowed = last < 0 && bulb >= 0 ? 0.02 + 0.08 * fmax(t, 0) : 0.05;
            if (k > 0 && !(bulb - last < allowed))
                fail_msg("step %.17g at t %.17g, bulb %.17g", bulb - last, t, bulb);
            last = bulb;
        }
    }
}

static void dew_point_is_continuous_and_rising(void **state)
{
    (void)state;
    double last = psychro_dew_point_c(1e-7, 101325);
    for (double w = 1e-7 * 1.001; w < 0.1; w *= 1.001) {
        double dew = psychro_dew_point_c(w, 101325);
        assert_true(dew >= last && dew - last < 0.05);
        last = dew;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dew_point_below_wet_bulb_below_dry_bulb),
        cmocka_unit_test(wet_bulb_rises_with_humidity_and_temperature),
        cmocka_unit_test(wet_bulb_steps_only_where_the_wick_freezes),
        cmocka_unit_test(dew_point_is_continuous_and_rising),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
