#include <math.h>

#include "plan/tco.h"
#include "plan/tco_row.h"

/* ---- inputs -------------------------------------------------------------------------- */

static void finance(struct tco_writer *w, const char *key, const char *param, const char *label)
{
    money_param(&w->book, key, label, KIND_FINANCE, 0, param);
}

static void percent(struct tco_writer *w, const char *key, const char *label, const char *expr,
                    const char *note)
{
    tco_value(w, w->sheet->inputs, key, label, "%", expr, GRID_PERCENT, note);
}

/* Fisher: 1 + nominal = (1 + real) (1 + inflation). */
static void discount(struct tco_writer *w)
{
    if (w->use->finance->capital == CAPITAL_WACC) {
        finance(w, "debt", "debt", "Debt, of the capital");
        finance(w, "debt_rate", "debt_rate", "Interest on debt, nominal");
        finance(w, "equity_rate", "equity_rate", "Return on equity, nominal");
        percent(w, "wacc", "Cost of capital from debt and equity, after tax, nominal",
                "debt*debt_rate*(1 - tax_rate) + (1 - debt)*equity_rate", NULL);
        percent(w, "discount", "Discount rate of a year, as the flows",
                "(1 + wacc)/(1 + inflation)^is_real - 1", NULL);
    } else
        finance(w, "discount", "discount", "Discount rate of a year, as the flows");
    percent(w, "discount_nominal", "Discount rate, nominal",
            "(1 + discount)*(1 + inflation)^is_real - 1",
            "Fisher: 1 + nominal = (1 + real) x (1 + inflation)");
    percent(w, "discount_real", "Discount rate, real", "(1 + discount_nominal)/(1 + inflation) - 1",
            NULL);
}

/* As given, or inflation. */
static void escalation(struct tco_writer *w, const char *key, const char *param, double given,
                       const char *label)
{
    if (isnan(given))
        percent(w, key, label, "inflation", "not given: as inflation");
    else
        finance(w, key, param, label);
}

/* What is added to prices without tax when the tax is not recovered. */
static void value_added_tax(struct tco_writer *w)
{
    finance(w, "vat", "vat", "Value added tax");
    money_number(&w->book, "vat_recoverable", "Value added tax is recovered", "1/0",
                 w->use->finance->vat_recoverable, 0, "finance.vat_recoverable");
    percent(w, "vat_kept", "Value added tax that stays with the owner", "vat*(1 - vat_recoverable)",
            "added to every price without it");
}

static void utilisation(struct tco_writer *w)
{
    static const char label[] = "Part of the year's hours in which the accelerators are needed";
    if (isnan(w->use->finance->utilisation_frac))
        money_number(&w->book, "utilisation", label, "%", w->use->workload_mean, GRID_PERCENT,
                     "mean activity of the workload");
    else
        finance(w, "utilisation", "utilisation", label);
}

void tco_inputs(struct tco_writer *w)
{
    const struct finance *f = w->use->finance;
    money_heading(&w->book, "Money over the years");
    money_number(&w->book, "is_real", "Money of the site's date (real) rather than of its year",
                 "1/0", f->terms == TERMS_REAL, 0, "finance.terms");
    finance(w, "inflation", "inflation", "General inflation of a year");
    finance(w, "tax_rate", "income_tax", "Tax on profit");
    discount(w);
    escalation(w, "esc_electricity", "electricity_escalation", f->electricity_escalation_frac,
               "Nominal rise of electricity prices in a year");
    escalation(w, "esc_water", "water_escalation", f->water_escalation_frac,
               "Nominal rise of water prices in a year");
    value_added_tax(w);
    utilisation(w);
}

/* ---- load ---------------------------------------------------------------------------- */

struct followed { /* what follows the utilisation, on a line from idle to busy */
    const char *label, *unit;
    const char *busy, *idle, *factor; /* keys */
    double busy_value, idle_value;
    const char *year, *result; /* keys of the years as simulated, and by utilisation */
    const double *series;
};

static void follow(struct tco_writer *w, const struct followed *f)
{
    struct arena *a = w->book.arena;
    int load = w->sheet->load;
    tco_fact(w, load, f->busy, arena_format(a, "%s with the workload", f->label), f->unit,
             f->busy_value, 0, "simulated year");
    bool can = !isnan(f->idle_value) && f->busy_value > 0 && w->use->workload_mean > 0;
    if (can)
        tco_fact(w, load, f->idle, arena_format(a, "%s with idle servers", f->label), f->unit,
                 f->idle_value, 0, "simulated year without activity");
    tco_value(w, load, f->factor, arena_format(a, "%s: multiple by utilisation", f->label), "",
              can ? arena_format(a, "(%s + (%s - %s)*utilisation/workload_mean)/%s", f->idle,
                                 f->busy, f->idle, f->busy)
                  : "1",
              4,
              can ? "a line between the idle and the simulated year"
                  : "does not follow utilisation: accelerators without a workload, or no activity");
    tco_facts(w, load, f->year, arena_format(a, "%s, as simulated", f->label), f->unit, f->series,
              0, w->use->result->growth ? "by the growth plan" : NULL);
    tco_years(w, load, f->result, f->label, f->unit, arena_format(a, "%s*%s", f->year, f->factor),
              0, NULL);
}

static void energies(struct tco_writer *w)
{
    const struct tco_use *u = w->use;
    const struct followed all[] = {
        {"IT energy", "kWh", "it_busy_kwh", "it_idle_kwh", "it_factor", u->it_busy_kwh,
         u->it_idle_kwh, "it_simulated", "it_kwh", u->it_kwh},
        {"Facility energy", "kWh", "busy_kwh", "idle_kwh", "facility_factor", u->busy_kwh,
         u->idle_kwh, "facility_simulated", "facility_kwh_y", u->facility_kwh},
        {"Water", "m3", "water_busy", "water_idle", "water_factor", u->water_busy_m3,
         u->water_idle_m3, "water_simulated", "water_y", u->water_m3},
    };
    tco_heading(w, w->sheet->load, "Energy and water");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) follow(w, &all[i]);
    tco_years(w, w->sheet->load, "it_kw", "IT power, mean", "kW", "it_kwh/8760", 1, NULL);
}

static void years(struct tco_writer *w)
{
    int load = w->sheet->load;
    double *number = ARENA_ARRAY(w->book.arena, double, (size_t)w->use->n + 1);
    double *runs = ARENA_ARRAY(w->book.arena, double, (size_t)w->use->n + 1);
    double *last = ARENA_ARRAY(w->book.arena, double, (size_t)w->use->n + 1);
    for (int y = 0; y <= w->use->n; y++) {
        number[y] = y;
        runs[y] = y > 0;
    }
    last[w->use->n] = 1;
    tco_heading(w, load, "Years and prices");
    tco_facts(w, load, "year_number", "Year of operation", "", number, 0, "0: the site's date");
    tco_facts(w, load, "is_running", "In operation", "1/0", runs, 0, NULL);
    tco_facts(w, load, "is_last", "Last year", "1/0", last, 0, NULL);
    tco_fact(w, load, "years", "Years of operation", "", w->use->n, 0, "finance.years");
    tco_years(w, load, "deflator", "Real terms: money of the year over that of the date", "",
              "(1 + inflation)^(year_number*is_real)", 4, "1 in nominal terms");
    tco_years(w, load, "esc", "General prices, of today's", "",
              "(1 + inflation)^year_number/deflator", 4, "inflation; 1 in real terms");
    tco_years(w, load, "esc_electricity_y", "Electricity prices, of today's", "",
              "(1 + esc_electricity)^year_number/deflator", 4, NULL);
    tco_years(w, load, "esc_water_y", "Water prices, of today's", "",
              "(1 + esc_water)^year_number/deflator", 4, NULL);
}

static void machines(struct tco_writer *w)
{
    const struct tco_use *u = w->use;
    int load = w->sheet->load;
    const char *of = u->result->growth ? "mean of the year, by the growth plan" : NULL;
    tco_heading(w, load, "Servers");
    tco_facts(w, load, "accelerators", "Accelerators", "GPU", u->accelerators, 0, of);
    tco_facts(w, load, "servers", "Servers", "", u->servers, 0, of);
    tco_fact(w, load, "rack_count", "Racks", "", u->racks, 0, NULL);
    tco_fact(w, load, "it_max_kw", "IT equipment's maximum", "kW", u->it_max_kw, 1,
             "simulated, every server at its maximum");
    tco_facts(w, load, "it_max_y", "IT equipment's maximum in the year", "kW", u->it_max, 1,
              u->result->growth ? "greatest of the year, by the growth plan" : NULL);
    tco_fact(w, load, "facility_peak", "Greatest facility power", "kW", u->facility_peak_kw, 1,
             "hourly mean of the simulated year");
    tco_fact(w, load, "workload_mean", "Mean activity of the workload", "%", u->workload_mean,
             GRID_PERCENT, "simulated year");
    tco_years(w, load, "gpu_hours", "Accelerator-hours that are needed", "GPU h",
              "accelerators*8760*utilisation*is_running", 0, NULL);
}

static void duration(struct tco_writer *w)
{
    static const struct grid_column column[] = {
        {.key = "level",
         .label = "Above this part of all accelerators",
         .unit = "%",
         .decimals = GRID_PERCENT},
        {.key = "part",
         .label = "Part of the accelerator-hours needed",
         .unit = "%",
         .decimals = GRID_PERCENT},
    };
    enum { N = sizeof column / sizeof *column };
    struct grid_value *v = ARENA_ARRAY(w->book.arena, struct grid_value, (LOAD_STEPS + 1) * N);
    for (int i = 0; i <= LOAD_STEPS; i++) {
        v[i * N].number = (double)i / LOAD_STEPS;
        v[i * N + 1].number = w->use->above[i];
    }
    tco_heading(w, w->sheet->load, "Load duration of the accelerators");
    grid_table(w->book.grid, w->sheet->load, "duration", column, N, v, LOAD_STEPS + 1);
}

void tco_load(struct tco_writer *w)
{
    years(w);
    machines(w);
    energies(w);
    duration(w);
}
