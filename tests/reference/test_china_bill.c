/* A two-part bill of Guangdong, every line to the cent (tests/reference/china_bill.md). */

#include "bill_case.h"

#include <string.h>

enum { JAN, FEB, JUL = 6, VALLEY_HOURS = 8, QUARTERS = 4 };

struct month_case {
    int month;
    double valley_kw, other_kw, power_factor;
    double spike, peak, flat, valley, agreed, excess, adjustment, funds, bill;
};

static const struct month_case cases[] = {
    {JAN, 1500, 2000, 0.8837, 0, 459893.30, 347578.20, 88052.40, 77976.00, 0, 9735.00, 36972.53,
     1020207.43},
    {FEB, 1400, 1900, 0.93, 0, 394345.53, 298244.52, 74229.12, 86640.00, 0, -3840.57, 31566.08,
     881184.69},
    {JUL, 1700, 2300, 0.97, 283527.97, 302006.84, 399714.93, 99792.72, 77976.00, 5198.40, -8761.63,
     42349.17, 1201804.40},
};
enum { CASES = sizeof cases / sizeof *cases };

static void month_load(struct bill_case *c, double *var, const struct month_case *x)
{
    int first = c->calendar.month_start[x->month], last = c->calendar.month_start[x->month + 1];
    for (int h = first; h < last; h++)
        bill_case_part(c, h * QUARTERS, (h + 1) * QUARTERS,
                       h % 24 < VALLEY_HOURS ? x->valley_kw : x->other_kw);
    int at = x->month == JAN ? first + 14 * 24 + 10 : first + 15 * 24 + 15;
    if (x->month != FEB)
        bill_case_part(c, at * QUARTERS, (at + 1) * QUARTERS, x->month == JAN ? 2300 : 2600);
    double tangent = sqrt(1 / (x->power_factor * x->power_factor) - 1);
    for (int i = first * QUARTERS; i < last * QUARTERS; i++) var[i] = c->w[i] * tangent;
}

static const char sections[] = "[site]\ncurrency = CNY\n"
                               "[tariff t]\nuse = guangdong-contract\ncontract_demand = 2400 kW\n"
                               "[rate guangdong-funds]\nuse = guangdong-funds\n"
                               "[rate china-power-factor]\nuse = china-power-factor\n"
                               "[transformer x]\nfrom = utility.u\ncount = 2\n"
                               "rated_power = 2500 kVA\nno_load_loss = 2 kW\nload_loss = 20 kW\n";

static void make(struct bill_case *c)
{
    bool is_fine = bill_case_read_models(c, sections);
    for (int i = 0; i < c->diags.n && !is_fine; i++)
        print_error("%s\n", c->diags.item[i].what.format);
    assert_true(is_fine);
    bill_case_load(c, false, 3, QUARTERS, 1000);
    double *var = ARENA_ARRAY(&c->arena, double, (size_t)(c->calendar.hours * QUARTERS));
    for (int i = 0; i < CASES; i++) month_load(c, var, &cases[i]);
    c->load.var = var;
    bill_case_make(c);
}

static void test_every_line(void **state)
{
    struct bill_case *c = *state;
    const double cent = 0.005;
    make(c);
    for (int i = 0; i < CASES; i++) {
        const struct month_case *x = &cases[i];
        int m = x->month;
        assert_within(bill_case_at(c, "cost_spike", m), x->spike, cent);
        assert_within(bill_case_at(c, "cost_peak", m), x->peak, cent);
        assert_within(bill_case_at(c, "cost_flat", m), x->flat, cent);
        assert_within(bill_case_at(c, "cost_valley", m), x->valley, cent);
        assert_within(bill_case_at(c, "cost_agreed", m), x->agreed, cent);
        assert_within(bill_case_at(c, "cost_excess", m), x->excess, cent);
        assert_within(bill_case_at(c, "rate_china_power_factor", m), x->adjustment, cent);
        assert_within(bill_case_at(c, "rate_guangdong_funds", m), x->funds, cent);
        assert_within(c->bill.month_cost[m], x->bill, cent);
    }
}

/* What is printed is the quantity, the price and their product, and the lines add up. */
static void test_printed_lines(void **state)
{
    struct bill_case *c = *state;
    make(c);
    int n;
    const struct bill_line *line = bill_lines(&c->bill, &n, &c->arena);
    assert_int_equal(n, 8);
    for (int i = 0; i < CASES; i++) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
            struct bill_figure f = bill_figure(&c->bill, &line[k], cases[i].month);
            bool is_adjustment = !strcmp(line[k].label, "Power-factor adjustment");
            if (!is_adjustment) assert_near(f.quantity * f.price, f.amount, 1e-12);
            sum += f.amount;
        }
        assert_within(sum, cases[i].bill, 0.005);
    }
    struct bill_figure agreed = bill_figure(&c->bill, &line[4], JAN);
    assert_near(agreed.quantity, 2400, 1e-12);
    assert_near(agreed.price, 32.49, 1e-12);
    assert_near(bill_figure(&c->bill, &line[5], JUL).price, 64.98, 1e-12);
}

static void test_pue(void **state)
{
    (void)state;
    static const double pue[][2] = {{1.30, 0}, {1.50, 14880.00}, {2.80, 192642.86}};
    for (size_t i = 0; i < sizeof pue / sizeof *pue; i++) {
        void *fresh = NULL;
        bill_case_setup(&fresh);
        struct bill_case *c = fresh;
        assert_true(bill_case_read_models(
            c, "[site]\ncurrency = CNY\n[tariff t]\nrates = beijing-pue-above, beijing-pue-double\n"
               "[rate beijing-pue-above]\nuse = beijing-pue-above\n"
               "[rate beijing-pue-double]\nuse = beijing-pue-double\n"));
        bill_case_load(c, false, 3, 1, 1000);
        struct year year = {.calendar = c->calendar};
        year.site.stat[Q_IT_W].sum = 1;
        year.site.stat[Q_FACILITY_W].sum = pue[i][0];
        assert_true(bill_of_load(&c->site, &year, &c->load, &c->bill, &c->arena, &c->diags));
        assert_within(c->bill.month_cost[JAN], pue[i][1], 0.005);
        bill_case_teardown(&fresh);
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, bill_case_setup, bill_case_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_every_line),
        TEST(test_printed_lines),
        cmocka_unit_test(test_pue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
