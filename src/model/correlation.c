#include "model/correlation.h"

#define AT(field) offsetof(struct correlation, field)

const struct param correlation_params[] = {
    {.key = "of",
     .def = PARAM_REQUIRED,
     .type = PARAM_TEXTS,
     .at = AT(of),
     .doc = "keys of uncertain values that are high or low together"},
    {.key = "r",
     .def = PARAM_REQUIRED,
     .min = -1,
     .max = 1,
     .at = AT(r),
     .doc = "correlation of each two of them, of their normal scores (Gaussian copula)"},
    {.key = "source", .type = PARAM_TEXT, .at = AT(source), .doc = "where the number comes from"},
    {.key = "note", .type = PARAM_TEXT, .at = AT(note), .doc = "free text"},
};
const int correlation_n_params = sizeof correlation_params / sizeof *correlation_params;
