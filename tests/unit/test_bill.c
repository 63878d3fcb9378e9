/* Bills against figures worked by hand (tests/reference/bill.md). */

#include "mock_tariff.h"
#include "near.h"

#include <stdio.h>
#include <string.h>

#include "plan/bill.h"

struct fixture {
    struct arena arena;
    struct diags diags;
    struct tariff tariff;
    struct transformer transformer;
    struct ref utility;
    struct site site;
    struct year year;
    double *facility_w;
    struct bill bill;
};

static int setup(void **state)
{
    static struct fixture f; /* tests run one after another */
    memset(&f, 0, sizeof f);
    f.arena = arena_new(NULL);
    f.diags = diags_new(&f.arena);
    struct provenance *from = ARENA_ARRAY(&f.arena, struct provenance, (size_t)tariff_n_params);
    param_defaults(tariff_params, tariff_n_params, &f.tariff, from, &f.arena);
    f.site = (struct site){.currency = "CNY"};
    mock_tariff(&f.site, &f.tariff, from, &f.arena);
    *state = &f;
    return 0;
}

static int teardown(void **state)
{
    arena_free(&((struct fixture *)*state)->arena);
    return 0;
}

static void set(struct fixture *f, const char *key, const char *value)
{
    int row = 0;
    while (strcmp(tariff_params[row].key, key) != 0) assert_true(++row < tariff_n_params);
    assert_true(param_set(&tariff_params[row], &f->tariff, text_of(value),
                          (struct place){"test", 1, 1}, NULL, &f->arena, &f->diags));
}

static void with_transformer(struct fixture *f, double kva)
{
    f->utility = (struct ref){"grid", KIND_UTILITY, 0};
    f->transformer.e.part.count = 1;
    f->transformer.e.part.from = (struct ref_list){1, &f->utility};
    f->transformer.e.rated_va = kva * 1000;
    f->site.of[KIND_TRANSFORMER] = (struct bag){.n = 1, .item = &f->transformer};
}

/* A year of constant power, kW. */
static void with_load(struct fixture *f, double kw, bool is_leap)
{
    f->year.calendar = calendar_make(is_leap, 0);
    f->year.n = f->year.calendar.hours;
    f->facility_w = ARENA_ARRAY(&f->arena, double, (size_t)f->year.n);
    for (int h = 0; h < f->year.n; h++) f->facility_w[h] = kw * 1000;
    f->year.site.hour[Q_FACILITY_W] = f->facility_w;
}

static void month_load(struct fixture *f, int month, double kw)
{
    const struct calendar *c = &f->year.calendar;
    for (int h = c->month_start[month]; h < c->month_start[month + 1]; h++)
        f->facility_w[h] = kw * 1000;
}

static void bill(struct fixture *f)
{
    assert_true(bill_make(&f->site, &f->year, &f->bill, &f->arena, &f->diags));
    assert_int_equal(f->diags.n_error, 0);
}

static double number(const struct fixture *f, const char *key, int column)
{
    return grid_number(f->bill.grid, key, column);
}

static void test_flat(void **state)
{
    struct fixture *f = *state;
    set(f, "flat_price", "0.65 CNY/kWh");
    with_load(f, 1300, false); /* PHYSICS 10.4: 1 MW at PUE 1.3 */
    bill(f);
    assert_near(number(f, "energy_billed_kwh", GRID_TOTAL), 11388000, 1e-12);
    assert_near(f->bill.year_cost, 7402200, 1e-12);
    assert_near(f->bill.year_energy_cost, 7402200, 1e-12);
    assert_near(f->bill.month_cost[1], 1300 * 24 * 28 * 0.65, 1e-12);
    assert_near(number(f, "mean_price", GRID_CONSTANT), 0.65, 1e-12);
}

/* Seven peak, nine flat, eight valley hours at 1.7 : 1 : 0.38 of 0.65. */
static void test_time_of_use_ratio(void **state)
{
    struct fixture *f = *state;
    set(f, "peak_hours", "10-12, 14-19");
    set(f, "valley_hours", "0-8");
    set(f, "peak_price", "1.105 CNY/kWh");
    set(f, "flat_price", "0.65 CNY/kWh");
    set(f, "valley_price", "0.247 CNY/kWh");
    with_load(f, 100, false);
    bill(f);
    double mean = (7 * 1.105 + 9 * 0.65 + 8 * 0.247) / 24;
    assert_within(mean, 0.648, 0.0005);
    assert_near(number(f, "mean_price", GRID_CONSTANT), mean, 1e-12);
    assert_near(number(f, "energy_peak_kwh", 0), 100 * 31 * 7, 1e-12);
}

static void test_contract(void **state)
{
    struct fixture *f = *state;
    set(f, "basis", "contract");
    set(f, "flat_price", "0 CNY/kWh");
    set(f, "demand_price", "36.1 CNY/kW/month");
    set(f, "demand_factor", "1");
    set(f, "contract_demand", "2400 kW");
    with_load(f, 2500, false);
    month_load(f, 6, 2600);
    bill(f);
    assert_near(f->bill.month_cost[0], 86640, 1e-12);
    assert_near(f->bill.month_cost[6], 92416, 1e-12);
}

/* 40 % of 10 MVA is the least that can be agreed. */
static void test_contract_minimum(void **state)
{
    struct fixture *f = *state;
    set(f, "basis", "contract");
    set(f, "flat_price", "0 CNY/kWh");
    set(f, "demand_price", "36.1 CNY/kW/month");
    set(f, "demand_factor", "1");
    with_transformer(f, 10000);
    with_load(f, 2500, false);
    bill(f);
    assert_near(number(f, "contract_kw", GRID_CONSTANT), 4000, 1e-12);
    assert_near(f->bill.month_cost[0], 4000 * 36.1, 1e-12);
}

static void test_capacity(void **state)
{
    struct fixture *f = *state;
    set(f, "basis", "capacity");
    set(f, "flat_price", "0 CNY/kWh");
    set(f, "capacity_price", "22.6 CNY/kVA/month");
    with_transformer(f, 2500);
    with_load(f, 500, false);
    bill(f);
    assert_near(f->bill.month_cost[3], 56500, 1e-12);
    assert_near(f->bill.year_demand_cost, 678000, 1e-12);
}

/* B64: 100 kW all year, July 200, ratchet 75 % over 11 months, least 30 kW. */
static void ratchet(struct fixture *f, const char *prior)
{
    set(f, "basis", "demand");
    set(f, "flat_price", "0 CNY/kWh");
    set(f, "demand_price", "10 CNY/kW/month");
    set(f, "demand_factor", "1");
    set(f, "demand_min", "30 kW");
    set(f, "ratchet", "75 %");
    set(f, "ratchet_prior", prior);
    with_load(f, 100, false);
    month_load(f, 6, 200);
    bill(f);
}

static void test_ratchet_prior_same(void **state)
{
    struct fixture *f = *state;
    ratchet(f, "same");
    for (int m = 0; m < MONTHS; m++)
        assert_near(number(f, "billed_demand", m), m == 6 ? 200 : 150, 1e-12);
}

static void test_ratchet_prior_none(void **state)
{
    struct fixture *f = *state;
    ratchet(f, "none");
    for (int m = 0; m < MONTHS; m++)
        assert_near(number(f, "billed_demand", m), m < 6 ? 100 : m == 6 ? 200 : 150, 1e-12);
    assert_near(f->bill.month_cost[11], 1500, 1e-12);
}

/* B66: 15 up to 100 kW, 25 above, peak 150. */
static void test_demand_tiers(void **state)
{
    struct fixture *f = *state;
    set(f, "basis", "demand");
    set(f, "flat_price", "0 CNY/kWh");
    set(f, "demand_price", "15 CNY/kW/month");
    set(f, "demand_tier", "100 kW");
    set(f, "demand_price_above", "25 CNY/kW/month");
    set(f, "demand_factor", "1");
    with_load(f, 150, false);
    bill(f);
    assert_near(f->bill.month_cost[0], 2750, 1e-12);
}

/* B69: 950 kW at a power factor of 0.95 is 1000 kVA. */
static void test_demand_in_kva(void **state)
{
    struct fixture *f = *state;
    set(f, "basis", "demand");
    set(f, "flat_price", "0 CNY/kWh");
    set(f, "demand_price_kva", "20 CNY/kVA/month");
    set(f, "power_factor", "0.95");
    set(f, "demand_factor", "1");
    with_load(f, 950, false);
    bill(f);
    assert_near(number(f, "billed_demand", 0), 1000, 1e-12);
    assert_near(f->bill.month_cost[0], 20000, 1e-12);
}

/* A meter of both powers has the greatest kVA: 800 kW beside 600 kvar are 1000 kVA, though the
   month's greatest power is 900 kW at a power factor near one; the least billed stays in kW. */
static void test_metered_kva(void **state)
{
    struct fixture *f = *state;
    set(f, "basis", "demand");
    set(f, "flat_price", "0 CNY/kWh");
    set(f, "demand_price_kva", "20 CNY/kVA/month");
    set(f, "demand_factor", "1");
    set(f, "demand_min", "760 kW");
    with_load(f, 100, false);
    double *var = ARENA_ARRAY(&f->arena, double, HOURS_PER_YEAR);
    f->facility_w[10] = 900e3;
    f->facility_w[20] = 800e3;
    var[20] = 600e3;
    struct bill_load load = {&f->year.calendar, 1, f->facility_w, var};
    assert_true(bill_of_load(&f->site, &f->year, &load, &f->bill, &f->arena, &f->diags));
    assert_near(number(f, "billed_demand", 0), 1000, 1e-12);
    assert_near(number(f, "billed_demand", 1), 760 / 0.95, 1e-12);
    assert_near(f->bill.month_cost[0], 20000, 1e-12);
}

/* NDRC 2023-526: 260 kWh per kVA and month; 2N transformers stay below. */
static void test_high_use(void **state)
{
    struct fixture *f = *state;
    set(f, "basis", "demand");
    set(f, "flat_price", "0 CNY/kWh");
    set(f, "demand_price", "36.1 CNY/kW/month");
    set(f, "demand_factor", "1");
    set(f, "high_use", "260 kWh/kVA");
    set(f, "high_use_factor", "0.9");
    with_transformer(f, 1000);
    with_load(f, 360, false); /* February 241.92, January 267.84 kWh/kVA */
    bill(f);
    assert_near(f->bill.month_cost[0], 360 * 36.1 * 0.9, 1e-12);
    assert_near(f->bill.month_cost[1], 360 * 36.1, 1e-12);
}

/* B68: February of 2028 has 29 days. */
static void test_leap_year(void **state)
{
    struct fixture *f = *state;
    set(f, "flat_price", "1 CNY/kWh");
    with_load(f, 1, true);
    bill(f);
    assert_near(f->bill.month_cost[1], 696, 1e-12);
    assert_near(f->bill.month_cost[2], 744, 1e-12);
    assert_near(f->bill.year_cost, 8784, 1e-12);
}

static void test_summer_prices(void **state)
{
    struct fixture *f = *state;
    set(f, "summer_months", "6, 7, 8, 9");
    set(f, "flat_price", "1 CNY/kWh");
    set(f, "summer_flat_price", "2 CNY/kWh");
    set(f, "energy_adder", "0.1 CNY/kWh");
    set(f, "fixed_charge", "5 CNY/month");
    with_load(f, 1, false);
    bill(f);
    assert_near(f->bill.month_cost[4], 744 * 1.1 + 5, 1e-12);
    assert_near(f->bill.month_cost[5], 720 * 2.1 + 5, 1e-12);
}

/* Lines sum to the bill, and no line is negative (B65). */
static void test_lines_sum(void **state)
{
    struct fixture *f = *state;
    set(f, "basis", "demand");
    set(f, "peak_hours", "8-20");
    set(f, "peak_price", "1.2 CNY/kWh");
    set(f, "flat_price", "0.5 CNY/kWh");
    set(f, "demand_price", "36.1 CNY/kW/month");
    set(f, "fixed_charge", "100 CNY/month");
    with_load(f, 500, false);
    bill(f);
    double sum = 0;
    for (int m = 0; m < MONTHS; m++) {
        double lines = number(f, "cost_peak", m) + number(f, "cost_flat", m) +
                       number(f, "cost_demand", m) + number(f, "cost_fixed", m);
        assert_near(lines, f->bill.month_cost[m], 1e-14);
        assert_true(number(f, "cost_demand", m) >= 0);
        sum += f->bill.month_cost[m];
    }
    assert_near(f->bill.year_cost, sum, 1e-14);
    assert_near(f->bill.month_cost[0], 500 * 31 * 12 * (1.2 + 0.5) + 500 * 1.05 * 36.1 + 100,
                1e-14);
}

/* Twice the prices, twice the bill. */
static void test_linear_in_prices(void **state)
{
    struct fixture *f = *state;
    set(f, "basis", "contract");
    set(f, "peak_hours", "8-20");
    set(f, "peak_price", "1.2 CNY/kWh");
    set(f, "flat_price", "0.5 CNY/kWh");
    set(f, "demand_price", "36.1 CNY/kW/month");
    set(f, "contract_demand", "300 kW");
    with_load(f, 500, false);
    bill(f);
    double once = f->bill.year_cost;
    set(f, "peak_price", "2.4 CNY/kWh");
    set(f, "flat_price", "1 CNY/kWh");
    set(f, "demand_price", "72.2 CNY/kW/month");
    bill(f);
    assert_near(f->bill.year_cost, 2 * once, 1e-14);
}

static void test_missing_price(void **state)
{
    struct fixture *f = *state;
    set(f, "peak_hours", "8-20");
    set(f, "flat_price", "0.5 CNY/kWh");
    with_load(f, 500, false);
    assert_true(bill_make(&f->site, &f->year, &f->bill, &f->arena, &f->diags));
    assert_int_equal(f->diags.n_warning, 1);
    assert_true(isnan(f->bill.year_cost));
    assert_true(isnan(f->bill.month_cost[0]));
    assert_near(number(f, "cost_flat", 0), 500 * 31 * 12 * 0.5, 1e-14);
}

static void test_no_tariff(void **state)
{
    struct fixture *f = *state;
    f->site.tariff = NULL;
    with_load(f, 500, false);
    bill(f);
    assert_false(f->bill.has_tariff);
    assert_true(isnan(f->bill.year_cost));
}

static void test_other_currency(void **state)
{
    struct fixture *f = *state;
    struct fx fx = {.rate = {7.1, "CNY"}};
    struct provenance from[8] = {0};
    struct object object = {.kind = KIND_FX, .name = "USD", .data = &fx, .from = from};
    const struct object *objects[] = {&object};
    const char *names[] = {"USD"};
    set(f, "flat_price", "0.1 USD/kWh");
    with_load(f, 1, false);
    assert_true(bill_make(&f->site, &f->year, &f->bill, &f->arena, &f->diags));
    assert_true(isnan(f->bill.year_cost));
    f->site.of[KIND_FX] = (struct bag){.n = 1, .item = &fx, .name = names, .object = objects};
    assert_true(bill_make(&f->site, &f->year, &f->bill, &f->arena, &f->diags));
    assert_near(f->bill.year_cost, 8760 * 0.1 * 7.1, 1e-12);
    assert_int_equal(f->diags.n_warning, 1);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_flat),
        TEST(test_time_of_use_ratio),
        TEST(test_contract),
        TEST(test_contract_minimum),
        TEST(test_capacity),
        TEST(test_ratchet_prior_same),
        TEST(test_ratchet_prior_none),
        TEST(test_demand_tiers),
        TEST(test_demand_in_kva),
        TEST(test_metered_kva),
        TEST(test_high_use),
        TEST(test_leap_year),
        TEST(test_summer_prices),
        TEST(test_lines_sum),
        TEST(test_missing_price),
        TEST(test_no_tariff),
        TEST(test_other_currency),
        TEST(test_linear_in_prices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
