/* The climate of a site: parameters, and what the generator needs of them. */

#include "model/climate.h"

#include <math.h>

#define AT(field) offsetof(struct climate, field)

const struct param climate_params[] = {
    {.key = "file",
     .type = PARAM_TEXT,
     .at = AT(file),
     .doc = "EnergyPlus weather file (EPW, may be gzipped); the statistics below are then unused"},
    {.key = "years",
     .type = PARAM_TEXTS,
     .at = AT(years),
     .doc = "weather files of single years, of which each draw of montecarlo takes one; nothing "
            "else reads them"},
    {.key = "latitude",
     .unit = "",
     .min = -90,
     .max = 90,
     .at = AT(latitude_deg),
     .doc = "degrees, north positive"},
    {.key = "longitude",
     .unit = "",
     .min = -180,
     .max = 180,
     .at = AT(longitude_deg),
     .doc = "degrees, east positive"},
    {.key = "utc_offset",
     .unit = "h",
     .min = -12,
     .max = 14,
     .at = AT(utc_offset_s),
     .doc = "local standard time less universal time"},
    {.key = "altitude",
     .unit = "m",
     .min = -500,
     .max = 6000,
     .at = AT(altitude_m),
     .doc = "height above the sea; gives the air pressure"},
    {.key = "pressure",
     .unit = "Pa",
     .min = 31000,
     .max = 120000,
     .at = AT(p_pa),
     .doc = "mean station pressure; of the standard atmosphere at this altitude when not given"},
    {.key = "mean",
     .unit = "degC",
     .min = -60,
     .max = 45,
     .type = PARAM_REALS,
     .at = AT(mean_c),
     .doc = "mean dry bulb of each month, January first"},
    {.key = "daily_range",
     .unit = "K",
     .min = 0,
     .max = 30,
     .type = PARAM_REALS,
     .at = AT(range_k),
     .doc = "mean daily maximum less mean daily minimum of each month"},
    {.key = "day_spread",
     .unit = "K",
     .min = 0,
     .max = 15,
     .type = PARAM_REALS,
     .at = AT(day_spread_k),
     .doc = "standard deviation of daily mean dry bulbs within each month"},
    {.key = "persistence",
     .unit = "",
     .min = 0,
     .max = 0.95,
     .at = AT(day_persistence),
     .doc = "correlation of one day's mean dry bulb with the next, season taken out"},
    {.key = "dew_point",
     .unit = "degC",
     .min = -60,
     .max = 35,
     .type = PARAM_REALS,
     .at = AT(dew_c),
     .doc = "mean dew point of each month"},
    {.key = "dew_spread",
     .unit = "K",
     .min = 0,
     .max = 20,
     .type = PARAM_REALS,
     .at = AT(dew_spread_k),
     .doc = "standard deviation of daily mean dew points within each month"},
    {.key = "humidity",
     .unit = "%",
     .min = 2,
     .max = 100,
     .type = PARAM_REALS,
     .at = AT(rh),
     .doc = "mean relative humidity of each month, used where no dew point is given"},
    {.key = "seed",
     .unit = "",
     .def = "1",
     .min = 0,
     .max = 1e9,
     .type = PARAM_COUNT,
     .at = AT(seed),
     .doc = "start of the random numbers: another seed is another year"},
    {.key = "source", .type = PARAM_TEXT, .at = AT(source), .doc = "where the numbers come from"},
    {.key = "note", .type = PARAM_TEXT, .at = AT(note), .doc = "free text"},
    {.key = "date", .type = PARAM_DATE, .at = AT(date), .doc = "date of the source"},
};
const int climate_n_params = sizeof climate_params / sizeof *climate_params;

/* Twelve values, one for every month, or none (NaN). */
static bool months(const struct reals *given, const char *key, bool is_needed, double out[MONTHS],
                   const char *name, struct place where, struct diags *ds)
{
    for (int m = 0; m < MONTHS; m++)
        out[m] = given->n == MONTHS ? given->v[m] : given->n == 1 ? given->v[0] : (double)NAN;
    if (given->n == MONTHS || given->n == 1 || (given->n == 0 && !is_needed)) return true;
    diag_error(ds, DIAG_INPUT, where,
               "give 12 values separated by commas, January first, or one for all months; "
               "or name an EPW with 'file ='",
               "climate %s: '%s' has %d values", name, key, given->n);
    return false;
}

static bool is_given(double x, const char *key, const char *name, struct place where,
                     struct diags *ds)
{
    if (!isnan(x)) return true;
    diag_error(ds, DIAG_INPUT, where, "sunrise and air pressure follow from place and altitude",
               "climate %s: '%s' is missing", name, key);
    return false;
}

bool climate_stats(const struct climate *c, const char *name, struct climate_stats *out,
                   struct place where, struct diags *ds)
{
    *out = (struct climate_stats){.name = name,
                                  .source = c->source,
                                  .latitude_deg = c->latitude_deg,
                                  .longitude_deg = c->longitude_deg,
                                  .utc_offset_h = c->utc_offset_s / 3600,
                                  .altitude_m = c->altitude_m,
                                  .day_persistence = c->day_persistence,
                                  .p_pa = c->p_pa,
                                  .seed = c->seed};
    bool ok = is_given(c->latitude_deg, "latitude", name, where, ds);
    ok = is_given(c->longitude_deg, "longitude", name, where, ds) && ok;
    ok = is_given(c->utc_offset_s, "utc_offset", name, where, ds) && ok;
    if (isnan(c->p_pa)) ok = is_given(c->altitude_m, "altitude", name, where, ds) && ok;
    ok = months(&c->mean_c, "mean", true, out->mean_c, name, where, ds) && ok;
    ok = months(&c->range_k, "daily_range", true, out->range_k, name, where, ds) && ok;
    ok = months(&c->day_spread_k, "day_spread", false, out->day_spread_k, name, where, ds) && ok;
    ok = months(&c->dew_spread_k, "dew_spread", false, out->dew_spread_k, name, where, ds) && ok;
    ok = months(&c->rh, "humidity", c->dew_c.n == 0, out->rh, name, where, ds) && ok;
    return months(&c->dew_c, "dew_point", false, out->dew_c, name, where, ds) && ok;
}
