/* Heads of columns as people write them, folded names, tables of spreadsheets. */

#include <string.h>

#include "input/fold.h"
#include "input/heads.h"
#include "input/sheet.h"
#include "near.h"

static const struct head_row rows[] = {
    {"rack", NULL, NULL, 0, 0, (const char *const[]){"cabinet", NULL}},
    {"watts", "W", NULL, 0, 1e5,
     (const char *const[]){"power", "max power", "watts=W", "kw=kW", NULL}},
    {"height", "U", "U", 0, 60, (const char *const[]){"size", NULL}},
};
enum { RACK, WATTS, HEIGHT, N };

struct fixture {
    struct arena a;
    struct diags ds;
    struct csv c;
    struct head head[N];
};

static bool find(struct fixture *f, const char *s)
{
    f->a = arena_new(NULL);
    f->ds = diags_new(&f->a);
    assert_true(csv_parse("t.csv", s, strlen(s), &f->c, &f->a, &f->ds));
    return heads_find(&f->c, rows, N, f->head, &f->a, &f->ds);
}

static double watts(struct fixture *f, int line, bool *is_fine)
{
    *is_fine = true;
    return head_value(&f->c, line, &rows[WATTS], &f->head[WATTS], is_fine, &f->a, &f->ds);
}

static void expect_message(const struct fixture *f, int i, const char *part)
{
    assert_true(i < f->ds.n);
    const char *s = message_text(f->ds.arena, &f->ds.item[i].what, NULL);
    if (!strstr(s, part)) fail_msg("'%s' has no '%s'", s, part);
}

/* Each head, and what a cell of 1.5 comes to in watts. */
static void many_words(void **state)
{
    (void)state;
    static const struct {
        const char *head;
        double w;
    } at[] = {{"watts", 1.5},       {"WATTS", 1.5},       {"Power (W)", 1.5},
              {"power [kW]", 1500}, {"max_power_w", 1.5}, {"Max Power, kW", 1500},
              {"kW", 1500},         {"Power kw", 1500}};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        struct fixture f;
        bool is_fine;
        struct arena a = arena_new(NULL);
        assert_true(find(&f, arena_format(&a, "Cabinet,\"%s\"\nA,1.5\n", at[i].head)));
        assert_int_equal(f.head[RACK].column, 0);
        if (f.head[WATTS].column != 1) fail_msg("'%s' is not known", at[i].head);
        assert_near(watts(&f, 0, &is_fine), at[i].w, 1e-9);
        assert_true(is_fine);
        assert_int_equal(f.ds.n, 0);
        arena_free(&f.a);
        arena_free(&a);
    }
}

/* A unit in the cell wins; nothing is NaN and no error; nonsense is an error at the cell. */
static void cells(void **state)
{
    (void)state;
    struct fixture f;
    bool is_fine;
    assert_true(
        find(&f, "rack,power (W)\nA,0.25 kW\nA,-\nA,n/a\nA,\nA,\"1,200\"\nA,12 kg\nA,2e5\n"));
    assert_near(watts(&f, 0, &is_fine), 250, 1e-9);
    for (int i = 1; i < 4; i++) {
        assert_true(isnan(watts(&f, i, &is_fine)));
        assert_true(is_fine);
    }
    assert_int_equal(f.ds.n, 0);
    for (int i = 4; i < 7; i++) {
        assert_true(isnan(watts(&f, i, &is_fine)));
        assert_false(is_fine);
        assert_int_equal(f.ds.item[i - 4].place.line, i + 2);
        assert_int_equal(f.ds.item[i - 4].place.col, 2);
    }
    expect_message(&f, 0, "is not a number");
    expect_message(&f, 1, "unit 'kg' does not fit");
    expect_message(&f, 2, "outside 0 to 100000 W");
    arena_free(&f.a);
}

/* A number whose unit nobody tells is no watts. */
static void no_unit_at_all(void **state)
{
    (void)state;
    struct fixture f;
    bool is_fine;
    assert_true(find(&f, "rack,power,size\nA,300,2\n"));
    assert_true(isnan(watts(&f, 0, &is_fine)));
    assert_false(is_fine);
    expect_message(&f, 0, "'watts' needs a unit");
    is_fine = true;
    assert_near(head_value(&f.c, 0, &rows[HEIGHT], &f.head[HEIGHT], &is_fine, &f.a, &f.ds), 2, 0);
    arena_free(&f.a);
}

static void strange_and_double_columns(void **state)
{
    (void)state;
    struct fixture f;
    assert_true(find(&f, "rack,owner,,watts,cost centre\nA,x,,1,2\n"));
    assert_int_equal(f.ds.n_warning, 1);
    expect_message(&f, 0, "columns that are not read: owner, cost centre");
    assert_int_equal(f.ds.item[0].place.col, 2);
    arena_free(&f.a);
    assert_false(find(&f, "rack,watts,power (kW)\n"));
    expect_message(&f, 0, "columns 'watts' and 'power (kW)' both mean watts");
    arena_free(&f.a);
}

static void folded_names(void **state)
{
    (void)state;
    static const struct {
        const char *folded, *names;
    } at[] = {{"a", "a"},
              {"cn[01-03]", "cn01 cn02 cn03"},
              {"cn[9-11]", "cn9 cn10 cn11"},
              {"x[1,5-6]y", "x1y x5y x6y"},
              {"r[1-2]n[1-2]", "r1n1 r1n2 r2n1 r2n2"}};
    static const char *const bad[] = {"",        "a[",          "a[1",   "a]1",
                                      "a[2-1]",  "a[]",         "a[1-]", "a[x]",
                                      "a[1--2]", "a[0-999999]", "a[1,]", "a[1-1000][1-1000]"};
    struct arena a = arena_new(NULL);
    const char **name;
    int n;
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        struct builder b = builder_new(&a);
        assert_true(fold_expand(at[i].folded, &name, &n, &a));
        for (int k = 0; k < n; k++) builder_format(&b, "%s%s", k ? " " : "", name[k]);
        assert_string_equal(b.s, at[i].names);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (fold_expand(bad[i], &name, &n, &a)) fail_msg("'%s' was read", bad[i]);
    /* a few bytes that would be gigabytes of names */
    struct builder b = builder_new(&a);
    builder_text(&b, "[1-99999]");
    for (int i = 0; i < 300; i++) builder_text(&b, "[1]");
    assert_false(fold_expand(b.s, &name, &n, &a));
    b.n = 0;
    builder_format(&b, "[1-99999]%0*d", 1000, 1);
    assert_false(fold_expand(b.s, &name, &n, &a));
    assert_true(fold_expand("node[00001-99999]", &name, &n, &a));
    assert_int_equal(n, 99999);
    arena_free(&a);
}

static void csv_is_a_table_too(void **state)
{
    (void)state;
    struct fixture f = {.a = arena_new(NULL)};
    static const char text[] = "\xEF\xBB\xBFrack;watts\r\nA;5\r\n";
    f.ds = diags_new(&f.a);
    assert_true(sheet_read("t.csv", text, sizeof text - 1, NULL, &rows[RACK], &f.c, &f.a, &f.ds));
    assert_int_equal(f.c.n_row, 1);
    assert_string_equal(f.c.head[0], "rack");
    assert_false(heads_blank(&f.c, 0));
    assert_false(sheet_read("t.xlsx", "PK\3\4broken", 10, NULL, &rows[RACK], &f.c, &f.a, &f.ds));
    assert_int_equal(f.ds.n_error, 1);
    arena_free(&f.a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_words),     cmocka_unit_test(cells),
        cmocka_unit_test(no_unit_at_all), cmocka_unit_test(strange_and_double_columns),
        cmocka_unit_test(folded_names),   cmocka_unit_test(csv_is_a_table_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
