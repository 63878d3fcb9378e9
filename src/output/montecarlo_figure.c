#include "output/montecarlo_figure.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <string.h>

#include "output/chart.h"
#include "output/palette.h"
#include "output/show.h"
#include "output/study_figure.h"

enum { GAP = 12, BARS = 12, STEPS = 200, CHARTS = 3 };

static const double page_width = 560, margin = 14;

struct drawing {
    const struct montecarlo *m;
    const struct study_table *t;
    const struct shown_outcome *shown; /* under way */
    struct arena *a;
};

static bool is_date(int outcome)
{
    return !strcmp(outcome_row(outcome)->unit, "month");
}

/* Months as years, so that the axis reads as a calendar; never is nowhere. */
static double drawn(int outcome, double x)
{
    if (!isfinite(x)) return (double)NAN;
    return is_date(outcome) ? x / MONTHS : x;
}

static const char *axis_label(const struct drawing *d)
{
    int outcome = d->shown->outcome;
    const struct metric_row *m = outcome_row(outcome);
    const char *unit = study_unit(d->t, outcome, d->a);
    if (is_date(outcome)) return arena_format(d->a, "%s, year", m->label);
    return *unit ? arena_format(d->a, "%s, %s", m->label, show_unit(d->a, unit, d->t->currency))
                 : m->label;
}

/* As many decimals as tell values apart that lie so far from each other. */
static const char *value_text(const struct drawing *d, double x, double spread)
{
    char month[TEXT_NUMBER_CAP];
    int outcome = d->shown->outcome, decimals = outcome_row(outcome)->decimals;
    if (isnan(x)) return "no data";
    if (is_date(outcome))
        return isinf(x) ? "never"
                        : arena_format(d->a, "%s", date_write_month((int)floor(x), month));
    for (double step = pow(10, -decimals); decimals < 6 && step > 0.02 * spread; step /= 10)
        decimals++;
    return show_number(d->a, x, decimals, "no data");
}

static struct chart *chart_new(const struct drawing *d, enum chart_kind kind)
{
    struct chart *c = ARENA_ARRAY(d->a, struct chart, 1);
    *c = (struct chart){.kind = kind, .mark = (double)NAN};
    c->x.min = c->x.max = c->y.min = c->y.max = (double)NAN;
    return c;
}

/* ---- where it lies ---------------------------------------------------------------------- */

static const struct outcome_spread *spread_of(const struct drawing *d)
{
    for (int i = 0; i < d->m->n_spread; i++)
        if (d->m->spread[i].outcome == d->shown->outcome) return &d->m->spread[i];
    return NULL;
}

static double *sorted_values(const struct drawing *d, int *n)
{
    double *x = ARENA_ARRAY(d->a, double, (size_t)d->t->n + 1);
    *n = 0;
    for (int i = 0; i < d->t->n; i++) {
        double v = drawn(d->shown->outcome, study_value(d->t, d->shown->outcome, i));
        if (!isnan(v)) x[(*n)++] = v;
    }
    gsl_sort(x, 1, (size_t)*n);
    return x;
}

/* The share of draws below each value; of many draws every so manieth. */
static const struct chart *spread_chart(const struct drawing *d)
{
    static const char *const names[N_QUANTILE] = {"P10", "P50", "P90"};
    const struct outcome_spread *s = spread_of(d);
    int n, steps;
    double *x = sorted_values(d, &n);
    if (!s || n < 2) return NULL;
    steps = n < STEPS ? n : STEPS;
    struct chart *c = chart_new(d, CHART_XY);
    struct chart_series *line = ARENA_ARRAY(d->a, struct chart_series, 1);
    struct chart_mark *mark = ARENA_ARRAY(d->a, struct chart_mark, N_QUANTILE);
    double *at = ARENA_ARRAY(d->a, double, (size_t)steps);
    double *share = ARENA_ARRAY(d->a, double, (size_t)steps);
    for (int k = 0; k < steps; k++) {
        int i = (int)((long long)k * (n - 1) / (steps - 1));
        at[k] = x[i];
        share[k] = 100 * (i + 0.5) / s->n;
    }
    *line = (struct chart_series){.label = "draws",
                                  .kind = SERIES_LINE,
                                  .n = steps,
                                  .x = at,
                                  .y = share,
                                  .colour = OKABE_BLUE};
    double apart = s->quantile[QUANTILE_90].value - s->quantile[QUANTILE_10].value;
    for (int q = 0; q < N_QUANTILE; q++) {
        const char *value = value_text(d, s->quantile[q].value, apart);
        mark[q] = (struct chart_mark){.label = arena_format(d->a, "%s %s", names[q], value),
                                      .at = drawn(s->outcome, s->quantile[q].value),
                                      .colour = q == QUANTILE_50 ? OKABE_BLACK : OKABE_RED};
    }
    const char *label = outcome_row(s->outcome)->label;
    c->title = isinf(s->quantile[QUANTILE_90].value)
                   ? arena_format(d->a, "%s: never in %d of %d draws", label, s->n_never, s->n)
                   : arena_format(d->a, "%s: nine of ten draws are at or below %s", label,
                                  value_text(d, s->quantile[QUANTILE_90].value, apart));
    c->x.label = axis_label(d);
    c->x.is_year = is_date(s->outcome);
    c->y.label = "draws below, %";
    c->y.min = 0;
    c->y.max = 100;
    c->n_series = 1;
    c->series = line;
    c->n_event = N_QUANTILE;
    c->event = mark;
    return c;
}

/* ---- what it hangs on ------------------------------------------------------------------- */

static const struct chart *swing_chart(const struct drawing *d)
{
    const struct influence *x = d->shown->influence;
    struct chart *c = chart_new(d, CHART_BARS);
    struct chart_bar *bar = ARENA_ARRAY(d->a, struct chart_bar, BARS);
    double most = fabs(x[0].high - x[0].low), per = is_date(d->shown->outcome) ? MONTHS : 1;
    for (int k = 0; k < d->m->n_input && c->n_bar < BARS; k++) {
        double swing = (x[k].high - x[k].low) / per;
        if (!(fabs(swing) > 0) || isinf(swing)) continue; /* never has no length */
        bar[c->n_bar++] =
            (struct chart_bar){.label = d->m->input[x[k].input].key.key,
                               .value = fabs(swing),
                               .beyond = (double)NAN,
                               .text = arena_format(d->a, "%s to %s", value_text(d, x[k].low, most),
                                                    value_text(d, x[k].high, most)),
                               .colour = swing > 0 ? OKABE_BLUE : OKABE_ORANGE};
    }
    if (!c->n_bar) return NULL;
    c->title = arena_format(d->a, "%s hangs most on %s", outcome_row(d->shown->outcome)->label,
                            bar[0].label);
    c->x.label = arena_format(d->a, "swing from P10 to P90 of one input: %s%s; orange: it falls",
                              axis_label(d), is_date(d->shown->outcome) ? "s" : "");
    c->bar = bar;
    return c;
}

/* ---- how the draws tell it --------------------------------------------------------------- */

static double bound(const struct quantile *q, int end)
{
    return end == 0 ? q->value : end == 1 ? q->low : q->high;
}

static const struct chart *convergence_chart(const struct drawing *d)
{
    static const char *const names[2] = {"P50", "P90"};
    enum { LINES = 6 };
    const struct shown_outcome *s = d->shown;
    size_t n = (size_t)s->n_convergence;
    if (n < 2 || !isfinite(s->convergence[n - 1].quantile[QUANTILE_50].value)) return NULL;
    struct chart *c = chart_new(d, CHART_XY);
    struct chart_series *line = ARENA_ARRAY(d->a, struct chart_series, LINES);
    double *draws = ARENA_ARRAY(d->a, double, n);
    for (size_t i = 0; i < n; i++) draws[i] = s->convergence[i].n;
    for (int k = 0; k < LINES; k++) {
        int which = k / 3, end = k % 3;
        double *y = ARENA_ARRAY(d->a, double, n);
        for (size_t i = 0; i < n; i++)
            y[i] = drawn(s->outcome, bound(&s->convergence[i].quantile[QUANTILE_50 + which], end));
        line[k] = (struct chart_series){
            .label = end == 0   ? names[which]
                     : end == 1 ? arena_format(d->a, "%s, 95 %% from", names[which])
                                : arena_format(d->a, "%s, 95 %% to", names[which]),
            .kind = SERIES_LINE,
            .n = (int)n,
            .x = draws,
            .y = y,
            .colour = which ? OKABE_RED : OKABE_BLACK,
            .dash = end ? 3 : 0,
            .gap = end ? 2 : 0};
    }
    c->title = arena_format(d->a, "%s: how the draws tell it", outcome_row(s->outcome)->label);
    c->x.label = "draws";
    c->y.label = axis_label(d);
    c->y.is_year = is_date(s->outcome);
    c->n_series = LINES;
    c->series = line;
    return c;
}

/* ---- the drawing -------------------------------------------------------------------------- */

struct scene *montecarlo_figure_scene(const struct montecarlo *m, struct typeset *type,
                                      struct arena *a)
{
    struct study_table t = montecarlo_table(m, a);
    struct drawing d = {.m = m, .t = &t, .a = a};
    const struct chart *chart[MONTECARLO_SHOWN * CHARTS];
    double w = page_width - 2 * margin, h = 2 * margin;
    int n = 0;
    for (int i = 0; i < m->n_shown; i++) {
        d.shown = &m->shown[i];
        const struct chart *of[CHARTS] = {spread_chart(&d), swing_chart(&d), convergence_chart(&d)};
        for (int k = 0; k < CHARTS; k++)
            if (of[k]) chart[n++] = of[k];
    }
    for (int k = 0; k < n; k++) h += ceil(chart_height(chart[k], w)) + (k ? GAP : 0);
    struct scene *s = scene_new(a, type, page_width, h);
    scene_box(s, (struct rect){0, 0, s->width, s->height},
              (struct pen){.fill = PAPER, .line = COLOUR_NONE});
    struct rect box = {margin, margin, w, 0};
    for (int k = 0; k < n; k++, box.y += box.h + GAP) {
        box.h = ceil(chart_height(chart[k], w));
        chart_draw(s, box, chart[k]);
    }
    return s;
}

bool montecarlo_figure_write(const struct montecarlo *m, struct date date, const char *path,
                             struct arena *a, struct diags *ds)
{
    enum study_figure_kind kind = study_figure_kind(path, ds);
    if (kind == STUDY_FIGURE_NONE) return false;
    struct typeset *type = typeset_new(a);
    bool is_good = typeset_has_font(type, ds);
    if (is_good) {
        struct scene *s = montecarlo_figure_scene(m, type, a);
        struct study_table t = montecarlo_table(m, a);
        struct pdf_info info = {.author = "dcplan",
                                .subject = t.definition,
                                .keywords = "datacenter, uncertainty",
                                .date = date};
        const char *title = arena_format(a, "Draws: %s", t.title);
        is_good = study_figure_save(kind, s, title, &info, path, a, ds);
    }
    typeset_report(type, ds);
    typeset_free(type);
    return is_good;
}
