/* Expressions: grammar, missing values, errors with columns, Excel text. */

#include "near.h"

#include <stdio.h>
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

/* Rows of money (tests/reference/money.py); "none" has no number in it. */
static const struct flow {
    const char *name;
    int n;
    double at[6], npv, irr; /* at 10 % */
} flows[] = {
    { "plain", 4, { -1000, 100, 100, 100 }, -751.3148009015778, -0.42441744383163094 },
    { "good", 5, { -1000, 300, 420, 560, 110 }, 115.70247933884279, 0.15491475702724156 },
    { "late", 6, { -250000, 0, 0, 91000, 120000, 155000.5 }, -3425.622939317429, 0.0963172039932707 },
    { "loss", 4, { -1000, 200, 200, 200 }, -502.62960180315565, -0.2176272173074092 },
    { "steep", 3, { -100, 900, 30 }, 742.9752066115702, 8.033210782657255 },
    { "twice", 3, { -100, 230, -132 }, 0, 0.1 },
    { "cost", 4, { 1000, 100, 100, 100 }, 1248.6851990984223, (double)NAN },
    { "none", 3, { -100, (double)NAN, 130 }, (double)NAN, (double)NAN },
};

static const struct flow *flow_of(const char *name)
{
    for (size_t i = 0; i < sizeof flows / sizeof *flows; i++)
        if (strcmp(flows[i].name, name) == 0) return &flows[i];
    return NULL;
}

static int flow_size(void *context, const char *name)
{
    (void)context;
    const struct flow *f = flow_of(name);
    return f ? f->n : strcmp(name, "words") == 0 ? 3 : -1;
}

static struct expr_value flow_item(void *context, const char *name, int i)
{
    (void)context;
    static const char *const words[] = { "low", "OK", "high" };
    if (strcmp(name, "words") == 0) return (struct expr_value){ (double)NAN, words[i] };
    return (struct expr_value){ flow_of(name)->at[i], NULL };
}

static double value(const char *text)
{
    struct fixture f = fresh();
    f.diags = diags_new(&f.arena);
    struct expr_scope scope = { .value = lookup, .size = flow_size, .item = flow_item };
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
    assert_near(value("1.05^-7"), 0.7106813301301214, 4e-16);
    assert_near(value("1.05^-6.5"), 0.7282316600130033, 2e-15);
    assert_near(value("(-2)^3 + 0^0"), -7, 0);
    assert_true(isnan(value("(-8)^0.5")));
    assert_true(isnan(value("0^-1")));
}

static void test_rounding(void **state)
{
    (void)state;
    assert_near(value("round(2.5, 0)"), 3, 0);
    assert_near(value("round(-2.5, 0)"), -3, 0);
    assert_near(value("round(2.675, 2)"), 2.68, 1e-15);
    assert_near(value("round(1234, -2)"), 1200, 0);
    assert_near(value("round(0.49999, 0)"), 0, 0);
    assert_near(value("floor(7.9)"), 7, 0);
    assert_near(value("floor(-0.1)"), -1, 0);
    assert_near(value("floor((0.3 - 0.1)/0.1)"), 2, 0);
    assert_near(value("choose(2, 10, 20, 30)"), 20, 0);
    assert_near(value("choose(1.9, 10, none)"), 10, 0);
}

static void test_money(void **state)
{
    (void)state;
    char text[64];
    for (size_t i = 0; i < sizeof flows / sizeof *flows; i++) {
        const struct flow *f = &flows[i];
        (void)snprintf(text, sizeof text, "npv(0.1, %s)", f->name);
        if (isnan(f->npv))
            assert_true(isnan(value(text)));
        else
            assert_near(value(text), f->npv, 1e-12 * 1000);
        (void)snprintf(text, sizeof text, "irr(%s)", f->name);
        if (isnan(f->irr))
            assert_true(isnan(value(text)));
        else
            assert_near(value(text), f->irr, 1e-12);
    }
    assert_near(value("irr(loss, 0.5)"), -0.2176272173074092, 1e-12);
    assert_true(isnan(value("irr(loss, ln(-1))")));
    assert_near(value("pmt(0.06, 20, 1e6)"), 87184.5569768514, 1e-8);
    assert_near(value("pmt(0, 12, 600)"), 50, 0);
    assert_near(value("pmt(0.004, 48, 25000)"), 573.4701391330567, 1e-10);
    assert_near(value("pmt(-0.02, 10, 1000)"), 89.33311586815378, 1e-11);
    assert_near(value("first(good)"), -1000, 0);
    assert_near(value("pick(good, 4)"), 560, 0);
    assert_near(value("match(word, words)"), 2, 0);
    assert_near(value("match(420, good)"), 3, 0);
    assert_near(value("sumproduct(plain, loss)"), 1000000 + 3 * 20000, 0);
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
        "round(none, 2)",
        "floor(none)",
        "choose(none, 1, 2)",
        "choose(3, 1, 2)",
        "choose(0, 1, 2)",
        "pmt(none, 10, 100)",
        "pmt(0.05, 0, 100)",
        "pmt(-1, 10, 100)",
        "npv(none, good)",
        "npv(-1, good)",
        "pick(none, 2)",
        "match(\"other\", words)",
        "pick(good, 6)",
        "pick(good, 0.5)",
        "sumproduct(none, twice)",
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
    expect_error("npv(0.1, 2*good)", 4, NULL);
    expect_error("irr(1)", 4, NULL);
    expect_error("sumproduct(good, 2)", 11, NULL);
    expect_error("round(1)", 6, NULL);
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
    if (w.part != EXPR_WHOLE)
        return w.part == EXPR_FIRST         ? "$G$5"
               : w.part == EXPR_AFTER_FIRST ? "$H$5:$R$5"
                                            : "$G5:H5";
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

static void test_excel_of_rows(void **state)
{
    (void)state;
    expect_excel("npv(b, a)", NULL, "=($G$5+NPV($D$6,$H$5:$R$5))");
    expect_excel("irr(a)", NULL, "=IRR($G$5:$R$5)");
    expect_excel("irr(a, b)", NULL, "=IRR($G$5:$R$5,$D$6)");
    expect_excel("pmt(b, c, a - b)", NULL, "=PMT($D$6,Limits!C7,-(G5-$D$6))");
    expect_excel("floor(a)/round(b, 2)", NULL, "=INT(G5)/ROUND($D$6,2)");
    expect_excel("choose(b, a, 0)", NULL, "=CHOOSE($D$6,G5,0)");
    expect_excel("pick(a, b)", NULL, "=INDEX($G$5:$R$5,$D$6)");
    expect_excel("match(b, a)", NULL, "=MATCH($D$6,$G$5:$R$5,0)");
    expect_excel("first(a)", NULL, "=$G$5");
    expect_excel("sum_to(a)", NULL, "=SUM($G5:H5)");
    expect_excel("sumproduct(a, b)", NULL, "=SUMPRODUCT($G$5:$R$5,$G$5:$R$5)");
    expect_excel("npv(b, a)", "x",
                 "=IFERROR(($G$5+IF(COUNT($H$5:$R$5)=COLUMNS($H$5:$R$5)*ROWS($H$5:$R$5),"
                 "NPV($D$6,$H$5:$R$5),NA())),\"x\")");
    expect_excel("first(a)", "x", "=IFERROR($G$5+0,\"x\")");
    expect_excel("max(0, pick(a, 2))", "x", "=IFERROR(MAX(0,INDEX($G$5:$R$5,2)+0),\"x\")");
    expect_excel("choose(b, \"low\", \"high\")", "x",
                 "=IFERROR(CHOOSE($D$6,\"low\",\"high\"),\"x\")");
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

static double slack(const char *text)
{
    struct fixture f = fresh();
    f.diags = diags_new(&f.arena);
    struct expr_scope scope = { .value = lookup };
    const char *unknown;
    double x;
    struct expr *e = expr_parse(text, (struct place){ 0 }, &f.arena, &f.diags);
    assert_non_null(e);
    assert_true(expr_slack(e, &scope, &x, &unknown));
    arena_free(&f.arena);
    return x;
}

/* How far from turning: pue is 1.25, facility_w 125, it.w 100. */
static void test_slack(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double want;
    } cases[] = {
        { "pue < 1.5", 0.25 },         { "pue <= 1", -0.25 },
        { "pue > 1.5", -0.25 },        { "pue >= 1", 0.25 },
        { "pue = 1.5", -0.25 },        { "pue = 1.25", 0 },
        { "pue != 1.5", 0.25 },        { "not pue < 1.5", -0.25 },
        { "not pue = 1.5", 0.25 },     { "pue < 1.5 and it.w < 90", -10 },
        { "pue < 1.5 or it.w < 90", 0.25 }, { "not (pue < 1 or it.w > 99)", -1 },
        { "facility_w / it.w - 1.25", -1 }, { "facility_w", 1 },
        { "word = \"OK\"", 1 },        { "word != \"OK\"", -1 },
        { "pue < facility_w + it.w", 223.75 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_within(slack(cases[i].text), cases[i].want, 1e-12);
    assert_true(isnan(slack("none < 1")));
    assert_true(isnan(slack("pue < 1.5 and none < 1")));
    assert_true(isnan(slack("pue > 9 or none < 1")));
    assert_within(slack("missing(none) or none < 1"), 1, 0);
    assert_within(slack("pue < 1 and none < 1"), -0.25, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),      cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_missing_spreads), cmocka_unit_test(test_errors),
        cmocka_unit_test(test_deep_and_long),   cmocka_unit_test(test_unknown_names),
        cmocka_unit_test(test_excel),           cmocka_unit_test(test_excel_of_missing),
        cmocka_unit_test(test_rounding),        cmocka_unit_test(test_money),
        cmocka_unit_test(test_excel_of_rows),   cmocka_unit_test(test_slack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
