/* Checks of the workbook. */

#include "plan/book_inner.h"

#include <math.h>
#include <string.h>

#include "plan/book.h"

/* Sums of the book and of the program add in another order. */
static const double check_tolerance = 1e-9;

/* ---- checks ---- */

static void check(struct book *b, const char *key, const char *label, const char *expr,
                  const char *difference)
{
    builder_format(&b->all_checks, "%s%s != \"FAIL\"", b->all_checks.n ? " and " : "", key);
    book_row(b, b->checks,
             (struct grid_row){.kind = GRID_CHECK,
                               .key = key,
                               .label = label,
                               .expr = expr,
                               .total = difference,
                               .decimals = 9});
}

/* The difference is relative: near zero, spreadsheets round differences. */
static void check_equal(struct book *b, const char *key, const char *label, const char *left,
                        const char *right)
{
    const char *difference =
        arena_format(b->arena, "(%s - (%s))/max(1, abs(%s))", left, right, left);
    check(b, key, label,
          arena_format(b->arena,
                       "if(missing(%s), \"no data\", if(abs(%s) <= tolerance, \"OK\", \"FAIL\"))",
                       difference, difference),
          difference);
}

static void result_row(struct book *b, const char *key, const char *label, const char *unit,
                       double value, int decimals)
{
    book_row(b, b->checks,
             (struct grid_row){.kind = GRID_RESULT,
                               .key = key,
                               .label = label,
                               .unit = unit,
                               .number = value,
                               .decimals = decimals});
}

static void fill_bill_checks(struct book *b)
{
    const struct bill_use *use = &b->r->bill->use;
    check_equal(b, "check_periods", "Energy of the periods = facility energy", "energy_billed_kwh",
                "facility_kwh");
    const char *fx = bill_exchange(use, b->arena);
    const char *lines =
        arena_format(b->arena, "(%s)%s%s", bill_sum(use, b->arena), fx ? "*" : "", fx ? fx : "");
    check_equal(b, "check_lines", "Lines of the bill = bill", "year_cost", lines);
    if (bill_gives_back(use)) return;
    check(b, "check_not_negative", "No month's bill is negative",
          "if(missing(year_cost), \"no data\", if(min(month_cost) >= 0, \"OK\", \"FAIL\"))", NULL);
}

/* "sum(capex_it)", of a row that not every book has "0". */
static const char *sum_or_zero(struct book *b, const char *row, const char *option)
{
    const char *key = arena_format(b->arena, "%s_%s", row, option);
    return grid_has(b->grid, key) ? arena_format(b->arena, "sum(%s)", key) : "0";
}

/* What an option pays in all its years is what the sheets of costs say, less the tax saved. */
static void fill_cost_checks(struct book *b, const char *option, const char *suffix,
                             const char *words)
{
    struct arena *a = b->arena;
    const char *opex = sum_or_zero(b, "opex", option);
    const char *paid = arena_format(a, "sum(shield_%s) - sum(net_%s)", option, option);
    const char *classes = arena_format(
        a, "sum(capex_it%s) + sum(capex_plant%s) + sum(capex_building%s)", suffix, suffix, suffix);
    bool is_built = grid_has(b->grid, arena_format(a, "capex_%s", option));
    const char *capex = is_built ? classes : "0";
    if (is_built)
        check_equal(b, arena_format(a, "check_capex_%s", option),
                    arena_format(a, "%s: capital cost in the cash flow = sheet Capex", words),
                    arena_format(a, "%s - %s", paid, opex), capex);
    if (strcmp(opex, "0") != 0)
        check_equal(b, arena_format(a, "check_opex_%s", option),
                    arena_format(a, "%s: operating cost in the cash flow = sheet Opex", words),
                    arena_format(a, "%s - (%s)", paid, capex), opex);
}

static void fill_value_checks(struct book *b, const char *option, const char *words)
{
    struct arena *a = b->arena;
    if (!grid_has(b->grid, arena_format(a, "npv_%s_by_function", option))) return;
    check_equal(b, arena_format(a, "check_npv_%s", option),
                arena_format(a, "%s: present value by factors = by the function NPV", words),
                arena_format(a, "npv_%s", option), arena_format(a, "npv_%s_by_function", option));
    check_equal(b, arena_format(a, "check_flow_%s", option),
                arena_format(a, "%s: cash flow = what is paid and left", words),
                arena_format(a, "sum(flow_%s)", option),
                arena_format(a, "sum(net_%s) + sum(end_%s)", option, option));
    check_equal(b, arena_format(a, "check_terms_%s", option),
                arena_format(a, "%s: present value in real money = in nominal money", words),
                arena_format(a, "npv_%s_real", option), arena_format(a, "npv_%s_nominal", option));
}

/* An expression can choose of so many. */
enum { MOST_OFFERS = 15 };

static void fill_rent_checks(struct book *b)
{
    struct arena *a = b->arena;
    struct builder offers = builder_new(a);
    int n = b->r->site->finance->cloud.n;
    for (int k = 1; k <= n; k++) builder_format(&offers, ", npv_rent_%d", k);
    if (n && n <= MOST_OFFERS && grid_has(b->grid, "npv_rent"))
        check_equal(b, "check_rent", "Renting at the chosen offer = the cheapest rent", "npv_rent",
                    arena_format(a, "choose(rent_choice%s)", offers.s));
    if (grid_has(b->grid, "hybrid_share"))
        check_equal(b, "check_hybrid", "Hybrid with all owned = own", "npv_own",
                    "pick(hybrid.npv, match(1, hybrid.share))");
}

static void fill_money_checks(struct book *b)
{
    if (!grid_has(b->grid, "npv_own")) return;
    fill_cost_checks(b, "own", "", "Own");
    if (grid_has(b->grid, "npv_colo")) fill_cost_checks(b, "colo", "_colo", "Colocate");
    fill_value_checks(b, "own", "Own");
    fill_value_checks(b, "rent", "Rent");
    fill_rent_checks(b);
}

void book_checks(struct book *b)
{
    const double *m = b->r->metric;
    book_section(b, b->checks, "What is compared with");
    result_row(b, "tolerance", "Tolerance, relative", "", check_tolerance, 9);
    result_row(b, "it_year_kwh", "IT energy of the year, by the program", "kWh", m[M_IT_ENERGY_KWH],
               0);
    result_row(b, "facility_year_kwh", "Facility energy of the year, by the program", "kWh",
               m[M_FACILITY_ENERGY_KWH], 0);
    result_row(b, "energy_residual", "Electrical balance, worst hour, relative", "",
               m[M_ENERGY_RESIDUAL_REL], 9);
    result_row(b, "heat_residual", "Thermal balance, worst hour, relative", "",
               m[M_HEAT_RESIDUAL_REL], 9);
    book_section(b, b->checks, "Checks; the relative difference stands beside them");
    check_equal(b, "check_it", "IT energy: months = year", "month_it_kwh", "it_year_kwh");
    check_equal(b, "check_facility", "Facility energy: months = year", "facility_kwh",
                "facility_year_kwh");
    if (b->r->n_part)
        check_equal(b, "check_parts", "Energy by use = facility energy", "use_kwh", "facility_kwh");
    if (b->has_bill) fill_bill_checks(b);
    if (b->money) fill_money_checks(b);
    check(b, "check_energy", "Electrical balance closes",
          "if(missing(energy_residual), \"no data\", "
          "if(energy_residual <= tolerance, \"OK\", \"FAIL\"))",
          NULL);
    check(b, "check_heat", "Thermal balance closes",
          "if(missing(heat_residual), \"no data\", "
          "if(heat_residual <= tolerance, \"OK\", \"FAIL\"))",
          NULL);
    book_row(b, b->checks,
             (struct grid_row){
                 .kind = GRID_CHECK,
                 .key = "check_all",
                 .label = "All checks",
                 .is_strong = true,
                 .expr = arena_format(b->arena, "if(%s, \"OK\", \"FAIL\")", b->all_checks.s)});
}
