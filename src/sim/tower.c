/* Cooling towers. */

#include <math.h>

#include "base/elementary.h"
#include "sim/sink.h"

/* Saturated air from the plant's table of saturation pressure. */
static inline double saturated_w(const struct table *psat, double t_c, double p_pa)
{
    double pws_pa = table_at(psat, t_c);
    return 0.621945 * pws_pa / (p_pa - pws_pa);
}

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
    if (k->p->saturated_c.n == 0) return;
    for (int s = 0; s < k->p->n_sink; s++) {
        fill(k, b->sink_needs_w[s], (double)NAN);
        fill(k, b->sink_leaving_c[s], (double)NAN);
    }
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        in_j_kg[i] = saturated_j_kg(wb_c[i], saturated_w(&psat, wb_c[i], p_pa[i]));
        double m3_kg = 287.042 * (t_c[i] + 273.15) * (1 + 1.607858 * w[i]) / p_pa[i];
        in_kg_m3[i] = (1 + w[i]) / m3_kg; /* physics/psychro */
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
    lanes units;   /* N where there is no air, over 1.3 */
    lanes dense;   /* of the air over that of its design point: what fans at full speed move */
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
        c->range_k[i] = c->one_w[i] / (y * water_w_k);
        c->units[i] =
            units * (1 + 0.0081 * (d.wet_bulb_c - wb_c[i])) * (0.1082 + 1.667 * y - 0.7713 * y * y);
        c->dense[i] = in_kg_m3[i] * per_kg_m3;
    }
}

/* phi, and how fast it rises. */
struct phi {
    double y, per_z;
};

static inline struct phi phi_at(double z)
{
    double part = -expm1_of(-z), y = z / part;
    bool is_level = (z < 1e-5) & (z > -1e-5);
    double per_z = (y - y * y * (1 - part)) / z;
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
    double step_k = more_j_kg / j_kg_k;
    return step_k * (1 - 0.03 * step_k * (1 - 1006 / j_kg_k));
}

enum { LEAVING_STEPS = 40 };
/* As small a step of Newton as makes the next nothing; and from what is known, where the slope
   is that of a step before. */
static const double leaving_least_k = 1e-5, leaving_near_k = 1e-8;

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
        j_kg_k[i] = was > 0 ? a.per_k : j_kg_k[i];
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
#pragma omp simd reduction(+ : open, unknown)
    for (int i = k->from; i < k->to; i++) {
        double step_k = leaving_step_k(h_j_kg[i] - j_kg[i], j_kg_k[i]);
        double moved_c = out_c[i] + step_k, known = moved_c == moved_c ? 1 : 0;
        is_open[i] = fabs(step_k) <= leaving_near_k ? 1 - known : 1;
        out_c[i] = moved_c;
        j_kg[i] = h_j_kg[i];
        open += is_open[i];
        unknown += 1 - known;
    }
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
   their heat. */
static void find_leaving_full(const struct cells *c, double times, struct leaving out)
{
    const double *restrict in_j_kg = c->in_j_kg;
    double per_air = times / c->d.air_kg_s;
    lanes h_j_kg;
#pragma omp simd
    for (int i = c->k->from; i < c->k->to; i++)
        h_j_kg[i] = in_j_kg[i] + c->one_w[i] * per_air / c->dense[i];
    find_leaving(c, h_j_kg, out);
}

/* The same, and the water that must enter. */
static void find_full_air(const struct cells *c, double times, struct leaving out,
                          double *restrict needs_c)
{
    const double *restrict wb_c = c->wb_c, *restrict out_c = out.c;
    find_leaving_full(c, times, out);
#pragma omp simd
    for (int i = c->k->from; i < c->k->to; i++) {
        double rise_k = out_c[i] - wb_c[i], range_k = times * c->range_k[i];
        double units = c->units[i] * (1.3 - 0.3 * c->dense[i]);
        double over = phi_at(units * (1 - range_k / rise_k)).y;
        needs_c[i] = wb_c[i] + range_k + rise_k * over / units;
    }
}

/* Entering water at which full air rejects heat_w; kept in the block, with the heat it is
   for. */
void tower_needs_c(const struct step *k, int si, const double *restrict flow_w_k,
                   const double *restrict heat_w, double *restrict needs_c)
{
    struct block *b = k->b;
    struct cells c;
    if (!alive_sink(k, si)) {
        fill(k, needs_c, HUGE_VAL);
        return;
    }
    start_cells(k, si, flow_w_k, heat_w, &c);
    find_full_air(&c, 1, leaving_of(k, si), b->sink_needs_c[si]);
    copy(k, b->sink_needs_w[si], heat_w);
    copy(k, needs_c, b->sink_needs_c[si]);
}

/* With primes for slopes over the heat of one cell, y of the water and f = f(y) its factor:
   r' = 1 / (m h'), R' = R / Q - R y' / y, N' = N f' / f, A = r phi(z) / N. */
void tower_reach_c(const struct step *k, int si, const struct driven *x, double *restrict reach_c,
                   double *restrict per_w)
{
    struct cells c;
    struct leaving out = leaving_of(k, si);
    const double *restrict out_c = out.c, *restrict j_kg_k = out.j_kg_k;
    start_cells(k, si, x->flow_w_k, x->heat_w, &c);
    find_leaving_full(&c, 1, out);
    fill(k, k->b->sink_needs_w[si], (double)NAN);
    double per_flow = 1 / (c.d.water_kg_s * c.d.water_cp_j_kg_k), cells = c.n;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double y = c.water[i], y_per_w = y < 1.5 ? x->flow_per_w[i] * per_flow : 0;
        double rise_k = out_c[i] - c.wb_c[i], range_k = c.range_k[i], share = range_k / rise_k;
        double units = c.units[i] * (1.3 - 0.3 * c.dense[i]), per_units = 1 / units;
        struct phi phi = phi_at(units * (1 - share));
        double above_k = rise_k * phi.y * per_units;
        double rise_per_w = 1 / (c.d.air_kg_s * c.dense[i] * j_kg_k[i]);
        double range_per_w = range_k / c.one_w[i] - range_k / y * y_per_w;
        double f = 0.1082 + 1.667 * y - 0.7713 * y * y, f_per_y = 1.667 - 1.5426 * y;
        double units_per_w = units * f_per_y / f * y_per_w;
        double share_per_w = (range_per_w - share * rise_per_w) / rise_k;
        double z_per_w = units_per_w * (1 - share) - units * share_per_w;
        double above_per_w = phi.y * rise_per_w + rise_k * phi.per_z * z_per_w;
        above_per_w = (above_per_w - above_k * units_per_w) * per_units;
        reach_c[i] = c.wb_c[i] + range_k + above_k - x->heat_w[i] / x->flow_w_k[i];
        per_w[i] = above_per_w / cells;
    }
}

/* ---- fans ---------------------------------------------------------------- */

/* Less air leaves warmer and needs warmer water: the temperature at which that is the water
   that comes, zero of r phi(z) - A N.  Newton's steps, each kept between a colder and a
   warmer one; a lane is done when its own is so small that the next would be nothing. */
enum { AIR_STEPS = 100 };
static const double air_least_k = 1e-5;

struct search {
    lanes lo, hi; /* bracket */
    lanes above_k;
    lanes rise_j_kg; /* of the leaving air over the entering */
    lanes is_open;
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
        s->lo[i] = full_c[i];
        s->hi[i] = in_c[i];
        s->above_k[i] = above_k;
        s->rise_j_kg[i] = c->one_w[i] * per_air / c->dense[i];
        s->is_open[i] = ((in_c[i] > needs_c[i]) & (in_c[i] > full_c[i])) ? 1 : 0;
        guess_c = ((guess_c > full_c[i]) & (guess_c < in_c[i])) ? guess_c : middle_c;
        out_c[i] = s->is_open[i] > 0 ? guess_c : full_c[i];
        open += s->is_open[i];
    }
    return open;
}

static double go_on(const struct cells *c, struct search *s, double *restrict out_c)
{
    const struct table psat = c->k->p->psat;
    const double *restrict wb_c = c->wb_c, *restrict p_pa = c->p_pa, *restrict in_j_kg = c->in_j_kg;
    double per_air = 1 / c->d.air_kg_s, open = 0;
#pragma omp simd reduction(+ : open)
    for (int i = c->k->from; i < c->k->to; i++) {
        double t_c = out_c[i], was = s->is_open[i], rise_k = t_c - wb_c[i];
        struct saturated a = saturated_at(&psat, t_c, p_pa[i]);
        double rise_j_kg = a.j_kg - in_j_kg[i], air = c->one_w[i] * per_air / rise_j_kg;
        double units = c->units[i] * (1.3 - 0.3 * air), share = c->range_k[i] / rise_k;
        double more = c->units[i] * 0.3 * air * a.per_k / rise_j_kg; /* units per kelvin */
        struct phi phi = phi_at(units * (1 - share));
        double f = rise_k * phi.y - s->above_k[i] * units;
        double z_per_k = more * (1 - share) + units * share / rise_k;
        double slope = phi.y + rise_k * phi.per_z * z_per_k - s->above_k[i] * more;
        double lo = f < 0 ? t_c : s->lo[i], hi = f < 0 ? s->hi[i] : t_c;
        double next_c = t_c - f / slope;
        next_c = ((next_c >= lo) & (next_c <= hi)) ? next_c : 0.5 * (lo + hi);
        s->lo[i] = lo;
        s->hi[i] = hi;
        double moved_k = was > 0 ? next_c - t_c : 0, now_j_kg = rise_j_kg + a.per_k * moved_k;
        out_c[i] = was > 0 ? next_c : t_c;
        s->rise_j_kg[i] = was > 0 ? now_j_kg : s->rise_j_kg[i];
        s->is_open[i] = ((was > 0) & (fabs(next_c - t_c) > air_least_k)) ? 1 : 0;
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
    if (unknown > 0) find_full_air(c, 1, full, needs_c);
    double open = start_search(c, in_c, full.c, needs_c, s, out_c);
    for (int n = 0; n < AIR_STEPS && open > 0; n++) {
        struct step part = *k;
        open = 0;
        c->k = &part;
        for (part.to = k->from; beside_next(k, s->is_open, &part);) open += go_on(c, s, out_c);
        c->k = k;
    }
}

/* Natural draught keeps an eighth of the heat at full air (EnergyPlus); where less
   than a third of the air is wanted it may do. */
static const double natural_frac = 0.125, natural_below = 0.35;

static void rest_fans(struct cells *c, const double *restrict in_c, const double *restrict air,
                      double *restrict fan)
{
    const struct step *k = c->k;
    lanes out_c, j_kg, j_kg_k, needs_c, is_low;
    struct step part = *k;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        is_low[i] = air[i] < natural_below ? 1 : 0;
        out_c[i] = j_kg[i] = j_kg_k[i] = (double)NAN;
    }
    c->k = &part;
    for (part.to = k->from; beside_next(k, is_low, &part);) {
        find_full_air(c, 1 / natural_frac, (struct leaving){out_c, j_kg, j_kg_k}, needs_c);
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
        fan[i] = air[i] / c.dense[i];
    }
    rest_fans(&c, in_c, air, fan);
    laws(k, &x->fan, fan, power_w);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) power_w[i] = heat_w[i] > 0 ? power_w[i] * fan_w : 0;
    use_water(&c, si, heat_w, out_c, s.rise_j_kg, air);
}
