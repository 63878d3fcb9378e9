#include "model/pdu.h"

#define AT(field) offsetof(struct pdu, field)

/* clang-format off */
#define ROWS_RATING                                                                                \
    {.key = "rated_power", .unit = "kW", .min = 0.1, .max = 1e5, .at = ELECTRICAL(rated_w),        \
     .doc = "greatest continuous output of one unit"},                                             \
    {.key = "rated_apparent", .unit = "kVA", .min = 0.1, .max = 1e5, .at = ELECTRICAL(rated_va),   \
     .doc = "greatest apparent power of one unit"},                                                \
    {.key = "rated_current", .unit = "A", .min = 0.5, .max = 2e4, .at = ELECTRICAL(rated_a),       \
     .doc = "rated current of each line of one unit"},                                             \
    ROWS_VOLTAGE("nominal voltage: 400 V LL or 230 V LN; its source's when not given"),            \
    {.key = "phase", .type = PARAM_WORD, .words = phase_words, .def = "auto",                      \
     .at = ELECTRICAL(phase), .doc = "lines of its source that it stands on; auto: the least "     \
     "loaded"},                                                                                    \
    ROW_USABLE,                                                                                    \
    {.key = "full_rated", .type = PARAM_FLAG, .def = "no", .at = ELECTRICAL(is_full_rated),        \
     .doc = "100 % rated, so that the 80 % of NEC 210.20 do not hold"},                            \
    {.key = "no_load_loss", .unit = "W", .def = "0 W", .max = 1e6, .at = AT(no_load_w),            \
     .doc = "loss without load"},                                                                  \
    {.key = "proportional_loss", .unit = "%", .def = "0 %", .max = 50,                             \
     .at = AT(proportional_frac), .doc = "loss in proportion to the load"},                        \
    {.key = "square_loss", .unit = "%", .def = "0 %", .max = 50, .at = AT(square_frac),            \
     .doc = "loss at rated load that grows with its square, as a share of the rating"}

const struct param pdu_params[] = {
    ROW_COUNT("identical units that share the load equally"),
    ROWS_FED,
    ROWS_RATING,
    {.key = "outlets", .type = PARAM_COUNT, .min = 1, .max = 10000, .at = AT(outlets),
     .doc = "plugs that one unit takes"},
    ROWS_CONDUCTOR,
    ROWS_PROTECTION,
    ROWS_RELIABILITY,
    ROWS_SOURCE,
};

const struct param transfer_params[] = {
    ROW_FROM(ELECTRICAL_SOURCES),
    {.key = "share", .type = PARAM_WORD, .words = share_words, .def = "standby",
     .at = ELECTRICAL(share), .doc = "the first source that lives carries all"},
    {.key = "each", .type = PARAM_REF, .refs = ELECTRICAL_EACH, .at = ELECTRICAL(each),
     .doc = "one of these for each rack of a group, or each system of a pattern or part"},
    {.key = "sources", .type = PARAM_WORD, .words = sources_words, .def = "all",
     .at = ELECTRICAL(sources),
     .doc = "each copy is fed by all sources, or by one: in blocks, or in turn"},
    ROW_HEAT_TO,
    ROWS_RATING,
    {.key = "transfer_time", .unit = "s", .max = 60, .at = AT(transfer_s),
     .doc = "break while it transfers; power supplies ride through about 10 to 20 ms"},
    ROWS_PROTECTION,
    ROWS_RELIABILITY,
    ROWS_SOURCE,
};
/* clang-format on */
const int pdu_n_params = sizeof pdu_params / sizeof *pdu_params;
const int transfer_n_params = sizeof transfer_params / sizeof *transfer_params;
