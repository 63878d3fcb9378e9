#include "model/tariff.h"

#include <math.h>
#include <string.h>

#define AT(field) offsetof(struct tariff, field)
#define PRICE(name, field, meaning)                                                                \
    {                                                                                              \
        .key = name, .unit = "money/kWh", .type = PARAM_MONEY, .max = 1e6, .at = AT(field),        \
        .doc = meaning                                                                             \
    }
#define DEMAND(name, per, field, meaning)                                                          \
    {                                                                                              \
        .key = name, .unit = per, .type = PARAM_MONEY, .max = 1e6, .at = AT(field), .doc = meaning \
    }

const char *const tariff_period_words[] = {"spike", "peak", "flat", "valley", NULL};
static const char *const basis_words[] = {"none", "capacity", "contract", "demand", NULL};
static const char *const weekend_words[] = {"same", "flat", "valley", NULL};
static const char *const daylight_words[] = {"none", "us", "eu", "au", "nz", NULL};
static const char *const tax_words[] = {"included", "excluded", NULL};
static const char *const prior_words[] = {"same", "none", NULL};

const struct param tariff_params[] = {
    PRICE("spike_price", price[PERIOD_SPIKE], "price of energy in spike hours"),
    PRICE("peak_price", price[PERIOD_PEAK], "price of energy in peak hours"),
    PRICE("flat_price", price[PERIOD_FLAT], "price of energy in all other hours"),
    PRICE("valley_price", price[PERIOD_VALLEY], "price of energy in valley hours"),
    PRICE("summer_spike_price", summer_price[PERIOD_SPIKE], "spike price in summer months"),
    PRICE("summer_peak_price", summer_price[PERIOD_PEAK], "peak price in summer months"),
    PRICE("summer_flat_price", summer_price[PERIOD_FLAT], "flat price in summer months"),
    PRICE("summer_valley_price", summer_price[PERIOD_VALLEY], "valley price in summer months"),
    PRICE("energy_adder", energy_adder, "funds and surcharges on every kWh, outside the periods"),
    {.key = "spike_hours",
     .type = PARAM_HOURS,
     .at = AT(spike_hours),
     .doc = "hours of the day of the spike period, on the clock"},
    {.key = "peak_hours",
     .type = PARAM_HOURS,
     .at = AT(peak_hours),
     .doc = "hours of the day of the peak period"},
    {.key = "valley_hours",
     .type = PARAM_HOURS,
     .at = AT(valley_hours),
     .doc = "hours of the day of the valley period"},
    {.key = "summer_peak_hours",
     .type = PARAM_HOURS,
     .at = AT(summer_peak_hours),
     .doc = "peak hours in summer months, when they differ"},
    {.key = "summer_valley_hours",
     .type = PARAM_HOURS,
     .at = AT(summer_valley_hours),
     .doc = "valley hours in summer months, when they differ"},
    {.key = "spike_months",
     .type = PARAM_REALS,
     .min = 1,
     .max = 12,
     .at = AT(spike_months),
     .doc = "months with spike hours, 1 to 12; all when not given"},
    {.key = "summer_months",
     .type = PARAM_REALS,
     .min = 1,
     .max = 12,
     .at = AT(summer_months),
     .doc = "months in which summer prices and hours hold, 1 to 12"},
    {.key = "weekend",
     .type = PARAM_WORD,
     .words = weekend_words,
     .def = "same",
     .at = AT(weekend),
     .doc = "period of all hours of Saturdays, Sundays and holidays"},
    {.key = "daylight_saving",
     .type = PARAM_WORD,
     .words = daylight_words,
     .def = "none",
     .at = AT(daylight),
     .doc = "rule by which the tariff's clock runs an hour ahead"},
    {.key = "basis",
     .type = PARAM_WORD,
     .words = basis_words,
     .def = "none",
     .at = AT(basis),
     .doc = "what the second part of a two-part tariff is charged on"},
    DEMAND("demand_price", "money/kW/month", demand_price, "price of demand in kW"),
    DEMAND("demand_price_kva", "money/kVA/month", demand_price_kva, "price of demand in kVA"),
    DEMAND("summer_demand_price", "money/kW/month", summer_demand_price,
           "price of demand in summer months, when it differs"),
    DEMAND("capacity_price", "money/kVA/month", capacity_price,
           "price of installed transformer capacity"),
    {.key = "demand_tier",
     .unit = "kW",
     .max = 1e7,
     .at = AT(demand_tier_w),
     .doc = "demand above which the upper price holds"},
    DEMAND("demand_price_above", "money/kW/month", demand_price_above,
           "price of the part of the demand above the tier"),
    {.key = "power_factor",
     .def = "0.95",
     .min = 0.3,
     .max = 1,
     .at = AT(power_factor),
     .doc = "of the site, for demand in kVA"},
    {.key = "demand_factor",
     .def = "1.05",
     .min = 1,
     .max = 2,
     .at = AT(demand_factor),
     .doc = "demand over the metered interval, as a multiple of the hourly mean"},
    {.key = "contract_demand",
     .unit = "kW",
     .max = 1e7,
     .at = AT(contract_w),
     .doc = "agreed demand; the year's greatest demand when not given"},
    {.key = "contract_min",
     .unit = "%",
     .def = "40 %",
     .max = 100,
     .at = AT(contract_min_frac),
     .doc = "least agreed demand, as a share of the transformers' capacity"},
    {.key = "contract_over",
     .unit = "%",
     .def = "105 %",
     .min = 100,
     .max = 300,
     .at = AT(contract_over_frac),
     .doc = "share of the agreed demand up to which nothing is added"},
    {.key = "contract_over_factor",
     .def = "2",
     .min = 1,
     .max = 10,
     .at = AT(contract_over_factor),
     .doc = "multiple of the price for demand beyond that"},
    {.key = "ratchet",
     .unit = "%",
     .def = "0 %",
     .max = 100,
     .at = AT(ratchet_frac),
     .doc = "share of the greatest earlier demand that is billed at least"},
    {.key = "ratchet_months",
     .def = "11",
     .min = 1,
     .max = 11,
     .type = PARAM_COUNT,
     .at = AT(ratchet_months),
     .doc = "earlier months the ratchet looks back on"},
    {.key = "ratchet_prior",
     .type = PARAM_WORD,
     .words = prior_words,
     .def = "same",
     .at = AT(ratchet_prior),
     .doc = "whether the year before had the same demand or none"},
    {.key = "demand_min",
     .unit = "kW",
     .def = "0 kW",
     .max = 1e7,
     .at = AT(demand_min_w),
     .doc = "least demand billed"},
    {.key = "high_use",
     .unit = "kWh/kVA",
     .max = 744,
     .at = AT(high_use_s),
     .doc = "monthly energy per transformer capacity from which the demand price is reduced"},
    {.key = "high_use_factor",
     .def = "1",
     .min = 0.1,
     .max = 1,
     .at = AT(high_use_factor),
     .doc = "multiple of the demand price for such months"},
    {.key = "rates",
     .type = PARAM_REFS,
     .refs = "rate",
     .at = AT(rates),
     .doc = "further lines of the bill, each a [rate]"},
    {.key = "holidays",
     .type = PARAM_TEXTS,
     .at = AT(holidays),
     .doc = "days that count as weekend: 2026-02-17, or 10-01 of every year"},
    {.key = "carbon",
     .unit = "kg/kWh",
     .max = 3,
     .at = AT(carbon_kg_j),
     .doc =
         "carbon dioxide per energy that lines priced by carbon count; the site's when not given"},
    {.key = "fixed_charge",
     .unit = "money/month",
     .type = PARAM_MONEY,
     .max = 1e9,
     .at = AT(fixed_charge),
     .doc = "charge per month"},
    {.key = "tax",
     .type = PARAM_WORD,
     .words = tax_words,
     .def = "included",
     .at = AT(tax),
     .doc = "whether the prices hold value added tax"},
    {.key = "includes", .type = PARAM_TEXT, .at = AT(includes), .doc = "what the prices include"},
    {.key = "source",
     .type = PARAM_TEXT,
     .at = AT(source),
     .doc = "where the prices come from, and how sure they are"},
    {.key = "note", .type = PARAM_TEXT, .at = AT(note), .doc = "free text"},
    {.key = "date", .type = PARAM_DATE, .at = AT(date), .doc = "date of the prices"},
};
const int tariff_n_params = sizeof tariff_params / sizeof *tariff_params;

static const struct money *price_at(const struct tariff *t, int row)
{
    return (const struct money *)(const void *)((const char *)t + tariff_params[row].at);
}

const char *tariff_currency(const struct tariff *t)
{
    for (int i = 0; i < tariff_n_params; i++)
        if (tariff_params[i].type == PARAM_MONEY && price_at(t, i)->currency[0])
            return price_at(t, i)->currency;
    return "";
}

static bool months_exist(const struct reals *months)
{
    for (int i = 0; i < months->n; i++)
        if (months->v[i] > floor(months->v[i])) return false;
    return true;
}

static bool is_given(const struct money *m)
{
    return m->currency[0] != 0;
}

static bool overlap(const struct hours *a, const struct hours *b)
{
    bool any = false;
    for (int h = 0; h < 24; h++) any |= a->given && b->given && a->in[h] && b->in[h];
    return any;
}

static void idle(bool is_idle, const char *what, const char *hint, const char *name,
                 struct place where, struct diags *ds)
{
    if (is_idle)
        diag_warning(ds, DIAG_INPUT, where, hint, "tariff '%s': %s has no effect", name, what);
}

/* Prices that are given but never charged: the bill would be too low without a word. */
static void warn_of_idle(const struct tariff *t, const char *name, struct place where,
                         struct diags *ds)
{
    bool has_demand = is_given(&t->demand_price) || is_given(&t->demand_price_kva);
    /* a two-part tariff lists the prices of every basis there is to choose */
    idle(has_demand && t->basis == BASIS_NONE, "its demand price",
         "add basis = demand, or contract", name, where, ds);
    idle(is_given(&t->capacity_price) && t->basis == BASIS_NONE, "capacity_price",
         "add basis = capacity", name, where, ds);
    bool has_floor = t->ratchet_frac > 0 || t->demand_min_w > 0;
    idle(has_floor && t->basis != BASIS_DEMAND, "ratchet or demand_min", "add basis = demand", name,
         where, ds);
    idle(is_given(&t->demand_price_above) && isnan(t->demand_tier_w), "demand_price_above",
         "add demand_tier", name, where, ds);
    idle(is_given(&t->price[PERIOD_SPIKE]) && !t->spike_hours.given, "spike_price",
         "add spike_hours", name, where, ds);
    idle(is_given(&t->price[PERIOD_PEAK]) && !t->peak_hours.given && !t->summer_peak_hours.given,
         "peak_price", "add peak_hours", name, where, ds);
    idle(is_given(&t->price[PERIOD_VALLEY]) && !t->valley_hours.given &&
             !t->summer_valley_hours.given && t->weekend != WEEKEND_VALLEY,
         "valley_price", "add valley_hours", name, where, ds);
    bool has_summer = is_given(&t->summer_demand_price);
    for (int p = 0; p < N_PERIOD; p++) has_summer |= is_given(&t->summer_price[p]);
    idle(has_summer && !t->summer_months.n, "a summer price", "add summer_months", name, where, ds);
    if (overlap(&t->peak_hours, &t->valley_hours) ||
        overlap(&t->summer_peak_hours, &t->summer_valley_hours))
        diag_warning(ds, DIAG_INPUT, where, "in such hours the peak price holds",
                     "tariff '%s': peak_hours and valley_hours overlap", name);
}

bool tariff_check(const struct tariff *t, const char *name, struct place where, struct diags *ds)
{
    int before = ds->n_error;
    const char *currency = tariff_currency(t);
    for (int i = 0; i < tariff_n_params; i++)
        if (tariff_params[i].type == PARAM_MONEY && price_at(t, i)->currency[0] &&
            strcmp(price_at(t, i)->currency, currency) != 0)
            diag_error(ds, DIAG_INPUT, where, "give every price of a tariff in one currency",
                       "tariff '%s' has prices in %s and in %s", name, currency,
                       price_at(t, i)->currency);
    if (!isnan(t->demand_price.amount) && !isnan(t->demand_price_kva.amount))
        diag_error(ds, DIAG_INPUT, where, "leave one of them out",
                   "tariff '%s' has both demand_price and demand_price_kva", name);
    bool is_tiered = !isnan(t->demand_tier_w) || is_given(&t->demand_price_above);
    if (is_given(&t->demand_price_kva) && (is_tiered || is_given(&t->summer_demand_price)))
        diag_error(ds, DIAG_INPUT, where, "give the demand price per kW",
                   "tariff '%s': a tier or a summer price of demand goes with demand_price alone",
                   name);
    if (is_given(&t->demand_price_kva) && t->basis == BASIS_CONTRACT)
        diag_error(ds, DIAG_INPUT, where,
                   "give demand_price, per kW of the agreed demand: per kVA times the power factor",
                   "tariff '%s': an agreed demand in kW has no price per kVA", name);
    if (!months_exist(&t->spike_months) || !months_exist(&t->summer_months))
        diag_error(ds, DIAG_INPUT, where, "months are whole numbers from 1 to 12",
                   "tariff '%s' names a month that does not exist", name);
    warn_of_idle(t, name, where, ds);
    return ds->n_error == before;
}

static bool has_month(const struct reals *months, int month)
{
    for (int i = 0; i < months->n; i++)
        if ((int)months->v[i] == month + 1) return true;
    return false;
}

bool tariff_is_summer(const struct tariff *t, int month)
{
    return has_month(&t->summer_months, month);
}

/* First hour of the n-th Sunday of a month (n 0: the last one). */
static int sunday(const struct calendar *c, int month, int n)
{
    int first = c->month_start[month];
    int days = (c->month_start[month + 1] - first) / 24;
    int day = (6 - calendar_weekday(c, first) + 7) % 7 + 7 * (n ? n - 1 : 4);
    if (day >= days) day -= 7;
    return first + 24 * day;
}

/* US: second Sunday of March to first Sunday of November at 02:00 clock time
   (Energy Policy Act of 2005).  EU: last Sundays of March and October at 01:00
   UTC (Directive 2000/84/EC), taken as 02:00 standard time of central Europe.
   AU: first Sundays of October and April at 02:00 standard time (Standard Time
   Act 1987 of New South Wales, alike in the other states that change clocks).
   NZ: last Sunday of September to first Sunday of April at 02:00 standard time
   (New Zealand Daylight Time Order 2007). */
void tariff_daylight(const struct tariff *t, const struct calendar *c, int *begin, int *end)
{
    enum { MARCH = 2, APRIL = 3, SEPTEMBER = 8, OCTOBER = 9, NOVEMBER = 10 };
    *begin = *end = 0;
    switch ((enum tariff_daylight)t->daylight) {
    case DAYLIGHT_US:
        *begin = sunday(c, MARCH, 2) + 2;
        *end = sunday(c, NOVEMBER, 1) + 1;
        break;
    case DAYLIGHT_EU:
        *begin = sunday(c, MARCH, 0) + 2;
        *end = sunday(c, OCTOBER, 0) + 2;
        break;
    case DAYLIGHT_AU:
    case DAYLIGHT_NZ:
        *begin = (t->daylight == DAYLIGHT_AU ? sunday(c, OCTOBER, 1) : sunday(c, SEPTEMBER, 0)) + 2;
        *end = sunday(c, APRIL, 1) + 2;
        break;
    case DAYLIGHT_NONE: break;
    }
}

bool tariff_is_daylight(const struct tariff *t, const struct calendar *c, int hour)
{
    int begin, end;
    tariff_daylight(t, c, &begin, &end);
    return tariff_is_ahead(begin, end, hour);
}

static const struct hours *seasonal(const struct hours *summer, const struct hours *all,
                                    bool is_summer)
{
    return is_summer && summer->given ? summer : all;
}

enum tariff_period tariff_period(const struct tariff *t, const struct calendar *c, int hour)
{
    int clock = tariff_is_daylight(t, c, hour) && hour + 1 < c->hours ? hour + 1 : hour;
    int month = calendar_month(c, clock), h = calendar_hour_of_day(clock);
    bool summer = tariff_is_summer(t, month);
    if (t->weekend != WEEKEND_SAME &&
        (calendar_weekday(c, clock) >= 5 ||
         tariff_is_holiday(t, month, calendar_day_of_month(c, clock))))
        return t->weekend == WEEKEND_FLAT ? PERIOD_FLAT : PERIOD_VALLEY;
    if (t->spike_hours.given && t->spike_hours.in[h] &&
        (!t->spike_months.n || has_month(&t->spike_months, month)))
        return PERIOD_SPIKE;
    const struct hours *peak = seasonal(&t->summer_peak_hours, &t->peak_hours, summer);
    const struct hours *valley = seasonal(&t->summer_valley_hours, &t->valley_hours, summer);
    if (peak->given && peak->in[h]) return PERIOD_PEAK;
    return valley->given && valley->in[h] ? PERIOD_VALLEY : PERIOD_FLAT;
}
