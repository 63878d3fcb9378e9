/* Axes of a sweep, their product, and how its points are laid out. */

#include <string.h>

#include "near.h"
#include "plan/study_grid.h"
#include "plan/sweep.h"

#define SITE DCPLAN_SOURCE_DIR "/sites/a100-liquid.ini"

struct fixture {
    struct arena arena;
    struct diags ds;
    struct case_base *base;
    struct load_change change[2];
};

static int set_up(void **state)
{
    struct fixture *f = test_calloc(1, sizeof *f);
    f->arena = arena_new(NULL);
    f->ds = diags_new(&f->arena);
    f->change[0] = (struct load_change){CHANGE_SET, "room.supply=26 degC"};
    struct load_request q = {
        .models = DCPLAN_SOURCE_DIR "/models", .site = SITE, .n_change = 1, .change = f->change};
    f->base = case_base_make(&q, &f->arena, &f->ds);
    *state = f;
    return f->base ? 0 : -1;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    arena_free(&f->arena);
    test_free(f);
    return 0;
}

static struct sweep_request range(const char *key, const char *min, const char *max,
                                  const char *step)
{
    return (struct sweep_request){
        .what = SWEEP_RANGE, .key = key, .min = min, .max = max, .step = step};
}

static struct sweep_request list(const char *key, const char *values)
{
    return (struct sweep_request){.what = SWEEP_LIST, .key = key, .list = values};
}

static struct sweep_request rows(const char *text)
{
    return (struct sweep_request){
        .what = SWEEP_ROWS, .file = "points.csv", .text = text, .n_text = strlen(text)};
}

static bool make(struct fixture *f, const struct sweep_request *q, int n, struct sweep *s)
{
    f->ds = diags_new(&f->arena);
    return sweep_make(f->base, q, n, s, &f->arena, &f->ds);
}

/* The texts of the first variable, one after the other. */
static void check_texts(struct fixture *f, struct sweep_request q, const char *want)
{
    struct sweep s;
    struct builder b = builder_new(&f->arena);
    builder_text(&b, "");
    if (!make(f, &q, 1, &s)) fail_msg("%s", message_text(&f->arena, &f->ds.item[0].what, NULL));
    for (int i = 0; i < s.axis[0].n; i++)
        builder_format(&b, "%s%s", i ? "|" : "", s.variable[0].text[i]);
    assert_string_equal(b.s, want);
}

static void check_refused(struct fixture *f, struct sweep_request q, const char *words,
                          enum diag_class class)
{
    struct sweep s;
    assert_false(make(f, &q, 1, &s));
    assert_true(f->ds.n > 0);
    const char *text = message_text(&f->arena, &f->ds.item[0].what, NULL);
    if (!strstr(text, words)) fail_msg("'%s' has no '%s'", text, words);
    assert_int_equal(f->ds.item[0].class, class);
}

/* ---- ranges ------------------------------------------------------------------------- */

static void range_that_meets(void **state)
{
    struct fixture *f = *state;
    check_texts(f, range("room.supply", "18 degC", "21 degC", "1 K"),
                "18 degC|19 degC|20 degC|21 degC");
    /* 20 + i 0.1 in doubles is 20.300000000000001 at i = 3; the last is the end */
    check_texts(f, range("room.supply", "20", "20.4", "0.1"),
                "20 degC|20.1 degC|20.2 degC|20.3 degC|20.4 degC");
    check_texts(f, range("room.bypass", "0 %", "0.3 %", "0.1 %"), "0 %|0.1 %|0.2 %|0.3 %");
    /* the last bit of the sums does not decide whether the end belongs to it */
    check_texts(f, range("room.recirculation", "0.1 %", "0.7 %", "0.2 %"),
                "0.1 %|0.3 %|0.5 %|0.7 %");
}

static void range_that_does_not_meet(void **state)
{
    struct fixture *f = *state;
    check_texts(f, range("room.supply", "18", "20", "0.75"), "18 degC|18.75 degC|19.5 degC");
    check_texts(f, range("room.supply", "18", "20", "5"), "18 degC");
    check_texts(f, range("ups.main.modules", "1", "6", "2"), "1|3|5");
}

static void range_down_and_single(void **state)
{
    struct fixture *f = *state;
    check_texts(f, range("room.supply", "22", "20", "-1"), "22 degC|21 degC|20 degC");
    check_texts(f, range("room.supply", "22", "22", "1"), "22 degC");
    check_texts(f, range("room.supply", "22", "22", NULL), "22 degC");
    check_refused(f, range("room.supply", "22", "20", "1"), "leads away", DIAG_USAGE);
    check_refused(f, range("room.supply", "20", "22", "-1"), "leads away", DIAG_USAGE);
    check_refused(f, range("room.supply", "20", "22", "0"), "is nothing", DIAG_USAGE);
}

static void ten_steps(void **state)
{
    struct fixture *f = *state;
    struct sweep s;
    struct sweep_request q = range("room.supply", "18", "27", NULL);
    assert_true(make(f, &q, 1, &s));
    assert_int_equal(s.n_point, 11);
    assert_string_equal(s.variable[0].text[1], "18.9 degC");
    assert_string_equal(s.variable[0].text[10], "27 degC");
    check_texts(f, range("ups.main.modules", "1", "4", NULL), "1|2|3|4"); /* whole ones */
    check_texts(f, range("ups.main.modules", "1", "31", NULL), "1|4|7|10|13|16|19|22|25|28|31");
    check_refused(f, range("ups.main.modules", "1", "4", "0.5"), "not whole", DIAG_USAGE);
    check_refused(f, range("ups.main.modules", "1.5", "4", "1"), "not whole", DIAG_USAGE);
}

static void units_of_ranges(void **state)
{
    struct fixture *f = *state;
    struct sweep s;
    check_texts(f, range("rack.r.power", "16 kW", "17 kW", "0.5 kW"), "16 kW|16.5 kW|17 kW");
    check_texts(f, range("rack.r.power", "16 kW", "17 kW", "500 W"), "16 kW|16.5 kW|17 kW");
    check_texts(f, range("rack.r.power", "16000 W", "17 kW", "0.5"), "16 kW|16.5 kW|17 kW");
    check_texts(f, range("room.supply", "64.4 degF", "20 degC", "1 K"), "18 degC|19 degC|20 degC");
    check_texts(f, range("ups.main.price", "100000", "300000", "100000"),
                "100000 CNY|200000 CNY|300000 CNY");
    check_texts(f, range("ups.main.price", "1 USD", "3 USD", "1 USD"), "1 USD|2 USD|3 USD");
    struct sweep_request q = range("rack.r.power", "16 kW", "17 kW", "500 W");
    assert_true(make(f, &q, 1, &s));
    assert_string_equal(s.variable[0].unit, "kW");
    assert_near(s.variable[0].number[1], 16.5, 1e-15);
    check_refused(f, range("room.supply", "18", "20", "1 degC"), "is no step", DIAG_USAGE);
    check_refused(f, range("ups.main.price", "1 USD", "3 CNY", "1"), "another unit", DIAG_USAGE);
    check_refused(f, range("rack.r.power", "16 kW", "17 degC", NULL), "another unit", DIAG_USAGE);
    check_refused(f, range("rack.r.power", "16 kWh", "17 kWh", NULL), "does not fit", DIAG_USAGE);
    check_refused(f, range("room.supply", "18", "60", "10"), "outside", DIAG_USAGE);
    check_refused(f, range("room.supply", "warm", "60", "10"), "no number", DIAG_USAGE);
    check_refused(f, range("room.containment", "1", "2", NULL), "no numbers", DIAG_USAGE);
    check_refused(f, range("room.suply", "1", "2", NULL), "room.suply", DIAG_USAGE);
}

/* ---- lists and rows ------------------------------------------------------------------- */

static void lists(void **state)
{
    struct fixture *f = *state;
    struct sweep s;
    check_texts(f, list("room.supply", "18,20, 22 degC"), "18 degC|20 degC|22 degC");
    check_texts(f, list("rack.r.power", "16000 W,17,18 kW"), "16000 W|17 kW|18 kW");
    check_texts(f, list("room.containment", "none, hot-aisle"), "none|hot-aisle");
    check_texts(f, list("ups.main.use", "modular-25,modular-50"), "modular-25|modular-50");
    check_texts(f, list("site.title", "\"a, b\",\"say \"\"c\"\"\",d"), "a, b|say \"c\"|d");
    struct sweep_request q = list("rack.r.power", "16000 W,17,18 kW");
    assert_true(make(f, &q, 1, &s));
    assert_string_equal(s.variable[0].unit, "kW");
    assert_near(s.variable[0].number[0], 16, 1e-15);
    q = list("room.containment", "none,hot-aisle");
    assert_true(make(f, &q, 1, &s));
    assert_false(s.variable[0].is_number);
    check_refused(f, list("room.containment", "none,hot-asle"), "hot-asle", DIAG_USAGE);
    check_refused(f, list("room.supply", ""), "is empty", DIAG_USAGE);
    check_refused(f, list("room.supply", "18,,20"), "is empty", DIAG_USAGE);
    check_refused(f, list("site.title", "\"a, b"), "quotes", DIAG_USAGE);
    check_refused(f, list("site.title", "\"a\" b"), "quotes", DIAG_USAGE);
}

static void rows_go_together(void **state)
{
    struct fixture *f = *state;
    struct sweep s;
    struct sweep_request q[2] = {rows("room.supply [degC],rack.r.power (W),room.containment\n"
                                      "18,16000,none\n64.4 degF,17 kW,hot-aisle\n"),
                                 range("ups.main.modules", "3", "5", "1")};
    assert_true(make(f, q, 2, &s));
    assert_int_equal(s.n_point, 6);
    assert_int_equal(s.n_variable, 4);
    assert_near(s.variable[0].number[1], 18, 1e-15);
    assert_string_equal(s.variable[1].text[0], "16000 W");
    assert_string_equal(s.variable[2].text[1], "hot-aisle");
    assert_string_equal(sweep_words(&s, &f->arena),
                        "6 points: room.hall.supply + rack.r.power + room.hall.containment 2 x "
                        "ups.main.modules 3");
}

static void check_place(const struct fixture *f, int i, int line, int column)
{
    assert_true(f->ds.n > i);
    assert_string_equal(f->ds.item[i].place.file, "points.csv");
    assert_int_equal(f->ds.item[i].place.line, line);
    assert_int_equal(f->ds.item[i].place.col, column);
    assert_int_equal(f->ds.item[i].class, DIAG_INPUT);
}

/* All faults of a file, each with its place. */
static void rows_with_faults(void **state)
{
    struct fixture *f = *state;
    struct sweep s;
    struct sweep_request q = rows("room.supply,room.containment,room.suply\n"
                                  "18,none,1\n,none,1\n90,hot-asle,1\n");
    assert_false(make(f, &q, 1, &s));
    assert_int_equal(f->ds.n_error, 4);
    check_place(f, 0, 1, 3); /* no such key */
    check_place(f, 1, 3, 1); /* blank */
    check_place(f, 2, 4, 1); /* beyond its bounds */
    check_place(f, 3, 4, 2); /* no such word */
    check_refused(f, rows("room.supply\n"), "no rows", DIAG_INPUT);
}

/* What was meant is said. */
static void check_hint(struct fixture *f, struct sweep_request q, const char *hint)
{
    struct sweep s;
    assert_false(make(f, &q, 1, &s));
    assert_non_null(f->ds.item[0].hint);
    assert_string_equal(f->ds.item[0].hint, hint);
    assert_int_equal(f->ds.item[0].class, DIAG_USAGE);
}

static void near_misses(void **state)
{
    struct fixture *f = *state;
    check_hint(f, list("rom.hall.supply", "20"), "did you mean 'room'?");
    check_hint(f, list("room.hal.supply", "20"), "did you mean 'hall'?");
    check_hint(f, list("room.hall.suply", "20"), "did you mean 'supply'?");
    check_hint(f, list("ups.main.usee", "x"), "did you mean 'use'?");
    check_hint(f, list("room.hall.zzz", "20"), "see dcplan params room");
    check_hint(f, list("pdu.count", "1"), "the site has 2 of [pdu]: write pdu.NAME.key");
    check_hint(f, list("supply", "20"), "write kind.name.key");
    check_hint(f, list("ups.main.use", "modular-25,moduler-50"), "did you mean 'modular-50'?");
    check_hint(f, list("ups.main.use", "zzz"), "see dcplan models ups");
}

/* ---- products -------------------------------------------------------------------------- */

static void last_axis_is_fastest(void **state)
{
    struct fixture *f = *state;
    struct sweep s;
    struct case_change c[3];
    struct sweep_request q[3] = {list("room.containment", "none,hot-aisle"),
                                 range("room.supply", "20", "22", "1"),
                                 list("ups.main.modules", "4,5")};
    assert_true(make(f, q, 3, &s));
    assert_int_equal(s.n_point, 12);
    struct case_options options = {.limits = true};
    struct study_plan p = sweep_plan(&s, &options, &f->arena);
    for (int i = 0; i < 12; i++) {
        static const char *const words[] = {"none", "hot-aisle"}, *const modules[] = {"4", "5"},
                                 *const supply[] = {"20 degC", "21 degC", "22 degC"};
        p.point(&p, i, c, &f->arena);
        assert_string_equal(c[0].key, "room.hall.containment");
        assert_string_equal(c[0].text, words[i / 6]);
        assert_string_equal(c[1].text, supply[i / 2 % 3]);
        assert_string_equal(c[2].text, modules[i % 2]);
    }
}

static void twice_and_too_many(void **state)
{
    struct fixture *f = *state;
    struct sweep s;
    struct sweep_request twice[2] = {range("room.hall.supply", "20", "22", "1"),
                                     list("room.supply", "18")};
    assert_false(make(f, twice, 2, &s));
    assert_string_equal(message_text(&f->arena, &f->ds.item[0].what, NULL),
                        "'room.hall.supply' is swept twice");
    struct sweep_request many[2] = {range("room.supply", "20", "30", "0.001"),
                                    range("rack.r.power", "10 kW", "20 kW", "0.01 kW")};
    assert_false(make(f, many, 2, &s)); /* 10001 x 1001 */
    assert_non_null(strstr(message_text(&f->arena, &f->ds.item[0].what, NULL), "10011001"));
    check_refused(f, range("room.supply", "20", "30", "1e-9"), "too many", DIAG_USAGE);
}

/* A --set of a swept key is told; it would have no effect. */
static void set_and_swept(void **state)
{
    struct fixture *f = *state;
    struct sweep s;
    struct sweep_request q = range("room.hall.supply", "20", "22", "1");
    assert_true(make(f, &q, 1, &s));
    assert_int_equal(f->ds.n_warning, 1);
    assert_non_null(strstr(f->ds.item[0].what.arg[0], "room.hall.supply"));
    q = list("ups.main.modules", "4,5");
    assert_true(make(f, &q, 1, &s));
    assert_int_equal(f->ds.n_warning, 0);
}

/* ---- grids -------------------------------------------------------------------------------- */

static struct study_grid grid_of(struct fixture *f, const struct sweep_request *q, int n,
                                 bool is_drawn)
{
    struct sweep *s = ARENA_ARRAY(&f->arena, struct sweep, 1);
    struct study_grid g;
    assert_true(make(f, q, n, s));
    struct study_table t = sweep_table(s, &f->arena);
    assert_int_equal(study_grid_find(&t, &g, &f->arena, &f->ds), is_drawn);
    return g;
}

static void grids(void **state)
{
    struct fixture *f = *state;
    struct sweep_request heat[2] = {range("room.supply", "20", "22", "1"),
                                    range("ups.main.modules", "5", "3", "-1")};
    struct study_grid g = grid_of(f, heat, 2, true);
    assert_int_equal(g.kind, STUDY_HEAT);
    assert_near(g.y_value[0], 3, 1e-15); /* rising, whatever the sweep's order */
    assert_int_equal(g.point[0], 2);
    assert_int_equal(g.point[2], 0);
    assert_int_equal(g.point[8], 6);
    struct sweep_request lines[2] = {list("room.containment", "none,hot-aisle"),
                                     range("room.supply", "20", "23", "1")};
    g = grid_of(f, lines, 2, true);
    assert_int_equal(g.kind, STUDY_LINES);
    assert_int_equal(g.n_x, 4);
    assert_int_equal(g.n_y, 2);
    assert_string_equal(g.y_text[1], "room.hall.containment = hot-aisle");
    assert_int_equal(g.point[3 * 2 + 1], 7);
    g = grid_of(f, lines, 1, true);
    assert_int_equal(g.kind, STUDY_BARS);
    assert_int_equal(g.n_x, 2);
}

/* Numbers that go together make a line, not a map of a diagonal. */
static void grid_of_rows(void **state)
{
    struct fixture *f = *state;
    struct sweep_request q = rows("room.supply [degC],rack.r.power [kW]\n"
                                  "24,17\n20,16\n22,18\n26,19\n28,20\n");
    struct study_grid g = grid_of(f, &q, 1, true);
    assert_int_equal(g.kind, STUDY_LINES);
    assert_int_equal(g.n_y, 1);
    assert_int_equal(g.n_x, 5);
    assert_int_equal(g.point[0], 1); /* 20 degC stands in the second row */
    assert_string_equal(g.y_text[0], "");
    struct sweep_request many[3] = {range("room.supply", "20", "24", "1"),
                                    range("ups.main.modules", "3", "6", "1"),
                                    range("rack.r.power", "16 kW", "19 kW", "1 kW")};
    (void)grid_of(f, many, 3, false); /* 16 lines */
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(range_that_meets),
        TEST(range_that_does_not_meet),
        TEST(range_down_and_single),
        TEST(ten_steps),
        TEST(units_of_ranges),
        TEST(lists),
        TEST(near_misses),
        TEST(rows_go_together),
        TEST(rows_with_faults),
        TEST(last_axis_is_fastest),
        TEST(twice_and_too_many),
        TEST(set_and_swept),
        TEST(grids),
        TEST(grid_of_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
