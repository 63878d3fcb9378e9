#include "sim/lockout.h"

/* What an hour says by itself: 1 lock, 0 let go, -1 leave it as it was. */
static int says(const struct lockout *r, const struct weather *w, int hour)
{
    double x = weather_measure(w, r->by, hour);
    if (x >= r->from) return 1;
    return x < r->below ? 0 : -1;
}

/* The last hour that says anything decides how the year begins. */
static int state_before(const struct lockout *r, const struct weather *w)
{
    for (int h = w->n - 1; h >= 0; h--) {
        int now = says(r, w, h);
        if (now >= 0) return now;
    }
    return weather_measure(w, r->by, 0) > (r->from + r->below) / 2;
}

const unsigned char *lockout_make(const struct lockout *rule, int n, const struct weather *w,
                                  struct arena *a)
{
    unsigned char *locked = ARENA_ARRAY(a, unsigned char, (size_t)w->n);
    for (int i = 0; i < n; i++) {
        int state = state_before(&rule[i], w);
        for (int h = 0; h < w->n; h++) {
            int now = says(&rule[i], w, h);
            if (now >= 0) state = now;
            if (state) locked[h] = 1;
        }
    }
    return locked;
}
