#include "plan/bill.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "plan/bill_inner.h"

static const char *const month_names[MONTHS] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

const char *bill_month(int month)
{
    return month_names[month];
}

static void warn(struct diags *ds, const char *what)
{
    diag_warning(ds, DIAG_INPUT, (struct place){NULL, 0, 0},
                 "the bill is shown as 'no price', not as zero", "the tariff has no %s", what);
}

static void warn_rate(const struct bill_use *use, const struct rate_use *x, struct diags *ds)
{
    const struct money *m = bill_rate_money(x->rate);
    bool may_lack = x->rate->charge == RATE_MARKET;
    if (m && !may_lack && !money_is_given(m))
        warn(ds, arena_format(ds->arena, "%s of the line '%s'", bill_rate_price(x->rate), x->name));
    if (m && money_is_given(m) && strcmp(m->currency, use->currency) != 0 &&
        isnan(site_exchange(use->site, m->currency)))
        warn(ds, arena_format(ds->arena, "exchange rate of %s to %s", m->currency, use->reported));
    if (x->rate->charge == RATE_CAPACITY && isnan(use->transformer_kva))
        warn(ds, "transformer to charge for its capacity");
    if (x->rate->charge == RATE_CARBON && isnan(use->carbon_kg_kwh))
        warn(ds, "carbon intensity that a line prices");
    if (bill_rate_has_pue(x->rate) && isnan(use->pue)) warn(ds, "PUE that a line depends on");
}

/* Which of the prices the bill needs are missing. */
static void warn_missing(const struct bill_use *use, struct diags *ds)
{
    const struct tariff *t = use->tariff;
    for (int p = 0; p < N_PERIOD; p++)
        if (use->has_own && use->has_period[p] && !money_is_given(&t->price[p])) {
            bool all_summer = t->summer_months.n == MONTHS && money_is_given(&t->summer_price[p]);
            if (!all_summer) warn(ds, arena_format(ds->arena, "%s_price", tariff_period_words[p]));
        }
    bool by_demand = t->basis == BASIS_DEMAND || t->basis == BASIS_CONTRACT;
    if (by_demand && !money_is_given(&t->demand_price) && !money_is_given(&t->demand_price_kva))
        warn(ds, "demand_price");
    if (by_demand && !isnan(t->demand_tier_w) && !money_is_given(&t->demand_price_above))
        warn(ds, "demand_price_above");
    if (t->basis == BASIS_CAPACITY && !money_is_given(&t->capacity_price))
        warn(ds, "capacity_price");
    if (t->basis == BASIS_CAPACITY && isnan(use->transformer_kva))
        warn(ds, "transformer to charge for its capacity");
    for (int i = 0; i < use->n_rate; i++) warn_rate(use, &use->rate[i], ds);
    if (isnan(use->fx)) warn(ds, "exchange rate to the site's currency");
}

static void no_bill(struct bill *out)
{
    for (int m = 0; m < MONTHS; m++) out->month_cost[m] = (double)NAN;
    out->year_cost = out->year_energy_cost = out->year_demand_cost = (double)NAN;
}

/* Zero when the tariff has no such part. */
static double part(const struct bill *bill, bool energy, struct arena *a)
{
    if (!*bill_part(&bill->use, energy, a)) return 0;
    return grid_number(bill->grid, energy ? "year_energy_cost" : "year_demand_cost", GRID_CONSTANT);
}

static bool fill(struct bill *out, struct arena *a, struct diags *ds)
{
    out->grid = grid_new(a);
    int sheet = grid_sheet(out->grid, "Tariff", "Electricity bill", MONTHS, month_names);
    bill_rows(&out->use, out->grid, sheet, sheet, a);
    if (!grid_eval(out->grid, ds)) return false;
    for (int m = 0; m < MONTHS; m++) out->month_cost[m] = grid_number(out->grid, "month_cost", m);
    out->year_cost = grid_number(out->grid, "year_cost", GRID_CONSTANT);
    out->year_energy_cost = part(out, true, a);
    out->year_demand_cost = part(out, false, a);
    return true;
}

/* The first price that names one; the tariff's own before its lines'. */
static const char *currency_of(const struct site *site)
{
    const char *currency = tariff_currency(site->tariff);
    const struct ref_list *rates = &site->tariff->rates;
    for (int i = 0; i < rates->n && !*currency; i++) {
        const struct money *m = bill_rate_money(site_rate(site, rates->ref[i].index));
        if (m) currency = m->currency;
    }
    return *currency ? currency : site->currency;
}

static bool has_own_prices(const struct tariff *t)
{
    bool any = !t->rates.n || money_is_given(&t->energy_adder);
    for (int p = 0; p < N_PERIOD; p++)
        any = any || money_is_given(&t->price[p]) || money_is_given(&t->summer_price[p]);
    return any;
}

static void take_rates(const struct site *site, struct bill_use *use, struct arena *a)
{
    const struct ref_list *rates = &site->tariff->rates;
    use->n_rate = rates->n;
    use->rate = ARENA_ARRAY(a, struct rate_use, (size_t)rates->n);
    for (int i = 0; i < rates->n; i++) {
        int index = rates->ref[i].index;
        use->rate[i] = (struct rate_use){.rate = site_rate(site, index),
                                         .index = index,
                                         .name = site->of[KIND_RATE].name[index]};
    }
    bill_name_rates(use, a);
}

/* Energy into the site over energy into its servers. */
static double year_pue(const struct year *y)
{
    double it = y ? y->site.stat[Q_IT_W].sum : 0;
    return it > 0 ? y->site.stat[Q_FACILITY_W].sum / it : (double)NAN;
}

static bool make(const struct site *site, const struct year *year, const struct bill_load *load,
                 struct memo *memo, struct bill *out, struct arena *a, struct diags *ds)
{
    *out = (struct bill){.has_tariff = site->tariff != NULL};
    no_bill(out);
    if (!site->tariff) return true;
    const struct tariff *t = site->tariff;
    double va = site_transformer_va(site);
    double carbon =
        !isnan(t->carbon_kg_j) || !site->info ? t->carbon_kg_j : site->info->carbon_kg_j;
    const char *currency = currency_of(site);
    out->use = (struct bill_use){
        .site = site,
        .tariff = t,
        .currency = currency,
        .reported = site->currency,
        .fx = site_exchange(site, currency),
        .transformer_kva = va > 0 ? va / WH_PER_KWH : (double)NAN,
        .demand_factor = load->per_hour > 1 ? 1 : t->demand_factor,
        .pue = year_pue(year),
        .carbon_kg_kwh = carbon * J_PER_KWH,
        .has_own = has_own_prices(t),
        .memo = memo,
    };
    take_rates(site, &out->use, a);
    bill_meter(load, &out->use, a);
    warn_missing(&out->use, ds);
    return fill(out, a, ds);
}

/* The first line with prices of the market of a year of another length; -1: none. */
static int misfit(const struct site *site, int hours)
{
    const struct ref_list *rates = site->tariff ? &site->tariff->rates : NULL;
    for (int i = 0; rates && i < rates->n; i++) {
        const struct rate *r = site_rate(site, rates->ref[i].index);
        if (r->charge == RATE_MARKET && (!r->n_series || r->n_series % hours != 0))
            return rates->ref[i].index;
    }
    return -1;
}

bool bill_of_load(const struct site *site, const struct year *year, const struct bill_load *load,
                  struct bill *out, struct arena *a, struct diags *ds)
{
    int hours = load->calendar->hours, i = misfit(site, hours);
    if (i >= 0) {
        diag_error(ds, DIAG_INPUT, site->of[KIND_RATE].object[i]->place,
                   "give the prices of the year that was metered",
                   "[rate %s]: %d prices for a meter's year of %d hours",
                   site->of[KIND_RATE].name[i], site_rate(site, i)->n_series, hours);
        return false;
    }
    return make(site, year, load, NULL, out, a, ds);
}

bool bill_make_kept(const struct site *site, const struct year *year, struct memo *memo,
                    struct bill *out, struct arena *a, struct diags *ds)
{
    struct bill_load load = {&year->calendar, 1, year->site.hour[Q_FACILITY_W], NULL};
    int i = misfit(site, load.calendar->hours);
    if (i >= 0)
        diag_warning(ds, DIAG_INPUT, site->of[KIND_RATE].object[i]->place,
                     "the bill of the simulated year is shown as 'no price'",
                     "[rate %s]: %d prices for a simulated year of %d hours",
                     site->of[KIND_RATE].name[i], site_rate(site, i)->n_series,
                     load.calendar->hours);
    return make(site, year, &load, memo, out, a, ds);
}

bool bill_make(const struct site *site, const struct year *year, struct bill *out, struct arena *a,
               struct diags *ds)
{
    return bill_make_kept(site, year, NULL, out, a, ds);
}
