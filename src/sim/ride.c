#include "sim/ride.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <string.h>

#include "base/solve.h"

enum { AIR, EQUIPMENT, WATER, STATES = WATER + RIDE_WATERS };
enum { MOST_STEPS = 20000 }; /* of the solver in one second */
static const double tolerance = 1e-10;

enum mark { MARK_RECOMMENDED, MARK_ALLOWABLE, MARK_SOURCES };

struct riding {
    const struct ride_case *c;
    struct ride *out;
    gsl_odeiv2_driver *driver;
    double y[STATES], t_s;
    double mid_s; /* what works is looked up here: nothing changes on the way */
    double heat_w, cooled_w;
    bool *is_marked, *is_off; /* [marks], [sources] */
    int n_mark;
};

/* ---- equations --------------------------------------------------------------- */

static double unit_w(const struct riding *r, const struct ride_unit *u, const double *y)
{
    double rise_k = y[AIR] - r->c->inlet_c;
    if (!ride_works(u->span, r->mid_s)) return 0;
    double w = ridethrough_held_w(u->normal_w, u->flow_w_k, rise_k, u->most_w);
    if (u->water < 0) return w;
    const struct ride_water *x = &r->c->water[u->water];
    if (!ride_works(x->flow, r->mid_s)) return 0;
    if (!(x->j_k > 0) && !ride_works(x->cold, r->mid_s)) return 0;
    return fmin(w, fmax(u->coil_w_k * (u->return_c + rise_k - y[WATER + u->water]), 0));
}

static double chilled_w(const struct riding *r, const struct ride_water *x, double water_c)
{
    if (!ride_works(x->flow, r->mid_s) || !ride_works(x->cold, r->mid_s)) return 0;
    return ridethrough_held_w(x->normal_w, x->flow_w_k, water_c - x->supply_c, x->most_w);
}

static int rates(double t_s, const double y[], double dy[], void *context)
{
    struct riding *r = context;
    const struct ride_case *c = r->c;
    double into_w[RIDE_WATERS] = {0};
    (void)t_s;
    r->cooled_w = 0;
    for (int i = 0; i < c->n_unit; i++) {
        double w = unit_w(r, &c->unit[i], y);
        r->cooled_w += w;
        if (c->unit[i].water >= 0) into_w[c->unit[i].water] += w;
    }
    struct ridethrough lump = c->lump;
    lump.heat_w = r->heat_w;
    struct ridethrough_rate rate = ridethrough_rate(&lump, y[AIR], y[EQUIPMENT], r->cooled_w);
    dy[AIR] = rate.air_k_s;
    dy[EQUIPMENT] = rate.equip_k_s;
    for (int i = 0; i < c->n_water; i++) {
        const struct ride_water *x = &c->water[i];
        dy[WATER + i] = x->j_k > 0 ? (into_w[i] - chilled_w(r, x, y[WATER + i])) / x->j_k : 0;
    }
    return GSL_SUCCESS;
}

/* ---- what changes when ------------------------------------------------------- */

static double sooner(double t_s, double after_s, double next_s)
{
    return t_s > after_s && t_s < next_s ? t_s : next_s;
}

static double sooner_of(struct ride_span s, double after_s, double next_s)
{
    return sooner(s.from_s, after_s, sooner(s.until_s, after_s, next_s));
}

/* The next full second, or what changes before it. */
static double next_s(const struct riding *r)
{
    const struct ride_case *c = r->c;
    double t = r->t_s, next = fmin(floor(t) + 1, c->end_s);
    for (int i = 0; i < c->n_source; i++) next = sooner(c->source[i].until_s, t, next);
    for (int i = 0; i < c->n_unit; i++) next = sooner_of(c->unit[i].span, t, next);
    for (int i = 0; i < c->n_water; i++)
        next = sooner_of(c->water[i].cold, t, sooner_of(c->water[i].flow, t, next));
    return next;
}

static bool is_heating(const struct riding *r, int source, double t_s)
{
    return !r->is_off[source] && t_s < r->c->source[source].until_s;
}

static void look_up(struct riding *r, double mid_s)
{
    r->mid_s = mid_s;
    r->heat_w = 0;
    for (int i = 0; i < r->c->n_source; i++)
        if (is_heating(r, i, mid_s)) r->heat_w += r->c->source[i].heat_w;
}

/* ---- limits that are reached -------------------------------------------------- */

static double mark_c(const struct riding *r, int mark)
{
    if (mark == MARK_RECOMMENDED) return r->c->recommended_c;
    if (mark == MARK_ALLOWABLE) return r->c->allowable_c;
    const struct ride_source *s = &r->c->source[(mark - MARK_SOURCES) / 2];
    return (mark - MARK_SOURCES) % 2 ? s->trip_c : s->throttle_c;
}

/* Lowest of those not yet reached; infinite: none. */
static double lowest_c(const struct riding *r)
{
    double c = (double)INFINITY;
    for (int i = 0; i < r->n_mark; i++)
        if (!r->is_marked[i] && mark_c(r, i) < c) c = mark_c(r, i);
    return c;
}

static void note(double *at_s, double t_s)
{
    if (t_s < *at_s) *at_s = t_s;
}

static void note_source(struct riding *r, int source, bool is_trip)
{
    struct ride *o = r->out;
    if (!is_heating(r, source, r->t_s)) return;
    double *at_s = is_trip ? &o->trip_s : &o->throttle_s;
    int *first = is_trip ? &o->first_trip : &o->first_throttle;
    if (*first < 0) *first = source;
    note(at_s, r->t_s);
    if (is_trip) r->is_off[source] = true;
}

static void reach(struct riding *r, double limit_c)
{
    for (int i = 0; i < r->n_mark; i++) {
        if (r->is_marked[i] || !(mark_c(r, i) <= limit_c)) continue;
        r->is_marked[i] = true;
        if (i == MARK_RECOMMENDED)
            note(&r->out->recommended_s, r->t_s);
        else if (i == MARK_ALLOWABLE)
            note(&r->out->allowable_s, r->t_s);
        else
            note_source(r, (i - MARK_SOURCES) / 2, (i - MARK_SOURCES) % 2);
    }
}

/* ---- steps --------------------------------------------------------------------- */

/* y from r->t_s to t_s; false when the solver gives up. */
static bool advance(struct riding *r, double t_s, double *y)
{
    double t = r->t_s;
    memcpy(y, r->y, sizeof r->y);
    if (!(t_s > t)) return true;
    gsl_odeiv2_driver_reset(r->driver);
    return gsl_odeiv2_driver_apply(r->driver, &t, t_s, y) == GSL_SUCCESS;
}

struct crossing {
    struct riding *r;
    double limit_c;
};

static double below_k(double t_s, void *context)
{
    struct crossing *x = context;
    double y[STATES];
    return advance(x->r, t_s, y) ? x->limit_c - y[AIR] : -1;
}

/* To the next full second, change or limit. */
static bool step(struct riding *r)
{
    double y[STATES], to_s = next_s(r), limit_c = lowest_c(r);
    look_up(r, 0.5 * (r->t_s + to_s));
    if (!advance(r, to_s, y)) return false;
    bool is_reached = y[AIR] >= limit_c;
    if (is_reached) {
        struct crossing x = {r, limit_c};
        to_s = solve_falling(below_k, &x, r->t_s, to_s, tolerance);
        if (!advance(r, to_s, y)) return false;
    }
    memcpy(r->y, y, sizeof y);
    r->t_s = to_s;
    if (is_reached) reach(r, limit_c);
    if (r->y[AIR] > r->out->max_c) {
        r->out->max_c = r->y[AIR];
        r->out->max_s = r->t_s;
    }
    return true;
}

static void keep(struct riding *r)
{
    struct ride *o = r->out;
    double dy[STATES];
    if (r->t_s < o->n || r->t_s != floor(r->t_s)) return;
    look_up(r, r->t_s);
    rates(r->t_s, r->y, dy, r);
    int i = o->n++;
    o->inlet_c[i] = r->y[AIR];
    o->equip_c[i] = r->y[EQUIPMENT];
    o->water_c[i] = (double)NAN;
    for (int k = 0; k < r->c->n_water; k++)
        if (r->c->water[k].j_k > 0 && !(r->y[WATER + k] <= o->water_c[i]))
            o->water_c[i] = r->y[WATER + k];
    o->heat_w[i] = r->heat_w;
    o->cooled_w[i] = r->cooled_w;
}

static bool has_heat(const struct riding *r)
{
    for (int i = 0; i < r->c->n_source; i++)
        if (is_heating(r, i, r->t_s)) return true;
    return false;
}

static bool run(struct riding *r)
{
    reach(r, r->y[AIR]);
    keep(r);
    while (r->t_s < r->c->end_s && has_heat(r)) {
        if (!step(r)) return false;
        keep(r);
    }
    r->out->end_s = r->t_s;
    return true;
}

static void start(struct riding *r, struct arena *a)
{
    const struct ride_case *c = r->c;
    struct ride *o = r->out;
    size_t n = (size_t)c->end_s + 2;
    double never = (double)INFINITY;
    *o = (struct ride){.inlet_c = ARENA_ARRAY(a, double, n),
                       .equip_c = ARENA_ARRAY(a, double, n),
                       .water_c = ARENA_ARRAY(a, double, n),
                       .heat_w = ARENA_ARRAY(a, double, n),
                       .cooled_w = ARENA_ARRAY(a, double, n),
                       .recommended_s = never,
                       .allowable_s = never,
                       .throttle_s = never,
                       .trip_s = never,
                       .first_throttle = -1,
                       .first_trip = -1,
                       .max_c = c->inlet_c};
    r->n_mark = MARK_SOURCES + 2 * c->n_source;
    r->is_marked = ARENA_ARRAY(a, bool, (size_t)r->n_mark);
    r->is_off = ARENA_ARRAY(a, bool, (size_t)c->n_source + 1);
    r->y[AIR] = r->y[EQUIPMENT] = c->inlet_c;
    for (int i = 0; i < c->n_water; i++) r->y[WATER + i] = c->water[i].supply_c;
}

struct ride ride_run(const struct ride_case *c, struct arena *a)
{
    struct ride out;
    struct riding r = {.c = c, .out = &out};
    gsl_odeiv2_system system = {rates, NULL, WATER + (size_t)c->n_water, &r};
    start(&r, a);
    r.driver =
        gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd, 0.1, tolerance, tolerance);
    if (!r.driver) return out;
    gsl_odeiv2_driver_set_nmax(r.driver, MOST_STEPS);
    out.is_solved = run(&r);
    gsl_odeiv2_driver_free(r.driver);
    return out;
}
