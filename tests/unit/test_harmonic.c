/* Harmonics against worked spectra. */

#include "near.h"

#include "physics/harmonic.h"

/* A six-pulse rectifier: a consultant's sheet of the K-factor prints 8.3476 and an rms
   of 1.0410; the digits below were computed apart, in Python. */
static const struct harmonic SIX_PULSE[] = {{5, .2},    {7, .14},   {11, .091}, {13, .077},
                                            {17, .058}, {19, .056}, {23, .043}, {25, .04}};

static void six_pulse(void **state)
{
    (void)state;
    assert_near(harmonic_k_factor(SIX_PULSE, 8), 8.347626178882942, 1e-13);
    assert_near(harmonic_rms(SIX_PULSE, 8), 1.0410374633028343, 1e-13);
    assert_near(harmonic_thd(SIX_PULSE, 8), .2894114717836875, 1e-13);
    assert_near(harmonic_transformer_frac(harmonic_k_factor(SIX_PULSE, 8), .1), .7742949041136656,
                1e-13);
}

/* Rms given per unit of the whole, 1 = sqrt(sum of squares): K = 2.724 and, at 15 %
   eddy loss, 90 % of the rated current. */
static void mild_spectrum(void **state)
{
    (void)state;
    static const double share[][2] = {{5, .171},  {7, .108},  {11, .044},
                                      {13, .028}, {17, .015}, {19, .0098}};
    struct harmonic h[6];
    for (int i = 0; i < 6; i++) h[i] = (struct harmonic){(int)share[i][0], share[i][1] / .978};
    assert_within(harmonic_k_factor(h, 6), 2.72432, 5.1e-6);
    assert_within(harmonic_transformer_frac(harmonic_k_factor(h, 6), .15), .90, 5.1e-3);
}

static void pure_sine_takes_nothing(void **state)
{
    (void)state;
    assert_within(harmonic_thd(NULL, 0), 0, 0);
    assert_near(harmonic_k_factor(NULL, 0), 1, 1e-15);
    assert_near(harmonic_transformer_frac(1, .15), 1, 1e-15);
    assert_near(harmonic_transformer_frac(13, 0), 1, 1e-15);
    struct harmonic third = {3, 1};
    assert_near(harmonic_k_factor(&third, 1), 5, 1e-15);
    for (double k = 1; k < 20; k += 1)
        assert_true(harmonic_transformer_frac(k + 1, .1) < harmonic_transformer_frac(k, .1));
}

static void outside_is_nan(void **state)
{
    (void)state;
    struct harmonic first = {1, .1}, negative = {5, -.1};
    assert_true(isnan(harmonic_thd(&first, 1)) && isnan(harmonic_k_factor(&negative, 1)));
    assert_true(isnan(harmonic_transformer_frac(.9, .1)) &&
                isnan(harmonic_transformer_frac(4, -.1)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(six_pulse),
        cmocka_unit_test(mild_spectrum),
        cmocka_unit_test(pure_sine_takes_nothing),
        cmocka_unit_test(outside_is_nan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
