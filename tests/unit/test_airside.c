/* Indirect outdoor-air units and the reset of supply air, against hand calculation. */

#include "toy_site.h"

#include "physics/flow.h"
#include "physics/psychro.h"

static const char servers[] =
    "[server s]\nfrom = utility.grid\ncount = 10\npower_idle = 10 kW\npower_typical = 10 kW\n"
    "power_maximum = 10 kW\nleakage = 0 %/K\nfan_min = 100 %\nfan_load = 100 %\n"
    "airflow = 0.8 m3/s\n";

static const char hall[] = "[room hall]\nsupply = 24 degC\nrecirculation = 0 %\nbypass = 0 %\n";

static const char indirect[] = "[ahu a]\nairflow = 8 m3/s\nfan = constant\nfan_power = 2 kW\n"
                               "from = utility.grid\neconomizer = indirect\nexchanger = 65 %\n"
                               "scavenger_fan_power = 5 kW\nfan_exponent = 3\nfan_min = 30 %\n"
                               "evaporative_pump = 0.5 kW\n";

static const char dx[] = "[crac c]\nairflow = 8 m3/s\nfan_power = 0 kW\ncapacity = 200 kW\n"
                         "cop = 4\nfrom = utility.grid\n";

static struct toy make(const char *room, const char *more, double t_c, double dew_c)
{
    struct toy t;
    struct arena a = arena_new(NULL);
    toy_make(&t, arena_format(&a, "%s%s%s", servers, room, more), 12, t_c, dew_c);
    arena_free(&a);
    return t;
}

static bool is_refused(const char *room, const char *more)
{
    struct toy t;
    struct arena a = arena_new(NULL);
    bool ok = toy_read(&t, arena_format(&a, "%s%s%s", servers, room, more));
    toy_free(&t);
    arena_free(&a);
    return !ok;
}

/* 102 kW of a stream that returns at t: in the dry, e (t - t_outdoor) m cp. */
static void dry_exchanger(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct toy t = make(hall, arena_format(&a, "%s%s", indirect, dx), 8, 2);
    const struct block *b = toy_hour(&t, false);
    double mcp = b->room_mcp_w_k[0][0], return_c = b->room_return_c[0][0];
    assert_near(return_c - 24, 102e3 / mcp, 1e-9);
    double can_w = .65 * mcp * (return_c - 8), share = 102e3 / can_w;
    assert_true(share < 1 && share > .3);
    assert_near(b->quantity[Q_FREE_HEAT_W][0], 102e3, 1e-9);
    assert_near(b->quantity[Q_SCAVENGER_FAN_W][0], 5e3 * share * share * share, 1e-4);
    assert_true(!(b->quantity[Q_WATER_KG_S][0] > 0) && !(b->quantity[Q_COMPRESSOR_W][0] > 0));
    assert_true(b->quantity[Q_HEAT_RESIDUAL][0] < 1e-12);
    toy_free(&t);
    arena_free(&a);
}

/* Sprayed, against the wet bulb.  The scavenger leaves saturated, with the room's heat and
   the pump's: the water closes its balance of energy.  Humid air does not shut it out. */
static void sprayed_exchanger(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct toy t = make(hall, arena_format(&a, "%swet_exchanger = 75 %%\nbleed = 20 %%\n%s",
                                           indirect, dx), 26, 17);
    const struct block *b = toy_hour(&t, false);
    double mcp = b->room_mcp_w_k[0][0], return_c = b->room_return_c[0][0];
    double wb_c = t.weather.wb_c[0], w = t.weather.w[0];
    double can_w = .75 * mcp * (return_c - wb_c), heat_w = b->quantity[Q_FREE_HEAT_W][0];
    assert_true(can_w > .65 * mcp * (return_c - 26));
    assert_near(heat_w, fmin(can_w, 102e3), 1e-9);
    double ratio = heat_w / can_w, water_kg_s = b->quantity[Q_WATER_KG_S][0] * .8;
    double air_kg_s = 8 * ratio / psychro_volume_m3_kg(26, w, 101325);
    double out_w = w + water_kg_s / air_kg_s, out_c = psychro_dew_point_c(out_w, 101325);
    double gain_w = air_kg_s * (psychro_enthalpy_j_kg(out_c, out_w) - psychro_enthalpy_j_kg(26, w));
    assert_near(gain_w, heat_w + 500, 1e-6);
    assert_true(water_kg_s > .5 * heat_w / 2.45e6 && water_kg_s < 2 * heat_w / 2.45e6);
    assert_near(b->quantity[Q_HUMIDITY_W][0], 500, 1e-12);
    assert_true(b->quantity[Q_HEAT_RESIDUAL][0] < 1e-12);
    toy_free(&t);
    arena_free(&a);
}

/* What the exchanger leaves goes to the other units; in frost it is not sprayed. */
static void others_take_the_rest(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    const char *both = arena_format(&a, "%swet_exchanger = 75 %%\nwet_from = 40 degC\n%s",
                                    indirect, dx);
    struct toy t = make(hall, both, 26, 17);
    const struct block *b = toy_hour(&t, false);
    double free_w = .65 * b->room_mcp_w_k[0][0] * (b->room_return_c[0][0] - 26);
    assert_near(b->quantity[Q_FREE_HEAT_W][0], free_w, 1e-9);
    assert_near(b->cool_heat_w[1][0], 102e3 - free_w, 1e-9);
    assert_true(!(b->quantity[Q_WATER_KG_S][0] > 0));
    toy_free(&t);
    arena_free(&a);
}

/* Over all modes, dry, sprayed and with compressors: heat that is free never jumps. */
static void modes_are_blended(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct toy t;
    enum { N = 12 * 60 };
    assert_true(toy_read(&t, arena_format(&a, "%s%s%swet_exchanger = 70 %%\n%s", servers, hall,
                                          indirect, dx)));
    toy_weather(&t, N, 0, -10, 101325);
    for (int h = 0; h < N; h++) t.weather.t_c[h] = -5 + h * .06;
    for (int h = 0; h < N; h++) t.weather.dew_c[h] = t.weather.t_c[h] - 4;
    assert_true(toy_build(&t));
    struct year *y = toy_year(&t, false);
    const double *free_w = y->site.hour[Q_FREE_HEAT_W], *dx_w = y->site.hour[Q_COMPRESSOR_W];
    const double *water = y->site.hour[Q_WATER_KG_S];
    int wet = 0;
    for (int h = 1; h < N; h++) {
        assert_true(fabs(free_w[h] - free_w[h - 1]) < 600);
        assert_true(dx_w[h] >= dx_w[h - 1] - 1e-6);
        wet += water[h] > 0;
    }
    assert_true(free_w[0] > 101e3 && !(dx_w[0] > 0) && dx_w[N - 1] > 15e3 && wet > 100);
    toy_free(&t);
    arena_free(&a);
}

/* Between 10 degC: 24 degC and 30 degC: 20 degC, and level outside. */
static void reset_by_outdoor_air(void **state)
{
    (void)state;
    static const double out_c[] = {-5, 10, 15, 30, 38}, supply_c[] = {24, 24, 23, 20, 20};
    for (int i = 0; i < 5; i++) {
        struct toy t = make("[room hall]\nreset = outdoor\n"
                            "reset_curve = 10 degC: 24 degC, 30 degC: 20 degC\n", dx, out_c[i], -8);
        const struct block *b = toy_hour(&t, false);
        assert_near(b->quantity[Q_SUPPLY_C][0], supply_c[i], 1e-12);
        toy_free(&t);
    }
}

/* T_s = target - f / (1 - f) dT, as servers are at the target; within its bounds. */
static void reset_by_inlet(void **state)
{
    (void)state;
    static const char room[] = "[room hall]\nreset = inlet\ninlet_target = 25 degC\n"
                               "recirculation = 15 %\nbypass = 20 %\n";
    struct arena a = arena_new(NULL);
    struct toy t = make(room, dx, 20, 5);
    const struct block *b = toy_hour(&t, false);
    double dt_k = flow_air_rise_k(10e3, .8, 25, 101325);
    assert_near(b->quantity[Q_INLET_C][0], 25, 1e-8);
    assert_near(b->quantity[Q_SUPPLY_C][0], 25 - .15 / .85 * dt_k, 1e-8);
    toy_free(&t);
    t = make(arena_format(&a, "%ssupply_min = 24 degC\n", room), dx, 20, 5);
    b = toy_hour(&t, false);
    assert_near(b->quantity[Q_SUPPLY_C][0], 24, 1e-12);
    assert_true(b->quantity[Q_INLET_C][0] > 25.5);
    toy_free(&t);
    t = make(arena_format(&a, "%ssupply_max = 20 degC\n", room), dx, 20, 5);
    b = toy_hour(&t, false);
    assert_near(b->quantity[Q_SUPPLY_C][0], 20, 1e-12);
    assert_true(b->quantity[Q_INLET_C][0] < 24.5);
    toy_free(&t);
    arena_free(&a);
}

/* 34 degC, 10 degC dew point: 70 % of the way to the wet bulb without moisture, then 85 % of
   what is left.  The first stage alone where that is enough, and no moisture then. */
static void two_stages(void **state)
{
    (void)state;
    static const char unit[] = "[ahu a]\nairflow = 8 m3/s\nfan = constant\nfan_power = 2 kW\n"
                               "from = utility.grid\nevaporative = 85 %\nindirect = 70 %\n"
                               "scavenger_fan_power = 3 kW\nevaporative_pump = 0.5 kW\n";
    struct arena a = arena_new(NULL);
    struct toy t = make("[room hall]\nsupply = 14 degC\nrecirculation = 0 %\nbypass = 0 %\n",
                        arena_format(&a, "%s%s", unit, dx), 34, 10);
    const struct block *b = toy_hour(&t, false);
    double w = t.weather.w[0], wb_c = t.weather.wb_c[0], t1_c = 34 - .7 * (34 - wb_c);
    double wb1_c = psychro_wet_bulb_c(t1_c, w, 101325), t2_c = t1_c - .85 * (t1_c - wb1_c);
    double mcp = b->room_mcp_w_k[0][0], return_c = b->room_return_c[0][0];
    assert_true(wb1_c < wb_c - 2 && t2_c > 14 && t2_c < wb_c);
    assert_near(b->quantity[Q_FREE_HEAT_W][0], mcp * (return_c - t2_c), 1e-9);
    assert_near(b->quantity[Q_SCAVENGER_FAN_W][0], 3e3, 1e-9);
    assert_true(b->quantity[Q_HEAT_RESIDUAL][0] < 1e-12);
    toy_free(&t);
    t = make(hall, arena_format(&a, "%s%s", unit, dx), 28, 10);
    b = toy_hour(&t, false);
    double full_k = .7 * (28 - t.weather.wb_c[0]), share = 4 / full_k; /* to 24 degC */
    assert_true(share < 1 && share > .3);
    assert_near(b->quantity[Q_FREE_HEAT_W][0], 102e3, 1e-9);
    assert_near(b->quantity[Q_SCAVENGER_FAN_W][0], 3e3 * pow(share, 2.7), 1e-4);
    double kg_s = b->room_mcp_w_k[0][0] / 1006, cool_w = kg_s * (1006 + 1860 * t.weather.w[0]) * 4;
    double air_kg_s = 8 * share / psychro_volume_m3_kg(28, t.weather.w[0], 101325);
    double out_w = t.weather.w[0] + b->quantity[Q_WATER_KG_S][0] / air_kg_s;
    double out_c = psychro_dew_point_c(out_w, 101325);
    assert_near(air_kg_s * (psychro_enthalpy_j_kg(out_c, out_w) -
                            psychro_enthalpy_j_kg(28, t.weather.w[0])), cool_w, 1e-6);
    toy_free(&t);
    arena_free(&a);
}

/* Outdoor air that would do is shut out from a temperature or an enthalpy up; 16 degC at a
   dew point of 6 degC holds 31 kJ/kg. */
static void outdoor_air_is_locked_out(void **state)
{
    (void)state;
    static const char *const key[] = {"", "lockout = 14 degC\n", "lockout = 18 degC\n",
                                      "lockout = 5 degC\nlockout_by = dew_point\n",
                                      "lockout_enthalpy = 28 kJ/kg\n",
                                      "lockout_enthalpy = 35 kJ/kg\n"};
    static const bool is_locked[] = {false, true, false, true, true, false};
    for (int i = 0; i < 6; i++) {
        struct arena a = arena_new(NULL);
        struct toy t = make(hall, arena_format(&a, "[ahu a]\nairflow = 8 m3/s\nfan_power = 2 kW\n"
                                                   "from = utility.grid\n%s%s", key[i], dx), 16, 6);
        const struct block *b = toy_hour(&t, false);
        assert_int_equal(b->quantity[Q_FREE_HEAT_W][0] > 0, !is_locked[i]);
        assert_int_equal(b->quantity[Q_COMPRESSOR_W][0] > 0, is_locked[i]);
        toy_free(&t);
        arena_free(&a);
    }
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    assert_true(is_refused(hall, arena_format(&a, "%sevaporative = 80 %%\n", indirect)));
    assert_true(is_refused(hall, "[ahu a]\nairflow = 8 m3/s\nfan_power = 2 kW\n"
                                 "from = utility.grid\nwet_exchanger = 70 %\n"));
    assert_true(is_refused("[room hall]\nreset = outdoor\n", dx));
    assert_true(is_refused("[room hall]\nreset = inlet\n", dx));
    assert_true(is_refused("[room hall]\nreset = inlet\ninlet_target = 25 degC\n"
                           "supply_min = 8 degC\n", dx)); /* dew point 9 degC */
    assert_true(is_refused("[room hall]\nreset = inlet\ninlet_target = 25 degC\n"
                           "supply_min = 28 degC\n", dx));
    assert_true(!is_refused("[room hall]\nreset = inlet\ninlet_target = 25 degC\n", dx));
    assert_true(!is_refused(hall, indirect));
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dry_exchanger),        cmocka_unit_test(sprayed_exchanger),
        cmocka_unit_test(others_take_the_rest), cmocka_unit_test(modes_are_blended),
        cmocka_unit_test(two_stages),
        cmocka_unit_test(outdoor_air_is_locked_out),
        cmocka_unit_test(reset_by_outdoor_air), cmocka_unit_test(reset_by_inlet),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
