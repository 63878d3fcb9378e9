#ifndef DCPLAN_TESTS_PAGE_CHECK_H
#define DCPLAN_TESTS_PAGE_CHECK_H

/* Geometry that holds for every drawing: nothing outside, no text over text. */

#include "near.h"

#include "output/scene.h"

static inline bool boxes_overlap(struct rect a, struct rect b)
{
    const double slack = 0.6; /* descenders may come this near */
    return a.x + slack < b.x + b.w && b.x + slack < a.x + a.w && a.y + slack < b.y + b.h &&
           b.y + slack < a.y + a.h;
}

static inline void assert_box_inside(const struct scene *s, struct rect r, const char *what)
{
    if (r.x >= -0.5 && r.y >= -0.5 && r.x + r.w <= s->width + 0.5 && r.y + r.h <= s->height + 0.5)
        return;
    print_error("outside the page: \"%s\" at %.1f %.1f, %.1f x %.1f\n", what, r.x, r.y, r.w, r.h);
    fail();
}

static inline void assert_marks_inside(const struct scene *s)
{
    for (int i = 0; i < s->n; i++) {
        const struct mark *m = &s->mark[i];
        if (m->kind == MARK_TEXT) assert_box_inside(s, mark_text_box(m), m->text);
        if (m->kind == MARK_BOX || m->kind == MARK_CELLS) assert_box_inside(s, m->box, "box");
        for (int k = 0; m->point && k < m->n; k++)
            assert_box_inside(s, (struct rect){m->point[k].x, m->point[k].y, 0, 0}, "point");
    }
}

static inline void assert_no_text_over_text(const struct scene *s)
{
    for (int i = 0; i < s->n; i++) {
        if (s->mark[i].kind != MARK_TEXT) continue;
        struct rect a = mark_text_box(&s->mark[i]);
        for (int k = i + 1; k < s->n; k++) {
            if (s->mark[k].kind != MARK_TEXT) continue;
            if (!boxes_overlap(a, mark_text_box(&s->mark[k]))) continue;
            print_error("\"%s\" lies over \"%s\"\n", s->mark[i].text, s->mark[k].text);
            fail();
        }
    }
}

#endif
