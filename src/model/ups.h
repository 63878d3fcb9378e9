#ifndef DCPLAN_MODEL_UPS_H
#define DCPLAN_MODEL_UPS_H

/* [ups NAME]: modules in parallel.  Efficiency = x / (x + c0 + c1 x + c2 x^2), x =
   load over the rating of the running modules (form and names of APC white paper
   108).  redundancy = 2N makes two such systems, NAME#1 and NAME#2. */

#include "model/rows.h"

enum { REDUNDANCY_N, REDUNDANCY_N1, REDUNDANCY_2N };

struct ups {
    struct part part;
    struct ref_list heat_to;
    int share, redundancy, modules;
    double module_w, c0, c1, c2, usable_frac;
};

extern const struct param ups_params[];
extern const int ups_n_params;

/* Loss in W at an output of load_w with n modules running. */
double ups_loss_w(const struct ups *u, int n_modules, double load_w);
/* True when the loss never falls with load in [0, 1]: c0 >= 0, c1 + 2 c2 x >= 0. */
bool ups_curve_is_sound(const struct ups *u);
/* Modules needed to carry the load without redundancy. */
int ups_modules_needed(const struct ups *u);

#endif
