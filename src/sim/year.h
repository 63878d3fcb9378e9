#ifndef DCPLAN_SIM_YEAR_H
#define DCPLAN_SIM_YEAR_H

/* A simulated year: hourly series of every quantity, for the site and by room,
   and the year's worst of each element. */

#include "base/calendar.h"
#include "sim/quantity.h"

struct series { /* one set of hourly values, SI; NaN where a quantity does not apply */
    double *hour[N_QUANTITY]; /* NULL: not kept */
};

struct warning { /* one kind of trouble over the year */
    const char *text;
    int count, first_hour, worst_hour; /* hours; -1 when not tied to hours */
};

struct year {
    struct calendar calendar;
    int n;
    struct series site;
    int n_room;
    struct series *room;       /* [n_room] */
    int n_elem, n_group, n_cool;
    double *elem_peak_w;       /* [n_elem] greatest output of each electrical element */
    int *elem_peak_hour;
    double *elem_energy_in_j, *elem_loss_j; /* [n_elem] */
    double *group_peak_w;      /* [n_group] greatest input of one server of the group */
    double *group_inlet_c;     /* [n_group] greatest inlet */
    double *group_airflow_m3_s; /* [n_group] greatest airflow of one server */
    double *group_chip_c;      /* [n_group] greatest chip temperature; NaN: not known */
    double *cool_peak;         /* [n_cool] greatest load over capacity */
    double *cool_peak_load_w, *cool_peak_capacity_w; /* in that hour */
    int *cool_peak_hour;
    int n_warning;
    struct warning *warning;
    int max_iterations;        /* of the hourly solve, greatest over the year */
    int not_converged;         /* hours */
};

#endif
