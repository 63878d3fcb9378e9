#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "near.h"

static void blocks_are_zeroed_and_aligned(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    for (size_t n = 1; n < 3000; n += 37) {
        unsigned char *p = arena_make(&a, 1, n);
        uintptr_t at = (uintptr_t)p;
        assert_int_equal(at % (n >= 64 ? 64 : _Alignof(max_align_t)), 0);
        for (size_t i = 0; i < n; i++) assert_int_equal(p[i], 0);
        memset(p, 0xAB, n);
    }
    arena_free(&a);
}

static void blocks_larger_than_a_chunk(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    double *big = ARENA_ARRAY(&a, double, 1000000);
    big[999999] = 1;
    char *small = arena_text(&a, "abc", 3);
    assert_string_equal(small, "abc");
    assert_near(big[999999], 1, 0);
    arena_free(&a);
}

static void release_gives_back_what_came_after_the_mark(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    char *kept = arena_text(&a, "kept", 4);
    struct arena_mark m = arena_mark(&a);
    char *first = arena_make(&a, 1, 100);
    memset(first, 1, 100);
    (void)arena_make(&a, 1, 1000000);
    arena_release(&a, m);
    char *again = arena_make(&a, 1, 100);
    assert_ptr_equal(first, again);
    for (int i = 0; i < 100; i++) assert_int_equal(again[i], 0);
    assert_string_equal(kept, "kept");
    arena_free(&a);
}

static void mark_of_an_empty_arena(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct arena_mark m = arena_mark(&a);
    (void)arena_make(&a, 1, 10);
    arena_release(&a, m);
    assert_null(a.head);
    arena_free(&a);
}

static void bytes_are_those_not_given_back(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    assert_int_equal(arena_bytes(&a), 0);
    (void)arena_make(&a, 1, 100);
    size_t before = arena_bytes(&a);
    assert_true(before >= 100 && before < 200);
    struct arena_mark m = arena_mark(&a);
    (void)arena_make(&a, 1, 1000000);
    assert_true(arena_bytes(&a) >= before + 1000000 && arena_bytes(&a) < before + 1000100);
    arena_release(&a, m);
    assert_int_equal(arena_bytes(&a), before);
    arena_free(&a);
}

static void format_is_as_long_as_needed(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    char *s = arena_format(&a, "%0500d|%s", 7, "end");
    assert_int_equal(strlen(s), 504);
    assert_string_equal(s + 500, "|end");
    arena_free(&a);
}

static jmp_buf no_memory;

static void jump_out(void)
{
    longjmp(no_memory, 1);
}

static void overflow_counts_as_out_of_memory(void **state)
{
    (void)state;
    struct arena a = arena_new(jump_out);
    if (setjmp(no_memory) == 0) {
        (void)arena_make(&a, SIZE_MAX / 2, 3);
        fail();
    }
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_zeroed_and_aligned),
        cmocka_unit_test(blocks_larger_than_a_chunk),
        cmocka_unit_test(release_gives_back_what_came_after_the_mark),
        cmocka_unit_test(mark_of_an_empty_arena),
        cmocka_unit_test(bytes_are_those_not_given_back),
        cmocka_unit_test(format_is_as_long_as_needed),
        cmocka_unit_test(overflow_counts_as_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
