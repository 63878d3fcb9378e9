/* Packings by hand: what holds, what is even, what is worth more. */

#include "near.h"

#include <math.h>
#include <string.h>

#include "plan/pack_heuristic.h"
#include "random_site.h"

enum { TYPES = 6, BINS = 8, RESOURCES = 24 };

struct hand { /* a pack filled by hand */
    struct pack p;
    double left[RESOURCES], worth[TYPES], cost[TYPES * BINS];
    int wanted[TYPES], first[TYPES * BINS], n[TYPES * BINS], most[TYPES * BINS];
    struct pack_use use[TYPES * BINS * RESOURCES];
    int n_use;
    struct pack_group group[BINS];
    struct arena a;
};

static void begin(struct hand *h, int types, int bins, int resources)
{
    memset(h, 0, sizeof *h);
    h->p = (struct pack){.n_type = types, .n_bin = bins, .n_resource = resources, .left = h->left,
                         .wanted = h->wanted, .worth = h->worth, .first = h->first, .n = h->n,
                         .use = h->use, .most = h->most, .cost = h->cost, .group = h->group};
    for (int i = 0; i < TYPES * BINS; i++) h->most[i] = -1;
    for (int t = 0; t < types; t++) h->worth[t] = 1;
    h->a = arena_new(NULL);
}

/* Uses of one piece there, as resource and amount in turn; to be called in order. */
static void use(struct hand *h, int type, int bin, int n, const double *x)
{
    int at = type * h->p.n_bin + bin;
    h->first[at] = h->n_use;
    h->n[at] = n;
    for (int i = 0; i < n; i++) h->use[h->n_use++] = (struct pack_use){(int)x[2 * i], x[2 * i + 1]};
}
#define USE(h, type, bin, ...)                                                                     \
    use(h, type, bin, sizeof(double[]){__VA_ARGS__} / sizeof(double) / 2, (double[]){__VA_ARGS__})

static int in_bin(const struct hand *h, const struct packing *x, int bin)
{
    int n = 0;
    for (int t = 0; t < h->p.n_type; t++) n += x->count[t * h->p.n_bin + bin];
    return n;
}

/* Four racks on two feeds in turn: as many on each feed, and on each rack. */
static void what_is_shared_is_filled_evenly(void **state)
{
    (void)state;
    struct hand h;
    begin(&h, 1, 4, 6);
    for (int r = 0; r < 6; r++) h.left[r] = 10;
    for (int b = 0; b < 4; b++) USE(&h, 0, b, b, 2, 4 + b % 2, 1.5);
    h.wanted[0] = 8;
    struct packing x = pack_heuristic(&h.p, &h.a);
    for (int b = 0; b < 4; b++) assert_int_equal(in_bin(&h, &x, b), 2);
    assert_true(pack_holds(&h.p, x.count));
    assert_near(x.worth, 8, 1e-12);
    struct packing y = pack_first_fit(&h.p, &h.a);
    assert_int_equal(in_bin(&h, &y, 0), 5);
    assert_int_equal(in_bin(&h, &y, 1), 3);
    arena_free(&h.a);
}

/* The small ones, first in the file, give way to one that is worth more. */
static void exchanges_find_more_worth(void **state)
{
    (void)state;
    struct hand h;
    begin(&h, 2, 1, 1);
    h.left[0] = 4;
    USE(&h, 0, 0, 0, 2);
    USE(&h, 1, 0, 0, 4);
    h.wanted[0] = 2;
    h.wanted[1] = 1;
    h.worth[1] = 5;
    struct packing x = pack_heuristic(&h.p, &h.a);
    assert_near(x.worth, 5, 1e-12);
    assert_int_equal(x.count[1], 1);
    assert_near(pack_first_fit(&h.p, &h.a).worth, 2, 1e-12);
    arena_free(&h.a);
}

/* A large piece comes in when a small one moves over. */
static void exchanges_move_what_is_in_the_way(void **state)
{
    (void)state;
    struct hand h;
    begin(&h, 2, 2, 2);
    h.left[0] = 4;
    h.left[1] = 3;
    h.n[3] = -1;
    USE(&h, 0, 0, 0, 1);
    USE(&h, 0, 1, 1, 1);
    USE(&h, 1, 0, 0, 4); /* only there */
    h.n[3] = -1;
    h.wanted[0] = 3;
    h.wanted[1] = 1;
    struct packing x = pack_heuristic(&h.p, &h.a);
    assert_near(x.worth, 4, 1e-12);
    assert_int_equal(x.count[2], 1);
    assert_int_equal(x.count[1], 3);
    arena_free(&h.a);
}

static void groups_counts_and_bars(void **state)
{
    (void)state;
    struct hand h;
    static const int pair[] = {0, 1}, other[] = {2};
    begin(&h, 1, 4, 1);
    h.left[0] = 100;
    for (int b = 0; b < 4; b++) USE(&h, 0, b, 0, 1);
    h.wanted[0] = 100;
    h.n[3] = -1;   /* not there */
    h.most[2] = 7; /* and no more than that */
    h.p.n_group = 2;
    h.group[0] = (struct pack_group){0, 3, 2, pair};
    h.group[1] = (struct pack_group){0, 5, 1, other};
    struct packing x = pack_heuristic(&h.p, &h.a);
    assert_int_equal(x.count[0] + x.count[1], 3);
    assert_int_equal(x.count[2], 5);
    assert_int_equal(x.count[3], 0);
    assert_true(pack_holds(&h.p, x.count));
    arena_free(&h.a);
}

/* Where nothing is tight, a piece stays where that costs nothing. */
static void moves_cost(void **state)
{
    (void)state;
    struct hand h;
    begin(&h, 1, 2, 2);
    h.left[0] = h.left[1] = 10;
    for (int b = 0; b < 2; b++) USE(&h, 0, b, b, 9.9);
    h.wanted[0] = 1;
    h.cost[0] = .5;
    struct packing x = pack_heuristic(&h.p, &h.a);
    assert_int_equal(x.count[1], 1);
    assert_near(x.worth, 1, 1e-12);
    arena_free(&h.a);
}

/* Whatever there is to pack: all limits hold, and first fit is not worth more. */
static void random_packs_hold(void **state)
{
    (void)state;
    uint64_t s = 77;
    int better = 0;
    for (int k = 0; k < 400; k++) {
        struct hand h;
        int types = 1 + random_pick(&s, TYPES), bins = 1 + random_pick(&s, BINS);
        begin(&h, types, bins, RESOURCES);
        for (int r = 0; r < RESOURCES; r++) h.left[r] = random_pick(&s, 9) ? random_draw(&s, 0, 20) : 0;
        for (int t = 0; t < types; t++) {
            h.wanted[t] = random_pick(&s, 12);
            h.worth[t] = random_draw(&s, .1, 10);
            for (int b = 0; b < bins; b++) {
                double x[] = {b, random_draw(&s, .5, 9), BINS + b / 2, random_draw(&s, .5, 5),
                              RESOURCES - 1 - t % 2, random_draw(&s, .1, 3)};
                use(&h, t, b, 3, x);
                if (!random_pick(&s, 8)) h.n[t * bins + b] = -1;
            }
        }
        struct packing x = pack_heuristic(&h.p, &h.a), first = pack_first_fit(&h.p, &h.a);
        assert_true(pack_holds(&h.p, x.count));
        assert_true(pack_holds(&h.p, first.count));
        assert_near(pack_worth(&h.p, x.count), x.worth, 1e-12);
        assert_true(x.worth >= first.worth * (1 - 1e-12));
        better += x.worth > first.worth * 1.001;
        arena_free(&h.a);
    }
    assert_true(better > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_shared_is_filled_evenly),
        cmocka_unit_test(exchanges_find_more_worth),
        cmocka_unit_test(exchanges_move_what_is_in_the_way),
        cmocka_unit_test(groups_counts_and_bars),
        cmocka_unit_test(moves_cost),
        cmocka_unit_test(random_packs_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
