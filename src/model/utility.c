#include "model/utility.h"

/* clang-format off */
const struct param utility_params[] = {
    {.key = "limit", .unit = "kW", .min = 0.1, .max = 1e7, .at = offsetof(struct utility, limit_w),
     .doc = "greatest power that may be drawn"},
    ROWS_SOURCE,
};
/* clang-format on */
const int utility_n_params = sizeof utility_params / sizeof *utility_params;
