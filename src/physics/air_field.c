#include "physics/air_field.h"

#include <math.h>
#include <stdlib.h>

#include "physics/air_grid.h"

struct solver {
    const struct air_room *r;
    struct air_grid *g;
    struct air_field *out;
    double *p;          /* potential, m2/s */
    double *diagonal;   /* of its system */
    double *t_k;        /* above supply */
    double *mix[3];     /* m3/s that the eddies swap through each face */
    double *to_cell;    /* all that comes into a cell, m3/s */
    int *order, n_cell; /* cells of air, in the direction of the flow */
    struct arena *a;
};

/* ---- flow ------------------------------------------------------------------- */

/* A p, with (A p)_c = sum of g (p_c - p_neighbour). */
static void apply(const struct solver *s, const double *p, double *y)
{
    const struct air_grid *g = s->g;
    for (int c = 0; c < g->cells; c++) y[c] = s->diagonal[c] * p[c];
    for (int axis = 0; axis < 3; axis++)
        for (int c = 0, by = g->stride[axis]; c + by < g->cells; c++) {
            y[c] -= g->conduct[axis][c] * p[c + by];
            y[c + by] -= g->conduct[axis][c] * p[c];
        }
}

/* Modified incomplete Cholesky factor of level zero (Gustafsson, BIT 18, 1978), with fill-in
   moved to the diagonal but for a small part; of a singular matrix the last pivots would
   vanish, which the floor prevents. */
static const double moved_share = 0.97, least_pivot = 0.25;

static double *factor(const struct solver *s)
{
    const struct air_grid *g = s->g;
    double *f = ARENA_ARRAY(s->a, double, (size_t)g->cells);
    for (int c = 0; c < g->cells; c++) {
        double e = s->diagonal[c];
        if (!(e > 0)) continue;
        for (int axis = 0; axis < 3; axis++) {
            int l = c - g->stride[axis];
            if (l < 0 || !(g->conduct[axis][l] > 0)) continue;
            double own = g->conduct[axis][l], others = -own;
            for (int d = 0; d < 3; d++) others += g->conduct[d][l];
            e -= own * f[l] * f[l] * (own + moved_share * others);
        }
        if (e < least_pivot * s->diagonal[c]) e = s->diagonal[c];
        f[c] = 1 / sqrt(e);
    }
    return f;
}

static void precondition(const struct solver *s, const double *f, const double *r, double *z)
{
    const struct air_grid *g = s->g;
    for (int c = 0; c < g->cells; c++) {
        double x = r[c];
        for (int axis = 0; axis < 3; axis++) {
            int l = c - g->stride[axis];
            if (l >= 0) x += g->conduct[axis][l] * f[l] * z[l];
        }
        z[c] = x * f[c];
    }
    for (int c = g->cells - 1; c >= 0; c--) {
        double x = z[c];
        for (int axis = 0; axis < 3; axis++) {
            int next = c + g->stride[axis];
            if (next < g->cells) x += g->conduct[axis][c] * f[c] * z[next];
        }
        z[c] = x * f[c];
    }
}

static double dot(const double *x, const double *y, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

/* Infinite when any is not a number. */
static double greatest(const double *x, int n)
{
    double max = 0;
    for (int i = 0; i < n; i++) {
        if (isnan(x[i])) return HUGE_VAL;
        max = fmax(max, fabs(x[i]));
    }
    return max;
}

enum { FLOW_STEPS = 5000 };
static const double flow_tolerance = 1e-13, flow_accepted = 1e-10; /* of the supply */

/* Conjugate gradients; r comes as the sources and leaves as the residual. */
static void conjugate(struct solver *s, double *r)
{
    int n = s->g->cells;
    double *z = ARENA_ARRAY(s->a, double, (size_t)n), *d = ARENA_ARRAY(s->a, double, (size_t)n);
    double *q = ARENA_ARRAY(s->a, double, (size_t)n), *f = factor(s);
    precondition(s, f, r, z);
    for (int c = 0; c < n; c++) d[c] = z[c];
    double rz = dot(r, z, n), end = flow_tolerance * s->r->supply_m3_s;
    while (s->out->flow_steps < FLOW_STEPS && greatest(r, n) > end) {
        apply(s, d, q);
        double dq = dot(d, q, n), alpha = rz / dq, was = rz;
        if (!(dq > 0)) return; /* what is left is a flow without a way out */
        for (int c = 0; c < n; c++) s->p[c] += alpha * d[c], r[c] -= alpha * q[c];
        precondition(s, f, r, z);
        rz = dot(r, z, n);
        for (int c = 0; c < n; c++) d[c] = z[c] + rz / was * d[c];
        s->out->flow_steps++;
    }
}

static bool find_flow(struct solver *s)
{
    const struct air_grid *g = s->g;
    size_t n = (size_t)g->cells;
    double *source = ARENA_ARRAY(s->a, double, n), *r = ARENA_ARRAY(s->a, double, n);
    s->p = ARENA_ARRAY(s->a, double, n);
    s->diagonal = ARENA_ARRAY(s->a, double, n);
    for (int axis = 0; axis < 3; axis++)
        for (int c = 0, by = g->stride[axis]; c + by < g->cells; c++) {
            s->diagonal[c] += g->conduct[axis][c];
            s->diagonal[c + by] += g->conduct[axis][c];
        }
    for (int i = 0; i < g->n_opening; i++) source[g->opening[i].cell] += g->opening[i].flow_m3_s;
    for (int c = 0; c < g->cells; c++) r[c] = source[c];
    conjugate(s, r);
    apply(s, s->p, r);
    for (int c = 0; c < g->cells; c++) r[c] = source[c] - r[c];
    s->out->mass_residual = greatest(r, g->cells) / s->r->supply_m3_s;
    return s->out->mass_residual <= flow_accepted;
}

/* ---- mixing ----------------------------------------------------------------- */

/* Flow through the face towards the next cell. */
static double face_flow(const struct solver *s, int axis, int c)
{
    return s->g->conduct[axis][c] * (s->p[c] - s->p[c + s->g->stride[axis]]);
}

static double speed_m_s(const struct solver *s, int c)
{
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        int l = c - s->g->stride[axis];
        double low = 0, high = 0;
        if (l >= 0 && s->g->area[axis][l] > 0) low = face_flow(s, axis, l) / s->g->area[axis][l];
        if (s->g->area[axis][c] > 0) high = face_flow(s, axis, c) / s->g->area[axis][c];
        sum += 0.25 * (low + high) * (low + high);
    }
    return sqrt(sum);
}

/* Along one axis, to the nearest surface before or behind a cell's middle; the lesser is kept. */
static void keep_nearer(const struct solver *s, int axis, double *surface_m, double *far_m)
{
    const struct air_grid *g = s->g;
    for (int back = 0; back < 2; back++)
        for (int k = 0; k < g->cells; k++) {
            int c = back ? g->cells - 1 - k : k, i = air_grid_place(g, c, axis);
            int before = back ? c + g->stride[axis] : c - g->stride[axis];
            bool is_first = i == (back ? g->n[axis] - 1 : 0);
            if (g->body[c] != AIR_FLUID) continue;
            if (is_first || g->body[before] != AIR_FLUID)
                surface_m[c] = g->line[axis][back ? i + 1 : i];
            else
                surface_m[c] = surface_m[before];
            far_m[c] = fmin(far_m[c], fabs(air_grid_middle_m(g, axis, i) - surface_m[c]));
        }
}

static const double eddy_share = 0.03874, prandtl = 0.9;

static void find_mixing(struct solver *s)
{
    const struct air_grid *g = s->g;
    double *eddy_m2_s = ARENA_ARRAY(s->a, double, (size_t)g->cells);
    double *far_m = ARENA_ARRAY(s->a, double, (size_t)g->cells);
    double *surface_m = ARENA_ARRAY(s->a, double, (size_t)g->cells);
    for (int c = 0; c < g->cells; c++) far_m[c] = HUGE_VAL;
    for (int axis = 0; axis < 3; axis++) keep_nearer(s, axis, surface_m, far_m);
    for (int c = 0; c < g->cells; c++)
        if (g->body[c] == AIR_FLUID)
            eddy_m2_s[c] = eddy_share / prandtl * speed_m_s(s, c) * far_m[c];
    for (int axis = 0; axis < 3; axis++) {
        s->mix[axis] = ARENA_ARRAY(s->a, double, (size_t)g->cells);
        for (int c = 0, by = g->stride[axis]; c + by < g->cells; c++)
            s->mix[axis][c] = g->conduct[axis][c] * 0.5 * (eddy_m2_s[c] + eddy_m2_s[c + by]);
    }
}

/* ---- heat ------------------------------------------------------------------- */

struct placed_p {
    double p;
    int cell;
};

static int downstream(const void *a, const void *b)
{
    const struct placed_p *x = a, *y = b;
    if (x->p != y->p) return x->p > y->p ? -1 : 1;
    return x->cell - y->cell;
}

static void find_order(struct solver *s)
{
    const struct air_grid *g = s->g;
    struct placed_p *at = ARENA_ARRAY(s->a, struct placed_p, (size_t)g->cells);
    for (int c = 0; c < g->cells; c++)
        if (g->body[c] == AIR_FLUID && s->diagonal[c] > 0)
            at[s->n_cell++] = (struct placed_p){s->p[c], c};
    qsort(at, (size_t)s->n_cell, sizeof *at, downstream);
    s->order = ARENA_ARRAY(s->a, int, (size_t)s->n_cell + 1);
    for (int i = 0; i < s->n_cell; i++) s->order[i] = at[i].cell;
}

static void add_face(const struct solver *s, int axis, int low, double *to_low, double *to_high)
{
    double flow = face_flow(s, axis, low), mix = s->mix[axis][low];
    *to_low = mix + fmax(-flow, 0);
    *to_high = mix + fmax(flow, 0);
}

/* All that comes into each cell, by its walls' openings and from its neighbours. */
static void find_inflow(struct solver *s)
{
    const struct air_grid *g = s->g;
    s->to_cell = ARENA_ARRAY(s->a, double, (size_t)g->cells);
    for (int i = 0; i < g->n_opening; i++)
        s->to_cell[g->opening[i].cell] += fmax(g->opening[i].flow_m3_s, 0);
    for (int axis = 0; axis < 3; axis++)
        for (int c = 0, by = g->stride[axis]; c + by < g->cells; c++) {
            double low, high;
            if (!(g->conduct[axis][c] > 0)) continue;
            add_face(s, axis, c, &low, &high);
            s->to_cell[c] += low;
            s->to_cell[c + by] += high;
        }
}

/* Mean of what comes into the cell; heat_w: by its openings, m3/s K. */
static double mixed_k(const struct solver *s, int c, double heat)
{
    const struct air_grid *g = s->g;
    for (int axis = 0; axis < 3; axis++) {
        double low, high;
        int before = c - g->stride[axis], next = c + g->stride[axis];
        if (before >= 0 && g->conduct[axis][before] > 0) {
            add_face(s, axis, before, &low, &high);
            heat += high * s->t_k[before];
        }
        if (g->conduct[axis][c] > 0) {
            add_face(s, axis, c, &low, &high);
            heat += low * s->t_k[next];
        }
    }
    return s->to_cell[c] > 0 ? heat / s->to_cell[c] : 0;
}

static void breathe(const struct solver *s, double *inlet_k)
{
    for (int r = 0; r < s->r->n_rack; r++) inlet_k[r] = 0;
    for (int i = 0; i < s->g->n_opening; i++) {
        const struct air_opening *o = &s->g->opening[i];
        if (o->rack >= 0 && o->flow_m3_s < 0) /* of one that breathes */
            inlet_k[o->rack] -= o->flow_m3_s / s->r->rack[o->rack].flow_m3_s * s->t_k[o->cell];
    }
}

enum { HEAT_STEPS = 20000 };
static const double heat_tolerance_k = 1e-11, heat_accepted = 1e-8;

static bool find_heat(struct solver *s)
{
    const struct air_grid *g = s->g;
    double *heat = ARENA_ARRAY(s->a, double, (size_t)g->cells), *inlet_k = s->out->inlet_k;
    double moved_k = HUGE_VAL;
    s->t_k = ARENA_ARRAY(s->a, double, (size_t)g->cells);
    for (; s->out->heat_steps < HEAT_STEPS && moved_k > heat_tolerance_k; s->out->heat_steps++) {
        moved_k = 0;
        for (int c = 0; c < g->cells; c++) heat[c] = 0;
        for (int i = 0; i < g->n_opening; i++) {
            const struct air_opening *o = &g->opening[i];
            if (o->rack >= 0 && o->flow_m3_s > 0)
                heat[o->cell] += o->flow_m3_s * (inlet_k[o->rack] + s->r->rack[o->rack].rise_k);
        }
        for (int i = 0; i < s->n_cell; i++) {
            int c = s->order[i];
            double now_k = mixed_k(s, c, heat[c]);
            moved_k = fmax(moved_k, fabs(now_k - s->t_k[c]));
            s->t_k[c] = now_k;
        }
        breathe(s, inlet_k);
    }
    return moved_k <= heat_tolerance_k;
}

/* What leaves by the returns is what the racks give off. */
static void find_residual(struct solver *s)
{
    double out = 0, in = 0, flow = 0;
    for (int i = 0; i < s->g->n_opening; i++) {
        const struct air_opening *o = &s->g->opening[i];
        if (o->rack < 0 && o->flow_m3_s < 0) out -= o->flow_m3_s * s->t_k[o->cell];
    }
    for (int r = 0; r < s->r->n_rack; r++) {
        const struct air_rack *x = &s->r->rack[r];
        in += x->flow_m3_s * x->rise_k;
        flow += x->flow_m3_s;
        s->out->mean_k += x->flow_m3_s * s->out->inlet_k[r];
    }
    s->out->mean_k = flow > 0 ? s->out->mean_k / flow : 0;
    s->out->heat_residual = in > 0 ? fabs(out - in) / in : 0;
}

static bool refuse(struct air_field *out, int rack, const char *problem)
{
    out->problem = problem;
    out->rack = rack;
    return false;
}

bool air_field_solve(const struct air_room *room, struct air_field *out, struct arena *a)
{
    *out = (struct air_field){.rack = -1};
    out->inlet_k = ARENA_ARRAY(a, double, (size_t)room->n_rack + 1);
    struct solver s = {.r = room, .g = air_grid_make(room, a), .out = out, .a = a};
    out->cells = s.g->cells;
    if (s.g->problem) return refuse(out, s.g->rack, s.g->problem);
    if (!find_flow(&s)) return refuse(out, -1, "the air that comes in finds no way out");
    find_mixing(&s);
    find_order(&s);
    find_inflow(&s);
    if (!find_heat(&s)) return refuse(out, -1, "the temperatures of its air do not settle");
    find_residual(&s);
    if (!(out->heat_residual <= heat_accepted))
        return refuse(out, -1, "the heat of its air does not balance");
    return true;
}
