#ifndef DCPLAN_PLAN_MONTECARLO_H
#define DCPLAN_PLAN_MONTECARLO_H

/* A site whose uncertain values are drawn many times: where the outcomes lie, what they hang on,
   and how well the number of draws tells it.  Every field of the site that was given with an
   uncertainty varies, each part on its own also where several use one model, but for what a
   [correlation] ties together; and the weather, where a climate names years. */

#include "base/draw.h"
#include "plan/indices.h"
#include "plan/spread.h"
#include "plan/study_run.h"
#include "plan/study_table.h"

enum { MONTECARLO_MOST = 10000000, MONTECARLO_SHOWN = 8 };

struct montecarlo_request {
    int draws;
    uint64_t seed;
    enum sampling sampling;
    int n_only;
    const char *const *only; /* keys, or beginnings up to a dot ("ups.main"), that vary alone */
    int n_shown, shown[MONTECARLO_SHOWN]; /* outcomes; 0: PUE and the bill */
    int index_rows;                       /* rows of the design for Sobol' indices; 0: none */
    struct case_options options;
};

struct uncertain { /* a field that varies */
    struct case_key key;
    struct distribution distribution;
    int n_choice;        /* of a climate's years; 0: a number */
    const char **choice; /* any of them is as likely; their numbers count from 1 */
    const char *words;   /* its value as a file says it: "3.2 kW +/- 5 %" */
    const char *unit;    /* of the numbers below; "" */
    double centre, p10, p50, p90;
};

/* 95 % confidence between low and high; NaN: too few draws for it. */
struct quantile {
    double value, low, high;
};
enum { QUANTILE_10, QUANTILE_50, QUANTILE_90, N_QUANTILE };
extern const double quantile_shares[N_QUANTILE];

struct outcome_spread {
    int outcome, n;  /* draws in which it applies: all quantiles are of these alone */
    int n_never;     /* of a date: draws in which it does not come; they count as last, and
                            a quantile among them is HUGE_VAL */
    double centre;   /* with every input as the file has it; HUGE_VAL: never */
    double mean, sd; /* NaN with n_never */
    double least, greatest;
    struct quantile quantile[N_QUANTILE];
};

enum { CONVERGENCE_ROWS = 10 };
struct convergence {
    int n; /* of the first n draws */
    double mean;
    struct quantile quantile[N_QUANTILE];
};

struct influence { /* of one input on one outcome */
    int input;
    double low, high; /* the outcome with the input at its P10 and P90, all else at the centre;
                            NaN when that cannot be simulated, HUGE_VAL: never */
    double rank;      /* Spearman's correlation over the draws; NaN: none */
    double slope;     /* standardised coefficient of the linear regression; NaN: none, as of
                            a date that does not always come */
    struct index_pair index; /* NaN: not asked for */
};

struct shown_outcome {
    int outcome;
    struct influence *influence; /* [n_input] greatest swing of the tornado first */
    double linear; /* share of the variance that the regression on all numbers explains; NaN */
    int n_convergence;
    struct convergence convergence[CONVERGENCE_ROWS];
    int n_index_row; /* rows of the design in which no point failed */
};

struct draw_failure { /* draws that failed with one reason, and limits that broke first */
    const char *text;
    int n, first; /* first: number of the first such draw */
};

struct montecarlo {
    const struct case_base *base;
    struct montecarlo_request request;
    int n_input;
    struct uncertain *input;
    struct sample sample, design; /* of the draws, and of the indices: first A, then B */
    /* What [correlation] ties together, by a Gaussian copula: inputs, the Cholesky factor of
       their correlations [n_linked][n_linked], where each input stands among them or -1, and, of
       a hypercube, their numbers between 0 and 1 [n_linked][draws]: those of the copula put back
       into the slices by rank, so that each slice of each input still holds one draw. */
    int n_linked, *linked, *link_of;
    double *factor, **link;
    struct study_plan plan;

    /* Of montecarlo_answer. */
    const struct study_points *points;
    int n_failed; /* draws */
    int n_failure, n_broken;
    struct draw_failure *failure, *broken; /* most frequent first */
    double fits;                           /* share of the draws that fit; NaN: not judged */
    int n_spread;
    struct outcome_spread *spread; /* of what varies, in the order of the outcomes */
    int n_shown;
    struct shown_outcome shown[MONTECARLO_SHOWN];
};

/* The inputs and the plan; m must stay.  False with errors: nothing varies, a key of `only` that
   does not, too many points, or inputs for Sobol's sequence; a [correlation] of what does not
   vary, or that cannot be. */
bool montecarlo_make(const struct case_base *b, const struct montecarlo_request *q,
                     struct montecarlo *m, struct arena *a, struct diags *ds);

/* The number of input k in draw i, in its unit, as the case gets it. */
double montecarlo_number(const struct montecarlo *m, int i, int k);
const char *montecarlo_text(const struct montecarlo *m, int i, int k, struct arena *a);

/* What the points tell; they must stay. */
void montecarlo_answer(struct montecarlo *m, const struct study_points *points, struct arena *a);

/* The draws as a table for CSV, workbook and store; m must stay. */
struct study_table montecarlo_table(const struct montecarlo *m, struct arena *a);

/* Quantile of n sorted numbers, linear between neighbours (type 7 of Hyndman and Fan 1996, as
   numpy and GSL), with the 95 % confidence interval of order statistics (Conover, Practical
   Nonparametric Statistics, 3.2, normal approximation).  That interval holds for independent
   draws; a hypercube or Sobol' sequence knows the quantile better than it says. */
struct quantile quantile_of(const double *sorted, int n, double share);

#endif
