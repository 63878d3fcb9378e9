/* EnergyPlus weather files with the faults that users of other tools reported. */

#include "near.h"

#include <stdlib.h>

#include "epw_text.h"

enum { HEADER_LINES = 8 };

struct setup {
    struct arena arena;
    struct diags diags;
    struct weather w;
};

static int start(void **state)
{
    struct setup *s = calloc(1, sizeof *s);
    s->arena = arena_new(NULL);
    s->diags = diags_new(&s->arena);
    *state = s;
    return 0;
}

static int stop(void **state)
{
    struct setup *s = *state;
    arena_free(&s->arena);
    free(s);
    return 0;
}

static bool parse(struct setup *s, struct epw_case c)
{
    if (c.per_hour == 0) c.per_hour = 1;
    if (c.rows == 0) c.rows = 8760 * c.per_hour;
    s->diags = diags_new(&s->arena);
    return epw_parse("x.epw", epw_text(&s->arena, &c), &s->w, &s->arena, &s->diags);
}

static bool says(struct setup *s, int i, const char *what)
{
    const char *text = message_text(&s->arena, &s->diags.item[i].what, NULL);
    if (strstr(text, what)) return true;
    print_error("message %d is '%s', want '%s'\n", i, text, what);
    return false;
}

static void refuses(struct setup *s, struct epw_case c, int line, int col, const char *what)
{
    assert_false(parse(s, c));
    assert_true(s->diags.n_error > 0);
    assert_true(says(s, 0, what));
    assert_int_equal(s->diags.item[0].place.line, line);
    assert_int_equal(s->diags.item[0].place.col, col);
    assert_string_equal(s->diags.item[0].place.file, "x.epw");
    assert_non_null(s->diags.item[0].hint);
}

static void reads_a_year(void **state)
{
    struct setup *s = *state;
    assert_true(parse(s, (struct epw_case){0}));
    assert_int_equal(s->diags.n, 0);
    assert_int_equal(s->w.n, 8760);
    assert_string_equal(s->w.name, "Testville");
    assert_within(s->w.latitude_deg, 45.5, 0);
    assert_within(s->w.longitude_deg, 7.25, 0);
    assert_within(s->w.utc_offset_h, 1, 0);
    assert_within(s->w.altitude_m, 30, 0);
    assert_int_equal(s->w.calendar.first_weekday, 2);
    for (int h = 0; h < 8760; h++) assert_within(s->w.t_c[h], epw_t_c(h, 8760), 0.0500001);
    assert_int_equal(s->w.n_filled + s->w.n_clamped, 0);
}

/* B24: the eighth column is the dew point, not the wet bulb.  At 30 degC dry
   bulb, 20 degC dew point and 101325 Pa the wet bulb is 22.94 degC: pws(20) =
   2338.8 Pa makes W 0.014695; pws(22.94) = 2798.6 Pa, Ws 0.017667, put into
   equation 33 of ASHRAE Fundamentals 2017, chapter 1, gives W back to 1e-5. */
static void b24_wet_bulb_is_computed(void **state)
{
    struct setup *s = *state;
    assert_true(
        parse(s, (struct epw_case){.first = 5000, .last = 5000, .values = "30.0,20.0,55,101325"}));
    assert_within(s->w.t_c[5000], 30, 0);
    assert_within(s->w.dew_c[5000], 20, 0);
    assert_within(s->w.wb_c[5000], 22.94, 0.02);
    assert_true(s->w.wb_c[5000] > s->w.dew_c[5000] + 1);
}

static void b05_byte_order_mark(void **state)
{
    struct setup *s = *state;
    struct epw_case c = {.rows = 8760, .per_hour = 1};
    struct bytes plain = epw_text(&s->arena, &c);
    struct builder b = builder_new(&s->arena);
    builder_text(&b, "\xEF\xBB\xBF");
    builder_add(&b, plain.s, plain.n);
    s->diags = diags_new(&s->arena);
    assert_true(epw_parse("x.epw", (struct bytes){b.s, b.n}, &s->w, &s->arena, &s->diags));
    assert_string_equal(s->w.name, "Testville");
}

static void b12_latin1_name(void **state)
{
    struct setup *s = *state;
    assert_true(parse(
        s,
        (struct epw_case){.location = "LOCATION,Z\xFCrich,-,CHE,made up,066700,47.4,8.5,1,556"}));
    assert_string_equal(s->w.name, "Z\xC3\xBCrich");
    assert_int_equal(s->diags.n_warning, 2); /* the name, and sea-level pressure at 556 m */
    assert_true(says(s, 0, "Latin-1"));
}

static void line_ends(void **state)
{
    struct setup *s = *state;
    assert_true(parse(s, (struct epw_case){.line_end = "\r\n"}));
    assert_string_equal(s->w.name, "Testville");
    double last = s->w.t_c[8759];
    assert_true(parse(s, (struct epw_case){.no_final_newline = true}));
    assert_near(s->w.t_c[8759], last, 0);
    assert_true(parse(s, (struct epw_case){.line_end = "\r\n", .no_final_newline = true}));
    assert_near(s->w.t_c[8759], last, 0);
}

/* B16: February stamped with a leap year in a year of 8760 rows. */
static void b16_rows_by_position(void **state)
{
    struct setup *s = *state;
    assert_true(parse(s, (struct epw_case){.leap_stamp = 2004}));
    assert_int_equal(s->diags.n, 0);
    assert_int_equal(calendar_month(&s->w.calendar, 24 * 59 - 1), 1); /* 28 February, hour 24 */
    assert_int_equal(calendar_month(&s->w.calendar, 24 * 59), 2);     /* then 1 March */
}

static void b17_leap_year(void **state)
{
    struct setup *s = *state;
    assert_true(parse(s, (struct epw_case){.rows = 8784}));
    assert_int_equal(s->w.n, 8784);
    assert_true(s->w.calendar.is_leap);
    static const int month_hours[] = {744, 696, 744, 720, 744, 720, 744, 744, 720, 744, 720, 744};
    for (int m = 0; m < 12; m++)
        assert_int_equal(s->w.calendar.month_start[m + 1] - s->w.calendar.month_start[m],
                         month_hours[m]);
    assert_int_equal(s->diags.n, 0);
}

static void b18_sub_hourly_is_averaged(void **state)
{
    struct setup *s = *state;
    assert_true(parse(s, (struct epw_case){.rows = 4 * 8760,
                                           .per_hour = 4,
                                           .first = 4000,
                                           .last = 4001,
                                           .values = "20.0,10.0,60,101000"}));
    assert_int_equal(s->w.n, 8760);
    double rest = round(10 * epw_t_c(4002, 4 * 8760)) / 10 + round(10 * epw_t_c(4003, 35040)) / 10;
    assert_near(s->w.t_c[1000], (40 + rest) / 4, 1e-12);
}

static void b18_other_lengths_are_refused(void **state)
{
    struct setup *s = *state;
    refuses(s, (struct epw_case){.rows = 24}, HEADER_LINES + 24, 1, "not a whole year: 24 rows");
    refuses(s, (struct epw_case){.rows = 8761}, HEADER_LINES + 8761, 1, "not a whole year");
    refuses(s, (struct epw_case){.rows = 2 * 8760}, HEADER_LINES + 2 * 8760, 1,
            "more than a year: 17520 rows");
    refuses(s, (struct epw_case){.rows = 8760, .per_hour = 4}, HEADER_LINES + 8760, 1,
            "8760 rows at 4 an hour make 2190 hours");
    refuses(s, (struct epw_case){.periods = "DATA PERIODS,2,1,Data,Sunday,1/1,6/30"}, 8, 14,
            "more than one period");
    refuses(s, (struct epw_case){.periods = "DATA PERIODS,1,7,Data,Sunday,1/1,12/31"}, 8, 16,
            "do not divide");
    refuses(s, (struct epw_case){.periods = "DATA PERIODS,1,1,Data,Someday,1/1,12/31"}, 8, 23,
            "weekday");
}

/* B20: 840 mbar is not 840 Pa. */
static void b20_pressure_in_mbar(void **state)
{
    struct setup *s = *state;
    refuses(s, (struct epw_case){.first = 10, .last = 10, .values = "5.0,1.0,75,840"},
            HEADER_LINES + 11, 36, "atmospheric station pressure out of range: '840'");
    assert_non_null(strstr(s->diags.item[0].hint, "mbar"));
    assert_int_equal(s->diags.n_error, 1);
}

static void errors_are_counted_not_repeated(void **state)
{
    struct setup *s = *state;
    assert_false(parse(s, (struct epw_case){.first = 0, .last = 8759, .values = "5.0,1.0,75,840"}));
    assert_int_equal(s->diags.n_error, 11);
    assert_true(says(s, 10, "8750 more rows"));
}

/* B21: codes for "missing" are never data. */
static void b21_short_gaps_are_joined(void **state)
{
    struct setup *s = *state;
    assert_true(
        parse(s, (struct epw_case){.first = 2000, .last = 2005, .values = "99.9,99.9,999,999999"}));
    double a = s->w.t_c[1999], b = s->w.t_c[2006];
    for (int k = 0; k < 6; k++) assert_within(s->w.t_c[2000 + k], a + (b - a) * (k + 1) / 7, 1e-12);
    assert_near(s->w.p_pa[2003], 101000, 1e-12);
    assert_int_equal(s->w.n_filled, 18);
    assert_int_equal(s->diags.n_warning, 1);
    assert_true(says(s, 0, "18 missing values"));
}

static void b21_gap_over_the_turn_of_the_year(void **state)
{
    struct setup *s = *state;
    assert_true(
        parse(s, (struct epw_case){.first = 0, .last = 2, .values = "99.9,99.9,999,999999"}));
    assert_within(s->w.t_c[1], 2, 0.2);
}

static void b21_long_gaps_are_derived(void **state)
{
    struct setup *s = *state;
    /* dew point from 20 degC and 50 %: psat(dew) = 0.5 psat(20), 9.27 degC
       (ASHRAE tables: 9.3) */
    assert_true(
        parse(s, (struct epw_case){.first = 3000, .last = 3100, .values = "20.0,99.9,50,101000"}));
    assert_within(s->w.dew_c[3050], 9.27, 0.02);
    assert_int_equal(s->w.n_filled, 101);
    assert_true(
        parse(s, (struct epw_case){.first = 3000, .last = 3100, .values = "99.9,9.27,50,101000"}));
    assert_within(s->w.t_c[3050], 20, 0.02);
    /* pressure: mean of the rest; all of it: from the elevation */
    assert_true(
        parse(s, (struct epw_case){.first = 3000, .last = 3100, .values = "20.0,9.0,50,999999"}));
    assert_near(s->w.p_pa[3050], 101000, 1e-9);
    assert_true(
        parse(s, (struct epw_case){.first = 0, .last = 8759, .values = "20.0,9.0,50,999999"}));
    assert_within(s->w.p_pa[3050], 101325 - 12 * 30, 10);
}

static void b21_what_nothing_can_fill_is_refused(void **state)
{
    struct setup *s = *state;
    refuses(s, (struct epw_case){.first = 2000, .last = 2006, .values = "99.9,99.9,999,101000"},
            HEADER_LINES + 2001, 1, "dry bulb temperature is missing for 7 hours in a row");
    refuses(s, (struct epw_case){.first = 0, .last = 8759, .values = "20.0,99.9,999,101000"},
            HEADER_LINES + 1, 1, "dew point temperature is missing for 8760 hours");
}

/* B22: a lone point is no zero. */
static void b22_point_is_no_number(void **state)
{
    struct setup *s = *state;
    refuses(s, (struct epw_case){.location = "LOCATION,X,-,XXX,s,0,.,7,1,30"}, 1, 22,
            "latitude '.' is not a number");
    refuses(s, (struct epw_case){.first = 3, .last = 3, .values = ".,1.0,75,101000"},
            HEADER_LINES + 4, 24, "dry bulb temperature is not a number: '.'");
}

static void humidity_above_saturation(void **state)
{
    struct setup *s = *state;
    assert_true(
        parse(s, (struct epw_case){.first = 100, .last = 102, .values = "10.0,10.3,101,101000"}));
    assert_int_equal(s->w.n_clamped, 3);
    assert_within(s->w.dew_c[101], 10, 0);
    assert_within(s->w.wb_c[101], 10, 1e-6);
    assert_true(says(s, 0, "3 hours had a dew point above the dry bulb"));
}

static void shifted_year_is_refused(void **state)
{
    struct setup *s = *state;
    struct epw_case c = {.rows = 8760, .per_hour = 1};
    struct bytes t = epw_text(&s->arena, &c);
    char *text = arena_text(&s->arena, t.s, t.n);
    for (char *p = text; (p = strstr(p, "\n2001,1,")); p++) p[6] = '7';
    s->diags = diags_new(&s->arena);
    assert_false(epw_parse("x.epw", (struct bytes){text, t.n}, &s->w, &s->arena, &s->diags));
    assert_true(says(s, 0, "744 hours carry another month"));
}

static void not_a_weather_file(void **state)
{
    struct setup *s = *state;
    static const char *const texts[] = {"",
                                        "\n",
                                        "LOCATION",
                                        "../x.epw",
                                        "LOCATION,\n",
                                        "LOCATION,a,b,c,d,e,1,2,3,4\n",
                                        "\xFF\xFE",
                                        "LOCATION,a,b,c,d,e,1,2,3,4\nDATA PERIODS,1,1,D,Sunday\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        s->diags = diags_new(&s->arena);
        assert_false(epw_parse("x.epw", (struct bytes){texts[i], strlen(texts[i])}, &s->w,
                               &s->arena, &s->diags));
        assert_in_range(s->diags.n_error, 1, 2);
        assert_non_null(s->diags.item[0].hint);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_a_year),
        cmocka_unit_test(b24_wet_bulb_is_computed),
        cmocka_unit_test(b05_byte_order_mark),
        cmocka_unit_test(b12_latin1_name),
        cmocka_unit_test(line_ends),
        cmocka_unit_test(b16_rows_by_position),
        cmocka_unit_test(b17_leap_year),
        cmocka_unit_test(b18_sub_hourly_is_averaged),
        cmocka_unit_test(b18_other_lengths_are_refused),
        cmocka_unit_test(b20_pressure_in_mbar),
        cmocka_unit_test(errors_are_counted_not_repeated),
        cmocka_unit_test(b21_short_gaps_are_joined),
        cmocka_unit_test(b21_gap_over_the_turn_of_the_year),
        cmocka_unit_test(b21_long_gaps_are_derived),
        cmocka_unit_test(b21_what_nothing_can_fill_is_refused),
        cmocka_unit_test(b22_point_is_no_number),
        cmocka_unit_test(humidity_above_saturation),
        cmocka_unit_test(shifted_year_is_refused),
        cmocka_unit_test(not_a_weather_file),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
