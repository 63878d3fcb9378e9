#include "cli/print_growth.h"

#include <math.h>
#include <string.h>

enum { QUARTER = 3, QUARTERS_UP_TO = 120, SPLIT_SHOWN = 12 };

static const char *const heads[N_GROWTH_CLASS] = {"space", "weight",  "racks",  "feeders",
                                                  "UPS",   "gensets", "transf", "utility",
                                                  "air",   "CDU",     "water",  ""};

static const char *month_text(const struct growth *g, int i, char out[TEXT_NUMBER_CAP])
{
    return i >= 0 && i < g->n ? date_write_month(g->month[i].month, out) : "later";
}

static const char *number(char out[TEXT_NUMBER_CAP], double x, int decimals)
{
    return isnan(x) ? "-" : text_fixed(out, x, decimals, true);
}

/* ---- periods ------------------------------------------------------------------ */

/* Greatest share of a limit of the class from month first to last; NaN: it has none. */
static double fullest(const struct growth *g, int class, int first, int last)
{
    double share = (double)NAN;
    for (int k = 0; k < g->n_resource; k++)
        for (int i = first; i <= last && g->resource[k].class == (enum growth_class) class; i++) {
            const struct growth_use *u = &g->resource[k].use[i];
            share = fmax(share, (u->used + u->reserved) / u->limit);
        }
    return share;
}

static void print_heads(struct builder *b, const struct growth *g, bool shown[N_GROWTH_CLASS],
                        bool has_reserved)
{
    builder_format(b, "%-9s %7s", "until", "servers");
    if (has_reserved) builder_format(b, " %8s", "reserved");
    builder_format(b, " %9s %9s", "IT kW", "facility");
    for (int c = 0; c < N_GROWTH_CLASS; c++) {
        shown[c] = c != GROWTH_CONDITION && !isnan(fullest(g, c, 0, g->n - 1));
        if (shown[c]) builder_format(b, " %7s", heads[c]);
    }
    builder_text(b, "\n");
}

static bool fits(const struct growth *g, int first, int last)
{
    bool fits = true;
    for (int i = first; i <= last; i++) fits &= g->month[i].fits;
    return fits;
}

/* Whether anything happens from month first to last. */
static bool has_event(const struct growth *g, int first, int last)
{
    bool has = first == 0;
    for (int i = first > 0 ? first : 1; i <= last; i++) {
        const struct growth_month *m = &g->month[i], *was = &g->month[i - 1];
        has |= m->n_servers != was->n_servers || m->n_reserved != was->n_reserved;
        has |= m->fits != was->fits;
        for (int k = 0; k < g->own->site->of[KIND_BLOCK].n; k++)
            has |= m->blocks[k] != was->blocks[k];
    }
    return has;
}

/* Ends of years, and quarters in which something happens. */
static void print_periods(struct builder *b, const struct growth *g)
{
    bool shown[N_GROWTH_CLASS], has_reserved = false;
    int length = g->n <= QUARTERS_UP_TO ? QUARTER : MONTHS, first = 0;
    char text[TEXT_NUMBER_CAP];
    for (int i = 0; i < g->n; i++) has_reserved |= g->month[i].n_reserved > 0;
    builder_text(b, "Fullest of each kind, % of its limit (! a limit is broken)\n");
    print_heads(b, g, shown, has_reserved);
    for (int i = 0; i < g->n; i++) {
        const struct growth_month *m = &g->month[i];
        bool is_end = !((m->month + 1) % length) || i == g->n - 1;
        if (!is_end) continue;
        if ((m->month + 1) % MONTHS && i < g->n - 1 && !has_event(g, first, i)) {
            first = i + 1;
            continue;
        }
        builder_format(b, "%-7s %c %7d", month_text(g, i, text), fits(g, first, i) ? ' ' : '!',
                       m->n_servers);
        if (has_reserved) builder_format(b, " %8d", m->n_reserved);
        builder_format(b, " %9s", number(text, m->it_kw, 0));
        builder_format(b, " %9s", number(text, m->facility_kw, 0));
        for (int c = 0; c < N_GROWTH_CLASS; c++)
            if (shown[c]) builder_format(b, " %7s", number(text, 100 * fullest(g, c, first, i), 1));
        builder_text(b, "\n");
        first = i + 1;
    }
}

/* ---- what runs out, and orders -------------------------------------------------- */

static void print_ends(struct builder *b, const struct growth *g)
{
    char text[TEXT_NUMBER_CAP];
    bool is_first = true;
    for (int i = 0; i < g->n; i++)
        for (int k = 0; k < g->n_resource; k++) {
            const struct growth_resource *r = &g->resource[k];
            if (r->runs_out != i) continue;
            if (is_first) builder_text(b, "\nRuns out\n");
            is_first = false;
            builder_format(b, "%-9s %s", month_text(g, i, text), r->words);
            if (r->order >= 0) builder_format(b, "; block %s", g->order[r->order].name);
            if (r->short_from >= 0)
                builder_format(b, "; short from %s on", month_text(g, r->short_from, text));
            builder_text(b, "\n");
        }
}

static bool is_same(const struct growth_order *x, const struct growth_order *y)
{
    return x->block == y->block && x->needed == y->needed;
}

static void print_orders(struct builder *b, const struct growth *g)
{
    char text[TEXT_NUMBER_CAP], day[TEXT_NUMBER_CAP];
    if (g->n_order)
        builder_format(b, "\nOrders\n%-10s %-24s %-26s %-10s %-7s %14s\n", "order by", "block",
                       "adds", "in use", "needed", g->own->currency);
    for (int i = 0, n; i < g->n_order; i += n) {
        const struct growth_order *o = &g->order[i];
        for (n = 1; i + n < g->n_order && is_same(o, &g->order[i + n]); n++) {
        }
        const char *name = n > 1 ? arena_format(b->arena, "%d x %s", n, o->name) : o->name;
        builder_format(b, "%-10s %-24s %-26s", o->order.year ? date_write(o->order, day) : "-",
                       name, arena_format(b->arena, "%s of %s", o->adds, o->part));
        builder_format(b, " %-10s %-7s", date_write(o->use, day), month_text(g, o->needed, text));
        builder_format(b, " %14s", isnan(o->price) ? "no price" : number(text, n * o->price, 0));
        if (o->is_part_price) builder_text(b, "  by its part");
        if (!o->order.year) builder_text(b, "  no lead time");
        if (o->late_days) builder_format(b, "  %ld days too late", o->late_days);
        builder_text(b, "\n");
    }
    if (g->n_order && isnan(g->price))
        builder_text(b, "none of them has a price\n");
    else if (g->n_order)
        builder_format(b, "all with a price: %s %s; without: %d\n", number(text, g->price, 0),
                       g->own->currency, g->n_unpriced);
}

/* ---- the split ------------------------------------------------------------------- */

static double share_at(const struct growth_resource *r, int i)
{
    const struct growth_use *u = &r->use[i];
    return r->class == GROWTH_CONDITION ? (double)NAN : (u->used + u->reserved) / u->limit;
}

static void print_split(struct builder *b, const struct growth *g)
{
    char text[TEXT_NUMBER_CAP];
    int at = g->short_from < 0 ? g->n - 1 : g->short_from ? g->short_from - 1 : 0;
    bool *told = ARENA_ARRAY(b->arena, bool, (size_t)g->n_resource + 1);
    builder_format(b, "\nIn %s, of the limit\n%-38s %10s %10s %10s %10s %10s\n",
                   month_text(g, at, text), "", "used", "reserved", "stranded", "free", "limit");
    for (int shown = 0; shown < SPLIT_SHOWN; shown++) {
        int best = -1;
        for (int k = 0; k < g->n_resource; k++)
            if (!told[k] && !isnan(share_at(&g->resource[k], at)) &&
                (best < 0 || share_at(&g->resource[k], at) > share_at(&g->resource[best], at)))
                best = k;
        if (best < 0) return;
        told[best] = true;
        const struct growth_resource *r = &g->resource[best];
        const struct growth_use *u = &r->use[at];
        builder_format(b, "%-38s",
                       arena_format(b->arena, "%s %s, %s", r->element, r->resource, r->unit));
        const double part[] = {u->used, u->reserved, u->stranded, u->free, u->limit};
        for (int i = 0; i < 5; i++) builder_format(b, " %10s", number(text, part[i], 1));
        builder_text(b, "\n");
    }
}

static void print_years(struct builder *b, const struct growth *g)
{
    char text[TEXT_NUMBER_CAP];
    builder_format(b, "\n%-9s %7s %14s %14s %14s\n", "year", "months", "IT kWh", "facility kWh",
                   g->own->currency);
    for (int i = 0; i < g->n_year; i++) {
        const struct growth_year *y = &g->year[i];
        builder_format(b, "%-9d %7d", y->year, y->months);
        const double part[] = {y->it_kwh, y->facility_kwh, y->cost};
        for (int k = 0; k < 3; k++) builder_format(b, " %14s", number(text, part[k], 0));
        builder_text(b, "\n");
    }
}

void print_growth(struct builder *b, const struct growth *g)
{
    builder_format(b, "%s: %s\n\n", g->own->site_title, g->verdict);
    print_periods(b, g);
    print_ends(b, g);
    print_orders(b, g);
    print_split(b, g);
    print_years(b, g);
}
