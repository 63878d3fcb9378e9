#ifndef DCPLAN_PLAN_PACK_BUILD_H
#define DCPLAN_PLAN_PACK_BUILD_H

/* A site's servers and racks as pieces and bins (plan/pack.h): what may stand where, what
   it takes there, and what is left.

   A bin is a run of free rack units of one rack.  What is counted in it:
   - rack units of the run, and of its part below a u_max or above a u_min;
   - power, mass (the lesser of the rack's load, its dynamic load, and the room's point load
     on its feet) and airflow of the rack; outlets of what it is plugged into;
   - every electrical element above, in every state of plan/pack_ways;
   - heat to the air of a room, to a coolant unit, of what is cabled to a fabric, and in
     all, once the engine has shown how much each takes.
   Power is the greatest input of a server.  A server is worth its kilowatts; each step of
   priority is worth sixteen times the one below. */

#include "plan/pack.h"
#include "plan/pack_ways.h"

/* What the engine has taught: it sees fans in hot air, the lines that plugs are put on,
   temperatures. */
struct pack_tuning {
    double *server_w;  /* [servers] greatest input of one */
    double *elem_frac; /* [elements] of what is left there that may be used; over 1: more */
    double *rack_power_frac, *rack_kg_frac, *rack_air_frac; /* [racks' sections] likewise */
    double *room_w, *cdu_w, *fabric_w, site_w; /* heat of what is placed, at most; infinite */
    /* with so much some limit was broken */
    double *room_broken_w, *cdu_broken_w, *fabric_broken_w, site_broken_w;
    double *rack_cut_u; /* [all racks] units less, from the top */
};

enum pack_kind {
    PACK_UNITS,
    PACK_UNITS_LOW, /* below a u_max */
    PACK_UNITS_HIGH,
    PACK_RACK_POWER,
    PACK_RACK_MASS,
    PACK_RACK_AIRFLOW,
    PACK_OUTLETS,
    PACK_ELEMENT,
    PACK_ROOM_HEAT,
    PACK_COOLANT_HEAT,
    PACK_FABRIC,
    PACK_HEAT
};

enum pack_why { /* a type may not stand in a bin */
                PACK_MAY,
                PACK_NOT_NAMED, /* its `rack` does not name it, or it is in another room */
                PACK_TOO_HIGH,  /* the run is too short for it */
                PACK_NO_FEED,
                PACK_DARK, /* it would lose all power with one system of a pattern */
                PACK_AGAINST_AIR,
                PACK_NOT_TOGETHER
};

struct pack_bin {
    int rack, unit, from, halves; /* half units, from the floor, 0 first */
};

struct pack_resource {
    enum pack_kind kind;
    int index; /* bin; of all racks; element; room; cdu; fabric */
    int row;   /* of ways, of an element */
    int mark;  /* half unit of a u_min or u_max */
    int next;  /* while it is built: the one before, of the same bin */
};

struct pack_case {
    const struct site *site;
    const struct ways *ways;
    const struct rack_plan *fixed;
    const struct pack_tuning *tuning;
    struct pack pack;
    int *server;        /* [types] section */
    unsigned char *why; /* [types * bins] enum pack_why */
    struct pack_bin *bin;
    struct pack_resource *resource;
};

/* Nothing learnt yet. */
struct pack_tuning pack_tuning_new(const struct site *s, const struct plant *p, struct arena *a);

/* fixed: the racks with what stands there by `at`. */
struct pack_case *pack_build(const struct ways *w, const struct rack_plan *fixed,
                             const struct pack_tuning *t, struct arena *a);

/* "busway.a current, busway.b lost", for people; and the unit of its amounts. */
const char *pack_resource_name(const struct pack_case *c, int resource, struct arena *a);
const char *pack_resource_unit(const struct pack_case *c, int resource);
/* One of that unit is so many of the resource's own. */
double pack_resource_scale(const struct pack_case *c, int resource);

#endif
