#ifndef DCPLAN_MODEL_TRANSFORMER_H
#define DCPLAN_MODEL_TRANSFORMER_H

/* [transformer NAME]: loss = P0 + Pk (S / Sr)^2. */

#include "model/rows.h"

struct transformer {
    struct part part;
    struct ref_list heat_to;
    int share;
    double rated_va, no_load_w, load_loss_w, power_factor, usable_frac;
};

extern const struct param transformer_params[];
extern const int transformer_n_params;

/* Loss in W of one unit at an output of load_w. */
double transformer_loss_w(const struct transformer *t, double load_w);

#endif
