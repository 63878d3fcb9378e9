#include "output/growth_figure.h"

#include <math.h>
#include <string.h>

#include "output/palette.h"
#include "output/show.h"
#include "plan/growth.h"

enum { PANELS = 4, PARTS = 4, EVENTS_MAX = 9 };

static const double panel_aspect = 0.185;

struct drawing {
    const struct growth *g;
    double *x; /* [2 * months]: both ends of each */
    struct chart_band *band;
    int n_band;
    bool has_part[PARTS]; /* in some panel */
    struct arena *a;
};

/* ---- series ---------------------------------------------------------------------- */

static const struct {
    const char *label;
    size_t at;
    unsigned colour;
} parts[PARTS] = {{"used", offsetof(struct growth_use, used), OKABE_BLUE},
                  {"reserved", offsetof(struct growth_use, reserved), OKABE_ORANGE},
                  {"stranded", offsetof(struct growth_use, stranded), RULE},
                  {"free", offsetof(struct growth_use, free), SHADE}};

static double part_of(const struct growth_use *u, size_t at)
{
    return *(const double *)(const void *)((const char *)u + at);
}

/* Nothing is free where a limit is broken; what is not known stands with the free. */
static const double *steps(const struct drawing *d, const struct growth_resource *r, size_t at)
{
    bool is_limit = at == offsetof(struct growth_use, limit);
    double *y = ARENA_ARRAY(d->a, double, 2 * (size_t)d->g->n);
    for (int i = 0; i < d->g->n; i++) {
        double value = part_of(&r->use[i], at);
        if (!is_limit) value = isnan(value) ? 0 : fmax(value, 0);
        y[2 * i] = y[2 * i + 1] = value;
    }
    return y;
}

static bool has_any(const double *y, int n)
{
    for (int i = 0; i < n; i++)
        if (y[i] > 0) return true;
    return false;
}

/* What stands in none of the panels needs no word in the legend, which the first has. */
static void set_series(const struct drawing *d, struct chart *c, const struct growth_resource *r,
                       bool is_first)
{
    struct chart_series *q = ARENA_ARRAY(d->a, struct chart_series, PARTS + 1);
    for (int i = 0; i < PARTS; i++) {
        const double *y = steps(d, r, parts[i].at);
        if (!(is_first ? d->has_part[i] : has_any(y, 2 * d->g->n))) continue;
        q[c->n_series++] = (struct chart_series){.label = parts[i].label,
                                                 .kind = SERIES_AREA,
                                                 .n = 2 * d->g->n,
                                                 .x = d->x,
                                                 .y = y,
                                                 .colour = parts[i].colour};
    }
    q[c->n_series++] = (struct chart_series){.label = "limit, with the blocks in use",
                                             .kind = SERIES_LINE,
                                             .n = 2 * d->g->n,
                                             .x = d->x,
                                             .y = steps(d, r, offsetof(struct growth_use, limit)),
                                             .colour = OKABE_BLACK};
    c->series = q;
}

/* ---- axes and marks ---------------------------------------------------------------- */

static void find_bands(struct drawing *d)
{
    d->band = ARENA_ARRAY(d->a, struct chart_band, (size_t)d->g->n + 1);
    for (int i = 0; i < d->g->n; i++) {
        int first = i;
        if (d->g->month[i].fits) continue;
        while (i + 1 < d->g->n && !d->g->month[i + 1].fits) i++;
        d->band[d->n_band++] = (struct chart_band){first, i + 1};
    }
}

/* Years, where they begin; months of a plan within one. */
static void set_years(const struct drawing *d, struct chart_axis *x)
{
    int n = d->g->n, step = n > 20 * MONTHS ? 5 * MONTHS : MONTHS;
    const char **label = ARENA_ARRAY(d->a, const char *, (size_t)n + 1);
    double *at = ARENA_ARRAY(d->a, double, (size_t)n + 1);
    for (int i = 0; i < n; i++) {
        int month = d->g->month[i].month;
        if (n > MONTHS ? month % step != 0 : i % 2 != 0) continue;
        at[x->n_category] = i;
        label[x->n_category++] =
            n > MONTHS ? arena_format(d->a, "%d", month / MONTHS)
                       : arena_format(d->a, "%s %d", month_names[month % MONTHS], month / MONTHS);
    }
    x->category = label;
    x->at = at;
    x->min = 0;
    x->max = n;
}

static double month_at(const struct growth *g, struct date d)
{
    return date_month(d) - g->month[0].month + (d.day - 1) / 31.0;
}

static bool is_same(const struct growth_order *x, const struct growth_order *y)
{
    return x->block == y->block && x->needed == y->needed;
}

/* The days of the orders; those that are over stand at the left edge. */
static void set_events(const struct drawing *d, struct chart *c)
{
    const struct growth *g = d->g;
    struct chart_mark *m = ARENA_ARRAY(d->a, struct chart_mark, EVENTS_MAX);
    for (int i = 0; i < g->n_order && c->n_event < EVENTS_MAX; i++) {
        const struct growth_order *o = &g->order[i];
        if (!o->order.year || (i && is_same(o, &g->order[i - 1]))) continue;
        const char *label =
            arena_format(d->a, "order %s by %s", o->name, show_date(d->a, o->order));
        if (o->late_days) label = arena_format(d->a, "%s: %ld days too late", label, o->late_days);
        m[c->n_event++] = (struct chart_mark){.label = label,
                                              .at = fmax(month_at(g, o->order), 0),
                                              .colour = o->late_days ? BAD : INK_SOFT};
    }
    c->event = m;
}

/* ---- panels -------------------------------------------------------------------------- */

static const char *title_of(const struct growth *g, struct arena *a)
{
    char month[TEXT_NUMBER_CAP];
    const struct growth_order *first = NULL;
    if (g->runs_out < 0)
        return arena_format(a, "Nothing runs out by %s",
                            date_write_month(g->month[g->n - 1].month, month));
    for (int i = g->n_order - 1; i >= 0; i--)
        if (g->order[i].order.year) first = &g->order[i];
    const char *when = arena_format(a, "The site runs out in %s",
                                    date_write_month(g->month[g->runs_out].month, month));
    if (!first) return when;
    if (first->late_days)
        return arena_format(a, "%s; %s comes %ld days too late", when, first->name,
                            first->late_days);
    return arena_format(a, "%s; the first order, %s, is due on %s", when, first->name,
                        show_date(a, first->order));
}

static struct chart *panel(const struct drawing *d, const struct growth_resource *r, bool is_first)
{
    struct chart *c = ARENA_ARRAY(d->a, struct chart, 1);
    *c = (struct chart){.kind = CHART_XY,
                        .title = is_first ? title_of(d->g, d->a) : "",
                        .aspect = panel_aspect,
                        .mark = (double)NAN,
                        .n_band = d->n_band,
                        .band = d->band,
                        .band_label = "a limit is broken",
                        .has_legend_above = !is_first};
    c->y.min = c->y.max = (double)NAN;
    c->y.has_zero = true;
    c->y.label = arena_format(d->a, "%s %s, %s", r->element, r->resource,
                              show_unit(d->a, r->unit, d->g->own->currency));
    set_years(d, &c->x);
    set_series(d, c, r, is_first);
    set_events(d, c);
    if (is_first) c->aspect += 0.15;
    return c;
}

bool growth_figure_make(const struct result *r, struct picture *out, struct arena *a)
{
    const struct growth *g = r->growth;
    int tightest[N_GROWTH_CLASS], n = g ? growth_tightest(g, tightest) : 0;
    struct chart *last = NULL;
    if (!n) return false;
    struct drawing d = {.g = g, .x = ARENA_ARRAY(a, double, 2 * (size_t)g->n), .a = a};
    for (int i = 0; i < g->n; i++) {
        d.x[2 * i] = i;
        d.x[2 * i + 1] = i + 1;
    }
    find_bands(&d);
    for (int k = 0; k < n && k < PANELS; k++)
        for (int i = 0; i < PARTS; i++)
            d.has_part[i] |= has_any(steps(&d, &g->resource[tightest[k]], parts[i].at), 2 * g->n);
    for (int k = 0; k < n && k < PANELS; k++) {
        struct chart *c = panel(&d, &g->resource[tightest[k]], k == 0);
        if (last) last->below = c;
        if (!last) out->chart = c;
        last = c;
    }
    last->x.label = "months of the plan, years where they begin";
    last->aspect += 0.06;
    out->summary =
        "The resources that run out first, month by month: what runs, what capacity is reserved "
        "for, what is free but stranded when another runs out first, and what is free, under "
        "the limit with the blocks that are in use.";
    return true;
}
