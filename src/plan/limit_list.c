#include "plan/limit_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A limit is broken beyond what rounding can do. */
static bool is_over(double used, double limit)
{
    return used > limit + 1e-9 * fabs(limit);
}

void limit_judge(struct limit *x)
{
    x->margin = isnan(x->limit)      ? (double)NAN
                : x->limit > 0       ? (x->limit - x->used) / x->limit
                : x->used > x->limit ? -1
                                     : 1;
    x->is_broken = !isnan(x->limit) && is_over(x->used, x->limit);
}

void limit_add(struct limit_list *l, const char *element, const char *resource, const char *state,
               double used, double limit, const char *unit, const char *note)
{
    if (l->n == l->cap) {
        struct limit *more = ARENA_ARRAY(l->a, struct limit, (size_t)l->cap * 2 + 32);
        if (l->n) memcpy(more, l->item, (size_t)l->n * sizeof *more);
        l->item = more;
        l->cap = l->cap * 2 + 32;
    }
    struct limit *x = &l->item[l->n++];
    *x = (struct limit){.element = element,
                        .resource = resource,
                        .state = state,
                        .unit = unit,
                        .used = used,
                        .limit = limit,
                        .note = note};
    limit_judge(x);
}

void limit_add_of(struct limit_list *l, int e, const char *resource, const char *state, double used,
                  double limit, const char *unit, const char *note)
{
    const struct elem *x = &l->c->plant->elem[e];
    int others = 0;
    if (l->alike) {
        int class = l->alike->of[e];
        if (l->alike->first[class] != e) return;
        others = l->alike->size[class] - 1;
    }
    if (others)
        note =
            arena_format(l->a, "%d others alike%s%s", others, note ? "; " : "", note ? note : "");
    limit_add(l, limit_part(l, x->kind, x->index), resource, state, used, limit, unit, note);
    l->item[l->n - 1].alike = others;
}

const char *limit_part(struct limit_list *l, int kind, int index)
{
    return site_part_name(l->c->site, kind, index, l->a);
}

const char *limit_rack(struct limit_list *l, int rack, int unit)
{
    return place_rack_name(l->c->site, rack, unit, l->a);
}

/* ---- in words -------------------------------------------------------- */

const char *limit_words(const struct limit *l, struct arena *a)
{
    char used[TEXT_NUMBER_CAP], limit[TEXT_NUMBER_CAP];
    int decimals = text_decimals_apart(l->used, l->limit, *l->unit ? 1 : 3);
    return arena_format(a, "%s %s%s%s: %s of %s%s%s", l->element, l->resource,
                        strcmp(l->state, "normal") ? ", " : "",
                        strcmp(l->state, "normal") ? l->state : "",
                        text_fixed(used, l->used, decimals, true),
                        text_fixed(limit, l->limit, decimals, true), *l->unit ? " " : "", l->unit);
}

/* ---- solved states ------------------------------------------------------ */

void limit_remember(struct limit_memo *m, struct lost lost, const struct limit_state *s)
{
    if (!m || m->n == LIMIT_MEMO) return;
    m->item[m->n].lost = lost;
    m->item[m->n++].state = *s;
}

const struct limit_state *limit_remembered(const struct limit_memo *m, struct lost lost)
{
    for (int i = 0; m && i < m->n; i++)
        if (m->item[i].lost.alive_index == lost.alive_index && m->item[i].lost.units == lost.units)
            return &m->item[i].state;
    return NULL;
}

/* ---- order ------------------------------------------------------------- */

/* A limit of zero that is broken is the tightest of all. */
static double tightness(const struct limit *l)
{
    return l->is_broken && !(l->limit > 0) ? -HUGE_VAL : l->margin;
}

static int by_margin(const void *x, const void *y)
{
    const struct limit *a = x, *b = y;
    bool none_a = isnan(a->margin), none_b = isnan(b->margin);
    if (none_a != none_b) return none_a - none_b;
    if (!none_a && tightness(a) < tightness(b)) return -1;
    if (!none_a && tightness(a) > tightness(b)) return 1;
    int c = strcmp(a->element, b->element);
    if (!c) c = strcmp(a->resource, b->resource);
    return c ? c : strcmp(a->state, b->state);
}

void limit_sort(struct limit *limit, int n)
{
    qsort(limit, (size_t)n, sizeof *limit, by_margin);
}
