/* Rear doors: what they leave to the room, against hand calculation. */

#include "toy_site.h"

#include <string.h>

#include "base/text.h"
#include "physics/exchanger.h"
#include "physics/flow.h"
#include "physics/psychro.h"

static const char site[] =
    "[server s]\nfrom = utility.grid\ncount = 10\npower_idle = 10 kW\npower_typical = 10 kW\n"
    "power_maximum = 10 kW\nleakage = 0 %/K\nfan_min = 100 %\nfan_load = 100 %\n"
    "fan_power = 1 kW\nheight = 10 U\nrack = r\nairflow = 0.8 m3/s\n"
    "[rack r]\ncount = 10\nunits = 12 U\n"
    "[room hall]\nsupply = 22 degC\nrecirculation = 10 %\nbypass = 0 %\n"
    "[crac c]\nairflow = 8 m3/s\nfan = constant\nfan_power = 2 kW\ncapacity = 200 kW\ncop = 4\n"
    "from = utility.grid\n"
    "[loop w]\nsupply = @ degC\nrise = 6 K\ndesign_heat = 150 kW\nhead = 100 kPa\n"
    "from = utility.grid\nrejects_to = drycooler.d\n"
    "[drycooler d]\ncapacity = 600 kW\nair = 20 degC\nwater_in = 33 degC\nwater_out = 28 degC\n"
    "airflow = 120 m3/s\nfan_power = 12 kW\nfrom = utility.grid\n"
    "[reardoor d]\nrack = r\nrejects_to = loop.w\nairflow = 0.8 m3/s\n";

static struct toy make(double water_c, const char *more)
{
    struct toy t;
    struct arena a = arena_new(NULL);
    toy_make(&t, arena_format(&a, "%s%s", toy_text(&a, site, water_c), more), 12, 5, 0);
    arena_free(&a);
    return t;
}

static bool is_refused(const char *more)
{
    struct toy t;
    struct arena a = arena_new(NULL);
    bool ok = toy_read(&t, arena_format(&a, "%s%s", toy_text(&a, site, 20), more));
    toy_free(&t);
    arena_free(&a);
    return !ok;
}

static const char six_kw[] = "count = 10\ncapacity = 6 kW\nrated_air = 36 degC\n"
                             "rated_water = 20 degC\nrated_water_rise = 6 K\n";

/* At the rating's airflow the conductance is the rating's; what is left warms the room, and
   goes round: T_in = T_s + f / (1 - f) (10 kW - Q) / (m cp). */
static void takes_a_part_of_the_exhaust(void **state)
{
    (void)state;
    struct toy t = make(20, six_kw);
    const struct block *b = toy_hour(&t, false);
    double inlet_c = b->quantity[Q_INLET_C][0], q_w = b->cool_heat_w[1][0] / 10;
    double rise_k = flow_air_rise_k(10e3, .8, inlet_c, 101325);
    double at_rating_w_k = 6e3 / 16;
    assert_near(q_w, at_rating_w_k * (inlet_c + rise_k - 20), 1e-4); /* the table's grid */
    assert_near(inlet_c, 22 + .1 / .9 * rise_k * (1 - q_w / 10e3), 1e-9);
    assert_near(b->cool_heat_w[0][0], 100e3 + 2e3 - 10 * q_w, 1e-9);
    assert_near(b->loop_load_w[0][0], 10 * q_w, 1e-9);
    assert_near(b->quantity[Q_AIR_HEAT_W][0], 102e3, 1e-9);
    assert_near(b->quantity[Q_FREE_HEAT_W][0], 10 * q_w + b->quantity[Q_PUMP_W][0], 1e-9);
    assert_true(b->quantity[Q_HEAT_RESIDUAL][0] < 1e-12);
    assert_true(b->quantity[Q_ENERGY_RESIDUAL][0] < 1e-12);
    toy_free(&t);
}

/* A door rated at half as much air again: effectiveness and transfer units by hand. */
static void effectiveness_follows_the_airflow(void **state)
{
    (void)state;
    struct toy t = make(20, "count = 10\ncapacity = 9 kW\nrated_air = 36 degC\n"
                            "rated_water = 20 degC\nrated_water_rise = 6 K\n");
    const struct block *b = toy_hour(&t, false);
    double air_w_k = psychro_density_kg_m3(36, 0, 101325) * .8 * 1006, water_w_k = 1500;
    double eff = 9e3 / (air_w_k * 16);
    double ua_w_k = exchanger_ntu_counterflow(eff, air_w_k / water_w_k) * air_w_k;
    struct cool c = t.plant->cool[1];
    double slow = 1 / (.5 / pow(.5, .8) + .5) * ua_w_k; /* half the air on one side */
    double want_w_k = .5 * air_w_k *
                      exchanger_eff_counterflow(slow / (.5 * air_w_k), .5 * air_w_k / water_w_k);
    assert_near(table_at(&c.conductance_w_k, .5), want_w_k, 1e-5);
    assert_near(table_at(&c.conductance_w_k, 1), 9e3 / 16, 1e-6);
    assert_true(b->cool_heat_w[1][0] > 0);
    toy_free(&t);
}

/* Cold water and a great coil: a valve keeps leaving air at the room's supply, and all
   doors together take what heats the room, no more. */
static void never_below_what_is_wanted(void **state)
{
    (void)state;
    static const char great[] = "count = 10\ncapacity = 14 kW\nrated_air = 36 degC\n"
                                "rated_water = 15 degC\nrated_water_rise = 6 K\n";
    struct toy t = make(10, great);
    const struct block *b = toy_hour(&t, false);
    assert_near(b->cool_heat_w[1][0], 100e3, 1e-8); /* leaves at the supply: the servers' */
    assert_near(b->quantity[Q_INLET_C][0], 22, 1e-8);
    assert_near(b->cool_heat_w[0][0], 2e3, 1e-6);
    toy_free(&t);
    struct arena a = arena_new(NULL);
    t = make(10, arena_format(&a, "%sleaving = 12 degC\n[load l]\npower = 3 kW\n"
                                  "from = utility.grid\nheat_to = hall\n", great));
    b = toy_hour(&t, false);
    assert_near(b->cool_heat_w[1][0], 103e3, 1e-8); /* 103 % */
    assert_true(b->quantity[Q_HEAT_RESIDUAL][0] < 1e-12);
    toy_free(&t);
    arena_free(&a);
}

/* Water warmer than the exhaust takes nothing. */
static void warm_water_takes_nothing(void **state)
{
    (void)state;
    struct toy t = make(45, six_kw);
    const struct block *b = toy_hour(&t, false);
    assert_true(!(b->cool_heat_w[1][0] > 0));
    assert_near(b->cool_heat_w[0][0], 102e3, 1e-9);
    toy_free(&t);
}

/* Inlets on target with doors in between: the supply is set for what they leave. */
static void inlets_on_target(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    const char *text = toy_text(&a, site, 20);
    struct builder b = builder_new(&a);
    for (const char *s = text; *s; s++) {
        if (!strncmp(s, "supply = 22 degC", 16)) builder_text(&b, "reset = inlet\ninlet_target = 25 degC\n");
        builder_format(&b, "%c", *s);
    }
    struct toy t;
    assert_true(!toy_read(&t, arena_format(&a, "%s%s", b.s, six_kw)));
    toy_free(&t);
    toy_make(&t, arena_format(&a, "%s%sleaving = 20 degC\n", b.s, six_kw), 12, 5, 0);
    const struct block *x = toy_hour(&t, false);
    double q_w = x->cool_heat_w[1][0] / 10, rise_k = flow_air_rise_k(10e3 - q_w, .8, 25, 101325);
    assert_near(x->quantity[Q_INLET_C][0], 25, 1e-8);
    assert_near(x->quantity[Q_SUPPLY_C][0], 25 - .1 / .9 * rise_k, 1e-8);
    toy_free(&t);
    arena_free(&a);
}

/* Half of the racks have doors; fans of doors and what pressure adds to the servers' are
   drawn and are heat. */
static void half_of_the_racks(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct toy t = make(20, six_kw), half;
    double all_w = toy_hour(&t, false)->cool_heat_w[1][0];
    toy_free(&t);
    half = make(20, "count = 5\ncapacity = 6 kW\nrated_air = 36 degC\nrated_water = 20 degC\n"
                    "rated_water_rise = 6 K\nfan_power = 0.2 kW\nfan_exponent = 3\n"
                    "from = utility.grid\nserver_fan = 20 %\n");
    const struct block *b = toy_hour(&half, false);
    assert_within(b->cool_heat_w[1][0] / all_w, .5, .02); /* the inlet is a little warmer */
    assert_near(b->cool_fan_w[1][0], 5 * 200, 1e-9);
    assert_near(b->quantity[Q_ROOM_FAN_W][0], 3000, 1e-9);
    assert_near(b->quantity[Q_SERVER_FAN_W][0], 10 * 1000 * (1 + .2 / 2), 1e-9);
    assert_near(b->quantity[Q_AIR_HEAT_W][0], b->quantity[Q_IT_W][0] + 3000, 1e-9);
    assert_true(b->quantity[Q_HEAT_RESIDUAL][0] < 1e-12);
    toy_free(&half);
    arena_free(&a);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    assert_true(is_refused("count = 11\ncapacity = 6 kW\n"));
    assert_true(is_refused("count = 10\ncapacity = 6 kW\nrated_water = 36 degC\n"));
    assert_true(is_refused(arena_format(&a, "%sfan_power = 1 kW\n", six_kw))); /* no from */
    assert_true(is_refused(arena_format(&a, "%s[reardoor e]\nrack = r\nrejects_to = loop.w\n"
                                            "airflow = 0.8 m3/s\n%s", six_kw, six_kw)));
    assert_true(!is_refused(six_kw));
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_a_part_of_the_exhaust),
        cmocka_unit_test(effectiveness_follows_the_airflow),
        cmocka_unit_test(never_below_what_is_wanted),
        cmocka_unit_test(warm_water_takes_nothing),
        cmocka_unit_test(inlets_on_target),
        cmocka_unit_test(half_of_the_racks),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
