#include "output/water_figure.h"

#include <math.h>
#include <string.h>

#include "output/palette.h"
#include "output/show.h"
#include "plan/water_study.h"

enum { LINES_MAX = 3 };

static const double panel_aspect = 0.17;

struct drawing {
    const struct water_study *s;
    const struct water_row *row; /* of the optimum's series */
    int n;
    double *x;
    struct chart_band *band;
    int n_band;
    struct arena *a;
};

struct line {
    const char *label;
    enum metric_id metric;
    unsigned colour;
    double dash, gap;
};

/* ---- what is drawn ------------------------------------------------------------ */

/* Half way to the next row that fits; from end to end at the edges. */
static double edge(const struct drawing *d, int i, int by)
{
    int next = i + by;
    return next < 0 || next >= d->n ? d->x[i] : (d->x[i] + d->x[next]) / 2;
}

static void find_bands(struct drawing *d)
{
    d->band = ARENA_ARRAY(d->a, struct chart_band, (size_t)d->n + 1);
    for (int i = 0; i < d->n; i++) {
        if (d->row[i].fits) continue;
        int first = i;
        while (i + 1 < d->n && !d->row[i + 1].fits) i++;
        d->band[d->n_band++] = (struct chart_band){edge(d, first, -1), edge(d, i, 1)};
    }
}

static struct drawing drawing_of(const struct water_study *s, struct arena *a)
{
    struct drawing d = {.s = s, .a = a};
    int series = s->row[s->optimum].series, first = 0;
    while (s->row[first].series != series) first++;
    d.row = &s->row[first];
    while (first + d.n < s->n && d.row[d.n].series == series) d.n++;
    d.x = ARENA_ARRAY(a, double, (size_t)d.n + 1);
    for (int i = 0; i < d.n; i++) d.x[i] = d.row[i].water_c;
    find_bands(&d);
    return d;
}

static double *values(const struct drawing *d, double (*of)(const struct water_row *, int), int id)
{
    double *y = ARENA_ARRAY(d->a, double, (size_t)d->n + 1);
    for (int i = 0; i < d->n; i++) y[i] = d->row[i].is_known ? of(&d->row[i], id) : (double)NAN;
    return y;
}

static double metric_of(const struct water_row *x, int id)
{
    return x->metric[id];
}

static double key_of(const struct water_row *x, int basis)
{
    double value = water_key(x, (enum water_basis)basis);
    return basis == WATER_BY_ENERGY ? value / 1000 : value;
}

static bool says(const double *y, int n)
{
    for (int i = 0; i < n; i++)
        if (y[i] > 0 || y[i] < 0) return true;
    return false;
}

/* ---- panels --------------------------------------------------------------------- */

static struct chart *panel(const struct drawing *d, const char *y_label)
{
    struct chart *c = ARENA_ARRAY(d->a, struct chart, 1);
    *c = (struct chart){.kind = CHART_XY,
                        .title = "",
                        .aspect = panel_aspect,
                        .mark_label = "",
                        .mark = d->s->row[d->s->optimum].water_c,
                        .n_band = d->n_band,
                        .band = d->band};
    c->x.min = d->x[0];
    c->x.max = d->n > 1 ? d->x[d->n - 1] : d->x[0] + 1;
    c->y.min = c->y.max = (double)NAN;
    c->y.label = y_label;
    c->series = ARENA_ARRAY(d->a, struct chart_series, LINES_MAX);
    return c;
}

static void add_series(struct chart *c, const struct drawing *d, const struct line *l,
                       const double *y)
{
    struct chart_series *q = ARENA_ARRAY(d->a, struct chart_series, LINES_MAX);
    if (c->n_series) memcpy(q, c->series, (size_t)c->n_series * sizeof *q);
    q[c->n_series++] = (struct chart_series){.label = l->label,
                                             .kind = SERIES_LINE,
                                             .n = d->n,
                                             .x = d->x,
                                             .y = y,
                                             .colour = l->colour,
                                             .dash = l->dash,
                                             .gap = l->gap,
                                             .has_markers = true};
    c->series = q;
}

static struct chart *key_panel(const struct drawing *d, const char *title)
{
    const char *currency = d->s->own->currency;
    bool is_cost = d->s->basis == WATER_BY_COST;
    struct chart *c =
        panel(d, !is_cost ? "facility energy, MWh a year"
                 : d->s->has_water_price
                     ? arena_format(d->a, "electricity and water, %s a year", currency)
                     : arena_format(d->a, "electricity, %s a year", currency));
    struct line l = {"cost", 0, OKABE_BLUE, 0, 0};
    add_series(c, d, &l, values(d, key_of, is_cost ? WATER_BY_COST : WATER_BY_ENERGY));
    c->title = title;
    c->mark_label = d->s->fits ? "optimum" : "least bad";
    c->band_label = "a limit is broken, or servers throttle";
    c->aspect = panel_aspect + 0.10;
    return c;
}

/* NULL when no line has anything to say. */
static struct chart *metric_panel(const struct drawing *d, const char *y_label,
                                  const struct line *line, int n_line, bool has_zero)
{
    struct chart *c = panel(d, y_label);
    for (int i = 0; i < n_line; i++) {
        const double *y = values(d, metric_of, (int)line[i].metric);
        if (says(y, d->n)) add_series(c, d, &line[i], y);
    }
    c->y.has_zero = has_zero;
    return c->n_series ? c : NULL;
}

static struct chart *below(struct chart *above, struct chart *c)
{
    if (!c) return above;
    above->below = c;
    return c;
}

static const char *degrees(double c, struct arena *a)
{
    return show_number(a, c, fabs(c - round(c)) < 1e-6 ? 0 : 1, "");
}

static const char *title_of(const struct drawing *d)
{
    const struct water_study *s = d->s;
    const struct water_row *x = &s->row[s->optimum], *near = &s->row[s->fits ? s->near_first : 0];
    const char *what = s->has_cdu ? "Facility water" : "Chilled water", *range = "";
    const char *at = degrees(x->water_c, d->a);
    if (!s->fits)
        return arena_format(d->a, "%s fits at no temperature; the least bad is %s °C", what, at);
    if (near->water_c < x->water_c)
        range = arena_format(d->a, ", and from %s °C on it is within 0.5 %%",
                             degrees(near->water_c, d->a));
    return arena_format(d->a, "%s of %s °C %s least%s", what, at,
                        s->basis == WATER_BY_COST ? "costs" : "takes", range);
}

bool water_figure_make(const struct result *r, struct picture *out, struct arena *a)
{
    static const struct line chiller[] = {{"chillers", M_CHILLER_HOURS, OKABE_RED, 0, 0}};
    static const struct line water[] = {{"water", M_WATER_M3, OKABE_SKY, 0, 0}};
    static const struct line margin[] = {{"chips", M_CHIP_MARGIN_K, OKABE_BLACK, 0, 0},
                                         {"coolant", M_COOLANT_MARGIN_K, OKABE_BLUE, 4, 2},
                                         {"rack inlets", M_INLET_MARGIN_K, OKABE_ORANGE, 1.5, 1.5}};
    const struct water_study *s = r->water;
    if (!s || s->optimum < 0) return false;
    struct drawing d = drawing_of(s, a);
    struct chart *first = key_panel(&d, title_of(&d)), *last = first;
    last = below(last, metric_panel(&d, "hours with a chiller", chiller, 1, true));
    last = below(last, metric_panel(&d, "water, m³ a year", water, 1, true));
    last = below(last, metric_panel(&d, "least margin, K", margin, 3, true));
    last->x.label = s->has_cdu ? "setpoint of facility water, °C" : "setpoint of chilled water, °C";
    last->aspect += 0.06;
    out->chart = first;
    out->summary = arena_format(
        a,
        "%d cases of the whole site, which differ in the setpoint of loop.%s and what follows it; "
        "hatched where a limit is broken or servers throttle.",
        d.n, s->loop);
    return true;
}
