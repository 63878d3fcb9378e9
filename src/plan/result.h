#ifndef DCPLAN_PLAN_RESULT_H
#define DCPLAN_PLAN_RESULT_H

/* Everything that is shown anywhere. */

#include "base/calendar.h"
#include "model/site.h"
#include "physics/weather.h"
#include "plan/bill.h"
#include "plan/floor_plan.h"
#include "sim/metric.h"
#include "sim/year.h"

struct limit {
    const char *element, *resource, *state, *unit;
    double used, limit; /* in unit; limit NaN: no limit */
    double margin;      /* (limit - used) / limit; NaN: no limit */
    bool is_broken;
    const char *note; /* why, or what the limit comes from; may be NULL */
    int alike;        /* other elements with the same numbers, which have no rows */
};

struct network_skip {         /* a check of the network that could not be made */
    const char *check, *what; /* "voltage drop", "no length: busway.a and 3 more" */
    int count;                /* parts that lack it */
};

struct energy_part {
    const char *key, *label;
    double energy_kwh;
};

struct month_result {
    double it_kwh, facility_kwh, pue, cost, peak_kw, water_m3;
    double mean_outdoor_c, max_inlet_c, max_coolant_c; /* NaN: none */
    /* hours that cool without a compressor, with and beside weather, with compressors alone */
    double free_h, mixed_h, compressor_h;
};

struct room_result {
    const char *name;
    double metric[N_METRIC];
    double servers_m3_s, units_m3_s; /* airflows, means of the year */
    const struct floor_plan *floor;  /* NULL: its racks breathe the same air */
    const struct floor_heat *heat;   /* NULL: no racks, or not asked for */
};

struct assumption { /* a model value that shaped the answer */
    const char *object, *key, *value, *doc, *origin, *source;
};

struct result {
    const char *site_name, *site_title;
    struct date date;
    const char *currency;
    int n_input;
    struct input_text *input; /* path and sha256 of every file read */
    int n_override;
    const char **override;

    bool ok;
    const char *verdict; /* one line */
    double metric[N_METRIC];
    int n_part;
    struct energy_part *part;
    int n_limit;
    struct limit *limit; /* tightest first, no limit last */
    int n_limit_warning;
    struct warning *limit_warning; /* what the failure states say beside limits; in warning too */
    int n_skip;
    const struct network_skip *skip;
    int n_room;
    struct room_result *room;
    struct month_result month[MONTHS];
    int n_warning;
    struct warning *warning;
    int n_priced, n_unpriced; /* parts in the capital cost, and parts without a price */
    int n_assumption;
    struct assumption *assumption;

    const struct failures *failures;   /* NULL: not asked for */
    const struct one_line *one_line;   /* likewise */
    const struct power_budget *power;  /* NULL: not asked for */
    const struct water_study *water;   /* likewise */
    const struct rack_plan *racks;     /* who stands where: plan/place.h */
    const struct aisle_view *aisles;   /* NULL: limits were not asked for; plan/aisles.h */
    const struct fabric_view *fabrics; /* likewise; plan/fabric_find.h */
    const struct growth *growth;       /* NULL: not asked for */
    const struct tco_answer *tco;      /* likewise; plan/tco_answer.h */
    const struct site *site;
    const struct plant *plant; /* whose elements the years count */
    const struct weather *weather;
    const struct year *year;        /* with the site's workload */
    const struct year *design_year; /* with every server at its maximum: limits come from it */
    const struct bill *bill;

    const struct elevation_set *elevations; /* racks to draw; NULL: not asked for */
};

#endif
