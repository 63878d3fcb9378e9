/* Tables of smooth functions, and zeros of falling ones. */

#include "near.h"

#include "base/solve.h"
#include "base/table.h"

#include <math.h>

static double cube_root_like(double x, const void *context)
{
    return exp(-x) * *(const double *)context;
}

static double of_two(double x, double y, const void *context)
{
    (void)context;
    return sqrt(1 + x) * exp(-y);
}

static void test_error_falls_with_the_fourth_power(void **state)
{
    struct arena a = arena_new(NULL);
    const double scale = 3;
    (void)state;
    double worst[2] = {0};
    for (int k = 0; k < 2; k++) {
        struct table t = table_make(&a, 0, 4, k ? 80 : 40, cube_root_like, &scale);
        for (double x = 0; x <= 4; x += 0.0137)
            worst[k] = fmax(worst[k], fabs(table_at(&t, x) - 3 * exp(-x)));
    }
    assert_true(worst[0] < 1e-5);
    assert_true(worst[1] < worst[0] / 12);
    arena_free(&a);
}

static void test_nodes_are_exact_and_ends_hold(void **state)
{
    struct arena a = arena_new(NULL);
    const double scale = 1;
    (void)state;
    struct table t = table_make(&a, 0, 1, 10, cube_root_like, &scale);
    assert_near(table_at(&t, 0.3), exp(-0.3), 1e-14);
    assert_near(table_at(&t, 1), exp(-1), 1e-14);
    assert_near(table_at(&t, 7), exp(-1), 1e-14);
    assert_near(table_at(&t, -7), 1, 1e-14);
    arena_free(&a);
}

static void test_two_arguments(void **state)
{
    struct arena a = arena_new(NULL);
    (void)state;
    struct table2 t = table2_make(&a, 0, 2, 12, 0, 1, 40, of_two, NULL);
    for (double x = 0; x <= 2; x += 0.11)
        for (double y = 0; y <= 1; y += 0.07)
            assert_near(table2_at(&t, x, y), sqrt(1 + x) * exp(-y), 3e-5);
    arena_free(&a);
}

static double falls(double x, void *context)
{
    ++*(int *)context;
    return 2 - x * x * x;
}

static double flat_then_falls(double x, void *context)
{
    (void)context;
    return x < 3 ? 1 : 1 - (x - 3) * 1e6;
}

static void test_zero_of_a_falling_function(void **state)
{
    int calls = 0;
    (void)state;
    assert_near(solve_falling(falls, &calls, 0, 10, 1e-12), cbrt(2), 1e-11);
    assert_true(calls < 40);
    assert_near(solve_falling(flat_then_falls, NULL, 0, 100, 1e-12), 3 + 1e-6, 1e-11);
}

static void test_zero_outside_the_bracket(void **state)
{
    int calls = 0;
    (void)state;
    assert_near(solve_falling(falls, &calls, 2, 10, 1e-12), 2, 0);
    assert_near(solve_falling(falls, &calls, 0, 1, 1e-12), 1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_error_falls_with_the_fourth_power),
        cmocka_unit_test(test_nodes_are_exact_and_ends_hold),
        cmocka_unit_test(test_two_arguments),
        cmocka_unit_test(test_zero_of_a_falling_function),
        cmocka_unit_test(test_zero_outside_the_bracket),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
