#ifndef DCPLAN_MODEL_UTILITY_H
#define DCPLAN_MODEL_UTILITY_H

/* [utility NAME]: the point where the site buys its electricity. */

#include "model/rows.h"

struct utility {
    struct part part;
    double limit_w;
};

extern const struct param utility_params[];
extern const int utility_n_params;

#endif
