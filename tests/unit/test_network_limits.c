/* Checks of small networks whose numbers are worked by hand. */

#include "toy_site.h"

#include <string.h>

#include "plan/limits.h"

/* Begins within the utility of the toy: 500 MVA at 10 kV, R = 0.1 X. */
static const char base[] =
    "voltage = 10 kV LL\nshort_circuit_power = 500 MVA\nx_over_r = 10\n"
    "[room hall]\nsupply = 20 degC\nrecirculation = 0 %\nbypass = 0 %\n"
    "[crac c]\ncount = 3\nneeded = 2\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 200 kW\ncop = 4\n"
    "wet_bulb_min = 19.44 degC\nwet_bulb_max = 19.44 degC\nfrom = utility.cooling\n"
    "[utility cooling]\nvoltage = 400 V LL\n"
    "[server s]\nleakage = 0 %/K\nairflow = 0.5 m3/s\npower_idle = 50 kW\npower_typical = 50 kW\n"
    "power_maximum = 50 kW\n";
/* 1000 kVA, 6 %, 10.5 kW. */
static const char transformer[] =
    "[transformer x]\nrated_power = 1000 kVA\nno_load_loss = 0 W\nload_loss = 10500 W\n"
    "impedance = 6 %\nvoltage = 400 V LL\nprimary = 10 kV LL\nlength = 0 m\nfrom = utility.grid\n";

struct solved {
    struct toy t;
    struct result r;
};

static void solve(struct solved *s, const char *more)
{
    struct arena a = arena_new(NULL);
    toy_make(&s->t, arena_format(&a, "%s%s%s", base, more, transformer), 12, 35, 10);
    struct year *design = toy_year(&s->t, true);
    struct limits_case c = {&s->t.site, s->t.plant, &s->t.racks, &s->t.design, design,
                            &s->t.weather.calendar, 1, NULL};
    s->r = (struct result){0};
    limits_find(&c, &s->r, &s->t.arena);
    arena_free(&a);
}

static const struct limit *seek(const struct solved *s, const char *element, const char *resource)
{
    for (int i = 0; i < s->r.n_limit; i++) {
        const struct limit *l = &s->r.limit[i];
        if (!strcmp(l->element, element) && !strcmp(l->resource, resource)) return l;
    }
    return NULL;
}

static const struct limit *find(const struct solved *s, const char *element, const char *resource)
{
    const struct limit *l = seek(s, element, resource);
    for (int i = 0; !l && i < s->r.n_limit; i++)
        print_error("  %s, %s, %s\n", s->r.limit[i].element, s->r.limit[i].resource,
                    s->r.limit[i].state);
    for (int i = 0; !l && i < s->r.n_skip; i++)
        print_error("  skipped %s, %s\n", s->r.skip[i].check, s->r.skip[i].what);
    if (!l) fail_msg("no limit %s, %s", element, resource);
    return l;
}

static void expect(const struct solved *s, const char *element, const char *resource, double used,
                   double limit, bool is_broken)
{
    const struct limit *l = find(s, element, resource);
    assert_near(l->used, used, 1e-9);
    assert_near(l->limit, limit, 1e-9);
    assert_int_equal(l->is_broken, is_broken);
}

static void expect_skip(const struct solved *s, const char *check, const char *what, int count)
{
    for (int i = 0; i < s->r.n_skip; i++) {
        const struct network_skip *k = &s->r.skip[i];
        if (strcmp(k->check, check) || strcmp(k->what, what)) continue;
        assert_int_equal(k->count, count);
        return;
    }
    for (int i = 0; i < s->r.n_skip; i++)
        print_error("  %s, %s\n", s->r.skip[i].check, s->r.skip[i].what);
    fail_msg("nothing skipped as %s, %s", check, what);
}

/* Network 1.1 (400 V)^2 / 500 MVA = .352 mohm, R .0350, X .3503; transformer Z 9.6, R 1.68,
   X 9.4519 mohm: 230.94 V / 9.951 mohm = 23.21 kA, 1.05 times that. */
static void short_circuit_behind_a_transformer(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, "from = switchboard.m\n[switchboard m]\nfrom = transformer.x\nbreaking_capacity = 50 kA\n"
              "withstand = 20 kA\nlength = 0 m\n");
    const struct limit *l = find(&s, "switchboard.m", "short-circuit current");
    assert_near(l->used / 1.05, 23.21, 2e-4);
    assert_near(l->used, 24.37, 2e-4);
    assert_near(l->limit, 50, 1e-12);
    assert_string_equal(l->unit, "kA");
    assert_string_equal(l->state, "normal");
    assert_true(find(&s, "switchboard.m", "short-circuit withstand")->is_broken);
    assert_null(seek(&s, "switchboard.m", "least fault current")); /* it has no breaker */
    toy_free(&s.t);
}

/* Two transformers, .5 (1.68, 9.4519) mohm, behind one network: 239.08 V... in one figure
   1.05 230.94 / |.0350 + .84, .3503 + 4.7260| = 47.07 kA, as two of a count or two parts. */
static void what_all_ways_share_counts_once(void **state)
{
    (void)state;
    static const char two_parts[] =
        "from = switchboard.m\n[switchboard m]\nfrom = transformer.x, transformer.y\n"
        "breaking_capacity = 50 kA\nlength = 0 m\n[transformer y]\nrated_power = 1000 kVA\n"
        "no_load_loss = 0 W\nload_loss = 10500 W\nimpedance = 6 %\nvoltage = 400 V LL\nlength = 0 m\n"
        "from = utility.grid\n";
    static const char two_units[] =
        "from = switchboard.m\n[switchboard m]\nfrom = transformer.y\n"
        "breaking_capacity = 50 kA\nlength = 0 m\n[transformer y]\nrated_power = 1000 kVA\ncount = 2\n"
        "no_load_loss = 0 W\nload_loss = 10500 W\nimpedance = 6 %\nvoltage = 400 V LL\nlength = 0 m\n"
        "from = utility.grid\n";
    struct solved s;
    const double volt = 1.05 * 400 / sqrt(3), ka = volt / hypot(.03503 + .84, .35025 + 4.72593);
    solve(&s, two_parts);
    assert_near(find(&s, "switchboard.m", "short-circuit current")->used, ka, 1e-4);
    toy_free(&s.t);
    solve(&s, two_units);
    assert_near(find(&s, "switchboard.m", "short-circuit current")->used, ka, 1e-4);
    toy_free(&s.t);
}

/* A single-phase part behind 20 m of 5 mohm/m (4.1667 at 20 degC), .08 mohm/m.  Loop: two
   thirds of the network, since the delta keeps its zero sequence away, the transformer, and
   the cable twice; for the least, warm and with another 10 m of its own, 0.95. */
static const char panel[] =
    "from = breaker.b\n[breaker a]\nfrom = transformer.x\nrated_current = 250 A\ntrip = electronic\n"
    "instantaneous = 10\nbreaking_capacity = 36 kA\nlength = 20 m\nresistance = 0.005 ohm/m\n"
    "reactance = 0.00008 ohm/m\n"
    "[breaker b]\nfrom = breaker.a\nrated_current = 16 A\nphases = 1\ntrip = C\n"
    "breaking_capacity = 1 kA\nlength = 10 m\nresistance = 0.005 ohm/m\nreactance = 0.00008 ohm/m\n";

static void line_to_neutral(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, panel);
    double r = .03503 * 2 / 3 + 1.68, x = .35025 * 2 / 3 + 9.45185, volt = 400 / sqrt(3);
    double most = 1.05 * volt / hypot(r + 2 * 20 * 5 / 1.2, x + 2 * 20 * .08);
    double least = .95 * volt / hypot(r + 2 * 30 * 5, x + 2 * 30 * .08);
    const struct limit *l = find(&s, "breaker.b", "short-circuit current");
    assert_near(l->used, most, 1e-5);
    assert_true(l->is_broken && strstr(l->note, "line to neutral, conductors out and back"));
    l = find(&s, "breaker.b", "least fault current");
    assert_near(l->used, 160, 1e-12); /* C trips at once from 10 times 16 A */
    assert_near(l->limit, 1000 * least, 1e-5);
    assert_false(l->is_broken);
    assert_near(find(&s, "breaker.a", "least fault current")->used, 1.2 * 10 * 250, 1e-12);
    assert_true(find(&s, "breaker.a", "least fault current")->is_broken); /* 1.1 kA of 3 */
    toy_free(&s.t);
}

/* C16 under 250 A at 10 times, 20 % less: selective up to 2000 A, with 1.43 kA behind it. */
static void selectivity(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, panel);
    const struct limit *l = find(&s, "breaker.b", "selectivity");
    assert_near(l->used, 1000 * find(&s, "breaker.b", "short-circuit current")->used, 1e-12);
    assert_near(l->limit, 2000, 1e-9);
    assert_false(l->is_broken);
    assert_null(seek(&s, "breaker.a", "selectivity")); /* nothing above it */
    toy_free(&s.t);
    struct arena a = arena_new(NULL);
    solve(&s, arena_format(&a, "%sselective = yes\n", panel));
    assert_null(seek(&s, "breaker.b", "selectivity"));
    toy_free(&s.t);
    arena_free(&a);
}

/* 50 kW at .98 and 400 V are 73.64 A; 100 m of .4 and .08 mohm/m:
   sqrt 3 73.64 (.04 .98 + .008 .199) / 400 = 1.3008 %.  The second cable adds. */
static void voltage_drop(void **state)
{
    (void)state;
    struct solved s;
    static const char two[] =
        "from = busway.b\nplug = %d\n[switchboard m]\nfrom = transformer.x\nlength = 100 m\n"
        "resistance = 0.0004 ohm/m\nreactance = 0.00008 ohm/m\n"
        "[busway b]\nfrom = switchboard.m\nlength = %g m\nresistance = 0.0004 ohm/m\n"
        "reactance = 0.00008 ohm/m\n";
    struct arena a = arena_new(NULL);
    solve(&s, arena_format(&a, two, 3, 0.));
    double sine = sqrt(1 - .98 * .98);
    double w = find(&s, "switchboard.m", "power")->used * 1000; /* without its own loss */
    assert_near(w, 50e3, 1e-9);
    double drop = 50e3 / .98 / (400 * 400) * (.04 * .98 + .008 * sine) * 100;
    assert_within(drop, 1.3008, 5e-4);
    expect(&s, "busway.b", "voltage drop", drop, 5, false);
    assert_null(seek(&s, "switchboard.m", "voltage drop")); /* feeds no load itself */
    toy_free(&s.t);
    solve(&s, arena_format(&a, two, 3, 400.));
    double far = find(&s, "busway.b", "voltage drop")->used;
    assert_true(far > 5 * drop && far < 5.1 * drop); /* the near cable carries the far one's loss */
    assert_true(find(&s, "busway.b", "voltage drop")->is_broken);
    toy_free(&s.t);
    solve(&s, arena_format(&a, two, 1, 0.)); /* three times on one line, and back by the neutral */
    expect(&s, "busway.b", "voltage drop", 6 * drop, 5, true);
    toy_free(&s.t);
    arena_free(&a);
}

/* Two supplies of 30 kW at .95, five times: 315.8 kVA on three lines of 230.9 V. */
static const char supplies[] =
    "from = breaker.b\npsu = p\npsu_count = 2\npsu_needed = 2\nplug = 3\n[psu p]\nrated_power = 30 kW\n"
    "efficiency = 10 %%: 100 %%, 100 %%: 100 %%\npower_factor = 0.95\ninrush = %d\n"
    "harmonics = 5: 20 %%, 7: 10 %%\n[breaker b]\nfrom = transformer.x\nrated_current = 100 A\n"
    "trip = %s\nlength = 0 m\n[breaker up]\nfrom = utility.grid\nrated_current = 63 A\n"
    "trip = electronic\ninstantaneous = 10\nlength = 0 m\n%s";

static void inrush(void **state)
{
    (void)state;
    struct solved s;
    struct arena a = arena_new(NULL);
    double one = 2 * 30e3 / .95 / (sqrt(3) * 400);
    solve(&s, arena_format(&a, supplies, 5, "C", ""));
    expect(&s, "breaker.b", "inrush current", 5 * one, 500, false); /* 456 A of 5 times 100 */
    toy_free(&s.t);
    solve(&s, arena_format(&a, supplies, 5, "B", ""));
    expect(&s, "breaker.b", "inrush current", 5 * one, 300, true);
    toy_free(&s.t);
    arena_free(&a);
}

/* 12 times 57.7 A at 10 kV against 8 times 63. */
static void transformer_inrush(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, "from = breaker.b\n[breaker b]\nfrom = transformer.y\nrated_current = 100 A\ntrip = C\n"
              "[breaker up]\nfrom = utility.grid\nrated_current = 63 A\ntrip = electronic\n"
              "instantaneous = 10\nlength = 0 m\n[transformer y]\nrated_power = 1000 kVA\n"
              "no_load_loss = 0 W\nload_loss = 10500 W\nimpedance = 6 %\ninrush = 12\n"
              "voltage = 400 V LL\nprimary = 10 kV LL\nfrom = breaker.up\n");
    expect(&s, "breaker.up", "transformer inrush", 12e6 / (sqrt(3) * 1e4), .8 * 10 * 63, true);
    toy_free(&s.t);
}

/* (1 + .04 25 + .01 49) / 1.05 = 2.3714; behind a double conversion there is nothing. */
static void k_factor(void **state)
{
    (void)state;
    struct solved s;
    struct arena a = arena_new(NULL);
    solve(&s, arena_format(&a, supplies, 5, "C", ""));
    assert_null(seek(&s, "transformer.x", "K-factor"));
    expect_skip(&s, "K-factor", "no k_factor: transformer.x", 1);
    toy_free(&s.t);
    static const char rated[] =
        "[transformer k]\nrated_power = 500 kVA\nno_load_loss = 0 W\nload_loss = 0 W\n"
        "k_factor = 4\nvoltage = 400 V LL\nfrom = utility.grid\n[breaker other]\nfrom = transformer.k\n"
        "trip = C\n";
    const char *text = arena_format(&a, supplies, 5, "C", rated);
    char *from = strstr(text, "[breaker b]\nfrom = transformer.x");
    assert_non_null(from);
    from[strlen("[breaker b]\nfrom = transformer.")] = 'k';
    solve(&s, text);
    expect(&s, "transformer.k", "K-factor", (1 + .04 * 25 + .01 * 49) / 1.05, 4, false);
    toy_free(&s.t);
    arena_free(&a);
}

/* 50 kW at .98 by a transfer switch: as one block on two of three sets of 40 kW, 50 kVA:
   62.5 %; 51.02 kVA on 100 at xd' 20 %: .10204 / 1.10204 = 9.259 %.  Tank 1000 L, .25 L/kWh:
   80 h. */
static void generators_take_a_block(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, "from = ats.t\n[ats t]\nfrom = utility.grid, generator.g\nvoltage = 400 V LL\n"
              "[generator g]\ncount = 3\nneeded = 2\nrated_power = 40 kW\ntransient = 20 %\n"
              "voltage = 400 V LL\ntank = 1000 L\nfuel = 0.25 L/kWh\n");
    const struct limit *l = find(&s, "generator.g", "load step");
    assert_string_equal(l->state, "utility lost");
    expect(&s, "generator.g", "load step", 62.5, 60, true);
    expect(&s, "generator.g", "voltage dip", 100 * .2 * .5 / .98 / (1 + .2 * .5 / .98), 20, false);
    expect(&s, "generator.g", "leading reactive power", 0, 20, false);
    expect(&s, "generator.g", "generator power", 50, 80, false);
    assert_string_equal(find(&s, "generator.g", "generator power")->note,
                        "the tank lasts 80.0 h at this load");
    toy_free(&s.t);
}

/* A double conversion walks in: no step; its battery takes 10 % of 100 kW besides. */
static void generators_recharge_batteries(void **state)
{
    (void)state;
    struct solved s;
    static const char ups[] =
        "from = ups.u\n[ups u]\nmodule_power = 100 kW\nc0 = 0\nc1 = 0\nc2 = 0\n%s"
        "from = ats.t\n[ats t]\nfrom = utility.grid, generator.g\nvoltage = 400 V LL\n"
        "[generator g]\nrated_power = 59 kW\nvoltage = 400 V LL\n"
        "[battery b]\nenergy = 10 kWh\ndepth = 80 %%\nageing = 80 %%\ninverter = 96 %%\n"
        "recharge = 10 %%\nneeded = 8 min\n";
    struct arena a = arena_new(NULL);
    solve(&s, arena_format(&a, ups, "battery = b\n"));
    assert_string_equal(find(&s, "generator.g", "generator power")->state,
                        "utility lost, batteries recharging");
    expect(&s, "generator.g", "generator power", 60, 59, true);
    expect(&s, "generator.g", "load step", 0, 60, false);
    expect_skip(&s, "voltage dip", "no transient: generator.g", 1);
    /* 10 kWh .8 .8 .96 at 50 kW: 7.3728 min */
    expect(&s, "ups.u", "battery runtime", 8, 7.3728, true);
    toy_free(&s.t);
    solve(&s, arena_format(&a, ups, ""));
    assert_string_equal(find(&s, "generator.g", "generator power")->state, "utility lost");
    expect(&s, "generator.g", "generator power", 50, 59, false);
    expect_skip(&s, "battery recharge on generators", "no battery: ups.u", 1);
    expect_skip(&s, "battery runtime", "no battery: ups.u", 1);
    toy_free(&s.t);
    arena_free(&a);
}

/* Two supplies' worth of leading current: 50 kW at .95 leading are 16.43 kvar of 73.75 kVA. */
static void leading_current(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, "from = ats.t\npsu = p\npsu_count = 2\npsu_needed = 2\nplug = 3\n[psu p]\n"
              "rated_power = 30 kW\nefficiency = 10 %: 100 %, 100 %: 100 %\npower_factor = 0.95\n"
              "leading = yes\n[ats t]\nfrom = utility.grid, generator.g\nvoltage = 400 V LL\n"
              "[generator g]\nrated_power = 59 kW\nvoltage = 400 V LL\n");
    expect(&s, "generator.g", "leading reactive power",
           100 * 50 * sqrt(1 / (.95 * .95) - 1) / (59 / .8), 20, true);
    toy_free(&s.t);
}

/* The bypass passes what the mains give; on battery 2 times 100 kVA are 288.7 A. */
static void ups_in_a_fault(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, "from = breaker.b\n[ups u]\nmodule_power = 100 kW\nmodule_apparent = 100 kVA\nc0 = 0\n"
              "c1 = 0\nc2 = 0\nfrom = transformer.x\n[breaker b]\nfrom = ups.u\nrated_current = 32 A\n"
              "trip = C\nbreaking_capacity = 36 kA\nlength = 0 m\n");
    const struct limit *l = find(&s, "breaker.b", "short-circuit current");
    assert_near(l->used, 24.37, 2e-4);
    assert_string_equal(l->note, "by the static bypass of ups.u");
    /* with mains the bypass gives enough; on battery the inverter's 289 A do not trip it */
    l = find(&s, "breaker.b", "least fault current");
    assert_near(l->used, 320, 1e-9);
    assert_true(l->limit > 20e3 && !l->is_broken);
    assert_non_null(strstr(l->note, "on battery the UPS gives 289 A, which does not"));
    toy_free(&s.t);
}

/* What is not known is said, and where it can only lower the current, it is left out. */
static void missing_data_is_said(void **state)
{
    (void)state;
    struct solved s;
    static const char chain[] =
        "from = breaker.b\n[switchboard m]\nfrom = transformer.x\nbreaking_capacity = 50 kA\n"
        "withstand = 50 kA\n[breaker b]\nfrom = switchboard.m\nbreaking_capacity = %d kA\ntrip = fuse\n";
    struct arena a = arena_new(NULL);
    solve(&s, arena_format(&a, chain, 36));
    assert_string_equal(find(&s, "breaker.b", "short-circuit current")->note,
                        "at most: conductors without length are left out");
    expect_skip(&s, "voltage drop", "no length: switchboard.m", 1);
    expect_skip(&s, "least fault current", "no melting curve: breaker.b", 1);
    assert_null(seek(&s, "breaker.b", "voltage drop"));
    toy_free(&s.t);
    solve(&s, arena_format(&a, chain, 10)); /* too much, but by how much is not known */
    assert_null(seek(&s, "breaker.b", "short-circuit current"));
    expect_skip(&s, "short-circuit current", "no length: switchboard.m", 1);
    toy_free(&s.t);
    solve(&s, "from = breaker.b\n[transformer y]\nrated_power = 1000 kVA\nno_load_loss = 0 W\n"
              "load_loss = 10500 W\nvoltage = 400 V LL\nfrom = utility.grid\n[breaker b]\n"
              "from = transformer.y\nbreaking_capacity = 36 kA\nrated_current = 100 A\ntrip = C\n");
    expect_skip(&s, "short-circuit current", "no impedance: transformer.y", 1);
    expect_skip(&s, "least fault current", "no impedance: transformer.y", 1);
    expect_skip(&s, "inrush current", "no psu: server.s", 1);
    expect_skip(&s, "voltage drop", "no length: transformer.y", 1);
    toy_free(&s.t);
    solve(&s, "from = breaker.b, breaker.c\n[breaker b]\nfrom = utility.cooling\n"
              "breaking_capacity = 36 kA\n[breaker c]\nfrom = utility.cooling\n"
              "breaking_capacity = 36 kA\n");
    expect_skip(&s, "short-circuit current", "no short_circuit_power: utility.cooling", 1);
    expect_skip(&s, "voltage drop", "no length: breaker.b and 1 more", 2);
    assert_null(seek(&s, "breaker.b", "short-circuit current"));
    toy_free(&s.t);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_circuit_behind_a_transformer),
        cmocka_unit_test(what_all_ways_share_counts_once),
        cmocka_unit_test(line_to_neutral),
        cmocka_unit_test(selectivity),
        cmocka_unit_test(voltage_drop),
        cmocka_unit_test(inrush),
        cmocka_unit_test(transformer_inrush),
        cmocka_unit_test(k_factor),
        cmocka_unit_test(generators_take_a_block),
        cmocka_unit_test(generators_recharge_batteries),
        cmocka_unit_test(leading_current),
        cmocka_unit_test(ups_in_a_fault),
        cmocka_unit_test(missing_data_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
