#ifndef DCPLAN_PHYSICS_WEATHER_H
#define DCPLAN_PHYSICS_WEATHER_H

/* Hourly weather of a site year and what follows from it, prepared once and
   shared by all cases. */

#include "base/arena.h"
#include "base/calendar.h"
#include "base/diag.h"

struct weather {
    struct calendar calendar;
    const char *name; /* place, UTF-8 */
    const char *source;
    double latitude_deg, longitude_deg, altitude_m, utc_offset_h;
    int n;              /* hours: 8760 or 8784 */
    double *t_c;        /* dry bulb [n] */
    double *dew_c;      /* dew point, never above t_c */
    double *p_pa;       /* station pressure */
    double *w;          /* humidity ratio, kg/kg dry air */
    double *wb_c;       /* wet bulb */
    int n_filled;       /* values that were missing and filled by rule */
    int n_clamped;      /* humidities that were above saturation */
    const struct weather *design; /* stretched to the site's design condition; NULL: none */
};

/* What switches and limits look at.  The words stand in this order in tables. */
enum weather_measure {
    WEATHER_DRY_BULB,
    WEATHER_WET_BULB,
    WEATHER_DEW_POINT,
    WEATHER_ENTHALPY /* of moist air, J/kg of its dry air */
};
extern const char *const weather_measure_words[];

/* Of one hour, degC or J/kg; w is derived. */
double weather_measure(const struct weather *w, enum weather_measure by, int hour);

/* Fills w and wb_c from t_c, dew_c and p_pa (which the caller has filled);
   clamps dew_c to t_c and counts it.  False with a diagnostic when a value is
   outside what moist-air relations hold for. */
bool weather_derive(struct weather *w, struct arena *a, struct diags *ds);

/* The same year with its heat stretched, so that the greatest dry bulb is dry_bulb_c and
   the greatest wet bulb wet_bulb_c: each hour above the year's mean moves in proportion to
   how far it is above.  NaN, or what the year reaches already, leaves that one as it is; the
   humidity ratio is kept where only the dry bulb moves.  False with a diagnostic when no
   moist air has both. */
bool weather_stretch(const struct weather *w, double dry_bulb_c, double wet_bulb_c,
                     struct weather *out, struct arena *a, struct diags *ds);

#endif
