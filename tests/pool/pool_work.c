/* Trivial work through a pool, for tests of its ranks and to measure it:

     pool_work ITEMS MICROSECONDS THREADS [die RANK ITEM | differ RANK | refuse ITEM]

   The leader prints how many results came and a sum that depends on each of them; every rank
   exits with 3 when the job failed. */

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/pool.h"
#include "base/text.h"

enum { RESULT_BYTES = 1200 };

struct plan {
    int microseconds, die_at;
};

struct sum {
    int n, refuse_at;
    uint64_t of_all;
    unsigned char *seen;
};

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *worker_new(const void *context)
{
    return (void *)(uintptr_t)context;
}

static void worker_free(void *worker)
{
    (void)worker;
}

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 31) * 0x7fb5d329728ea185ull;
    x = (x ^ x >> 27) * 0x81dadef4bc2dd44dull;
    return x ^ x >> 33;
}

static void work(void *worker, int item, void *result)
{
    const struct plan *p = worker;
    if (item >= p->die_at) kill(getpid(), SIGKILL);
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    double end_s = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec + 1e-6 * p->microseconds;
    do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    while ((double)t.tv_sec + 1e-9 * (double)t.tv_nsec < end_s);
    uint64_t *r = result;
    for (int i = 0; i < RESULT_BYTES / 8; i++) r[i] = mixed((uint64_t)(1000 * item + i));
}

static bool take(void *taker, int item, const void *result)
{
    struct sum *s = taker;
    const uint64_t *r = result;
    if (s->seen[item]++) s->of_all = 0xdead;
    for (int i = 0; i < RESULT_BYTES / 8; i++) s->of_all += r[i] * (uint64_t)(item + 1);
    return ++s->n != s->refuse_at;
}

static int number(const char *s)
{
    double x = 0;
    return s && text_number(text_of(s), &x) ? (int)x : 0;
}

/* The rank before the pool says it: the tests know that Open MPI starts them. */
static bool is_rank(const char *which)
{
    const char *own = getenv("OMPI_COMM_WORLD_RANK");
    return own && which && !strcmp(own, which);
}

int main(int argc, char **argv)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    if (argc < 4) return 2;
    const char *what = argc > 4 ? argv[4] : "";
    struct plan plan = {number(argv[2]), INT32_MAX};
    struct sum sum = {0};
    if (!strcmp(what, "refuse")) sum.refuse_at = number(argv[5]);
    if (!strcmp(what, "die") && is_rank(argv[5])) plan.die_at = number(argv[6]);
    struct pool *pool = pool_open(&argc, &argv, &a, &ds);
    pool_threads(pool, number(argv[3]));
    int n = number(argv[1]);
    sum.seen = ARENA_ARRAY(&a, unsigned char, (size_t)n);
    struct pool_job job = {.n = n,
                           .size = RESULT_BYTES,
                           .key = !strcmp(what, "differ") && is_rank(argv[5]) ? "b" : "a",
                           .context = &plan,
                           .worker_new = worker_new,
                           .worker_free = worker_free,
                           .work = work,
                           .take = take,
                           .taker = &sum};
    double start_s = now_s();
    /* Twice, as a command may. */
    bool is_fine = pool_run(pool, &job, &ds);
    double end_s = now_s();
    if (is_fine) {
        memset(sum.seen, 0, (size_t)n);
        is_fine = pool_run(pool, &job, &ds);
    }
    if (pool_is_leader(pool)) {
        printf("%d results, sum %llx, %d ranks\n", sum.n, (unsigned long long)sum.of_all,
               pool_ranks(pool));
        fprintf(stderr, "first pass %.3f s\n", end_s - start_s);
        for (int i = 0; i < ds.n; i++)
            fprintf(stderr, "%s\n", message_text(&a, &ds.item[i].what, NULL));
    }
    int code = pool_close(pool, pool_is_leader(pool) && !is_fine ? 3 : 0);
    arena_free(&a);
    return code;
}
