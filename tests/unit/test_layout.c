/* Where racks stand: rules of the plan, and what their place does to the servers in them. */

#include "toy_site.h"

#include <string.h>

#include "plan/floor_plan.h"
#include "plan/metrics.h"

static const char parts[] =
    "[crac x]\ncount = 3\nserves = hall\nfrom = utility.grid\ncapacity = 90 kW\ncop = 3\n"
    "airflow = 9 m3/s\nfan_power = 2 kW\n"
    "[server a]\ncount = 24\nroom = hall\nrack = r, s\nfrom = utility.grid\nairflow = 500 cfm\n"
    "power_idle = 1 kW\npower_typical = 2.5 kW\npower_maximum = 3 kW\ninlet_max = 30 degC\n"
    "height = 14 U\n";

/* Two rows of four racks, three servers each, that face each other. */
static const char plan[] =
    "[room hall]\nsupply = 22 degC\nlength = 8 m\nwidth = 8 m\nheight = 3 m\nfloor = raised\n"
    "[rack r]\ncount = 4\nunits = 42 U\nposition = 2.8, 2.2 m\nfacing = +y\n"
    "[rack s]\ncount = 4\nunits = 42 U\nposition = 2.8, 4.6 m\nfacing = -y\n";

static const char no_plan[] =
    "[room hall]\nsupply = 22 degC\n"
    "[rack r]\ncount = 4\nunits = 42 U\n[rack s]\ncount = 4\nunits = 42 U\n";

static void make(struct toy *t, const char *room, const char *more)
{
    struct arena a = arena_new(NULL);
    const char *text = arena_format(&a, "%s%s%s", room, parts, more);
    toy_make(t, text, 24, 20, 8);
    arena_free(&a);
}

static double share_of(const struct toy *t, int rack, int unit)
{
    return plant_inlet_share(t->plant, rack, unit);
}

static void places_follow_the_front(void **state)
{
    (void)state;
    double at[] = {1, 2};
    struct standing s = {.position_m = {2, at},
                         .facing = WAY_NORTH,
                         .row = -1,
                         .pitch_m = (double)NAN,
                         .width_m = 0.6,
                         .depth_m = 1.2,
                         .height_m = 2};
    struct layout_box b = standing_box(&s, 2);
    assert_near(b.x0_m, 2.2, 1e-12);
    assert_near(b.x1_m, 2.8, 1e-12);
    assert_near(b.y1_m, 3.2, 1e-12);
    s.facing = WAY_WEST;
    b = standing_box(&s, 2);
    assert_near(b.x1_m, 2.2, 1e-12);
    assert_near(b.y0_m, 3.2, 1e-12);
    s.row = WAY_SOUTH;
    s.pitch_m = 0.8;
    assert_near(standing_box(&s, 2).y0_m, 0.4, 1e-12);
}

static void refuse(const char *room, const char *want)
{
    struct toy t;
    struct arena a = arena_new(NULL);
    bool is_told = false;
    assert_false(toy_read(&t, arena_format(&a, "%s%s", room, parts)));
    for (int i = 0; i < t.ds.n && i < DIAG_STORED; i++)
        is_told |= strstr(message_text(t.ds.arena, &t.ds.item[i].what, NULL), want) != NULL;
    if (!is_told) {
        toy_print(&t);
        fail_msg("not told: %s", want);
    }
    toy_free(&t);
    arena_free(&a);
}

static const char hall[] = "[room hall]\nlength = 8 m\nwidth = 8 m\nheight = 3 m\n";

static void rules_of_the_plan(void **state)
{
    static const char *const rule[][3] = {
        {"[room hall]\n", "[rack r]\nposition = 1, 1 m\nfacing = +y\n[rack s]\n", "without length"},
        {hall, "[rack r]\nposition = 1 m\nfacing = +y\n[rack s]\ncount = 0\n", "not x, y"},
        {hall, "[rack r]\nposition = 1, 1 m\n[rack s]\ncount = 0\n", "where its front looks"},
        {hall, "[rack r]\nposition = 1, 1 m\nfacing = +y\n[rack s]\n", "it has no position"},
        {hall, "[rack r]\nposition = 7.6, 1 m\nfacing = +y\n[rack s]\ncount = 0\n", "outside"},
        {hall, "[rack r]\nposition = 1, 1 m\nfacing = +y\nheight = 3100 mm\n[rack s]\ncount = 0\n",
         "higher than its room"},
        {hall, "[rack r]\nposition = 1, 6.6 m\nfacing = +y\n[rack s]\ncount = 0\n", "a wall less"},
        {hall, "[rack r]\nposition = 1, 1 m\nfacing = +y\n"
               "[rack s]\nposition = 1.3, 1 m\nfacing = +y\n", "stands where rack.s"},
        {hall, "[rack r]\nposition = 1, 1 m\nfacing = +y\n"
               "[rack s]\nposition = 1, 2.4 m\nfacing = +y\n", "less than 0.3 m"},
        {hall, "[rack r]\nposition = 1, 1 m\nfacing = +y\ntiles = 0\n[rack s]\ncount = 0\n",
         "no rack has tiles"},
        {"[room hall]\nlength = 8 m\n", "[rack r]\n[rack s]\n", "not both"},
        {"[room hall]\nsupply_from = floor\n", "[rack r]\n[rack s]\n", "from a slab"},
        {"[room hall]\nlength = 8 m\nwidth = 8 m\nheight = 3 m\nsupply_from = units\n",
         "[rack r]\nposition = 1, 1 m\nfacing = +y\n[rack s]\ncount = 0\n", "units without"},
    };
    (void)state;
    struct arena a = arena_new(NULL);
    for (size_t i = 0; i < sizeof rule / sizeof *rule; i++)
        refuse(arena_format(&a, "%s%s", rule[i][0], rule[i][1]), rule[i][2]);
    arena_free(&a);
}

/* The mean by flow is the room's; mirror images are equal; ends are hotter. */
static void shares_keep_the_mean(void **state)
{
    struct toy t;
    double sum = 0, flow = 0;
    (void)state;
    make(&t, plan, "");
    for (int i = 0; i < t.plant->n_rack_air; i++) {
        const struct rack_air *x = &t.plant->rack_air[i];
        sum += x->flow_m3_s * x->inlet_share;
        flow += x->flow_m3_s;
    }
    assert_int_equal(t.plant->n_rack_air, 8);
    assert_near(sum / flow, 1, 1e-12);
    for (int i = 0; i < 4; i++) assert_near(share_of(&t, 0, i), share_of(&t, 1, i), 1e-6);
    assert_near(share_of(&t, 0, 0), share_of(&t, 0, 3), 1e-6);
    assert_true(share_of(&t, 0, 0) > 1.1 && share_of(&t, 0, 1) < 1);
    assert_int_equal(t.plant->n_group, 2);
    assert_near(t.plant->group[0].count, 12, 0);
    toy_free(&t);
}

/* The room's heat and air stay what they are; only who breathes what changes. */
static void the_room_stays_as_it_is(void **state)
{
    struct toy with, without;
    (void)state;
    make(&with, plan, "");
    make(&without, no_plan, "");
    const struct year *a = toy_year(&with, false), *b = toy_year(&without, false);
    assert_near(a->site.stat[Q_FACILITY_W].sum, b->site.stat[Q_FACILITY_W].sum, 1e-3);
    assert_near(a->room[0].air.taken_up_wh / a->room[0].air.heat_wh,
                b->room[0].air.taken_up_wh / b->room[0].air.heat_wh, 1e-9);
    assert_true(a->room[0].max_inlet_c > b->room[0].max_inlet_c + 0.2);
    assert_true(a->room[0].min_inlet_c < b->room[0].min_inlet_c - 0.1);
    assert_true(a->site.stat[Q_HEAT_RESIDUAL].max < 1e-9);
    toy_free(&with);
    toy_free(&without);
}

static void hot_spots_have_an_address(void **state)
{
    struct toy t;
    static struct bill none;
    (void)state;
    make(&t, plan, "");
    struct result r = {.site = &t.site, .weather = &t.weather, .bill = &none};
    r.year = toy_year(&t, false);
    r.design_year = toy_year(&t, true);
    metrics_find(t.plant, &r, &t.arena);
    const struct floor_plan *f = r.room[0].floor;
    assert_non_null(f);
    const struct floor_rack *hot = &f->rack[f->hottest];
    assert_true(strstr("rack.r#1 rack.r#4 rack.s#1 rack.s#4", hot->name) != NULL);
    assert_near(hot->inlet_c, r.metric[M_MAX_INLET_C], 1e-3);
    assert_near(hot->margin_k, r.metric[M_INLET_MARGIN_K], 0.01);
    assert_true(r.metric[M_RCI_HI_PCT] <= 100);
    toy_free(&t);
    make(&t, no_plan, "");
    r.year = toy_year(&t, false);
    r.design_year = toy_year(&t, true);
    metrics_find(t.plant, &r, &t.arena);
    assert_null(r.room[0].floor);
    toy_free(&t);
}

/* Doors on one row: each group has those of its own racks, and no server has two. */
static const char doors[] =
    "[reardoor d]\ncount = 4\nrack = r\nrejects_to = loop.w\nairflow = 1 m3/s\n"
    "capacity = 9 kW\n[loop w]\nsupply = 18 degC\nrise = 5 K\ndesign_heat = 60 kW\n"
    "head = 100 kPa\nrejects_to = chiller.c\nfrom = utility.grid\n"
    "[chiller c]\ncapacity = 80 kW\ncop = 3\ncondenser = air\nfrom = utility.grid\n"
    "cap_ft = 1, 0, 0, 0, 0, 0\neir_ft = 1, 0, 0, 0, 0, 0\neir_plr = 0, 1, 0\n";

static void doors_are_on_their_own_racks(void **state)
{
    struct toy t;
    (void)state;
    make(&t, plan, doors);
    const struct plant *p = t.plant;
    double behind = 0;
    for (int c = 0; c < p->n_cool; c++)
        for (int g = 0; p->cool[c].kind == KIND_REARDOOR && g < p->n_group; g++) {
            assert_true(p->cool[c].door_frac[g] <= 1 + 1e-12);
            behind += p->cool[c].door_frac[g] * p->group[g].count;
        }
    assert_near(behind, 12, 1e-12);
    assert_true(p->n_group > 1);
    const struct year *y = toy_year(&t, true);
    assert_true(y->site.stat[Q_HEAT_RESIDUAL].max < 1e-9);
    toy_free(&t);
}

/* Supply that follows the racks' demand follows the hottest one's. */
static void resets_look_at_the_hottest_rack(void **state)
{
    struct toy t;
    struct arena a = arena_new(NULL);
    (void)state;
    const char *reset = arena_format(&a,
                                     "[room hall]\nreset = inlet\ninlet_target = 26 degC\n"
                                     "supply_min = 15 degC\nsupply_max = 27 degC\n%s",
                                     strstr(plan, "length"));
    make(&t, reset, "");
    const struct block *b = toy_hour(&t, true);
    assert_within(b->room_hot_c[0][0], 26, 0.05);
    assert_true(b->room_inlet_c[0][0] < 25.8);
    toy_free(&t);
    arena_free(&a);
}

/* Row s states that half of its air is exhaust: T_in = T_s + dT.  It trips, the other row
   runs on. */
static const char half[] =
    "[room hall]\nsupply = 22 degC\nrecirculation = 10 %\n"
    "[rack r]\ncount = 4\nunits = 42 U\n[rack s]\ncount = 4\nunits = 42 U\nrecirculation = 50 %\n";

static void racks_may_state_it(void **state)
{
    struct toy t;
    (void)state;
    make(&t, half, "inlet_trip = 60 degC\n");
    double mean = 0.5 * (1.0 / 9 + 1);
    assert_near(share_of(&t, 0, 0), 1.0 / 9 / mean, 1e-9);
    assert_near(share_of(&t, 1, 3), 1 / mean, 1e-9);
    assert_near(t.plant->room[0].phi, mean / (1 + mean), 1e-12);
    const struct block *b = toy_hour(&t, true);
    assert_int_equal(t.plant->n_group, 2);
    int hot = t.plant->group[0].inlet_share > 1 ? 0 : 1;
    double rise_k = b->room_inlet_c[0][0] - b->room_supply_c[0][0];
    assert_near(b->room_hot_c[0][0],
                b->room_supply_c[0][0] + t.plant->group[hot].inlet_share * rise_k, 1e-9);
    assert_true(b->group_w[hot][0] > 0);
    toy_free(&t);
    make(&t, half, "inlet_trip = 33 degC\n");
    b = toy_hour(&t, true);
    hot = t.plant->group[0].inlet_share > 1 ? 0 : 1;
    assert_true(b->group_off[hot][0] > 0);
    assert_true(b->group_off[1 - hot][0] == 0);
    assert_near(b->room_hot_c[0][0], 33, 1e-9);
    toy_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_follow_the_front), cmocka_unit_test(rules_of_the_plan),
        cmocka_unit_test(shares_keep_the_mean),    cmocka_unit_test(the_room_stays_as_it_is),
        cmocka_unit_test(hot_spots_have_an_address), cmocka_unit_test(racks_may_state_it),
        cmocka_unit_test(resets_look_at_the_hottest_rack),
        cmocka_unit_test(doors_are_on_their_own_racks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
