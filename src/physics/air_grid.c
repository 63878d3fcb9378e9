#include "physics/air_grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_AIM = 25000, CELLS_MOST = 3000000 };
static const double coarsest_m = 2.4;
static const double tile_m = 0.6;          /* depth of a row of tiles */
static const double aisle_most_m = 2.4;    /* between rows that share an aisle */
static const double aisle_without_m = 1.2; /* of a row that has none opposite */
static const double merge_m = 0.1;         /* lines nearer than this are one */
static const double coarser = 1.25;
static const double growth = 1.4; /* of one cell over the next, away from what stands there */

struct maker {
    const struct air_room *r;
    struct air_grid *g;
    double *aisle_top_m; /* [n0 n1] of the column's part of a contained aisle; 0: none */
    struct arena *a;
};

static int column_of(const struct air_grid *g, int i, int j)
{
    return j * g->n[0] + i;
}

static int axis_of(enum air_side side)
{
    return side <= AIR_WEST ? 0 : 1;
}

static int step_of(enum air_side side)
{
    return side == AIR_EAST || side == AIR_NORTH ? 1 : -1;
}

static enum air_side opposite(enum air_side side)
{
    return (enum air_side)((int)side ^ 1);
}

static void refuse(struct maker *m, int rack, const char *problem)
{
    if (m->g->problem) return;
    m->g->problem = problem;
    m->g->rack = rack;
}

/* ---- lines ---------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double edge_of(const struct air_box *b, int axis, int end)
{
    if (axis == 0) return end ? b->x1_m : b->x0_m;
    if (axis == 1) return end ? b->y1_m : b->y0_m;
    return end ? b->top_m : 0;
}

static const struct air_box *box_at(const struct air_room *r, int i)
{
    if (i < r->n_rack) return &r->rack[i].box;
    i -= r->n_rack;
    return i < r->n_unit ? &r->unit[i].box : &r->solid[i - r->n_unit];
}

static int count_boxes(const struct air_room *r)
{
    return r->n_rack + r->n_unit + r->n_solid;
}

/* Edges of all that stands in the room, sorted; of those closer than merge_m one is left. */
static int edges_of(const struct air_room *r, int axis, double end_m, double *edge)
{
    int n = 0, kept = 1;
    for (int i = 0; i < count_boxes(r); i++)
        for (int end = 0; end < 2; end++) edge[n++] = edge_of(box_at(r, i), axis, end);
    edge[n++] = 0;
    qsort(edge, (size_t)n, sizeof *edge, by_value);
    for (int i = 1; i < n; i++)
        if (edge[i] - edge[kept - 1] > merge_m && end_m - edge[i] > merge_m) edge[kept++] = edge[i];
    edge[kept++] = end_m;
    return kept;
}

/* Cells of a gap: as fine as asked for at both ends, coarser in its middle.  Writes where
   they begin, when line is not NULL, and returns how many they are. */
static int part_gap(double from, double to, double cell_m, double *line)
{
    double half_m = (to - from) / 2, size_m = cell_m, sum_m = 0;
    int n = 0;
    for (; sum_m < half_m * (1 - 1e-9); n++, size_m *= growth) sum_m += size_m;
    if (n < 2) { /* no room to grow */
        n = (int)ceil(2 * half_m / cell_m - 1e-9);
        for (int k = 0; line && k < n; k++) line[k] = from + 2 * half_m * k / n;
        return n;
    }
    double at_m = 0;
    size_m = cell_m * half_m / sum_m;
    for (int k = 0; line && k < n; k++, size_m *= growth) {
        line[k] = from + at_m;
        at_m += size_m;
        line[2 * n - 1 - k] = to - at_m;
    }
    return 2 * n;
}

static void make_lines(struct maker *m, int axis, double end_m, double cell_m, double *edge)
{
    int n_edge = edges_of(m->r, axis, end_m, edge), n = 0;
    for (int i = 0; i + 1 < n_edge; i++) n += part_gap(edge[i], edge[i + 1], cell_m, NULL);
    double *line = ARENA_ARRAY(m->a, double, (size_t)n + 1);
    m->g->n[axis] = 0;
    for (int i = 0; i + 1 < n_edge; i++)
        m->g->n[axis] += part_gap(edge[i], edge[i + 1], cell_m, line + m->g->n[axis]);
    line[n] = end_m;
    m->g->line[axis] = line;
}

/* False when the room is too large. */
static bool find_lines(struct maker *m)
{
    const double end_m[3] = {m->r->length_m, m->r->width_m, m->r->height_m};
    size_t most = 2 * (size_t)count_boxes(m->r) + 2;
    double *edge = ARENA_ARRAY(m->a, double, most), cells = HUGE_VAL;
    for (double cell_m = m->r->cell_m; cells > CELLS_AIM && cell_m < coarsest_m;
         cell_m *= coarser) {
        for (int axis = 0; axis < 3; axis++) make_lines(m, axis, end_m[axis], cell_m, edge);
        cells = (double)m->g->n[0] * m->g->n[1] * m->g->n[2];
    }
    if (!(cells <= CELLS_MOST)) return false;
    m->g->cells = (int)cells;
    m->g->stride[0] = 1;
    m->g->stride[1] = m->g->n[0];
    m->g->stride[2] = m->g->n[0] * m->g->n[1];
    return true;
}

/* ---- bodies --------------------------------------------------------------- */

/* Cells whose middle lies in [from, to]. */
static void cells_between(const struct air_grid *g, int axis, double from, double to, int *first,
                          int *end)
{
    int i = 0;
    while (i < g->n[axis] && air_grid_middle_m(g, axis, i) < from) i++;
    *first = i;
    while (i < g->n[axis] && air_grid_middle_m(g, axis, i) < to) i++;
    *end = i;
}

static void fill_bodies(struct maker *m)
{
    struct air_grid *g = m->g;
    g->body = ARENA_ARRAY(m->a, int, (size_t)g->cells);
    for (int c = 0; c < g->cells; c++) g->body[c] = AIR_FLUID;
    for (int b = 0; b < count_boxes(m->r); b++) {
        int first[3], end[3];
        for (int axis = 0; axis < 3; axis++)
            cells_between(g, axis, edge_of(box_at(m->r, b), axis, 0),
                          edge_of(box_at(m->r, b), axis, 1), &first[axis], &end[axis]);
        for (int k = first[2]; k < end[2]; k++)
            for (int j = first[1]; j < end[1]; j++)
                for (int i = first[0]; i < end[0]; i++)
                    g->body[k * g->stride[2] + j * g->stride[1] + i] = b;
    }
}

/* ---- aisles ---------------------------------------------------------------- */

/* From a rack's column outwards: how many columns belong to the aisle. */
static int aisle_columns(const struct air_grid *g, int column, int axis, int step)
{
    int at = axis == 0 ? column % g->n[0] : column / g->n[0], n = 0, without = 0;
    double far_m = 0;
    for (at += step; at >= 0 && at < g->n[axis]; at += step) {
        column += step * g->stride[axis];
        if (g->body[column] != AIR_FLUID) return n;
        if (far_m + air_grid_edge_m(g, axis, at) > aisle_most_m + 1e-9) return without;
        far_m += air_grid_edge_m(g, axis, at);
        n++;
        if (far_m <= aisle_without_m + 1e-9) without = n;
    }
    return n;
}

static void mark_aisles(struct maker *m)
{
    struct air_grid *g = m->g;
    const struct air_room *r = m->r;
    int columns = g->n[0] * g->n[1];
    bool is_hot = r->walls == AIR_WALLS_HOT;
    bool is_tall = is_hot || r->supply == AIR_SUPPLY_OVERHEAD;
    m->aisle_top_m = ARENA_ARRAY(m->a, double, (size_t)columns);
    for (int c = 0; c < columns && r->walls != AIR_WALLS_NONE; c++) {
        int b = g->body[c];
        if (b < 0 || b >= r->n_rack) continue;
        enum air_side side = is_hot ? opposite(r->rack[b].front) : r->rack[b].front;
        int by = step_of(side) * g->stride[axis_of(side)];
        int n = aisle_columns(g, c, axis_of(side), step_of(side));
        double top_m = is_tall ? r->height_m : r->rack[b].box.top_m;
        for (int i = 1; i <= n; i++)
            m->aisle_top_m[c + i * by] = fmax(m->aisle_top_m[c + i * by], top_m);
    }
}

static bool is_in_aisle(const struct maker *m, int cell)
{
    int column = cell % m->g->stride[2], k = air_grid_place(m->g, cell, 2);
    return air_grid_middle_m(m->g, 2, k) < m->aisle_top_m[column];
}

/* Share of a face between two cells of air that is open. */
static double open_share(const struct maker *m, int a, int b, int axis)
{
    if (m->r->walls == AIR_WALLS_NONE) return 1;
    if (m->r->walls == AIR_WALLS_CURTAINS && axis == 2) return 1;
    return is_in_aisle(m, a) == is_in_aisle(m, b) ? 1 : m->r->leak;
}

static double full_area_m2(const struct air_grid *g, int cell, int axis)
{
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    return air_grid_edge_m(g, u, air_grid_place(g, cell, u)) *
           air_grid_edge_m(g, v, air_grid_place(g, cell, v));
}

static void make_faces(struct maker *m)
{
    struct air_grid *g = m->g;
    for (int axis = 0; axis < 3; axis++) {
        g->conduct[axis] = ARENA_ARRAY(m->a, double, (size_t)g->cells);
        g->area[axis] = ARENA_ARRAY(m->a, double, (size_t)g->cells);
        for (int c = 0; c < g->cells; c++) {
            int i = air_grid_place(g, c, axis), next = c + g->stride[axis];
            if (i + 1 == g->n[axis] || g->body[c] != AIR_FLUID || g->body[next] != AIR_FLUID)
                continue;
            double far_m = air_grid_middle_m(g, axis, i + 1) - air_grid_middle_m(g, axis, i);
            g->area[axis][c] = full_area_m2(g, c, axis);
            g->conduct[axis][c] = g->area[axis][c] * open_share(m, c, next, axis) / far_m;
        }
    }
}

/* ---- openings --------------------------------------------------------------- */

static void add_opening(struct maker *m, int cell, int rack, double flow_m3_s)
{
    struct air_grid *g = m->g;
    if (g->n_opening == g->cap_opening) {
        int cap = g->cap_opening * 2 + 256;
        struct air_opening *more = ARENA_ARRAY(m->a, struct air_opening, (size_t)cap);
        if (g->n_opening) memcpy(more, g->opening, (size_t)g->n_opening * sizeof *more);
        g->opening = more;
        g->cap_opening = cap;
    }
    g->opening[g->n_opening++] = (struct air_opening){cell, rack, flow_m3_s};
}

/* Openings added from `first` on hold areas so far; they share the flow by them. */
static void share_flow(struct maker *m, int first, double flow_m3_s, int rack, const char *problem)
{
    double sum = 0;
    for (int i = first; i < m->g->n_opening; i++) sum += m->g->opening[i].flow_m3_s;
    for (int i = first; i < m->g->n_opening; i++) m->g->opening[i].flow_m3_s *= flow_m3_s / sum;
    if (!(sum > 0) && flow_m3_s != 0) refuse(m, rack, problem);
}

/* Cells of air that touch the body on one side, by area. */
static void add_side(struct maker *m, int body, int rack, int axis, int step)
{
    struct air_grid *g = m->g;
    int first[3], end[3];
    for (int d = 0; d < 3; d++)
        cells_between(g, d, edge_of(box_at(m->r, body), d, 0), edge_of(box_at(m->r, body), d, 1),
                      &first[d], &end[d]);
    for (int k = first[2]; k < end[2]; k++)
        for (int j = first[1]; j < end[1]; j++)
            for (int i = first[0]; i < end[0]; i++) {
                int c = k * g->stride[2] + j * g->stride[1] + i;
                int at = air_grid_place(g, c, axis) + step, next = c + step * g->stride[axis];
                if (g->body[c] != body || at < 0 || at >= g->n[axis]) continue;
                if (g->body[next] == AIR_FLUID)
                    add_opening(m, next, rack, full_area_m2(g, c, axis));
            }
}

static void open_racks(struct maker *m)
{
    for (int r = 0; r < m->r->n_rack; r++) {
        const struct air_rack *x = &m->r->rack[r];
        int axis = axis_of(x->front), step = step_of(x->front), first = m->g->n_opening;
        add_side(m, r, r, axis, step);
        share_flow(m, first, -x->flow_m3_s, r, "its front is closed off");
        first = m->g->n_opening;
        add_side(m, r, r, axis, -step);
        share_flow(m, first, x->flow_m3_s, r, "its back is closed off");
    }
}

static double overlap_m(double a0, double a1, double b0, double b1)
{
    return fmax(fmin(a1, b1) - fmax(a0, b0), 0);
}

/* A row of tiles, or of outlets overhead, before the front of a rack. */
static struct air_box strip_before(const struct air_rack *x)
{
    struct air_box b = x->box;
    switch (x->front) {
    case AIR_EAST: b.x0_m = b.x1_m, b.x1_m += tile_m; break;
    case AIR_WEST: b.x1_m = b.x0_m, b.x0_m -= tile_m; break;
    case AIR_NORTH: b.y0_m = b.y1_m, b.y1_m += tile_m; break;
    case AIR_SOUTH: b.y1_m = b.y0_m, b.y0_m -= tile_m; break;
    }
    return b;
}

static void add_strip(struct maker *m, const struct air_box *b, int k)
{
    struct air_grid *g = m->g;
    for (int j = 0; j < g->n[1]; j++) {
        double dy = overlap_m(g->line[1][j], g->line[1][j + 1], b->y0_m, b->y1_m);
        for (int i = 0; dy > 0 && i < g->n[0]; i++) {
            double dx = overlap_m(g->line[0][i], g->line[0][i + 1], b->x0_m, b->x1_m);
            int c = k * g->stride[2] + column_of(g, i, j);
            if (dx > 0 && g->body[c] == AIR_FLUID) add_opening(m, c, -1, dx * dy);
        }
    }
}

static void open_tiles(struct maker *m)
{
    const struct air_room *r = m->r;
    double tiles = 0;
    for (int i = 0; i < r->n_rack; i++) tiles += r->rack[i].openings;
    if (!(tiles > 0)) refuse(m, -1, "no rack has tiles or outlets before it");
    for (int i = 0; i < r->n_rack; i++) {
        int first = m->g->n_opening;
        struct air_box strip = strip_before(&r->rack[i]);
        if (!(r->rack[i].openings > 0)) continue;
        add_strip(m, &strip, r->supply == AIR_SUPPLY_FLOOR ? 0 : m->g->n[2] - 1);
        share_flow(m, first, r->supply_m3_s * r->rack[i].openings / tiles, i,
                   "there is no floor before its front");
    }
}

static double units_m3_s(const struct air_room *r)
{
    double sum = 0;
    for (int i = 0; i < r->n_unit; i++) sum += r->unit[i].flow_m3_s;
    return sum;
}

static void open_units(struct maker *m, bool is_return)
{
    const struct air_room *r = m->r;
    double all = units_m3_s(r);
    if (!(all > 0)) refuse(m, -1, "no unit has a place");
    for (int i = 0; i < r->n_unit; i++) {
        const struct air_unit_box *x = &r->unit[i];
        int first = m->g->n_opening, axis = is_return ? 2 : axis_of(x->front);
        double flow_m3_s = r->supply_m3_s * x->flow_m3_s / all;
        add_side(m, r->n_rack + i, -1, axis, is_return ? 1 : step_of(x->front));
        share_flow(m, first, is_return ? -flow_m3_s : flow_m3_s, -1, "a unit is closed off");
    }
}

/* All of the ceiling, or that of the contained hot aisles. */
static void open_ceiling(struct maker *m)
{
    struct air_grid *g = m->g;
    int first = g->n_opening;
    for (int c = g->cells - g->stride[2]; c < g->cells; c++)
        if (g->body[c] == AIR_FLUID && (m->r->walls != AIR_WALLS_HOT || is_in_aisle(m, c)))
            add_opening(m, c, -1, full_area_m2(g, c, 2));
    share_flow(m, first, -m->r->supply_m3_s, -1, "the ceiling is closed");
}

struct air_grid *air_grid_make(const struct air_room *room, struct arena *a)
{
    struct maker m = {.r = room, .g = ARENA_ARRAY(a, struct air_grid, 1), .a = a};
    m.g->rack = -1;
    if (!find_lines(&m)) {
        refuse(&m, -1, "it is too large for a field of its air: divide it");
        return m.g;
    }
    fill_bodies(&m);
    mark_aisles(&m);
    make_faces(&m);
    open_racks(&m);
    if (room->supply == AIR_SUPPLY_UNITS)
        open_units(&m, false);
    else
        open_tiles(&m);
    if (room->back == AIR_RETURN_UNITS && room->walls != AIR_WALLS_HOT)
        open_units(&m, true);
    else
        open_ceiling(&m);
    return m.g;
}
