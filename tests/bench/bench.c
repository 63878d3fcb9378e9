/* bench MODELS SITE.ini...: how long a site year takes, weather and plant prepared.
   One line a site, for one thread and for all cores, and one for each number of threads between
   with how many times faster than one thread it is:
     bench SITE THREADS MILLISECONDS_PER_SITE_YEAR
     bench-threads SITE THREADS MILLISECONDS_PER_SITE_YEAR TIMES */

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "measure.h"

static const double BUDGET_S = 1.0; /* per line */

/* "sites/a100-air.ini" -> "a100-air" */
static const char *site_name(const char *path, struct arena *a)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    return arena_text(a, base, dot ? (size_t)(dot - base) : strlen(base));
}

static double year_ms(const struct ready *r, int threads, struct arena *a)
{
    return 1e3 * median_year_s(r->plant, r->prepared, &r->loaded.weather.calendar, threads,
                               BUDGET_S, CLOCK_MONOTONIC, a);
}

/* Threads double, and the last are all cores. */
static void print_threads(const char *site, const struct ready *r, int cores, struct arena *a)
{
    double alone_ms = year_ms(r, 1, a);
    printf("bench %s 1 %.4f\n", site, alone_ms);
    for (int t = 2; t < 2 * cores; t *= 2) {
        int threads = t < cores ? t : cores;
        double ms = year_ms(r, threads, a);
        if (threads == cores) printf("bench %s %d %.4f\n", site, threads, ms);
        printf("bench-threads %s %d %.4f %.2f\n", site, threads, ms, alone_ms / ms);
    }
    fflush(stdout);
}

static bool bench_site(const char *models, const char *path, int cores)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct load_request request = {.models = models, .site = path};
    struct ready ready;
    bool ok = run_prepare(&request, &ready, &a, &ds);
    if (ok)
        print_threads(site_name(path, &a), &ready, cores, &a);
    else
        print_problems(&ds, path, &a);
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
