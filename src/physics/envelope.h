#ifndef DCPLAN_PHYSICS_ENVELOPE_H
#define DCPLAN_PHYSICS_ENVELOPE_H

/* Thermal guidelines of ASHRAE TC9.9, "Thermal Guidelines for Data Processing
   Environments", 5th edition (2021): air classes A1 to A4 and H1, water classes
   W17 to W+, coolant classes S30 to S50. */

#include <stdbool.h>

extern const char envelope_edition[]; /* for people */

enum envelope_class {
    ENVELOPE_A1,
    ENVELOPE_A2,
    ENVELOPE_A3,
    ENVELOPE_A4,
    ENVELOPE_H1,
    ENVELOPE_CLASSES
};

/* Air at the inlet of the equipment; humidity as dew points and relative humidity. */
struct envelope {
    const char *name;
    double rec_min_c, rec_max_c; /* recommended dry bulb */
    double rec_dew_min_c, rec_dew_max_c, rec_rh_max;
    double min_c, max_c;      /* allowable dry bulb, at up to 900 m */
    double dew_min_c, rh_min; /* low limit: the moister of the two */
    double dew_max_c, rh_max; /* high limit: the drier of the two */
    double derate_m_per_k;    /* altitude above 900 m that takes 1 K off max_c */
    double altitude_max_m;
    double rate_k_h, rate_tape_k_h; /* greatest rate of change, without and with tape */
};

const struct envelope *envelope_find(enum envelope_class id);
/* By name ("A1"); null when there is none. */
const struct envelope *envelope_by_name(const char *name);

/* Highest allowable dry bulb at altitude_m, degC; NaN above altitude_max_m.  The
   recommended maximum stays, unless the allowable one falls below it. */
double envelope_max_c(const struct envelope *e, double altitude_m);
double envelope_rec_max_c(const struct envelope *e, double altitude_m);

/* Which limits a state breaks; 0 = none.  A NaN state breaks all four. */
enum { ENVELOPE_TOO_COLD = 1, ENVELOPE_TOO_HOT = 2, ENVELOPE_TOO_DRY = 4, ENVELOPE_TOO_HUMID = 8 };
unsigned envelope_allowable_breaks(const struct envelope *e, double t_c, double w, double p_pa,
                                   double altitude_m);
unsigned envelope_recommended_breaks(const struct envelope *e, double t_c, double w, double p_pa,
                                     double altitude_m);

/* Humidity ratios between which air of t_c is allowable, or recommended. */
struct envelope_humidity {
    double w_min, w_max;
};
struct envelope_humidity envelope_allowable_w(const struct envelope *e, double t_c, double p_pa);
struct envelope_humidity envelope_recommended_w(const struct envelope *e, double t_c, double p_pa);

/* Facility water (W) and technology coolant (S) supply classes. */
struct envelope_liquid {
    const char *name, *old_name; /* old_name "" when there is none */
    double min_c, max_c;         /* max_c infinite for W+ */
};
enum { ENVELOPE_LIQUIDS = 9 };
const struct envelope_liquid *envelope_liquid_at(int i); /* null outside 0..ENVELOPE_LIQUIDS - 1 */
const struct envelope_liquid *envelope_liquid_by_name(const char *name); /* new or old name */

#endif
