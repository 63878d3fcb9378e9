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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rooms_sum_to_the_site),
        cmocka_unit_test(test_site_takes_the_worst_room),
        cmocka_unit_test(test_parts_sum_to_facility),
        cmocka_unit_test(test_parts_without_a_price_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
