#include "model/airside.h"

static const char *const fan_words[] = {"constant", "variable", NULL};
static const char *const lockout_words[] = {"dry_bulb", "wet_bulb", "dew_point", NULL};
static const char *const mode_words[] = {"sharing", "standby", NULL};
static const char *const compressor_words[] = {"cycling", "inverter", NULL};
static const char *const coil_words[] = {"wet", "dry", NULL};
static const char *const rating_words[] = {"gross", "net", NULL};
static const char *const condenser_words[] = {"air", "water", "glycol", NULL};
static const char *const ahu_economizer_words[] = {"direct", "indirect", NULL};
static const char *const dx_economizer_words[] = {"none", "pumped-refrigerant", "coil", NULL};

/* clang-format off */
#define ROWS_AIR(owner)                                                                            \
    ROW_COUNT("units installed"), ROWS_DRAW,                                    \
    {.key = "serves", .type = PARAM_REF, .refs = "room", .at = offsetof(owner, air.serves),        \
     .doc = "room it cools"},                                                                      \
    {.key = "needed", .type = PARAM_COUNT, .min = 1, .max = 1e6,                                   \
     .at = offsetof(owner, air.needed),                                                            \
     .doc = "units that carry the design load; all of them when not given"},                       \
    {.key = "mode", .type = PARAM_WORD, .words = mode_words, .def = "sharing",                     \
     .at = offsetof(owner, air.mode),                                                              \
     .doc = "all installed units run, or the spare ones stand by"},                                \
    {.key = "airflow", .unit = "m3/s", .def = PARAM_REQUIRED, .min = 0.001, .max = 1000,           \
     .at = offsetof(owner, air.airflow_m3_s), .doc = "airflow of one unit at full fan speed"},     \
    {.key = "fan_power", .unit = "kW", .def = PARAM_REQUIRED, .max = 500,                          \
     .at = offsetof(owner, air.fan_w), .doc = "fan power of one unit at full speed"},              \
    {.key = "fan", .type = PARAM_WORD, .words = fan_words, .def = "variable",                      \
     .at = offsetof(owner, air.fan), .doc = "constant speed, or following the servers' airflow"},  \
    {.key = "fan_min", .unit = "%", .def = "30 %", .min = 5, .max = 100,                           \
     .at = offsetof(owner, air.fan_min_frac), .doc = "least fan speed"},                           \
    {.key = "fan_exponent", .def = "2.7", .min = 1, .max = 3,                                      \
     .at = offsetof(owner, air.fan_exponent),                                                      \
     .doc = "power grows with this power of the airflow"},                                         \
    ROWS_STANDING(owner, air.at, "1800 mm", "900 mm", "2000 mm",                                   \
                  "of one; the size of units is a placeholder"),                                   \
    ROWS_SERVICE(owner, air.clear_front_m, air.weight_kg, air.feet)
/* clang-format on */

/* clang-format off */
#define ROWS_LOCKOUT(owner)                                                                        \
    {.key = "lockout", .unit = "degC", .min = -30, .max = 45,                                      \
     .at = offsetof(owner, lockout.c),                                                             \
     .doc = "outdoor temperature from which the economizer is not tried; in any weather when not " \
            "given"},                                                                              \
    {.key = "lockout_band", .unit = "K", .def = "1 K", .max = 20,                                  \
     .at = offsetof(owner, lockout.band_k), .doc = "it is tried again so far below lockout"}
/* clang-format on */

#define CRAC(field) offsetof(struct crac, field)

/* Curves that are not given are those of sim/plant_air. */
/* clang-format off */
const struct param crac_params[] = {
    ROWS_AIR(struct crac),
    {.key = "capacity", .unit = "kW", .def = PARAM_REQUIRED, .min = 0.5, .max = 1000,
     .at = CRAC(capacity_w), .doc = "sensible capacity of one unit at the rated conditions"},
    {.key = "cop", .def = PARAM_REQUIRED, .min = 1, .max = 12, .at = CRAC(cop),
     .doc = "capacity over compressor power at the rated conditions"},
    {.key = "rating", .type = PARAM_WORD, .words = rating_words, .def = "gross",
     .at = CRAC(rating),
     .doc = "capacities and cop before (gross) or after (net) the indoor fan; net cop counts the "
            "power of indoor fan, compressor and condenser fan"},
    {.key = "compressor", .type = PARAM_WORD, .words = compressor_words, .def = "cycling",
     .at = CRAC(compressor), .doc = "constant speed that cycles, or inverter"},
    {.key = "load_min", .unit = "%", .def = "0 %", .max = 90, .at = CRAC(load_min_frac),
     .doc = "least load share of a running compressor: below it fewer run, the last one cycles"},
    {.key = "cap_ft", .type = PARAM_REALS, .min = -10, .max = 10, .at = CRAC(cap_ft),
     .doc = "capacity over rated: biquadratic in coil wet bulb and outdoor dry bulb, or entering "
            "condenser water, degC; generic curves of the condenser's kind when not given"},
    {.key = "eir_ft", .type = PARAM_REALS, .min = -10, .max = 10, .at = CRAC(eir_ft),
     .doc = "compressor power per capacity over rated: biquadratic of the same"},
    {.key = "plf_slope", .def = "0.2", .max = 0.5, .at = CRAC(plf_slope),
     .doc = "cycling: part-load factor = 1 - slope (1 - load share)"},
    {.key = "part_load", .unit = "%;%", .type = PARAM_CURVE,
     .at = CRAC(part_load),
     .def = "20 %: 120 %, 40 %: 130 %, 60 %: 125 %, 80 %: 112 %, 100 %: 100 %",
     .doc = "inverter: load share and COP over full-load COP pairs"},
    {.key = "rated_wet_bulb", .unit = "degC", .def = "19.44 degC", .min = 5, .max = 30,
     .at = CRAC(rated_wet_bulb_c), .doc = "coil inlet wet bulb of the rating"},
    {.key = "wet_bulb_min", .unit = "degC", .def = "12 degC", .min = 0, .max = 25,
     .at = CRAC(wet_bulb_min_c), .doc = "curves hold from this coil wet bulb"},
    {.key = "wet_bulb_max", .unit = "degC", .def = "26 degC", .min = 15, .max = 40,
     .at = CRAC(wet_bulb_max_c), .doc = "curves hold to this coil wet bulb"},
    {.key = "rated_outdoor", .unit = "degC", .def = "35 degC", .min = 10, .max = 55,
     .at = CRAC(rated_outdoor_c), .doc = "outdoor temperature of the rating"},
    {.key = "outdoor_min", .unit = "degC", .def = "18 degC", .min = -40, .max = 40,
     .at = CRAC(outdoor_min_c),
     .doc = "outdoor temperature below which head-pressure control holds condensing up"},
    {.key = "outdoor_max", .unit = "degC", .def = "46 degC", .min = 25, .max = 70,
     .at = CRAC(outdoor_max_c), .doc = "end of the curves; hours beyond are counted"},
    {.key = "inlet_adder", .unit = "K", .def = "0 K", .max = 20, .at = CRAC(inlet_adder_k),
     .doc = "how much warmer the condenser's air is than outdoors, by recirculation"},
    {.key = "condenser_fan_power", .unit = "kW", .def = "0 kW", .max = 100,
     .at = CRAC(condenser_fan_w),
     .doc = "condenser fan power of one unit, in proportion to its run time"},
    {.key = "condenser", .type = PARAM_WORD, .words = condenser_words, .def = "air",
     .at = CRAC(condenser), .doc = "what takes the condenser's heat: outdoor air, or a loop"},
    {.key = "rejects_to", .type = PARAM_REF, .refs = "loop", .at = CRAC(air.rejects_to),
     .doc = "loop of a water or glycol condenser"},
    {.key = "rated_condenser", .unit = "degC", .def = "29.44 degC", .min = 5, .max = 50,
     .at = CRAC(rated_condenser_c), .doc = "entering condenser water of the rating"},
    {.key = "condenser_min", .unit = "degC", .def = "18 degC", .min = 2, .max = 40,
     .at = CRAC(condenser_min_c),
     .doc = "entering condenser water below which head-pressure valves hold condensing up"},
    {.key = "condenser_max", .unit = "degC", .def = "48.9 degC", .min = 20, .max = 70,
     .at = CRAC(condenser_max_c), .doc = "end of the curves in water; hours beyond are counted"},
    {.key = "condenser_rise", .unit = "K", .def = "20 K", .max = 40, .at = CRAC(condenser_rise_k),
     .doc = "condensing above entering air at the rating; thin air makes more of it"},
    {.key = "derate_altitude_from", .unit = "m", .def = "300 m", .max = 5000,
     .at = CRAC(altitude_from_m), .doc = "the rating of an air-cooled condenser holds up to here"},
    {.key = "economizer", .type = PARAM_WORD, .words = dx_economizer_words, .def = "none",
     .at = CRAC(economizer),
     .doc = "cooling without compressor: refrigerant pumped, or a coil on the condenser's loop"},
    {.key = "economizer_capacity", .unit = "kW", .min = 0.5, .max = 1000, .at = CRAC(free_w),
     .doc = "sensible heat that one unit's economizer takes at its rating, and at most"},
    {.key = "economizer_return", .unit = "degC", .def = "35 degC", .min = 15, .max = 60,
     .at = CRAC(free_return_c), .doc = "return air of the economizer's rating"},
    {.key = "economizer_entering", .unit = "degC", .def = "7 degC", .min = -20, .max = 40,
     .at = CRAC(free_entering_c),
     .doc = "outdoor air of that rating, or the water that enters the coil"},
    ROWS_LOCKOUT(struct crac),
    {.key = "economizer_partial", .type = PARAM_FLAG, .def = "yes", .at = CRAC(is_free_partial),
     .doc = "compressors take what is left; without, it works when it can carry all"},
    {.key = "economizer_pump_power", .unit = "kW", .def = "0 kW", .max = 50,
     .at = CRAC(free_pump_w),
     .doc = "refrigerant pump of one unit at economizer_capacity, in proportion to its heat"},
    {.key = "restart", .unit = "s", .def = "180 s", .max = 3600, .at = CRAC(restart_s),
     .doc = "from the return of its power until its compressor cools again; a placeholder"},
    ROWS_SOURCE,
};
/* clang-format on */
const int crac_n_params = sizeof crac_params / sizeof *crac_params;

#define CRAH(field) offsetof(struct crah, field)

/* clang-format off */
const struct param crah_params[] = {
    ROWS_AIR(struct crah),
    {.key = "rejects_to", .type = PARAM_REF, .refs = "loop", .at = CRAH(air.rejects_to),
     .doc = "chilled-water loop of its coil"},
    {.key = "capacity", .unit = "kW", .def = PARAM_REQUIRED, .min = 1, .max = 5000,
     .at = CRAH(capacity_w), .doc = "gross sensible capacity of one unit at the rated conditions"},
    {.key = "rated_return", .unit = "degC", .def = "35 degC", .min = 15, .max = 60,
     .at = CRAH(rated_return_c), .doc = "return air temperature of the rating"},
    {.key = "rated_water", .unit = "degC", .def = "18 degC", .min = 2, .max = 45,
     .at = CRAH(rated_water_c), .doc = "entering water temperature of the rating"},
    {.key = "rated_water_rise", .unit = "K", .def = "8 K", .min = 1, .max = 30,
     .at = CRAH(rated_water_k), .doc = "water temperature rise of the rating"},
    {.key = "coil", .type = PARAM_WORD, .words = coil_words, .def = "wet", .at = CRAH(coil),
     .doc = "may be wet, with a drain; or has none, and its water is held against the room's dew "
            "point"},
    ROWS_SOURCE,
};
/* clang-format on */
const int crah_n_params = sizeof crah_params / sizeof *crah_params;

#define AHU(field) offsetof(struct ahu, field)

/* clang-format off */
const struct param ahu_params[] = {
    ROWS_AIR(struct ahu),
    {.key = "evaporative", .unit = "%", .def = "0 %", .max = 98, .at = AHU(evaporative_frac),
     .doc = "direct: saturation effectiveness of an evaporative stage; 0 for none"},
    {.key = "evaporative_pump", .unit = "kW", .def = "0 kW", .max = 50, .at = AHU(pump_w),
     .doc = "pump power of the evaporative stage or spray of one unit, while it is wet"},
    {.key = "dew_max", .unit = "degC", .def = "15 degC", .min = 0, .max = 35, .at = AHU(dew_max_c),
     .doc = "dew point of outdoor air above which it is shut out"},
    {.key = "dew_min", .unit = "degC", .def = "-9 degC", .min = -20, .max = 10,
     .at = AHU(dew_min_c), .doc = "dew point to which drier air is humidified, adiabatically"},
    {.key = "economizer", .type = PARAM_WORD, .words = ahu_economizer_words, .def = "direct",
     .at = AHU(economizer), .doc = "outdoor air in the room, or beside its air in an exchanger"},
    {.key = "exchanger", .unit = "%", .def = "65 %", .min = 5, .max = 95,
     .at = AHU(exchanger_frac),
     .doc = "indirect: effectiveness of the dry exchanger, against outdoor dry bulb"},
    {.key = "wet_exchanger", .unit = "%", .def = "0 %", .max = 95, .at = AHU(wet_exchanger_frac),
     .doc = "indirect: effectiveness when sprayed, against outdoor wet bulb; 0 for no spray"},
    {.key = "wet_from", .unit = "degC", .def = "3 degC", .min = -10, .max = 40,
     .at = AHU(wet_from_c), .doc = "indirect: outdoor dry bulb from which it may be sprayed"},
    {.key = "indirect", .unit = "%", .def = "0 %", .max = 95, .at = AHU(indirect_frac),
     .doc = "direct: effectiveness of an indirect evaporative stage before the direct one, against "
            "outdoor wet bulb; 0 for none"},
    {.key = "scavenger_airflow", .unit = "m3/s", .min = 0.001, .max = 1000,
     .at = AHU(scavenger_m3_s),
     .doc = "outdoor air beside an exchanger of one unit at full speed; as airflow when not given"},
    {.key = "scavenger_fan_power", .unit = "kW", .def = "0 kW", .max = 500,
     .at = AHU(scavenger_fan_w), .doc = "fan power of that air at full speed"},
    ROWS_LOCKOUT(struct ahu),
    {.key = "lockout_by", .type = PARAM_WORD, .words = lockout_words, .def = "dry_bulb",
     .at = AHU(lockout.by), .doc = "temperature meant"},
    {.key = "lockout_enthalpy", .unit = "kJ/kg", .min = -20, .max = 150, .at = AHU(lockout.j_kg),
     .doc = "enthalpy of outdoor air, of its dry kg, from which it is not tried"},
    {.key = "lockout_enthalpy_band", .unit = "kJ/kg", .def = "1 kJ/kg", .max = 30,
     .at = AHU(lockout.band_j_kg), .doc = "it is tried again so far below"},
    {.key = "bleed", .unit = "%", .def = "0 %", .max = 90, .at = AHU(bleed_frac),
     .doc = "share of the water supplied to sprayed exchangers that is bled"},
    ROWS_SOURCE,
};
/* clang-format on */
const int ahu_n_params = sizeof ahu_params / sizeof *ahu_params;
