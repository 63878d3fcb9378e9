#include "model/fabric.h"

#define AT(field) offsetof(struct fabric, field)

static const char *const wiring_words[] = {"any", "rails", NULL};

/* clang-format off */
const struct param fabric_params[] = {
    {.key = "switches", .type = PARAM_REFS, .refs = "server", .at = AT(switches),
     .doc = "server sections whose pieces are its switches, with their power, units and weight"},
    {.key = "ports", .type = PARAM_COUNT, .def = PARAM_REQUIRED, .min = 1, .max = 4096,
     .at = AT(ports), .doc = "ports of one switch for servers, those to other switches taken off"},
    {.key = "wiring", .type = PARAM_WORD, .words = wiring_words, .def = "any", .at = AT(wiring),
     .doc = "any: all links of a server may go to one switch; rails: link k of every server goes "
            "to the switch of rail k"},
    {.key = "rails", .type = PARAM_COUNT, .min = 1, .max = 64, .at = AT(rails),
     .doc = "wiring = rails: rails of the fabric; links of its servers when not given"},
    {.key = "copper_reach", .unit = "m", .min = 0.5, .max = 100, .at = AT(copper_m),
     .doc = "longest passive or active copper cable; longer links are optical"},
    {.key = "optical_reach", .unit = "m", .min = 1, .max = 2e4, .at = AT(optical_m),
     .doc = "longest optical link"},
    {.key = "slack", .unit = "m", .def = "1 m", .max = 20, .at = AT(slack_m),
     .doc = "cable to the sides of the two racks and for service, added to each link"},
    {.key = "tray", .unit = "m", .def = "0.5 m", .max = 10, .at = AT(tray_m),
     .doc = "from the top of the racks to the cable tray"},
    ROWS_SOURCE,
};
/* clang-format on */
const int fabric_n_params = sizeof fabric_params / sizeof *fabric_params;
