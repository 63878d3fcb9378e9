#include "sim/ride.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <string.h>

#include "base/solve.h"

/* States: air, equipment, each water, what its tank took in, coolant in racks, the rest of it. */
enum { AIR, EQUIPMENT, WATER, STATES = WATER + 2 * RIDE_WATERS + 2 * RIDE_COOLANTS };
enum { MOST_STEPS = 20000 }; /* of the solver in one second */
enum { RISE_S = 900 };
static const double tolerance = 1e-10;

enum mark { MARK_RECOMMENDED, MARK_ALLOWABLE, MARK_SOURCES };
enum source_mark { INLET_THROTTLE, INLET_TRIP, COOLANT_MAX, COOLANT_THROTTLE, COOLANT_TRIP, N_OF };

struct riding {
    const struct ride_case *c;
    struct ride *out;
    gsl_odeiv2_driver *driver;
    int stored, rack, rest, n_state; /* where they begin */
    double y[STATES], t_s;
    double mid_s; /* what works is looked up here: nothing changes on the way */
    double heat_w, cooled_w, liquid_w[RIDE_COOLANTS];
    double left_s[RIDE_WATERS]; /* that the tank lasts at its flow */
    bool is_mixed[RIDE_WATERS]; /* it is exhausted */
    bool *is_marked, *is_off;   /* [marks], [sources] */
    int n_mark;
};

/* ---- equations --------------------------------------------------------------- */

/* The tank stands in for what cools the loop. */
static bool draws_tank(const struct riding *r, int water)
{
    const struct ride_water *x = &r->c->water[water];
    return r->left_s[water] > 0 && ride_works(x->flow, r->mid_s) && !ride_works(x->cold, r->mid_s);
}

static double water_j_k(const struct riding *r, int water)
{
    const struct ride_water *x = &r->c->water[water];
    return x->j_k + (r->is_mixed[water] ? x->buffer_j_k : 0);
}

/* It flows, and something takes heat from it: mass, a tank or what cools the loop. */
static bool takes_heat(const struct riding *r, int water)
{
    const struct ride_water *x = &r->c->water[water];
    if (!ride_works(x->flow, r->mid_s)) return false;
    return ride_works(x->cold, r->mid_s) || draws_tank(r, water) || water_j_k(r, water) > 0;
}

static double unit_w(const struct riding *r, const struct ride_unit *u, const double *y)
{
    double rise_k = y[AIR] - r->c->inlet_c;
    if (!ride_works(u->span, r->mid_s)) return 0;
    double w = ridethrough_held_w(u->normal_w, u->flow_w_k, rise_k, u->most_w);
    if (u->water < 0) return w;
    if (!takes_heat(r, u->water)) return 0;
    return fmin(w, fmax(u->coil_w_k * (u->return_c + rise_k - y[WATER + u->water]), 0));
}

static double exchanged_w(const struct riding *r, const struct ride_coolant *x, double supply_c,
                          double water_c)
{
    if (!ride_works(x->flow, r->mid_s) || !takes_heat(r, x->water)) return 0;
    double most_w = fmax(x->exchange_w_k * (supply_c - water_c), 0);
    return ridethrough_held_w(x->normal_w, x->flow_w_k, supply_c - x->supply_c, most_w);
}

static double chilled_w(const struct riding *r, const struct ride_water *x, double water_c)
{
    if (!ride_works(x->flow, r->mid_s) || !ride_works(x->cold, r->mid_s)) return 0;
    return ridethrough_held_w(x->normal_w, x->flow_w_k, water_c - x->supply_c, x->most_w);
}

static void coolant_rates(const struct riding *r, const double *y, double *dy, double *into_w)
{
    for (int i = 0; i < r->c->n_coolant; i++) {
        const struct ride_coolant *x = &r->c->coolant[i];
        double rack_c = y[r->rack + i], rest_c = y[r->rest + i];
        bool flows = ride_works(x->flow, r->mid_s);
        double carried_w = flows ? x->normal_w + x->flow_w_k * (rack_c - rest_c) : 0;
        double out_w = exchanged_w(r, x, rest_c, y[WATER + x->water]);
        dy[r->rack + i] = (r->liquid_w[i] - carried_w) / x->rack_j_k;
        dy[r->rest + i] = (carried_w - out_w) / x->rest_j_k;
        into_w[x->water] += out_w;
    }
}

static void water_rates(const struct riding *r, const double *y, double *dy, const double *into_w)
{
    for (int i = 0; i < r->c->n_water; i++) {
        const struct ride_water *x = &r->c->water[i];
        double j_k = water_j_k(r, i);
        bool is_held = draws_tank(r, i);
        double net_w = into_w[i] - chilled_w(r, x, y[WATER + i]);
        dy[r->stored + i] = is_held ? into_w[i] : 0;
        dy[WATER + i] = is_held || !(j_k > 0) ? 0 : net_w / j_k;
    }
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
    coolant_rates(r, y, dy, into_w);
    water_rates(r, y, dy, into_w);
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
    for (int i = 0; i < c->n_coolant; i++) next = sooner_of(c->coolant[i].flow, t, next);
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
    for (int i = 0; i < r->c->n_coolant; i++) r->liquid_w[i] = 0;
    for (int i = 0; i < r->c->n_source; i++) {
        const struct ride_source *x = &r->c->source[i];
        if (!is_heating(r, i, mid_s)) continue;
        r->heat_w += x->heat_w;
        if (x->liquid_w > 0) r->liquid_w[x->coolant] += x->liquid_w;
    }
}

/* To to_s, or until a tank is exhausted: what works stays so until then. */
static double with_tanks(struct riding *r, double to_s)
{
    look_up(r, 0.5 * (r->t_s + to_s));
    for (int i = 0; i < r->c->n_water; i++)
        if (draws_tank(r, i)) to_s = fmin(to_s, r->t_s + r->left_s[i]);
    return to_s;
}

/* After dt_s; what an exhausted tank took in warms all water of the loop. */
static void empty_tanks(struct riding *r, double dt_s)
{
    for (int i = 0; i < r->c->n_water; i++) {
        if (!draws_tank(r, i)) continue;
        r->left_s[i] -= dt_s;
        if (r->left_s[i] > 1e-9) continue;
        r->left_s[i] = 0;
        r->is_mixed[i] = true;
        r->y[WATER + i] += r->y[r->stored + i] / water_j_k(r, i);
    }
}

/* ---- limits that are reached -------------------------------------------------- */

static double mark_c(const struct riding *r, int mark)
{
    if (mark == MARK_RECOMMENDED) return r->c->recommended_c;
    if (mark == MARK_ALLOWABLE) return r->c->allowable_c;
    const struct ride_source *s = &r->c->source[(mark - MARK_SOURCES) / N_OF];
    bool is_liquid = s->liquid_w > 0;
    switch ((mark - MARK_SOURCES) % N_OF) {
    case INLET_THROTTLE: return s->throttle_c;
    case INLET_TRIP: return s->trip_c;
    case COOLANT_MAX: return is_liquid ? s->coolant_max_c : (double)NAN;
    case COOLANT_THROTTLE: return is_liquid ? s->coolant_throttle_c : (double)NAN;
    default: return is_liquid ? s->coolant_trip_c : (double)NAN;
    }
}

/* The temperature that it is a limit of. */
static int mark_state(const struct riding *r, int mark)
{
    if (mark < MARK_SOURCES || (mark - MARK_SOURCES) % N_OF < COOLANT_MAX) return AIR;
    return r->rack + r->c->source[(mark - MARK_SOURCES) / N_OF].coolant;
}

/* Lowest of those of a state not yet reached; infinite: none. */
static double lowest_c(const struct riding *r, int state)
{
    double c = (double)INFINITY;
    for (int i = 0; i < r->n_mark; i++)
        if (!r->is_marked[i] && mark_c(r, i) < c && mark_state(r, i) == state) c = mark_c(r, i);
    return c;
}

static void note(double *at_s, double t_s)
{
    if (t_s < *at_s) *at_s = t_s;
}

static void note_source(struct riding *r, int source, enum source_mark what)
{
    struct ride *o = r->out;
    if (!is_heating(r, source, r->t_s)) return;
    bool is_trip = what == INLET_TRIP || what == COOLANT_TRIP;
    double *at_s = what == COOLANT_MAX ? &o->coolant_s : is_trip ? &o->trip_s : &o->throttle_s;
    int *first = what == COOLANT_MAX ? &o->first_coolant
                 : is_trip           ? &o->first_trip
                                     : &o->first_throttle;
    if (*first < 0) {
        *first = source;
        if (what == COOLANT_THROTTLE) o->coolant_throttles = true;
        if (what == COOLANT_TRIP) o->coolant_trips = true;
    }
    note(at_s, r->t_s);
    if (is_trip) r->is_off[source] = true;
}

static void reach(struct riding *r, int state, double limit_c)
{
    for (int i = 0; i < r->n_mark; i++) {
        if (r->is_marked[i] || mark_state(r, i) != state || !(mark_c(r, i) <= limit_c)) continue;
        r->is_marked[i] = true;
        if (i == MARK_RECOMMENDED)
            note(&r->out->recommended_s, r->t_s);
        else if (i == MARK_ALLOWABLE)
            note(&r->out->allowable_s, r->t_s);
        else
            note_source(r, (i - MARK_SOURCES) / N_OF,
                        (enum source_mark)((i - MARK_SOURCES) % N_OF));
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
    int state;
    double limit_c;
};

static double below_k(double t_s, void *context)
{
    struct crossing *x = context;
    double y[STATES];
    return advance(x->r, t_s, y) ? x->limit_c - y[x->state] : -1;
}

/* The first limit that is reached on the way to *to_s, where y is; state -1: none. */
static struct crossing first_crossing(struct riding *r, const double *y, double *to_s)
{
    struct crossing first = {r, -1, 0};
    double at_s = *to_s;
    for (int i = -1; i < r->c->n_coolant; i++) {
        int state = i < 0 ? AIR : r->rack + i;
        struct crossing x = {r, state, lowest_c(r, state)};
        if (!(y[state] >= x.limit_c)) continue;
        double t = solve_falling(below_k, &x, r->t_s, at_s, tolerance);
        if (first.state >= 0 && !(t < *to_s)) continue;
        first = x;
        *to_s = t;
    }
    return first;
}

static void keep_hottest(struct riding *r)
{
    struct ride *o = r->out;
    if (r->y[AIR] > o->max_c) {
        o->max_c = r->y[AIR];
        o->max_s = r->t_s;
    }
    for (int i = 0; i < r->c->n_coolant; i++)
        if (!(r->y[r->rack + i] <= o->max_coolant_c)) o->max_coolant_c = r->y[r->rack + i];
}

/* To the next full second, change or limit. */
static bool step(struct riding *r)
{
    double y[STATES], to_s = with_tanks(r, next_s(r));
    if (!advance(r, to_s, y)) return false;
    struct crossing x = first_crossing(r, y, &to_s);
    if (x.state >= 0 && !advance(r, to_s, y)) return false;
    double dt_s = to_s - r->t_s;
    memcpy(r->y, y, sizeof y);
    r->t_s = to_s;
    empty_tanks(r, dt_s);
    if (x.state >= 0) reach(r, x.state, x.limit_c);
    keep_hottest(r);
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
    o->water_c[i] = o->coolant_c[i] = (double)NAN;
    for (int k = 0; k < r->c->n_water; k++)
        if ((r->c->water[k].j_k > 0 || r->c->water[k].buffer_j_k > 0) &&
            !(r->y[WATER + k] <= o->water_c[i]))
            o->water_c[i] = r->y[WATER + k];
    for (int k = 0; k < r->c->n_coolant; k++)
        if (!(r->y[r->rack + k] <= o->coolant_c[i])) o->coolant_c[i] = r->y[r->rack + k];
    o->heat_w[i] = r->heat_w;
    o->cooled_w[i] = r->cooled_w;
}

static bool has_heat(const struct riding *r)
{
    for (int i = 0; i < r->c->n_source; i++)
        if (is_heating(r, i, r->t_s)) return true;
    return false;
}

/* Over all pairs of seconds that are not further apart. */
static void find_rise(struct ride *o)
{
    for (int i = 0; i < o->n; i++)
        for (int j = i > RISE_S ? i - RISE_S : 0; j < i; j++)
            o->rise_15min_k = fmax(o->rise_15min_k, o->inlet_c[i] - o->inlet_c[j]);
}

static bool run(struct riding *r)
{
    reach(r, AIR, r->y[AIR]);
    for (int i = 0; i < r->c->n_coolant; i++) reach(r, r->rack + i, r->y[r->rack + i]);
    keep_hottest(r);
    keep(r);
    while (r->t_s < r->c->end_s && has_heat(r)) {
        if (!step(r)) return false;
        keep(r);
    }
    r->out->end_s = r->t_s;
    find_rise(r->out);
    return true;
}

static void start_states(struct riding *r)
{
    const struct ride_case *c = r->c;
    r->stored = WATER + c->n_water;
    r->rack = r->stored + c->n_water;
    r->rest = r->rack + c->n_coolant;
    r->n_state = r->rest + c->n_coolant;
    r->y[AIR] = r->y[EQUIPMENT] = c->inlet_c;
    for (int i = 0; i < c->n_water; i++) {
        const struct ride_water *x = &c->water[i];
        r->y[WATER + i] = x->supply_c;
        r->left_s[i] = x->drawn_w_k > 0 ? x->buffer_j_k / x->drawn_w_k : 0;
    }
    for (int i = 0; i < c->n_coolant; i++)
        r->y[r->rack + i] = r->y[r->rest + i] = c->coolant[i].supply_c;
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
                       .coolant_c = ARENA_ARRAY(a, double, n),
                       .recommended_s = never,
                       .allowable_s = never,
                       .coolant_s = never,
                       .throttle_s = never,
                       .trip_s = never,
                       .first_coolant = -1,
                       .first_throttle = -1,
                       .first_trip = -1,
                       .max_c = c->inlet_c,
                       .max_coolant_c = (double)NAN};
    r->n_mark = MARK_SOURCES + N_OF * c->n_source;
    r->is_marked = ARENA_ARRAY(a, bool, (size_t)r->n_mark);
    r->is_off = ARENA_ARRAY(a, bool, (size_t)c->n_source + 1);
    start_states(r);
}

struct ride ride_run(const struct ride_case *c, struct arena *a)
{
    struct ride out;
    struct riding r = {.c = c, .out = &out};
    start(&r, a);
    gsl_odeiv2_system system = {rates, NULL, (size_t)r.n_state, &r};
    r.driver =
        gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd, 0.1, tolerance, tolerance);
    if (!r.driver) return out;
    gsl_odeiv2_driver_set_nmax(r.driver, MOST_STEPS);
    out.is_solved = run(&r);
    gsl_odeiv2_driver_free(r.driver);
    return out;
}
