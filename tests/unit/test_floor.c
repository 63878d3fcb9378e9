/* What stands on a floor: loads, free ways, obstacles, centres of gravity, aisles. */

#include "toy_site.h"

#include <string.h>

#include "plan/aisles.h"
#include "plan/floor_load.h"
#include "plan/limits.h"

static const double g = 9.80665;

static const char head[] =
    "[crac c]\ncount = 2\nserves = hall\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 200 kW\n"
    "cop = 4\nfrom = utility.grid\n"
    "[server s]\nroom = hall\nfrom = utility.grid\nairflow = 0.2 m3/s\npower_idle = 1 kW\n"
    "power_typical = 2 kW\npower_maximum = 3 kW\n";

#define ROOM "[room hall]\nlength = 10 m\nwidth = 8 m\nheight = 3 m\n"

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

static const struct limit *row(const struct solved *s, const char *element, const char *resource)
{
    for (int i = 0; i < s->r.n_limit; i++)
        if (!strcmp(s->r.limit[i].element, element) && !strcmp(s->r.limit[i].resource, resource))
            return &s->r.limit[i];
    return NULL;
}

static const struct limit *find(const struct solved *s, const char *element, const char *resource)
{
    const struct limit *l = row(s, element, resource);
    if (!l) fail_msg("no limit %s, %s", element, resource);
    return l;
}

static void expect(const struct solved *s, const char *element, const char *resource, double used,
                   double limit, bool is_broken)
{
    const struct limit *l = find(s, element, resource);
    assert_near(l->used, used, 1e-9);
    if (isnan(limit))
        assert_true(isnan(l->limit));
    else
        assert_near(l->limit, limit, 1e-9);
    assert_int_equal(l->is_broken, is_broken);
}

/* Free on all sides by more than twice 0.76 m: 0.6 + 1.52 by 1.2 + 1.52 m. */
static void an_empty_rack_is_on_the_floor_b50(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, ROOM "floor_load = 12 kPa\npoint_load = 4.5 kN\n"
                   "[rack r]\nroom = hall\nown_weight = 150 kg\nposition = 4, 3 m\nfacing = +y\n");
    expect(&s, "rack.r", "floor load", .150 * g / (2.12 * 2.72), 12, false);
    expect(&s, "rack.r", "point load", .150 * g / 3, 4.5, false);
    expect(&s, "rack.r", "weight", 150, (double)NAN, false);
    toy_free(&s.t);
    /* without a place its footprint carries it; three feet share it equally */
    solve(&s, ROOM "floor_load = 2 kPa\n"
                   "[rack r]\nroom = hall\nown_weight = 150 kg\nfeet = 3\n");
    expect(&s, "rack.r", "floor load", .150 * g / .72, 2, true);
    expect(&s, "rack.r", "point load", .150 * g / 3, (double)NAN, false);
    toy_free(&s.t);
}

/* Racks of a row have nothing between them: the middle one of three 0.6 m of width, and half
   of 1.2 m before and of 1 m behind it. */
static void racks_of_a_row_share_no_floor(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, ROOM "floor_load = 9 kPa\n"
                   "[rack r]\ncount = 3\nroom = hall\nown_weight = 600 kg\nposition = 2, 1 m\n"
                   "facing = +y\n[rack o]\ncount = 3\nroom = hall\nposition = 2, 3.4 m\n"
                   "facing = -y\nown_weight = 10 kg\n");
    expect(&s, "rack.r", "floor load", .6 * g / (.6 * (1.2 + .6 + .5)), 9, false);
    assert_non_null(strstr(find(&s, "rack.r", "floor load")->note, "rack.r#2 on 1.38 m2"));
    toy_free(&s.t);
}

static void what_is_not_known_is_said_b96(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, "[room hall]\nfloor_load = 9 kPa\n[rack r]\nroom = hall\n"
              "[server a]\nroom = hall\nrack = r\nairflow = 0.2 m3/s\nfrom = utility.grid\n"
              "power_idle = 1 kW\npower_typical = 2 kW\npower_maximum = 3 kW\nheight = 4 U\n"
              "[obstacle u]\nroom = hall\n");
    static const char *const who[] = {"rack.r", "obstacle.u", "crac.c"};
    for (size_t i = 0; i < 3; i++) {
        const struct limit *l = find(&s, who[i], "floor load");
        assert_true(isnan(l->used) && isnan(l->margin) && !l->is_broken && l->limit == 9);
        assert_string_equal(l->note, "its mass is not known");
        assert_true(isnan(find(&s, who[i], "point load")->limit));
    }
    assert_true(isnan(s.r.limit[s.r.n_limit - 1].margin)); /* last of all */
    toy_free(&s.t);
    /* a room that asks for nothing has no rows, a rack has its weight without a limit */
    solve(&s, ROOM "[rack r]\nroom = hall\nown_weight = 150 kg\nposition = 4, 3 m\nfacing = +y\n");
    assert_null(row(&s, "rack.r", "floor load"));
    assert_null(row(&s, "rack.r", "aisle in front"));
    assert_null(row(&s, "rack.r", "weight when moved"));
    assert_true(isnan(find(&s, "rack.r", "weight")->limit));
    toy_free(&s.t);
}

/* Half of the mass known is told of as half. */
static void servers_without_a_mass_are_told_of(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, "[room hall]\nfloor_load = 9 kPa\n[rack r]\nroom = hall\nown_weight = 100 kg\n"
              "[server a]\nroom = hall\nrack = r\nairflow = 0.2 m3/s\nfrom = utility.grid\n"
              "power_idle = 1 kW\npower_typical = 2 kW\npower_maximum = 3 kW\nheight = 4 U\n");
    expect(&s, "rack.r", "floor load", .1 * g / .72, 9, false);
    assert_non_null(strstr(find(&s, "rack.r", "floor load")->note, "not known and not counted"));
    toy_free(&s.t);
}

/* Units and obstacles weigh on the floor as racks do. */
static void equipment_weighs(void **state)
{
    (void)state;
    struct solved s;
    struct arena a = arena_new(NULL);
    const char *text = arena_format(&a, "%s%s", head,
                                    ROOM "floor_load = 5 kPa\npoint_load = 3 kN\n"
                                         "[obstacle u]\nroom = hall\nweight = 900 kg\nfeet = 6\n"
                                         "position = 5, 0 m\nwidth = 1000 mm\ndepth = 800 mm\n"
                                         "height = 1900 mm\nfacing = +y\nclear_front = 1 m\n"
                                         "[obstacle pillar]\nwhat = column\nroom = hall\n"
                                         "position = 5.2, 1.7 m\nwidth = 400 mm\ndepth = 400 mm\n");
    text = toy_replace(&a, text, "fan_power = 0 kW\n", "fan_power = 0 kW\nweight = 700 kg\n");
    toy_make(&s.t, text, 12, 20, 10);
    struct year *design = toy_year(&s.t, true);
    struct limits_case c = {&s.t.site, s.t.plant, &s.t.racks, &s.t.design, design,
                            &s.t.weather.calendar, 1, NULL};
    s.r = (struct result){0};
    limits_find_normal(&c, &s.r, &s.t.arena);
    /* 0.45 m of the 0.9 up to the pillar, nothing at the wall behind it */
    expect(&s, "obstacle.u", "floor load", .9 * g / ((1 + 1.52) * (.8 + .45)), 5, false);
    expect(&s, "obstacle.u", "point load", .9 * g / 5, 3, false);
    expect(&s, "obstacle.u", "service space", 1, .9, true);
    expect(&s, "crac.c", "floor load", .7 * g / (1.8 * .9), 5, false);
    assert_null(row(&s, "obstacle.pillar", "floor load"));
    toy_free(&s.t);
    arena_free(&a);
}

static const char rows[] =
    "[rack r]\ncount = 3\nroom = hall\nposition = 2, 1 m\nfacing = +y\nclear_rear = 0.9 m\n"
    "[rack o]\ncount = 3\nroom = hall\nposition = 2, 3.4 m\nfacing = -y\n"
    "[obstacle pillar]\nwhat = column\nroom = hall\nposition = 3.3, 5.2 m\nwidth = 300 mm\n"
    "depth = 300 mm\n";

static void free_ways(void **state)
{
    (void)state;
    struct solved s;
    struct arena a = arena_new(NULL);
    solve(&s, arena_format(&a, ROOM "aisle_min = 1.2 m\n%s", rows));
    expect(&s, "rack.r", "aisle in front", 1.2, 1.2, false);
    expect(&s, "rack.r", "aisle behind", .9, 1, false);
    expect(&s, "rack.o", "aisle in front", 1.2, 1.2, false);
    expect(&s, "rack.o", "aisle behind", 1.2, .6, true);
    assert_non_null(
        strstr(find(&s, "rack.o", "aisle behind")->note, "from rack.o#3 to obstacle.pillar"));
    assert_non_null(strstr(find(&s, "rack.r", "aisle behind")->note, "to a wall"));
    toy_free(&s.t);
    /* what a room asks for cannot be shown of racks without a place */
    solve(&s, "[room hall]\naisle_min = 1.2 m\n[rack r]\nroom = hall\n");
    expect(&s, "rack.r", "aisle in front", 1.2, (double)NAN, false);
    toy_free(&s.t);
    arena_free(&a);
}

/* 100 kg at 1 m; 50 kg with its middle in 2 U above the lowest: 66.5 + 88.9 mm. */
static void centre_of_gravity(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, "[room hall]\n[rack r]\nroom = hall\nown_weight = 100 kg\ncentre_max = 0.7 m\n"
              "dynamic_load = 149 kg\n"
              "[server a]\nroom = hall\nrack = r\nairflow = 0.2 m3/s\nfrom = utility.grid\n"
              "power_idle = 1 kW\npower_typical = 2 kW\npower_maximum = 3 kW\nheight = 4 U\n"
              "weight = 50 kg\n");
    double top_m = 42 * .04445 + .133;
    double centre_m = (100 * top_m / 2 + 50 * (.0665 + 2 * .04445)) / 150;
    expect(&s, "rack.r", "centre of gravity", centre_m, .7, true);
    expect(&s, "rack.r", "weight when moved", 150, 149, true);
    toy_free(&s.t);
}

static void most_mass(void **state)
{
    (void)state;
    struct room r = {.floor_load_pa = 5000, .point_load_n = (double)NAN};
    assert_near(floor_most_kg(&r, 2, 4), 10000 / g, 1e-9);
    r.point_load_n = 3000;
    assert_near(floor_most_kg(&r, 2, 4), 9000 / g, 1e-9);
    r.floor_load_pa = (double)NAN;
    assert_near(floor_most_kg(&r, 2, 3), 9000 / g, 1e-9);
    r.point_load_n = (double)NAN;
    assert_true(isnan(floor_most_kg(&r, 2, 4)));
}

/* ---- rules ------------------------------------------------------------------------ */

static void refuse(const char *more, const char *what)
{
    struct toy t;
    struct arena a = arena_new(NULL);
    bool ok = toy_read(&t, arena_format(&a, "%s%s%s", head, ROOM, more)), told = false;
    assert_false(ok);
    for (int i = 0; i < t.ds.n; i++) {
        const char *text = message_text(&a, &t.ds.item[i].what, NULL);
        if (strstr(text, what)) told = t.ds.item[i].place.line > 0 && t.ds.item[i].hint;
    }
    if (!told) toy_print(&t);
    if (!told) fail_msg("not told of: %s", what);
    toy_free(&t);
    arena_free(&a);
}

static void obstacles_that_cannot_be(void **state)
{
    (void)state;
#define R "[rack r]\nroom = hall\nposition = 4, 3 m\nfacing = +y\n"
    refuse(R "[obstacle u]\nroom = hall\nposition = 4.2, 3.5 m\n", "stands where");
    refuse(R "[obstacle u]\nroom = hall\nposition = 4.2, 4.3 m\n", "less than 0.3 m from its front");
    refuse(R "[obstacle u]\nwhat = door\nroom = hall\nposition = 4.2, 3.5 m\n", "stands where");
    refuse("[obstacle u]\nroom = hall\nposition = 9.8, 3.5 m\n", "stands outside its room");
    refuse("[obstacle u]\nroom = hall\nposition = 2, 3.5 m\nheight = 3500 mm\n", "is higher");
    refuse("[obstacle u]\nposition = 2, 3.5 m\n", "stands in no room");
    refuse("[obstacle u]\nroom = hall\nposition = 2, 3.5 m\nclear_front = 1 m\n",
           "does not say where its front looks");
    refuse("[obstacle u]\ncount = 2\nroom = hall\nof = pdu.p\n[pdu p]\nfrom = utility.grid\n",
           "stands for 2 of the 1");
    struct toy t;
    struct arena a = arena_new(NULL);
    /* a door's swing may reach where air must be free, walls and columns may meet */
    if (!toy_read(&t, arena_format(&a, "%s%s%s", head, ROOM,
                                   R "[obstacle d]\nwhat = door\nroom = hall\nposition = 4, 4.2 m\n"
                                     "[obstacle w]\nwhat = wall\nroom = hall\nposition = 0, 7 m\n"
                                     "[obstacle p]\nwhat = column\nroom = hall\n"
                                     "position = 0.3, 7 m\n"))) {
        toy_print(&t);
        fail_msg("refused");
    }
    struct room_plan p = room_plan_make(&t.site, 0, &t.arena);
    assert_int_equal(p.n, 4);
    assert_near(room_plan_front_m(&p, 0, NULL), 8 - 4.2, 1e-9); /* through the door's swing */
    toy_free(&t);
    arena_free(&a);
}

/* A wall before the tiles of one rack sends it less of their air. */
static void air_goes_round_what_stands(void **state)
{
    (void)state;
    struct toy free, walled;
    struct arena a = arena_new(NULL);
    static const char plan[] =
        "[room hall]\nlength = 8 m\nwidth = 8 m\nheight = 3 m\nfloor = raised\n"
        "[crac x]\ncount = 3\nserves = hall\nfrom = utility.grid\ncapacity = 90 kW\ncop = 3\n"
        "airflow = 9 m3/s\nfan_power = 2 kW\n"
        "[server a]\ncount = 12\nroom = hall\nrack = r\nfrom = utility.grid\nairflow = 500 cfm\n"
        "power_idle = 1 kW\npower_typical = 2.5 kW\npower_maximum = 3 kW\nheight = 14 U\n"
        "[rack r]\ncount = 4\nunits = 42 U\nroom = hall\nposition = 2.8, 2.2 m\nfacing = +y\n";
    static const char wall[] = "[obstacle w]\nroom = hall\nposition = 2.2, 2.2 m\nwhat = wall\n"
                               "width = 600 mm\ndepth = 3000 mm\nfacing = +y\n";
    toy_make(&free, plan, 12, 20, 10);
    toy_make(&walled, arena_format(&a, "%s%s", plan, wall), 12, 20, 10);
    double with = plant_inlet_share(walled.plant, 0, 0), without = plant_inlet_share(free.plant, 0, 0);
    assert_true(with < without); /* no exhaust comes round that end any more */
    const char *door = toy_replace(&a, arena_format(&a, "%s%s", plan, wall), "what = wall",
                                   "what = door");
    toy_free(&walled);
    toy_make(&walled, door, 12, 20, 10);
    assert_true(plant_inlet_share(walled.plant, 0, 0) == without);
    toy_free(&free);
    toy_free(&walled);
    arena_free(&a);
}

/* 36 kW in one unit are milliwatts of a desktop router. */
static void a_slip_of_units_is_told_of_b49(void **state)
{
    (void)state;
    struct toy t;
    struct arena a = arena_new(NULL);
    bool told = false;
    assert_true(toy_read(&t, arena_format(&a, "%s%s%s", head, "[room hall]\n",
                                          "[server router]\nroom = hall\nfrom = utility.grid\n"
                                          "airflow = 0.1 m3/s\npower_idle = 9000 W\nheight = 1 U\n"
                                          "power_typical = 20000 W\npower_maximum = 36000 W\n")));
    for (int i = 0; i < t.ds.n; i++)
        told |= strstr(message_text(&a, &t.ds.item[i].what, NULL), "implausible for its height") &&
                t.ds.item[i].severity == DIAG_WARNING;
    assert_true(told);
    toy_free(&t);
    arena_free(&a);
}

/* ---- aisles ------------------------------------------------------------------------ */

static void aisles_by_what_looks_at_them(void **state)
{
    (void)state;
    struct toy t;
    struct arena a = arena_new(NULL);
    toy_make(&t, arena_format(&a, "%s%s%s", head, ROOM, rows), 12, 20, 10);
    const struct aisle_view *v = aisles_find(&t.site, &t.racks, &t.arena);
    assert_int_equal(v->n, 4); /* one of them at the pillar */
    assert_int_equal(v->aisle[0].kind, AISLE_OF_FRONTS);
    assert_int_equal(v->aisle[0].fronts, 6);
    assert_near(v->aisle[0].width_m, 1.2, 1e-9);
    assert_near(v->aisle[0].box.x0_m, 2, 1e-9);
    assert_near(v->aisle[0].box.x1_m, 3.8, 1e-9);
    assert_int_equal(v->aisle[1].kind, AISLE_OF_BACKS);
    assert_near(v->aisle[1].width_m, 1, 1e-9);
    assert_int_equal(v->n_warning, 0);
    toy_free(&t);
    arena_free(&a);
}

static int count_warnings(const char *more, const char *what)
{
    struct toy t;
    struct arena a = arena_new(NULL);
    int n = 0;
    toy_make(&t, arena_format(&a, "%s%s", head, more), 12, 20, 10);
    const struct aisle_view *v = aisles_find(&t.site, &t.racks, &t.arena);
    for (int i = 0; i < v->n_warning; i++) n += strstr(v->warning[i], what) != NULL;
    toy_free(&t);
    arena_free(&a);
    return n;
}

#define TWO                                                                                        \
    "[rack r]\ncount = 3\nroom = hall\nposition = 2, 1 m\nfacing = +y\n"                           \
    "[rack o]\ncount = 3\nroom = hall\nposition = 2, 3.4 m\n"

static void fronts_to_backs_in_containment(void **state)
{
    (void)state;
    static const char what[] = "1 aisle has both fronts and backs; the first, 1.20 m wide, has the "
                               "front of rack.r#1 and the back of rack.o#1";
    assert_int_equal(count_warnings(ROOM "containment = cold-aisle\n" TWO "facing = +y\n", what), 1);
    assert_int_equal(count_warnings(ROOM "containment = cold-aisle\n" TWO "facing = -y\n", ""), 0);
    assert_int_equal(count_warnings(ROOM "containment = chimney\n" TWO "facing = +y\n", ""), 0);
    assert_int_equal(count_warnings(ROOM TWO "facing = +y\n", ""), 0);
}

#define SERVER(name, more)                                                                         \
    "[server " name "]\nroom = hall\nrack = q\nairflow = 0.2 m3/s\nfrom = utility.grid\n"          \
    "power_idle = 1 kW\npower_typical = 2 kW\npower_maximum = 3 kW\nheight = 4 U\n" more

static void air_the_other_way(void **state)
{
    (void)state;
#define TURNED "airflow_direction = rear-to-front\ncount = 3\n"
    assert_int_equal(count_warnings("[room hall]\n[rack q]\nroom = hall\n" SERVER("a", "")
                                        SERVER("b", TURNED),
                                    "server.b: air passes 3 of them rear to front beside servers of "
                                    "front to rear, whose exhaust they breathe: rack.q with "
                                    "server.a"),
                     1);
    assert_int_equal(
        count_warnings("[room hall]\ncontainment = hot-aisle\n[rack q]\nroom = hall\n"
                           SERVER("b", TURNED),
                       "server.b: air passes 3 of them rear to front in room.hall, whose aisles are "
                       "contained"),
        1);
    assert_int_equal(count_warnings("[room hall]\n[rack q]\nroom = hall\n" SERVER("b", TURNED), ""),
                     0);
    assert_int_equal(count_warnings("[room hall]\n[rack q]\nroom = hall\n" SERVER("a", "")
                                        SERVER("b", "airflow_direction = passive\n"),
                                    ""),
                     0);
}

/* ---- outlets ----------------------------------------------------------------------- */

static const char strips[] =
    "[room hall]\n[rack q]\ncount = 2\nroom = hall\nunits = 12 U\n"
    "[rackpdu a]\neach = rack.q\nfrom = utility.grid\noutlets = 7\n"
    "[rackpdu b]\neach = rack.q\nfrom = utility.grid\noutlets = 3\n"
    "[psu p]\nrated_power = 2 kW\nefficiency = 50 %: 94 %, 100 %: 92 %\n"
    "[server d]\ncount = 6\nroom = hall\nrack = q\nairflow = 0.1 m3/s\nheight = 4 U\n"
    "power_idle = 0.3 kW\npower_typical = 0.8 kW\npower_maximum = 1 kW\npsu = p\n";

/* Three supplies are two on one strip and one on the other: six and three of a rack's three
   servers. */
static void supplies_are_plugs(void **state)
{
    (void)state;
    struct solved s;
    struct arena a = arena_new(NULL);
    solve(&s, arena_format(&a, "%spsu_count = 3\npsu_needed = 1\nfrom = rackpdu.a, rackpdu.b\n",
                           strips));
    expect(&s, "rackpdu.a#1", "outlets", 6, 7, false);
    expect(&s, "rackpdu.b#1", "outlets", 3, 3, false);
    toy_free(&s.t);
    solve(&s, arena_format(&a, "%spsu_count = 4\npsu_needed = 2\nfrom = rackpdu.a, rackpdu.b\n",
                           strips));
    expect(&s, "rackpdu.b#1", "outlets", 6, 3, true);
    toy_free(&s.t);
    /* single-corded: all on one strip */
    solve(&s, arena_format(&a, "%spsu_count = 1\npsu_needed = 1\nfrom = rackpdu.a\n", strips));
    expect(&s, "rackpdu.a#1", "outlets", 3, 7, false);
    expect(&s, "rackpdu.b#1", "outlets", 0, 3, false);
    toy_free(&s.t);
    arena_free(&a);
}

/* What is plugged into its banks is plugged into the strip; the strip is one plug of the
   busway, and so is each cooling unit. */
static void banks_and_tap_offs(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, "[room hall]\n[rack q]\nroom = hall\nunits = 12 U\n"
              "[busway w]\nfrom = utility.grid\noutlets = 3\n"
              "[rackpdu a]\neach = rack.q\nfrom = busway.w\noutlets = 4\n"
              "[bank k]\neach = rackpdu.a\nfrom = rackpdu.a\noutlets = 2\n"
              "[crac y]\ncount = 3\nserves = hall\nairflow = 40 m3/s\nfan_power = 0 kW\n"
              "capacity = 200 kW\ncop = 4\nfrom = busway.w\n"
              "[server d]\ncount = 3\nroom = hall\nrack = q\nairflow = 0.1 m3/s\nheight = 4 U\n"
              "power_idle = 0.3 kW\npower_typical = 0.8 kW\npower_maximum = 1 kW\n"
              "from = bank.k\n");
    expect(&s, "bank.k", "outlets", 3, 2, true);
    expect(&s, "rackpdu.a", "outlets", 3, 4, false);
    expect(&s, "busway.w", "outlets", 4, 3, true);
    toy_free(&s.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_rack_is_on_the_floor_b50),
        cmocka_unit_test(racks_of_a_row_share_no_floor),
        cmocka_unit_test(what_is_not_known_is_said_b96),
        cmocka_unit_test(servers_without_a_mass_are_told_of),
        cmocka_unit_test(equipment_weighs),
        cmocka_unit_test(free_ways),
        cmocka_unit_test(centre_of_gravity),
        cmocka_unit_test(most_mass),
        cmocka_unit_test(obstacles_that_cannot_be),
        cmocka_unit_test(air_goes_round_what_stands),
        cmocka_unit_test(a_slip_of_units_is_told_of_b49),
        cmocka_unit_test(aisles_by_what_looks_at_them),
        cmocka_unit_test(fronts_to_backs_in_containment),
        cmocka_unit_test(air_the_other_way),
        cmocka_unit_test(supplies_are_plugs),
        cmocka_unit_test(banks_and_tap_offs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
