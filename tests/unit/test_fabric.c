/* Fabrics: lengths of cables, switches and ports, reach. */

#include "toy_site.h"

#include <string.h>

#include "plan/fabric_find.h"
#include "plan/limits.h"

static const char head[] =
    "[room hall]\nlength = 20 m\nwidth = 8 m\nheight = 3 m\n"
    "[crac c]\ncount = 2\nserves = hall\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 400 kW\n"
    "cop = 4\nfrom = utility.grid\n"
    "[rack r]\ncount = 6\nroom = hall\nunits = 20 U\nposition = 2, 2 m\nfacing = +y\n"
    "height = 1000 mm\n";

#define SERVER(name, more)                                                                         \
    "[server " name "]\nroom = hall\nrack = r\nairflow = 0.2 m3/s\nfrom = utility.grid\n"          \
    "power_idle = 1 kW\npower_typical = 2 kW\npower_maximum = 3 kW\n" more

struct solved {
    struct toy t;
    struct result r;
};

static void solve(struct solved *s, const char *more)
{
    struct arena a = arena_new(NULL);
    toy_make(&s->t, arena_format(&a, "%s%s", head, more), 12, 20, 10);
    struct year *design = toy_year(&s->t, true);
    struct limits_case c = {&s->t.site, s->t.plant, &s->t.racks, &s->t.design, design,
                            &s->t.weather.calendar, 1, NULL};
    s->r = (struct result){0};
    limits_find_normal(&c, &s->r, &s->t.arena);
    arena_free(&a);
}

static void expect(const struct solved *s, const char *resource, double used, double limit,
                   bool is_broken)
{
    for (int i = 0; i < s->r.n_limit; i++) {
        const struct limit *l = &s->r.limit[i];
        if (strcmp(l->element, "fabric.f") || strcmp(l->resource, resource)) continue;
        assert_near(l->used, used, 1e-9);
        if (isnan(limit))
            assert_true(isnan(l->limit));
        else
            assert_near(l->limit, limit, 1e-9);
        assert_int_equal(l->is_broken, is_broken);
        return;
    }
    fail_msg("no limit %s", resource);
}

/* 20 U of 44.45 mm in 1 m: the lowest 55.5 mm above the floor.  1 U at 20 has its middle at
   0.9222 m, at 1 at 0.0777 m; the tray is 0.4 m above the racks. */
static void lengths(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, SERVER("a", "count = 2\nheight = 1 U\nat = r#1:1, r#6:1\nfabric = f\n")
              SERVER("leaf", "height = 1 U\nat = r#1:20\n")
              "[fabric f]\nswitches = leaf\nports = 4\ncopper_reach = 3 m\noptical_reach = 50 m\n"
              "slack = 0.7 m\ntray = 0.4 m\n");
    double low = .0555 + .04445 / 2, high = .0555 + 19.5 * .04445;
    double near_m = high - low + .7, far_m = 1.4 - low + 5 * .6 + 1.4 - high + .7;
    const struct fabric_use *x = &s.r.fabrics->item[0];
    assert_int_equal(x->n_bundle, 2);
    assert_near(x->bundle[0].length_m, near_m, 1e-9);
    assert_near(x->longest_m, far_m, 1e-9);
    assert_near(x->total_m, near_m + far_m, 1e-9);
    assert_int_equal(x->copper, 1);
    assert_int_equal(x->optical, 1);
    assert_string_equal(x->longest_from, "a#2");
    assert_string_equal(x->longest_to, "leaf");
    expect(&s, "ports", 2, 4, false);
    expect(&s, "optical reach", far_m, 50, false);
    toy_free(&s.t);
}

static void reach_is_held(void **state)
{
    (void)state;
    struct solved s;
    static const char *const reach[] = {"copper_reach = 9 m\n", "optical_reach = 4 m\n",
                                        "copper_reach = 1 m\n"};
    struct arena a = arena_new(NULL);
    for (int i = 0; i < 3; i++) {
        solve(&s, arena_format(&a,
                               SERVER("a", "height = 1 U\nat = r#6:1\nfabric = f\n")
                                   SERVER("leaf", "height = 1 U\nat = r#1:1\n")
                               "[fabric f]\nswitches = leaf\nports = 4\nslack = 0 m\ntray = 0 m\n%s",
                               reach[i]));
        double m = 3 + 2 * (1 - .0555 - .04445 / 2);
        expect(&s, i == 0 ? "copper reach" : "optical reach", m, i == 0   ? 9
                                                                 : i == 1 ? 4
                                                                          : (double)NAN,
               i == 1);
        toy_free(&s.t);
    }
    arena_free(&a);
}

/* Five servers of two links for two switches of four ports: two links have none. */
static void ports_run_out(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, SERVER("a", "count = 5\nheight = 4 U\nlinks = 2\nfabric = f\n")
              SERVER("leaf", "count = 2\nheight = 1 U\nat = r#1:20, r#2:20\n")
              "[fabric f]\nswitches = leaf\nports = 4\n");
    expect(&s, "ports", 10, 8, true);
    const struct fabric_use *x = &s.r.fabrics->item[0];
    assert_int_equal(x->unconnected, 2);
    assert_int_equal(x->needed, 3);
    assert_int_equal(x->sw[0].links + x->sw[1].links, 8);
    assert_int_equal(x->copper + x->optical, 8);
    toy_free(&s.t);
}

/* Rails: four links each on a switch of its own; two rails of four links share four. */
static void rails(void **state)
{
    (void)state;
    struct solved s;
    struct arena a = arena_new(NULL);
    static const char site[] =
        SERVER("a", "count = 3\nheight = 4 U\nlinks = 4\nfabric = f\n")
        SERVER("leaf", "count = 4\nheight = 1 U\nat = r#3-6:20\n")
        "[fabric f]\nswitches = leaf\nports = 5\nwiring = rails\n";
    solve(&s, site);
    const struct fabric_use *x = &s.r.fabrics->item[0];
    assert_int_equal(x->rails, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(x->sw[i].rail, i);
        assert_int_equal(x->sw[i].links, 3);
    }
    assert_int_equal(x->needed, 4);
    expect(&s, "ports", 3, 5, false);
    toy_free(&s.t);
    solve(&s, arena_format(&a, "%srails = 2\n", site));
    x = &s.r.fabrics->item[0];
    assert_int_equal(x->sw[0].links + x->sw[2].links, 6);
    expect(&s, "ports", 6, 10, false);
    toy_free(&s.t);
    /* a rail without a switch has no ports */
    const char *five = toy_replace(&a, site, "links = 4", "links = 5");
    solve(&s, five);
    expect(&s, "ports", 3, 0, true);
    assert_int_equal(s.r.fabrics->item[0].unconnected, 3);
    toy_free(&s.t);
    arena_free(&a);
}

/* The near switch is wanted by both; who would go farther without it gets it.  Shortest
   first alone gives rack 2 the switch of rack 2 and sends rack 1, which is nearest to it
   too, past it to rack 6. */
static void longest_gets_shorter(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, SERVER("a", "count = 2\nheight = 1 U\nat = r#1:1, r#3:1\nfabric = f\n")
              SERVER("leaf", "count = 2\nheight = 1 U\nat = r#3:20, r#6:20\n")
              "[fabric f]\nswitches = leaf\nports = 1\nslack = 0 m\ntray = 0 m\n");
    const struct fabric_use *x = &s.r.fabrics->item[0];
    double low = .0555 + .04445 / 2, high = .0555 + 19.5 * .04445;
    assert_near(x->longest_m, 3 * .6 + 2 - low - high, 1e-9);
    toy_free(&s.t);
}

static void no_place_no_length(void **state)
{
    (void)state;
    struct solved s;
    struct arena a = arena_new(NULL);
    const char *bare = toy_replace(&a, head, "position = 2, 2 m\nfacing = +y\n", "");
    toy_make(&s.t,
             arena_format(&a, "%s%s", bare,
                          SERVER("a", "count = 2\nheight = 1 U\nat = r#1:1, r#2:1\nfabric = f\n")
                          SERVER("leaf", "height = 1 U\nat = r#1:20\n")
                          "[fabric f]\nswitches = leaf\nports = 4\ncopper_reach = 3 m\n"),
             12, 20, 10);
    const struct fabric_view *v = fabric_find(&s.t.site, &s.t.racks, &s.t.arena);
    assert_int_equal(v->item[0].unknown, 1); /* the one in the switch's own rack is known */
    assert_int_equal(v->item[0].copper, 1);
    assert_int_equal(v->item[0].unconnected, 0);
    toy_free(&s.t);
    arena_free(&a);
}

static void refuse(const char *more, const char *what)
{
    struct toy t;
    struct arena a = arena_new(NULL);
    bool ok = toy_read(&t, arena_format(&a, "%s%s", head, more)), told = false;
    for (int i = 0; i < t.ds.n; i++)
        told |= strstr(message_text(&a, &t.ds.item[i].what, NULL), what) != NULL &&
                t.ds.item[i].place.line > 0;
    if (ok || !told) fail_msg("not refused: %s", what);
    toy_free(&t);
    arena_free(&a);
}

static void fabrics_that_cannot_be(void **state)
{
    (void)state;
    refuse(SERVER("a", "fabric = f\n") "[fabric f]\nports = 4\n", "names no switches");
    refuse(SERVER("a", "fabric = f\n") "[fabric f]\nports = 4\nswitches = a\n", "cabled to itself");
    refuse(SERVER("a", "") "[fabric f]\nports = 4\nswitches = a\nrails = 1\n", "wiring has none");
    refuse(SERVER("a", "") "[fabric f]\nports = 4\nswitches = a\nwiring = rails\nrails = 2\n",
           "more rails than switches");
    refuse(SERVER("a", "count = 1000000\nlinks = 11\nfabric = f\n") SERVER("b", "")
           "[fabric f]\nports = 4\nswitches = b\n",
           "more than ten million links");
    refuse(SERVER("a", "") "[fabric f]\nports = 4\nswitches = a\ncopper_reach = 3 m\n"
                           "optical_reach = 2 m\n",
           "reach less far");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths),
        cmocka_unit_test(reach_is_held),
        cmocka_unit_test(ports_run_out),
        cmocka_unit_test(rails),
        cmocka_unit_test(longest_gets_shorter),
        cmocka_unit_test(no_place_no_length),
        cmocka_unit_test(fabrics_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
