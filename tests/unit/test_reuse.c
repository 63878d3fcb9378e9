/* Heat reuse: what is handed over, what its heat pump draws, what is left. */

#include "toy_site.h"

#include <string.h>

#include "model/waterside.h"
#include "plan/metrics.h"

/* 70 kW of 100 kW go into a loop of constant flow, 12.5 kW/K. */
static const char site[] =
    "[server s]\ncount = 10\npower_idle = 10 kW\npower_typical = 10 kW\npower_maximum = 10 kW\n"
    "fan_power = 0 W\nroom = hall\nfrom = utility.grid\nairflow = 0.3 m3/s\nliquid_capture = 70 %\n"
    "cdu = c\n[room hall]\nsupply = 22 degC\n"
    "[crac a]\nairflow = 9 m3/s\nfan_power = 1 kW\ncapacity = 90 kW\ncop = 4\nfrom = utility.grid\n"
    "[cdu c]\ncapacity = 100 kW\nsupply = 40 degC\nhead = 250 kPa\nfrom = utility.grid\n"
    "rejects_to = loop.f\n"
    "[loop f]\nsupply = 34 degC\nrise = 8 K\ndesign_heat = 100 kW\nhead = 100 kPa\npump = constant\n"
    "from = utility.grid\nrejects_to = reuse.r, drycooler.d\n"
    "[drycooler d]\ncapacity = 100 kW\nair = 25 degC\nwater_in = 45 degC\nwater_out = 37 degC\n"
    "airflow = 12 m3/s\nfan_power = 3 kW\nfrom = utility.grid\n[reuse r]\n";

static void make(struct toy *t, const char *reuse, int hours)
{
    struct arena a = arena_new(NULL);
    toy_make(t, arena_format(&a, "%s%s", site, reuse), hours, 10, 2);
    arena_free(&a);
}

static double at(const struct block *b, enum quantity q)
{
    return b->quantity[q][0];
}

/* Nothing appears or is lost: outdoors and handed over is what went in. */
static void check_balance(const struct block *b)
{
    assert_near(at(b, Q_REUSED_HEAT_W) + at(b, Q_HEAT_REJECTED_W),
                at(b, Q_FACILITY_W) + at(b, Q_HEAT_GAIN_W), 1e-9);
    assert_near(b->sink_heat_w[0][0] + b->sink_heat_w[1][0], b->loop_heat_w[0][0], 1e-9);
}

static void takes_its_capacity_first(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "capacity = 10 kW\ncount = 2\nwater_min = 36 degC\n", 12);
    const struct block *b = toy_hour(&t, false);
    assert_near(at(b, Q_REUSED_HEAT_W), 20e3, 1e-9);
    assert_within(at(b, Q_HEAT_PUMP_W), 0, 0);
    assert_near(b->loop_supply_c[0][0], 34, 1e-9);
    check_balance(b);
    /* limits come from a year in which nobody may want the heat */
    assert_within(at(toy_hour(&t, true), Q_REUSED_HEAT_W), 0, 0);
    toy_free(&t);
}

/* Water that may be left at 37 degC gives m cp (T_return - 37). */
static void cools_no_further_than_it_may(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "capacity = 60 kW\nwater_min = 37 degC\n", 12);
    const struct block *b = toy_hour(&t, false);
    double return_c = 34 + b->loop_heat_w[0][0] / 12.5e3;
    assert_near(at(b, Q_REUSED_HEAT_W), 12.5e3 * (return_c - 37), 1e-9);
    check_balance(b);
    toy_free(&t);
    make(&t, "capacity = 60 kW\nwater_min = 41 degC\n", 12); /* warmer than the return */
    b = toy_hour(&t, false);
    assert_within(at(b, Q_REUSED_HEAT_W), 0, 0);
    check_balance(b);
    toy_free(&t);
}

/* COP 4: of four parts delivered one is power, three come from the loop. */
static void heat_pump_adds_its_work(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "capacity = 30 kW\nwater_min = 30 degC\nheat_pump = cop\ncop = 4\nfrom = utility.grid\n",
         12);
    const struct block *b = toy_hour(&t, false);
    assert_near(at(b, Q_HEAT_PUMP_W), 10e3, 1e-9);
    assert_near(at(b, Q_REUSED_HEAT_W), 40e3, 1e-9);
    check_balance(b);
    assert_near(at(toy_hour(&t, true), Q_HEAT_PUMP_W), 10e3, 1e-9);
    assert_within(toy_year(&t, false)->free_hours, 0, 0); /* a compressor runs */
    toy_free(&t);
}

/* Half of Carnot from 3 K below the water it leaves to 3 K above 70 degC. */
static void heat_pump_by_a_share_of_carnot(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "capacity = 30 kW\nwater_min = 30 degC\nheat_pump = carnot\ndelivery = 70 degC\n"
             "from = utility.grid\n", 12);
    const struct block *b = toy_hour(&t, false);
    double leaves_c = 34 + (b->loop_heat_w[0][0] - 30e3) / 12.5e3;
    double cop = .5 * (leaves_c + 273.15) / (73 - (leaves_c - 3));
    assert_near(at(b, Q_HEAT_PUMP_W), 30e3 / cop, 1e-9);
    assert_near(at(b, Q_REUSED_HEAT_W), 30e3 + 30e3 / cop, 1e-9);
    check_balance(b);
    toy_free(&t);
}

static void is_asked_for_by_month_and_hour(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "capacity = 20 kW\nwater_min = 36 degC\nhours = 6-22\n"
             "month = 100, 100, 80, 40, 0, 0, 0, 0, 0, 50, 100, 100 %\n", 8760);
    const struct year *y = toy_year(&t, false);
    const double *w = y->site.hour[Q_REUSED_HEAT_W];
    assert_within(w[5], 0, 0);
    assert_near(w[6], 20e3, 1e-9);
    assert_near(w[21], 20e3, 1e-9);
    assert_within(w[22], 0, 0);
    assert_near(y->site.stat[Q_REUSED_HEAT_W].sum,
                20e3 * 16 * (31 + 28 + .8 * 31 + .4 * 30 + .5 * 31 + 30 + 31), 1e-9);
    toy_free(&t);
}

/* ISO/IEC 30134-6: ERF = reused over all; ERE = PUE (1 - ERF). */
static void metrics_of_reuse(void **state)
{
    (void)state;
    struct toy t;
    for (int count = 0; count < 2; count++) {
        struct arena a = arena_new(NULL);
        make(&t, arena_format(&a, "capacity = 20 kW\nwater_min = 36 degC\ncount = %d\n", count), 12);
        struct result r = {.site = &t.site, .plant = t.plant, .weather = &t.weather};
        r.year = toy_year(&t, false);
        r.design_year = toy_year(&t, true);
        r.bill = ARENA_ARRAY(&t.arena, struct bill, 1);
        metrics_find(t.plant, &r, &t.arena);
        double erf = r.metric[M_ERF], all_w = r.year->site.stat[Q_FACILITY_W].sum;
        assert_near(erf, count * 20e3 * 12 / all_w, 1e-9);
        assert_near(r.metric[M_ERE], r.metric[M_PUE] * (1 - erf), 1e-12);
        assert_near(r.metric[M_REUSED_HEAT_KWH], count * 240., 1e-9);
        toy_free(&t);
        arena_free(&a);
    }
}

static void expect(bool is_good, const char *to, const char *more)
{
    struct arena a = arena_new(NULL);
    struct toy t;
    const char *text = toy_replace(&a, site, "reuse.r, drycooler.d", to);
    text = arena_format(&a, "%scapacity = 20 kW\nwater_min = 36 degC\n%s", text, more);
    assert_int_equal(toy_read(&t, text), is_good);
    toy_free(&t);
    arena_free(&a);
}

static void expect_refused(const char *more)
{
    expect(false, "reuse.r, drycooler.d", more);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    expect_refused("heat_pump = cop\nfrom = utility.grid\n");
    expect_refused("heat_pump = cop\ncop = 4\n");
    expect_refused("heat_pump = carnot\nfrom = utility.grid\n");
    expect_refused("heat_pump = carnot\ndelivery = 30 degC\nfrom = utility.grid\n");
    expect_refused("month = 100, 50 %\n");
    expect(true, "reuse.r, drycooler.d", "");
    expect(false, "drycooler.d, reuse.r", "");
    expect(false, "reuse.r", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_its_capacity_first),
        cmocka_unit_test(cools_no_further_than_it_may),
        cmocka_unit_test(heat_pump_adds_its_work),
        cmocka_unit_test(heat_pump_by_a_share_of_carnot),
        cmocka_unit_test(is_asked_for_by_month_and_hour),
        cmocka_unit_test(metrics_of_reuse),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
