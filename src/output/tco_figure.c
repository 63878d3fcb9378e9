#include "output/tco_figure.h"

#include <math.h>

#include "output/palette.h"
#include "output/show.h"
#include "plan/tco_answer.h"

static const double million = 1e6;

static const struct {
    const char *label;
    unsigned colour;
    double dash, gap;
} option_style[N_TCO_OPTION] = {{"own", OKABE_BLUE, 0, 0},
                                {"colocate", OKABE_GREEN, 6, 3},
                                {"rent", OKABE_RED, 0, 0},
                                {"hybrid", OKABE_BLACK, 2, 2}};

static struct chart *chart_new(const struct result *r, const char *what, struct arena *a)
{
    struct chart *c = ARENA_ARRAY(a, struct chart, 1);
    *c = (struct chart){.kind = CHART_XY, .mark = (double)NAN};
    c->x.min = c->x.max = c->y.min = c->y.max = (double)NAN;
    c->y.has_zero = true;
    c->y.label = arena_format(a, "%s, million %s", what, r->currency);
    return c;
}

/* Costs as positive numbers, in millions. */
static const double *spent(const double *flow, int n, struct arena *a)
{
    double *y = ARENA_ARRAY(a, double, (size_t)n);
    for (int i = 0; i < n; i++) y[i] = -flow[i] / million;
    return y;
}

static bool has_cost(const struct tco_answer *t, int i)
{
    return t->option[i].is_given && !isnan(t->option[i].npv);
}

bool tco_options_figure(const struct result *r, struct picture *out, struct arena *a)
{
    const struct tco_answer *t = r->tco;
    if (!t || !has_cost(t, OPTION_OWN)) return false;
    struct chart *c = chart_new(r, "spent", a);
    struct chart_series *s = ARENA_ARRAY(a, struct chart_series, N_TCO_OPTION);
    for (int i = 0; i < N_TCO_OPTION; i++)
        if (has_cost(t, i))
            s[c->n_series++] =
                (struct chart_series){.label = option_style[i].label,
                                      .kind = SERIES_LINE,
                                      .n = t->n + 1,
                                      .y = spent(t->option[i].cumulative, t->n + 1, a),
                                      .colour = option_style[i].colour,
                                      .dash = option_style[i].dash,
                                      .gap = option_style[i].gap,
                                      .has_markers = true};
    c->series = s;
    c->x.label = "years of operation";
    c->x.min = 0;
    c->x.max = t->n;
    c->title = isnan(t->payback)
                   ? "What each option has cost"
                   : arena_format(a, "Owning has cost no more than renting after %s years",
                                  show_number(a, t->payback, 1, ""));
    out->chart = c;
    out->summary = "What each option has cost by the end of each year, undiscounted; owning ends "
                   "with what is left.";
    return true;
}

bool tco_breakeven_figure(const struct result *r, struct picture *out, struct arena *a)
{
    static const double use[] = {0, 100};
    const struct tco_answer *t = r->tco;
    if (!t || isnan(t->by_use.own[0]) || isnan(t->by_use.rent[0])) return false;
    struct chart *c = chart_new(r, "a year", a);
    struct chart_series *s = ARENA_ARRAY(a, struct chart_series, 2);
    const double *line[] = {t->by_use.own, t->by_use.rent};
    static const int option[] = {OPTION_OWN, OPTION_RENT};
    for (int i = 0; i < 2; i++) {
        double *y = ARENA_ARRAY(a, double, 2);
        for (int k = 0; k < 2; k++) y[k] = line[i][k] / million;
        s[i] = (struct chart_series){.label = i ? "rent by the hour" : "own",
                                     .kind = SERIES_LINE,
                                     .n = 2,
                                     .x = use,
                                     .y = y,
                                     .colour = option_style[option[i]].colour};
    }
    struct chart_mark *m = ARENA_ARRAY(a, struct chart_mark, 1);
    *m = (struct chart_mark){.label = arena_format(a, "utilisation counted with: %s",
                                                   show_percent(a, t->utilisation, 0, "")),
                             .at = 100 * t->utilisation,
                             .colour = INK_SOFT};
    if (line[0][0] >= 0 && line[1][0] >= 0) c->y.min = 0;
    c->n_series = 2;
    c->series = s;
    c->n_event = 1;
    c->event = m;
    c->x.label = "utilisation, %";
    c->x.min = 0;
    c->x.max = 100;
    c->title = t->breakeven.value > 0 && t->breakeven.value <= 1
                   ? arena_format(a, "Owning costs less above %s use",
                                  show_percent(a, t->breakeven.value, 0, ""))
                   : "Owning and renting never cost the same";
    out->chart = c;
    out->summary = "Owning and renting by the hour by utilisation, as equal yearly payments.";
    return true;
}
