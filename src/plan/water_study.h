#ifndef DCPLAN_PLAN_WATER_STUDY_H
#define DCPLAN_PLAN_WATER_STUDY_H

/* The temperature of one water loop swept, with the coolant behind it: a whole case (year,
   bill, limits) for each temperature, and the least yearly cost among those that fit.

   Setpoints behind it follow.  Facility water of CDUs: the coolant's is the water's and the
   CDU's approach.  Chilled water of room coils: the supply air's keeps its distance when the
   water is warmer than now, so that coils keep their capacity and the limits of the inlets
   judge; with colder water it stays, as colder air would serve nobody. */

#include "plan/run.h"

struct water_request {
    const char *loop;            /* NULL: that of the CDUs, else of the room coils */
    double from_c, to_c, step_k; /* NaN: 17 to 50 degC of CDUs, 7 to 32 of coils; by 1 K.
                                    Quick: by 4 K, of coils 8 K about the present setpoint */
    struct reals capture_frac;   /* to be crossed with; n 0: as the site has it */
    struct reals approach_k;     /* of the CDUs */
    struct reals chip_limit_c;
    bool keep_behind; /* setpoints of coolant and supply air stay */
    bool is_quick;    /* limits of the normal state, all limits only of what seems the optimum */
};

enum water_basis { WATER_BY_COST, WATER_BY_ENERGY, WATER_BY_WATER, N_WATER_BASIS };

struct water_row {
    int series;                                    /* cases that differ in temperature alone */
    double water_c;                                /* setpoint of the loop */
    double capture_frac, approach_k, chip_limit_c; /* NaN: as the site has it */
    double coolant_c, air_c; /* setpoints, of the warmest CDU and room; NaN: none */
    const char *class_name;  /* "W32": the greatest of a class; NULL: none */
    bool is_own;             /* the site as it is */
    bool is_as_it_is;        /* no override changes the site, whose own year this is */
    bool is_known;           /* false: it could not be simulated, see reason */
    bool is_checked;         /* all limits were looked at */
    bool fits;               /* every limit holds, and nothing is throttled */
    const char *reason;      /* why it does not fit; NULL: it fits */
    int n_broken;
    double metric[N_METRIC];
    double part_kwh[N_QUANTITY]; /* of the parts of facility_w */
    double compressor_hours, chiller_beyond_hours, runaway_hours;
    double max_water_c; /* warmest supply of the loop */
    double cost; /* electricity, and water where it has a price; NaN: no tariff or no price */
    int n_override;
    const char *const *override; /* as --set takes them; without those of the request */
};

struct water_study {
    const struct result *own;
    const char *loop; /* "fws" */
    bool has_cdu;     /* facility water; else chilled water */
    bool has_coil;    /* room coils, of chilled water or beside CDUs */
    bool keep_behind, is_quick;
    bool has_water_price;
    bool has_leakage; /* some server's power grows with its coolant's temperature */
    double from_c, to_c, step_k;
    int n_series, n;
    struct water_row *row;     /* series by series, each from cold to warm */
    struct water_row own_row;  /* the site as it is */
    int best[N_WATER_BASIS];   /* index of the row; -1: nothing fits, or no such number */
    enum water_basis basis;    /* that the optimum is chosen by */
    bool fits;                 /* some case does */
    int optimum;               /* the least bad where nothing fits; -1: no row is known */
    int near_first, near_last; /* rows around the optimum, of its series, within 0.5 % of it */
    int warm_end, cold_end;    /* the next rows that do not fit; -1: there is none */
    const char *verdict;       /* one line */
    const char *because;       /* what colder and warmer water would cost, and why */
    const char *limits;        /* what breaks next in warmer and colder water */
};

/* How many cases the request asks for, and what is swept; false with diagnostics.  out is
   filled up to the rows, which are named but not run. */
bool water_plan(const struct water_request *w, const struct result *own, struct water_study *out,
                struct arena *a, struct diags *ds);

/* Runs what water_plan has laid out, on up to threads threads (the result does not depend
   on it), and chooses. */
void water_run(const struct load_request *request, int threads, struct water_study *s,
               struct arena *a);

/* The number a choice is made by: cost, kWh or m3. */
double water_key(const struct water_row *x, enum water_basis basis);
/* "capture 72 %, approach 4 K", "" where the site's own are used. */
const char *water_series_words(const struct water_row *x, struct arena *a);

/* Whether a site has a loop to sweep at all. */
bool water_has_loop(const struct site *s);

#endif
