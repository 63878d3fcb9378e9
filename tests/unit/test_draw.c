#include "base/draw.h"

#include <string.h>

#include "base/sobol.h"
#include "near.h"

/* Known answers of the file kat_vectors of Random123 (D. E. Shaw Research). */
static void philox_answers(void **state)
{
    static const struct {
        uint32_t counter[4], key[2], out[4];
    } known[] = {
        {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xa4093822, 0x299f31d0},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    (void)state;
    for (int i = 0; i < 3; i++) {
        uint32_t out[4];
        draw_philox(known[i].counter, known[i].key, out);
        assert_memory_equal(out, known[i].out, sizeof out);
    }
}

/* Points 12345 and 16383 in Gray's order of scipy.stats.qmc.Sobol(256, scramble=False, bits=32),
   scipy 1.17.1: numbers 10277 and 8192 in ours. */
static void sobol_directions_are_joe_and_kuos(void **state)
{
    static const struct {
        int dim;
        double first, second;
    } known[] = {
        {0, 0.64093017578125, 6.103515625e-05},    {1, 0.81341552734375, 0.79998779296875},
        {2, 0.16033935546875, 0.75238037109375},   {4, 0.88848876953125, 0.43658447265625},
        {16, 0.06256103515625, 0.67169189453125},  {39, 0.94818115234375, 0.26776123046875},
        {99, 0.53887939453125, 0.29498291015625},  {254, 0.36151123046875, 0.51361083984375},
        {255, 0.58807373046875, 0.65032958984375},
    };
    (void)state;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        uint32_t v[SOBOL_BITS], x = 0;
        sobol_directions(known[k].dim, v);
        for (int bit = 0; bit < SOBOL_BITS; bit++)
            if (10277u >> bit & 1) x ^= v[bit];
        assert_near(x * 0x1p-32, known[k].first, 0);
        assert_near(v[13] * 0x1p-32, known[k].second, 0);
    }
}

/* Of the first 2^8 points each box of 2^-a by 2^-(8-a) on the first two axes holds one, and
   each 256th of every axis. */
static void scrambled_sobol_is_a_net(void **state)
{
    enum { M = 8, N = 1 << M, DIM = SAMPLE_SOBOL_MOST };
    (void)state;
    for (uint64_t seed = 1; seed < 6; seed++) {
        struct arena a = arena_new(NULL);
        struct sample s;
        assert_true(sample_make(SAMPLING_SOBOL, N, DIM, seed, &s, &a));
        for (int split = 0; split <= M; split++) {
            unsigned char seen[N] = {0};
            for (int i = 0; i < N; i++) {
                int x = (int)(sample_at(&s, i, 0) * (1 << split));
                int y = (int)(sample_at(&s, i, 1) * (1 << (M - split)));
                assert_false(seen[x << (M - split) | y]++);
            }
        }
        for (int k = 0; k < DIM; k++) {
            unsigned char seen[N] = {0};
            for (int i = 0; i < N; i++) assert_false(seen[(int)(sample_at(&s, i, k) * N)]++);
        }
        assert_false(sample_make(SAMPLING_SOBOL, N, DIM + 1, seed, &s, &a));
        arena_free(&a);
    }
}

static void hypercube_has_one_a_slice(void **state)
{
    enum { N = 1000, DIM = 7 };
    (void)state;
    struct arena a = arena_new(NULL);
    struct sample s;
    assert_true(sample_make(SAMPLING_LHS, N, DIM, 42, &s, &a));
    for (int k = 0; k < DIM; k++) {
        unsigned char seen[N] = {0};
        for (int i = 0; i < N; i++) assert_false(seen[(int)(sample_at(&s, i, k) * N)]++);
    }
    arena_free(&a);
}

/* The mean of a smooth function of six numbers, exactly 1: errors over seeds, of which that of
   random points is sqrt((13 / 12)^6 - 1) / sqrt(N) = 0.0246 in root mean square. */
static double error_of(enum sampling how, int n, uint64_t seed)
{
    struct arena a = arena_new(NULL);
    struct sample s;
    double sum = 0;
    assert_true(sample_make(how, n, 6, seed, &s, &a));
    for (int i = 0; i < n; i++) {
        double f = 1;
        for (int k = 0; k < 6; k++) f *= 0.5 + sample_at(&s, i, k);
        sum += f;
    }
    arena_free(&a);
    return sum / n - 1;
}

static double rms_error(enum sampling how)
{
    enum { SEEDS = 200, N = 1024 };
    double sum = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        double e = error_of(how, N, seed);
        sum += e * e;
    }
    return sqrt(sum / SEEDS);
}

static void better_samples_are_better(void **state)
{
    (void)state;
    double random = rms_error(SAMPLING_RANDOM), lhs = rms_error(SAMPLING_LHS),
           sobol = rms_error(SAMPLING_SOBOL);
    assert_near(random, sqrt((pow(13. / 12, 6) - 1) / 1024), 0.15);
    assert_true(lhs < random / 2);
    assert_true(sobol < random / 30);
}

/* What is drawn depends on the seed and the place alone; more draws continue the sequences. */
static void draws_stay(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct sample few, many, other;
    for (enum sampling how = 0; how < N_SAMPLING; how++) {
        assert_true(sample_make(how, 50, 3, 7, &few, &a));
        assert_true(sample_make(how, 500, 9, 7, &many, &a));
        assert_true(sample_make(how, 50, 3, 8, &other, &a));
        int same = 0, changed = 0;
        for (int i = 0; i < 50; i++)
            for (int k = 0; k < 3; k++) {
                double u = sample_at(&few, i, k);
                assert_true(u > 0 && u < 1);
                same += !(u < sample_at(&many, i, k)) && !(u > sample_at(&many, i, k));
                changed += fabs(u - sample_at(&other, i, k)) > 0;
            }
        assert_int_equal(same, how == SAMPLING_LHS ? 0 : 150);
        assert_int_equal(changed, 150);
    }
    arena_free(&a);
}

/* scipy 1.17.1: stats.norm.ppf and stats.norm.cdf. */
static void normal_is_scipys(void **state)
{
    static const double at[][2] = {{1e-12, -7.0344838253011313}, {0.0001, -3.7190164854556804},
                                   {0.01, -2.3263478740408408},  {0.07, -1.4757910281791706},
                                   {0.3, -0.52440051270804089},  {0.9, 1.2815515655446004},
                                   {0.999, 3.0902323061678132},  {1 - 1e-9, 5.9978070196016366}};
    static const double below[][2] = {{-6, 9.8658764503769458e-10},
                                      {-3, 0.0013498980316300933},
                                      {-1.2, 0.11506967022170822},
                                      {-0.01, 0.4960106436853684},
                                      {0, 0.5},
                                      {0.5, 0.69146246127401312},
                                      {4, 0.99996832875816688},
                                      {7, 0.99999999999872013}};
    (void)state;
    for (size_t i = 0; i < sizeof at / sizeof *at; i++)
        assert_near(normal_quantile(at[i][0]), at[i][1], i == 7 ? 1e-9 : 1e-14);
    assert_near(normal_quantile(0.5), 0, 0);
    for (size_t i = 0; i < sizeof below / sizeof *below; i++)
        assert_within(normal_below(below[i][0]), below[i][1], 1e-15);
    for (double z = -5; z < 5; z += 0.37) assert_within(normal_quantile(normal_below(z)), z, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(philox_answers),
        cmocka_unit_test(sobol_directions_are_joe_and_kuos),
        cmocka_unit_test(scrambled_sobol_is_a_net),
        cmocka_unit_test(hypercube_has_one_a_slice),
        cmocka_unit_test(better_samples_are_better),
        cmocka_unit_test(draws_stay),
        cmocka_unit_test(normal_is_scipys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
