#include "model/utility.h"

#define UTILITY(field) offsetof(struct utility, field)
#define GENERATOR(field) offsetof(struct generator, field)

/* clang-format off */
const struct param utility_params[] = {
    {.key = "limit", .unit = "kW", .min = 0.1, .max = 1e7, .at = ELECTRICAL(rated_w),
     .doc = "greatest power that may be drawn"},
    {.key = "limit_apparent", .unit = "kVA", .min = 0.1, .max = 1e7, .at = ELECTRICAL(rated_va),
     .doc = "greatest apparent power that may be drawn"},
    ROWS_VOLTAGE("nominal voltage: 10 kV LL"),
    {.key = "short_circuit_power", .unit = "MVA", .min = 1, .max = 1e5,
     .at = UTILITY(short_circuit_va), .doc = "initial symmetrical short-circuit power S\"k"},
    {.key = "x_over_r", .def = "10", .min = 0.1, .max = 100, .at = UTILITY(x_over_r),
     .doc = "reactance over resistance of the network"},
    ROWS_RELIABILITY,
    ROWS_SOURCE,
};

const struct param generator_params[] = {
    ROW_COUNT("sets that run in parallel"),
    {.key = "needed", .type = PARAM_COUNT, .min = 1, .max = 1000, .at = GENERATOR(needed),
     .doc = "sets that carry the load; all of them when not given"},
    ROW_HEAT_TO,
    {.key = "rated_power", .unit = "kW", .def = PARAM_REQUIRED, .min = 1, .max = 1e5,
     .at = ELECTRICAL(rated_w), .doc = "rated power of one set (ISO 8528-1; say which: COP, DCP, "
     "PRP or ESP)"},
    {.key = "power_factor", .def = "0.8", .min = 0.3, .max = 1, .at = ELECTRICAL(power_factor),
     .doc = "rated power factor"},
    ROW_USABLE,
    {.key = "derate_altitude_from", .unit = "m", .def = "1000 m", .max = 6000,
     .at = GENERATOR(altitude_from_m), .doc = "altitude up to which it keeps its rating"},
    {.key = "derate_altitude", .unit = "%/m", .def = "0.01 %/m", .max = 0.1,
     .at = GENERATOR(altitude_per_m), .doc = "share of the rating lost per metre above"},
    {.key = "derate_ambient_from", .unit = "degC", .def = "40 degC", .min = -20, .max = 60,
     .at = GENERATOR(ambient_from_c), .doc = "outdoor air up to which it keeps its rating"},
    {.key = "derate_ambient", .unit = "%/K", .def = "0.3 %/K", .max = 5,
     .at = GENERATOR(ambient_per_k), .doc = "share of the rating lost per kelvin above"},
    {.key = "step", .unit = "%", .def = "60 %", .min = 5, .max = 100, .at = GENERATOR(step_frac),
     .doc = "greatest load step over the rating (ISO 8528-5)"},
    {.key = "subtransient", .unit = "%", .min = 3, .max = 60, .at = GENERATOR(subtransient_x),
     .doc = "subtransient reactance xd\" of its rating"},
    {.key = "transient", .unit = "%", .min = 3, .max = 80, .at = GENERATOR(transient_x),
     .doc = "transient reactance xd' of its rating"},
    {.key = "dip", .unit = "%", .def = "20 %", .min = 1, .max = 50, .at = GENERATOR(dip_frac),
     .doc = "greatest voltage dip of a load step (ISO 8528-5 class G2)"},
    {.key = "leading", .unit = "%", .def = "20 %", .max = 100, .at = GENERATOR(leading_frac),
     .doc = "leading reactive power it can absorb, of its rated apparent power"},
    {.key = "start", .unit = "s", .def = "15 s", .max = 600, .at = GENERATOR(start_s),
     .doc = "time from the loss of the utility until it carries load"},
    {.key = "fuel", .unit = "L/kWh", .def = "0.26 L/kWh", .max = 2, .at = GENERATOR(fuel_m3_j),
     .doc = "fuel per energy"},
    {.key = "tank", .unit = "L", .max = 1e7, .at = GENERATOR(tank_m3),
     .doc = "fuel on site, for all sets"},
    {.key = "start_failure", .unit = "%", .def = "0.5 %", .max = 100,
     .at = GENERATOR(start_failure_frac), .doc = "share of starts that fail"},
    ROWS_VOLTAGE("nominal voltage: 400 V LL"),
    ROWS_RELIABILITY,
    ROWS_SOURCE,
};
/* clang-format on */
const int utility_n_params = sizeof utility_params / sizeof *utility_params;
const int generator_n_params = sizeof generator_params / sizeof *generator_params;
