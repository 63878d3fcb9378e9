/* Rows of a single-line diagram: wires past rows, then each row in the order of its
   neighbours' means (Sugiyama, Tagawa and Toda, IEEE Trans. SMC 11(2), 1981). */

#include <stdlib.h>
#include <string.h>

#include "plan/one_line.h"

static const double wire_width = 0.2;
enum { SWEEPS = 4 };

struct wires { /* of one source, by the row they pass */
    int *node; /* [2 * n_layer]: carrying, and standing by; -1: none */
};

static int add_wire(struct one_line *d, int from, int layer)
{
    d->node[d->n] = (struct one_line_node){.what = ONE_LINE_WIRE,
                                           .layer = layer,
                                           .at = d->node[from].at,
                                           .width = wire_width,
                                           .id = d->node[from].id};
    return d->n++;
}

static void add_edge(struct one_line *d, int from, int to, bool is_standby)
{
    for (int i = 0; i < d->n_edge; i++)
        if (d->edge[i].from == from && d->edge[i].to == to) {
            d->edge[i].is_standby &= is_standby;
            return;
        }
    d->edge[d->n_edge++] = (struct one_line_edge){from, to, is_standby};
}

/* Rows from the source's to the one above the consumer, by wires that others share. */
static void lay(struct one_line *d, const struct one_line_edge *e, struct wires *w)
{
    int at = e->from;
    for (int layer = d->node[e->from].layer + 1; layer < d->node[e->to].layer; layer++) {
        int *wire = &w[e->from].node[2 * layer + e->is_standby];
        if (*wire < 0) *wire = add_wire(d, at, layer);
        add_edge(d, at, *wire, e->is_standby);
        at = *wire;
    }
    add_edge(d, at, e->to, e->is_standby);
}

static void lay_all(struct one_line *d, struct arena *a)
{
    int n = d->n, n_edge = d->n_edge, most = n + n * 2 * d->n_layer;
    const struct one_line_edge *edge = d->edge;
    struct one_line_node *node = ARENA_ARRAY(a, struct one_line_node, (size_t)most + 1);
    struct wires *w = ARENA_ARRAY(a, struct wires, (size_t)n + 1);
    if (n) memcpy(node, d->node, (size_t)n * sizeof *node);
    for (int i = 0; i < n; i++) {
        w[i].node = ARENA_ARRAY(a, int, (size_t)d->n_layer * 2);
        for (int k = 0; k < 2 * d->n_layer; k++) w[i].node[k] = -1;
    }
    d->node = node;
    d->edge = ARENA_ARRAY(a, struct one_line_edge, (size_t)(n_edge * d->n_layer) + 1);
    d->n_edge = 0;
    for (int i = 0; i < n_edge; i++) lay(d, &edge[i], w);
}

/* ---- order ---- */

struct slot {
    int node, before; /* place before sorting, which settles what is equal */
    double mean;
};

static int by_mean(const void *p, const void *q)
{
    const struct slot *a = p, *b = q;
    if (a->mean < b->mean) return -1;
    if (a->mean > b->mean) return 1;
    return a->before - b->before;
}

/* Of the neighbours in the row above (or below); where it stands without any. */
static double mean_of(const struct one_line *d, int node, bool above)
{
    double sum = 0;
    int n = 0;
    for (int i = 0; i < d->n_edge; i++) {
        const struct one_line_edge *e = &d->edge[i];
        if ((above ? e->to : e->from) != node) continue;
        sum += d->node[above ? e->from : e->to].at;
        n++;
    }
    return n ? sum / n : d->node[node].at;
}

static void spread(struct one_line *d, const struct slot *row, int n)
{
    double all = 0, at = 0;
    for (int i = 0; i < n; i++) all += d->node[row[i].node].what == ONE_LINE_WIRE ? wire_width : 1;
    for (int i = 0; i < n; i++) {
        struct one_line_node *x = &d->node[row[i].node];
        x->width = (x->what == ONE_LINE_WIRE ? wire_width : 1) / all;
        x->at = at + x->width / 2;
        at += x->width;
    }
}

static void order_row(struct one_line *d, int layer, bool above, struct slot *row)
{
    int n = 0;
    for (int i = 0; i < d->n; i++)
        if (d->node[i].layer == layer) row[n++] = (struct slot){.node = i};
    for (int i = 0; i < n; i++) row[i].mean = d->node[row[i].node].at, row[i].before = i;
    if (n) qsort(row, (size_t)n, sizeof *row, by_mean);
    for (int i = 0; i < n; i++) {
        row[i].before = i;
        row[i].mean = mean_of(d, row[i].node, above);
    }
    if (n) qsort(row, (size_t)n, sizeof *row, by_mean);
    spread(d, row, n);
}

static int by_place(const void *p, const void *q)
{
    const struct one_line_node *a = p, *b = q;
    if (a->layer != b->layer) return a->layer - b->layer;
    return a->at < b->at ? -1 : a->at > b->at;
}

/* By row, from left to right; edges follow. */
static void renumber(struct one_line *d, struct arena *a)
{
    struct one_line_node *sorted = ARENA_ARRAY(a, struct one_line_node, (size_t)d->n + 1);
    memcpy(sorted, d->node, (size_t)d->n * sizeof *sorted);
    qsort(sorted, (size_t)d->n, sizeof *sorted, by_place);
    int *now = ARENA_ARRAY(a, int, (size_t)d->n + 1);
    for (int i = 0; i < d->n; i++)
        for (int k = 0; k < d->n; k++)
            if (by_place(&d->node[i], &sorted[k]) == 0) now[i] = k;
    for (int i = 0; i < d->n_edge; i++) {
        d->edge[i].from = now[d->edge[i].from];
        d->edge[i].to = now[d->edge[i].to];
    }
    d->node = sorted;
}

void one_line_arrange(struct one_line *d, struct arena *a)
{
    if (!d->n) return;
    for (int i = 0; i < d->n; i++) d->node[i].at = i;
    lay_all(d, a);
    struct slot *row = ARENA_ARRAY(a, struct slot, (size_t)d->n + 1);
    for (int layer = 0; layer < d->n_layer; layer++) order_row(d, layer, true, row);
    for (int k = 0; k < SWEEPS; k++) {
        for (int layer = d->n_layer - 2; layer >= 0; layer--) order_row(d, layer, false, row);
        for (int layer = 1; layer < d->n_layer; layer++) order_row(d, layer, true, row);
    }
    renumber(d, a);
}
