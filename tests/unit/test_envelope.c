/* ASHRAE classes: limits, altitude, humidity and water. */

#include "near.h"

#include "physics/envelope.h"
#include "physics/psychro.h"

#define P0 101325.0

static void altitude_derating(void **state)
{
    (void)state;
    static const double at_1500[] = {30.0, 33.0, 36.571, 40.2, 23.8};
    static const double at_2000[] = {28.333, 31.333, 33.714, 36.2, 22.8};
    static const double low[] = {32, 35, 40, 45, 25};
    for (int i = 0; i < ENVELOPE_CLASSES; i++) {
        const struct envelope *e = envelope_find((enum envelope_class)i);
        assert_within(envelope_max_c(e, 1500), at_1500[i], 5.1e-4);
        assert_within(envelope_max_c(e, 2000), at_2000[i], 5.1e-4);
        assert_within(envelope_max_c(e, 900), low[i], 0);
        assert_within(envelope_max_c(e, -100), low[i], 0);
        assert_true(isnan(envelope_max_c(e, 3051)) && isnan(envelope_rec_max_c(e, 3051)));
    }
    const struct envelope *a1 = envelope_by_name("A1");
    assert_within(envelope_rec_max_c(a1, 2000), 27, 0);
    assert_within(envelope_rec_max_c(a1, 3000), 25, 1e-12);
}

static void names(void **state)
{
    (void)state;
    assert_ptr_equal(envelope_by_name("A3"), envelope_find(ENVELOPE_A3));
    assert_null(envelope_by_name("A5"));
    assert_null(envelope_find(ENVELOPE_CLASSES));
    assert_within(envelope_liquid_by_name("W32")->max_c, 32, 0);
    assert_within(envelope_liquid_by_name("W4")->max_c, 45, 0);
    assert_true(isinf(envelope_liquid_by_name("W+")->max_c));
    assert_null(envelope_liquid_by_name(""));
    assert_null(envelope_liquid_at(-1));
    assert_null(envelope_liquid_at(ENVELOPE_LIQUIDS));
    assert_string_equal(envelope_liquid_at(0)->name, "W17");
}

static void states_in_and_out(void **state)
{
    (void)state;
    const struct envelope *a2 = envelope_find(ENVELOPE_A2);
    double w = psychro_w_from_rh(24, .5, P0);
    assert_int_equal(envelope_recommended_breaks(a2, 24, w, P0, 0), 0);
    assert_int_equal(envelope_recommended_breaks(a2, 30, w, P0, 0), ENVELOPE_TOO_HOT);
    assert_int_equal(envelope_allowable_breaks(a2, 30, w, P0, 0), 0);
    assert_int_equal(envelope_allowable_breaks(a2, 9, psychro_w_from_rh(9, .5, P0), P0, 0),
                     ENVELOPE_TOO_COLD);
    assert_int_equal(envelope_allowable_breaks(a2, 34, w, P0, 2000), ENVELOPE_TOO_HOT);
    assert_int_equal(envelope_allowable_breaks(a2, 24, 0, P0, 0), ENVELOPE_TOO_DRY);
    assert_int_equal(envelope_allowable_breaks(a2, 24, .02, P0, 0), ENVELOPE_TOO_HUMID);
    assert_int_equal(envelope_allowable_breaks(a2, (double)NAN, (double)NAN, P0, 0), 15);
}

static void humidity_limits(void **state)
{
    (void)state;
    const struct envelope *a1 = envelope_find(ENVELOPE_A1);
    struct envelope_humidity warm = envelope_recommended_w(a1, 27, P0);
    assert_within(warm.w_max, .0106475, 5.1e-8);
    assert_within(warm.w_min, .00174773, 5.1e-9);
    struct envelope_humidity cool = envelope_recommended_w(a1, 18, P0);
    assert_near(cool.w_max, psychro_w_from_rh(18, .7, P0), 1e-15);
    struct envelope_humidity allowed = envelope_allowable_w(a1, 15, P0);
    assert_within(allowed.w_min, .00133682, 5.1e-9); /* the dew point rules here, 8 % when warm */
    assert_near(envelope_allowable_w(a1, 32, P0).w_min, psychro_w_from_rh(32, .08, P0), 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(altitude_derating),
        cmocka_unit_test(names),
        cmocka_unit_test(states_in_and_out),
        cmocka_unit_test(humidity_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
