/* Bills of rates of the Utility Rate Database, imported and charged, against those of NREL's SSC
   (urdb_bills.py, which tells what SSC takes): each month within 0.01 %.

   Rates and loads of our own always; those of the shared folder when it is there. */

#include <stdlib.h>

#include "base/file.h"
#include "import_case.h"
#include "input/csv.h"
#include "model/import_urdb.h"
#include "near.h"
#include "plan/bill.h"

#define HERE DCPLAN_SOURCE_DIR "/tests/reference/"
#define SHARED DCPLAN_SHARED_DATA "/tariffs/"

enum { QUARTERS = 4, MOST = QUARTERS * HOURS_PER_YEAR };

struct metered {
    int per_hour;
    double w[MOST];
};

/* ---- loads -------------------------------------------------------------------- */

static double even_kw(int h)
{
    return 250 + 10 * (h * 7 % 24) + 3 * (h / 24 % 11);
}

static double seasonal_kw(int h)
{
    int day = h / 24;
    return 120 + 2 * abs(183 - day) + 9 * (h % 24) + (day >= 190 && day < 200 ? 160 : 0);
}

static void own_load(const char *name, struct metered *x)
{
    x->per_hour = strcmp(name, "quarters") ? 1 : QUARTERS;
    for (int i = 0; i < x->per_hour * HOURS_PER_YEAR; i++)
        x->w[i] = 1000 * (!strcmp(name, "even")       ? even_kw(i)
                          : !strcmp(name, "seasonal") ? seasonal_kw(i)
                                                      : even_kw(i / QUARTERS) + 15 * (i * 5 % 4));
}

/* The last cell of each line that is a number, kW. */
static int read_column(const char *path, double *w)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct bytes b;
    assert_true(file_read(&a, path, &b, &ds));
    struct text rest = {b.s, b.n}, line, before;
    bool more = true;
    int n = 0;
    while (more && n < MOST) {
        rest = text_cut(rest, '\n', &line, &more);
        bool has_comma;
        struct text last = text_cut(line, ',', &before, &has_comma);
        if (!has_comma) last = before;
        if (text_number(text_trim(last), &w[n])) w[n++] *= 1000;
    }
    arena_free(&a);
    return n;
}

static void shared_load(const char *name, struct metered *x)
{
    bool is_office = !strcmp(name, "office"), is_sample = !strcmp(name, "sample");
    int n = read_column(is_office   ? SHARED "loads_kw_largeoffice_sanfran.csv"
                        : is_sample ? SHARED "pysam_sample_load.csv"
                                    : SHARED "600kW_Avg_2025.csv",
                        x->w);
    x->per_hour = n / HOURS_PER_YEAR;
    assert_int_equal(n, x->per_hour * HOURS_PER_YEAR);
    if (strcmp(name, "hours") != 0) return;
    for (int h = 0; h < HOURS_PER_YEAR; h++) {
        double sum = 0;
        for (int q = 0; q < QUARTERS; q++) sum += x->w[QUARTERS * h + q];
        x->w[h] = sum / QUARTERS;
    }
    x->per_hour = 1;
}

/* ---- bills -------------------------------------------------------------------- */

/* The site of an imported tariff; demand is that of the load as it is, and what SSC cannot
   charge is free. */
static void make_site(struct import_case *c, struct site *site)
{
    struct arena *a = &c->a;
    struct builder over = builder_new(a);
    const char *tariff = NULL;
    for (int i = 0; i < c->im.n; i++) {
        const struct import_section *s = c->im.section[i];
        size_t n = strlen(s->name), k = strlen("-reactive");
        if (s->kind == KIND_TARIFF) tariff = s->name;
        if (s->kind == KIND_RATE && n > k && !strcmp(s->name + n - k, "-reactive"))
            builder_format(&over, "[rate %s]\ndemand_price = 0 USD/kW/month\n", s->name);
    }
    assert_non_null(tariff);
    builder_format(&over, "[tariff %s]\ndemand_factor = 1\n", tariff);
    const char *base = arena_format(a,
                                    "[site]\nclimate = c\ntariff = %s\ncurrency = USD\n"
                                    "[climate c]\nfile = none.epw\n[utility u]\n",
                                    tariff);
    const char *ini = import_ini(&c->im);
    struct input_text in[] = {{.path = "base", .s = base, .n = strlen(base)},
                              {.path = "import", .s = ini, .n = strlen(ini)},
                              {.path = "over", .s = over.s, .n = over.n}};
    struct object_set objects = {.kinds = c->im.kinds, .n_kinds = N_KIND};
    if (!objects_read(&objects, &c->catalogue, in, 3, a, &c->ds) ||
        !site_make(site, "u", &objects, a, &c->ds))
        fail_msg("%s\n%s", message_text(a, &c->ds.item[c->ds.n - 1].what, NULL), ini);
}

/* Greatest error of a month, relative. */
static double worst_of(const char *path, const struct metered *load, const char *const *want,
                       const char *what)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct bytes b;
    assert_true(file_read(&a, path, &b, &ds));
    struct import_case c;
    struct import_file file = {.path = path, .s = b.s, .n = b.n};
    if (!case_run(&c, import_urdb, &file, 1, NULL)) fail_msg("%s does not import", path);
    struct site site;
    struct bill bill;
    make_site(&c, &site);
    struct calendar calendar = calendar_make(false, 0);
    struct bill_load of = {&calendar, load->per_hour, load->w, NULL};
    assert_true(bill_of_load(&site, NULL, &of, &bill, &c.a, &c.ds));
    double worst = 0;
    for (int m = 0; m < MONTHS; m++) {
        double ssc;
        assert_true(text_number(text_of(want[m]), &ssc));
        double error = fabs(bill.month_cost[m] - ssc) / ssc;
        if (!(error <= 1e-4))
            print_error("%s, month %d: %.4f, SSC %.4f\n", what, m + 1, bill.month_cost[m], ssc);
        worst = isnan(error) ? 1 : fmax(worst, error);
    }
    case_free(&c);
    arena_free(&a);
    return worst;
}

static void hold(const char *table, const char *folder, const char *end,
                 void (*fill)(const char *name, struct metered *x), int n_least)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct bytes b;
    struct csv t;
    struct metered *load = ARENA_ARRAY(&a, struct metered, 1);
    assert_true(file_read(&a, table, &b, &ds));
    assert_true(csv_parse(table, b.s, b.n, &t, &a, &ds));
    assert_int_equal(t.n_col, 2 + MONTHS);
    assert_true(t.n_row >= n_least);
    double worst = 0;
    for (int i = 0; i < t.n_row; i++) {
        const char *const *cell = (const char *const *)&t.cell[i * t.n_col];
        const char *path = arena_format(&a, "%s%s%s", folder, cell[0], end);
        fill(cell[1], load);
        worst = fmax(worst,
                     worst_of(path, load, cell + 2, arena_format(&a, "%s, %s", cell[0], cell[1])));
    }
    print_message("%d bills of twelve months, worst %.2g\n", t.n_row, worst);
    assert_true(worst <= 1e-4);
    arena_free(&a);
}

static void own_rates(void **state)
{
    (void)state;
    hold(HERE "urdb_bills.csv", HERE "urdb/", ".json", own_load, 15);
}

static void shared_rates(void **state)
{
    (void)state;
    if (!file_exists(SHARED)) skip();
    hold(HERE "urdb_shared_bills.csv", SHARED, "", shared_load, 36);
}

/* The rate of the tests of REopt that has no price of energy: no bill, not one of 30 USD. */
static void without_price(void **state)
{
    (void)state;
    static const char json[] = "{\"name\":\"m\",\"fixedmonthlycharge\":30,"
                               "\"energyratestructure\":[[{\"unit\":\"kWh\"}]]}";
    struct import_case c;
    struct import_file file = case_text("m.json", json);
    struct site site;
    struct bill bill;
    assert_true(case_run(&c, import_urdb, &file, 1, NULL));
    make_site(&c, &site);
    struct metered *load = ARENA_ARRAY(&c.a, struct metered, 1);
    own_load("even", load);
    struct calendar calendar = calendar_make(false, 0);
    struct bill_load of = {&calendar, 1, load->w, NULL};
    assert_true(bill_of_load(&site, NULL, &of, &bill, &c.a, &c.ds));
    for (int m = 0; m < MONTHS; m++) assert_true(isnan(bill.month_cost[m]));
    assert_true(isnan(bill.year_cost));
    case_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(own_rates), cmocka_unit_test(shared_rates),
                                       cmocka_unit_test(without_price)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
