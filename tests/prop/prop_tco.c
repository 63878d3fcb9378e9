/* Properties of cash flows over random costs: they follow prices, and no unit of money. */

#include "near.h"

#include "random_site.h"
#include "tco_mock.h"

enum { TRIES = 60 };

static double between(uint64_t *s, double low, double high)
{
    return low + (high - low) * random_pick(s, 1001) / 1000.0;
}

static struct mock draw(uint64_t *s)
{
    struct mock m = {.n = 1 + random_pick(s, MOCK_YEARS)};
    m.discount = between(s, 0, 0.2);
    m.inflation = between(s, -0.01, 0.05);
    m.tax = random_pick(s, 2) ? between(s, 0, 0.4) : 0;
    m.timing = random_pick(s, 3);
    m.terms = random_pick(s, 2);
    m.capex[0] = between(s, 1e4, 1e6);
    m.residual = between(s, 0, 0.2) * m.capex[0];
    m.kept = random_pick(s, 2) ? between(s, 0, 1e4) : 0;
    m.utilisation = between(s, 0.05, 1);
    m.gpu_hours = 8 * 8760 * m.utilisation;
    m.it_kwh = between(s, 1e4, 1e5);
    m.idle_share = between(s, 0.1, 1);
    m.mean_price = 0.1;
    for (int y = 1; y <= m.n; y++) {
        m.electricity[y] = between(s, 1e3, 1e5);
        m.opex[y] = m.electricity[y] + between(s, 0, 1e5);
        m.books[y] = m.capex[0] / m.n;
        m.rent[y] = between(s, 1e4, 1e6);
    }
    for (int i = 0; i <= LOAD_STEPS; i++) m.above[i] = 1 - (double)i / LOAD_STEPS;
    return m;
}

static struct mock scaled(struct mock m, double by)
{
    m.residual *= by;
    m.kept *= by;
    m.mean_price *= by;
    for (int y = 0; y <= m.n; y++) {
        m.capex[y] *= by;
        m.opex[y] *= by;
        m.electricity[y] *= by;
        m.books[y] *= by;
        m.rent[y] *= by;
    }
    return m;
}

static void same(double got, double want, double rel)
{
    if (isnan(want))
        assert_true((uintmax_t)(isnan(got) != 0));
    else
        assert_near(got, want, rel);
}

static void money_has_no_unit(void **state)
{
    static const char *const scale[] = {
        "npv_own",           "npv_rent",        "npv_hybrid",           "saving_year",
        "cost_gpu_hour_own", "breakeven_price", "breakeven_electricity"};
    static const char *const stay[] = {"irr_own", "payback_own", "breakeven_utilisation",
                                       "hybrid_share", "pv_gpu_hours"};
    uint64_t s = 1;
    (void)state;
    for (int i = 0; i < TRIES; i++) {
        struct mock m = draw(&s), other = scaled(m, 7.25);
        for (size_t k = 0; k < sizeof scale / sizeof *scale; k++)
            same(mock_number(&other, scale[k]), 7.25 * mock_number(&m, scale[k]), 1e-9);
        for (size_t k = 0; k < sizeof stay / sizeof *stay; k++)
            same(mock_number(&other, stay[k]), mock_number(&m, stay[k]), 1e-9);
    }
}

/* What costs more is worth less, and moves the break-even its own way. */
static void dearer_is_worse(void **state)
{
    uint64_t s = 2;
    (void)state;
    for (int i = 0; i < TRIES; i++) {
        struct mock m = draw(&s), built = m, rented = m;
        built.capex[0] *= 1.1;
        for (int y = 1; y <= m.n; y++) rented.rent[y] *= 1.1;
        double was = mock_number(&m, "breakeven_utilisation");
        assert_true(mock_number(&built, "npv_own") < mock_number(&m, "npv_own"));
        assert_near(mock_number(&built, "npv_rent"), mock_number(&m, "npv_rent"), 0);
        assert_true(mock_number(&rented, "npv_rent") < mock_number(&m, "npv_rent"));
        assert_true(mock_number(&rented, "saving") > mock_number(&m, "saving"));
        if (!isnan(was) && was > 0) {
            assert_true(mock_number(&built, "breakeven_utilisation") > was);
            assert_true(mock_number(&rented, "breakeven_utilisation") < was);
        }
    }
}

/* Whatever is owned in part is no worse than owning or renting all. */
static void hybrid_is_never_worse(void **state)
{
    uint64_t s = 3;
    (void)state;
    for (int i = 0; i < TRIES; i++) {
        struct mock m = draw(&s);
        double least = fmax(mock_number(&m, "npv_own"), mock_number(&m, "npv_rent"));
        assert_true(mock_number(&m, "npv_hybrid") >= least - 1e-9 * fabs(least));
    }
}

/* The same present value in all ways in which it is told. */
static void ways_agree(void **state)
{
    uint64_t s = 4;
    (void)state;
    for (int i = 0; i < TRIES; i++) {
        struct mock m = draw(&s);
        assert_near(mock_number(&m, "npv_own_by_function"), mock_number(&m, "npv_own"), 1e-11);
        assert_near(mock_number(&m, "npv_own_real"), mock_number(&m, "npv_own_nominal"), 1e-11);
        double sum = mock_number(&m, "npv_fixed_own") + mock_number(&m, "npv_energy_own");
        assert_near(sum, mock_number(&m, "npv_own"), 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(money_has_no_unit),
        cmocka_unit_test(dearer_is_worse),
        cmocka_unit_test(hybrid_is_never_worse),
        cmocka_unit_test(ways_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
