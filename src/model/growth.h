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
    struct part part;   /* count: how many may be added; price: of one */
    struct ref_list of; /* all copies of one section */
    int adds;
    double adds_heat_w, adds_power_w; /* of a loop, of a utility; NaN: not given */
    double lead_s, install_s;         /* lead NaN: not given */
};

/* Months are numbered as by date_month.  What runs on any day of a month runs in it: servers
   count from the month of their start, and are gone from the first month that begins at or
   after `retire`. */

/* Servers of it that run in the month.  Equal parts over the ramp, rounded up to whole
   servers: 7 over 3 months are 3, 5, 7.  Of one without a start: `count` until it retires,
   as part of what stands there; none when it is reserved. */
int deployment_runs(const struct deployment *d, int month);

/* Servers that capacity is held for: of a reserved one those that do not run yet. */
int deployment_reserves(const struct deployment *d, int month);

/* Servers of the section that run in the month: its count is what stands there at the
   site's date. */
struct site;
int growth_servers(const struct site *s, int server, int month);
int growth_reserved(const struct site *s, int server, int month);

/* Last month in which a deployment changes anything; that of the site's date when none does. */
int growth_last_event(const struct site *s);

extern const struct param deployment_params[], block_params[];
extern const int deployment_n_params, block_n_params;

#endif
