#ifndef DCPLAN_PHYSICS_SYNTH_H
#define DCPLAN_PHYSICS_SYNTH_H

/* An hourly climate from published monthly statistics: seeded, deterministic. */

#include "physics/weather.h"

struct climate_stats { /* NaN where not given; see synth.c for what is then derived */
    const char *name, *source;
    double latitude_deg, longitude_deg, utc_offset_h, altitude_m;
    double mean_c[MONTHS];         /* monthly mean dry bulb */
    double range_k[MONTHS];        /* mean daily maximum less mean daily minimum */
    double day_spread_k[MONTHS];   /* standard deviation of daily means within the month */
    double day_persistence;        /* lag-one correlation of daily means */
    double dew_c[MONTHS];          /* monthly mean dew point */
    double rh[MONTHS];             /* or mean relative humidity, 0..1 */
    double dew_spread_k[MONTHS];   /* standard deviation of daily mean dew points */
    double p_pa;                   /* or NaN: from altitude */
    int seed;
};

/* Hour by hour for a year of 8760 or 8784 hours.  The monthly statistics of the
   result meet those given: mean dry bulb, daily range and mean dew point (or
   humidity).  Needs mean_c, range_k and, month by month, dew_c or rh. */
bool synth_weather(const struct climate_stats *s, bool is_leap, struct weather *out,
                   struct arena *a, struct diags *ds);

/* The same statistics of any weather, for comparison; day_persistence too. */
struct climate_stats synth_measure(const struct weather *w, struct arena *a);

#endif
