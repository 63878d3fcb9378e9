#ifndef DCPLAN_PLAN_TCO_H
#define DCPLAN_PLAN_TCO_H

/* What a site costs over its years, beside colocation and the cloud: own, colo, rent, hybrid.
   Everything is a row of one grid (base/grid), so program, explanation and workbook agree.

   Sheets and who writes them; keys are those that other sheets read.  "y" rows have a period
   for each of the columns 0..n: 0 is the site's date, y the y-th year of operation.

   tco_inputs    Inputs  (constants) discount (in the terms of the flows) discount_nominal
                         discount_real inflation is_real (1/0) esc_electricity esc_water
                         (nominal rises) tax_rate vat vat_kept (added to prices without it)
                         utilisation; money_param by each writer
   tco_load      Load    y: year_number (0..n) is_running (0 at the date, then 1) is_last
                         (1 in the last year) accelerators
                         servers it_max_y (kW) it_kw it_kwh facility_kwh_y water_y (by
                         utilisation) gpu_hours (accelerators x 8760 x utilisation)
                         constants: it_max_kw facility_peak rack_count busy_kwh idle_kwh (not
                         there when not known) workload_mean
                         y: esc esc_electricity_y esc_water_y, prices of the year over today's
                         in the terms of the flows (1 + rise to the y-th power over deflator);
                         deflator: nominal money over that of the flows, 1 in nominal terms;
                         table `duration` (level, part): load duration
   bill_rows     Tariff  year_cost mean_price (site's currency per kWh)
   tco_capex     Capex   y: capex_it capex_plant capex_building (bought or replaced, without what
                         is leased; servers and blocks that come with growth in their year),
                         capex_own (their sum), residual_own (positive: what is replaced is sold
                         for, and at column n what all is worth), sunk; depreciation_own, gain_own
                         (on what is sold, above the books; at column n); the same with _colo of
                         what colocation still needs, where there is one; rows of all prices,
                         numbers and lives; constants built_date n_unpriced n_spread, with ranges
                         capex_spread capex_spread_apart capex_low capex_high
   tco_opex      Opex    y: electricity_own water_own (not there without a price) and a row a cost
                         line, lease_own, opex_own (their sum, without what is sunk); opex_colo
                         with colo_space and colo_power; opex_rent of cost lines that renting
                         keeps
   tco_cloud     Cloud   one block an offer: y rows rent_K (K-th offer, all needed GPU-hours,
                         NaN without a price); rent_cheapest; constants price_hour_K (all in,
                         a useful GPU-hour of year 1), rent_choice (K of the cheapest; 0:
                         none), table `offers`
   tco_flows     TCO     y: flow_own flow_colo flow_rent flow_hybrid (negative: money leaves,
                         after tax where a tax rate is given), discount_factor, cumulative_own
                         and such; constants npv_own npv_colo npv_rent npv_hybrid (negative),
                         cost_gpu_hour_own and such, cost_kwh_it_own and such, irr_own (of owning
                         instead of the cheapest rent), payback_own (years); net_own and end_own
                         and such, parts of the flows; table `hybrid` by the share owned;
                         hourly_choice (K of the cheapest offer by the hour; 0: none)
   tco_compare   Compare constants saving saving_year breakeven_month (against the cheapest
                         offer), breakeven_utilisation breakeven_price breakeven_electricity
                         (against the cheapest by the hour); tables `surface` (break-even
                         utilisation by rental and electricity price), `saved_by_use`, `contents`
                         (what is in each option)
   tco_jobs      Jobs    where the site has jobs, a period each (tco_jobs_sheet): job_hours
                         job_own_time job_own_cost job_own_energy job_colo_cost job_colo_energy,
                         and of offer K job_time_K job_cost_K job_energy_K job_fits_K
                         job_in_time_K, of a service by the hour job_peak_K
   Each function may be called with no offers, no colo, no prices: rows are then missing, or
   not there where nothing could fill them. */

#include "plan/money_input.h"
#include "plan/result.h"

enum tco_option { OPTION_OWN, OPTION_COLO, OPTION_RENT, OPTION_HYBRID, N_TCO_OPTION };
extern const char *const tco_option_words[];

enum { LOAD_STEPS = 10 };

/* What the simulation gives to count by. */
struct tco_use {
    const struct result *result;
    const struct finance *finance;
    int n;                              /* years of operation */
    const char *const *label;           /* [n + 1] "2026", of the columns */
    double it_max_kw, facility_peak_kw; /* at the site's date, servers at their maxima; as run */
    int racks;
    double *accelerators, *servers; /* [n + 1] mean of the year; of column 0 as of the date */
    double *it_max;                 /* [n + 1] kW, it_max_kw with the servers that come and go */
    double *it_kwh, *facility_kwh, *water_m3; /* [n + 1]; 0 in column 0 */
    /* In the simulated year with the workload, and with the servers that have one idle; idle
       NaN: not known, as some accelerators have no workload. */
    double busy_kwh, idle_kwh; /* facility */
    double it_busy_kwh, it_idle_kwh, water_busy_m3, water_idle_m3;
    double workload_mean; /* activity of the accelerators, of servers where there are none */
    /* Part of the accelerator-hours needed that lie above i/LOAD_STEPS of all accelerators; with
       a given use below the workload's mean, its activity in fewer hours; above, its levels
       raised to that mean.  NaN: none are needed. */
    double above[LOAD_STEPS + 1];
};

struct tco_sheets {
    int inputs, load, tariff, capex, opex, tco, cloud, compare, checks;
    int jobs; /* 0: the site has none */
};

struct asset_list;
struct tco_writer { /* what the functions below share */
    struct money_book book;
    const struct tco_use *use;
    const struct tco_sheets *sheet;
    struct asset_list *assets; /* from tco_capex to tco_opex; private to them */
};

void tco_inputs(struct tco_writer *w);
void tco_load(struct tco_writer *w);
void tco_capex(struct tco_writer *w);
void tco_opex(struct tco_writer *w);
void tco_cloud(struct tco_writer *w);
void tco_flows(struct tco_writer *w);
void tco_compare(struct tco_writer *w);
void tco_jobs(struct tco_writer *w);
/* Opens the sheet Jobs, with a period each; 0 where the site has none. */
int tco_jobs_sheet(const struct site *s, struct grid *g, struct arena *a);

struct tco {
    struct tco_use use;
    struct grid *grid; /* all sheets of money, and the bill */
};

/* The years to count by, from a result with growth where the site plans any: servers and energy
   of each year by the plan's months, of years beyond it by its last twelve.  Simulates the idle
   year.  False with diagnostics: no [finance], a plan of less than twelve months. */
bool tco_use_make(const struct result *r, struct tco_use *out, struct arena *a, struct diags *ds);

/* Accelerators of the whole instances, per of them each, that hold the site's in column y: the
   mean of the months of the growth plan, where there is one. */
double tco_use_whole(const struct tco_use *u, int y, int per);

/* All of it in a grid of its own, as the program prints it.  False with diagnostics. */
bool tco_make(const struct result *r, struct tco *out, struct arena *a, struct diags *ds);

/* The same rows in a book; sheets are open, and the bill's rows are there. */
void tco_rows(const struct tco_use *use, const struct tco_sheets *sheet, struct grid *g,
              struct arena *a);

#endif
