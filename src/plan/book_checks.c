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
