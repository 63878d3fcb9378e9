/* Rooms without servers: UPS and batteries, by hand. */

#include "toy_site.h"

#include <string.h>

#include "plan/limits.h"
#include "plan/metrics.h"

static const char hall[] =
    "[room hall]\nsupply = 22 degC\n"
    "[server s]\nroom = hall\nleakage = 0 %/K\nairflow = 0.5 m3/s\npower_idle = 8 kW\n"
    "power_typical = 8 kW\npower_maximum = 10 kW\nfrom = ups.u\n"
    "[ups u]\nmodule_power = 100 kW\nc0 = 0.02\nc1 = 0\nc2 = 0\nfrom = utility.grid\n"
    "heat_to = electrical\nbattery = b\n"
    "[crac c]\nserves = hall\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 200 kW\ncop = 4\n"
    "from = utility.grid\n"
    "[crac e]\nserves = electrical\ncount = 2\nairflow = 4 m3/s\nfan_power = 0 kW\nfan_min = 5 %\n"
    "capacity = 20 kW\ncop = 4\nfrom = utility.grid\n";

struct solved {
    struct toy t;
    struct result r;
    struct bill bill;
};

static void solve(struct solved *s, const char *room, const char *battery)
{
    struct arena a = arena_new(NULL);
    toy_make(&s->t, arena_format(&a, "%s[room electrical]\n%s[battery b]\nenergy = 10 kWh\n%s", hall,
                                 room, battery), 12, 20, 5);
    s->bill = (struct bill){0};
    struct year *design = toy_year(&s->t, true);
    s->r = (struct result){.site = &s->t.site, .year = toy_year(&s->t, false),
                           .design_year = design, .weather = &s->t.weather, .bill = &s->bill};
    metrics_find(s->t.plant, &s->r, &s->t.arena);
    struct limits_case c = {&s->t.site, s->t.plant, &s->t.racks, &s->t.design, design,
                            &s->t.weather.calendar, 1, NULL};
    limits_find(&c, &s->r, &s->t.arena);
    arena_free(&a);
}

static const struct limit *seek(const struct solved *s, const char *resource)
{
    for (int i = 0; i < s->r.n_limit; i++) {
        const struct limit *l = &s->r.limit[i];
        if (!strcmp(l->element, "room.electrical") && !strcmp(l->resource, resource)) return l;
    }
    return NULL;
}

/* The UPS loses 2 kW at any load: 8 K of 0.206 m3/s, half the least speed of the fans, of
   0.4 m3/s, which it warms by 4.2; 2 K want twice that. */
static void fans_follow_the_heat(void **state)
{
    (void)state;
    struct solved s;
    double rho = 101325 / (287.042 * (20 + 273.15));
    solve(&s, "supply = 20 degC\nair_max = 25 degC\nair_rise = 8 K\n", "");
    assert_near(seek(&s, "air temperature")->used, 20 + 2000 / (rho * 1006 * .4), 1e-9);
    assert_false(seek(&s, "air temperature")->is_broken);
    assert_null(seek(&s, "inlet temperature"));
    assert_true(isnan(s.r.metric[M_BATTERY_LIFE_SHARE]));
    assert_within(s.r.metric[M_HEAT_RESIDUAL_REL], 0, 1e-12);
    assert_int_equal(s.r.year->n_warning, 0); /* its fans are not short of air */
    toy_free(&s.t);
    solve(&s, "supply = 20 degC\nair_max = 21 degC\nair_rise = 2 K\n", "");
    assert_near(seek(&s, "air temperature")->used, 22, 1e-9);
    assert_true(seek(&s, "air temperature")->is_broken);
    toy_free(&s.t);
}

static void without_the_keys_it_is_a_room_like_others(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, "supply = 20 degC\n", "");
    assert_null(seek(&s, "air temperature"));
    assert_near(seek(&s, "inlet temperature")->used, 20, 1e-9);
    toy_free(&s.t);
}

/* 33 and 2 K are 10 K above 25: half; 8 K: 2^-1.25.  In cool air it lives as rated. */
static void batteries_live_half_as_long_each_ten_kelvin(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, "supply = 33 degC\nair_rise = 2 K\n", "room = electrical\n");
    assert_near(s.r.metric[M_BATTERY_LIFE_SHARE], .5, 1e-9);
    toy_free(&s.t);
    solve(&s, "supply = 33 degC\nair_rise = 2 K\nair_max = 25 degC\n",
          "room = electrical\nlife_halving = 8 K\n");
    assert_near(s.r.metric[M_BATTERY_LIFE_SHARE], exp2(-1.25), 1e-9);
    assert_true(strstr(seek(&s, "air temperature")->note, "lasts 42 %") != NULL);
    toy_free(&s.t);
    solve(&s, "supply = 20 degC\nair_rise = 2 K\n", "room = electrical\n");
    assert_near(s.r.metric[M_BATTERY_LIFE_SHARE], 1, 1e-12);
    toy_free(&s.t);
}

static void servers_have_their_own_limits(void **state)
{
    (void)state;
    static const char *const key[] = {"air_max = 25 degC\n", "air_rise = 8 K\n"};
    for (int i = 0; i < 2; i++) {
        struct toy t;
        struct arena a = arena_new(NULL);
        const char *rest = strchr(hall, '\n') + 1;
        assert_false(toy_read(&t, arena_format(&a, "[room hall]\n%s%s[room electrical]\n[battery b]\n"
                                               "energy = 10 kWh\n", key[i], rest)));
        toy_free(&t);
        arena_free(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fans_follow_the_heat),
        cmocka_unit_test(without_the_keys_it_is_a_room_like_others),
        cmocka_unit_test(batteries_live_half_as_long_each_ten_kelvin),
        cmocka_unit_test(servers_have_their_own_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
