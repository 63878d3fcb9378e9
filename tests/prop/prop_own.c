/* Capital over the years, for random lives, rates and lines: what is bought, sold and left
   follows from walking through the years unit by unit. */

#include <string.h>

#include "near.h"
#include "plan/run.h"
#include "plan/tco.h"

#define SITE DCPLAN_SOURCE_DIR "/tests/headroom/hall.ini"

enum { CASES = 60 };

static double random_of(unsigned *seed, double low, double high)
{
    *seed = *seed * 1664525u + 1013904223u;
    return low + (high - low) * (*seed >> 8) / 16777216.0;
}

struct drawn {
    int years, life_tenths;
    double inflation_pct, residual_pct, price;
    bool is_real, has_tax;
};

static struct drawn draw(unsigned *seed)
{
    struct drawn d = {.years = (int)random_of(seed, 1, 26),
                      .life_tenths = (int)random_of(seed, 10, 320),
                      .inflation_pct = random_of(seed, -2, 12),
                      .residual_pct = random_of(seed, 0, 100),
                      .price = random_of(seed, 1, 1e6),
                      .is_real = random_of(seed, 0, 1) > 0.5,
                      .has_tax = random_of(seed, 0, 1) > 0.5};
    /* a year or more: of several bought in a year the sheet sells all at one price; half of the lives are whole years, which may end with the plan */
    if (random_of(seed, 0, 1) > 0.5) d.life_tenths = 10 * ((d.life_tenths + 9) / 10);
    return d;
}

static const char *text_of_case(struct arena *a, const struct drawn *d)
{
    return arena_format(
        a,
        "[finance]\nyears = %d\ninflation = %.17g %%\nterms = %s\nvat = 20 %%\n"
        "vat_recoverable = %s\nincome_tax = 30 %%\n"
        "[cost thing]\ncategory = power\nwhen = build\nprice = %.17g EUR\nlife = %d.%d years\n"
        "residual = %.17g %%\n",
        d->years, d->inflation_pct, d->is_real ? "real" : "nominal", d->has_tax ? "no" : "yes",
        d->price, d->life_tenths / 10, d->life_tenths % 10, d->residual_pct);
}

/* Whole years after which the k-th unit stands no more: ceil(k L), in tenths without rounding. */
static int booked(const struct drawn *d, int k)
{
    return (k * d->life_tenths + 9) / 10;
}

static void walk(const struct drawn *d, double *capex, double *residual)
{
    double up = 1 + d->inflation_pct / 100, part = d->residual_pct / 100, paid = 0;
    double price = d->price * (d->has_tax ? 1.2 : 1);
    int k = 0;
    memset(capex, 0, 64 * sizeof *capex);
    memset(residual, 0, 64 * sizeof *residual);
    for (; k == 0 || k * d->life_tenths < 10 * d->years; k++) {
        int y = booked(d, k);
        if (k) residual[y] += part * price * pow(up, booked(d, k - 1));
        paid = price * pow(up, y);
        capex[y] += paid;
    }
    double age = d->years - (k - 1) * d->life_tenths / 10.0;
    residual[d->years] += paid * (part + (1 - part) * (1 - age / (d->life_tenths / 10.0)));
    for (int y = 0; d->is_real && y <= d->years; y++) {
        capex[y] /= pow(up, y);
        residual[y] /= pow(up, y);
    }
}

static double at(const struct tco *t, const char *key, int column)
{
    return grid_number(t->grid, key, column);
}

static void assert_books(const struct tco *t, const struct drawn *d)
{
    double up = d->is_real ? 1 + d->inflation_pct / 100 : 1, left = 0, gain = 0;
    for (int y = 0; y <= d->years; y++) {
        double in_year = at(t, "capex_own", y) - at(t, "depreciation_own", y);
        left += in_year * pow(up, y);
        gain += at(t, "residual_own", y) * pow(up, y);
        assert_true(at(t, "depreciation_own", y) >= -1e-6 && at(t, "capex_own", y) >= 0);
    }
    assert_within(at(t, "book_own", GRID_CONSTANT), left, 1e-9 * (1 + d->price * 30));
    assert_within(at(t, "gain_own", d->years), (gain - left) / pow(up, d->years),
                  5.01e-4 + 1e-8 * d->price * 30);
}

static void capital_is_what_a_walk_finds(void **state)
{
    unsigned seed = 20260101;
    (void)state;
    for (int i = 0; i < CASES; i++) {
        struct arena a = arena_new(NULL);
        struct diags ds = diags_new(&a);
        struct drawn d = draw(&seed);
        struct load_change change = {CHANGE_TEXT, text_of_case(&a, &d)};
        struct load_request q = {
            .models = DCPLAN_SOURCE_DIR "/models", .site = SITE, .n_change = 1, .change = &change};
        struct run_options options = {.threads = 1, .energy_only = true};
        struct result r;
        struct tco t;
        double capex[64], residual[64];
        assert_true(run_case(&q, &options, &r, &a, &ds));
        assert_true(tco_make(&r, &t, &a, &ds));
        walk(&d, capex, residual);
        for (int y = 0; y <= d.years; y++) {
            assert_within(at(&t, "capex_own", y), capex[y], 1e-9 * (1 + capex[y]));
            assert_within(at(&t, "residual_own", y), residual[y], 1e-7 * (1 + residual[y]));
        }
        assert_books(&t, &d);
        arena_free(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(capital_is_what_a_walk_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
