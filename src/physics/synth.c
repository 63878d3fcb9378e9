/* An hourly climate from monthly statistics.

   Dry bulb = smooth annual curve + day-to-day anomaly + daily cycle.
   - The annual curve is a periodic cubic spline whose monthly means are those
     given.
   - Daily anomalies are a first-order autoregressive series (Richardson 1981,
     Water Resources Research 17(1)) brought to normal scores month by month, so
     that one year holds the whole distribution and its extremes hardly depend
     on the seed.
   - The daily cycle has its minimum at sunrise and its maximum about three hours
     after solar noon; its range varies from day to day.
   - Dew points follow the dry bulb's anomalies the less the drier the air, and
     never exceed the dry bulb.
   What the pieces do to each other's monthly statistics is measured and taken
   back, which is repeated until they are met. */

#include "physics/synth.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_interp.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "physics/psychro.h"

enum { CORRECTIONS = 12, DAY = 24 };

/* Found in about fifty EnergyPlus files; tests/reference/climates.md compares
   files and synthetic years.
   Daily ranges scatter by 2.6 K, less where one day is like the next, and are
   correlated by 0.1 with the day's temperature, 0.3 with the day before.
   Lag-one correlations of daily means are 0.3 (Kuala Lumpur) to 0.75 (Phoenix),
   mostly 0.55 to 0.62; ranking within a month, and the straight line that
   synth_measure takes out, cost 0.19 of what the series was drawn with.
   Dew points have a longer tail towards dry air: skewness -6 x 0.2. */
static const double range_scatter_k = 2.6, range_link = 0.1, range_persistence = 0.3,
                    default_persistence = 0.6, rank_loss = 0.19, dew_skew = 0.2;

static const double pi = 3.14159265358979323846;

struct normal_days { /* standard scores of each day */
    double *t, *range, *dew;
};

struct synth {
    const struct climate_stats *s;
    struct calendar calendar;
    int n_day;
    struct normal_days z;
    double *t_day, *dew_day, *range_day; /* of each day */
    double *node;                        /* scratch */
    double *shape;                       /* of each hour: mean 0, range 1 over the day */
    struct weather *w;
};

/* What is asked for, month by month; corrected until the result fits. */
struct aim {
    double mean_c[MONTHS], range_k[MONTHS], spread_k[MONTHS], dew_c[MONTHS], dew_spread_k[MONTHS];
};

static int month_first_day(const struct calendar *c, int m)
{
    return c->month_start[m] / DAY;
}

static double mean_of(const double *v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += v[i];
    return sum / n;
}

static double spread_of(const double *v, int n)
{
    double m = mean_of(v, n), sum = 0;
    for (int i = 0; i < n; i++) sum += (v[i] - m) * (v[i] - m);
    return sqrt(sum / (n - 1));
}

/* Spline values of every day; knots at mid-month, and mid-January once more. */
static void spline_days(const struct calendar *c, const double knot[MONTHS], double *day)
{
    double x[MONTHS + 1], y[MONTHS + 1];
    int n_day = c->hours / DAY;
    for (int m = 0; m <= MONTHS; m++) {
        int k = m % MONTHS;
        x[m] = 0.5 * (c->month_start[k] + c->month_start[k + 1]) / DAY + (m == MONTHS ? n_day : 0);
        y[m] = knot[k];
    }
    gsl_interp *spline = gsl_interp_alloc(gsl_interp_cspline_periodic, MONTHS + 1);
    gsl_interp_init(spline, x, y, MONTHS + 1);
    for (int d = 0; d < n_day; d++) {
        double at = d + 0.5 < x[0] ? d + 0.5 + n_day : d + 0.5;
        day[d] = gsl_interp_eval(spline, x, y, at, NULL);
    }
    gsl_interp_free(spline);
}

/* The smooth curve whose monthly means are the given ones. */
static void month_curve(const struct calendar *c, const double mean[MONTHS], double *day)
{
    double knot[MONTHS];
    memcpy(knot, mean, sizeof knot);
    for (int k = 0; k < 20; k++) {
        spline_days(c, knot, day);
        for (int m = 0; m < MONTHS; m++) {
            int first = month_first_day(c, m), n = month_first_day(c, m + 1) - first;
            knot[m] += mean[m] - mean_of(day + first, n);
        }
    }
}

/* The last bits of the library's logarithm, which depend on the processor, do not count. */
static double normal_score(double p)
{
    return round(gsl_cdf_ugaussian_Pinv(p) * 0x1p40) * 0x1p-40;
}

/* Replaces the days of each month by the normal scores of their ranks, scaled
   to a standard deviation of 1. */
static void normal_scores(const struct synth *y, double *z)
{
    for (int m = 0; m < MONTHS; m++) {
        int first = month_first_day(&y->calendar, m);
        int n = month_first_day(&y->calendar, m + 1) - first;
        size_t order[31];
        double score[31];
        gsl_sort_index(order, z + first, 1, (size_t)n);
        for (int i = 0; i < n; i++) score[order[i]] = normal_score((i + 0.5) / n);
        double spread = spread_of(score, n);
        for (int i = 0; i < n; i++) z[first + i] = score[i] / spread;
    }
}

/* AR(1) series of unit variance, partly (link) the series base. */
static double *random_days(const struct synth *y, gsl_rng *rng, double persistence,
                           const double *base, double link, struct arena *a)
{
    double *z = ARENA_ARRAY(a, double, (size_t)y->n_day), x = gsl_ran_ugaussian(rng);
    for (int d = 0; d < y->n_day; d++) {
        x = persistence * x + sqrt(1 - persistence * persistence) * gsl_ran_ugaussian(rng);
        z[d] = base ? link * base[d] + sqrt(1 - link * link) * x : x;
    }
    normal_scores(y, z);
    return z;
}

/* How far dew points follow dry bulbs from day to day: in damp air nearly all
   the way, in desert air not at all. */
static double dew_link(const struct climate_stats *s, int month, double dew_c)
{
    return fmin(0.9, fmax(0, 1 - (s->mean_c[month] - dew_c) / 22));
}

/* Half the time from sunrise to sunset, h, for the cosine of its angle; from 4 to 8.5, where
   Newton's steps from the first terms of the series are exact after three. */
static double half_day_h(double x)
{
    x = fmin(cos_of(4 * pi / 12), fmax(cos_of(8.5 * pi / 12), x));
    double angle = pi / 2 - x - x * x * x / 6;
    for (int i = 0; i < 3; i++) angle += (cos_of(angle) - x) / sin_of(angle);
    return angle * 12 / pi;
}

static double tan_of(double x)
{
    return sin_of(x) / cos_of(x);
}

/* Hours of sunrise and of the warmest time, local standard time.  Declination by
   Cooper (1969); the equation of time is left out (a quarter of an hour). */
static void day_marks(const struct climate_stats *s, int day, int n_day, double *rise, double *warm)
{
    double decl = 23.45 * pi / 180 * sin_of(2 * pi * (284 + day + 1) / n_day);
    double x = -tan_of(s->latitude_deg * pi / 180) * tan_of(decl);
    double noon = 12 - (s->longitude_deg / 15 - s->utc_offset_h);
    *rise = noon - half_day_h(x);
    *warm = noon + 3;
}

/* Half a cosine up from sunrise to the warmest time, and a slowing fall to the
   next sunrise; mean 0 and range 1 over the day's hours. */
static void day_shape(double rise, double warm, double shape[DAY])
{
    double low = 2, high = -2;
    for (int h = 0; h < DAY; h++) {
        double t = h + 0.5 - rise;
        t -= DAY * floor(t / DAY);
        double up = warm - rise;
        shape[h] = t < up ? -cos_of(pi * t / up) : cos_of(pi * pow_of((t - up) / (DAY - up), 0.85));
        low = fmin(low, shape[h]);
        high = fmax(high, shape[h]);
    }
    double mean = mean_of(shape, DAY);
    for (int h = 0; h < DAY; h++) shape[h] = (shape[h] - mean) / (high - low);
}

/* Piecewise-linear hours through noon values chosen so that the daily means are
   kept: the mean of such a day is (y[d-1] + 6 y[d] + y[d+1]) / 8. */
static void hours_between(struct synth *y, const double *day, double *hour)
{
    int n = y->n_day;
    double *node = y->node;
    memcpy(node, day, (size_t)n * sizeof *node);
    for (int k = 0; k < 12; k++) {
        double before = node[n - 1], first = node[0];
        for (int d = 0; d < n; d++) {
            double after = d + 1 < n ? node[d + 1] : first, old = node[d];
            node[d] += day[d] - (before + 6 * old + after) / 8;
            before = old;
        }
    }
    for (int h = 0; h < n * DAY; h++) {
        double at = (h + 0.5) / DAY - 0.5 + n;
        int d = (int)at;
        double part = at - d;
        hour[h] = (1 - part) * node[d % n] + part * node[(d + 1) % n];
    }
}

static double scattered_range_k(double range_k, double day_spread_k, double z)
{
    double scatter_k = fmin(range_scatter_k, 1 + 0.75 * day_spread_k);
    range_k = fmax(0, range_k);
    return fmax(0.1 * range_k, range_k + fmin(scatter_k, 0.5 * range_k) * z);
}

static void build_days(struct synth *y, const struct aim *aim)
{
    month_curve(&y->calendar, aim->mean_c, y->t_day);
    month_curve(&y->calendar, aim->dew_c, y->dew_day);
    month_curve(&y->calendar, aim->range_k, y->range_day);
    for (int m = 0; m < MONTHS; m++) {
        int end = month_first_day(&y->calendar, m + 1);
        for (int d = month_first_day(&y->calendar, m); d < end; d++) {
            y->t_day[d] += aim->spread_k[m] * y->z.t[d];
            y->dew_day[d] += aim->dew_spread_k[m] * y->z.dew[d];
            y->range_day[d] =
                scattered_range_k(y->range_day[d], y->s->day_spread_k[m], y->z.range[d]);
        }
    }
}

/* The dew point's own daily cycle is small: water evaporates by day.  It is
   taken as 0.08 of the dry bulb's (hourly means in EnergyPlus .stat files show
   -0.1 to 0.2). */
static void build_hours(struct synth *y)
{
    struct weather *w = y->w;
    hours_between(y, y->t_day, w->t_c);
    hours_between(y, y->dew_day, w->dew_c);
    for (int h = 0; h < w->n; h++) {
        double cycle = y->range_day[h / DAY] * y->shape[h];
        w->t_c[h] += cycle;
        w->dew_c[h] = fmin(w->dew_c[h] + 0.08 * cycle, w->t_c[h]);
    }
}

static double day_range(const double *t)
{
    double low = t[0], high = t[0];
    for (int h = 1; h < DAY; h++) low = fmin(low, t[h]), high = fmax(high, t[h]);
    return high - low;
}

static double mean_rh(const struct weather *w, int first, int end)
{
    double sum = 0;
    for (int h = first; h < end; h++)
        sum += psychro_psat_pa(w->dew_c[h]) / psychro_psat_pa(w->t_c[h]);
    return sum / (end - first);
}

static void measure_month(const struct weather *w, int m, struct climate_stats *s, bool with_rh)
{
    int start = w->calendar.month_start[m], end = w->calendar.month_start[m + 1];
    int n = (end - start) / DAY;
    double t[31] = {0}, dew[31] = {0}, range[31] = {0};
    for (int d = 0; d < n; d++) {
        t[d] = mean_of(w->t_c + start + d * DAY, DAY);
        dew[d] = mean_of(w->dew_c + start + d * DAY, DAY);
        range[d] = day_range(w->t_c + start + d * DAY);
    }
    s->mean_c[m] = mean_of(t, n);
    s->range_k[m] = mean_of(range, n);
    s->day_spread_k[m] = spread_of(t, n);
    s->dew_c[m] = mean_of(dew, n);
    s->dew_spread_k[m] = spread_of(dew, n);
    s->rh[m] = with_rh ? mean_rh(w, start, end) : (double)NAN;
}

static double bounded(double x, double low, double high)
{
    return fmin(high, fmax(low, x));
}

/* dRH/d(dew) is near 0.065 RH per kelvin (Magnus). */
static void correct(const struct synth *y, struct aim *aim)
{
    const struct climate_stats *s = y->s;
    struct climate_stats got;
    for (int m = 0; m < MONTHS; m++) {
        bool by_rh = isnan(s->dew_c[m]);
        measure_month(y->w, m, &got, by_rh);
        aim->mean_c[m] += s->mean_c[m] - got.mean_c[m];
        aim->range_k[m] *= bounded(s->range_k[m] / fmax(0.1, got.range_k[m]), 0.5, 2);
        aim->spread_k[m] *= bounded(s->day_spread_k[m] / fmax(0.01, got.day_spread_k[m]), 0.5, 2);
        aim->dew_c[m] +=
            by_rh ? bounded((s->rh[m] / got.rh[m] - 1) / 0.065, -3, 3) : s->dew_c[m] - got.dew_c[m];
        aim->dew_spread_k[m] =
            bounded(aim->dew_spread_k[m] *
                        bounded(s->dew_spread_k[m] / fmax(0.01, got.dew_spread_k[m]), 0.5, 2),
                    0.5 * s->dew_spread_k[m], 2 * s->dew_spread_k[m]);
    }
}

/* Statistics that were not given.  The spread of daily means rises with the
   annual amplitude A of the monthly means: 0.6 + 3 (1 - exp(-A/10)) K is within
   1.3 K in 78 % of the months of those files.  Dew points scatter 1.5 times as
   much as dry bulbs at 0 degC and 0.8 times above 23 degC. */
static struct climate_stats completed(const struct climate_stats *given)
{
    struct climate_stats s = *given;
    double low = s.mean_c[0], high = s.mean_c[0];
    for (int m = 1; m < MONTHS; m++) low = fmin(low, s.mean_c[m]), high = fmax(high, s.mean_c[m]);
    if (isnan(s.day_persistence)) s.day_persistence = default_persistence;
    if (isnan(s.p_pa)) s.p_pa = psychro_pressure_pa(s.altitude_m);
    for (int m = 0; m < MONTHS; m++) {
        if (isnan(s.day_spread_k[m])) s.day_spread_k[m] = 0.6 + 3 * (1 - exp_of((low - high) / 10));
        if (isnan(s.dew_spread_k[m]))
            s.dew_spread_k[m] = s.day_spread_k[m] * bounded(1.5 - 0.03 * s.mean_c[m], 0.8, 1.5);
    }
    return s;
}

static double first_dew_c(const struct climate_stats *s, int m)
{
    if (!isnan(s->dew_c[m])) return s->dew_c[m];
    return psychro_dew_point_c(psychro_w_from_rh(s->mean_c[m], s->rh[m], s->p_pa), s->p_pa);
}

static struct aim first_aim(const struct climate_stats *s)
{
    struct aim aim;
    for (int m = 0; m < MONTHS; m++) {
        aim.mean_c[m] = s->mean_c[m];
        aim.range_k[m] = s->range_k[m];
        aim.spread_k[m] = s->day_spread_k[m];
        aim.dew_c[m] = first_dew_c(s, m);
        aim.dew_spread_k[m] = s->dew_spread_k[m];
    }
    return aim;
}

/* Mean 0 and variance 1 are kept. */
static double skewed(double z)
{
    return (z - dew_skew * (z * z - 1)) / sqrt(1 + 2 * dew_skew * dew_skew);
}

static bool draw_days(struct synth *y, const struct aim *aim, struct arena *a, struct diags *ds)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    if (!rng) {
        diag_error(ds, DIAG_MODEL, (struct place){0}, NULL, "no memory for the random numbers");
        return false;
    }
    gsl_rng_set(rng, (unsigned long)y->s->seed);
    double r = fmin(0.95, y->s->day_persistence + rank_loss);
    y->z.t = random_days(y, rng, r, NULL, 0, a);
    y->z.range = random_days(y, rng, range_persistence, y->z.t, range_link, a);
    double *own = random_days(y, rng, r, NULL, 0, a);
    y->z.dew = own;
    for (int d = 0; d < y->n_day; d++) {
        int m = calendar_month(&y->calendar, d * DAY);
        double link = dew_link(y->s, m, aim->dew_c[m]);
        own[d] = link * y->z.t[d] + sqrt(1 - link * link) * own[d];
    }
    normal_scores(y, own);
    for (int d = 0; d < y->n_day; d++) own[d] = skewed(own[d]);
    gsl_rng_free(rng);
    return true;
}

static void make_shapes(struct synth *y, struct arena *a)
{
    y->shape = ARENA_ARRAY(a, double, (size_t)y->n_day *DAY);
    for (int d = 0; d < y->n_day; d++) {
        double rise, warm;
        day_marks(y->s, d, y->n_day, &rise, &warm);
        day_shape(rise, warm, y->shape + d * DAY);
    }
}

static bool check_stats(const struct climate_stats *s, struct diags *ds)
{
    const char *name = s->name ? s->name : "?";
    for (int m = 0; m < MONTHS; m++) {
        bool has_dew = s->dew_c[m] >= -60 && s->dew_c[m] <= s->mean_c[m];
        bool has_rh = isnan(s->dew_c[m]) && s->rh[m] >= 0.02 && s->rh[m] <= 1;
        bool ok = s->mean_c[m] >= -60 && s->mean_c[m] <= 45 && s->range_k[m] >= 0 &&
                  s->range_k[m] <= 30 && (has_dew || has_rh) && !(s->day_spread_k[m] < 0) &&
                  !(s->day_spread_k[m] > 15) && !(s->dew_spread_k[m] < 0) &&
                  !(s->dew_spread_k[m] > 20);
        if (ok) continue;
        diag_error(ds, DIAG_MODEL, (struct place){0},
                   "mean -60 to 45 degC, daily range 0 to 30 K, dew point up to the mean or "
                   "humidity 2 to 100 %",
                   "climate %s, month %d: statistics are missing or out of range", name, m + 1);
        return false;
    }
    if (!(s->day_persistence < 0) && !(s->day_persistence > 0.95)) return true;
    diag_error(ds, DIAG_MODEL, (struct place){0}, "0 to 0.95",
               "climate %s: persistence %g is out of range", name, s->day_persistence);
    return false;
}

static void label(struct weather *w, const struct climate_stats *s, struct arena *a)
{
    w->name = s->name;
    w->source = arena_format(a, "synthetic year from monthly statistics: %s",
                             s->source ? s->source : "no source given");
    w->latitude_deg = s->latitude_deg;
    w->longitude_deg = s->longitude_deg;
    w->altitude_m = s->altitude_m;
    w->utc_offset_h = s->utc_offset_h;
}

static void make_room(struct synth *y, struct arena *a)
{
    size_t n_day = (size_t)y->n_day, n = (size_t)y->w->n;
    y->t_day = ARENA_ARRAY(a, double, n_day);
    y->dew_day = ARENA_ARRAY(a, double, n_day);
    y->range_day = ARENA_ARRAY(a, double, n_day);
    y->node = ARENA_ARRAY(a, double, n_day);
    y->w->t_c = ARENA_ARRAY(a, double, n);
    y->w->dew_c = ARENA_ARRAY(a, double, n);
    y->w->p_pa = ARENA_ARRAY(a, double, n);
}

bool synth_weather(const struct climate_stats *given, bool is_leap, struct weather *out,
                   struct arena *a, struct diags *ds)
{
    *out = (struct weather){0};
    if (!check_stats(given, ds)) return false;
    struct climate_stats s = completed(given);
    struct synth y = {.s = &s, .calendar = calendar_make(is_leap, 0), .w = out};
    out->calendar = y.calendar;
    out->n = y.calendar.hours;
    y.n_day = out->n / DAY;
    label(out, given, a);
    make_room(&y, a);
    struct aim aim = first_aim(&s);
    if (!draw_days(&y, &aim, a, ds)) return false;
    make_shapes(&y, a);
    for (int k = 0; k < CORRECTIONS; k++) {
        build_days(&y, &aim);
        build_hours(&y);
        if (k + 1 < CORRECTIONS) correct(&y, &aim);
    }
    for (int h = 0; h < out->n; h++) out->p_pa[h] = s.p_pa;
    return weather_derive(out, a, ds);
}

/* Lag-one correlation of daily means about a straight line in each month, which
   takes most of the season out. */
static double persistence_of(const double *day, const struct calendar *c)
{
    double both = 0, own = 0;
    for (int m = 0; m < MONTHS; m++) {
        int first = month_first_day(c, m), n = month_first_day(c, m + 1) - first;
        double mean = mean_of(day + first, n), mid = (n - 1) / 2.0, xy = 0, xx = 0, last = 0;
        for (int d = 0; d < n; d++) {
            xy += (d - mid) * (day[first + d] - mean);
            xx += (d - mid) * (d - mid);
        }
        for (int d = 0; d < n; d++) {
            double e = day[first + d] - mean - xy / xx * (d - mid);
            if (d > 0) both += last * e, own += last * last;
            last = e;
        }
    }
    return own > 0 ? both / own : 0;
}

struct climate_stats synth_measure(const struct weather *w, struct arena *a)
{
    struct climate_stats s = {.name = w->name,
                              .source = w->source,
                              .latitude_deg = w->latitude_deg,
                              .longitude_deg = w->longitude_deg,
                              .utc_offset_h = w->utc_offset_h,
                              .altitude_m = w->altitude_m};
    int n_day = w->n / DAY;
    double *day = ARENA_ARRAY(a, double, (size_t)n_day);
    for (int m = 0; m < MONTHS; m++) measure_month(w, m, &s, true);
    for (int d = 0; d < n_day; d++) day[d] = mean_of(w->t_c + d * DAY, DAY);
    s.day_persistence = persistence_of(day, &w->calendar);
    s.p_pa = mean_of(w->p_pa, w->n);
    return s;
}
