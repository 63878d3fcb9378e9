/* Numbers of rack elevations and of maps of the floor: by hand, and as the rows of the limits
   and of the failures have them. */

#include "rack_case.h"

#include <string.h>

#include "plan/failures.h"

/* Two servers of 5 kW on two strips of 400 V: 5 kW, 7.217 A each, 10 kW when one is lost. */
#define STRIPS                                                                                     \
    "[rackpdu a]\nrated_current = 32 A\nphases = 3\nvoltage = 400 V LL\nusable = 80 %\n"           \
    "each = rack.r\nfrom = utility.grid\n"                                                         \
    "[rackpdu b]\nrated_current = 32 A\nphases = 3\nvoltage = 400 V LL\nusable = 80 %\n"           \
    "each = rack.r\nfrom = utility.grid\n"

#define SERVER                                                                                     \
    "psu = p\npower_idle = 1 kW\npower_typical = 5 kW\npower_maximum = 5 kW\nheight = 2 U\n"       \
    "weight = 30 kg\nairflow = 0.3 m3/s\nleakage = 0 %/K\nplug = 3\n"

static const char equal[] =
    "[room hall]\nsupply = 20 degC\nrecirculation = 0 %\nbypass = 0 %\n" STRIPS
    "[rack r]\ncount = 4\nroom = hall\nunits = 10 U\nreserved = 1, 10 U\npower = 12 kW\n"
    "load = 500 kg\nown_weight = 100 kg\nfrom = rackpdu.a, rackpdu.b\n"
    "[rack open]\nroom = hall\nunits = 10 U\nfrom = utility.grid\n"
    "[server s]\ncount = 8\nrack = r\n" SERVER "[server o]\nrack = open\n" SERVER;

static const double amps = 5e3 / 692.820323; /* over sqrt(3) 400 V */

static void numbers_by_hand(void **state)
{
    (void)state;
    struct rack_case c;
    rack_case_make(&c, equal, true);
    const struct elevation *e = rack_case_find(&c, "rack.r#2");
    assert_int_equal(c.r.elevations->n, 5);
    assert_string_equal(e->room, "room.hall");
    assert_int_equal(e->n_item, 2);
    assert_string_equal(e->item[0].name, "s#4"); /* from the top down */
    assert_near(e->item[0].u, 4, 1e-12);
    assert_near(e->item[1].u, 2, 1e-12); /* unit 1 is reserved */
    assert_near(e->power_w.used, 10e3, 1e-9);
    assert_near(e->power_w.share, 10. / 12, 1e-9);
    assert_near(e->kg.used, 160, 1e-12);
    assert_near(e->u.used, 4, 1e-12);
    assert_near(e->free_u, 4, 1e-12);
    assert_int_equal(e->n_reserved, 2);
    assert_int_equal(e->n_feed, 2);
    for (int i = 0; i < 2; i++) {
        const struct elevation_feed *f = &e->feed[i];
        for (int k = 0; k < 3; k++) assert_near(f->line_a[k], amps, 1e-4);
        assert_near(f->limit_a, 25.6, 1e-9);
        assert_near(f->load, amps / 25.6, 1e-4);
        assert_near(f->worst_a, 2 * amps, 1e-3);
        assert_near(f->worst, 2 * amps / 25.6, 1e-3);
        assert_string_equal(f->worst_state, i ? "rackpdu.a#2 lost" : "rackpdu.b#2 lost");
        assert_int_equal(f->racks, 1);
    }
    assert_near(e->inlet_c, 20, 1e-6);
    assert_false(e->is_over);
    toy_free(&c.t);
}

static const struct limit *limit_row(const struct result *r, const char *element,
                                     const char *resource)
{
    for (int i = 0; i < r->n_limit; i++)
        if (!strcmp(r->limit[i].element, element) && !strcmp(r->limit[i].resource, resource) &&
            !strcmp(r->limit[i].state, "normal"))
            return &r->limit[i];
    fail_msg("no row %s, %s", element, resource);
    return NULL;
}

/* Of all states, of the strip that speaks for those alike. */
static double greatest(const struct failures *f, const char *element, const char *resource)
{
    double most = 0;
    for (int i = 0; i < f->n; i++)
        for (int k = 0; k < f->item[i].n_row; k++) {
            const struct limit *l = &f->item[i].row[k].limit;
            if (!strncmp(l->element, element, strlen(element)) && !strcmp(l->resource, resource))
                most = fmax(most, l->used);
        }
    return most;
}

static void numbers_of_the_limits(void **state)
{
    (void)state;
    struct rack_case c;
    rack_case_make(&c, equal, false);
    const struct elevation *e = rack_case_find(&c, "rack.r#1");
    const struct limit *now = limit_row(&c.r, "rackpdu.a#1", "current");
    assert_near(e->feed[0].most_a, now->used, 1e-12);
    assert_near(e->feed[0].limit_a, now->limit, 1e-12);
    assert_near(e->feed[0].load, 1 - now->margin, 1e-12);
    double after_a = greatest(c.r.failures, "rackpdu.", "current");
    assert_true(after_a > 1.5 * now->used);
    assert_near(e->feed[0].worst_a, after_a, 1e-12);
    assert_near(e->feed[0].worst, after_a / now->limit, 1e-12);
    assert_near(e->power_w.used / 1000, limit_row(&c.r, "rack.r", "power")->used, 1e-12);
    assert_near(e->kg.used, limit_row(&c.r, "rack.r", "weight")->used, 1e-12);
    assert_near(e->u.used + e->n_reserved, limit_row(&c.r, "rack.r", "rack units")->used, 1e-12);
    assert_near(e->airflow_m3_s.used, limit_row(&c.r, "rack.r", "airflow")->used, 1e-12);
    toy_free(&c.t);
}

/* 26.96 and 27.04 read the same, and only one of them is over 27. */
static void racks_over_a_limit_stand_for_themselves(void **state)
{
    (void)state;
    struct rack_case c;
    rack_case_make(&c, equal, true);
    struct elevation_set all = *c.r.elevations;
    all.item[1].is_over = true;
    elevation_fold(&all, &c.t.site, c.t.plant, &c.t.arena);
    assert_int_equal(all.n, 3);
    assert_int_equal(all.item[0].alike, 2);
    assert_string_equal(all.item[0].others, "r#3 to r#4");
    assert_int_equal(all.item[1].alike, 0);
    toy_free(&c.t);
}

static void equal_racks_are_one(void **state)
{
    (void)state;
    struct rack_case c;
    struct arena a = arena_new(NULL);
    rack_case_make(&c, equal, false);
    const struct elevation *e = rack_case_find(&c, "rack.r#1");
    assert_int_equal(c.r.elevations->n, 2);
    assert_int_equal(c.r.elevations->n_rack, 5);
    assert_int_equal(e->alike, 3);
    assert_string_equal(e->others, "r#2 to r#4");
    assert_string_equal(e->item[0].name, "s");
    assert_string_equal(e->feed[0].name, "rackpdu.a");
    assert_string_equal(e->feed[0].worst_state, "rackpdu.b lost");
    toy_free(&c.t);
    /* a name of its own, a server more: no longer the same */
    rack_case_make(&c, toy_replace(&a, equal, "[server s]\n", "[server s]\nnames = a, b, c\n"),
                   false);
    assert_int_equal(c.r.elevations->n, 4);
    assert_string_equal(rack_case_find(&c, "rack.r#3")->others, "r#4");
    toy_free(&c.t);
    rack_case_make(&c, toy_replace(&a, equal, "count = 8", "count = 7"), false);
    assert_int_equal(c.r.elevations->n, 3);
    assert_string_equal(rack_case_find(&c, "rack.r#1")->others, "r#2 to r#3");
    toy_free(&c.t);
    arena_free(&a);
}

/* CASES B96: what states no limit is never fine. */
static void no_limit_is_not_fine(void **state)
{
    (void)state;
    struct rack_case c;
    rack_case_make(&c, equal, true);
    const struct elevation *e = rack_case_find(&c, "rack.open");
    assert_true(isnan(e->power_w.limit) && isnan(e->power_w.share) && isnan(e->kg.share));
    assert_true(e->lacks_rating && isnan(e->failover));
    assert_int_equal(e->n_missing, 4);
    static const char *const want[] = {"power", "weight", "airflow", "feeds"};
    for (int i = 0; i < 4; i++) assert_string_equal(e->missing[i], want[i]);
    const struct floor_heat *h = c.r.room[0].heat;
    const struct heat_rack *x = &h->rack[4];
    assert_string_equal(x->name, "rack.open");
    assert_int_equal(x->of[HEAT_POWER].state, HEAT_NO_LIMIT);
    assert_int_equal(x->of[HEAT_FAILOVER].state, HEAT_NO_LIMIT);
    assert_int_equal(x->of[HEAT_WEIGHT].state, HEAT_NO_LIMIT);
    assert_int_equal(h->scale[HEAT_POWER].count[HEAT_NO_LIMIT], 1);
    assert_int_equal(h->scale[HEAT_POWER].count[HEAT_HOLDS], 4);
    toy_free(&c.t);
}

static void what_is_over(void **state)
{
    (void)state;
    struct rack_case c;
    struct arena a = arena_new(NULL);
    const char *text = toy_replace(&a, equal, "power = 12 kW", "power = 9 kW");
    text = toy_replace(&a, text, "count = 8", "count = 2\nat = r#2:2, r#2:6");
    rack_case_make(&c, text, true);
    const struct elevation *e = rack_case_find(&c, "rack.r#2");
    assert_true(e->power_w.is_over && e->is_over && !e->is_feed_over);
    assert_false(rack_case_find(&c, "rack.r#1")->is_over);
    assert_int_equal(c.r.room[0].heat->rack[1].of[HEAT_POWER].state, HEAT_OVER);
    assert_int_equal(c.r.room[0].heat->rack[0].of[HEAT_POWER].state, HEAT_EMPTY);
    toy_free(&c.t);
    /* the strip that is left is over; the rack is not */
    text = toy_replace(&a, equal, "rated_current = 32 A", "rated_current = 16 A");
    rack_case_make(&c, text, true);
    e = rack_case_find(&c, "rack.r#2");
    assert_true(e->feed[0].is_over && e->is_feed_over && e->is_over && !e->power_w.is_over);
    assert_false(e->feed[1].is_over);
    assert_int_equal(c.r.room[0].heat->rack[1].of[HEAT_FAILOVER].state, HEAT_OVER);
    toy_free(&c.t);
    arena_free(&a);
}

static void one_feed_is_told(void **state)
{
    (void)state;
    struct rack_case c;
    struct arena a = arena_new(NULL);
    rack_case_make(&c, toy_replace(&a, equal, "[server s]\n", "[server s]\ncords = 1\n"), true);
    assert_int_equal(rack_case_find(&c, "rack.r#1")->item[0].feeds, 1);
    toy_free(&c.t);
    rack_case_make(&c, equal, true);
    assert_int_equal(rack_case_find(&c, "rack.r#1")->item[0].feeds, 2);
    toy_free(&c.t);
    arena_free(&a);
}

/* ---- maps ------------------------------------------------------------------------- */

static const char floor_text[] =
    "[room hall]\nsupply = 20 degC\nrecirculation = 0 %\nbypass = 0 %\nlength = 10 m\n"
    "width = 9 m\nheight = 3 m\nnorth = -x\n" STRIPS
    "[rack r]\ncount = 6\nroom = hall\nunits = 10 U\npower = 12 kW\nload = 500 kg\n"
    "from = rackpdu.a, rackpdu.b\nposition = 2, 2 m\nfacing = -y\nper_row = 3\nrow_pitch = 2.4 m\n"
    "alternate = yes\n"
    "[server s]\ncount = 5\nrack = r\nat = r#1-5:1\n" SERVER
    "[obstacle pillar]\nwhat = column\nroom = hall\nposition = 8, 4 m\nfacing = +y\n";

static void aisles_of_two_rows(void **state)
{
    (void)state;
    struct rack_case c;
    rack_case_make(&c, floor_text, true);
    const struct floor_heat *h = c.r.room[0].heat;
    assert_non_null(h);
    assert_false(h->is_schematic);
    assert_near(h->length_m, 10, 1e-12);
    assert_int_equal(h->n_rack, 6);
    assert_int_equal(h->n_thing, 1);
    assert_int_equal(h->thing[0].what, THING_COLUMN);
    assert_int_equal(h->n_aisle, 3);
    int cold = 0;
    for (int i = 0; i < h->n_aisle; i++) {
        const struct heat_aisle *x = &h->aisle[i];
        cold += x->what == AISLE_COLD;
        if (x->what != AISLE_HOT) continue;
        assert_true(x->is_closed);
        assert_near(x->wide_m, 2.4 - h->rack[0].box.y1_m + h->rack[0].box.y0_m, 1e-9);
        assert_near(x->box.y0_m, h->rack[0].box.y1_m, 1e-9);
    }
    assert_int_equal(cold, 2);
    assert_near(h->w_m2, 25e3 / 90, 1e-9);
    toy_free(&c.t);
}

static void classes_hold_all_values(void **state)
{
    (void)state;
    struct rack_case c;
    struct arena a = arena_new(NULL);
    rack_case_make(&c, toy_replace(&a, equal, "count = 8", "count = 5"), true);
    const struct floor_heat *h = c.r.room[0].heat;
    assert_true(h->is_schematic);
    for (int what = 0; what < N_HEAT; what++) {
        const struct heat_scale *s = &h->scale[what];
        assert_true(s->n >= 1 && s->n <= HEAT_CLASSES);
        for (int i = 0; i < h->n_rack; i++) {
            const struct heat_value *v = &h->rack[i].of[what];
            if (isnan(v->value) || v->state == HEAT_OVER) continue;
            assert_true(v->value >= s->edge[0] - 1e-9 && v->value <= s->edge[s->n] + 1e-9);
            assert_true(v->shade >= 0 && v->shade <= 1);
        }
        for (int k = 0; k < s->n; k++) assert_true(s->edge[k + 1] > s->edge[k]);
    }
    /* the rack with two servers is lighter than the one with one, with fewer units left too */
    assert_true(h->rack[0].of[HEAT_POWER].shade > h->rack[2].of[HEAT_POWER].shade);
    assert_true(h->rack[0].of[HEAT_FREE_U].shade > h->rack[2].of[HEAT_FREE_U].shade);
    toy_free(&c.t);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_by_hand),
        cmocka_unit_test(numbers_of_the_limits),
        cmocka_unit_test(equal_racks_are_one),
        cmocka_unit_test(racks_over_a_limit_stand_for_themselves),
        cmocka_unit_test(no_limit_is_not_fine),
        cmocka_unit_test(what_is_over),
        cmocka_unit_test(one_feed_is_told),
        cmocka_unit_test(aisles_of_two_rows),
        cmocka_unit_test(classes_hold_all_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
