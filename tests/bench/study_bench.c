/* What a study costs beside its points: study_bench POINTS THREADS FOLDER prints microseconds a
   point of the pool alone and with a store, of what a resumed study reads, and the greatest
   memory in MB. */

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/pool.h"
#include "base/store.h"
#include "base/text.h"
#include "plan/outcome.h"

enum { VARIABLES = 3 };

struct bench {
    struct outcome *point;
    struct store *store;
    struct diags *ds;
};

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *worker_new(const void *context)
{
    (void)context;
    return NULL;
}

static void worker_free(void *worker)
{
    (void)worker;
}

static void work(void *worker, int item, void *result)
{
    (void)worker;
    struct outcome *o = result;
    memset(o, 0, sizeof *o);
    o->status = POINT_DONE;
    for (int k = 0; k < N_OUTCOME; k++) o->value[k] = 1000.0 / (item + k + 1);
}

static bool take(void *taker, int item, const void *result)
{
    struct bench *b = taker;
    const struct outcome *o = result;
    b->point[item] = *o;
    if (!b->store) return true;
    const char *text[VARIABLES] = {"21.5 degC", "96.25 %", "modular-50"};
    double number[VARIABLES] = {21.5, 96.25, 1.0 * item};
    struct store_point p = {.i = item,
                            .text = o->text,
                            .variable_text = text,
                            .variable_number = number,
                            .outcome = o->value};
    return store_add(b->store, &p, b->ds);
}

static void recall(void *context, const struct store_point *p)
{
    struct bench *b = context;
    memcpy(b->point[p->i].value, p->outcome, sizeof b->point[p->i].value);
}

static struct store_study study_of(int n, struct arena *a)
{
    static const struct store_column variable[VARIABLES] = {
        {"room.hall.supply", "degC", ""}, {"ups.main.eff_full", "%", ""}, {"ups.main.use", "", ""}};
    struct store_column *outcome = ARENA_ARRAY(a, struct store_column, N_OUTCOME);
    for (int k = 0; k < N_OUTCOME; k++)
        outcome[k] = (struct store_column){outcome_row(k)->key, outcome_row(k)->unit, ""};
    return (struct store_study){.hash = "0",
                                .command = "bench",
                                .definition = "",
                                .version = "",
                                .site = "",
                                .title = "",
                                .currency = "",
                                .date = "",
                                .n_variable = VARIABLES,
                                .n_outcome = N_OUTCOME,
                                .variable = variable,
                                .outcome = outcome,
                                .n_point = n,
                                .n_row = n};
}

int main(int argc, char **argv)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    double points = 0, threads = 0;
    if (argc != 4 || !text_number(text_of(argv[1]), &points) ||
        !text_number(text_of(argv[2]), &threads) || !(points >= 1 && points <= 1e7) ||
        !(threads >= 1 && threads <= 1024))
        return 2;
    int n = (int)points;
    const char *path = arena_format(&a, "%s/study_bench.sqlite", argv[3]);
    struct bench b = {ARENA_ARRAY(&a, struct outcome, (size_t)n), NULL, &ds};
    struct pool_job job = {.n = n,
                           .size = sizeof(struct outcome),
                           .worker_new = worker_new,
                           .worker_free = worker_free,
                           .work = work,
                           .take = take,
                           .taker = &b};
    struct pool *pool = pool_open(&argc, &argv, &a, &ds);
    pool_threads(pool, (int)threads);
    double t0 = now_s();
    bool is_fine = pool_run(pool, &job, &ds);
    double t1 = now_s();
    struct store_study study = study_of(n, &a);
    (void)remove(path);
    b.store = store_open(path, &study, &a, &ds);
    is_fine = is_fine && b.store && pool_run(pool, &job, &ds);
    double t2 = now_s();
    is_fine = is_fine && store_close(b.store, &ds);
    double t3 = now_s();
    b.store = is_fine ? store_open(path, &study, &a, &ds) : NULL;
    is_fine =
        b.store && store_points(b.store, &study, recall, &b, &ds) && store_close(b.store, &ds);
    double t4 = now_s(), us = 1e6 / n;
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    (void)remove(path);
    for (int i = 0; i < ds.n; i++)
        fprintf(stderr, "%s\n", message_text(&a, &ds.item[i].what, NULL));
    if (is_fine)
        printf("%d points, %d threads: pool %.2f us, with a store %.1f us, its last copy %.1f us, "
               "read again %.1f us; %.0f MB\n",
               n, (int)threads, us * (t1 - t0), us * (t2 - t1), us * (t3 - t2), us * (t4 - t3),
               (double)u.ru_maxrss / 1024);
    int code = pool_close(pool, is_fine ? 0 : 1);
    arena_free(&a);
    return code;
}
