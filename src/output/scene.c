#include "output/scene.h"

#include <math.h>
#include <string.h>

struct scene *scene_new(struct arena *a, struct typeset *t, double width, double height)
{
    struct scene *s = ARENA_ARRAY(a, struct scene, 1);
    *s = (struct scene){.arena = a, .type = t, .width = width, .height = height};
    return s;
}

static struct mark *mark_add(struct scene *s, enum mark_kind kind)
{
    if (s->n == s->cap) {
        int cap = s->cap ? 2 * s->cap : 64;
        struct mark *grown = ARENA_ARRAY(s->arena, struct mark, (size_t)cap);
        if (s->n) memcpy(grown, s->mark, (size_t)s->n * sizeof *grown);
        s->mark = grown;
        s->cap = cap;
    }
    struct mark *m = &s->mark[s->n++];
    *m = (struct mark){.kind = kind};
    return m;
}

void scene_box(struct scene *s, struct rect box, struct pen pen)
{
    if (!isfinite(box.x + box.y + box.w + box.h)) return;
    struct mark *m = mark_add(s, MARK_BOX);
    m->box = box;
    m->pen = pen;
}

static void points_add(struct scene *s, enum mark_kind kind, const struct point *p, int n,
                       struct pen pen)
{
    struct point *copy = ARENA_ARRAY(s->arena, struct point, (size_t)n);
    memcpy(copy, p, (size_t)n * sizeof *p);
    struct mark *m = mark_add(s, kind);
    m->point = copy;
    m->n = n;
    m->pen = pen;
}

static bool is_finite(struct point p)
{
    return isfinite(p.x) && isfinite(p.y);
}

void scene_line(struct scene *s, double x0, double y0, double x1, double y1, struct pen pen)
{
    struct point p[2] = {{x0, y0}, {x1, y1}};
    scene_polyline(s, p, 2, pen);
}

void scene_polyline(struct scene *s, const struct point *p, int n, struct pen pen)
{
    pen.fill = COLOUR_NONE;
    for (int i = 0; i < n;) {
        int start = i;
        while (i < n && is_finite(p[i])) i++;
        if (i - start >= 2) points_add(s, MARK_LINE, p + start, i - start, pen);
        if (i < n) i++;
    }
}

static struct point *finite_points(struct scene *s, const struct point *p, int n, int *kept)
{
    struct point *out = ARENA_ARRAY(s->arena, struct point, (size_t)n + 1);
    *kept = 0;
    for (int i = 0; i < n; i++)
        if (is_finite(p[i])) out[(*kept)++] = p[i];
    return out;
}

void scene_area(struct scene *s, const struct point *p, int n, struct pen pen)
{
    int kept;
    struct point *q = finite_points(s, p, n, &kept);
    if (kept >= 3) points_add(s, MARK_AREA, q, kept, pen);
}

void scene_dots(struct scene *s, const struct point *p, int n, double diameter, unsigned colour)
{
    int kept;
    struct point *q = finite_points(s, p, n, &kept);
    struct pen pen = {.fill = colour, .line = COLOUR_NONE, .width = diameter};
    if (kept > 0) points_add(s, MARK_DOTS, q, kept, pen);
}

void scene_cells(struct scene *s, struct rect box, int columns, int rows, const unsigned *cell)
{
    size_t n = (size_t)columns * (size_t)rows;
    unsigned *copy = ARENA_ARRAY(s->arena, unsigned, n);
    memcpy(copy, cell, n * sizeof *cell);
    struct mark *m = mark_add(s, MARK_CELLS);
    m->box = box;
    m->columns = columns;
    m->rows = rows;
    m->n = (int)n;
    m->cell = copy;
}

void scene_text_turned(struct scene *s, double x, double y, enum anchor anchor, struct face f,
                       double turn_deg, const char *text)
{
    text = typeset_clean(s->arena, text);
    if (!*text || !isfinite(x + y)) return;
    double w = typeset_width(s->type, text, f);
    struct mark *m = mark_add(s, MARK_TEXT);
    m->box = (struct rect){x, y, w, f.size};
    m->text = text;
    m->face = f;
    m->anchor = anchor;
    m->turn_deg = turn_deg;
}

double scene_text(struct scene *s, double x, double y, enum anchor anchor, struct face f,
                  const char *text)
{
    int before = s->n;
    scene_text_turned(s, x, y, anchor, f, 0, text);
    return s->n > before ? s->mark[before].box.w : 0;
}

double scene_text_fit(struct scene *s, double x, double y, enum anchor anchor, struct face f,
                      double width, const char *text)
{
    const char *clean = typeset_clean(s->arena, text);
    return scene_text(s, x, y, anchor, f, typeset_fit(s->type, s->arena, clean, f, width));
}

void scene_link(struct scene *s, struct rect box, const char *target)
{
    struct mark *m = mark_add(s, MARK_LINK);
    m->box = box;
    m->text = arena_text(s->arena, target, strlen(target));
}

void scene_target(struct scene *s, double x, double y, const char *name)
{
    struct mark *m = mark_add(s, MARK_TARGET);
    m->box = (struct rect){x, y, 0, 0};
    m->text = arena_text(s->arena, name, strlen(name));
}

void scene_tag_begin(struct scene *s, const char *element)
{
    mark_add(s, MARK_TAG_BEGIN)->text = element;
}

void scene_tag_end(struct scene *s, const char *element)
{
    mark_add(s, MARK_TAG_END)->text = element;
}

struct rect mark_text_box(const struct mark *m)
{
    const double up = 0.76 * m->face.size, down = 0.24 * m->face.size; /* DejaVu Sans */
    double before = m->anchor == ANCHOR_START ? 0 : m->anchor == ANCHOR_MIDDLE ? 0.5 : 1;
    double w = m->box.w, x = m->box.x, y = m->box.y;
    if (fabs(m->turn_deg) < 1) return (struct rect){x - before * w, y - up, w, up + down};
    return (struct rect){x - up, y - (1 - before) * w, up + down, w}; /* a quarter turn left */
}

static void dump_pen(struct builder *b, const struct pen *p)
{
    if (p->fill != COLOUR_NONE) builder_format(b, " fill=%06x", p->fill);
    if (p->line != COLOUR_NONE) builder_format(b, " line=%06x/%.2f", p->line, p->width);
    if (p->hatch) builder_text(b, " hatched");
}

static void dump_mark(struct builder *b, const struct mark *m)
{
    static const char *const kind[] = {"box",  "line", "area",   "dots",      "cells",
                                       "text", "link", "target", "tag-begin", "tag-end"};
    static const char *const anchor[] = {"start", "middle", "end"};
    const struct rect *r = &m->box;
    builder_text(b, kind[m->kind]);
    if (m->kind == MARK_TEXT) {
        builder_format(b, " %.1f %.1f w=%.1f size=%.1f %s%s%s \"%s\"\n", r->x, r->y, r->w,
                       m->face.size, anchor[m->anchor], m->face.is_bold ? " bold" : "",
                       fabs(m->turn_deg) > 1 ? " turned" : "", m->text);
        return;
    }
    if (m->n && m->point)
        builder_format(b, " n=%d from %.1f %.1f to %.1f %.1f", m->n, m->point[0].x, m->point[0].y,
                       m->point[m->n - 1].x, m->point[m->n - 1].y);
    else
        builder_format(b, " %.1f %.1f %.1f %.1f", r->x, r->y, r->w, r->h);
    if (m->cell) builder_format(b, " %dx%d", m->columns, m->rows);
    if (m->text) builder_format(b, " \"%s\"", m->text);
    if (m->kind <= MARK_DOTS) dump_pen(b, &m->pen);
    builder_text(b, "\n");
}

void scene_dump(const struct scene *s, struct builder *b)
{
    builder_format(b, "scene %.1f %.1f\n", s->width, s->height);
    for (int i = 0; i < s->n; i++) dump_mark(b, &s->mark[i]);
}
