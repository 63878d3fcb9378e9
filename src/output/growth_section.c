#include <math.h>
#include <string.h>

#include "output/growth_figure.h"
#include "output/show.h"
#include "plan/growth.h"

static const char *month_words(const struct growth *g, int i, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    if (i < 0) return "–";
    if (i >= g->n) return "later";
    return arena_format(a, "%s", date_write_month(g->month[i].month, text));
}

static void add_ends(struct report *p, const struct growth *g)
{
    static const struct tabular_column column[] = {{"Runs out", ALIGN_TEXT, 0},
                                                   {"Limit", ALIGN_TEXT, 2},
                                                   {"Enlarged by", ALIGN_TEXT, 1},
                                                   {"Short from", ALIGN_TEXT, 0}};
    struct arena *a = p->arena;
    struct tabular *t = report_table(p, "What runs out, in the order of time", column, 4);
    for (int i = 0; i < g->n; i++)
        for (int k = 0; k < g->n_resource; k++) {
            const struct growth_resource *r = &g->resource[k];
            if (r->runs_out != i) continue;
            const char *cell[] = {month_words(g, i, a), show_prose(a, r->words),
                                  r->order >= 0 ? g->order[r->order].name : "no block",
                                  month_words(g, r->short_from, a)};
            struct tabular_row *row = table_row(t, cell);
            if (r->short_from >= 0) row->tone = TONE_BAD;
        }
}

static const char *late_words(const struct growth_order *o, struct arena *a)
{
    const char *late = !o->order.year ? "no lead time"
                       : o->late_days ? arena_format(a, "%ld days too late", o->late_days)
                                      : "in time";
    return o->is_part_price ? arena_format(a, "%s; price of its part", late) : late;
}

static void add_orders(struct report *p, const struct growth *g)
{
    static const struct tabular_column column[] = {
        {"Order by", ALIGN_TEXT, 0}, {"Block", ALIGN_TEXT, 1},  {"Adds", ALIGN_TEXT, 1},
        {"Needed", ALIGN_TEXT, 0},   {"In use", ALIGN_TEXT, 0}, {"Price", ALIGN_RIGHT, 0},
        {"", ALIGN_TEXT, 0}};
    struct arena *a = p->arena;
    struct tabular *t = report_table(p, "Orders, by their last safe day", column, 7);
    for (int i = 0; i < g->n_order; i++) {
        const struct growth_order *o = &g->order[i];
        const char *cell[] = {o->order.year ? show_date(a, o->order) : "–",
                              o->name,
                              arena_format(a, "%s of %s", o->adds, o->part),
                              month_words(g, o->needed, a),
                              show_date(a, o->use),
                              show_number(a, o->price, 0, "no price"),
                              late_words(o, a)};
        struct tabular_row *row = table_row(t, cell);
        if (o->late_days) row->tone = TONE_BAD;
    }
}

/* The tightest of each kind, in the last month that fits. */
static void add_split(struct report *p, const struct growth *g)
{
    static const struct tabular_column column[] = {{"Tightest of its kind", ALIGN_TEXT, 1},
                                                   {"", ALIGN_TEXT, 0},
                                                   {"Used", ALIGN_POINT, 0},
                                                   {"Reserved", ALIGN_POINT, 0},
                                                   {"Stranded", ALIGN_POINT, 0},
                                                   {"Free", ALIGN_POINT, 0},
                                                   {"Limit", ALIGN_POINT, 0}};
    struct arena *a = p->arena;
    int tightest[N_GROWTH_CLASS], n = growth_tightest(g, tightest);
    int at = g->short_from < 0 ? g->n - 1 : g->short_from ? g->short_from - 1 : 0;
    struct tabular *t =
        report_table(p, arena_format(a, "Capacity in %s", month_words(g, at, a)), column, 7);
    for (int k = 0; k < n; k++) {
        const struct growth_resource *r = &g->resource[tightest[k]];
        const struct growth_use *u = &r->use[at];
        const char *cell[] = {arena_format(a, "%s, %s", r->element, r->resource),
                              show_unit(a, r->unit, g->own->currency),
                              show_number(a, u->used, 1, "–"),
                              show_number(a, u->reserved, 1, "–"),
                              show_number(a, u->stranded, 1, "–"),
                              show_number(a, u->free, 1, "–"),
                              show_number(a, u->limit, 1, "no limit")};
        table_row(t, cell);
    }
}

static void add_years(struct report *p, const struct growth *g)
{
    static const struct tabular_column column[] = {{"Year", ALIGN_TEXT, 1},
                                                   {"Months", ALIGN_RIGHT, 0},
                                                   {"IT, MWh", ALIGN_RIGHT, 0},
                                                   {"Facility, MWh", ALIGN_RIGHT, 0},
                                                   {"Electricity", ALIGN_RIGHT, 0}};
    struct arena *a = p->arena;
    struct tabular *t = report_table(
        p,
        *g->own->currency ? arena_format(a, "Energy and electricity, %s", g->own->currency)
                          : "Energy",
        column, 5);
    for (int i = 0; i < g->n_year; i++) {
        const struct growth_year *y = &g->year[i];
        const char *cell[] = {arena_format(a, "%d", y->year), arena_format(a, "%d", y->months),
                              show_number(a, y->it_kwh / 1000, 0, "–"),
                              show_number(a, y->facility_kwh / 1000, 0, "–"),
                              show_number(a, y->cost, 0, "no tariff")};
        table_row(t, cell);
    }
}

/* The verdict without the word that stands over it. */
static const char *after_word(const struct growth *g)
{
    static const char word[] = "runs out ";
    bool is_said = g->short_from >= 0 && !strncmp(g->verdict, word, sizeof word - 1);
    return g->verdict + (is_said ? sizeof word - 1 : 0);
}

void growth_section_add(struct report *p, const struct result *r)
{
    const struct growth *g = r->growth;
    struct arena *a = p->arena;
    struct picture pic;
    if (!g) return;
    report_section(p, "growth", "Growth");
    report_verdict(p, (struct verdict){.word = g->short_from >= 0 ? "It runs out" : "It lasts",
                                       .text = show_prose(a, after_word(g)),
                                       .tone = g->short_from >= 0 ? TONE_BAD : TONE_GOOD});
    report_paragraph(
        p,
        arena_format(a,
                     "One plan, from %s to %s, as the deployments of the site file have it; each "
                     "month in which something changes is a whole case of its own. Stranded is "
                     "what would still be free when the next resource runs out. A block must be "
                     "ordered its lead and installation times before the first day of the month "
                     "that needs it.",
                     month_words(g, 0, a), month_words(g, g->n - 1, a)));
    if (growth_figure_make(r, &pic, a)) report_figure(p, pic.chart, pic.summary);
    if (g->runs_out >= 0) add_ends(p, g);
    if (g->n_order) add_orders(p, g);
    add_split(p, g);
    add_years(p, g);
}
