/* Optima of rooms against those that another solver found by the plain programme. */

#include "near.h"

#include <math.h>
#include <stdbool.h>

#include "reference/packs.h"

static struct packing optimum(const struct pack *p, struct arena *a)
{
    struct packing start = {.count = ARENA_ARRAY(a, int, (size_t)p->n_type *(size_t)p->n_bin)};
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
        bool is_good =
            x.is_optimal && x.worth <= s->bound * (1 + 1e-9) && x.worth >= s->found * (1 - 1e-9);
        if (!is_good)
            print_error("%s: %.10g, bound %.10g; known %.10g to %.10g\n", s->name, x.worth, x.bound,
                        s->found, s->bound);
        assert_true(is_good);
        proven++;
        arena_free(&a);
    }
    assert_true(proven >= 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(optima)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
