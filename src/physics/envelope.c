#include "physics/envelope.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "physics/psychro.h"

const char envelope_edition[] = "ASHRAE TC9.9, 5th edition (2021)";

static const double DERATE_FROM_M = 900;

/* 70 % is for air low in pollutants; where silver or copper coupons exceed 200 or
   300 angstrom a month the recommended maximum is 50 %.  The humidity of H1 and
   the slopes of the derating are from secondary sources. */
#define COMMON                                                                                     \
    .rec_dew_min_c = -9, .rec_dew_max_c = 15, .rec_rh_max = 0.7, .dew_min_c = -12, .rh_min = 0.08, \
    .altitude_max_m = 3050, .rate_k_h = 20, .rate_tape_k_h = 5

static const struct envelope CLASSES[ENVELOPE_CLASSES] = {
    {.name = "A1",
     .rec_min_c = 18,
     .rec_max_c = 27,
     .min_c = 15,
     .max_c = 32,
     .dew_max_c = 17,
     .rh_max = 0.8,
     .derate_m_per_k = 300,
     COMMON},
    {.name = "A2",
     .rec_min_c = 18,
     .rec_max_c = 27,
     .min_c = 10,
     .max_c = 35,
     .dew_max_c = 21,
     .rh_max = 0.8,
     .derate_m_per_k = 300,
     COMMON},
    {.name = "A3",
     .rec_min_c = 18,
     .rec_max_c = 27,
     .min_c = 5,
     .max_c = 40,
     .dew_max_c = 24,
     .rh_max = 0.85,
     .derate_m_per_k = 175,
     COMMON},
    {.name = "A4",
     .rec_min_c = 18,
     .rec_max_c = 27,
     .min_c = 5,
     .max_c = 45,
     .dew_max_c = 24,
     .rh_max = 0.9,
     .derate_m_per_k = 125,
     COMMON},
    {.name = "H1",
     .rec_min_c = 18,
     .rec_max_c = 22,
     .min_c = 5,
     .max_c = 25,
     .dew_max_c = 17,
     .rh_max = 0.8,
     .derate_m_per_k = 500,
     COMMON},
};

const struct envelope *envelope_find(enum envelope_class id)
{
    return (int)id >= 0 && id < ENVELOPE_CLASSES ? &CLASSES[id] : NULL;
}

const struct envelope *envelope_by_name(const char *name)
{
    for (int i = 0; i < ENVELOPE_CLASSES; i++)
        if (strcmp(CLASSES[i].name, name) == 0) return &CLASSES[i];
    return NULL;
}

double envelope_max_c(const struct envelope *e, double altitude_m)
{
    if (!(altitude_m <= e->altitude_max_m)) return (double)NAN;
    return e->max_c - fmax(altitude_m - DERATE_FROM_M, 0) / e->derate_m_per_k;
}

double envelope_rec_max_c(const struct envelope *e, double altitude_m)
{
    double max_c = envelope_max_c(e, altitude_m);
    return max_c < e->rec_max_c ? max_c : isnan(max_c) ? max_c : e->rec_max_c;
}

struct envelope_humidity envelope_allowable_w(const struct envelope *e, double t_c, double p_pa)
{
    return (struct envelope_humidity){
        .w_min = fmax(psychro_w_from_dew_point(e->dew_min_c, p_pa),
                      psychro_w_from_rh(t_c, e->rh_min, p_pa)),
        .w_max = fmin(psychro_w_from_dew_point(e->dew_max_c, p_pa),
                      psychro_w_from_rh(t_c, e->rh_max, p_pa)),
    };
}

struct envelope_humidity envelope_recommended_w(const struct envelope *e, double t_c, double p_pa)
{
    return (struct envelope_humidity){
        .w_min = psychro_w_from_dew_point(e->rec_dew_min_c, p_pa),
        .w_max = fmin(psychro_w_from_dew_point(e->rec_dew_max_c, p_pa),
                      psychro_w_from_rh(t_c, e->rec_rh_max, p_pa)),
    };
}

/* Negated comparisons: NaN breaks every limit. */
static unsigned breaks(double t_c, double w, double min_c, double max_c,
                       struct envelope_humidity humidity)
{
    return (t_c >= min_c ? 0u : ENVELOPE_TOO_COLD) | (t_c <= max_c ? 0u : ENVELOPE_TOO_HOT) |
           (w >= humidity.w_min ? 0u : ENVELOPE_TOO_DRY) |
           (w <= humidity.w_max ? 0u : ENVELOPE_TOO_HUMID);
}

unsigned envelope_allowable_breaks(const struct envelope *e, double t_c, double w, double p_pa,
                                   double altitude_m)
{
    return breaks(t_c, w, e->min_c, envelope_max_c(e, altitude_m),
                  envelope_allowable_w(e, t_c, p_pa));
}

unsigned envelope_recommended_breaks(const struct envelope *e, double t_c, double w, double p_pa,
                                     double altitude_m)
{
    return breaks(t_c, w, e->rec_min_c, envelope_rec_max_c(e, altitude_m),
                  envelope_recommended_w(e, t_c, p_pa));
}

static const struct envelope_liquid LIQUIDS[ENVELOPE_LIQUIDS] = {
    {"W17", "W1", 2, 17}, {"W27", "W2", 2, 27}, {"W32", "W3", 2, 32},
    {"W40", "", 2, 40},   {"W45", "W4", 2, 45}, {"W+", "W5", 2, (double)INFINITY},
    {"S30", "", 2, 30},   {"S40", "", 2, 40},   {"S50", "", 2, 50},
};

const struct envelope_liquid *envelope_liquid_at(int i)
{
    return i >= 0 && i < ENVELOPE_LIQUIDS ? &LIQUIDS[i] : NULL;
}

const struct envelope_liquid *envelope_liquid_by_name(const char *name)
{
    for (int i = 0; i < ENVELOPE_LIQUIDS; i++) {
        const struct envelope_liquid *l = &LIQUIDS[i];
        if (strcmp(l->name, name) == 0) return l;
        if (l->old_name[0] && strcmp(l->old_name, name) == 0) return l;
    }
    return NULL;
}
