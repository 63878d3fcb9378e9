/* Tariffs: every shipped model loads, periods tile the year, clocks and leap
   days. */

#include "near.h"

#include <string.h>

#include "base/file.h"
#include "model/rate.h"
#include "model/tariff.h"

struct fixture {
    struct arena arena;
    struct diags diags;
};

static int setup(void **state)
{
    static struct fixture f; /* tests run one after another */
    f.arena = arena_new(NULL);
    f.diags = diags_new(&f.arena);
    *state = &f;
    return 0;
}

static int teardown(void **state)
{
    arena_free(&((struct fixture *)*state)->arena);
    return 0;
}

/* key = value lines, one after another, NULL at the end. */
static struct tariff *tariff_of(struct fixture *f, const char *const *line)
{
    struct tariff *t = ARENA_ARRAY(&f->arena, struct tariff, 1);
    struct provenance *from = ARENA_ARRAY(&f->arena, struct provenance, (size_t)tariff_n_params);
    param_defaults(tariff_params, tariff_n_params, t, from, &f->arena);
    for (; *line; line += 2) {
        int row = 0;
        while (strcmp(tariff_params[row].key, line[0]) != 0) assert_true(++row < tariff_n_params);
        struct place at = {"test", 1, 1};
        assert_true(
            param_set(&tariff_params[row], t, text_of(line[1]), at, NULL, &f->arena, &f->diags));
    }
    return t;
}

static const char *const shenzhen[] = {
    "spike_hours",  "11-12, 15-17", "spike_months", "7, 8, 9",      "peak_hours", "10-12, 14-19",
    "valley_hours", "0-8",          "flat_price",   "0.65 CNY/kWh", NULL};

static void count_hours(const struct tariff *t, const struct calendar *c, int count[N_PERIOD])
{
    memset(count, 0, N_PERIOD * sizeof *count);
    for (int h = 0; h < c->hours; h++) count[tariff_period(t, c, h)]++;
}

static void test_shenzhen_hours(void **state)
{
    struct tariff *t = tariff_of(*state, shenzhen);
    struct calendar c = calendar_make(false, 0);
    int n[N_PERIOD];
    count_hours(t, &c, n);
    assert_int_equal(n[PERIOD_SPIKE], 3 * 92);
    assert_int_equal(n[PERIOD_PEAK], 7 * 365 - 3 * 92);
    assert_int_equal(n[PERIOD_FLAT], 9 * 365);
    assert_int_equal(n[PERIOD_VALLEY], 8 * 365);
    assert_int_equal(tariff_period(t, &c, c.month_start[6] + 11), PERIOD_SPIKE);
    assert_int_equal(tariff_period(t, &c, c.month_start[6] - 13), PERIOD_PEAK);
    assert_int_equal(tariff_period(t, &c, c.month_start[6] + 7), PERIOD_VALLEY);
    assert_int_equal(tariff_period(t, &c, c.month_start[6] + 8), PERIOD_FLAT);
}

/* 2028: prices of March begin on 1 March, not a day early or late. */
static void test_leap_year(void **state)
{
    static const char *const lines[] = {
        "summer_months", "3", "summer_peak_hours", "0-24", "flat_price", "1 USD/kWh", NULL};
    struct tariff *t = tariff_of(*state, lines);
    struct calendar c = calendar_make(true, date_weekday((struct date){2028, 1, 1}));
    int first = 24 * (31 + 29), n[N_PERIOD];
    assert_int_equal(tariff_period(t, &c, first - 1), PERIOD_FLAT);
    assert_int_equal(tariff_period(t, &c, first), PERIOD_PEAK);
    count_hours(t, &c, n);
    assert_int_equal(n[PERIOD_PEAK], 31 * 24);
    assert_int_equal(n[PERIOD_PEAK] + n[PERIOD_FLAT], 8784);
}

static void test_weekend(void **state)
{
    static const char *const lines[] = {"peak_hours", "8-20",      "weekend", "valley",
                                        "flat_price", "1 USD/kWh", NULL};
    struct tariff *t = tariff_of(*state, lines);
    struct calendar c = calendar_make(false, 4); /* 1 January is a Friday */
    assert_int_equal(tariff_period(t, &c, 10), PERIOD_PEAK);
    assert_int_equal(tariff_period(t, &c, 24 + 10), PERIOD_VALLEY);
    assert_int_equal(tariff_period(t, &c, 48 + 2), PERIOD_VALLEY);
    assert_int_equal(tariff_period(t, &c, 72 + 10), PERIOD_PEAK);
}

/* 2026 in the United States: 8 March to 1 November; in Europe: 29 March to 25
   October. */
static void test_daylight(void **state)
{
    static const char *const us[] = {"daylight_saving", "us",        "peak_hours", "12-13",
                                     "flat_price",      "1 USD/kWh", NULL};
    static const char *const eu[] = {"daylight_saving", "eu", "flat_price", "1 EUR/kWh", NULL};
    struct calendar c = calendar_make(false, date_weekday((struct date){2026, 1, 1}));
    struct tariff *t = tariff_of(*state, us);
    int march = c.month_start[2], october = c.month_start[9], november = c.month_start[10];
    assert_false(tariff_is_daylight(t, &c, march + 7 * 24 + 1));
    assert_true(tariff_is_daylight(t, &c, march + 7 * 24 + 2));
    assert_true(tariff_is_daylight(t, &c, november));
    assert_false(tariff_is_daylight(t, &c, november + 1));
    assert_int_equal(tariff_period(t, &c, march + 12), PERIOD_PEAK);
    assert_int_equal(tariff_period(t, &c, c.month_start[6] + 11), PERIOD_PEAK);
    assert_int_equal(tariff_period(t, &c, c.month_start[6] + 12), PERIOD_FLAT);
    t = tariff_of(*state, eu);
    assert_false(tariff_is_daylight(t, &c, march + 28 * 24 + 1));
    assert_true(tariff_is_daylight(t, &c, march + 28 * 24 + 2));
    assert_true(tariff_is_daylight(t, &c, october + 24 * 24 + 1));
    assert_false(tariff_is_daylight(t, &c, october + 24 * 24 + 2));
}

/* 2026 south of the equator: clocks are ahead until 5 April, and from 4 October in Australia, 27
   September in New Zealand. */
static void test_daylight_south(void **state)
{
    static const char *const au[] = {"daylight_saving", "au", "flat_price", "1 AUD/kWh", NULL};
    static const char *const nz[] = {"daylight_saving", "nz", "flat_price", "1 NZD/kWh", NULL};
    struct calendar c = calendar_make(false, date_weekday((struct date){2026, 1, 1}));
    int april = c.month_start[3], september = c.month_start[8], october = c.month_start[9];
    const struct tariff *t = tariff_of(*state, au);
    assert_true(tariff_is_daylight(t, &c, 0));
    assert_true(tariff_is_daylight(t, &c, april + 4 * 24 + 1));
    assert_false(tariff_is_daylight(t, &c, april + 4 * 24 + 2));
    assert_false(tariff_is_daylight(t, &c, october + 3 * 24 + 1));
    assert_true(tariff_is_daylight(t, &c, october + 3 * 24 + 2));
    t = tariff_of(*state, nz);
    assert_false(tariff_is_daylight(t, &c, september + 26 * 24 + 1));
    assert_true(tariff_is_daylight(t, &c, september + 26 * 24 + 2));
    assert_true(tariff_is_daylight(t, &c, c.hours - 1));
}

static void test_rules_between_fields(void **state)
{
    struct fixture *f = *state;
    static const char *const mixed[] = {"flat_price", "1 USD/kWh", "demand_price",
                                        "10 CNY/kW/month", NULL};
    static const char *const both[] = {"demand_price", "1 USD/kW/month", "demand_price_kva",
                                       "10 USD/kVA/month", NULL};
    static const char *const half[] = {"spike_months", "1.5", NULL};
    struct place at = {"test", 1, 1};
    assert_false(tariff_check(tariff_of(f, mixed), "x", at, &f->diags));
    assert_false(tariff_check(tariff_of(f, both), "x", at, &f->diags));
    assert_false(tariff_check(tariff_of(f, half), "x", at, &f->diags));
    assert_true(tariff_check(tariff_of(f, shenzhen), "x", at, &f->diags));
    assert_string_equal(tariff_currency(tariff_of(f, shenzhen)), "CNY");
}

static void test_table(void **state)
{
    (void)state;
    for (int i = 0; i < tariff_n_params; i++)
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(tariff_params[i].key, tariff_params[k].key);
            assert_int_not_equal(tariff_params[i].at, tariff_params[k].at);
        }
}

static void test_shipped_models(void **state)
{
    struct fixture *f = *state;
    enum { TARIFF, RATE };
    struct kind kinds[] = {
        {"tariff", tariff_params, tariff_n_params, sizeof(struct tariff), "", KIND_PART},
        {"rate", rate_params, rate_n_params, sizeof(struct rate), "", KIND_PART},
    };
    struct object_set models = {.kinds = kinds, .n_kinds = 2};
    struct bytes b;
    assert_true(file_read(&f->arena, DCPLAN_SOURCE_DIR "/models/tariffs.ini", &b, &f->diags));
    struct input_text text = {.path = "models/tariffs.ini", .s = b.s, .n = b.n};
    assert_true(catalogue_read(&models, &text, 1, &f->arena, &f->diags));
    assert_int_equal(f->diags.n_warning, 0);
    assert_true(models.n >= 6);
    for (int i = 0; i < models.n; i++) {
        if (models.item[i].kind == RATE) {
            const struct rate *r = models.item[i].data;
            assert_non_null(r->part.source);
            assert_true(r->part.date.year >= 1983);
            continue;
        }
        const struct tariff *t = models.item[i].data;
        assert_true(tariff_check(t, models.item[i].name, models.item[i].place, &f->diags));
        assert_non_null(t->source);
        assert_non_null(t->includes);
        assert_true(t->date.year >= 2020);
        assert_true(tariff_currency(t)[0]);
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_shenzhen_hours), TEST(test_leap_year), TEST(test_weekend),
        TEST(test_daylight),       TEST(test_table),     TEST(test_rules_between_fields),
        TEST(test_daylight_south), TEST(test_table),     TEST(test_rules_between_fields),
        TEST(test_shipped_models),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
