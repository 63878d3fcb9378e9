/* Setpoints of loops that move: with outdoor air, or to what coils and CDUs ask for. */

#include "toy_site.h"

static const char air[] =
    "[server s]\ncount = @\npower_idle = 10 kW\npower_typical = 10 kW\npower_maximum = 10 kW\n"
    "fan_power = 0 W\nroom = hall\nfrom = utility.grid\nairflow = 0.8 m3/s\nleakage = 0 %/K\n"
    "[room hall]\nsupply = 24 degC\n"
    "[crah a]\ncount = 2\nairflow = 12 m3/s\nfan_power = 2 kW\ncapacity = 110 kW\n"
    "rated_return = 36 degC\nrated_water = 16 degC\nrated_water_rise = 8 K\nrejects_to = loop.chw\n"
    "from = utility.grid\n"
    "[loop chw]\nsupply = 14 degC\ndesign_heat = 220 kW\nhead = 100 kPa\nrejects_to = chiller.ch\n"
    "from = utility.grid\n[chiller ch]\nmodel = carnot\ncarnot_efficiency = 50 %\n"
    "capacity = 250 kW\ncondenser_approach = 12 K\nfrom = utility.grid\n";

static bool try_make(struct toy *t, double servers, const char *loop, const char *more, double t_c)
{
    struct arena a = arena_new(NULL);
    const char *text = toy_replace(&a, toy_text(&a, air, servers), "[loop chw]\n",
                                   arena_format(&a, "[loop chw]\n%s", loop));
    bool is_made = toy_read(t, arena_format(&a, "%s%s", text, more));
    if (is_made) {
        toy_weather(t, 12, t_c, t_c - 8, 101325);
        is_made = toy_build(t);
    }
    arena_free(&a);
    return is_made;
}

static void make(struct toy *t, double servers, const char *loop, const char *more, double t_c)
{
    if (try_make(t, servers, loop, more, t_c)) return;
    toy_print(t);
    fail_msg("the site is refused");
}

/* 14 degC from 25 degC outdoors up, 20 degC from 5 degC down, linear in between. */
static void follows_outdoor_air(void **state)
{
    (void)state;
    static const double points[][2] = {{35, 14}, {25, 14}, {20, 15.5}, {15, 17}, {5, 20}, {-5, 20}};
    double last_w = HUGE_VAL;
    for (int i = 0; i < 6; i++) {
        struct toy t;
        make(&t, 3, "reset = outdoor\nsupply_max = 20 degC\nreset_cold = 5 degC\n"
                    "reset_warm = 25 degC\n", "", points[i][0]);
        const struct block *b = toy_hour(&t, false);
        assert_near(b->loop_supply_c[0][0], points[i][1], 1e-12);
        assert_int_equal(b->flags[0], 0);
        assert_true(b->quantity[Q_CHILLER_W][0] <= last_w);
        last_w = b->quantity[Q_CHILLER_W][0];
        toy_free(&t);
    }
}

static const char demand[] = "reset = demand\nsupply_max = 20 degC\n";

/* The valves are open: coils take just what there is, and the room stays at its
   setpoint.  More heat, colder water, down to what it was before. */
static void is_as_warm_as_the_room_lets_it(void **state)
{
    (void)state;
    double last_c = 20;
    int between = 0;
    for (int n = 1; n <= 20; n++) {
        struct toy t, fixed;
        make(&t, n, demand, "", 20);
        make(&fixed, n, "", "", 20);
        const struct block *b = toy_hour(&t, false), *f = toy_hour(&fixed, false);
        double water_c = b->loop_supply_c[0][0];
        assert_true(water_c <= last_c && water_c >= 14 && water_c <= 20);
        assert_near(b->quantity[Q_SUPPLY_C][0], f->quantity[Q_SUPPLY_C][0], 1e-9);
        assert_true(b->quantity[Q_CHILLER_W][0] <= f->quantity[Q_CHILLER_W][0]);
        if (water_c > 14 && water_c < 20) {
            assert_near(b->cool_capacity_w[0][0], b->cool_heat_w[0][0], 2e-6);
            assert_near(b->quantity[Q_SUPPLY_C][0], 24, 1e-9);
            assert_true(b->quantity[Q_CHILLER_W][0] < f->quantity[Q_CHILLER_W][0]);
            assert_int_equal(b->flags[0], 0);
            between++;
        }
        assert_true(b->iterations < 12);
        last_c = water_c;
        toy_free(&t);
        toy_free(&fixed);
    }
    assert_true(between >= 4 && last_c == 14);
}

/* Limits come from a year with the water at its coldest. */
static void is_coldest_in_the_design_year(void **state)
{
    (void)state;
    struct toy t;
    make(&t, 8, demand, "", 20);
    assert_true(toy_hour(&t, false)->loop_supply_c[0][0] > 15);
    assert_within(toy_hour(&t, true)->loop_supply_c[0][0], 14, 0);
    toy_free(&t);
}

/* A CDU with 4 K at 100 kW, 70 kW and its pumps' heat: the water may be so much below 36. */
static void follows_a_coolant_unit(void **state)
{
    (void)state;
    static const char liquid[] =
        "[server l]\ncount = 10\npower_idle = 10 kW\npower_typical = 10 kW\npower_maximum = 10 kW\n"
        "fan_power = 0 W\nroom = hall\nfrom = utility.grid\nairflow = 0.3 m3/s\nleakage = 0 %/K\n"
        "liquid_capture = 70 %\ncdu = c\n"
        "[cdu c]\ncapacity = 100 kW\napproach = 4 K\nsupply = 36 degC\nhead = 250 kPa\n"
        "pump = constant\nfrom = utility.grid\nrejects_to = loop.f\n"
        "[loop f]\nsupply = 20 degC\nrise = 8 K\ndesign_heat = 100 kW\nhead = 100 kPa\n"
        "from = utility.grid\nrejects_to = drycooler.d\nreset = demand\nsupply_max = 34 degC\n"
        "[drycooler d]\ncapacity = 100 kW\nair = 25 degC\nwater_in = 38 degC\nwater_out = 30 degC\n"
        "airflow = 12 m3/s\nfan_power = 3 kW\nfrom = utility.grid\n";
    struct toy t;
    make(&t, 2, "", liquid, 5);
    const struct block *b = toy_hour(&t, false);
    int f = t.plant->cdu[0].loop;
    double want_c = 36 - 4 * b->cdu_heat_w[0][0] / 100e3;
    assert_near(b->loop_supply_c[f][0], want_c, 1e-9);
    assert_near(b->quantity[Q_COOLANT_C][0], 36, 1e-9);
    toy_free(&t);
}

static void expect(bool is_good, const char *loop, const char *more)
{
    struct toy t;
    assert_int_equal(try_make(&t, 8, loop, more, 20), is_good);
    toy_free(&t);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    static const char outdoor[] =
        "reset = outdoor\nsupply_max = 20 degC\nreset_cold = 5 degC\nreset_warm = 20 degC\n";
    static const char dx[] = "[crac x]\nserves = hall\nairflow = 9 m3/s\nfan_power = 1 kW\n"
                             "capacity = 90 kW\ncop = 4\nfrom = utility.grid\n";
    static const char tower[] =
        "condenser = water\nrejects_to = loop.cw\n[tower t]\ncapacity = 400 kW\nfan_power = 5 kW\n"
        "from = utility.grid\n[loop cw]\nsupply = 20 degC\ndesign_heat = 300 kW\nhead = 100 kPa\n"
        "from = utility.grid\nrejects_to = tower.t\n";
    struct arena a = arena_new(NULL);
    expect(true, outdoor, tower);
    expect(false, "", arena_format(&a, "%s%s", tower, outdoor));
    expect(true, outdoor, dx);
    expect(false, demand, dx);
    expect(false, "", arena_format(&a, "[loop x]\nsupply = 20 degC\ndesign_heat = 9 kW\nhead = 9 kPa\n"
                                       "from = utility.grid\nrejects_to = drycooler.x\n%s[drycooler x]\n"
                                       "capacity = 9 kW\nairflow = 2 m3/s\nfan_power = 1 kW\n"
                                       "from = utility.grid\n", demand));
    expect(true, "", arena_format(&a, "[loop x]\nsupply = 20 degC\ndesign_heat = 9 kW\nhead = 9 kPa\n"
                                      "from = utility.grid\nrejects_to = drycooler.x\n[drycooler x]\n"
                                      "capacity = 9 kW\nairflow = 2 m3/s\nfan_power = 1 kW\n"
                                      "from = utility.grid\n"));
    expect(false, "reset = demand\n", "");
    expect(false, "reset = demand\nsupply_max = 12 degC\n", "");
    expect(false, "reset = outdoor\nsupply_max = 20 degC\nreset_cold = 5 degC\n", "");
    expect(false, "reset = outdoor\nsupply_max = 20 degC\nreset_cold = 25 degC\n"
                  "reset_warm = 10 degC\n", "");
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_outdoor_air),
        cmocka_unit_test(is_as_warm_as_the_room_lets_it),
        cmocka_unit_test(is_coldest_in_the_design_year),
        cmocka_unit_test(follows_a_coolant_unit),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
