/* Placements worked out by hand: feeds after a loss, banks, lines, rules; what is said of
   the rest. */

#include "toy_site.h"

#include <string.h>

#include "plan/limits.h"
#include "plan/placing.h"

static const char head[] =
    "[room hall]\nsupply = 20 degC\nrecirculation = 0 %\nbypass = 0 %\n"
    "[crac c]\ncount = 2\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 400 kW\ncop = 4\n"
    "serves = hall\nfrom = utility.grid\n"
    "[psu q]\nrated_power = 60 kW\nefficiency = 10 %: 100 %, 100 %: 100 %\npower_factor = 1\n";

#define SERVER_OF(name, watts, supplies, air)                                                              \
    "[server " name "]\nairflow = " air " m3/s\npsu = q\npsu_count = " supplies                        \
    "\npower_idle = " watts " W\npower_typical = " watts " W\npower_maximum = " watts              \
    " W\nleakage = 0 %/K\nheight = 1 U\nweight = 10 kg\n"

#define SERVER(name, watts, supplies) SERVER_OF(name, watts, supplies, "0.1")

struct put {
    struct toy t;
    struct loaded loaded;
    struct siteinfo info;
    struct placing_result r;
};

static void place_code(struct put *x, const char *text, int code)
{
    struct arena a = arena_new(NULL);
    if (!toy_read(&x->t, arena_format(&a, "%s%s", head, text))) {
        toy_print(&x->t);
        fail_msg("refused");
    }
    toy_weather(&x->t, 12, 20, 10, 101325);
    assert_true(weather_derive(&x->t.weather, &x->t.arena, &x->t.ds));
    x->info = *x->t.site.info;
    x->info.electrical_code = code;
    x->t.site.info = &x->info;
    x->loaded = (struct loaded){.site = x->t.site, .weather = x->t.weather};
    struct placing_options o = {.method = PLACING_HEURISTIC, .threads = 1};
    if (!placing_of(&x->loaded, &o, &x->r, &x->t.arena, &x->t.ds)) {
        toy_print(&x->t);
        fail_msg("no placement");
    }
    assert_int_equal(x->r.n_broken, 0);
    arena_free(&a);
}

static void place(struct put *x, const char *text)
{
    place_code(x, text, CODE_IEC);
}

static int in_rack(const struct put *x, int server, int rack, int unit)
{
    const struct placement *p = &x->r.racks->placement;
    int n = 0;
    for (int i = 0; i < p->n; i++)
        if (p->item[i].server == server && p->item[i].rack == rack && p->item[i].rack_unit == unit)
            n += p->item[i].count;
    return n;
}

/* The first reason why some of the section have no place. */
static const char *reason(const struct put *x, int server)
{
    for (int i = 0; i < x->r.n_rest; i++)
        if (x->r.rest[i].server == server) return x->r.rest[i].reason[0].text;
    return "";
}

static void expect_reason(const struct put *x, int server, const char *words)
{
    if (!strstr(reason(x, server), words)) fail_msg("'%s' is not '%s'", reason(x, server), words);
}

/* B44: 3 x 5 A on a bank of 16 A, though the strip has 32. */
static void a_bank_holds_less_than_its_strip_b44(void **state)
{
    (void)state;
    struct put x;
    place(&x, SERVER("s", "1150", "1") "count = 5\nrack = r\nfrom = bank.x\n"
              SERVER("t", "1150", "1") "count = 2\nrack = r\nfrom = bank.y\n[rack r]\n"
              "[rackpdu p]\nvoltage = 230 V LN\nphases = 1\nrated_current = 32 A\nfrom = utility.grid\n"
              "[bank x]\nrated_current = 16 A\nfrom = rackpdu.p\n"
              "[bank y]\nrated_current = 16 A\nfrom = rackpdu.p\n");
    assert_int_equal(in_rack(&x, 0, 0, 0), 3);
    assert_int_equal(in_rack(&x, 1, 0, 0), 2);
    expect_reason(&x, 0, "bank.x current: 0.2 kW left, one takes 1.1");
    assert_false(x.r.ok);
    toy_free(&x.t);
}

/* B44 of lines: racks on L1 fill it, the same busway takes as much on L2. */
static void a_line_holds_less_than_its_busway_b44(void **state)
{
    (void)state;
    struct put x;
    place(&x, SERVER("s", "1150", "1") "count = 20\nrack = x, y\n"
              "[busway b]\nvoltage = 400 V LL\nrated_current = 16 A\nfrom = utility.grid\n"
              "[rackpdu p]\neach = rack.x\nphase = L1\nfrom = busway.b\n"
              "[rackpdu q]\neach = rack.y\nphase = L2\nfrom = busway.b\n"
              "[rack x]\ncount = 2\nfrom = rackpdu.p\n[rack y]\nfrom = rackpdu.q\n");
    assert_int_equal(in_rack(&x, 0, 0, 0) + in_rack(&x, 0, 0, 1), 3);
    assert_int_equal(in_rack(&x, 0, 1, 0), 3);
    expect_reason(&x, 0, "busway.b current of line L1");
    toy_free(&x.t);
}

/* B45: 32 A at 80 % is 5.888 kVA with one side lost, not twice that. */
static void two_feeds_are_not_twice_the_power_b45(void **state)
{
    (void)state;
    struct put x;
    place(&x, SERVER("s", "1000", "2") "psu_needed = 1\ncount = 12\nrack = r\n"
              "[rack r]\nfrom = breaker.a, breaker.b\n"
              "[breaker a]\nvoltage = 230 V LN\nphases = 1\nrated_current = 32 A\nusable = 80 %\n"
              "from = utility.grid\n[breaker b]\nvoltage = 230 V LN\nphases = 1\n"
              "rated_current = 32 A\nusable = 80 %\nfrom = utility.grid\n");
    assert_int_equal(x.r.placed, 5);
    expect_reason(&x, 0, "lost: 0.9 kW left, one takes 1.0");
    toy_free(&x.t);
    /* supplies of which both are needed promise nothing: each side is full at 11.8 kVA */
    place(&x, SERVER("s", "1000", "2") "psu_needed = 2\ncount = 12\nrack = r\n"
              "[rack r]\nfrom = breaker.a, breaker.b\n"
              "[breaker a]\nvoltage = 230 V LN\nphases = 1\nrated_current = 32 A\nusable = 80 %\n"
              "from = utility.grid\n[breaker b]\nvoltage = 230 V LN\nphases = 1\n"
              "rated_current = 32 A\nusable = 80 %\nfrom = utility.grid\n");
    assert_int_equal(x.r.placed, 11);
    toy_free(&x.t);
}

/* B46: with one cord it would drop with one system of two: it has no place there. */
static void one_cord_has_no_place_on_two_systems_b46(void **state)
{
    (void)state;
    struct put x;
    place(&x, SERVER("one", "1000", "1") "count = 2\nrack = r\n"
              SERVER("two", "1000", "2") "count = 2\nrack = r\n[rack r]\nfrom = ups.u#1, ups.u#2\n"
              "[ups u]\nmodule_power = 20 kW\nredundancy = 2N\nc0 = 0\nc1 = 0\nc2 = 0\n"
              "from = utility.grid\n");
    assert_int_equal(in_rack(&x, 0, 0, 0), 0);
    assert_int_equal(in_rack(&x, 1, 0, 0), 2);
    expect_reason(&x, 0, "it would lose all power with one system");
    toy_free(&x.t);
}

/* A floor of 10 kPa under 0.6 x 1.2 m takes 734 kg, rack and all; three feet of 2 kN 612. */
static void the_floor_holds_no_more(void **state)
{
    (void)state;
    struct put x;
    static const char site[] =
        SERVER("s", "100", "1") "room = store\ncount = 20\nrack = r\n"
        "[rack r]\nroom = store\nown_weight = 600 kg\nfrom = utility.grid\n"
        "[crac d]\ncount = 2\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 400 kW\ncop = 4\n"
        "serves = store\nfrom = utility.grid\n[room store]\nfloor_load = 10 kPa\n";
    struct arena a = arena_new(NULL);
    place(&x, site);
    assert_int_equal(x.r.placed, 13);
    toy_free(&x.t);
    place(&x, arena_format(&a, "%s%s", site, "point_load = 2 kN\n"));
    assert_int_equal(x.r.placed, 1);
    toy_free(&x.t);
    arena_free(&a);
}

/* Two plugs of six into each bank are four of the strip's five. */
static void what_is_in_a_bank_is_in_its_strip(void **state)
{
    (void)state;
    struct put x;
    place(&x, SERVER("s", "100", "2") "psu_needed = 2\ncount = 5\nrack = r\n"
              "[rack r]\nfrom = bank.x, bank.y\n"
              "[rackpdu p]\noutlets = 5\nfrom = utility.grid\n"
              "[bank x]\noutlets = 3\nfrom = rackpdu.p\n[bank y]\nfrom = rackpdu.p\n");
    assert_int_equal(x.r.placed, 2);
    expect_reason(&x, 0, "outlets");
    toy_free(&x.t);
}

/* B48: 30 A at 208 V, three lines: NEC leaves 8.65 kVA. */
static void eighty_per_cent_by_the_code_b48(void **state)
{
    (void)state;
    struct put x;
    static const char site[] = SERVER("s", "1000", "1") "plug = 3\ncount = 12\nrack = r\n"
                               "[rack r]\nfrom = breaker.b\n"
                               "[breaker b]\nvoltage = 208 V LL\nrated_current = 30 A\n"
                               "from = utility.grid\n";
    place_code(&x, site, CODE_NEC);
    assert_int_equal(x.r.placed, 8);
    toy_free(&x.t);
    place(&x, site);
    assert_int_equal(x.r.placed, 10);
    toy_free(&x.t);
}

/* Two systems of 10 kW: ten, whatever racks and strips could take; then of what is worth
   most, and by priority first. */
static void a_lost_system_leaves_its_load(void **state)
{
    (void)state;
    struct put x;
    static const char supply[] = "[rack r]\ncount = 4\nfrom = ups.u#1, ups.u#2\n"
                                 "[ups u]\nmodule_power = 10.001 kW\nredundancy = 2N\nc0 = 0\nc1 = 0\n"
                                 "c2 = 0\nfrom = utility.grid\n";
    struct arena a = arena_new(NULL);
    place(&x, arena_format(&a, "%s%s", SERVER("s", "1000", "2") "count = 30\nrack = r\n", supply));
    assert_int_equal(x.r.placed, 10);
    for (int k = 0; k < 4; k++) assert_true(in_rack(&x, 0, 0, k) <= 3);
    toy_free(&x.t);
    place(&x, arena_format(&a, "%s%s", SERVER("s", "1000", "2") "count = 30\nrack = r\n"
                           SERVER("t", "1000", "2") "count = 4\nrack = r\npriority = 2\n", supply));
    assert_int_equal(x.r.racks->placement.unplaced[0], 24);
    assert_int_equal(x.r.racks->placement.unplaced[1], 0);
    toy_free(&x.t);
    arena_free(&a);
}

/* One UPS carries both sides: what the one leaves to the other was there before. */
static void sides_meet_again_above(void **state)
{
    (void)state;
    struct put x;
    place(&x, SERVER("s", "1000", "2") "count = 12\nrack = r\n"
              "[rack r]\ncount = 4\nfrom = busway.a, busway.b\n"
              "[busway a]\nvoltage = 400 V LL\nrated_current = 40 A\nfrom = ups.u\n"
              "[busway b]\nvoltage = 400 V LL\nrated_current = 40 A\nfrom = ups.u\n"
              "[ups u]\nmodule_power = 10.001 kW\nc0 = 0\nc1 = 0\nc2 = 0\nfrom = utility.grid\n");
    assert_int_equal(x.r.placed, 10);
    toy_free(&x.t);
}

/* Apparent power is taken by the least power factor of all servers, which is that of a small
   one here: the first fit, which the engine finds unbroken, is worth more than what comes of
   that. */
static void a_first_fit_that_holds_is_taken(void **state)
{
    (void)state;
    struct put x;
    place(&x, SERVER("s", "1000", "2") "count = 9\nrack = r\n"
              "[psu bad]\nrated_power = 1 kW\nefficiency = 10 %: 100 %, 100 %: 100 %\n"
              "power_factor = 0.3\n"
              "[server small]\nairflow = 0.1 m3/s\npsu = bad\npower_idle = 10 W\npower_typical = 10 W\n"
              "power_maximum = 10 W\nleakage = 0 %/K\nheight = 1 U\nweight = 10 kg\nrack = r\n"
              "[rack r]\ncount = 2\nfrom = ups.u\n"
              "[ups u]\nmodule_power = 10 kW\nmodule_apparent = 10 kVA\nc0 = 0\nc1 = 0\nc2 = 0\n"
              "from = utility.grid\n");
    assert_int_equal(x.r.placed, 10);
    assert_int_equal(x.r.method, PLACING_FIRST_FIT);
    toy_free(&x.t);
}

static double unit_of(const struct put *x, int server, int k)
{
    const struct placement *p = &x->r.racks->placement;
    for (int i = 0; i < p->n; i++)
        if (p->item[i].server == server && k >= p->item[i].first &&
            k < p->item[i].first + p->item[i].count)
            return p->item[i].u + k - p->item[i].first;
    return -1;
}

/* What has a highest unit stands below, what has a lowest one above, then the heavy first. */
static void units_and_weights(void **state)
{
    (void)state;
    struct put x;
    place(&x, SERVER("light", "100", "1") "count = 3\nrack = r\nfrom = utility.grid\n"
              "[server heavy]\nairflow = 0.1 m3/s\npower_idle = 100 W\npower_typical = 100 W\n"
              "power_maximum = 100 W\nheight = 2 U\nweight = 90 kg\ncount = 2\nrack = r\n"
              "from = utility.grid\n"
              SERVER("low", "100", "1") "count = 2\nrack = r\nu_max = 4 U\nfrom = utility.grid\n"
              SERVER("high", "100", "1") "count = 2\nrack = r\nu_min = 12 U\nfrom = utility.grid\n"
              "[rack r]\nunits = 14 U\nreserved = 1 U\n");
    assert_int_equal(x.r.placed, 9);
    assert_true(unit_of(&x, 2, 0) == 2 && unit_of(&x, 2, 1) == 3);
    assert_true(unit_of(&x, 3, 0) == 13 && unit_of(&x, 3, 1) == 14);
    assert_true(unit_of(&x, 1, 0) == 4 && unit_of(&x, 1, 1) >= 5);
    assert_true(unit_of(&x, 0, 0) == 8 && unit_of(&x, 0, 2) == 10);
    toy_free(&x.t);
}

/* As many as the low units and the high ones take, together no more than the rack. */
static void units_that_run_out(void **state)
{
    (void)state;
    struct put x;
    place(&x, SERVER("low", "100", "1") "count = 9\nrack = r\nu_max = 4 U\nfrom = utility.grid\n"
              SERVER("high", "100", "1") "count = 9\nrack = r\nu_min = 10 U\nfrom = utility.grid\n"
              SERVER("any", "100", "1") "count = 9\nrack = r\nfrom = utility.grid\n"
              "[rack r]\nunits = 14 U\nreserved = 2, 7 U\n");
    assert_int_equal(x.r.placed, 12);
    assert_true(in_rack(&x, 0, 0, 0) <= 3);
    assert_true(in_rack(&x, 1, 0, 0) <= 5);
    assert_true(x.r.n_rest > 0);
    expect_reason(&x, x.r.rest[0].server, "rack units");
    toy_free(&x.t);
}

/* Mass, centre of gravity, apart, together, air against air. */
static void rules(void **state)
{
    (void)state;
    struct put x;
#define RACKS "[rack r]\ncount = 3\nunits = 40 U\n"
    place(&x, SERVER("s", "100", "1") "count = 9\nrack = r\napart = rack\napart_most = 2\n"
              "from = utility.grid\n" RACKS);
    for (int k = 0; k < 3; k++) assert_int_equal(in_rack(&x, 0, 0, k), 2);
    expect_reason(&x, 0, "as many as may stand in one rack");
    toy_free(&x.t);
    /* those that are fixed count, too */
    place(&x, SERVER("s", "100", "1") "count = 9\nrack = r\napart = rack\napart_most = 2\n"
              "at = r#2:1, r#2:5, r#3:1\nfrom = utility.grid\n" RACKS);
    for (int k = 0; k < 3; k++) assert_int_equal(in_rack(&x, 0, 0, k), 2);
    toy_free(&x.t);
    place(&x, SERVER("s", "100", "1") "count = 9\nrack = r\ntogether = rack\nfrom = utility.grid\n"
              SERVER("t", "100", "1") "count = 3\nrack = r\nfrom = utility.grid\n" RACKS);
    int most = 0;
    for (int k = 0; k < 3; k++) most = in_rack(&x, 0, 0, k) > most ? in_rack(&x, 0, 0, k) : most;
    assert_int_equal(most, 9);
    toy_free(&x.t);
    place(&x, SERVER("s", "100", "1") "count = 20\nrack = r\nfrom = utility.grid\n"
              SERVER("back", "100", "1") "count = 30\nrack = r\nairflow_direction = rear-to-front\n"
              "from = utility.grid\n" RACKS);
    assert_int_equal(x.r.placed, 50);
    for (int k = 0; k < 3; k++) assert_true(!in_rack(&x, 0, 0, k) || !in_rack(&x, 1, 0, k));
    toy_free(&x.t);
    place(&x, SERVER("s", "100", "1") "count = 60\nrack = r\nfrom = utility.grid\n"
              "[rack r]\ncount = 2\nload = 300 kg\nown_weight = 100 kg\ncentre_max = 0.7 m\n");
    for (int k = 0; k < x.r.n_rack; k++) assert_true(x.r.rack[k].centre_m <= .7 + 1e-9);
    assert_true(x.r.placed > 10 && x.r.placed <= 40);
    toy_free(&x.t);
}

/* One unit of cooling may be lost: its heat is held by the other. */
static void cooling_after_a_loss(void **state)
{
    (void)state;
    struct put x;
    place(&x, SERVER_OF("s", "10000", "1", "0.9") "count = 40\nrack = r\nroom = cold\n"
              "from = utility.grid\n"
              "[room cold]\nsupply = 20 degC\n[crac d]\nserves = cold\ncount = 3\nneeded = 2\n"
              "capacity = 100 kW\nairflow = 20 m3/s\nfan_power = 0 kW\ncop = 4\n"
              "from = utility.grid\n[rack r]\ncount = 2\nroom = cold\n");
    /* of two units, which hold a little less or more than their rating at 20 degC outdoors */
    assert_in_range(x.r.placed, 15, 24);
    expect_reason(&x, 0, "room.cold cooling");
    toy_free(&x.t);
}

/* What is fixed stays where it is, and counts. */
static void fixed_ones_stay(void **state)
{
    (void)state;
    struct put x;
    place(&x, SERVER("s", "1000", "1") "count = 9\nrack = r\nat = r#2:5, r#2:7\nfrom = utility.grid\n"
              "[rack r]\ncount = 2\npower = 3 kW\n");
    assert_int_equal(in_rack(&x, 0, 0, 0), 3);
    assert_int_equal(in_rack(&x, 0, 0, 1), 3);
    assert_true(unit_of(&x, 0, 0) == 5 && unit_of(&x, 0, 1) == 7);
    assert_int_equal(x.r.fixed, 2);
    const char *text = placing_overlay(&x.r, true, &x.t.arena);
    assert_non_null(strstr(text, "; 3 of 9 found no place\ncount = 6\nat = r#2:5, r#2:7, "));
    toy_free(&x.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bank_holds_less_than_its_strip_b44),
        cmocka_unit_test(a_line_holds_less_than_its_busway_b44),
        cmocka_unit_test(two_feeds_are_not_twice_the_power_b45),
        cmocka_unit_test(the_floor_holds_no_more),
        cmocka_unit_test(what_is_in_a_bank_is_in_its_strip),
        cmocka_unit_test(one_cord_has_no_place_on_two_systems_b46),
        cmocka_unit_test(eighty_per_cent_by_the_code_b48),
        cmocka_unit_test(a_lost_system_leaves_its_load),
        cmocka_unit_test(sides_meet_again_above),
        cmocka_unit_test(a_first_fit_that_holds_is_taken),
        cmocka_unit_test(units_and_weights),
        cmocka_unit_test(units_that_run_out),
        cmocka_unit_test(rules),
        cmocka_unit_test(cooling_after_a_loss),
        cmocka_unit_test(fixed_ones_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
