/* Power supplies: the points of the data sheet, what lies between, sharing. */

#include "toy_site.h"

#include <stdio.h>

#include "model/psu.h"

/* 80 PLUS at 230 V, redundant: 10, 20, 50, 100 % of load. */
static const double titanium[] = {.90, .94, .96, .91};
static double load[] = {.1, .2, .5, 1}, bronze_y[] = {.75, .81, .85, .81};

static double eta(const struct table *loss, double x)
{
    return x / (x + table_at(loss, x));
}

static void efficiency_points_are_hit_exactly(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    double y[4];
    for (int i = 0; i < 4; i++) y[i] = titanium[i];
    struct psu p = {.rated_w = 1000, .efficiency = {4, load, y}};
    struct table t = psu_loss_table(&p, &a);
    for (int i = 0; i < 4; i++) assert_near(eta(&t, load[i]), titanium[i], 1e-12);
    struct psu bronze = {.rated_w = 1000, .efficiency = {4, load, bronze_y}};
    t = psu_loss_table(&bronze, &a);
    for (int i = 0; i < 4; i++) assert_near(eta(&t, load[i]), bronze_y[i], 1e-12);
    arena_free(&a);
}

/* Steffen: no overshoot, monotone between the points. */
static void curve_does_not_overshoot(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    double y[4];
    for (int i = 0; i < 4; i++) y[i] = titanium[i];
    struct psu p = {.rated_w = 1000, .efficiency = {4, load, y}};
    struct table t = psu_loss_table(&p, &a);
    for (double x = .1; x < .499; x += .005) assert_true(eta(&t, x + .005) >= eta(&t, x) - 1e-12);
    for (double x = .5; x < .999; x += .005) assert_true(eta(&t, x + .005) <= eta(&t, x) + 1e-12);
    /* below the first point the loss in watts stays; without load there is still one */
    assert_near(table_at(&t, 0), .1 / .9 - .1, 1e-12);
    assert_near(table_at(&t, .05), .1 / .9 - .1, 1e-12);
    /* beyond the last its efficiency stays */
    assert_near(eta(&t, 1.5), .91, 1e-9);
    arena_free(&a);
}

/* Points off the table's grid come close enough to be shown. */
static void odd_points_are_hit_closely(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    double x[] = {.1033, .2217, .5561, .9931}, y[] = {.90, .94, .96, .91};
    struct psu p = {.rated_w = 1000, .efficiency = {4, x, y}};
    struct table t = psu_loss_table(&p, &a);
    for (int i = 0; i < 4; i++) assert_near(eta(&t, x[i]), y[i], 1e-3);
    arena_free(&a);
}

static void output_inverts_the_loss(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    double y[4];
    for (int i = 0; i < 4; i++) y[i] = titanium[i];
    struct psu p = {.rated_w = 1000, .efficiency = {4, load, y}};
    struct table t = psu_loss_table(&p, &a);
    assert_near(psu_output_w(&p, &t, 2, 1000 / .96), 1000, 1e-9);
    assert_near(psu_output_w(&p, &t, 4, 800 / .94), 800, 1e-9);
    assert_near(psu_output_w(&p, &t, 1, 1000 / .91), 1000, 1e-9);
    arena_free(&a);
}

static const char site[] =
    "[room hall]\nsupply = 20 degC\nrecirculation = 0 %\nbypass = 0 %\n"
    "[crac c]\nserves = hall\nairflow = 50 m3/s\nfan_power = 0 kW\ncapacity = 90 kW\ncop = 4\n"
    "from = utility.grid\n[psu p]\nrated_power = 1000 W\n"
    "efficiency = 10 %: 90 %, 20 %: 94 %, 50 %: 96 %, 100 %: 91 %\n"
    "[server s]\nfrom = utility.grid\nairflow = 1 m3/s\nleakage = 0 %/K\npsu = p\npsu_count = 2\n"
    "power_idle = 100 W\n";

static double supply_loss_w(const char *more)
{
    struct toy t;
    struct arena a = arena_new(NULL);
    toy_make(&t, arena_format(&a, "%s%s", site, more), 12, 20, 10);
    double w = toy_hour(&t, false)->quantity[Q_PSU_LOSS_W][0];
    toy_free(&t);
    arena_free(&a);
    return w;
}

/* Two share 1000 W out of 1000 / .96 in; one of two in cold standby gives it alone. */
static void sharing_and_cold_standby(void **state)
{
    (void)state;
    char text[160];
    snprintf(text, sizeof text, "power_typical = %.17g W\npower_maximum = 1900 W\n", 1000 / .96);
    assert_near(supply_loss_w(text), 1000 / .96 - 1000, 1e-9);
    snprintf(text, sizeof text, "power_typical = %.17g W\npower_maximum = 1900 W\n"
             "psu_mode = cold-standby\npsu_needed = 1\n", 1000 / .91);
    assert_near(supply_loss_w(text), 1000 / .91 - 1000, 1e-9);
}

/* PHYSICS 3: DGX H100, 10.2 kW on 6, 5 and 4 supplies of 3.3 kW. */
static void load_per_supply_check_values(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    double x[] = {.1, 1}, y[] = {1, 1};
    struct psu p = {.rated_w = 3300, .efficiency = {2, x, y}};
    struct table t = psu_loss_table(&p, &a);
    static const double share[] = {.5152, .6182, .7727};
    for (int k = 6; k >= 4; k--)
        assert_within(psu_output_w(&p, &t, k, 10200) / (k * 3300), share[6 - k], 5e-5);
    arena_free(&a);
}

/* With too few supplies the server is capped at what they give. */
static void too_few_supplies_cap_the_server(void **state)
{
    (void)state;
    struct toy t;
    struct arena a = arena_new(NULL);
    toy_make(&t, arena_format(&a, "%spower_typical = 1600 W\npower_maximum = 1600 W\n", site), 12, 20, 10);
    struct state one = plant_state_without(t.plant, t.plant->alive_group, 1, &t.arena);
    struct block *b = block_new(t.plant, &t.arena);
    block_solve(t.plant, &one, &t.normal, 0, 1, b);
    assert_near(b->quantity[Q_IT_W][0], 1000 / .91, 1e-9);
    assert_true(b->flags[0] >> FLAG_SUPPLY_UNIT & 1);
    assert_true(b->quantity[Q_THROTTLED][0] > .2);
    toy_free(&t);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(efficiency_points_are_hit_exactly),
        cmocka_unit_test(curve_does_not_overshoot),
        cmocka_unit_test(odd_points_are_hit_closely),
        cmocka_unit_test(output_inverts_the_loss),
        cmocka_unit_test(sharing_and_cold_standby),
        cmocka_unit_test(load_per_supply_check_values),
        cmocka_unit_test(too_few_supplies_cap_the_server),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
