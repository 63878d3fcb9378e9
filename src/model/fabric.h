#ifndef DCPLAN_MODEL_FABRIC_H
#define DCPLAN_MODEL_FABRIC_H

/* [fabric NAME]: switches that servers are cabled to.  The switches are a [server] section
   of their own, with power, units and weight; each of a server's links goes to another of
   them where it is rail-optimised. */

#include "model/rows.h"

enum { WIRING_ANY, WIRING_RAILS };

struct fabric {
    struct part part;
    struct ref_list switches; /* server sections */
    int ports, rails, wiring;
    double copper_m, optical_m; /* greatest length of a cable; NaN: no limit is known */
    double slack_m, tray_m;     /* added to each; height of the tray above the racks */
};

extern const struct param fabric_params[];
extern const int fabric_n_params;

#endif
