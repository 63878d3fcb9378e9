/* Servers in tanks: single-phase oil that takes nearly all their heat, supplies included. */

#include "toy_site.h"

#include <stdio.h>
#include <string.h>

#include "plan/limits.h"

/* A tank of 100 kW at 8 K, oil of 820 kg/m3, pump of 60 kPa at 3 L/min/kW, 99 % to the oil;
   facility water from dry coolers. */
static const char site[] =
    "[room hall]\nsupply = 24 degC\nrecirculation = 0 %%\nbypass = 0 %%\n"
    "[crac a]\nairflow = 1 m3/s\nfan_power = 0.1 kW\ncapacity = 8 kW\ncop = 4\n"
    "from = utility.grid\n"
    "[psu p]\nrated_power = 3 kW\nefficiency = 10 %%: 96 %%, 50 %%: 96 %%, 100 %%: 96 %%\n"
    "[server s]\ncount = 40\nroom = hall\nfrom = utility.grid\npsu = p\npsu_count = 1\n"
    "power_idle = 1 kW\npower_typical = 2 kW\npower_maximum = 2.4 kW\n"
    "accelerators = 4\naccelerator_power = 400 W\nplate_resistance = 0.05 K/W\nplate_flow = 3 L/min/kW\ncdu = t\n"
    "inlet_max = 50 degC\nchip_limit = 90 degC\nfan_power = 0 W\n%s"
    "[cdu t]\nrejects_to = loop.f\nsupply = 40 degC\ncapacity = 100 kW\napproach = 8 K\n"
    "flow = 3 L/min/kW\nfacility_flow = 1.5 L/min/kW\nhead = 60 kPa\npump_efficiency = 50 %%\n"
    "from = utility.grid\n%s"
    "[loop f]\nsupply = 30 degC\nrise = 9 K\ndesign_heat = 105 kW\nhead = 120 kPa\n"
    "from = utility.grid\nrejects_to = drycooler.d\n"
    "[drycooler d]\ncapacity = 120 kW\nair = 25 degC\nwater_in = 44 degC\nwater_out = 36 degC\n"
    "airflow = 10 m3/s\nfan_power = 2.4 kW\nfrom = utility.grid\n";

#define IMMERSED "liquid_by = immersion\nliquid_capture = 99 %\nleakage = 0 %/K\n"
#define OIL                                                                                        \
    "fluid = dielectric\nfluid_density = 820 kg/m3\nfluid_heat_capacity = 2.15 kJ/kg/K\n"          \
    "fluid_viscosity = 8.5 mm2/s\nfluid_conductivity = 0.135 W/m/K\n"

static void make(struct toy *t, const char *server, double t_c)
{
    struct arena a = arena_new(NULL);
    toy_make(t, arena_format(&a, site, server, OIL), 12, t_c, 5);
    arena_free(&a);
}

/* 99 of a hundred watts of the input, losses of the supplies too, go to the oil; the rest
   to the room, which moves no air through servers. */
static void oil_takes_all_heat(void **state)
{
    (void)state;
    struct toy t;
    make(&t, IMMERSED, 20);
    const struct block *b = toy_hour(&t, false);
    double it_w = 40 * b->group_w[0][0];
    assert_near(it_w, 80e3, 1e-9);
    assert_near(40 * b->group_liquid_w[0][0], .99 * it_w, 1e-12);
    assert_near(b->room_loss_w[0][0], .01 * it_w, 1e-12);
    assert_near(b->room_inlet_c[0][0], 24, 1e-12);
    assert_near(b->cdu_supply_c[0][0], 40, 1e-12);
    /* electronics at typical power and at the maximum are 0.96 of the input */
    assert_near(b->group_chip_c[0][0], 40 + .05 * 400 * 2 / 2.4, 1e-9);
    struct year *y = toy_year(&t, false);
    double facility = y->site.stat[Q_FACILITY_W].sum, of_it = y->site.stat[Q_IT_W].sum;
    assert_true(facility / of_it > 1.02 && facility / of_it < 1.03);
    assert_true(y->site.stat[Q_HEAT_RESIDUAL].max < 1e-9 &&
                y->site.stat[Q_ENERGY_RESIDUAL].max < 1e-9);
    toy_free(&t);
}

/* The same oil in the rating and here: warm water, and the approach is the rating's in
   proportion to the heat, with the flow that follows it. */
static void approach_is_the_tanks(void **state)
{
    (void)state;
    struct toy t;
    make(&t, IMMERSED, 33);
    const struct block *b = toy_hour(&t, true);
    double heat_w = b->cdu_heat_w[0][0], above_k = b->cdu_supply_c[0][0] - b->loop_supply_c[0][0];
    assert_true(b->cdu_supply_c[0][0] > 40);
    assert_within(above_k, 8 * heat_w / 100e3, .15);
    toy_free(&t);
}

/* What an air-cooled box calls its inlet is the oil here: it leaks and trips by it. */
static void inlet_is_the_oil(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "liquid_by = immersion\nliquid_capture = 99 %\nleakage = 1 %/K\n", 20);
    const struct block *b = toy_hour(&t, false);
    double warm =
        1 + .01 * (40 - ((const struct server *)t.site.of[KIND_SERVER].item)->fan_inlet_low_c);
    assert_near(40 * b->group_w[0][0], 80e3 * warm, 1e-9);
    struct year *design = toy_year(&t, true);
    struct limits_case c = {&t.site, t.plant, &t.racks, &t.design, design, &t.weather.calendar,
                            1,       NULL};
    struct result r = {0};
    limits_find(&c, &r, &t.arena);
    bool is_found = false;
    for (int i = 0; i < r.n_limit; i++) {
        const struct limit *l = &r.limit[i];
        if (strcmp(l->element, "server.s") || strcmp(l->resource, "inlet temperature")) continue;
        assert_near(l->used, 40, 1e-9);
        assert_near(l->limit, 50, 0);
        is_found = true;
    }
    assert_true(is_found);
    toy_free(&t);
    make(&t, "liquid_by = immersion\nliquid_capture = 99 %\ninlet_trip = 50 degC\n", 20);
    struct server *s = t.site.of[KIND_SERVER].item;
    s->inlet_trip_c = 39;
    assert_true(toy_build(&t));
    assert_near(toy_hour(&t, false)->group_w[0][0], 0, 0);
    toy_free(&t);
}

static void expect_refused(const char *server, const char *cdu, const char *what)
{
    struct toy t;
    struct arena a = arena_new(NULL);
    bool ok = toy_read(&t, arena_format(&a, site, server, cdu)), is_said = false;
    for (int i = 0; i < t.ds.n && i < DIAG_STORED; i++)
        is_said |= strstr(message_text(&t.arena, &t.ds.item[i].what, NULL), what) != NULL;
    if (ok || !is_said) toy_print(&t);
    assert_false(ok);
    assert_true(is_said);
    toy_free(&t);
    arena_free(&a);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    expect_refused("liquid_by = immersion\n", OIL, "gives no heat to liquid");
    expect_refused(IMMERSED "airflow = 100 cfm\n", OIL, "has fans");
    expect_refused(IMMERSED, "", "immersed in water");
    expect_refused(IMMERSED, "fluid = dielectric\n", "its fluid is not known");
    expect_refused("airflow = 100 cfm\n", "fluid_density = 820 kg/m3\n", "tells of a fluid");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oil_takes_all_heat),
        cmocka_unit_test(approach_is_the_tanks),
        cmocka_unit_test(inlet_is_the_oil),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
