/* First fit of servers into racks. */

#include "toy_site.h"

static const char head[] =
    "[room hall]\n[crac c]\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 900 kW\ncop = 4\n"
    "from = utility.grid\n";

static void place(struct toy *t, const char *text)
{
    struct arena a = arena_new(NULL);
    if (!toy_read(t, arena_format(&a, "%s%s", head, text))) {
        toy_print(t);
        fail_msg("refused");
    }
    t->racks = place_servers(&t->site, &t->arena);
    arena_free(&a);
}

#define SERVER                                                                                     \
    "from = utility.grid\nairflow = 1000 cfm\npower_idle = 1 kW\npower_typical = 3 kW\n"           \
    "power_maximum = 4 kW\nheight = 4 U\nweight = 50 kg\n"

static void each_limit_binds(void **state)
{
    (void)state;
    static const struct {
        const char *rack;
        int each; /* servers in the first rack */
    } at[] = {{"units = 42 U\n", 10}, {"power = 30 kW\n", 7}, {"power = 28 kW\n", 7},
              {"power = 27.9 kW\n", 6}, {"load = 420 kg\nown_weight = 100 kg\n", 6},
              {"airflow = 5000 cfm\n", 5}, {"units = 3 U\n", 0}};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        struct toy t;
        struct arena a = arena_new(NULL);
        place(&t, arena_format(&a, "[server s]\n" SERVER "count = 25\nrack = r\n[rack r]\ncount = 2\n%s",
                               at[i].rack));
        assert_int_equal(t.racks.use[0][0].servers, at[i].each);
        assert_int_equal(t.racks.use[0][1].servers, at[i].each);
        assert_int_equal(t.racks.placement.unplaced[0], 25 - 2 * at[i].each);
        assert_near(t.racks.use[0][0].power_w, 4000. * at[i].each, 1e-12);
        assert_near(t.racks.use[0][0].kg, 50. * at[i].each, 1e-12);
        assert_near(t.racks.use[0][0].u, 4. * at[i].each, 1e-12);
        toy_free(&t);
        arena_free(&a);
    }
}

/* Racks are filled in the order given, groups in the order of the file. */
static void order_of_the_file(void **state)
{
    (void)state;
    struct toy t;
    place(&t, "[server a]\n" SERVER "count = 6\nrack = y, x\n[server b]\n" SERVER
              "count = 12\nrack = x, y\n[rack x]\n[rack y]\nunits = 20 U\n");
    assert_int_equal(t.racks.use[1][0].servers, 5); /* y first: five of a */
    assert_int_equal(t.racks.use[0][0].servers, 10); /* one of a, nine of b */
    assert_int_equal(t.racks.placement.unplaced[0], 0);
    assert_int_equal(t.racks.placement.unplaced[1], 3);
    int sum = 0;
    for (int i = 0; i < t.racks.placement.n; i++) sum += t.racks.placement.item[i].count;
    assert_int_equal(sum, 15);
    toy_free(&t);
}

/* Unknown mass holds nothing back, and a server without a rack stands free. */
static void unknown_is_not_a_limit(void **state)
{
    (void)state;
    struct toy t;
    place(&t, "[server s]\nfrom = utility.grid\nairflow = 1 m3/s\npower_idle = 1 kW\npower_typical = 1 kW\n"
              "power_maximum = 1 kW\nheight = 1 U\ncount = 42\nrack = r\n[rack r]\nload = 100 kg\n"
              "[server free]\n" SERVER "count = 7\n");
    assert_int_equal(t.racks.use[0][0].servers, 42);
    assert_int_equal(t.racks.placement.unplaced[0], 0);
    const struct placed *last = &t.racks.placement.item[t.racks.placement.n - 1];
    assert_int_equal(last->rack, -1);
    assert_int_equal(last->count, 7);
    toy_free(&t);
}

/* Servers that find no place are still simulated: they were ordered. */
static void unplaced_servers_still_draw(void **state)
{
    (void)state;
    struct toy t;
    struct arena a = arena_new(NULL);
    toy_make(&t, arena_format(&a, "%s[server s]\n" SERVER "leakage = 0 %%/K\ncount = 3\nrack = r\n"
                                  "[rack r]\nunits = 4 U\n", head), 12, 20, 10);
    assert_int_equal(t.racks.placement.unplaced[0], 2);
    assert_near(toy_hour(&t, false)->quantity[Q_IT_W][0], 9000, 1e-9);
    toy_free(&t);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_limit_binds),
        cmocka_unit_test(order_of_the_file),
        cmocka_unit_test(unknown_is_not_a_limit),
        cmocka_unit_test(unplaced_servers_still_draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
