/* Curves of breakers and the selectivity of pairs. */

#include "near.h"

#include "physics/breaker.h"

/* Electronic incomer of category B: 800 A, Isd 4.5 to 5.5, 0.2 s, Icw 15 kA. */
static const struct breaker INCOMER = {.rated_a = 800,
                                       .hold_multiple = 1.05,
                                       .trip_multiple = 1.3,
                                       .long_time_a2s = 36.0 * 800 * 800 * 12,
                                       .tolerance_frac = .2,
                                       .magnetic_min = 4.5,
                                       .magnetic_max = 5.5,
                                       .delay_s = .2,
                                       .icw_a = 15e3,
                                       .instantaneous_a = (double)INFINITY,
                                       .open_s = .05};

static struct breaker miniature(char curve, double rated_a)
{
    struct breaker b;
    assert_true(breaker_miniature(curve, rated_a, 20, &b));
    return b;
}

static void miniature_bands(void **state)
{
    (void)state;
    static const double rows[][3] = {{'B', 3, 5}, {'C', 5, 10}, {'D', 10, 20}};
    for (int i = 0; i < 3; i++) {
        struct breaker b = miniature((char)rows[i][0], 16);
        assert_near(b.magnetic_min, rows[i][1], 1e-15);
        assert_near(b.magnetic_max, rows[i][2], 1e-15);
        assert_true(isinf(breaker_earliest_s(&b, 1.12 * 16)));
        assert_true(isinf(breaker_latest_s(&b, 1.44 * 16)));
        assert_near(breaker_earliest_s(&b, 2.55 * 16), 20, 1e-14);
        assert_near(breaker_latest_s(&b, 2.55 * 16), 20.01, 1e-14);
        assert_within(breaker_earliest_s(&b, rows[i][1] * 16), 0, 0);
        assert_true(breaker_latest_s(&b, .99 * rows[i][2] * 16) > .02);
        assert_near(breaker_latest_s(&b, rows[i][2] * 16), .01, 1e-14);
    }
    struct breaker b;
    assert_false(breaker_miniature('A', 16, 20, &b));
    assert_false(breaker_miniature('B', 0, 20, &b) || breaker_miniature('B', 16, (double)NAN, &b));
}

/* 12 s at 6 Ir, 20 % either way; then the delay, then at once. */
static void delayed_curve(void **state)
{
    (void)state;
    struct breaker b = INCOMER;
    b.magnetic_min = 7;
    b.magnetic_max = 8;
    b.instantaneous_a = 12e3;
    assert_near(breaker_earliest_s(&b, 4800), .8 * 12, 1e-14);
    assert_near(breaker_latest_s(&b, 4800), 1.2 * 12 + .05, 1e-14);
    assert_near(breaker_earliest_s(&b, 5600), .2, 1e-14);
    assert_true(breaker_latest_s(&b, 6300) > 8);
    assert_near(breaker_latest_s(&b, 6400), .25, 1e-14);
    assert_within(breaker_earliest_s(&b, 12e3), 0, 0);
    assert_near(breaker_latest_s(&b, 12e3), .05, 1e-14);
    b.long_time_a2s = 1e6; /* the overload release overtakes the delay */
    assert_near(breaker_earliest_s(&b, 10e3), .008, 1e-14);
    assert_near(breaker_latest_s(&b, 10e3), .062, 1e-14);
}

static void current_selectivity_up_to_the_magnetic_threshold(void **state)
{
    (void)state;
    struct breaker up = miniature('C', 63), down = miniature('B', 16);
    struct selective s = breaker_selectivity(&up, &down, 3000);
    assert_int_equal(s.kind, SELECTIVITY_CURRENT);
    assert_near(s.limit_a, 5 * 63, 1e-14);
    assert_false(s.total);
    assert_true(breaker_selectivity(&up, &down, 315).total);
    assert_false(breaker_selectivity(&up, &down, 316).total);
    up = miniature('D', 63);
    assert_near(breaker_selectivity(&up, &down, 3000).limit_a, 630, 1e-14);
}

static void time_selectivity_up_to_icw(void **state)
{
    (void)state;
    struct breaker up = INCOMER, down = miniature('C', 63);
    struct selective s = breaker_selectivity(&up, &down, 12e3);
    assert_int_equal(s.kind, SELECTIVITY_TIME);
    assert_near(s.limit_a, 15e3, 1e-14);
    assert_true(s.total);
    assert_false(breaker_selectivity(&up, &down, 16e3).total);
    up.instantaneous_a = 11e3;
    assert_near(breaker_selectivity(&up, &down, 12e3).limit_a, 11e3, 1e-14);
    up.delay_s = 0;
    s = breaker_selectivity(&up, &down, 12e3);
    assert_int_equal(s.kind, SELECTIVITY_CURRENT);
    assert_near(s.limit_a, 4.5 * 800, 1e-14);
}

/* The delayed feeder needs less delay than its incomer. */
static void two_delays(void **state)
{
    (void)state;
    struct breaker up = INCOMER, down = INCOMER;
    down.rated_a = 400;
    down.long_time_a2s = 36.0 * 400 * 400 * 12;
    down.delay_s = .1;
    struct selective s = breaker_selectivity(&up, &down, 15e3);
    assert_true(s.total && s.kind == SELECTIVITY_TIME);
    down.delay_s = .15; /* breaks at 0.2 s, when the incomer lets go */
    s = breaker_selectivity(&up, &down, 15e3);
    assert_int_equal(s.kind, SELECTIVITY_CURRENT);
    assert_near(s.limit_a, 3600, 1e-14);
}

/* The upstream overload curve falls to the load side's break time at
   sqrt(K / t) before its short-circuit release begins. */
static void overload_curve_crosses(void **state)
{
    (void)state;
    struct breaker up = miniature('D', 63), down = miniature('B', 40);
    up.magnetic_min = 40;
    up.magnetic_max = 50;
    up.long_time_a2s = 10e3;
    down.long_time_a2s = 4e3;
    struct selective s = breaker_selectivity(&up, &down, 3000);
    assert_int_equal(s.kind, SELECTIVITY_NONE);
    assert_near(s.limit_a, 1000, 1e-11);
    down.open_s = .04;
    assert_near(breaker_selectivity(&up, &down, 3000).limit_a, 500, 1e-11);
    /* a delayed load side, which above 250 A is quick again */
    down.long_time_a2s = 7e3;
    down.delay_s = .06;
    down.icw_a = 3000;
    assert_near(breaker_selectivity(&up, &down, 3000).limit_a, sqrt(10e3 / .1), 1e-11);
    down.instantaneous_a = 250;
    assert_near(breaker_selectivity(&up, &down, 3000).limit_a, 500, 1e-11);
    down.long_time_a2s = 4e3;
    down.delay_s = 0;
    down.instantaneous_a = (double)INFINITY;
    /* with no short-circuit release to help, where 10000 / I^2 = 4000 / I^2 + 0.04 */
    down.magnetic_min = down.magnetic_max = 1000;
    assert_near(breaker_selectivity(&up, &down, 3000).limit_a, sqrt(6000 / .04), 1e-11);
}

static void too_close_ratings_are_not_selective(void **state)
{
    (void)state;
    struct breaker up = miniature('C', 20), down = miniature('C', 16);
    struct selective s = breaker_selectivity(&up, &down, 100);
    assert_int_equal(s.kind, SELECTIVITY_NONE);
    assert_near(s.limit_a, 1.13 * 20, 1e-14);
    assert_false(s.total);
    s = breaker_selectivity(&down, &up, 100);
    assert_true(s.kind == SELECTIVITY_NONE && !s.total);
}

static bool may_both_trip(const struct breaker *up, const struct breaker *down, double a)
{
    double earliest_s = breaker_earliest_s(up, a);
    return isfinite(earliest_s) && earliest_s <= breaker_latest_s(down, a);
}

/* The limit is where the curves first meet: none below, found on a fine grid. */
static void limit_agrees_with_a_scan(void **state)
{
    (void)state;
    static const double ratings[] = {16, 20, 32, 63, 100, 160};
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++)
            for (int delayed = 0; delayed < 2; delayed++) {
                struct breaker up = miniature('D', ratings[i]), down = miniature('C', ratings[k]);
                up.long_time_a2s *= 1 + k;
                if (delayed) {
                    up.delay_s = .05;
                    up.icw_a = 2000;
                }
                double limit = breaker_selectivity(&up, &down, 1e4).limit_a, scan = 1;
                while (!may_both_trip(&up, &down, scan)) scan *= 1.0001;
                assert_near(scan, limit, 1.1e-4);
            }
}

static void unsound_breakers_are_never_selective(void **state)
{
    (void)state;
    struct breaker up = INCOMER, down = miniature('C', 63), bad = INCOMER;
    bad.rated_a = (double)NAN;
    struct selective s = breaker_selectivity(&bad, &down, 1);
    assert_true(isnan(s.limit_a) && !s.total && s.kind == SELECTIVITY_NONE);
    bad = INCOMER;
    bad.icw_a = 0;
    assert_false(breaker_selectivity(&bad, &down, 1).total);
    down.open_s = 0;
    assert_false(breaker_selectivity(&up, &down, 1).total);
    down = miniature('C', 63);
    assert_false(breaker_selectivity(&up, &down, (double)NAN).total);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(miniature_bands),
        cmocka_unit_test(delayed_curve),
        cmocka_unit_test(current_selectivity_up_to_the_magnetic_threshold),
        cmocka_unit_test(time_selectivity_up_to_icw),
        cmocka_unit_test(two_delays),
        cmocka_unit_test(overload_curve_crosses),
        cmocka_unit_test(too_close_ratings_are_not_selective),
        cmocka_unit_test(limit_agrees_with_a_scan),
        cmocka_unit_test(unsound_breakers_are_never_selective),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
