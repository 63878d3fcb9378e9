/* Metrics of a year: what two rooms share adds up to the site. */

#include "toy_site.h"

#include <string.h>

#include "plan/metrics.h"

static const char two_rooms[] =
    "[transformer t]\nrated_power = 400 kVA\nno_load_loss = 600 W\nload_loss = 4 kW\n"
    "from = utility.grid\n"
    "[load lights]\nkind = lighting\npower = 2 kW\nfrom = transformer.t\n"
    "[room one]\nsupply = 20 degC\n[room two]\nsupply = 26 degC\n"
    "[server a]\ncount = 20\nroom = one\nfrom = transformer.t\nairflow = 400 cfm\n"
    "power_idle = 1 kW\npower_typical = 3 kW\npower_maximum = 4 kW\n"
    "[server b]\ncount = 10\nroom = two\nfrom = transformer.t\nairflow = 400 cfm\n"
    "power_idle = 1 kW\npower_typical = 3 kW\npower_maximum = 4 kW\n"
    "[crac x]\ncount = 3\nserves = one\nfrom = transformer.t\ncapacity = 40 kW\ncop = 3\n"
    "airflow = 5 m3/s\nfan_power = 4 kW\nfan = constant\n"
    "[crac y]\ncount = 2\nserves = two\nfrom = transformer.t\ncapacity = 40 kW\ncop = 5\n"
    "airflow = 5 m3/s\nfan_power = 1 kW\n";

static double sum_over_rooms(const struct result *r, enum metric_id m)
{
    double sum = 0;
    for (int i = 0; i < r->n_room; i++) sum += r->room[i].metric[m];
    return sum;
}

static void find(struct toy *t, struct result *r)
{
    static struct bill none;
    toy_make(t, two_rooms, 24, 30, 12);
    *r = (struct result){.site = &t->site, .weather = &t->weather, .bill = &none};
    r->year = toy_year(t, false);
    r->design_year = toy_year(t, true);
    metrics_find(t->plant, r, &t->arena);
}

static void test_rooms_sum_to_the_site(void **state)
{
    struct toy t;
    struct result r;
    (void)state;
    find(&t, &r);
    assert_int_equal(r.n_room, 2);
    assert_near(sum_over_rooms(&r, M_IT_ENERGY_KWH), r.metric[M_IT_ENERGY_KWH], 1e-12);
    assert_near(sum_over_rooms(&r, M_FACILITY_ENERGY_KWH), r.metric[M_FACILITY_ENERGY_KWH], 1e-12);
    assert_near(r.room[0].metric[M_IT_ENERGY_KWH], 2 * r.room[1].metric[M_IT_ENERGY_KWH], 0.02);
    toy_free(&t);
}

static void test_site_takes_the_worst_room(void **state)
{
    struct toy t;
    struct result r;
    (void)state;
    find(&t, &r);
    assert_true(r.room[1].metric[M_MAX_INLET_C] > r.room[0].metric[M_MAX_INLET_C] + 3);
    assert_near(r.metric[M_MAX_INLET_C], r.room[1].metric[M_MAX_INLET_C], 0);
    assert_near(r.metric[M_INLET_MARGIN_K], r.room[1].metric[M_INLET_MARGIN_K], 0);
    toy_free(&t);
}

static void test_parts_sum_to_facility(void **state)
{
    struct toy t;
    struct result r;
    (void)state;
    find(&t, &r);
    double parts = 0;
    for (int i = 0; i < r.n_part; i++) parts += r.part[i].energy_kwh;
    assert_near(parts, r.metric[M_FACILITY_ENERGY_KWH], 1e-12);
    assert_near(r.metric[M_PUE], r.metric[M_FACILITY_ENERGY_KWH] / r.metric[M_IT_ENERGY_KWH], 0);
    toy_free(&t);
}

static void test_parts_without_a_price_have_names(void **state)
{
    struct toy t;
    struct result r;
    (void)state;
    find(&t, &r);
    int n;
    const char **name = site_unpriced(&t.site, &n, &t.arena);
    assert_int_equal(n, r.n_unpriced);
    assert_int_equal(n, 8);
    int seen = 0;
    for (int i = 0; i < n; i++) seen += !strcmp(name[i], "crac.x") || !strcmp(name[i], "room.two");
    assert_int_equal(seen, 2);
    toy_free(&t);
}

#define ONE_UPS(keys)                                                                              \
    "[load l]\nkind = other\npower = 10 kW\nfrom = ups.u\nprice = 7 EUR\n"                         \
    "[fx USD]\nrate = 0.5 EUR\n"                                                                   \
    "[ups u]\nmodule_power = 10 kW\nmodules = 3\nc0 = 0.01\nc1 = 0.01\nc2 = 0.01\n"                \
    "redundancy = 2N\nfrom = utility.grid\n" keys

/* Of a UPS of two systems of three modules, and a load of 7 EUR. */
static void assert_prices(const char *text, double module, double all, int n_priced)
{
    struct toy t;
    int priced, missing;
    toy_make(&t, text, 24, 20, 10);
    t.site.currency = "EUR";
    assert_int_equal(t.site.of[KIND_UPS].n, 2);
    double capex = site_capex(&t.site, &priced, &missing);
    assert_near(capex, all, 1e-12);
    assert_int_equal(priced, n_priced);
    double found = site_module_price(&t.site, 0);
    if (isnan(module))
        assert_true(isnan(found));
    else
        assert_near(found, module, 1e-12);
    int n;
    site_unpriced(&t.site, &n, &t.arena);
    assert_int_equal(n, missing);
    toy_free(&t);
}

static void test_a_ups_costs_its_modules(void **state)
{
    (void)state;
    assert_prices(ONE_UPS(""), (double)NAN, 7, 1);
    assert_prices(ONE_UPS("module_price = 100 EUR\n"), 100, 2 * 3 * 100 + 7, 3);
    assert_prices(ONE_UPS("module_price = 100 USD\n"), 50, 2 * 3 * 50 + 7, 3);
    /* no rate: no price */
    assert_prices(ONE_UPS("module_price = 100 CNY\n"), (double)NAN, 7, 1);
    /* the system's own price, frame and all, is what a system costs */
    assert_prices(ONE_UPS("price = 360 EUR\n"), 120, 2 * 360 + 7, 3);
    assert_prices(ONE_UPS("price = 360 EUR\nmodule_price = 100 EUR\n"), 100, 2 * 360 + 7, 3);
    assert_prices(ONE_UPS("price = 360 EUR\nmodule_price = 100 CNY\n"), 120, 2 * 360 + 7, 3);
}

static void test_a_loop_costs_its_pumps(void **state)
{
    (void)state;
    struct toy t;
    int priced, missing;
    toy_make(&t,
             "[loop a]\nsupply = 20 degC\nrise = 5 K\ndesign_heat = 100 kW\nhead = 100 kPa\n"
             "pumps = 3\npumps_needed = 2\npump_price = 40 EUR\nrejects_to = drycooler.d\n"
             "from = utility.grid\n"
             "[loop b]\nsupply = 20 degC\nrise = 5 K\ndesign_heat = 100 kW\nhead = 100 kPa\n"
             "pump_price = 9 EUR\nrejects_to = drycooler.e\nfrom = utility.grid\n"
             "[drycooler d]\ncapacity = 300 kW\nair = 35 degC\nwater_in = 46 degC\n"
             "water_out = 40 degC\nairflow = 30 m3/s\nfan_power = 6 kW\nfrom = utility.grid\n"
             "[drycooler e]\ncapacity = 300 kW\nair = 35 degC\nwater_in = 46 degC\n"
             "water_out = 40 degC\nairflow = 30 m3/s\nfan_power = 6 kW\nfrom = utility.grid\n",
             24, 10, 5);
    t.site.currency = "EUR";
    assert_near(site_capex(&t.site, &priced, &missing), 3 * 40 + 9, 1e-12);
    assert_int_equal(priced, 2);
    assert_near(site_pump_price(&t.site, 0), 40, 1e-12);
    toy_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rooms_sum_to_the_site),
        cmocka_unit_test(test_site_takes_the_worst_room),
        cmocka_unit_test(test_parts_sum_to_facility),
        cmocka_unit_test(test_parts_without_a_price_have_names),
        cmocka_unit_test(test_a_ups_costs_its_modules),
        cmocka_unit_test(test_a_loop_costs_its_pumps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
