/* scaling MODELS SITE.ini...: how the time of a year goes with its load groups, servers and
   hours, in time of the processor, and what memory a site takes; the hours are the first site's.
   One line each:
     bench-cpu SITE MILLISECONDS_PER_SITE_YEAR
     bench-memory SITE MIB_OF_THE_PROCESS KIB_PREPARED KIB_OF_A_YEAR
     bench-groups GROUPS SERVERS MILLISECONDS_PER_SITE_YEAR NANOSECONDS_PER_GROUP_HOUR
     bench-hours HOURS MILLISECONDS NANOSECONDS_PER_HOUR */

#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure.h"

enum { GROUPS_MAX = 64, SERVERS = 640 };
static const double BUDGET_S = 0.3; /* per line */
static const double MIB = 1048576, KIB = 1024;

static double year_ms(const struct ready *r, const struct prepared *w, const struct calendar *c,
                      struct arena *a)
{
    return 1e3 * median_year_s(r->plant, w, c, 1, BUDGET_S, CLOCK_THREAD_CPUTIME_ID, a);
}

/* ---- a site ------------------------------------------------------------ */

struct taken {
    double prepared_kib, year_kib, ms;
};

/* One year for its bytes, then as many as the budget holds for its time. */
static bool take_year(const char *models, const char *path, struct taken *out)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct load_request request = {.models = models, .site = path};
    struct ready r;
    bool ok = run_prepare(&request, &r, &a, &ds);
    if (ok) {
        out->prepared_kib = (double)arena_bytes(&a) / KIB;
        const struct outage *normal = outage_make(r.plant, NULL, 0, &a);
        outage_run(normal, r.prepared, &r.loaded.weather.calendar, KEEP_FACILITY, 1, &a);
        out->year_kib = (double)arena_bytes(&a) / KIB - out->prepared_kib;
        out->ms = year_ms(&r, r.prepared, &r.loaded.weather.calendar, &a);
    } else {
        print_problems(&ds, path, &a);
    }
    arena_free(&a);
    return ok;
}

/* In a process of its own, whose greatest resident set is the site's. */
static bool print_site(const char *models, const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    pid_t child = fork();
    if (child < 0) return false;
    if (child == 0) {
        struct taken t;
        struct rusage u;
        bool ok = take_year(models, path, &t) && getrusage(RUSAGE_SELF, &u) == 0;
        int n = (int)strcspn(base, ".");
        if (ok)
            printf("bench-cpu %.*s %.4f\nbench-memory %.*s %.1f %.0f %.0f\n", n, base, t.ms, n,
                   base, (double)u.ru_maxrss * KIB / MIB, t.prepared_kib, t.year_kib);
        fflush(stdout);
        _exit(ok ? 0 : 1);
    }
    int status;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* ---- groups ------------------------------------------------------------ */

/* A room of so many servers in all, of so many sorts; its plant goes with the servers. */
static void write_room(FILE *f, int groups, int servers)
{
    int units = servers / 80 + 2;
    fprintf(f,
            "[site]\nclimate = ashburn\n[utility grid]\n"
            "[ups u]\nuse = modular-250\nmodules = %d\nfrom = utility.grid\nheat_to = r\n"
            "[room r]\ncontainment = hot-aisle\nsupply = 24 degC\ndew_point = 9 degC\nclass = A2\n"
            "[crac c]\nuse = inverter-60\ncount = %d\nneeded = %d\nserves = r\n"
            "from = utility.grid\n",
            servers / 320 + 1, units, units - 1);
    for (int g = 0; g < groups; g++)
        fprintf(f,
                "[server s%d]\nuse = cpu-2u\npower_typical = %d W\ncount = %d\nroom = r\n"
                "from = ups.u\n",
                g, 420 + g, servers / groups);
}

static bool print_groups(const char *models, int groups, int servers)
{
    char path[] = "/tmp/dcplan-groups-XXXXXX";
    int fd = mkstemp(path);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
    if (!f) return false;
    write_room(f, groups, servers);
    fclose(f);
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct load_request request = {.models = models, .site = path};
    struct ready r;
    bool ok = run_prepare(&request, &r, &a, &ds);
    if (!ok) print_problems(&ds, path, &a);
    if (ok && r.plant->n_group != groups) {
        fprintf(stderr, "bench: %d sorts of servers became %d groups\n", groups, r.plant->n_group);
        ok = false;
    }
    if (ok) {
        double ms = year_ms(&r, r.prepared, &r.loaded.weather.calendar, &a);
        printf("bench-groups %d %d %.4f %.2f\n", groups, servers, ms,
               1e6 * ms / groups / r.prepared->n);
    }
    fflush(stdout);
    arena_free(&a);
    unlink(path);
    return ok;
}

/* ---- hours ------------------------------------------------------------- */

/* One in every so many hours of the year, or each so many times: the seasons stay the same. */
static const double *pick(const double *of, int n_of, int n, struct arena *a)
{
    double *x = ARENA_ARRAY(a, double, (size_t)n);
    for (int h = 0; h < n; h++) x[h] = of[(long)h * n_of / n];
    return x;
}

static void print_hours(const struct ready *r, int n, struct arena *a)
{
    const struct prepared *all = r->prepared;
    const struct site *s = &r->loaded.site;
    struct prepared w = *all;
    w.n = n;
    w.t_c = pick(all->t_c, all->n, n, a);
    w.wb_c = pick(all->wb_c, all->n, n, a);
    w.w = pick(all->w, all->n, n, a);
    w.p_pa = pick(all->p_pa, all->n, n, a);
    const double **activity = ARENA_ARRAY(a, const double *, (size_t)s->of[KIND_WORKLOAD].n + 1);
    for (int k = 0; k < s->of[KIND_WORKLOAD].n; k++)
        activity[k] = pick(all->activity[k], all->n, n, a);
    w.activity = activity;
    struct calendar c = r->loaded.weather.calendar;
    c.hours = n;
    for (int m = 0; m <= MONTHS; m++) c.month_start[m] = (int)((long)c.month_start[m] * n / all->n);
    double ms = year_ms(r, &w, &c, a);
    printf("bench-hours %d %.4f %.1f\n", n, ms, 1e6 * ms / n);
    fflush(stdout);
}

static bool bench_hours(const char *models, const char *path)
{
    static const int hours[] = {730, 2190, 4380, 8760, 17520, 35040};
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct load_request request = {.models = models, .site = path};
    struct ready r;
    bool ok = run_prepare(&request, &r, &a, &ds);
    for (size_t i = 0; ok && i < sizeof hours / sizeof *hours; i++) print_hours(&r, hours[i], &a);
    if (!ok) print_problems(&ds, path, &a);
    arena_free(&a);
    return ok;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: scaling_bench MODELS SITE.ini...\n");
        return 2;
    }
    bool ok = true;
    for (int i = 2; i < argc; i++) ok = print_site(argv[1], argv[i]) && ok;
    for (int servers = SERVERS; servers <= 10 * SERVERS; servers *= 10)
        for (int groups = 1; groups <= GROUPS_MAX; groups *= 2)
            ok = print_groups(argv[1], groups, servers) && ok;
    return bench_hours(argv[1], argv[2]) && ok ? 0 : 3;
}
