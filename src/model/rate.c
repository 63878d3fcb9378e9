#include "model/rate.h"

#define AT(field) offsetof(struct rate, field)
#define PRICE(name, per, field, meaning) MONEY(name, per, 1e6, field, meaning)
/* A sum of a month or a year: in any currency, of any site. */
#define AMOUNT(name, field, meaning) MONEY(name, "money", 1e12, field, meaning)
#define MONEY(name, per, most, field, meaning)                                                     \
    {                                                                                              \
        .key = name, .unit = per, .type = PARAM_MONEY, .min = -(most), .max = most,                \
        .at = AT(field), .doc = meaning                                                            \
    }

static const char *const charge_words[] = {"energy",   "demand",       "capacity", "fixed",
                                           "reactive", "export",       "market",   "carbon",
                                           "share",    "power-factor", "minimum",  NULL};
static const char *const per_words[] = {"month", "day", "year", NULL};
static const char *const step_words[] = {"window", "month", NULL};
static const char *const prior_words[] = {"same", "none", NULL};

/* clang-format off */
const struct param rate_params[] = {
    {.key = "charge", .type = PARAM_WORD, .words = charge_words, .def = PARAM_REQUIRED,
     .at = AT(charge), .doc = "what the line is charged on"},
    {.key = "label", .type = PARAM_TEXT, .at = AT(label), .doc = "words on the bill"},
    PRICE("energy_price", "money/kWh", energy_price,
          "energy, export: price of a kWh; market: added to the hour's price"),
    PRICE("demand_price", "money/kW/month", demand_price, "demand: price of a kW"),
    PRICE("demand_price_kva", "money/kVA/month", demand_price_kva,
          "demand: price of a kVA, at the tariff's power factor"),
    PRICE("capacity_price", "money/kVA/month", capacity_price,
          "capacity: price of a kVA of transformers that the utility feeds"),
    AMOUNT("fixed_price", fixed_price, "fixed: amount of each month, or day by `per`"),
    PRICE("reactive_price", "money/kvarh", reactive_price, "reactive: price of a kvarh"),
    PRICE("carbon_price", "money/t", carbon_price, "carbon: price of a tonne of carbon dioxide"),
    AMOUNT("minimum", minimum,
          "minimum: least that the lines in `of` come to in a month, or year by `per`"),
    {.key = "months", .type = PARAM_REALS, .min = 1, .max = 12, .at = AT(months),
     .doc = "months in which it holds; all when not given"},
    {.key = "hours", .type = PARAM_HOURS, .at = AT(hours),
     .doc = "hours of the day, on the clock, or none; all when not given, none when only "
     "other days are"},
    {.key = "saturday_hours", .type = PARAM_HOURS, .at = AT(saturday_hours),
     .doc = "hours of Saturdays; those of weekends when not given"},
    {.key = "weekend_hours", .type = PARAM_HOURS, .at = AT(weekend_hours),
     .doc = "hours of weekends and holidays; those of other days when not given"},
    {.key = "per", .type = PARAM_WORD, .words = per_words, .def = "month", .at = AT(per),
     .doc = "what demand, a fixed price, a minimum and steps of energy are counted over"},
    {.key = "above_energy", .unit = "kWh", .max = 1e12, .at = AT(above_j),
     .doc = "only what exceeds this, per month or day"},
    {.key = "up_to_energy", .unit = "kWh", .max = 1e12, .at = AT(up_to_j),
     .doc = "only up to this"},
    {.key = "above_demand", .unit = "kW", .max = 1e9, .at = AT(above_w),
     .doc = "only demand that exceeds this"},
    {.key = "up_to_demand", .unit = "kW", .max = 1e9, .at = AT(up_to_w),
     .doc = "only demand up to this"},
    {.key = "above_use", .unit = "kWh/kW", .max = 1e4, .at = AT(above_s),
     .doc = "only energy that exceeds this for each kW of the month's demand"},
    {.key = "up_to_use", .unit = "kWh/kW", .max = 1e4, .at = AT(up_to_s),
     .doc = "only energy up to this for each kW of the month's demand"},
    {.key = "above_reactive", .unit = "%", .def = "0 %", .max = 1000, .at = AT(above_reactive_frac),
     .doc = "reactive: only kvarh that exceed this share of the window's kWh"},
    {.key = "step_of", .type = PARAM_WORD, .words = step_words, .def = "window",
     .at = AT(step_of),
     .doc = "steps of energy count the window's own energy, or all of the month's, shared out by "
     "the window's part"},
    {.key = "ratchet", .unit = "%", .def = "0 %", .max = 100, .at = AT(ratchet_frac),
     .doc = "least demand billed, of the greatest of the months before"},
    {.key = "ratchet_months", .type = PARAM_COUNT, .def = "11", .min = 1, .max = 12,
     .at = AT(ratchet_months), .doc = "how many months before"},
    {.key = "ratchet_from", .type = PARAM_REALS, .min = 1, .max = 12, .at = AT(ratchet_from),
     .doc = "months whose demand the ratchet looks at; all when not given"},
    {.key = "ratchet_prior", .type = PARAM_WORD, .words = prior_words, .def = "same",
     .at = AT(ratchet_prior), .doc = "the year before: the same, or none"},
    {.key = "demand_min", .unit = "kW", .def = "0 kW", .max = 1e9, .at = AT(demand_min_w),
     .doc = "least demand billed"},
    {.key = "coincident", .type = PARAM_TEXTS, .at = AT(coincident),
     .doc = "hours of the system's peak, as 07-15 17: demand is the mean of those of the month"},
    {.key = "share", .unit = "%", .def = "100 %", .min = -100, .max = 1000, .at = AT(share_frac),
     .doc = "share: part of the lines in `of`; energy: part of the kWh, as of certificates"},
    {.key = "of", .type = PARAM_TEXTS, .at = AT(of),
     .doc = "lines that a share, a power-factor adjustment or a minimum is of; all others when "
     "not given"},
    {.key = "pue_above", .min = 1, .max = 10, .at = AT(pue_above),
     .doc = "holds only in a year with a PUE above this"},
    {.key = "pue_up_to", .min = 1, .max = 10, .at = AT(pue_up_to),
     .doc = "and at most this"},
    {.key = "pue_limit", .min = 1, .max = 10, .at = AT(pue_limit),
     .doc = "energy: only the part by which the year's PUE exceeds this"},
    {.key = "adjustment", .unit = ";%", .type = PARAM_CURVE, .min = -100, .max = 1000,
     .at = AT(adjustment), .doc = "power-factor: factor and what the lines change by, straight "
     "between"},
    {.key = "adjustment_step", .def = "0.01", .min = 0.0001, .max = 0.1, .at = AT(adjustment_step),
     .doc = "power-factor: the factor is rounded to this first"},
    {.key = "file", .type = PARAM_TEXT, .at = AT(file),
     .doc = "market: CSV file with a price for each hour of the year"},
    {.key = "column", .type = PARAM_TEXT, .at = AT(column),
     .doc = "market: column of the prices, price_per_kwh or price_per_mwh when not given"},
    ROWS_CITED,
};
/* clang-format on */
const int rate_n_params = sizeof rate_params / sizeof *rate_params;
