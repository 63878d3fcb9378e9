#include "output/cairo_out.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <pango/pangocairo.h>

cairo_status_t sink_write(void *sink, const unsigned char *s, unsigned n)
{
    struct sink *k = sink;
    if (fwrite(s, 1, n, k->f) == n) return CAIRO_STATUS_SUCCESS;
    k->has_failed = true;
    return CAIRO_STATUS_WRITE_ERROR;
}

static void colour_set(cairo_t *c, unsigned rgb)
{
    cairo_set_source_rgb(c, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0,
                         (rgb & 255) / 255.0);
}

static void outline_box(cairo_t *c, const struct mark *m)
{
    cairo_rectangle(c, m->box.x, m->box.y, m->box.w, m->box.h);
}

static void outline_points(cairo_t *c, const struct mark *m)
{
    for (int i = 0; i < m->n; i++) cairo_line_to(c, m->point[i].x, m->point[i].y);
    if (m->kind == MARK_AREA) cairo_close_path(c);
}

/* Hatching as lines under a clip: a pattern would become an image in some
   viewers. */
static void draw_hatch(cairo_t *c, const struct pen *p)
{
    const double step = 4;
    double x0, y0, x1, y1;
    cairo_save(c);
    cairo_path_extents(c, &x0, &y0, &x1, &y1);
    cairo_clip(c);
    double h = y1 - y0;
    for (double x = floor((x0 - h) / step) * step; x < x1 + h; x += step) {
        cairo_move_to(c, x, p->hatch == HATCH_RISING ? y1 : y0);
        cairo_line_to(c, x + h, p->hatch == HATCH_RISING ? y0 : y1);
    }
    colour_set(c, p->hatch_colour);
    cairo_set_line_width(c, 0.7);
    cairo_set_dash(c, NULL, 0, 0);
    cairo_stroke(c);
    cairo_restore(c);
}

static void draw_shape(cairo_t *c, const struct mark *m)
{
    const struct pen *p = &m->pen;
    void (*outline)(cairo_t *, const struct mark *) =
        m->kind == MARK_BOX ? outline_box : outline_points;
    cairo_new_path(c);
    if (p->fill != COLOUR_NONE) {
        outline(c, m);
        colour_set(c, p->fill);
        cairo_fill(c);
    }
    if (p->hatch) {
        outline(c, m);
        draw_hatch(c, p);
    }
    if (p->line == COLOUR_NONE) return;
    outline(c, m);
    colour_set(c, p->line);
    cairo_set_line_width(c, p->width);
    cairo_set_line_join(c, CAIRO_LINE_JOIN_ROUND);
    double dash[2] = {p->dash, p->gap};
    cairo_set_dash(c, dash, p->dash > 0 ? 2 : 0, 0);
    cairo_stroke(c);
    cairo_set_dash(c, NULL, 0, 0);
}

static void draw_dots(cairo_t *c, const struct mark *m)
{
    cairo_new_path(c);
    for (int i = 0; i < m->n; i++) {
        cairo_move_to(c, m->point[i].x, m->point[i].y);
        cairo_line_to(c, m->point[i].x, m->point[i].y);
    }
    cairo_save(c);
    cairo_set_line_cap(c, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(c, m->pen.width);
    colour_set(c, m->pen.fill);
    cairo_stroke(c);
    cairo_restore(c);
}

/* An image of one pixel a cell, enlarged without smoothing, so that no seams
   show between cells. */
static void draw_cells(cairo_t *c, const struct mark *m)
{
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, m->columns, m->rows);
    cairo_surface_flush(image);
    unsigned char *data = cairo_image_surface_get_data(image);
    int stride = cairo_image_surface_get_stride(image);
    for (int y = 0; data && y < m->rows; y++)
        for (int x = 0; x < m->columns; x++)
            *(unsigned *)(void *)(data + y * stride + 4 * x) = m->cell[y * m->columns + x];
    cairo_surface_mark_dirty(image);
    cairo_save(c);
    cairo_translate(c, m->box.x, m->box.y);
    cairo_scale(c, m->box.w / m->columns, m->box.h / m->rows);
    cairo_set_source_surface(c, image, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(c), CAIRO_FILTER_NEAREST);
    cairo_rectangle(c, 0, 0, m->columns, m->rows);
    cairo_fill(c);
    cairo_restore(c);
    cairo_surface_destroy(image);
}

static void draw_text(cairo_t *c, const struct scene *s, const struct mark *m)
{
    PangoLayout *l = typeset_layout(s->type, m->text, m->face);
    double before = m->anchor == ANCHOR_START ? 0 : m->anchor == ANCHOR_MIDDLE ? 0.5 : 1;
    cairo_save(c);
    cairo_translate(c, m->box.x, m->box.y);
    if (fabs(m->turn_deg) > 0) cairo_rotate(c, -m->turn_deg * acos(-1) / 180);
    cairo_move_to(c, -before * m->box.w, -(double)pango_layout_get_baseline(l) / PANGO_SCALE);
    colour_set(c, m->face.colour);
    pango_cairo_show_layout(c, l);
    cairo_restore(c);
}

/* In a tag attribute a quote and a backslash are escaped. */
static const char *attribute(struct arena *a, const char *key, const char *value)
{
    struct builder b = builder_new(a);
    builder_format(&b, "%s='", key);
    for (; *value; value++) {
        if (*value == '\'' || *value == '\\') builder_text(&b, "\\");
        builder_add(&b, value, 1);
    }
    builder_text(&b, "'");
    return b.s;
}

static void draw_link(cairo_t *c, const struct scene *s, const struct mark *m)
{
    const struct rect *r = &m->box;
    const char *box =
        arena_format(s->arena, "rect=[%d %d %d %d] ", (int)r->x, (int)r->y, (int)r->w, (int)r->h);
    const char *to = arena_format(s->arena, "%s%s", box, attribute(s->arena, "dest", m->text));
    cairo_tag_begin(c, CAIRO_TAG_LINK, to);
    cairo_tag_end(c, CAIRO_TAG_LINK);
}

static void draw_target(cairo_t *c, const struct scene *s, const struct mark *m)
{
    const char *at = arena_format(s->arena, "%s x=%d y=%d", attribute(s->arena, "name", m->text),
                                  (int)m->box.x, (int)m->box.y);
    cairo_tag_begin(c, CAIRO_TAG_DEST, at);
    cairo_tag_end(c, CAIRO_TAG_DEST);
}

void cairo_out_draw(cairo_t *c, const struct scene *s)
{
    for (int i = 0; i < s->n; i++) {
        const struct mark *m = &s->mark[i];
        switch (m->kind) {
        case MARK_BOX:
        case MARK_LINE:
        case MARK_AREA: draw_shape(c, m); break;
        case MARK_DOTS: draw_dots(c, m); break;
        case MARK_CELLS: draw_cells(c, m); break;
        case MARK_TEXT: draw_text(c, s, m); break;
        case MARK_LINK: draw_link(c, s, m); break;
        case MARK_TARGET: draw_target(c, s, m); break;
        case MARK_TAG_BEGIN: cairo_tag_begin(c, m->text, NULL); break;
        case MARK_TAG_END: cairo_tag_end(c, m->text); break;
        }
    }
}

bool cairo_out_finish(cairo_t *c, cairo_surface_t *s, const struct sink *k, const char *path,
                      struct diags *ds)
{
    cairo_status_t drawn = cairo_status(c);
    cairo_destroy(c);
    cairo_surface_finish(s);
    cairo_status_t written = cairo_surface_status(s);
    cairo_surface_destroy(s);
    if (drawn == CAIRO_STATUS_SUCCESS) drawn = written;
    if (drawn == CAIRO_STATUS_SUCCESS && !k->has_failed) return true;
    diag_error(ds, DIAG_OUTPUT, (struct place){.file = path}, NULL, "cannot write '%s': %s", path,
               k->has_failed ? "the disk refused it" : cairo_status_to_string(drawn));
    return false;
}

bool svg_write(const struct scene *s, const char *path, struct arena *a, struct diags *ds)
{
    struct out_file o;
    if (!out_open(a, path, &o, ds)) return false;
    struct sink k = {.f = o.f};
    cairo_surface_t *surface =
        cairo_svg_surface_create_for_stream(sink_write, &k, s->width, s->height);
    cairo_svg_surface_restrict_to_version(surface, CAIRO_SVG_VERSION_1_2);
    cairo_t *c = cairo_create(surface);
    cairo_out_draw(c, s);
    if (cairo_out_finish(c, surface, &k, path, ds)) return out_commit(a, &o, ds);
    out_abandon(&o);
    return false;
}

bool png_write(const struct scene *s, double scale, const char *path, struct arena *a,
               struct diags *ds)
{
    struct out_file o;
    if (!out_open(a, path, &o, ds)) return false;
    struct sink k = {.f = o.f};
    cairo_surface_t *surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, (int)ceil(s->width * scale), (int)ceil(s->height * scale));
    cairo_t *c = cairo_create(surface);
    cairo_set_source_rgb(c, 1, 1, 1);
    cairo_paint(c);
    cairo_scale(c, scale, scale);
    cairo_out_draw(c, s);
    cairo_status_t written = cairo_surface_write_to_png_stream(surface, sink_write, &k);
    if (written != CAIRO_STATUS_SUCCESS) k.has_failed = true;
    if (cairo_out_finish(c, surface, &k, path, ds)) return out_commit(a, &o, ds);
    out_abandon(&o);
    return false;
}
