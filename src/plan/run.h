#ifndef DCPLAN_PLAN_RUN_H
#define DCPLAN_PLAN_RUN_H

/* Load, place, simulate, cost: the only function that does it all. */

#include "model/load.h"
#include "plan/result.h"

struct run_options {
    int threads;   /* at least 1; results do not depend on it */
    bool failures; /* every single failure, too, or only what is removed */
    bool power;    /* the power budget, too */
    int n_remove;
    const char *const *remove;
    bool normal_only;  /* no limits of lost units and systems */
    bool energy_only;  /* no limits; the verdict means nothing then */
    bool numbers_only; /* with energy_only: of the result the metrics, the bill and its years,
                          of whose series there are those that metrics need */
};

/* False when the site cannot be read or modelled; diagnostics say why.  Warnings
   of the input are joined to the result's. */
bool run_case(const struct load_request *request, const struct run_options *options,
              struct result *out, struct arena *a, struct diags *ds);

struct outage;
struct prepared;

/* A loaded site with its racks filled and its years simulated. */
struct run_years {
    const struct loaded *loaded;
    const struct plant *plant;
    const struct rack_plan *racks;
    const struct outage *normal;
    const struct year *year, *design_year;
    const struct prepared *prepared, *design;
};
/* Tables of the plant may be the memo's; NULL: none. */
bool run_years(const struct loaded *l, const struct run_options *options, struct memo *memo,
               struct run_years *out, struct arena *a, struct diags *ds);

/* The rest of run_case without what is only told of the site (assumptions, warnings).  l: the
   site of the years, or, without limits, one that differs in money alone. */
bool run_numbers(const struct loaded *l, const struct run_years *y,
                 const struct run_options *options, struct memo *memo, struct result *out,
                 struct arena *a, struct diags *ds);

/* A loaded site made ready and its year simulated apart, for the benchmark. */
struct ready {
    struct loaded loaded;
    const struct plant *plant;
    const struct prepared *prepared;
};
bool run_prepare(const struct load_request *request, struct ready *out, struct arena *a,
                 struct diags *ds);

#endif
