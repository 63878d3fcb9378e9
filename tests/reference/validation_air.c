/* Moist air: 10,000 states of PsychroLib, see psychrolib_10000.py. */

#include <stdint.h>
#include <stdlib.h>

#include "base/file.h"
#include "physics/psychro.h"
#include "validation.h"

enum { STATES = 10000 };

/* splitmix64, as in the script: the states are not stored. */
static double uniform(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

struct gaps { /* greatest of all states */
    double w, h, v, bulb_k, dew_k, second_bulb_k;
    int n, n_two;
};

/* One line: w, h, v, wet bulb, dew point, and the frozen bulb where both equations
   have a solution. */
static const char *read_state(const char *s, double want[6])
{
    want[5] = (double)NAN;
    for (int i = 0; i < 6; i++) {
        char *end;
        want[i] = strtod(s, &end);
        s = end;
        if (*s != ',') break;
        s++;
    }
    return *s == '\n' ? s + 1 : NULL;
}

static void compare_state(struct gaps *g, uint64_t *state, const double want[6])
{
    double t = -40 + 100 * uniform(state), rh = 0.01 + 0.99 * uniform(state);
    double p = 60000 + 45000 * uniform(state);
    double w = psychro_w_from_rh(t, rh, p), bulb = psychro_wet_bulb_c(t, w, p);
    g->w = fmax(g->w, fabs(w / want[0] - 1));
    g->h = fmax(g->h, fabs(psychro_enthalpy_j_kg(t, w) / want[1] - 1));
    g->v = fmax(g->v, fabs(psychro_volume_m3_kg(t, w, p) / want[2] - 1));
    g->bulb_k = fmax(g->bulb_k, fabs(bulb - want[3]));
    g->dew_k = fmax(g->dew_k, fabs(psychro_dew_point_c(w, p) - want[4]));
    if (!isnan(want[5])) {
        g->n_two++;
        g->second_bulb_k = fmax(g->second_bulb_k, fabs(want[3] - want[5]));
    }
    g->n++;
}

static void add_gap(struct checks *t, const char *what, const char *unit, double gap, double limit)
{
    checks_add(t, (struct check){"PsychroLib, 10000 states", what, "PsychroLib 2.5.0", unit,
                                 (double)NAN, (double)NAN, gap, limit, .is_must = !isnan(limit)});
}

bool checks_add_air(struct checks *t, struct arena *a, struct diags *ds)
{
    struct bytes text;
    static const char path[] = DCPLAN_SOURCE_DIR "/tests/reference/psychrolib_10000.csv.gz";
    if (!file_read(a, path, &text, ds)) return false;
    struct gaps g = {0};
    uint64_t state = 1;
    const char *s = text.s;
    double want[6];
    while (s && *s) {
        s = read_state(s, want);
        if (s) compare_state(&g, &state, want);
    }
    add_gap(t, "humidity ratio, greatest", "relative", g.w, 1e-6);
    add_gap(t, "enthalpy, greatest", "relative", g.h, 1e-6);
    add_gap(t, "specific volume, greatest", "relative", g.v, 1e-6);
    add_gap(t, "wet bulb, greatest", "K", g.bulb_k, 1e-3);
    add_gap(t, "dew point, greatest", "K", g.dew_k, 1e-3);
    add_gap(t, "water or ice on the bulb: two answers in 51 states, apart by", "K", g.second_bulb_k,
            (double)NAN);
    return s && g.n == STATES && g.n_two == 51;
}
