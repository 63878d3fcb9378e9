#ifndef DCPLAN_PLAN_POWER_BUDGET_H
#define DCPLAN_PLAN_POWER_BUDGET_H

/* What every electrical element carries: nameplate, budget and peak side by side; what is
   lost at every level up to the utility; and what sizes of utility, transformers,
   generators, UPS and batteries that asks for. */

#include "plan/limits.h"

/* Budget is the year by the site's workload, peak the one with every server at its
   maximum and the site's diversity; W at the output.  NaN: no limit, or not known. */
struct power_row {
    const char *element, *kind;
    int depth;               /* elements between it and its source */
    int alike;               /* others with the same numbers */
    const char **alike_name; /* [alike] */
    int n_source;
    const char **source;     /* all that feed it; the row stands under the first that carries */
    const char *other;       /* the others, for people: "also t2", "standby g"; NULL: none */
    double nameplate_w;      /* data-sheet maxima of all it feeds, no losses, no diversity */
    double budget_w, peak_w; /* in the greatest hour of its own */
    double loss_w;           /* its own, at the peak */
    double budget_efficiency, peak_efficiency;
    double va, power_factor;     /* at the peak */
    double current_a, rated_a;   /* of the worst line; of each line, all units */
    double line_a[3], neutral_a; /* of each; NaN: not known, or no such line */
    double unbalance_frac;       /* greatest deviation from the mean over it */
    double rated_w, rated_va;    /* all units that live */
    double usable_w;             /* load at which the first of its limits is reached */
    double free_w, used_frac;    /* of that */
    const char *usable_note;     /* why less than the rating may be used; NULL: it may */
};

/* Powers of all the site in the hour of its greatest power, and energy of the year. */
struct power_line {
    const char *key, *label;
    int depth, elements; /* of a level of losses; -1 and 0 of what is drawn */
    double budget_w, peak_w, energy_kwh;
};

struct power_balance {
    int n;
    struct power_line *line;    /* what is drawn, then losses from the servers up */
    int budget_hour, peak_hour; /* of the year */
    struct power_line all;      /* what the sources give */
    struct power_line residual; /* of the sums, relative */
};

struct utility_size {
    const char *element;
    double peak_w, peak_va, power_factor;
    double limit_w, limit_va; /* the site's; NaN: none */
    double used_frac;         /* of the tighter one */
    double standard_va;       /* next standard rating above the peak */
};

/* What a transformer, or a system of UPS, carries at most when one unit of a transformer,
   or a system, is lost: the greatest load of a year in that state. */
struct power_worst {
    const char *lost; /* what is lost then; NULL: no loss makes it carry more */
    double w, va;
    int units; /* of its own that then live */
};

struct transformer_size {
    const char *element;
    int alike, units;
    double rated_va, usable_frac; /* of one unit */
    double peak_va;               /* of all its units */
    struct power_worst worst;
    double used_frac, worst_frac; /* of what may be used, at the peak and then */
    double standby_w, dropped_w;  /* one unit of it lost: on generators, and of servers without
                                     a supply */
    double standard_va;           /* next standard rating of one unit that would do */
};

struct generator_size {
    const char *element; /* NULL: there is none, and this is what one would carry */
    const char *state;
    int alike;
    double running_w, recharge_w, required_w; /* all behind it, cooling and losses included */
    bool lacks_battery;                       /* a UPS without one: its recharge is not known */
    double step_va, step_w;                   /* greatest block that starts at once */
    double rated_w, derate_frac;              /* of one set; what the site leaves of it */
    int installed, chosen;                    /* sets; that the site says are needed */
    int by_power, by_step, by_dip, needed;    /* sets that each asks for, and all do; -1: none do */
    double load_frac;                         /* of the chosen sets, derated */
    double step_frac, step_limit_frac;        /* of their derated rating */
    double dip_frac, dip_limit_frac;          /* NaN: reactance not known */
    double fuel_day_m3, tank_m3, tank_s;      /* NaN: no tank */
};

struct ups_size {
    const char *element;
    int alike;
    double module_w, usable_frac;
    double peak_w;
    struct power_worst worst;
    int installed, spare, needed; /* modules: spare ones for N+1; needed without them */
    bool has_battery;
    double energy_j, needed_s, runtime_s, worst_runtime_s;
    double needed_energy_j; /* for the greater load */
};

struct power_budget {
    int n;
    struct power_row *row; /* from the sources down, each under what feeds it */
    struct power_balance balance;
    int n_utility, n_transformer, n_generator, n_ups;
    struct utility_size *utility;
    struct transformer_size *transformer;
    struct generator_size *generator;
    struct ups_size *ups;
};

struct power_case {
    const struct limits_case *limits;
    const struct prepared *normal; /* with the site's workload */
    const struct year *year;       /* of that, nothing lost */
};

struct power_budget *power_budget_find(const struct power_case *c, struct arena *a);

/* The next rating of series R10 of ISO 3 that is not below x, which IEC 60076-1 prefers for
   transformers: 1000, 1250, 1600, 2000 ... */
double power_standard_va(double va);

#endif
