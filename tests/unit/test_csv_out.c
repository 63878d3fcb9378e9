/* Hourly CSV: one line an hour, numbers round-trip, blanks for what is missing. */

#include "near.h"

#include <stdlib.h>
#include <string.h>

#include "mock_result.h"
#include "output/csv_out.h"

static struct text line_at(const char *s, int n)
{
    for (; n > 0; n--) s = strchr(s, '\n') + 1;
    return (struct text){s, strcspn(s, "\n")};
}

static struct text cell_at(struct text line, int n)
{
    struct text head = {0};
    bool found = true;
    for (int i = 0; i <= n; i++) line = text_cut(line, ',', &head, &found);
    return head;
}

static int column_of(struct text head, const char *key)
{
    for (int i = 0; i < 80; i++)
        if (text_is(cell_at(head, i), key)) return i;
    return -1;
}

static int count_lines(const char *s)
{
    int n = 0;
    for (; (s = strchr(s, '\n')); s++) n++;
    return n;
}

static void assert_cell(struct text cell, double x)
{
    double back = (double)NAN;
    if (isnan(x)) {
        assert_int_equal(cell.n, 0);
        return;
    }
    assert_true(text_number(cell, &back));
    assert_true(fabs(back - x) <= 0);
}

static void check_year(bool is_leap)
{
    struct arena a = arena_new(NULL);
    struct mock_options how = {.is_leap = is_leap, .has_no_coolant = true};
    const struct result *r = mock_result(&a, &how);
    struct builder out = builder_new(&a);
    csv_hourly(r, &out);
    assert_int_equal(count_lines(out.s), r->year->n + 1);
    struct text head = line_at(out.s, 0);
    assert_true(text_is(cell_at(head, 0), "hour"));
    assert_true(text_is(cell_at(head, 4), "outdoor_c"));
    for (int h = 0; h < r->year->n; h += 1459) {
        struct text line = line_at(out.s, h + 1);
        assert_cell(cell_at(line, 0), h);
        assert_cell(cell_at(line, 1), calendar_month(&r->year->calendar, h) + 1);
        assert_cell(cell_at(line, 3), h % 24);
        assert_cell(cell_at(line, 4), r->weather->t_c[h]);
        for (int q = 0; q < N_QUANTITY; q++)
            assert_cell(cell_at(line, column_of(head, quantity_rows[q].key)),
                        r->year->site.hour[q][h]);
    }
    arena_free(&a);
}

static void test_years_of_both_lengths(void **state)
{
    (void)state;
    check_year(false);
    check_year(true);
}

static void test_series_not_kept_are_left_out(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct result *r = mock_result(&a, &(struct mock_options){0});
    struct year thin = *r->year;
    thin.site.hour[Q_CHILLER_W] = NULL;
    r->year = &thin;
    struct builder out = builder_new(&a);
    csv_hourly(r, &out);
    assert_int_equal(column_of(line_at(out.s, 0), "chiller_w"), -1);
    assert_true(column_of(line_at(out.s, 0), "facility_w") > 0);
    arena_free(&a);
}

static void test_formulas_are_escaped(void **state)
{
    (void)state;
    static const char *const pair[][2] = {{"=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""},
                                          {"+1", "'+1"},
                                          {"-1", "'-1"},
                                          {"@a", "'@a"},
                                          {"a,b", "\"a,b\""},
                                          {"plain", "plain"},
                                          {"two\nlines", "\"two\nlines\""},
                                          {"", ""}};
    struct arena a = arena_new(NULL);
    for (size_t i = 0; i < sizeof pair / sizeof pair[0]; i++) {
        struct builder out = builder_new(&a);
        builder_text(&out, "");
        csv_text(&out, pair[i][0]);
        assert_string_equal(out.s ? out.s : "", pair[i][1]);
    }
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_years_of_both_lengths),
        cmocka_unit_test(test_series_not_kept_are_left_out),
        cmocka_unit_test(test_formulas_are_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
