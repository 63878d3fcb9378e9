#include "model/storage.h"

#include <math.h>

#include "base/elementary.h"

static const char *const schedule_words[] = {"hours", "tariff", NULL};

#define AT(field) offsetof(struct storage, field)

/* clang-format off */
const struct param storage_params[] = {
    {.key = "serves", .type = PARAM_REF, .refs = "loop", .at = AT(serves),
     .doc = "loop whose water it stores; a chiller must cool it"},
    {.key = "capacity", .unit = "kWh", .def = PARAM_REQUIRED, .min = 0.1, .max = 1e7,
     .at = AT(capacity_j), .doc = "cold it holds when full; 10 m3 of water at 8 K hold 93 kWh"},
    {.key = "charge", .unit = "kW", .def = PARAM_REQUIRED, .min = 0.1, .max = 1e6,
     .at = AT(charge_w), .doc = "greatest rate at which it is charged"},
    {.key = "discharge", .unit = "kW", .def = PARAM_REQUIRED, .min = 0.1, .max = 1e6,
     .at = AT(discharge_w), .doc = "greatest rate at which it gives cold back"},
    {.key = "standing_loss", .unit = "%", .def = "1 %", .max = 50, .at = AT(loss_frac),
     .doc = "of the cold it holds, lost in a day to the air around it; a placeholder"},
    {.key = "schedule", .type = PARAM_WORD, .words = schedule_words, .def = "hours",
     .at = AT(schedule),
     .doc = "by the hours below, or by the tariff: charged in valley hours, used in peak and "
            "spike hours"},
    {.key = "charge_hours", .type = PARAM_HOURS, .at = AT(charge_hours),
     .doc = "hours of the day in which it is charged, local standard time"},
    {.key = "discharge_hours", .type = PARAM_HOURS, .at = AT(discharge_hours),
     .doc = "hours of the day in which it gives cold back"},
    ROWS_SOURCE,
};
/* clang-format on */
const int storage_n_params = sizeof storage_params / sizeof *storage_params;

double storage_hourly_loss_frac(const struct storage *s)
{
    return -expm1_of(log1p_of(-s->loss_frac) / 24);
}
