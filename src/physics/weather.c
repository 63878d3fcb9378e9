/* Humidity ratio and wet bulb of every hour, from dry bulb, dew point and
   pressure. */

#include "physics/weather.h"

#include "physics/psychro.h"

/* What is taken for weather.  The moist-air relations hold further, but a value
   outside is a fault of the file: the coldest and hottest air ever recorded at
   2 m are -89.2 degC and 56.7 degC (WMO Archive of Weather and Climate
   Extremes); EPW limits the station pressure to 31000..120000 Pa. */
enum { T_MIN_C = -90, T_MAX_C = 70, P_MIN_PA = 31000, P_MAX_PA = 120000 };

static bool is_weather(double t_c, double dew_c, double p_pa)
{
    return t_c >= T_MIN_C && t_c <= T_MAX_C && dew_c >= -100.0 && dew_c <= T_MAX_C &&
           p_pa >= P_MIN_PA && p_pa <= P_MAX_PA;
}

bool weather_derive(struct weather *w, struct arena *a, struct diags *ds)
{
    int n = w->n;
    w->w = ARENA_ARRAY(a, double, (size_t)n);
    w->wb_c = ARENA_ARRAY(a, double, (size_t)n);
    for (int h = 0; h < n; h++) {
        double t_c = w->t_c[h], p_pa = w->p_pa[h];
        if (w->dew_c[h] > t_c) {
            w->dew_c[h] = t_c;
            w->n_clamped++;
        }
        if (!is_weather(t_c, w->dew_c[h], p_pa)) {
            diag_error(ds, DIAG_INPUT, (struct place){0},
                       "dry bulb -90 to 70 degC, pressure 31000 to 120000 Pa",
                       "weather of %s, hour %d: dry bulb %g degC, dew point %g degC, %g Pa",
                       w->name ? w->name : "?", h, t_c, w->dew_c[h], p_pa);
            return false;
        }
        w->w[h] = psychro_w_from_dew_point(w->dew_c[h], p_pa);
        w->wb_c[h] = psychro_wet_bulb_c(t_c, w->w[h], p_pa);
    }
    return true;
}
