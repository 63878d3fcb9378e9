#ifndef DCPLAN_MODEL_CLIMATE_H
#define DCPLAN_MODEL_CLIMATE_H

/* [climate NAME]: a real weather file, or monthly statistics. */

#include "input/object.h"
#include "physics/synth.h"

struct climate {
    const char *file;       /* path of an EPW; relative to the file that names it */
    struct text_list years; /* likewise, of which draws take one each */
    struct reals mean_c, range_k, day_spread_k, dew_c, dew_spread_k, rh;
    double day_persistence, latitude_deg, longitude_deg, utc_offset_s, altitude_m, p_pa;
    int seed;
    const char *source, *note;
    struct date date;
};

extern const struct param climate_params[];
extern const int climate_n_params;

/* Statistics for the generator; false with a diagnostic when a month is
   missing. */
bool climate_stats(const struct climate *c, const char *name, struct climate_stats *out,
                   struct place where, struct diags *ds);

#endif
