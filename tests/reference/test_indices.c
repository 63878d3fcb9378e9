#include "plan/indices.h"

#include "base/draw.h"
#include "indices_salib.h"
#include "near.h"

enum { K = 3 };

static void same_as_salib(const double y[K + 2][32], const double *s1, const double *st,
                          const double *s1_conf, const double *st_conf)
{
    struct arena a = arena_new(NULL);
    const double *ab[K] = {y[2], y[3], y[4]};
    struct index_design d = {32, K, y[0], y[1], ab};
    struct index_pair got[K];
    index_estimate(&d, 1, got, &a);
    for (int k = 0; k < K; k++) {
        assert_within(got[k].first, s1[k], 1e-10);
        assert_within(got[k].total, st[k], 1e-10);
        assert_near(got[k].first_half, s1_conf[k], 0.25); /* other rows are drawn again */
        assert_near(got[k].total_half, st_conf[k], 0.25);
    }
    arena_free(&a);
}

static void salib(void **state)
{
    (void)state;
    same_as_salib(ishigami_y, ishigami_s1, ishigami_st, ishigami_s1_conf, ishigami_st_conf);
    same_as_salib(product_y, product_s1, product_st, product_s1_conf, product_st_conf);
}

static double ishigami(const double u[K])
{
    const double pi = 3.14159265358979323846;
    double x[K];
    for (int k = 0; k < K; k++) x[k] = pi * (2 * u[k] - 1);
    return sin(x[0]) + 7 * sin(x[1]) * sin(x[1]) + 0.1 * x[2] * x[2] * x[2] * x[2] * sin(x[0]);
}

static void indices_of(enum sampling how, int n, uint64_t seed, struct index_pair out[K],
                       struct arena *a)
{
    double *y[K + 2];
    struct sample s;
    assert_true(sample_make(how, n, 2 * K, seed, &s, a));
    for (int j = 0; j < K + 2; j++) {
        y[j] = ARENA_ARRAY(a, double, (size_t)n);
        for (int i = 0; i < n; i++) {
            double u[K];
            for (int k = 0; k < K; k++) u[k] = sample_at(&s, i, j == 1 || j == k + 2 ? k + K : k);
            y[j][i] = ishigami(u);
        }
    }
    const double *ab[K] = {y[2], y[3], y[4]};
    index_estimate(&(struct index_design){n, K, y[0], y[1], ab}, seed, out, a);
}

/* Analytic, with a = 7 and b = 0.1: Ishigami and Homma 1990; Saltelli et al., Global Sensitivity
   Analysis, 2008, 4.5. */
static const double first[K] = {0.31390519114781146, 0.44241114479004084, 0};
static const double total[K] = {0.55758886, 0.44241114479004084, 0.24368366406214775};

static void ishigami_is_found(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct index_pair x[K];
    indices_of(SAMPLING_SOBOL, 4096, 3, x, &a);
    for (int k = 0; k < K; k++) {
        assert_within(x[k].first, first[k], 0.01);
        assert_within(x[k].total, total[k], 0.01);
    }
    arena_free(&a);
}

/* Of random designs 95 % hold the truth in their intervals. */
static void intervals_hold_the_truth(void **state)
{
    enum { SEEDS = 200 };
    (void)state;
    struct arena a = arena_new(NULL);
    int held = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct arena_mark mark = arena_mark(&a);
        struct index_pair x[K];
        indices_of(SAMPLING_RANDOM, 512, seed, x, &a);
        for (int k = 0; k < K; k++) {
            held += fabs(x[k].first - first[k]) <= x[k].first_half;
            held += fabs(x[k].total - total[k]) <= x[k].total_half;
        }
        arena_release(&a, mark);
    }
    double share = (double)held / (SEEDS * 2 * K);
    assert_true(share > 0.91 && share < 0.98);
    arena_free(&a);
}

static void what_does_not_vary_has_none(void **state)
{
    static const double y[4] = {3, 3, 3, 3};
    static const double *const ab[1] = {y};
    (void)state;
    struct arena a = arena_new(NULL);
    struct index_pair x;
    index_estimate(&(struct index_design){4, 1, y, y, ab}, 1, &x, &a);
    assert_true(isnan(x.first) && isnan(x.total) && isnan(x.first_half));
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(salib),
        cmocka_unit_test(ishigami_is_found),
        cmocka_unit_test(intervals_hold_the_truth),
        cmocka_unit_test(what_does_not_vary_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
