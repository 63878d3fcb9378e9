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

void towers_begin(struct step *k)
{
    struct block *b = k->b;
    const struct table psat = k->p->psat;
    const double *restrict t_c = k->w->t_c + k->h0, *restrict wb_c = k->w->wb_c + k->h0;
    const double *restrict w = k->w->w + k->h0, *restrict p_pa = k->w->p_pa + k->h0;
    double *restrict in_j_kg = b->tower_in_j_kg, *restrict in_kg_m3 = b->tower_in_kg_m3;
    if (k->p->saturated_c.n == 0) return;
    for (int s = 0; s < k->p->n_sink; s++)
        if (k->p->sink[s].what == SINK_TOWER) fill(k, b->sink_needs_w[s], (double)NAN);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        in_j_kg[i] = saturated_j_kg(wb_c[i], saturated_w(&psat, wb_c[i], p_pa[i]));
        double m3_kg = 287.042 * (t_c[i] + 273.15) * (1 + 1.607858 * w[i]) / p_pa[i];
        in_kg_m3[i] = (1 + w[i]) / m3_kg; /* physics/psychro */
    }
}

/* Towers that reject a known heat: the state of the leaving air gives the air they take,
   then the effectiveness, then the water that must enter (Merkel, see
   physics/cooling_tower).  No iteration, where the air is not given. */
struct cells {
    const struct step *k;
    struct cooling_tower d; /* one cell at design */
    double n;
    double kg_m3; /* of the air of its design point */
    const double *wb_c, *p_pa, *in_j_kg, *in_kg_m3;
    lanes water; /* of one cell, over design */
    lanes one_w; /* heat of one cell */
};

static void start_cells(const struct step *k, int si, const double *restrict flow_w_k,
                        const double *restrict heat_w, struct cells *c)
{
    const struct sink *s = &k->p->sink[si];
    double n = alive_sink(k, si), least_w = 1e-6 * s->tower_heat_w;
    double per_flow = n * (s->tower.water_kg_s * s->tower.water_cp_j_kg_k);
    double *restrict water = c->water, *restrict one_w = c->one_w;
    c->k = k;
    c->d = s->tower;
    c->n = n;
    c->kg_m3 = s->tower_kg_m3;
    c->wb_c = k->w->wb_c + k->h0;
    c->p_pa = k->w->p_pa + k->h0;
    c->in_j_kg = k->b->tower_in_j_kg;
    c->in_kg_m3 = k->b->tower_in_kg_m3;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        one_w[i] = greater(heat_w[i] / n, least_w);
        water[i] = lesser(flow_w_k[i] / per_flow, 1.5);
    }
}

/* Air over design, where the air leaves at out_c. */
static void cells_air(const struct cells *c, const double *restrict out_c, double *restrict air)
{
    const struct table psat = c->k->p->psat;
    const double *restrict p_pa = c->p_pa, *restrict in_j_kg = c->in_j_kg;
    const double *restrict one_w = c->one_w;
    double design_kg_s = c->d.air_kg_s;
#pragma omp simd
    for (int i = c->k->from; i < c->k->to; i++) {
        double out_j_kg = saturated_j_kg(out_c[i], saturated_w(&psat, out_c[i], p_pa[i]));
        air[i] = one_w[i] / ((out_j_kg - in_j_kg[i]) * design_kg_s);
    }
}

/* The water that must enter, where the air leaves at out_c.  Divisions are what it costs:
   of 1/low and 1/high there is one, and the effectiveness (1 - e) / (1 - C e) with
   e = exp(-NTU (1 - C)), whose limit at C = 1 is NTU / (1 + NTU), is kept as a fraction. */
static void cells_leaving(const struct cells *c, const double *restrict heat_w,
                          const double *restrict out_c, double *restrict water_in_c)
{
    const struct table psat = c->k->p->psat;
    const struct cooling_tower d = c->d;
    const double *restrict wb_c = c->wb_c, *restrict p_pa = c->p_pa, *restrict in_j_kg = c->in_j_kg;
    const double *restrict water = c->water;
    double water_w_k = d.water_kg_s * d.water_cp_j_kg_k, ua = d.ua_w_k / 1006;
    double per_air = 1 / d.air_kg_s;
#pragma omp simd
    for (int i = c->k->from; i < c->k->to; i++) {
        double out_j_kg = saturated_j_kg(out_c[i], saturated_w(&psat, out_c[i], p_pa[i]));
        double rise_j_kg = out_j_kg - in_j_kg[i], rise_k = out_c[i] - wb_c[i];
        double per_rises = 1 / (rise_j_kg * rise_k), y = water[i];
        double x = heat_w[i] * (rise_k * per_rises) * per_air;
        double c_air = heat_w[i] * (rise_j_kg * per_rises), c_water = y * water_w_k;
        double f = (1 + 0.0081 * (d.wet_bulb_c - wb_c[i])) * (1.3 * x - 0.3 * x * x) *
                   (0.1082 + 1.667 * y - 0.7713 * y * y);
        double low = lesser(c_air, c_water), high = greater(c_air, c_water);
        double per_both = 1 / (low * high), ratio = low * (low * per_both), g = 1 - ratio;
        double ce = rise_j_kg * (rise_j_kg * per_rises), ntu = ua * f * ce * (high * per_both);
        double part = -expm1_of(-ntu * g);
        bool is_level = g < 1e-9;
        double above = is_level ? ntu : part, below = is_level ? 1 + ntu : g + ratio * part;
        water_in_c[i] = wb_c[i] + heat_w[i] * below / (above * low);
    }
}

/* Saturated air of a given enthalpy, by Newton's steps from the plant's table, each lane
   until its own is small enough that the next would be nothing. */
enum { LEAVING_STEPS = 40 };
static const double leaving_step_k = 1e-6;

static void leaving_c(const struct cells *c, const double *restrict h_j_kg, double *restrict out_c)
{
    const struct table psat = c->k->p->psat, saturated_c = c->k->p->saturated_c;
    const double *restrict p_pa = c->p_pa;
    int from = c->k->from, to = c->k->to;
    double open = 1;
    lanes is_open;
#pragma omp simd
    for (int i = from; i < to; i++) {
        out_c[i] = table_at(&saturated_c, h_j_kg[i]);
        is_open[i] = 1;
    }
    for (int n = 0; n < LEAVING_STEPS && open > 0; n++) {
        open = 0;
#pragma omp simd reduction(+ : open)
        for (int i = from; i < to; i++) {
            struct table_point pws = table_slope_at(&psat, out_c[i]);
            double x = out_c[i], pws_pa = pws.y, per_pa = pws.per_x;
            double dry_pa = p_pa[i] - pws_pa, w = 0.621945 * pws_pa / dry_pa;
            double w_per_k = 0.621945 * p_pa[i] * per_pa / (dry_pa * dry_pa);
            double slope = 1006 + 1860 * w + w_per_k * (2.501e6 + 1860 * x);
            double step_k = (saturated_j_kg(x, w) - h_j_kg[i]) / slope;
            out_c[i] = x - is_open[i] * step_k;
            is_open[i] = is_open[i] > 0 && fabs(step_k) >= leaving_step_k ? 1 : 0;
            open += is_open[i];
        }
    }
}

/* The cells with all their air: a fan at full speed moves its volume, more mass when it is
   cold. */
static void leaving_full_c(const struct cells *c, const double *restrict heat_w,
                           double *restrict out_c)
{
    const double *restrict in_j_kg = c->in_j_kg, *restrict in_kg_m3 = c->in_kg_m3;
    double design_kg_s = c->d.air_kg_s, kg_m3 = c->kg_m3;
    lanes h_j_kg;
#pragma omp simd
    for (int i = c->k->from; i < c->k->to; i++)
        h_j_kg[i] = in_j_kg[i] + heat_w[i] / (design_kg_s * (in_kg_m3[i] / kg_m3));
    leaving_c(c, h_j_kg, out_c);
}

/* At full air: kept in the block, with the heat it is for. */
static void find_full_air(const struct cells *c, int si, const double *restrict heat_w)
{
    struct block *b = c->k->b;
    leaving_full_c(c, c->one_w, b->sink_leaving_c[si]);
    cells_leaving(c, c->one_w, b->sink_leaving_c[si], b->sink_needs_c[si]);
    copy(c->k, b->sink_needs_w[si], heat_w);
}

/* Entering water at which full air rejects heat_w. */
void tower_needs_c(const struct step *k, int si, const double *restrict flow_w_k,
                   const double *restrict heat_w, double *restrict needs_c)
{
    struct cells c;
    if (!alive_sink(k, si)) {
        fill(k, needs_c, HUGE_VAL);
        return;
    }
    start_cells(k, si, flow_w_k, heat_w, &c);
    find_full_air(&c, si, heat_w);
    copy(k, needs_c, k->b->sink_needs_c[si]);
}

/* ---- fans ---------------------------------------------------------------- */

/* Less air leaves warmer and needs warmer water: the temperature at which that is the water
   that comes.  Secants, each kept between a colder and a warmer one; a lane is done when it
   moves less than the tolerance. */
enum { AIR_STEPS = 100 };
static const double air_tolerance_k = 1e-9;

struct search {
    lanes lo, hi; /* bracket */
    lanes x, f;   /* last point, and how much too cold its water is */
    lanes is_open;
};

/* Full air that is not enough stays; else near where heat over approach is in proportion. */
static double start_search(const struct cells *c, const double *restrict in_c,
                           const double *restrict full_c, const double *restrict needs_c,
                           struct search *s, double *restrict out_c)
{
    const double *restrict wb_c = c->wb_c;
    double open = 0;
#pragma omp simd reduction(+ : open)
    for (int i = c->k->from; i < c->k->to; i++) {
        double guess_c =
            wb_c[i] + (full_c[i] - wb_c[i]) * (in_c[i] - wb_c[i]) / (needs_c[i] - wb_c[i]);
        double middle_c = 0.5 * (full_c[i] + in_c[i]);
        s->lo[i] = s->x[i] = full_c[i];
        s->hi[i] = in_c[i];
        s->f[i] = in_c[i] - needs_c[i];
        s->is_open[i] = ((s->f[i] > 0) & (in_c[i] > full_c[i])) ? 1 : 0;
        guess_c = ((guess_c > full_c[i]) & (guess_c < in_c[i])) ? guess_c : middle_c;
        out_c[i] = s->is_open[i] > 0 ? guess_c : full_c[i];
        open += s->is_open[i];
    }
    return open;
}

static double go_on(const struct cells *c, const double *restrict in_c,
                    const double *restrict needs_c, struct search *s, double *restrict out_c)
{
    double open = 0;
#pragma omp simd reduction(+ : open)
    for (int i = c->k->from; i < c->k->to; i++) {
        double x = out_c[i], f = in_c[i] - needs_c[i], was = s->is_open[i];
        double next = x - f * (x - s->x[i]) / (f - s->f[i]);
        double lo = f > 0 ? x : s->lo[i], hi = f > 0 ? s->hi[i] : x;
        double middle = 0.5 * (lo + hi);
        next = f != 0 ? next : x;
        next = ((next >= lo) & (next <= hi)) ? next : middle;
        s->lo[i] = lo;
        s->hi[i] = hi;
        s->x[i] = x;
        s->f[i] = f;
        out_c[i] = was > 0 ? next : x;
        s->is_open[i] = ((was > 0) & (fabs(next - x) > air_tolerance_k)) ? 1 : 0;
        open += s->is_open[i];
    }
    return open;
}

/* Leaving air, and the air over design.  What full air comes to is known where the loop has
   closed with the same heat. */
static void find_air(const struct cells *c, int si, const double *restrict in_c,
                     const double *restrict heat_w, double *restrict out_c, double *restrict air)
{
    const double *restrict known_w = c->k->b->sink_needs_w[si];
    double unknown = 0;
    struct search s;
    lanes needs_c;
#pragma omp simd reduction(+ : unknown)
    for (int i = c->k->from; i < c->k->to; i++) unknown += known_w[i] == heat_w[i] ? 0 : 1;
    if (unknown > 0) find_full_air(c, si, heat_w);
    double open =
        start_search(c, in_c, c->k->b->sink_leaving_c[si], c->k->b->sink_needs_c[si], &s, out_c);
    for (int n = 0; n < AIR_STEPS && open > 0; n++) {
        cells_leaving(c, c->one_w, out_c, needs_c);
        open = go_on(c, in_c, needs_c, &s, out_c);
    }
    cells_air(c, out_c, air);
}

/* Natural draught keeps an eighth of the heat at full air (EnergyPlus); where less
   than a third of the air is wanted it may do. */
static const double natural_frac = 0.125, natural_below = 0.35;

static void rest_fans(const struct cells *c, const double *restrict in_c,
                      const double *restrict air, double *restrict fan)
{
    double n = 0;
    lanes all_w, out_c, needs_c;
#pragma omp simd reduction(+ : n)
    for (int i = c->k->from; i < c->k->to; i++) n += air[i] < natural_below ? 1 : 0;
    if (!(n > 0)) return;
#pragma omp simd
    for (int i = c->k->from; i < c->k->to; i++) all_w[i] = c->one_w[i] / natural_frac;
    leaving_full_c(c, all_w, out_c);
    cells_leaving(c, all_w, out_c, needs_c);
#pragma omp simd
    for (int i = c->k->from; i < c->k->to; i++)
        fan[i] = ((air[i] < natural_below) & (needs_c[i] <= in_c[i])) ? 0 : fan[i];
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
                      const double *restrict out_c, const double *restrict air)
{
    const struct step *k = c->k;
    const struct tower *t = k->p->sink[si].t;
    const struct table psat = k->p->psat;
    double drift_frac = t->drift_frac, per_drift = 1 / (t->cycles - 1), cells = c->n;
    double air_kg_s = cells * c->d.air_kg_s, water_kg_s = cells * c->d.water_kg_s;
    const double *restrict w = k->w->w + k->h0, *restrict p_pa = c->p_pa;
    double *restrict used_kg_s = k->b->sink_water_kg_s[si];
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double gained = saturated_w(&psat, out_c[i], p_pa[i]) - w[i];
        double evaporated = greater(air_kg_s * air[i] * gained, 0);
        double drift = drift_frac * (water_kg_s * c->water[i]);
        double all = evaporated + drift + greater(evaporated * per_drift - drift, 0);
        used_kg_s[i] = heat_w[i] > 0 ? all : 0;
    }
}

void tower_run(struct step *k, int si, const double *restrict flow_w_k, const double *restrict in_c,
               const double *restrict heat_w)
{
    const struct sink *s = &k->p->sink[si];
    double *restrict power_w = k->b->sink_power_w[si], fan_w = alive_sink(k, si) * s->t->fan_w;
    struct cells c;
    lanes out_c, air, fan;
    heat_basins(k, si, heat_w);
    if (!alive_sink(k, si)) {
        fill(k, power_w, 0);
        fill(k, k->b->sink_water_kg_s[si], 0);
        return;
    }
    start_cells(k, si, flow_w_k, heat_w, &c);
    find_air(&c, si, in_c, heat_w, out_c, air);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double dense = c.in_kg_m3[i] / c.kg_m3;
        air[i] = lesser(air[i], dense);
        fan[i] = air[i] / dense;
    }
    rest_fans(&c, in_c, air, fan);
    laws(k, &s->fan, fan, power_w);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) power_w[i] = heat_w[i] > 0 ? power_w[i] * fan_w : 0;
    use_water(&c, si, heat_w, out_c, air);
}
