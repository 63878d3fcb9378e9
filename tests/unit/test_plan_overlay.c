/* Places written as INI text, read again, are the same places. */

#include <string.h>

#include "toy_site.h"

#include "plan/plan_overlay.h"

#define HALL                                                                                       \
    "[room hall]\n[crac c]\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 900 kW\ncop = 4\n"     \
    "from = utility.grid\n[rack r]\ncount = 9\nunits = 20 U\n[rack x]\n"

#define SERVER                                                                                     \
    "from = utility.grid\nairflow = 100 cfm\npower_idle = 1 kW\npower_typical = 3 kW\n"            \
    "power_maximum = 4 kW\nweight = 50 kg\n"

#define SITE                                                                                       \
    HALL "[server s]\n" SERVER "height = 8 U\ncount = 20\nrack = r, x\nat = r#2-4:3, x:10\n"       \
         "names = one, two, three, four, five\n"                                                   \
         "[server flat]\n" SERVER "count = 3\nrack = x\n[server free]\n" SERVER "count = 2\n"


static int places(const struct placement *p, int server)
{
    int n = 0;
    for (int i = 0; i < p->n; i++)
        if (p->item[i].server == server) n += p->item[i].count;
    return n;
}

static void ranges_are_folded(void **state)
{
    (void)state;
    struct toy t;
    assert_true(toy_read(&t, SITE));
    t.racks = place_servers(&t.site, &t.arena);
    const char *text = overlay_text(&t.site, &t.racks.placement, false, &t.arena);
    assert_non_null(strstr(text, "\nat = r#2-4:3, x:10, r#1:1, r#1:9, r#2-4:11, r#5:1, "));
    assert_null(strstr(text, "[server free]"));
    assert_null(strstr(text, "count ="));
    toy_free(&t);
}

/* Each section with its new lines, behind the others. */
static const char *overlaid(struct arena *a, bool is_cut, const struct toy *t)
{
    struct builder b = builder_new(a);
    int n;
    for (int v = 0; v < 2; v++) {
        const struct spot *spot = overlay_spots(&t->racks.placement, &t->site, v, &n, a);
        builder_format(&b, "[server %s]\n" SERVER "height = %d U\nrack = r, x\ncount = %d\n",
                       v ? "flat" : "s", v ? 0 : 8, is_cut ? n : v ? 3 : 20);
        overlay_at(&b, &t->site, spot, n);
    }
    return arena_format(a, HALL "%s[server free]\n" SERVER "count = 2\n", b.s);
}

static void read_again_they_are_the_same(void **state)
{
    (void)state;
    struct toy t, again;
    assert_true(toy_read(&t, SITE));
    t.racks = place_servers(&t.site, &t.arena);
    assert_int_equal(t.racks.placement.unplaced[0], 0);
    if (!toy_read(&again, overlaid(&t.arena, false, &t))) {
        toy_print(&again);
        fail_msg("refused");
    }
    again.racks = place_servers(&again.site, &again.arena);
    for (int v = 0; v < 3; v++)
        assert_int_equal(places(&t.racks.placement, v), places(&again.racks.placement, v));
    int n, m;
    for (int v = 0; v < 2; v++) {
        struct spot *x = overlay_spots(&t.racks.placement, &t.site, v, &n, &t.arena);
        struct spot *y = overlay_spots(&again.racks.placement, &again.site, v, &m, &t.arena);
        assert_int_equal(n, m);
        for (int i = 0; i < n; i++)
            assert_true(x[i].rack == y[i].rack && x[i].unit == y[i].unit && x[i].u == y[i].u);
    }
    toy_free(&t);
    toy_free(&again);
}

/* What found no place is left out when asked, its name with it. */
static void cut_to_what_stands(void **state)
{
    (void)state;
    struct toy t;
    assert_true(toy_read(&t, HALL "[server s]\n" SERVER "height = 20 U\ncount = 3\nrack = x\n"
                                  "names = a, b, c\n"));
    t.racks = place_servers(&t.site, &t.arena);
    const char *text = overlay_text(&t.site, &t.racks.placement, true, &t.arena);
    assert_non_null(strstr(text, "; 1 of 3 found no place\ncount = 2\nnames = a, b\nat = x:1, x:21\n"));
    text = overlay_text(&t.site, &t.racks.placement, false, &t.arena);
    assert_null(strstr(text, "count = 2"));
    toy_free(&t);
}

/* A long list goes on in lines of its own. */
static void long_lists_go_on(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct builder b = builder_new(&a);
    const char *name[40];
    for (int i = 0; i < 40; i++) name[i] = "a-long-name";
    overlay_names(&b, name, 40);
    assert_non_null(strstr(b.s, "\nnames += a-long-name, "));
    for (const char *s = b.s, *e; (e = strchr(s, '\n')); s = e + 1) assert_true(e - s <= 96);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_are_folded),
        cmocka_unit_test(read_again_they_are_the_same),
        cmocka_unit_test(cut_to_what_stands),
        cmocka_unit_test(long_lists_go_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
