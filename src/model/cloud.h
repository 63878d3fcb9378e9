#ifndef DCPLAN_MODEL_CLOUD_H
#define DCPLAN_MODEL_CLOUD_H

/* [cloud NAME]: an offer to rent accelerators; [job NAME]: work that needs them. */

#include <math.h>

#include "model/rows.h"

enum cloud_plan { PLAN_ON_DEMAND, PLAN_RESERVED, PLAN_SAVINGS, PLAN_SPOT };

struct cloud {
    struct part part; /* source, note, date of the price */
    const char *provider, *region, *instance, *accelerator;
    int accelerators; /* of one instance */
    double accelerator_memory_gb;
    int plan;
    struct money price_hour; /* of an instance; NaN: no price */
    struct money price_gpu;  /* of an accelerator; taken where price_hour is not given */
    double off_frac;         /* off the price, as reserved and spot offers are quoted */
    double upfront_frac;     /* of the term's cost, paid at its start */
    double term_s;           /* paid whether used or not; NaN: by the hour */
    double decline_frac;     /* nominal fall of the price in a year; of a term: at its renewal */
    double interruption_s;   /* spot: mean time between interruptions; NaN: none */
    double checkpoint_every_s, checkpoint_s, restart_s;
    double relative_speed;      /* work of its accelerator in an hour over one of the site's */
    const char *includes;       /* what the price includes: required */
    struct money egress_price;  /* per GB that leaves */
    struct money storage_price; /* per GB and month */
    struct money support_month; /* fixed, per month */
    double support_frac;        /* of the bill */
    double pue;                 /* of the provider; NaN: not known */
    bool is_confirmed;          /* a price outside the band of its model is right */
    /* Of a band (models/estimates.ini): prices of such accelerators outside it are doubtful. */
    struct money plausible_low, plausible_high;
};

enum job_what { JOB_TRAINING, JOB_INFERENCE, JOB_SIMULATION, JOB_RENDERING };

struct job {
    struct part part;
    int what;
    double gpu_s;                   /* accelerator time of one job, at the site's accelerators; an
                                inference service: NaN, from its load curve */
    int accelerators;               /* that work at once */
    double memory_gb;               /* of accelerator memory, for all of it */
    double deadline_s;              /* from start to end; NaN: none */
    double per_year;                /* jobs a year */
    struct reals weekday, weekend;  /* 24 each, 0..1 of `accelerators`: an inference service */
    double data_out_gb, storage_gb; /* of one job, or of a month of a service */
    struct ref_list server;         /* servers it would run on; none: all with accelerators */
};

/* Runs all year by its load, and counts by the month. */
static inline bool job_is_service(const struct job *j)
{
    return j->what == JOB_INFERENCE && isnan(j->gpu_s);
}

extern const struct param cloud_params[], job_params[];
extern const int cloud_n_params, job_n_params;

/* Hours paid for over hours of useful work, at least 1: time that writing checkpoints takes,
   and work and start-up lost in interruptions.  With checkpoints of c every T of work, mean
   time between interruptions M, which fall without memory on work, writing and restarts, and
   restart R:  M exp(R/M) (exp((T + c)/M) - 1) / T.  Daly, Future Generation Computer Systems
   22 (2006) 303; at first order Young's (Commun. ACM 17 (1974) 530), who loses half of T an
   interruption.  Without interruptions 1 + c/T; without checkpoints work keeps no state and
   loses but R: exp(R/M).  Restarts are paid for like work. */
double cloud_overhead(const struct cloud *c);

#endif
