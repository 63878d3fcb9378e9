#ifndef DCPLAN_PLAN_GROWTH_H
#define DCPLAN_PLAN_GROWTH_H

/* When a site runs out, and by when what enlarges it must be ordered: month by month from
   the site's date, with the servers that its deployments bring and take.  A month in which
   something changes is a whole case of its own (year, limits in all states, bill).

   One plan: every number of it is taken as it is written. */

#include "plan/run.h"

enum { GROWTH_MONTHS = 60, GROWTH_AFTER = 12 }; /* a plan's length; months after its last event */

/* What a limit is of, as people plan by it. */
enum growth_class {
    GROWTH_SPACE,  /* rack units, places, airflow of racks, outlets, ports */
    GROWTH_WEIGHT, /* of racks and floors */
    GROWTH_RACK_POWER,
    GROWTH_FEEDER, /* from the power strip's source up to the UPS, switchboards, switches */
    GROWTH_UPS,
    GROWTH_GENERATOR,
    GROWTH_TRANSFORMER,
    GROWTH_UTILITY,
    GROWTH_ROOM_AIR,
    GROWTH_CDU,
    GROWTH_WATER,     /* loops, chillers, towers, dry coolers */
    GROWTH_CONDITION, /* temperatures, voltages, hours: nothing that is used up */
    N_GROWTH_CLASS
};
extern const char *const growth_class_words[N_GROWTH_CLASS];

/* Of one resource in a month, in its unit.  used: of what runs; reserved: more, with what
   capacity is held for; stranded: would still be free when the next resource of the site
   runs out, on the way that the plan grows; free: the rest of the limit, below zero what is
   over it.  The four add up to the limit.  NaN: no limit, or of `stranded` that nothing runs
   out before the end of the plan. */
struct growth_use {
    double used, reserved, stranded, free, limit;
};

struct growth_resource { /* of a section: the worst of its parts and states in each month */
    const char *element, *resource, *unit;
    enum growth_class class;
    struct growth_use *use; /* [months] */
    int runs_out;           /* first month in which it is short, before blocks for it; -1: none */
    int short_from;         /* first month in which it stays short in spite of blocks; -1: none */
    const char *words;      /* of the limit in month runs_out; NULL: none */
    int order;              /* the first that enlarges it; -1: none */
};

struct growth_month {
    int month;                   /* date_month */
    int *servers, *reserved;     /* [sections of servers] */
    int n_servers, n_reserved;   /* of all */
    int *blocks;                 /* [blocks] in use */
    bool is_known;               /* false: the case could not be simulated */
    bool fits;                   /* every limit holds, with what is reserved */
    const char *reason;          /* why not; NULL: it fits */
    double it_kwh, facility_kwh; /* of that month of the weather's year, of what runs */
    double water_m3;
    double it_kw, facility_kw, cost; /* means; cost NaN: no tariff or no price */
};

struct growth_year {
    int year, months; /* of the plan in it */
    double it_kwh, facility_kwh, cost;
};

struct growth_order {
    int block, k;            /* section of the block, and which of its count */
    const char *name, *part; /* "spare", "ups.main" */
    const char *adds;        /* "1 module", "300 kW" */
    const char *resource;    /* that ran out: "ups.main apparent power" */
    int needed;              /* index of the month in which it must be in use */
    int in_use;              /* first whole month in which it is; may lie beyond the plan */
    struct date order, use;  /* last safe day of the order; day of its use; year 0: no lead time */
    long late_days;          /* that the order would come too late; 0: it does not */
    double price;            /* in the site's currency; NaN: no price */
    bool is_part_price;      /* of what it adds, as the block has no price of its own */
};

struct growth {
    const struct result *own;
    int n, n_resource, n_order, n_year, n_case;
    struct growth_month *month;
    struct growth_resource *resource; /* capacities by class, then as they run out */
    struct growth_order *order;       /* by the day on which they must be placed */
    struct growth_year *year;
    int runs_out;      /* index of the month in which the site as it is runs out; -1: never */
    int short_from;    /* the same with all blocks; -1 */
    const char *first; /* what runs out first, in words; NULL: nothing */
    double price;      /* of all orders that have one; NaN: none has */
    int n_unpriced;
    const char *verdict; /* one line */
};

struct case_kept;
struct growth_request {
    struct date until; /* year 0: GROWTH_MONTHS, or GROWTH_AFTER months after the last event */
    int threads;
    const struct case_kept *kept; /* the site has been read (plan/case_load.h); NULL: it is read
                                     again for each case */
};

/* Whether the site has anything to plan. */
bool growth_has_plan(const struct site *s);

/* own: the site as it is, from run_case with the same request.  False with diagnostics: no
   deployments, an end before the site's date. */
bool growth_find(const struct load_request *request, const struct growth_request *g,
                 const struct result *own, struct growth *out, struct arena *a, struct diags *ds);

/* Indices of the resources that tell a plan, one of each class: those that stay short before
   those that run out, then by how full they get.  Returns how many. */
int growth_tightest(const struct growth *g, int out[N_GROWTH_CLASS]);

#endif
