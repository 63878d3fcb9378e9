/* A water study as chart, section, sheet, JSON and CSV, from rows made by hand. */

#include "page_check.h"

#include <cJSON.h>
#include <string.h>

#include "base/grid.h"
#include "mock_book.h"
#include "output/capacity_report.h"
#include "output/figures.h"
#include "output/json_water.h"
#include "plan/book.h"
#include "plan/water_choice.h"

enum { ROWS = 7 };

struct made {
    struct arena a;
    struct result *r;
    struct water_row row[ROWS];
    struct water_study s;
};

static void set_row(struct water_row *x, double water_c)
{
    double k = water_c - 36;
    *x = (struct water_row){.water_c = water_c, .is_known = true, .is_checked = true, .fits = true};
    for (int m = 0; m < N_METRIC; m++) x->metric[m] = (double)NAN;
    for (int q = 0; q < N_QUANTITY; q++)
        x->part_kwh[q] = quantity_rows[q].is_part ? 100 + k * k : (double)NAN;
    x->capture_frac = x->approach_k = x->chip_limit_c = x->air_c = (double)NAN;
    x->coolant_c = water_c + 4;
    x->metric[M_CHILLER_HOURS] = fmax(0, 100 * (38 - water_c));
    x->metric[M_WATER_M3] = 90 - water_c;
    x->metric[M_IT_ENERGY_KWH] = 800e3;
    x->metric[M_FACILITY_ENERGY_KWH] = 900e3 + 100 * k * k;
    x->metric[M_ELECTRICITY_COST_PER_YEAR] = 90e3 + 10 * k * k;
    x->metric[M_WATER_COST_PER_YEAR] = (double)NAN;
    x->metric[M_CHIP_MARGIN_K] = 60 - water_c;
    x->metric[M_COOLANT_MARGIN_K] = 41 - water_c;
    x->metric[M_INLET_MARGIN_K] = 5;
    x->cost = x->metric[M_ELECTRICITY_COST_PER_YEAR];
}

/* 30 to 42 degC by 2 K; the least is 36, from 42 on the class is broken, 30 cannot be. */
static void make(struct made *m)
{
    *m = (struct made){.a = arena_new(NULL)};
    m->r = mock_result(&m->a, &(struct mock_options){0});
    for (int i = 0; i < ROWS; i++) set_row(&m->row[i], 30 + 2 * i);
    m->row[1].class_name = "W32";
    m->row[0].is_known = m->row[0].fits = false;
    m->row[0].reason = "cannot be simulated: so it is";
    m->row[6].fits = false;
    m->row[6].n_broken = 1;
    m->row[6].reason = "=loop.fws supply temperature: 42.0 of 40.0 degC";
    m->s = (struct water_study){.own = m->r,
                                .loop = "fws",
                                .has_cdu = true,
                                .from_c = 30,
                                .to_c = 42,
                                .step_k = 2,
                                .n_series = 1,
                                .n = ROWS,
                                .row = m->row,
                                .own_row = m->row[2]};
    m->s.own_row.is_own = true;
    water_choose(&m->s, &m->a);
    water_explain(&m->s, &m->a);
    m->r->water = &m->s;
}

static void chart_shows_what_does_not_fit(void **state)
{
    (void)state;
    struct made m;
    struct picture p;
    make(&m);
    assert_string_equal(figure_name(FIGURE_WATER), "water");
    assert_true(figure_make(m.r, FIGURE_WATER, &p, &m.a));
    assert_string_equal(
        p.chart->title,
        "Facility water of 36 °C costs least, and from 32 °C on it is within 0.5 %");
    int n = 0;
    for (const struct chart *c = p.chart; c; c = c->below, n++) {
        assert_near(c->mark, 36, 1e-12);
        assert_near(c->x.min, 30, 1e-12);
        assert_near(c->x.max, 42, 1e-12);
        assert_int_equal(c->n_band, 2);
        assert_near(c->band[0].from, 30, 1e-12);
        assert_near(c->band[0].to, 31, 1e-12);
        assert_near(c->band[1].from, 41, 1e-12);
        assert_near(c->band[1].to, 42, 1e-12);
        for (int k = 0; k < c->n_series; k++) {
            assert_int_equal(c->series[k].n, ROWS);
            assert_true(isnan(c->series[k].y[0]) && !isnan(c->series[k].y[6]));
        }
    }
    assert_int_equal(n, 4); /* cost, chillers, water, margins */
    assert_near(p.chart->series[0].y[3], 90e3, 1e-12);
    struct typeset *t = typeset_new(&m.a);
    double h = chart_height(p.chart, 500);
    struct scene *s = scene_new(&m.a, t, 500, h);
    chart_draw(s, (struct rect){0, 0, 500, h}, p.chart);
    assert_marks_inside(s);
    assert_no_text_over_text(s);
    struct builder b = builder_new(&m.a);
    scene_dump(s, &b);
    assert_non_null(strstr(b.s, "optimum"));
    typeset_free(t);
    m.r->water = NULL;
    assert_false(figure_make(m.r, FIGURE_WATER, &p, &m.a));
    arena_free(&m.a);
}

static void section_says_the_optimum(void **state)
{
    (void)state;
    struct made m;
    make(&m);
    struct builder b = builder_new(&m.a);
    report_dump(capacity_report_make(m.r, (struct date){0}, &m.a), &b);
    static const char *const want[] = {
        "section Water temperature",
        "verdict Optimum: facility water of 36 °C, coolant 40 °C: 90,000 CNY a year, 40 CNY less",
        "next limit in warmer water, at 42 °C: =loop.fws supply temperature: 42.0 of 40.0 °C",
        "No server has a coolant_leakage",
        "as water has no price",
        "  34.0 | as it is | 38.0 | 400 | – | 56 | – | 90,040 | 26.0 | fits",
        "  30.0 |  | 34.0 | – | – | – | – | – | – | cannot be simulated: so it is",
    };
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        if (!strstr(b.s, want[i])) {
            print_error("not said: %s\n%s\n", want[i], strstr(b.s, "section Water"));
            fail();
        }
    arena_free(&m.a);
}

static void sheet_adds_up(void **state)
{
    (void)state;
    struct made m;
    make(&m);
    struct diags ds = diags_new(&m.a);
    struct result *r = mock_billed(&m.a, &(struct mock_options){0}, true, &ds);
    r->water = &m.s;
    m.row[3].metric[M_WATER_COST_PER_YEAR] = 11;
    struct grid *g = book_make(r, "0", &m.a, &ds);
    assert_non_null(g);
    assert_near(grid_table_number(g, "water_study", "cost_of_case", 4), 90011, 1e-12);
    assert_near(grid_table_number(g, "water_study", "cost_of_case", 3), 90040, 1e-12);
    assert_near(grid_table_number(g, "water_study", "pue_of_case", 4), 1.125, 1e-12);
    assert_true(isnan(grid_table_number(g, "water_study", "cost_of_case", 1)));
    arena_free(&m.a);
}

static const cJSON *at(const cJSON *o, const char *key)
{
    const cJSON *x = cJSON_GetObjectItemCaseSensitive(o, key);
    assert_non_null(x);
    return x;
}

static void json_names_the_cases(void **state)
{
    (void)state;
    struct made m;
    make(&m);
    struct diags ds = diags_new(&m.a);
    struct builder b = builder_new(&m.a), csv = builder_new(&m.a);
    assert_true(json_water(&m.s, &b, &ds));
    cJSON *o = cJSON_Parse(b.s);
    assert_non_null(o);
    assert_string_equal(at(o, "schema")->valuestring, "dcplan.water/1");
    const cJSON *best = at(o, "optimum"), *cases = at(o, "cases");
    assert_int_equal(at(best, "case")->valueint, 3);
    assert_int_equal(at(best, "warmer_limit")->valueint, 6);
    assert_int_equal(at(best, "colder_limit")->valueint, 0);
    assert_int_equal(cJSON_GetArraySize(cases), ROWS);
    const cJSON *none = cJSON_GetArrayItem(cases, 0);
    assert_true(cJSON_IsNull(at(none, "cost_per_year")));
    assert_true(cJSON_IsNull(at(at(none, "metrics"), "pue")));
    assert_true(at(none, "water_c")->valuedouble == 30);
    assert_true(cJSON_IsFalse(at(none, "fits")));
    cJSON_Delete(o);
    csv_water(&m.s, &csv);
    assert_non_null(strstr(csv.s, "\n0,30,34,,"));
    assert_non_null(strstr(csv.s, ",0,1,1,\n"));                /* the optimum, no reason */
    assert_non_null(strstr(csv.s, ",1,0,0,'=loop.fws supply")); /* no formula */
    arena_free(&m.a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chart_shows_what_does_not_fit),
        cmocka_unit_test(section_says_the_optimum),
        cmocka_unit_test(sheet_adds_up),
        cmocka_unit_test(json_names_the_cases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
