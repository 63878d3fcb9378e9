#ifndef DCPLAN_MODEL_TRANSFORMER_H
#define DCPLAN_MODEL_TRANSFORMER_H

/* [transformer NAME]: loss = P0 + Pk (S / Sr)^2. */

#include "model/electrical.h"

enum { VECTOR_DYN, VECTOR_YYN };

struct transformer {
    struct electrical e; /* voltage: of its outgoing side */
    struct voltage primary;
    int vector;
    double no_load_w, load_loss_w, power_factor;
    double impedance_frac; /* uk; NaN: not given */
    double inrush_ratio;   /* over rated current; NaN: not given */
    double k_factor;       /* greatest K-factor it is built for; NaN: not given */
};

extern const struct param transformer_params[];
extern const int transformer_n_params;

/* Loss in W of one unit at an output of load_w. */
double transformer_loss_w(const struct transformer *t, double load_w);

#endif
