#include <string.h>

#include "base/unit.h"
#include "near.h"

static struct unit unit(const char *s)
{
    struct unit u;
    struct text why;
    if (!unit_parse(text_of(s), &u, &why)) fail_msg("'%s' is no unit: %.*s", s, (int)why.n, why.s);
    return u;
}

static void factor_is(const char *s, double want)
{
    struct unit u = unit(s);
    assert_near(unit_to_si(&u, 1), want, 1e-12);
}

static void factors_to_si(void **state)
{
    (void)state;
    factor_is("kW", 1e3);
    factor_is("MW", 1e6);
    factor_is("GWh", 3.6e12);
    factor_is("kVA", 1e3);
    factor_is("L/min/kW", 1e-3 / 60 / 1000);
    factor_is("m3/h", 1.0 / 3600);
    factor_is("cfm", 4.719474432e-4);
    factor_is("gpm", 6.30901964e-5);
    factor_is("psi", 6894.757293168);
    factor_is("BTU/h", 0.2930710701722);
    factor_is("tonR", 3516.8528420667);
    factor_is("ft2", 0.09290304);
    factor_is("mm", 1e-3);
    factor_is("lb", 0.45359237);
    factor_is("mbar", 100);
    factor_is("year", 8760 * 3600.0);
    factor_is("min", 60);
    factor_is("GPUh", 3600);
    factor_is("gCO2e/kWh", 1e-3 / 3.6e6);
    factor_is("%", 0.01);
    factor_is("W/m2/K", 1);
    factor_is("kg·K/s", 1);
    factor_is("1/K", 1);
    factor_is("", 1);
}

static void same_dimension(void **state)
{
    (void)state;
    static const char *const same[][2] = {{"W*h", "kWh"},         {"J/s", "kW"},  {"GPU*h", "GPUh"},
                                          {"m3/s", "cfm"},        {"m²", "ft2"},  {"Pa", "bar"},
                                          {"CNY/kWh", "money/J"}, {"kgCO2", "t"}, {"U", "U"}};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        struct unit a = unit(same[i][0]), b = unit(same[i][1]);
        assert_true(unit_same_dimension(&a, &b));
    }
    static const char *const other[][2] = {{"VA", "W"}, {"K", "degC"}, {"USD/month", "USD/day"},
                                           {"W", "Wh"}, {"U", "m"},    {"GPU", ""},
                                           {"kg", "m3"}};
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
        struct unit a = unit(other[i][0]), b = unit(other[i][1]);
        assert_false(unit_same_dimension(&a, &b));
    }
}

static void temperature_scales(void **state)
{
    (void)state;
    struct unit f = unit("°F"), c = unit("C");
    assert_near(unit_to_si(&f, 32), 0, 0);
    assert_near(unit_to_si(&f, 212), 100, 1e-15);
    assert_near(unit_from_si(&f, 100), 212, 1e-15);
    assert_near(unit_to_si(&c, 24), 24, 0);
    assert_true(c.is_absolute_temperature);
    assert_false(unit("K").is_absolute_temperature);
}

static void refused(void **state)
{
    (void)state;
    static const char *const bad[][2] = {{"degC/kW", "degC"},
                                         {"W/", ""},
                                         {"/h", ""},
                                         {"kkW", "kkW"},
                                         {"W//h", ""},
                                         {"month", "month"},
                                         {"kW/month", "month"},
                                         {"apples/h", "apples"},
                                         {"W C", "W C"},
                                         {"mK", "mK"},
                                         {"CNY/USD", "USD"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct unit u;
        struct text why;
        if (unit_parse(text_of(bad[i][0]), &u, &why)) fail_msg("'%s' passed", bad[i][0]);
        assert_int_equal(why.n, strlen(bad[i][1]));
        assert_memory_equal(why.s, bad[i][1], why.n);
    }
}

static void currencies(void **state)
{
    (void)state;
    assert_string_equal(unit("CNY/kW/month").currency, "CNY");
    assert_string_equal(unit("money/kWh").currency, "");
    assert_true(unit_is_currency("EUR"));
    assert_true(unit_is_currency("AED"));
    assert_true(unit_is_currency("ZWG"));
    assert_false(unit_is_currency("XYZ"));
    assert_false(unit_is_currency("ED "));
    assert_false(unit_is_currency("EURO"));
}

static void percent_is_rounded_once(void **state)
{
    (void)state;
    struct unit percent = unit("%"), g = unit("g");
    for (int i = 0; i <= 1000; i++) {
        assert_near(unit_to_si(&percent, i), i / 100.0, 0);
        assert_near(unit_to_si(&g, i), i / 1000.0, 0);
    }
}

static void examples(void **state)
{
    (void)state;
    struct unit kw = unit("kW"), price = unit("money/kW/month");
    assert_string_equal(unit_examples(&kw), "W, kW or MW");
    assert_string_equal(unit_examples(&price), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(factors_to_si),      cmocka_unit_test(same_dimension),
        cmocka_unit_test(temperature_scales), cmocka_unit_test(refused),
        cmocka_unit_test(currencies),         cmocka_unit_test(percent_is_rounded_once),
        cmocka_unit_test(examples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
