/* Packings of random packs: against all packings of tiny ones, and what must hold of any. */

#include "near.h"
#include "random_pack.h"

#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { TINY = 250, ROOMS = 10 };

static const struct pack_limits no_limits = {20000, (double)INFINITY};

static size_t n_count(const struct pack *p)
{
    return (size_t)p->n_type * (size_t)p->n_bin;
}

/* ---- all packings -------------------------------------------------------------- */

struct all {
    const struct pack *p;
    int *count;
    double best;
};

/* Limits only ever fill up, so a packing that does not hold has no child that does. */
static void try_all(struct all *x, int i, double worth)
{
    if (!pack_holds(x->p, x->count)) return;
    if (i == (int)n_count(x->p)) {
        x->best = fmax(x->best, worth);
        return;
    }
    int type = i / x->p->n_bin;
    for (int n = 0; n <= x->p->wanted[type]; n++) {
        x->count[i] = n;
        if (n && !pack_holds(x->p, x->count)) break;
        try_all(x, i + 1, worth + n * (x->p->worth[type] - x->p->cost[i]));
    }
    x->count[i] = 0;
}

static double best_of_all(const struct pack *p, struct arena *a)
{
    struct all x = {p, ARENA_ARRAY(a, int, n_count(p)), 0};
    try_all(&x, 0, 0);
    return x.best;
}

/* Random counts, which need not hold. */
static struct packing random_start(const struct pack *p, uint64_t seed, struct arena *a)
{
    struct packing start = {.count = ARENA_ARRAY(a, int, n_count(p))};
    for (size_t i = 0; i < n_count(p); i++) {
        seed = seed * 6364136223846793005U + 1442695040888963407U;
        start.count[i] = seed >> 62 ? 0 : (int)(seed >> 33) % 3;
    }
    start.worth = pack_worth(p, start.count);
    return start;
}

static void check(const struct pack *p, const struct packing *start, const struct packing *x,
                  uint64_t seed)
{
    bool is_good = pack_holds(p, x->count) && x->bound >= x->worth &&
                   fabs(pack_worth(p, x->count) - x->worth) <= 1e-9 * (1 + x->worth) &&
                   (!pack_holds(p, start->count) || x->worth >= start->worth - 1e-12) &&
                   x->is_optimal == !(x->bound - x->worth > 1e-9 * fabs(x->worth));
    if (!is_good) {
        print_error("seed %llu: worth %.17g, bound %.17g, start %.17g\n", (unsigned long long)seed,
                    x->worth, x->bound, start->worth);
        fail();
    }
}

static void as_good_as_all(void **state)
{
    (void)state;
    int better = 0;
    for (uint64_t seed = 1; seed <= TINY; seed++) {
        struct arena a = arena_new(NULL);
        struct pack p = random_pack_tiny(seed, &a);
        double best = best_of_all(&p, &a);
        for (uint64_t k = 0; k < 2; k++) {
            struct packing start = random_start(&p, k ? seed : 0, &a);
            if (k == 0) memset(start.count, 0, n_count(&p) * sizeof(int)), start.worth = 0;
            struct packing x = pack_optimise(&p, &start, &no_limits, &a);
            check(&p, &start, &x, seed);
            better += x.worth > start.worth;
            if (!x.is_optimal) print_error("seed %llu: no proof\n", (unsigned long long)seed);
            assert_true(x.is_optimal);
            if (fabs(x.worth - best) > 1e-9 * (1 + best))
                print_error("seed %llu\n", (unsigned long long)seed);
            assert_near(x.worth + 1, best + 1, 1e-9);
        }
        arena_free(&a);
    }
    assert_true(better > TINY / 2);
}

/* ---- rooms --------------------------------------------------------------------- */

static struct pack_room room(uint64_t seed)
{
    int racks = 6 + (int)(seed * 7 % 30);
    return (struct pack_room){.racks = racks,
                              .classes = seed % 5 == 0 ? racks : 1 + (int)(seed % 4),
                              .types = 2 + (int)(seed % 7),
                              .rows = 1 + (int)(seed % 3),
                              .asked = seed % 2 ? 1.1 : 0.6,
                              .worth = (int)(seed % 3),
                              .split = seed % 4 == 1 ? 3 : 0,
                              .spread = (int)(seed % 3),
                              .far = seed % 4 == 2 ? 0.01 : 0,
                              .shared = seed % 3 == 0 ? 0.7 : 2,
                              .seed = seed};
}

static const struct pack_limits few_nodes = {100, (double)INFINITY};

static void rooms_hold(void **state)
{
    (void)state;
    int optimal = 0;
    for (uint64_t seed = 1; seed <= ROOMS; seed++) {
        struct arena a = arena_new(NULL);
        struct pack_room r = room(seed);
        struct pack p = random_pack_room(&r, &a);
        struct packing start = random_start(&p, seed, &a);
        struct packing x = pack_optimise(&p, &start, &few_nodes, &a);
        check(&p, &start, &x, seed);
        optimal += x.is_optimal;
        /* From its own answer it goes no way back. */
        struct packing again = pack_optimise(&p, &x, &few_nodes, &a);
        check(&p, &x, &again, seed);
        assert_true(again.worth >= x.worth);
        assert_true(again.worth <= x.bound);
        arena_free(&a);
    }
    assert_true(optimal > ROOMS / 2);
}

/* More of anything is never worth less, and what was proven before still bounds. */
static void more_is_no_less(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct arena a = arena_new(NULL);
        struct pack p = random_pack_tiny(seed, &a);
        struct packing start = {.count = ARENA_ARRAY(&a, int, n_count(&p))};
        struct packing x = pack_optimise(&p, &start, &no_limits, &a);
        p.left[seed % (uint64_t)p.n_resource] *= 1.5;
        struct packing more = pack_optimise(&p, &start, &no_limits, &a);
        assert_true(more.worth >= x.worth - 1e-9);
        for (int t = 0; t < p.n_type; t++) p.worth[t] *= 2;
        for (size_t i = 0; i < n_count(&p); i++) p.cost[i] *= 2;
        struct packing twice = pack_optimise(&p, &start, &no_limits, &a);
        assert_near(twice.worth + 1, 2 * more.worth + 1, 1e-9);
        arena_free(&a);
    }
}

/* ---- the same again ------------------------------------------------------------ */

struct job {
    uint64_t seed;
    struct arena a;
    struct pack p;
    struct packing x;
};

static void *run(void *context)
{
    struct job *j = context;
    struct pack_room r = room(j->seed);
    j->a = arena_new(NULL);
    j->p = random_pack_room(&r, &j->a);
    struct packing start = {.count = ARENA_ARRAY(&j->a, int, n_count(&j->p))};
    j->x = pack_optimise(&j->p, &start, &few_nodes, &j->a);
    return NULL;
}

/* Side by side, and after others, to the bit. */
static void same_in_any_thread(void **state)
{
    (void)state;
    enum { JOBS = 6 };
    struct job alone[JOBS], beside[JOBS];
    pthread_t thread[JOBS];
    for (int i = 0; i < JOBS; i++) {
        alone[i].seed = beside[i].seed = (uint64_t)(i + 1);
        run(&alone[i]);
    }
    for (int i = 0; i < JOBS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, run, &beside[i]), 0);
    for (int i = 0; i < JOBS; i++) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        assert_memory_equal(alone[i].x.count, beside[i].x.count,
                            n_count(&alone[i].p) * sizeof(int));
        assert_memory_equal(&alone[i].x.bound, &beside[i].x.bound, sizeof(double));
        assert_int_equal(alone[i].x.nodes, beside[i].x.nodes);
        arena_free(&alone[i].a);
        arena_free(&beside[i].a);
    }
}

/* No time at all: what it started from, filled up. */
static void no_time(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct pack_room r = room(4);
    struct pack p = random_pack_room(&r, &a);
    struct packing start = {.count = ARENA_ARRAY(&a, int, n_count(&p))};
    struct pack_limits limits = {1000, 0};
    struct packing x = pack_optimise(&p, &start, &limits, &a);
    check(&p, &start, &x, 4);
    assert_true(x.hit_limit);
    assert_false(x.is_optimal);
    assert_true(x.worth > 0);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_good_as_all),  cmocka_unit_test(rooms_hold),
        cmocka_unit_test(more_is_no_less), cmocka_unit_test(same_in_any_thread),
        cmocka_unit_test(no_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
