#include "model/growth.h"

#define AT(field) offsetof(struct deployment, field)

static const char *const status_words[] = {"planned", "reserved", NULL};

/* clang-format off */
const struct param deployment_params[] = {
    ROW_COUNT("servers of it"),
    {.key = "server", .type = PARAM_REF, .refs = "server", .at = AT(server),
     .doc = "section that they are more of; its own count is what is there at the site's date"},
    {.key = "start", .type = PARAM_DATE, .at = AT(start),
     .doc = "when the first of them run; not given: they are among those that are there"},
    {.key = "ramp", .type = PARAM_COUNT, .def = "1", .min = 1, .max = 240, .at = AT(ramp_months),
     .doc = "months over which they come in equal parts"},
    {.key = "retire", .type = PARAM_DATE, .at = AT(retire),
     .doc = "when all of them are gone"},
    {.key = "status", .type = PARAM_WORD, .words = status_words, .def = "planned",
     .at = AT(status),
     .doc = "reserved: capacity is held for them from the site's date on, before they come"},
    ROWS_SOURCE,
};

#undef AT
#define AT(field) offsetof(struct growth_block, field)

const struct param block_params[] = {
    {.key = "count", .def = "1", .min = 0, .max = 1000, .type = PARAM_COUNT,
     .at = offsetof(struct part, count), .doc = "how many may be added"},
    {.key = "of", .type = PARAM_REF,
     .refs = "ups chiller cdu crah crac ahu tower drycooler transformer generator rack rackpdu pdu "
             "busway rpp switchboard",
     .at = AT(of), .doc = "part that it enlarges: modules of a UPS, units of anything else"},
    {.key = "adds", .type = PARAM_COUNT, .def = "1", .min = 1, .max = 1000, .at = AT(adds),
     .doc = "modules or units that one block adds"},
    {.key = "lead_time", .unit = "d", .max = 2000, .at = AT(lead_s),
     .doc = "from the order to the delivery"},
    {.key = "install_time", .unit = "d", .def = "0 d", .max = 1000, .at = AT(install_s),
     .doc = "from the delivery to its use"},
    ROWS_SOURCE,
};
/* clang-format on */
const int deployment_n_params = sizeof deployment_params / sizeof *deployment_params;
const int block_n_params = sizeof block_params / sizeof *block_params;
