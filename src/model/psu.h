#ifndef DCPLAN_MODEL_PSU_H
#define DCPLAN_MODEL_PSU_H

/* [psu NAME]: a server's power supply.  Efficiency over load share (output over
   rated output), monotone (Steffen) between the points; below the first point
   the loss in watts stays what it is there. */

#include "model/rows.h"

struct psu {
    struct part part;
    double rated_w;
    struct points efficiency;
    double continuous_frac;
};

extern const struct param psu_params[];
extern const int psu_n_params;

#endif
