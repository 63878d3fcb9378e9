#include "output/figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "output/growth_figure.h"
#include "output/tco_figure.h"
#include "output/palette.h"
#include "output/ride_section.h"
#include "output/show.h"
#include "output/water_figure.h"
#include "physics/envelope.h"

enum { LIMITS_SHOWN = 12, OPEN_SHOWN = 3 };

static const double unset = (double)NAN;

static struct chart *chart_new(struct arena *a, enum chart_kind kind, const char *title)
{
    struct chart *c = ARENA_ARRAY(a, struct chart, 1);
    *c = (struct chart){.kind = kind, .title = title, .mark = unset};
    c->x.min = c->x.max = c->y.min = c->y.max = unset;
    c->heat.min = c->heat.max = unset;
    return c;
}

static void set_series(struct chart *c, struct arena *a, const struct chart_series *q, int n)
{
    struct chart_series *copy = ARENA_ARRAY(a, struct chart_series, (size_t)n + 1);
    memcpy(copy, q, (size_t)n * sizeof *q);
    c->series = copy;
    c->n_series = n;
}

static void set_limits(struct chart *c, struct arena *a, const struct chart_limit *l, int n)
{
    struct chart_limit *copy = ARENA_ARRAY(a, struct chart_limit, (size_t)n + 1);
    memcpy(copy, l, (size_t)n * sizeof *l);
    c->limit = copy;
    c->n_limit = n;
}

static void set_months(struct chart *c)
{
    c->x.n_category = MONTHS;
    c->x.category = month_names;
}

static const double *hourly(const struct year *y, enum quantity q)
{
    return y ? y->site.hour[q] : NULL;
}

static int first_finite(const double *v, int n)
{
    for (int i = 0; i < n; i++)
        if (isfinite(v[i])) return i;
    return -1;
}

/* Limits. */

static const char *limit_text(struct arena *a, const struct limit *l)
{
    if (!isfinite(l->limit))
        return arena_format(a, "%s %s, no limit", show_amount(a, l->used, l->unit, "no data"),
                            show_unit(a, l->unit, NULL));
    return arena_format(a, "%s of %s %s", show_amount(a, l->used, l->unit, "no data"),
                        show_amount(a, l->limit, l->unit, ""), show_unit(a, l->unit, NULL));
}

static const char *limit_label(struct arena *a, const struct limit *l)
{
    if (!l->state || strcmp(l->state, "normal") == 0)
        return arena_format(a, "%s, %s", l->element, l->resource);
    return arena_format(a, "%s, %s, %s", l->element, l->resource, l->state);
}

static struct chart_bar limit_bar(const struct limit *l, struct arena *a)
{
    struct chart_bar b = {.label = limit_label(a, l), .text = limit_text(a, l), .beyond = 100};
    b.value = isfinite(l->margin) ? 100 * (1 - l->margin) : unset;
    b.colour = l->is_broken ? OKABE_RED : OKABE_SKY;
    return b;
}

/* The tightest, and some of those without a limit, so that they are seen. */
static void limit_bars(const struct result *r, struct chart *c, struct arena *a)
{
    struct chart_bar *bar = ARENA_ARRAY(a, struct chart_bar, LIMITS_SHOWN + OPEN_SHOWN);
    int stated = 0, open = 0, n = 0;
    for (int i = 0; i < r->n_limit; i++) {
        bool is_open = !isfinite(r->limit[i].limit);
        int *kind = is_open ? &open : &stated;
        if (*kind == (is_open ? OPEN_SHOWN : LIMITS_SHOWN)) continue;
        (*kind)++;
        bar[n++] = limit_bar(&r->limit[i], a);
    }
    c->bar = bar;
    c->n_bar = n;
}

static const char *limits_summary(const struct result *r, int open, struct arena *a)
{
    int stated = r->n_limit - open, shown = stated < LIMITS_SHOWN ? stated : LIMITS_SHOWN;
    const char *text = arena_format(a,
                                    "Use of the %d tightest of %d limits in percent of each; what "
                                    "is over is hatched at the right of the line.",
                                    shown, stated);
    if (open == 0) return text;
    return arena_format(a, "%s %d without a limit: hatched over the whole width%s.", text, open,
                        open > OPEN_SHOWN ? ", the first three are drawn" : "");
}

static bool make_limits(const struct result *r, struct picture *p, struct arena *a)
{
    if (r->n_limit == 0) return false;
    const struct limit *first = &r->limit[0];
    int broken = 0, open = 0;
    for (int i = 0; i < r->n_limit; i++) {
        broken += r->limit[i].is_broken;
        open += !isfinite(r->limit[i].limit);
    }
    const char *title =
        broken ? arena_format(a, "%d of %d limits are broken; the worst is %s", broken,
                              r->n_limit - open, limit_label(a, first))
        : isfinite(first->limit)
            ? arena_format(a, "Every limit holds; the tightest is %s with a margin of %s",
                           limit_label(a, first), show_margin(a, first))
            : "No element states a limit";
    struct chart *c = chart_new(a, CHART_BARS, title);
    limit_bars(r, c, a);
    c->mark = 100;
    c->mark_label = "limit";
    c->x.label = "used, % of the limit";
    c->x.max = broken ? 150 : 110;
    p->chart = c;
    p->summary = limits_summary(r, open, a);
    return true;
}

/* Months. */

static void month_column(const struct result *r, size_t at, double scale, double *out)
{
    for (int m = 0; m < MONTHS; m++) {
        double value;
        memcpy(&value, (const char *)&r->month[m] + at, sizeof value);
        out[m] = scale * value;
    }
}

static double *month_series(const struct result *r, size_t at, double scale, struct arena *a)
{
    double *v = ARENA_ARRAY(a, double, MONTHS);
    month_column(r, at, scale, v);
    return v;
}

static int month_extreme(const double *v, int sign)
{
    int best = -1;
    for (int m = 0; m < MONTHS; m++)
        if (isfinite(v[m]) && (best < 0 || sign * v[m] > sign * v[best])) best = m;
    return best;
}

static bool make_pue(const struct result *r, struct picture *p, struct arena *a)
{
    double *pue = month_series(r, offsetof(struct month_result, pue), 1, a);
    int high = month_extreme(pue, 1), low = month_extreme(pue, -1);
    if (high < 0) return false;
    const char *top = show_number(a, pue[high], 3, ""), *least = show_number(a, pue[low], 3, "");
    struct chart *c =
        chart_new(a, CHART_XY,
                  arena_format(a, "PUE is %s over the year, between %s in %s and %s in %s",
                               show_number(a, r->metric[M_PUE], 3, "n/a"), least, month_names[low],
                               top, month_names[high]));
    struct chart_series q = {.label = "PUE of the month",
                             .kind = SERIES_LINE,
                             .n = MONTHS,
                             .y = pue,
                             .colour = OKABE_BLUE,
                             .has_markers = true};
    struct chart_limit year = {.label = "PUE of the year (ratio of the sums)",
                               .value = r->metric[M_PUE],
                               .decimals = 3,
                               .colour = INK,
                               .dash = 4,
                               .gap = 2};
    set_series(c, a, &q, 1);
    if (isfinite(year.value)) set_limits(c, a, &year, 1);
    set_months(c);
    c->y.label = "PUE, category 3";
    c->aspect = 0.33;
    p->chart = c;
    p->summary = arena_format(a, "PUE of each month; the dashed line is the annual value, facility "
                                 "energy over IT energy, not a mean of months.");
    return true;
}

static bool make_monthly_energy(const struct result *r, struct picture *p, struct arena *a)
{
    double *it = month_series(r, offsetof(struct month_result, it_kwh), 1e-3, a);
    double *all = month_series(r, offsetof(struct month_result, facility_kwh), 1e-3, a);
    int high = month_extreme(all, 1);
    if (high < 0) return false;
    double *rest = ARENA_ARRAY(a, double, MONTHS);
    for (int m = 0; m < MONTHS; m++) rest[m] = all[m] - it[m];
    struct chart *c = chart_new(a, CHART_XY,
                                arena_format(a, "The site takes most energy in %s: %s MWh",
                                             month_names[high], show_value(a, all[high], "")));
    struct chart_series q[] = {
        {.label = "IT equipment", .kind = SERIES_BAR, .n = MONTHS, .y = it, .colour = OKABE_BLUE},
        {.label = "Losses, cooling and other",
         .kind = SERIES_BAR,
         .n = MONTHS,
         .y = rest,
         .colour = OKABE_ORANGE}};
    set_series(c, a, q, 2);
    set_months(c);
    c->y.label = "MWh a month";
    c->aspect = 0.33;
    p->chart = c;
    p->summary = "Energy of each month, the part of the IT equipment below, all other parts above.";
    return true;
}

static bool make_cost(const struct result *r, struct picture *p, struct arena *a)
{
    double *cost = month_series(r, offsetof(struct month_result, cost), 1, a);
    int high = month_extreme(cost, 1);
    if (high < 0) return false;
    struct chart *c = chart_new(
        a, CHART_XY,
        arena_format(a, "Electricity costs %s %s a year; the dearest month is %s with %s %s",
                     show_number(a, r->metric[M_ELECTRICITY_COST_PER_YEAR], 0, "n/a"), r->currency,
                     month_names[high], show_number(a, cost[high], 0, ""), r->currency));
    struct chart_series q = {.label = "Electricity bill",
                             .kind = SERIES_BAR,
                             .n = MONTHS,
                             .y = cost,
                             .colour = OKABE_SKY};
    set_series(c, a, &q, 1);
    set_months(c);
    c->y.label = arena_format(a, "%s a month", r->currency);
    p->chart = c;
    p->summary = "Electricity bill of each month, all charges of the tariff included.";
    return true;
}

/* Energy by use. */

static int by_energy(const void *a, const void *b)
{
    const struct energy_part *x = a, *y = b;
    if (x->energy_kwh > y->energy_kwh) return -1;
    return x->energy_kwh < y->energy_kwh ? 1 : strcmp(x->key, y->key);
}

static bool make_overhead(const struct result *r, struct picture *p, struct arena *a)
{
    double total = r->metric[M_FACILITY_ENERGY_KWH];
    struct energy_part *part = ARENA_ARRAY(a, struct energy_part, (size_t)r->n_part + 1);
    struct chart_bar *bar = ARENA_ARRAY(a, struct chart_bar, (size_t)r->n_part + 1);
    memcpy(part, r->part, (size_t)r->n_part * sizeof *part);
    qsort(part, (size_t)r->n_part, sizeof *part, by_energy);
    int n = 0;
    const struct energy_part *largest = NULL;
    for (int i = 0; i < r->n_part; i++) {
        if (strcmp(part[i].key, "it") == 0 || !(fabs(part[i].energy_kwh) > 0)) continue;
        if (!largest) largest = &part[i];
        const char *text =
            arena_format(a, "%s MWh, %s", show_value(a, part[i].energy_kwh * 1e-3, ""),
                         show_percent(a, part[i].energy_kwh / total, 1, "n/a"));
        bar[n++] = (struct chart_bar){.label = part[i].label,
                                      .value = part[i].energy_kwh * 1e-3,
                                      .beyond = unset,
                                      .text = text,
                                      .colour = OKABE_ORANGE};
    }
    if (n == 0) return false;
    struct chart *c =
        chart_new(a, CHART_BARS,
                  arena_format(a, "The largest use after IT: %s, %s of all energy", largest->label,
                               show_percent(a, largest->energy_kwh / total, 1, "n/a")));
    c->bar = bar;
    c->n_bar = n;
    c->x.label = "MWh a year";
    p->chart = c;
    p->summary =
        "Energy of each part that is not IT equipment, with its share of the facility's energy.";
    return true;
}

/* Duration curves. */

static int falling(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x > y ? -1 : x < y;
}

/* Values from the greatest to the least; those that are missing left out. */
static double *sorted(const double *v, int n, double scale, int *kept, struct arena *a)
{
    double *s = ARENA_ARRAY(a, double, (size_t)n + 1);
    *kept = 0;
    for (int i = 0; i < n; i++)
        if (isfinite(v[i])) s[(*kept)++] = scale * v[i];
    qsort(s, (size_t)*kept, sizeof *s, falling);
    return s;
}

static bool add_duration(struct chart_series *q, const double *v, int n, double scale,
                         const char *label, struct arena *a)
{
    if (!v || first_finite(v, n) < 0) return false;
    *q = (struct chart_series){.label = label, .kind = SERIES_LINE};
    q->y = sorted(v, n, scale, &q->n, a);
    return true;
}

/* The limit on power of the only element of a kind; NaN when there is none or
   more than one. */
static double power_limit(const struct result *r, const char *kind, const char **name)
{
    double limit = unset;
    for (int i = 0; i < r->n_limit; i++) {
        const struct limit *l = &r->limit[i];
        if (strncmp(l->element, kind, strlen(kind)) != 0 || !l->unit || strcmp(l->unit, "kW") != 0)
            continue;
        if (*name && strcmp(*name, l->element) != 0) return unset;
        *name = l->element;
        if (!isfinite(limit) || l->limit < limit) limit = l->limit;
    }
    return limit;
}

/* Only what carries the whole facility. */
static int load_limits(const struct result *r, struct chart_limit *l, struct arena *a)
{
    static const char *const kind[] = {"utility", "transformer"};
    static const unsigned colour[] = {OKABE_RED, OKABE_PURPLE};
    int n = 0;
    for (int i = 0; i < 2; i++) {
        const char *name = NULL;
        double limit = power_limit(r, kind[i], &name);
        if (!name) continue;
        l[n++] = (struct chart_limit){.label = arena_format(a, "Limit of %s, kW", name),
                                      .value = limit,
                                      .colour = colour[i],
                                      .dash = 5 - i,
                                      .gap = 2};
    }
    return n;
}

static bool make_load(const struct result *r, struct picture *p, struct arena *a)
{
    struct chart_series q[3];
    struct chart_limit l[3];
    int n = 0;
    if (add_duration(&q[n], hourly(r->year, Q_FACILITY_W), r->year->n, 1e-3, "Facility", a))
        q[n++].colour = OKABE_BLUE;
    if (add_duration(&q[n], hourly(r->year, Q_IT_W), r->year->n, 1e-3, "IT equipment", a)) {
        q[n].dash = 6;
        q[n].gap = 2;
        q[n++].colour = OKABE_GREEN;
    }
    if (r->design_year &&
        add_duration(&q[n], hourly(r->design_year, Q_FACILITY_W), r->design_year->n, 1e-3,
                     "Facility, every server at its maximum", a)) {
        q[n].dash = 2;
        q[n].gap = 2;
        q[n++].colour = OKABE_ORANGE;
    }
    if (n == 0) return false;
    struct chart *c =
        chart_new(a, CHART_XY,
                  arena_format(a, "The facility peaks at %s kW, the IT equipment at %s kW",
                               show_value(a, r->metric[M_PEAK_FACILITY_KW], "n/a"),
                               show_value(a, r->metric[M_PEAK_IT_KW], "n/a")));
    set_series(c, a, q, n);
    set_limits(c, a, l, load_limits(r, l, a));
    c->y.label = "kW";
    c->aspect = 0.34;
    c->y.has_zero = true;
    c->x.label = "hours of the year with at least this load";
    c->x.min = 0;
    c->x.max = r->year->n;
    p->chart = c;
    p->summary =
        "Hours sorted by load: how long each load is reached or passed, against the limits "
        "that are stated.";
    return true;
}

/* The tightest limits of the rooms' classes at the site's altitude. */
static int inlet_limits(const struct result *r, struct chart_limit *l)
{
    double recommended = unset, allowable = unset;
    for (int i = 0; r->site && i < r->site->of[KIND_ROOM].n; i++) {
        const struct envelope *e =
            envelope_find((enum envelope_class)site_room(r->site, i)->envelope_class);
        double rec = envelope_rec_max_c(e, r->site->altitude_m);
        double max = envelope_max_c(e, r->site->altitude_m);
        if (!(recommended <= rec)) recommended = rec;
        if (!(allowable <= max)) allowable = max;
    }
    l[0] = (struct chart_limit){.label = "ASHRAE recommended (2021)",
                                .value = recommended,
                                .decimals = 1,
                                .colour = OKABE_PURPLE,
                                .dash = 5,
                                .gap = 2};
    l[1] = (struct chart_limit){.label = "ASHRAE allowable at the site's altitude",
                                .value = allowable,
                                .decimals = 1,
                                .colour = OKABE_RED,
                                .dash = 2,
                                .gap = 2};
    return 2;
}

static struct chart *temperature_chart(const struct result *r, const char *title, struct arena *a)
{
    struct chart *c = chart_new(a, CHART_XY, title);
    c->y.label = "°C";
    c->aspect = 0.34;
    c->x.label = "hours of the year at or above this temperature";
    c->x.min = 0;
    c->x.max = r->year->n;
    c->over = 1;
    return c;
}

static bool make_inlet(const struct result *r, struct picture *p, struct arena *a)
{
    struct chart_series q[2];
    struct chart_limit l[2];
    int n = 0;
    if (!add_duration(&q[n], hourly(r->year, Q_INLET_C), r->year->n, 1, "Hottest rack inlet", a))
        return false;
    q[n++].colour = OKABE_BLUE;
    if (r->weather && add_duration(&q[n], r->weather->t_c, r->weather->n, 1, "Outdoor air", a)) {
        q[n].dash = 6;
        q[n].gap = 2;
        q[n++].colour = OKABE_GREEN;
    }
    double above = r->metric[M_HOURS_ABOVE_RECOMMENDED];
    const char *title = arena_format(
        a, "The hottest rack inlet reaches %s °C; %s hours lie above the recommended range",
        show_number(a, r->metric[M_MAX_INLET_C], 1, "n/a"), show_number(a, above, 0, "n/a"));
    struct chart *c = temperature_chart(r, title, a);
    set_series(c, a, q, n);
    set_limits(c, a, l, inlet_limits(r, l));
    p->chart = c;
    p->summary = "Hours sorted by temperature: the hottest rack inlet and the outdoor air, against "
                 "the ASHRAE limits; hours above the recommended limit are hatched.";
    return true;
}

static bool make_coolant(const struct result *r, struct picture *p, struct arena *a)
{
    struct chart_series q;
    if (!add_duration(&q, hourly(r->year, Q_COOLANT_C), r->year->n, 1, "Warmest coolant supply", a))
        return false;
    q.colour = OKABE_BLUE;
    struct chart_limit l = {
        .label = "Limit of the coolant", .decimals = 1, .colour = OKABE_RED, .dash = 5, .gap = 2};
    l.value = r->metric[M_MAX_COOLANT_C] + r->metric[M_COOLANT_MARGIN_K];
    struct chart *c = temperature_chart(
        r,
        arena_format(a, "Coolant reaches %s °C, %s K under its limit",
                     show_number(a, r->metric[M_MAX_COOLANT_C], 1, "n/a"),
                     show_number(a, r->metric[M_COOLANT_MARGIN_K], 1, "no limit;")),
        a);
    if (r->metric[M_COOLANT_MARGIN_K] < 0)
        c->title = arena_format(a, "Coolant reaches %s °C, %s K over its limit",
                                show_number(a, r->metric[M_MAX_COOLANT_C], 1, "n/a"),
                                show_number(a, -r->metric[M_COOLANT_MARGIN_K], 1, ""));
    if (!isfinite(l.value))
        c->title = arena_format(a, "Coolant reaches %s °C",
                                show_number(a, r->metric[M_MAX_COOLANT_C], 1, "n/a"));
    set_series(c, a, &q, 1);
    set_limits(c, a, &l, 1);
    p->chart = c;
    p->summary =
        "Hours sorted by the supply temperature of the coolant to the servers, against its limit.";
    return true;
}

/* Hour by hour. */

/* PUE of every hour; missing where the IT equipment takes nothing. */
static double *pue_hours(const struct result *r, struct arena *a)
{
    const double *all = hourly(r->year, Q_FACILITY_W), *it = hourly(r->year, Q_IT_W);
    if (!all || !it) return NULL;
    double *pue = ARENA_ARRAY(a, double, (size_t)r->year->n);
    for (int h = 0; h < r->year->n; h++) pue[h] = it[h] > 0 ? all[h] / it[h] : unset;
    return first_finite(pue, r->year->n) < 0 ? NULL : pue;
}

static void set_heat(struct chart *c, const struct result *r, const double *v, const char *label,
                     struct arena *a)
{
    const struct calendar *k = &r->year->calendar;
    double *at = ARENA_ARRAY(a, double, MONTHS);
    for (int m = 0; m < MONTHS; m++) at[m] = (k->month_start[m] + k->month_start[m + 1]) / 48.0;
    set_months(c);
    c->x.at = at;
    c->y.label = "hour of the day, local standard time";
    c->heat.columns = r->year->n / 24;
    c->heat.rows = 24;
    c->heat.value = v;
    c->heat.label = label;
}

static bool make_pue_heat(const struct result *r, struct picture *p, struct arena *a)
{
    const double *pue = pue_hours(r, a);
    if (!pue) return false;
    int kept;
    const double *order = sorted(pue, r->year->n, 1, &kept, a);
    struct chart *c = chart_new(
        a, CHART_HEAT,
        arena_format(a, "Hourly PUE lies between %s and %s; half of all hours are above %s",
                     show_number(a, order[kept - 1], 3, ""), show_number(a, order[0], 3, ""),
                     show_number(a, order[kept / 2], 3, "")));
    set_heat(c, r, pue, "PUE", a);
    p->chart = c;
    p->summary =
        "PUE of every hour, days from left to right and hours of the day from bottom to top; "
        "lighter is higher.";
    return true;
}

static const char *hottest_text(const struct result *r, const double *t, double most,
                                struct arena *a)
{
    int h = 0;
    char when[TEXT_NUMBER_CAP];
    while (!(t[h] >= most)) h++;
    return arena_format(a, "Rack inlets are hottest on %s: %s °C",
                        calendar_label(&r->year->calendar, h, when), show_number(a, most, 1, ""));
}

/* Nothing to see when the inlets never move. */
static bool make_inlet_heat(const struct result *r, struct picture *p, struct arena *a)
{
    const double *t = hourly(r->year, Q_INLET_C);
    if (!t || first_finite(t, r->year->n) < 0) return false;
    int kept;
    const double *order = sorted(t, r->year->n, 1, &kept, a);
    if (order[0] - order[kept - 1] < 0.1) return false;
    struct chart *c = chart_new(a, CHART_HEAT, hottest_text(r, t, order[0], a));
    set_heat(c, r, t, "°C", a);
    p->chart = c;
    p->summary = "Hottest rack inlet of every hour, days from left to right and hours of the day "
                 "from bottom to top; lighter is hotter.";
    return true;
}

static bool make_pue_outdoor(const struct result *r, struct picture *p, struct arena *a)
{
    const double *pue = pue_hours(r, a);
    if (!pue || !r->weather || r->weather->n != r->year->n) return false;
    int hottest = first_finite(pue, r->year->n), coldest = hottest;
    for (int h = 0; h < r->year->n; h++) {
        if (!isfinite(pue[h])) continue;
        if (r->weather->t_c[h] > r->weather->t_c[hottest]) hottest = h;
        if (r->weather->t_c[h] < r->weather->t_c[coldest]) coldest = h;
    }
    struct chart *c = chart_new(a, CHART_XY,
                                arena_format(a, "PUE is %s at %s °C outdoors and %s at %s °C",
                                             show_number(a, pue[coldest], 2, ""),
                                             show_number(a, r->weather->t_c[coldest], 0, ""),
                                             show_number(a, pue[hottest], 2, ""),
                                             show_number(a, r->weather->t_c[hottest], 0, "")));
    struct chart_series q = {.label = "one hour",
                             .kind = SERIES_DOTS,
                             .n = r->year->n,
                             .x = r->weather->t_c,
                             .y = pue,
                             .colour = OKABE_BLUE};
    set_series(c, a, &q, 1);
    c->x.label = "outdoor dry bulb, °C";
    c->y.label = "PUE of the hour";
    p->chart = c;
    p->summary =
        "PUE of every hour over the outdoor temperature; hours that fall on the same spot are "
        "drawn once.";
    return true;
}

/* Cooling. */

static bool make_modes(const struct result *r, struct picture *p, struct arena *a)
{
    double *free_h = month_series(r, offsetof(struct month_result, free_h), 1, a);
    double *mixed_h = month_series(r, offsetof(struct month_result, mixed_h), 1, a);
    double *only_h = month_series(r, offsetof(struct month_result, compressor_h), 1, a);
    struct chart *c =
        chart_new(a, CHART_XY,
                  arena_format(a, "Compressors rest in %s of %s hours",
                               show_number(a, r->metric[M_FREE_COOLING_HOURS], 0, "n/a"),
                               show_number(a, r->year->n, 0, "")));
    struct chart_series q[] = {{.label = "no compressor",
                                .kind = SERIES_BAR,
                                .n = MONTHS,
                                .y = free_h,
                                .colour = OKABE_SKY},
                               {.label = "compressors beside outdoor air or water",
                                .kind = SERIES_BAR,
                                .n = MONTHS,
                                .y = mixed_h,
                                .colour = OKABE_BLUE},
                               {.label = "compressors alone",
                                .kind = SERIES_BAR,
                                .n = MONTHS,
                                .y = only_h,
                                .colour = OKABE_ORANGE}};
    set_series(c, a, q, 3);
    set_months(c);
    c->y.label = "hours a month";
    c->aspect = 0.33;
    p->chart = c;
    p->summary = "Hours of each month by how the heat leaves: without a compressor, in part by "
                 "outdoor air, dry coolers or towers, or by compressors alone.";
    return true;
}

/* Single line. */

static bool make_one_line(const struct result *r, struct picture *p, struct arena *a)
{
    const struct one_line *d = r->one_line;
    if (!d) return false;
    p->diagram = d;
    p->summary = arena_format(
        a,
        "What feeds what, from the utility to the racks: %d parts in %d boxes, alike ones drawn "
        "once; %d over a limit. Names are those of the site file; loads are shares of the tightest "
        "limit with every server at its maximum, and in the worst single failure.",
        d->n_part, d->n_box, d->n_over);
    return true;
}

/* Floors. */

bool figure_floor(const struct result *r, int room, struct picture *out, struct arena *a)
{
    const struct floor_plan *f = r->room[room].floor;
    *out = (struct picture){0};
    if (!f || isnan(f->length_m)) return false;
    out->floor = f;
    out->summary = floor_summary(f, a);
    return true;
}

static bool make_floor(const struct result *r, struct picture *p, struct arena *a)
{
    int worst = -1;
    double least_k = HUGE_VAL;
    for (int i = 0; i < r->n_room; i++) {
        const struct floor_plan *f = r->room[i].floor;
        if (!f || isnan(f->length_m)) continue;
        double margin_k = f->hottest < 0 ? HUGE_VAL : f->rack[f->hottest].margin_k;
        if (worst >= 0 && !(margin_k < least_k)) continue;
        worst = i;
        least_k = margin_k;
    }
    return worst >= 0 && figure_floor(r, worst, p, a);
}

struct figure_row {
    const char *name;
    bool (*make)(const struct result *, struct picture *, struct arena *);
};

static const struct figure_row figure_rows[N_FIGURE] = {
    [FIGURE_LIMITS] = {"limits", make_limits},
    [FIGURE_ONE_LINE] = {"one-line", make_one_line},
    [FIGURE_PUE] = {"pue-by-month", make_pue},
    [FIGURE_MONTHLY_ENERGY] = {"energy-by-month", make_monthly_energy},
    [FIGURE_OVERHEAD] = {"energy-by-use", make_overhead},
    [FIGURE_LOAD] = {"load-duration", make_load},
    [FIGURE_INLET] = {"inlet-duration", make_inlet},
    [FIGURE_COOLANT] = {"coolant-duration", make_coolant},
    [FIGURE_PUE_HEAT] = {"pue-by-hour", make_pue_heat},
    [FIGURE_INLET_HEAT] = {"inlet-by-hour", make_inlet_heat},
    [FIGURE_PUE_OUTDOOR] = {"pue-over-outdoor", make_pue_outdoor},
    [FIGURE_MODES] = {"cooling-modes", make_modes},
    [FIGURE_COST] = {"cost-by-month", make_cost},
    [FIGURE_RIDE] = {"ride-through", ride_figure_make},
    [FIGURE_WATER] = {"water", water_figure_make},
    [FIGURE_GROWTH] = {"growth", growth_figure_make},
    [FIGURE_OPTIONS] = {"options", tco_options_figure},
    [FIGURE_BREAKEVEN] = {"breakeven", tco_breakeven_figure},
    [FIGURE_FLOOR] = {"floor-plan", make_floor},
};

const char *figure_name(enum figure_id id)
{
    return figure_rows[id].name;
}

bool figure_make(const struct result *r, enum figure_id id, struct picture *out, struct arena *a)
{
    *out = (struct picture){0};
    return figure_rows[id].make(r, out, a);
}
