#include "model/pdu.h"

#define AT(field) offsetof(struct pdu, field)

const char *const share_words[] = {"equal", "standby", NULL};

/* clang-format off */
const struct param pdu_params[] = {
    ROW_COUNT("identical units that share the load equally"),
    ROW_FROM(ELECTRICAL_SOURCES),
    {.key = "share", .type = PARAM_WORD, .words = share_words, .def = "equal", .at = AT(share),
     .doc = "sources share the load, or the first carries it and the others stand by"},
    {.key = "heat_to", .type = PARAM_REF, .refs = "room", .at = AT(heat_to),
     .doc = "room that takes its loss; outdoors when not given"},
    {.key = "rated_power", .unit = "kW", .min = 0.1, .max = 1e5, .at = AT(rated_w),
     .doc = "greatest continuous output of one unit"},
    {.key = "usable", .unit = "%", .def = "100 %", .min = 10, .max = 100, .at = AT(usable_frac),
     .doc = "share of the rating that may be used continuously, such as 80 % by NEC 210.20"},
    {.key = "no_load_loss", .unit = "W", .def = "0 W", .max = 1e6, .at = AT(no_load_w),
     .doc = "loss without load"},
    {.key = "proportional_loss", .unit = "%", .def = "0 %", .max = 50, .at = AT(proportional_frac),
     .doc = "loss in proportion to the load"},
    {.key = "square_loss", .unit = "%", .def = "0 %", .max = 50, .at = AT(square_frac),
     .doc = "loss at rated load that grows with its square, as a share of the rating"},
    ROWS_SOURCE,
};
/* clang-format on */
const int pdu_n_params = sizeof pdu_params / sizeof *pdu_params;
