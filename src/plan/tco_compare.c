/* Sheet Compare: where owning and renting cost the same.

   At a use u (part of the year's hours) the present costs are lines:

     own   A + B u     A: all but energy, and energy with idle servers; B: energy from idle to busy
     rent  C + R u     C: what renting keeps; R: all accelerators rented in every hour

   so they meet at u = (A - C)/(R - B); the offer is the cheapest that is paid by the hour, as one
   for a term costs the same at any use.  Of the tables, rental prices multiply R, and
   electricity prices its part of A and B. */

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "plan/tco_contents.h"
#include "plan/tco_row.h"

enum { AXIS = 5, ROWS = 9, USES = 10 };

static const double price_axis[AXIS] = {0.5, 0.75, 1, 1.5, 2};
static const double rental_axis[ROWS] = {0.25, 0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 2};

static void number(struct tco_writer *w, struct grid_row row)
{
    grid_row(w->book.grid, w->sheet->compare, &row);
}

static void amount(struct tco_writer *w, const char *key, const char *label, const char *expr)
{
    number(w, (struct grid_row){.key = key,
                                .label = label,
                                .unit = w->book.site->currency,
                                .expr = expr,
                                .missing = "no price"});
}

static void answer(struct tco_writer *w, const char *key, const char *label, const char *unit,
                   int decimals, const char *expr)
{
    number(w, (struct grid_row){.key = key,
                                .label = label,
                                .unit = unit,
                                .decimals = decimals,
                                .expr = expr,
                                .missing = "none",
                                .is_strong = true});
}

static const char *per(struct tco_writer *w, const char *unit)
{
    return arena_format(w->book.arena, "%s/%s", w->book.site->currency, unit);
}

/* ---- the lines --------------------------------------------------------------------- */

static void lines(struct tco_writer *w)
{
    tco_heading(w, w->sheet->compare, "Present cost, a line of the use");
    amount(w, "own_idle_cost", "Own, not used", "-npv_fixed_own - idle_share*npv_energy_own");
    amount(w, "own_use_cost", "Own, added at full use",
           "-(1 - idle_share)*npv_energy_own/utilisation");
    amount(w, "rent_idle_cost", "Rent, not used", "-npv_rent_kept");
    amount(w, "rent_use_cost", "Rent, added at full use", "-npv_rent_hours/utilisation");
}

/* The same in equal yearly payments, for the chart. */
static void yearly_lines(struct tco_writer *w)
{
    amount(w, "own_year_idle", "Own, not used, a year", "annuity*own_idle_cost");
    amount(w, "own_year_full", "Own, at full use, a year",
           "annuity*(own_idle_cost + own_use_cost)");
    amount(w, "rent_year_idle", "Rent, not used, a year", "annuity*rent_idle_cost");
    amount(w, "rent_year_full", "Rent, at full use, a year",
           "annuity*(rent_idle_cost + rent_use_cost)");
}

static void breakevens(struct tco_writer *w)
{
    tco_heading(w, w->sheet->compare, "Where owning and renting by the hour cost the same");
    answer(w, "breakeven_utilisation", "Utilisation", "%", GRID_PERCENT,
           "if(rent_use_cost > own_use_cost, "
           "(own_idle_cost - rent_idle_cost)/(rent_use_cost - own_use_cost), \"none\")");
    answer(w, "rent_price_now", "Rental price paid in year 1", per(w, "GPUh"), 4,
           "sumproduct(hourly_hours, is_first)/sumproduct(gpu_hours, is_first)");
    answer(w, "breakeven_price", "Rental price in year 1", per(w, "GPUh"), 4,
           "rent_price_now*(npv_own - npv_rent_kept)/npv_rent_hours");
    if (!grid_has(w->book.grid, "mean_price")) return;
    answer(w, "electricity_multiple", "Electricity price, of the tariff's", "", 4,
           "(npv_rent_hours + npv_rent_kept - npv_own + npv_electricity_own)/npv_electricity_own");
    answer(w, "breakeven_electricity", "Electricity price, mean of year 1", per(w, "kWh"), 4,
           "if(electricity_multiple > 0, electricity_multiple*mean_price, \"none\")");
}

static void savings(struct tco_writer *w)
{
    tco_heading(w, w->sheet->compare, "Owning instead of renting from the cheapest offer");
    tco_value(w, w->sheet->compare, "annuity", "Equal yearly payments worth one today", "1/year",
              "pmt(discount, max(year_number), 1)", 6, "at the ends of the years");
    answer(w, "breakeven_month", "Costs no more from this month on", "months", 1, "12*payback_own");
    answer(w, "saving", "Saved, present value", w->book.site->currency, 0, "npv_own - npv_rent");
    answer(w, "saving_year", "Saved a year, as equal payments", w->book.site->currency, 0,
           "saving*annuity");
    answer(w, "saving_part", "Saved, of the cost of renting", "%", GRID_PERCENT,
           "-saving/npv_rent");
}

/* ---- tables of break-even ------------------------------------------------------------ */

static void axis(struct tco_writer *w, const char *word, const char *label)
{
    for (int i = 0; i < AXIS; i++)
        number(w, (struct grid_row){.kind = GRID_INPUT,
                                    .key = arena_format(w->book.arena, "%s_%d", word, i + 1),
                                    .label = arena_format(w->book.arena, "%s %d", label, i + 1),
                                    .unit = "x",
                                    .decimals = 2,
                                    .number = price_axis[i]});
}

/* The owner's line at the i-th electricity price. */
static void shifted(struct tco_writer *w, int i)
{
    struct arena *a = w->book.arena;
    const char *more = arena_format(a, "(electricity_x_%d - 1)", i);
    amount(w, arena_format(a, "own_idle_%d", i), arena_format(a, "Own, not used, column %d", i),
           arena_format(a, "own_idle_cost - %s*idle_share*npv_electricity_own", more));
    amount(w, arena_format(a, "own_use_%d", i),
           arena_format(a, "Own, added at full use, column %d", i),
           arena_format(a, "own_use_cost - %s*(1 - idle_share)*npv_electricity_own/utilisation",
                        more));
}

static struct grid_column head(const char *key, const char *label, const char *unit, int decimals)
{
    return (struct grid_column){.key = key, .label = label, .unit = unit, .decimals = decimals};
}

static void surface(struct tco_writer *w)
{
    enum { N = AXIS + 2 };
    struct arena *a = w->book.arena;
    struct grid_column column[N] = {head("rental_x", "Rental price, x", "x", 2),
                                    head("rental_price", "Rental price", per(w, "GPUh"), 4)};
    struct grid_value value[ROWS][N] = {0};
    column[1].expr = "rental_x*rent_price_now";
    for (int i = 1; i <= AXIS; i++) {
        struct grid_column *c = &column[i + 1];
        *c = head(arena_format(a, "use_%d", i), arena_format(a, "Electricity price %d", i), "%",
                  GRID_PERCENT);
        c->missing = "none";
        c->expr = arena_format(a,
                               "if(rental_x*rent_use_cost > own_use_%d, (own_idle_%d - "
                               "rent_idle_cost)/(rental_x*rent_use_cost - own_use_%d), \"none\")",
                               i, i, i);
    }
    for (int r = 0; r < ROWS; r++) value[r][0].number = rental_axis[r];
    tco_heading(w, w->sheet->compare,
                "Break-even utilisation by rental and electricity price, multiples of today's");
    axis(w, "electricity_x", "Electricity price, column");
    for (int i = 1; i <= AXIS; i++) shifted(w, i);
    grid_table(w->book.grid, w->sheet->compare, "surface", column, N, value[0], ROWS);
}

static void saving_table(struct tco_writer *w)
{
    enum { N = AXIS + 1 };
    struct arena *a = w->book.arena;
    struct grid_column column[N] = {head("use", "Utilisation", "%", GRID_PERCENT)};
    struct grid_value value[USES][N] = {0};
    for (int i = 1; i <= AXIS; i++) {
        column[i] = head(arena_format(a, "saved_%d", i), arena_format(a, "Rental price %d", i),
                         w->book.site->currency, 0);
        column[i].missing = "no price";
        column[i].expr = arena_format(a,
                                      "annuity*(rent_idle_cost - own_idle_cost + "
                                      "use*(rental_x_%d*rent_use_cost - own_use_cost))",
                                      i);
    }
    for (int r = 0; r < USES; r++) value[r][0].number = (r + 1.0) / USES;
    tco_heading(w, w->sheet->compare,
                "Saved a year by owning, by utilisation and rental price, multiples of today's");
    axis(w, "rental_x", "Rental price, column");
    grid_table(w->book.grid, w->sheet->compare, "saved_by_use", column, N, value[0], USES);
}

static void sameness(struct tco_writer *w)
{
    if (!grid_has(w->book.grid, "npv_rent")) return;
    savings(w);
    if (!grid_has(w->book.grid, "npv_rent_hours")) return;
    lines(w);
    yearly_lines(w);
    breakevens(w);
    surface(w);
    saving_table(w);
}

void tco_compare(struct tco_writer *w)
{
    struct tco_contents contents;
    sameness(w);
    if (w->assets) tco_contents(w, &contents);
}
