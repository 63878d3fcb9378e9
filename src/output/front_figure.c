#include "output/front_figure.h"

#include <math.h>

#include "output/chart.h"
#include "output/palette.h"
#include "output/show.h"
#include "output/study_figure.h"

static const double page_width = 560, margin = 14;

static const char *axis_label(const struct optimise *o, int goal, struct arena *a)
{
    const struct metric_row *m = outcome_row(o->goal[goal].outcome);
    const char *way = o->goal[goal].is_greatest ? "the more, the better" : "the less, the better";
    const char *unit = show_unit(a, m->unit, o->own->currency);
    return *unit ? arena_format(a, "%s, %s (%s)", m->label, unit, way)
                 : arena_format(a, "%s (%s)", m->label, way);
}

static double *values(const struct optimise *o, int goal, struct arena *a)
{
    double *x = ARENA_ARRAY(a, double, (size_t)o->n_front + 1);
    for (int i = 0; i < o->n_front; i++) x[i] = o->front[i].outcome.value[o->goal[goal].outcome];
    return x;
}

static struct chart *front_chart(const struct optimise *o, struct arena *a)
{
    struct chart *c = ARENA_ARRAY(a, struct chart, 1);
    struct chart_series *s = ARENA_ARRAY(a, struct chart_series, 2);
    double *now = ARENA_ARRAY(a, double, 2);
    for (int g = 0; g < 2; g++) now[g] = o->now.outcome.value[o->goal[g].outcome];
    s[0] = (struct chart_series){.label = "found: none better in both",
                                 .kind = SERIES_LINE,
                                 .n = o->n_front,
                                 .x = values(o, 0, a),
                                 .y = values(o, 1, a),
                                 .colour = OKABE_BLUE,
                                 .has_markers = true};
    s[1] = (struct chart_series){.label = o->now.is_kept
                                              ? "the site as it is"
                                              : "the site as it is, which breaks a condition",
                                 .kind = SERIES_LINE, /* its one marker is as large as theirs */
                                 .n = isnan(now[0]) || isnan(now[1]) ? 0 : 1,
                                 .x = &now[0],
                                 .y = &now[1],
                                 .colour = OKABE_RED,
                                 .has_markers = true};
    *c = (struct chart){.kind = CHART_XY,
                        .title = arena_format(a, "%s: %s", o->own->site_title, o->verdict),
                        .mark = (double)NAN,
                        .n_series = s[1].n ? 2 : 1,
                        .series = s};
    c->x.min = c->x.max = c->y.min = c->y.max = (double)NAN;
    c->x.label = axis_label(o, 0, a);
    c->y.label = axis_label(o, 1, a);
    return c;
}

bool front_figure_write(const struct optimise *o, struct date date, const char *path,
                        struct arena *a, struct diags *ds)
{
    enum study_figure_kind kind = study_figure_kind(path, ds);
    if (kind == STUDY_FIGURE_NONE) return false;
    const struct chart *c = front_chart(o, a);
    struct typeset *t = typeset_new(a);
    double w = page_width - 2 * margin, h = ceil(chart_height(c, w));
    bool is_good = typeset_has_font(t, ds);
    if (is_good) {
        struct scene *s = scene_new(a, t, page_width, h + 2 * margin);
        scene_box(s, (struct rect){0, 0, s->width, s->height},
                  (struct pen){.fill = PAPER, .line = COLOUR_NONE});
        chart_draw(s, (struct rect){margin, margin, w, h}, c);
        struct pdf_info info = {.author = "dcplan",
                                .subject = o->verdict,
                                .keywords = "datacenter, Pareto front",
                                .date = date};
        is_good = study_figure_save(kind, s, c->title, &info, path, a, ds);
    }
    typeset_report(t, ds);
    typeset_free(t);
    return is_good;
}
