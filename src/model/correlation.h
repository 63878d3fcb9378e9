#ifndef DCPLAN_MODEL_CORRELATION_H
#define DCPLAN_MODEL_CORRELATION_H

/* [correlation NAME]: uncertain values that are high or low together. */

#include "input/object.h"

enum { CORRELATION_OF, CORRELATION_R }; /* their places among the keys */
struct correlation {
    struct text_list of; /* keys, "ups.main.c0" */
    double r;            /* of each two of them, of their normal scores */
    const char *source, *note;
};

extern const struct param correlation_params[];
extern const int correlation_n_params;

#endif
