#ifndef DCPLAN_PLAN_FAILURES_H
#define DCPLAN_PLAN_FAILURES_H

/* Every single failure and maintenance state against all hours of the year: who drops, who
   is capped, what overloads and for how long, how hot it gets. */

#include "plan/availability.h"
#include "plan/limits.h"
#include "plan/ride_through.h"
#include "sim/outage.h"

struct failures_case {
    const struct limits_case *limits;
    const struct prepared *normal; /* with the site's workload */
    const struct year *year;       /* of that, nothing lost */
    int n_remove;                  /* only this: what is named is lost together */
    const char *const *remove;
};

enum failure_kind {
    FAILURE_UNIT,    /* one of several units of an electrical part */
    FAILURE_PART,    /* a whole electrical part */
    FAILURE_UTILITY, /* a utility */
    FAILURE_COOLING, /* one cooling unit, or the pumps of a loop */
    FAILURE_CHOSEN   /* several at once, or what was asked for */
};

/* An element or limit that the state changes, at the greatest load of the year. */
struct failure_row {
    struct limit limit;
    double before;                        /* used when nothing is lost; NaN: no such row */
    int elem;                             /* of the plant; -1: none */
    int hours;                            /* of the year over the limit; -1: not counted */
    int alike;                            /* others with the same numbers */
    double efficiency, efficiency_before; /* of a UPS; NaN of others */
};

struct failure_drop {    /* what has no power left */
    const char *element; /* section of servers, or a cooling part */
    double count, of;    /* servers, or units */
    double power_w;      /* greatest of all that dropped; 0 of cooling */
    const char *where;   /* racks; NULL where that says nothing */
};

struct failure {
    enum failure_kind kind;
    const char *state; /* "busway.a lost" */
    int n_lost;
    const char **lost; /* names of the parts */
    bool is_loss, is_maintenance;
    int alike;               /* other parts whose loss is the same */
    const char **alike_name; /* [alike] */

    /* every server at its maximum */
    double demand_w, served_w, dropped_w;  /* of servers, at their input when all is well */
    double capped_servers, cap_frac;       /* power taken from those, of what they want */
    double work_lost_frac;                 /* of the year's computing, by the site's workload */
    double psu_efficiency, ups_efficiency; /* NaN: none */
    double max_inlet_c, inlet_limit_c;     /* of the room with the least margin */
    double facility_w;                     /* peak */
    double energy_residual, heat_residual;
    int n_drop;
    struct failure_drop *drop;
    int n_row;
    struct failure_row *row; /* tightest first */

    /* hours of the year, by the site's workload */
    int hours_over, hours_hot, hours_throttled, hours_tripped;

    bool drops_servers, trips_servers; /* for want of power; by heat, more than before */
    bool is_over, is_hot, is_capped;   /* is_hot: above a temperature limit */
    bool survives;                     /* nothing drops, no limit is broken; capping is no fall */
    bool is_bound;                     /* loads are bounds by sums of peaks, which break nothing */
    const char *word;                  /* what happens, in a few words */
};

/* What a set of sources gives when the greatest of them is lost. */
struct firm {
    const char *consumer, *sources;
    double installed_va, firm_va, peak_va; /* continuously usable; peak at the maximum */
};

struct failures {
    double demand_w, psu_efficiency, ups_efficiency, max_inlet_c, facility_w; /* nothing lost */
    bool is_over;  /* a limit is broken already when nothing is lost */
    int n_element; /* parts whose loss was looked at */
    int n;
    struct failure *item; /* worst first */
    int n_spof;
    const char **spof; /* single points of failure: their loss alone drops servers */
    bool is_partial;   /* only what was removed: nothing is known of the site as a whole */
    bool is_fault_tolerant, is_maintainable;
    const char *verdict, *statement; /* verdict: one line of counts */
    int n_firm;
    struct firm *firm;
    struct availability availability; /* of power, from times between failures */
    struct ride_list ride;            /* rooms in the seconds after a loss */
    int n_skip;
    const char **skip; /* what was not looked at, and why */
};

/* NULL when something to be removed is not there (an error says so) or a state has no
   balance. */
struct failures *failures_find(const struct failures_case *c, struct arena *a, struct diags *ds);

/* Nothing that was looked at falls. */
bool failures_ok(const struct failures *f);

#endif
