#include "plan/growth_words.h"

#include <math.h>

static const char *month_words(const struct growth *g, int i, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    const char *month = date_write_month(g->month[i].month, text);
    return arena_format(a, "%s", month);
}

static const char *day_words(struct date d, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    return arena_format(a, "%s", date_write(d, text));
}

/* The order that must be placed first. */
static const struct growth_order *first_order(const struct growth *g)
{
    const struct growth_order *first = NULL;
    for (int i = 0; i < g->n_order; i++) {
        const struct growth_order *o = &g->order[i];
        if (o->order.year && (!first || date_days(o->order) < date_days(first->order))) first = o;
    }
    return first;
}

static const char *order_words(const struct growth_order *o, struct arena *a)
{
    if (!o) return "";
    const char *day = day_words(o->order, a);
    if (!o->late_days) return arena_format(a, "; order %s by %s", o->name, day);
    return arena_format(a, "; %s had to be ordered by %s and comes %ld days too late", o->name, day,
                        o->late_days);
}

/* Last month of the first time in which it is short. */
static int short_until(const struct growth *g)
{
    int i = g->short_from;
    while (i + 1 < g->n && !g->month[i + 1].fits) i++;
    return i;
}

static const char *end_words(const struct growth *g, struct arena *a)
{
    const char *blocks =
        arena_format(a, "with %d %s", g->n_order, g->n_order == 1 ? "block" : "blocks");
    if (g->short_from < 0)
        return arena_format(a, "%s it holds to the end of the plan, %s", blocks,
                            month_words(g, g->n - 1, a));
    int last = short_until(g);
    const char *from = month_words(g, g->short_from, a), *when;
    if (last == g->n - 1)
        when = arena_format(a, "from %s on", from);
    else if (last == g->short_from)
        when = arena_format(a, "in %s", from);
    else
        when = arena_format(a, "from %s to %s", from, month_words(g, last, a));
    return arena_format(a, "%s it is short %s, by %s", blocks, when,
                        g->month[g->short_from].reason);
}

void growth_say(struct growth *g, struct arena *a)
{
    if (g->runs_out < 0) {
        g->verdict = arena_format(a, "does not run out by %s", month_words(g, g->n - 1, a));
        return;
    }
    const char *when =
        arena_format(a, "runs out in %s, by %s", month_words(g, g->runs_out, a), g->first);
    if (!g->n_order)
        g->verdict = arena_format(a, "%s; no block enlarges it", when);
    else
        g->verdict =
            arena_format(a, "%s; %s%s", when, end_words(g, a), order_words(first_order(g), a));
}
