/* The plant with parts lost: who is dead, who carries, which servers keep what. */

#include "random_site.h"

#include <string.h>

#include "plan/limit_list.h"

static const char base[] =
    "[room hall]\nsupply = 20 degC\nrecirculation = 0 %\nbypass = 0 %\n"
    "[crac c]\nairflow = 90 m3/s\nfan_power = 0 kW\ncapacity = 900 kW\ncop = 4\nfrom = utility.grid\n"
    "[psu q]\nrated_power = 4 kW\nefficiency = 10 %: 100 %, 100 %: 100 %\n"
    "[server s]\nleakage = 0 %/K\nairflow = 0.5 m3/s\npower_idle = 10 kW\npower_typical = 10 kW\n"
    "power_maximum = 10 kW\n";

static void make(struct toy *t, const char *more)
{
    struct arena a = arena_new(NULL);
    toy_make(t, arena_format(&a, "%s%s", base, more), 12, 35, 10);
    arena_free(&a);
}

static int elem_of(const struct toy *t, const char *name)
{
    for (int e = 0; e < t->plant->n_elem; e++) {
        const struct elem *x = &t->plant->elem[e];
        if (!strcmp(t->site.of[x->kind].name[x->index], name)) return e;
    }
    fail_msg("no element is %s", name);
    return -1;
}

/* Up to three names, the rest NULL; each with all its units. */
static const struct outage *lose(struct toy *t, const char *a, const char *b, const char *c)
{
    const char *const name[] = {a, b, c};
    struct lost lost[3];
    int n = 0;
    for (; n < 3 && name[n]; n++) {
        int e = elem_of(t, name[n]);
        lost[n] = (struct lost){t->plant->alive_elem + e,
                                outage_units(t->plant, t->plant->alive_elem + e)};
    }
    return outage_make(t->plant, lost, n, &t->arena);
}

static double share_of(const struct toy *t, const struct outage *o, const char *name, int source)
{
    return o->share[t->plant->elem[elem_of(t, name)].up.first + source];
}

static struct year *year_of(struct toy *t, const struct outage *o)
{
    return outage_run(o, &t->design, &t->weather.calendar, KEEP_ALL, 1, &t->arena);
}

static double used_w(const struct toy *t, const struct year *y, const char *name)
{
    return y->elem[elem_of(t, name)].used;
}

/* Servers of the state's groups that have so many supplies left. */
static double with_supplies(const struct outage *o, int supplies)
{
    double n = 0;
    for (int g = 0; g < o->plant->n_group; g++)
        if (o->plant->group[g].supplies == supplies) n += o->plant->group[g].count;
    return n;
}

/* ---- death and shares ---------------------------------------------------------- */

#define THREE                                                                                      \
    "[pdu a]\nfrom = utility.grid\n[pdu b]\nfrom = utility.grid\n[pdu c]\nfrom = utility.grid\n"

static void death_spreads_when_all_sources_die(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "from = pdu.leaf\n" THREE "[pdu m]\nfrom = pdu.a, pdu.b\n[pdu n]\nfrom = pdu.c\n"
             "[pdu leaf]\nfrom = pdu.m, pdu.n\n[pdu alone]\nfrom = pdu.m\n");
    const struct outage *o = lose(&t, "a", NULL, NULL);
    assert_true(o->dead[elem_of(&t, "a")]);
    assert_false(o->dead[elem_of(&t, "m")] || o->dead[elem_of(&t, "leaf")]);
    o = lose(&t, "a", "b", NULL);
    assert_true(o->dead[elem_of(&t, "m")] && o->dead[elem_of(&t, "alone")]);
    assert_int_equal(o->alive[t.plant->alive_elem + elem_of(&t, "alone")], 0);
    assert_false(o->dead[elem_of(&t, "leaf")] || o->dead[elem_of(&t, "n")]);
    struct year *y = year_of(&t, o);
    assert_near(used_w(&t, y, "leaf"), 10e3, 1e-12);
    assert_near(used_w(&t, y, "n"), 10e3, 1e-12);
    assert_near(used_w(&t, y, "m"), 0, 0);
    o = lose(&t, "a", "b", "n");
    assert_true(o->dead[elem_of(&t, "leaf")]);
    assert_false(o->dead[elem_of(&t, "c")] || o->dead[elem_of(&t, "grid")]);
    assert_near(with_supplies(o, 0), 1, 0);
    o = lose(&t, "grid", NULL, NULL);
    for (int e = 0; e < t.plant->n_elem; e++) assert_true(o->dead[e]);
    assert_near(with_supplies(o, 0), 1, 0);
    assert_int_equal(o->alive[t.plant->alive_cool], 0);
    y = year_of(&t, o);
    for (int e = 0; e < t.plant->n_elem; e++) assert_near(y->elem[e].used, 0, 0);
    toy_free(&t);
}

static void standby_takes_the_first_that_lives(void **state)
{
    (void)state;
    static const struct {
        const char *lost[2];
        double share[3];
    } set[] = {{{NULL, NULL}, {1, 0, 0}},
               {{"a", NULL}, {0, 1, 0}},
               {{"b", NULL}, {1, 0, 0}},
               {{"c", NULL}, {1, 0, 0}},
               {{"a", "b"}, {0, 0, 1}},
               {{"a", "c"}, {0, 1, 0}},
               {{"b", "c"}, {1, 0, 0}}};
    struct toy t;
    make(&t, "from = ats.x\n" THREE "[ats x]\nfrom = pdu.a, pdu.b, pdu.c\n");
    for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
        const struct outage *o = lose(&t, set[i].lost[0], set[i].lost[1], NULL);
        for (int k = 0; k < 3; k++) assert_near(share_of(&t, o, "x", k), set[i].share[k], 0);
        assert_near(used_w(&t, year_of(&t, o), "x"), 10e3, 1e-12);
    }
    toy_free(&t);
}

static void equal_sources_take_over_in_proportion(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "from = pdu.x\n" THREE "[pdu x]\nfrom = pdu.a, pdu.b, pdu.c\n"
             "[load lamps]\npower = 6 kW\nfrom = pdu.a, pdu.b\n");
    const struct outage *o = lose(&t, NULL, NULL, NULL);
    for (int k = 0; k < 3; k++) assert_near(share_of(&t, o, "x", k), 1. / 3, 1e-15);
    o = lose(&t, "b", NULL, NULL);
    assert_near(share_of(&t, o, "x", 0), .5, 1e-15);
    assert_near(share_of(&t, o, "x", 1), 0, 0);
    assert_near(share_of(&t, o, "x", 2), .5, 1e-15);
    struct year *y = year_of(&t, o);
    assert_near(used_w(&t, y, "a"), 11e3, 1e-12);
    assert_near(used_w(&t, y, "c"), 5e3, 1e-12);
    o = lose(&t, "b", "a", NULL);
    assert_near(share_of(&t, o, "x", 2), 1, 1e-15);
    assert_near(used_w(&t, year_of(&t, o), "c"), 10e3, 1e-12); /* the lamps are out */
    toy_free(&t);
}

/* A module fewer: the same load, the no-load loss and the square on four of five. */
static void a_lost_module_lowers_units_only(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "from = ups.u\n[ups u]\nmodule_power = 4 kW\nmodules = 5\nc0 = 0.01\nc1 = 0\nc2 = 0.02\n"
             "from = utility.grid\n");
    int e = elem_of(&t, "u");
    struct lost one = {t.plant->alive_elem + e, 1};
    const struct outage *o = outage_make(t.plant, &one, 1, &t.arena);
    assert_int_equal(o->alive[t.plant->alive_elem + e], 4);
    assert_false(o->dead[e]);
    for (int j = 0; j < t.plant->n_feed; j++) assert_near(o->share[j], t.plant->normal.share[j], 0);
    struct year *y = year_of(&t, o);
    assert_near(used_w(&t, y, "u"), 10e3, 1e-12);
    assert_near(y->site.stat[Q_UPS_LOSS_W].sum / y->n, 4 * 40 + .02 * 1e8 / 16e3, 1e-9);
    one.units = 99; /* no more than there are */
    o = outage_make(t.plant, &one, 1, &t.arena);
    assert_int_equal(o->alive[t.plant->alive_elem + e], 0);
    assert_true(o->dead[e]);
    toy_free(&t);
}

/* ---- supplies ------------------------------------------------------------------ */

#define TWO_SIDES                                                                                  \
    "[busway a]\nfrom = utility.grid\n[busway b]\nfrom = utility.grid\n"

static void make_supplies(struct toy *t, int count, int supplies, int needed, const char *more)
{
    struct arena a = arena_new(NULL);
    make(t, arena_format(&a, "from = busway.a, busway.b\ncount = %d\npsu = q\npsu_count = %d\n"
                             "psu_needed = %d\n%s" TWO_SIDES, count, supplies, needed, more));
    arena_free(&a);
}

/* 3+3 keep three, which give 12 kW where 10 are asked for; 5 keep two or three. */
static void supplies_that_are_left(void **state)
{
    (void)state;
    static const struct {
        int all, without_a, without_b;
    } set[] = {{6, 3, 3}, {5, 2, 3}, {4, 2, 2}, {3, 1, 2}, {2, 1, 1}, {1, 0, 1}};
    for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
        struct toy t;
        make_supplies(&t, 7, set[i].all, 1, "");
        int n_a = set[i].all - set[i].without_a;
        const struct outage *o = lose(&t, NULL, NULL, NULL);
        assert_near(with_supplies(o, set[i].all), 7, 0);
        assert_near(o->share[t.plant->tap[0].feed.first], (double)n_a / set[i].all, 1e-15);
        o = lose(&t, "a", NULL, NULL);
        assert_int_equal(o->tap_supplies[0], set[i].without_a);
        assert_near(with_supplies(o, set[i].without_a), 7, 0);
        assert_near(used_w(&t, year_of(&t, o), "b"), 7 * fmin(10e3, 4e3 * set[i].without_a), 1e-12);
        o = lose(&t, "b", NULL, NULL);
        assert_int_equal(o->tap_supplies[0], set[i].without_b);
        assert_near(with_supplies(o, set[i].without_b), 7, 0);
        o = lose(&t, "a", "b", NULL);
        assert_near(with_supplies(o, 0), 7, 0);
        toy_free(&t);
    }
}

/* One supply on two feeds is on the first: the second's loss changes nothing. */
static void one_supply_is_on_the_first_feed(void **state)
{
    (void)state;
    struct toy t;
    make_supplies(&t, 1, 1, 1, "");
    assert_near(used_w(&t, year_of(&t, lose(&t, NULL, NULL, NULL)), "a"), 4e3, 1e-12);
    assert_near(used_w(&t, year_of(&t, lose(&t, "b", NULL, NULL)), "a"), 4e3, 1e-12);
    assert_near(with_supplies(lose(&t, "a", NULL, NULL), 0), 1, 0);
    toy_free(&t);
    /* without supplies there is a cord to every feed */
    make(&t, "from = busway.a, busway.b\n" TWO_SIDES);
    assert_near(used_w(&t, year_of(&t, lose(&t, "a", NULL, NULL)), "b"), 10e3, 1e-12);
    toy_free(&t);
}

/* Spare ones wake: 2 of 2+2 carry before and after. */
static void cold_spares_wake(void **state)
{
    (void)state;
    struct toy t;
    make_supplies(&t, 1, 4, 3, "psu_mode = cold-standby\n");
    assert_int_equal(lose(&t, NULL, NULL, NULL)->tap_supplies[0], 3);
    assert_int_equal(lose(&t, "a", NULL, NULL)->tap_supplies[0], 2);
    toy_free(&t);
    make_supplies(&t, 1, 4, 2, "psu_mode = cold-standby\n");
    assert_int_equal(lose(&t, NULL, NULL, NULL)->tap_supplies[0], 2);
    assert_int_equal(lose(&t, "a", NULL, NULL)->tap_supplies[0], 2);
    assert_near(used_w(&t, year_of(&t, lose(&t, "a", NULL, NULL)), "b"), 8e3, 1e-12);
    toy_free(&t);
}

/* Racks in turn on two of three busways by cords: groups by what is left. */
static void groups_split_by_what_is_left(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "from = busway.a, busway.b, busway.d\ncords = 2\nrack = r\ncount = 21\nheight = 14 U\n"
             "psu = q\npsu_count = 5\npsu_needed = 3\n[rack r]\ncount = 7\nunits = 42 U\n" TWO_SIDES
             "[busway d]\nfrom = utility.grid\n");
    const struct outage *o = lose(&t, NULL, NULL, NULL);
    assert_int_equal(o->plant->n_group, 1);
    assert_near(o->plant->group[0].count, 21, 0);
    /* pairs ab, ad, bd, ab, ad, bd, ab of three servers; the first of a pair has 3 of 5 */
    o = lose(&t, "a", NULL, NULL);
    assert_int_equal(o->plant->n_group, 2);
    assert_near(with_supplies(o, 5), 6, 0);
    assert_near(with_supplies(o, 2), 15, 0);
    o = lose(&t, "b", NULL, NULL); /* second of ab, first of bd */
    assert_int_equal(o->plant->n_group, 3);
    assert_near(with_supplies(o, 5), 6, 0);
    assert_near(with_supplies(o, 3), 9, 0);
    assert_near(with_supplies(o, 2), 6, 0);
    o = lose(&t, "a", "b", NULL);
    assert_near(with_supplies(o, 0), 9, 0);
    assert_near(with_supplies(o, 2), 12, 0);
    double n = 0;
    for (int g = 0; g < o->plant->n_group; g++) {
        double sum = 0;
        const struct group *x = &o->plant->group[g];
        for (int j = x->feed.first; j < x->feed.first + x->feed.n; j++) sum += o->state.share[j];
        assert_within(sum, x->supplies ? 1 : 0, 1e-12);
        assert_int_equal(x->origin, 0);
        n += x->count;
    }
    assert_near(n, 21, 0);
    toy_free(&t);
}

/* B46: what has one cord drops with its feed, and is listed. */
static void single_corded_servers_drop_b46(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "from = busway.a, busway.b\ncount = 3\n[server one]\ncount = 5\nleakage = 0 %/K\n"
             "airflow = 0.5 m3/s\npower_idle = 1 kW\npower_typical = 1 kW\npower_maximum = 1 kW\n"
             "from = busway.a\n" TWO_SIDES);
    struct year *design = toy_year(&t, true);
    struct limits_case c = {&t.site, t.plant, &t.racks, &t.design, design, &t.weather.calendar, 1, NULL};
    struct limit_list l = {.c = &c, .a = &t.arena};
    struct limit_state s = {lose(&t, "b", NULL, NULL), NULL, NULL, "busway.b lost"};
    limit_add_supplies(&l, &s);
    assert_int_equal(l.n, 0);
    s = (struct limit_state){lose(&t, "a", NULL, NULL), NULL, NULL, "busway.a lost"};
    limit_add_supplies(&l, &s);
    assert_int_equal(l.n, 1);
    assert_string_equal(l.item[0].element, "server.one");
    assert_string_equal(l.item[0].resource, "powered servers");
    assert_string_equal(l.item[0].state, "busway.a lost");
    assert_near(l.item[0].used, 5, 0);
    assert_near(l.item[0].limit, 0, 0);
    assert_true(l.item[0].is_broken);
    assert_near(used_w(&t, year_of(&t, s.o), "b"), 30e3, 1e-12);
    toy_free(&t);
}

/* PHYSICS 3: 10.2 kW on 3+3 supplies of 3.3 kW have 9.9 after a feed. */
static void four_and_two_throttle_after_a_feed(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "from = busway.a, busway.b\npsu = d\npsu_count = 6\npsu_needed = 4\n"
             "[psu d]\nrated_power = 3300 W\nefficiency = 10 %: 100 %, 100 %: 100 %\n"
             "[server big]\nfrom = busway.a, busway.b\npsu = d\npsu_count = 6\npsu_needed = 4\n"
             "leakage = 0 %/K\nairflow = 0.5 m3/s\npower_idle = 10.2 kW\npower_typical = 10.2 kW\n"
             "power_maximum = 10.2 kW\n" TWO_SIDES);
    const struct outage *o = lose(&t, "b", NULL, NULL);
    struct year *y = year_of(&t, o);
    assert_near(y->group_max_w[0], 9.9e3, 1e-9);
    assert_near(y->group_max_w[1], 9.9e3, 1e-9);
    assert_near(used_w(&t, y, "a"), 2 * 9.9e3, 1e-9);
    assert_true(y->throttled_hours > 0);
    toy_free(&t);
}

/* ---- as one ---------------------------------------------------------------------- */

static void expect_same(double got, double want, const char *what, const struct random_site *r)
{
    if (fabs(got - want) <= 1e-12 * fabs(want) || (isnan(got) && isnan(want))) return;
    random_site_print(r);
    fail_msg("%s: %.17g, not %.17g", what, got, want);
}

static void expect_same_year(const struct year *m, const struct year *w, const struct random_site *r)
{
    for (int q = 0; q < N_QUANTITY; q++) {
        const struct statistic *a = &m->site.stat[q], *b = &w->site.stat[q];
        const char *key = quantity_rows[q].key;
        if (quantity_rows[q].aggregate == AGG_MAX && strstr(key, "residual")) continue;
        expect_same(a->sum, b->sum, key, r);
        expect_same(a->max, b->max, key, r);
        expect_same(a->min, b->min, key, r);
        for (int i = 0; i < MONTHS; i++) expect_same(a->month_sum[i], b->month_sum[i], key, r);
    }
    for (int i = 0; i < w->n_room; i++) {
        expect_same(m->room[i].it_kwh, w->room[i].it_kwh, "room IT", r);
        expect_same(m->room[i].heat_kwh, w->room[i].heat_kwh, "room heat", r);
        expect_same(m->room[i].max_inlet_c, w->room[i].max_inlet_c, "room inlet", r);
        expect_same(m->room[i].max_coolant_c, w->room[i].max_coolant_c, "room coolant", r);
        assert_int_equal(m->room[i].tripped_hours, w->room[i].tripped_hours);
    }
    assert_int_equal(m->n_elem, w->n_elem);
    assert_int_equal(m->n_group, w->n_group);
    for (int e = 0; e < w->n_elem; e++) expect_same(m->elem[e].used, w->elem[e].used, "element", r);
    for (int g = 0; g < w->n_group; g++)
        expect_same(m->group_max_w[g], w->group_max_w[g], "group", r);
    for (int i = 0; i < w->n_cool; i++) expect_same(m->cool_w[i], w->cool_w[i], "cooling", r);
    assert_int_equal(m->throttled_hours, w->throttled_hours);
    assert_int_equal(m->free_hours, w->free_hours);
}

/* The merged plant's year is that of the whole, in the normal state. */
static void merged_is_as_the_whole(void **state)
{
    (void)state;
    int merged = 0;
    for (uint64_t seed = 1; seed <= 90; seed++) {
        struct random_site r = random_site_make(seed);
        struct arena a = arena_new(NULL);
        struct toy t;
        random_site_toy(&r, random_site_text(&r, NULL, &a), 12 * 4, &t);
        const struct outage *o = outage_make(t.plant, NULL, 0, &t.arena);
        merged += o->plant->n_elem < t.plant->n_elem;
        for (int design = 0; design < 2; design++) {
            const struct prepared *w = design ? &t.design : &t.normal;
            struct year *y = annual_run(t.plant, &t.plant->normal, w, &t.weather.calendar, KEEP_ALL,
                                        1, &t.arena);
            expect_same_year(outage_run(o, w, &t.weather.calendar, KEEP_ALL, 1, &t.arena), y, &r);
        }
        toy_free(&t);
        arena_free(&a);
    }
    assert_true(merged > 10); /* those of 2N */
}

/* 2N of everything, and racks on both: one of each class is left. */
static void equal_parts_in_equal_places_are_one(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "from = rackpdu.a, rackpdu.b\nrack = r\ncount = 40\nheight = 20 U\n"
             "[rack r]\ncount = 20\nunits = 42 U\n"
             "[rackpdu a]\neach = rack.r\nproportional_loss = 1 %\nfrom = busway.x#1\n"
             "[rackpdu b]\neach = rack.r\nproportional_loss = 1 %\nfrom = busway.x#2\n"
             "[busway x]\neach = ups.u\nfrom = ups.u\n"
             "[ups u]\nmodule_power = 500 kW\nredundancy = 2N\nc0 = 0.01\nc1 = 0\nc2 = 0.02\n"
             "from = utility.grid\n");
    const struct outage *o = lose(&t, NULL, NULL, NULL);
    assert_int_equal(t.plant->n_elem, 45);
    assert_int_equal(o->plant->n_elem, 4);
    assert_int_equal(o->plant->elem[0].units, 40);
    o = lose(&t, "a#3", NULL, NULL); /* sides, and the rack, are no longer alike */
    assert_int_equal(o->plant->n_elem, 2 * (2 + 1 + 1) + 1);
    struct year *y = year_of(&t, o);
    assert_near(used_w(&t, y, "b#3"), 20e3, 1e-12);
    assert_near(used_w(&t, y, "a#3"), 0, 0);
    assert_near(used_w(&t, y, "a#4"), 10e3, 1e-12);
    assert_near(used_w(&t, y, "u#1"), 19 * 10.1e3, 1e-12);
    assert_near(used_w(&t, y, "u#2"), 21 * 10.1e3, 1e-12);
    toy_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(death_spreads_when_all_sources_die),
        cmocka_unit_test(standby_takes_the_first_that_lives),
        cmocka_unit_test(equal_sources_take_over_in_proportion),
        cmocka_unit_test(a_lost_module_lowers_units_only),
        cmocka_unit_test(supplies_that_are_left),
        cmocka_unit_test(one_supply_is_on_the_first_feed),
        cmocka_unit_test(cold_spares_wake),
        cmocka_unit_test(groups_split_by_what_is_left),
        cmocka_unit_test(single_corded_servers_drop_b46),
        cmocka_unit_test(four_and_two_throttle_after_a_feed),
        cmocka_unit_test(merged_is_as_the_whole),
        cmocka_unit_test(equal_parts_in_equal_places_are_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
