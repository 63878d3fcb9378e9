/* Cash flows and what follows from them, against figures by numpy-financial and by hand
   (tests/reference/tco_flows.md), and against themselves told in another way. */

#include "near.h"

#include <string.h>

#include "tco_mock.h"

static struct grid *made(const struct mock *m, struct arena *a)
{
    struct diags ds = diags_new(a);
    struct grid *g = mock_grid(m, a, &ds);
    for (int i = 0; i < ds.n; i++)
        print_error("%s: %s\n", ds.item[i].place.file, message_text(a, &ds.item[i].what, NULL));
    assert_non_null(g);
    return g;
}

static bool is_none(double x)
{
    return isnan(x) != 0;
}

/* Case B70. */
static struct mock b70(int timing)
{
    struct mock m = {.n = 3,
                     .discount = 0.10,
                     .timing = timing,
                     .utilisation = 1,
                     .idle_share = (double)NAN,
                     .gpu_hours = 1,
                     .it_kwh = 1};
    m.capex[0] = 1000;
    for (int y = 1; y <= 3; y++) m.opex[y] = 100;
    m.rent[0] = (double)NAN;
    return m;
}

static void what_is_built_is_paid_at_the_date(void **state)
{
    (void)state;
    struct mock m = b70(TIMING_END);
    assert_near(mock_number(&m, "npv_own"), -1248.6851990984223, 1e-13);
    assert_true(fabs(mock_number(&m, "npv_own") + 1135.1683628167475) > 100);
    m = b70(TIMING_MIDDLE);
    assert_near(mock_number(&m, "npv_own"), -1260.823237223381, 1e-13);
    m = b70(TIMING_START);
    assert_near(mock_number(&m, "npv_own"), -1273.5537190082646, 1e-13);
}

static void convention_is_told(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct mock m = b70(TIMING_MIDDLE);
    struct grid *g = made(&m, &a);
    bool is_told = false;
    for (int s = 0; s < grid_sheets(g); s++) {
        struct grid_view v = grid_view(g, s);
        for (int r = 0; r < v.n_row; r++) {
            struct grid_cell c = grid_cell(g, s, r, 3, &a);
            is_told |= c.text && strstr(c.text, "flows of a year in the year's middle");
        }
    }
    assert_true(is_told);
    arena_free(&a);
}

static void present_values_are_those_of_numpy(void **state)
{
    (void)state;
    struct mock m = mock_server();
    assert_near(mock_number(&m, "npv_own"), -363929.0580375847, 1e-13);
    assert_near(mock_number(&m, "npv_rent"), -412039.8948331047, 1e-13);
    assert_near(mock_number(&m, "irr_own"), 0.1473259027432241, 1e-10);
    assert_near(mock_number(&m, "saving_year"), 12049.669610049617, 1e-12);
    assert_near(mock_number(&m, "payback_own"), 3.205621356890425, 1e-13);
    assert_near(mock_number(&m, "breakeven_month"), 12 * 3.205621356890425, 1e-13);
    assert_near(mock_number(&m, "cost_gpu_hour_own"), 2.1677221649053937, 1e-13);
    assert_near(mock_number(&m, "cost_kwh_it_own"), 2.1677221649053937 * 42048 / 40000, 1e-13);
}

static void tax_is_saved_on_costs_and_books(void **state)
{
    (void)state;
    struct mock m = mock_server();
    m.tax = 0.25;
    for (int y = 1; y <= 4; y++) m.books[y] = 71250;
    assert_near(mock_number(&m, "npv_own"), -285199.53418989887, 1e-13);
    assert_near(mock_number(&m, "npv_rent"), -309029.9211248285, 1e-13);
    /* Half written off: the other half less what is got is a loss at the end. */
    double was = mock_number(&m, "npv_own");
    for (int y = 3; y <= 4; y++) m.books[y] = 0;
    double late = 0.25 * 71250 * (2 * pow(1.08, -5) - pow(1.08, -3) - pow(1.08, -4));
    assert_near(mock_number(&m, "npv_own"), was + late, 1e-13);
}

static void real_and_nominal_agree(void **state)
{
    (void)state;
    for (int timing = TIMING_END; timing <= TIMING_START; timing++) {
        struct mock nominal = mock_server(), real = nominal;
        nominal.inflation = real.inflation = 0.03;
        nominal.timing = real.timing = timing;
        real.terms = TERMS_REAL;
        real.discount = 1.08 / 1.03 - 1;
        real.residual /= pow(1.03, 5);
        for (int y = 1; y <= 5; y++) {
            real.opex[y] /= pow(1.03, y);
            real.electricity[y] /= pow(1.03, y);
            real.rent[y] /= pow(1.03, y);
        }
        static const char *const keys[] = {"npv_own", "npv_rent", "npv_hybrid",
                                           "breakeven_utilisation"};
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            assert_near(mock_number(&real, keys[k]), mock_number(&nominal, keys[k]), 1e-12);
    }
}

static void formula_and_function_agree(void **state)
{
    (void)state;
    for (int timing = TIMING_END; timing <= TIMING_START; timing++) {
        struct mock m = mock_server();
        m.timing = timing;
        m.inflation = 0.02;
        m.tax = 0.2;
        assert_near(mock_number(&m, "npv_own_by_function"), mock_number(&m, "npv_own"), 1e-13);
        assert_near(mock_number(&m, "npv_rent_by_function"), mock_number(&m, "npv_rent"), 1e-13);
        double real = mock_number(&m, "npv_own_real");
        assert_near(real, mock_number(&m, "npv_own_nominal"), 1e-13);
        if (timing == TIMING_END) assert_near(real, mock_number(&m, "npv_own"), 1e-13);
    }
}

/* ---- break-even ------------------------------------------------------------------------ */

/* The server at another use: rent follows it, and energy on the line from idle to busy. */
static struct mock at_use(struct mock m, double u)
{
    double energy = m.idle_share + (1 - m.idle_share) * u / m.utilisation;
    for (int y = 1; y <= m.n; y++) {
        m.opex[y] += m.electricity[y] * (energy - 1);
        m.electricity[y] *= energy;
        m.rent[y] *= u / m.utilisation;
    }
    m.idle_share /= energy;
    m.gpu_hours *= u / m.utilisation;
    m.utilisation = u;
    return m;
}

static void costs_are_equal_at_the_breakevens(void **state)
{
    (void)state;
    struct mock m = mock_server();
    m.kept = 3000;
    m.tax = 0.1;
    double u = mock_number(&m, "breakeven_utilisation");
    assert_true(u > 0.3 && u < 0.6);
    struct mock other = at_use(m, u);
    assert_near(mock_number(&other, "npv_own"), mock_number(&other, "npv_rent"), 1e-12);
    assert_near(mock_number(&other, "breakeven_utilisation"), u, 1e-12);
    double by = mock_number(&m, "breakeven_price") / mock_number(&m, "rent_price_now");
    other = m;
    for (int y = 1; y <= m.n; y++) other.rent[y] *= by;
    assert_near(mock_number(&other, "npv_own"), mock_number(&other, "npv_rent"), 1e-12);
    by = mock_number(&m, "breakeven_electricity") / m.mean_price;
    other = m;
    for (int y = 1; y <= m.n; y++) other.opex[y] += m.electricity[y] * (by - 1);
    assert_near(mock_number(&other, "npv_own"), mock_number(&other, "npv_rent"), 1e-12);
}

static void tables_tell_the_same(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct mock m = mock_server();
    struct grid *g = made(&m, &a);
    /* Row 4 is today's rental price, column 3 today's electricity price. */
    assert_near(grid_table_number(g, "surface", "rental_x", 4), 1, 0);
    assert_near(grid_table_number(g, "surface", "use_3", 4),
                mock_number(&m, "breakeven_utilisation"), 1e-13);
    struct mock dear = m;
    for (int y = 1; y <= m.n; y++) {
        dear.opex[y] += m.electricity[y];
        dear.electricity[y] *= 2;
        dear.rent[y] *= 1.5;
    }
    assert_near(grid_table_number(g, "surface", "use_5", 7),
                mock_number(&dear, "breakeven_utilisation"), 1e-12);
    struct mock other = at_use(m, 0.9);
    for (int y = 1; y <= m.n; y++) other.rent[y] *= 0.75;
    assert_near(grid_table_number(g, "saved_by_use", "saved_2", 8),
                mock_number(&other, "saving_year"), 1e-11);
    arena_free(&a);
}

static void no_breakeven_is_said(void **state)
{
    (void)state;
    struct mock m = mock_server();
    for (int y = 1; y <= m.n; y++) m.rent[y] *= 0.02;
    assert_true(is_none(mock_number(&m, "breakeven_utilisation")));
    assert_true(is_none(mock_number(&m, "breakeven_month")));
    assert_true(is_none(mock_number(&m, "breakeven_electricity")));
    struct arena a = arena_new(NULL);
    assert_string_equal(grid_text(made(&m, &a), "breakeven_utilisation", GRID_CONSTANT), "none");
    arena_free(&a);
}

static void payback_is_of_the_first_crossing(void **state)
{
    (void)state;
    struct mock m = mock_server();
    m.n = 6;
    memset(m.opex, 0, sizeof m.opex);
    memset(m.rent, 0, sizeof m.rent);
    m.residual = 0;
    m.capex[0] = 100;
    m.rent[1] = 80;
    m.rent[2] = 40; /* 20 of 40 in: after a year and a half */
    m.opex[3] = 50; /* behind again */
    m.rent[5] = 90;
    assert_near(mock_number(&m, "payback_own"), 1.5, 1e-14);
    m.capex[0] = 0;
    assert_within(mock_number(&m, "payback_own"), 0, 0);
}

/* ---- hybrid ------------------------------------------------------------------------------ */

/* Present cost of owning the i-th share, told from the rows. */
static double hybrid_cost(const struct mock *m, int i)
{
    double s = (double)i / LOAD_STEPS, sum = -m->residual * s * pow(1 + m->discount, -m->n);
    double energy = m->idle_share * s + (1 - m->idle_share) * (1 - m->above[i]);
    for (int y = 0; y <= m->n; y++) {
        double year = s * (m->capex[y] + m->opex[y] - m->electricity[y]);
        year += energy * m->electricity[y] + m->above[i] * m->rent[y];
        if (m->above[i] > 0 && y > 0) year += m->kept;
        sum += year * pow(1 + m->discount, -y);
    }
    return sum;
}

static void best_share_is_chosen(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    static const double rents[] = {0.05, 0.5, 0.8, 1, 1.5, 3};
    bool seen[LOAD_STEPS + 1] = {false};
    for (size_t k = 0; k < sizeof rents / sizeof *rents; k++) {
        struct mock m = mock_server();
        m.kept = 500;
        for (int y = 1; y <= m.n; y++) m.rent[y] *= rents[k];
        struct grid *g = made(&m, &a);
        int best = 0;
        for (int i = 0; i <= LOAD_STEPS; i++) {
            assert_near(grid_table_number(g, "hybrid", "npv", i), -hybrid_cost(&m, i), 1e-12);
            if (hybrid_cost(&m, i) < hybrid_cost(&m, best)) best = i;
        }
        seen[best] = true;
        assert_within(grid_number(g, "hybrid_share", GRID_CONSTANT), best / 10.0, 1e-15);
        assert_near(grid_number(g, "npv_hybrid", GRID_CONSTANT), -hybrid_cost(&m, best), 1e-12);
        double own = grid_number(g, "npv_own", GRID_CONSTANT);
        assert_near(grid_table_number(g, "hybrid", "npv", 10), own, 1e-13);
        assert_near(grid_table_number(g, "hybrid", "npv", 0),
                    grid_number(g, "npv_rent", GRID_CONSTANT), 1e-13);
    }
    assert_true(seen[0]);
    assert_true(seen[2]);
    assert_true(seen[10]);
    arena_free(&a);
}

/* ---- what is not there -------------------------------------------------------------------- */

static void missing_is_no_price(void **state)
{
    (void)state;
    struct mock m = mock_server();
    m.capex[0] = (double)NAN;
    assert_true(is_none(mock_number(&m, "npv_own")));
    assert_true(is_none(mock_number(&m, "saving")));
    assert_true(is_none(mock_number(&m, "breakeven_utilisation")));
    assert_false(is_none(mock_number(&m, "npv_rent")));
    m = mock_server();
    m.rent[0] = (double)NAN;
    assert_true(is_none(mock_number(&m, "npv_rent")));
    assert_false(is_none(mock_number(&m, "npv_own")));
    m = mock_server();
    m.above[0] = (double)NAN;
    assert_true(is_none(mock_number(&m, "npv_hybrid")));
}

/* Without an idle year energy is taken as the same at any use. */
static void unknown_idling_changes_no_present_value(void **state)
{
    (void)state;
    struct mock m = mock_server(), whole = m;
    m.idle_share = (double)NAN;
    whole.idle_share = 1;
    assert_near(mock_number(&m, "npv_own"), mock_number(&whole, "npv_own"), 0);
    assert_near(mock_number(&m, "breakeven_utilisation"),
                mock_number(&whole, "breakeven_utilisation"), 1e-15);
}

/* A table may be wider than the periods of its sheet. */
static void rows_end_with_their_periods(void **state)
{
    enum { WIDE = 12 };
    static const char *const label[] = {"a", "b"};
    static const double row[] = {1, 2};
    struct grid_column column[WIDE];
    struct grid_value value[WIDE] = {{0}};
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct grid *g = grid_new(&a);
    (void)state;
    int sheet = grid_sheet(g, "Sheet", "", 2, label);
    for (int i = 0; i < WIDE; i++) column[i] = (struct grid_column){.label = "x"};
    grid_row(g, sheet,
             &(struct grid_row){.kind = GRID_RESULT, .key = "r", .label = "r", .series = row});
    grid_table(g, sheet, "t", column, WIDE, value, 1);
    assert_true(grid_eval(g, &ds));
    struct grid_range r;
    assert_true(grid_range(g, "r", &r));
    struct grid_view v = grid_view(g, sheet);
    assert_true(v.n_column > r.column1 + 1);
    for (int c = r.column1 + 1; c < v.n_column; c++) {
        struct grid_cell cell = grid_cell(g, sheet, r.row0, c, &a);
        assert_null(cell.text);
        assert_true(is_none(cell.number));
        assert_null(grid_cell(g, sheet, v.period_row, c, &a).text);
    }
    arena_free(&a);
}

static void what_if_is_what_would_be(void **state)
{
    (void)state;
    static const char *const ask[] = {"npv_own", "breakeven_utilisation"};
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct mock m = mock_server(), other = m;
    struct grid *g = made(&m, &a);
    double was = grid_number(g, "npv_own", GRID_CONSTANT), got[2];
    other.discount = 0.2;
    assert_true(grid_what_if(g, "discount", 0.2, ask, 2, got, &ds));
    assert_near(got[0], mock_number(&other, "npv_own"), 1e-14);
    assert_near(got[1], mock_number(&other, "breakeven_utilisation"), 1e-14);
    assert_near(grid_number(g, "npv_own", GRID_CONSTANT), was, 0);
    assert_near(grid_table_number(g, "surface", "use_3", 4),
                mock_number(&m, "breakeven_utilisation"), 1e-14);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_built_is_paid_at_the_date),
        cmocka_unit_test(convention_is_told),
        cmocka_unit_test(present_values_are_those_of_numpy),
        cmocka_unit_test(tax_is_saved_on_costs_and_books),
        cmocka_unit_test(real_and_nominal_agree),
        cmocka_unit_test(formula_and_function_agree),
        cmocka_unit_test(costs_are_equal_at_the_breakevens),
        cmocka_unit_test(tables_tell_the_same),
        cmocka_unit_test(no_breakeven_is_said),
        cmocka_unit_test(payback_is_of_the_first_crossing),
        cmocka_unit_test(best_share_is_chosen),
        cmocka_unit_test(missing_is_no_price),
        cmocka_unit_test(unknown_idling_changes_no_present_value),
        cmocka_unit_test(rows_end_with_their_periods),
        cmocka_unit_test(what_if_is_what_would_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
