#include "model/electrical.h"

#include <math.h>

const char *const share_words[] = {"equal", "standby", NULL};
const char *const sources_words[] = {"all", "blocks", "turn", NULL};
const char *const phase_words[] = {"auto",  "L1",    "L2",  "L3", "L1-L2",
                                   "L2-L3", "L3-L1", "all", NULL};
const char *const trip_words[] = {"unknown", "fuse", "B", "C", "D", "electronic", NULL};

static const double sqrt3 = 1.7320508075688772;

/* Kinds without the row have zero there. */
static double given(double x)
{
    return x > 0 ? x : (double)NAN;
}

static const int phases_of[] = {
    [PHASE_AUTO] = 0, [PHASE_L1] = 1,  [PHASE_L2] = 1,  [PHASE_L3] = 1,
    [PHASE_L12] = 2,  [PHASE_L23] = 2, [PHASE_L31] = 2, [PHASE_ALL] = 3};

int electrical_phases(const struct electrical *e)
{
    return e->phases != PARAM_NO_COUNT && e->phases > 0 ? e->phases : phases_of[e->phase];
}

double electrical_line_v(const struct electrical *e, int phases)
{
    double v = given(e->voltage.v);
    if (e->voltage.basis == VOLTAGE_BARE) return v;
    if (phases != 1) return e->voltage.basis == VOLTAGE_LL ? v : v * sqrt3;
    return e->voltage.basis == VOLTAGE_LN ? v : v / sqrt3;
}

double electrical_rated_va(const struct electrical *e, double line_v, int phases)
{
    double by_current = line_v * given(e->rated_a) * (phases == 3 ? sqrt3 : 1);
    return fmin(given(e->rated_va), by_current); /* fmin leaves out what is NaN */
}
