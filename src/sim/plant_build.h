#ifndef DCPLAN_SIM_PLANT_BUILD_H
#define DCPLAN_SIM_PLANT_BUILD_H

/* Shared by the files that build a plant; private to sim. */

#include "base/diag.h"
#include "model/pdu.h"
#include "sim/plant.h"

struct build {
    struct plant *p;
    const struct site *s;
    const struct placement *place;
    struct arena *a;
    struct diags *ds;
    const struct weather *weather;
    struct memo *memo;    /* NULL: none */
    double p_pa;          /* mean station pressure */
    int *elem_of[N_KIND]; /* plant element of a site part */
    int *loop_of;         /* plant loop of a site loop */
    double *share;        /* of each feed, as it is made */
    int feed_cap, tap_cap, n_supply, supply_cap;
};

/* An error, or a warning, at the part's section. */
void build_refuse(struct build *b, int kind, int index, const char *hint, const char *what);
void build_warn(struct build *b, int kind, int index, const char *hint, const char *what);
/* The consumer's sources become feeds of the plant. */
struct feeds build_feeds(struct build *b, const struct ref_list *from, int share);
/* One more feed from an element. */
void build_feed(struct build *b, int elem, double share);
int build_room_of(const struct ref_list *l); /* -1: outdoors */
void build_elems(struct build *b);           /* plant_power */
/* A table of a function that depends on its argument, and on nothing but the size bytes of
   its context. */
struct table build_table(struct build *b, double lo, double hi, int n, table_function f,
                         const void *context, size_t size);
/* x^exponent on [0, 1]. */
struct table build_law(struct build *b, double exponent);
/* On from a value of the weather's up, off `band` below it; of both years. */
struct switched build_switch(struct build *b, enum weather_measure by, double from, double band);
void build_groups(struct build *b); /* plant_it: servers by room; rooms exist */
void build_lines(struct build *b);  /* lines: groups and states exist */
/* Loss of the conductors over the power squared, of a balanced load. */
double build_conductor_c_per_w(const struct elem *x, double power_factor);
void build_moisture(struct build *b); /* moisture: groups, units and loops exist */
extern const double conductor_power_factor;
void build_rooms(struct build *b);     /* plant_air */
void build_layout(struct build *b);    /* plant_layout: inlets of racks; rooms exist */
void build_cools(struct build *b);     /* plant_air: units of the rooms; loops exist */
void build_loops(struct build *b);     /* plant_water: circuits and what cools them */
void build_storage(struct build *b);   /* plant_water: loops exist */
void build_cdus(struct build *b);      /* plant_cdu: loops and coils exist */
void build_cdu_flows(struct build *b); /* plant_cdu: states exist */

#endif
