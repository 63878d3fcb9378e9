#ifndef DCPLAN_PLAN_BILL_H
#define DCPLAN_PLAN_BILL_H

/* The electricity bill of a year.  Its lines are rows of one grid of
   expressions (base/grid), so program, PDF and workbook cannot disagree. */

#include "base/grid.h"
#include "model/site.h"
#include "sim/year.h"

struct bill_use { /* what the tariff is applied to */
    const struct tariff *tariff;
    const char *currency;      /* of the tariff */
    const char *reported;      /* currency of the site */
    double fx;                 /* reported per unit of currency; 1 when the same, NaN: no rate */
    double transformer_kva;    /* NaN: none */
    bool has_period[N_PERIOD]; /* any hour of the year */
    double energy_kwh[N_PERIOD][MONTHS];
    double peak_kw[MONTHS]; /* greatest hourly mean */
};

struct bill {
    bool has_tariff; /* false: no tariff, every cost is NaN */
    struct bill_use use;
    struct grid *grid; /* sheet "Tariff" with its inputs; see bill.c for row keys */
    double month_cost[MONTHS];
    double year_cost, year_energy_cost, year_demand_cost;
};

/* A missing price that is needed leaves costs NaN, with a warning. */
bool bill_make(const struct site *site, const struct year *year, struct bill *out, struct arena *a,
               struct diags *ds);

/* Monthly energy by period and greatest power.  facility_w: one per hour. */
void bill_meter(const struct tariff *tariff, const struct calendar *calendar,
                const double *facility_w, struct bill_use *use);

/* Writes the rows: prices and rules to one sheet, energy and charges to a sheet
   of twelve months (they may be the same). */
void bill_rows(const struct bill_use *use, struct grid *g, int rules, int sheet, struct arena *a);

#endif
