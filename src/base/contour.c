#include "base/contour.h"

#include <math.h>

/* Each edge of the grid is a node; a cell that the line passes joins two of its edges.  Edge
   2 k leads from point k to the next column, 2 k + 1 to the next row. */
struct web {
    const double *value;
    int n_x, n_y;
    double level;
    int (*joined)[2]; /* to each edge: up to two others; -1 none */
    bool *is_seen;
    int *path; /* edges of the line being walked */
};

enum { BOTTOM, RIGHT, TOP, LEFT }; /* edges of a cell */

static int edge_of(const struct web *w, int x, int y, int side)
{
    int k = x * w->n_y + y;
    switch (side) {
    case BOTTOM: return 2 * k;
    case TOP: return 2 * (k + 1);
    case LEFT: return 2 * k + 1;
    default: return 2 * (k + w->n_y) + 1;
    }
}

static void add_end(struct web *w, int from, int to)
{
    w->joined[from][w->joined[from][0] < 0 ? 0 : 1] = to;
}

static void join(struct web *w, int x, int y, int side, int other)
{
    int from = edge_of(w, x, y, side), to = edge_of(w, x, y, other);
    add_end(w, from, to);
    add_end(w, to, from);
}

static void join_cell(struct web *w, int x, int y)
{
    const double *at = &w->value[x * w->n_y + y];
    double corner[4] = {at[0], at[w->n_y], at[w->n_y + 1], at[1]}; /* anticlockwise */
    int is_in[4], side[4], n = 0;
    double sum = corner[0] + corner[1] + corner[2] + corner[3];
    if (!isfinite(sum)) return;
    for (int i = 0; i < 4; i++) is_in[i] = corner[i] >= w->level;
    for (int i = 0; i < 4; i++) /* side i leads from corner i to the next */
        if (is_in[i] != is_in[(i + 1) % 4]) side[n++] = i;
    if (n == 2) join(w, x, y, side[0], side[1]);
    if (n != 4) return;
    bool is_middle_in = sum / 4 >= w->level;
    /* Corners 0 and 2 are of one kind; what is not joined through the middle is cut off. */
    if (is_middle_in == (is_in[0] != 0)) {
        join(w, x, y, BOTTOM, RIGHT);
        join(w, x, y, TOP, LEFT);
    } else {
        join(w, x, y, LEFT, BOTTOM);
        join(w, x, y, RIGHT, TOP);
    }
}

static void put_point(const struct web *w, int edge, double *x, double *y)
{
    int k = edge / 2, step = edge % 2 ? 1 : w->n_y;
    double a = w->value[k], b = w->value[k + step], share = (w->level - a) / (b - a);
    *x = k / w->n_y + (edge % 2 ? 0 : share);
    *y = k % w->n_y + (edge % 2 ? share : 0);
}

/* From the edge along what is not seen yet. */
static struct contour walk(struct web *w, int first, struct arena *a)
{
    struct contour c = {0};
    for (int at = first, next; at >= 0; at = next) {
        w->is_seen[at] = true;
        w->path[c.n++] = at;
        next = -1;
        for (int i = 0; i < 2; i++) {
            int to = w->joined[at][i];
            if (to >= 0 && !w->is_seen[to]) next = to;
        }
    }
    const int *end = w->joined[w->path[c.n - 1]];
    c.is_closed = c.n > 2 && (end[0] == first || end[1] == first);
    c.x = ARENA_ARRAY(a, double, (size_t)c.n);
    c.y = ARENA_ARRAY(a, double, (size_t)c.n);
    for (int i = 0; i < c.n; i++) put_point(w, w->path[i], &c.x[i], &c.y[i]);
    return c;
}

int contours_find(const double *value, int n_x, int n_y, double level, struct contour **out,
                  struct arena *a)
{
    size_t n_edge = 2 * (size_t)n_x * (size_t)n_y;
    struct web w = {.value = value,
                    .n_x = n_x,
                    .n_y = n_y,
                    .level = level,
                    .joined = arena_make(a, sizeof(int[2]), n_edge + 1),
                    .is_seen = ARENA_ARRAY(a, bool, n_edge + 1),
                    .path = ARENA_ARRAY(a, int, n_edge + 1)};
    int n = 0;
    for (size_t i = 0; i < n_edge; i++) w.joined[i][0] = w.joined[i][1] = -1;
    for (int x = 0; x + 1 < n_x; x++)
        for (int y = 0; y + 1 < n_y; y++) join_cell(&w, x, y);
    *out = ARENA_ARRAY(a, struct contour, n_edge / 2 + 1);
    for (int ends = 1; ends <= 2; ends++) /* lines with two ends first, then rings */
        for (size_t i = 0; i < n_edge; i++) {
            int joins = (w.joined[i][0] >= 0) + (w.joined[i][1] >= 0);
            if (joins == ends && !w.is_seen[i]) (*out)[n++] = walk(&w, (int)i, a);
        }
    return n;
}
