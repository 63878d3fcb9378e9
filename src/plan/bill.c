/* Row keys: price_spike price_peak price_flat price_valley (each also _summer),
   price_adder price_demand price_demand_summer price_demand_above price_capacity
   price_fixed; energy_PERIOD_kwh energy_billed_kwh hourly_peak_kw; demand_kw
   billed_demand; cost_PERIOD cost_energy cost_demand cost_fixed month_cost;
   year_energy_cost year_demand_cost year_cost mean_price. */

#include "plan/bill.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

enum { WH_PER_KWH = 1000, J_PER_KWH = 3600000 };

static const char *const month_names[MONTHS] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

void bill_meter(const struct tariff *tariff, const struct calendar *calendar,
                const double *facility_w, struct bill_use *use)
{
    memset(use->energy_kwh, 0, sizeof use->energy_kwh);
    memset(use->has_period, 0, sizeof use->has_period);
    for (int m = 0; m < MONTHS; m++) {
        use->peak_kw[m] = facility_w[calendar->month_start[m]] / WH_PER_KWH;
        for (int h = calendar->month_start[m]; h < calendar->month_start[m + 1]; h++) {
            int p = (int)tariff_period(tariff, calendar, h);
            use->has_period[p] = true;
            use->energy_kwh[p][m] += facility_w[h] / WH_PER_KWH;
            double kw = facility_w[h] / WH_PER_KWH;
            /* Not fmax: a missing hour makes the month's peak missing. */
            if (isnan(kw) || kw > use->peak_kw[m]) use->peak_kw[m] = kw;
        }
    }
}

/* ---- rows ---- */

struct writer {
    const struct bill_use *use;
    const struct tariff *t;
    struct grid *grid;
    int rules, sheet;
    struct arena *arena;
    struct builder energy, cost, all; /* sums under way */
};

static bool is_given(const struct money *m)
{
    return m->currency[0] != '\0';
}

static const char *per(const struct writer *w, const char *unit)
{
    return arena_format(w->arena, "%s/%s", w->use->currency, unit);
}

static void section(struct writer *w, int sheet, const char *label)
{
    grid_row(w->grid, sheet, &(struct grid_row){.kind = GRID_SECTION, .label = label});
}

static void rule(struct writer *w, const char *key, const char *label, const char *unit,
                 double value, int decimals, const char *note)
{
    grid_row(w->grid, w->rules,
             &(struct grid_row){.kind = GRID_INPUT,
                                .key = key,
                                .label = label,
                                .unit = unit,
                                .number = value,
                                .decimals = decimals,
                                .note = note});
}

/* Prices are kept per SI unit; scale leads to the unit of the bill. */
static void price(struct writer *w, const char *key, const char *label, const char *unit,
                  const struct money *m, double scale)
{
    grid_row(w->grid, w->rules,
             &(struct grid_row){.kind = GRID_INPUT,
                                .key = key,
                                .label = label,
                                .unit = per(w, unit),
                                .number = m->amount * scale,
                                .decimals = 4,
                                .missing = "no price"});
}

static void charge(struct writer *w, const char *key, const char *label, const char *expr)
{
    grid_row(w->grid, w->sheet,
             &(struct grid_row){.key = key,
                                .label = label,
                                .unit = w->use->currency,
                                .expr = expr,
                                .is_series = true,
                                .decimals = 2,
                                .total = arena_format(w->arena, "sum(%s)", key),
                                .missing = "no price"});
}

static void join(struct builder *b, const char *name)
{
    builder_format(b, "%s%s", b->n ? " + " : "", name);
}

static const char *const period_labels[N_PERIOD] = {"spike", "peak", "flat", "valley"};

static void period_prices(struct writer *w)
{
    for (int p = 0; p < N_PERIOD; p++) {
        const char *word = period_labels[p];
        if (!w->use->has_period[p]) continue;
        price(w, arena_format(w->arena, "price_%s", word),
              arena_format(w->arena, "Energy, %s hours", word), "kWh", &w->t->price[p], J_PER_KWH);
        if (is_given(&w->t->summer_price[p]))
            price(w, arena_format(w->arena, "price_%s_summer", word),
                  arena_format(w->arena, "Energy, %s hours, summer", word), "kWh",
                  &w->t->summer_price[p], J_PER_KWH);
    }
    if (is_given(&w->t->energy_adder))
        price(w, "price_adder", "Surcharges on all energy", "kWh", &w->t->energy_adder, J_PER_KWH);
}

static bool is_kva(const struct tariff *t)
{
    return is_given(&t->demand_price_kva);
}

static void demand_prices(struct writer *w)
{
    const struct tariff *t = w->t;
    if (is_kva(t))
        price(w, "price_demand", "Demand", "kVA/month", &t->demand_price_kva, WH_PER_KWH);
    else
        price(w, "price_demand", "Demand", "kW/month", &t->demand_price, WH_PER_KWH);
    if (is_given(&t->summer_demand_price))
        price(w, "price_demand_summer", "Demand, summer", "kW/month", &t->summer_demand_price,
              WH_PER_KWH);
    if (!isnan(t->demand_tier_w)) {
        rule(w, "demand_tier", "Upper price above", "kW", t->demand_tier_w / WH_PER_KWH, 0, NULL);
        price(w, "price_demand_above", "Demand above", "kW/month", &t->demand_price_above,
              WH_PER_KWH);
    }
    if (is_kva(t)) rule(w, "power_factor", "Power factor", "", t->power_factor, 2, NULL);
}

static void contract_rules(struct writer *w)
{
    const struct tariff *t = w->t;
    if (!isnan(t->contract_w))
        rule(w, "contract_given", "Agreed demand", "kW", t->contract_w / WH_PER_KWH, 0, NULL);
    rule(w, "contract_min", "Least agreed demand per transformer capacity", "%",
         t->contract_min_frac, GRID_PERCENT, "NDRC 2016-1583");
    rule(w, "contract_over", "Tolerance over the agreed demand", "%", t->contract_over_frac,
         GRID_PERCENT, NULL);
    rule(w, "contract_over_factor", "Price multiple beyond the tolerance", "",
         t->contract_over_factor, 2, NULL);
}

/* Without a transformer of one's own the rule for high use cannot be met. */
static bool has_high_use(const struct writer *w)
{
    return w->t->basis == BASIS_DEMAND && !isnan(w->t->high_use_s) &&
           !isnan(w->use->transformer_kva);
}

static bool needs_kva(const struct writer *w)
{
    return w->t->basis == BASIS_CAPACITY || w->t->basis == BASIS_CONTRACT || has_high_use(w);
}

static void demand_rules(struct writer *w)
{
    const struct tariff *t = w->t;
    if (t->basis == BASIS_NONE) return;
    rule(w, "demand_factor", "Metered demand over hourly mean", "", t->demand_factor, 2,
         "15- or 30-minute intervals see more than the mean of an hour");
    if (t->ratchet_frac > 0)
        rule(w, "ratchet", "Ratchet on earlier demand", "%", t->ratchet_frac, GRID_PERCENT,
             t->ratchet_prior == PRIOR_SAME ? "the year before is taken as the same"
                                            : "no demand in the year before");
    if (t->demand_min_w > 0)
        rule(w, "demand_min", "Least demand billed", "kW", t->demand_min_w / WH_PER_KWH, 0, NULL);
    if (needs_kva(w))
        grid_row(w->grid, w->rules,
                 &(struct grid_row){.kind = GRID_RESULT,
                                    .key = "transformer_kva",
                                    .label = "Installed transformers",
                                    .unit = "kVA",
                                    .number = w->use->transformer_kva,
                                    .missing = "none"});
    if (has_high_use(w)) {
        rule(w, "high_use", "Reduced demand price from", "kWh/kVA/month",
             t->high_use_s / (J_PER_KWH / WH_PER_KWH), 0, "NDRC 2023-526");
        rule(w, "high_use_factor", "Reduced demand price", "%", t->high_use_factor, GRID_PERCENT,
             NULL);
    }
    if (t->basis == BASIS_CONTRACT) contract_rules(w);
}

static void rules(struct writer *w)
{
    const struct tariff *t = w->t;
    section(w, w->rules, "Tariff");
    grid_row(w->grid, w->rules,
             &(struct grid_row){.kind = GRID_TEXT,
                                .label = "Prices include",
                                .text = t->tax == TAX_INCLUDED ? "with VAT" : "without VAT",
                                .note = t->includes});
    if (t->source)
        grid_row(w->grid, w->rules,
                 &(struct grid_row){.kind = GRID_TEXT,
                                    .label = "Date and source of prices",
                                    .text = arena_format(w->arena, "%04d-%02d-%02d", t->date.year,
                                                         t->date.month, t->date.day),
                                    .note = t->source});
    period_prices(w);
    if (t->basis == BASIS_CAPACITY)
        price(w, "price_capacity", "Transformer capacity", "kVA/month", &t->capacity_price,
              WH_PER_KWH);
    if (t->basis == BASIS_CONTRACT || t->basis == BASIS_DEMAND) demand_prices(w);
    if (is_given(&t->fixed_charge))
        price(w, "price_fixed", "Fixed charge", "month", &t->fixed_charge, 1);
    demand_rules(w);
    if (strcmp(w->use->currency, w->use->reported) != 0)
        grid_row(w->grid, w->rules,
                 &(struct grid_row){
                     .kind = GRID_INPUT,
                     .key = "fx_rate",
                     .label = "Exchange rate",
                     .unit = arena_format(w->arena, "%s/%s", w->use->reported, w->use->currency),
                     .number = w->use->fx,
                     .decimals = 4,
                     .missing = "no rate"});
}

static bool has_summer(const struct tariff *t)
{
    bool any = is_given(&t->summer_demand_price);
    for (int p = 0; p < N_PERIOD; p++) any = any || is_given(&t->summer_price[p]);
    return any;
}

static void metered(struct writer *w)
{
    section(w, w->sheet, "Metered");
    for (int p = 0; p < N_PERIOD; p++) {
        if (!w->use->has_period[p]) continue;
        const char *key = arena_format(w->arena, "energy_%s_kwh", period_labels[p]);
        grid_row(w->grid, w->sheet,
                 &(struct grid_row){
                     .kind = GRID_RESULT,
                     .key = key,
                     .unit = "kWh",
                     .label = arena_format(w->arena, "Energy, %s hours", period_labels[p]),
                     .series = w->use->energy_kwh[p],
                     .total = arena_format(w->arena, "sum(%s)", key)});
        join(&w->energy, key);
    }
    grid_row(w->grid, w->sheet,
             &(struct grid_row){.key = "energy_billed_kwh",
                                .label = "Energy",
                                .unit = "kWh",
                                .expr = w->energy.s,
                                .is_series = true,
                                .total = "sum(energy_billed_kwh)",
                                .is_strong = true});
    grid_row(w->grid, w->sheet,
             &(struct grid_row){.kind = GRID_RESULT,
                                .key = "hourly_peak_kw",
                                .unit = "kW",
                                .label = "Greatest hourly mean",
                                .series = w->use->peak_kw,
                                .decimals = 1,
                                .total = "max(hourly_peak_kw)"});
}

static void summer_flags(struct writer *w)
{
    double flag[MONTHS];
    for (int m = 0; m < MONTHS; m++) flag[m] = tariff_is_summer(w->t, m);
    grid_row(w->grid, w->sheet,
             &(struct grid_row){.kind = GRID_RESULT,
                                .key = "is_summer",
                                .unit = "1/0",
                                .label = "Summer prices hold",
                                .series = flag});
}

static void energy_charges(struct writer *w)
{
    section(w, w->sheet, "Energy");
    for (int p = 0; p < N_PERIOD; p++) {
        const char *word = period_labels[p];
        if (!w->use->has_period[p]) continue;
        const char *key = arena_format(w->arena, "cost_%s", word);
        const char *one = arena_format(w->arena, "price_%s", word);
        if (is_given(&w->t->summer_price[p]))
            one =
                arena_format(w->arena, "if(is_summer > 0, price_%s_summer, price_%s)", word, word);
        charge(w, key, arena_format(w->arena, "Energy, %s hours", word),
               arena_format(w->arena, "energy_%s_kwh*%s", word, one));
        join(&w->cost, key);
    }
    if (is_given(&w->t->energy_adder)) {
        charge(w, "cost_adder", "Surcharges", "energy_billed_kwh*price_adder");
        join(&w->cost, "cost_adder");
    }
    charge(w, "cost_energy", "Energy charges", w->cost.s);
    join(&w->all, "cost_energy");
}

static void quantity(struct writer *w, const char *key, const char *label, const char *unit,
                     const char *expr, int decimals)
{
    grid_row(w->grid, w->sheet,
             &(struct grid_row){.key = key,
                                .label = label,
                                .unit = unit,
                                .expr = expr,
                                .is_series = true,
                                .decimals = decimals,
                                .total = arena_format(w->arena, "max(%s)", key)});
}

/* The greatest of this month's demand, the ratchet and the least billed. */
static void billed_demand(struct writer *w)
{
    const struct tariff *t = w->t;
    struct builder b = builder_new(w->arena);
    bool plain = !(t->ratchet_frac > 0) && !(t->demand_min_w > 0);
    builder_text(&b, plain ? "demand_kw" : "max(demand_kw");
    if (t->ratchet_frac > 0) {
        const char *window = t->ratchet_prior == PRIOR_SAME ? "max_cyclic" : "max_before";
        quantity(w, "earlier_kw", "Greatest earlier demand", "kW",
                 arena_format(w->arena, "%s(demand_kw, %d)", window, t->ratchet_months), 1);
        builder_text(&b, ", ratchet*earlier_kw");
    }
    if (t->demand_min_w > 0) builder_text(&b, ", demand_min");
    builder_text(&b, plain ? "" : ")");
    if (!is_kva(t)) {
        quantity(w, "billed_demand", "Billed demand", "kW", b.s, 1);
        return;
    }
    quantity(w, "billed_kw", "Billed demand", "kW", b.s, 1);
    quantity(w, "billed_demand", "Billed demand", "kVA", "billed_kw/power_factor", 1);
}

static const char *demand_price_name(struct writer *w)
{
    const char *name = "price_demand";
    if (is_given(&w->t->summer_demand_price))
        name = "if(is_summer > 0, price_demand_summer, price_demand)";
    if (!has_high_use(w)) return name;
    quantity(w, "use_per_kva", "Energy per transformer capacity", "kWh/kVA",
             "energy_billed_kwh/transformer_kva", 0);
    quantity(w, "reduction", "Demand price multiple", "",
             "if(use_per_kva >= high_use, high_use_factor, 1)", 2);
    return arena_format(w->arena, "reduction*%s", name);
}

static void demand_charge(struct writer *w)
{
    billed_demand(w);
    const char *one = demand_price_name(w);
    if (isnan(w->t->demand_tier_w)) {
        charge(w, "cost_demand", "Demand charge", arena_format(w->arena, "billed_demand*%s", one));
        return;
    }
    charge(w, "cost_demand", "Demand charge",
           arena_format(w->arena,
                        "min(billed_demand, demand_tier)*%s + "
                        "max(0, billed_demand - demand_tier)*price_demand_above",
                        one));
}

/* NDRC 2016-1583: the agreed demand is paid in full, and at least 40 % of the
   transformers' capacity; what exceeds 105 % of it is charged at twice the
   price. */
static void contract_charge(struct writer *w)
{
    const char *wanted = isnan(w->t->contract_w) ? "max(demand_kw)" : "contract_given";
    const char *least = isnan(w->use->transformer_kva) ? "0" : "contract_min*transformer_kva";
    grid_row(w->grid, w->sheet,
             &(struct grid_row){.key = "contract_kw",
                                .label = "Agreed demand paid for",
                                .unit = "kW",
                                .decimals = 1,
                                .expr = arena_format(w->arena, "max(%s, %s)", wanted, least)});
    quantity(w, "excess_kw", "Demand beyond the tolerance", "kW",
             "max(0, demand_kw - contract_over*contract_kw)", 1);
    charge(w, "cost_demand", "Demand charge",
           "price_demand*contract_kw + contract_over_factor*price_demand*excess_kw");
}

static void second_part(struct writer *w)
{
    if (w->t->basis == BASIS_NONE) return;
    section(w, w->sheet, "Demand or capacity");
    quantity(w, "demand_kw", "Metered demand", "kW", "hourly_peak_kw*demand_factor", 1);
    if (w->t->basis == BASIS_CAPACITY)
        charge(w, "cost_demand", "Capacity charge", "transformer_kva*price_capacity");
    else if (w->t->basis == BASIS_CONTRACT)
        contract_charge(w);
    else
        demand_charge(w);
    join(&w->all, "cost_demand");
}

static void year_line(struct writer *w, const char *key, const char *label, const char *what,
                      bool is_strong)
{
    bool same = strcmp(w->use->currency, w->use->reported) == 0;
    grid_row(w->grid, w->sheet,
             &(struct grid_row){.key = key,
                                .label = label,
                                .unit = w->use->reported,
                                .decimals = 2,
                                .missing = "no price",
                                .is_strong = is_strong,
                                .expr = same ? what : arena_format(w->arena, "%s*fx_rate", what)});
}

static void totals(struct writer *w)
{
    section(w, w->sheet, "Bill");
    if (is_given(&w->t->fixed_charge)) {
        charge(w, "cost_fixed", "Fixed charge", "price_fixed");
        join(&w->all, "cost_fixed");
    }
    bool same = strcmp(w->use->currency, w->use->reported) == 0;
    if (!same) charge(w, "cost_all", "All charges", w->all.s);
    grid_row(w->grid, w->sheet,
             &(struct grid_row){.key = "month_cost",
                                .label = "Bill of the month",
                                .unit = w->use->reported,
                                .is_series = true,
                                .decimals = 2,
                                .expr = same ? w->all.s : "cost_all*fx_rate",
                                .total = "sum(month_cost)",
                                .missing = "no price",
                                .is_strong = true});
    year_line(w, "year_energy_cost", "Energy in the year", "cost_energy", false);
    if (w->t->basis != BASIS_NONE)
        year_line(w, "year_demand_cost", "Demand or capacity in the year", "cost_demand", false);
    grid_row(w->grid, w->sheet,
             &(struct grid_row){.key = "year_cost",
                                .label = "Electricity in the year",
                                .unit = w->use->reported,
                                .expr = "month_cost",
                                .decimals = 2,
                                .missing = "no price",
                                .is_strong = true});
    grid_row(w->grid, w->sheet,
             &(struct grid_row){.key = "mean_price",
                                .label = "Mean price, all in",
                                .unit = arena_format(w->arena, "%s/kWh", w->use->reported),
                                .expr = "year_cost/energy_billed_kwh",
                                .decimals = 4,
                                .missing = "no price"});
}

void bill_rows(const struct bill_use *use, struct grid *g, int rules_sheet, int sheet,
               struct arena *a)
{
    struct writer w = {
        use, use->tariff, g, rules_sheet, sheet, a, builder_new(a), builder_new(a), builder_new(a)};
    rules(&w);
    metered(&w);
    if (has_summer(w.t)) summer_flags(&w);
    energy_charges(&w);
    second_part(&w);
    totals(&w);
}

/* ---- the bill ---- */

static void warn(struct diags *ds, const char *what)
{
    diag_warning(ds, DIAG_INPUT, (struct place){NULL, 0, 0},
                 "the bill is shown as 'no price', not as zero", "the tariff has no %s", what);
}

/* Which of the prices the bill needs are missing. */
static void warn_missing(const struct bill_use *use, struct diags *ds)
{
    const struct tariff *t = use->tariff;
    for (int p = 0; p < N_PERIOD; p++)
        if (use->has_period[p] && !is_given(&t->price[p])) {
            bool all_summer = t->summer_months.n == MONTHS && is_given(&t->summer_price[p]);
            if (!all_summer) warn(ds, arena_format(ds->arena, "%s_price", period_labels[p]));
        }
    bool by_demand = t->basis == BASIS_DEMAND || t->basis == BASIS_CONTRACT;
    if (by_demand && !is_given(&t->demand_price) && !is_given(&t->demand_price_kva))
        warn(ds, "demand_price");
    if (by_demand && !isnan(t->demand_tier_w) && !is_given(&t->demand_price_above))
        warn(ds, "demand_price_above");
    if (t->basis == BASIS_CAPACITY && !is_given(&t->capacity_price)) warn(ds, "capacity_price");
    if (t->basis == BASIS_CAPACITY && isnan(use->transformer_kva))
        warn(ds, "transformer to charge for its capacity");
    if (isnan(use->fx)) warn(ds, "exchange rate to the site's currency");
}

static void no_bill(struct bill *out)
{
    for (int m = 0; m < MONTHS; m++) out->month_cost[m] = (double)NAN;
    out->year_cost = out->year_energy_cost = out->year_demand_cost = (double)NAN;
}

static bool fill(struct bill *out, struct arena *a, struct diags *ds)
{
    out->grid = grid_new(a);
    int sheet = grid_sheet(out->grid, "Tariff", "Electricity bill", MONTHS, month_names);
    bill_rows(&out->use, out->grid, sheet, sheet, a);
    if (!grid_eval(out->grid, ds)) return false;
    for (int m = 0; m < MONTHS; m++) out->month_cost[m] = grid_number(out->grid, "month_cost", m);
    out->year_cost = grid_number(out->grid, "year_cost", GRID_CONSTANT);
    out->year_energy_cost = grid_number(out->grid, "year_energy_cost", GRID_CONSTANT);
    out->year_demand_cost = out->use.tariff->basis == BASIS_NONE
                                ? 0
                                : grid_number(out->grid, "year_demand_cost", GRID_CONSTANT);
    return true;
}

bool bill_make(const struct site *site, const struct year *year, struct bill *out, struct arena *a,
               struct diags *ds)
{
    *out = (struct bill){.has_tariff = site->tariff != NULL};
    no_bill(out);
    if (!site->tariff) return true;
    double va = site_transformer_va(site);
    const char *currency = tariff_currency(site->tariff);
    if (!*currency) currency = site->currency;
    out->use = (struct bill_use){
        .tariff = site->tariff,
        .currency = currency,
        .reported = site->currency,
        .fx = site_exchange(site, currency),
        .transformer_kva = va > 0 ? va / WH_PER_KWH : (double)NAN,
    };
    bill_meter(site->tariff, &year->calendar, year->site.hour[Q_FACILITY_W], &out->use);
    warn_missing(&out->use, ds);
    return fill(out, a, ds);
}
