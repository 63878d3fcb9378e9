#include "model/transformer.h"

#define AT(field) offsetof(struct transformer, field)

static const char *const vector_words[] = {"Dyn", "Yyn", NULL};

/* clang-format off */
const struct param transformer_params[] = {
    ROW_COUNT("identical units that share the load equally"),
    ROWS_FED,
    {.key = "rated_power", .unit = "kVA", .def = PARAM_REQUIRED, .min = 1, .max = 1e6,
     .at = ELECTRICAL(rated_va), .doc = "rated apparent power of one unit"},
    {.key = "no_load_loss", .unit = "W", .def = PARAM_REQUIRED, .max = 1e6, .at = AT(no_load_w),
     .doc = "no-load loss P0 of one unit"},
    {.key = "load_loss", .unit = "W", .def = PARAM_REQUIRED, .max = 1e7, .at = AT(load_loss_w),
     .doc = "load loss Pk of one unit at rated current"},
    {.key = "power_factor", .def = "0.95", .min = 0.3, .max = 1, .at = AT(power_factor),
     .doc = "power factor of its load loss, and of its kVA where stated"},
    ROW_USABLE,
    ROWS_VOLTAGE("nominal voltage of its outgoing side: 400 V LL"),
    {.key = "primary", .unit = "V", .type = PARAM_VOLTAGE, .min = 100, .max = 4e5,
     .at = AT(primary), .doc = "nominal voltage of its incoming side: 10 kV LL"},
    {.key = "impedance", .unit = "%", .min = 1, .max = 25, .at = AT(impedance_frac),
     .doc = "short-circuit impedance uk"},
    {.key = "vector", .type = PARAM_WORD, .words = vector_words, .def = "Dyn", .at = AT(vector),
     .doc = "vector group: a delta keeps neutral currents from the upstream side"},
    {.key = "inrush", .min = 1, .max = 30, .at = AT(inrush_ratio),
     .doc = "inrush current over rated current"},
    {.key = "k_factor", .min = 1, .max = 50, .at = AT(k_factor),
     .doc = "K-factor of the load currents that it is built for (UL 1561)"},
    ROWS_CONDUCTOR,
    ROWS_PROTECTION,
    ROWS_RELIABILITY,
    ROWS_SOURCE,
};
/* clang-format on */
const int transformer_n_params = sizeof transformer_params / sizeof *transformer_params;

double transformer_loss_w(const struct transformer *t, double load_w)
{
    double x = load_w / (t->power_factor * t->e.rated_va);
    return t->no_load_w + t->load_loss_w * x * x;
}
