#ifndef DCPLAN_PHYSICS_BREAKER_H
#define DCPLAN_PHYSICS_BREAKER_H

/* Time-current curve of a thermal-magnetic or electronic circuit-breaker and the
   selectivity of two in series, in the terms of IEC 60947-2 (2.17: the selectivity
   limit current Is is where the total curve of the load-side device meets the
   tripping curve of the other).

   Curves only: energy selectivity of current-limiting devices in the first half wave
   is the maker's table, and so is back-up protection. */

#include <stdbool.h>

struct breaker {
    double rated_a;         /* In, or Ir as set */
    double hold_multiple;   /* never trips below: 1.05 (IEC 60947-2), 1.13 (60898-1) */
    double trip_multiple;   /* surely trips above: 1.30, 1.45 */
    double long_time_a2s;   /* I^2 t of the overload release, > 0 */
    double tolerance_frac;  /* of its time, both ways, 0 to below 1 */
    double magnetic_min;    /* short-circuit release over rated_a: earliest */
    double magnetic_max;    /* and surely */
    double delay_s;         /* intentional short-time delay; 0 none (category A) */
    double icw_a;           /* short-time withstand current, used when delayed */
    double instantaneous_a; /* release without delay above the delayed one; INFINITY none */
    double open_s;          /* from release to broken current, arc included */
};

/* Sets In and the magnetic band of a miniature breaker by IEC 60898-1, table 7: B 3
   to 5, C 5 to 10, D 10 to 20 times In, and its conventional currents; no delay, 10 ms
   to break, long time to pass 2.55 In in long_time_s (1 to 60 s, 120 s above 32 A).
   False, nothing set, for another letter or values <= 0. */
bool breaker_miniature(char curve, double rated_a, double long_time_s, struct breaker *out);

/* Earliest release, s, and latest break, s, at current_a; infinite where it may hold.
   Above the lower of instantaneous_a and, when delayed, icw_a it may release at once. */
double breaker_earliest_s(const struct breaker *b, double current_a);
double breaker_latest_s(const struct breaker *b, double current_a);

enum selectivity {
    SELECTIVITY_NONE,    /* they may trip together in overload already */
    SELECTIVITY_CURRENT, /* up to the threshold of the upstream short-circuit release */
    SELECTIVITY_TIME     /* beyond it, by the upstream delay */
};
struct selective {
    enum selectivity kind;
    double limit_a; /* Is: lowest current at which upstream may trip too; INFINITY none */
    bool total;     /* Is >= prospective current, else partial */
};

/* prospective_a is the greatest fault behind the load-side breaker.  Without a limit
   (NaN) and never selective when a breaker is not as described: multiples that rise
   from hold >= 1 to magnetic_max, times >= 0, rated_a, long_time_a2s, open_s,
   instantaneous_a and a needed icw_a > 0. */
struct selective breaker_selectivity(const struct breaker *upstream,
                                     const struct breaker *load_side, double prospective_a);

#endif
