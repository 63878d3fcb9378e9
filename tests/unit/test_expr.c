/* Expressions: grammar, missing values, errors with columns, Excel text. */

#include "near.h"

#include <string.h>

#include "base/expr.h"

struct fixture {
    struct arena arena;
    struct diags diags;
};

static struct fixture fresh(void)
{
    struct fixture f = { .arena = arena_new(NULL) };
    return f;
}

static bool lookup(void *context, const char *name, struct expr_value *out)
{
    (void)context;
    *out = (struct expr_value){ (double)NAN, NULL };
    if (strcmp(name, "pue") == 0)
        out->number = 1.25;
    else if (strcmp(name, "facility_w") == 0)
        out->number = 125;
    else if (strcmp(name, "it.w") == 0)
        out->number = 100;
    else if (strcmp(name, "word") == 0)
        out->text = "OK";
    else
        return strcmp(name, "none") == 0;
    return true;
}

static double value(const char *text)
{
    struct fixture f = fresh();
    f.diags = diags_new(&f.arena);
    struct expr_scope scope = { NULL, lookup, NULL };
    const char *unknown = NULL;
    struct expr_value v = { -999, NULL };
    struct expr *e = expr_parse(text, (struct place){ "--fail-if", 1, 1 }, &f.arena, &f.diags);
    assert_non_null(e);
    assert_true(expr_value(e, &scope, &v, &unknown));
    arena_free(&f.arena);
    return v.number;
}

static void test_arithmetic(void **state)
{
    (void)state;
    assert_near(value("1 + 2*3"), 7, 0);
    assert_near(value("(1 + 2)*3"), 9, 0);
    assert_near(value("-2^2"), -4, 0);
    assert_near(value("2^3^2"), 512, 0);
    assert_near(value("2^-1"), 0.5, 0);
    assert_near(value("8 - 4 - 2"), 2, 0);
    assert_near(value("8 / 4 / 2"), 1, 0);
    assert_near(value("1e3 + .5"), 1000.5, 0);
    assert_near(value("facility_w / it.w"), 1.25, 0);
    assert_near(value("max(1, 2, pue)"), 2, 0);
    assert_near(value("min(1, 2, pue)"), 1, 0);
    assert_near(value("sum(1, 2, 3) + mean(1, 3) + abs(-4) + sqrt(9)"), 15, 0);
    assert_near(value("ln(exp(2))"), 2, 1e-15);
}

static void test_conditions(void **state)
{
    (void)state;
    assert_near(value("pue > 1.35"), 0, 0);
    assert_near(value("pue <= 1.25 and not pue < 1"), 1, 0);
    assert_near(value("pue > 2 or it.w = 100"), 1, 0);
    assert_near(value("pue != 1.25"), 0, 0);
    assert_near(value("if(pue > 1.2, 10, 20)"), 10, 0);
    assert_near(value("if(word = \"OK\", 1, 0)"), 1, 0);
    assert_near(value("1 + 1 > 1 and 2 > 1"), 1, 0);
}

static void test_missing_spreads(void **state)
{
    (void)state;
    static const char *const missing[] = {
        "none",
        "none + 1",
        "max(none, 5)",
        "none > 1",
        "not none",
        "1 < 2 and none > 1",
        "if(none > 1, 1, 2)",
        "1/0",
        "0/0",
        "ln(-1)",
        "sum(1, none)",
        "none^0",
        "word + 1",
    };
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        if (!isnan(value(missing[i]))) fail_msg("%s is not missing", missing[i]);
    assert_near(value("if(missing(none), 1, 2)"), 1, 0);
    assert_near(value("missing(pue)"), 0, 0);
    assert_near(value("1 > 2 and none > 1"), 0, 0);
    assert_near(value("none > 1 or 1 < 2"), 1, 0);
}

static void expect_error(const char *text, int column, const char *hint)
{
    struct fixture f = fresh();
    f.diags = diags_new(&f.arena);
    assert_null(expr_parse(text, (struct place){ "--fail-if", 1, 1 }, &f.arena, &f.diags));
    assert_int_equal(f.diags.n_error, 1);
    if (f.diags.item[0].place.col != column)
        fail_msg("%s: column %d, want %d", text, f.diags.item[0].place.col, column);
    if (hint) assert_string_equal(f.diags.item[0].hint, hint);
    arena_free(&f.arena);
}

static void test_errors(void **state)
{
    (void)state;
    expect_error("", 1, NULL);
    expect_error("1 +", 4, NULL);
    expect_error("1 + * 2", 5, NULL);
    expect_error("(1", 3, NULL);
    expect_error("1 2", 3, NULL);
    expect_error("pue > 1,35", 8, NULL);
    expect_error("1.2.3", 1, NULL);
    expect_error("3kW", 2, NULL);
    expect_error("2 + mx(1, 2)", 5, "did you mean 'max'?");
    expect_error("if(1, 2)", 3, NULL);
    expect_error("\"open", 1, NULL);
    expect_error("pue $ 1", 5, NULL);
    expect_error("max_before(pue, pue)", 11, NULL);
}

static void test_deep_and_long(void **state)
{
    (void)state;
    struct fixture f = fresh();
    f.diags = diags_new(&f.arena);
    char text[6000];
    memset(text, '(', sizeof text);
    text[3000] = '\0';
    assert_null(expr_parse(text, (struct place){ 0 }, &f.arena, &f.diags));
    memset(text, '-', sizeof text);
    text[sizeof text - 1] = '\0';
    assert_null(expr_parse(text, (struct place){ 0 }, &f.arena, &f.diags));
    assert_int_equal(f.diags.n_error, 2);
    arena_free(&f.arena);
}

static void test_unknown_names(void **state)
{
    (void)state;
    struct fixture f = fresh();
    f.diags = diags_new(&f.arena);
    static const char *const known[] = { "pue", "it_energy_kwh", "facility_energy_kwh" };
    struct place at = { "--fail-if", 1, 1 };
    struct expr *e = expr_parse("pue > 1 and it_enrgy_kwh > 2 or xyzzy", at, &f.arena, &f.diags);
    assert_false(expr_check_names(e, known, 3, at, &f.diags));
    assert_int_equal(f.diags.n_error, 2);
    assert_string_equal(f.diags.item[0].hint, "did you mean 'it_energy_kwh'?");
    assert_int_equal(f.diags.item[0].place.col, 13);
    assert_null(f.diags.item[1].hint);
    arena_free(&f.arena);
}

static const char *cell(void *context, const char *name)
{
    (void)context;
    return name[0] == 'a' ? "G5" : name[0] == 'b' ? "$D$6" : "Limits!C7";
}

static const char *range(void *context, const char *name, struct expr_window w)
{
    (void)context;
    (void)name;
    return w.back ? w.wrap ? "G5:H5,K5:R5" : "G5:H5" : "$G$5:$R$5";
}

static void expect_excel(const char *text, const char *missing, const char *want)
{
    struct fixture f = fresh();
    f.diags = diags_new(&f.arena);
    struct expr *e = expr_parse(text, (struct place){ 0 }, &f.arena, &f.diags);
    assert_non_null(e);
    struct expr_cells cells = { NULL, cell, range, missing };
    assert_string_equal(expr_excel(e, &cells, &f.arena), want);
    arena_free(&f.arena);
}

static void test_excel(void **state)
{
    (void)state;
    expect_excel("a + b*c", NULL, "=G5+$D$6*Limits!C7");
    expect_excel("(a + b)*c", NULL, "=(G5+$D$6)*Limits!C7");
    expect_excel("a - (b - c)", NULL, "=G5-($D$6-Limits!C7)");
    expect_excel("a - b - c", NULL, "=G5-$D$6-Limits!C7");
    expect_excel("a / (b*c)", NULL, "=G5/($D$6*Limits!C7)");
    expect_excel("a*(b*c)", NULL, "=G5*$D$6*Limits!C7");
    expect_excel("-a^2", NULL, "=-(G5^2)");
    expect_excel("(-a)^2", NULL, "=-G5^2");
    expect_excel("a^b^c", NULL, "=G5^($D$6^Limits!C7)");
    expect_excel("sum(a)", NULL, "=SUM($G$5:$R$5)");
    expect_excel("max(a)", NULL, "=MAX($G$5:$R$5)");
    expect_excel("max(a, b)", NULL, "=MAX(G5,$D$6)");
    expect_excel("max_before(a, 2)", NULL, "=MAX(G5:H5)");
    expect_excel("max_cyclic(a, 11)", NULL, "=MAX(G5:H5,K5:R5)");
    expect_excel("if(a > b and not b = c, \"OVER\", \"OK\")", NULL,
                 "=IF(AND(G5>$D$6,NOT($D$6=Limits!C7)),\"OVER\",\"OK\")");
    expect_excel("a > b", NULL, "=IF(G5>$D$6,1,0)");
}

/* A text in a cell must become an error that IFERROR catches, never a number. */
static void test_excel_of_missing(void **state)
{
    (void)state;
    expect_excel("a", "no price", "=IFERROR(G5+0,\"no price\")");
    expect_excel("a*b", "no price", "=IFERROR(G5*$D$6,\"no price\")");
    expect_excel("sum(a)", "no price",
                 "=IFERROR(IF(COUNT($G$5:$R$5)=COLUMNS($G$5:$R$5)*ROWS($G$5:$R$5),"
                 "SUM($G$5:$R$5),NA()),\"no price\")");
    expect_excel("max(0, a)", "x", "=IFERROR(MAX(0,G5+0),\"x\")");
    expect_excel("if(a > b, 1, 2)", "x", "=IFERROR(IF(G5-$D$6>0,1,2),\"x\")");
    expect_excel("if(missing(a), 1, 2)", NULL, "=IF(NOT(ISNUMBER(G5)),1,2)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),      cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_missing_spreads), cmocka_unit_test(test_errors),
        cmocka_unit_test(test_deep_and_long),   cmocka_unit_test(test_unknown_names),
        cmocka_unit_test(test_excel),           cmocka_unit_test(test_excel_of_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
