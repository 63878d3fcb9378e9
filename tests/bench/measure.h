#ifndef DCPLAN_TESTS_MEASURE_H
#define DCPLAN_TESTS_MEASURE_H

/* How long a simulated year takes, weather and plant prepared. */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "plan/run.h"
#include "sim/annual.h"
#include "sim/outage.h"

enum { REPEATS_MIN = 15, REPEATS_MAX = 1001 };

static inline double clock_s(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Median of as many runs as the budget (in s of the wall) holds, in s of the clock; of the plant
   as `run` solves it, equal parts as one. */
static inline double median_year_s(const struct plant *p, const struct prepared *w,
                                   const struct calendar *c, int threads, double budget_s,
                                   clockid_t clock, struct arena *a)
{
    const struct outage *normal = outage_make(p, NULL, 0, a);
    double spent_s[REPEATS_MAX];
    int n = 0;
    for (double end = clock_s(CLOCK_MONOTONIC) + budget_s;
         n < REPEATS_MAX && (n < REPEATS_MIN || clock_s(CLOCK_MONOTONIC) < end); n++) {
        struct arena_mark mark = arena_mark(a);
        double start = clock_s(clock);
        const struct year *y = outage_run(normal, w, c, KEEP_FACILITY, threads, a);
        spent_s[n] = clock_s(clock) - start;
        if (y->not_converged && n == 0 && threads == 1)
            fprintf(stderr, "bench: %d hours did not converge\n", y->not_converged);
        arena_release(a, mark);
    }
    qsort(spent_s, (size_t)n, sizeof *spent_s, by_value);
    return spent_s[n / 2];
}

static inline void print_problems(const struct diags *ds, const char *path, struct arena *a)
{
    for (int i = 0; i < ds->n; i++)
        fprintf(stderr, "%s:%d: %s\n", ds->item[i].place.file ? ds->item[i].place.file : path,
                ds->item[i].place.line, message_text(a, &ds->item[i].what, NULL));
}

#endif
