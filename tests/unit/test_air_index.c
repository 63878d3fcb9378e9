/* Indices of air management: check values of the two-parameter network, and of the papers. */

#include "near.h"

#include "physics/air_index.h"
#include "toy_site.h"

#include "plan/metrics.h"

/* Supply 18 degC, rise 12 K, recirculation 10 %: inlet 19.33333 degC, SHI 0.1. */
static void shi_is_the_recirculation(void **state)
{
    (void)state;
    double phi = 0.1, rise_k = 12, inlet_k = phi / (1 - phi) * rise_k;
    assert_near(18 + inlet_k, 19.333333, 1e-6);
    assert_near(air_shi(rise_k, inlet_k), 0.1, 1e-12);
    assert_near(air_shi(1000, 0), 0, 0);
    assert_true(isnan(air_shi(0, 0)));
}

/* Bypass 20 %, no recirculation: return air 18 + 0.8 x 12 = 27.6 degC, RTI 80. */
static void rti_is_the_balance_of_airflows(void **state)
{
    (void)state;
    double beta = 0.2, servers_m3_s = 4, units_m3_s = servers_m3_s / (1 - beta);
    double return_c = beta * 18 + (1 - beta) * 30;
    assert_near(return_c, 27.6, 1e-12);
    assert_near(air_rti_pct(servers_m3_s, units_m3_s), 100 * (return_c - 18) / 12, 1e-12);
    assert_near(air_rti_pct(servers_m3_s, units_m3_s), 80, 1e-12);
    assert_true(isnan(air_rti_pct(1, 0)));
}

/* Recommended to 27, allowable to 35 degC. */
static void rci_counts_what_is_over(void **state)
{
    (void)state;
    assert_near(air_rci_pct(0, 4, 27, 35), 100, 0);
    assert_near(air_rci_pct(4 * 8, 4, 27, 35), 0, 1e-12);
    assert_near(air_rci_pct(0 + 0 + 2 + 4, 4, 27, 35), 100 * (1 - 6 / 32.0), 1e-12);
    assert_near(air_rci_pct(1, 1, 18, 10), 87.5, 1e-12); /* low end */
    assert_true(air_rci_pct(12, 1, 27, 35) < 0);
    assert_true(isnan(air_rci_pct(1, 1, 27, 27)));
    assert_near(air_rci_pct(0, 1, 27, 27), 100, 0);
}

static const char room_text[] =
    "[room r]\nsupply = 18 degC\nrecirculation = 10 %%\nbypass = 20 %%\n"
    "[server a]\ncount = 20\nroom = r\nfrom = utility.grid\nairflow = 100 cfm\n"
    "power_idle = 1 kW\npower_typical = 1 kW\npower_maximum = 1 kW\n"
    "[crac x]\ncount = 3\nserves = r\nfrom = utility.grid\ncapacity = 40 kW\ncop = 3\n"
    "airflow = 1 m3/s\nfan_power = 1 kW\nfan = variable\nfan_min = 5 %%\n";

/* A simulated room has the indices of its network. */
static void metrics_follow_the_network(void **state)
{
    (void)state;
    struct toy t;
    static struct bill none;
    struct arena a = arena_new(NULL);
    toy_make(&t, arena_format(&a, room_text), 24, 20, 8);
    struct result r = {.site = &t.site, .weather = &t.weather, .bill = &none};
    r.year = toy_year(&t, false);
    r.design_year = toy_year(&t, true);
    metrics_find(t.plant, &r, &t.arena);
    assert_near(r.metric[M_SHI], 0.1, 1e-9);
    assert_near(r.metric[M_RHI], 0.9, 1e-9);
    assert_near(r.metric[M_RTI_PCT], 100 * 0.8 / 0.9, 1e-9); /* (1 - bypass) / (1 - recirc.) */
    double over_k = fmax(r.metric[M_MAX_INLET_C] - 27, 0);
    assert_near(r.metric[M_RCI_HI_PCT], 100 * (1 - over_k / 8), 1e-9);
    assert_near(r.metric[M_RCI_LO_PCT], 100, 0);
    toy_free(&t);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shi_is_the_recirculation),
        cmocka_unit_test(rti_is_the_balance_of_airflows),
        cmocka_unit_test(rci_counts_what_is_over),
        cmocka_unit_test(metrics_follow_the_network),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
