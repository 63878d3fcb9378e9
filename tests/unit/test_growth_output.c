/* A growth plan as chart, section, sheets, JSON and CSV: the toy site that grows by 10 kW a
   month until its 100 kW are used, and a block of 60 kW. */

#include "page_check.h"

#include <cJSON.h>
#include <string.h>

#include "base/grid.h"
#include "output/capacity_report.h"
#include "output/figures.h"
#include "output/json_growth.h"
#include "plan/book.h"
#include "plan/growth.h"

#define SITE DCPLAN_SOURCE_DIR "/tests/growth/toy.ini"
#define MODELS DCPLAN_SOURCE_DIR "/tests/cli/tiny/models"

static const char sections[] =
    "[deployment d]\nserver = s\ncount = 24\nstart = 2026-02-01\nramp = 24\n"
    "[deployment held]\nserver = s\ncount = 1\nstart = 2026-12-01\nstatus = reserved\n"
    "[block late]\nof = utility.grid\nadds_power = 60 kW\nlead_time = 300 d\nprice = 7 EUR\n";

struct made {
    struct arena a;
    struct diags ds;
    struct result r;
    struct growth g;
};

static void make(struct made *m, const char *text)
{
    *m = (struct made){.a = arena_new(NULL)};
    m->ds = diags_new(&m->a);
    struct load_change change = {CHANGE_TEXT, text};
    struct load_request request = {
        .models = MODELS, .site = SITE, .n_change = 1, .change = &change};
    struct run_options options = {.threads = 1};
    struct growth_request q = {.until = {2028, 6, 30}, .threads = 1};
    assert_true(run_case(&request, &options, &m->r, &m->a, &m->ds));
    assert_true(growth_find(&request, &q, &m->r, &m->g, &m->a, &m->ds));
    m->r.growth = &m->g;
}

/* 10 servers and one that is reserved: 110 kW in October; 300 days before are in December. */
static void what_the_plan_says(void **state)
{
    (void)state;
    struct made m;
    make(&m, sections);
    assert_int_equal(m.g.runs_out, 9);
    assert_int_equal(m.g.n_order, 1);
    assert_int_equal(m.g.order[0].late_days, 27);
    assert_string_equal(
        m.g.verdict,
        "runs out in 2026-10, by utility.grid power: 110.0 of 100.0 kW; with 1 block it is short "
        "in 2026-10, by utility.grid power: 110.0 of 100.0 kW; late had to be "
        "ordered by 2025-12-05 and comes 27 days too late");
    arena_free(&m.a);
}

static const struct chart_series *series_of(const struct chart *c, const char *label)
{
    for (int i = 0; i < c->n_series; i++)
        if (!strcmp(c->series[i].label, label)) return &c->series[i];
    fail_msg("no series %s", label);
    return NULL;
}

static void chart_has_steps(void **state)
{
    (void)state;
    struct made m;
    struct picture p;
    make(&m, sections);
    assert_string_equal(figure_name(FIGURE_GROWTH), "growth");
    assert_true(figure_make(&m.r, FIGURE_GROWTH, &p, &m.a));
    const struct chart *c = p.chart;
    assert_string_equal(c->title, "The site runs out in 2026-10; late comes 27 days too late");
    assert_string_equal(c->y.label, "utility.grid power, kW");
    const struct chart_series *used = series_of(c, "used"), *held = series_of(c, "reserved");
    const struct chart_series *limit = series_of(c, "limit, with the blocks in use");
    assert_int_equal(used->n, 2 * m.g.n);
    assert_near(used->x[19], 10, 1e-12);
    assert_near(used->y[18], 100, 1e-9);
    assert_near(used->y[19], 100, 1e-9);
    assert_near(held->y[0], 10, 1e-9);
    assert_within(held->y[22], 0, 1e-9);
    assert_near(limit->y[19], 100, 1e-12);
    assert_near(limit->y[20], 160, 1e-12);
    assert_int_equal(c->n_event, 1);
    assert_within(c->event[0].at, 0, 0); /* before the plan: at its left edge */
    assert_int_equal(c->n_band, 2);
    assert_within(c->band[0].from, 9, 0);
    assert_within(c->band[0].to, 10, 0);
    assert_within(c->band[1].to, m.g.n, 0);
    assert_true(c->below && c->below->has_legend_above);
    m.r.growth = NULL;
    assert_false(figure_make(&m.r, FIGURE_GROWTH, &p, &m.a));
    arena_free(&m.a);
}

static void section_says_when(void **state)
{
    (void)state;
    struct made m;
    make(&m, sections);
    struct builder b = builder_new(&m.a);
    report_dump(capacity_report_make(&m.r, m.r.date, &m.a), &b);
    assert_non_null(strstr(b.s, "Growth"));
    assert_non_null(strstr(b.s, "in 2026-10, by utility.grid power"));
    assert_non_null(strstr(b.s, "27 days too late"));
    assert_non_null(strstr(b.s, "60 kW of utility.grid"));
    m.r.growth = NULL;
    b = builder_new(&m.a);
    report_dump(capacity_report_make(&m.r, m.r.date, &m.a), &b);
    assert_null(strstr(b.s, "Growth"));
    arena_free(&m.a);
}

static void sheets_add_up(void **state)
{
    (void)state;
    struct made m;
    make(&m, sections);
    struct grid *g = book_make(&m.r, "test", &m.a, &m.ds);
    assert_non_null(g);
    int tightest[N_GROWTH_CLASS], n = growth_tightest(&m.g, tightest);
    assert_true(n >= 2);
    for (int i = 0; i < m.g.n; i++)
        for (int k = 0; k < n; k++) {
            const struct growth_use *u = &m.g.resource[tightest[k]].use[i];
            double free = grid_table_number(g, "growth_use", "use_free", i * n + k);
            assert_within(free, u->free, 1e-9 * u->limit);
        }
    assert_near(grid_table_number(g, "growth_plan", "plan_servers", 9), 10, 1e-12);
    assert_near(grid_table_number(g, "growth_plan", "plan_pue", 9),
                m.g.month[9].facility_kwh / m.g.month[9].it_kwh, 1e-12);
    assert_near(grid_table_number(g, "growth_orders", "order_price", 0), 7, 1e-12);
    assert_near(grid_table_number(g, "growth_orders", "order_late", 0), 27, 1e-12);
    arena_free(&m.a);
}

static const cJSON *item(const cJSON *o, const char *key)
{
    const cJSON *x = cJSON_GetObjectItemCaseSensitive(o, key);
    if (!x) fail_msg("no %s", key);
    return x;
}

static const char *text(const cJSON *o, const char *key)
{
    return cJSON_GetStringValue(item(o, key));
}

static void json_has_every_month(void **state)
{
    (void)state;
    struct made m;
    make(&m, sections);
    struct builder b = builder_new(&m.a);
    assert_true(json_growth(&m.g, &b, &m.ds));
    cJSON *o = cJSON_Parse(b.s);
    assert_non_null(o);
    assert_string_equal(text(o, "schema"), "dcplan.growth/1");
    assert_string_equal(text(o, "runs_out"), "2026-10");
    assert_string_equal(text(o, "from"), "2026-01");
    assert_string_equal(text(o, "to"), "2028-06");
    const cJSON *months = item(o, "months"), *resources = item(o, "resources"), *r;
    assert_int_equal(cJSON_GetArraySize(months), 30);
    const cJSON *tenth = cJSON_GetArrayItem(months, 9);
    assert_int_equal(item(item(tenth, "servers"), "s")->valueint, 10);
    assert_int_equal(item(item(tenth, "reserved"), "s")->valueint, 1);
    assert_true(cJSON_IsFalse(item(tenth, "fits")));
    bool is_seen = false;
    cJSON_ArrayForEach(r, resources)
    {
        assert_int_equal(cJSON_GetArraySize(item(r, "free")), 30);
        if (strcmp(text(r, "element"), "utility.grid")) continue;
        is_seen = true;
        assert_string_equal(text(r, "class"), "utility");
        assert_string_equal(text(r, "short_from"), "2026-10");
        assert_int_equal(item(r, "order")->valueint, 0);
    }
    assert_true(is_seen);
    const cJSON *order = cJSON_GetArrayItem(item(o, "orders"), 0);
    assert_string_equal(text(order, "order_by"), "2025-12-05");
    assert_string_equal(text(order, "in_use"), "2026-10-28");
    assert_int_equal(item(order, "late_days")->valueint, 27);
    cJSON_Delete(o);
    assert_null(strstr(b.s, "nan"));
    arena_free(&m.a);
}

static void csv_is_long(void **state)
{
    (void)state;
    struct made m;
    make(&m, sections);
    struct builder b = builder_new(&m.a);
    csv_growth(&m.g, &b);
    int lines = 0;
    for (const char *s = b.s; *s; s++) lines += *s == '\n';
    assert_int_equal(lines, 1 + m.g.n * m.g.n_resource);
    assert_non_null(strstr(b.s, "\n2026-10,10,1,100,"));
    assert_null(strstr(b.s, "nan"));
    arena_free(&m.a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_plan_says),   cmocka_unit_test(chart_has_steps),
        cmocka_unit_test(section_says_when),    cmocka_unit_test(sheets_add_up),
        cmocka_unit_test(json_has_every_month), cmocka_unit_test(csv_is_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
