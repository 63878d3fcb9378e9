/* Row keys: price_spike price_peak price_flat price_valley (each also _summer),
   price_adder price_demand price_demand_summer price_demand_above price_capacity
   price_fixed; energy_PERIOD_kwh energy_billed_kwh hourly_peak_kw; demand_kw
   billed_demand; cost_PERIOD cost_energy cost_demand cost_fixed month_cost;
   year_energy_cost year_demand_cost year_cost mean_price; rows of lines: see
   bill_rates.c. */

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "plan/bill_inner.h"

void bill_section(struct writer *w, int sheet, const char *label)
{
    grid_row(w->grid, sheet, &(struct grid_row){.kind = GRID_SECTION, .label = label});
}

void bill_rule(struct writer *w, const char *key, const char *label, const char *unit, double value,
               int decimals, const char *note)
{
    struct money_book book = {w->grid, w->use->site, w->rules, w->arena};
    money_number(&book, key, label, unit, value, decimals, note);
}

/* A price of the tariff as an input of the sheets of money, which scenarios may change. */
static void price(struct writer *w, const char *key, const char *label, const char *param)
{
    const struct site *s = w->use->site;
    struct money_book book = {w->grid, s, w->rules, w->arena};
    int index = (int)(w->t - (const struct tariff *)s->of[KIND_TARIFF].item);
    money_param(&book, key, label, KIND_TARIFF, index, param);
}

void bill_charge(struct writer *w, const char *key, const char *label, const char *expr)
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

void bill_join(struct builder *b, const char *name)
{
    builder_format(b, "%s%s", b->n ? " + " : "", name);
}

static const char *const period_labels[N_PERIOD] = {"spike", "peak", "flat", "valley"};

const char *bill_periods_sum(const struct bill_use *use, struct arena *a)
{
    struct builder b = builder_new(a);
    for (int p = 0; p < N_PERIOD; p++)
        if (use->has_period[p]) bill_join(&b, arena_format(a, "cost_%s", period_labels[p]));
    return b.s;
}

static void period_prices(struct writer *w)
{
    struct arena *a = w->arena;
    for (int p = 0; p < N_PERIOD; p++) {
        const char *word = period_labels[p];
        if (!w->use->has_period[p] || !w->use->has_own) continue;
        price(w, arena_format(a, "price_%s", word), arena_format(a, "Energy, %s hours", word),
              arena_format(a, "%s_price", word));
        if (money_is_given(&w->t->summer_price[p]))
            price(w, arena_format(a, "price_%s_summer", word),
                  arena_format(a, "Energy, %s hours, summer", word),
                  arena_format(a, "summer_%s_price", word));
    }
    if (money_is_given(&w->t->energy_adder))
        price(w, "price_adder", "Surcharges on all energy", "energy_adder");
}

static bool is_kva(const struct tariff *t)
{
    return money_is_given(&t->demand_price_kva);
}

static void demand_prices(struct writer *w)
{
    const struct tariff *t = w->t;
    price(w, "price_demand", "Demand", is_kva(t) ? "demand_price_kva" : "demand_price");
    if (money_is_given(&t->summer_demand_price))
        price(w, "price_demand_summer", "Demand, summer", "summer_demand_price");
    if (!isnan(t->demand_tier_w)) {
        bill_rule(w, "demand_tier", "Upper price above", "kW", t->demand_tier_w / WH_PER_KWH, 0,
                  NULL);
        price(w, "price_demand_above", "Demand above", "demand_price_above");
    }
    if (is_kva(t) && !w->use->has_kvarh) bill_given_power_factor(w);
}

static void contract_rules(struct writer *w)
{
    const struct tariff *t = w->t;
    if (!isnan(t->contract_w))
        bill_rule(w, "contract_given", "Agreed demand", "kW", t->contract_w / WH_PER_KWH, 0, NULL);
    bill_rule(w, "contract_min", "Least agreed demand per transformer capacity", "%",
              t->contract_min_frac, GRID_PERCENT, "NDRC 2016-1583");
    bill_rule(w, "contract_over", "Tolerance over the agreed demand", "%", t->contract_over_frac,
              GRID_PERCENT, NULL);
    bill_rule(w, "contract_over_factor", "Price multiple beyond the tolerance", "",
              t->contract_over_factor, 2, NULL);
}

/* Without a transformer of one's own the rule for high use cannot be met. */
static bool has_high_use(const struct writer *w)
{
    bool by_demand = w->t->basis == BASIS_DEMAND || w->t->basis == BASIS_CONTRACT;
    return by_demand && !isnan(w->t->high_use_s) && !isnan(w->use->transformer_kva);
}

static bool needs_kva(const struct writer *w)
{
    return w->t->basis == BASIS_CAPACITY || w->t->basis == BASIS_CONTRACT || has_high_use(w);
}

static void demand_factor(struct writer *w)
{
    if (!grid_has(w->grid, "demand_factor"))
        bill_rule(w, "demand_factor", "Metered demand over hourly mean", "", w->use->demand_factor,
                  2, "15- or 30-minute intervals see more than the mean of an hour");
}

void bill_demand(struct writer *w)
{
    demand_factor(w);
    if (!grid_has(w->grid, "demand_kw"))
        bill_quantity(w, "demand_kw", "Metered demand", "kW", "hourly_peak_kw*demand_factor", 1);
}

void bill_transformers(struct writer *w)
{
    if (!grid_has(w->grid, "transformer_kva"))
        grid_row(w->grid, w->rules,
                 &(struct grid_row){.kind = GRID_RESULT,
                                    .key = "transformer_kva",
                                    .label = "Installed transformers",
                                    .unit = "kVA",
                                    .number = w->use->transformer_kva,
                                    .missing = "none"});
}

const char *bill_given_power_factor(struct writer *w)
{
    if (!grid_has(w->grid, "power_factor"))
        bill_rule(w, "power_factor", "Power factor", "", w->t->power_factor, 2, NULL);
    return "power_factor";
}

const char *bill_power_factor(struct writer *w)
{
    const char *key = "month_power_factor";
    if (!w->use->has_kvarh) return bill_given_power_factor(w);
    if (!grid_has(w->grid, key))
        bill_metered(w, key, "Power factor of the month", "", w->use->power_factor, 3, NULL);
    return key;
}

static void demand_rules(struct writer *w)
{
    const struct tariff *t = w->t;
    if (t->basis == BASIS_NONE) return;
    demand_factor(w);
    if (t->ratchet_frac > 0)
        bill_rule(w, "ratchet", "Ratchet on earlier demand", "%", t->ratchet_frac, GRID_PERCENT,
                  t->ratchet_prior == PRIOR_SAME ? "the year before is taken as the same"
                                                 : "no demand in the year before");
    if (t->demand_min_w > 0)
        bill_rule(w, "demand_min", "Least demand billed", "kW", t->demand_min_w / WH_PER_KWH, 0,
                  NULL);
    if (needs_kva(w)) bill_transformers(w);
    if (has_high_use(w)) {
        bill_rule(w, "high_use", "Reduced demand price from", "kWh/kVA/month",
                  t->high_use_s / (J_PER_KWH / WH_PER_KWH), 0, "NDRC 2023-526");
        bill_rule(w, "high_use_factor", "Reduced demand price", "%", t->high_use_factor,
                  GRID_PERCENT, NULL);
    }
    if (t->basis == BASIS_CONTRACT) contract_rules(w);
}

static void rules(struct writer *w)
{
    const struct tariff *t = w->t;
    bill_section(w, w->rules, "Tariff");
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
        price(w, "price_capacity", "Transformer capacity", "capacity_price");
    if (t->basis == BASIS_CONTRACT || t->basis == BASIS_DEMAND) demand_prices(w);
    if (money_is_given(&t->fixed_charge)) price(w, "price_fixed", "Fixed charge", "fixed_charge");
    demand_rules(w);
    bill_rate_rules(w);
    const char *fx = bill_exchange(w->use, w->arena);
    if (fx && !grid_has(w->grid, fx))
        grid_row(w->grid, w->rules,
                 &(struct grid_row){
                     .kind = GRID_INPUT,
                     .key = fx,
                     .label = "Exchange rate",
                     .unit = arena_format(w->arena, "%s/%s", w->use->reported, w->use->currency),
                     .number = w->use->fx,
                     .decimals = 4,
                     .missing = "no rate"});
}

const char *bill_exchange(const struct bill_use *use, struct arena *a)
{
    if (!strcmp(use->currency, use->reported)) return NULL;
    char low[4] = {0};
    for (int i = 0; i < 3; i++) low[i] = (char)tolower((unsigned char)use->currency[i]);
    return arena_format(a, "fx_%s", low);
}

static bool has_summer(const struct tariff *t)
{
    bool any = money_is_given(&t->summer_demand_price);
    for (int p = 0; p < N_PERIOD; p++) any = any || money_is_given(&t->summer_price[p]);
    return any;
}

void bill_metered(struct writer *w, const char *key, const char *label, const char *unit,
                  const double *series, int decimals, const char *total)
{
    grid_row(w->grid, w->sheet,
             &(struct grid_row){.kind = GRID_RESULT,
                                .key = key,
                                .unit = unit,
                                .label = label,
                                .series = series,
                                .decimals = decimals,
                                .total = total});
}

/* Without periods of its own a tariff's energy is one number. */
static void all_energy(struct writer *w)
{
    double kwh[MONTHS] = {0};
    for (int m = 0; m < MONTHS; m++)
        for (int p = 0; p < N_PERIOD; p++) kwh[m] += w->use->energy_kwh[p][m];
    grid_row(w->grid, w->sheet,
             &(struct grid_row){.kind = GRID_RESULT,
                                .key = "energy_billed_kwh",
                                .label = "Energy",
                                .unit = "kWh",
                                .series = kwh,
                                .total = "sum(energy_billed_kwh)",
                                .is_strong = true});
}

static void period_energy(struct writer *w)
{
    for (int p = 0; p < N_PERIOD; p++) {
        if (!w->use->has_period[p]) continue;
        const char *key = arena_format(w->arena, "energy_%s_kwh", period_labels[p]);
        bill_metered(w, key, arena_format(w->arena, "Energy, %s hours", period_labels[p]), "kWh",
                     w->use->energy_kwh[p], 0, arena_format(w->arena, "sum(%s)", key));
        bill_join(&w->energy, key);
    }
    grid_row(w->grid, w->sheet,
             &(struct grid_row){.key = "energy_billed_kwh",
                                .label = "Energy",
                                .unit = "kWh",
                                .expr = w->energy.s,
                                .is_series = true,
                                .total = "sum(energy_billed_kwh)",
                                .is_strong = true});
}

static void metered(struct writer *w)
{
    bill_section(w, w->sheet, "Metered");
    if (w->use->has_own)
        period_energy(w);
    else
        all_energy(w);
    bill_metered(w, "hourly_peak_kw", "Greatest hourly mean", "kW", w->use->peak_kw, 1,
                 "max(hourly_peak_kw)");
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
    if (!w->use->has_own) return;
    bill_section(w, w->sheet, "Energy");
    for (int p = 0; p < N_PERIOD; p++) {
        const char *word = period_labels[p];
        if (!w->use->has_period[p]) continue;
        const char *key = arena_format(w->arena, "cost_%s", word);
        const char *one = arena_format(w->arena, "price_%s", word);
        if (money_is_given(&w->t->summer_price[p]))
            one =
                arena_format(w->arena, "if(is_summer > 0, price_%s_summer, price_%s)", word, word);
        bill_charge(w, key, arena_format(w->arena, "Energy, %s hours", word),
                    arena_format(w->arena, "energy_%s_kwh*%s", word, one));
        bill_join(&w->cost, key);
    }
    if (money_is_given(&w->t->energy_adder)) {
        bill_charge(w, "cost_adder", "Surcharges", "energy_billed_kwh*price_adder");
        bill_join(&w->cost, "cost_adder");
    }
    bill_charge(w, "cost_energy", "Energy charges", w->cost.s);
    bill_join(&w->all, "cost_energy");
}

void bill_quantity(struct writer *w, const char *key, const char *label, const char *unit,
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

/* The greatest of this month's demand, the ratchet and the least billed.  A meter that reads both
   powers has the greatest kVA; bounds in kW are led there by the tariff's power factor. */
static void billed_demand(struct writer *w)
{
    const struct tariff *t = w->t;
    bool apparent = is_kva(t) && w->use->has_kvarh;
    const char *demand = apparent ? "demand_kva" : "demand_kw", *unit = apparent ? "kVA" : "kW";
    struct builder b = builder_new(w->arena);
    if (apparent) {
        bill_metered(w, "hourly_peak_kva", "Greatest apparent hourly mean", unit, w->use->peak_kva,
                     1, "max(hourly_peak_kva)");
        bill_quantity(w, demand, "Metered apparent demand", unit, "hourly_peak_kva*demand_factor",
                      1);
    }
    bool plain = !(t->ratchet_frac > 0) && !(t->demand_min_w > 0);
    builder_format(&b, "%s%s", plain ? "" : "max(", demand);
    if (t->ratchet_frac > 0) {
        const char *window = t->ratchet_prior == PRIOR_SAME ? "max_cyclic" : "max_before";
        bill_quantity(w, "earlier_kw", "Greatest earlier demand", unit,
                      arena_format(w->arena, "%s(%s, %d)", window, demand, t->ratchet_months), 1);
        builder_text(&b, ", ratchet*earlier_kw");
    }
    if (t->demand_min_w > 0) {
        builder_text(&b, ", demand_min");
        if (apparent) builder_format(&b, "/%s", bill_given_power_factor(w));
    }
    builder_text(&b, plain ? "" : ")");
    if (!is_kva(t) || apparent) {
        bill_quantity(w, "billed_demand", "Billed demand", unit, b.s, 1);
        return;
    }
    bill_quantity(w, "billed_kw", "Billed demand", "kW", b.s, 1);
    bill_quantity(w, "billed_demand", "Billed demand", "kVA",
                  arena_format(w->arena, "billed_kw/%s", bill_power_factor(w)), 1);
}

static const char *demand_price_name(struct writer *w)
{
    const char *name = "price_demand";
    if (money_is_given(&w->t->summer_demand_price))
        name = "if(is_summer > 0, price_demand_summer, price_demand)";
    if (!has_high_use(w)) return name;
    bill_quantity(w, "use_per_kva", "Energy per transformer capacity", "kWh/kVA",
                  "energy_billed_kwh/transformer_kva", 0);
    bill_quantity(w, "reduction", "Demand price multiple", "",
                  "if(use_per_kva >= high_use, high_use_factor, 1)", 2);
    return arena_format(w->arena, "reduction*%s", name);
}

static void demand_charge(struct writer *w)
{
    billed_demand(w);
    const char *one = demand_price_name(w);
    if (isnan(w->t->demand_tier_w)) {
        bill_charge(w, "cost_demand", "Demand charge",
                    arena_format(w->arena, "billed_demand*%s", one));
        return;
    }
    bill_quantity(w, "lower_demand", "Demand up to the step", "kW",
                  "min(billed_demand, demand_tier)", 1);
    bill_quantity(w, "upper_demand", "Demand above the step", "kW",
                  "max(0, billed_demand - demand_tier)", 1);
    bill_charge(w, "cost_demand_lower", "Demand charge, up to the step",
                arena_format(w->arena, "lower_demand*%s", one));
    bill_charge(w, "cost_demand_upper", "Demand charge, above the step",
                "upper_demand*price_demand_above");
    bill_charge(w, "cost_demand", "Demand charge", "cost_demand_lower + cost_demand_upper");
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
    bill_quantity(w, "excess_kw", "Demand beyond the tolerance", "kW",
                  "max(0, demand_kw - contract_over*contract_kw)", 1);
    const char *one = demand_price_name(w);
    bill_charge(w, "cost_agreed", "Agreed demand", arena_format(w->arena, "%s*contract_kw", one));
    bill_charge(w, "cost_excess", "Demand beyond the tolerance",
                arena_format(w->arena, "contract_over_factor*%s*excess_kw", one));
    bill_charge(w, "cost_demand", "Demand charge", "cost_agreed + cost_excess");
}

static void second_part(struct writer *w)
{
    if (w->t->basis == BASIS_NONE) return;
    bill_section(w, w->sheet, "Demand or capacity");
    bill_demand(w);
    if (w->t->basis == BASIS_CAPACITY)
        bill_charge(w, "cost_demand", "Capacity charge", "transformer_kva*price_capacity");
    else if (w->t->basis == BASIS_CONTRACT)
        contract_charge(w);
    else
        demand_charge(w);
    bill_join(&w->all, "cost_demand");
}

static void year_line(struct writer *w, const char *key, const char *label, const char *what,
                      bool is_strong)
{
    const char *fx = bill_exchange(w->use, w->arena);
    grid_row(w->grid, w->sheet,
             &(struct grid_row){.key = key,
                                .label = label,
                                .unit = w->use->reported,
                                .decimals = 2,
                                .missing = "no price",
                                .is_strong = is_strong,
                                .expr = fx ? arena_format(w->arena, "(%s)*%s", what, fx) : what});
}

static void totals(struct writer *w)
{
    bill_section(w, w->sheet, "Bill");
    if (money_is_given(&w->t->fixed_charge)) {
        bill_charge(w, "cost_fixed", "Fixed charge", "price_fixed");
        bill_join(&w->all, "cost_fixed");
    }
    bill_rate_rows(w);
    const char *fx = bill_exchange(w->use, w->arena);
    if (fx) bill_charge(w, "cost_all", "All charges", w->all.s);
    grid_row(w->grid, w->sheet,
             &(struct grid_row){.key = "month_cost",
                                .label = "Bill of the month",
                                .unit = w->use->reported,
                                .is_series = true,
                                .decimals = 2,
                                .expr = fx ? arena_format(w->arena, "cost_all*%s", fx) : w->all.s,
                                .total = "sum(month_cost)",
                                .missing = "no price",
                                .is_strong = true});
    const char *energy = bill_part(w->use, true, w->arena);
    const char *demand = bill_part(w->use, false, w->arena);
    if (*energy) year_line(w, "year_energy_cost", "Energy in the year", energy, false);
    if (*demand) year_line(w, "year_demand_cost", "Demand or capacity in the year", demand, false);
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
