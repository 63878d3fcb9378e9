/* Axes and charts, by their scenes. */

#include "page_check.h"

#include <string.h>

#include "output/axis.h"
#include "output/chart.h"
#include "output/palette.h"

struct bench {
    struct arena a;
    struct typeset *t;
    struct scene *s;
    struct builder dump;
};

static int set_up(void **state)
{
    static struct bench b;
    b.a = arena_new(NULL);
    b.t = typeset_new(&b.a);
    b.s = scene_new(&b.a, b.t, 500, 250);
    *state = &b;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *b = *state;
    typeset_free(b->t);
    arena_free(&b->a);
    return 0;
}

static struct chart blank(enum chart_kind kind)
{
    struct chart c = {.kind = kind, .title = "The finding", .mark = (double)NAN};
    c.x.min = c.x.max = c.y.min = c.y.max = (double)NAN;
    c.heat.min = c.heat.max = (double)NAN;
    return c;
}

static const char *draw(struct bench *b, const struct chart *c)
{
    chart_draw(b->s, (struct rect){5, 5, 490, 240}, c);
    assert_marks_inside(b->s);
    assert_no_text_over_text(b->s);
    b->dump = builder_new(&b->a);
    scene_dump(b->s, &b->dump);
    return b->dump.s;
}

static int count_kind(const struct scene *s, enum mark_kind kind)
{
    int n = 0;
    for (int i = 0; i < s->n; i++) n += s->mark[i].kind == kind;
    return n;
}

static void test_ticks_are_round(void **state)
{
    (void)state;
    char text[TEXT_NUMBER_CAP];
    struct ticks t = ticks_nice(1.183, 1.227, 5);
    assert_within(t.step, 0.01, 1e-12);
    assert_string_equal(ticks_text(&t, 0, text), "1.18");
    t = ticks_nice(0, 8760, 8);
    assert_string_equal(ticks_text(&t, 1, text), "2,000");
    t = ticks_nice(0, 1, 4);
    assert_string_equal(ticks_text(&t, 1, text), "0.25");
    t = ticks_nice(-0.3, 0.3, 4);
    for (int i = 0; i < t.n; i++) assert_string_not_equal(ticks_text(&t, i, text), "-0.0");
}

static void test_ticks_hold_the_data(void **state)
{
    (void)state;
    const double range[][2] = {{3, 3}, {-17.2, 41.9}, {0, 1e-9}, {1e6, 1.0001e6}, {0, 0}};
    for (size_t i = 0; i < sizeof range / sizeof range[0]; i++)
        for (int target = 1; target < 12; target++) {
            struct ticks t = ticks_nice(range[i][0], range[i][1], target);
            assert_true(t.first <= range[i][0] + 1e-9 * t.step);
            assert_true(ticks_last(&t) >= range[i][1] - 1e-6 * t.step);
            assert_true(t.n >= 2 && t.n < 40);
        }
    struct ticks none = ticks_nice((double)NAN, 5, 4);
    assert_within(ticks_last(&none), 1, 1e-12);
}

static void test_line_chart_has_axes_and_legend(void **state)
{
    struct bench *b = *state;
    double up[] = {10, 20, 30, 25}, down[] = {30, 20, 10, 5};
    struct chart_series q[] = {
        {.label = "up", .kind = SERIES_LINE, .n = 4, .y = up, .colour = OKABE_BLUE},
        {.label = "down", .kind = SERIES_LINE, .n = 4, .y = down, .colour = OKABE_ORANGE}};
    struct chart_limit l[] = {{.label = "high", .value = 28, .decimals = 1, .colour = OKABE_RED},
                              {.label = "none", .value = (double)NAN, .colour = OKABE_RED},
                              {.label = "near", .value = 27.9, .decimals = 1, .colour = OKABE_RED}};
    struct chart c = blank(CHART_XY);
    c.series = q, c.n_series = 2, c.limit = l, c.n_limit = 3, c.over = 1;
    c.y.label = "kW", c.x.label = "hours";
    const char *d = draw(b, &c);
    assert_non_null(strstr(d, "\"The finding\""));
    assert_non_null(strstr(d, "\"kW\""));
    assert_non_null(strstr(d, "\"hours\""));
    assert_non_null(strstr(d, "\"up\""));
    assert_non_null(strstr(d, "\"none: no limit\""));
    assert_non_null(strstr(d, "\"28.0\""));
    assert_non_null(strstr(d, " hatched"));
    assert_int_equal(count_kind(b->s, MARK_AREA), 1); /* over the limit */
}

static void test_far_limit_is_named_not_drawn(void **state)
{
    struct bench *b = *state;
    double load[] = {50, 55, 60};
    struct chart_series q = {.label = "load", .kind = SERIES_LINE, .n = 3, .y = load};
    struct chart_limit l = {.label = "supply, kW", .value = 1250};
    struct chart c = blank(CHART_XY);
    c.series = &q, c.n_series = 1, c.limit = &l, c.n_limit = 1;
    const char *d = draw(b, &c);
    assert_non_null(strstr(d, "\"supply, kW: 1,250, above the chart\""));
    assert_null(strstr(d, "\"1,200\""));
}

static void test_missing_values_show(void **state)
{
    struct bench *b = *state;
    double gap[] = {10, (double)NAN, 30}, none[] = {(double)NAN, (double)NAN};
    static const char *const name[] = {"a", "b", "c"};
    struct chart_series q = {.label = "bars", .kind = SERIES_BAR, .n = 3, .y = gap};
    struct chart c = blank(CHART_XY);
    c.series = &q, c.n_series = 1, c.x.category = name, c.x.n_category = 3;
    assert_non_null(strstr(draw(b, &c), "turned \"no data\""));
    b->s = scene_new(&b->a, b->t, 500, 250);
    struct chart_series empty = {.label = "line", .kind = SERIES_LINE, .n = 2, .y = none};
    c = blank(CHART_XY);
    c.series = &empty, c.n_series = 1;
    assert_non_null(strstr(draw(b, &c), "\"no data\""));
}

static void test_bars_show_limit_and_no_limit(void **state)
{
    struct bench *b = *state;
    struct chart_bar bar[] = {
        {.label = "ups.main, power", .value = 130, .beyond = 100, .text = "13 of 10 kW"},
        {.label =
             "机房 a rack with a name that is far too long to stand in one line of a chart, power",
         .value = 40,
         .beyond = 100,
         .text = "4 of 10 kW"},
        {.label = "pdu.a", .value = (double)NAN, .beyond = 100, .text = "4 kW, no limit"}};
    struct chart c = blank(CHART_BARS);
    c.bar = bar, c.n_bar = 3, c.mark = 100, c.mark_label = "limit", c.x.label = "%";
    const char *d = draw(b, &c);
    assert_non_null(strstr(d, "\"limit\""));
    assert_non_null(strstr(d, "\"4 kW, no limit\""));
    assert_non_null(strstr(d, "…"));
    int hatched = 0;
    for (int i = 0; i < b->s->n; i++) hatched += b->s->mark[i].pen.hatch != HATCH_NONE;
    assert_int_equal(hatched, 2); /* what is over, and what has no limit */
}

static void test_heat_map_is_one_image(void **state)
{
    struct bench *b = *state;
    enum { DAYS = 366, N = DAYS * 24 };
    double *v = ARENA_ARRAY(&b->a, double, N), at[1] = {183};
    static const char *const name[] = {"year"};
    for (int i = 0; i < N; i++) v[i] = i == 77 ? (double)NAN : 1.2 + i % 24 / 100.0;
    struct chart c = blank(CHART_HEAT);
    c.heat = (struct chart_heat){DAYS, 24, v, "PUE", (double)NAN, (double)NAN};
    c.x.category = name, c.x.n_category = 1, c.x.at = at, c.y.label = "hour of the day";
    const char *d = draw(b, &c);
    assert_non_null(strstr(d, "366x24"));
    assert_non_null(strstr(d, "\"no data\""));
    assert_int_equal(count_kind(b->s, MARK_CELLS), 2); /* the map and its scale */
}

static void test_dots_fall_once(void **state)
{
    struct bench *b = *state;
    enum { N = 8760 };
    double *x = ARENA_ARRAY(&b->a, double, N), *y = ARENA_ARRAY(&b->a, double, N);
    for (int i = 0; i < N; i++) x[i] = i % 10, y[i] = i % 7;
    struct chart_series q = {.label = "hours", .kind = SERIES_DOTS, .n = N, .x = x, .y = y};
    struct chart c = blank(CHART_XY);
    c.series = &q, c.n_series = 1;
    draw(b, &c);
    for (int i = 0; i < b->s->n; i++)
        if (b->s->mark[i].kind == MARK_DOTS) assert_int_equal(b->s->mark[i].n, 70);
}

static void test_palette_is_even(void **state)
{
    (void)state;
    double last = -1;
    for (int i = 0; i <= 20; i++) {
        unsigned c = palette_cividis(i / 20.0);
        double grey = 0.2126 * (c >> 16 & 255) + 0.7152 * (c >> 8 & 255) + 0.0722 * (c & 255);
        assert_true(grey > last); /* rises in greyscale */
        last = grey;
    }
    assert_int_equal(palette_cividis((double)NAN), palette_cividis(0));
    assert_int_equal(palette_cividis(7), palette_cividis(1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ticks_are_round),
        cmocka_unit_test(test_ticks_hold_the_data),
        cmocka_unit_test(test_palette_is_even),
        cmocka_unit_test_setup_teardown(test_line_chart_has_axes_and_legend, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_far_limit_is_named_not_drawn, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_missing_values_show, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bars_show_limit_and_no_limit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_heat_map_is_one_image, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_dots_fall_once, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
