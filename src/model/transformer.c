#include "model/transformer.h"

#include "model/pdu.h"

#define AT(field) offsetof(struct transformer, field)

/* clang-format off */
const struct param transformer_params[] = {
    ROW_COUNT("identical units that share the load equally"),
    ROW_FROM(ELECTRICAL_SOURCES),
    {.key = "share", .type = PARAM_WORD, .words = share_words, .def = "equal", .at = AT(share),
     .doc = "sources share the load, or the first carries it and the others stand by"},
    {.key = "heat_to", .type = PARAM_REF, .refs = "room", .at = AT(heat_to),
     .doc = "room that takes its loss; outdoors when not given"},
    {.key = "rated_power", .unit = "kVA", .def = PARAM_REQUIRED, .min = 1, .max = 1e6,
     .at = AT(rated_va), .doc = "rated apparent power of one unit"},
    {.key = "no_load_loss", .unit = "W", .def = PARAM_REQUIRED, .max = 1e6, .at = AT(no_load_w),
     .doc = "no-load loss P0 of one unit"},
    {.key = "load_loss", .unit = "W", .def = PARAM_REQUIRED, .max = 1e7, .at = AT(load_loss_w),
     .doc = "load loss Pk of one unit at rated current"},
    {.key = "power_factor", .def = "0.95", .min = 0.3, .max = 1, .at = AT(power_factor),
     .doc = "power factor of the load on it"},
    {.key = "usable", .unit = "%", .def = "100 %", .min = 10, .max = 120, .at = AT(usable_frac),
     .doc = "share of the rating that may be used continuously"},
    ROWS_SOURCE,
};
/* clang-format on */
const int transformer_n_params = sizeof transformer_params / sizeof *transformer_params;

double transformer_loss_w(const struct transformer *t, double load_w)
{
    double x = load_w / (t->power_factor * t->rated_va);
    return t->no_load_w + t->load_loss_w * x * x;
}
