#ifndef DCPLAN_PLAN_AVAILABILITY_H
#define DCPLAN_PLAN_AVAILABILITY_H

/* How long a year servers stand without power: the elements between them and the
   utility, with what they say of mtbf, mttr and common_cause, as one network of
   supplies for each distinct way (physics/supply_net).

   An element delivers when as many of its units work as it needs (all of them, but for
   a UPS module to spare and generators beyond `needed`) and one of its sources delivers.
   The share of failures that is common takes all copies of a section (a pattern's, or
   those of `each`) that stand on the way of one server; where only one does, all units
   of that.  Sections apart share no cause, even of one model.  A generator on a way
   with a utility stands by: it is down when it is under repair, as often as if it ran
   all year, or does not start.

   Not in it: cooling; what sources that are left can carry; the time that switching and
   starting take, and batteries, so that every outage of the utility without a generator
   counts in full; the static bypass of a UPS, so that a failed system delivers nothing;
   failures of servers and their supplies, and the time they need to come back. */

#include "sim/plant.h"

enum { AVAILABILITY_PATHS = 200, AVAILABILITY_PARTS = 8 };

struct availability_part {
    const char *element;   /* "ups.main#1", or "common cause of ups.main" */
    double hours_per_year; /* of the loss that go away were it perfect */
};

/* Servers of one section on ways that nothing tells apart but names; the names are
   those of the first rack.  Down: fewer supplies are powered than it runs on.  Degraded:
   fewer than full power needs, down included.  NaN: something on the way is not known. */
struct availability_load {
    const char *server; /* "server.web" */
    double count;
    const char *sources; /* "rackpdu.a#1, rackpdu.b#1" */
    double unavailability, hours_per_year, losses_per_year;
    double degraded_hours_per_year;
    bool is_exact;                        /* false: upper bounds, or not known */
    int n_part;                           /* at most AVAILABILITY_PARTS */
    const struct availability_part *part; /* of down, greatest first */
};

struct availability {
    int n_load;
    struct availability_load *load; /* in the order of the plant's servers */
    double it_hours_per_year;       /* down, mean of all servers in load; NaN as theirs */
    double left_out;                /* servers on yet other ways, when there are too many:
                                       AVAILABILITY_PATHS, or fewer that are tangled */
    int n_unknown;
    const char **unknown; /* sections on the ways without mtbf or mttr, "pdu.a" */
    int n_note;
    const char **note; /* sections that do not bridge the start of a generator */
};

/* Of the normal state.  All text lives in the arena. */
struct availability availability_find(const struct plant *p, struct arena *a);

#endif
