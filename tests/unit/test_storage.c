/* Tanks of chilled water: schedules by hand, what limits them, and balances. */

#include "random_site.h"

#include <string.h>

#include "model/storage.h"

/* 50 kW of servers all year in air of 20 degC, a chiller of constant COP 4, no pumps. */
static const char plant[] =
    "[room hall]\nsupply = 20 degC\nrecirculation = 0 %%\nbypass = 0 %%\n"
    "[crah a]\nairflow = 8 m3/s\nfan_power = 0 kW\ncapacity = 80 kW\nrejects_to = loop.chw\n"
    "from = utility.grid\n"
    "[server s]\ncount = 10\nleakage = 0 %%/K\nairflow = 0.5 m3/s\npower_idle = 1 kW\n"
    "power_typical = 5 kW\npower_maximum = 5 kW\nfrom = utility.grid\n"
    "[loop chw]\nsupply = 10 degC\ndesign_heat = 100 kW\nhead = 0 kPa\nrejects_to = chiller.ch\n"
    "from = utility.grid\n"
    "[chiller ch]\ncapacity = %g kW\ncop = 4\ncap_ft = 1, 0, 0, 0, 0, 0\n"
    "eir_ft = 1, 0, 0, 0, 0, 0\neir_plr = 0, 1, 0\nwater_max = 20 degC\nload_min = 0 %%\n"
    "load_unload = 0 %%\nfrom = utility.grid\n%s";

static const char tank[] =
    "[storage t]\nserves = loop.chw\ncapacity = 1000 kWh\ncharge = 10 kW\ndischarge = 20 kW\n"
    "charge_hours = 0-4\ndischarge_hours = 12-14\n";

static struct year *year_of(struct toy *t, double chiller_kw, const char *more)
{
    struct arena a = arena_new(NULL);
    toy_make(t, arena_format(&a, plant, chiller_kw, more), HOURS_PER_YEAR, 25, 10);
    arena_free(&a);
    struct year *y = toy_year(t, false);
    assert_int_equal(y->not_converged, 0);
    assert_true(y->site.stat[Q_HEAT_RESIDUAL].max <= 1e-9);
    assert_true(y->site.stat[Q_ENERGY_RESIDUAL].max <= 1e-9);
    return y;
}

static const char *and_more(struct arena *a, const char *more)
{
    return arena_format(a, "%s%s", tank, more);
}

/* 40 kWh a night from the chiller, 40 kWh at noon to the loop: with a constant COP the
   energy is the same, and each hour is what it should be. */
static void cold_is_moved_and_nothing_else(void **state)
{
    (void)state;
    struct toy t;
    struct arena a = arena_new(NULL);
    struct year *without = year_of(&t, 100, "");
    double base_w = without->site.hour[Q_FACILITY_W][0],
           sum_w = without->site.stat[Q_FACILITY_W].sum;
    assert_near(base_w, 62.5e3, 1e-9);
    assert_within(without->storage_given_kwh, 0, 0);
    toy_free(&t);
    struct year *y = year_of(&t, 100, and_more(&a, "standing_loss = 0 %\n"));
    for (int h = 0; h < HOURS_PER_YEAR; h++) {
        int of_day = h % 24;
        double flow_w = of_day < 4 ? 10e3 : of_day == 12 || of_day == 13 ? -20e3 : 0;
        assert_within(y->site.hour[Q_FACILITY_W][h], base_w + flow_w / 4, 1e-3);
        assert_within(y->site.hour[Q_STORED_W][h], -flow_w, 1e-3);
    }
    assert_near(y->site.stat[Q_FACILITY_W].sum, sum_w, 1e-9);
    assert_near(y->storage_given_kwh, 365 * 40, 1e-6);
    assert_within(y->storage_lost_kwh, 0, 0);
    assert_near(y->loop[0].used, 50e3, 1e-9); /* what must be carried, not what fills the tank */
    assert_near(y->sink[0].used, 50e3, 1e-9);
    toy_free(&t);
    arena_free(&a);
}

/* What was charged in hour h is worth (1 - l)^(12 - h) at noon; the rest is gained from
   around, and the year ends with what it began with. */
static void what_stands_is_lost(void **state)
{
    (void)state;
    struct toy t;
    struct arena a = arena_new(NULL);
    struct year *y = year_of(&t, 100, and_more(&a, "standing_loss = 10 %\n"));
    double kept = pow(.9, 1 / 24.0), given_kwh = 0;
    assert_near(storage_hourly_loss_frac(t.plant->storage[0].s), 1 - kept, 1e-12);
    /* hours 12 and 13 take 20 kW at most: the rest waits an hour longer */
    for (int h = 0; h < 4; h++) given_kwh += 10 * pow(kept, 12 - h);
    given_kwh = 20 + (given_kwh - 20) * kept;
    assert_near(y->storage_given_kwh, 365 * given_kwh, 1e-6);
    assert_near(y->storage_lost_kwh, 365 * (40 - given_kwh), 1e-5);
    assert_within(y->site.stat[Q_STORED_W].sum / 1000, 0, 1e-3);
    assert_near(y->site.stat[Q_HEAT_GAIN_W].sum / 1000, y->storage_lost_kwh, 1e-9);
    toy_free(&t);
    arena_free(&a);
}

static int count_flag(const struct year *y, const char *part)
{
    for (int i = 0; i < y->n_warning; i++)
        if (strstr(y->warning[i].text, part)) return y->warning[i].count;
    return 0;
}

/* Only what the chiller has left, what the pumps carry, what is empty and what the loop
   gives; and a loop that is short at noon is helped. */
static void each_limit_holds(void **state)
{
    (void)state;
    struct toy t;
    struct arena a = arena_new(NULL);
    const char *big = "standing_loss = 0 %\n";
    struct year *y = year_of(&t, 53, and_more(&a, big));
    assert_near(y->site.hour[Q_STORED_W][0], -3e3, 1e-4);
    assert_int_equal(count_flag(y, "warmer than its setpoint"), 0);
    assert_near(y->storage_given_kwh, 365 * 12, 1e-4);
    toy_free(&t);
    static const struct {
        const char *tank;
        double hour_0_w, given_kwh;
    } rows[] = {
        {"capacity = 25 kWh\ncharge = 10 kW\ndischarge = 20 kW\n", 10e3, 25},
        {"capacity = 1000 kWh\ncharge = 400 kW\ndischarge = 20 kW\n", 50e3, 40},  /* pumps: 100 */
        {"capacity = 1000 kWh\ncharge = 50 kW\ndischarge = 400 kW\n", 50e3, 100}, /* load: 50 */
    };
    for (int i = 0; i < 3; i++) {
        const char *text = arena_format(&a,
                                        "[storage t]\nserves = loop.chw\nstanding_loss = 0 %%\n"
                                        "charge_hours = 0-4\ndischarge_hours = 12-14\n%s",
                                        rows[i].tank);
        y = year_of(&t, 200, text);
        if (i != 1) assert_near(-y->site.hour[Q_STORED_W][0], rows[i].hour_0_w, 1e-4);
        assert_near(y->storage_given_kwh, 365 * rows[i].given_kwh, 1e-4);
        for (int h = 0; h < HOURS_PER_YEAR; h++)
            assert_true(y->site.hour[Q_STORED_W][h] <= 50e3 + 1e-3 &&
                        y->site.hour[Q_STORED_W][h] >= -50e3 - 1e-3);
        toy_free(&t);
    }
    arena_free(&a);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "serves = loop.chw\n",
        "serves = loop.nowhere\ncharge_hours = 0-4\ndischarge_hours = 12-14\n",
        "charge_hours = 0-4\ndischarge_hours = 12-14\n",
        "serves = loop.chw\ncharge_hours = 0-4\ndischarge_hours = 3-14\n",
        "serves = loop.chw\nschedule = tariff\ncharge_hours = 0-4\n",
        "serves = loop.chw\nschedule = tariff\n", /* the site names no tariff */
    };
    struct arena a = arena_new(NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct toy t;
        const char *text = arena_format(
            &a, "[storage t]\ncapacity = 10 kWh\ncharge = 10 kW\ndischarge = 10 kW\n%s", bad[i]);
        assert_false(toy_read(&t, arena_format(&a, plant, 100.0, text)));
        assert_true(t.ds.n_error > 0);
        toy_free(&t);
    }
    arena_free(&a);
}

/* Random plants with economizers, towers and pumps: balances close, nothing is lost, and
   threads change no bit. */
static void any_plant_keeps_its_balances(void **state)
{
    (void)state;
    enum { HOURS = 480 };
    struct arena a = arena_new(NULL);
    int n = 0;
    for (uint64_t seed = 1; n < 40; seed++) {
        struct random_site r = random_site_make(seed);
        if (r.cooling < COOLING_AIR_CHILLER || r.cooling > COOLING_ECONOMIZER) continue;
        struct toy t;
        r.loop_reset = 0;
        n++;
        const char *text =
            arena_format(&a,
                         "%s[storage t]\nserves = loop.chw\ncapacity = %g kWh\n"
                         "charge = %g kW\ndischarge = %g kW\nstanding_loss = 3 %%\n"
                         "charge_hours = 0-6, 22-24\ndischarge_hours = 11-17\n",
                         random_site_text(&r, NULL, &a), 20.0 + 7 * n, 3.0 * n, 4.0 * n);
        random_site_toy(&r, text, HOURS, &t);
        struct year *one = toy_year(&t, false);
        struct year *more = annual_run(t.plant, &t.plant->normal, &t.normal, &t.weather.calendar,
                                       KEEP_ALL, 3, &t.arena);
        if (one->not_converged || !(one->site.stat[Q_HEAT_RESIDUAL].max <= 1e-9)) {
            random_site_print(&r);
            fail_msg("seed %d: %d hours did not converge", (int)seed, one->not_converged);
        }
        assert_memory_equal(one->site.hour[Q_FACILITY_W], more->site.hour[Q_FACILITY_W],
                            HOURS * sizeof(double));
        double held_kwh = 0, least_kwh = 0;
        for (int h = 0; h < HOURS; h++) {
            held_kwh -= one->site.hour[Q_STORED_W][h] / 1000;
            least_kwh = fmin(least_kwh, held_kwh);
        }
        assert_within(held_kwh, 0, 1e-6 * (20.0 + 7 * n)); /* ends as it began */
        assert_true(-least_kwh <= 20.0 + 7 * n + 1e-6);
        toy_free(&t);
    }
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cold_is_moved_and_nothing_else),
        cmocka_unit_test(what_stands_is_lost),
        cmocka_unit_test(each_limit_holds),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(any_plant_keeps_its_balances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
