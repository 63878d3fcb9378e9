#include "output/chart.h"

#include <math.h>

#include "output/axis.h"
#include "output/palette.h"

static const struct face title_face = {.size = 9.5, .is_bold = true, .colour = INK};
static const struct face label_face = {.size = 7.5, .colour = INK_SOFT};
static const struct face text_face = {.size = 7.5, .colour = INK};

enum {
    LEADING = 13,
    LABEL_LEADING = 12,
    BAR_ROW = 15,
    SWATCH = 16,
    TITLE_LINES = 3,
    COLUMN_GAP = 8
};

static const double no_value = (double)NAN;

static struct pen pen_fill(unsigned colour)
{
    return (struct pen){.fill = colour, .line = COLOUR_NONE};
}

static struct pen pen_line(unsigned colour, double width)
{
    return (struct pen){.fill = COLOUR_NONE, .line = colour, .width = width};
}

/* What is left of the box while parts of a chart take their share. */
struct canvas {
    struct scene *s;
    const struct chart *c;
    struct rect plot;
    struct scale x, y;
    struct ticks xt, yt;
    double left, right; /* least room beside the plot, the same in all charts of a column */
};

static void plot_lower_top(struct canvas *v, double by)
{
    v->plot.y += by;
    v->plot.h -= by;
}

static void draw_title(struct canvas *v)
{
    const char **line;
    struct scene *s = v->s;
    const char *title = typeset_clean(s->arena, v->c->title);
    if (!*title) return;
    int n = typeset_wrap(s->type, s->arena, title, title_face, v->plot.w, TITLE_LINES, &line);
    for (int i = 0; i < n; i++) {
        scene_text(s, v->plot.x, v->plot.y + title_face.size, ANCHOR_START, title_face, line[i]);
        plot_lower_top(v, LEADING);
    }
    plot_lower_top(v, 3);
}

/* The range of what is drawn. */

struct range {
    double min, max;
};

static void range_take(struct range *r, double v)
{
    if (!isfinite(v)) return;
    if (!(r->min <= v)) r->min = v;
    if (!(r->max >= v)) r->max = v;
}

static bool is_stacked(const struct chart_series *q)
{
    return q->kind == SERIES_BAR || q->kind == SERIES_AREA;
}

static double series_x(const struct chart_series *q, int i)
{
    return q->x ? q->x[i] : i;
}

static double finite_or_zero(double v)
{
    return isfinite(v) ? v : 0;
}

/* Sum of the stacked series below series k at point i. */
static double stack_base(const struct chart *c, int k, int i)
{
    double sum = 0;
    for (int j = 0; j < k; j++)
        if (is_stacked(&c->series[j]) && i < c->series[j].n)
            sum += finite_or_zero(c->series[j].y[i]);
    return sum;
}

static void ranges_of_data(const struct chart *c, struct range *x, struct range *y)
{
    for (int k = 0; k < c->n_series; k++) {
        const struct chart_series *q = &c->series[k];
        if (is_stacked(q)) range_take(y, 0);
        for (int i = 0; i < q->n; i++) {
            range_take(x, series_x(q, i));
            range_take(y, is_stacked(q) ? stack_base(c, k, i) + q->y[i] : q->y[i]);
        }
    }
}

/* Drawing a limit of several times the greatest value would press the data flat. */
static bool is_far(const struct chart *c, const struct chart_limit *l)
{
    struct range x = {no_value, no_value}, y = x;
    ranges_of_data(c, &x, &y);
    return y.max > 0 && l->value > 2.5 * y.max;
}

static void range_bound(struct range *r, const struct chart_axis *a)
{
    if (a->has_zero) range_take(r, 0);
    if (isfinite(a->min)) r->min = a->min;
    if (isfinite(a->max)) r->max = a->max;
}

/* Legend. */

struct legend_item {
    const char *label;
    const struct chart_series *series;
    const struct chart_limit *limit;
    const struct chart_mark *event;
    int number;   /* of the event, from 1 */
    bool is_gap;  /* the colour of missing values */
    bool is_band; /* hatched ranges of x */
};

static struct pen series_pen(const struct chart_series *q)
{
    return (struct pen){
        .fill = COLOUR_NONE, .line = q->colour, .width = 1.4, .dash = q->dash, .gap = q->gap};
}

static struct pen limit_pen(const struct chart_limit *l)
{
    return (struct pen){
        .fill = COLOUR_NONE, .line = l->colour, .width = 1.1, .dash = l->dash, .gap = l->gap};
}

static const struct pen band_pen = {
    .fill = SHADE, .line = COLOUR_NONE, .hatch = HATCH_RISING, .hatch_colour = RULE};

static void draw_swatch(struct scene *s, double x, double y, const struct legend_item *it)
{
    struct point p = {x + SWATCH / 2.0, y};
    struct rect box = {x, y - 3.5, SWATCH, 7};
    if (it->event) {
        struct face f = {.size = label_face.size, .is_bold = true, .colour = it->event->colour};
        scene_text(s, x + SWATCH, y + 2.7, ANCHOR_END, f, arena_format(s->arena, "%d", it->number));
    } else if (it->is_band) {
        scene_box(s, box, band_pen);
    } else if (it->limit && isfinite(it->limit->value)) {
        scene_line(s, x, y, x + SWATCH, y, limit_pen(it->limit));
    } else if (it->limit || it->is_gap) {
        struct pen pen = {.fill = PAPER,
                          .line = INK_SOFT,
                          .width = 0.5,
                          .hatch = it->limit ? HATCH_FALLING : HATCH_NONE,
                          .hatch_colour = INK_SOFT};
        scene_box(s, box, pen);
    } else if (it->series->kind == SERIES_LINE) {
        scene_line(s, x, y, x + SWATCH, y, series_pen(it->series));
        if (it->series->has_markers) scene_dots(s, &p, 1, 4, it->series->colour);
    } else if (it->series->kind == SERIES_DOTS) {
        scene_dots(s, &p, 1, 3, it->series->colour);
    } else {
        struct pen pen = {.fill = it->series->colour, .line = INK, .width = 0.3};
        scene_box(s, box, pen);
    }
}

static const char *limit_text(const struct chart_limit *l, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    return arena_format(a, "%s", text_fixed(text, l->value, l->decimals, true));
}

static int legend_items(const struct chart *c, struct arena *a, struct legend_item **out)
{
    struct legend_item *it =
        ARENA_ARRAY(a, struct legend_item, (size_t)(c->n_series + c->n_limit + c->n_event) + 2);
    int n = 0;
    if (c->has_legend_above) {
        *out = it;
        return 0;
    }
    if (c->n_series > 1 || c->n_limit > 0)
        for (int i = 0; i < c->n_series; i++)
            if (!c->series[i].is_hidden)
                it[n++] =
                    (struct legend_item){.label = c->series[i].label, .series = &c->series[i]};
    for (int i = 0; i < c->n_limit; i++) {
        const struct chart_limit *l = &c->limit[i];
        const char *label =
            !isfinite(l->value) ? arena_format(a, "%s: no limit", l->label)
            : is_far(c, l) ? arena_format(a, "%s: %s, above the chart", l->label, limit_text(l, a))
                           : l->label;
        it[n++] = (struct legend_item){.label = label, .limit = l};
    }
    for (int i = 0; i < c->n_event; i++)
        it[n++] = (struct legend_item){
            .label = c->event[i].label, .event = &c->event[i], .number = i + 1};
    if (c->n_band && c->band_label)
        it[n++] = (struct legend_item){.label = c->band_label, .is_band = true};
    *out = it;
    return n;
}

static void draw_legend(struct canvas *v)
{
    struct legend_item *it;
    struct scene *s = v->s;
    int n = legend_items(v->c, s->arena, &it);
    double x = v->plot.x, right = v->plot.x + v->plot.w;
    for (int i = 0; i < n; i++) {
        const char *label = typeset_clean(s->arena, it[i].label);
        double room = v->plot.w - SWATCH - 5;
        double w = fmin(typeset_width(s->type, label, text_face), room);
        if (x > v->plot.x && x + SWATCH + 5 + w > right) {
            x = v->plot.x;
            plot_lower_top(v, LABEL_LEADING);
        }
        double y = v->plot.y + 7;
        draw_swatch(s, x, y - 2.7, &it[i]);
        scene_text_fit(s, x + SWATCH + 4, y, ANCHOR_START, text_face, room, label);
        x += SWATCH + 4 + w + 14;
    }
    if (n > 0) plot_lower_top(v, LABEL_LEADING + 3);
}

/* Axes. */

static void make_ticks(struct canvas *v)
{
    const struct chart *c = v->c;
    struct range x = {no_value, no_value}, y = x;
    ranges_of_data(c, &x, &y);
    for (int i = 0; i < c->n_limit; i++)
        if (!is_far(c, &c->limit[i])) range_take(&y, c->limit[i].value);
    if (y.min > 0 || y.min < 0) y.min -= 0.04 * (y.max - y.min); /* off the axis, to be seen */
    range_bound(&x, &c->x);
    range_bound(&y, &c->y);
    v->yt = ticks_nice(y.min, y.max, (int)fmax(4, v->plot.h / 32));
    v->xt = ticks_nice(x.min, x.max, 8);
    v->yt.is_year = c->y.is_year;
    v->xt.is_year = c->x.is_year;
    v->y = (struct scale){v->yt.first, ticks_last(&v->yt), 0, 0};
    v->x = (struct scale){v->xt.first, ticks_last(&v->xt), 0, 0};
    if (isfinite(c->x.min) && isfinite(c->x.max)) v->x.value0 = c->x.min, v->x.value1 = c->x.max;
    if (c->x.n_category && !c->x.at) v->x.value0 = -0.5, v->x.value1 = c->x.n_category - 0.5;
}

static double widest_tick(struct scene *s, const struct ticks *t)
{
    double w = 0;
    char text[TEXT_NUMBER_CAP];
    for (int i = 0; i < t->n; i++)
        w = fmax(w, typeset_width(s->type, ticks_text(t, i, text), label_face));
    return w;
}

static void draw_y_label(struct canvas *v)
{
    if (!v->c->y.label) return;
    scene_text_fit(v->s, v->plot.x, v->plot.y + 7, ANCHOR_START, label_face, v->plot.w,
                   v->c->y.label);
    plot_lower_top(v, LABEL_LEADING);
}

static void place_scales(struct canvas *v, double left, double right, double bottom)
{
    v->plot.x += left;
    v->plot.w -= left + right;
    v->plot.y += 4;
    v->plot.h -= 4 + bottom;
    v->x.point0 = v->plot.x;
    v->x.point1 = v->plot.x + v->plot.w;
    v->y.point0 = v->plot.y + v->plot.h;
    v->y.point1 = v->plot.y;
}

static void draw_y_ticks(const struct canvas *v)
{
    char text[TEXT_NUMBER_CAP];
    for (int i = 0; i < v->yt.n; i++) {
        double y = scale_at(&v->y, ticks_value(&v->yt, i));
        scene_line(v->s, v->plot.x, y, v->plot.x + v->plot.w, y, pen_line(GRID, 0.5));
        scene_text(v->s, v->plot.x - 4, y + 2.7, ANCHOR_END, label_face,
                   ticks_text(&v->yt, i, text));
    }
}

static void draw_x_number_ticks(const struct canvas *v)
{
    char text[TEXT_NUMBER_CAP];
    double base = v->plot.y + v->plot.h;
    for (int i = 0; i < v->xt.n; i++) {
        double value = ticks_value(&v->xt, i), x = scale_at(&v->x, value);
        if (x < v->plot.x - 0.5 || x > v->plot.x + v->plot.w + 0.5) continue;
        scene_line(v->s, x, base, x, base + 3, pen_line(INK_SOFT, 0.5));
        scene_text(v->s, x, base + 11, ANCHOR_MIDDLE, label_face, ticks_text(&v->xt, i, text));
    }
}

static void draw_x_categories(const struct canvas *v)
{
    const struct chart_axis *a = &v->c->x;
    double base = v->plot.y + v->plot.h, slot = v->plot.w / a->n_category;
    for (int i = 0; i < a->n_category; i++) {
        double x = scale_at(&v->x, a->at ? a->at[i] : i);
        scene_text_fit(v->s, x, base + 11, ANCHOR_MIDDLE, label_face, slot - 2, a->category[i]);
    }
}

static void draw_x_axis(const struct canvas *v)
{
    double base = v->plot.y + v->plot.h;
    if (v->c->x.n_category)
        draw_x_categories(v);
    else
        draw_x_number_ticks(v);
    scene_line(v->s, v->plot.x, base, v->plot.x + v->plot.w, base, pen_line(INK_SOFT, 0.7));
    if (v->c->x.label)
        scene_text_fit(v->s, v->plot.x + v->plot.w / 2, base + 22, ANCHOR_MIDDLE, label_face,
                       v->plot.w, v->c->x.label);
}

/* Series. */

static struct point *series_points(const struct canvas *v, const struct chart_series *q)
{
    struct point *p = ARENA_ARRAY(v->s->arena, struct point, (size_t)q->n + 1);
    for (int i = 0; i < q->n; i++) {
        p[i].x = scale_at(&v->x, series_x(q, i));
        p[i].y = isfinite(q->y[i]) ? scale_at(&v->y, q->y[i]) : no_value;
    }
    return p;
}

/* Drops points that lie within a quarter of a point of the one before: they
   cannot be seen, and a year has 8760.  Gaps and ends stay. */
static int thin(struct point *p, int n, double least)
{
    int kept = 0;
    for (int i = 0; i < n; i++) {
        bool is_end = i == 0 || i == n - 1 || !isfinite(p[i].y) || !isfinite(p[i + 1].y);
        if (!is_end && kept && hypot(p[i].x - p[kept - 1].x, p[i].y - p[kept - 1].y) < least)
            continue;
        p[kept++] = p[i];
    }
    return kept;
}

static void draw_line_series(const struct canvas *v, const struct chart_series *q)
{
    struct point *p = series_points(v, q);
    int n = thin(p, q->n, 0.25);
    scene_polyline(v->s, p, n, series_pen(q));
    if (q->has_markers) scene_dots(v->s, p, n, 4, q->colour);
}

/* Dots on a lattice of half a point, each drawn once. */
static void draw_dot_series(const struct canvas *v, const struct chart_series *q)
{
    struct point *p = series_points(v, q);
    int columns = (int)(v->plot.w * 2) + 2, rows = (int)(v->plot.h * 2) + 2, n = 0;
    unsigned char *taken = ARENA_ARRAY(v->s->arena, unsigned char, (size_t)columns *(size_t)rows);
    for (int i = 0; i < q->n; i++) {
        if (!isfinite(p[i].x) || !isfinite(p[i].y)) continue;
        int x = (int)((p[i].x - v->plot.x) * 2), y = (int)((p[i].y - v->plot.y) * 2);
        if (x < 0 || y < 0 || x >= columns || y >= rows || taken[y * columns + x]) continue;
        taken[y * columns + x] = 1;
        p[n++] = (struct point){v->plot.x + x / 2.0, v->plot.y + y / 2.0};
    }
    scene_dots(v->s, p, n, 1.6, q->colour);
}

static void draw_bar_series(const struct canvas *v, int k)
{
    const struct chart_series *q = &v->c->series[k];
    double slot = v->plot.w / (q->n > 0 ? q->n : 1), w = 0.66 * slot;
    for (int i = 0; i < q->n; i++) {
        double x = scale_at(&v->x, series_x(q, i)), base = stack_base(v->c, k, i);
        if (!isfinite(q->y[i])) {
            if (k == 0)
                scene_text_turned(v->s, x + 2.7, v->plot.y + v->plot.h - 4, ANCHOR_START,
                                  label_face, 90, "no data");
            continue;
        }
        double y0 = scale_at(&v->y, base), y1 = scale_at(&v->y, base + q->y[i]);
        struct pen pen = {.fill = q->colour, .line = INK, .width = 0.3};
        if (fabs(y1 - y0) > 0.05)
            scene_box(v->s, (struct rect){x - w / 2, fmin(y0, y1), w, fabs(y1 - y0)}, pen);
    }
}

static void draw_area_series(const struct canvas *v, int k)
{
    const struct chart_series *q = &v->c->series[k];
    struct point *p = ARENA_ARRAY(v->s->arena, struct point, 2 * (size_t)q->n + 1);
    for (int i = 0; i < q->n; i++) {
        double x = scale_at(&v->x, series_x(q, i)), base = stack_base(v->c, k, i);
        p[i] = (struct point){x, scale_at(&v->y, base + finite_or_zero(q->y[i]))};
        p[2 * q->n - 1 - i] = (struct point){x, scale_at(&v->y, base)};
    }
    int upper = thin(p, q->n, 0.25), lower = thin(p + q->n, q->n, 0.25);
    for (int i = 0; i < lower; i++) p[upper + i] = p[q->n + i];
    scene_area(v->s, p, upper + lower, pen_fill(q->colour));
}

/* Hatches where the first series lies over the limit. */
static void draw_over(const struct canvas *v)
{
    const struct chart *c = v->c;
    if (!c->over || !c->n_series || !isfinite(c->limit[c->over - 1].value)) return;
    double floor_y = scale_at(&v->y, c->limit[c->over - 1].value);
    struct point *p = series_points(v, &c->series[0]);
    int n = thin(p, c->series[0].n, 0.25);
    struct pen pen = {
        .fill = COLOUR_NONE, .line = COLOUR_NONE, .hatch = HATCH_RISING, .hatch_colour = BAD};
    struct point *area = ARENA_ARRAY(v->s->arena, struct point, (size_t)n + 2);
    for (int i = 0; i < n;) {
        int start = i, m = 0;
        while (i < n && p[i].y < floor_y - 0.3) area[m++] = p[i++];
        if (m > 0) {
            area[m++] = (struct point){p[i - 1].x, floor_y};
            area[m++] = (struct point){p[start].x, floor_y};
            scene_area(v->s, area, m, pen);
        } else {
            i++;
        }
    }
}

static void draw_series(const struct canvas *v)
{
    for (int k = 0; k < v->c->n_series; k++) {
        const struct chart_series *q = &v->c->series[k];
        switch (q->kind) {
        case SERIES_LINE: draw_line_series(v, q); break;
        case SERIES_DOTS: draw_dot_series(v, q); break;
        case SERIES_BAR:
            if (!q->is_hidden) draw_bar_series(v, k);
            break;
        case SERIES_AREA: draw_area_series(v, k); break;
        }
    }
}

/* Values of limits beside the right edge, moved apart where they would touch. */
static void draw_limits(const struct canvas *v)
{
    double last = -1e9;
    bool *is_done = ARENA_ARRAY(v->s->arena, bool, (size_t)v->c->n_limit + 1);
    for (int k = 0; k < v->c->n_limit; k++) {
        int next = -1;
        for (int i = 0; i < v->c->n_limit; i++) /* from the top */
            if (!is_done[i] && isfinite(v->c->limit[i].value) &&
                (next < 0 || v->c->limit[i].value > v->c->limit[next].value))
                next = i;
        if (next < 0) return;
        is_done[next] = true;
        const struct chart_limit *l = &v->c->limit[next];
        if (is_far(v->c, l)) continue;
        double y = scale_at(&v->y, l->value), at = fmax(y + 2.7, last + label_face.size + 1);
        scene_line(v->s, v->plot.x, y, v->plot.x + v->plot.w, y, limit_pen(l));
        struct face f = {.size = label_face.size, .is_bold = true, .colour = l->colour};
        scene_text(v->s, v->plot.x + v->plot.w + 4, at, ANCHOR_START, f,
                   limit_text(l, v->s->arena));
        last = at;
    }
}

/* What happens on the way, by numbers that the legend tells; those that would touch are
   moved to the right. */
static void draw_events(const struct canvas *v)
{
    double last = -1e9, right = v->plot.x + v->plot.w;
    for (int i = 0; i < v->c->n_event; i++) {
        const struct chart_mark *m = &v->c->event[i];
        double x = scale_at(&v->x, m->at);
        if (!isfinite(m->at) || x < v->plot.x - 0.5 || x > right + 0.5) continue;
        struct pen pen = {
            .fill = COLOUR_NONE, .line = m->colour, .width = 0.8, .dash = 1.5, .gap = 1.5};
        struct face f = {.size = label_face.size, .is_bold = true, .colour = m->colour};
        const char *number = arena_format(v->s->arena, "%d", i + 1);
        double at = fmax(x, last + typeset_width(v->s->type, number, f) + 1.5);
        scene_line(v->s, x, v->plot.y, x, v->plot.y + v->plot.h, pen);
        scene_text(v->s, at, v->plot.y - 2, ANCHOR_MIDDLE, f, number);
        last = at;
    }
}

static bool has_points(const struct chart *c)
{
    for (int k = 0; k < c->n_series; k++)
        for (int i = 0; i < c->series[k].n; i++)
            if (isfinite(c->series[k].y[i])) return true;
    return false;
}

static void draw_bands(const struct canvas *v)
{
    for (int i = 0; i < v->c->n_band; i++) {
        double from = fmax(scale_at(&v->x, v->c->band[i].from), v->plot.x);
        double to = fmin(scale_at(&v->x, v->c->band[i].to), v->plot.x + v->plot.w);
        if (to > from)
            scene_box(v->s, (struct rect){from, v->plot.y, to - from, v->plot.h}, band_pen);
    }
}

static void draw_mark(const struct canvas *v)
{
    if (!isfinite(v->c->mark)) return;
    double x = scale_at(&v->x, v->c->mark);
    scene_line(v->s, x, v->plot.y - 2, x, v->plot.y + v->plot.h, pen_line(BAD, 1.2));
    if (!v->c->mark_label) return;
    struct face f = {.size = label_face.size, .is_bold = true, .colour = BAD};
    scene_text(v->s, x, v->plot.y - 5, ANCHOR_MIDDLE, f, v->c->mark_label);
}

static double room_left(struct canvas *v)
{
    make_ticks(v);
    return widest_tick(v->s, &v->yt) + 6;
}

static double room_right(const struct chart *c)
{
    return c->n_limit ? 40 : 10;
}

static void draw_xy(struct canvas *v)
{
    draw_legend(v);
    draw_y_label(v);
    if (v->c->n_event) plot_lower_top(v, 5);
    double left = room_left(v);
    place_scales(v, fmax(left, v->left), fmax(room_right(v->c), v->right), v->c->x.label ? 26 : 15);
    draw_bands(v);
    draw_y_ticks(v);
    draw_over(v);
    draw_series(v);
    draw_limits(v);
    draw_events(v);
    draw_x_axis(v);
    if (v->c->mark_label) draw_mark(v);
    if (!has_points(v->c))
        scene_text(v->s, v->plot.x + v->plot.w / 2, v->plot.y + v->plot.h / 2, ANCHOR_MIDDLE,
                   text_face, "no data");
}

/* Horizontal bars. */

static double widest_label(struct scene *s, const struct chart *c, bool is_text)
{
    double w = 0;
    for (int i = 0; i < c->n_bar; i++) {
        const char *text = typeset_clean(s->arena, is_text ? c->bar[i].text : c->bar[i].label);
        w = fmax(w, typeset_width(s->type, text, text_face));
    }
    return w;
}

static void draw_bar(const struct canvas *v, const struct chart_bar *b, double y, double h)
{
    double zero = scale_at(&v->x, 0), right = v->plot.x + v->plot.w;
    if (!isfinite(b->value)) {
        struct pen pen = {.fill = PAPER,
                          .line = INK_SOFT,
                          .width = 0.5,
                          .dash = 2,
                          .gap = 2,
                          .hatch = HATCH_FALLING,
                          .hatch_colour = RULE};
        scene_box(v->s, (struct rect){zero, y, right - zero, h}, pen);
        return;
    }
    double end = fmin(scale_at(&v->x, b->value), right);
    struct pen pen = {.fill = b->colour, .line = INK, .width = 0.3};
    scene_box(v->s, (struct rect){fmin(zero, end), y, fmax(fabs(end - zero), 0.6), h}, pen);
    if (!(b->value > b->beyond)) return;
    double from = scale_at(&v->x, b->beyond);
    struct pen over = {
        .fill = PAPER, .line = BAD, .width = 0.6, .hatch = HATCH_RISING, .hatch_colour = BAD};
    if (end > from) scene_box(v->s, (struct rect){from, y, end - from, h}, over);
}

static void bars_scale(struct canvas *v, double left, double right)
{
    struct range x = {0, 0};
    for (int i = 0; i < v->c->n_bar; i++) range_take(&x, v->c->bar[i].value);
    range_take(&x, v->c->mark);
    range_bound(&x, &v->c->x);
    v->xt = ticks_nice(x.min, x.max > x.min ? x.max : x.min + 1, 5);
    v->x = (struct scale){v->xt.first, ticks_last(&v->xt), 0, 0};
    v->y = (struct scale){0, 1, 0, 0};
    place_scales(v, left, right, v->c->x.label ? 26 : 15);
}

static void draw_bars(struct canvas *v)
{
    struct scene *s = v->s;
    const struct chart *c = v->c;
    double label = fmin(widest_label(s, c, false), 0.42 * v->plot.w),
           text = fmin(widest_label(s, c, true), 0.25 * v->plot.w);
    double x_label = v->plot.x;
    if (c->mark_label) plot_lower_top(v, LABEL_LEADING);
    bars_scale(v, label + 8, text + 10);
    for (int i = 0; i < v->xt.n; i++) {
        double x = scale_at(&v->x, ticks_value(&v->xt, i));
        scene_line(s, x, v->plot.y, x, v->plot.y + v->plot.h, pen_line(GRID, 0.5));
    }
    double row = v->plot.h / (c->n_bar > 0 ? c->n_bar : 1), h = fmin(0.62 * row, 12);
    for (int i = 0; i < c->n_bar; i++) {
        double middle = v->plot.y + (i + 0.5) * row;
        draw_bar(v, &c->bar[i], middle - h / 2, h);
        scene_text_fit(s, x_label + label, middle + 2.7, ANCHOR_END, text_face, label,
                       c->bar[i].label);
        scene_text_fit(s, v->plot.x + v->plot.w + 6, middle + 2.7, ANCHOR_START, text_face, text,
                       c->bar[i].text);
    }
    draw_mark(v);
    draw_x_axis(v);
}

/* Heat map. */

static bool heat_range(const struct chart_heat *h, struct range *r)
{
    bool has_gap = false;
    *r = (struct range){no_value, no_value};
    for (int i = 0; i < h->columns * h->rows; i++) {
        range_take(r, h->value[i]);
        if (!isfinite(h->value[i])) has_gap = true;
    }
    if (isfinite(h->min)) r->min = h->min;
    if (isfinite(h->max)) r->max = h->max;
    return has_gap;
}

static void draw_colour_bar(const struct canvas *v, const struct ticks *t, double x)
{
    enum { STEPS = 64 };
    unsigned cell[STEPS];
    char text[TEXT_NUMBER_CAP];
    for (int i = 0; i < STEPS; i++) cell[i] = palette_cividis(1 - (i + 0.5) / STEPS);
    struct rect box = {x, v->plot.y, 10, v->plot.h};
    scene_cells(v->s, box, 1, STEPS, cell);
    scene_box(v->s, box, pen_line(INK_SOFT, 0.5));
    struct scale scale = {t->first, ticks_last(t), v->plot.y + v->plot.h, v->plot.y};
    for (int i = 0; i < t->n; i++) {
        double y = scale_at(&scale, ticks_value(t, i));
        scene_line(v->s, x + 10, y, x + 13, y, pen_line(INK_SOFT, 0.5));
        scene_text(v->s, x + 15, y + 2.7, ANCHOR_START, label_face, ticks_text(t, i, text));
    }
}

static void draw_heat_cells(const struct canvas *v, const struct ticks *t)
{
    const struct chart_heat *h = &v->c->heat;
    unsigned *cell = ARENA_ARRAY(v->s->arena, unsigned, (size_t)h->columns *(size_t)h->rows);
    struct scale to_unit = {t->first, ticks_last(t), 0, 1};
    for (int x = 0; x < h->columns; x++)
        for (int y = 0; y < h->rows; y++) {
            double value = h->value[x * h->rows + y];
            cell[(h->rows - 1 - y) * h->columns + x] =
                isfinite(value) ? palette_cividis(scale_at(&to_unit, value)) : PAPER;
        }
    scene_cells(v->s, v->plot, h->columns, h->rows, cell);
    scene_box(v->s, v->plot, pen_line(INK_SOFT, 0.7));
}

static void draw_heat_rows(const struct canvas *v)
{
    char text[TEXT_NUMBER_CAP];
    for (int i = 0; i < v->yt.n; i++) {
        double y = scale_at(&v->y, ticks_value(&v->yt, i));
        scene_text(v->s, v->plot.x - 4, y + 2.7, ANCHOR_END, label_face,
                   ticks_text(&v->yt, i, text));
    }
}

static void draw_heat(struct canvas *v)
{
    const struct chart_heat *h = &v->c->heat;
    struct range r;
    bool has_gap = heat_range(h, &r);
    double right = v->plot.x + v->plot.w;
    scene_text(v->s, right, v->plot.y + 7, ANCHOR_END, label_face, h->label);
    if (has_gap) {
        struct legend_item gap = {.is_gap = true};
        draw_swatch(v->s, v->plot.x + 150, v->plot.y + 4.3, &gap);
        scene_text(v->s, v->plot.x + 150 + SWATCH + 4, v->plot.y + 7, ANCHOR_START, text_face,
                   "no data");
    }
    draw_y_label(v);
    struct ticks t = ticks_nice(r.min, r.max, 5);
    v->yt = (struct ticks){0, 6, h->rows / 6 + 1, 0, false};
    v->y = (struct scale){0, h->rows, 0, 0};
    v->x = (struct scale){0, h->columns, 0, 0};
    place_scales(v, 18, 52, v->c->x.label ? 26 : 15);
    draw_heat_cells(v, &t);
    draw_heat_rows(v);
    draw_x_categories(v);
    draw_colour_bar(v, &t, v->plot.x + v->plot.w + 12);
    if (v->c->x.label)
        scene_text(v->s, v->plot.x + v->plot.w / 2, v->plot.y + v->plot.h + 22, ANCHOR_MIDDLE,
                   label_face, v->c->x.label);
}

/* Height over width. */
static double chart_share(const struct chart *c)
{
    if (c->aspect > 0) return c->aspect;
    return c->kind == CHART_HEAT ? 0.30 : 0.40;
}

/* Charts one under the other, their plots as wide as the narrowest needs. */
static void draw_column(struct scene *s, struct rect box, const struct chart *c)
{
    double all = 0, left = 0, right = 0, title = *c->title ? 2 * LEADING + 3 : 0;
    for (const struct chart *x = c; x; x = x->below) {
        struct canvas v = {.s = s, .c = x, .plot = box};
        all += chart_share(x);
        left = fmax(left, room_left(&v));
        right = fmax(right, room_right(x));
    }
    for (const struct chart *x = c; x; x = x->below) {
        struct canvas v = {.s = s, .c = x, .plot = box, .left = left, .right = right};
        v.plot.h = (box.h - title) * chart_share(x) / all + (x == c ? title : 0);
        box.y += v.plot.h;
        v.plot.h -= x->below ? COLUMN_GAP : 0;
        draw_title(&v);
        draw_xy(&v);
    }
}

void chart_draw(struct scene *s, struct rect box, const struct chart *c)
{
    struct canvas v = {.s = s, .c = c, .plot = box};
    if (c->below) {
        draw_column(s, box, c);
        return;
    }
    draw_title(&v);
    switch (c->kind) {
    case CHART_XY: draw_xy(&v); break;
    case CHART_BARS: draw_bars(&v); break;
    case CHART_HEAT: draw_heat(&v); break;
    }
}

double chart_height(const struct chart *c, double width)
{
    double below = c->below ? chart_height(c->below, width) : 0;
    if (c->kind == CHART_BARS) return 2 * LEADING + 3 + LABEL_LEADING + 30 + BAR_ROW * c->n_bar;
    return chart_share(c) * width + below;
}
