#ifndef DCPLAN_PLAN_BILL_H
#define DCPLAN_PLAN_BILL_H

/* The electricity bill of a year.  Its lines are rows of one grid of
   expressions (base/grid), so program, PDF and workbook cannot disagree. */

#include "base/grid.h"
#include "model/site.h"
#include "sim/year.h"

struct bill {
    bool has_tariff;     /* false: no tariff, every cost is NaN */
    struct grid *grid;   /* sheet "Cost" with its inputs; see bill.c for row keys */
    double month_cost[MONTHS];
    double year_cost, year_energy_cost, year_demand_cost;
};

bool bill_make(const struct site *site, const struct year *year, struct bill *out,
               struct arena *a, struct diags *ds);

#endif
