#ifndef DCPLAN_PLAN_ELEVATION_H
#define DCPLAN_PLAN_ELEVATION_H

/* What stands in each rack, and what the rack carries against its limits: the numbers of a
   rack elevation.  Loads are those of the limits: every server at its maximum, the greatest
   of the design year.  What is not known is NaN: a limit that is not stated, a mass, a
   current without a voltage. */

#include "base/arena.h"
#include "plan/result.h"

enum { ELEVATION_LINES = 3, ELEVATION_MISSING = 6 };

struct elevation_item { /* one server */
    const char *name;   /* "gpu#13"; of racks drawn once its section's */
    int server;         /* section */
    int k;              /* which of its count, from 0 on */
    double u;           /* its lowest unit, from 1 on; NaN: it takes none */
    double height_u, power_w, kg;
    int feeds; /* that one such server is fed from, at least; 0: none */
};

struct elevation_use { /* limit NaN: none is stated, and so the share */
    double used, limit, share;
    bool is_over;
};

struct elevation_feed { /* an electrical part that feeds servers of the rack */
    const char *name;
    int elem, racks; /* of the plant; racks that it feeds */
    int phases;
    double line_a[ELEVATION_LINES]; /* all that it carries; NaN: no such line, or no voltage */
    double most_a, limit_a;         /* worst line; what it may carry all the time */
    double load;                    /* share of its tightest limit; NaN: no limit */
    const char *resource, *unit;    /* of that limit: "current", "A" */
    double worst, worst_a;          /* the same after the worst single loss; NaN: not known */
    const char *worst_state;        /* "busway.a lost"; NULL: no loss brings it more */
    bool is_over;
};

struct elevation {
    const char *name, *room; /* "rack.r#3"; room NULL: none */
    int rack, unit;          /* kind's index, and which of its count */
    int room_index;          /* -1: none */
    int alike;               /* others that are the same, which have no elevation */
    const char *others;      /* "r#2 to r#32"; NULL: none */
    double units_u;
    int n_item;
    struct elevation_item *item; /* from the top down, those without a unit last */
    int n_reserved;
    const double *reserved_u;
    struct elevation_use power_w, kg, u, airflow_m3_s; /* kg with the rack's own; u without
                                                          reserved units, limit likewise */
    bool knows_kg;                                     /* of every server */
    double free_u;
    int n_feed;
    struct elevation_feed *feed;
    double load, failover;           /* of the feed that has the least left; NaN: not known */
    bool is_feed_over, lacks_rating; /* one of its feeds */
    double inlet_c, inlet_limit_c;   /* NaN: no air that is known */
    double inlet_margin_k;
    int n_missing;
    const char *missing[ELEVATION_MISSING]; /* limits that are not stated: "weight" */
    bool is_over;                           /* any limit */
};

struct elevation_section { /* servers of one section, and what they are */
    const char *name, *model;
    int index;
};

struct elevation_set {
    int n, n_rack; /* n_rack: with the ones that are the same */
    struct elevation *item;
    int n_section; /* that stand in racks */
    struct elevation_section *section;
    bool knows_failures; /* failures have been looked at */
};

/* Of all racks, in the order of the files; of a result whose year has been run. */
struct elevation_set *elevation_find(const struct result *r, struct arena *a);

/* Which of e->section a server belongs to. */
int elevation_section_of(const struct elevation_set *e, int server);

/* Joins racks with the same content and the same numbers: e->item becomes fewer, and what is
   left says which it speaks for. */
void elevation_fold(struct elevation_set *e, const struct site *s, const struct plant *p,
                    struct arena *a);

#endif
