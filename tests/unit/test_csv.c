#include <string.h>

#include "input/csv.h"
#include "near.h"

static bool parse(const char *s, struct csv *c, struct arena *a, struct diags *ds)
{
    *ds = diags_new(a);
    return csv_parse("t.csv", s, strlen(s), c, a, ds);
}

static void quotes_bom_crlf_and_blank_lines(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct diags ds;
    struct csv c;
    assert_true(parse("\xEF\xBB\xBFname,\"a, b\"\r\n\r\n\"say \"\"x\"\"\", 2 \r\n\"two\nlines\",3",
                      &c, &a, &ds));
    assert_int_equal(c.n_col, 2);
    assert_int_equal(c.n_row, 2);
    assert_string_equal(c.head[0], "name");
    assert_string_equal(c.head[1], "a, b");
    assert_string_equal(c.cell[0], "say \"x\"");
    assert_string_equal(c.cell[1], "2");
    assert_string_equal(c.cell[2], "two\nlines");
    assert_int_equal(c.line[0], 3);
    assert_int_equal(c.line[1], 4);
    arena_free(&a);
}

static void other_separators(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct diags ds;
    struct csv c;
    assert_true(parse("a;b;c\n1;2,5;3\n", &c, &a, &ds));
    assert_string_equal(c.cell[1], "2,5");
    assert_true(parse("a\tb\n1\t\n", &c, &a, &ds));
    assert_string_equal(c.cell[1], "");
    assert_int_equal(csv_column(&c, "b"), 1);
    assert_int_equal(csv_column(&c, "z"), -1);
    arena_free(&a);
}

static void numbers_with_places(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct diags ds;
    struct csv c;
    double *v;
    assert_true(parse("t,x\n0,1.5\n1,\n2,abc\n3,\"2,5\"\n", &c, &a, &ds));
    assert_false(csv_numbers(&c, 1, false, &v, &a, &ds));
    assert_int_equal(ds.n_error, 3);
    assert_int_equal(ds.item[1].place.line, 4);
    assert_int_equal(ds.item[1].place.col, 2);
    assert_true(csv_numbers(&c, 1, true, &v, &a, &ds));
    assert_near(v[0], 1.5, 0);
    assert_true(isnan(v[1]) && isnan(v[2]) && isnan(v[3]));
    arena_free(&a);
}

static void refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "", "\n\n", "a,b\n1\n", "a,b\n1,2,3\n", "a,a\n1,2\n", "a,b\n\"1,2\n", "a,b\n\"1\"x,2\n"};
    struct arena a = arena_new(NULL);
    struct diags ds;
    struct csv c;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(parse(bad[i], &c, &a, &ds));
        assert_int_equal(ds.n_error, 1);
    }
    ds = diags_new(&a); /* not a text that ends before it does */
    assert_false(csv_parse("t.csv", "a,b\n1,\"2\0\"\n", 11, &c, &a, &ds));
    assert_int_equal(ds.n_error, 1);
    assert_int_equal(ds.item[0].place.line, 2);
    arena_free(&a);
}

static void many_rows_and_latin1(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct diags ds;
    struct csv c;
    struct builder b = builder_new(&a);
    double *v;
    builder_text(&b, "i,Z\xFCrich\n");
    for (int i = 0; i < 1000; i++) builder_format(&b, "%d,%d\n", i, 2 * i);
    assert_true(parse(b.s, &c, &a, &ds));
    assert_int_equal(ds.n_warning, 1);
    assert_string_equal(c.head[1], "Zürich");
    assert_true(csv_numbers(&c, 1, false, &v, &a, &ds));
    assert_near(v[999], 1998, 0);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotes_bom_crlf_and_blank_lines),
        cmocka_unit_test(other_separators),
        cmocka_unit_test(numbers_with_places),
        cmocka_unit_test(refused),
        cmocka_unit_test(many_rows_and_latin1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
