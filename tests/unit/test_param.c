#include <stdio.h>
#include <string.h>

#include "input/param.h"
#include "near.h"

struct part {
    double power_w, temp_c, dt_k, share, plain, flow_m3_s_w, height_u, optional_w;
    int modules, redundancy;
    bool is_on;
    const char *note;
    struct ref_list from, serves;
    struct reals mean_c;
    struct points fan;
    struct hours peak;
    struct date since;
    struct money price, rent;
};

static const char *const redundancies[] = {"N", "N+1", "2N", NULL};

#define AT(field) offsetof(struct part, field)

static const struct param rows[] = {
    {.key = "power",
     .unit = "kW",
     .def = "3.2 kW",
     .min = 1,
     .max = 5000,
     .at = AT(power_w),
     .doc = "power"},
    {.key = "temp",
     .unit = "degC",
     .def = "24 degC +/- 1 K",
     .min = -50,
     .max = 60,
     .at = AT(temp_c),
     .doc = "temperature"},
    {.key = "dt", .unit = "K", .def = "5 K", .min = 0, .max = 40, .at = AT(dt_k), .doc = "step"},
    {.key = "share",
     .unit = "%",
     .def = "7 % +/- 5 %",
     .min = 0,
     .max = 100,
     .at = AT(share),
     .doc = "share"},
    {.key = "plain", .def = "1.5", .at = AT(plain), .doc = "a pure number"},
    {.key = "flow",
     .unit = "L/min/kW",
     .def = "1.5 L/min/kW",
     .min = 0,
     .max = HUGE_VAL,
     .at = AT(flow_m3_s_w),
     .doc = "flow"},
    {.key = "height", .unit = "U", .def = "8 U", .at = AT(height_u), .doc = "height"},
    {.key = "optional", .unit = "W", .at = AT(optional_w), .doc = "may be missing"},
    {.key = "modules",
     .def = "4",
     .min = 1,
     .max = 64,
     .type = PARAM_COUNT,
     .at = AT(modules),
     .doc = "modules"},
    {.key = "redundancy",
     .def = "N+1",
     .type = PARAM_WORD,
     .words = redundancies,
     .at = AT(redundancy),
     .doc = "redundancy"},
    {.key = "on", .def = "yes", .type = PARAM_FLAG, .at = AT(is_on), .doc = "on"},
    {.key = "note", .def = "plain", .type = PARAM_TEXT, .at = AT(note), .doc = "note"},
    {.key = "from", .def = "ups.a", .type = PARAM_REF, .at = AT(from), .refs = "ups", .doc = "f"},
    {.key = "serves",
     .def = "room.a, room.b.1",
     .type = PARAM_REFS,
     .at = AT(serves),
     .refs = "room",
     .doc = "s"},
    {.key = "mean",
     .unit = "degC",
     .def = "1.2, 3.4 degC",
     .min = -60,
     .max = 45,
     .type = PARAM_REALS,
     .at = AT(mean_c),
     .doc = "means"},
    {.key = "fan",
     .unit = "%;W",
     .def = "0 %: 100 W, 50 %: 160 W",
     .type = PARAM_CURVE,
     .at = AT(fan),
     .doc = "curve"},
    {.key = "peak", .def = "0-8, 22-24", .type = PARAM_HOURS, .at = AT(peak), .doc = "hours"},
    {.key = "since", .def = "2026-02-01", .type = PARAM_DATE, .at = AT(since), .doc = "date"},
    {.key = "price",
     .unit = "money/kWh",
     .def = "0.65 CNY/kWh",
     .min = 0,
     .max = 100,
     .type = PARAM_MONEY,
     .at = AT(price),
     .doc = "price"},
    {.key = "rent", .unit = "money/kW/month", .type = PARAM_MONEY, .at = AT(rent), .doc = "rent"},
};
enum { N_ROWS = sizeof rows / sizeof rows[0] };

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

static int row(const char *key)
{
    for (int i = 0; i < N_ROWS; i++)
        if (strcmp(rows[i].key, key) == 0) return i;
    fail_msg("no row %s", key);
    return 0;
}

static bool set(struct fixture *f, const char *key, const char *value)
{
    static const struct place here = {"t.ini", 1, 1};
    int i = row(key);
    f->ds = diags_new(&f->arena);
    bool ok = param_set(&rows[i], &f->part, text_of(value), here, &f->from[i], &f->arena, &f->ds);
    if (f->ds.n != (ok ? 0 : 1)) fail_msg("%s = %s: %d diagnostics", key, value, f->ds.n);
    return ok;
}

static void takes(struct fixture *f, const char *key, const char *value)
{
    if (set(f, key, value)) return;
    fail_msg("%s = %s: %s", key, value, message_text(&f->arena, &f->ds.item[0].what, NULL));
}

/* message and hint together hold the text */
static void refuses(struct fixture *f, const char *key, const char *value, const char *says)
{
    struct part before = f->part;
    if (set(f, key, value)) fail_msg("%s = %s passed", key, value);
    const char *what = message_text(&f->arena, &f->ds.item[0].what, NULL);
    const char *hint = f->ds.item[0].hint ? f->ds.item[0].hint : "";
    if (!strstr(what, says) && !strstr(hint, says))
        fail_msg("%s = %s: '%s' / '%s' does not say '%s'", key, value, what, hint, says);
    assert_memory_equal(&before, &f->part, sizeof before);
}

static void defaults(void **state)
{
    (void)state;
    struct fixture f = make();
    assert_near(f.part.power_w, 3200, 0);
    assert_near(f.part.temp_c, 24, 0);
    assert_near(f.part.share, 0.07, 0);
    assert_near(f.part.flow_m3_s_w, 1.5e-3 / 60 / 1000, 1e-15);
    assert_true(isnan(f.part.optional_w));
    assert_true(isnan(f.part.rent.amount));
    assert_string_equal(f.part.rent.currency, "");
    assert_int_equal(f.part.redundancy, 1);
    assert_int_equal(f.from[row("temp")].spread.kind, SPREAD_ABSOLUTE);
    assert_near(f.from[row("temp")].spread.a, 1, 0);
    assert_int_equal(f.from[row("share")].spread.kind, SPREAD_RELATIVE);
    assert_near(f.from[row("share")].spread.a, 0.05, 0);
    assert_null(f.from[row("optional")].text);
    arena_free(&f.arena);
}

static void reals(void **state)
{
    (void)state;
    struct fixture f = make();
    takes(&f, "power", "3.2kW");
    takes(&f, "power", "5 MW");
    assert_near(f.part.power_w, 5e6, 0);
    takes(&f, "share", "100 %");
    assert_near(f.part.share, 1, 0);
    takes(&f, "temp", "75.2 F");
    assert_near(f.part.temp_c, 24, 1e-14);
    takes(&f, "temp",
          "\xC2\xA0"
          "27 °C\xC2\xA0"); /* CASES B14 */
    takes(&f, "plain", "12 %");
    assert_near(f.part.plain, 0.12, 0);
    takes(&f, "flow", "1 cfm/kW");
    takes(&f, "height", "42 U");
    takes(&f, "power", "3 kW ± 5 %");
    assert_near(f.from[row("power")].spread.a, 0.05, 0);
    takes(&f, "power", "3 kW +/- 100 W");
    assert_near(f.from[row("power")].spread.a, 100, 0);
    arena_free(&f.arena);
}

static void reals_refused(void **state)
{
    (void)state;
    struct fixture f = make();
    refuses(&f, "power", "3.2", "W, kW or MW");
    refuses(&f, "power", "3.2 kVA", "does not fit");
    refuses(&f, "power", "3.2 apples", "unknown unit 'apples'");
    refuses(&f, "power", "much", "needs a number");
    refuses(&f, "power", "5.01 MW", "outside 1 to 5000 kW");
    refuses(&f, "power", "1e400 kW", "too large");
    refuses(&f, "power", "1e308 MW", "too large");
    refuses(&f, "power", "nan kW", "needs a number");
    refuses(&f, "power", "inf", "needs a number");
    refuses(&f, "power", "3 kW +/- 5", "needs a unit");
    refuses(&f, "power", "3 kW +/- -5 %", "negative");
    refuses(&f, "power", "3 kW +/-", "needs a number");
    refuses(&f, "power", "3 kW +/- 1 K", "does not fit");
    refuses(&f, "share", "0.12", "%");
    refuses(&f, "share", "100.1 %", "outside");
    refuses(&f, "flow", "-1 L/min/kW", "below 0");
    refuses(&f, "temp", "297 K", "K is for differences");
    refuses(&f, "temp", "24 degC +/- 1 degC", "difference of temperature is in K");
    refuses(&f, "temp", "24 degC +/- 5 %", "does not fit");
    refuses(&f, "dt", "5 degC", "difference of temperature is in K");
    refuses(&f, "power", "", "has no value");
    arena_free(&f.arena);
}

/* CASES B10. */
static void decimal_commas_and_groups_are_refused(void **state)
{
    (void)state;
    struct fixture f = make();
    static const char *const bad[] = {"1.200,50", "1,200", "10.999.99", "1 000", "1'000", "1_000"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        refuses(&f, "plain", bad[i], "1200.50");
        refuses(&f, "power", arena_format(&f.arena, "%s kW", bad[i]), "1200.50");
        refuses(&f, "price", arena_format(&f.arena, "%s CNY/kWh", bad[i]), "1200.50");
    }
    arena_free(&f.arena);
}

static void money(void **state)
{
    (void)state;
    struct fixture f = make();
    assert_near(f.part.price.amount, 0.65 / 3.6e6, 1e-15);
    takes(&f, "rent", "150 USD/kW/month");
    assert_near(f.part.rent.amount, 0.15, 1e-15);
    assert_string_equal(f.part.rent.currency, "USD");
    takes(&f, "rent", "");
    assert_true(isnan(f.part.rent.amount));
    refuses(&f, "price", "0.65", "0.65 CNY/kWh");
    refuses(&f, "price", "0.65 money/kWh", "currency");
    refuses(&f, "price", "0.65 XYZ/kWh", "XYZ");
    refuses(&f, "price", "0.65 CNY", "does not fit");
    refuses(&f, "rent", "15 USD/kW/year", "CNY/kW/month");
    refuses(&f, "price", "0.65 CNY/kWh +/- 0.1 USD/kWh", "does not fit");
    arena_free(&f.arena);
}

static void counts_flags_words(void **state)
{
    (void)state;
    struct fixture f = make();
    takes(&f, "modules", "64");
    refuses(&f, "modules", "2.5", "whole");
    refuses(&f, "modules", "65", "outside 1 to 64");
    refuses(&f, "modules", "5 kW", "plain number");
    takes(&f, "on", "Off");
    assert_false(f.part.is_on);
    refuses(&f, "on", "maybe", "yes or no");
    takes(&f, "redundancy", "2N");
    refuses(&f, "redundancy", "2n", "did you mean '2N'");
    refuses(&f, "redundancy", "triple", "choices: N, N+1, 2N");
    arena_free(&f.arena);
}

static void names_and_texts(void **state)
{
    (void)state;
    struct fixture f = make();
    assert_int_equal(f.part.serves.n, 2);
    assert_string_equal(f.part.serves.ref[1].name, "room.b.1");
    assert_int_equal(f.part.serves.ref[1].kind, -1);
    refuses(&f, "from", "a, b", "one name");
    refuses(&f, "serves", "a, b, a", "twice");
    refuses(&f, "serves", "a,,b", "empty");
    takes(&f, "note", "Hall A ; north");
    assert_string_equal(f.part.note, "Hall A ; north");
    arena_free(&f.arena);
}

static void lists(void **state)
{
    (void)state;
    struct fixture f = make();
    assert_int_equal(f.part.mean_c.n, 2);
    assert_near(f.part.mean_c.v[0], 1.2, 0);
    takes(&f, "mean", "1, 2 degC, 50 F");
    assert_near(f.part.mean_c.v[0], 1, 0);
    assert_near(f.part.mean_c.v[2], 10, 1e-14);
    refuses(&f, "mean", "1, 2", "needs a unit");
    refuses(&f, "mean", "1 degC, 2", "needs a unit");
    refuses(&f, "mean", "1, 99 degC", "outside");
    refuses(&f, "mean", "1, 2 degC,", "empty");
    arena_free(&f.arena);
}

static void curves(void **state)
{
    (void)state;
    struct fixture f = make();
    assert_int_equal(f.part.fan.n, 2);
    assert_near(f.part.fan.x[1], 0.5, 0);
    assert_near(f.part.fan.y[1], 160, 0);
    takes(&f, "fan", "0: 1, 50: 2, 100 %: 3 kW");
    assert_near(f.part.fan.x[1], 0.5, 0);
    assert_near(f.part.fan.y[0], 1000, 0);
    refuses(&f, "fan", "50 %: 1 W, 50 %: 2 W", "rise");
    refuses(&f, "fan", "50 %, 1 W", "pairs");
    refuses(&f, "fan", "0: 1, 50: 2", "needs a unit");
    arena_free(&f.arena);
}

static void hours_and_dates(void **state)
{
    (void)state;
    struct fixture f = make();
    for (int h = 0; h < 24; h++) assert_int_equal(f.part.peak.in[h], h < 8 || h >= 22);
    refuses(&f, "peak", "22-6", "22-24, 0-6");
    refuses(&f, "peak", "8:30-10", "whole hours");
    refuses(&f, "peak", "0-25", "whole hours");
    refuses(&f, "peak", "0-8, 7-9", "overlap");
    assert_int_equal(f.part.since.day, 1);
    refuses(&f, "since", "2026-02-30", "2026-02-01");
    arena_free(&f.arena);
}

/* Missing is not zero: only optional keys may be empty. */
static void empty_values(void **state)
{
    (void)state;
    struct fixture f = make();
    takes(&f, "optional", "5 W");
    takes(&f, "optional", "  ");
    assert_true(isnan(f.part.optional_w));
    assert_null(f.from[row("optional")].text);
    refuses(&f, "modules", "", "has no value");
    arena_free(&f.arena);
}

static void print_then_set_is_the_same(void **state)
{
    (void)state;
    struct fixture f = make(), g = make();
    takes(&f, "rent", "0.1 USD/kW/month");
    takes(&f, "power", "3.3333333333333335 kW");
    takes(&f, "temp", "77.7 F");
    takes(&f, "flow", "0.123456789012345 cfm/kW");
    for (int i = 0; i < N_ROWS; i++) {
        const char *text = param_print(&rows[i], &f.part, &f.arena);
        takes(&g, rows[i].key, text ? text : "");
        const char *again = param_print(&rows[i], &g.part, &g.arena);
        assert_true((text == NULL) == (again == NULL));
        if (text) assert_string_equal(text, again);
    }
    assert_near(g.part.power_w, f.part.power_w, 0);
    assert_near(g.part.temp_c, f.part.temp_c, 0);
    assert_near(g.part.flow_m3_s_w, f.part.flow_m3_s_w, 0);
    assert_near(g.part.rent.amount, f.part.rent.amount, 0);
    assert_near(g.part.mean_c.v[1], f.part.mean_c.v[1], 0);
    arena_free(&f.arena);
    arena_free(&g.arena);
}

static void printed_forms(void **state)
{
    (void)state;
    struct fixture f = make();
    assert_string_equal(param_print(&rows[row("power")], &f.part, &f.arena), "3.2 kW");
    assert_string_equal(param_print(&rows[row("price")], &f.part, &f.arena), "0.65 CNY/kWh");
    assert_string_equal(param_print(&rows[row("flow")], &f.part, &f.arena), "1.5 L/min/kW");
    assert_string_equal(param_print(&rows[row("peak")], &f.part, &f.arena), "0-8, 22-24");
    assert_string_equal(param_print(&rows[row("mean")], &f.part, &f.arena), "1.2, 3.4 degC");
    assert_null(param_print(&rows[row("optional")], &f.part, &f.arena));
    int t = row("temp"), s = row("share"), p = row("price");
    assert_string_equal(param_print_spread(&rows[t], &f.part, &f.from[t], &f.arena), " +/- 1 K");
    assert_string_equal(param_print_spread(&rows[s], &f.part, &f.from[s], &f.arena), " +/- 5 %");
    takes(&f, "price", "1 CNY/kWh +/- 0.1 CNY/kWh");
    assert_string_equal(param_print_spread(&rows[p], &f.part, &f.from[p], &f.arena),
                        " +/- 0.1 CNY/kWh");
    assert_near(param_value(&rows[row("power")], &f.part), 3.2, 1e-15);
    arena_free(&f.arena);
}

static const struct spread *spread_of(const struct fixture *f, const char *key)
{
    return &f->from[row(key)].spread;
}

static void is_spread(const struct fixture *f, const char *key, enum spread_kind kind, double a,
                      double b, double c)
{
    const struct spread *x = spread_of(f, key);
    assert_int_equal(x->kind, kind);
    assert_near(x->a, a, 1e-15);
    assert_near(x->b, b, 1e-15);
    assert_near(x->c, c, 1e-15);
}

static void distributions(void **state)
{
    (void)state;
    struct fixture f = make();
    takes(&f, "power", "normal(3.2 kW, 100 W)");
    is_spread(&f, "power", SPREAD_NORMAL, 3200, 100, 0);
    assert_near(f.part.power_w, 3200, 0);
    takes(&f, "power", "normal( 4 kW , 5 % )");
    is_spread(&f, "power", SPREAD_NORMAL, 4000, 200, 0);
    takes(&f, "power", "uniform(3, 3.5 kW)");
    is_spread(&f, "power", SPREAD_UNIFORM, 3000, 3500, 0);
    assert_near(f.part.power_w, 3250, 0);
    takes(&f, "power", "triangular(3, 3.2, 3.6 kW)");
    is_spread(&f, "power", SPREAD_TRIANGULAR, 3000, 3200, 3600);
    assert_near(f.part.power_w, 3200, 0);
    takes(&f, "power", "lognormal(3.2 kW, 20 %)");
    is_spread(&f, "power", SPREAD_LOGNORMAL, 3200, 0.2, 0);
    takes(&f, "temp", "normal(24 degC, 1 K)");
    is_spread(&f, "temp", SPREAD_NORMAL, 24, 1, 0);
    takes(&f, "temp", "uniform(68 F, 77 F)");
    is_spread(&f, "temp", SPREAD_UNIFORM, 20, 25, 0);
    takes(&f, "share", "uniform(5, 9 %)");
    is_spread(&f, "share", SPREAD_UNIFORM, 0.05, 0.09, 0);
    takes(&f, "price", "uniform(0.6, 0.7 CNY/kWh)");
    is_spread(&f, "price", SPREAD_UNIFORM, 0.6 / 3.6e6, 0.7 / 3.6e6, 0);
    assert_string_equal(f.part.price.currency, "CNY");
    takes(&f, "modules", "uniform(3, 6)");
    assert_int_equal(f.part.modules, 5);
    takes(&f, "power", "triangular(-5, 3, 9000 kW)"); /* cut at the bounds */
    takes(&f, "mean", "1.2, 3.4 degC +/- 0.5 K");
    is_spread(&f, "mean", SPREAD_ABSOLUTE, 0.5, 0, 0);
    assert_int_equal(f.part.mean_c.n, 2);
    takes(&f, "fan", "0 %: 100 W, 50 %: 160 W +/- 4 %");
    is_spread(&f, "fan", SPREAD_RELATIVE, 0.04, 0, 0);
    arena_free(&f.arena);
}

static void distributions_refused(void **state)
{
    (void)state;
    struct fixture f = make();
    refuses(&f, "power", "normal(3.2 kW)", "mean, standard deviation");
    refuses(&f, "power", "normal(3.2 kW, 1 kW, 2 kW)", "mean, standard deviation");
    refuses(&f, "power", "normal(3.2 kW, -1 kW)", "must not be negative");
    refuses(&f, "power", "normal(3.2 kW, 1 kW", "is no distribution");
    refuses(&f, "power", "normal(3.2 kW, 1 A)", "does not fit");
    refuses(&f, "power", "normal(3.2, 1 kW)", "needs a unit");
    refuses(&f, "power", "uniform(3.5, 3 kW)", "least, greatest");
    refuses(&f, "power", "uniform(3, 3 kW)", "least, greatest");
    refuses(&f, "power", "triangular(3, 3.7, 3.6 kW)", "must rise");
    refuses(&f, "power", "lognormal(-3 kW, 5 %)", "above zero");
    refuses(&f, "power", "lognormal(3 kW, -5 %)", "not be negative");
    refuses(&f, "power", "lognormal(3 kW, 2)", "'power, width' needs a unit");
    refuses(&f, "power", "poisson(3 kW)", "are the distributions");
    refuses(&f, "power", "triangular(3, , 3.6 kW)", "most likely");
    refuses(&f, "power", "triangular(-10, 1, 1 kW)", "nothing of");
    refuses(&f, "power", "normal(6000 kW, 1 kW)", "outside");
    refuses(&f, "power", "lognormal(3.2 kW, 20)", "needs a unit");
    refuses(&f, "power", "lognormal(3.2 kW, 2 kW)", "does not fit");
    refuses(&f, "power", "gauss(3.2 kW, 2 kW)", "needs a number");
    refuses(&f, "temp", "lognormal(24 degC, 2 %)", "not for temperatures");
    refuses(&f, "temp", "normal(24 degC, 1 degC)", "in K");
    refuses(&f, "price", "uniform(0.6 CNY/kWh, 0.7 USD/kWh)", "does not fit");
    refuses(&f, "modules", "uniform(3, 6.5)", "whole number");
    refuses(&f, "modules", "normal(3.5, 1)", "whole number");
    refuses(&f, "mean", "normal(3, 1 degC)", "one number is no list");
    refuses(&f, "on", "normal(3, 1)", "yes or no");
    refuses(&f, "redundancy", "uniform(3, 4)", "unknown choice");
    arena_free(&f.arena);
}

static void uncertain_values_read_back(void **state)
{
    static const struct {
        const char *key, *text, *printed;
    } cases[] = {
        {"power", "normal(3.2 kW, 3 %)", "normal(3.2 kW, 0.096 kW)"},
        {"power", "uniform(3000, 3500 W)", "uniform(3 kW, 3.5 kW)"},
        {"power", "triangular(3, 3.2, 3.6 kW)", "triangular(3 kW, 3.2 kW, 3.6 kW)"},
        {"power", "lognormal(3.3333333333333335 kW, 20 %)",
         "lognormal(3.3333333333333335 kW, 20 %)"},
        {"share", "normal(7 %, 2000 ppm)", "normal(7 %, 2000 ppm)"},
        {"price", "triangular(0.6, 0.65, 0.7 CNY/kWh)",
         "triangular(0.6 CNY/kWh, 0.65 CNY/kWh, 0.7 CNY/kWh)"},
        {"power", "3.2 kW ± 5 %", "3.2 kW +/- 5 %"},
        {"mean", "1, 2 degC +/- 1 K", "1, 2 degC +/- 1 K"},
        {"fan", "0 %: 100 W, 50 %: 160 W +/- 5 W", "0 %: 100 W, 50 %: 160 W +/- 5 W"},
        {"modules", "uniform(3, 6)", "uniform(3, 6)"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f = make();
        int k = row(cases[i].key);
        takes(&f, cases[i].key, cases[i].text);
        struct spread first = f.from[k].spread;
        const char *text = param_print_uncertain(&rows[k], &f.part, &f.from[k], &f.arena);
        assert_string_equal(text, cases[i].printed);
        takes(&f, cases[i].key, text);
        is_spread(&f, cases[i].key, first.kind, first.a, first.b, first.c);
        arena_free(&f.arena);
    }
}

static void printed_numbers(void **state)
{
    (void)state;
    struct fixture f = make();
    assert_string_equal(
        param_print_number(&rows[row("power")], &f.part, 3333.3333333333335, &f.arena),
        "3.33333333333 kW");
    assert_string_equal(param_print_number(&rows[row("price")], &f.part, 1 / 3.6e6, &f.arena),
                        "1 CNY/kWh");
    assert_string_equal(param_print_number(&rows[row("modules")], &f.part, 4.6, &f.arena), "5");
    assert_string_equal(param_print_number(&rows[row("temp")], &f.part, 24.5, &f.arena),
                        "24.5 degC");
    arena_free(&f.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults),
        cmocka_unit_test(reals),
        cmocka_unit_test(reals_refused),
        cmocka_unit_test(decimal_commas_and_groups_are_refused),
        cmocka_unit_test(money),
        cmocka_unit_test(counts_flags_words),
        cmocka_unit_test(names_and_texts),
        cmocka_unit_test(lists),
        cmocka_unit_test(curves),
        cmocka_unit_test(hours_and_dates),
        cmocka_unit_test(empty_values),
        cmocka_unit_test(print_then_set_is_the_same),
        cmocka_unit_test(printed_forms),
        cmocka_unit_test(distributions),
        cmocka_unit_test(printed_numbers),
        cmocka_unit_test(distributions_refused),
        cmocka_unit_test(uncertain_values_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
