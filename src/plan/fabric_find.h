#ifndef DCPLAN_PLAN_FABRIC_FIND_H
#define DCPLAN_PLAN_FABRIC_FIND_H

/* Which switch each server is cabled to, over how much cable.

   The longest cable is as short as it can be, measured between the middles of racks, and
   within that the nearest switches come first (plan/cable_flow.h).  In fabrics of more than 4
   million pairs of rack and switch servers in the order of their racks fill one switch after
   the other.  Rail-optimised fabrics are assigned rail by rail: switch i, from 0 on, is of
   rail i mod rails, and so is link i of each server. */

#include "plan/cables.h"
#include "plan/place.h"

struct fabric_bundle { /* equal links of one server to one switch */
    int server, k;     /* section, and which of it */
    int to;            /* of fabric_use.sw */
    int links;
    double length_m; /* NaN: not known */
};

struct fabric_switch {
    int server, k, rail; /* its section, and which of it */
    int links;           /* that end there */
};

struct fabric_use {
    int fabric;
    const char *name; /* "fabric.ndr" */
    int servers, links;
    int unconnected;              /* links for which no port is left */
    bool is_proved;               /* no assignment has a shorter longest cable */
    int rails;                    /* 1: its wiring has none */
    int worst_rail;               /* with most links a port */
    int worst_links, worst_ports; /* of it */
    int needed;                   /* switches, by the ports alone */
    int n_switch, n_bundle;
    struct fabric_switch *sw;
    struct fabric_bundle *bundle;
    /* of links that have a port */
    int copper, optical, unknown;          /* by length; copper: up to copper_reach */
    double total_m, longest_m;             /* of those with a length; longest NaN: none has one */
    const char *longest_from, *longest_to; /* "gpu#3", "leaf#1"; NULL: none */
};

struct fabric_view {
    int n;
    struct fabric_use *item; /* [fabrics] */
};

const struct fabric_view *fabric_find(const struct site *s, const struct rack_plan *racks,
                                      struct arena *a);

#endif
