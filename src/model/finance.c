#include "model/finance.h"

#include <math.h>

static const char *const capital_words[] = {"rate", "wacc", NULL};
static const char *const terms_words[] = {"nominal", "real", NULL};
static const char *const timing_words[] = {"end", "middle", "start", NULL};
static const char *const purchase_words[] = {"buy", "lease", NULL};
static const char *const depreciation_words[] = {"straight-line", "declining", "macrs", "china",
                                                 NULL};
const char *const cost_category_words[] = {
    "servers",      "fabric",   "storage",         "racks", "power", "cooling", "building",
    "installation", "spares",   "maintenance",     "staff", "space", "network", "water",
    "insurance",    "software", "decommissioning", "other", NULL};
static const char *const when_words[] = {"build", "yearly", "end", NULL};
static const char *const class_words[] = {"it", "plant", "building", NULL};
static const char *const tax_words[] = {"excluded", "included", NULL};

#define AT(field) offsetof(struct finance, field)
#define RATE(name, field, given, meaning)                                                          \
    {                                                                                              \
        .key = name, .unit = "%", .def = given, .min = -50, .max = 100, .at = AT(field),           \
        .doc = meaning                                                                             \
    }
#define YEARS(name, field, given, meaning)                                                         \
    {                                                                                              \
        .key = name, .unit = "years", .def = given, .min = 0.25, .max = 100, .at = AT(field),      \
        .doc = meaning                                                                             \
    }

/* clang-format off */
const struct param finance_params[] = {
    {.key = "years", .type = PARAM_COUNT, .def = "5", .min = 1, .max = 40, .at = AT(years),
     .doc = "years of operation that are counted, from the site's date"},
    {.key = "terms", .type = PARAM_WORD, .words = terms_words, .def = "nominal", .at = AT(terms),
     .doc = "nominal: money of its year; real: money of the site's date. The discount rate is of "
     "the same"},
    {.key = "capital", .type = PARAM_WORD, .words = capital_words, .def = "rate", .at = AT(capital),
     .doc = "rate: `discount` is the cost of capital; wacc: it follows from debt and equity "
     "after tax"},
    RATE("discount", discount_frac, "8 %", "discount rate of a year"),
    {.key = "debt", .unit = "%", .def = "0 %", .max = 100, .at = AT(debt_frac),
     .doc = "wacc: part of the capital that is debt"},
    RATE("debt_rate", debt_rate_frac, "6 %", "wacc: interest on debt, nominal"),
    RATE("equity_rate", equity_rate_frac, "12 %", "wacc: return on equity, nominal"),
    {.key = "timing", .type = PARAM_WORD, .words = timing_words, .def = "end", .at = AT(timing),
     .doc = "when in its year a flow is discounted from; what is built is paid at year 0"},
    RATE("inflation", inflation_frac, "2 %", "general inflation of a year"),
    RATE("electricity_escalation", electricity_escalation_frac, NULL,
          "nominal rise of electricity prices in a year; inflation when not given"),
    RATE("water_escalation", water_escalation_frac, NULL,
          "nominal rise of water prices in a year; inflation when not given"),
    {.key = "income_tax", .unit = "%", .def = "0 %", .max = 90, .at = AT(tax_frac),
     .doc = "tax on profit that costs and depreciation save; 0 %: before tax"},
    YEARS("it_life", it_life_s, "5 years",
          "service life of IT equipment, after which it is replaced"),
    YEARS("plant_life", plant_life_s, "15 years", "service life of power and cooling equipment"),
    YEARS("building_life", building_life_s, "30 years", "service life of buildings"),
    {.key = "it_depreciation", .type = PARAM_WORD, .words = depreciation_words,
     .def = "straight-line", .at = AT(it_depreciation), .doc = "of IT equipment, for tax"},
    {.key = "plant_depreciation", .type = PARAM_WORD, .words = depreciation_words,
     .def = "straight-line", .at = AT(plant_depreciation), .doc = "of power and cooling, for tax"},
    {.key = "building_depreciation", .type = PARAM_WORD, .words = depreciation_words,
     .def = "straight-line", .at = AT(building_depreciation), .doc = "of buildings, for tax"},
    YEARS("it_depreciation_life", it_depreciation_s, NULL,
          "years that IT equipment is depreciated over; its service life when not given"),
    YEARS("plant_depreciation_life", plant_depreciation_s, NULL,
          "years that power and cooling are depreciated over"),
    YEARS("building_depreciation_life", building_depreciation_s, NULL,
          "years that buildings are depreciated over"),
    {.key = "it_residual", .unit = "%", .def = "5 %", .max = 100, .at = AT(it_residual_frac),
     .doc = "worth of IT equipment at the end of its life, of its price"},
    {.key = "plant_residual", .unit = "%", .def = "0 %", .max = 100, .at = AT(plant_residual_frac),
     .doc = "worth of plant and buildings at the end of their lives, of their price"},
    {.key = "vat", .unit = "%", .def = "0 %", .max = 50, .at = AT(vat_frac),
     .doc = "value added tax of the country"},
    {.key = "vat_recoverable", .type = PARAM_FLAG, .def = "yes", .at = AT(vat_recoverable),
     .doc = "yes: prices count without it; no: with it"},
    {.key = "purchase", .type = PARAM_WORD, .words = purchase_words, .def = "buy",
     .at = AT(purchase), .doc = "IT equipment is bought, or leased for equal yearly payments"},
    {.key = "lease_share", .unit = "%", .def = "100 %", .max = 100, .at = AT(lease_share_frac),
     .doc = "part of the IT equipment's price that is leased"},
    RATE("lease_rate", lease_rate_frac, "8 %", "interest in the lease"),
    YEARS("lease_term", lease_s, "3 years", "years over which the lease is paid"),
    {.key = "utilisation", .unit = "%", .max = 100, .at = AT(utilisation_frac),
     .doc = "part of the year's hours in which the accelerators are needed; the workload's mean "
     "activity when not given"},
    {.key = "egress_per_month", .unit = "GB", .max = 1e12, .at = AT(egress_gb_month),
     .doc = "data that leaves a cloud in a month when all is rented"},
    {.key = "storage", .unit = "GB", .max = 1e12, .at = AT(storage_gb),
     .doc = "data kept in a cloud when all is rented"},
    {.key = "cloud", .type = PARAM_REFS, .refs = "cloud", .at = AT(cloud),
     .doc = "cloud offers that owning is compared with"},
    {.key = "colo", .type = PARAM_REF, .refs = "colo", .at = AT(colo),
     .doc = "colocation that owning is compared with"},
    {.key = "scenario", .type = PARAM_REF, .refs = "scenario", .at = AT(scenario),
     .doc = "scenario that the answer is given for; the values as they are when not given"},
    ROWS_CITED,
};

#undef AT
#define AT(field) offsetof(struct cost, field)
#define MONEY(name, per, field, meaning)                                                           \
    {                                                                                              \
        .key = name, .unit = per, .type = PARAM_MONEY, .max = 1e12, .at = AT(field),               \
        .doc = meaning                                                                             \
    }

const struct param cost_params[] = {
    ROW_COUNT("how many"),
    {.key = "label", .type = PARAM_TEXT, .at = AT(label), .doc = "words in the tables"},
    {.key = "category", .type = PARAM_WORD, .words = cost_category_words, .def = PARAM_REQUIRED,
     .at = AT(category), .doc = "what it is for"},
    {.key = "when", .type = PARAM_WORD, .words = when_words, .def = "yearly", .at = AT(when),
     .doc = "build: once, again after its life; yearly; end: once, after the last year"},
    {.key = "class", .type = PARAM_WORD, .words = class_words, .at = AT(class),
     .doc = "whose life and depreciation it has; by the category when not given"},
    MONEY("price_kw", "money/kW", price_kw,
          "per kW of the IT equipment's maximum; of a yearly line, a year"),
    MONEY("price_kw_month", "money/kW/month", price_kw_month,
          "yearly: per kW of the IT equipment's maximum and month"),
    MONEY("price_server", "money", price_server, "per server; of a yearly line, a year"),
    MONEY("price_accelerator", "money/GPU", price_accelerator,
          "per accelerator; of a yearly line, a year"),
    MONEY("price_rack", "money", price_rack, "per rack; of a yearly line, a year"),
    MONEY("price_month", "money/month", price_month, "yearly: amount a month"),
    MONEY("price_kwh", "money/kWh", price_kwh, "yearly: per kWh of IT energy"),
    {.key = "share", .unit = "%", .max = 1000, .at = AT(share_frac),
     .doc = "part of what `of` costs to build; of a yearly line, a year"},
    {.key = "of", .type = PARAM_TEXTS, .at = AT(of),
     .doc = "categories that the share is of; all that is built when not given"},
    {.key = "options", .type = PARAM_TEXTS, .at = AT(options),
     .doc = "options that it belongs to: own, colo, rent; own when not given"},
    YEARS("life", life_s, NULL, "service life; of its class when not given"),
    {.key = "residual", .unit = "%", .max = 100, .at = AT(residual_frac),
     .doc = "worth at the end of its life, of its price; of its class when not given"},
    {.key = "escalation", .unit = "%", .min = -50, .max = 100, .at = AT(escalation_frac),
     .doc = "nominal rise in a year; inflation when not given"},
    {.key = "tax", .type = PARAM_WORD, .words = tax_words, .def = "excluded", .at = AT(tax),
     .doc = "whether its prices include value added tax"},
    {.key = "sunk", .type = PARAM_FLAG, .def = "no", .at = AT(sunk),
     .doc = "paid whatever is decided: shown and left out of comparisons"},
    {.key = "from_year", .type = PARAM_COUNT, .min = 1, .max = 100, .at = AT(from_year),
     .doc = "yearly: first year of operation that it is paid in"},
    {.key = "to_year", .type = PARAM_COUNT, .min = 1, .max = 100, .at = AT(to_year),
     .doc = "yearly: last year of operation that it is paid in"},
    ROWS_SOURCE,
};

#undef AT
#define AT(field) offsetof(struct colo, field)

const struct param colo_params[] = {
    {.key = "provider", .type = PARAM_TEXT, .at = AT(provider), .doc = "who offers it"},
    {.key = "includes", .type = PARAM_TEXT, .at = AT(includes), .doc = "what the price includes"},
    MONEY("price_kw_month", "money/kW/month", price_kw_month, "per kW agreed and month"),
    {.key = "committed", .unit = "kW", .max = 1e6, .at = AT(committed_w),
     .doc = "least power that is paid; the IT equipment's maximum when not given or higher"},
    YEARS("term", term_s, NULL,
          "years that are agreed; space beyond the years counted is paid with the last one"),
    {.key = "power_multiplier", .def = "1", .min = 1, .max = 3, .at = AT(power_multiplier),
     .doc = "IT energy times this is paid, by contract"},
    MONEY("power_price", "money/kWh", power_price,
          "price of metered energy; the mean price of the site's tariff when not given"),
    {.key = "escalation", .unit = "%", .min = -50, .max = 100, .at = AT(escalation_frac),
     .doc = "nominal rise of its price in a year; inflation when not given"},
    {.key = "rack_max", .unit = "kW", .max = 1e4, .at = AT(rack_max_w),
     .doc = "greatest power of a rack that it takes; racks rated above it are warned of"},
    ROWS_SOURCE,
};

#undef AT
#define AT(field) offsetof(struct scenario, field)

const struct param scenario_params[] = {
    {.key = "title", .type = PARAM_TEXT, .at = AT(title), .doc = "words in the tables"},
    {.key = "set", .type = PARAM_TEXTS, .at = AT(set),
     .doc = "what differs, as finance.discount=6 %: rates and prices of finance, cost, cloud, "
     "colo, tariff and rate, and prices of parts"},
    ROWS_CITED,
};
/* clang-format on */
const int finance_n_params = sizeof finance_params / sizeof *finance_params;
const int cost_n_params = sizeof cost_params / sizeof *cost_params;
const int colo_n_params = sizeof colo_params / sizeof *colo_params;
const int scenario_n_params = sizeof scenario_params / sizeof *scenario_params;

int finance_whole_years(double time_s)
{
    static const double year_s = 8760 * 3600.0;
    double years = time_s / year_s;
    return fabs(years - floor(years + 0.5)) < 1e-9 ? (int)floor(years + 0.5) : -1;
}

enum cost_class cost_class_of(const struct cost *c)
{
    if (c->class >= 0) return (enum cost_class)c->class;
    switch (c->category) {
    case COST_SERVERS:
    case COST_FABRIC:
    case COST_STORAGE:
    case COST_SPARES:
    case COST_SOFTWARE: return CLASS_IT;
    case COST_BUILDING:
    case COST_SPACE: return CLASS_BUILDING;
    default: return CLASS_PLANT;
    }
}
