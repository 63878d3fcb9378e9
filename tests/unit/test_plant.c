/* Rooms, cooling units and water circuits: the hour against hand calculation. */

#include "toy_site.h"

#include "physics/biquadratic.h"
#include "physics/cooling_tower.h"
#include "physics/flow.h"
#include "sim/outage.h"

static const char servers[] =
    "[server s]\nfrom = utility.grid\ncount = 10\npower_idle = 10 kW\npower_typical = 10 kW\n"
    "power_maximum = 10 kW\nleakage = 0 %/K\nfan_min = 100 %\nfan_load = 100 %\n";

static struct toy make(const char *more, double t_c, double dew_c)
{
    struct toy t;
    struct arena a = arena_new(NULL);
    toy_make(&t, arena_format(&a, "%s%s", servers, more), 12, t_c, dew_c);
    arena_free(&a);
    return t;
}

/* PHYSICS 5.2: supply 18, rise 12 K, recirculation .1: inlet 19.33333. */
static void recirculation_check_values(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    double inlet_c = 18 + .1 / .9 * 12, each_m3_s = flow_air_m3_s(10e3, 12, inlet_c, 101325);
    struct toy t = make(arena_format(&a, "airflow = %.17g m3/s\n[room hall]\nsupply = 18 degC\n"
                                         "recirculation = 10 %%\nbypass = 0 %%\n"
                                         "[crac c]\nairflow = 40 m3/s\nfan_power = 0 kW\n"
                                         "capacity = 200 kW\ncop = 4\nfrom = utility.grid\n",
                                     each_m3_s), 20, 10);
    const struct block *b = toy_hour(&t, false);
    assert_within(b->quantity[Q_INLET_C][0], 19.33333, 1e-5);
    assert_near(b->quantity[Q_INLET_C][0], inlet_c, 1e-9);
    assert_near(b->quantity[Q_SUPPLY_C][0], 18, 1e-12);
    toy_free(&t);
    arena_free(&a);
}

/* Bypass .2 without recirculation: return 27.6, RTI 80 %. */
static void bypass_check_values(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    double each_m3_s = flow_air_m3_s(10e3, 12, 18, 101325);
    struct toy t = make(arena_format(&a, "airflow = %.17g m3/s\n[room hall]\nsupply = 18 degC\n"
                                         "recirculation = 0 %%\nbypass = 20 %%\n"
                                         "[crac c]\nairflow = 20 m3/s\nfan_power = 0 kW\n"
                                         "capacity = 200 kW\ncop = 4\nfrom = utility.grid\n",
                                     each_m3_s), 20, 10);
    const struct block *b = toy_hour(&t, false);
    assert_near(b->quantity[Q_INLET_C][0], 18, 1e-12);
    assert_near(b->room_return_c[0][0], 27.6, 1e-9);
    assert_near(b->room_air_m3_s[0][0] / b->room_unit_m3_s[0][0], .8, 1e-9);
    toy_free(&t);
    arena_free(&a);
}

/* Units that move less air than the servers: the rest is their exhaust. */
static void too_little_air_recirculates(void **state)
{
    (void)state;
    struct toy t = make("airflow = 1 m3/s\n[room hall]\nsupply = 18 degC\nrecirculation = 2 %\n"
                        "[crac c]\nairflow = 7.5 m3/s\nfan = constant\nfan_power = 0 kW\n"
                        "capacity = 200 kW\ncop = 4\nfrom = utility.grid\n", 20, 10);
    const struct block *b = toy_hour(&t, false);
    double inlet_c = b->quantity[Q_INLET_C][0];
    double rise_k = flow_air_rise_k(10e3, 1, inlet_c, 101325);
    assert_near(inlet_c, 18 + .25 / .75 * rise_k, 1e-9);
    assert_true(b->flags[0] >> FLAG_AIRFLOW_SHORT & 1);
    toy_free(&t);
}

/* PHYSICS 5.4 at wet bulb 17.8 and 25 degC outdoors: capacity 1.051995, EIR .839806;
   cycling, PLF = 1 - .2 (1 - share).  Condenser fans follow the run time. */
static void direct_expansion_check_values(void **state)
{
    (void)state;
    struct toy t = make("airflow = 0.8 m3/s\n[room hall]\nsupply = 18 degC\n"
                        "[crac c]\nairflow = 20 m3/s\nfan = constant\nfan_power = 2 kW\n"
                        "capacity = 200 kW\ncop = 4\nwet_bulb_min = 17.8 degC\nwet_bulb_max = 17.8 degC\n"
                        "condenser_fan_power = 3 kW\nfrom = utility.grid\n", 25, 10);
    const struct block *b = toy_hour(&t, false);
    const struct cool *c = &t.plant->cool[0];
    double cap = biquadratic(c->cap_ft, 19.44, 35), eir = biquadratic(c->eir_ft, 19.44, 35);
    double share = 102 / (200 * 1.051995 / cap), plf = 1 - .2 * (1 - share);
    assert_near(b->quantity[Q_AIR_HEAT_W][0], 102e3, 1e-9);
    assert_near(b->quantity[Q_COOLING_USED][0], share, 1e-6);
    assert_near(b->quantity[Q_COMPRESSOR_W][0], 102e3 / 4 * .839806 / eir / plf, 2e-6);
    assert_near(b->quantity[Q_CONDENSER_FAN_W][0], 3000 * share / plf, 1e-6);
    assert_near(b->quantity[Q_ROOM_FAN_W][0], 2000, 1e-12);
    toy_free(&t);
}

/* A net rating holds the indoor fan in both numbers: 100 kW net with 4 kW of fan and
   3 kW of condenser fan at net COP 4 is 104 kW gross at 104 / (25 - 7). */
static void net_rating_is_made_gross(void **state)
{
    (void)state;
    struct toy t = make("airflow = 0.8 m3/s\n[room hall]\nsupply = 18 degC\n"
                        "[crac c]\ncount = 2\nairflow = 10 m3/s\nfan = constant\nfan_power = 4 kW\n"
                        "capacity = 100 kW\ncop = 4\nrating = net\ncondenser_fan_power = 3 kW\n"
                        "wet_bulb_min = 19.44 degC\nwet_bulb_max = 19.44 degC\nplf_slope = 0\n"
                        "from = utility.grid\n", 35, 10);
    const struct block *b = toy_hour(&t, false);
    assert_near(b->quantity[Q_AIR_HEAT_W][0], 108e3, 1e-9);
    assert_near(b->quantity[Q_COOLING_USED][0], 108. / 208, 1e-9);
    assert_near(b->quantity[Q_COMPRESSOR_W][0], 108e3 * 18 / 104, 1e-9);
    toy_free(&t);
}

/* Variable fans of n units that share: the servers' flow over (1 - bypass), power n (r)^2.7. */
static void fans_follow_the_servers(void **state)
{
    (void)state;
    struct toy t = make("airflow = 0.8 m3/s\n[room hall]\nsupply = 18 degC\nrecirculation = 10 %\n"
                        "bypass = 20 %\n[crac c]\ncount = 3\nairflow = 6 m3/s\nfan_power = 5 kW\n"
                        "capacity = 100 kW\ncop = 4\nfrom = utility.grid\n", 20, 10);
    const struct block *b = toy_hour(&t, false);
    double ratio = 8 * .9 / .8 / 18;
    assert_near(b->quantity[Q_ROOM_FAN_W][0], 15000 * pow(ratio, 2.7), 1e-4);
    toy_free(&t);
}

static const char fresh[] =
    "airflow = 0.8 m3/s\n[room hall]\nsupply = 20 degC\n"
    "[ahu f]\nairflow = 20 m3/s\nfan_power = 2 kW\nfrom = utility.grid\n"
    "[crac c]\nairflow = 20 m3/s\nfan_power = 2 kW\ncapacity = 200 kW\ncop = 4\nfrom = utility.grid\n";

static void fresh_air_replaces_the_compressor(void **state)
{
    (void)state;
    struct toy t = make(fresh, 12, 8);
    const struct block *b = toy_hour(&t, false);
    assert_true(b->quantity[Q_COMPRESSOR_W][0] == 0);
    assert_near(b->quantity[Q_FREE_HEAT_W][0], b->quantity[Q_AIR_HEAT_W][0], 1e-12);
    toy_free(&t);
    t = make(fresh, 20, 18); /* too damp: shut */
    b = toy_hour(&t, false);
    assert_true(b->quantity[Q_FREE_HEAT_W][0] == 0 && b->quantity[Q_COMPRESSOR_W][0] > 0);
    toy_free(&t);
    t = make(fresh, 24, 8); /* warmer than supply, cooler than return: a part of it */
    b = toy_hour(&t, false);
    assert_true(b->quantity[Q_FREE_HEAT_W][0] > 0 && b->quantity[Q_COMPRESSOR_W][0] > 0);
    toy_free(&t);
}

/* A little above the setpoint, and nothing worse, is all that can become of it. */
static void fresh_air_alone_is_as_warm_as_outdoors(void **state)
{
    (void)state;
    struct toy t = make("airflow = 0.8 m3/s\n[room hall]\nsupply = 20 degC\nrecirculation = 0 %\n"
                        "[ahu f]\nairflow = 20 m3/s\nfan_power = 2 kW\nfrom = utility.grid\n", 20.1, 8);
    const struct block *b = toy_hour(&t, false);
    assert_near(b->quantity[Q_INLET_C][0], 20.1, 1e-9);
    assert_near(b->quantity[Q_IT_W][0], 100e3, 1e-9);
    assert_true(b->quantity[Q_TRIPPED][0] == 0);
    toy_free(&t);
}

/* cold: the loop behind the exchanger. */
#define WATER(cold) \
    "airflow = 0.8 m3/s\n[room hall]\nsupply = 22 degC\n" \
    "[crah a]\nairflow = 20 m3/s\nfan_power = 2 kW\ncapacity = 250 kW\nrejects_to = loop.chw\n" \
    "from = utility.grid\n" \
    "[loop chw]\nsupply = 16 degC\ndesign_heat = 110 kW\nhead = 200 kPa\n" \
    "rejects_to = economizer.e, chiller.ch\nfrom = utility.grid\n[economizer e]\nrejects_to = loop." cold "\n" \
    "effectiveness = 80 %\n" \
    "[chiller ch]\ncondenser = water\nrejects_to = loop.cw\ncapacity = 150 kW\ncop = 5.5\n" \
    "cap_ft = .257896, .0389016, -2.1708e-4, .0468684, -9.4284e-4, -3.4344e-4\n" \
    "eir_ft = .933884, -.058212, 4.50036e-3, 2.43e-3, 4.86e-4, -1.215e-3\n" \
    "eir_plr = .222903, .313387, .46371\nfrom = utility.grid\n" \
    "[loop cw]\nsupply = 6 degC\ndesign_heat = 140 kW\nhead = 150 kPa\nrejects_to = tower.t\n" \
    "from = utility.grid\n[tower t]\ncapacity = 200 kW\nfan_power = 3 kW\nfrom = utility.grid\n"

static const char water[] = WATER("cw");

static void economizer_goes_before_the_chiller(void **state)
{
    (void)state;
    struct toy t = make(water, 2, -3);
    const struct block *b = toy_hour(&t, false);
    assert_true(b->quantity[Q_CHILLER_W][0] == 0);
    assert_near(b->quantity[Q_SUPPLY_C][0], 22, 1e-9);
    assert_true(b->quantity[Q_FREE_HEAT_W][0] > b->quantity[Q_AIR_HEAT_W][0]);
    toy_free(&t);
    t = make(water, 34, 24);
    b = toy_hour(&t, false);
    double all_w = b->quantity[Q_CHILLER_W][0];
    assert_true(all_w > 0);
    /* the condenser pump's own heat is no free cooling */
    assert_within(b->quantity[Q_FREE_HEAT_W][0], 0, 1e-3);
    toy_free(&t);
    t = make(water, 16, 12); /* in between both work, and the chiller less */
    b = toy_hour(&t, false);
    assert_true(b->quantity[Q_CHILLER_W][0] > 0 && b->quantity[Q_CHILLER_W][0] < all_w);
    assert_true(b->quantity[Q_FREE_HEAT_W][0] > 1000);
    toy_free(&t);
}

/* The same with a tower for the exchanger alone: at rest it is not a source of cold. */
static void economizer_with_its_own_tower_rests(void **state)
{
    (void)state;
    static const char text[] = WATER("free")
        "[loop free]\nsupply = 6 degC\ndesign_heat = 140 kW\nhead = 10 kPa\n"
        "rejects_to = tower.f\nfrom = utility.grid\n"
        "[tower f]\ncapacity = 200 kW\nfan_power = 3 kW\nfrom = utility.grid\n";
    struct toy t = make(text, 30, 22);
    const struct block *b = toy_hour(&t, false);
    assert_true(!(b->flags[0] & 1u << FLAG_NOT_CONVERGED));
    assert_true(b->quantity[Q_FREE_HEAT_W][0] == 0 && b->quantity[Q_CHILLER_W][0] > 0);
    toy_free(&t);
    t = make(text, 4, 0);
    b = toy_hour(&t, false);
    assert_true(!(b->flags[0] & 1u << FLAG_NOT_CONVERGED));
    assert_true(b->quantity[Q_FREE_HEAT_W][0] > 0 && b->quantity[Q_CHILLER_W][0] == 0);
    toy_free(&t);
}

/* B38: half the heat, half the water.  In damp air all the heat leaves as vapour, less what
   warms the air. */
static void tower_water_follows_the_heat_b38(void **state)
{
    (void)state;
    struct toy t = make(water, 24, 23.5);
    const struct block *b = toy_hour(&t, false);
    double cycles = site_tower(&t.site, 0)->cycles, full = b->quantity[Q_WATER_KG_S][0];
    double heat_w = b->quantity[Q_HEAT_REJECTED_W][0];
    double all = heat_w / 2.43e6 * cycles / (cycles - 1);
    assert_true(full > .65 * all && full < all);
    struct server *s = t.site.of[KIND_SERVER].item;
    s->part.count = 5;
    assert_true(toy_build(&t));
    b = toy_hour(&t, false);
    double share = b->quantity[Q_HEAT_REJECTED_W][0] / heat_w;
    assert_within(b->quantity[Q_WATER_KG_S][0] / full, share, .04);
    assert_true(share < .55);
    toy_free(&t);
}

static const char tower_alone[] =
    "airflow = 0.5 m3/s\n[room hall]\nsupply = 30 degC\ncontainment = cold-aisle\n"
    "[crah a]\ncount = 2\nairflow = 20 m3/s\nfan_power = 2 kW\ncapacity = 250 kW\nrejects_to = loop.cw\n"
    "from = utility.grid\n[loop cw]\nsupply = %g degC\ndesign_heat = 140 kW\nhead = 150 kPa\n"
    "rejects_to = tower.t\nfrom = utility.grid\n[tower t]\ncapacity = 200 kW\nfan_power = 3 kW\n"
    "from = utility.grid\n";

/* The year's own tower against physics/cooling_tower, which stands on published points. */
static void check_tower(double set_c, double t_c, double dew_c, bool is_full)
{
    struct arena a = arena_new(NULL);
    struct toy t = make(arena_format(&a, tower_alone, set_c), t_c, dew_c);
    const struct block *b = toy_hour(&t, false);
    const struct plant_loop *l = &t.plant->loop[0];
    const struct sink *s = &t.plant->sink[0];
    double heat_w = b->sink_heat_w[0][0], supply_c = b->loop_supply_c[0][0];
    double flow_w_k = l->capacity_w_k * b->loop_ratio[0][0], in_c = supply_c + heat_w / flow_w_k;
    double flow = flow_w_k / (s->tower.water_kg_s * s->tower.water_cp_j_kg_k);
    double wb_c = t.weather.wb_c[0], air = 1;
    assert_int_equal(supply_c > set_c + 1e-9, is_full);
    if (!is_full)
        air = cooling_tower_air_ratio(&s->tower, flow, in_c, supply_c, wb_c, 101325);
    struct cooling_tower_point at = cooling_tower_at(&s->tower, flow, air, in_c, wb_c, 101325);
    assert_near(at.water_out_c, supply_c, 2e-3);
    assert_within(at.heat_w, heat_w, 1e-3);
    assert_within(b->sink_power_w[0][0], 3000 * flow_power_of(air, s->t->fan_exponent), 3e-3);
    toy_free(&t);
    arena_free(&a);
}

static void tower_is_that_of_physics(void **state)
{
    (void)state;
    check_tower(6, 30, 24, true);
    check_tower(6, 20, 5, true);
    check_tower(6, 12, 11, true);
    check_tower(26, 24, 16, false);
    check_tower(22, 15, 10, false);
    check_tower(24, 30, 12, false);
}

static const char liquid[] =
    "airflow = 0.3 m3/s\nliquid_capture = 70 %\ncdu = c\n[room hall]\nsupply = 22 degC\n"
    "[crac a]\nairflow = 9 m3/s\nfan_power = 1 kW\ncapacity = 90 kW\ncop = 4\nfrom = utility.grid\n"
    "[cdu c]\ncapacity = 100 kW\napproach = 4 K\nsupply = 30 degC\nhead = 250 kPa\n"
    "pump_efficiency = 55 %\npump = constant\nfrom = utility.grid\nrejects_to = loop.f\n"
    "[loop f]\nsupply = 20 degC\nrise = 8 K\ndesign_heat = 100 kW\nhead = 100 kPa\nfrom = utility.grid\n"
    "rejects_to = drycooler.d\n"
    "[drycooler d]\ncapacity = 100 kW\nair = 25 degC\nwater_in = 38 degC\nwater_out = 30 degC\n"
    "airflow = 12 m3/s\nfan_power = 3 kW\nfrom = utility.grid\n";

/* PHYSICS 7: 1.5 L/min/kW, 250 kPa, 55 %: 1.136 % of the heat.  The approach of 4 K
   holds at capacity and falls with the heat; the setpoint holds where water is cold. */
static void coolant_unit_check_values(void **state)
{
    (void)state;
    struct toy t = make(liquid, 5, 0);
    const struct block *b = toy_hour(&t, false);
    assert_within(b->quantity[Q_CDU_PUMP_W][0] / 100e3, .01136, 5e-6);
    assert_near(b->quantity[Q_LIQUID_HEAT_W][0], 70e3, 1e-9);
    assert_near(b->quantity[Q_COOLANT_C][0], 30, 1e-9);
    toy_free(&t);
    t = make(liquid, 32, 18);
    b = toy_hour(&t, false);
    double heat_w = 70e3 + b->quantity[Q_CDU_PUMP_W][0];
    assert_near(b->cdu_supply_c[0][0], b->loop_supply_c[0][0] + 4 * heat_w / 100e3, 1e-9);
    assert_true(b->quantity[Q_COOLANT_C][0] > 36);
    toy_free(&t);
}

/* At its design point the dry cooler rejects its rating with fans at full speed: water
   leaves at 30 when air of 25 takes 100 kW. */
static void dry_cooler_meets_its_design_point(void **state)
{
    (void)state;
    struct toy t = make(liquid, 25, 10);
    struct server *s = t.site.of[KIND_SERVER].item;
    double others_w = 0;
    const struct block *b = toy_hour(&t, false);
    others_w = b->quantity[Q_CDU_PUMP_W][0] + b->loop_pump_w[0][0];
    s->liquid_capture_frac = .9;
    struct loop *l = t.site.of[KIND_LOOP].item;
    l->pump.control = PUMP_CONSTANT;
    b = toy_hour(&t, false);
    others_w = b->quantity[Q_CDU_PUMP_W][0] + b->loop_pump_w[0][0];
    double heat_w = 90e3 + others_w;
    assert_near(b->loop_heat_w[0][0], heat_w, 1e-9);
    /* g (T_in - T_air) with g = 100 kW over 13 K, T_in = supply + heat over flow of 12.5 kW/K */
    assert_within(b->loop_supply_c[0][0], 25 + heat_w * 13 / 100e3 - heat_w / 12.5e3, .02);
    assert_near(b->quantity[Q_DRYCOOLER_FAN_W][0], 3000, 1e-6);
    toy_free(&t);
}

/* Walls: UA (T_out - T_in), both ways. */
static void envelope_gains_and_losses(void **state)
{
    (void)state;
    static const char text[] =
        "airflow = 0.8 m3/s\n[room hall]\nsupply = 20 degC\nrecirculation = 0 %\nenvelope = 100 W/K\n"
        "adjacent_envelope = 50 W/K\nadjacent = 24 degC\n[crac c]\nairflow = 20 m3/s\n"
        "fan_power = 0 kW\ncapacity = 200 kW\ncop = 4\nfrom = utility.grid\n";
    struct toy t = make(text, 35, 10);
    assert_near(toy_hour(&t, false)->quantity[Q_HEAT_GAIN_W][0], 100 * 15 + 50 * 4, 1e-9);
    toy_free(&t);
    t = make(text, -5, -10);
    const struct block *b = toy_hour(&t, false);
    assert_near(b->quantity[Q_HEAT_GAIN_W][0], -100 * 25 + 50 * 4, 1e-9);
    assert_near(b->quantity[Q_AIR_HEAT_W][0], 100e3 - 2300, 1e-9);
    toy_free(&t);
}

/* B62: 700 W for an hour is 0.7 kWh: sums of the year are watt-hours. */
static void watts_over_hours_are_watt_hours_b62(void **state)
{
    (void)state;
    struct toy t;
    toy_make(&t, "[server s]\nfrom = utility.grid\npower_idle = 700 W\npower_typical = 700 W\n"
                 "power_maximum = 700 W\nairflow = 0.1 m3/s\n[room hall]\n"
                 "[crac c]\nairflow = 1 m3/s\nfan_power = 0 kW\ncapacity = 2 kW\ncop = 4\n"
                 "from = utility.grid\n", 12, 20, 10);
    const struct year *y = toy_year(&t, false);
    assert_near(y->site.stat[Q_IT_W].month_sum[0] / 1000, .7, 1e-12);
    assert_near(y->site.stat[Q_IT_W].sum / 1000, 8.4, 1e-12);
    toy_free(&t);
}

/* A transfer switch has no count: it is one, and lives when nothing is lost. */
static void transfer_switches_are_one_unit(void **state)
{
    (void)state;
    const char *const kind[] = {"ats", "sts"};
    for (int i = 0; i < 2; i++) {
        struct toy t;
        struct arena a = arena_new(NULL);
        toy_make(&t, arena_format(&a,
                                  "[server s]\nfrom = %s.t\npower_idle = 10 kW\npower_typical = 10 kW\n"
                                  "power_maximum = 10 kW\nairflow = 1 m3/s\n"
                                  "[%s t]\nfrom = utility.grid\nrated_power = 20 kW\nsquare_loss = 4 %%\n"
                                  "[room hall]\n[crac c]\nairflow = 2 m3/s\nfan_power = 0 kW\n"
                                  "capacity = 20 kW\ncop = 4\nfrom = utility.grid\n", kind[i], kind[i]),
                 12, 20, 10);
        const struct outage *o = outage_make(t.plant, NULL, 0, &t.arena);
        for (int e = 0; e < t.plant->n_elem; e++) assert_false(o->dead[e]);
        assert_int_equal(o->tap_supplies[0], 1);
        const struct block *b = toy_hour(&t, false);
        assert_near(b->quantity[Q_PDU_LOSS_W][0], pow(b->quantity[Q_IT_W][0], 2) * .04 / 20e3, 1e-9);
        toy_free(&t);
        arena_free(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recirculation_check_values),
        cmocka_unit_test(bypass_check_values),
        cmocka_unit_test(too_little_air_recirculates),
        cmocka_unit_test(direct_expansion_check_values),
        cmocka_unit_test(net_rating_is_made_gross),
        cmocka_unit_test(fans_follow_the_servers),
        cmocka_unit_test(fresh_air_replaces_the_compressor),
        cmocka_unit_test(fresh_air_alone_is_as_warm_as_outdoors),
        cmocka_unit_test(economizer_goes_before_the_chiller),
        cmocka_unit_test(economizer_with_its_own_tower_rests),
        cmocka_unit_test(tower_water_follows_the_heat_b38),
        cmocka_unit_test(tower_is_that_of_physics),
        cmocka_unit_test(coolant_unit_check_values),
        cmocka_unit_test(dry_cooler_meets_its_design_point),
        cmocka_unit_test(envelope_gains_and_losses),
        cmocka_unit_test(watts_over_hours_are_watt_hours_b62),
        cmocka_unit_test(transfer_switches_are_one_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
