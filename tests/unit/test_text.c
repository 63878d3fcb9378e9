#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "near.h"

static bool reads(const char *s, double want)
{
    double x;
    if (!text_number(text_of(s), &x)) return false;
    assert_near(x, want, 0);
    return true;
}

static void strict_numbers(void **state)
{
    (void)state;
    assert_true(reads("1200.50", 1200.5));
    assert_true(reads("-3", -3));
    assert_true(reads("+3.5e-2", 0.035));
    assert_true(reads(".5", 0.5));
    assert_true(reads("5.", 5));
    assert_true(reads("1E3", 1000));
}

/* CASES B10 and B22: none of these is quietly another number. */
static void texts_that_are_no_number(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",    ".",  "+",   "-.", "1,200", "1.200,50", "10.999.99", "1 000", "0x10", "inf",
        "nan", "1e", "1e+", " 1", "1 ",    "1e400",    "--1",       "1.2.",  "−5"};
    double x = 7;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (text_number(text_of(bad[i]), &x)) fail_msg("'%s' read as %g", bad[i], x);
    assert_near(x, 7, 0);
}

static void number_prefix_stops_at_the_unit(void **state)
{
    (void)state;
    assert_int_equal(text_number_prefix(text_of("3.2kW")), 3);
    assert_int_equal(text_number_prefix(text_of("3e")), 1);
    assert_int_equal(text_number_prefix(text_of("3e5W")), 3);
    assert_int_equal(text_number_prefix(text_of("kW")), 0);
    assert_int_equal(text_number_prefix(text_of("10.999.99")), 6);
}

static void shortest_reads_back(void **state)
{
    (void)state;
    char out[TEXT_NUMBER_CAP];
    assert_string_equal(text_shortest(out, 0.1), "0.1");
    assert_string_equal(text_shortest(out, 1e20), "1e+20");
    assert_string_equal(text_shortest(out, 1.0 / 3), "0.3333333333333333");
    assert_string_equal(text_shortest(out, -2), "-2");
    srand(1);
    for (int i = 0; i < 20000; i++) {
        double x = (rand() - RAND_MAX / 2) * pow(10, rand() % 600 - 300), back;
        assert_true(text_number(text_of(text_shortest(out, x)), &back));
        assert_near(back, x, 0);
    }
    text_shortest(out, -DBL_MAX);
    text_shortest(out, DBL_TRUE_MIN);
}

/* CASES B94. */
static void no_negative_zero(void **state)
{
    (void)state;
    char out[TEXT_NUMBER_CAP];
    assert_string_equal(text_shortest(out, -0.0), "0");
    assert_string_equal(text_fixed(out, -1e-16, 1, false), "0.0");
    assert_string_equal(text_fixed(out, -0.4, 0, true), "0");
    assert_string_equal(text_fixed(out, -0.6, 0, true), "-1");
}

/* A limit and what is just over it do not read the same. */
static void decimals_that_tell_apart(void **state)
{
    (void)state;
    assert_int_equal(text_decimals_apart(10, 20, 1), 1);
    assert_int_equal(text_decimals_apart(1.18, 1.16, 1), 2);
    assert_int_equal(text_decimals_apart(1.1547, 1.15, 2), 3);
    assert_int_equal(text_decimals_apart(1.1503, 1.15, 2), 4);
    assert_int_equal(text_decimals_apart(0.03, 0.05, 1), 2);
    assert_int_equal(text_decimals_apart(0, 0.05, 1), 1);
    assert_int_equal(text_decimals_apart(0, 0.04, 1), 2);
    assert_int_equal(text_decimals_apart(1, 1 + 1e-12, 1), 1);
    assert_int_equal(text_decimals_apart(3, (double)NAN, 2), 2);
}

static void fixed_decimals_and_groups(void **state)
{
    (void)state;
    char out[TEXT_NUMBER_CAP];
    assert_string_equal(text_fixed(out, 1234567.891, 2, true), "1,234,567.89");
    assert_string_equal(text_fixed(out, -123, 0, true), "-123");
    assert_string_equal(text_fixed(out, -1234, 0, true), "-1,234");
    assert_string_equal(text_fixed(out, 999.5, 1, true), "999.5");
    assert_string_equal(text_fixed(out, 1234.5, 1, false), "1234.5");
    assert_string_equal(text_fixed(out, 1e300, 2, true), "1e+300");
    assert_string_equal(text_fixed(out, (double)NAN, 2, true), "n/a");
}

static void trim_takes_no_break_spaces(void **state)
{
    (void)state;
    assert_true(text_is(text_trim(text_of(" \t\xC2\xA0"
                                          "1.3\xC2\xA0 ")),
                        "1.3"));
    assert_int_equal(text_trim(text_of(" \xC2\xA0 ")).n, 0);
    assert_int_equal(text_trim((struct text){NULL, 0}).n, 0);
}

static void cut_at_the_first_separator(void **state)
{
    (void)state;
    struct text head;
    bool found;
    struct text rest = text_cut(text_of("a=b=c"), '=', &head, &found);
    assert_true(found && text_is(head, "a") && text_is(rest, "b=c"));
    rest = text_cut(text_of("abc"), '=', &head, &found);
    assert_true(!found && text_is(head, "abc") && rest.n == 0);
}

static void builder_grows(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct builder b = builder_new(&a);
    for (int i = 0; i < 1000; i++) builder_format(&b, "%d,", i % 10);
    assert_int_equal(b.n, 2000);
    assert_int_equal(strlen(b.s), 2000);
    arena_free(&a);
}

static size_t prefix(const char *s)
{
    return text_utf8_prefix(s, strlen(s));
}

static void utf8_validity(void **state)
{
    (void)state;
    assert_int_equal(prefix("Zürich 机房 \xF0\x9F\x98\x80"),
                     strlen("Zürich 机房 \xF0\x9F\x98\x80"));
    assert_int_equal(prefix("ab\xFC"), 2);
    assert_int_equal(prefix("\xC0\xAF"), 0);         /* overlong */
    assert_int_equal(prefix("\xE0\x80\xAF"), 0);     /* overlong */
    assert_int_equal(prefix("\xED\xA0\x80"), 0);     /* surrogate */
    assert_int_equal(prefix("\xF4\x90\x80\x80"), 0); /* above U+10FFFF */
    assert_int_equal(prefix("a\xE6\x9C"), 1);        /* cut short */
}

static void latin1_becomes_utf8(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    assert_string_equal(text_from_latin1(&a,
                                         "Z\xFCrich 27\xB0"
                                         "C",
                                         11),
                        "Zürich 27°C");
    assert_string_equal(text_from_latin1(&a, "\x96", 1), "?");
    assert_string_equal(text_one_line(&a, "a\r\n\x7F\tb"), "a    b");
    assert_string_equal(text_one_line(&a, "\xC3\xA9\n"), "\xC3\xA9 ");
    assert_string_equal(text_one_line(&a, "\xE9\n"), "\xC3\xA9 "); /* no UTF-8 */
    arena_free(&a);
}

static void distances(void **state)
{
    (void)state;
    assert_int_equal(text_distance("rated_pwoer", "rated_power"), 1);
    assert_int_equal(text_distance("", "abc"), 3);
    assert_int_equal(text_distance("kitten", "sitting"), 3);
    assert_int_equal(text_distance("same", "same"), 0);
}

static void nearest_only_when_near_and_unique(void **state)
{
    (void)state;
    static const char *const keys[] = {"rated_power", "efficiency_full", "modules", "rate"};
    assert_string_equal(text_nearest("rated_pwoer", keys, 4), "rated_power");
    assert_string_equal(text_nearest("effciency_full", keys, 4), "efficiency_full");
    assert_null(text_nearest("xyz", keys, 4));
    static const char *const twins[] = {"fan_a", "fan_b"};
    assert_null(text_nearest("fan_c", twins, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strict_numbers),
        cmocka_unit_test(texts_that_are_no_number),
        cmocka_unit_test(number_prefix_stops_at_the_unit),
        cmocka_unit_test(shortest_reads_back),
        cmocka_unit_test(no_negative_zero),
        cmocka_unit_test(decimals_that_tell_apart),
        cmocka_unit_test(fixed_decimals_and_groups),
        cmocka_unit_test(trim_takes_no_break_spaces),
        cmocka_unit_test(cut_at_the_first_separator),
        cmocka_unit_test(builder_grows),
        cmocka_unit_test(utf8_validity),
        cmocka_unit_test(latin1_becomes_utf8),
        cmocka_unit_test(distances),
        cmocka_unit_test(nearest_only_when_near_and_unique),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
