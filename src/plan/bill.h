#ifndef DCPLAN_PLAN_BILL_H
#define DCPLAN_PLAN_BILL_H

/* The electricity bill of a year.  Its lines are rows of one grid of
   expressions (base/grid), so program, PDF and workbook cannot disagree. */

#include "base/grid.h"
#include "base/memo.h"
#include "model/site.h"
#include "sim/year.h"

/* What a meter has seen in a year. */
struct bill_load {
    const struct calendar *calendar;
    int per_hour;      /* intervals an hour */
    const double *w;   /* [hours x per_hour] mean of each interval; negative: given back */
    const double *var; /* likewise, reactive; NULL: by the tariff's power factor */
};

/* What one line of a bill is charged on, by month. */
struct rate_use {
    const struct rate *rate;
    int index;       /* among the site's rates */
    const char *key; /* of its rows: "rate_night" */
    const char *name, *label;
    double metered[MONTHS]; /* kWh, kvarh or greatest kW of the window (kVA where the price is per
                               kVA and the reactive meter was read); days; by steps of a day or
                               a year only what they leave */
    double amount[MONTHS];  /* market: money */
    double holds[MONTHS];   /* 1 in the months of the line, else 0 */
};

struct bill_use { /* what the tariff is applied to */
    const struct site *site;
    const struct tariff *tariff;
    const char *currency;      /* of the tariff */
    const char *reported;      /* currency of the site */
    double fx;                 /* reported per unit of currency; 1 when the same, NaN: no rate */
    double transformer_kva;    /* NaN: none */
    double demand_factor;      /* metered interval over mean of those known */
    double pue, carbon_kg_kwh; /* of the year; NaN: not known */
    bool has_own;              /* the tariff has prices of energy of its own */
    bool has_period[N_PERIOD]; /* any hour of the year */
    double energy_kwh[N_PERIOD][MONTHS];
    double peak_kw[MONTHS];      /* greatest mean of an interval */
    double peak_kva[MONTHS];     /* likewise apparent, when has_kvarh */
    bool has_kvarh;              /* the reactive meter was read */
    double power_factor[MONTHS]; /* of the month; the tariff's when has_kvarh is false */
    int n_rate;
    struct rate_use *rate;
    struct memo *memo; /* of the tariff's clock; NULL: none */
};

/* A line as it stands on the bill; keys are rows of the grid, NULL: has none. */
struct bill_line {
    const char *label, *quantity, *unit, *price, *summer_price, *amount;
    const char *multiple, *more; /* of the price: that of a month, and of the year */
};

struct bill {
    bool has_tariff; /* false: no tariff, every cost is NaN */
    struct bill_use use;
    struct grid *grid; /* sheet "Tariff" with its inputs; see bill_rows.c for row keys */
    double month_cost[MONTHS];
    double year_cost, year_energy_cost, year_demand_cost;
};

/* A missing price that is needed leaves costs NaN, with a warning. */
bool bill_make(const struct site *site, const struct year *year, struct bill *out, struct arena *a,
               struct diags *ds);
/* The same, with what the memo has of the tariff's clock. */
bool bill_make_kept(const struct site *site, const struct year *year, struct memo *memo,
                    struct bill *out, struct arena *a, struct diags *ds);
/* The same of another load than the simulated one; year: what the PUE is of, or NULL.  An error
   when hourly prices are of a year of another length than the load. */
bool bill_of_load(const struct site *site, const struct year *year, const struct bill_load *load,
                  struct bill *out, struct arena *a, struct diags *ds);

/* Monthly energy by period, greatest power, and what each line of `use` is charged on. */
void bill_meter(const struct bill_load *load, struct bill_use *use, struct arena *a);

/* Names of the rows that add up to the bill of a month, in the tariff's currency. */
const char *bill_sum(const struct bill_use *use, struct arena *a);
/* Those that are paid for energy, or for demand and capacity; "" when there are none. */
const char *bill_part(const struct bill_use *use, bool energy, struct arena *a);
/* Whether lines may lower a bill below nothing: energy given back, prices of the market. */
bool bill_gives_back(const struct bill_use *use);
/* Row of the rate between the tariff's currency and the site's; NULL when they are one. */
const char *bill_exchange(const struct bill_use *use, struct arena *a);

/* Writes the rows: prices and rules to one sheet, energy and charges to a sheet
   of twelve months (they may be the same). */
void bill_rows(const struct bill_use *use, struct grid *g, int rules, int sheet, struct arena *a);
/* The lines of a bill that was made, in their order. */
const struct bill_line *bill_lines(const struct bill *bill, int *n, struct arena *a);

/* A line in a month, or the year with GRID_TOTAL.  NaN: it has no such number; a price that is
   not the same in all months has none in the year. */
struct bill_figure {
    double quantity, price, amount;
    const char *price_unit;
};
struct bill_figure bill_figure(const struct bill *bill, const struct bill_line *line, int month);
/* Name of a month: "Jan". */
const char *bill_month(int month);

#endif
