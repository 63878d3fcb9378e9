/* Optima of rooms against those that another solver found by the plain programme. */

#include "near.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "reference/packs.h"

static struct packing optimum(const struct pack *p, struct arena *a)
{
    struct packing start = {.count = ARENA_ARRAY(a, int, (size_t)p->n_type * (size_t)p->n_bin)};
    struct pack_limits limits = {1000, (double)INFINITY};
    struct packing x = pack_optimise(p, &start, &limits, a);
    assert_true(pack_holds(p, x.count));
    return x;
}

static void optima(void **state)
{
    (void)state;
    int proven = 0;
    for (int i = 0; i < SOLVED_PACKS; i++) {
        const struct solved_pack *s = &solved_packs[i];
        if (!s->is_quick) continue;
        struct arena a = arena_new(NULL);
        struct pack p = random_pack_room(&s->room, &a);
        struct packing x = optimum(&p, &a);
        if (!x.is_optimal) print_error("%s: no proof\n", s->name);
        assert_true(x.is_optimal);
        if (!(fabs(x.worth - s->optimum) <= 1e-7 * s->optimum)) print_error("%s\n", s->name);
        assert_near(x.worth, s->optimum, 1e-7);
        proven++;
        arena_free(&a);
    }
    assert_true(proven >= 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(optima)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
