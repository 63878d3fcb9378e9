#include <math.h>

#include "plan/floor_heat.h"

/* ---- rows of racks that look the same way ------------------------------------ */

struct row {
    int facing;
    double front_m, back_m; /* across */
    double from_m, to_m;    /* along */
};

static const double same_m = 0.15; /* fronts of one row may differ so much */
static const double person_m = 1.2, least_m = 0.3;

static bool looks_along_x(int facing)
{
    return facing == WAY_EAST || facing == WAY_WEST;
}

static struct row row_of(const struct heat_rack *x)
{
    const struct layout_box *b = &x->box;
    struct row r = {.facing = x->facing};
    bool is_x = looks_along_x(x->facing);
    double low = is_x ? b->x0_m : b->y0_m, high = is_x ? b->x1_m : b->y1_m;
    bool is_high = x->facing == WAY_EAST || x->facing == WAY_NORTH;
    r.front_m = is_high ? high : low;
    r.back_m = is_high ? low : high;
    r.from_m = is_x ? b->y0_m : b->x0_m;
    r.to_m = is_x ? b->y1_m : b->x1_m;
    return r;
}

static int find_rows(const struct floor_heat *h, struct row *row)
{
    int n = 0;
    for (int i = 0; i < h->n_rack; i++) {
        if (h->rack[i].facing < 0) continue;
        struct row x = row_of(&h->rack[i]);
        int k = 0;
        while (k < n && (row[k].facing != x.facing || fabs(row[k].front_m - x.front_m) > same_m))
            k++;
        if (k == n) row[n++] = x;
        row[k].from_m = fmin(row[k].from_m, x.from_m);
        row[k].to_m = fmax(row[k].to_m, x.to_m);
    }
    return n;
}

/* ---- what is before and behind them ------------------------------------------ */

struct looking {
    struct floor_heat *h;
    const struct row *row;
    int n;
};

static double near_edge(const struct row *x, double sign)
{
    return sign > 0 ? fmin(x->front_m, x->back_m) : fmax(x->front_m, x->back_m);
}

/* Nearest row from an edge of row k on; -1: a wall. */
static int next_row(const struct looking *l, int k, double edge_m, double sign, double *wide_m)
{
    const struct row *x = &l->row[k];
    double wall_m = looks_along_x(x->facing) ? l->h->length_m : l->h->width_m;
    int found = -1;
    *wide_m = sign > 0 ? wall_m - edge_m : edge_m;
    for (int i = 0; i < l->n; i++) {
        const struct row *y = &l->row[i];
        if (i == k || looks_along_x(y->facing) != looks_along_x(x->facing)) continue;
        if (fmin(x->to_m, y->to_m) - fmax(x->from_m, y->from_m) < least_m) continue;
        double far_m = sign * (near_edge(y, sign) - edge_m);
        if (far_m < -1e-6 || far_m >= *wide_m) continue;
        *wide_m = far_m;
        found = i;
    }
    return found;
}

static void add_aisle(const struct looking *l, int k, int other, double edge_m, double sign,
                      double wide_m, enum aisle_what what)
{
    const struct row *x = &l->row[k], *y = other < 0 ? x : &l->row[other];
    double from_m = fmax(x->from_m, y->from_m), to_m = fmin(x->to_m, y->to_m);
    double deep_m = other < 0 ? fmin(wide_m, person_m) : wide_m;
    double low_m = sign > 0 ? edge_m : edge_m - deep_m;
    struct heat_aisle *a = &l->h->aisle[l->h->n_aisle];
    if (wide_m < least_m) return;
    l->h->n_aisle++;
    a->what = what;
    a->wide_m = wide_m;
    a->is_closed = other >= 0;
    a->box = looks_along_x(x->facing) ? (struct layout_box){low_m, from_m, low_m + deep_m, to_m, 0}
                                      : (struct layout_box){from_m, low_m, to_m, low_m + deep_m, 0};
}

static void look(const struct looking *l, int k, bool is_front)
{
    const struct row *x = &l->row[k];
    double sign = x->facing == WAY_EAST || x->facing == WAY_NORTH ? 1 : -1, wide_m;
    if (!is_front) sign = -sign;
    double edge_m = is_front ? x->front_m : x->back_m;
    int other = next_row(l, k, edge_m, sign, &wide_m);
    enum aisle_what what = is_front ? AISLE_COLD : AISLE_HOT;
    if (other >= 0) {
        bool is_opposite = l->row[other].facing != x->facing;
        if (is_opposite && other < k) return; /* told from the other side */
        if (!is_opposite && !is_front) return;
        if (!is_opposite) what = AISLE_MIXED;
    }
    add_aisle(l, k, other, edge_m, sign, wide_m, what);
}

void floor_heat_aisles(struct floor_heat *h, struct arena *a)
{
    struct row *row = ARENA_ARRAY(a, struct row, (size_t)h->n_rack + 1);
    struct looking l = {h, row, find_rows(h, row)};
    h->aisle = ARENA_ARRAY(a, struct heat_aisle, 2 * (size_t)l.n + 1);
    for (int k = 0; k < l.n; k++) {
        look(&l, k, true);
        look(&l, k, false);
    }
}
