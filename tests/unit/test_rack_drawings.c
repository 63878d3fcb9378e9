/* Drawings of racks and floors as geometry: nothing outside, no text over text, the same every
   time, and a legend for every mark. */

#include "page_check.h"
#include "rack_case.h"

#include <string.h>

#include "output/elevation_drawing.h"
#include "output/floor_heat_drawing.h"
#include "output/palette.h"

#define STRIP(name, amps)                                                                          \
    "[rackpdu " name "]\nrated_current = " amps "\nphases = 3\nvoltage = 400 V LL\nusable = 80 %\n" \
    "each = rack.r\nfrom = utility.grid\n"

#define SERVER                                                                                     \
    "psu = p\npower_idle = 0.1 kW\npower_typical = 0.4 kW\npower_maximum = 0.4 kW\nweight = 9 kg\n" \
    "airflow = 0.02 m3/s\nleakage = 0 %/K\nplug = 3\n"

#define HALL "[room hall]\nsupply = 20 degC\nrecirculation = 0 %\nbypass = 0 %\n"

/* Sixty units with forty servers of one unit, half units, names that are long or Chinese, a
   rack over its limits, racks without limits, an empty one, servers on one feed. */
static const char crowd[] =
    HALL STRIP("a", "16 A") STRIP("b", "16 A")
    "[rack r]\ncount = 6\nroom = hall\nunits = 60 U\nreserved = 1, 2, 30, 59, 60 U\npower = 15 kW\n"
    "load = 700 kg\nown_weight = 100 kg\nfrom = rackpdu.a, rackpdu.b\n"
    "[rack a-rack-with-a-name-that-is-longer-than-its-drawing]\ncount = 2\nroom = hall\nunits = 12 U\n"
    "from = utility.grid\n"
    "[server one]\ncount = 40\nrack = r\nat = r#1:3\nheight = 1 U\n" SERVER
    "[server half-unit-sled-with-a-long-name]\ncount = 14\nrack = r\nheight = 0.5 U\n" SERVER
    "[server named]\ncount = 4\nrack = r\nat = r#2-5:20\nheight = 4 U\n"
    "names = 北京人工智能训练集群第一机柜第一号服务器, gpu-node-with-a-long-host-name.dc1.example.com\n" SERVER
    "[server heavy]\ncount = 3\nrack = r\nat = r#3:3, r#3:7, r#3:11\nheight = 4 U\npsu = p\n"
    "power_idle = 1 kW\npower_typical = 6 kW\npower_maximum = 6 kW\nweight = 250 kg\n"
    "airflow = 0.2 m3/s\nleakage = 0 %/K\nplug = 3\n"
    "[server single]\ncount = 2\nrack = r\ncords = 1\nheight = 2 U\n" SERVER
    "[server free]\nrack = a-rack-with-a-name-that-is-longer-than-its-drawing\nheight = 3 U\n" SERVER;

static const char small_room[] =
    "[room hall]\nsupply = 20 degC\nrecirculation = 0 %\nbypass = 0 %\nlength = 3 m\nwidth = 3 m\n"
    "height = 3 m\nnorth = -y\n" STRIP("a", "16 A") STRIP("b", "16 A")
    "[rack r]\ncount = 2\nroom = hall\nunits = 42 U\npower = 15 kW\nload = 700 kg\n"
    "from = rackpdu.a, rackpdu.b\nposition = 0.2, 1.2 m\nfacing = -y\n"
    "[server s]\ncount = 2\nrack = r\nheight = 1 U\n" SERVER;

static const char large_room[] =
    "[room hall]\nsupply = 20 degC\nrecirculation = 0 %\nbypass = 0 %\nlength = 80 m\nwidth = 30 m\n"
    "height = 4 m\nnorth = +y\n" STRIP("a", "16 A") STRIP("b", "16 A")
    "[rack r]\ncount = 300\nroom = hall\nunits = 42 U\npower = 15 kW\nload = 700 kg\n"
    "from = rackpdu.a, rackpdu.b\nposition = 5, 4 m\nfacing = -y\nper_row = 75\nrow_pitch = 2.8 m\n"
    "alternate = yes\n"
    "[server s]\ncount = 450\nrack = r\nheight = 1 U\nat = r#1-300:1, r#1-150:5\n" SERVER
    "[obstacle loading-ramp-with-a-long-name]\nwhat = ramp\nroom = hall\nposition = 60, 1 m\n"
    "width = 6 m\ndepth = 3 m\nfacing = +y\n"
    "[obstacle pillar]\nwhat = column\nroom = hall\ncount = 3\nposition = 10, 20 m\npitch = 8 m\n"
    "facing = +y\n";

struct drawing {
    struct rack_case c;
    struct typeset *type;
};

static void open_drawing(struct drawing *d, const char *text)
{
    rack_case_make(&d->c, text, false);
    d->type = typeset_new(&d->c.t.arena);
}

static void close_drawing(struct drawing *d)
{
    typeset_free(d->type);
    toy_free(&d->c.t);
}

static struct scene *racks(struct drawing *d, int page, double width)
{
    double h = 1.35 * width;
    struct scene *s = scene_new(&d->c.t.arena, d->type, width, h);
    elevation_draw(s, (struct rect){0, 0, width, h}, d->c.r.elevations, page);
    return s;
}

static struct scene *floors(struct drawing *d, int what, double width)
{
    const struct floor_heat *f = d->c.r.room[0].heat;
    double h = floor_heat_height(f, what, width, 1.35 * width);
    struct scene *s = scene_new(&d->c.t.arena, d->type, width, h);
    floor_heat_draw(s, (struct rect){0, 0, width, h}, f, what);
    return s;
}

static const struct mark *find_text(const struct scene *s, const char *want)
{
    for (int i = 0; i < s->n; i++)
        if (s->mark[i].kind == MARK_TEXT && strstr(s->mark[i].text, want)) return &s->mark[i];
    return NULL;
}

/* Shapes of that hatching, legend and all. */
static int hatched(const struct scene *s, enum hatch hatch, unsigned colour)
{
    int n = 0;
    for (int i = 0; i < s->n; i++)
        n += s->mark[i].kind == MARK_BOX && s->mark[i].pen.hatch == hatch &&
             s->mark[i].pen.hatch_colour == colour;
    return n;
}

static void assert_same(const struct scene *a, const struct scene *b, struct arena *arena)
{
    struct builder x = builder_new(arena), y = builder_new(arena);
    scene_dump(a, &x);
    scene_dump(b, &y);
    assert_string_equal(x.s, y.s);
}

static void check(const struct scene *s)
{
    assert_marks_inside(s);
    assert_no_text_over_text(s);
}

static const double widths[] = {340, 499, 746}; /* a narrow column, A4, A3 */

static void racks_are_readable(void **state)
{
    (void)state;
    struct drawing d;
    open_drawing(&d, crowd);
    assert_int_equal(elevation_pages(d.c.r.elevations), 2);
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        for (int page = 0; page < 2; page++) {
            struct scene *s = racks(&d, page, widths[i]);
            check(s);
            assert_same(s, racks(&d, page, widths[i]), &d.c.t.arena);
        }
    close_drawing(&d);
}

/* What is written on a server stays within its box. */
static void names_stay_in_their_boxes(void **state)
{
    (void)state;
    struct drawing d;
    open_drawing(&d, crowd);
    struct scene *s = racks(&d, 0, 499);
    int found = 0;
    for (int i = 0; i < s->n; i++) {
        const struct mark *m = &s->mark[i];
        bool is_named = m->kind == MARK_TEXT && m->face.is_bold &&
                        (strstr(m->text, "one#") || strstr(m->text, "gpu-node") ||
                         strstr(m->text, "北京") || strstr(m->text, "heavy#"));
        if (!is_named) continue;
        struct rect t = mark_text_box(m), in = {0};
        for (int k = i - 1; k >= 0; k--) { /* the server's own box is the last wide one before */
            in = s->mark[k].box;
            if (s->mark[k].kind == MARK_BOX && in.w > 40) break;
        }
        found++;
        assert_true(t.x >= in.x && t.x + t.w <= in.x + in.w + 0.01);
        assert_true(t.y >= in.y - 1 && t.y + t.h <= in.y + in.h + 1);
    }
    assert_true(found >= 44);
    close_drawing(&d);
}

static void every_mark_has_a_legend(void **state)
{
    (void)state;
    struct drawing d;
    open_drawing(&d, crowd);
    struct scene *s = racks(&d, 0, 499);
    static const char *const text[] = {"rack.r#1", "one#40",        "北京", "reserved units",
                                       "OVER",     "over a limit",  "fed by so many feeds only",
                                       "server.one: one", "no limit is stated", "Front view",
                                       "added by the worst single loss"};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        if (!find_text(s, text[i])) fail_msg("not drawn: %s", text[i]);
    assert_true(hatched(s, HATCH_RISING, BAD) > 2);
    assert_true(hatched(s, HATCH_FALLING, RULE) > 2); /* reserved */
    close_drawing(&d);
}

/* The frame of every rack that is over, and of no other. */
static void racks_over_a_limit_have_their_frame(void **state)
{
    (void)state;
    struct drawing d;
    open_drawing(&d, crowd);
    const struct elevation_set *e = d.c.r.elevations;
    int over = 0, framed = 0;
    for (int page = 0; page < elevation_pages(e); page++) {
        struct scene *s = racks(&d, page, 499);
        for (int i = 0; i < s->n; i++)
            framed += s->mark[i].kind == MARK_BOX && s->mark[i].pen.hatch == HATCH_RISING &&
                      s->mark[i].pen.hatch_colour == BAD && s->mark[i].box.h > 60;
    }
    for (int i = 0; i < e->n; i++) over += e->item[i].is_over;
    assert_true(over > 0 && over < e->n);
    assert_int_equal(framed, over);
    close_drawing(&d);
}

/* CASES B96: no limit is hatched, the other way than over a limit, and the legend says it. */
static void no_limit_is_hatched(void **state)
{
    (void)state;
    struct drawing d;
    open_drawing(&d, crowd);
    struct scene *s = racks(&d, 1, 499);
    assert_non_null(find_text(s, "No limit stated: power, weight, airflow"));
    assert_non_null(find_text(s, "Power 0.40 kW, no limit"));
    assert_non_null(find_text(s, "no limit is stated"));
    assert_true(hatched(s, HATCH_FALLING, INK_SOFT) >= 3);
    s = floors(&d, HEAT_POWER, 499);
    assert_non_null(find_text(s, "no limit is stated"));
    assert_true(hatched(s, HATCH_FALLING, INK_SOFT) + hatched(s, HATCH_FALLING, GRID) >= 2);
    assert_non_null(find_text(s, "over the limit"));
    assert_true(hatched(s, HATCH_RISING, BAD) >= 2);
    close_drawing(&d);
}

static void nothing_is_hatched_that_holds(void **state)
{
    (void)state;
    struct drawing d;
    open_drawing(&d, small_room);
    struct scene *s = racks(&d, 0, 499);
    assert_int_equal(hatched(s, HATCH_RISING, BAD), 0);
    assert_null(find_text(s, "over a limit"));
    for (int what = 0; what < N_HEAT; what++) {
        s = floors(&d, what, 499);
        assert_int_equal(hatched(s, HATCH_RISING, BAD), 0);
        assert_int_equal(hatched(s, HATCH_FALLING, INK_SOFT), 0);
        assert_null(find_text(s, "no limit"));
    }
    close_drawing(&d);
}

static void floors_are_readable(void **state)
{
    (void)state;
    static const char *const site[] = {crowd, small_room, large_room};
    for (int k = 0; k < 3; k++) {
        struct drawing d;
        open_drawing(&d, site[k]);
        for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
            for (int what = FLOOR_HEAT_ALL; what < N_HEAT; what++) {
                struct scene *s = floors(&d, what, widths[i]);
                check(s);
                assert_same(s, floors(&d, what, widths[i]), &d.c.t.arena);
            }
        close_drawing(&d);
    }
}

static void floors_say_where_they_are(void **state)
{
    (void)state;
    struct drawing d;
    open_drawing(&d, small_room);
    struct scene *s = floors(&d, HEAT_POWER, 499);
    static const char *const text[] = {"room 3.0 m", "3.0 m", "N", "cold aisle, 1.2 m", "r#1", " kW"};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        if (!find_text(s, text[i])) fail_msg("not drawn: %s", text[i]);
    assert_null(find_text(s, "not to scale"));
    close_drawing(&d);
    open_drawing(&d, crowd);
    s = floors(&d, HEAT_POWER, 499);
    assert_non_null(find_text(s, "not to scale: the site gives no positions"));
    for (int i = 0; i < s->n; i++)
        assert_false(s->mark[i].kind == MARK_TEXT && !strcmp(s->mark[i].text, "N"));
    close_drawing(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(racks_are_readable),
        cmocka_unit_test(names_stay_in_their_boxes),
        cmocka_unit_test(every_mark_has_a_legend),
        cmocka_unit_test(racks_over_a_limit_have_their_frame),
        cmocka_unit_test(no_limit_is_hatched),
        cmocka_unit_test(nothing_is_hatched_that_holds),
        cmocka_unit_test(floors_are_readable),
        cmocka_unit_test(floors_say_where_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
