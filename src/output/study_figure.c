#include "output/study_figure.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "output/axis.h"
#include "output/chart.h"
#include "output/palette.h"
#include "output/show.h"
#include "output/study_map.h"

enum { PANELS = 6, LEVELS = 8, GAP = 12 };

static const double page_width = 560, margin = 14, png_scale = 2;
#define LEGEND_SHARE 0.018 /* height of its line over the width of the page, most have one each */

struct drawing {
    const struct study_table *t;
    const struct study_grid *g;
    struct arena *a;
    int n_panel, panel[PANELS]; /* outcomes */
};

struct panel { /* one of the two */
    const struct chart *chart;
    const struct study_map *map;
};

/* ---- words ------------------------------------------------------------ */

static const char *with_unit(const struct drawing *d, const char *name, const char *unit)
{
    return *unit ? arena_format(d->a, "%s, %s", name, show_unit(d->a, unit, d->t->currency)) : name;
}

static const char *outcome_label(const struct drawing *d, int outcome)
{
    const struct metric_row *m = outcome_row(outcome);
    if (!strcmp(m->unit, "month")) return arena_format(d->a, "%s, year", m->label);
    return with_unit(d, m->label, study_unit(d->t, outcome, d->a));
}

static const char *variable_label(const struct drawing *d, int v)
{
    return with_unit(d, d->t->variable[v].key, d->t->variable[v].unit);
}

/* Months as years, so that the axis reads as a calendar. */
static double drawn(const struct drawing *d, int outcome, int i)
{
    double x = i < 0 ? (double)NAN : study_value(d->t, outcome, i);
    return strcmp(outcome_row(outcome)->unit, "month") != 0 ? x : x / MONTHS;
}

static const char *value_text(const struct drawing *d, int outcome, double x)
{
    char month[TEXT_NUMBER_CAP];
    const struct metric_row *m = outcome_row(outcome);
    if (isnan(x)) return "no data";
    if (outcome == O_FITS) return x > 0 ? "yes" : "no";
    if (!strcmp(m->unit, "month")) return arena_format(d->a, "%s", date_write_month((int)x, month));
    return show_number(d->a, x, m->decimals, "no data");
}

/* "Electricity bill is least, 365,600 CNY, at room.hall.supply = 22 degC". */
static const char *title_of(const struct drawing *d, int outcome)
{
    const struct study_table *t = d->t;
    const char *what = outcome_row(outcome)->label;
    if (outcome != t->key || t->best < 0) return what;
    const char *unit = strcmp(outcome_row(outcome)->unit, "month")
                           ? show_unit(d->a, outcome_row(outcome)->unit, t->currency)
                           : "";
    bool is_broken = study_value(t, O_FITS, t->best) < 1;
    return arena_format(d->a, "%s is %s, %s%s%s, at %s%s", what,
                        study_more_is_better(outcome) ? "greatest" : "least",
                        value_text(d, outcome, study_value(t, outcome, t->best)), *unit ? " " : "",
                        unit, show_prose(d->a, study_grid_label(t, d->g, t->best, -1, d->a)),
                        is_broken ? ", but no point fits" : "");
}

/* ---- lines over one number ------------------------------------------------------------ */

static bool is_bad(const struct drawing *d, int i)
{
    return i >= 0 && (d->t->point[i].status == POINT_FAILED || study_value(d->t, O_FITS, i) < 1);
}

/* Where points of all lines break a limit or failed; half way to the neighbours. */
static void set_bands(const struct drawing *d, struct chart *c)
{
    const struct study_grid *g = d->g;
    struct chart_band *b = ARENA_ARRAY(d->a, struct chart_band, (size_t)g->n_x + 1);
    for (int x = 0; x < g->n_x; x++) {
        int bad = 0;
        for (int y = 0; y < g->n_y; y++) bad += is_bad(d, g->point[x * g->n_y + y]);
        if (bad < g->n_y) continue;
        double left = x ? (g->x_value[x - 1] + g->x_value[x]) / 2 : g->x_value[x],
               right = x + 1 < g->n_x ? (g->x_value[x] + g->x_value[x + 1]) / 2 : g->x_value[x];
        if (c->n_band && b[c->n_band - 1].to >= left)
            b[c->n_band - 1].to = right;
        else
            b[c->n_band++] = (struct chart_band){left, right};
    }
    c->band = b;
    c->band_label = d->g->n_y > 1    ? "no line has a point that fits"
                    : d->t->n_failed ? "a limit is broken, or could not be simulated (a gap)"
                                     : "a limit is broken";
}

/* Points that break a limit, as a line of which only the markers are seen. */
static struct chart_series bad_points(const struct drawing *d, int outcome)
{
    const struct study_grid *g = d->g;
    size_t most = 2 * (size_t)(g->n_x * g->n_y) + 1;
    double *x = ARENA_ARRAY(d->a, double, most), *y = ARENA_ARRAY(d->a, double, most);
    struct chart_series q = {.label = "breaks a limit",
                             .kind = SERIES_LINE,
                             .x = x,
                             .y = y,
                             .colour = OKABE_BLACK,
                             .has_markers = true};
    for (int k = 0; k < g->n_x * g->n_y; k++) {
        double value = drawn(d, outcome, g->point[k]);
        if (!is_bad(d, g->point[k]) || isnan(value)) continue;
        x[q.n] = x[q.n + 1] = g->x_value[k / g->n_y];
        y[q.n++] = value;
        y[q.n++] = (double)NAN;
    }
    return q;
}

static void set_lines(const struct drawing *d, struct chart *c, int outcome)
{
    const struct study_grid *g = d->g;
    struct chart_series *q = ARENA_ARRAY(d->a, struct chart_series, (size_t)g->n_y + 1);
    for (int y = 0; y < g->n_y; y++) {
        double *value = ARENA_ARRAY(d->a, double, (size_t)g->n_x + 1);
        for (int x = 0; x < g->n_x; x++) value[x] = drawn(d, outcome, g->point[x * g->n_y + y]);
        q[c->n_series++] = (struct chart_series){.label = show_prose(d->a, g->y_text[y]),
                                                 .kind = SERIES_LINE,
                                                 .n = g->n_x,
                                                 .x = g->x_value,
                                                 .y = value,
                                                 .colour = palette_series(y),
                                                 .dash = y >= 6 ? 4 : 0,
                                                 .gap = y >= 6 ? 2 : 0,
                                                 .has_markers = g->n_x <= 40};
    }
    struct chart_series bad = bad_points(d, outcome);
    if (bad.n && g->n_y > 1) q[c->n_series++] = bad; /* of one line, the hatching tells */
    c->series = q;
}

static struct chart *line_chart(const struct drawing *d, int outcome, bool is_first)
{
    struct chart *c = ARENA_ARRAY(d->a, struct chart, 1);
    *c = (struct chart){.kind = CHART_XY,
                        .title = outcome == d->t->key ? title_of(d, outcome) : "",
                        .aspect = is_first ? 0.34 + LEGEND_SHARE * d->g->n_y : 0.28,
                        .mark = (double)NAN,
                        .has_legend_above = !is_first};
    c->x.min = d->g->x_value[0];
    c->x.max = d->g->x_value[d->g->n_x - 1];
    if (d->g->n_x == 1) c->x.min = c->x.max = (double)NAN;
    c->y.min = c->y.max = (double)NAN;
    c->y.label = outcome_label(d, outcome);
    c->y.is_year = !strcmp(outcome_row(outcome)->unit, "month");
    set_lines(d, c, outcome);
    set_bands(d, c);
    if (outcome == d->t->key && d->t->best >= 0 && d->g->n_x > 1) {
        c->mark = d->t->number(d->t->context, d->g->x, d->t->best);
        c->mark_label = "best";
    }
    return c;
}

/* One under the other, over the same axis. */
static const struct chart *line_charts(const struct drawing *d)
{
    struct chart *first = line_chart(d, d->panel[0], true), *last = first;
    for (int k = 1; k < d->n_panel; k++) {
        struct chart *next = line_chart(d, d->panel[k], false);
        last->below = next;
        last = next;
    }
    last->x.label = variable_label(d, d->g->x);
    last->aspect += 0.05;
    return first;
}

/* ---- maps over two numbers ------------------------------------------------------------ */

static const char **texts(const struct drawing *d, const double *value, int n)
{
    const char **text = ARENA_ARRAY(d->a, const char *, (size_t)n + 1);
    char number[TEXT_NUMBER_CAP];
    for (int i = 0; i < n; i++) text[i] = arena_format(d->a, "%s", text_shortest(number, value[i]));
    return text;
}

static void range_of(const double *value, int n, double *low, double *high)
{
    *low = *high = (double)NAN;
    for (int i = 0; i < n; i++) {
        if (!isfinite(value[i])) continue;
        if (!(*low <= value[i])) *low = value[i];
        if (!(*high >= value[i])) *high = value[i];
    }
}

/* Lines at round values, the longest of each level labelled. */
static void set_contours(const struct drawing *d, struct study_map *m)
{
    double low, high;
    int n = m->columns * m->rows, most = 0;
    range_of(m->value, n, &low, &high);
    if (!(high > low)) return;
    struct ticks t = ticks_nice(low, high, LEVELS);
    struct contour **of = ARENA_ARRAY(d->a, struct contour *, (size_t)t.n);
    int *count = ARENA_ARRAY(d->a, int, (size_t)t.n);
    for (int k = 0; k < t.n; k++) {
        double level = ticks_value(&t, k);
        if (level > low && level < high)
            count[k] = contours_find(m->value, m->columns, m->rows, level, &of[k], d->a);
        most += count[k];
    }
    struct study_map_line *line = ARENA_ARRAY(d->a, struct study_map_line, (size_t)most + 1);
    for (int k = 0; k < t.n; k++) {
        char text[TEXT_NUMBER_CAP];
        int longest = 0;
        for (int i = 0; i < count[k]; i++) {
            line[m->n_line + i].line = of[k][i];
            if (of[k][i].n > of[k][longest].n) longest = i;
        }
        if (count[k])
            line[m->n_line + longest].label = arena_format(d->a, "%s", ticks_text(&t, k, text));
        m->n_line += count[k];
    }
    m->line = line;
}

static const struct study_map *map_of(const struct drawing *d, int outcome)
{
    const struct study_grid *g = d->g;
    size_t n = (size_t)(g->n_x * g->n_y);
    struct study_map *m = ARENA_ARRAY(d->a, struct study_map, 1);
    double *value = ARENA_ARRAY(d->a, double, n + 1);
    bool *is_broken = ARENA_ARRAY(d->a, bool, n + 1), *has_failed = ARENA_ARRAY(d->a, bool, n + 1);
    *m = (struct study_map){.title = title_of(d, outcome),
                            .x_label = variable_label(d, g->x),
                            .y_label = variable_label(d, g->y),
                            .scale_label = outcome_label(d, outcome),
                            .columns = g->n_x,
                            .rows = g->n_y,
                            .x_text = texts(d, g->x_value, g->n_x),
                            .y_text = texts(d, g->y_value, g->n_y),
                            .value = value,
                            .is_broken = is_broken,
                            .has_failed = has_failed,
                            .best_x = -1,
                            .best_y = -1,
                            .best = "best point"};
    for (size_t k = 0; k < n; k++) {
        int i = g->point[k];
        value[k] = drawn(d, outcome, i);
        is_broken[k] = i >= 0 && study_value(d->t, O_FITS, i) < 1;
        has_failed[k] = i >= 0 && d->t->point[i].status == POINT_FAILED;
        if (i < 0 || i != d->t->best) continue;
        m->best_x = (int)k / g->n_y;
        m->best_y = (int)k % g->n_y;
    }
    set_contours(d, m);
    return m;
}

/* ---- bars ------------------------------------------------------------ */

static const struct chart *bar_chart(const struct drawing *d, int outcome)
{
    struct chart *c = ARENA_ARRAY(d->a, struct chart, 1);
    struct chart_bar *b = ARENA_ARRAY(d->a, struct chart_bar, (size_t)d->g->n_x + 1);
    *c = (struct chart){.kind = CHART_BARS,
                        .title = title_of(d, outcome),
                        .mark = (double)NAN,
                        .n_bar = d->g->n_x,
                        .bar = b};
    c->x.min = c->x.max = c->y.min = c->y.max = (double)NAN;
    c->x.label = outcome_label(d, outcome);
    c->x.is_year = !strcmp(outcome_row(outcome)->unit, "month");
    for (int i = 0; i < d->g->n_x; i++) {
        const char *text = value_text(d, outcome, study_value(d->t, outcome, i));
        if (d->t->point[i].status == POINT_FAILED) text = "failed";
        if (study_value(d->t, O_FITS, i) < 1) text = arena_format(d->a, "%s, breaks a limit", text);
        b[i] =
            (struct chart_bar){.label = show_prose(d->a, study_grid_label(d->t, d->g, i, -1, d->a)),
                               .value = drawn(d, outcome, i),
                               .beyond = (double)NAN,
                               .text = text,
                               .colour = i == d->t->best ? OKABE_GREEN : OKABE_BLUE};
    }
    return c;
}

/* ---- the drawing ------------------------------------------------------------ */

static int find_panels(const struct drawing *d, struct panel *p)
{
    if (!d->n_panel) return 0;
    if (d->g->kind == STUDY_LINES) {
        p[0] = (struct panel){.chart = line_charts(d)};
        return 1;
    }
    for (int k = 0; k < d->n_panel; k++)
        p[k] = d->g->kind == STUDY_HEAT ? (struct panel){.map = map_of(d, d->panel[k])}
                                        : (struct panel){.chart = bar_chart(d, d->panel[k])};
    return d->n_panel;
}

static double panel_height(const struct panel *p, double w)
{
    return ceil(p->map ? study_map_height(p->map, w) : chart_height(p->chart, w));
}

struct scene *study_figure_scene(const struct study_table *t, const struct study_grid *g,
                                 struct typeset *type, struct arena *a)
{
    struct drawing d = {.t = t, .g = g, .a = a};
    struct panel panel[PANELS];
    double w = page_width - 2 * margin, h = 2 * margin;
    while (d.n_panel < t->n_shown && d.n_panel < PANELS) {
        d.panel[d.n_panel] = t->shown[d.n_panel];
        d.n_panel++;
    }
    int n = find_panels(&d, panel);
    for (int k = 0; k < n; k++) h += panel_height(&panel[k], w) + (k ? GAP : 0);
    struct scene *s = scene_new(a, type, page_width, h);
    scene_box(s, (struct rect){0, 0, s->width, s->height},
              (struct pen){.fill = PAPER, .line = COLOUR_NONE});
    struct rect box = {margin, margin, w, 0};
    for (int k = 0; k < n; k++, box.y += box.h + GAP) {
        box.h = panel_height(&panel[k], w);
        if (panel[k].map)
            study_map_draw(s, box, panel[k].map);
        else
            chart_draw(s, box, panel[k].chart);
    }
    return s;
}

enum study_figure_kind study_figure_kind(const char *path, struct diags *ds)
{
    static const char *const ending[] = {"", ".svg", ".pdf", ".png"};
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    for (int k = STUDY_FIGURE_SVG; dot && k <= STUDY_FIGURE_PNG; k++)
        if (!strcasecmp(dot, ending[k])) return (enum study_figure_kind)k;
    diag_error(ds, DIAG_USAGE, (struct place){0}, "the name ends in .svg, .pdf or .png",
               "what kind of picture '%s' is to be is not known", path);
    return STUDY_FIGURE_NONE;
}

bool study_figure_save(enum study_figure_kind kind, struct scene *s, const char *title,
                       const struct pdf_info *info, const char *path, struct arena *a,
                       struct diags *ds)
{
    struct scene *page[1] = {s};
    struct document d = {
        .title = title, .width = s->width, .height = s->height, .n_page = 1, .page = page};
    if (kind == STUDY_FIGURE_SVG) return svg_write(s, path, a, ds);
    if (kind == STUDY_FIGURE_PNG) return png_write(s, png_scale, path, a, ds);
    return pdf_write(&d, info, path, a, ds);
}

bool study_figure_write(const struct study_table *t, struct date date, const char *path,
                        struct arena *a, struct diags *ds)
{
    struct study_grid g;
    enum study_figure_kind kind = study_figure_kind(path, ds);
    if (kind == STUDY_FIGURE_NONE || !study_grid_find(t, &g, a, ds)) return false;
    struct typeset *type = typeset_new(a);
    bool is_good = typeset_has_font(type, ds);
    if (is_good) {
        struct scene *s = study_figure_scene(t, &g, type, a);
        struct pdf_info info = {.author = "dcplan",
                                .subject = t->definition,
                                .keywords = "datacenter, study",
                                .date = date};
        const char *title = arena_format(a, "%s: %s", t->command, t->title);
        is_good = study_figure_save(kind, s, title, &info, path, a, ds);
    }
    typeset_report(type, ds);
    typeset_free(type);
    return is_good;
}
