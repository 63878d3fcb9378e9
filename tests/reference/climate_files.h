#ifndef DCPLAN_TESTS_CLIMATE_FILES_H
#define DCPLAN_TESTS_CLIMATE_FILES_H

/* Catalogue climates and weather files of the same places, for the table and
   the test that compare them. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/climate.h"
#include "physics/epw.h"

struct climate_pair {
    const char *climate, *file; /* file below DCPLAN_SHARED_DATA */
    bool is_source;             /* the statistics were computed from it, alone or with another */
};

static const struct climate_pair climate_pairs[] = {
    {"beijing", "epw/CHN_Beijing.Beijing.545110_CSWD.epw.gz", true},
    {"beijing", "epw/CHN_Beijing.Beijing.545110_IWEC.epw.gz", true},
    {"shanghai", "epw/CHN_Shanghai.Shanghai.583620_CSWD.epw.gz", true},
    {"shanghai", "epw/Shanghai-Hongqiao_1956_2023_TMYx.epw.gz", true},
    {"shenzhen", "weather_mos/CHN_Guangdong.Shenzhen.594930_SWERA.mos.gz", true},
    {"chengdu", "epw/CHN_Sichuan.Chengdu.562940_CSWD.epw.gz", true},
    {"tokyo", "epw/JPN_Tokyo.Hyakuri.477150_IWEC.epw.gz", true},
    {"sydney", "epw/AUS_NSW.Mascot-Sydney.Airport.947670_RMY.epw.gz", true},
    {"london", "epw/GBR_London.Gatwick.037760_IWEC.epw.gz", true},
    {"dublin", "epw/IRL_Dublin.039690_IWEC.epw.gz", true},
    {"frankfurt", "epw/DEU_Frankfurt.am.Main.106370_IWEC.epw.gz", true},
    {"phoenix", "epw/USA_AZ_Phoenix-Sky.Harbor.Intl.AP.722780_TMY3.epw.gz", true},
    {"ashburn", "epw/USA_VA_Sterling-Washington.Dulles.Intl.AP.724030_TMY3.epw.gz", true},
    {"chicago", "epw_odd/USA_IL_Chicago-OHare.Intl.AP.725300_AMY_2012_LeapYear.epw.gz", false},
};
enum { CLIMATE_PAIRS = sizeof climate_pairs / sizeof *climate_pairs };

struct climate_summary {
    double mean_c, low_c, high_c; /* dry bulb: mean, 1 % and 99 % quantiles */
    double wb_mean_c, wb_high_c;  /* wet bulb: mean, 99 % */
};

static inline int climate_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline double climate_quantile(const double *v, int n, double p, struct arena *a)
{
    double *sorted = ARENA_ARRAY(a, double, (size_t)n);
    memcpy(sorted, v, (size_t)n * sizeof *v);
    qsort(sorted, (size_t)n, sizeof *sorted, climate_compare);
    return sorted[(int)(p * (n - 1))];
}

static inline double climate_mean(const double *v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += v[i];
    return sum / n;
}

static inline struct climate_summary climate_summarize(const struct weather *w, struct arena *a)
{
    return (struct climate_summary){
        climate_mean(w->t_c, w->n), climate_quantile(w->t_c, w->n, 0.01, a),
        climate_quantile(w->t_c, w->n, 0.99, a), climate_mean(w->wb_c, w->n),
        climate_quantile(w->wb_c, w->n, 0.99, a)};
}

/* Rows of a Modelica weather table: time, dry bulb, dew point, humidity,
   pressure, tab separated (LBNL Buildings library, ReaderTMY3). */
static inline bool climate_read_mos(struct bytes text, struct weather *w, struct arena *a,
                                    struct diags *ds)
{
    *w = (struct weather){.name = "mos", .n = 8760, .calendar = calendar_make(false, 0)};
    w->t_c = ARENA_ARRAY(a, double, 8760);
    w->dew_c = ARENA_ARRAY(a, double, 8760);
    w->p_pa = ARENA_ARRAY(a, double, 8760);
    int n = 0;
    for (const char *s = text.s; s && *s && n < 8760; s = strchr(s, '\n'), s += s != NULL) {
        if (*s < '0' || *s > '9') continue;
        char *at;
        (void)strtod(s, &at);
        w->t_c[n] = strtod(at, &at);
        w->dew_c[n] = strtod(at, &at);
        (void)strtod(at, &at);
        w->p_pa[n++] = strtod(at, &at);
    }
    return n == 8760 && weather_derive(w, a, ds);
}

static inline bool climate_read_file(const char *path, struct weather *w, struct arena *a,
                                     struct diags *ds)
{
    struct bytes text;
    if (!file_exists(path) || !file_read(a, path, &text, ds)) return false;
    if (strstr(path, ".mos")) return climate_read_mos(text, w, a, ds);
    return epw_parse(path, text, w, a, ds);
}

/* models/climates.ini as objects of one kind. */
static inline bool climate_catalogue(struct object_set *set, struct arena *a, struct diags *ds)
{
    static const char path[] = DCPLAN_SOURCE_DIR "/models/climates.ini";
    struct kind *kind = ARENA_ARRAY(a, struct kind, 1);
    *kind = (struct kind){.name = "climate",
                          .params = climate_params,
                          .n_params = climate_n_params,
                          .size = sizeof(struct climate),
                          .doc = "weather of a place",
                          .flags = KIND_PART};
    *set = (struct object_set){.kinds = kind, .n_kinds = 1};
    struct bytes text;
    if (!file_read(a, path, &text, ds)) return false;
    struct input_text file = {.path = "climates.ini", .s = text.s, .n = text.n};
    return catalogue_read(set, &file, 1, a, ds);
}

static inline bool climate_year(const struct object *o, bool is_leap, struct climate_stats *stats,
                                struct weather *w, struct arena *a, struct diags *ds)
{
    return climate_stats(o->data, o->name, stats, o->place, ds) &&
           synth_weather(stats, is_leap, w, a, ds);
}

struct climate_gap { /* greatest deviation of any month from what was asked for */
    double mean_k, range_k, spread_k, dew_k, rh;
};

static inline struct climate_gap climate_gaps(const struct climate_stats *s,
                                              const struct climate_stats *got)
{
    struct climate_gap g = {0};
    for (int m = 0; m < MONTHS; m++) {
        g.mean_k = fmax(g.mean_k, fabs(got->mean_c[m] - s->mean_c[m]));
        g.range_k = fmax(g.range_k, fabs(got->range_k[m] - s->range_k[m]));
        if (!isnan(s->day_spread_k[m]))
            g.spread_k = fmax(g.spread_k, fabs(got->day_spread_k[m] - s->day_spread_k[m]));
        if (!isnan(s->dew_c[m]))
            g.dew_k = fmax(g.dew_k, fabs(got->dew_c[m] - s->dew_c[m]));
        else
            g.rh = fmax(g.rh, fabs(got->rh[m] - s->rh[m]));
    }
    return g;
}

#endif
