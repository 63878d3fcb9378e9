#ifndef DCPLAN_PLAN_REDUNDANCY_H
#define DCPLAN_PLAN_REDUNDANCY_H

/* One UPS under every pattern of redundancy, its modules sized for the same load: energy and
   cost from a year of each, what is left after the worst single loss by division. */

#include "plan/run.h"

enum survival { SURVIVES_NOTHING, SURVIVES_MODULE, SURVIVES_SYSTEM };
extern const char *const survival_words[];

struct redundancy_plan { /* a pattern and its modules */
    const char *pattern; /* "2N" */
    int active, reserve; /* systems that carry load, and that stand by */
    int modules;         /* of each */
};

struct redundancy_row {
    struct redundancy_plan plan;
    bool is_own;             /* the site as it is: its own wiring and modules */
    const char *note;        /* why there are no numbers, or what to know of them; NULL: nothing */
    const struct result *of; /* its year; NULL: it cannot be simulated */
    double installed_w;
    double share;      /* of the rating, of the fullest system, at the maximum; all is well */
    double share_lost; /* of what is left after the worst loss; NaN: nothing is left */
    double firm_w;     /* usable rating that is left after it */
    enum survival survives;
    double efficiency_max, efficiency; /* at the maximum; mean of the year */
    double loss_kwh, facility_kwh, pue, cost;
    double more_kwh, more_cost; /* than the site as it is, a year; NaN: not the same load */
    double capex;               /* of all modules; NaN: no price */
};

struct redundancy {
    const char *ups;              /* "main" */
    const struct result *own;     /* the site as it is */
    double load_w;                /* that patterns are sized for: peaks of its systems added up */
    double module_w, usable_frac; /* rating of a module, and the share that may be used */
    double module_price;          /* NaN: no price */
    int n_pooled;
    const char *const *pooled; /* parts that are fed by all systems in equal parts */
    int n;
    struct redundancy_row *row; /* the site as it is first, then the patterns */
};

/* The least modules that carry load_w; blocks of REDUNDANCY_BLOCK. */
struct redundancy_plan redundancy_size(int redundancy, double load_w, double module_w,
                                       double usable_frac, int blocks);

/* What is left of a plan after its worst single loss, into the row; load_w is carried in
   equal parts. */
void redundancy_lose(struct redundancy_row *x, double load_w, double module_w, double usable_frac);

/* own is the site as it is, of the same request.  ups NULL: the only one.  A pattern that
   cannot be made is a row with a note.  False with diagnostics: which UPS, or none. */
bool redundancy_find(const struct load_request *request, const struct result *own, const char *ups,
                     int threads, struct redundancy *out, struct arena *a, struct diags *ds);

#endif
