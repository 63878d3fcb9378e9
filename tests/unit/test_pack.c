/* Packings by hand: what holds, what pays, and the solver's failures. */

#include "near.h"

#include <glpk.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "plan/pack.h"
#include "plan/pack_guard.h"
#include "plan/pack_mend.h"

enum { TYPES = 2, BINS = 2, CELLS = TYPES * BINS };

/* Two types, two bins of 10 units, 12 kW for both; a piece takes 4 units and 3 kW, or 3
   units and 2 kW. */
struct by_hand {
    struct pack p;
    double left[3], worth[TYPES], cost[CELLS];
    int wanted[TYPES], first[CELLS], n[CELLS], most[CELLS], bins[BINS];
    struct pack_use use[2 * CELLS];
    struct pack_group group;
};

static void by_hand(struct by_hand *h)
{
    *h = (struct by_hand){.left = {10, 10, 12}, .worth = {3, 2}, .wanted = {9, 9}, .bins = {0, 1}};
    for (int t = 0; t < TYPES; t++)
        for (int b = 0; b < BINS; b++) {
            int i = t * BINS + b;
            h->first[i] = 2 * i;
            h->n[i] = 2;
            h->most[i] = -1;
            h->use[2 * i] = (struct pack_use){b, 4 - t};
            h->use[2 * i + 1] = (struct pack_use){2, 3 - t};
        }
    h->group = (struct pack_group){.type = 1, .most = 9, .n = BINS, .bin = h->bins};
    h->p = (struct pack){.n_type = TYPES,
                         .n_bin = BINS,
                         .n_resource = 3,
                         .left = h->left,
                         .wanted = h->wanted,
                         .worth = h->worth,
                         .first = h->first,
                         .n = h->n,
                         .use = h->use,
                         .most = h->most,
                         .cost = h->cost,
                         .n_group = 1,
                         .group = &h->group};
}

static const struct pack_limits no_limits = {20000, (double)INFINITY};

static struct packing best_from(const struct pack *p, const int *count, struct arena *a)
{
    struct packing start = {.count = ARENA_ARRAY(a, int, CELLS)};
    if (count) memcpy(start.count, count, CELLS * sizeof *count);
    struct packing out = pack_optimise(p, &start, &no_limits, a);
    assert_true(pack_holds(p, out.count));
    assert_near(pack_worth(p, out.count), out.worth, 1e-12);
    assert_true(out.bound >= out.worth);
    return out;
}

static double best_worth(const struct pack *p)
{
    struct arena a = arena_new(NULL);
    struct packing out = best_from(p, NULL, &a);
    assert_true(out.is_optimal);
    assert_false(out.hit_limit);
    arena_free(&a);
    return out.worth;
}

static void worth_and_limits(void **state)
{
    (void)state;
    struct by_hand h;
    by_hand(&h);
    h.cost[1] = 0.5;
    int count[CELLS] = {2, 1, 0, 1}; /* 8 and 7 units, 11 kW */
    assert_near(pack_worth(&h.p, count), 3 * 3 - 0.5 + 2, 1e-15);
    assert_true(pack_holds(&h.p, count));
    count[3] = 2; /* 13 kW */
    assert_false(pack_holds(&h.p, count));
    h.left[2] = 13;
    assert_true(pack_holds(&h.p, count));
    h.left[2] = 13 * (1 - 1e-6);
    assert_false(pack_holds(&h.p, count));
    h.left[2] = 13 * (1 - 1e-10); /* rounding */
    assert_true(pack_holds(&h.p, count));
    h.most[3] = 1;
    assert_false(pack_holds(&h.p, count));
    h.most[3] = -1;
    h.group.most = 1;
    assert_false(pack_holds(&h.p, count));
    h.group.most = 2;
    h.wanted[0] = 2;
    assert_false(pack_holds(&h.p, count));
    h.wanted[0] = 3;
    h.n[3] = -1;
    assert_false(pack_holds(&h.p, count));
    h.n[3] = 2;
    assert_true(pack_holds(&h.p, count));
    count[3] = -1;
    assert_false(pack_holds(&h.p, count));
}

/* An overdrawn resource bars new pieces, and an empty packing holds. */
static void overdrawn(void **state)
{
    (void)state;
    struct by_hand h;
    by_hand(&h);
    h.left[0] = -1;
    int none[CELLS] = {0}, one[CELLS] = {1, 0, 0, 0}, other[CELLS] = {0, 1, 0, 0};
    assert_true(pack_holds(&h.p, none));
    assert_false(pack_holds(&h.p, one));
    assert_true(pack_holds(&h.p, other));
    assert_near(best_worth(&h.p), 7, 1e-12); /* 4 + 3 + 3 units in the other: 3 + 2 + 2 */
}

/* Two large and three of the small take 12 kW in 17 units; or three and one. */
static void optimum_by_hand(void **state)
{
    (void)state;
    struct by_hand h;
    by_hand(&h);
    assert_near(best_worth(&h.p), 12, 1e-12);
    h.group.most = 0; /* no small one: two in each bin */
    assert_near(best_worth(&h.p), 12, 1e-12);
    h.left[2] = 11; /* and 11 kW: three */
    assert_near(best_worth(&h.p), 9, 1e-12);
    h.group.most = 1;
    assert_near(best_worth(&h.p), 11, 1e-12);
    h.most[2] = h.most[3] = 0;
    assert_near(best_worth(&h.p), 9, 1e-12);
}

static void what_does_not_pay(void **state)
{
    (void)state;
    struct by_hand h;
    by_hand(&h);
    for (int i = 0; i < CELLS; i++) h.cost[i] = 5;
    struct arena a = arena_new(NULL);
    int start[CELLS] = {1, 1, 0, 0};
    struct packing out = best_from(&h.p, start, &a);
    assert_true(out.is_optimal);
    assert_near(out.worth, 0, 1e-15);
    for (int i = 0; i < CELLS; i++) assert_int_equal(out.count[i], 0);
    h.cost[1] = 2.5; /* large ones in the second bin pay a half each */
    assert_near(best_worth(&h.p), 1, 1e-12);
    arena_free(&a);
}

static void nothing_to_do(void **state)
{
    (void)state;
    struct by_hand h;
    by_hand(&h);
    h.wanted[0] = h.wanted[1] = 0;
    assert_near(best_worth(&h.p), 0, 1e-15);
    by_hand(&h);
    h.p.n_bin = 0;
    h.group.n = 0;
    assert_near(best_worth(&h.p), 0, 1e-15);
    by_hand(&h);
    h.p.n_type = 0;
    h.p.n_group = 0;
    assert_near(best_worth(&h.p), 0, 1e-15);
}

static void start_that_does_not_hold(void **state)
{
    (void)state;
    struct by_hand h;
    by_hand(&h);
    struct arena a = arena_new(NULL);
    int start[CELLS] = {1000000, 7, 0, 2000000};
    struct packing out = best_from(&h.p, start, &a);
    assert_near(out.worth, 12, 1e-12);
    h.n[0] = -1;
    out = best_from(&h.p, start, &a);
    assert_near(out.worth, 12, 1e-12); /* three small ones there, two large in the other */
    h.left[2] = 11;
    out = best_from(&h.p, start, &a);
    assert_near(out.worth, 11, 1e-12); /* five small ones and a large one fill 11 kW */
    arena_free(&a);
}

/* A million pieces, most of them free of any limit. */
static void very_many(void **state)
{
    (void)state;
    struct by_hand h;
    by_hand(&h);
    h.wanted[0] = h.wanted[1] = 1000000;
    h.n[1] = 0;
    assert_near(best_worth(&h.p), 3e6 + 12, 1e-12);
    for (int i = 0; i < CELLS; i++) h.n[i] = 0;
    h.group.most = 1000000;
    assert_near(best_worth(&h.p), 5e6, 1e-12);
}

/* Units of 1e-9 beside units of 1e6: each limit counts by its own measure. */
static void mixed_units(void **state)
{
    (void)state;
    struct by_hand h;
    by_hand(&h);
    h.left[0] *= 1e-9;
    h.left[2] *= 1e6;
    for (int i = 0; i < CELLS; i++) {
        if (i % BINS == 0) h.use[2 * i].amount *= 1e-9;
        h.use[2 * i + 1].amount *= 1e6;
    }
    assert_near(best_worth(&h.p), 12, 1e-12);
    h.left[2] = 11e6;
    h.group.most = 0;
    assert_near(best_worth(&h.p), 9, 1e-12);
}

static void mending(void **state)
{
    (void)state;
    struct by_hand h;
    by_hand(&h);
    struct arena a = arena_new(NULL);
    int count[CELLS] = {4, 4, 4, 4};
    h.group.most = 1;
    pack_mend(&h.p, count, &a);
    assert_true(pack_holds(&h.p, count));
    assert_true(pack_worth(&h.p, count) >= 8); /* the small go first, then no more than must */
    pack_fill_up(&h.p, count, &a);
    assert_true(pack_holds(&h.p, count));
    for (int i = 0; i < CELLS; i++) { /* nothing more fits */
        count[i]++;
        assert_false(pack_holds(&h.p, count));
        count[i]--;
    }
    arena_free(&a);
}

static void fail_in_glpk(void *context)
{
    *(int *)context = 1;
    glp_prob *p = glp_create_prob();
    glp_add_cols(p, 1);
    glp_set_col_bnds(p, 99, GLP_LO, 0, 0); /* no such column: GLPK would abort */
    *(int *)context = 2;
}

static void succeed(void *context)
{
    glp_prob *p = glp_create_prob();
    glp_add_cols(p, 3);
    *(int *)context = glp_get_num_cols(p);
}

static void failures_of_the_solver(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        int reached = 0;
        assert_false(pack_guard(fail_in_glpk, &reached));
        assert_int_equal(reached, 1);
        assert_true(pack_guard(succeed, &reached));
        assert_int_equal(reached, 3);
    }
    struct by_hand h;
    by_hand(&h);
    assert_near(best_worth(&h.p), 12, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worth_and_limits), cmocka_unit_test(overdrawn),
        cmocka_unit_test(optimum_by_hand),  cmocka_unit_test(what_does_not_pay),
        cmocka_unit_test(nothing_to_do),    cmocka_unit_test(start_that_does_not_hold),
        cmocka_unit_test(very_many),        cmocka_unit_test(mixed_units),
        cmocka_unit_test(mending),          cmocka_unit_test(failures_of_the_solver),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
