#ifndef DCPLAN_SIM_YEAR_H
#define DCPLAN_SIM_YEAR_H

/* A simulated year: hourly series of the quantities that were asked for, monthly
   and yearly statistics of all, and the year's worst of each part. */

#include <stdbool.h>

#include "base/calendar.h"
#include "sim/quantity.h"

struct statistic {                 /* of one quantity, by its row's aggregate */
    double month_sum[MONTHS], sum; /* powers and water: hourly values added up */
    double max, min;               /* NaN when not counted or never seen */
    int max_hour, min_hour;
};

struct series {               /* one set of quantities, SI */
    double *hour[N_QUANTITY]; /* NULL: not kept; NaN where it does not apply */
    struct statistic stat[N_QUANTITY];
};

struct warning { /* one kind of trouble over the year */
    const char *text;
    int count, first_hour; /* hours; first_hour -1 when not tied to hours */
};

struct air_year {                /* sums over the hours */
    double heat_wh, taken_up_wh; /* servers' heat to air; what inlets took up since the supply */
    double servers_m3_s, units_m3_s;
    double rci_hi_pct, rci_lo_pct; /* least; NaN: the room's inlets are one, see its extremes */
};

struct extreme {
    double value; /* NaN: not looked at */
    int hour;
};

struct room_year {
    double it_kwh, heat_kwh; /* heat: taken from its air and by liquid from its servers */
    double peak_it_w, max_inlet_c, min_inlet_c, max_coolant_c, chip_margin_k;
    double max_air_c;      /* that returns, of a room without servers; NaN: it has some */
    double battery_ageing; /* hours of rated life that its battery lost */
    /* of rooms whose water moves; relative humidity at the rack inlet, 0..1 */
    struct extreme dew_high_pa, dew_low_pa, rh_high, rh_low;
    int hours_humidity_recommended, hours_humidity_allowable; /* outside */
    int hours_above_recommended, hours_above_allowable, throttled_hours, tripped_hours;
    int heat_throttled_hours; /* of the throttled ones, not by short supplies */
    struct air_year air;
};

struct inlet_peak { /* hottest air that a group breathes, and that hour's air of the room */
    double inlet_c, supply_c, rise_k; /* rise: of the room's mean inlet above the supply */
};

struct peak {           /* greatest load of a part, and the hour it came in */
    double used, limit; /* W for power and heat; the limit of that hour (NaN: none) */
    int hour;
};

struct sweat { /* the hour in which a surface is least above the dew point of its room */
    double dew_c, surface_c; /* NaN: never looked at */
    int hour;
};

struct year {
    struct calendar calendar;
    int n;
    struct series site;
    int n_room;
    struct room_year *room;
    int n_elem, n_group, n_cool, n_cdu, n_sink, n_loop, n_surface;
    struct peak *elem;                        /* [n_elem] output, all its units together */
    double *elem_out_kwh, *elem_loss_kwh;     /* [n_elem] */
    int *elem_hours, over_hours;              /* hours above state.limit_w: of each, of any */
    struct peak *loop;                        /* [n_loop] heat of what it serves */
    struct peak *cool, *cdu, *sink;           /* heat against capacity, where it is tightest */
    double *cdu_max_c;                        /* [n_cdu] warmest coolant */
    double *loop_max_c;                       /* [n_loop] warmest supply */
    struct sweat *surface;                    /* [n_surface] */
    double *cool_w, *cdu_w, *loop_w, *sink_w; /* greatest electrical power of each */
    double *group_max_w;                      /* [n_group] input of one server */
    double *group_cap_w;            /* [n_group] most that short supplies take from one server */
    double *group_airflow_m3_s;     /* [n_group] of one server */
    double *group_chip_c;           /* [n_group] hottest chip; NaN: not known */
    struct inlet_peak *group_inlet; /* [n_group] NaN: its inlet is the room's */
    double lost_compute_j, *group_lost_j;       /* by throttling, capping and being off */
    double lost_gpu_h, *group_hot_gpu_h;        /* of accelerators: by all of that, and by heat */
    double storage_given_kwh, storage_lost_kwh; /* cold of all tanks */
    int free_hours, economizer_hours, throttled_hours, tripped_hours, cycling_hours;
    int runaway_hours;        /* nothing takes all the heat, at any temperature */
    int chiller_beyond_hours; /* chiller curves left their range */
    int n_warning;
    struct warning *warning;
    int iterations, not_converged;
};

#endif
