/* roofline [MODELS SITE.ini...]: what a core can do at most, and how long a year takes at each
   level of the processor (src/sim/level.h), all in time of the processor.  Products and sums are
   not joined (no FMA), as in the kernel.
     roofline-clock GIGAHERTZ
     roofline-flops LEVEL GIGAFLOPS         products and sums of numbers in registers
     roofline-divisions LEVEL GIGADIVISIONS
     roofline-triad KIB GIGABYTES_PER_SECOND  a = b + s c over three arrays of that size in all
     roofline-year SITE LEVEL MILLISECONDS KIB_OF_A_BLOCK KIB_OF_THE_WEATHER
   roofline --year MODELS SITE.ini LEVEL: that year once, to be counted by roofline.py. */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "measure.h"
#include "sim/month.h"

enum { CHAINS = 12, TRIES = 9 };
static const double BUDGET_S = 0.4; /* per line */

static double cpu_s(void)
{
    return clock_s(CLOCK_THREAD_CPUTIME_ID);
}

/* ---- the core ---------------------------------------------------------- */

/* Chains enough to hide the latency of a product and a sum, written out so that they stay in
   registers; *keep holds the work back from being thrown away. */
#define EACH(step)                                                                                 \
    step(0) step(1) step(2) step(3) step(4) step(5) step(6) step(7) step(8) step(9) step(10)       \
        step(11)
#define BEGIN(i) vector x##i = (vector){0} + (1 + 1e-3 * i);
#define MULTIPLY_ADD(i) x##i = x##i * f + d;
#define DIVIDE(i) x##i = f / x##i;
#define ADD_UP(i) sum += x##i;
#define CHAINS_OF(name, wide, attribute, step)                                                     \
    attribute static void name(long n, double *keep)                                               \
    {                                                                                              \
        typedef double vector __attribute__((vector_size(8 * (wide))));                            \
        vector f = (vector){0} + 0.999999, d = (vector){0} + 1e-6, sum = d;                        \
        EACH(BEGIN)                                                                                \
        for (long k = 0; k < n; k++) {                                                             \
            EACH(step)                                                                             \
        }                                                                                          \
        EACH(ADD_UP)                                                                               \
        *keep = sum[0];                                                                            \
    }
#define NO_ATTRIBUTE
CHAINS_OF(flops_base, 2, NO_ATTRIBUTE, MULTIPLY_ADD)
CHAINS_OF(divisions_base, 2, NO_ATTRIBUTE, DIVIDE)
#ifdef __x86_64__
CHAINS_OF(flops_v3, 4, __attribute__((target("avx2"))), MULTIPLY_ADD)
CHAINS_OF(divisions_v3, 4, __attribute__((target("avx2"))), DIVIDE)
CHAINS_OF(flops_v4, 8, __attribute__((target("avx512f"))), MULTIPLY_ADD)
CHAINS_OF(divisions_v4, 8, __attribute__((target("avx512f"))), DIVIDE)
#endif

static const char *const level_name[MONTH_LEVELS] = {"base", "avx2", "avx512"};

static double best_s(void (*work)(long, double *), long n)
{
    double best = HUGE_VAL, keep = 0;
    for (int i = 0; i < TRIES; i++) {
        double start = cpu_s();
        work(n, &keep);
        best = fmin(best, cpu_s() - start);
    }
    return keep > -1e300 ? best : 0;
}

static void print_core(int levels)
{
    static void (*const flops[])(long, double *) = {flops_base,
#ifdef __x86_64__
                                                    flops_v3, flops_v4
#endif
    };
    static void (*const divisions[])(long, double *) = {divisions_base,
#ifdef __x86_64__
                                                        divisions_v3, divisions_v4
#endif
    };
    for (int l = 0; l < levels; l++) {
        double n = 2e6, wide = 2 << l;
        printf("roofline-flops %s %.1f\n", level_name[l],
               1e-9 * 2 * wide * CHAINS * n / best_s(flops[l], (long)n));
        printf("roofline-divisions %s %.2f\n", level_name[l],
               1e-9 * wide * CHAINS * n / 8 / best_s(divisions[l], (long)n / 8));
    }
}

#ifdef __x86_64__
static void ticks(long n, double *keep)
{
    uint64_t x = 3;
    for (long k = 0; k < n; k++) /* products one after the other, of three cycles each */
        __asm__ volatile("imul %0, %0\n imul %0, %0\n imul %0, %0\n imul %0, %0" : "+r"(x));
    *keep = (double)x;
}

static void print_clock(void)
{
    printf("roofline-clock %.2f\n", 1e-9 * 12 * 2e6 / best_s(ticks, 2000000));
}
#else
static void print_clock(void)
{
}
#endif

/* ---- memory ------------------------------------------------------------ */

/* n is a multiple of eight. */
#define TRIAD_OF(name, wide, attribute)                                                            \
    attribute static void name(double *restrict x, const double *restrict y,                       \
                               const double *restrict z, long n)                                   \
    {                                                                                              \
        typedef double vector __attribute__((vector_size(8 * (wide)), aligned(8), may_alias));     \
        for (long i = 0; i < n; i += (wide))                                                       \
            *(vector *)(x + i) = *(const vector *)(y + i) + 0.999999 * *(const vector *)(z + i);   \
    }
TRIAD_OF(triad_base, 2, NO_ATTRIBUTE)
#ifdef __x86_64__
TRIAD_OF(triad_v3, 4, __attribute__((target("avx2"))))
TRIAD_OF(triad_v4, 8, __attribute__((target("avx512f"))))
#endif

static void print_triad(long kib, int levels)
{
    static void (*const run[])(double *restrict, const double *restrict, const double *restrict,
                               long) = {triad_base,
#ifdef __x86_64__
                                        triad_v3, triad_v4
#endif
    };
    long n = kib * 1024 / 24, passes = 1 + (64l << 20) / (kib * 1024);
    size_t bytes = 8 * (size_t)n;
    double *x = aligned_alloc(64, bytes), *y = aligned_alloc(64, bytes),
           *z = aligned_alloc(64, bytes);
    double best = HUGE_VAL;
    for (int i = 0; x && y && z && i < TRIES; i++) {
        for (long k = 0; k < n && i == 0; k++) x[k] = y[k] = z[k] = 1;
        double start = cpu_s();
        for (long p = 0; p < passes; p++) run[levels - 1](x, y, z, n);
        best = fmin(best, cpu_s() - start);
    }
    if (isfinite(best))
        printf("roofline-triad %ld %.1f\n", kib, 1e-9 * 24 * (double)(n * passes) / best);
    free(x);
    free(y);
    free(z);
}

/* ---- the year ---------------------------------------------------------- */

struct solver {
    month_run_function run;
    const struct outage *normal;
    const struct prepared *w;
    const struct calendar *c;
    struct block *b;
};

/* The months of annual_run on one thread, at one level. */
__attribute__((noinline)) static void year_once(const struct solver *s, struct arena *a)
{
    struct arena_mark mark = arena_mark(a);
    struct year *whole = &month_new(s->normal->plant, a)->y;
    whole->site.hour[Q_FACILITY_W] = ARENA_ARRAY(a, double, (size_t)s->w->n);
    for (int m = 0; m < MONTHS; m++) {
        struct month_work work = {s->normal->plant,     &s->normal->state,       s->w, whole,
                                  s->c->month_start[m], s->c->month_start[m + 1]};
        s->run(&work, month_new(s->normal->plant, a), s->b);
    }
    arena_release(a, mark);
}

static double median_s(const struct solver *s, struct arena *a)
{
    double spent_s[REPEATS_MAX];
    int n = 0;
    for (double end = cpu_s() + BUDGET_S; n < REPEATS_MAX && (n < REPEATS_MIN || cpu_s() < end);
         n++) {
        double start = cpu_s();
        year_once(s, a);
        spent_s[n] = cpu_s() - start;
    }
    qsort(spent_s, (size_t)n, sizeof *spent_s, by_value);
    return spent_s[n / 2];
}

/* only: the level to go through once, -1: all are timed. */
static bool solve(const char *models, const char *path, int only)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct load_request request = {.models = models, .site = path};
    struct ready r;
    month_run_function level[MONTH_LEVELS];
    int levels = month_levels(level);
    bool ok = run_prepare(&request, &r, &a, &ds);
    if (!ok) print_problems(&ds, path, &a);
    if (ok) {
        const struct outage *normal = outage_make(r.plant, NULL, 0, &a);
        size_t before = arena_bytes(&a);
        struct solver s = {.normal = normal,
                           .w = r.prepared,
                           .c = &r.loaded.weather.calendar,
                           .b = block_new(normal->plant, &a)};
        double block_kib = (double)(arena_bytes(&a) - before) / 1024;
        int series = 4 + r.loaded.site.of[KIND_WORKLOAD].n;
        for (int l = only < 0 ? 0 : only; l < (only < 0 ? levels : only + 1); l++) {
            s.run = level[l < levels ? l : levels - 1];
            if (only >= 0)
                year_once(&s, &a);
            else
                printf("roofline-year %.*s %s %.4f %.0f %.0f\n", (int)strcspn(base, "."), base,
                       level_name[l], 1e3 * median_s(&s, &a), block_kib,
                       8.0 * series * r.prepared->n / 1024);
            fflush(stdout);
        }
    }
    arena_free(&a);
    return ok;
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "--year") == 0) {
        for (int l = 0; l < MONTH_LEVELS; l++)
            if (strcmp(argv[4], level_name[l]) == 0) return solve(argv[2], argv[3], l) ? 0 : 3;
        return 2;
    }
    month_run_function level[MONTH_LEVELS];
    int levels = month_levels(level);
    print_clock();
    print_core(levels);
    print_triad(24, levels);
    print_triad(768, levels);
    print_triad(24576, levels);
    print_triad(393216, levels);
    bool ok = true;
    for (int i = 2; i < argc; i++) ok = solve(argv[1], argv[i], -1) && ok;
    return ok ? 0 : 3;
}
