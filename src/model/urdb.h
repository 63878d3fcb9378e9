#ifndef DCPLAN_MODEL_URDB_H
#define DCPLAN_MODEL_URDB_H

/* Parts of the URDB importer: a rate of the tree as periods with steps and as windows of hours
   (urdb_read.c), and the lines of a bill that they come to (urdb_lines.c). */

#include "input/yaml.h"
#include "model/import.h"

enum urdb_step {
    URDB_KWH,       /* energy of the month */
    URDB_KWH_DAY,   /* of each day */
    URDB_KWH_KW,    /* of the month for each kW of its demand */
    URDB_KWH_KW_DAY /* of a day for each kW */
};

struct urdb_tier {
    double price; /* rate + adj; NaN: the rate has no price */
    double sell;  /* NaN: none */
    double most;  /* where the tier ends; NaN: nowhere */
    enum urdb_step step;
    const char *unit; /* as it stands; NULL: none */
    struct place place;
};

struct urdb_period {
    int n;
    struct urdb_tier *tier;
};

struct urdb_structure {
    int n;
    struct urdb_period *period;
};

/* When a charge holds: months and hours as bits, January and midnight lowest. */
struct urdb_window {
    unsigned months, weekday, weekend;
};
enum { URDB_MONTHS = 12, URDB_HOURS = 24, URDB_YEAR = 0xFFF, URDB_DAY = 0xFFFFFF };

struct urdb_schedule { /* period of each hour */
    int weekday[URDB_MONTHS][URDB_HOURS], weekend[URDB_MONTHS][URDB_HOURS];
};

struct urdb {
    struct import *im;
    const struct yaml *rate;
    struct import_section *tariff;
    const char *name;     /* of the tariff, and what its lines begin with */
    struct builder lines; /* their names, for `rates` */
    int n_line;
};

/* Fields go by several names, whatever their case: of the interface, and of the dumps. */
const struct yaml *urdb_field(const struct yaml *rate, const char *key);
/* Names a warning those fields of the rate that mean nothing here. */
void urdb_warn_unknown(struct urdb *u);

/* Whether the node is a rate: it has a structure of prices. */
bool urdb_is_rate(const struct yaml *node);

/* A structure of prices, empty when the rate has none; false with an error at the place. */
bool urdb_read_structure(struct urdb *u, const char *key, struct urdb_structure *out);
/* The two schedules of a structure of n periods; a structure of one period needs none. */
bool urdb_read_schedule(struct urdb *u, const char *weekday, const char *weekend, int n,
                        struct urdb_schedule *out);
/* Twelve numbers, one a month; false with an error when there are more or fewer. */
bool urdb_read_months(struct urdb *u, const struct yaml *node, const char *key,
                      double out[URDB_MONTHS]);
/* NaN when the field is not there; false with an error when it is no number. */
bool urdb_read_number(struct urdb *u, const char *key, double *out);

/* The windows of a period: months with the same hours are one.  At most 12. */
int urdb_windows(const struct urdb_schedule *s, int period, struct urdb_window out[URDB_MONTHS]);

/* Lines of the charges of the rate; false with errors. */
bool urdb_energy_lines(struct urdb *u);
bool urdb_demand_lines(struct urdb *u);
bool urdb_fixed_lines(struct urdb *u);

#endif
