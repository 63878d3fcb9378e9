/* Grids: references, totals, windows, tables, missing values, circles. */

#include "near.h"

#include <string.h>

#include "base/grid.h"

static const char *const months[] = { "Jan", "Feb", "Mar", "Apr" };

struct fixture {
    struct arena arena;
    struct diags diags;
    struct grid *grid;
    int sheet, other;
};

static int setup(void **state)
{
    static struct fixture f; /* tests run one after another */
    f.arena = arena_new(NULL);
    f.diags = diags_new(&f.arena);
    f.grid = grid_new(&f.arena);
    f.sheet = grid_sheet(f.grid, "Cost", "Cost", 4, months);
    f.other = grid_sheet(f.grid, "Data sheet", "Data", 4, months);
    *state = &f;
    return 0;
}

static int teardown(void **state)
{
    arena_free(&((struct fixture *)*state)->arena);
    return 0;
}

static void add(struct fixture *f, int sheet, struct grid_row row)
{
    grid_row(f->grid, sheet, &row);
}

static const char *formula_at(struct fixture *f, int sheet, int row, int column)
{
    return grid_cell(f->grid, sheet, row, column, &f->arena).formula;
}

/* Energy on another sheet, price and cost here: rows 5, 6, ... from the top. */
static void add_cost(struct fixture *f, double price)
{
    static const double energy[] = { 10, 20, 30, 40 };
    add(f, f->sheet,
        (struct grid_row){ .kind = GRID_INPUT,
                           .key = "price",
                           .label = "Price",
                           .number = price,
                           .missing = "no price" });
    add(f, f->sheet,
        (struct grid_row){ .key = "cost",
                           .label = "Cost",
                           .expr = "energy*price",
                           .is_series = true,
                           .total = "sum(cost)",
                           .missing = "no price" });
    add(f, f->other,
        (struct grid_row){ .kind = GRID_RESULT,
                           .key = "energy",
                           .label = "Energy",
                           .series = energy,
                           .total = "sum(energy)" });
}

static void test_cost(void **state)
{
    struct fixture *f = *state;
    add_cost(f, 0.5);
    add(f, f->sheet, (struct grid_row){ .key = "mean_price", .expr = "cost/energy" });
    assert_true(grid_eval(f->grid, &f->diags));
    assert_near(grid_number(f->grid, "cost", 2), 15, 0);
    assert_near(grid_number(f->grid, "cost", GRID_TOTAL), 50, 0);
    assert_near(grid_number(f->grid, "mean_price", GRID_CONSTANT), 0.5, 0);
    assert_string_equal(formula_at(f, f->sheet, 5, 6), "='Data sheet'!G5*$D$5");
    assert_string_equal(formula_at(f, f->sheet, 5, 9), "='Data sheet'!J5*$D$5");
    assert_string_equal(formula_at(f, f->sheet, 5, 4), "=SUM($G$6:$J$6)");
    assert_string_equal(formula_at(f, f->sheet, 6, 3), "=$E$6/'Data sheet'!$E$5");
    assert_int_equal(grid_cell(f->grid, f->sheet, 5, 6, &f->arena).style, GRID_STYLE_CROSS);
    assert_int_equal(grid_cell(f->grid, f->sheet, 4, 3, &f->arena).style, GRID_STYLE_INPUT);
}

static void test_missing_price(void **state)
{
    struct fixture *f = *state;
    add_cost(f, (double)NAN);
    assert_true(grid_eval(f->grid, &f->diags));
    assert_true(isnan(grid_number(f->grid, "cost", 0)));
    assert_true(isnan(grid_number(f->grid, "cost", GRID_TOTAL)));
    struct grid_cell price = grid_cell(f->grid, f->sheet, 4, 3, &f->arena);
    assert_string_equal(price.text, "no price");
    assert_true(price.is_missing);
    assert_string_equal(formula_at(f, f->sheet, 5, 6),
                        "=IFERROR('Data sheet'!G5*$D$5,\"no price\")");
    assert_non_null(strstr(formula_at(f, f->sheet, 5, 4), "COUNT($G$6:$J$6)"));
}

static void test_windows(void **state)
{
    struct fixture *f = *state;
    static const double peak[] = { 5, 9, 1, 2 };
    add(f, f->sheet, (struct grid_row){ .kind = GRID_RESULT, .key = "peak", .series = peak });
    add(f, f->sheet,
        (struct grid_row){ .key = "before", .is_series = true, .expr = "max_before(peak, 2)" });
    add(f, f->sheet,
        (struct grid_row){ .key = "ring", .is_series = true, .expr = "max_cyclic(peak, 2)" });
    assert_true(grid_eval(f->grid, &f->diags));
    static const double before[] = { 0, 5, 9, 9 }, ring[] = { 2, 5, 9, 9 };
    for (int i = 0; i < 4; i++) {
        assert_near(grid_number(f->grid, "before", i), before[i], 0);
        assert_near(grid_number(f->grid, "ring", i), ring[i], 0);
    }
    assert_string_equal(formula_at(f, f->sheet, 5, 6), "=0");
    assert_string_equal(formula_at(f, f->sheet, 5, 9), "=MAX(H5:I5)");
    assert_string_equal(formula_at(f, f->sheet, 6, 6), "=MAX(I5:J5)");
    assert_string_equal(formula_at(f, f->sheet, 6, 7), "=MAX(G5:G5,J5:J5)");
}

static void test_rows_of_money(void **state)
{
    struct fixture *f = *state;
    static const double flow[] = { -1000, 400, 500, 600 };
    add(f, f->other, (struct grid_row){ .kind = GRID_RESULT, .key = "flow", .series = flow });
    add(f, f->sheet, (struct grid_row){ .kind = GRID_INPUT, .key = "rate", .number = 0.1 });
    add(f, f->sheet, (struct grid_row){ .key = "value", .expr = "npv(rate, flow)" });
    add(f, f->sheet, (struct grid_row){ .key = "sofar", .is_series = true, .expr = "sum_to(flow)" });
    add(f, f->sheet, (struct grid_row){ .key = "third", .expr = "pick(flow, 3) - first(flow)" });
    add(f, f->sheet, (struct grid_row){ .key = "square", .expr = "sumproduct(flow, sofar)" });
    assert_true(grid_eval(f->grid, &f->diags));
    assert_near(grid_number(f->grid, "value", GRID_CONSTANT),
                -1000 + 400 / 1.1 + 500 / 1.21 + 600 / 1.331, 1e-10);
    static const double sofar[] = { -1000, -600, -100, 500 };
    for (int i = 0; i < 4; i++) assert_near(grid_number(f->grid, "sofar", i), sofar[i], 0);
    assert_near(grid_number(f->grid, "third", GRID_CONSTANT), 1500, 0);
    assert_near(grid_number(f->grid, "square", GRID_CONSTANT), 1e6 - 240e3 - 50e3 + 300e3, 0);
    assert_string_equal(formula_at(f, f->sheet, 5, 3),
                        "=('Data sheet'!$G$5+NPV($D$5,'Data sheet'!$H$5:$J$5))");
    assert_string_equal(formula_at(f, f->sheet, 6, 8), "=SUM('Data sheet'!$G5:I5)");
    assert_string_equal(formula_at(f, f->sheet, 7, 3),
                        "=INDEX('Data sheet'!$G$5:$J$5,3)-'Data sheet'!$G$5");
}

/* A running sum needs a period to stand in, and the same periods. */
static void test_sum_to_elsewhere(void **state)
{
    struct fixture *f = *state;
    static const double flow[] = { 1, 2, 3, 4 };
    add(f, f->sheet, (struct grid_row){ .kind = GRID_RESULT, .key = "flow", .series = flow });
    int other = grid_sheet(f->grid, "Years", "Years", 2, months);
    add(f, other, (struct grid_row){ .key = "x", .is_series = true, .expr = "sum_to(flow)" });
    assert_false(grid_eval(f->grid, &f->diags));
}

static void test_product_of_unequal_rows(void **state)
{
    struct fixture *f = *state;
    static const double flow[] = { 1, 2, 3, 4 };
    int other = grid_sheet(f->grid, "Years", "Years", 2, months);
    add(f, f->sheet, (struct grid_row){ .kind = GRID_RESULT, .key = "flow", .series = flow });
    add(f, other, (struct grid_row){ .kind = GRID_RESULT, .key = "few", .series = flow });
    add(f, other, (struct grid_row){ .key = "x", .expr = "sumproduct(flow, few)" });
    assert_false(grid_eval(f->grid, &f->diags));
}

static void test_table(void **state)
{
    struct fixture *f = *state;
    int sheet = grid_sheet(f->grid, "Limits", "Limits", 0, NULL);
    static const struct grid_column columns[] = {
        { .key = "element", .label = "Element", .is_text = true },
        { .key = "used", .label = "Used", .unit = "kW" },
        { .key = "limit", .label = "Limit", .missing = "no limit" },
        { .key = "margin",
          .label = "Margin",
          .expr = "(limit - used)/limit",
          .missing = "no limit" },
        { .key = "status",
          .label = "Status",
          .is_text = true,
          .expr = "if(missing(limit), \"no limit\", if(used > limit, \"OVER\", \"OK\"))" },
    };
    const struct grid_value values[] = {
        { 0, "ups" }, { 80, NULL }, { 100, NULL },         { 0, NULL }, { 0, NULL },
        { 0, "pdu" }, { 12, NULL }, { (double)NAN, NULL }, { 0, NULL }, { 0, NULL },
    };
    grid_table(f->grid, sheet, "limits", columns, 5, values, 2);
    add(f, f->sheet, (struct grid_row){ .key = "all_used", .expr = "sum(limits.used)" });
    assert_true(grid_eval(f->grid, &f->diags));
    assert_near(grid_table_number(f->grid, "limits", "margin", 0), 0.2, 1e-15);
    assert_true(isnan(grid_table_number(f->grid, "limits", "margin", 1)));
    assert_near(grid_number(f->grid, "all_used", GRID_CONSTANT), 92, 0);
    assert_string_equal(formula_at(f, f->sheet, 4, 3), "=SUM(Limits!$B$5:$B$6)");
    assert_string_equal(formula_at(f, sheet, 4, 3), "=IFERROR((C5-B5)/C5,\"no limit\")");
    assert_string_equal(formula_at(f, sheet, 5, 4),
                        "=IF(NOT(ISNUMBER(C6)),\"no limit\",IF(B6>C6,\"OVER\",\"OK\"))");
    assert_string_equal(grid_cell(f->grid, sheet, 5, 4, &f->arena).text, "no limit");
    assert_string_equal(grid_cell(f->grid, sheet, 3, 1, &f->arena).text, "Used, kW");
}

static void expect_failure(struct fixture *f, const char *hint)
{
    assert_false(grid_eval(f->grid, &f->diags));
    assert_true(f->diags.n_error >= 1);
    if (hint) assert_string_equal(f->diags.item[0].hint, hint);
}

static void test_circle(void **state)
{
    struct fixture *f = *state;
    add(f, f->sheet, (struct grid_row){ .key = "first", .expr = "second + 1" });
    add(f, f->sheet, (struct grid_row){ .key = "second", .expr = "first + 1" });
    expect_failure(f, NULL);
}

static void test_unknown(void **state)
{
    struct fixture *f = *state;
    add_cost(f, 1);
    add(f, f->sheet, (struct grid_row){ .key = "x", .expr = "enrgy*2" });
    expect_failure(f, "did you mean 'energy'?");
}

static void test_key_twice(void **state)
{
    struct fixture *f = *state;
    add_cost(f, 1);
    add(f, f->other, (struct grid_row){ .kind = GRID_INPUT, .key = "price" });
    expect_failure(f, NULL);
}

static void test_series_as_scalar(void **state)
{
    struct fixture *f = *state;
    static const double peak[] = { 5, 9, 1, 2 };
    add(f, f->sheet, (struct grid_row){ .kind = GRID_RESULT, .key = "peak", .series = peak });
    add(f, f->sheet, (struct grid_row){ .key = "x", .expr = "peak*2" });
    expect_failure(f, NULL);
}

static void test_addresses(void **state)
{
    struct fixture *f = *state;
    assert_string_equal(grid_address(&f->arena, 0, 0, false), "A1");
    assert_string_equal(grid_address(&f->arena, 9, 25, true), "$Z$10");
    assert_string_equal(grid_address(&f->arena, 9, 26, false), "AA10");
    assert_string_equal(grid_address(&f->arena, 9, 701, false), "ZZ10");
    assert_string_equal(grid_address(&f->arena, 9, 702, false), "AAA10");
}

/* Months wide enough for what they hold and no wider; charts side by side. */
static void test_layout(void **state)
{
    struct fixture *f = *state;
    add_cost(f, 123456.78);
    struct grid_chart chart = { .kind = GRID_LINE, .title = "Cost", .n = 1, .key = { "cost" } };
    grid_chart(f->grid, f->sheet, &chart);
    grid_chart(f->grid, f->sheet, &chart);
    assert_true(grid_eval(f->grid, &f->diags));
    struct grid_view v = grid_view(f->grid, f->sheet);
    assert_string_equal(grid_cell(f->grid, f->sheet, 3, 3, &f->arena).text, "Value");
    assert_string_equal(grid_cell(f->grid, f->sheet, 3, 4, &f->arena).text, "Year");
    assert_true(grid_cell(f->grid, f->sheet, 3, 5, &f->arena).is_indented);
    for (int c = 6; c < v.n_column; c++) assert_in_range(v.width[c], 8, 12);
    assert_int_equal(v.chart[0].row, v.chart[1].row);
    assert_int_equal(v.chart[0].column, v.chart[1].column);
    assert_true(v.chart[1].offset > v.chart[0].offset);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_cost),      TEST(test_missing_price),    TEST(test_windows),
        TEST(test_table),     TEST(test_circle),           TEST(test_unknown),
        TEST(test_key_twice), TEST(test_series_as_scalar), TEST(test_addresses),
        TEST(test_layout),    TEST(test_rows_of_money),    TEST(test_sum_to_elsewhere),
        TEST(test_product_of_unequal_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
