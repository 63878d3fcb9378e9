/* bench MODELS SITE.ini...: how long a site year takes, weather and plant prepared.
   One line a site and thread count:  bench SITE THREADS MILLISECONDS_PER_SITE_YEAR */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "plan/run.h"
#include "sim/annual.h"
#include "sim/outage.h"

enum { REPEATS_MIN = 15, REPEATS_MAX = 1001 };
static const double BUDGET_S = 1.0; /* per line */

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Median of as many runs as the budget holds, s; of the plant as `run` solves it, equal parts
   as one. */
static double median_s(const struct ready *r, int threads, struct arena *a)
{
    const struct outage *normal = outage_make(r->plant, NULL, 0, a);
    double spent_s[REPEATS_MAX];
    int n = 0;
    for (double end = now_s() + BUDGET_S; n < REPEATS_MAX && (n < REPEATS_MIN || now_s() < end);
         n++) {
        struct arena_mark mark = arena_mark(a);
        double start = now_s();
        const struct year *y =
            outage_run(normal, r->prepared, &r->loaded.weather.calendar, KEEP_FACILITY, threads, a);
        spent_s[n] = now_s() - start;
        if (y->not_converged && n == 0 && threads == 1)
            fprintf(stderr, "bench: %d hours did not converge\n", y->not_converged);
        arena_release(a, mark);
    }
    qsort(spent_s, (size_t)n, sizeof *spent_s, by_value);
    return spent_s[n / 2];
}

/* "sites/a100-air.ini" -> "a100-air" */
static const char *site_name(const char *path, struct arena *a)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    return arena_text(a, base, dot ? (size_t)(dot - base) : strlen(base));
}

static bool bench_site(const char *models, const char *path, int cores)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct load_request request = {.models = models, .site = path};
    struct ready ready;
    bool ok = run_prepare(&request, &ready, &a, &ds);
    if (ok) {
        printf("bench %s 1 %.4f\n", site_name(path, &a), 1e3 * median_s(&ready, 1, &a));
        if (cores > 1)
            printf("bench %s %d %.4f\n", site_name(path, &a), cores,
                   1e3 * median_s(&ready, cores, &a));
        fflush(stdout);
    }
    for (int i = 0; i < ds.n && !ok; i++)
        fprintf(stderr, "%s:%d: %s\n", ds.item[i].place.file ? ds.item[i].place.file : path,
                ds.item[i].place.line, message_text(&a, &ds.item[i].what, NULL));
    arena_free(&a);
    return ok;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: dcplan_bench MODELS SITE.ini...\n");
        return 2;
    }
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    bool ok = true;
    for (int i = 2; i < argc; i++)
        ok = bench_site(argv[1], argv[i], cores > 1 ? (int)cores : 1) && ok;
    return ok ? 0 : 3;
}
