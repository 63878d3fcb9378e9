#include "plan/spread.h"

#include <gsl/gsl_cdf.h>
#include <string.h>

#include "base/draw.h"
#include "near.h"

struct part {
    double power_w, share, temp_c;
    int modules;
    struct money price;
    struct reals mean_c;
    struct points fan;
};

#define AT(field) offsetof(struct part, field)

static const struct param rows[] = {
    {.key = "power", .unit = "kW", .min = 0, .max = HUGE_VAL, .at = AT(power_w)},
    {.key = "share", .unit = "%", .min = 0, .max = 100, .at = AT(share)},
    {.key = "temp", .unit = "degC", .min = 3.1, .max = 3.3, .at = AT(temp_c)},
    {.key = "modules", .min = 1, .max = 5, .type = PARAM_COUNT, .at = AT(modules)},
    {.key = "price",
     .unit = "money/kWh",
     .min = 0,
     .max = 100,
     .type = PARAM_MONEY,
     .at = AT(price)},
    {.key = "mean", .unit = "degC", .min = -60, .max = 45, .type = PARAM_REALS, .at = AT(mean_c)},
    {.key = "fan", .unit = "%;W", .type = PARAM_CURVE, .at = AT(fan)},
};
enum { POWER, SHARE, TEMP, MODULES, PRICE, MEAN, FAN, N_ROWS };

struct fixture {
    struct arena arena;
    struct diags ds;
    struct part part;
    struct provenance from[N_ROWS];
};

static struct fixture make(void)
{
    struct fixture f = {.arena = arena_new(NULL)};
    param_defaults(rows, N_ROWS, &f.part, f.from, &f.arena);
    return f;
}

static struct distribution of(struct fixture *f, int k, const char *text)
{
    struct distribution d;
    f->ds = diags_new(&f->arena);
    assert_true(param_set(&rows[k], &f->part, text_of(text), (struct place){0}, &f->from[k],
                          &f->arena, &f->ds));
    assert_true(distribution_of(&rows[k], &f->part, &f->from[k], &d));
    return d;
}

static const double shares[] = {0.01, 0.1, 0.5, 0.9, 0.99};

static void quantiles_are(const struct distribution *d, const double want[5], double scale)
{
    for (int i = 0; i < 5; i++)
        assert_near(distribution_quantile(d, shares[i]), scale * want[i], 1e-12);
}

/* scipy 1.17.1: truncnorm(-48, 2, 96, 2), triang(1/3, 3, 0.6), lognorm(log(1.2), 0, 3.2); what is
   cut by ppf of cdf(low) + p (cdf(high) - cdf(low)). */
static void quantiles_are_scipys(void **state)
{
    static const double normal_cut[5] = {91.330060358483948, 93.41075202670973, 95.942966146818165,
                                         98.345229969674392, 99.689893828146978};
    static const double triangle[5] = {3.0346410161513777, 3.1095445115010332, 3.2535898384862247,
                                       3.4450806661517035, 3.5510102051443364};
    static const double triangle_cut[5] = {3.1031988372027515, 3.1284523257866512,
                                           3.2062996062994094, 3.2790638692823757,
                                           3.2978411014052371};
    static const double logs[5] = {2.0938562127165876, 2.5332329510760538, 3.2, 4.0422654362088197,
                                   4.8904981812072643};
    (void)state;
    struct fixture f = make();
    struct distribution d = of(&f, SHARE, "normal(96 %, 20000 ppm)");
    quantiles_are(&d, normal_cut, 0.01);
    d = of(&f, POWER, "triangular(3, 3.2, 3.6 kW)");
    quantiles_are(&d, triangle, 1000);
    d = of(&f, TEMP, "triangular(3, 3.2, 3.6 degC)");
    quantiles_are(&d, triangle_cut, 1);
    d = of(&f, POWER, "lognormal(3.2 kW, 20 %)");
    quantiles_are(&d, logs, 1000);
    arena_free(&f.arena);
}

static void quantiles_are_gsls(void **state)
{
    (void)state;
    struct fixture f = make();
    for (double p = 0.001; p < 1; p += 0.037) {
        struct distribution d = of(&f, POWER, "3.2 kW +/- 5 %");
        assert_near(distribution_quantile(&d, p), 3200 + gsl_cdf_gaussian_Pinv(p, 80), 1e-12);
        d = of(&f, POWER, "3.2 kW +/- 100 W");
        assert_near(distribution_quantile(&d, p), 3200 + gsl_cdf_gaussian_Pinv(p, 50), 1e-12);
        d = of(&f, POWER, "uniform(3, 4 kW)");
        assert_near(distribution_quantile(&d, p), gsl_cdf_flat_Pinv(p, 3000, 4000), 1e-12);
        d = of(&f, PRICE, "lognormal(0.6 CNY/kWh, 30 %)");
        assert_near(distribution_quantile(&d, p),
                    gsl_cdf_lognormal_Pinv(p, log(0.6 / 3.6e6), log(1.3)), 1e-12);
    }
    arena_free(&f.arena);
}

/* Cut at the bounds, not heaped up on them. */
static void cut_means_none_on_the_bound(void **state)
{
    (void)state;
    struct fixture f = make();
    struct distribution d = of(&f, SHARE, "99 % +/- 4 %");
    double last = 0;
    for (double p = 0.0005; p < 1; p += 0.001) {
        double v = distribution_quantile(&d, p);
        assert_true(v > last && v < 1);
        last = v;
    }
    arena_free(&f.arena);
}

static void counts_are_whole(void **state)
{
    (void)state;
    struct fixture f = make();
    struct distribution d = of(&f, MODULES, "uniform(2, 7)"); /* 6 and 7 are beyond */
    int times[8] = {0};
    for (int i = 0; i < 4000; i++) times[(int)distribution_quantile(&d, (i + 0.5) / 4000)]++;
    assert_int_equal(times[2] + times[3] + times[4] + times[5], 4000);
    for (int k = 2; k <= 5; k++) assert_within(times[k], 1000, 1);
    assert_string_equal(distribution_text(&d, &f.part, 3, &f.arena), "3");
    arena_free(&f.arena);
}

static void lists_are_off_together(void **state)
{
    (void)state;
    struct fixture f = make();
    struct distribution d = of(&f, MEAN, "1.5, 44 degC +/- 2 K");
    assert_string_equal(distribution_text(&d, &f.part, 0.5, &f.arena), "2, 44.5 degC");
    assert_near(d.high, 1, 1e-12); /* 44 meets 45 */
    assert_true(distribution_quantile(&d, 0.9999) < 1);
    d = of(&f, FAN, "0 %: 100 W, 50 %: 160 W +/- 10 %");
    assert_near(distribution_quantile(&d, normal_below(1)), 0.05, 1e-12);
    assert_string_equal(distribution_text(&d, &f.part, 0.05, &f.arena), "0 %: 105 W, 50 %: 168 W");
    arena_free(&f.arena);
}

/* The text sets the value again, as near as twelve digits are. */
static void texts_set_the_value(void **state)
{
    (void)state;
    struct fixture f = make();
    struct distribution d = of(&f, PRICE, "uniform(0.6, 0.7 CNY/kWh)");
    for (double p = 0.05; p < 1; p += 0.1) {
        double v = distribution_quantile(&d, p);
        const char *text = distribution_text(&d, &f.part, v, &f.arena);
        struct part copy = f.part;
        assert_true(param_set(&rows[PRICE], &copy, text_of(text), (struct place){0}, NULL, &f.arena,
                              &f.ds));
        assert_near(copy.price.amount, v, 1e-12);
        assert_string_equal(copy.price.currency, "CNY");
    }
    arena_free(&f.arena);
}

static void certain_is_certain(void **state)
{
    static const char *const texts[] = {
        "3 kW", "3 kW +/- 0 %", "normal(3 kW, 0 kW)", "lognormal(3 kW, 0 %)", "0 kW +/- 5 %", ""};
    (void)state;
    for (int i = 0; i < 6; i++) {
        struct fixture f = make();
        struct distribution d;
        f.ds = diags_new(&f.arena);
        assert_true(param_set(&rows[POWER], &f.part, text_of(texts[i]), (struct place){0},
                              &f.from[POWER], &f.arena, &f.ds));
        assert_false(distribution_of(&rows[POWER], &f.part, &f.from[POWER], &d));
        arena_free(&f.arena);
    }
}

static void ranges(void **state)
{
    double low, high;
    (void)state;
    spread_range(&(struct spread){SPREAD_RELATIVE, 0.05, 0, 0}, 200, &low, &high);
    assert_near(low, 190, 0);
    assert_near(high, 210, 0);
    spread_range(&(struct spread){SPREAD_UNIFORM, 100, 200, 0}, 150, &low, &high);
    assert_near(low, 102.5, 1e-14);
    assert_near(high, 197.5, 1e-14);
    spread_range(&(struct spread){SPREAD_NORMAL, 100, 10, 0}, 100, &low, &high);
    assert_near(high - 100, 19.599639845400542, 1e-13);
    spread_range(&(struct spread){SPREAD_NONE, 0, 0, 0}, 100, &low, &high);
    assert_true(isnan(low) && isnan(high));
}

/* scipy.stats.truncnorm(-1.25, inf, 100, 80).ppf([0.025, 0.975]) */
static void ends_are_within_the_bounds(void **state)
{
    double low, high;
    (void)state;
    struct fixture f = make();
    of(&f, POWER, "normal(100 kW, 80 %)");
    assert_true(distribution_ends(&rows[POWER], &f.part, &f.from[POWER], &low, &high));
    assert_near(low, 9131.562632330045, 1e-12);
    assert_near(high, 260584.16377430103, 1e-12);
    of(&f, MODULES, "uniform(2, 8)");
    assert_true(distribution_ends(&rows[MODULES], &f.part, &f.from[MODULES], &low, &high));
    assert_near(low, 2, 0);
    assert_near(high, 5, 0);
    of(&f, POWER, "100 kW +/- 5 %");
    assert_false(distribution_ends(&rows[POWER], &f.part, &f.from[POWER], &low, &high));
    arena_free(&f.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_are_scipys),
        cmocka_unit_test(quantiles_are_gsls),
        cmocka_unit_test(cut_means_none_on_the_bound),
        cmocka_unit_test(counts_are_whole),
        cmocka_unit_test(lists_are_off_together),
        cmocka_unit_test(texts_set_the_value),
        cmocka_unit_test(certain_is_certain),
        cmocka_unit_test(ends_are_within_the_bounds),
        cmocka_unit_test(ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
