#include <locale.h>
#include <string.h>

#include "input/csv.h"
#include "near.h"
#include "toy_kinds.h"

/* CASES section 0 row 6: a host program or a library may have set a locale with
   a decimal comma.  Only this test does. */
static bool has_comma_locale(void)
{
    return setlocale(LC_ALL, "de_DE.UTF-8") != NULL && localeconv()->decimal_point[0] == ',';
}

static void numbers_under_a_comma_locale(void **state)
{
    (void)state;
    char out[TEXT_NUMBER_CAP];
    double x = 0;
    if (!has_comma_locale()) skip();
    assert_true(text_number(text_of("1.5"), &x));
    assert_near(x, 1.5, 0);
    assert_false(text_number(text_of("1,5"), &x));
    assert_string_equal(text_shortest(out, 0.25), "0.25");
    assert_string_equal(text_fixed(out, 1234.5, 1, true), "1,234.5");
    assert_int_equal(localeconv()->decimal_point[0], ','); /* and it is left as it was */
}

static void site_under_a_comma_locale(void **state)
{
    (void)state;
    static const char s[] = "[site]\nlatitude = 59.91\n[ups a]\npower = 3.25 kW +/- 2.5 %\n";
    if (!has_comma_locale()) skip();
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct object_set site = toy_set();
    struct input_text t = {.path = "s.ini", .s = s, .n = sizeof s - 1};
    assert_true(objects_read(&site, NULL, &t, 1, &a, &ds));
    const char *text = object_print(&site, object_find(&site, TOY_UPS, "a"), &a);
    assert_non_null(strstr(text, "power = 3.25 kW +/- 2.5 %\n"));
    diag_error(&ds, DIAG_INPUT, (struct place){0}, NULL, "%g", 0.5);
    assert_string_equal(message_text(&a, &ds.item[0].what, NULL), "0.5");
    arena_free(&a);
}

static void csv_under_a_comma_locale(void **state)
{
    (void)state;
    static const char s[] = "t,x\n0,1.5\n";
    if (!has_comma_locale()) skip();
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct csv c;
    double *v;
    assert_true(csv_parse("t.csv", s, sizeof s - 1, &c, &a, &ds));
    assert_true(csv_numbers(&c, 1, false, &v, &a, &ds));
    assert_near(v[0], 1.5, 0);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_under_a_comma_locale),
        cmocka_unit_test(site_under_a_comma_locale),
        cmocka_unit_test(csv_under_a_comma_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
