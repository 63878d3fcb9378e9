#include "output/ride_section.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "output/palette.h"
#include "output/show.h"
#include "plan/failures.h"

enum { ROOMS_DRAWN = 3, RIDES_TOLD = 16, EVENTS = 8 };

static const double unset = (double)NAN;

static const struct ride_list *rides(const struct result *r)
{
    return r->failures ? &r->failures->ride : NULL;
}

/* ---- chart ---- */

static double *minutes(const struct ride *r, struct arena *a)
{
    double *x = ARENA_ARRAY(a, double, (size_t)r->n + 1);
    for (int i = 0; i < r->n; i++) x[i] = i / 60.0;
    return x;
}

static bool has_coolant(const struct ride_through *x)
{
    return !isnan(x->coolant_flow_s);
}

static int add_room(struct chart_series *q, const struct ride_through *x, int room, bool is_one,
                    struct arena *a)
{
    const struct ride *r = &x->ride;
    static const unsigned colour[ROOMS_DRAWN][2] = {
        {OKABE_BLUE, OKABE_ORANGE}, {OKABE_GREEN, OKABE_PURPLE}, {OKABE_BLACK, OKABE_SKY}};
    const char *of = is_one ? "" : arena_format(a, ", %s", x->room);
    int n = 0;
    q[n++] = (struct chart_series){.label = arena_format(a, "Rack inlets%s", of),
                                   .kind = SERIES_LINE,
                                   .n = r->n,
                                   .x = minutes(r, a),
                                   .y = r->inlet_c,
                                   .colour = colour[room][0]};
    if (!has_coolant(x)) return n;
    q[n] = q[0];
    q[n].label = arena_format(a, "Coolant%s", of);
    q[n].y = r->coolant_c;
    q[n].colour = colour[room][1];
    q[n].dash = 6;
    q[n++].gap = 2;
    return n;
}

static int add_limits(struct chart_limit *l, const struct ride_through *x)
{
    int n = 0;
    l[n++] = (struct chart_limit){.label = "ASHRAE allowable inlet",
                                  .value = x->allowable_c,
                                  .decimals = 1,
                                  .colour = OKABE_RED,
                                  .dash = 2,
                                  .gap = 2};
    if (has_coolant(x))
        l[n++] = (struct chart_limit){.label = "Limit of the coolant",
                                      .value = x->coolant_max_c,
                                      .decimals = 1,
                                      .colour = OKABE_PURPLE,
                                      .dash = 5,
                                      .gap = 2};
    return n;
}

static int by_place(const void *p, const void *q)
{
    const struct chart_mark *a = p, *b = q;
    if (a->at != b->at) return a->at < b->at ? -1 : 1;
    return strcmp(a->label, b->label);
}

/* Times that do not come, and what never stopped, have no mark. */
static int add_events(struct chart_mark *m, const struct ride_through *x, struct arena *a)
{
    const struct ride *r = &x->ride;
    const struct chart_mark all[] = {
        {"fans run again", x->air_s, OKABE_GREEN},
        {"coolant flows again", x->coolant_flow_s, OKABE_GREEN},
        {"all cools again", x->cooled_s, OKABE_GREEN},
        {"allowable inlet", r->allowable_s, BAD},
        {"coolant limit", r->coolant_s, BAD},
        {"first chips throttle", r->throttle_s, BAD},
        {"first servers shut down", r->trip_s, BAD},
        {"servers lose power", x->power_s, INK_SOFT},
    };
    int n = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (!(all[i].at > 0) || isinf(all[i].at)) continue;
        m[n] = all[i];
        m[n].label = arena_format(a, "%s, %s", all[i].label, show_clock(a, all[i].at, ""));
        m[n++].at /= 60;
    }
    qsort(m, (size_t)n, sizeof *m, by_place);
    return n;
}

static const char *finding(const struct ride_through *x, struct arena *a)
{
    const struct ride *r = &x->ride;
    if (!x->bears_why)
        return arena_format(a, "%s stays within its limits for %s after its worst loss: %s",
                            x->room, show_clock(a, r->end_s, ""), x->state);
    if (!(x->bears_s > 0))
        return arena_format(a, "%s is over its limits before anything is lost: %s", x->room,
                            x->bears_why);
    const char *trip = r->first_trip < 0
                           ? ""
                           : arena_format(a, "; %s shuts down first, after %s", x->trip_first,
                                          show_clock(a, r->trip_s, ""));
    return arena_format(a, "%s bears %s (%s), then: %s%s", x->room, show_clock(a, x->bears_s, ""),
                        x->state, x->bears_why, trip);
}

static double longest_s(const struct ride_through *const *x, int n)
{
    double s = 60;
    for (int i = 0; i < n; i++) s = fmax(s, x[i]->ride.n - 1);
    return s;
}

bool ride_figure_make(const struct result *r, struct picture *out, struct arena *a)
{
    const struct ride_through *worst[ROOMS_DRAWN];
    int n = rides(r) ? ride_governing(rides(r), worst, ROOMS_DRAWN) : 0;
    if (!n) return false;
    struct chart *c = ARENA_ARRAY(a, struct chart, 1);
    struct chart_series *q = ARENA_ARRAY(a, struct chart_series, 2 * ROOMS_DRAWN);
    struct chart_limit *l = ARENA_ARRAY(a, struct chart_limit, 2);
    struct chart_mark *m = ARENA_ARRAY(a, struct chart_mark, EVENTS);
    *c = (struct chart){
        .kind = CHART_XY,
        .title = finding(worst[0], a),
        .aspect = 0.42,
        .x = {.label = "minutes after the loss", .min = 0, .max = ceil(longest_s(worst, n) / 60)},
        .y = {.label = "°C", .min = unset, .max = unset},
        .mark = unset,
        .series = q,
        .limit = l,
        .event = m};
    for (int i = 0; i < n; i++) c->n_series += add_room(q + c->n_series, worst[i], i, n == 1, a);
    c->n_limit = add_limits(l, worst[0]);
    c->n_event = add_events(m, worst[0], a);
    out->chart = c;
    out->summary = arena_format(
        a,
        "Temperatures from the loss on, every server at its maximum in the hottest hour; marks and "
        "limits are those of %s, %s.",
        worst[0]->room, worst[0]->state);
    return true;
}

/* ---- table ---- */

static const char *degrees(struct arena *a, double c)
{
    return show_number(a, c, 1, "–");
}

/* Narrow enough for a table: 3:06. */
static const char *clock_cell(struct arena *a, double s, const char *missing)
{
    if (!isfinite(s)) return missing;
    int whole = (int)floor(s);
    return arena_format(a, "%d:%02d", whole / 60, whole % 60);
}

static void add_row(struct report *p, struct tabular *t, const struct ride_through *x)
{
    struct arena *a = p->arena;
    const struct ride *r = &x->ride;
    const char *cell[] = {x->state,
                          x->room,
                          clock_cell(a, x->air_s, "never"),
                          clock_cell(a, x->cooled_s, "never"),
                          clock_cell(a, r->allowable_s, "–"),
                          clock_cell(a, r->coolant_s, "–"),
                          clock_cell(a, r->throttle_s, "–"),
                          clock_cell(a, r->trip_s, "–"),
                          degrees(a, r->max_c),
                          degrees(a, r->max_coolant_c),
                          degrees(a, r->rise_15min_k)};
    struct tabular_row *row = table_row(t, cell);
    if (x->bears_s < x->asked_s) row->tone = TONE_BAD;
}

static void add_table(struct report *p, const struct ride_list *l)
{
    static const struct tabular_column column[] = {
        {"Loss", ALIGN_TEXT, 1.5},      {"Room", ALIGN_TEXT, 1},    {"Fans", ALIGN_RIGHT, 0},
        {"Cold", ALIGN_RIGHT, 0},       {"Inlet", ALIGN_RIGHT, 0},  {"Liquid", ALIGN_RIGHT, 0},
        {"Slow", ALIGN_RIGHT, 0},       {"Off", ALIGN_RIGHT, 0},    {"Air, °C", ALIGN_POINT, 0},
        {"Liquid, °C", ALIGN_POINT, 0}, {"Rise, K", ALIGN_POINT, 0}};
    report_paragraph(p, "Until fans run again, all cools again, inlets pass the allowable limit "
                        "and coolant its own, chips slow down and servers shut off; the hottest "
                        "inlets and coolant; the greatest rise of inlets in 15 minutes.");
    struct tabular *t = report_table(p, "Minutes and seconds from each loss on", column, 11);
    for (int i = 0; i < l->n && i < RIDES_TOLD; i++) add_row(p, t, &l->item[i]);
    if (l->n > RIDES_TOLD)
        report_paragraph(p,
                         arena_format(p->arena, "%d more are in failures.json beside this report.",
                                      l->n - RIDES_TOLD));
}

static void say_asked(struct builder *b, const struct ride_through *x)
{
    if (isnan(x->asked_s)) return;
    builder_format(b, " It was asked to bear %s and %s.", show_clock(b->arena, x->asked_s, ""),
                   x->bears_s < x->asked_s
                       ? arena_format(b->arena, "bears %s", show_clock(b->arena, x->bears_s, ""))
                       : "does");
}

static void say_first(struct builder *b, const char *what, const char *name, const char *racks,
                      double at_s, bool by_coolant)
{
    if (!name) return;
    builder_format(b, " First to %s: %s%s%s, after %s, by its %s.", what, name, racks ? " in " : "",
                   racks ? racks : "", show_clock(b->arena, at_s, ""),
                   by_coolant ? "coolant" : "inlets");
}

static void say_governing(struct report *p, const struct ride_list *l)
{
    const struct ride_through *worst[ROOMS_DRAWN];
    int n = ride_governing(l, worst, ROOMS_DRAWN);
    for (int i = 0; i < n; i++) {
        const struct ride_through *x = worst[i];
        struct builder b = builder_new(p->arena);
        builder_format(&b, "%s is worst off after this loss: %s.", x->room, x->state);
        say_first(&b, "throttle", x->throttle_first, x->throttle_racks, x->ride.throttle_s,
                  x->ride.coolant_throttles);
        say_first(&b, "shut down", x->trip_first, x->trip_racks, x->ride.trip_s,
                  x->ride.coolant_trips);
        say_asked(&b, x);
        report_paragraph(p, b.s);
    }
}

void ride_section_add(struct report *p, const struct result *r)
{
    const struct ride_list *l = rides(r);
    struct picture pic;
    if (!l || (!l->n && !l->n_note)) return;
    report_heading(p, "How long rooms bear a loss of cooling");
    if (l->n) {
        report_paragraph(
            p, "Air, equipment, water and coolant warm from the loss on until what hangs on a "
               "generator runs again and chillers have restarted; every server at its maximum. "
               "For information: ASHRAE allows inlets 20 K an hour and 5 K in any 15 minutes, 5 K "
               "an hour with tapes.");
        say_governing(p, l);
        if (figure_make(r, FIGURE_RIDE, &pic, p->arena)) report_figure(p, pic.chart, pic.summary);
        add_table(p, l);
    }
    for (int i = 0; i < l->n_note; i++) report_paragraph(p, show_prose(p->arena, l->note[i]));
}
