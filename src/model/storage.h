#ifndef DCPLAN_MODEL_STORAGE_H
#define DCPLAN_MODEL_STORAGE_H

/* [storage NAME]: a stratified tank of chilled water on a loop.  It is charged in some
   hours, when chillers make more than the loop takes, and gives it back in others. */

#include "model/rows.h"

enum { STORAGE_BY_HOURS, STORAGE_BY_TARIFF };

struct storage {
    struct part part;
    struct ref_list serves;
    double capacity_j, charge_w, discharge_w;
    double loss_frac; /* of what it holds, in a day */
    int schedule;
    struct hours charge_hours, discharge_hours; /* of the day, local standard time */
};

extern const struct param storage_params[];
extern const int storage_n_params;

/* Share of what it holds that an hour takes: 1 - (1 - loss)^(1/24). */
double storage_hourly_loss_frac(const struct storage *s);

#endif
