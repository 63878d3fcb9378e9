/* Lock-outs: what a year of weather switches, with a band. */

#include "toy_site.h"

#include <string.h>

#include "sim/lockout.h"

enum { N = 8 };

static struct weather weather_of(double *t_c)
{
    static double dew_c[N], w[N], wb_c[N];
    struct weather x = {.n = N, .t_c = t_c, .dew_c = dew_c, .w = w, .wb_c = wb_c};
    for (int h = 0; h < N; h++) {
        dew_c[h] = t_c[h] - 5;
        wb_c[h] = t_c[h] - 3;
        w[h] = .01;
    }
    return x;
}

static void expect(const struct lockout *rule, int n, double *t_c, const char *want)
{
    struct arena a = arena_new(NULL);
    struct weather w = weather_of(t_c);
    const unsigned char *locked = lockout_make(rule, n, &w, &a);
    char got[N + 1] = {0};
    for (int h = 0; h < N; h++) got[h] = locked[h] ? '1' : '0';
    assert_string_equal(got, want);
    arena_free(&a);
}

static void band_holds_what_was(void **state)
{
    (void)state;
    struct lockout at_12 = {WEATHER_DRY_BULB, 12, 10}, sharp = {WEATHER_DRY_BULB, 12, 12};
    double t_c[N] = {9, 11, 12, 11, 10, 9.99, 11, 9};
    expect(&at_12, 1, t_c, "00111000");
    expect(&sharp, 1, t_c, "00100000");
}

/* The year repeats: it begins as it ends. */
static void begins_as_the_year_ends(void **state)
{
    (void)state;
    struct lockout rule = {WEATHER_DRY_BULB, 12, 10};
    double warm_end[N] = {11, 11, 9, 11, 11, 13, 11, 11};
    double cold_end[N] = {11, 11, 13, 11, 11, 9, 11, 11};
    double above[N] = {11.5, 11, 10.1, 11, 11, 11, 11, 11};
    double below[N] = {10.5, 11, 11.9, 11, 11, 11, 11, 11};
    expect(&rule, 1, warm_end, "11000111");
    expect(&rule, 1, cold_end, "00111000");
    expect(&rule, 1, above, "11111111"); /* no hour decides: the first by the middle */
    expect(&rule, 1, below, "00000000");
}

static void looks_at_what_it_is_told(void **state)
{
    (void)state;
    double t_c[N] = {10, 12, 14, 16, 18, 20, 10, 10};
    struct lockout wet = {WEATHER_WET_BULB, 13, 13}, dew = {WEATHER_DEW_POINT, 13, 13};
    /* 1.006 t + 0.01 (2501 + 1.86 t) kJ/kg is 41.4 at 16 degC and 39.3 at 14 degC */
    struct lockout heat = {WEATHER_ENTHALPY, 41e3, 40e3}, both[] = {dew, {WEATHER_DRY_BULB, 12, 12}};
    expect(&wet, 1, t_c, "00011100");
    expect(&dew, 1, t_c, "00001100");
    expect(&heat, 1, t_c, "00011100");
    expect(both, 2, t_c, "01111100");
    expect(both, 0, t_c, "00000000");
}

static const char site[] =
    "[server s]\ncount = 10\npower_idle = 5 kW\npower_typical = 10 kW\npower_maximum = 10 kW\n"
    "fan_power = 0 W\nroom = hall\nfrom = utility.grid\nairflow = 0.8 m3/s\n"
    "[room hall]\nsupply = 22 degC\n"
    "[crah a]\nairflow = 20 m3/s\nfan_power = 2 kW\ncapacity = 250 kW\nrejects_to = loop.chw\n"
    "from = utility.grid\n"
    "[loop chw]\nsupply = 16 degC\ndesign_heat = 110 kW\nhead = 200 kPa\n"
    "rejects_to = economizer.e, chiller.ch\nfrom = utility.grid\n"
    "[chiller ch]\ncondenser = water\nrejects_to = loop.cw\ncapacity = 150 kW\ncop = 5.5\n"
    "cap_ft = .257896, .0389016, -2.1708e-4, .0468684, -9.4284e-4, -3.4344e-4\n"
    "eir_ft = .933884, -.058212, 4.50036e-3, 2.43e-3, 4.86e-4, -1.215e-3\n"
    "eir_plr = .222903, .313387, .46371\nfrom = utility.grid\n"
    "[loop cw]\nsupply = 6 degC\ndesign_heat = 140 kW\nhead = 150 kPa\nrejects_to = tower.t\n"
    "from = utility.grid\n[tower t]\ncapacity = 200 kW\nfan_power = 3 kW\nfrom = utility.grid\n"
    "[economizer e]\nrejects_to = loop.cw\neffectiveness = 80 %\n";

/* A day that warms to the middle and cools again, its wet bulb 10 to 20 degC. */
static void day(struct toy *t, double noon_c)
{
    toy_weather(t, 24, 0, 0, 101325);
    for (int h = 0; h < 24; h++) {
        t->weather.t_c[h] = noon_c - fabs(h - 12.) * .9;
        t->weather.dew_c[h] = t->weather.t_c[h] - 5;
    }
    assert_true(toy_build(t));
}

static void economizer_rests_in_weather_that_locks_it(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct toy t, free;
    assert_true(toy_read(&free, site));
    day(&free, 23);
    assert_true(toy_read(&t, arena_format(&a, "%slockout = 18 degC\nlockout_band = 2 K\n", site)));
    day(&t, 23);
    const struct year *y = toy_year(&t, false), *any = toy_year(&free, false);
    int locked = 0, held = 0;
    bool was = false;
    for (int h = 0; h < 24; h++) {
        double wb_c = t.weather.wb_c[h];
        bool is = wb_c >= 18 || (was && wb_c >= 16);
        double free_w = y->site.hour[Q_FREE_HEAT_W][h];
        if (is)
            assert_within(free_w, 0, 1e-3);
        else
            assert_true(free_w == any->site.hour[Q_FREE_HEAT_W][h] && free_w > 1000);
        locked += is;
        held += is && wb_c < 18;
        was = is;
    }
    assert_true(locked > 4 && held > 1);
    /* tried in warm hours it drives the tower and saves next to nothing */
    assert_true(y->site.stat[Q_FACILITY_W].sum < any->site.stat[Q_FACILITY_W].sum);
    toy_free(&t);
    toy_free(&free);
    arena_free(&a);
}

static void locked_with_nothing_behind_is_refused(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct toy t;
    const char *turned = toy_replace(&a, site, "economizer.e, chiller.ch", "chiller.ch, economizer.e");
    assert_true(toy_read(&t, turned));
    toy_free(&t);
    assert_false(toy_read(&t, arena_format(&a, "%slockout = 14 degC\n", turned)));
    toy_free(&t);
    arena_free(&a);
}

static const char dry[] =
    "[server s]\ncount = 10\npower_idle = 5 kW\npower_typical = 10 kW\npower_maximum = 10 kW\n"
    "fan_power = 0 W\nroom = hall\nfrom = utility.grid\nairflow = 0.3 m3/s\nliquid_capture = 70 %\n"
    "cdu = c\n[room hall]\nsupply = 22 degC\n"
    "[crac a]\nairflow = 9 m3/s\nfan_power = 1 kW\ncapacity = 90 kW\ncop = 4\nfrom = utility.grid\n"
    "[cdu c]\ncapacity = 100 kW\nsupply = 30 degC\nhead = 250 kPa\nfrom = utility.grid\n"
    "rejects_to = loop.f\n"
    "[loop f]\nsupply = 20 degC\nrise = 8 K\ndesign_heat = 100 kW\nhead = 100 kPa\n"
    "from = utility.grid\nrejects_to = drycooler.d\n"
    "[drycooler d]\ncapacity = 100 kW\nair = 25 degC\nwater_in = 38 degC\nwater_out = 30 degC\n"
    "airflow = 12 m3/s\nfan_power = 3 kW\nfrom = utility.grid\npads = 70 %\npads_on = 17 degC\n";

static void pads_stay_wet_through_their_band(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct toy t, sharp;
    assert_true(toy_read(&sharp, dry));
    day(&sharp, 20);
    assert_true(toy_read(&t, arena_format(&a, "%spads_band = 3 K\n", dry)));
    day(&t, 20);
    const struct year *y = toy_year(&t, false), *z = toy_year(&sharp, false);
    for (int h = 0; h < 24; h++) {
        double t_c = t.weather.t_c[h];
        assert_int_equal(z->site.hour[Q_WATER_KG_S][h] > 0, t_c >= 17);
        assert_int_equal(y->site.hour[Q_WATER_KG_S][h] > 0, t_c >= 17 || (h > 12 && t_c >= 14));
    }
    toy_free(&t);
    toy_free(&sharp);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(band_holds_what_was),
        cmocka_unit_test(begins_as_the_year_ends),
        cmocka_unit_test(looks_at_what_it_is_told),
        cmocka_unit_test(economizer_rests_in_weather_that_locks_it),
        cmocka_unit_test(locked_with_nothing_behind_is_refused),
        cmocka_unit_test(pads_stay_wet_through_their_band),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
