#include <pthread.h>
#include <stdint.h>
#include <string.h>

#include "base/pool.h"
#include "near.h"

enum { ITEMS = 3000 };

struct counts { /* of the threads, under the lock */
    pthread_mutex_t lock;
    int made, freed;
};

struct taken {
    int n, refuse_at;
    int seen[ITEMS];
    bool is_wrong;
};

static void *worker_new(const void *context)
{
    struct counts *c = *(struct counts *const *)context;
    pthread_mutex_lock(&c->lock);
    c->made++;
    pthread_mutex_unlock(&c->lock);
    return c;
}

static void worker_free(void *worker)
{
    struct counts *c = worker;
    pthread_mutex_lock(&c->lock);
    c->freed++;
    pthread_mutex_unlock(&c->lock);
}

static void work(void *worker, int item, void *result)
{
    (void)worker;
    int64_t *r = result;
    r[0] = (int64_t)item * item;
    r[1] = item;
}

static bool take(void *taker, int item, const void *result)
{
    struct taken *t = taker;
    const int64_t *r = result;
    t->is_wrong |= r[0] != (int64_t)item * item || r[1] != item;
    t->seen[item]++;
    return ++t->n != t->refuse_at;
}

struct fixture {
    struct arena arena;
    struct diags ds;
    struct counts counts;
    struct taken taken;
    struct counts *context;
    struct pool_job job;
    struct pool *pool;
};

static void open_pool(struct fixture *f, int n, int threads)
{
    memset(f, 0, sizeof *f);
    f->arena = arena_new(NULL);
    f->ds = diags_new(&f->arena);
    pthread_mutex_init(&f->counts.lock, NULL);
    f->context = &f->counts;
    f->job = (struct pool_job){.n = n,
                               .size = 2 * sizeof(int64_t),
                               .context = &f->context,
                               .worker_new = worker_new,
                               .worker_free = worker_free,
                               .work = work,
                               .take = take,
                               .taker = &f->taken};
    f->pool = pool_open(NULL, NULL, &f->arena, &f->ds);
    pool_threads(f->pool, threads);
}

static void close_pool(struct fixture *f)
{
    assert_int_equal(f->counts.made, f->counts.freed);
    assert_false(f->taken.is_wrong);
    assert_int_equal(f->ds.n, 0);
    assert_int_equal(pool_close(f->pool, 4), 4);
    pthread_mutex_destroy(&f->counts.lock);
    arena_free(&f->arena);
}

static void each_item_once(void **state)
{
    (void)state;
    static const int sizes[] = {0, 1, 2, 31, 64, 65, ITEMS};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int threads = 1; threads <= 8; threads++) {
            struct fixture f;
            open_pool(&f, sizes[k], threads);
            assert_true(pool_run(f.pool, &f.job, &f.ds));
            assert_int_equal(f.taken.n, sizes[k]);
            for (int i = 0; i < sizes[k]; i++) assert_int_equal(f.taken.seen[i], 1);
            assert_true(f.counts.made <= threads);
            assert_true(pool_run(f.pool, &f.job, &f.ds));
            assert_int_equal(f.taken.n, 2 * sizes[k]);
            close_pool(&f);
        }
}

static void what_is_done_is_left_out(void **state)
{
    (void)state;
    unsigned char is_done[ITEMS];
    for (int threads = 1; threads <= 4; threads++) {
        struct fixture f;
        open_pool(&f, ITEMS, threads);
        for (int i = 0; i < ITEMS; i++) is_done[i] = i % 3 == 0 || i > ITEMS - 100;
        f.job.is_done = is_done;
        assert_true(pool_run(f.pool, &f.job, &f.ds));
        for (int i = 0; i < ITEMS; i++) assert_int_equal(f.taken.seen[i], !is_done[i]);
        memset(is_done, 1, sizeof is_done);
        f.taken.n = 0;
        assert_true(pool_run(f.pool, &f.job, &f.ds));
        assert_int_equal(f.taken.n, 0);
        close_pool(&f);
    }
}

static void a_refusal_ends_it(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        struct fixture f;
        open_pool(&f, ITEMS, threads);
        f.taken.refuse_at = 100;
        assert_false(pool_run(f.pool, &f.job, &f.ds));
        assert_int_equal(f.taken.n, 100);
        close_pool(&f);
    }
}

static void alone(void **state)
{
    (void)state;
    struct fixture f;
    open_pool(&f, 1, 1);
    assert_true(pool_is_leader(f.pool));
    assert_int_equal(pool_ranks(f.pool), 1);
    assert_true(pool_cores(f.pool) >= 1);
    close_pool(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_item_once),
        cmocka_unit_test(what_is_done_is_left_out),
        cmocka_unit_test(a_refusal_ends_it),
        cmocka_unit_test(alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
