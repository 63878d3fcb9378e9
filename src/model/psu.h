#ifndef DCPLAN_MODEL_PSU_H
#define DCPLAN_MODEL_PSU_H

/* [psu NAME]: a server's power supply.  Efficiency over load share (output over
   rated output), monotone (Steffen) between the points; below the first point
   the loss in watts stays what it is there. */

#include "base/table.h"
#include "model/rows.h"

struct psu {
    struct part part;
    double rated_w;
    struct points efficiency;
    double continuous_frac, power_factor, inrush_ratio;
    bool is_leading;
    struct points harmonics; /* order : share of the fundamental */
};

extern const struct param psu_params[];
extern const int psu_n_params;

enum { PSU_SHARE_MAX = 2 }; /* the table's end, load over rated output */

/* Loss over rated output against output over rated output.  Beyond the last
   point the efficiency stays what it is there. */
struct table psu_loss_table(const struct psu *p, struct arena *a);

/* Output of k sharing supplies that together take input_w. */
double psu_output_w(const struct psu *p, const struct table *loss, int k, double input_w);

#endif
