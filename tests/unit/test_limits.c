/* Limits of small sites whose numbers are worked by hand. */

#include "toy_site.h"

#include <string.h>

#include "plan/limits.h"

static const char base[] =
    "[room hall]\nsupply = 20 degC\nrecirculation = 0 %\nbypass = 0 %\n"
    "[crac c]\ncount = 3\nneeded = 2\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 200 kW\ncop = 4\n"
    "wet_bulb_min = 19.44 degC\nwet_bulb_max = 19.44 degC\nfrom = utility.grid\n"
    "[server s]\nleakage = 0 %/K\nairflow = 0.5 m3/s\n";

struct solved {
    struct toy t;
    struct result r;
};

static void solve_diverse(struct solved *s, double diversity, const char *more)
{
    struct arena a = arena_new(NULL);
    toy_make(&s->t, arena_format(&a, "%s%s", base, more), 12, 35, 10);
    s->t.design.diversity = diversity;
    struct year *design = toy_year(&s->t, true);
    struct limits_case c = {&s->t.site, s->t.plant, &s->t.racks, &s->t.design, design,
                            &s->t.weather.calendar, 1, NULL};
    s->r = (struct result){0};
    limits_find(&c, &s->r, &s->t.arena);
    arena_free(&a);
}

static void solve(struct solved *s, const char *more)
{
    solve_diverse(s, 1, more);
}

static const struct limit *find(const struct solved *s, const char *element, const char *resource,
                                const char *state)
{
    for (int i = 0; i < s->r.n_limit; i++) {
        const struct limit *l = &s->r.limit[i];
        if (!strcmp(l->element, element) && !strcmp(l->resource, resource) && !strcmp(l->state, state))
            return l;
    }
    for (int i = 0; i < s->r.n_limit; i++)
        print_error("  %s, %s, %s\n", s->r.limit[i].element, s->r.limit[i].resource,
                    s->r.limit[i].state);
    fail_msg("no limit %s, %s, %s", element, resource, state);
    return NULL;
}

static void expect(const struct solved *s, const char *element, const char *resource,
                   const char *state, double used, double limit, bool is_broken)
{
    const struct limit *l = find(s, element, resource, state);
    assert_near(l->used, used, 1e-9);
    assert_near(l->limit, limit, 1e-9);
    if (limit > 0) assert_within(l->margin, (limit - used) / limit, 1e-9);
    assert_int_equal(l->is_broken, is_broken);
}

static void tightest_first_and_no_limit_last_b96(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, "from = utility.grid\nrack = r\ncount = 4\nheight = 8 U\npower_idle = 5 kW\n"
              "power_typical = 8 kW\npower_maximum = 10 kW\n[rack r]\nunits = 42 U\n");
    bool has_none = false;
    int without = 0;
    for (int i = 0; i < s.r.n_limit; i++) {
        const struct limit *l = &s.r.limit[i];
        if (isnan(l->limit)) {
            assert_true(isnan(l->margin) && !l->is_broken);
            without++;
        }
        if (isnan(l->margin)) has_none = true;
        else assert_false(has_none);
        if (i && !isnan(l->margin)) assert_true(l->margin >= s.r.limit[i - 1].margin);
    }
    assert_true(without >= 3);
    /* a rack without power and mass limits says so, and its units are counted */
    assert_true(isnan(find(&s, "rack.r", "power", "normal")->limit));
    assert_near(find(&s, "rack.r", "power", "normal")->used, 40, 1e-12);
    assert_true(isnan(find(&s, "rack.r", "weight", "normal")->limit));
    assert_true(isnan(find(&s, "utility.grid", "power", "normal")->limit));
    expect(&s, "rack.r", "rack units", "normal", 32, 42, false);
    toy_free(&s.t);
}

/* 90 kW on five modules of 25 kW: 125, after a loss 100. */
static void ups_module_lost(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, "from = ups.u\npower_idle = 90 kW\npower_typical = 90 kW\npower_maximum = 90 kW\n"
              "[ups u]\nmodule_power = 25 kW\nmodules = 5\nredundancy = N+1\nc0 = 0.01\nc1 = 0\nc2 = 0.02\n"
              "from = utility.grid\n");
    expect(&s, "ups.u", "power", "normal", 90, 125, false);
    expect(&s, "ups.u", "power", "one module lost", 90, 100, false);
    toy_free(&s.t);
    solve(&s, "from = ups.u\npower_idle = 90 kW\npower_typical = 90 kW\npower_maximum = 110 kW\n"
              "[ups u]\nmodule_power = 25 kW\nmodules = 5\nredundancy = N+1\nc0 = 0.01\nc1 = 0\nc2 = 0.02\n"
              "from = utility.grid\n");
    expect(&s, "ups.u", "power", "normal", 110, 125, false);
    expect(&s, "ups.u", "power", "one module lost", 110, 100, true);
    assert_near(s.r.limit[0].margin, -.1, 1e-9); /* and it stands first */
    toy_free(&s.t);
}

/* 2N: half each, all on one when the other is lost. */
static void ups_system_lost(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, "from = ups.u\npower_idle = 90 kW\npower_typical = 90 kW\npower_maximum = 90 kW\n"
              "[ups u]\nmodule_power = 80 kW\nredundancy = 2N\nc0 = 0.01\nc1 = 0\nc2 = 0.02\n"
              "from = utility.grid\n");
    expect(&s, "ups.u#1", "power", "normal", 45, 80, false);
    expect(&s, "ups.u#2", "power", "ups.u#1 lost", 90, 80, true);
    expect(&s, "ups.u#1", "power", "ups.u#2 lost", 90, 80, true);
    toy_free(&s.t);
}

/* Units on the lost system stop with it: what is left has three units' work. */
static void units_of_a_lost_system_stop(void **state)
{
    (void)state;
    struct solved s;
    static const char site[] =
        "from = utility.grid\ncount = 10\npower_idle = 38 kW\npower_typical = 38 kW\n"
        "power_maximum = 38 kW\n[crac d]\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 200 kW\ncop = 4\n"
        "wet_bulb_min = 19.44 degC\nwet_bulb_max = 19.44 degC\nfrom = ups.u#1\n"
        "[load lamps]\npower = 4 kW\nfrom = ups.u#2\n"
        "[ups u]\nmodule_power = 200 kW\nredundancy = 2N\nc0 = 0.01\nc1 = 0\nc2 = 0.02\n"
        "from = utility.grid\n";
    solve(&s, site);
    expect(&s, "crac.c", "heat", "ups.u#1 lost", 380, 600, false);
    assert_true(find(&s, "crac.c", "heat", "normal")->used < 380 * 3 / 3.9);
    for (int i = 0; i < s.r.n_limit; i++) /* the lamps are out and are not on the other system */
        if (!strcmp(s.r.limit[i].element, "ups.u#1") && !strcmp(s.r.limit[i].resource, "power"))
            assert_string_not_equal(s.r.limit[i].state, "ups.u#2 lost");
    toy_free(&s.t);
}

/* Half of ten servers meet at their maximum of 20 kW. */
static void diversity_takes_servers_out(void **state)
{
    (void)state;
    struct solved s;
    solve_diverse(&s, .5, "from = ups.u\ncount = 10\npower_idle = 2 kW\npower_typical = 10 kW\n"
                           "power_maximum = 20 kW\n[ups u]\nmodule_power = 250 kW\nc0 = 0.01\nc1 = 0\nc2 = 0.02\n"
                           "from = utility.grid\n");
    expect(&s, "ups.u", "power", "normal", 100, 250, false);
    expect(&s, "crac.c", "heat", "normal", 100, 600, false);
    toy_free(&s.t);
}

/* PHYSICS 3: 10.2 kW on six supplies of 3.3 kW, five after a loss. */
static void supply_lost(void **state)
{
    (void)state;
    struct solved s;
    static const char server[] =
        "from = utility.grid\npower_idle = 2 kW\npower_typical = 8 kW\npower_maximum = 10.2 kW\n"
        "psu = p\npsu_count = %d\npsu_needed = %d\n[psu p]\nrated_power = 3300 W\n"
        "efficiency = 10 %%: 100 %%, 100 %%: 100 %%\n";
    struct arena a = arena_new(NULL);
    solve(&s, arena_format(&a, server, 6, 4));
    assert_within(find(&s, "server.s", "supply output", "normal")->used /
                      find(&s, "server.s", "supply output", "normal")->limit, .5152, 5e-5);
    expect(&s, "server.s", "supply output", "one supply lost", 10.2, 16.5, false);
    toy_free(&s.t);
    solve(&s, arena_format(&a, server, 4, 3));
    expect(&s, "server.s", "supply output", "one supply lost", 10.2, 9.9, true);
    toy_free(&s.t);
    arena_free(&a);
}

/* Fans turn faster in hot air: the rack and the supplies carry that, too. */
static void hot_fans_count_in_racks_and_supplies(void **state)
{
    (void)state;
    struct solved s;
    static const char site[] =
        "from = utility.grid\ncount = 2\nrack = r\nheight = 8 U\npower_idle = 2 kW\npower_typical = 8 kW\n"
        "power_maximum = 10.2 kW\nfan_power = 2 kW\nfan_min = 30 %\nfan_load = 60 %\n"
        "fan_inlet_low = 15 degC\nfan_inlet_high = 22 degC\npsu = p\npsu_count = 4\npsu_needed = 3\n"
        "[rack r]\npower = 20.5 kW\n[psu p]\nrated_power = 3500 W\n"
        "efficiency = 10 %: 100 %, 100 %: 100 %\n";
    solve(&s, site);
    const struct limit *lost = find(&s, "server.s", "supply output", "one supply lost");
    const struct limit *rack = find(&s, "rack.r", "power", "normal");
    assert_true(lost->used > 10.3);
    assert_near(rack->used, 2 * lost->used, 1e-9);
    assert_true(rack->is_broken);
    toy_free(&s.t);
}

/* Three units of 200 kW at their rating: 600, after a loss 400. */
static void cooling_unit_lost(void **state)
{
    (void)state;
    struct solved s;
    struct arena a = arena_new(NULL);
    static const char server[] = "from = utility.grid\ncount = 10\npower_idle = %g kW\n"
                                 "power_typical = %g kW\npower_maximum = %g kW\n";
    solve(&s, arena_format(&a, server, 38., 38., 38.));
    expect(&s, "crac.c", "heat", "normal", 380, 600, false);
    expect(&s, "crac.c", "heat", "one crac.c lost", 380, 400, false);
    assert_near(find(&s, "room.hall", "inlet temperature", "one crac.c lost")->used, 20, 1e-9);
    toy_free(&s.t);
    solve(&s, arena_format(&a, server, 42., 42., 42.));
    expect(&s, "crac.c", "heat", "normal", 420, 600, false);
    expect(&s, "crac.c", "heat", "one crac.c lost", 420, 400, true);
    assert_true(find(&s, "room.hall", "inlet temperature", "one crac.c lost")->used > 21);
    toy_free(&s.t);
    arena_free(&a);
}

/* B45: 10 kW on two breakers of 5.888 kVA: each alone has too much, and `check` says so; what
   needs both of its supplies promises nothing. */
static void one_side_must_carry_both_b45(void **state)
{
    (void)state;
    static const char site[] =
        "from = breaker.a, breaker.b\npower_idle = %g kW\npower_typical = %g kW\n"
        "power_maximum = %g kW\npsu = q\npsu_needed = %d\n"
        "[psu q]\nrated_power = 20 kW\nefficiency = 10 %%: 100 %%, 100 %%: 100 %%\npower_factor = 1\n"
        "[breaker a]\nvoltage = 230 V LN\nphases = 1\nrated_current = 32 A\nusable = 80 %%\n"
        "from = utility.grid\n"
        "[breaker b]\nvoltage = 230 V LN\nphases = 1\nrated_current = 32 A\nusable = 80 %%\n"
        "from = utility.grid\n";
    struct solved s;
    struct arena a = arena_new(NULL);
    solve(&s, arena_format(&a, site, 10., 10., 10., 1));
    expect(&s, "breaker.b", "current", "normal", 5000 / 230., 25.6, false);
    expect(&s, "breaker.b", "current", "breaker.a lost", 10000 / 230., 25.6, true);
    toy_free(&s.t);
    solve(&s, arena_format(&a, site, 5., 5., 5., 1));
    assert_false(find(&s, "breaker.b", "current", "breaker.a lost")->is_broken);
    assert_within(find(&s, "breaker.b", "current", "breaker.a lost")->used, 5000 / 230., .3);
    toy_free(&s.t);
    solve(&s, arena_format(&a, site, 10., 10., 10., 2));
    for (int i = 0; i < s.r.n_limit; i++)
        assert_null(strstr(s.r.limit[i].state, "breaker.a lost"));
    toy_free(&s.t);
    arena_free(&a);
}

/* B42: nothing is stored in 16 bits: a rack of 132 kW, a UPS of 2.5 MW. */
static void great_powers_b42(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, "from = ups.u\nrack = r\nheight = 40 U\npower_idle = 100 kW\npower_typical = 120 kW\n"
              "power_maximum = 132 kW\n[rack r]\npower = 132000 W\n"
              "[ups u]\nmodule_power = 2.5 MW\nc0 = 0.01\nc1 = 0\nc2 = 0.02\nfrom = utility.grid\n");
    expect(&s, "rack.r", "power", "normal", 132, 132, false);
    expect(&s, "ups.u", "power", "normal", 132, 2500, false);
    assert_int_equal(s.t.racks.placement.unplaced[0], 0);
    toy_free(&s.t);
}

/* B50: an empty rack of 150 kg weighs 150 kg. */
static void the_racks_own_weight_b50(void **state)
{
    (void)state;
    struct solved s;
    static const char two[] = "from = utility.grid\nrack = r\ncount = 2\nheight = 4 U\nweight = 100 kg\n"
                              "power_idle = 1 kW\npower_typical = 1 kW\npower_maximum = 1 kW\n"
                              "[rack r]\nown_weight = 150 kg\nload = %g kg\n[rack empty]\n"
                              "own_weight = 150 kg\nload = 149 kg\n";
    struct arena a = arena_new(NULL);
    solve(&s, arena_format(&a, two, 350.));
    expect(&s, "rack.r", "weight", "normal", 350, 350, false);
    expect(&s, "rack.empty", "weight", "normal", 150, 149, true);
    toy_free(&s.t);
    solve(&s, arena_format(&a, two, 349.)); /* the second finds no place */
    expect(&s, "rack.r", "weight", "normal", 250, 349, false);
    expect(&s, "server.s", "racked servers", "normal", 2, 1, true);
    toy_free(&s.t);
    arena_free(&a);
}

/* Derated: 80 % of a 30 kW panel is 24 kW; a transformer is held in kVA. */
static void usable_share_and_power_factor(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, "from = pdu.d\npower_idle = 19 kW\npower_typical = 19 kW\npower_maximum = 19 kW\n"
              "[pdu d]\nrated_power = 30 kW\nusable = 80 %\nfrom = transformer.x\n"
              "[transformer x]\nrated_power = 25 kVA\npower_factor = 0.95\nno_load_loss = 0 W\n"
              "load_loss = 0 W\nfrom = utility.grid\n");
    expect(&s, "pdu.d", "power", "normal", 19, 24, false);
    expect(&s, "transformer.x", "power", "normal", 20, 25, false);
    assert_string_equal(find(&s, "transformer.x", "power", "normal")->unit, "kVA");
    toy_free(&s.t);
}

/* Limits come from the maximum of every server, whatever it runs. */
static void limits_hold_at_the_maximum(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, "from = pdu.d\nworkload = w\npower_idle = 1 kW\npower_typical = 19 kW\npower_maximum = 25 kW\n"
              "[workload w]\nactivity = 10 %\n[pdu d]\nrated_power = 24 kW\nfrom = utility.grid\n");
    expect(&s, "pdu.d", "power", "normal", 25, 24, true);
    toy_free(&s.t);
}

/* A2 at sea level allows 35 degC, recommended 27. */
static void inlets_are_held_to_the_rooms_class(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, "from = utility.grid\npower_idle = 19 kW\npower_typical = 19 kW\npower_maximum = 19 kW\n"
              "inlet_max = 30 degC\n");
    expect(&s, "room.hall", "inlet temperature", "normal", 20, 35, false);
    expect(&s, "server.s", "inlet temperature", "normal", 20, 30, false);
    toy_free(&s.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tightest_first_and_no_limit_last_b96),
        cmocka_unit_test(ups_module_lost),
        cmocka_unit_test(ups_system_lost),
        cmocka_unit_test(units_of_a_lost_system_stop),
        cmocka_unit_test(diversity_takes_servers_out),
        cmocka_unit_test(supply_lost),
        cmocka_unit_test(hot_fans_count_in_racks_and_supplies),
        cmocka_unit_test(cooling_unit_lost),
        cmocka_unit_test(one_side_must_carry_both_b45),
        cmocka_unit_test(great_powers_b42),
        cmocka_unit_test(the_racks_own_weight_b50),
        cmocka_unit_test(usable_share_and_power_factor),
        cmocka_unit_test(limits_hold_at_the_maximum),
        cmocka_unit_test(inlets_are_held_to_the_rooms_class),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
