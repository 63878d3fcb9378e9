#include "base/calendar.h"
#include "near.h"

static void plain_year(void **state)
{
    (void)state;
    struct calendar c = calendar_make(false, 3);
    assert_int_equal(c.hours, HOURS_PER_YEAR);
    assert_int_equal(c.month_start[1], 744);
    assert_int_equal(c.month_start[2], 744 + 672);
    assert_int_equal(calendar_month(&c, 0), 0);
    assert_int_equal(calendar_month(&c, 743), 0);
    assert_int_equal(calendar_month(&c, 744), 1);
    assert_int_equal(calendar_month(&c, 8759), 11);
    assert_int_equal(calendar_day_of_month(&c, 8759), 31);
    assert_int_equal(calendar_hour_of_day(8759), 23);
    assert_int_equal(calendar_weekday(&c, 0), 3);
    assert_int_equal(calendar_weekday(&c, 24 * 4), 0);
}

/* CASES B17: months 744, 696, 744. */
static void leap_year(void **state)
{
    (void)state;
    struct calendar c = calendar_make(true, 0);
    assert_int_equal(c.hours, HOURS_PER_LEAP_YEAR);
    assert_int_equal(c.month_start[2] - c.month_start[1], 696);
    assert_int_equal(c.month_start[3] - c.month_start[2], 744);
    assert_int_equal(calendar_day_of_month(&c, c.month_start[2] - 1), 29);
}

static void dates(void **state)
{
    (void)state;
    struct date d = {0};
    assert_true(date_parse(text_of("2026-02-01"), &d));
    assert_int_equal(d.year, 2026);
    assert_int_equal(d.month, 2);
    assert_int_equal(d.day, 1);
    assert_true(date_parse(text_of("2028-02-29"), &d));
    static const char *const bad[] = {"2026-02-29", "2026-13-01", "2026-00-01", "2026-01-32",
                                      "2026-1-1",   "26-01-01",   "2026/01/01", "2026-01-01 ",
                                      "",           "2026-01-00", "1900-02-29", "0000-01-01"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(date_parse(text_of(bad[i]), &d));
    assert_int_equal(d.year, 2028);
}

/* Days go up by one, over leap days and centuries, and lead back to their dates. */
static void days(void **state)
{
    (void)state;
    assert_int_equal(date_days((struct date){1970, 1, 1}), 0);
    assert_int_equal(date_days((struct date){2000, 3, 1}), 11017);
    assert_int_equal(date_days((struct date){1969, 12, 31}), -1);
    assert_int_equal(date_days((struct date){2028, 3, 1}) - date_days((struct date){2028, 2, 28}),
                     2);
    struct date last = date_of_days(-80000);
    for (long n = -79999; n < 80000; n++) {
        struct date d = date_of_days(n);
        bool follows = d.day == last.day + 1 && d.month == last.month && d.year == last.year;
        bool begins = d.day == 1 && (d.month == last.month + 1 ||
                                     (d.month == 1 && last.month == 12 && d.year == last.year + 1));
        assert_true(follows || begins);
        assert_int_equal(date_days(d), n);
        last = d;
    }
    char text[TEXT_NUMBER_CAP];
    assert_string_equal(date_write((struct date){2028, 2, 29}, text), "2028-02-29");
    assert_string_equal(date_write_month(date_month((struct date){2028, 12, 31}), text), "2028-12");
    assert_int_equal(date_of_month(12 * 2028 + 11).month, 12);
}

static void weekdays(void **state)
{
    (void)state;
    assert_int_equal(date_weekday((struct date){2026, 1, 1}), 3);   /* a Thursday */
    assert_int_equal(date_weekday((struct date){2000, 2, 29}), 1);  /* a Tuesday */
    assert_int_equal(date_weekday((struct date){2024, 12, 30}), 0); /* a Monday */
    assert_true(year_is_leap(2000));
    assert_false(year_is_leap(1900));
}

static void labels(void **state)
{
    (void)state;
    struct calendar c = calendar_make(false, 0);
    char out[TEXT_NUMBER_CAP];
    assert_string_equal(calendar_label(&c, 0, out), "01 Jan 00:00");
    assert_string_equal(calendar_label(&c, 8759, out), "31 Dec 23:00");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_year), cmocka_unit_test(leap_year), cmocka_unit_test(dates),
        cmocka_unit_test(days),       cmocka_unit_test(weekdays),  cmocka_unit_test(labels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
