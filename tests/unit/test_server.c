/* Servers: data-sheet and published powers, by the functions and by the kernel. */

#include "toy_site.h"

#include "physics/flow.h"

static const double m3_s_per_cfm = 4.719474e-4;

/* A room whose cooling is never in the way; servers are added by the tests. */
static const char room[] =
    "[room hall]\nsupply = 20 degC\nrecirculation = 0 %\nbypass = 0 %\n"
    "[crac c]\nserves = hall\nairflow = 500 m3/s\nfan_power = 0 kW\ncapacity = 900 kW\ncop = 4\n"
    "from = utility.grid\n"
    "[server s]\nfrom = utility.grid\nairflow = 1 m3/s\n";

static double it_w(const char *more, double activity, double supply_c)
{
    struct toy t;
    struct arena a = arena_new(NULL);
    const char *text = arena_format(&a, "%sworkload = w\n%s[workload w]\nactivity = %.17g %%\n"
                                        "basis = maximum\n", room, more, 100 * activity);
    toy_make(&t, text, 12, 20, 10);
    if (supply_c > 0) {
        struct room *r = t.site.of[KIND_ROOM].item;
        r->supply_c = supply_c;
    }
    double w = toy_hour(&t, false)->quantity[Q_IT_W][0];
    toy_free(&t);
    arena_free(&a);
    return w;
}

/* PHYSICS 2.1: 100 and 250 W, r = 1.4. */
static void fan_et_al_check_values(void **state)
{
    (void)state;
    static const double at[][2] = {{.1, 124.0284}, {.3, 162.199}, {.5, 193.1606}, {.8, 230.2468},
                                   {1, 250}, {0, 100}};
    const struct server s = {.curve = SERVER_FAN_ET_AL, .curve_exponent = 1.4};
    for (int i = 0; i < 6; i++) {
        assert_within(100 + 150 * server_curve(&s, at[i][0]), at[i][1], 5e-4);
        double w = it_w("power_idle = 0.1 kW\npower_typical = 0.2 kW\npower_maximum = 0.25 kW\n"
                        "curve = fan-et-al\n", at[i][0], 0);
        assert_within(w, at[i][1], 5e-4);
    }
}

/* SPECpower of the HP ML110 G5. */
static void specpower_check_values(void **state)
{
    (void)state;
    static const double at[][2] = {{0, 93.7}, {.05, 95.35}, {.25, 103.0}, {.5, 116}, {.55, 118.5},
                                   {1, 135}};
    for (int i = 0; i < 6; i++) {
        double w = it_w("power_idle = 93.7 W\npower_typical = 135 W\npower_maximum = 135 W\n"
                        "curve = points\npoints = 0 %: 93.7 W, 10 %: 97 W, 20 %: 101 W, 30 %: 105 W\n"
                        "points += 40 %: 110 W, 50 %: 116 W, 60 %: 121 W, 70 %: 125 W, 80 %: 129 W\n"
                        "points += 90 %: 133 W, 100 %: 135 W\n", at[i][0], 0);
        assert_near(w, at[i][1], 1e-9);
    }
}

static void linear_between_idle_and_basis(void **state)
{
    (void)state;
    static const char powers[] = "power_idle = 1 kW\npower_typical = 3 kW\npower_maximum = 4 kW\n";
    assert_near(it_w(powers, .25, 0), 1750, 1e-12);
    struct toy t;
    struct arena a = arena_new(NULL);
    toy_make(&t, arena_format(&a, "%scount = 3\n%s", room, powers), 12, 20, 10);
    assert_near(toy_hour(&t, false)->quantity[Q_IT_W][0], 9000, 1e-12); /* typical */
    assert_near(toy_hour(&t, true)->quantity[Q_IT_W][0], 12000, 1e-12); /* design: maximum */
    toy_free(&t);
    arena_free(&a);
}

/* Electronics grow by s (T - T_low), from the inlet at which the data sheet holds. */
static void leakage_follows_the_inlet(void **state)
{
    (void)state;
    static const char powers[] = "power_idle = 1 kW\npower_typical = 1 kW\npower_maximum = 1 kW\n"
                                 "fan_inlet_low = 25 degC\nfan_inlet_high = 35 degC\n"
                                 "leakage = 0.5 %/K\n";
    assert_near(it_w(powers, 1, 22), 1000, 1e-12);
    assert_near(it_w(powers, 1, 25), 1000, 1e-12);
    assert_near(it_w(powers, 1, 31), 1030, 1e-9);
}

/* Fan power with the cube of speed; the data sheet's power counts the fans in cool air. */
static void fans_follow_inlet_and_load(void **state)
{
    (void)state;
    const struct server s = {.fan_min_frac = .3, .fan_load_frac = .7, .fan_inlet_low_c = 25,
                             .fan_inlet_high_c = 35, .fan_power_w = 100};
    assert_near(server_fan_ratio(&s, 0, 20), .3, 1e-12);
    assert_near(server_fan_ratio(&s, 1, 25), .7, 1e-12);
    assert_near(server_fan_ratio(&s, 1, 30), .85, 1e-12);
    assert_near(server_fan_ratio(&s, 1, 35), 1, 1e-12);
    assert_near(server_fan_ratio(&s, 1, 60), 1, 1e-12);
    assert_near(server_fan_ratio(&s, .5, 20), .5, 1e-12);
    assert_near(server_fan_w(&s, .8), 51.2, 1e-12);
    static const char powers[] = "power_idle = 1 kW\npower_typical = 1 kW\npower_maximum = 1 kW\n"
                                 "fan_power = 100 W\nleakage = 0 %/K\n";
    assert_near(it_w(powers, 1, 20), 1000, 1e-12);
    assert_near(it_w(powers, 1, 35), 1000 - 100 * .343 + 100, 1e-9);
}

/* PHYSICS 2.3: label power and airflow of the data sheets at 1.2 kg/m3. */
static void airflow_per_kilowatt_of_data_sheets(void **state)
{
    (void)state;
    static const double sheet[][4] = {/* kW, cfm, cfm/kW, rise */
                                      {6.5, 840, 129.2, 13.58}, {10.2, 1105, 108.3, 16.20},
                                      {14.3, 1550, 108.4, 16.19}};
    double t_c = 101325 / (287.042 * 1.2) - 273.15;
    for (int i = 0; i < 3; i++) {
        assert_within(sheet[i][1] / sheet[i][0], sheet[i][2], .05);
        double k = flow_air_rise_k(sheet[i][0] * 1000, sheet[i][1] * m3_s_per_cfm, t_c, 101325);
        assert_within(k, sheet[i][3], .005);
    }
}

/* PHYSICS 7: R0 .03 K/W at 1.5 L/min/kW, exponent .5. */
static void plate_resistance_check_values(void **state)
{
    (void)state;
    const double l_min_kw = 1e-3 / 60 / 1000;
    const struct server s = {.plate_k_w = .03, .plate_flow_m3_s_w = 1.5 * l_min_kw,
                             .plate_exponent = .5};
    assert_within(server_plate_k_w(&s, 1.5 * l_min_kw), .03, 1e-12);
    assert_within(server_plate_k_w(&s, 1.0 * l_min_kw), .03674, 5e-6);
    assert_within(server_plate_k_w(&s, .75 * l_min_kw), .04243, 5e-6);
}

/* T = 36 degC + P R at full power: 700 W .04, 1000 W .03, 1200 W .025. */
static void coolant_chip_temperature_check_values(void **state)
{
    (void)state;
    static const double at[][3] = {{700, .04, 64}, {1000, .03, 66}, {1200, .025, 66}};
    for (int i = 0; i < 3; i++) {
        struct toy t;
        struct arena a = arena_new(NULL);
        const char *text = arena_format(
            &a, "%spower_idle = 2 kW\npower_typical = 8 kW\npower_maximum = 10 kW\nleakage = 0 %%/K\n"
                "accelerator_power = %g W\nplate_resistance = %g K/W\nliquid_capture = 80 %%\n"
                "cdu = c\nchip_limit = 85 degC\n"
                "[cdu c]\ncapacity = 50 kW\nsupply = 36 degC\nhead = 100 kPa\nrejects_to = loop.f\n"
                "from = utility.grid\n[loop f]\nsupply = 25 degC\ndesign_heat = 50 kW\nhead = 100 kPa\n"
                "rejects_to = drycooler.d\nfrom = utility.grid\n[drycooler d]\ncapacity = 100 kW\n"
                "air = 20 degC\nwater_in = 32 degC\nwater_out = 25 degC\nairflow = 20 m3/s\n"
                "fan_power = 1 kW\nfrom = utility.grid\n", room, at[i][0], at[i][1]);
        toy_make(&t, text, 12, 5, 0);
        const struct block *b = toy_hour(&t, true);
        assert_near(b->quantity[Q_COOLANT_C][0], 36, 1e-9);
        assert_near(85 - b->quantity[Q_CHIP_MARGIN_K][0], at[i][2], 1e-9);
        assert_near(b->quantity[Q_LIQUID_HEAT_W][0], 8000, 1e-9);
        assert_near(b->quantity[Q_IT_W][0], 10000, 1e-12);
        toy_free(&t);
        arena_free(&a);
    }
}

static const char hot_chip[] =
    "power_idle = 1 kW\npower_typical = 5 kW\npower_maximum = 5 kW\nleakage = 0 %/K\n"
    "accelerator_power = 500 W\nchip_air_resistance = 0.1 K/W\nchip_shadow = 4 K\nfan_load = 100 %\n"
    "chip_limit = 80 degC\nchip_shutdown = 90 degC\n";

/* In air: T = inlet + shadow + R P; beyond its limit the chip's power falls to what
   the limit leaves, but not below the floor; beyond shutdown the server is off. */
static void throttles_to_the_chips_limit(void **state)
{
    (void)state;
    struct toy t;
    struct arena a = arena_new(NULL);
    toy_make(&t, arena_format(&a, "%s%s", room, hot_chip), 12, 20, 10);
    struct room *r = t.site.of[KIND_ROOM].item;
    const struct block *b = toy_hour(&t, false);
    assert_near(b->quantity[Q_CHIP_MARGIN_K][0], 80 - (20 + 4 + 50), 1e-9);
    assert_true(b->quantity[Q_THROTTLED][0] == 0);
    r->supply_c = 36; /* the limit leaves 80 - 36 - 4 = 40 K of 50: four fifths */
    b = toy_hour(&t, false);
    assert_near(b->quantity[Q_IT_W][0], 4000, 1e-9);
    assert_near(b->quantity[Q_THROTTLED][0], .2, 1e-9);
    assert_within(b->quantity[Q_CHIP_MARGIN_K][0], 0, 1e-9);
    assert_true(b->flags[0] >> FLAG_THROTTLED & 1);
    assert_true(b->quantity[Q_TRIPPED][0] == 0);
    toy_free(&t);
    arena_free(&a);
}

static void trips_beyond_its_inlet(void **state)
{
    (void)state;
    struct toy t;
    struct arena a = arena_new(NULL);
    toy_make(&t, arena_format(&a, "%s%sinlet_trip = 40 degC\nthrottle_floor = 100 %%\n"
                                  "[load l]\npower = 1 kW\nfrom = utility.grid\n", room, hot_chip),
             12, 20, 10);
    struct room *r = t.site.of[KIND_ROOM].item;
    r->supply_c = 41;
    const struct block *b = toy_hour(&t, false);
    assert_true(b->quantity[Q_TRIPPED][0] == 1);
    assert_true(b->quantity[Q_IT_W][0] == 0);
    assert_true(b->flags[0] >> FLAG_TRIPPED & 1);
    r->supply_c = 25;
    b = toy_hour(&t, false);
    assert_true(b->quantity[Q_TRIPPED][0] == 0);
    assert_near(b->quantity[Q_IT_W][0], 5000, 1e-9);
    toy_free(&t);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fan_et_al_check_values),
        cmocka_unit_test(specpower_check_values),
        cmocka_unit_test(linear_between_idle_and_basis),
        cmocka_unit_test(leakage_follows_the_inlet),
        cmocka_unit_test(fans_follow_inlet_and_load),
        cmocka_unit_test(airflow_per_kilowatt_of_data_sheets),
        cmocka_unit_test(plate_resistance_check_values),
        cmocka_unit_test(coolant_chip_temperature_check_values),
        cmocka_unit_test(throttles_to_the_chips_limit),
        cmocka_unit_test(trips_beyond_its_inlet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
