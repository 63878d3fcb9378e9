#ifndef DCPLAN_PLAN_OUTCOME_H
#define DCPLAN_PLAN_OUTCOME_H

/* What is kept of one point of a study: plain bytes, so that it goes between ranks and into a
   store as it is. */

#include "plan/growth.h"
#include "sim/metric.h"

/* The annual metrics, then: */
enum outcome_id {
    O_FITS = N_METRIC, /* 1: every limit holds, 0: one is broken */
    O_BROKEN_LIMITS,   /* how many are broken */
    O_MARGIN_PCT,      /* of the tightest limit, % of it */
    O_RUNS_OUT,        /* when the site as it is runs out, months since year 0 (date_month);
                          NaN: not within the plan, or nothing is planned */
    O_SHORT_FROM,      /* from when it stays short in spite of its blocks */
    O_OWN_NPV,         /* of owning, in the site's currency; costs are negative */
    O_RENT_NPV,        /* of the cheapest offer that takes part */
    O_OWN_SAVING,      /* O_OWN_NPV - O_RENT_NPV */
    O_OWN_COST_PER_GPU_HOUR,
    O_EXHAUSTED, /* and on, one an enum growth_class: when a resource of it first runs out */
    N_OUTCOME = O_EXHAUSTED + N_GROWTH_CLASS
};

/* Rows of all of them, the metrics' first; the unit "month" is a date. */
const struct metric_row *outcome_row(int id);
/* By key; -1 when unknown. */
int outcome_find(const char *key);

enum point_status { POINT_OPEN, POINT_DONE, POINT_FAILED };
/* "open", "done", "failed" */
const char *outcome_status_word(int status);
enum { OUTCOME_TEXT_CAP = 232 };

struct outcome {
    int status;
    int code;                /* of POINT_FAILED: DIAG_INPUT or DIAG_MODEL */
    double value[N_OUTCOME]; /* NaN: does not apply, not asked for, or the point failed; of money
                                without [finance], too */
    char text[OUTCOME_TEXT_CAP]; /* why it failed, or what limit is tightest; cut at its end */
};

#endif
