/* Decision diagrams against truth tables of random functions; the seed is fixed. */

#include "near.h"

#include "base/bdd.h"

#include <stdbool.h>

enum { EVENTS = 6, STATES = 1 << EVENTS, POOL = 40 };

/* xorshift64*: 0 .. n - 1. */
static int below(uint64_t *seed, int n)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return (int)((*seed * 0x2545f4914f6cdd1dU >> 33) % (unsigned)n);
}

/* A function beside its truth table, one bit a state. */
struct both {
    int f;
    uint64_t table;
};

static struct both event(struct bdd *b, int e)
{
    struct both x = {bdd_event(b, e), 0};
    for (int s = 0; s < STATES; s++) x.table |= (uint64_t)(s >> e & 1) << s;
    return x;
}

static void fill_pool(struct bdd *b, struct both *pool, uint64_t *seed)
{
    for (int i = 0; i < POOL; i++) {
        struct both f = pool[below(seed, i ? i : 1)], g = pool[below(seed, i ? i : 1)],
                    h = pool[below(seed, i ? i : 1)];
        pool[i] = i < EVENTS ? event(b, i)
                             : (struct both){bdd_choose(b, f.f, g.f, h.f),
                                             (f.table & g.table) | (~f.table & h.table)};
    }
}

static double weight(const double *p, int s, int but)
{
    double w = 1;
    for (int e = 0; e < EVENTS; e++)
        if (e != but) w *= s >> e & 1 ? p[e] : 1 - p[e];
    return w;
}

static void assert_table(const struct bdd *b, struct both x, const double *p)
{
    double slope[EVENTS], want = 0, want_slope[EVENTS] = {0};
    for (int s = 0; s < STATES; s++) {
        if (!(x.table >> s & 1)) continue;
        want += weight(p, s, -1);
        for (int e = 0; e < EVENTS; e++) want_slope[e] += (s >> e & 1 ? 1 : -1) * weight(p, s, e);
    }
    assert_within(bdd_probability(b, x.f, p, slope, EVENTS), want, 1e-14);
    for (int e = 0; e < EVENTS; e++) assert_within(slope[e], want_slope[e], 1e-14);
}

static void functions_are_their_tables(void **state)
{
    (void)state;
    static const double p[EVENTS] = {.1, .35, .6, 1e-3, .9, .5};
    uint64_t seed = 11;
    struct arena a = arena_new(NULL);
    for (int run = 0; run < 50; run++) {
        struct bdd b = bdd_new(&a, 1 << 14);
        struct both pool[POOL] = {{0}};
        fill_pool(&b, pool, &seed);
        for (int i = 0; i < POOL; i++) {
            assert_table(&b, pool[i], p);
            for (int j = 0; j < i; j++) /* equal functions are one */
                assert_int_equal(pool[i].f == pool[j].f, pool[i].table == pool[j].table);
        }
        assert_false(b.is_full);
    }
    arena_free(&a);
}

static void at_least_counts(void **state)
{
    (void)state;
    static const double p[EVENTS] = {.1, .35, .6, 1e-3, .9, .5};
    uint64_t seed = 5;
    struct arena a = arena_new(NULL);
    for (int run = 0; run < 50; run++) {
        struct bdd b = bdd_new(&a, 1 << 14);
        struct both pool[POOL] = {{0}};
        fill_pool(&b, pool, &seed);
        int f[7], n = below(&seed, 8);
        uint64_t table[7];
        for (int i = 0; i < n; i++) {
            struct both x = pool[below(&seed, POOL)];
            f[i] = x.f;
            table[i] = x.table;
        }
        for (int m = -1; m <= n + 1; m++) {
            struct both x = {bdd_at_least(&b, m, f, n), 0};
            for (int s = 0; s < STATES; s++) {
                int count = 0;
                for (int i = 0; i < n; i++) count += (int)(table[i] >> s & 1);
                x.table |= (uint64_t)(count >= m) << s;
            }
            assert_table(&b, x, p);
        }
    }
    arena_free(&a);
}

/* Half of 100 events: 51 * 50 nodes. */
static void it_grows_and_it_ends(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    for (int limit = 256; limit <= 1 << 17; limit *= 512) {
        struct bdd b = bdd_new(&a, limit);
        int f[100];
        double p[100], slope[100];
        for (int i = 0; i < 100; i++) {
            f[99 - i] = bdd_event(&b, i);
            p[i] = .5;
        }
        int half = bdd_at_least(&b, 50, f, 100);
        assert_int_equal(b.is_full, limit == 256);
        if (b.is_full) continue;
        assert_within(bdd_probability(&b, half, p, slope, 100), .5397946, 5e-8);
        assert_int_equal(bdd_at_least(&b, 50, f, 100), half);
    }
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_their_tables),
        cmocka_unit_test(at_least_counts),
        cmocka_unit_test(it_grows_and_it_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
