#ifndef DCPLAN_PLAN_PLACE_H
#define DCPLAN_PLAN_PLACE_H

/* Servers into racks.  Those with a place of their own (`at`) stand there; the rest go
   where they first fit, in the order of the files, on rack units, power at maximum, mass
   and airflow.  A limit that a rack does not state does not hold anything back.  Rack
   units are taken from the floor up, the lowest that are free. */

#include "sim/plant.h"

struct rack_use { /* of one rack */
    double u, power_w, kg, airflow_m3_s;
    double moment_kg_m; /* of the servers with a unit: mass by height above the lowest unit */
    double moment_kg;   /* their mass */
    int servers;
    unsigned char half[2 * SPOT_UNITS]; /* half units that are taken or reserved */
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

/* Empty racks of the site, reserved units taken. */
struct rack_use **place_empty(const struct site *s, struct arena *a);

/* Lowest free unit, from 1 on, for one more server of that section; 0: there is none.
   NaN: it has no height and takes none. */
double place_free_u(const struct rack *r, const struct rack_use *use, const struct server *v);

/* Puts one there, u as above. */
void place_put(struct rack_use *use, const struct server *v, double u);

/* Name of a section's k-th server: its own, or "gpu#3". */
const char *place_server_name(const struct site *s, int server, int k, struct arena *a);

#endif
