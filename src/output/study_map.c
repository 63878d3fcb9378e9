#include "output/study_map.h"

#include <math.h>

#include "output/axis.h"
#include "output/drawing.h"
#include "output/palette.h"

static const struct face title_face = {.size = 9.5, .is_bold = true, .colour = INK};
static const struct face label_face = {.size = 7.5, .colour = INK_SOFT};
static const struct face text_face = {.size = 7.5, .colour = INK};

enum { TITLE = 16, LINE = 12, BELOW = 28, BAR = 10, BAR_ROOM = 64 };
static const double plot_aspect = 0.42;

struct canvas {
    struct scene *s;
    const struct study_map *m;
    struct rect plot;
    struct ticks t;
    struct scale unit; /* values to 0..1 of the colours */
};

double study_map_height(const struct study_map *m, double width)
{
    (void)m;
    return TITLE + 2 * LINE + 4 + plot_aspect * width + BELOW;
}

static double column_x(const struct canvas *v, double column)
{
    return v->plot.x + (column + 0.5) * v->plot.w / v->m->columns;
}

static double row_y(const struct canvas *v, double row)
{
    return v->plot.y + v->plot.h - (row + 0.5) * v->plot.h / v->m->rows;
}

/* ---- cells --------------------------------------------------------------------------- */

static void draw_cells(const struct canvas *v)
{
    const struct study_map *m = v->m;
    unsigned *cell = ARENA_ARRAY(v->s->arena, unsigned, (size_t)(m->columns * m->rows) + 1);
    for (int x = 0; x < m->columns; x++)
        for (int y = 0; y < m->rows; y++) {
            double value = m->value[x * m->rows + y];
            cell[(m->rows - 1 - y) * m->columns + x] =
                isfinite(value) ? palette_cividis(scale_at(&v->unit, value)) : PAPER;
        }
    scene_cells(v->s, v->plot, m->columns, m->rows, cell);
}

/* Runs of marked cells of a column as one box each. */
static void hatch(const struct canvas *v, const bool *is_marked, struct pen pen)
{
    const struct study_map *m = v->m;
    double w = v->plot.w / m->columns, h = v->plot.h / m->rows;
    for (int x = 0; x < m->columns; x++)
        for (int y = 0; y < m->rows; y++) {
            int first = y;
            if (!is_marked[x * m->rows + y]) continue;
            while (y + 1 < m->rows && is_marked[x * m->rows + y + 1]) y++;
            scene_box(
                v->s,
                (struct rect){column_x(v, x) - w / 2, row_y(v, y) - h / 2, w, h * (y - first + 1)},
                pen);
        }
}

static const struct pen broken_pen = {
    .fill = COLOUR_NONE, .line = COLOUR_NONE, .hatch = HATCH_RISING, .hatch_colour = PAPER};
static const struct pen failed_pen = {
    .fill = PAPER, .line = COLOUR_NONE, .hatch = HATCH_FALLING, .hatch_colour = BAD};

/* ---- lines of equal value ------------------------------------------------------------- */

struct labels { /* boxes that are taken */
    int n;
    struct rect box[32];
};

static bool is_free(const struct labels *l, struct rect b)
{
    for (int i = 0; i < l->n; i++) {
        const struct rect *o = &l->box[i];
        if (b.x < o->x + o->w && o->x < b.x + b.w && b.y < o->y + o->h && o->y < b.y + b.h)
            return false;
    }
    return true;
}

static void label_line(const struct canvas *v, const struct study_map_line *l,
                       const struct point *p, struct labels *taken)
{
    static const double tries[] = {0.5, 0.35, 0.65, 0.2, 0.8};
    double w = typeset_width(v->s->type, l->label, text_face) + 4, h = 10;
    for (int i = 0; i < 5 && taken->n < 32; i++) {
        const struct point *at = &p[(int)(tries[i] * (l->line.n - 1))];
        struct rect b = {at->x - w / 2, at->y - h / 2, w, h};
        bool is_inside = b.x > v->plot.x + 1 && b.x + w < v->plot.x + v->plot.w - 1 &&
                         b.y > v->plot.y + 1 && b.y + h < v->plot.y + v->plot.h - 1;
        if (!is_inside || !is_free(taken, b)) continue;
        taken->box[taken->n++] = b;
        scene_box(v->s, b, (struct pen){.fill = PAPER, .line = COLOUR_NONE});
        scene_text(v->s, at->x, at->y + 2.7, ANCHOR_MIDDLE, text_face, l->label);
        return;
    }
}

static void draw_lines(const struct canvas *v)
{
    static const struct pen halo = {.fill = COLOUR_NONE, .line = PAPER, .width = 1.8};
    static const struct pen ink = {.fill = COLOUR_NONE, .line = INK, .width = 0.7};
    struct labels taken = {0};
    if (v->m->best_x >= 0)
        taken.box[taken.n++] =
            (struct rect){column_x(v, v->m->best_x) - 6, row_y(v, v->m->best_y) - 6, 12, 12};
    const struct point **all =
        ARENA_ARRAY(v->s->arena, const struct point *, (size_t)v->m->n_line + 1);
    for (int i = 0; i < v->m->n_line; i++) {
        const struct contour *c = &v->m->line[i].line;
        struct point *p = ARENA_ARRAY(v->s->arena, struct point, (size_t)c->n + 1);
        for (int k = 0; k < c->n; k++)
            p[k] = (struct point){column_x(v, c->x[k]), row_y(v, c->y[k])};
        p[c->n] = p[0];
        scene_polyline(v->s, p, c->n + c->is_closed, halo);
        scene_polyline(v->s, p, c->n + c->is_closed, ink);
        all[i] = p;
    }
    for (int i = 0; i < v->m->n_line; i++)
        if (v->m->line[i].label) label_line(v, &v->m->line[i], all[i], &taken);
}

/* ---- around it --------------------------------------------------------------------------- */

/* Labels of columns and rows, as many as find room. */
static void draw_axes(const struct canvas *v)
{
    const struct study_map *m = v->m;
    double widest = 1, base = v->plot.y + v->plot.h;
    for (int i = 0; i < m->columns; i++)
        widest = fmax(widest, typeset_width(v->s->type, m->x_text[i], label_face));
    int each = (int)fmax(1, ceil((widest + 6) * m->columns / v->plot.w));
    for (int i = 0; i < m->columns; i += each) {
        scene_line(v->s, column_x(v, i), base, column_x(v, i), base + 3,
                   (struct pen){.fill = COLOUR_NONE, .line = INK_SOFT, .width = 0.5});
        scene_text(v->s, column_x(v, i), base + 11, ANCHOR_MIDDLE, label_face, m->x_text[i]);
    }
    each = (int)fmax(1, ceil(10.0 * m->rows / v->plot.h));
    for (int i = 0; i < m->rows; i += each)
        scene_text(v->s, v->plot.x - 4, row_y(v, i) + 2.7, ANCHOR_END, label_face, m->y_text[i]);
    scene_text_fit(v->s, v->plot.x + v->plot.w / 2, base + 22, ANCHOR_MIDDLE, label_face, v->plot.w,
                   m->x_label);
}

static void draw_colour_bar(const struct canvas *v)
{
    enum { STEPS = 64 };
    unsigned cell[STEPS];
    char text[TEXT_NUMBER_CAP];
    for (int i = 0; i < STEPS; i++) cell[i] = palette_cividis(1 - (i + 0.5) / STEPS);
    struct rect box = {v->plot.x + v->plot.w + 12, v->plot.y, BAR, v->plot.h};
    scene_cells(v->s, box, 1, STEPS, cell);
    scene_box(v->s, box, (struct pen){.fill = COLOUR_NONE, .line = INK_SOFT, .width = 0.5});
    struct scale to_y = {v->t.first, ticks_last(&v->t), box.y + box.h, box.y};
    for (int i = 0; i < v->t.n; i++) {
        double y = scale_at(&to_y, ticks_value(&v->t, i));
        scene_line(v->s, box.x + BAR, y, box.x + BAR + 3, y,
                   (struct pen){.fill = COLOUR_NONE, .line = INK_SOFT, .width = 0.5});
        scene_text(v->s, box.x + BAR + 5, y + 2.7, ANCHOR_START, label_face,
                   ticks_text(&v->t, i, text));
    }
}

static void draw_ring(struct scene *s, double x, double y)
{
    struct point p = {x, y};
    scene_dots(s, &p, 1, 9, INK);
    scene_dots(s, &p, 1, 7, PAPER);
    scene_dots(s, &p, 1, 3.5, BAD);
}

static bool any(const bool *is, int n)
{
    for (int i = 0; i < n; i++)
        if (is[i]) return true;
    return false;
}

static void draw_legend(const struct canvas *v, double x, double y)
{
    const struct study_map *m = v->m;
    static const struct {
        const char *text;
        bool is_failed;
    } item[] = {{"a limit is broken", false}, {"could not be simulated", true}};
    if (m->best_x >= 0) {
        draw_ring(v->s, x + 5, y - 2.7);
        x += 14 + scene_text(v->s, x + 14, y, ANCHOR_START, text_face, m->best) + 14;
    }
    for (int i = 0; i < 2; i++) {
        const bool *is = item[i].is_failed ? m->has_failed : m->is_broken;
        if (!any(is, m->columns * m->rows)) continue;
        struct pen pen = item[i].is_failed ? failed_pen : broken_pen;
        if (!item[i].is_failed) pen.fill = palette_cividis(0.4);
        scene_box(v->s, (struct rect){x, y - 6.5, 16, 8}, pen);
        x += 20 + scene_text(v->s, x + 20, y, ANCHOR_START, text_face, item[i].text) + 14;
    }
}

static double widest_row(struct scene *s, const struct study_map *m)
{
    double w = 0;
    for (int i = 0; i < m->rows; i++) w = fmax(w, typeset_width(s->type, m->y_text[i], label_face));
    return w;
}

void study_map_draw(struct scene *s, struct rect box, const struct study_map *m)
{
    struct canvas v = {.s = s, .m = m};
    double low = (double)NAN, high = (double)NAN, left = widest_row(s, m) + 8;
    for (int i = 0; i < m->columns * m->rows; i++) {
        if (!isfinite(m->value[i])) continue;
        if (!(low <= m->value[i])) low = m->value[i];
        if (!(high >= m->value[i])) high = m->value[i];
    }
    v.t = ticks_nice(low, high, 5);
    v.unit = (struct scale){v.t.first, ticks_last(&v.t), 0, 1};
    v.plot = (struct rect){box.x + left, box.y + TITLE + 2 * LINE + 4, box.w - left - BAR_ROOM,
                           box.h - TITLE - 2 * LINE - 4 - BELOW};
    scene_text_fit(s, box.x, box.y + title_face.size, ANCHOR_START, title_face, box.w, m->title);
    draw_legend(&v, box.x, box.y + TITLE + 8);
    scene_text_fit(s, box.x, v.plot.y - 5, ANCHOR_START, label_face, box.w / 2 - 6, m->y_label);
    scene_text_fit(s, box.x + box.w, v.plot.y - 5, ANCHOR_END, label_face, box.w / 2 - 6,
                   m->scale_label);
    draw_cells(&v);
    hatch(&v, m->is_broken, broken_pen);
    hatch(&v, m->has_failed, failed_pen);
    scene_box(s, v.plot, (struct pen){.fill = COLOUR_NONE, .line = INK_SOFT, .width = 0.7});
    draw_lines(&v);
    if (m->best_x >= 0) draw_ring(s, column_x(&v, m->best_x), row_y(&v, m->best_y));
    draw_axes(&v);
    draw_colour_bar(&v);
}
