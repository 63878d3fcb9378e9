/* Scenes and text: marks, measures, breaking, dumps, unknown characters. */

#include "near.h"

#include <string.h>

#include "output/scene.h"

static const struct face face = {.size = 10, .colour = 0};

struct bench {
    struct arena a;
    struct diags ds;
    struct typeset *t;
};

static int set_up(void **state)
{
    static struct bench b;
    b.a = arena_new(NULL);
    b.ds = diags_new(&b.a);
    b.t = typeset_new(&b.a);
    *state = &b;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *b = *state;
    typeset_free(b->t);
    arena_free(&b->a);
    return 0;
}

static void test_width_grows_with_size(void **state)
{
    struct bench *b = *state;
    struct face twice = face;
    twice.size = 20;
    double w = typeset_width(b->t, "Capacity", face);
    assert_true(w > 20 && w < 80);
    assert_near(typeset_width(b->t, "Capacity", twice), 2 * w, 0.01);
    assert_within(typeset_width(b->t, "", face), 0, 1e-9);
}

static void test_digits_are_equally_wide(void **state)
{
    struct bench *b = *state;
    assert_near(typeset_width(b->t, "1111", face), typeset_width(b->t, "8888", face), 1e-6);
}

static void test_fit_cuts_with_ellipsis(void **state)
{
    struct bench *b = *state;
    const char *long_name = "机房 rack-with-a-very-long-name-that-does-not-fit";
    const char *cut = typeset_fit(b->t, &b->a, long_name, face, 90);
    assert_true(strlen(cut) < strlen(long_name));
    assert_non_null(strstr(cut, "…"));
    assert_true(typeset_width(b->t, cut, face) <= 90);
    assert_string_equal(typeset_fit(b->t, &b->a, "short", face, 90), "short");
    assert_string_equal(typeset_fit(b->t, &b->a, "short", face, 1), "");
}

static void test_wrap_keeps_every_word(void **state)
{
    struct bench *b = *state;
    const char **line;
    int n = typeset_wrap(b->t, &b->a, "one two three four five six", face, 60, 99, &line);
    assert_true(n >= 2);
    struct builder all = builder_new(&b->a);
    for (int i = 0; i < n; i++) {
        assert_true(typeset_width(b->t, line[i], face) <= 60.01);
        builder_format(&all, "%s%s", i ? " " : "", line[i]);
    }
    assert_string_equal(all.s, "one two three four five six");
}

static void test_wrap_breaks_long_words_and_cuts(void **state)
{
    struct bench *b = *state;
    const char **line;
    const char *word = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    assert_true(typeset_wrap(b->t, &b->a, word, face, 60, 99, &line) > 3);
    int n = typeset_wrap(b->t, &b->a, word, face, 60, 2, &line);
    assert_int_equal(n, 2);
    assert_non_null(strstr(line[1], "…"));
}

static void test_clean_mends_bytes(void **state)
{
    struct bench *b = *state;
    assert_string_equal(typeset_clean(&b->a, "a\tb\x01"), "a b ");
    assert_string_equal(typeset_clean(&b->a, "Z\xFCrich"), "Z\xEF\xBF\xBDrich");
    assert_string_equal(typeset_clean(&b->a, NULL), "");
}

static void test_unknown_character_is_named(void **state)
{
    struct bench *b = *state;
    typeset_width(b->t, "A\xF4\x80\x80\x80 A", face); /* U+100000, private use */
    typeset_width(b->t, "A\xF4\x80\x80\x80", face);
    assert_true(typeset_has_font(b->t, &b->ds));
    typeset_report(b->t, &b->ds);
    assert_int_equal(b->ds.n_warning, 1);
    assert_non_null(strstr(message_text(&b->a, &b->ds.item[0].what, NULL), "U+100000"));
}

static void test_polyline_has_gaps(void **state)
{
    struct bench *b = *state;
    struct scene *s = scene_new(&b->a, b->t, 100, 100);
    double nan = (double)NAN;
    struct point p[] = {{0, 0}, {1, 1}, {2, nan}, {3, 3}, {4, nan}, {5, 5}, {6, 6}};
    scene_polyline(s, p, 7, (struct pen){.line = 0, .width = 1});
    assert_int_equal(s->n, 2); /* the single point between two gaps is no line */
    scene_box(s, (struct rect){nan, 0, 1, 1}, (struct pen){0});
    scene_text(s, nan, 0, ANCHOR_START, face, "x");
    assert_int_equal(s->n, 2);
}

static void test_dump_names_marks(void **state)
{
    struct bench *b = *state;
    struct scene *s = scene_new(&b->a, b->t, 200, 100);
    struct builder d = builder_new(&b->a);
    scene_box(s, (struct rect){1, 2, 30, 40},
              (struct pen){.fill = 0x123456, .line = COLOUR_NONE, .hatch = HATCH_RISING});
    scene_text(s, 10, 20, ANCHOR_END, face, "PUE");
    scene_link(s, (struct rect){0, 0, 10, 10}, "limits");
    scene_dump(s, &d);
    assert_non_null(strstr(d.s, "scene 200.0 100.0\n"));
    assert_non_null(strstr(d.s, "box 1.0 2.0 30.0 40.0 fill=123456 hatched\n"));
    assert_non_null(strstr(d.s, "size=10.0 end \"PUE\"\n"));
    assert_non_null(strstr(d.s, "link 0.0 0.0 10.0 10.0 \"limits\"\n"));
}

static void test_text_box_follows_anchor(void **state)
{
    struct bench *b = *state;
    struct scene *s = scene_new(&b->a, b->t, 200, 100);
    double w = scene_text(s, 100, 50, ANCHOR_END, face, "right");
    struct rect r = mark_text_box(&s->mark[0]);
    assert_within(r.x + r.w, 100, 1e-9);
    assert_within(r.w, w, 1e-9);
    scene_text_turned(s, 100, 50, ANCHOR_START, face, 90, "up");
    r = mark_text_box(&s->mark[1]);
    assert_within(r.y + r.h, 50, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_width_grows_with_size, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_digits_are_equally_wide, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_fit_cuts_with_ellipsis, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_wrap_keeps_every_word, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_wrap_breaks_long_words_and_cuts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_clean_mends_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_unknown_character_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_polyline_has_gaps, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_dump_names_marks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_text_box_follows_anchor, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
