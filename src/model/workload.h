#ifndef DCPLAN_MODEL_WORKLOAD_H
#define DCPLAN_MODEL_WORKLOAD_H

/* [workload NAME]: activity of servers over the year, 0 idle to 1 at the basis. */

#include "base/calendar.h"
#include "model/rows.h"

enum { BASIS_TYPICAL, BASIS_MAXIMUM };

struct workload {
    struct part part;
    int basis;
    double activity;
    struct reals weekday, weekend; /* 24 each, or none */
    struct reals month;            /* 12, or none */
    const char *file;
    double *series; /* hourly activity of the file, filled by the loader */
    int n_series;
};

extern const struct param workload_params[];
extern const int workload_n_params;

/* Activity, 0..1, of hour h. */
double workload_activity(const struct workload *w, const struct calendar *c, int hour);

#endif
