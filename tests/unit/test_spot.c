/* Fixed places of servers: how they are written, and what cannot be. */

#include <string.h>

#include "toy_site.h"

#include "plan/place.h"

static const char head[] =
    "[room hall]\n[crac c]\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 900 kW\ncop = 4\n"
    "from = utility.grid\n[rack r]\ncount = 4\nreserved = 1, 42 U\n[rack x]\nunits = 20 U\n";

#define SERVER                                                                                     \
    "from = utility.grid\nairflow = 1000 cfm\npower_idle = 1 kW\npower_typical = 3 kW\n"           \
    "power_maximum = 4 kW\nheight = 4 U\nweight = 50 kg\nrack = r\n"

static bool read(struct toy *t, const char *text)
{
    struct arena a = arena_new(NULL);
    bool ok = toy_read(t, arena_format(&a, "%s%s", head, text));
    arena_free(&a);
    return ok;
}

static void forms(void **state)
{
    (void)state;
    struct spot_text x;
    assert_true(spot_read(text_of("r#3:12"), &x));
    assert_int_equal(x.first, 3);
    assert_int_equal(x.last, 3);
    assert_true(x.u == 12 && text_is(x.rack, "r"));
    assert_true(spot_read(text_of("r#1-8:2.5"), &x));
    assert_true(x.first == 1 && x.last == 8 && x.u == 2.5);
    assert_true(spot_read(text_of("rack.a b:1"), &x));
    assert_true(x.first == 0 && text_is(x.rack, "rack.a b"));
    static const char *const bad[] = {"r",     "r:",    "r:0",   ":4",    "r:1.3", "r#0:1",
                                      "r#:1",  "r#3-1:1", "r#1-:1", "#1:1", "r:-1",  "r:1e9"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (spot_read(text_of(bad[i]), &x)) fail_msg("'%s' was read", bad[i]);
}

/* Two stand where they are told to, the third fills up from the lowest free unit. */
static void fixed_first_then_free(void **state)
{
    (void)state;
    struct toy t;
    assert_true(read(&t, "[server s]\n" SERVER "count = 4\nat = r#2:6, r#1:2\nnames = a, b, c\n"));
    struct rack_plan p = place_servers(&t.site, &t.arena);
    assert_int_equal(p.placement.unplaced[0], 0);
    assert_int_equal(p.placement.n, 3);
    assert_true(p.placement.item[0].rack_unit == 1 && p.placement.item[0].u == 6);
    assert_true(p.placement.item[0].is_fixed && p.placement.item[1].u == 2);
    assert_false(p.placement.item[2].is_fixed);
    assert_true(p.placement.item[2].rack_unit == 0 && p.placement.item[2].u == 6);
    assert_int_equal(p.placement.item[2].count, 2);
    assert_int_equal(p.placement.item[2].first, 2);
    assert_string_equal(place_server_name(&t.site, 0, 1, &t.arena), "b");
    assert_string_equal(place_server_name(&t.site, 0, 3, &t.arena), "s#4");
    assert_string_equal(spot_print(&t.site, &(struct spot){0, 2, 7}, &t.arena), "r#3:7");
    assert_true(p.use[0][0].u == 2 + 12);
    toy_free(&t);
}

/* What is fixed by a later section is not taken by an earlier one. */
static void later_sections_keep_their_places(void **state)
{
    (void)state;
    struct toy t;
    assert_true(read(&t, "[server s]\n" SERVER "count = 1\n[server t]\n" SERVER "at = r#1:2\n"));
    struct rack_plan p = place_servers(&t.site, &t.arena);
    assert_true(p.placement.item[0].server == 0 && p.placement.item[0].u == 6);
    assert_true(p.placement.item[1].server == 1 && p.placement.item[1].u == 2);
    toy_free(&t);
}

static void what_cannot_be(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } at[] = {
        {"at = r#9:2\n", "names more racks than there are"},
        {"at = r:2\n", "does not say which of the racks"},
        {"at = y:2\n", "names no rack"},
        {"at = r#1:1\n", "is reserved in its rack"},
        {"at = x:18\n", "is higher than the rack"},
        {"at = r#1:2, r#1:5\n", "is taken"},
        {"at = r#1-4:2\n", "is one place more than count"},
        {"at = r#1\n", "is no place"},
        {"u_min = 9 U\nu_max = 8 U\n", "u_min is above u_max"},
        {"u_min = 7 U\nu_max = 9 U\n", "it is higher than the units from u_min to u_max"},
        {"u_max = 3 U\n", "it is higher than the units from u_min to u_max"},
        {"[rack z]\nunits = 10 U\nreserved = 11 U\n", "a reserved unit is above the rack"},
        {"[rack z]\nreserved = 2.5 U\n", "a reserved unit is no whole one"},
        {"[rack z]\nreserved = 2, 3, 2 U\n", "a unit is reserved twice"},
        {"names = a, b, c, d\n", "is one more than count"},
    };
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        struct toy t;
        struct arena a = arena_new(NULL);
        assert_false(read(&t, arena_format(&a, "[server s]\n" SERVER "count = 3\n%s", at[i].text)));
        bool is_said = false;
        for (int k = 0; k < t.ds.n; k++)
            is_said |= strstr(message_text(&a, &t.ds.item[k].what, NULL), at[i].says) != NULL;
        if (!is_said) fail_msg("not said: %s", at[i].says);
        toy_free(&t);
        arena_free(&a);
    }
}

/* The air of one room would be looked for in the other. */
static void places_are_in_its_room(void **state)
{
    (void)state;
    static const char rooms[] =
        "[room a]\n[room b]\n[crac c]\nserves = a\nairflow = 40 m3/s\nfan_power = 0 kW\n"
        "capacity = 900 kW\ncop = 4\nfrom = utility.grid\n[crac d]\nserves = b\n"
        "airflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 900 kW\ncop = 4\nfrom = utility.grid\n"
        "[rack r]\nroom = a\nfrom = utility.grid\n[rack x]\nroom = b\n[rack y]\nroom = a\n"
        "[server s]\nroom = a\nairflow = 1000 cfm\npower_idle = 1 kW\npower_typical = 3 kW\n"
        "power_maximum = 4 kW\nheight = 4 U\nrack = r\n";
    static const struct {
        const char *at, *says;
    } bad[] = {{"at = x:2\nfrom = utility.grid\n", "a rack of its 'at' stands in another room"},
               {"at = y:2\n", "nothing feeds it in a rack of its 'at'"},
               {"at = y:2\nfrom = utility.grid\n", NULL},
               {"at = r:2\n", NULL}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct toy t;
        struct arena a = arena_new(NULL);
        bool ok = toy_read(&t, arena_format(&a, "%s%s", rooms, bad[i].at)), is_said = false;
        for (int k = 0; k < t.ds.n && bad[i].says; k++)
            is_said |= strstr(message_text(&a, &t.ds.item[k].what, NULL), bad[i].says) != NULL;
        if (ok != !bad[i].says || is_said == !bad[i].says) fail_msg("%s", bad[i].at);
        toy_free(&t);
        arena_free(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms),
        cmocka_unit_test(fixed_first_then_free),
        cmocka_unit_test(later_sections_keep_their_places),
        cmocka_unit_test(what_cannot_be),
        cmocka_unit_test(places_are_in_its_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
