#ifndef DCPLAN_SIM_MONTH_H
#define DCPLAN_SIM_MONTH_H

/* The hours of a month, solved and counted; private to sim. */

#include <math.h>

#include "sim/annual.h"

/* A month is worked through in the order of its hours by one thread; the months
   are then joined in order, so sums do not depend on the number of threads. */
struct month_year {
    struct year y;
    int flag_count[N_FLAG], flag_first[N_FLAG];
};

/* What a month is counted from. */
struct month_work {
    const struct plant *p;
    const struct state *s;
    const struct prepared *w;
    struct year *whole; /* takes the hourly series */
    int from, to;       /* hours */
};

/* Nothing counted yet. */
struct month_year *month_new(const struct plant *p, struct arena *a);

/* Works through the hours in their order, in blocks in b. */
typedef void (*month_run_function)(const struct month_work *x, struct month_year *m,
                                   struct block *b);
void month_run(const struct month_work *x, struct month_year *m, struct block *b);

/* The same text compiled for several levels of the processor (sim/level.h), which changes no
   bit: how many run here, the widest last. */
enum { MONTH_LEVELS = 3 };
int month_levels(month_run_function level[MONTH_LEVELS]);

/* The tightest hour is the one with the greatest load over capacity; without a
   capacity, with the greatest load. */
static inline bool month_is_tighter(const struct peak *x, const struct peak *than)
{
    if (than->hour < 0) return x->used > 0;
    if (isnan(x->limit)) return x->used > than->used;
    return x->used * than->limit > than->used * x->limit;
}
static inline bool month_is_beyond(double value, const struct extreme *x, bool is_high)
{
    return x->hour < 0 || (is_high ? value > x->value : value < x->value);
}

#endif
