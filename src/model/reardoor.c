#include "model/reardoor.h"

static const char *const coil_words[] = {"wet", "dry", NULL};

#define AT(field) offsetof(struct reardoor, field)

/* clang-format off */
const struct param reardoor_params[] = {
    ROW_COUNT("doors, one a rack: the first racks of the group have them"), ROWS_DRAW,
    {.key = "rack", .type = PARAM_REF, .refs = "rack", .at = AT(rack),
     .doc = "group of racks whose doors they are"},
    {.key = "rejects_to", .type = PARAM_REF, .refs = "loop", .at = AT(air.rejects_to),
     .doc = "water loop of its coil"},
    {.key = "needed", .type = PARAM_COUNT, .min = 1, .max = 1e6, .at = AT(air.needed),
     .doc = "doors that carry the design load; all of them when not given"},
    {.key = "capacity", .unit = "kW", .def = PARAM_REQUIRED, .min = 0.5, .max = 500,
     .at = AT(capacity_w), .doc = "heat that one door takes at its rating"},
    {.key = "airflow", .unit = "m3/s", .def = PARAM_REQUIRED, .min = 0.01, .max = 50,
     .at = AT(air.airflow_m3_s), .doc = "airflow of the rating; in use it is that of the servers"},
    {.key = "rated_air", .unit = "degC", .def = "35 degC", .min = 15, .max = 80,
     .at = AT(rated_air_c), .doc = "air from the servers at the rating"},
    {.key = "rated_water", .unit = "degC", .def = "18 degC", .min = 2, .max = 45,
     .at = AT(rated_water_c), .doc = "entering water of the rating"},
    {.key = "rated_water_rise", .unit = "K", .def = "6 K", .min = 1, .max = 30,
     .at = AT(rated_water_k), .doc = "water temperature rise of the rating"},
    {.key = "leaving", .unit = "degC", .min = 5, .max = 60, .at = AT(leaving_c),
     .doc = "coldest air that leaves the door, by its valve; the room's supply air when not given"},
    {.key = "coil", .type = PARAM_WORD, .words = coil_words, .def = "dry", .at = AT(coil),
     .doc = "has no drain, and its water is held against the room's dew point; or may be wet"},
    {.key = "fan_power", .unit = "kW", .def = "0 kW", .max = 20, .at = AT(air.fan_w),
     .doc = "fans of one door at the rated airflow; 0 for none"},
    {.key = "fan_exponent", .def = "2.7", .min = 1, .max = 3, .at = AT(air.fan_exponent),
     .doc = "their power grows with this power of the airflow"},
    {.key = "server_fan", .unit = "%", .def = "0 %", .max = 100, .at = AT(pressure_frac),
     .doc = "what its pressure adds to the power of the servers' fans"},
    ROWS_SOURCE,
};
/* clang-format on */
const int reardoor_n_params = sizeof reardoor_params / sizeof *reardoor_params;
