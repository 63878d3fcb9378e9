#include "model/psu.h"

#define AT(field) offsetof(struct psu, field)

const struct param psu_params[] = {
    {.key = "rated_power", .unit = "W", .def = PARAM_REQUIRED, .min = 50, .max = 1e5,
     .at = AT(rated_w), .doc = "rated output power"},
    {.key = "efficiency", .unit = "%;%", .type = PARAM_CURVE, .def = PARAM_REQUIRED,
     .at = AT(efficiency), .doc = "load and efficiency pairs"},
    {.key = "continuous", .unit = "%", .def = "100 %", .min = 50, .max = 100,
     .at = AT(continuous_frac), .doc = "share of the rated power that may be used continuously"},
    ROWS_SOURCE,
};
const int psu_n_params = sizeof psu_params / sizeof *psu_params;
