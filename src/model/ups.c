#include "model/ups.h"

#include "model/pdu.h"

#define AT(field) offsetof(struct ups, field)

static const char *const redundancy_words[] = {"N", "N+1", "2N", NULL};

/* clang-format off */
const struct param ups_params[] = {
    ROW_FROM(ELECTRICAL_SOURCES),
    {.key = "share", .type = PARAM_WORD, .words = share_words, .def = "equal", .at = AT(share),
     .doc = "sources share the load, or the first carries it and the others stand by"},
    {.key = "heat_to", .type = PARAM_REF, .refs = "room", .at = AT(heat_to),
     .doc = "room that takes its loss; outdoors when not given"},
    {.key = "module_power", .unit = "kW", .def = PARAM_REQUIRED, .min = 0.3, .max = 5000,
     .at = AT(module_w), .doc = "rated output of one module"},
    {.key = "modules", .def = "1", .min = 1, .max = 64, .type = PARAM_COUNT, .at = AT(modules),
     .doc = "modules installed in one system, redundant ones included"},
    {.key = "redundancy", .type = PARAM_WORD, .words = redundancy_words, .def = "N",
     .at = AT(redundancy), .doc = "N, N+1 (one module to spare) or 2N (two whole systems)"},
    {.key = "usable", .unit = "%", .def = "100 %", .min = 10, .max = 100, .at = AT(usable_frac),
     .doc = "share of the rating that may be used continuously"},
    {.key = "c0", .def = PARAM_REQUIRED, .max = 0.5, .at = AT(c0),
     .doc = "loss without load, share of the rating"},
    {.key = "c1", .def = PARAM_REQUIRED, .min = -0.2, .max = 0.5, .at = AT(c1),
     .doc = "loss in proportion to load, share of the load"},
    {.key = "c2", .def = PARAM_REQUIRED, .min = -0.2, .max = 0.5, .at = AT(c2),
     .doc = "loss with the square of load, share of the rating at full load"},
    ROWS_SOURCE,
};
/* clang-format on */
const int ups_n_params = sizeof ups_params / sizeof *ups_params;

double ups_loss_w(const struct ups *u, int n_modules, double load_w)
{
    double rated_w = n_modules * u->module_w, x = load_w / rated_w;
    return rated_w * (u->c0 + u->c1 * x + u->c2 * x * x);
}

bool ups_curve_is_sound(const struct ups *u)
{
    return u->c0 >= 0 && u->c1 >= 0 && u->c1 + 2 * u->c2 >= 0;
}

int ups_modules_needed(const struct ups *u)
{
    return u->redundancy == REDUNDANCY_N1 ? u->modules - 1 : u->modules;
}
