/* Cooling towers. */

#include <math.h>

#include "physics/exchanger.h"
#include "physics/psychro.h"
#include "sim/sink.h"

/* Tower cell that rejects a known heat: the state of the leaving air gives the air
   it takes, then the effectiveness, then the water that must enter (Merkel, see
   physics/cooling_tower).  No iteration, where the air is not given. */
struct cell {
    double water_in_c, air; /* entering water; airflow over design */
};

/* Saturated air from the plant's table of saturation pressure. */
static double saturated_w(const struct step *k, double t_c, double p_pa)
{
    double pws_pa = table_at(&k->p->psat, t_c);
    return 0.621945 * pws_pa / (p_pa - pws_pa);
}

static double saturated_j_kg(const struct step *k, double t_c, double p_pa)
{
    return 1006 * t_c + saturated_w(k, t_c, p_pa) * (2.501e6 + 1860 * t_c);
}

struct tower_step {
    const struct step *k;
    const struct sink *s;
    double wb_c, p_pa, h_in_j_kg; /* of the entering air */
    double heat_w, water;         /* of one cell; water flow over design */
    double want_in_c;
    double dense; /* density of the air over that of the design point */
};

static struct tower_step tower_step_of(const struct step *k, int si, int i, const struct water *w,
                                       double heat_w)
{
    const struct sink *s = &k->p->sink[si];
    int cells = alive_sink(k, si), h = k->h0 + i;
    double least_w = 1e-6 * s->tower_heat_w, wb_c = k->w->wb_c[h], p_pa = k->w->p_pa[h];
    double flow = s->tower.water_kg_s * s->tower.water_cp_j_kg_k;
    return (struct tower_step){k,
                               s,
                               wb_c,
                               p_pa,
                               saturated_j_kg(k, wb_c, p_pa),
                               greater(heat_w / cells, least_w),
                               lesser(w->flow_w_k / (cells * flow), 1.5),
                               w->in_c,
                               psychro_density_kg_m3(k->w->t_c[h], k->w->w[h], p_pa) /
                                   s->tower_kg_m3};
}

/* The cell whose air leaves at out_c, rejecting heat_w. */
static struct cell cell_leaving(const struct tower_step *t, double heat_w, double out_c)
{
    const struct cooling_tower *d = &t->s->tower;
    double rise_j_kg = saturated_j_kg(t->k, out_c, t->p_pa) - t->h_in_j_kg;
    double air_kg_s = heat_w / rise_j_kg, air = air_kg_s / d->air_kg_s, water = t->water;
    double ce = rise_j_kg / (out_c - t->wb_c);
    double c_air = air_kg_s * ce, c_water = water * d->water_kg_s * d->water_cp_j_kg_k;
    double f = (1 + 0.0081 * (d->wet_bulb_c - t->wb_c)) * (1.3 * air - 0.3 * air * air) *
               (0.1082 + 1.667 * water - 0.7713 * water * water);
    double low = lesser(c_air, c_water), high = greater(c_air, c_water);
    double eff = exchanger_eff_counterflow(d->ua_w_k * f * ce / 1006 / low, low / high);
    return (struct cell){t->wb_c + heat_w / (eff * low), air};
}

/* Saturated air of a given enthalpy, by secants. */
static double leaving_c(const struct tower_step *t, double h_j_kg)
{
    double x0 = t->wb_c, f0 = t->h_in_j_kg - h_j_kg, x1 = x0 - f0 / 4500;
    for (int n = 0; n < 40; n++) {
        double f1 = saturated_j_kg(t->k, x1, t->p_pa) - h_j_kg;
        double step_k = f1 * (x1 - x0) / (f1 - f0);
        x0 = x1;
        f0 = f1;
        x1 -= step_k;
        if (fabs(step_k) < 1e-8) break;
    }
    return x1;
}

/* The cell with all its air: a fan at full speed moves its volume, more mass when it is cold. */
static double leaving_full_c(const struct tower_step *t, double heat_w)
{
    return leaving_c(t, t->h_in_j_kg + heat_w / (t->s->tower.air_kg_s * t->dense));
}

/* Falls as the air leaves warmer, that is, as there is less of it. */
static double too_cold_k(double out_c, void *context)
{
    struct tower_step *t = context;
    return t->want_in_c - cell_leaving(t, t->heat_w, out_c).water_in_c;
}

/* Natural draught keeps an eighth of the heat at full air (EnergyPlus); where less
   than a third of the air is wanted it may do. */
static const double natural_frac = 0.125, natural_below = 0.35;

static bool natural_does(const struct tower_step *t)
{
    double all_w = t->heat_w / natural_frac;
    return cell_leaving(t, all_w, leaving_full_c(t, all_w)).water_in_c <= t->want_in_c;
}

/* Entering water at which full air rejects heat_w. */
double tower_needs_c(struct step *k, int si, int i, const struct water *w, double heat_w)
{
    if (!alive_sink(k, si)) return HUGE_VAL;
    struct tower_step t = tower_step_of(k, si, i, w, heat_w);
    return cell_leaving(&t, t.heat_w, leaving_full_c(&t, t.heat_w)).water_in_c;
}

/* Evaporation, drift and what is blown down to hold the cycles of concentration;
   drift counts towards that: B = E / (CoC - 1) - D. */
static double makeup_kg_s(const struct tower *t, double evaporated, double flow_kg_s)
{
    double drift = t->drift_frac * flow_kg_s;
    return evaporated + drift + greater(evaporated / (t->cycles - 1) - drift, 0);
}

/* While water does not run, heaters keep the basins from freezing (EnergyPlus, basin
   heater: capacity times what is missing to its setpoint). */
void tower_rest(struct step *k, int si, int i)
{
    const struct tower *t = k->p->sink[si].t;
    double below_k = t->basin_min_c - k->w->t_c[k->h0 + i];
    k->b->sink_pump_w[si][i] = alive_sink(k, si) * t->basin_w_k * greater(below_k, 0);
}

void tower_run(struct step *k, int si, int i, const struct water *w, double heat_w)
{
    const struct sink *s = &k->p->sink[si];
    struct block *b = k->b;
    int cells = alive_sink(k, si);
    b->sink_power_w[si][i] = b->sink_water_kg_s[si][i] = b->sink_pump_w[si][i] = 0;
    if (!cells) return;
    if (!(heat_w > 0)) {
        tower_rest(k, si, i);
        return;
    }
    struct tower_step t = tower_step_of(k, si, i, w, heat_w);
    double full_c = leaving_full_c(&t, t.heat_w), out_c = full_c;
    if (too_cold_k(full_c, &t) > 0) out_c = solve_falling(too_cold_k, &t, full_c, w->in_c, 1e-9);
    double air = lesser(cell_leaving(&t, t.heat_w, out_c).air, t.dense), fan = air / t.dense;
    if (air < natural_below && natural_does(&t)) fan = 0;
    double evaporated =
        cells * air * s->tower.air_kg_s * (saturated_w(k, out_c, t.p_pa) - k->w->w[k->h0 + i]);
    b->sink_power_w[si][i] = cells * s->t->fan_w * law_at(&s->fan, fan);
    b->sink_water_kg_s[si][i] =
        makeup_kg_s(s->t, greater(evaporated, 0), cells * t.water * s->tower.water_kg_s);
}
