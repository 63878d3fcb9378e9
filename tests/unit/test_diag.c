#include <string.h>

#include "base/diag.h"
#include "near.h"

static const struct place here = {"a.ini", 3, 4};

static const char *german(const char *format)
{
    return strcmp(format, "%s has %d of %g") == 0 ? "bei %s: %d von %g (100 %%)" : format;
}

static void arguments_are_kept_as_text(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    char name[] = "ups";
    diag_error(&ds, DIAG_INPUT, here, "hint", "%s has %d of %g", name, -3, 0.1);
    name[0] = 'X';
    const struct diag *d = &ds.item[0];
    assert_string_equal(message_text(&a, &d->what, NULL), "ups has -3 of 0.1");
    assert_string_equal(message_text(&a, &d->what, german), "bei ups: -3 von 0.1 (100 %)");
    assert_string_equal(d->hint, "hint");
    assert_int_equal(d->place.line, 3);
    arena_free(&a);
}

static void numbers_that_are_not_finite(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    diag_warning(&ds, DIAG_MODEL, here, NULL, "%g %g %%", (double)NAN, -(double)INFINITY);
    assert_string_equal(message_text(&a, &ds.item[0].what, NULL), "nan -infinite %");
    assert_int_equal(ds.n_warning, 1);
    assert_int_equal(ds.n_error, 0);
    arena_free(&a);
}

static void all_are_counted_the_first_are_kept(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    for (int i = 0; i < 1000; i++) diag_error(&ds, DIAG_INPUT, here, NULL, "%d", i);
    assert_int_equal(ds.n_error, 1000);
    assert_int_equal(ds.n, DIAG_STORED);
    arena_free(&a);
}

static void sorted_by_line_within_each_file(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    static const struct place at[] = {{"b", 9, 1}, {"a", 2, 1}, {"b", 3, 7},
                                      {"a", 1, 1}, {"b", 3, 2}, {NULL, 0, 0}};
    for (int i = 0; i < 6; i++) diag_error(&ds, DIAG_INPUT, at[i], NULL, "%d", i);
    diags_sort(&ds, 0);
    static const char *const want[] = {"4", "2", "0", "3", "1", "5"};
    for (int i = 0; i < 6; i++) assert_string_equal(ds.item[i].what.arg[0], want[i]);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_are_kept_as_text),
        cmocka_unit_test(numbers_that_are_not_finite),
        cmocka_unit_test(all_are_counted_the_first_are_kept),
        cmocka_unit_test(sorted_by_line_within_each_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
