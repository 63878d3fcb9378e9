#ifndef DCPLAN_MODEL_GROWTH_H
#define DCPLAN_MODEL_GROWTH_H

/* [deployment NAME]: servers that come or go at a date; [block NAME]: what a site can be
   enlarged by, and how long that takes. */

#include "model/rows.h"

enum { DEPLOYMENT_PLANNED, DEPLOYMENT_RESERVED };

struct deployment {
    struct part part; /* count: servers */
    struct ref_list server;
    struct date start, retire; /* year 0: not given */
    int ramp_months, status;
};

struct growth_block {
    struct part part; /* count: how many may be added; price: of one */
    struct ref_list of;
    int adds;
    double lead_s, install_s;
};

extern const struct param deployment_params[], block_params[];
extern const int deployment_n_params, block_n_params;

#endif
