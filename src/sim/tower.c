/* Cooling towers. */

#include <math.h>

#include "base/elementary.h"
#include "sim/sink.h"

static inline double saturated_j_kg(double t_c, double w)
{
    return 1006 * t_c + w * (2.501e6 + 1860 * t_c);
}

/* The same with its slope. */
struct saturated {
    double j_kg, per_k;
};

static inline struct saturated saturated_at(const struct table *psat, double t_c, double p_pa)
{
    struct table_point pws = table_slope_at(psat, t_c);
    double per_pa = 1 / (p_pa - pws.y), w = 0.621945 * pws.y * per_pa;
    double latent_j_kg = 2.501e6 + 1860 * t_c,
           w_per_k = 0.621945 * p_pa * per_pa * per_pa * pws.per_x;
    return (struct saturated){1006 * t_c + w * latent_j_kg,
                              1006 + 1860 * w + latent_j_kg * w_per_k};
}

void towers_begin(struct step *k)
{
    struct block *b = k->b;
    const struct table psat = k->p->psat;
    const double *restrict t_c = k->w->t_c + k->h0, *restrict wb_c = k->w->wb_c + k->h0;
    const double *restrict w = k->w->w + k->h0, *restrict p_pa = k->w->p_pa + k->h0;
    double *restrict in_j_kg = b->tower_in_j_kg, *restrict in_kg_m3 = b->tower_in_kg_m3;
    double *restrict in_m3_kg = b->tower_in_m3_kg;
    if (k->p->saturated_c.n == 0) return;
    for (int s = 0; s < k->p->n_sink; s++) {
        fill(k, b->sink_needs_w[s], (double)NAN);
        fill(k, b->sink_leaving_c[s], (double)NAN);
    }
    /* densities as in physics/psychro; one division for three */
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double pws_pa = table_at(&psat, wb_c[i]), dry_pa = p_pa[i] - pws_pa;
        double gas = 287.042 * (t_c[i] + 273.15) * (1 + 1.607858 * w[i]);
        double mass = (1 + w[i]) * p_pa[i], both = gas * mass, inverse = 1 / (both * dry_pa);
        double per_both = dry_pa * inverse;
        in_j_kg[i] = saturated_j_kg(wb_c[i], 0.621945 * pws_pa * (both * inverse));
        in_kg_m3[i] = mass * mass * per_both;
        in_m3_kg[i] = gas * gas * per_both;
    }
}

/* Towers that reject a known heat Q from water that falls by R to A above wet bulb, in air
   that saturates from there to r above it (Merkel as a counter-flow exchanger, see
   physics/cooling_tower).  With N transfer units of the air, N = UA / (cp m),

       A = (r - R) / (1 - e^-z),  z = N (1 - R / r),  or A N = r phi(z), phi(z) = z / (1 - e^-z),

   which is the log-mean of the differences at both ends.  UA goes by 1.3 x - 0.3 x^2 with
   the air x over design, N so by 1.3 - 0.3 x. */
struct cells {
    const struct step *k;
    struct cooling_tower d; /* one cell at design */
    double n;
    const double *wb_c, *p_pa, *in_j_kg;
    lanes water;   /* of one cell, over design */
    lanes one_w;   /* heat of one cell */
    lanes range_k; /* by which water falls with it */
    lanes range_w; /* the same by the watt */
    lanes units;   /* N where there is no air, over 1.3 */
    lanes dense;   /* of the air over that of its design point: what fans at full speed move */
    lanes thin;    /* its inverse */
};

static void start_cells(const struct step *k, int si, const double *restrict flow_w_k,
                        const double *restrict heat_w, struct cells *c)
{
    const struct sink *s = &k->p->sink[si];
    const struct cooling_tower d = s->tower;
    double per_cell = 1.0 / alive_sink(k, si), least_w = 1e-6 * s->tower_heat_w;
    double water_w_k = d.water_kg_s * d.water_cp_j_kg_k, per_flow = per_cell / water_w_k;
    double units = d.ua_w_k / (1006 * d.air_kg_s), per_kg_m3 = 1 / s->tower_kg_m3;
    const double *restrict wb_c = k->w->wb_c + k->h0, *restrict in_kg_m3 = k->b->tower_in_kg_m3;
    const double *restrict in_m3_kg = k->b->tower_in_m3_kg;
    double kg_m3 = s->tower_kg_m3;
    c->k = k;
    c->d = d;
    c->n = alive_sink(k, si);
    c->wb_c = wb_c;
    c->p_pa = k->w->p_pa + k->h0;
    c->in_j_kg = k->b->tower_in_j_kg;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double y = lesser(flow_w_k[i] * per_flow, 1.5);
        c->water[i] = y;
        c->one_w[i] = greater(heat_w[i] * per_cell, least_w);
        c->range_w[i] = 1 / (y * water_w_k);
        c->range_k[i] = c->one_w[i] * c->range_w[i];
        c->units[i] =
            units * (1 + 0.0081 * (d.wet_bulb_c - wb_c[i])) * (0.1082 + 1.667 * y - 0.7713 * y * y);
        c->dense[i] = in_kg_m3[i] * per_kg_m3;
        c->thin[i] = in_m3_kg[i] * kg_m3;
    }
}

/* phi, and how fast it rises. */
struct phi {
    double y, per_z;
};

static inline struct phi phi_at(double z)
{
    double part = -expm1_of(-z), inverse = 1 / (z * part), y = z * z * inverse;
    bool is_level = (z < 1e-5) & (z > -1e-5);
    double per_z = (y - y * y * (1 - part)) * (part * inverse);
    return (struct phi){is_level ? 1 + z * (0.5 + z / 12) : y, is_level ? 0.5 : per_z};
}

/* Saturated air: its temperature, enthalpy and how that rises, J/(kg K); NaN: not known. */
struct leaving {
    double *c, *j_kg, *j_kg_k;
};

static struct leaving leaving_of(const struct step *k, int si)
{
    struct block *b = k->b;
    return (struct leaving){b->sink_leaving_c[si], b->sink_leaving_j_kg[si],
                            b->sink_leaving_j_kg_k[si]};
}

/* From air that is known on to more_j_kg of enthalpy, as a step of Newton with the bend of the
   curve, which is about 6 % a kelvin of the part that water has. */
static inline double leaving_step_k(double more_j_kg, double j_kg_k)
{
    double per_k = 1 / j_kg_k, step_k = more_j_kg * per_k;
    return step_k * (1 - 0.03 * step_k * (1 - 1006 * per_k));
}

/* How the enthalpy rises there. */
static inline double leaving_slope(double step_k, double j_kg_k)
{
    return j_kg_k + 0.06 * step_k * (j_kg_k - 1006);
}

enum { LEAVING_STEPS = 40 };
/* As small a step as makes the next nothing: the bend is good for all but a tenth of 0.03 of
   its square, 3e-11 K. */
static const double leaving_least_k = 1e-4;

static double leaving_step(const struct cells *c, const double *restrict h_j_kg, struct leaving out,
                           double *restrict is_open)
{
    const struct table psat = c->k->p->psat;
    const double *restrict p_pa = c->p_pa;
    double *restrict out_c = out.c, *restrict j_kg_k = out.j_kg_k, open = 0;
#pragma omp simd reduction(+ : open)
    for (int i = c->k->from; i < c->k->to; i++) {
        struct saturated a = saturated_at(&psat, out_c[i], p_pa[i]);
        double was = is_open[i], step_k = leaving_step_k(h_j_kg[i] - a.j_kg, a.per_k);
        out_c[i] += was * step_k;
        j_kg_k[i] = was > 0 ? leaving_slope(step_k, a.per_k) : j_kg_k[i];
        is_open[i] = fabs(step_k) > leaving_least_k ? was : 0;
        open += is_open[i];
    }
    return open;
}

/* Air of the enthalpy h_j_kg, from what is known of it on, else from the plant's table; each
   lane until its own step is so small that the next would be nothing. */
static void find_leaving(const struct cells *c, const double *restrict h_j_kg, struct leaving out)
{
    const struct table saturated_c = c->k->p->saturated_c;
    const struct step *k = c->k;
    double *restrict out_c = out.c, *restrict j_kg = out.j_kg, *restrict j_kg_k = out.j_kg_k;
    double open = 0, unknown = 0;
    struct cells run = {.p_pa = c->p_pa};
    lanes is_open;
#pragma omp simd reduction(+ : unknown)
    for (int i = k->from; i < k->to; i++) {
        unknown += out_c[i] == out_c[i] ? 0 : 1;
        is_open[i] = 1;
    }
    bool has_known = unknown < k->to - k->from;
    open = has_known ? 0 : unknown;
#pragma omp simd reduction(+ : open)
    for (int i = k->from; i < (has_known ? k->to : k->from); i++) {
        double step_k = leaving_step_k(h_j_kg[i] - j_kg[i], j_kg_k[i]);
        double moved_c = out_c[i] + step_k, known = moved_c == moved_c ? 1 : 0;
        is_open[i] = fabs(step_k) <= leaving_least_k ? 1 - known : 1;
        out_c[i] = moved_c;
        j_kg_k[i] = leaving_slope(step_k, j_kg_k[i]);
        open += is_open[i];
    }
    copy(k, j_kg, h_j_kg);
    if (unknown > 0) {
#pragma omp simd
        for (int i = k->from; i < k->to; i++) {
            double at_c = table_at(&saturated_c, h_j_kg[i]);
            out_c[i] = out_c[i] == out_c[i] ? out_c[i] : at_c;
        }
    }
    for (int n = 0; n < LEAVING_STEPS && open > 0; n++) {
        struct step part = *k;
        open = 0;
        run.k = &part;
        for (part.to = k->from; beside_next(k, is_open, &part);)
            open += leaving_step(&run, h_j_kg, out, is_open);
    }
}

/* All their air, at full speed a volume, more mass when it is cold, with so many times
   their heat; where not asked for it stays.  NULL: all are. */
static void find_leaving_full(const struct cells *c, double times, const double *is_asked,
                              struct leaving out)
{
    const double *restrict in_j_kg = c->in_j_kg;
    double per_air = times / c->d.air_kg_s;
    lanes h_j_kg;
#pragma omp simd
    for (int i = c->k->from; i < c->k->to; i++)
        h_j_kg[i] = in_j_kg[i] + c->one_w[i] * per_air * c->thin[i];
    for (int i = c->k->from; is_asked && i < c->k->to; i++)
        h_j_kg[i] = is_asked[i] > 0 ? h_j_kg[i] : out.j_kg[i];
    find_leaving(c, h_j_kg, out);
}

/* The same, and the water that must enter. */
static void find_full_air(const struct cells *c, double times, const double *is_asked,
                          struct leaving out, double *restrict needs_c)
{
    const double *restrict wb_c = c->wb_c, *restrict out_c = out.c;
    find_leaving_full(c, times, is_asked, out);
#pragma omp simd
    for (int i = c->k->from; i < c->k->to; i++) {
        double rise_k = out_c[i] - wb_c[i], range_k = times * c->range_k[i];
        double units = c->units[i] * (1.3 - 0.3 * c->dense[i]), inverse = 1 / (rise_k * units);
        double per_rise = units * inverse, per_units = rise_k * inverse;
        double over = phi_at(units * (1 - range_k * per_rise)).y;
        needs_c[i] = wb_c[i] + range_k + rise_k * over * per_units;
    }
}

/* So near, of the heat, to what the water is known for, its slope leads to 1e-10 K. */
static const double needs_near_frac = 3e-6;

/* Entering water at which full air rejects heat_w; kept in the block, with the heat it is
   for. */
void tower_needs_c(const struct step *k, int si, const double *restrict flow_w_k,
                   const double *restrict heat_w, double *restrict needs_c)
{
    struct block *b = k->b;
    struct cells c;
    lanes is_open, full_c;
    double *restrict known_w = b->sink_needs_w[si], *restrict known_c = b->sink_needs_c[si];
    double *restrict per_w = b->sink_needs_per_w[si], open = 0;
    if (!alive_sink(k, si)) {
        fill(k, needs_c, HUGE_VAL);
        return;
    }
#pragma omp simd reduction(+ : open)
    for (int i = k->from; i < k->to; i++) {
        double more_w = heat_w[i] - known_w[i], moved_c = known_c[i] + more_w * per_w[i];
        bool is_near = (fabs(more_w) <= needs_near_frac * heat_w[i]) & (moved_c == moved_c);
        is_open[i] = is_near ? 0 : 1;
        known_w[i] = heat_w[i];
        known_c[i] = needs_c[i] = moved_c;
        open += is_open[i];
    }
    if (!(open > 0)) return;
    struct step run = *k;
    for (run.to = k->from; beside_next(k, is_open, &run);) {
        start_cells(&run, si, flow_w_k, heat_w, &c);
        find_full_air(&c, 1, is_open, leaving_of(k, si), full_c);
#pragma omp simd
        for (int i = run.from; i < run.to; i++) {
            needs_c[i] = is_open[i] > 0 ? full_c[i] : needs_c[i];
            per_w[i] = is_open[i] > 0 ? (double)NAN : per_w[i];
            known_c[i] = needs_c[i];
        }
    }
}

/* With primes for slopes over the heat of one cell, y of the water and f = f(y) its factor:
   r' = 1 / (m h'), R' = R / Q - R y' / y, N' = N f' / f, A = r phi(z) / N.  One division for
   all that has to be divided by. */
void tower_reach_c(const struct step *k, int si, const struct driven *x, double *restrict reach_c,
                   double *restrict per_w)
{
    struct cells c;
    struct block *b = k->b;
    struct leaving out = leaving_of(k, si);
    const double *restrict out_c = out.c, *restrict j_kg_k = out.j_kg_k;
    double *restrict known_w = b->sink_needs_w[si], *restrict known_c = b->sink_needs_c[si];
    double *restrict known_per_w = b->sink_needs_per_w[si];
    start_cells(k, si, x->flow_w_k, x->heat_w, &c);
    find_leaving_full(&c, 1, NULL, out);
    double per_flow = 1 / (c.d.water_kg_s * c.d.water_cp_j_kg_k), per_cell = 1 / c.n;
    double water_w_k = c.d.water_kg_s * c.d.water_cp_j_kg_k, per_air = 1 / c.d.air_kg_s;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double y = c.water[i], y_per_w = y < 1.5 ? x->flow_per_w[i] * per_flow : 0;
        double rise_k = out_c[i] - c.wb_c[i], range_k = c.range_k[i];
        double units = c.units[i] * (1.3 - 0.3 * c.dense[i]);
        double f = 0.1082 + 1.667 * y - 0.7713 * y * y, f_per_y = 1.667 - 1.5426 * y;
        double air = rise_k * j_kg_k[i], water = units * f, inverse = 1 / (air * water);
        double per_water = air * inverse, per_air_j = water * inverse;
        double per_rise = j_kg_k[i] * per_air_j, per_units = f * per_water;
        double share = range_k * per_rise;
        struct phi phi = phi_at(units * (1 - share));
        double above_k = rise_k * phi.y * per_units;
        double rise_per_w = per_air * c.thin[i] * (rise_k * per_air_j);
        double range_per_w = c.range_w[i] - range_k * (c.range_w[i] * water_w_k) * y_per_w;
        double units_per_w = units * f_per_y * (units * per_water) * y_per_w;
        double share_per_w = (range_per_w - share * rise_per_w) * per_rise;
        double z_per_w = units_per_w * (1 - share) - units * share_per_w;
        double above_per_w = phi.y * rise_per_w + rise_k * phi.per_z * z_per_w;
        above_per_w = (above_per_w - above_k * units_per_w) * per_units;
        double needs_c = c.wb_c[i] + range_k + above_k;
        reach_c[i] = needs_c - x->heat_w[i] / x->flow_w_k[i];
        per_w[i] = above_per_w * per_cell;
        known_w[i] = x->heat_w[i];
        known_c[i] = needs_c;
        known_per_w[i] = (range_per_w + above_per_w) * per_cell;
    }
}

/* ---- fans ---------------------------------------------------------------- */

/* Less air leaves warmer and needs warmer water: the temperature at which that is the water
   that comes, zero of r phi(z) - A N.  Newton's steps, each kept between a colder and a
   warmer one; a lane is done when its own is so small that the next would be nothing. */
enum { AIR_STEPS = 100 };
static const double air_least_k = 1e-4, full_known_k = 1e-6;

struct search {
    lanes lo, hi; /* bracket */
    lanes above_k;
    lanes rise_j_kg; /* of the leaving air over the entering */
    lanes is_open;
    lanes was_c, was_f, slope, j_kg_k; /* of the step before: where, what and how it rises */
};

/* Where air that rises with its wet bulb by rise_k has so many units: phi to the second power
   of z, which is within 0.3 % up to 1.5. */
static inline double rise_guess_k(double units, double range_k, double above_k)
{
    double a = 1 + units / 2 + units * units / 12, b = units * (range_k / 2 + above_k);
    double c = units * range_k;
    b += c * units / 6;
    return (b + sqrt(greater(b * b - a * c * c / 3, 0))) / (2 * a);
}

/* Full air that is not enough stays; else near where the air goes with its rise from that. */
static double start_search(const struct cells *c, const double *restrict in_c,
                           const double *restrict full_c, const double *restrict needs_c,
                           struct search *s, double *restrict out_c)
{
    const double *restrict wb_c = c->wb_c;
    double open = 0, per_air = 1 / c->d.air_kg_s;
#pragma omp simd reduction(+ : open)
    for (int i = c->k->from; i < c->k->to; i++) {
        double above_k = in_c[i] - wb_c[i] - c->range_k[i], full_k = full_c[i] - wb_c[i];
        double rise_k = rise_guess_k(1.2 * c->units[i], c->range_k[i], above_k);
        double more_k = rise_k - full_k,
               air = c->dense[i] * full_k / (rise_k + 0.02 * more_k * more_k);
        rise_k = rise_guess_k((1.3 - 0.3 * air) * c->units[i], c->range_k[i], above_k);
        double guess_c = wb_c[i] + rise_k, middle_c = 0.5 * (full_c[i] + in_c[i]);
        s->lo[i] = full_c[i] - full_known_k; /* or a zero there would be halved up to */
        s->hi[i] = in_c[i];
        s->above_k[i] = above_k;
        s->rise_j_kg[i] = c->one_w[i] * per_air * c->thin[i];
        s->is_open[i] = ((in_c[i] > needs_c[i]) & (in_c[i] > full_c[i])) ? 1 : 0;
        guess_c = ((guess_c > full_c[i]) & (guess_c < in_c[i])) ? guess_c : middle_c;
        out_c[i] = s->is_open[i] > 0 ? guess_c : full_c[i];
        open += s->is_open[i];
    }
    return open;
}

/* Where f is next looked for, and what is known of it. */
static inline double next_inside_c(double t_c, double f, double step_k, double *lo, double *hi)
{
    double next_c = t_c + step_k;
    *lo = f < 0 ? t_c : *lo;
    *hi = f < 0 ? *hi : t_c;
    return ((next_c >= *lo) & (next_c <= *hi)) ? next_c : 0.5 * (*lo + *hi);
}

/* Air that leaves a cell at t_c: saturated, of the pressure that is left for it, and its rise
   times that pressure, which all the rest is divided by at once. */
static double go_on(const struct cells *c, struct search *s, double *restrict out_c)
{
    const struct table psat = c->k->p->psat;
    const double *restrict wb_c = c->wb_c, *restrict p_pa = c->p_pa, *restrict in_j_kg = c->in_j_kg;
    double per_air = 1 / c->d.air_kg_s, open = 0;
#pragma omp simd reduction(+ : open)
    for (int i = c->k->from; i < c->k->to; i++) {
        double t_c = out_c[i], was = s->is_open[i], rise_k = t_c - wb_c[i];
        struct table_point pws = table_slope_at(&psat, t_c);
        double dry_pa = p_pa[i] - pws.y, latent_j_kg = 2.501e6 + 1860 * t_c;
        double rise_pa = (1006 * t_c - in_j_kg[i]) * dry_pa + 0.621945 * pws.y * latent_j_kg;
        double both = rise_pa * rise_k, inverse = 1 / (both * dry_pa), per_pa = both * inverse;
        double per_rise = rise_pa * dry_pa * inverse, per_j_kg = rise_k * dry_pa * inverse * dry_pa;
        double w = 0.621945 * pws.y * per_pa, rise_j_kg = rise_pa * per_pa;
        double w_per_k = 0.621945 * p_pa[i] * per_pa * per_pa * pws.per_x;
        double j_kg_k = 1006 + 1860 * w + latent_j_kg * w_per_k;
        double air = c->one_w[i] * per_air * per_j_kg;
        double units = c->units[i] * (1.3 - 0.3 * air), share = c->range_k[i] * per_rise;
        double more = c->units[i] * 0.3 * air * j_kg_k * per_j_kg; /* units per kelvin */
        struct phi phi = phi_at(units * (1 - share));
        double f = rise_k * phi.y - s->above_k[i] * units;
        double z_per_k = more * (1 - share) + units * share * per_rise;
        double slope = phi.y + rise_k * phi.per_z * z_per_k - s->above_k[i] * more;
        double lo = s->lo[i], hi = s->hi[i], next_c = next_inside_c(t_c, f, -f / slope, &lo, &hi);
        s->lo[i] = lo;
        s->hi[i] = hi;
        s->was_c[i] = t_c;
        s->was_f[i] = f;
        s->slope[i] = slope;
        s->j_kg_k[i] = j_kg_k;
        double moved_k = was > 0 ? next_c - t_c : 0, now_j_kg = rise_j_kg + j_kg_k * moved_k;
        out_c[i] = was > 0 ? next_c : t_c;
        s->rise_j_kg[i] = was > 0 ? now_j_kg : s->rise_j_kg[i];
        s->is_open[i] = ((was > 0) & (fabs(next_c - t_c) > air_least_k)) ? 1 : 0;
        open += s->is_open[i];
    }
    return open;
}

/* After a step of Newton: of f alone, its slope by the parabola through both, which is good for
   all but a ten-thousandth of the first step's square. */
static double go_near(const struct cells *c, struct search *s, double *restrict out_c)
{
    const struct table psat = c->k->p->psat;
    const double *restrict wb_c = c->wb_c, *restrict p_pa = c->p_pa, *restrict in_j_kg = c->in_j_kg;
    double per_air = 1 / c->d.air_kg_s, open = 0;
#pragma omp simd reduction(+ : open)
    for (int i = c->k->from; i < c->k->to; i++) {
        double t_c = out_c[i], was = s->is_open[i], rise_k = t_c - wb_c[i];
        double pws_pa = table_at(&psat, t_c), dry_pa = p_pa[i] - pws_pa;
        double rise_pa =
            (1006 * t_c - in_j_kg[i]) * dry_pa + 0.621945 * pws_pa * (2.501e6 + 1860 * t_c);
        double both = rise_pa * rise_k, inverse = 1 / (both * dry_pa), per_pa = both * inverse;
        double per_rise = rise_pa * dry_pa * inverse, per_j_kg = rise_k * dry_pa * inverse * dry_pa;
        double air = c->one_w[i] * per_air * per_j_kg;
        double units = c->units[i] * (1.3 - 0.3 * air);
        double z = units * (1 - c->range_k[i] * per_rise), part = -expm1_of(-z);
        double f_part = rise_k * z - s->above_k[i] * units * part; /* f times part */
        double from_k = t_c - s->was_c[i];
        double step_k =
            -f_part * from_k / (2 * (f_part - s->was_f[i] * part) - s->slope[i] * part * from_k);
        double lo = s->lo[i], hi = s->hi[i];
        double next_c = next_inside_c(t_c, f_part * part, step_k, &lo, &hi);
        s->lo[i] = was > 0 ? lo : s->lo[i];
        s->hi[i] = was > 0 ? hi : s->hi[i];
        double moved_k = next_c - t_c, rise_j_kg = rise_pa * per_pa;
        double now_j_kg = rise_j_kg + leaving_slope(from_k, s->j_kg_k[i]) * moved_k;
        bool is_far = fabs(moved_k) > air_least_k;
        is_far |= from_k * from_k * fabs(moved_k) > air_least_k * 1e-2;
        out_c[i] = was > 0 ? next_c : t_c;
        s->rise_j_kg[i] = was > 0 ? now_j_kg : s->rise_j_kg[i];
        s->is_open[i] = ((was > 0) & is_far) ? 1 : 0;
        open += s->is_open[i];
    }
    return open;
}

/* Leaving air and its enthalpy.  What full air comes to is known where the loop has closed
   with the same heat. */
static void find_air(struct cells *c, int si, const double *restrict in_c,
                     const double *restrict heat_w, double *restrict out_c, struct search *s)
{
    const struct step *k = c->k;
    struct leaving full = leaving_of(k, si);
    double *needs_c = k->b->sink_needs_c[si], unknown = 0;
    const double *restrict known_w = k->b->sink_needs_w[si];
#pragma omp simd reduction(+ : unknown)
    for (int i = k->from; i < k->to; i++) unknown += known_w[i] == heat_w[i] ? 0 : 1;
    if (unknown > 0)
        find_full_air(c, 1, NULL, full, needs_c);
    else
        find_leaving_full(c, 1, NULL, full);
    double open = start_search(c, in_c, full.c, needs_c, s, out_c);
    for (int n = 0; n < AIR_STEPS && open > 0; n++) {
        struct step part = *k;
        open = 0;
        c->k = &part;
        for (part.to = k->from; beside_next(k, s->is_open, &part);)
            open += n == 1 ? go_near(c, s, out_c) : go_on(c, s, out_c);
        c->k = k;
    }
}

/* Natural draught keeps an eighth of the heat at full air (EnergyPlus); where less
   than a third of the air is wanted it may do, and not with water that is nearer to wet bulb
   than it falls. */
static const double natural_frac = 0.125, natural_below = 0.35;

static void rest_fans(struct cells *c, const double *restrict in_c, const double *restrict air,
                      double *restrict fan)
{
    const struct step *k = c->k;
    lanes out_c, j_kg, j_kg_k, needs_c, is_low;
    struct step part = *k;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double least_c = c->wb_c[i] + c->range_k[i] * (1 / natural_frac);
        is_low[i] = ((air[i] < natural_below) & (in_c[i] > least_c)) ? 1 : 0;
        out_c[i] = j_kg[i] = j_kg_k[i] = (double)NAN;
    }
    c->k = &part;
    for (part.to = k->from; beside_next(k, is_low, &part);) {
        find_full_air(c, 1 / natural_frac, NULL, (struct leaving){out_c, j_kg, j_kg_k}, needs_c);
#pragma omp simd
        for (int i = part.from; i < part.to; i++)
            fan[i] = ((is_low[i] > 0) & (needs_c[i] <= in_c[i])) ? 0 : fan[i];
    }
    c->k = k;
}

/* ---- what cells draw ------------------------------------------------------ */

/* While water does not run, heaters keep the basins from freezing (EnergyPlus, basin
   heater: capacity times what is missing to its setpoint). */
static void heat_basins(struct step *k, int si, const double *restrict heat_w)
{
    const struct tower *t = k->p->sink[si].t;
    double basin_w_k = alive_sink(k, si) * t->basin_w_k, least_c = t->basin_min_c;
    const double *restrict t_c = k->w->t_c + k->h0;
    double *restrict drawn_w = k->b->sink_pump_w[si];
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double rest_w = basin_w_k * greater(least_c - t_c[i], 0);
        drawn_w[i] = heat_w[i] > 0 ? 0 : rest_w;
    }
}

/* Evaporation, drift and what is blown down to hold the cycles of concentration;
   drift counts towards that: B = E / (CoC - 1) - D. */
static void use_water(const struct cells *c, int si, const double *restrict heat_w,
                      const double *restrict out_c, const double *restrict rise_j_kg,
                      const double *restrict air)
{
    const struct step *k = c->k;
    const struct tower *t = k->p->sink[si].t;
    double drift_frac = t->drift_frac, per_drift = 1 / (t->cycles - 1), cells = c->n;
    double air_kg_s = cells * c->d.air_kg_s, water_kg_s = cells * c->d.water_kg_s;
    const double *restrict w = k->w->w + k->h0, *restrict in_j_kg = c->in_j_kg;
    double *restrict used_kg_s = k->b->sink_water_kg_s[si];
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double out_j_kg = in_j_kg[i] + rise_j_kg[i], latent_j_kg = 2.501e6 + 1860 * out_c[i];
        double gained = (out_j_kg - 1006 * out_c[i]) / latent_j_kg - w[i];
        double evaporated = greater(air_kg_s * air[i] * gained, 0);
        double drift = drift_frac * (water_kg_s * c->water[i]);
        double all = evaporated + drift + greater(evaporated * per_drift - drift, 0);
        used_kg_s[i] = heat_w[i] > 0 ? all : 0;
    }
}

void tower_run(struct step *k, int si, const double *restrict flow_w_k, const double *restrict in_c,
               const double *restrict heat_w)
{
    const struct sink *x = &k->p->sink[si];
    double *restrict power_w = k->b->sink_power_w[si], fan_w = alive_sink(k, si) * x->t->fan_w;
    struct cells c;
    struct search s;
    lanes out_c, air, fan;
    heat_basins(k, si, heat_w);
    if (!alive_sink(k, si)) {
        fill(k, power_w, 0);
        fill(k, k->b->sink_water_kg_s[si], 0);
        return;
    }
    start_cells(k, si, flow_w_k, heat_w, &c);
    find_air(&c, si, in_c, heat_w, out_c, &s);
    double per_air = 1 / c.d.air_kg_s;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        air[i] = lesser(c.one_w[i] * per_air / s.rise_j_kg[i], c.dense[i]);
        fan[i] = air[i] * c.thin[i];
    }
    rest_fans(&c, in_c, air, fan);
    laws(k, &x->fan, fan, power_w);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) power_w[i] = heat_w[i] > 0 ? power_w[i] * fan_w : 0;
    use_water(&c, si, heat_w, out_c, s.rise_j_kg, air);
}
