/* Humidity ratio and wet bulb of every hour, from dry bulb, dew point and
   pressure. */

#include "physics/weather.h"

#include <math.h>
#include <stddef.h>

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

const char *const weather_measure_words[] = {"dry_bulb", "wet_bulb", "dew_point", "enthalpy", NULL};

double weather_measure(const struct weather *w, enum weather_measure by, int hour)
{
    switch (by) {
    case WEATHER_DRY_BULB: return w->t_c[hour];
    case WEATHER_WET_BULB: return w->wb_c[hour];
    case WEATHER_DEW_POINT: return w->dew_c[hour];
    case WEATHER_ENTHALPY: break;
    }
    return psychro_enthalpy_j_kg(w->t_c[hour], w->w[hour]);
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

struct stretch {
    double mean_c, gain; /* x + gain (x - mean) above the mean */
};

static struct stretch stretch_to(const double *x_c, int n, double greatest_c)
{
    double sum = 0, top = x_c[0];
    for (int h = 0; h < n; h++) {
        sum += x_c[h];
        top = fmax(top, x_c[h]);
    }
    struct stretch s = {sum / n, 0};
    if (greatest_c > top && top > s.mean_c) s.gain = (greatest_c - top) / (top - s.mean_c);
    return s;
}

static double stretched_c(const struct stretch *s, double x_c)
{
    return x_c + s->gain * fmax(x_c - s->mean_c, 0);
}

bool weather_stretch(const struct weather *w, double dry_bulb_c, double wet_bulb_c,
                     struct weather *out, struct arena *a, struct diags *ds)
{
    struct stretch dry = stretch_to(w->t_c, w->n, dry_bulb_c);
    double *t_c = ARENA_ARRAY(a, double, (size_t)w->n),
           *w_kg_kg = ARENA_ARRAY(a, double, (size_t)w->n);
    double *wb_c = ARENA_ARRAY(a, double, (size_t)w->n);
    double *dew_c = ARENA_ARRAY(a, double, (size_t)w->n);
    *out = *w;
    out->t_c = t_c;
    out->dew_c = dew_c;
    out->w = w_kg_kg;
    out->wb_c = wb_c;
    for (int h = 0; h < w->n; h++) {
        t_c[h] = stretched_c(&dry, w->t_c[h]);
        wb_c[h] = psychro_wet_bulb_c(t_c[h], w->w[h], w->p_pa[h]);
    }
    struct stretch wet = stretch_to(wb_c, w->n, wet_bulb_c);
    for (int h = 0; h < w->n; h++) {
        double bulb_c = fmin(stretched_c(&wet, wb_c[h]), t_c[h]);
        bool moves = bulb_c > wb_c[h];
        w_kg_kg[h] = moves ? psychro_w_from_wet_bulb(t_c[h], bulb_c, w->p_pa[h]) : w->w[h];
        if (moves) wb_c[h] = bulb_c;
        dew_c[h] = moves ? psychro_dew_point_c(w_kg_kg[h], w->p_pa[h]) : w->dew_c[h];
        if (isfinite(w_kg_kg[h] + wb_c[h] + dew_c[h])) continue;
        diag_error(ds, DIAG_INPUT, (struct place){0}, "mend design_dry_bulb and design_wet_bulb",
                   "no moist air has the design conditions, hour %d", h);
        return false;
    }
    return true;
}
