/* The drawing of a floor: everything stands on it, to scale, and what is over is hatched. */

#include "near.h"

#include <string.h>

#include "output/floor_drawing.h"
#include "output/palette.h"

static struct floor_rack racks[] = {
    {.name = "rack.r#1", .has_place = true, .box = {1, 2, 1.6, 3.2, 2}, .facing = WAY_NORTH,
     .tiles = 1, .has_servers = true, .inlet_c = 28, .margin_k = -1, .recirculation = 0.2},
    {.name = "rack.r#2", .has_place = true, .box = {1.6, 2, 2.2, 3.2, 2}, .facing = WAY_NORTH,
     .tiles = 1, .has_servers = true, .inlet_c = 24, .margin_k = 3, .recirculation = 0.1},
    {.name = "rack.r#3", .has_place = true, .box = {2.2, 2, 2.8, 3.2, 2}, .facing = WAY_NORTH,
     .tiles = 1, .inlet_c = (double)NAN, .margin_k = (double)NAN},
};
static struct floor_unit units[] = {{"crac.x", {4, 0.2, 5.8, 1.1, 2}, -1}};

static struct floor_plan plan(void)
{
    return (struct floor_plan){.room = "room.hall",
                               .length_m = 8,
                               .width_m = 6,
                               .north = WAY_WEST,
                               .from_floor = true,
                               .limit_c = 27,
                               .limit = "recommended",
                               .n_rack = 3,
                               .n_unit = 1,
                               .hottest = 0,
                               .rack = racks,
                               .unit = units};
}

static const struct mark *find_text(const struct scene *s, const char *want)
{
    for (int i = 0; i < s->n; i++)
        if (s->mark[i].kind == MARK_TEXT && strstr(s->mark[i].text, want)) return &s->mark[i];
    return NULL;
}

static const struct mark *find_fill(const struct scene *s, unsigned fill)
{
    for (int i = 0; i < s->n; i++)
        if (s->mark[i].kind == MARK_BOX && s->mark[i].pen.fill == fill) return &s->mark[i];
    return NULL;
}

static void drawing_is_to_scale(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct typeset *t = typeset_new(&a);
    struct floor_plan f = plan();
    double w = 600, h = floor_height(&f, w);
    struct scene *s = scene_new(&a, t, w, h);
    floor_draw(s, (struct rect){0, 0, w, h}, &f);
    const struct mark *room = &s->mark[0];
    for (int i = 0; i < s->n; i++)
        if (s->mark[i].kind == MARK_BOX) {
            room = &s->mark[i];
            break;
        }
    assert_near(room->box.w / room->box.h, 8.0 / 6, 1e-9);
    const struct mark *cold = find_fill(s, palette_cividis(0));
    const struct mark *hot = find_fill(s, palette_cividis(1));
    assert_non_null(cold);
    assert_non_null(hot);
    double per_m = room->box.w / 8;
    assert_near(cold->box.w, 0.6 * per_m, 1e-9);
    assert_near(cold->box.x - room->box.x, 1.6 * per_m, 1e-9);
    assert_near(cold->box.y - room->box.y, (6 - 3.2) * per_m, 1e-9); /* y is up */
    assert_int_equal(hot->pen.hatch, HATCH_RISING);
    assert_int_equal(cold->pen.hatch, HATCH_NONE);
    static const char *const text[] = {"28.0", "24.0", "empty", "crac.x", "N", "perforated tiles",
                                       "1.0 K above the recommended limit", " m"};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        if (!find_text(s, text[i])) fail_msg("not drawn: %s", text[i]);
    for (int i = 0; i < s->n; i++) {
        const struct rect b = s->mark[i].box;
        if (s->mark[i].kind != MARK_BOX) continue;
        assert_true(b.x >= -2 && b.y >= -2 && b.x + b.w <= w + 2 && b.y + b.h <= h + 2);
    }
    typeset_free(t);
    arena_free(&a);
}

static void summary_counts(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct floor_plan f = plan();
    assert_non_null(strstr(floor_summary(&f, &a), "2 racks with servers"));
    assert_non_null(strstr(floor_summary(&f, &a), "1 above the recommended limit"));
    f.hottest = -1;
    assert_non_null(strstr(floor_finding(&f, &a), "No rack"));
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawing_is_to_scale),
        cmocka_unit_test(summary_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
