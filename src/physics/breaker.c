#include "physics/breaker.h"

#include <math.h>
#include <stddef.h>

static const double MINIATURE_OPEN_S = 0.01, MINIATURE_TEST = 2.55;

bool breaker_miniature(char curve, double rated_a, double long_time_s, struct breaker *out)
{
    double low = curve == 'B' ? 3 : curve == 'C' ? 5 : curve == 'D' ? 10 : 0;
    double high = curve == 'B' ? 5 : 2 * low;
    if (!(low > 0 && rated_a > 0 && long_time_s > 0)) return false;
    double test_a = MINIATURE_TEST * rated_a;
    *out = (struct breaker){.rated_a = rated_a,
                            .hold_multiple = 1.13,
                            .trip_multiple = 1.45,
                            .long_time_a2s = test_a * test_a * long_time_s,
                            .magnetic_min = low,
                            .magnetic_max = high,
                            .instantaneous_a = (double)INFINITY,
                            .open_s = MINIATURE_OPEN_S};
    return true;
}

static bool is_sound(const struct breaker *b)
{
    bool times = b->long_time_a2s > 0 && b->tolerance_frac >= 0 && b->tolerance_frac < 1 &&
                 b->delay_s >= 0 && b->open_s > 0;
    bool overload = b->rated_a > 0 && b->hold_multiple >= 1 && b->trip_multiple >= b->hold_multiple;
    bool fault = b->magnetic_min >= b->hold_multiple && b->magnetic_max >= b->magnetic_min &&
                 b->instantaneous_a > 0 && (!(b->delay_s > 0) || b->icw_a > 0);
    return times && overload && fault;
}

/* Current above which it may release without delay. */
static double sudden_a(const struct breaker *b)
{
    double magnetic_a = b->magnetic_min * b->rated_a;
    return b->delay_s > 0 ? fmin(b->instantaneous_a, b->icw_a) : magnetic_a;
}

double breaker_earliest_s(const struct breaker *b, double current_a)
{
    if (!(current_a >= b->hold_multiple * b->rated_a)) return (double)INFINITY;
    if (current_a >= sudden_a(b)) return 0;
    double thermal_s = b->long_time_a2s * (1 - b->tolerance_frac) / (current_a * current_a);
    return current_a >= b->magnetic_min * b->rated_a ? fmin(thermal_s, b->delay_s) : thermal_s;
}

double breaker_latest_s(const struct breaker *b, double current_a)
{
    if (!(current_a >= b->trip_multiple * b->rated_a)) return (double)INFINITY;
    if (current_a >= b->instantaneous_a) return b->open_s;
    double thermal_s = b->long_time_a2s * (1 + b->tolerance_frac) / (current_a * current_a);
    double broken_s = thermal_s + b->open_s;
    if (current_a < b->magnetic_max * b->rated_a) return broken_s;
    return fmin(broken_s, b->delay_s + b->open_s);
}

static bool both_may_trip(const struct breaker *up, const struct breaker *down, double current_a)
{
    double earliest_s = breaker_earliest_s(up, current_a);
    return isfinite(earliest_s) && earliest_s <= breaker_latest_s(down, current_a);
}

/* Where the falling overload curve of up comes down to within down's break time t. */
static double crossing_a(const struct breaker *up, double t_s)
{
    double a = sqrt(up->long_time_a2s * (1 - up->tolerance_frac) / t_s);
    return a * (1 + 1e-12); /* just beyond, whatever the rounding */
}

/* Where the overload curves themselves meet: Ku / I^2 = Kd / I^2 + t. */
static double overload_meeting_a(const struct breaker *up, const struct breaker *down)
{
    double spare = up->long_time_a2s * (1 - up->tolerance_frac) -
                   down->long_time_a2s * (1 + down->tolerance_frac);
    return spare > 0 ? sqrt(spare / down->open_s) * (1 + 1e-12) : 0;
}

/* Upstream's earliest less load-side's latest time can turn negative only where
   upstream's curve drops or where the falling one meets the other. */
struct selective breaker_selectivity(const struct breaker *upstream,
                                     const struct breaker *load_side, double prospective_a)
{
    const struct breaker *up = upstream, *down = load_side;
    if (!is_sound(up) || !is_sound(down) || isnan(prospective_a))
        return (struct selective){SELECTIVITY_NONE, (double)NAN, false};
    double magnetic_a = up->magnetic_min * up->rated_a;
    double candidates[] = {
        up->hold_multiple * up->rated_a,
        magnetic_a,
        sudden_a(up),
        crossing_a(up, down->open_s),
        crossing_a(up, down->delay_s + down->open_s),
        overload_meeting_a(up, down),
    };
    double limit_a = (double)INFINITY;
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++)
        if (both_may_trip(up, down, candidates[i])) limit_a = fmin(limit_a, candidates[i]);
    enum selectivity kind = limit_a < magnetic_a   ? SELECTIVITY_NONE
                            : limit_a > magnetic_a ? SELECTIVITY_TIME
                                                   : SELECTIVITY_CURRENT;
    return (struct selective){kind, limit_a, limit_a >= prospective_a};
}
