/* Availability arithmetic against PHYSICS section 11's values and by counting states. */

#include "near.h"

#include "physics/reliability.h"

#include <stdbool.h>

static const double MTBF_H = 50000, MTTR_H = 24;

static double one(void)
{
    return reliability_unavailability(MTBF_H, MTTR_H);
}

static void one_part(void **state)
{
    (void)state;
    assert_within(reliability_availability(MTBF_H, MTTR_H), .999520230289, 5.1e-13);
    assert_near(1 - one(), reliability_availability(MTBF_H, MTTR_H), 1e-15);
    assert_within(reliability_hours_per_year(one()), 4.202783, 5.1e-7);
    assert_near(reliability_unavailability(1e12, 1), 1e-12, 1e-11);
    assert_within(reliability_unavailability((double)INFINITY, 24), 0, 0);
    assert_within(reliability_availability((double)INFINITY, 24), 1, 0);
    assert_within(reliability_unavailability(100, 0), 0, 0);
}

static void parts_of_which_some_are_needed(void **state)
{
    (void)state;
    static const struct {
        int needed, units;
        double availability;
    } rows[] = {{1, 2, .999999769821},
                {2, 3, .999999309684},
                {4, 5, .999997700418},
                {4, 6, .999999997794},
                {3, 4, .999998619809}};
    for (int i = 0; i < 5; i++) {
        double u = reliability_k_of_n(rows[i].needed, rows[i].units, one(), 0);
        assert_within(1 - u, rows[i].availability, 5.1e-13);
    }
    double pair = reliability_k_of_n(1, 2, one(), 0);
    assert_within(reliability_hours_per_year(pair), 2.016e-3, 5.1e-7);
    assert_within(pair, 2.302e-7, 5.1e-11);
}

static void common_cause(void **state)
{
    (void)state;
    double u = one(), single = .95 * u, both = .05 * u;
    assert_within(reliability_k_of_n(1, 2, u, .05), 2.4196e-5, 5.1e-10);
    assert_near(reliability_k_of_n(1, 2, u, .05), single * single + both - single * single * both,
                1e-13);
    assert_near(reliability_k_of_n(1, 2, u, 1), u, 1e-15);
    assert_near(reliability_k_of_n(3, 4, u, 1), u, 1e-15);
    assert_near(reliability_k_of_n(1, 1, .5, .05), .5, 1e-15);
}

static void tier_hours(void **state)
{
    (void)state;
    static const double rows[][3] = {{99.671, 28.82, 5.1e-3},
                                     {99.741, 22.69, 5.1e-3},
                                     {99.982, 1.577, 5.1e-4},
                                     {99.995, .438, 5.1e-4}};
    for (int i = 0; i < 4; i++)
        assert_within(reliability_hours_per_year(1 - rows[i][0] / 100), rows[i][1], rows[i][2]);
}

static void series_and_parallel_are_the_ends_of_k_of_n(void **state)
{
    (void)state;
    for (double u = 1e-9; u < 1; u *= 7) {
        double equal[] = {u, u, u, u, u};
        for (int n = 1; n <= 5; n++) {
            assert_near(reliability_k_of_n(n, n, u, 0), reliability_series(equal, n), 1e-12);
            assert_near(reliability_k_of_n(1, n, u, 0) / reliability_parallel(equal, n), 1, 1e-12);
        }
    }
    assert_near(reliability_series((double[]){1e-9, 2e-9, 3e-9}, 3), 6e-9 - 11e-18, 1e-15);
    assert_within(reliability_series((double[]){.5, 1}, 2), 1, 0);
    assert_within(reliability_series(NULL, 0), 0, 0);
    assert_within(reliability_parallel(NULL, 0), 1, 0);
}

/* By counting all states of the units, each counted once more for the event that
   takes all; frequency as the rate of steps from a working to a failed state. */
static void counted(int needed, int units, double u, double beta, double rate, double out[2])
{
    if (units == 1) beta = 0;
    double own = (1 - beta) * u, all = beta * u;
    out[0] = all;
    out[1] = 0;
    for (unsigned s = 0; s < 1U << units; s++) {
        double p = 1 - all;
        int up = 0;
        for (int i = 0; i < units; i++) {
            bool works = s >> i & 1;
            p *= works ? 1 - own : own;
            up += works;
        }
        if (up < needed) out[0] += p;
        if (up >= needed) out[1] += p * beta * rate;
        if (up == needed) out[1] += p * (1 - beta) * rate * up;
    }
}

static void any_k_of_n_is_the_count_of_its_states(void **state)
{
    (void)state;
    static const double us[] = {1e-5, .01, .4, .97}, betas[] = {0, .07, .6};
    for (int units = 1; units <= 7; units++)
        for (int needed = 1; needed <= units; needed++)
            for (int i = 0; i < 12; i++) {
                double u = us[i / 3], beta = betas[i % 3], want[2];
                counted(needed, units, u, beta, 2, want);
                assert_near(reliability_k_of_n(needed, units, u, beta) / want[0], 1, 1e-11);
                assert_near(reliability_k_of_n_frequency(needed, units, u, beta, 2) / want[1], 1,
                            1e-11);
            }
}

static void frequency_of_a_pair(void **state)
{
    (void)state;
    double rate = 1 / MTBF_H, up = 1 - one();
    double exact = reliability_k_of_n_frequency(1, 2, one(), 0, rate);
    assert_near(reliability_pair_frequency(rate, MTTR_H) * up * up / exact, 1, 1e-12);
    /* of one part: once in each MTBF + MTTR */
    assert_near(reliability_k_of_n_frequency(1, 1, one(), 0, rate), 1 / (MTBF_H + MTTR_H), 1e-14);
    /* mean time down of a pair is half of a part's */
    assert_near(reliability_k_of_n(1, 2, one(), 0) / exact, MTTR_H / 2, 1e-11);
}

static void better_parts_are_never_worse(void **state)
{
    (void)state;
    for (int units = 1; units <= 6; units++)
        for (int needed = 1; needed <= units; needed++) {
            double last = 1;
            for (double mtbf = 10; mtbf < 1e9; mtbf *= 1.7) {
                double u =
                    reliability_k_of_n(needed, units, reliability_unavailability(mtbf, 24), .05);
                assert_true(u <= last);
                last = u;
            }
        }
}

static void outside_is_nan(void **state)
{
    (void)state;
    double nan = (double)NAN;
    assert_true(isnan(reliability_unavailability(0, 1)) &&
                isnan(reliability_unavailability(1, -1)));
    assert_true(isnan(reliability_availability(nan, 1)) && isnan(reliability_availability(1, nan)));
    assert_true(
        isnan(reliability_k_of_n(1, 2, nan, 0)) && isnan(reliability_k_of_n(1, 2, 1.1, 0)) &&
        isnan(reliability_k_of_n(1, 2, .1, nan)) && isnan(reliability_k_of_n(1, -1, .1, 0)));
    assert_true(isnan(reliability_k_of_n_frequency(1, 2, .1, 0, nan)) &&
                isnan(reliability_k_of_n_frequency(1, 2, .1, -.1, 1)));
    assert_true(isnan(reliability_series((double[]){.1, nan, .2}, 3)) &&
                isnan(reliability_parallel((double[]){nan, 0}, 2)));
    assert_true(isnan(reliability_pair_frequency(-1, 1)) && isnan(reliability_hours_per_year(nan)));
    assert_within(reliability_k_of_n(0, 3, .5, 0), 0, 0);
    assert_within(reliability_k_of_n(4, 3, 0, 0), 1, 0);
    assert_within(reliability_k_of_n_frequency(4, 3, .1, 0, 1), 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_part),
        cmocka_unit_test(parts_of_which_some_are_needed),
        cmocka_unit_test(common_cause),
        cmocka_unit_test(tier_hours),
        cmocka_unit_test(series_and_parallel_are_the_ends_of_k_of_n),
        cmocka_unit_test(any_k_of_n_is_the_count_of_its_states),
        cmocka_unit_test(frequency_of_a_pair),
        cmocka_unit_test(better_parts_are_never_worse),
        cmocka_unit_test(outside_is_nan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
