#ifndef DCPLAN_PLAN_PLACE_H
#define DCPLAN_PLAN_PLACE_H

/* Servers into racks: first fit, in the order of the files, on rack units, power
   at maximum, mass and airflow.  A limit that a rack does not state does not
   hold anything back. */

#include "sim/plant.h"

struct rack_use { /* of one rack */
    double u, power_w, kg, airflow_m3_s;
    int servers;
};

struct rack_plan {
    struct placement placement;
    int n_rack;            /* kinds of racks */
    struct rack_use **use; /* [n_rack][count] */
};

struct rack_plan place_servers(const struct site *s, struct arena *a);

/* What keeps one more server out of the racks it may stand in: "power", "rack units",
   "mass", "airflow" or "racks"; where racks differ, what most of them lack. */
const char *place_what_binds(const struct site *s, const struct rack_plan *plan, int server);

/* "rack.r#3", or "rack.r" of one. */
const char *place_rack_name(const struct site *s, int rack, int unit, struct arena *a);

#endif
