/* Coolant units in a plant: approach, flow, pressure and what they mean to chips. */

#include "toy_site.h"

#include <stdio.h>
#include <string.h>

#include "physics/liquid_exchanger.h"
#include "plan/limits.h"

/* 80 kW of plates, 120 L/min asked for; one kilowatt a chip at 0.03 K/W. */
static const char site[] =
    "[room hall]\nsupply = 22 degC\nrecirculation = 0 %%\nbypass = 0 %%\n"
    "[crac a]\nairflow = 9 m3/s\nfan_power = 0 kW\ncapacity = 60 kW\ncop = 4\nfrom = utility.grid\n"
    "[server s]\ncount = 10\nroom = hall\nfrom = utility.grid\nleakage = 0 %%/K\nairflow = 0.1 m3/s\n"
    "power_idle = 10 kW\npower_typical = 10 kW\npower_maximum = 10 kW\nliquid_capture = 80 %%\n"
    "accelerators = 8\naccelerator_power = 1000 W\nplate_resistance = 0.03 K/W\ncdu = c\n"
    "chip_limit = 85 degC\nplate_flow = 1.5 L/min/kW\ncoolant_max = 45 degC\n%s"
    "[cdu c]\nrejects_to = loop.f\nsupply = 40 degC\ncapacity = 50 kW\ncount = 2\nneeded = 1\n"
    "approach = 4 K\nflow = 1.5 L/min/kW\nhead = 300 kPa\npump = constant\nfrom = utility.grid\n%s"
    "[loop f]\nsupply = 35 degC\nhead = 100 kPa\npump = constant\n"
    "from = utility.grid\nrejects_to = drycooler.d\n%s"
    "[drycooler d]\ncapacity = 200 kW\nair = 25 degC\nwater_in = 44 degC\nwater_out = 36 degC\n"
    "airflow = 20 m3/s\nfan_power = 3 kW\nfrom = utility.grid\n";

#define LOOP "rise = 9 K\ndesign_heat = 100 kW\n"

static void make(struct toy *t, const char *server, const char *cdu, const char *loop, double t_c)
{
    struct arena a = arena_new(NULL);
    toy_make(t, arena_format(&a, site, server, cdu, loop), 12, t_c, 5);
    arena_free(&a);
}

static void limits(struct toy *t, struct result *r)
{
    struct year *design = toy_year(t, true);
    struct limits_case c = {&t->site, t->plant, &t->racks, &t->design, design, &t->weather.calendar,
                            1,        NULL};
    *r = (struct result){0};
    limits_find(&c, r, &t->arena);
}

static const struct limit *find(const struct result *r, const char *element, const char *resource,
                                const char *state)
{
    for (int i = 0; i < r->n_limit; i++) {
        const struct limit *l = &r->limit[i];
        if (!strcmp(l->element, element) && !strcmp(l->resource, resource) &&
            !strcmp(l->state, state))
            return l;
    }
    return NULL;
}

/* Units share the water that the loop has: 100 kW over 9 K is more than they take at their
   rating, so the rating's approach holds in proportion to the heat; half the flow is
   less, and the exchanger says what that costs. */
static void approach_follows_the_loops_water(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "", "", LOOP, 33);
    const struct block *b = toy_hour(&t, true);
    double heat_w = b->cdu_heat_w[0][0], water_c = b->loop_supply_c[0][0];
    assert_near(plant_cdu_water(t.plant, 0, t.plant->normal.alive), 1, 0);
    assert_near(b->cdu_supply_c[0][0], water_c + 4 * heat_w / 100e3, 1e-9);
    toy_free(&t);
    make(&t, "", "", "rise = 19 K\ndesign_heat = 100 kW\n", 33);
    b = toy_hour(&t, true);
    struct stream hot = {fluid_at(.25, 40), 75 / 60e3}, cold = {fluid_at(0, 36), 75 / 60e3};
    hot.fluid = fluid_at(.25, 40 + 25e3 / stream_w_k(&hot));
    cold.fluid = fluid_at(0, 36 + 25e3 / stream_w_k(&cold));
    struct liquid_exchanger x = liquid_exchanger_size(50e3, 4, &hot, &cold);
    double ratio = 100e3 / 19 / (2 * stream_w_k(&cold));
    cold.flow_m3_s *= ratio;
    heat_w = b->cdu_heat_w[0][0];
    double want_k = liquid_exchanger_k_w(&x, &hot, &cold) * heat_w / 2;
    assert_near(plant_cdu_water(t.plant, 0, t.plant->normal.alive), ratio, 1e-12);
    assert_within(b->cdu_supply_c[0][0] - b->loop_supply_c[0][0], want_k, 1e-4);
    assert_true(want_k > 8);
    toy_free(&t);
}

/* Water 9 K below the coolant passes more than the rated heat: capacity goes with the
   approach, as far as capacity_max. */
static void capacity_goes_with_the_approach(void **state)
{
    (void)state;
    static const double max_kw[] = {50, 70, 100},
                        want_kw[] = {100, 2 * 5. / 4 * 50, 2 * 5. / 4 * 50};
    for (int i = 0; i < 3; i++) {
        struct toy t;
        char cdu[64];
        snprintf(cdu, sizeof cdu, "capacity_max = %g kW\n", max_kw[i]);
        make(&t, "", cdu, LOOP, 5);
        const struct block *b = toy_hour(&t, true);
        assert_near(b->loop_supply_c[0][0], 35, 1e-12);
        assert_near(b->cdu_capacity_w[0][0], want_kw[i] * 1000, 2e-4);
        toy_free(&t);
    }
}

/* 10 servers at 8 kW and 1.5 L/min/kW ask for 120 L/min; units of 80 L/min have 160, one
   of them 80, which brings two thirds of the flow and R (3/2)^0.5. */
static void flow_of_a_lost_unit_heats_chips(void **state)
{
    (void)state;
    struct toy t;
    struct result r;
    make(&t, "", "flow_max = 80 L/min\n", LOOP, 5);
    limits(&t, &r);
    const struct limit *l = find(&r, "cdu.c", "coolant flow", "normal");
    assert_near(l->used, 120, 1e-9);
    assert_near(l->limit, 160, 1e-9);
    l = find(&r, "cdu.c", "coolant flow", "one cdu.c lost");
    assert_near(l->limit, 80, 1e-9);
    assert_true(l->is_broken);
    assert_near(find(&r, "server.s", "chip temperature", "normal")->used, 40 + 30, 1e-9);
    l = find(&r, "server.s", "chip temperature", "one cdu.c lost");
    double coolant_c = find(&r, "server.s", "coolant temperature", "one cdu.c lost")
                           ? find(&r, "server.s", "coolant temperature", "one cdu.c lost")->used
                           : 40;
    assert_near(l->used, coolant_c + 30 * sqrt(1.5), 1e-9);
    assert_null(find(&r, "cdu.c", "coolant pressure drop", "normal"));
    toy_free(&t);
}

/* 100 kPa at the flow asked for and 20 in the pipes, against pumps that have 200 kPa at 75
   L/min and 300 at none: at 60 each they have 236, at 120 in one 44, and with one the
   flow settles where 100 x^1.9 + 20 x^2 = 300 - 100 (120 x / 75)^2. */
static void pressure_settles_the_flow(void **state)
{
    (void)state;
    struct toy t;
    struct result r;
    make(&t, "pressure_drop = 100 kPa\n",
         "head_available = 200 kPa\nhead_shutoff = 300 kPa\npiping_drop = 20 kPa\n", LOOP, 5);
    limits(&t, &r);
    const struct limit *l = find(&r, "cdu.c", "coolant pressure drop", "normal");
    assert_near(l->used, 120, 1e-9);
    assert_near(l->limit, 236, 1e-9);
    l = find(&r, "cdu.c", "coolant pressure drop", "one cdu.c lost");
    assert_near(l->limit, 44, 1e-9);
    assert_true(l->is_broken);
    double x = find(&r, "cdu.c", "coolant flow", "one cdu.c lost")->limit / 120;
    assert_near(100 * pow(x, 1.9) + 20 * x * x, 300 - 100 * (1.6 * x) * (1.6 * x), 1e-9);
    assert_true(find(&r, "cdu.c", "coolant flow", "normal")->limit > 120);
    toy_free(&t);
}

/* A coil on the loop has its part of the water, a condenser on another has not. */
static void coils_share_the_water(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "", "",
         LOOP "[crac b]\nairflow = 2 m3/s\nfan_power = 0 kW\ncapacity = 40 kW\ncop = 4\n"
              "condenser = water\nrejects_to = loop.g\nfrom = utility.grid\n"
              "[crah c]\nairflow = 5 m3/s\nfan_power = 0 kW\ncapacity = 30 kW\n"
              "rated_return = 60 degC\nrated_water = 35 degC\nrated_water_rise = 10 K\n"
              "rejects_to = loop.f\nfrom = utility.grid\n"
              "[loop g]\nsupply = 30 degC\nrise = 5 K\ndesign_heat = 60 kW\nhead = 100 kPa\n"
              "from = utility.grid\nrejects_to = drycooler.e\n"
              "[drycooler e]\ncapacity = 60 kW\nair = 20 degC\nwater_in = 40 degC\n"
              "water_out = 34 degC\nairflow = 8 m3/s\nfan_power = 1 kW\nfrom = utility.grid\n",
         5);
    int loop = t.plant->cdu[0].loop, other = 1 - loop;
    assert_near(t.plant->loop[loop].coils_w_k, 30e3 / 10, 1e-12);
    assert_near(t.plant->loop[other].coils_w_k, 0, 0);
    double want_w_k = 30e3 / 10 + 2 * t.plant->cdu[0].water_w_k;
    double share = plant_cdu_water(t.plant, loop, t.plant->normal.alive);
    assert_near(share, 100e3 / 9 / want_w_k, 1e-12);
    assert_true(share < 1);
    toy_free(&t);
}

static void servers_without_power_ask_for_none(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "", "", LOOP, 5);
    assert_near(plant_coolant_ask_m3_s(t.plant, 0) * 60e3, 120, 1e-12);
    struct plant dark = *t.plant;
    struct group group = t.plant->group[0];
    group.supplies = 0;
    dark.group = &group;
    assert_near(plant_coolant_ask_m3_s(&dark, 0), 0, 0);
    toy_free(&t);
}

/* 1.2 L/min/kW of facility water by 80 kW and the pump, of 100 kW over 9 K. */
static void facility_water_against_its_loop(void **state)
{
    (void)state;
    struct toy t;
    struct result r;
    make(&t, "", "facility_flow = 1.2 L/min/kW\n", LOOP, 5);
    limits(&t, &r);
    const struct limit *l = find(&r, "loop.f", "water flow", "normal");
    double pump_kw = 2 * 75 / 60e3 * 300 / .6;
    assert_near(l->used, 1.2 * (80 + pump_kw), 1e-9);
    assert_near(l->limit, fluid_flow_m3_s(100e3, 9, 0, 39.5) * 60e3, 1e-9);
    toy_free(&t);
}

/* Chips of 1 kW at 0.06 K/W on 40 degC would be at 100: they throttle at 85 to 750 W, and
   a quarter of 80 accelerators is lost in each of 12 hours. */
static void throttling_is_told_in_accelerator_hours(void **state)
{
    (void)state;
    struct toy t;
    struct result r;
    make(&t, "plate_exponent = 0\ncoolant_class = S40\n", "", LOOP, 5);
    limits(&t, &r);
    assert_null(find(&r, "server.s", "accelerator hours lost", "normal"));
    const struct limit *l = find(&r, "server.s", "coolant class", "normal");
    assert_near(l->used, 40, 1e-9);
    assert_near(l->limit, 40, 0);
    assert_false(l->is_broken);
    assert_non_null(strstr(l->note, "S40 of ASHRAE TC9.9, 5th edition (2021)"));
    assert_non_null(
        strstr(find(&r, "loop.f", "supply temperature", "normal")->note, "no upper limit"));
    struct server *s = t.site.of[KIND_SERVER].item;
    s->plate_k_w = .06;
    assert_true(toy_build(&t));
    limits(&t, &r);
    l = find(&r, "server.s", "accelerator hours lost", "normal");
    assert_near(l->used, 80 * .25 * 12, 1e-9);
    assert_true(l->is_broken);
    assert_near(toy_year(&t, true)->lost_gpu_h, 80 * .25 * 12, 1e-9);
    assert_near(find(&r, "server.s", "chip temperature", "normal")->used, 85, 1e-9);
    toy_free(&t);
}

static void expect_refused(const char *cdu, const char *loop, const char *what)
{
    struct toy t;
    struct arena a = arena_new(NULL);
    bool ok = toy_read(&t, arena_format(&a, site, "", cdu, loop));
    if (ok) {
        toy_weather(&t, 12, 20, 5, 101325);
        ok = toy_build(&t);
    }
    bool is_said = false;
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
    expect_refused("facility_flow = 0.8 L/min/kW\n", LOOP, "no exchanger passes its capacity");
    expect_refused("", "rise = 30 K\ndesign_heat = 10 kW\n", "less than 5 % of the water");
    expect_refused("capacity_max = 40 kW\n", LOOP, "capacity_max is below capacity");
    expect_refused("flow_max = 70 L/min\n", LOOP, "flow_max is below flow times capacity");
    expect_refused("head_available = 200 kPa\nhead_shutoff = 150 kPa\n", LOOP,
                   "head_shutoff is below head_available");
    expect_refused("head_shutoff = 150 kPa\n", LOOP, "head_shutoff needs head_available");
    expect_refused("head_available = 400 kPa\n", LOOP, "head_available is above head");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(approach_follows_the_loops_water),
        cmocka_unit_test(capacity_goes_with_the_approach),
        cmocka_unit_test(flow_of_a_lost_unit_heats_chips),
        cmocka_unit_test(pressure_settles_the_flow),
        cmocka_unit_test(coils_share_the_water),
        cmocka_unit_test(servers_without_power_ask_for_none),
        cmocka_unit_test(facility_water_against_its_loop),
        cmocka_unit_test(throttling_is_told_in_accelerator_hours),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
