/* Towers, dry coolers, exchangers and condensers as plants have them: least approach and
   fan speed, freeze protection, fouling, changing over; and the suction of pumps. */

#include "toy_site.h"

#include <string.h>

#include "physics/exchanger.h"
#include "plan/limits.h"

static const char head[] =
    "[server s]\ncount = 10\npower_idle = 10 kW\npower_typical = 10 kW\npower_maximum = 10 kW\n"
    "fan_power = 0 W\nroom = hall\nfrom = utility.grid\nairflow = 0.8 m3/s\nleakage = 0 %/K\n"
    "[room hall]\nsupply = 24 degC\n";

static const char tower[] =
    "[crah a]\ncount = 2\nairflow = 20 m3/s\nfan_power = 2 kW\ncapacity = 250 kW\n"
    "rejects_to = loop.cw\nfrom = utility.grid\n"
    "[loop cw]\nsupply = 18 degC\ndesign_heat = 140 kW\nhead = 150 kPa\nrejects_to = tower.t\n"
    "from = utility.grid\n"
    "[tower t]\ncapacity = 200 kW\nfan_power = 3 kW\nfan_exponent = 3\nfrom = utility.grid\n";

static const char plant[] =
    "[crah a]\nairflow = 20 m3/s\nfan_power = 2 kW\ncapacity = 250 kW\nrejects_to = loop.chw\n"
    "from = utility.grid\n"
    "[loop chw]\nsupply = 16 degC\ndesign_heat = 110 kW\nhead = 200 kPa\n"
    "rejects_to = economizer.e, chiller.ch\nfrom = utility.grid\n"
    "[chiller ch]\nmodel = carnot\ncarnot_efficiency = 60 %\ncondenser = water\n"
    "rejects_to = loop.cw\ncapacity = 150 kW\nfrom = utility.grid\n"
    "[loop cw]\nsupply = 6 degC\ndesign_heat = 140 kW\nhead = 150 kPa\nrejects_to = tower.t\n"
    "from = utility.grid\n[tower t]\ncapacity = 200 kW\nfan_power = 3 kW\nfrom = utility.grid\n"
    "[economizer e]\nrejects_to = loop.cw\neffectiveness = 80 %\n";

static bool try_make(struct toy *t, const char *text, const char *more, double t_c, double dew_c)
{
    struct arena a = arena_new(NULL);
    bool is_made = toy_read(t, arena_format(&a, "%s%s%s", head, text, more));
    if (is_made) {
        toy_weather(t, 12, t_c, dew_c, 101325);
        is_made = toy_build(t);
    }
    arena_free(&a);
    return is_made;
}

static void make(struct toy *t, const char *text, const char *more, double t_c, double dew_c)
{
    if (try_make(t, text, more, t_c, dew_c)) return;
    toy_print(t);
    fail_msg("the site is refused");
}

static void water_is_held_off_wet_bulb(void **state)
{
    (void)state;
    struct toy t, free;
    make(&free, tower, "", 16, 15.9);
    make(&t, tower, "approach_min = 6 K\n", 16, 15.9);
    double wb_c = t.weather.wb_c[0];
    const struct block *b = toy_hour(&t, false), *f = toy_hour(&free, false);
    assert_within(wb_c, 15.94, .02);
    assert_true(f->loop_supply_c[0][0] < wb_c + 5.9);
    assert_near(b->loop_supply_c[0][0], wb_c + 6, 1e-12);
    assert_true(b->quantity[Q_TOWER_FAN_W][0] < f->quantity[Q_TOWER_FAN_W][0]);
    toy_free(&t);
    toy_free(&free);
}

/* Heaters of 100 W/K hold 4 degC while no water runs: 1900 W a cell at -15 degC. */
static void basins_of_resting_towers_are_heated(void **state)
{
    (void)state;
    struct toy t;
    struct arena a = arena_new(NULL);
    /* a chiller cooled by air takes all; the tower's loop has nothing to carry */
    const char *dry = toy_replace(&a, plant, "economizer.e, chiller.ch", "chiller.ch, economizer.e");
    dry = toy_replace(&a, dry, "condenser = water\nrejects_to = loop.cw\n", "condenser = air\n");
    dry = toy_replace(&a, dry, "[tower t]\n",
                      "[tower t]\ncount = 2\nbasin_heater = 100 W/K\nbasin_min = 4 degC\n");
    make(&t, dry, "", -15, -18);
    const struct block *b = toy_hour(&t, false);
    assert_near(b->quantity[Q_BASIN_HEATER_W][0], 2 * 100 * 19, 1e-9);
    assert_true(b->quantity[Q_ENERGY_RESIDUAL][0] < 1e-9 && b->quantity[Q_HEAT_RESIDUAL][0] < 1e-9);
    toy_free(&t);
    make(&t, dry, "", 5, 0);
    assert_within(toy_hour(&t, false)->quantity[Q_BASIN_HEATER_W][0], 0, 0);
    toy_free(&t);
    const char *wet = toy_replace(&a, plant, "[tower t]\n", "[tower t]\nbasin_heater = 100 W/K\n");
    make(&t, wet, "", -15, -18); /* water runs */
    assert_within(toy_hour(&t, false)->quantity[Q_BASIN_HEATER_W][0], 0, 0);
    toy_free(&t);
    arena_free(&a);
}

/* Below 60 % of the air fans cycle at 60 %: power in proportion to the air. */
static void fans_cycle_below_their_least_speed(void **state)
{
    (void)state;
    struct toy t, free;
    make(&free, tower, "", 12, 6);
    make(&t, tower, "fan_min = 60 %\n", 12, 6);
    double free_w = toy_hour(&free, false)->quantity[Q_TOWER_FAN_W][0];
    double air = cbrt(free_w / 3000);
    assert_true(air > .36 && air < .55);
    assert_within(toy_hour(&t, false)->quantity[Q_TOWER_FAN_W][0], 3000 * .36 * air, 1);
    toy_free(&t);
    toy_free(&free);
}

/* 80 % at equal flows is NTU 4; three quarters of it, 3, is 75 %. */
static void fouling_takes_conductance(void **state)
{
    (void)state;
    struct toy t, clean;
    struct arena a = arena_new(NULL);
    make(&t, plant, "fouling = 25 %\n", 2, -3);
    for (int i = 0; i < t.plant->n_sink; i++)
        if (t.plant->sink[i].what == SINK_ECONOMIZER)
            assert_near(t.plant->sink[i].effectiveness, .75, 1e-12);
    toy_free(&t);
    make(&clean, tower, "", 26, 20);
    make(&t, tower, "fouling = 30 %\n", 26, 20);
    assert_near(t.plant->sink[0].tower.ua_w_k, .7 * clean.plant->sink[0].tower.ua_w_k, 1e-12);
    assert_true(toy_hour(&t, false)->loop_supply_c[0][0] >
                toy_hour(&clean, false)->loop_supply_c[0][0] + .5);
    toy_free(&t);
    toy_free(&clean);
    arena_free(&a);
}

/* 3 K more lift: COP of .6 T_e over 32 - 14 becomes that over 35 - 14. */
static void fouled_condenser_lifts_more(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    const char *air = toy_replace(&a, plant, "condenser = water\nrejects_to = loop.cw\n",
                                  "condenser = air\nload_min = 5 %\nload_unload = 5 %\n");
    air = toy_replace(&a, air, "economizer.e, chiller.ch", "chiller.ch");
    double power_w[2];
    for (int i = 0; i < 2; i++) {
        struct toy t;
        make(&t, toy_replace(&a, air, "[chiller ch]\n", i ? "[chiller ch]\nfouling = 3 K\n"
                                                          : "[chiller ch]\n"), "", 24, 10);
        power_w[i] = toy_hour(&t, false)->quantity[Q_CHILLER_W][0];
        toy_free(&t);
    }
    assert_near(power_w[1] / power_w[0], 21. / 18, 1e-9);
    arena_free(&a);
}

static void fouled_coil_needs_more_air(void **state)
{
    (void)state;
    static const char cooler[] =
        "[crah a]\ncount = 2\nairflow = 20 m3/s\nfan_power = 2 kW\ncapacity = 250 kW\n"
        "rejects_to = loop.f\nfrom = utility.grid\n"
        "[loop f]\nsupply = 16 degC\nrise = 8 K\ndesign_heat = 120 kW\nhead = 100 kPa\n"
        "from = utility.grid\nrejects_to = drycooler.d\n"
        "[drycooler d]\ncapacity = 200 kW\nair = 10 degC\nwater_in = 26 degC\nwater_out = 18 degC\n"
        "airflow = 24 m3/s\nfan_power = 6 kW\nfrom = utility.grid\n";
    struct toy t, clean, least;
    make(&clean, cooler, "", 2, -2);
    make(&t, cooler, "fouling = 20 %\n", 2, -2);
    make(&least, cooler, "fan_min = 90 %\n", 2, -2);
    double fan_w = toy_hour(&clean, false)->quantity[Q_DRYCOOLER_FAN_W][0];
    assert_true(toy_hour(&t, false)->quantity[Q_DRYCOOLER_FAN_W][0] > 1.3 * fan_w);
    assert_true(toy_hour(&least, false)->quantity[Q_DRYCOOLER_FAN_W][0] > 1.3 * fan_w);
    double liquid = toy_hour(&clean, false)->sink_liquid[0][0];
    double full_w_k = table_at(&clean.plant->sink[0].dry_full_w_k, liquid);
    double kept = table_at(&t.plant->sink[0].dry_full_w_k, liquid) / full_w_k;
    assert_true(kept > .8 && kept < .95); /* the air's own heat capacity is not fouled */
    toy_free(&t);
    toy_free(&clean);
    toy_free(&least);
}

/* In parallel it runs instead of the chiller, in weather that does not lock it, and the
   water gets as warm as it must; locked, the chiller takes all. */
static void parallel_economizer_changes_over(void **state)
{
    (void)state;
    static const char more[] = "arrangement = parallel\nlockout = 12 degC\n";
    struct toy t, series;
    make(&t, plant, more, 8, 4);
    const struct block *b = toy_hour(&t, false);
    assert_within(b->quantity[Q_CHILLER_W][0], 0, 0);
    assert_true(b->quantity[Q_FREE_HEAT_W][0] > 100e3);
    toy_free(&t);
    make(&series, plant, "", 15, 8);
    make(&t, plant, more, 15, 8); /* wet bulb 11.2: not enough, not locked */
    b = toy_hour(&t, false);
    assert_true(toy_hour(&series, false)->quantity[Q_CHILLER_W][0] > 0);
    assert_within(b->quantity[Q_CHILLER_W][0], 0, 0);
    assert_true(b->loop_supply_c[0][0] > 16.1 && b->flags[0] >> FLAG_WATER_SHORT & 1);
    assert_true(b->quantity[Q_HEAT_RESIDUAL][0] < 1e-9);
    toy_free(&t);
    toy_free(&series);
    make(&t, plant, more, 20, 8);
    b = toy_hour(&t, false);
    assert_true(b->quantity[Q_CHILLER_W][0] > 0);
    assert_within(b->quantity[Q_FREE_HEAT_W][0], 0, 1e-3);
    toy_free(&t);
    assert_false(try_make(&t, plant, "arrangement = parallel\n", 20, 8));
    toy_free(&t);
}

/* 101.325 kPa and 5 kPa over the air's at 24 degC, whose vapour has 2.985 kPa: 103.34 kPa
   over 997.3 kg/m3 are 10.566 m. */
static void pumps_have_suction_head(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct toy t;
    make(&t, toy_replace(&a, tower, "[loop cw]\n",
                         "[loop cw]\nnpsh_required = 3 m\nsuction_pressure = 5 kPa\n"), "", 10, 5);
    struct result r = {.site = &t.site, .plant = t.plant, .weather = &t.weather};
    struct year *y = toy_year(&t, true);
    struct limits_case c = {&t.site, t.plant, &t.racks, &t.design, y, &t.weather.calendar, 1, NULL};
    bool is_found = false;
    limits_find(&c, &r, &t.arena);
    assert_near(y->loop_max_c[0], 18, 1e-9);
    for (int i = 0; i < r.n_limit; i++) {
        if (strcmp(r.limit[i].resource, "suction head")) continue;
        is_found = true;
        assert_near(r.limit[i].used, 3, 1e-12);
        assert_within(r.limit[i].limit, 10.566, 6e-3); /* density is good to 0.05 % */
    }
    assert_true(is_found);
    toy_free(&t);
    assert_false(try_make(&t, toy_replace(&a, tower, "[loop cw]\n", "[loop cw]\nnpsh_required = 3 m\n"),
                          "", 10, 5));
    toy_free(&t);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(water_is_held_off_wet_bulb),
        cmocka_unit_test(basins_of_resting_towers_are_heated),
        cmocka_unit_test(fans_cycle_below_their_least_speed),
        cmocka_unit_test(fouling_takes_conductance),
        cmocka_unit_test(fouled_condenser_lifts_more),
        cmocka_unit_test(fouled_coil_needs_more_air),
        cmocka_unit_test(parallel_economizer_changes_over),
        cmocka_unit_test(pumps_have_suction_head),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
