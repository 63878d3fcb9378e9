/* Properties of water plants over weather: colder air never takes more of chillers, closer
   approaches never lower economizer hours, what is blended changes without a step, reused
   heat and its water are missing nowhere. */

#include "random_site.h"

enum { PLANTS = 24, HOURS = 240 };

struct water {
    double servers, effectiveness, approach_k, supply_c, cw_c;
    const char *economizer, *reuse, *tower;
    bool has_economizer;
};

static const char *plant_text(const struct water *w, struct arena *a)
{
    const char *load = arena_format(
        a,
        "[server s]\ncount = %.17g\npower_idle = 10 kW\npower_typical = 10 kW\n"
        "power_maximum = 10 kW\nfan_power = 0 W\nleakage = 0 %%/K\nroom = hall\nfrom = utility.grid\n"
        "airflow = 0.8 m3/s\n[room hall]\nsupply = 24 degC\n"
        "[crah a]\ncount = 2\nairflow = 20 m3/s\nfan_power = 2 kW\ncapacity = 300 kW\n"
        "rejects_to = loop.chw\nfrom = utility.grid\n"
        "[loop chw]\nsupply = %.17g degC\ndesign_heat = 250 kW\nhead = 200 kPa\nfrom = utility.grid\n"
        "rejects_to = %s%schiller.ch\n",
        w->servers, w->supply_c, w->reuse ? "reuse.r, " : "",
        w->has_economizer ? "economizer.e, " : "");
    const char *plant = arena_format(
        a,
        "[chiller ch]\ncapacity = 300 kW\ncop = 6.1\ncondenser = water\nrejects_to = loop.cw\n"
        "model = carnot\nrated_condenser = 29.4 degC\nload_min = 10 %%\nload_unload = 10 %%\n"
        "from = utility.grid\n"
        "[loop cw]\nsupply = %.17g degC\ndesign_heat = 320 kW\nhead = 150 kPa\nrejects_to = tower.t\n"
        "from = utility.grid\n[tower t]\ncount = 2\ncapacity = 200 kW\nfan_power = 4 kW\n"
        "approach = %.17g K\nfrom = utility.grid\n%s",
        w->cw_c, w->approach_k, w->tower ? w->tower : "");
    const char *economizer =
        arena_format(a, "[economizer e]\nrejects_to = loop.cw\neffectiveness = %.17g %%\n%s",
                     100 * w->effectiveness, w->economizer ? w->economizer : "");
    return arena_format(a, "%s%s%s%s", load, plant, w->has_economizer ? economizer : "",
                        w->reuse ? w->reuse : "");
}

static struct water draw(uint64_t *s)
{
    struct water w = {.servers = 3 + random_pick(s, 20),
                      .effectiveness = random_draw(s, .6, .9),
                      .approach_k = random_draw(s, 2, 6),
                      .supply_c = random_draw(s, 10, 19),
                      .cw_c = random_draw(s, 4, 8),
                      .has_economizer = true};
    return w;
}

/* A year of random weather, or one whose hours warm step by step. */
static void make(struct toy *t, const struct water *w, int hours, double from_c, double step_k,
                 double depression_k, uint64_t *s)
{
    struct arena a = arena_new(NULL);
    bool is_made = toy_read(t, plant_text(w, &a));
    if (is_made) {
        toy_weather(t, hours, from_c, from_c, 101325);
        for (int h = 0; h < hours; h++) {
            double t_c = s ? random_draw(s, -12, 34) : from_c + h * step_k;
            t->weather.t_c[h] = t_c;
            t->weather.dew_c[h] = t_c - (s ? random_draw(s, .5, 15) : depression_k);
        }
        is_made = toy_build(t);
    }
    arena_free(&a);
    if (is_made) return;
    toy_print(t);
    fail_msg("the plant is refused");
}

static void fail_at(const struct water *w, const struct year *y, int h, const char *what)
{
    print_error("%g servers, water %g degC, effectiveness %g, approach %g K, hour %d: %s\n",
                w->servers, w->supply_c, w->effectiveness, w->approach_k, h, what);
    for (int i = h - 1; i <= h; i++)
        print_error("chiller %.10g W, free heat %.10g W, tower fans %.10g W, all %.10g W\n",
                    y->site.hour[Q_CHILLER_W][i], y->site.hour[Q_FREE_HEAT_W][i],
                    y->site.hour[Q_TOWER_FAN_W][i], y->site.hour[Q_FACILITY_W][i]);
    fail();
}

/* With the economizer in series, locked out in part of the weather, in parallel, and with
   none. */
static void colder_air_never_takes_more_of_chillers(void **state)
{
    (void)state;
    static const char *const how[] = {"", "lockout = 14 degC\nlockout_band = 0 K\n",
                                      "lockout = 9 degC\narrangement = parallel\n"};
    uint64_t s = 11;
    int ran = 0, rested = 0;
    for (int n = 0; n < PLANTS; n++) {
        struct water w = draw(&s);
        struct toy t;
        w.economizer = how[n % 3];
        w.has_economizer = n % 4 != 3;
        make(&t, &w, HOURS, -12, .2, random_draw(&s, 1, 9), NULL);
        const struct year *y = toy_year(&t, false);
        assert_int_equal(y->not_converged, 0);
        for (int h = 1; h < HOURS; h++) {
            const double *chiller_w = y->site.hour[Q_CHILLER_W];
            if (!(chiller_w[h] >= chiller_w[h - 1] * (1 - 1e-9)))
                fail_at(&w, y, h, "warmer air takes less of the chiller");
            ran += chiller_w[h] > chiller_w[h - 1] * (1 + 1e-6);
            rested += chiller_w[h] <= 0;
        }
        toy_free(&t);
    }
    assert_true(ran > PLANTS * 20 && rested > PLANTS * 20);
}

static void closer_approach_never_lowers_economizer_hours(void **state)
{
    (void)state;
    uint64_t s = 5;
    int more = 0, fuller = 0;
    for (int n = 0; n < PLANTS; n++) {
        struct water w = draw(&s);
        int hours = -1, free_hours = -1;
        for (int k = 0; k < 3; k++) {
            uint64_t weather = 99 + (uint64_t)n;
            struct toy t;
            w.approach_k = 6 - 2 * k;
            make(&t, &w, HOURS, 10, 0, 5, &weather);
            const struct year *y = toy_year(&t, false);
            assert_int_equal(y->not_converged, 0);
            assert_true(y->economizer_hours >= hours && y->free_hours >= free_hours);
            more += hours >= 0 && y->economizer_hours > hours;
            fuller += free_hours >= 0 && y->free_hours > free_hours;
            hours = y->economizer_hours;
            free_hours = y->free_hours;
            toy_free(&t);
        }
    }
    assert_true(more > PLANTS / 2 && fuller > PLANTS / 2);
}

/* From all of the heat by the economizer to all but a last part: in steps of 0.002 K what
   chillers, and the whole of the site, draw does not jump. */
static void blended_economizer_has_no_step(void **state)
{
    (void)state;
    enum { STEPS = 12 * 50, MOST_W = 100 };
    uint64_t s = 3;
    int crossed = 0;
    for (int n = 0; n < PLANTS; n++) {
        struct water w = draw(&s);
        struct toy t;
        double depression_k = random_draw(&s, 1, 9), first_c = -12;
        make(&t, &w, HOURS, -12, .2, depression_k, NULL);
        const struct year *y = toy_year(&t, false);
        for (int h = 1; h < HOURS; h++)
            if (y->site.hour[Q_CHILLER_W][h - 1] <= 0 && y->site.hour[Q_CHILLER_W][h] > 0)
                first_c = t.weather.t_c[h - 1] - .4;
        toy_free(&t);
        make(&t, &w, STEPS, first_c, .002, depression_k, NULL);
        y = toy_year(&t, false);
        assert_int_equal(y->not_converged, 0);
        bool was_free = false, was_both = false;
        for (int h = 1; h < STEPS; h++) {
            const double *chiller_w = y->site.hour[Q_CHILLER_W], *all_w = y->site.hour[Q_FACILITY_W];
            was_free |= chiller_w[h - 1] <= 0;
            was_both |= chiller_w[h] > 0 && y->site.hour[Q_FREE_HEAT_W][h] > 1;
            if (fabs(chiller_w[h] - chiller_w[h - 1]) > MOST_W ||
                fabs(all_w[h] - all_w[h - 1]) > MOST_W)
                fail_at(&w, y, h, "a step");
        }
        crossed += was_free && was_both;
        toy_free(&t);
    }
    assert_true(crossed > PLANTS / 2);
}

/* Heat that goes to others is heat, and water, that towers do not see. */
static void balances_close_with_reuse(void **state)
{
    (void)state;
    static const char *const how[] = {
        "", "heat_pump = cop\ncop = 4\nfrom = utility.grid\n",
        "heat_pump = carnot\ndelivery = 60 degC\nfrom = utility.grid\n"};
    uint64_t s = 21;
    for (int n = 0; n < PLANTS; n++) {
        struct arena a = arena_new(NULL);
        struct water w = draw(&s), none = w;
        uint64_t weather = 7 + (uint64_t)n, same = weather;
        struct toy t, plain;
        double kw = random_draw(&s, 5, 200);
        w.reuse = arena_format(&a, "[reuse r]\ncapacity = %g kW\nwater_min = %g degC\nhours = 3-20\n%s",
                               kw, w.supply_c + 2, how[n % 3]);
        make(&t, &w, HOURS, 10, 0, 5, &weather);
        make(&plain, &none, HOURS, 10, 0, 5, &same);
        const struct year *y = toy_year(&t, false), *p = toy_year(&plain, false);
        double reused = 0;
        for (int h = 0; h < HOURS; h++) {
            const struct series *q = &y->site;
            double in_w = q->hour[Q_FACILITY_W][h] + q->hour[Q_HEAT_GAIN_W][h];
            double out_w = q->hour[Q_HEAT_REJECTED_W][h] + q->hour[Q_REUSED_HEAT_W][h];
            assert_within(in_w, out_w, 1e-9 * in_w);
            double water = q->hour[Q_WATER_KG_S][h];
            assert_true(water <= p->site.hour[Q_WATER_KG_S][h] * (1 + 1e-9) + 1e-12);
            reused += q->hour[Q_REUSED_HEAT_W][h];
        }
        assert_near(reused, y->site.stat[Q_REUSED_HEAT_W].sum, 1e-12);
        assert_true(reused > 0);
        toy_free(&t);
        toy_free(&plain);
        arena_free(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colder_air_never_takes_more_of_chillers),
        cmocka_unit_test(closer_approach_never_lowers_economizer_hours),
        cmocka_unit_test(blended_economizer_has_no_step),
        cmocka_unit_test(balances_close_with_reuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
