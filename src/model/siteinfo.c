#include "model/siteinfo.h"

static const char *const placement_words[] = {"first-fit", "heuristic", "optimal", NULL};
static const char *const code_words[] = {"IEC", "NEC", NULL};
static const char *const use_words[] = {"lighting", "other", NULL};

#define SITE(field) offsetof(struct siteinfo, field)

/* clang-format off */
const struct param siteinfo_params[] = {
    {.key = "title", .type = PARAM_TEXT, .at = SITE(title), .doc = "name on the report"},
    {.key = "prepared_by", .type = PARAM_TEXT, .at = SITE(prepared_by),
     .doc = "who signs the report"},
    {.key = "climate", .type = PARAM_REF, .refs = "climate", .def = PARAM_REQUIRED,
     .at = SITE(climate), .doc = "weather of the site"},
    {.key = "tariff", .type = PARAM_REF, .refs = "tariff", .at = SITE(tariff),
     .doc = "electricity tariff"},
    {.key = "currency", .type = PARAM_TEXT, .at = SITE(currency),
     .doc = "ISO 4217 code that money is reported in; the tariff's when not given"},
    {.key = "altitude", .unit = "m", .min = -450, .max = 5500, .at = SITE(altitude_m),
     .doc = "height above sea; the climate's when not given"},
    {.key = "diversity", .unit = "%", .def = "100 %", .min = 10, .max = 100,
     .at = SITE(diversity_frac),
     .doc = "greatest simultaneous power over the sum of the servers' maxima"},
    {.key = "placement", .type = PARAM_WORD, .words = placement_words, .def = "first-fit",
     .at = SITE(placement),
     .doc = "how servers without a place of their own get one: first-fit by racks alone, heuristic "
            "or optimal under every limit, as dcplan place"},
    {.key = "design_dry_bulb", .unit = "degC", .min = -20, .max = 60,
     .at = SITE(design_dry_bulb_c),
     .doc = "greatest outdoor dry bulb that limits must hold in, such as ASHRAE's 20-year extreme; "
            "the weather year's own when not given or lower"},
    {.key = "design_wet_bulb", .unit = "degC", .min = -20, .max = 40,
     .at = SITE(design_wet_bulb_c), .doc = "greatest wet bulb that limits must hold in, likewise"},
    {.key = "carbon", .unit = "kg/kWh", .max = 3, .at = SITE(carbon_kg_j),
     .doc = "carbon dioxide per electricity bought"},
    {.key = "carbon_source", .type = PARAM_TEXT, .at = SITE(carbon_source),
     .doc = "where the carbon intensity comes from"},
    {.key = "water_price", .unit = "money/m3", .type = PARAM_MONEY, .max = 1e4,
     .at = SITE(water_price), .doc = "price of make-up water, with sewerage where that is paid"},
    {.key = "electrical_code", .type = PARAM_WORD, .words = code_words, .def = "IEC",
     .at = SITE(electrical_code),
     .doc = "IEC: circuits carry their rated current (IEC 60364-4-43); NEC: 80 % of it for loads "
            "of three hours or more (NEC 210.20, 215.3)"},
    {.key = "voltage_drop", .unit = "%", .def = "5 %", .min = 0.5, .max = 20,
     .at = SITE(voltage_drop_frac),
     .doc = "greatest voltage drop from a transformer or UPS to a load (IEC 60364-5-52 annex G: 5 "
            "% for other uses than lighting; NEC 210.19, 215.2: 5 % of feeder and branch)"},
    {.key = "pue_max", .min = 1, .max = 10, .at = SITE(pue_max),
     .doc = "greatest PUE of the year by law or contract"},
    {.key = "wue_max", .unit = "L/kWh", .max = 100, .at = SITE(wue_max_m3_j),
     .doc = "greatest water use effectiveness of the year"},
    {.key = "mlc_max", .max = 10, .at = SITE(mlc_max),
     .doc = "greatest annualised mechanical load component (ASHRAE 90.4, by climate zone)"},
    {.key = "mlc_design_max", .max = 10, .at = SITE(mlc_design_max),
     .doc = "greatest mechanical load component at the design condition (ASHRAE 90.4)"},
    {.key = "elc_max", .max = 1, .at = SITE(elc_max),
     .doc = "greatest electrical loss component at the design load (ASHRAE 90.4)"},
    {.key = "energy_limits_source", .type = PARAM_TEXT, .at = SITE(energy_limits_source),
     .doc = "standard, edition and table, or contract, that those five come from"},
    {.key = "hours", .type = PARAM_COUNT, .min = 8760, .max = 8784, .at = SITE(hours),
     .doc = "hours of the year: 8760 or, for a leap year, 8784; the weather's when not given"},
    ROWS_SOURCE,
};
/* clang-format on */
const int siteinfo_n_params = sizeof siteinfo_params / sizeof *siteinfo_params;

/* clang-format off */
const struct param load_params[] = {
    ROW_COUNT("identical loads"),
    ROWS_DRAW,
    {.key = "kind", .type = PARAM_WORD, .words = use_words, .def = "other",
     .at = offsetof(struct load, use), .doc = "lighting, or anything else"},
    {.key = "power", .unit = "kW", .def = PARAM_REQUIRED, .max = 1e5,
     .at = offsetof(struct load, power_w), .doc = "power around the clock"},
    {.key = "heat_to", .type = PARAM_REF, .refs = "room", .at = offsetof(struct load, heat_to),
     .doc = "room that takes its heat; outdoors when not given"},
    ROWS_SOURCE,
};
/* clang-format on */
const int load_n_params = sizeof load_params / sizeof *load_params;

/* clang-format off */
const struct param capex_params[] = {
    ROW_COUNT("how many"),
    ROWS_SOURCE,
};
/* clang-format on */
const int capex_n_params = sizeof capex_params / sizeof *capex_params;

/* clang-format off */
const struct param fx_params[] = {
    {.key = "rate", .unit = "money", .type = PARAM_MONEY, .def = PARAM_REQUIRED, .max = 1e6,
     .at = offsetof(struct fx, rate), .doc = "price of one unit of the currency it is named by"},
    ROWS_SOURCE,
};
/* clang-format on */
const int fx_n_params = sizeof fx_params / sizeof *fx_params;
