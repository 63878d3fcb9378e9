/* The capacity report: what it says, and its pages as geometry. */

#include "page_check.h"

#include <string.h>

#include "mock_result.h"
#include "output/capacity_report.h"

static const struct date undated = {0};

static const char *say(struct arena *a, const struct mock_options *o)
{
    struct builder b = builder_new(a);
    report_dump(capacity_report_make(mock_result(a, o), undated, a), &b);
    return b.s;
}

static void test_says_what_matters(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    const char *d = say(&a, &(struct mock_options){0});
    static const char *const want[] = {
        "verdict It fits: The tightest limit is ups.main",
        "tile PUE, year: 1.205",
        "CNY",
        "section Limits",
        "section PUE and energy by month",
        "section Electricity bill",
        "section Assumptions and sources",
        "section Warnings",
        "section Inputs",
        "  ups.main | power | one module out | 55.1 | 60.0 | kW | 8.2 % | holds",
        "  pdu.a | power | normal | 27.5 | no limit | kW | – | no limit",
        "rack inlet above the recommended range in room.hall | 214 | 16 Jul 07:00",
        "ups.main.modules=4",
    };
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
        if (!strstr(d, want[i])) {
            print_error("not said: %s\n", want[i]);
            fail();
        }
    arena_free(&a);
}

static void test_broken_limit_has_the_word(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    const char *d = say(&a, &(struct mock_options){.is_broken = true});
    assert_non_null(strstr(d, "verdict It does not fit:"));
    assert_non_null(strstr(d, "| broken"));
    assert_non_null(strstr(d, "figure 1 of 8 limits are broken"));
    assert_null(strstr(d, "It fits"));
    arena_free(&a);
}

/* The box says its word once, and units as the rest of the page does. */
static void test_verdict_is_not_said_twice(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    const char *d = say(&a, &(struct mock_options){
                                .is_broken = true,
                                .verdict = "does not fit: 1 limit broken; first room.degC1 inlet "
                                           "temperature: 36.0 of 35.0 degC"});
    assert_non_null(strstr(d, "verdict It does not fit: 1 limit broken; first room.degC1 inlet "
                              "temperature: 36.0 of 35.0 °C"));
    arena_free(&a);
}

static void test_missing_is_not_zero(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    const char *d =
        say(&a, &(struct mock_options){
                    .has_no_tariff = true, .has_no_coolant = true, .has_no_warnings = true});
    assert_non_null(strstr(d, "tile Electricity a year: no tariff"));
    assert_non_null(strstr(d, "names no tariff"));
    assert_non_null(strstr(d, "cooled by liquid; there is no coolant"));
    assert_non_null(strstr(d, "gave no warnings"));
    assert_null(strstr(d, "nan"));
    assert_null(strstr(d, "-0.0 "));
    arena_free(&a);
}

static void test_failures_are_told(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    const char *d = say(&a, &(struct mock_options){.n_failure = 6});
    static const char *const want[] = {
        "section Single-line diagram",
        "section Failures",
        "1 single point of failure, whose loss alone drops servers: ups.main.",
        "  nothing lost |  |  | 0.0 | 0.0 | 0.0 | 0 | 24.3 | 95.5 | 96.2",
        "  ups.main lost | failure | drops servers | 51.2 | 0.0 | 0.0 | 412 | 36.5 | – | –",
        "  pdu.a#1 lost (4 alike) | either | overloads | 0.0 | 12.5 |",
        "  pdu.a#2 lost | maintenance | too hot |",
        "3 of 9 states are survived as if nothing were lost",
        "  pdu.b#1 | power | ups.main lost | 61.0 | 60.0 | kW | 101.7 % | -1.7 %",
        "Lost: ups.main. server.box: 16 of 32 servers drop, 51.2 kW (rack.r 1,",
        "crac.dx: 3 of 3 stand still.",
        "16 servers run on fewer supplies than they want: up to 12.5 % of their power is capped.",
        "Hours of the year: 412 over a limit, 1,250 throttled. Hottest inlet from 24.3 to 36.5 °C.",
        "Supplies' efficiency from 95.5 to 94.0 %.",
        "  server.box | pdu.a#1, pdu.b#1 | 138.0 | 69.0 | 41.3 | holds",
        "| 118.0 | OVER",
        "| 0.0295 | 0.0040 | 6.50 | common cause of ups.main 0.0263 h",
        "not known | not known | not known",
        "nothing is known of what they feed: pdu.b.",
        "  failure | a lost pump of loop.fws: no pumps",
        "  voltage drop | no length: pdu.a#1 and 3 more",
    };
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
        if (!strstr(d, want[i])) print_error("not said: %s\n", want[i]);
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) assert_non_null(strstr(d, want[i]));
    assert_null(strstr(d, "pdu.a#3 lost")); /* nothing happens in it */
    arena_free(&a);
}

/* Failures that were not asked for have no section: nothing is said of them. */
static void test_failures_not_asked_for(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    const char *d = say(&a, &(struct mock_options){0});
    assert_null(strstr(d, "section Failures"));
    assert_null(strstr(d, "section Single-line"));
    arena_free(&a);
}

/* A row that stands for alike elements says so. */
static void test_alike_limits_are_told(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct result *r = mock_result(&a, &(struct mock_options){0});
    r->limit[3].element = "rackpdu.a#1";
    r->limit[3].alike = 31;
    struct builder b = builder_new(&a);
    report_dump(capacity_report_make(r, undated, &a), &b);
    assert_non_null(strstr(b.s, "  rackpdu.a#1 and 31 alike |"));
    arena_free(&a);
}

static const struct mock_options page_cases[] = {
    {0},
    {.is_leap = true, .n_limit = 60, .is_broken = true, .title = "深圳机房 A 栋 2 层, 液冷改造"},
    {.has_no_tariff = true, .has_no_coolant = true, .has_no_warnings = true},
    {.n_failure = 3},
    {.n_failure = 60, .is_broken = true, .n_limit = 60},
    {.n_limit = 200,
     .title = "A site whose title is longer than any line of the page can be, because it names "
              "the street, the building, the storey, the room and the owner of the room as well",
     .verdict =
         "a verdict that runs on and on: ups.main carries 71.3 kW with one module out; its limit is "
         "60 kW; transformer.t1 and thirty-seven further elements are over their limits as well; "
         "rack.row-1.cabinet-with-a-long-name-11, rack.row-1.cabinet-with-a-long-name-12, "
         "rack.row-1.cabinet-with-a-long-name-13 and rack.row-1.cabinet-with-a-long-name-14 too; "
         "servers throttle in 311 hours and trip in 12; coolant is too warm in 33; and so it goes on "
         "until no room is left in the box, in which case it ends in an ellipsis and not outside"},
};

/* A section's head is never the last thing above the strip. */
static void assert_no_head_is_left_alone(const struct scene *s)
{
    const struct mark *last = NULL;
    for (int i = 0; i < s->n; i++) {
        const struct mark *m = &s->mark[i];
        if (m->kind != MARK_TEXT || m->box.y > s->height - 60) continue;
        if (!last || m->box.y > last->box.y) last = m;
    }
    if (!last || last->face.size < 13) return;
    print_error("\"%s\" stands alone at the foot of its page\n", last->text);
    fail();
}

static void check_pages(const struct mock_options *o, enum paper paper)
{
    struct arena a = arena_new(NULL);
    struct typeset *t = typeset_new(&a);
    struct report *r = capacity_report_make(mock_result(&a, o), undated, &a);
    struct document *d = layout_make(r, paper, t, &a);
    assert_true(d->n_page >= 8);
    assert_int_equal(d->n_outline, o->n_failure ? 14 : 12);
    for (int i = 0; i < d->n_page; i++) {
        assert_marks_inside(d->page[i]);
        assert_no_text_over_text(d->page[i]);
        assert_no_head_is_left_alone(d->page[i]);
    }
    typeset_free(t);
    arena_free(&a);
}

/* Whatever comes before it, a head takes its table along. */
static void test_head_stays_with_its_table(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct typeset *t = typeset_new(&a);
    static const struct tabular_column column[] = {{"Name", ALIGN_TEXT, 1}};
    for (int lines = 1; lines < 60; lines++) {
        struct report *r = report_new(&a, "Title", "Subtitle");
        for (int i = 0; i < lines; i++) report_paragraph(r, "one line");
        report_section(r, "table", "The table");
        struct tabular *table = report_table(r, "Short", column, 1);
        for (int i = 0; i < 12; i++) table_row(table, (const char *[]){"row"});
        struct document *d = layout_make(r, PAPER_A4, t, &a);
        for (int i = 0; i < d->n_page; i++) assert_no_head_is_left_alone(d->page[i]);
    }
    typeset_free(t);
    arena_free(&a);
}

static void test_pages_hold_their_text(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof page_cases / sizeof page_cases[0]; i++) {
        check_pages(&page_cases[i], PAPER_A4);
        check_pages(&page_cases[i], PAPER_LETTER);
    }
}

/* Numbers of any size stay in their tiles and columns. */
static void test_great_numbers_fit(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct typeset *t = typeset_new(&a);
    struct result *r = mock_result(&a, &(struct mock_options){0});
    for (int i = 0; i < N_METRIC; i++) r->metric[i] = 123456789012.345;
    for (int m = 0; m < MONTHS; m++) r->month[m].cost = r->month[m].it_kwh = 98765432109.8;
    struct document *d = layout_make(capacity_report_make(r, undated, &a), PAPER_A4, t, &a);
    for (int i = 0; i < d->n_page; i++) {
        assert_marks_inside(d->page[i]);
        assert_no_text_over_text(d->page[i]);
    }
    typeset_free(t);
    arena_free(&a);
}

static void test_every_page_has_the_strip(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct typeset *t = typeset_new(&a);
    struct report *r = capacity_report_make(mock_result(&a, &page_cases[1]), undated, &a);
    struct document *d = layout_make(r, PAPER_A4, t, &a);
    for (int i = 0; i < d->n_page; i++) {
        struct builder b = builder_new(&a);
        scene_dump(d->page[i], &b);
        assert_non_null(strstr(b.s, arena_format(&a, "\"%d of %d\"", i + 1, d->n_page)));
        assert_non_null(strstr(b.s, "\"2026-02-01\""));
        assert_non_null(strstr(b.s, "\"Input hash\""));
    }
    typeset_free(t);
    arena_free(&a);
}

/* The head of a long table stands on every page it runs over, and no row is
   left alone. */
static void test_long_table_repeats_its_head(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct typeset *t = typeset_new(&a);
    static const struct tabular_column column[] = {{"Name", ALIGN_TEXT, 1},
                                                   {"Value", ALIGN_POINT, 0}};
    for (int rows = 40; rows < 60; rows++) {
        struct report *r = report_new(&a, "Title", "Subtitle");
        struct tabular *table = report_table(r, "Long", column, 2);
        for (int i = 0; i < rows; i++) {
            const char *cell[] = {arena_format(&a, "row %d", i), "1.5"};
            table_row(table, cell);
        }
        struct document *d = layout_make(r, PAPER_A4, t, &a);
        for (int p = 0; p < d->n_page; p++) {
            struct builder b = builder_new(&a);
            scene_dump(d->page[p], &b);
            int shown = 0;
            for (const char *s = b.s; (s = strstr(s, "\"row ")); s++) shown++;
            assert_true(shown >= 2);
            assert_non_null(strstr(b.s, "\"Name\""));
        }
    }
    typeset_free(t);
    arena_free(&a);
}

static void test_numbers_align_at_the_point(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct typeset *t = typeset_new(&a);
    static const struct tabular_column column[] = {{"Value", ALIGN_POINT, 0},
                                                   {"Rest", ALIGN_TEXT, 1}};
    struct report *r = report_new(&a, "Title", "Subtitle");
    struct tabular *table = report_table(r, NULL, column, 2);
    static const char *const rows[][2] = {{"1.25", ""}, {"1,250.5", ""}, {"7", ""}};
    for (int i = 0; i < 3; i++) table_row(table, rows[i]);
    struct scene *s = layout_make(r, PAPER_A4, t, &a)->page[0];
    double point[3] = {0};
    for (int i = 0; i < s->n; i++)
        for (int k = 0; k < 3; k++)
            if (s->mark[i].kind == MARK_TEXT && strcmp(s->mark[i].text, rows[k][0]) == 0) {
                char whole[16] = {0};
                memcpy(whole, rows[k][0], strcspn(rows[k][0], "."));
                point[k] = s->mark[i].box.x + typeset_width(t, whole, s->mark[i].face);
            }
    assert_within(point[1], point[0], 0.01);
    assert_within(point[2], point[0], 0.01);
    typeset_free(t);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_says_what_matters),
        cmocka_unit_test(test_broken_limit_has_the_word),
        cmocka_unit_test(test_verdict_is_not_said_twice),
        cmocka_unit_test(test_missing_is_not_zero),
        cmocka_unit_test(test_failures_are_told),
        cmocka_unit_test(test_failures_not_asked_for),
        cmocka_unit_test(test_alike_limits_are_told),
        cmocka_unit_test(test_pages_hold_their_text),
        cmocka_unit_test(test_head_stays_with_its_table),
        cmocka_unit_test(test_great_numbers_fit),
        cmocka_unit_test(test_every_page_has_the_strip),
        cmocka_unit_test(test_long_table_repeats_its_head),
        cmocka_unit_test(test_numbers_align_at_the_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
