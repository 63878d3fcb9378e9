/* Availability of small sites whose numbers are worked by hand. */

#include "toy_site.h"

#include <string.h>

#include "base/text.h"
#include "plan/availability.h"
#include "sim/alike.h"

/* utility.best all but never fails: 1e-12 of the time. */
static const char base[] =
    "[room hall]\nsupply = 20 degC\n"
    "[crac c]\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 200 kW\ncop = 4\n"
    "wet_bulb_min = 19.44 degC\nwet_bulb_max = 19.44 degC\nfrom = utility.grid\n"
    "[utility best]\nmtbf = 1e9 h\nmttr = 0.001 h\n"
    "[utility real]\nmtbf = 4000 h\nmttr = 2 h\n";

#define SERVER                                                                                     \
    "airflow = 0.1 m3/s\npower_idle = 1 kW\npower_typical = 1 kW\npower_maximum = 1 kW\n"
#define UPS "module_power = 100 kW\nc0 = 0.01\nc1 = 0\nc2 = 0.02\n"
#define CHECKED "mtbf = 50000 h\nmttr = 24 h\n" /* PHYSICS 11 */

static const double best_u = 0.001 / (1e9 + 0.001), real_u = 2. / 4002, checked_u = 24. / 50024;

static struct availability find(struct toy *t, const char *more)
{
    struct arena a = arena_new(NULL);
    toy_make(t, arena_format(&a, "%s%s", base, more), 12, 20, 10);
    struct availability v = availability_find(t->plant, &t->arena);
    arena_free(&a);
    return v;
}

/* Unavailability of the only load. */
static double only(const char *more)
{
    struct toy t;
    struct availability v = find(&t, more);
    assert_int_equal(v.n_load, 1);
    double u = v.load[0].unavailability;
    assert_true(v.load[0].is_exact);
    assert_near(v.load[0].hours_per_year, 8760 * u, 1e-12);
    assert_near(v.it_hours_per_year, 8760 * u, 1e-12);
    assert_int_equal(v.n_unknown, 0);
    toy_free(&t);
    return u;
}

static double series(double u, double v)
{
    return u + v - u * v;
}

static void one_chain_is_the_series(void **state)
{
    (void)state;
    struct toy t;
    struct availability v = find(
        &t, "[server s]\ncount = 7\nfrom = pdu.p\n" SERVER
            "[pdu p]\nfrom = ups.u\nmtbf = 1e6 h\nmttr = 8 h\n"
            "[ups u]\nfrom = transformer.t\nmtbf = 2e5 h\nmttr = 12 h\n" UPS
            "[transformer t]\nfrom = utility.real\nrated_power = 500 kVA\nno_load_loss = 1 kW\n"
            "load_loss = 5 kW\nmtbf = 1e6 h\nmttr = 200 h\n");
    double all = 4000. / 4002 * (1e6 / 1000200) * (2e5 / 200012) * (1e6 / 1000008);
    double rate = 1 / 4000. + 1 / 1e6 + 1 / 2e5 + 1 / 1e6;
    const struct availability_load *l = &v.load[0];
    assert_int_equal(v.n_load, 1);
    assert_string_equal(l->server, "server.s");
    assert_string_equal(l->sources, "pdu.p");
    assert_near(l->count, 7, 0);
    assert_near(l->unavailability, 1 - all, 1e-10);
    assert_near(l->losses_per_year, 8760 * rate * all, 1e-10);
    assert_near(l->degraded_hours_per_year, l->hours_per_year, 0);
    assert_int_equal(l->n_part, 4);
    assert_string_equal(l->part[0].element, "utility.real");
    assert_string_equal(l->part[1].element, "transformer.t");
    assert_string_equal(l->part[2].element, "ups.u");
    assert_string_equal(l->part[3].element, "pdu.p");
    assert_near(l->part[0].hours_per_year, 8760 * (all / (4000. / 4002) - all), 1e-9);
    toy_free(&t);
}

/* PHYSICS 11: 2.302e-7 without a common cause, 2.4196e-5 with 5 %. */
static void two_systems_share_a_cause(void **state)
{
    (void)state;
    double apart = only("[server s]\nfrom = ups.u\n" SERVER
                        "[ups u]\nredundancy = 2N\nfrom = utility.best\ncommon_cause = 0 %\n" UPS CHECKED);
    assert_near(apart, 2.302e-7, 1e-4);
    assert_near(apart, series(checked_u * checked_u, best_u), 1e-12);
    double common = only("[server s]\nfrom = ups.u\n" SERVER
                         "[ups u]\nredundancy = 2N\nfrom = utility.best\n" UPS CHECKED);
    double own = .95 * checked_u;
    assert_near(common, 2.4196e-5, 1e-4);
    assert_near(common, series(series(own * own, .05 * checked_u), best_u), 1e-12);
    /* of a copy that stands alone on the way nothing is taken away or added */
    double one = only("[server s]\nfrom = ups.u#2\n" SERVER
                      "[ups u]\nredundancy = 2N\nfrom = utility.best\n" UPS CHECKED);
    assert_near(one, series(checked_u, best_u), 1e-12);
}

static void common_cause_is_a_part(void **state)
{
    (void)state;
    struct toy t;
    struct availability v = find(&t, "[server s]\nfrom = ups.u\n" SERVER
                                     "[ups u]\nredundancy = 2N\nfrom = utility.best\n" UPS CHECKED);
    const struct availability_load *l = &v.load[0];
    assert_string_equal(l->sources, "ups.u#1, ups.u#2");
    assert_string_equal(l->part[0].element, "common cause of ups.u");
    assert_near(l->part[0].hours_per_year, 8760 * .05 * checked_u, 1e-3);
    assert_string_equal(l->part[1].element, "ups.u#1");
    assert_near(l->part[1].hours_per_year, 8760 * .95 * .95 * checked_u * checked_u, 1e-3);
    toy_free(&t);
}

/* PHYSICS 11: 2/3 .999999309684, 4/5 .999997700418. */
static void a_module_to_spare_is_k_of_n(void **state)
{
    (void)state;
    static const char text[] = "[server s]\nfrom = ups.u\n" SERVER
                       "[ups u]\nredundancy = N+1\nmodules = %d\nfrom = utility.best\n"
                       "common_cause = %d %%\n" UPS CHECKED;
    struct arena a = arena_new(NULL);
    assert_near(only(arena_format(&a, text, 3, 0)), 1 - .999999309684, 1e-5);
    assert_near(only(arena_format(&a, text, 5, 0)), 1 - .999997700418, 1e-5);
    double own = .95 * checked_u, two = own * own * (3 - 2 * own);
    assert_near(only(arena_format(&a, text, 3, 5)),
                series(series(two, .05 * checked_u), best_u), 1e-12);
    arena_free(&a);
}

/* 2(N+1): the common event takes both systems with all modules, and is counted once. */
static void systems_and_modules_share_one_cause(void **state)
{
    (void)state;
    double u = only("[server s]\nfrom = ups.u\n" SERVER
                    "[ups u]\nredundancy = 2(N+1)\nmodules = 3\nfrom = utility.best\n" UPS CHECKED);
    double own = .95 * checked_u, system = own * own * (3 - 2 * own);
    assert_near(u, series(series(system * system, .05 * checked_u), best_u), 1e-12);
    double one = only("[server s]\nfrom = ups.u#1\n" SERVER
                      "[ups u]\nredundancy = 2(N+1)\nmodules = 3\nfrom = utility.best\n" UPS CHECKED);
    assert_near(one, series(series(system, .05 * checked_u), best_u), 1e-12);
}

static void a_shared_utility_is_counted_once(void **state)
{
    (void)state;
    double u = only("[server s]\nfrom = pdu.a, pdu.b\n" SERVER
                    "[pdu a]\nfrom = utility.real\n" CHECKED
                    "[pdu b]\nfrom = utility.real\n" CHECKED);
    assert_near(u, series(real_u, checked_u * checked_u), 1e-12);
    double two = only("[server s]\nfrom = pdu.a, pdu.b\n" SERVER
                      "[utility other]\nmtbf = 4000 h\nmttr = 2 h\n"
                      "[pdu a]\nfrom = utility.real\n" CHECKED
                      "[pdu b]\nfrom = utility.other\n" CHECKED);
    assert_near(two, pow(series(real_u, checked_u), 2), 1e-12);
}

static void what_is_missing_is_not_zero(void **state)
{
    (void)state;
    struct toy t;
    struct availability v = find(&t, "[server s]\ncount = 2\nrack = r\n" SERVER
                                     "[rack r]\ncount = 2\nunits = 42 U\nfrom = rackpdu.x\n"
                                     "[rackpdu x]\neach = rack.r\nfrom = pdu.p\nmtbf = 1e6 h\n"
                                     "[server good]\nfrom = pdu.q\n" SERVER
                                     "[pdu p]\nfrom = utility.grid\n" CHECKED
                                     "[pdu q]\nfrom = utility.best\n" CHECKED);
    assert_int_equal(v.n_load, 2);
    assert_true(isnan(v.load[0].unavailability) && isnan(v.load[0].hours_per_year));
    assert_true(isnan(v.load[0].losses_per_year) && isnan(v.load[0].degraded_hours_per_year));
    assert_false(v.load[0].is_exact);
    assert_int_equal(v.load[0].n_part, 0);
    assert_near(v.load[1].unavailability, series(checked_u, best_u), 1e-12);
    assert_true(isnan(v.it_hours_per_year));
    assert_int_equal(v.n_unknown, 2);
    assert_string_equal(v.unknown[0], "rackpdu.x");
    assert_string_equal(v.unknown[1], "utility.grid");
    toy_free(&t);
}

static const char racks[] =
    "[rack r]\ncount = 3000\nunits = 42 U\nfrom = rackpdu.a, rackpdu.b\n"
    "[rackpdu a]\neach = rack.r\nfrom = pdu.a\nsources = blocks\nmtbf = 1e6 h\nmttr = 8 h\n"
    "[rackpdu b]\neach = rack.r\nfrom = pdu.b\nsources = turn\nmtbf = 1e6 h\nmttr = 8 h\n"
    "[pdu a]\nfrom = utility.real\ncommon_cause = 0 %\neach = ups.u\n" CHECKED
    "[pdu b]\nfrom = utility.best\ncommon_cause = 0 %\neach = ups.u\n" CHECKED
    "[ups u]\nredundancy = 2N\nfrom = utility.best\n" UPS CHECKED;

static void racks_alike_are_one(void **state)
{
    (void)state;
    struct toy t;
    struct arena a = arena_new(NULL);
    struct availability v =
        find(&t, arena_format(&a, "[server s]\ncount = 6000\nheight = 20 U\nrack = r\n%s%s", SERVER,
                              racks));
    double u = series(8. / 1000008, checked_u);
    assert_int_equal(v.n_load, 1);
    assert_near(v.load[0].count, 6000, 0);
    assert_string_equal(v.load[0].sources, "rackpdu.a#1, rackpdu.b#1");
    assert_near(v.load[0].unavailability, series(u, real_u) * series(u, best_u), 1e-12);
    assert_near(v.it_hours_per_year, v.load[0].hours_per_year, 1e-12);
    toy_free(&t);
    arena_free(&a);
}

/* Both cords of `near` hang on one UPS, those of `far` on two.  Nothing in the
   neighbourhood of any element tells that, so that alike_find sees two kinds of part. */
static void shared_ancestors_tell_ways_apart(void **state)
{
    (void)state;
    struct toy t;
    struct availability v =
        find(&t, "[server s]\ncount = 4\nheight = 20 U\nrack = r\n" SERVER
                 "[rack r]\ncount = 4\nunits = 20 U\nfrom = rackpdu.x, rackpdu.y\n"
                 "[rackpdu x]\neach = rack.r\nfrom = ups.u\nsources = turn\n" CHECKED
                 "[rackpdu y]\neach = rack.r\nfrom = ups.u\nsources = blocks\n" CHECKED
                 "[ups u]\nredundancy = 2N\nfrom = utility.best\ncommon_cause = 0 %\n" UPS CHECKED);
    struct alike k = alike_find(t.plant, t.plant->normal.share,
                                t.plant->normal.alive + t.plant->alive_elem, NULL, &t.arena);
    assert_true(k.n < t.plant->n_elem - 4);
    double u = checked_u;
    assert_int_equal(v.n_load, 2);
    assert_string_equal(v.load[0].sources, "rackpdu.x#1, rackpdu.y#1");
    assert_string_equal(v.load[1].sources, "rackpdu.x#2, rackpdu.y#2");
    assert_near(v.load[0].count, 2, 0);
    assert_near(v.load[0].unavailability, series(series(u, u * u), best_u), 1e-9);
    assert_near(v.load[1].unavailability, series(pow(series(u, u), 2), best_u), 1e-9);
    assert_near(v.it_hours_per_year, (v.load[0].hours_per_year + v.load[1].hours_per_year) / 2, 1e-12);
    toy_free(&t);
}

/* Four supplies, two on each source: with three needed, either source lost degrades. */
static void supplies_are_counted(void **state)
{
    (void)state;
    static const char text[] = "[server s]\nfrom = pdu.a, pdu.b\npsu = p\npsu_count = %d\npsu_needed = %d\n%s"
                       "[psu p]\nrated_power = 1 kW\nefficiency = 10 %%:90 %%, 50 %%:94 %%, 100 %%:92 %%\n"
                       "[pdu a]\nfrom = utility.best\nmtbf = 1000 h\nmttr = 24 h\n"
                       "[pdu b]\nfrom = utility.best\n%s";
    const int count[] = {4, 4, 3, 1}, needed[] = {3, 2, 2, 1};
    double a_u = 24. / 1024, b_u = checked_u;
    const double down[] = {a_u * b_u, a_u * b_u, a_u * b_u, a_u};
    const double degraded[] = {series(a_u, b_u), a_u * b_u, a_u, a_u};
    for (int i = 0; i < 4; i++) {
        struct toy t;
        struct arena a = arena_new(NULL);
        struct availability v =
            find(&t, arena_format(&a, text, count[i], needed[i], SERVER, CHECKED));
        assert_int_equal(v.n_load, 1);
        assert_near(v.load[0].unavailability, series(down[i], best_u), 1e-9);
        assert_near(v.load[0].degraded_hours_per_year, 8760 * series(degraded[i], best_u), 1e-9);
        assert_string_equal(v.load[0].sources, count[i] > 1 ? "pdu.a, pdu.b" : "pdu.a");
        toy_free(&t);
        arena_free(&a);
    }
}

static const char standby[] = "[ats t]\nfrom = utility.real, generator.g\nmtbf = 1e6 h\nmttr = 6 h\n"
                              "[generator g]\nrated_power = 100 kW\ncount = 3\nneeded = 2\n"
                              "mtbf = 10000 h\nmttr = 30 h\ncommon_cause = 0 %\nstart_failure = 1 %\n";

static void a_generator_may_not_start(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    double set = series(30. / 10030, .01), two = set * set * (3 - 2 * set);
    double u = only(arena_format(&a, "[server s]\nfrom = ats.t\n%s%s", SERVER, standby));
    assert_near(u, series(6. / 1000006, real_u * two), 1e-12);
    /* alone it does not stand by */
    double alone = only("[server s]\nfrom = generator.g\n" SERVER
                        "[generator g]\nrated_power = 100 kW\nstart_failure = 1 %\n" CHECKED);
    assert_near(alone, checked_u, 1e-12);
    double all = only("[server s]\nfrom = generator.g\n" SERVER
                      "[generator g]\nrated_power = 100 kW\ncount = 2\ncommon_cause = 0 %\n" CHECKED);
    assert_near(all, series(checked_u, checked_u), 1e-12);
    arena_free(&a);
}

static void what_bridges_no_start_is_told(void **state)
{
    (void)state;
    struct toy t;
    struct arena a = arena_new(NULL);
    struct availability v =
        find(&t, arena_format(&a,
                              "[server bare]\nfrom = ats.t\n%s[server s]\nfrom = ups.u\n%s"
                              "[server held]\nfrom = ups.held\n%s"
                              "[ups u]\nfrom = ats.t\nredundancy = 2N\n" UPS CHECKED
                              "[ups held]\nbattery = b\nfrom = ats.t\n" UPS CHECKED
                              "[battery b]\nenergy = 10 kWh\n%s",
                              SERVER, SERVER, SERVER, standby));
    assert_int_equal(v.n_load, 3);
    assert_int_equal(v.n_unknown, 0);
    assert_int_equal(v.n_note, 2);
    assert_non_null(strstr(v.note[0], "server.bare has no UPS before it"));
    assert_non_null(strstr(v.note[1], "ups.u has no battery"));
    toy_free(&t);
    arena_free(&a);
}

/* Equal ways of two sections are worked out once, but each has its own names. */
static void equal_ways_keep_their_names(void **state)
{
    (void)state;
    struct toy t;
    struct availability v = find(&t, "[server a]\ncount = 3\nfrom = pdu.a\n" SERVER
                                     "[server b]\nfrom = pdu.b\n" SERVER
                                     "[pdu a]\nfrom = utility.best\n" CHECKED
                                     "[pdu b]\nfrom = utility.best\n" CHECKED);
    assert_int_equal(v.n_load, 2);
    assert_string_equal(v.load[1].server, "server.b");
    assert_string_equal(v.load[0].part[0].element, "pdu.a");
    assert_string_equal(v.load[1].part[0].element, "pdu.b");
    assert_near(v.load[1].unavailability, v.load[0].unavailability, 0);
    toy_free(&t);
}

/* Equal parts joined in another way, or asked for more, are another way. */
static void only_equal_ways_are_one(void **state)
{
    (void)state;
    struct toy t;
    struct availability v =
        find(&t, "[server one]\nfrom = pdu.a, pdu.b, pdu.c\n" SERVER
                 "[server two]\nfrom = pdu.a, pdu.b, pdu.d\n" SERVER
                 "[server three]\nfrom = pdu.a, pdu.b\npsu = p\npsu_count = 2\npsu_needed = 1\n" SERVER
                 "[server four]\nfrom = pdu.a, pdu.b\npsu = p\npsu_count = 2\npsu_needed = 2\n" SERVER
                 "[psu p]\nrated_power = 2 kW\nefficiency = 10 %:90 %, 50 %:94 %, 100 %:92 %\n"
                 "[pdu a]\nfrom = ups.u\n" CHECKED "[pdu b]\nfrom = ups.v\n" CHECKED
                 "[pdu c]\nfrom = ups.u\n" CHECKED "[pdu d]\nfrom = ups.v\n" CHECKED
                 "[ups u]\nfrom = utility.best\nmtbf = 1000 h\nmttr = 10 h\n" UPS
                 "[ups v]\nfrom = utility.best\n" UPS CHECKED);
    double u = checked_u, weak = 10. / 1010, both = series(series(weak, u) * series(u, u), best_u);
    assert_int_equal(v.n_load, 4);
    assert_near(v.load[0].unavailability, series(series(weak, u * u) * series(u, u), best_u), 1e-12);
    assert_near(v.load[1].unavailability, series(series(weak, u) * series(u, u * u), best_u), 1e-12);
    assert_near(v.load[2].unavailability, both, 1e-12);
    assert_near(v.load[3].unavailability, both, 1e-12);
    assert_near(v.load[2].degraded_hours_per_year, 8760 * both, 1e-12);
    assert_near(v.load[3].degraded_hours_per_year,
                8760 * series(series(series(weak, u), series(u, u)), best_u), 1e-12);
    toy_free(&t);
}

static void too_many_ways_are_left_out(void **state)
{
    (void)state;
    struct toy t;
    struct arena a = arena_new(NULL);
    struct builder b = builder_new(&a);
    for (int i = 0; i < 230; i++)
        builder_format(&b,
                       "[server s%d]\ncount = 2\nfrom = pdu.p%d\n%s"
                       "[pdu p%d]\nfrom = utility.best\nmtbf = %d h\nmttr = 1 h\n",
                       i, i, SERVER, i, 1000 + i);
    struct availability v = find(&t, b.s);
    assert_int_equal(v.n_load, AVAILABILITY_PATHS);
    assert_near(v.left_out, 60, 0);
    assert_near(v.load[7].unavailability, series(1. / 1008, best_u), 1e-12);
    assert_true(v.it_hours_per_year > 0);
    toy_free(&t);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_chain_is_the_series),
        cmocka_unit_test(two_systems_share_a_cause),
        cmocka_unit_test(common_cause_is_a_part),
        cmocka_unit_test(a_module_to_spare_is_k_of_n),
        cmocka_unit_test(systems_and_modules_share_one_cause),
        cmocka_unit_test(a_shared_utility_is_counted_once),
        cmocka_unit_test(what_is_missing_is_not_zero),
        cmocka_unit_test(racks_alike_are_one),
        cmocka_unit_test(shared_ancestors_tell_ways_apart),
        cmocka_unit_test(supplies_are_counted),
        cmocka_unit_test(a_generator_may_not_start),
        cmocka_unit_test(what_bridges_no_start_is_told),
        cmocka_unit_test(equal_ways_keep_their_names),
        cmocka_unit_test(only_equal_ways_are_one),
        cmocka_unit_test(too_many_ways_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
