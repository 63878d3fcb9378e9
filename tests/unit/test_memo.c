#include "near.h"

#include <string.h>

#include "base/memo.h"
#include "base/table.h"

static void a_memo_knows_its_keys(void **state)
{
    struct memo *m = memo_new(NULL);
    int *x = ARENA_ARRAY(memo_arena(m, NULL), int, 1);
    (void)state;
    *x = 7;
    memo_keep(m, "a key of more than eight bytes", 30, x, sizeof *x);
    assert_ptr_equal(memo_find(m, "a key of more than eight bytes", 30), x);
    assert_null(memo_find(m, "a key of more than eight bytez", 30));
    assert_null(memo_find(m, "a key of more than eight byte", 29));
    memo_trim(m, 1000);
    assert_ptr_equal(memo_find(m, "a key of more than eight bytes", 30), x);
    memo_trim(m, 10);
    assert_null(memo_find(m, "a key of more than eight bytes", 30));
    memo_free(m);
}

/* More keys than slots; those that share one are told apart. */
static void many_keys_are_told_apart(void **state)
{
    enum { N = 5000 };
    struct memo *m = memo_new(NULL);
    (void)state;
    for (int i = 0; i < N; i++) {
        int *x = ARENA_ARRAY(memo_arena(m, NULL), int, 1);
        *x = 3 * i;
        memo_keep(m, &i, sizeof i, x, sizeof *x);
    }
    for (int i = 0; i < N; i++) {
        const int *x = memo_find(m, &i, sizeof i);
        assert_non_null(x);
        assert_int_equal(*x, 3 * i);
    }
    memo_free(m);
}

static void no_memo_keeps_nothing(void **state)
{
    struct arena a = arena_new(NULL);
    (void)state;
    assert_ptr_equal(memo_arena(NULL, &a), &a);
    memo_keep(NULL, "k", 1, &a, 1);
    assert_null(memo_find(NULL, "k", 1));
    memo_trim(NULL, 0);
    memo_free(NULL);
    arena_free(&a);
}

static int calls;

static double scaled(double x, const void *context)
{
    calls++;
    return x * *(const double *)context;
}

static double scaled_2(double x, double y, const void *context)
{
    calls++;
    return x * y * *(const double *)context;
}

static void tables_are_made_once_for_what_they_depend_on(void **state)
{
    struct arena a = arena_new(NULL);
    struct memo *m = memo_new(NULL);
    double one = 2, other = 3;
    (void)state;
    calls = 0;
    struct table t = table_kept(m, &a, 0, 1, 8, scaled, &one, &one, sizeof one);
    struct table again = table_kept(m, &a, 0, 1, 8, scaled, &one, &one, sizeof one);
    assert_int_equal(calls, 9);
    assert_ptr_equal(t.c, again.c);
    struct table scale = table_kept(m, &a, 0, 1, 8, scaled, &other, &other, sizeof other);
    struct table range = table_kept(m, &a, 0, 2, 8, scaled, &one, &one, sizeof one);
    struct table steps = table_kept(m, &a, 0, 1, 9, scaled, &one, &one, sizeof one);
    assert_int_equal(calls, 9 + 9 + 9 + 10);
    assert_within(table_at(&scale, 0.5), 1.5, 1e-15);
    assert_within(table_at(&range, 1.5), 3, 1e-15);
    assert_int_equal(steps.n, 9);
    calls = 0;
    struct table2 t2 = table2_kept(m, &a, 0, 1, 4, 0, 1, 8, scaled_2, &one, &one, sizeof one);
    struct table2 b2 = table2_kept(m, &a, 0, 1, 4, 0, 1, 8, scaled_2, &one, &one, sizeof one);
    assert_int_equal(calls, 4 * 9);
    assert_ptr_equal(t2.c, b2.c);
    memo_free(m);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_memo_knows_its_keys),
        cmocka_unit_test(many_keys_are_told_apart),
        cmocka_unit_test(no_memo_keeps_nothing),
        cmocka_unit_test(tables_are_made_once_for_what_they_depend_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
