/* Inputs of the sheets of money: what is told of them, scenarios, exchange rates. */

#include "toy_site.h"

#include <string.h>

#include "plan/money_input.h"

#define MONEY                                                                                      \
    "[finance]\n"                                                                                  \
    "discount = 8.25 % +/- 10 %\n"                                                                 \
    "source = \"treasury\"\n"                                                                      \
    "date = 2026-02-03\n"                                                                          \
    "scenario = low\n"                                                                             \
    "[cost staff]\n"                                                                               \
    "category = staff\n"                                                                           \
    "price_month = 1000 CNY/month +/- 200 CNY/month\n"                                             \
    "[fx CNY]\n"                                                                                   \
    "rate = 0.14 USD\n"                                                                            \
    "[scenario low]\n"                                                                             \
    "title = \"cheap money\"\n"                                                                    \
    "set = finance.discount=6 %, fx.CNY.rate=0.125 USD\n"                                          \
    "[scenario high]\n"                                                                            \
    "set = cost.staff.price_month=2000 CNY/month\n"

struct fixture {
    struct toy toy;
    struct money_book book;
    int sheet;
};

static void open_book(struct fixture *f, const char *text)
{
    if (!toy_read(&f->toy, text)) {
        toy_print(&f->toy);
        fail_msg("refused");
    }
    f->toy.site.currency = "USD";
    struct arena *a = &f->toy.arena;
    f->book = (struct money_book){.grid = grid_new(a), .site = &f->toy.site, .arena = a};
    f->book.inputs = grid_sheet(f->book.grid, "Inputs", "Inputs", 0, NULL);
}

static void eval(struct fixture *f)
{
    if (!grid_eval(f->book.grid, &f->toy.ds)) {
        toy_print(&f->toy);
        fail_msg("not evaluated");
    }
}

static struct grid_cell cell(struct fixture *f, int row, int column)
{
    return grid_cell(f->book.grid, f->book.inputs, row, column, &f->toy.arena);
}

enum { FIRST = 4, VALUE = 3, DATE = 4, NOTE = 5, LOW = 6, HIGH = 7 };

static void test_what_is_told(void **state)
{
    (void)state;
    struct fixture f;
    open_book(&f, "[finance]\ndiscount = 8.25 % +/- 10 %\nsource = \"treasury\"\n"
                  "date = 2026-02-03\n");
    assert_string_equal(
        money_param(&f.book, "discount", "Discount rate", KIND_FINANCE, 0, "discount"), "discount");
    (void)money_param(&f.book, "tax", NULL, KIND_FINANCE, 0, "income_tax");
    (void)money_param(&f.book, "rise", NULL, KIND_FINANCE, 0, "electricity_escalation");
    eval(&f);
    assert_near(grid_number(f.book.grid, "discount", GRID_CONSTANT), 0.0825, 1e-15);
    struct grid_cell value = cell(&f, FIRST, VALUE);
    assert_int_equal(value.style, GRID_STYLE_INPUT);
    assert_int_equal(value.decimals, GRID_PERCENT_2);
    assert_string_equal(value.name, "discount");
    assert_near(value.given->least, -0.5, 1e-15);
    assert_near(value.given->most, 1, 1e-15);
    assert_near(cell(&f, FIRST, LOW).number, 0.07425, 1e-15);
    assert_near(cell(&f, FIRST, HIGH).number, 0.09075, 1e-15);
    assert_string_equal(cell(&f, FIRST, DATE).text, "2026-02-03");
    const char *note = cell(&f, FIRST, NOTE).text;
    if (!strstr(note, "finance.discount, ") || !strstr(note, "; treasury")) fail_msg("%s", note);
    assert_string_equal(cell(&f, FIRST + 1, NOTE).text, "finance.income_tax, default");
    assert_int_equal(cell(&f, FIRST + 1, LOW).style, GRID_STYLE_NONE);
    assert_string_equal(cell(&f, FIRST + 2, VALUE).text, "not given");
    assert_true(grid_tells(f.book.grid, "finance.discount"));
    assert_false(grid_tells(f.book.grid, "finance.inflation"));
    assert_int_equal(money_scenarios(&f.book), -1);
    toy_free(&f.toy);
}

static void declare_all(struct fixture *f)
{
    (void)money_param(&f->book, "discount", "Discount rate", KIND_FINANCE, 0, "discount");
    const char *staff = money_param(&f->book, "staff", "Staff", KIND_COST, 0, "price_month");
    assert_string_equal(staff, "staff*fx_cny");
    grid_row(f->book.grid, f->book.inputs, &(struct grid_row){.key = "year", .expr = staff});
}

/* The scenario that finance names is the one selected, and the answer is of it. */
static void test_scenarios(void **state)
{
    (void)state;
    struct fixture f;
    open_book(&f, MONEY);
    declare_all(&f);
    assert_true(money_scenarios_read(&f.book, &f.toy.ds));
    eval(&f);
    const struct grid *g = f.book.grid;
    assert_string_equal(grid_text(g, "scenario", GRID_CONSTANT), "low");
    assert_near(grid_number(g, "scenario_number", GRID_CONSTANT), 2, 0);
    assert_near(grid_number(g, "discount", GRID_CONSTANT), 0.06, 1e-15);
    assert_near(grid_number(g, "case_finance_1_discount", 0), 0.0825, 1e-15);
    assert_true(isnan(grid_number(g, "case_finance_1_discount", 2)));
    assert_near(grid_number(g, "staff", GRID_CONSTANT), 1000, 1e-9);
    assert_near(grid_number(g, "case_cost_1_price_month", 2), 2000, 1e-9);
    assert_near(grid_number(g, "year", GRID_CONSTANT), 125, 1e-9);
    struct grid_cell live = cell(&f, FIRST, VALUE);
    assert_int_equal(live.style, GRID_STYLE_CROSS);
    assert_null(live.name);
    assert_near(cell(&f, FIRST, LOW).number, 0.07425, 1e-15);
    toy_free(&f.toy);
}

static void test_base(void **state)
{
    (void)state;
    struct fixture f;
    struct arena a = arena_new(NULL);
    open_book(&f, toy_replace(&a, MONEY, "scenario = low\n", ""));
    declare_all(&f);
    eval(&f);
    assert_string_equal(grid_text(f.book.grid, "scenario", GRID_CONSTANT), "Base");
    assert_near(grid_number(f.book.grid, "discount", GRID_CONSTANT), 0.0825, 1e-15);
    assert_near(grid_number(f.book.grid, "year", GRID_CONSTANT), 140, 1e-9);
    arena_free(&a);
    toy_free(&f.toy);
}

/* An exchange rate that is not given leaves the price without a value. */
static void test_no_rate(void **state)
{
    (void)state;
    struct fixture f;
    open_book(&f, "[finance]\n[cost staff]\ncategory = staff\nprice_month = 1000 CNY/month\n");
    const char *staff = money_param(&f.book, "staff", NULL, KIND_COST, 0, "price_month");
    grid_row(f.book.grid, f.book.inputs, &(struct grid_row){.key = "year", .expr = staff});
    eval(&f);
    assert_true(isnan(grid_number(f.book.grid, "year", GRID_CONSTANT)));
    assert_string_equal(cell(&f, FIRST, VALUE).text, "no rate");
    toy_free(&f.toy);
}

static void test_unread(void **state)
{
    (void)state;
    struct fixture f;
    open_book(&f, MONEY);
    (void)money_param(&f.book, "staff", "Staff", KIND_COST, 0, "price_month");
    assert_false(money_scenarios_read(&f.book, &f.toy.ds));
    assert_int_equal(f.toy.ds.n_error, 1);
    toy_free(&f.toy);
}

static void refuse(const char *set, const char *what, const char *hint)
{
    struct toy t;
    struct arena a = arena_new(NULL);
    const char *text = arena_format(&a, "%sset = %s\n", MONEY, set);
    text = toy_replace(&a, text, "set = cost.staff.price_month=2000 CNY/month\n", "");
    assert_false(toy_read(&t, text));
    const char *said = message_text(&a, &t.ds.item[0].what, NULL);
    if (!strstr(said, what)) fail_msg("%s: %s", set, said);
    if (hint && (!t.ds.item[0].hint || !strstr(t.ds.item[0].hint, hint)))
        fail_msg("%s: %s", set, t.ds.item[0].hint);
    assert_true(t.ds.item[0].place.line > 0);
    toy_free(&t);
    arena_free(&a);
}

static void test_refused(void **state)
{
    (void)state;
    refuse("finance.discont=6 %", "no such key", "did you mean 'discount'?");
    refuse("finance.discount", "this is no change", "kind.name.key=value");
    refuse("cloud.none.price_hour=1 USD/h", "no such section", NULL);
    refuse("clouds.none.price_hour=1 USD/h", "no such kind", NULL);
    refuse("finance.discount=6 kW", "kW", NULL);
    refuse("finance.discount=600 %", "600", NULL);
    refuse("finance.years=6", "cannot change", "rates and prices");
    refuse("utility.grid.limit=6 kW", "cannot change", "rates and prices");
    refuse("cost.staff.price_month=6 USD/month", "currency", "write it in CNY");
    refuse("cost.staff.price_kw=6 USD/kW", "currency", "give the section a price first");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_told), cmocka_unit_test(test_scenarios),
        cmocka_unit_test(test_base),         cmocka_unit_test(test_no_rate),
        cmocka_unit_test(test_unread),       cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
