#include "output/waterfall_figure.h"

#include <math.h>

#include "output/cairo_out.h"
#include "output/chart.h"
#include "output/palette.h"
#include "output/show.h"

static const double page_width = 560, margin = 14;

/* Bars of one metric: the sites, and between them the steps on what came before. */
struct bars {
    double *below, *whole, *more, *less; /* [steps + 2] */
};

static struct bars bars_of(const struct waterfall *w, int m, struct arena *a)
{
    size_t n = (size_t)w->n_step + 2;
    struct bars b = {ARENA_ARRAY(a, double, n), ARENA_ARRAY(a, double, n),
                     ARENA_ARRAY(a, double, n), ARENA_ARRAY(a, double, n)};
    double at = w->from[m];
    b.whole[0] = w->from[m];
    for (int i = 0; i < w->n_step; i++) {
        double by = w->step[i].by[m];
        b.below[i + 1] = by < 0 ? at + by : at;
        *(by < 0 ? &b.less[i + 1] : &b.more[i + 1]) = fabs(by);
        at += by;
    }
    b.whole[n - 1] = w->to[m];
    return b;
}

static const char **names_of(const struct waterfall *w, struct arena *a)
{
    const char **name = ARENA_ARRAY(a, const char *, (size_t)w->n_step + 2);
    name[0] = w->from_name;
    for (int i = 0; i < w->n_step; i++) name[i + 1] = w->step[i].group;
    name[w->n_step + 1] = w->to_name;
    return name;
}

static const char *label_of(const struct waterfall *w, int m, struct arena *a)
{
    const struct metric_row *row = &metric_rows[w->metric[m]];
    const char *unit = show_unit(a, row->unit, w->currency);
    return *unit ? arena_format(a, "%s, %s", row->label, unit) : row->label;
}

/* Whether any step of any metric goes that way: the legend of the first panel is of all. */
static bool has_step(const struct waterfall *w, double sign)
{
    for (int i = 0; i < w->n_step; i++)
        for (int m = 0; m < w->n_metric; m++)
            if (sign * w->step[i].by[m] > 0) return true;
    return false;
}

static struct chart_series bar(const char *label, const double *y, int n, unsigned colour)
{
    return (struct chart_series){
        .label = label, .kind = SERIES_BAR, .n = n, .y = y, .colour = colour};
}

static struct chart *panel(const struct waterfall *w, int m, struct arena *a)
{
    int n = w->n_step + 2;
    struct bars b = bars_of(w, m, a);
    struct chart *c = ARENA_ARRAY(a, struct chart, 1);
    struct chart_series *s = ARENA_ARRAY(a, struct chart_series, 4);
    s[0] = bar("", b.below, n, PAPER);
    s[0].is_hidden = true;
    s[1] = bar("site", b.whole, n, OKABE_BLUE);
    s[2] = bar("more", b.more, n, OKABE_ORANGE);
    s[3] = bar("less", b.less, n, OKABE_GREEN);
    s[2].is_hidden = !has_step(w, 1);
    s[3].is_hidden = !has_step(w, -1);
    *c = (struct chart){.kind = CHART_XY,
                        .n_series = 4,
                        .series = s,
                        .mark = (double)NAN,
                        .has_legend_above = m > 0};
    c->x.min = c->x.max = c->y.min = c->y.max = (double)NAN;
    c->x.n_category = n;
    c->x.category = names_of(w, a);
    c->y.label = label_of(w, m, a);
    return c;
}

static const struct chart *chart_of(const struct waterfall *w, struct arena *a)
{
    struct chart *below = NULL;
    for (int m = w->n_metric - 1; m >= 0; m--) {
        struct chart *c = panel(w, m, a);
        c->below = below;
        below = c;
    }
    below->title = arena_format(a, "From %s to %s: what each group of settings does", w->from_name,
                                w->to_name);
    return below;
}

bool waterfall_figure_write(const struct waterfall *w, const char *path, struct arena *a,
                            struct diags *ds)
{
    const struct chart *c = chart_of(w, a);
    struct typeset *t = typeset_new(a);
    double width = page_width - 2 * margin, height = ceil(chart_height(c, width));
    bool is_good = typeset_has_font(t, ds);
    if (is_good) {
        struct scene *s = scene_new(a, t, page_width, height + 2 * margin);
        scene_box(s, (struct rect){0, 0, s->width, s->height},
                  (struct pen){.fill = PAPER, .line = COLOUR_NONE});
        chart_draw(s, (struct rect){margin, margin, width, height}, c);
        is_good = svg_write(s, path, a, ds);
    }
    typeset_report(t, ds);
    typeset_free(t);
    return is_good;
}
