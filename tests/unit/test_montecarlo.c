#include "plan/montecarlo.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_statistics_double.h>
#include <string.h>

#include "near.h"

/* Inputs of the liquid-cooled room: ups.main.c0, c2 and module_price, crac.dx.cop, inlet_adder. */
static const char *const only[] = {"ups", "crac.dx.cop", "crac.dx.inlet_adder"};
enum { C0, C2, PRICE, COP, ADDER, N_INPUT };

struct fixture {
    struct arena arena;
    struct diags ds;
    struct load_change change;
    struct case_base *base;
    struct montecarlo m;
    struct study_points points;
};

static struct montecarlo_request request_of(int draws, enum sampling how)
{
    return (struct montecarlo_request){
        .draws = draws, .seed = 5, .sampling = how, .n_only = 3, .only = only};
}

static bool make(struct fixture *f, const struct montecarlo_request *q, const char *sections)
{
    *f = (struct fixture){.arena = arena_new(NULL)};
    f->ds = diags_new(&f->arena);
    f->change = (struct load_change){CHANGE_TEXT, sections};
    struct load_request r = {.models = DCPLAN_SOURCE_DIR "/models",
                             .site = DCPLAN_SOURCE_DIR "/sites/a100-liquid.ini",
                             .n_change = sections != NULL,
                             .change = &f->change};
    f->base = case_base_make(&r, &f->arena, &f->ds);
    assert_non_null(f->base);
    return montecarlo_make(f->base, q, &f->m, &f->arena, &f->ds);
}

/* Outcomes that are known functions of the inputs, as the cases would get them. */
static void simulate(struct fixture *f, void (*outcome)(int i, const double *x, struct outcome *o))
{
    int n = f->m.plan.n_point;
    struct case_change change[N_INPUT];
    f->points =
        (struct study_points){.n = n, .point = ARENA_ARRAY(&f->arena, struct outcome, (size_t)n)};
    for (int i = 0; i < n; i++) {
        double x[N_INPUT];
        struct outcome *o = &f->points.point[i];
        for (int k = 0; k < N_OUTCOME; k++) o->value[k] = (double)NAN;
        f->m.plan.point(&f->m.plan, i, change, &f->arena);
        for (int k = 0; k < f->m.n_input; k++) {
            struct text t = text_of(change[k].text);
            assert_true(text_number((struct text){t.s, text_number_prefix(t)}, &x[k]));
        }
        o->status = POINT_DONE;
        outcome(i, x, o);
    }
    montecarlo_answer(&f->m, &f->points, &f->arena);
}

static void linear(int i, const double *x, struct outcome *o)
{
    (void)i;
    o->value[M_PUE] = 1 + 10 * x[C0] - 0.1 * x[COP] + 0.01 * x[ADDER];
    o->value[M_WATER_M3] = 7; /* does not vary */
}

static const struct influence *of(const struct shown_outcome *s, int input)
{
    for (int k = 0; k < N_INPUT; k++)
        if (s->influence[k].input == input) return &s->influence[k];
    return NULL;
}

static void inputs_are_found(void **state)
{
    static const char *const keys[N_INPUT] = {"ups.main.c0", "ups.main.c2", "ups.main.module_price",
                                              "crac.dx.cop", "crac.dx.inlet_adder"};
    (void)state;
    struct fixture f;
    struct montecarlo_request q = request_of(10, SAMPLING_LHS);
    assert_true(make(&f, &q, NULL));
    assert_int_equal(f.m.n_input, N_INPUT);
    for (int k = 0; k < N_INPUT; k++) assert_string_equal(f.m.input[k].key.key, keys[k]);
    assert_string_equal(f.m.input[COP].words, "3.6 +/- 8 %");
    assert_near(f.m.input[COP].p90, 3.6 * (1 + 0.04 * 1.2815515655446004), 1e-12);
    assert_string_equal(f.m.input[PRICE].unit, "USD");
    assert_int_equal(f.m.plan.n_point, 10 + 1 + 2 * N_INPUT);
    arena_free(&f.arena);
}

static void a_linear_outcome_is_told(void **state)
{
    (void)state;
    struct fixture f;
    struct montecarlo_request q = request_of(2000, SAMPLING_LHS);
    assert_true(make(&f, &q, NULL));
    simulate(&f, linear);
    double centre = 1 + 10 * 0.009377 - 0.36 + 0.01;
    assert_int_equal(f.m.n_spread, 1);
    const struct outcome_spread *s = &f.m.spread[0];
    assert_int_equal(s->outcome, M_PUE);
    assert_near(s->centre, centre, 1e-12);
    /* triangular(0, 1, 4): mean 5/3, variance 13/18 */
    assert_within(s->mean, centre + 0.01 * 2 / 3, 1e-4);
    double sd[N_INPUT] = {10 * 0.009377 * 0.075, 0, 0, 0.1 * 3.6 * 0.04, 0.01 * sqrt(13. / 18)};
    double all = sqrt(sd[C0] * sd[C0] + sd[COP] * sd[COP] + sd[ADDER] * sd[ADDER]);
    assert_near(s->sd, all, 0.02);
    assert_true(s->quantile[QUANTILE_90].low < s->quantile[QUANTILE_90].value);
    const struct shown_outcome *x = &f.m.shown[0];
    assert_near(x->linear, 1, 1e-9);
    assert_int_equal(x->influence[0].input, COP);
    assert_int_equal(x->influence[1].input, ADDER);
    assert_near(of(x, COP)->high, centre - 0.1 * 3.6 * 0.04 * 1.2815515655446004, 1e-9);
    assert_near(of(x, C0)->slope, sd[C0] / all, 0.05);
    assert_near(of(x, COP)->slope, -sd[COP] / all, 0.05);
    assert_true(of(x, COP)->rank < -0.7 && of(x, ADDER)->rank > 0.4);
    assert_within(of(x, PRICE)->slope, 0, 1e-6);
    assert_int_equal(x->n_convergence, CONVERGENCE_ROWS);
    assert_int_equal(x->convergence[0].n, 200);
    assert_near(x->convergence[9].quantile[QUANTILE_50].value, s->quantile[QUANTILE_50].value, 0);
    arena_free(&f.arena);
}

static void variance_is_shared_out(void **state)
{
    (void)state;
    struct fixture f;
    struct montecarlo_request q = request_of(2, SAMPLING_SOBOL);
    q.index_rows = 4096;
    assert_true(make(&f, &q, NULL));
    assert_int_equal(f.m.plan.n_point, 2 + 1 + 2 * N_INPUT + 4096 * (N_INPUT + 2));
    simulate(&f, linear);
    double v[N_INPUT] = {10 * 0.009377 * 0.075, 0, 0, 0.1 * 3.6 * 0.04, 0.01 * sqrt(13. / 18)};
    double all = 0;
    for (int k = 0; k < N_INPUT; k++) all += v[k] * v[k];
    for (int k = 0; k < N_INPUT; k++) {
        const struct index_pair *x = &of(&f.m.shown[0], k)->index;
        assert_within(x->first, v[k] * v[k] / all, 0.01);
        assert_within(x->total, v[k] * v[k] / all, 0.01);
    }
    arena_free(&f.arena);
}

/* Draws that fail, months that never come, limits that break. */
static void mixed(int i, const double *x, struct outcome *o)
{
    (void)x;
    if (i % 10 == 3) {
        o->status = POINT_FAILED;
        memcpy(o->text, "no flow", 8);
        return;
    }
    if (i % 10 < 8) o->value[O_RUNS_OUT] = 24300 + i % 10;
    o->value[O_FITS] = i % 5 != 0;
    if (i % 5 == 0)
        memcpy(o->text, "does not fit: 1 limit broken; first ups.main load, one lost: 3 of 2 kW",
               71);
}

static void failures_and_dates(void **state)
{
    (void)state;
    struct fixture f;
    struct montecarlo_request q = request_of(100, SAMPLING_RANDOM);
    q.shown[q.n_shown++] = O_RUNS_OUT;
    assert_true(make(&f, &q, NULL));
    simulate(&f, mixed);
    assert_int_equal(f.m.n_failed, 10);
    assert_int_equal(f.m.n_failure, 1);
    assert_string_equal(f.m.failure[0].text, "no flow");
    assert_int_equal(f.m.failure[0].n, 10);
    assert_int_equal(f.m.failure[0].first, 3);
    assert_near(f.m.fits, 70. / 90, 1e-12);
    assert_int_equal(f.m.n_broken, 1);
    assert_string_equal(f.m.broken[0].text, "ups.main load, one lost");
    assert_int_equal(f.m.n_spread, 2);
    assert_int_equal(f.m.spread[0].outcome, O_FITS);
    const struct outcome_spread *s = &f.m.spread[1];
    assert_int_equal(s->outcome, O_RUNS_OUT);
    assert_int_equal(s->n, 90);
    assert_int_equal(s->n_never, 20);
    assert_near(s->quantile[QUANTILE_50].value, 24305, 0);
    assert_true(isinf(s->quantile[QUANTILE_90].value));
    assert_true(isnan(s->mean));
    arena_free(&f.arena);
}

/* A site that is full in time when the chiller is poor, and else never; first of all never. */
static void seldom(int i, const double *x, struct outcome *o)
{
    if (i > 0 && x[COP] < 3.6) o->value[O_RUNS_OUT] = 24300 + 10 * x[COP];
}

static void a_date_that_seldom_comes_is_told(void **state)
{
    (void)state;
    struct fixture f;
    struct montecarlo_request q = request_of(100, SAMPLING_LHS);
    q.shown[q.n_shown++] = O_RUNS_OUT;
    assert_true(make(&f, &q, NULL));
    simulate(&f, seldom);
    assert_int_equal(f.m.n_spread, 1);
    assert_true(f.m.spread[0].n_never >= 50);
    assert_true(isinf(f.m.spread[0].centre));
    assert_true(isfinite(f.m.spread[0].quantile[QUANTILE_10].value));
    const struct influence *first = &f.m.shown[0].influence[0];
    assert_int_equal(first->input, COP); /* from a month to never is the greatest swing */
    assert_true(isfinite(first->low) && isinf(first->high));
    assert_true(first->rank > 0.8);
    assert_true(isnan(first->slope) && isnan(f.m.shown[0].linear));
    arena_free(&f.arena);
}

/* numpy 2.4.6: numpy.percentile(x, [10, 50, 90]); scipy 1.17.1: binom.ppf([0.025, 0.975], 1000, p)
   is 469 and 531 of p = 0.5, 881 and 918 of 0.9. */
static void quantiles_are_numpys(void **state)
{
    static const double x[11] = {-2, 0.25, 1.75, 2.5, 3.1, 4.5, 4.5, 6, 7.5, 9, 11};
    static const double want[3] = {0.25, 4.5, 9}, few[3] = {1.2, 2, 3.6};
    static const double three[3] = {1, 2, 4};
    double many[1000];
    (void)state;
    for (int q = 0; q < 3; q++) {
        assert_near(quantile_of(x, 11, quantile_shares[q]).value, want[q], 1e-14);
        assert_near(quantile_of(three, 3, quantile_shares[q]).value, few[q], 1e-14);
        assert_near(quantile_of(x, 11, quantile_shares[q]).value,
                    gsl_stats_quantile_from_sorted_data(x, 1, 11, quantile_shares[q]), 1e-14);
    }
    for (int i = 0; i < 1000; i++) many[i] = i + 1;
    assert_within(quantile_of(many, 1000, 0.5).low, 469, 1);
    assert_within(quantile_of(many, 1000, 0.5).high, 532, 1);
    assert_within(quantile_of(many, 1000, 0.9).low, 881, 1);
    assert_within(quantile_of(many, 1000, 0.9).high, 920, 1);
    assert_true(isnan(quantile_of(three, 3, 0.9).high));
}

/* As often as the 172nd of 200 lies below the quantile and the 189th above: a little more than
   95 %. */
static void intervals_hold_the_quantile(void **state)
{
    enum { SEEDS = 2000, N = 200 };
    int held = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        double x[N];
        for (uint32_t i = 0; i < N; i++) x[i] = draw_uniform(seed, DRAW_RANDOM, i, 0);
        for (int i = 1; i < N; i++)
            for (int k = i; k > 0 && x[k - 1] > x[k]; k--) {
                double other = x[k];
                x[k] = x[k - 1];
                x[k - 1] = other;
            }
        struct quantile q = quantile_of(x, N, 0.9);
        held += q.low <= 0.9 && q.high >= 0.9;
    }
    double want = gsl_cdf_binomial_P(188, 0.9, N) - gsl_cdf_binomial_P(171, 0.9, N);
    assert_true(want > 0.95);
    assert_within((double)held / SEEDS, want, 0.015);
}

static double ranks_agree(const struct montecarlo *m, int n, int j, int k)
{
    double x[2000], y[2000], work[4000];
    for (int i = 0; i < n; i++) {
        x[i] = montecarlo_number(m, i, j);
        y[i] = montecarlo_number(m, i, k);
    }
    return gsl_stats_spearman(x, 1, y, 1, (size_t)n, work);
}

/* The rank correlation of a Gaussian copula is 6 / pi asin(r / 2). */
static void correlations_are_met(void **state)
{
    static const char sections[] = "[correlation a]\nof = ups.main.c0, ups.main.c2\nr = 0.8\n"
                                   "[correlation b]\nof = crac.dx.cop, ups.main.c0\nr = -0.5\n";
    const double pi = 3.14159265358979323846;
    (void)state;
    for (enum sampling how = 0; how < N_SAMPLING; how++) {
        struct fixture f;
        struct montecarlo_request q = request_of(2000, how);
        assert_true(make(&f, &q, sections));
        double by_chance = how == SAMPLING_RANDOM ? 0.06 : 0.03;
        assert_within(ranks_agree(&f.m, 2000, C0, C2), 6 / pi * asin(0.4), by_chance);
        assert_within(ranks_agree(&f.m, 2000, COP, C0), 6 / pi * asin(-0.25), by_chance);
        assert_within(ranks_agree(&f.m, 2000, COP, C2), 0, by_chance);
        assert_within(ranks_agree(&f.m, 2000, PRICE, C2), 0, by_chance);
        for (int k = 0; k < N_INPUT && how == SAMPLING_LHS; k++) { /* one draw in each slice */
            const struct distribution *d = &f.m.input[k].distribution;
            unsigned char seen[2000] = {0};
            double edge[2001];
            for (int i = 1; i < 2000; i++)
                edge[i] = distribution_number(d, distribution_quantile(d, i / 2000.));
            edge[0] = -HUGE_VAL;
            edge[2000] = HUGE_VAL;
            for (int i = 0; i < 2000; i++) {
                double v = montecarlo_number(&f.m, i, k);
                int low = 0, high = 2000;
                while (high - low > 1) {
                    int middle = (low + high) / 2;
                    if (v >= edge[middle])
                        low = middle;
                    else
                        high = middle;
                }
                assert_false(seen[low]++);
            }
        }
        arena_free(&f.arena);
    }
}

static void refuses(const char *sections, const struct montecarlo_request *q, const char *says)
{
    struct fixture f;
    assert_false(make(&f, q, sections));
    assert_true(f.ds.n_error > 0);
    bool is_said = false;
    for (int i = 0; i < f.ds.n; i++)
        is_said |= strstr(message_text(&f.arena, &f.ds.item[i].what, NULL), says) != NULL;
    if (!is_said) fail_msg("no word of '%s'", says);
    arena_free(&f.arena);
}

static void what_cannot_be_is_refused(void **state)
{
    static const char *const none[] = {"finance.years"};
    (void)state;
    struct montecarlo_request q = request_of(10, SAMPLING_LHS);
    refuses("[correlation a]\nof = ups.main.c0, ups.main.c2, crac.dx.cop\nr = -0.8\n", &q,
            "contradict");
    refuses("[correlation a]\nof = ups.main.c0, ups.main.c2\nr = 1\n", &q, "contradict");
    refuses("[correlation a]\nof = ups.main.c0, ups.main.modules\nr = 0.5\n", &q, "no uncertainty");
    refuses("[correlation a]\nof = ups.main.c0, ups.main.c9\nr = 0.5\n", &q, "there is no");
    refuses("[correlation a]\nof = ups.main.c0, ups.main.c0\nr = 0.5\n", &q, "named twice");
    refuses("[correlation a]\nof = ups.main.c0\nr = 0.5\n", &q, "two values or more");
    refuses("[correlation a]\nof = ups.main.c0, ups.main.c2\nr = uniform(0.1, 0.5)\n", &q,
            "no uncertainty of its own");
    refuses("[correlation a]\nof = ups.main.c0, ups.main.c2\nr = 0.5\n"
            "[correlation b]\nof = ups.main.c2, ups.main.c0\nr = 0.5\n",
            &q, "already");
    q.index_rows = 8;
    refuses("[correlation a]\nof = ups.main.c0, ups.main.c2\nr = 0.5\n", &q, "independent");
    q = request_of(0, SAMPLING_LHS);
    refuses(NULL, &q, "points");
    q = request_of(10, SAMPLING_LHS);
    q.n_only = 1;
    q.only = none;
    refuses(NULL, &q, "no uncertainty");
}

int main(void)
{
    gsl_set_error_handler_off();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_are_found),
        cmocka_unit_test(a_linear_outcome_is_told),
        cmocka_unit_test(variance_is_shared_out),
        cmocka_unit_test(failures_and_dates),
        cmocka_unit_test(a_date_that_seldom_comes_is_told),
        cmocka_unit_test(quantiles_are_numpys),
        cmocka_unit_test(intervals_hold_the_quantile),
        cmocka_unit_test(correlations_are_met),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
