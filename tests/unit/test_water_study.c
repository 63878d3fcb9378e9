/* The choice of a water study: the least that fits, ties, missing prices, nothing that fits;
   and what leakage by coolant makes of it. */

#include <string.h>

#include "near.h"
#include "plan/water_choice.h"

enum { ROWS = 6 };

struct made {
    struct arena a;
    struct result own;
    struct water_row row[2 * ROWS];
    struct water_study s;
};

/* Rows from 30 degC on by 2 K, all fit and cost the same. */
static void make(struct made *m, int n, int n_series)
{
    *m = (struct made){.a = arena_new(NULL), .own = {.currency = "EUR"}};
    m->s = (struct water_study){.own = &m->own,
                                .loop = "fws",
                                .has_cdu = true,
                                .n_series = n_series,
                                .n = n * n_series,
                                .row = m->row};
    for (int i = 0; i < n * n_series; i++) {
        struct water_row *x = &m->row[i];
        *x = (struct water_row){.series = i / n, .water_c = 30 + 2 * (i % n)};
        x->capture_frac = x->approach_k = x->chip_limit_c = (double)NAN;
        x->coolant_c = x->air_c = (double)NAN;
        x->is_known = x->is_checked = x->fits = true;
        x->cost = 1000;
        x->metric[M_FACILITY_ENERGY_KWH] = 5000;
        x->metric[M_WATER_M3] = 10;
        for (int q = 0; q < N_QUANTITY; q++)
            x->part_kwh[q] = quantity_rows[q].is_part ? 100 : (double)NAN;
    }
    m->s.own_row = m->row[0];
}

static void choose(struct made *m)
{
    water_choose(&m->s, &m->a);
    water_explain(&m->s, &m->a);
}

static void break_limit(struct water_row *x, int n, const char *reason)
{
    x->fits = false;
    x->n_broken = n;
    x->reason = reason;
}

static void the_least_cost_that_fits(void **state)
{
    (void)state;
    static const double cost[ROWS] = {1040, 1004, 1000, 1004.9, 1010, 900};
    struct made m;
    make(&m, ROWS, 1);
    for (int i = 0; i < ROWS; i++) m.row[i].cost = cost[i];
    m.row[1].metric[M_FACILITY_ENERGY_KWH] = 4900;
    m.row[4].metric[M_WATER_M3] = 3;
    m.row[0].part_kwh[Q_CHILLER_W] = 450;
    m.row[4].part_kwh[Q_IT_W] = 160;
    m.own.currency = "EUR";
    break_limit(&m.row[5], 1, "loop.fws supply temperature: 40.0 of 38.0 degC");
    choose(&m);
    assert_true(m.s.fits);
    assert_int_equal(m.s.basis, WATER_BY_COST);
    assert_int_equal(m.s.optimum, 2);
    assert_int_equal(m.s.best[WATER_BY_ENERGY], 1);
    assert_int_equal(m.s.best[WATER_BY_WATER], 4);
    assert_int_equal(m.s.near_first, 1);
    assert_int_equal(m.s.near_last, 3);
    assert_int_equal(m.s.warm_end, 5);
    assert_int_equal(m.s.cold_end, -1);
    assert_string_equal(m.s.verdict, "optimum: facility water of 34 degC: 1,000 EUR a year, as now "
                                     "at 30 degC");
    assert_string_equal(m.s.because,
                        "colder, 30 degC: +40 EUR a year (Chillers +350 kWh); warmer, 38 degC: +10 "
                        "EUR a year (IT equipment +60 kWh, water -7 m3)");
    assert_string_equal(m.s.limits, "next limit in warmer water, at 40 degC: loop.fws supply "
                                    "temperature: 40.0 of 38.0 degC");
    arena_free(&m.a);
}

/* Of equals, by rounding, the one with less energy, then less water, then the coldest. */
static void ties(void **state)
{
    (void)state;
    struct made m;
    make(&m, ROWS, 1);
    m.row[0].fits = false;
    m.row[0].reason = "x";
    m.row[4].cost = 1000 * (1 - 1e-13);
    choose(&m);
    assert_int_equal(m.s.optimum, 1);
    assert_int_equal(m.s.cold_end, 0);
    m.row[3].metric[M_WATER_M3] = 9;
    choose(&m);
    assert_int_equal(m.s.optimum, 3);
    m.row[5].metric[M_FACILITY_ENERGY_KWH] = 4999;
    choose(&m);
    assert_int_equal(m.s.optimum, 5);
    assert_int_equal(m.s.near_first, 1);
    assert_string_equal(m.s.limits + strlen(m.s.limits) - strlen("at 30 degC: x"), "at 30 degC: x");
    arena_free(&m.a);
}

/* Without a tariff cost is not known: energy decides, and that is no price of zero. */
static void no_price(void **state)
{
    (void)state;
    struct made m;
    make(&m, ROWS, 1);
    for (int i = 0; i < ROWS; i++) {
        m.row[i].cost = (double)NAN;
        m.row[i].metric[M_FACILITY_ENERGY_KWH] = 5000 - i;
    }
    m.s.own_row.cost = (double)NAN;
    choose(&m);
    assert_true(m.s.fits);
    assert_int_equal(m.s.basis, WATER_BY_ENERGY);
    assert_int_equal(m.s.best[WATER_BY_COST], -1);
    assert_int_equal(m.s.optimum, ROWS - 1);
    assert_non_null(strstr(m.s.verdict, "4,995 kWh a year, 5 kWh less than now"));
    arena_free(&m.a);
}

static void nothing_fits(void **state)
{
    (void)state;
    struct made m;
    make(&m, ROWS, 1);
    for (int i = 0; i < ROWS; i++) break_limit(&m.row[i], i == 2 || i == 3 ? 1 : 4, "too much");
    m.row[2].metric[M_LOST_COMPUTE_KWH] = 7;
    m.row[0].is_known = false;
    choose(&m);
    assert_false(m.s.fits);
    assert_int_equal(m.s.basis, WATER_BY_COST);
    for (int b = 0; b < N_WATER_BASIS; b++) assert_int_equal(m.s.best[b], -1);
    assert_int_equal(m.s.optimum, 3); /* as few limits, and less work lost */
    assert_int_equal(m.s.near_first, -1);
    assert_int_equal(m.s.warm_end, -1);
    assert_string_equal(m.s.verdict, "no case fits; the least bad is facility water of 36 degC: 1 "
                                     "limit broken; first too much");
    assert_string_equal(m.s.because, "");
    for (int i = 0; i < ROWS; i++) m.row[i].is_known = false;
    choose(&m);
    assert_int_equal(m.s.optimum, -1);
    assert_string_equal(m.s.verdict, "no case can be simulated");
    arena_free(&m.a);
}

/* What is near, and the next limits, are of the optimum's own series. */
static void series_are_apart(void **state)
{
    (void)state;
    struct made m;
    make(&m, 3, 2);
    m.row[3].cost = 999; /* the coldest of the second series */
    m.row[3].approach_k = 3;
    m.row[3].capture_frac = 0.72;
    break_limit(&m.row[2], 1, "of the first");
    choose(&m);
    assert_int_equal(m.s.optimum, 3);
    assert_int_equal(m.s.near_first, 3);
    assert_int_equal(m.s.near_last, 5);
    assert_int_equal(m.s.cold_end, -1);
    assert_int_equal(m.s.warm_end, -1);
    assert_string_equal(water_series_words(&m.row[3], &m.a), "capture 72 %, approach 3 K");
    assert_string_equal(water_series_words(&m.row[0], &m.a), "");
    arena_free(&m.a);
}

/* ---- whole sites ------------------------------------------------------------- */

struct swept {
    struct arena a;
    struct diags ds;
    struct result own;
    struct water_study s;
};

static void sweep(struct swept *w, const char *site, const char *set, struct water_request q)
{
    *w = (struct swept){.a = arena_new(NULL)};
    w->ds = diags_new(&w->a);
    struct load_change change = {false, set};
    struct load_request request = {.models = DCPLAN_SOURCE_DIR "/models",
                                   .site = site,
                                   .n_change = set ? 1 : 0,
                                   .change = &change};
    struct run_options options = {.threads = 1};
    assert_true(run_case(&request, &options, &w->own, &w->a, &w->ds));
    assert_true(water_plan(&q, &w->own, &w->s, &w->a, &w->ds));
    water_run(&request, 2, &w->s, &w->a);
}

/* Leakage makes warm water cost something: the optimum moves from the warm end that still
   fits into the middle, where what dry coolers save is what servers lose.  With 0.3 %/K of
   87 % of 880 kW a kelvin costs 2.3 kW in every hour. */
static void leakage_makes_an_optimum(void **state)
{
    (void)state;
    static const char *const site = DCPLAN_SOURCE_DIR "/sites/gb200-pod.ini";
    struct water_request q = {.from_c = 24, .to_c = 42, .step_k = 6};
    struct swept plain, leaky;
    sweep(&plain, site, NULL, q);
    sweep(&leaky, site, "server.nvl.coolant_leakage=0.3 %/K", q);
    assert_near(plain.s.row[plain.s.optimum].water_c, 40, 1e-9);
    assert_string_equal(plain.s.row[plain.s.optimum].class_name, "W40");
    assert_near(leaky.s.row[leaky.s.optimum].water_c, 27, 1e-9); /* of 24, 27, 30 ... */
    assert_int_equal(plain.s.n, leaky.s.n);
    double per_k = 0;
    for (int i = 0; i < plain.s.n; i++) {
        const struct water_row *p = &plain.s.row[i], *l = &leaky.s.row[i];
        double warm_k = fmax(p->coolant_c - 30, 0);
        if (warm_k == 0) assert_near(l->part_kwh[Q_IT_W], p->part_kwh[Q_IT_W], 1e-4);
        if (warm_k >= 6) per_k = (l->part_kwh[Q_IT_W] - p->part_kwh[Q_IT_W]) / warm_k / 8760;
        if (warm_k >= 6) assert_near(per_k, .003 * .87 * 857, .03);
        assert_true(i == 0 || p->metric[M_CHILLER_HOURS] <= p[-1].metric[M_CHILLER_HOURS]);
    }
    assert_true(per_k > 0);
    arena_free(&plain.a);
    arena_free(&leaky.a);
}

/* Quick: the same choice, where the limits of the normal state are those that bind. */
static void quick_checks_the_optimum(void **state)
{
    (void)state;
    static const char *const site = DCPLAN_SOURCE_DIR "/sites/gb200-pod.ini";
    struct water_request q = {.from_c = 20, .to_c = 44, .step_k = 8};
    struct swept whole, quick;
    sweep(&whole, site, NULL, q);
    q.is_quick = true;
    sweep(&quick, site, NULL, q);
    assert_int_equal(whole.s.optimum, quick.s.optimum);
    assert_true(quick.s.row[quick.s.optimum].is_checked);
    assert_false(quick.s.row[0].is_checked);
    for (int i = 0; i < whole.s.n; i++) {
        assert_true(whole.s.row[i].is_checked);
        assert_memory_equal(whole.s.row[i].metric, quick.s.row[i].metric,
                            sizeof quick.s.row[i].metric);
    }
    arena_free(&whole.a);
    arena_free(&quick.a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_cost_that_fits),
        cmocka_unit_test(ties),
        cmocka_unit_test(no_price),
        cmocka_unit_test(nothing_fits),
        cmocka_unit_test(series_are_apart),
        cmocka_unit_test(leakage_makes_an_optimum),
        cmocka_unit_test(quick_checks_the_optimum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
