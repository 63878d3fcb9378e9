/* Coolant distribution units: the exchanger that the rating describes, in the site's
   fluids and on its loop. */

#include <math.h>

#include "base/solve.h"
#include "physics/flow.h"
#include "physics/hydraulics.h"
#include "physics/liquid_exchanger.h"
#include "sim/plant_build.h"

/* Flows of a rating that its table covers. */
static const double least_ratio = 0.05;
enum { WATER_ROWS = 32, COOLANT_STEPS = 64 };

struct passage {
    struct liquid_exchanger x;
    struct stream coolant, water; /* the site's fluids at the flows of the rating */
};

/* hA of the sides at flows that come again: the table's rows are of one flow of water, and
   each goes through the same flows of coolant. */
struct films {
    double water_ratio, water_w_k; /* ratio NaN: none yet */
    struct coolant_film {
        double ratio, w_k;
    } coolant[COOLANT_STEPS + 1];
    int next; /* of the coolant's */
};

struct gridded {
    const struct passage *u;
    struct films *films;
};

static bool is_same(double a, double b)
{
    return a <= b && a >= b;
}

/* Approach over the coolant's rise; both are in proportion to the heat. */
static double approach_at(double water_ratio, double coolant_ratio, const void *context)
{
    const struct passage *u = ((const struct gridded *)context)->u;
    struct films *f = ((const struct gridded *)context)->films;
    struct stream coolant = u->coolant, water = u->water;
    struct coolant_film *c = &f->coolant[f->next];
    coolant.flow_m3_s *= coolant_ratio;
    water.flow_m3_s *= water_ratio;
    f->next = (f->next + 1) % (COOLANT_STEPS + 1);
    if (!is_same(c->ratio, coolant_ratio))
        *c = (struct coolant_film){coolant_ratio, liquid_exchanger_coolant_w_k(&u->x, &coolant)};
    if (!is_same(f->water_ratio, water_ratio)) {
        f->water_ratio = water_ratio;
        f->water_w_k = liquid_exchanger_water_w_k(&u->x, &water);
    }
    return liquid_exchanger_between_k_w(c->w_k, f->water_w_k, &coolant, &water) *
           stream_w_k(&coolant);
}

static struct table2 approach_table(struct build *b, const struct passage *u)
{
    struct films *f = ARENA_ARRAY(b->a, struct films, 1);
    f->water_ratio = (double)NAN;
    for (int i = 0; i <= COOLANT_STEPS; i++) f->coolant[i].ratio = (double)NAN;
    struct gridded g = {u, f};
    return table2_kept(b->memo, b->a, least_ratio, 1, WATER_ROWS, least_ratio, 1, COOLANT_STEPS,
                       approach_at, &g, u, sizeof *u);
}

/* The unit's own fluid is told at one temperature. */
static struct fluid coolant_at(const struct cdu *c, double glycol_frac, double t_c)
{
    if (c->fluid == FLUID_PROPYLENE_GLYCOL) return fluid_at(glycol_frac, t_c);
    return (struct fluid){c->fluid_rho_kg_m3, c->fluid_cp_j_kg_k,
                          c->fluid_nu_m2_s * c->fluid_rho_kg_m3, c->fluid_k_w_m_k};
}

struct fluid plant_coolant_at(const struct cdu *c, double t_c)
{
    return coolant_at(c, c->glycol_frac, t_c);
}

/* A stream at the mean temperature of its way through the unit. */
static struct stream coolant_of(const struct cdu *c, double glycol_frac)
{
    double heat_w = c->capacity_w;
    struct stream s = {coolant_at(c, glycol_frac, c->supply_c), c->flow_m3_s_w * heat_w};
    s.fluid = coolant_at(c, glycol_frac, c->supply_c + heat_w / stream_w_k(&s) / 2);
    return s;
}

static struct stream water_of(double flow_m3_s, double glycol_frac, double in_c, double heat_w)
{
    struct stream s = {fluid_at(glycol_frac, in_c), flow_m3_s};
    double rise_k = heat_w / stream_w_k(&s);
    s.fluid = fluid_at(glycol_frac, in_c + rise_k / 2);
    return s;
}

static double or_else(double x, double otherwise)
{
    return isnan(x) ? otherwise : x;
}

static void fill_exchanger(struct build *b, struct plant_cdu *x)
{
    const struct cdu *c = x->c;
    double heat_w = c->capacity_w;
    double water_m3_s = or_else(c->water_flow_m3_s_w, c->flow_m3_s_w) * heat_w;
    double water_c = c->supply_c - c->approach_k;
    double site_glycol = b->p->loop[x->loop].l->glycol_frac;
    struct stream coolant = coolant_of(c, or_else(c->rated_glycol_frac, c->glycol_frac));
    struct stream water = water_of(water_m3_s, c->water_glycol_frac, water_c, heat_w);
    struct passage u = {liquid_exchanger_size(heat_w, c->approach_k, &coolant, &water),
                        coolant_of(c, c->glycol_frac),
                        water_of(water_m3_s, site_glycol, water_c, heat_w)};
    x->coolant_w_k = stream_w_k(&u.coolant);
    x->water_w_k = stream_w_k(&u.water);
    if (!(u.x.coolant_film_w_k > 0)) {
        build_refuse(b, KIND_CDU, x->index, "raise approach or facility_flow, or lower flow",
                     "no exchanger passes its capacity: its water would leave warmer than the "
                     "coolant enters");
        return;
    }
    if (!(x->water_w_k > 0 && x->coolant_w_k > 0)) {
        build_refuse(b, KIND_CDU, x->index, NULL, "its temperatures are outside the fluid's range");
        return;
    }
    x->approach = approach_table(b, &u);
}

/* Water that a coil or a rear door takes at its rating; condensers share no loop with a
   coolant unit (check.c). */
static double rated_w_k(const struct build *b, const struct cool *c)
{
    if (c->kind == KIND_CRAH) {
        const struct crah *x = site_crah(b->s, c->index);
        return x->capacity_w / x->rated_water_k;
    }
    if (c->kind != KIND_REARDOOR) return 0;
    const struct reardoor *x = site_reardoor(b->s, c->index);
    return x->capacity_w / x->rated_water_k;
}

/* Where all valves on a loop are open, its design flow parts by what each unit takes at
   its rating. */
static void find_coils(struct build *b)
{
    for (int i = 0; i < b->p->n_cool; i++) {
        const struct cool *c = &b->p->cool[i];
        if (c->loop >= 0) b->p->loop[c->loop].coils_w_k += c->units * rated_w_k(b, c);
    }
}

static void check_water(struct build *b, const struct plant_cdu *x)
{
    if (plant_cdu_water(b->p, x->loop, b->p->normal.alive) >= least_ratio) return;
    build_refuse(b, KIND_CDU, x->index, "raise its loop's design_heat or lower the loop's rise",
                 "its loop gives it less than 5 % of the water of its rating");
}

double plant_cdu_water(const struct plant *p, int loop, const int *alive)
{
    double want_w_k = p->loop[loop].coils_w_k;
    for (int i = 0; i < p->n_cdu; i++)
        if (p->cdu[i].loop == loop) want_w_k += alive[p->alive_cdu + i] * p->cdu[i].water_w_k;
    return want_w_k > p->loop[loop].capacity_w_k ? p->loop[loop].capacity_w_k / want_w_k : 1;
}

double plant_cdu_above_k(const struct plant *p, int cdu, int units, double heat_w)
{
    const struct plant_cdu *x = &p->cdu[cdu];
    double least = x->c->pump.control == PUMP_CONSTANT ? 1 : x->c->pump.min_flow_frac;
    double flow = fmin(fmax(heat_w / (units * x->c->capacity_w), least), 1);
    double water = plant_cdu_water(p, x->loop, p->normal.alive);
    return table2_at(&x->approach, water, flow) * heat_w / (units * x->coolant_w_k * flow);
}

void build_cdus(struct build *b)
{
    int n = b->s->of[KIND_CDU].n;
    b->p->n_cdu = n;
    b->p->cdu = ARENA_ARRAY(b->a, struct plant_cdu, (size_t)n);
    find_coils(b);
    for (int i = 0; i < n; i++) {
        const struct cdu *c = site_cdu(b->s, i);
        double flow_m3_s = c->flow_m3_s_w * c->capacity_w;
        b->p->cdu[i] = (struct plant_cdu){
            .index = i,
            .c = c,
            .loop = b->loop_of[c->rejects_to.ref[0].index],
            .feed = build_feeds(b, &c->part.from, SHARE_EQUAL),
            .units = c->part.count,
            .pump_w = flow_power_w(flow_m3_s, c->pump.head_pa, c->pump.efficiency_frac),
            .pump = build_law(b, c->pump.exponent)};
        fill_exchanger(b, &b->p->cdu[i]);
    }
}

/* ---- flow and pressure of the coolant ----------------------------------- */

/* Heat of all servers of the group that liquid takes at their maximum. */
static double captured_w(const struct group *g)
{
    double heat_w = g->full_w, rated_w = g->supplies * g->supply_rated_w;
    if (g->is_immersed && g->has_supply)
        heat_w += rated_w * table_at(&g->supply_loss, g->full_w / rated_w);
    return g->count * g->s->liquid_capture_frac * heat_w;
}

/* Lost by a server at a flow over the design flow; NaN: not known. */
static double server_drop_pa(const struct plant_cdu *x, const struct server *s, double ratio)
{
    struct fluid told = fluid_at(s->plate_glycol_frac, x->c->supply_c);
    struct fluid in = coolant_at(x->c, x->c->glycol_frac, x->c->supply_c);
    double flow = ratio * x->c->flow_m3_s_w / s->plate_flow_m3_s_w;
    double drop_pa = flow_pressure_pa(s->pressure_drop_pa, flow, s->pressure_exponent);
    return hydraulic_drop_in_pa(drop_pa, s->pressure_exponent, &told, &in);
}

/* Servers are in parallel and balanced, so that the one that loses most sets the pressure. */
static double drop_pa(const struct plant *p, int cdu, double ratio)
{
    const struct plant_cdu *x = &p->cdu[cdu];
    double most_pa = (double)NAN;
    for (int i = 0; i < p->site->of[KIND_SERVER].n; i++) {
        const struct server *s = site_server(p->site, i);
        if (s->cdu.n && s->cdu.ref[0].index == cdu && s->liquid_capture_frac > 0)
            most_pa = fmax(most_pa, server_drop_pa(x, s, ratio));
    }
    return most_pa + x->c->piping_drop_pa * ratio * ratio;
}

static struct pump_curve curve_of(const struct plant_cdu *x)
{
    const struct cdu *c = x->c;
    return (struct pump_curve){c->flow_m3_s_w * c->capacity_w, c->head_available_pa,
                               or_else(c->head_shutoff_pa, c->head_available_pa)};
}

double plant_coolant_drop_pa(const struct plant *p, int cdu)
{
    return drop_pa(p, cdu, 1);
}

double plant_coolant_head_pa(const struct plant *p, int cdu, int units)
{
    const struct plant_cdu *x = &p->cdu[cdu];
    struct pump_curve curve = curve_of(x);
    return units > 0 ? pump_head_pa(&curve, x->flow_m3_s / units) : 0;
}

struct circuit {
    const struct plant *p;
    int cdu, units;
    struct pump_curve curve;
};

/* Head left over at a flow over the design flow; falls with it. */
static double head_left_pa(double ratio, void *context)
{
    const struct circuit *c = context;
    double flow_m3_s = ratio * c->p->cdu[c->cdu].flow_m3_s / c->units;
    return pump_head_pa(&c->curve, flow_m3_s) - drop_pa(c->p, c->cdu, ratio);
}

/* No pump is asked for more than so many times the design flow. */
static const double ratio_most = 10;

/* A pump that is known at one flow only is not taken beyond it. */
static double unit_most_m3_s(const struct cdu *c)
{
    bool is_one_point = !isnan(c->head_available_pa) && isnan(c->head_shutoff_pa);
    return or_else(c->flow_max_m3_s, is_one_point ? c->flow_m3_s_w * c->capacity_w : HUGE_VAL);
}

double plant_coolant_most_m3_s(const struct plant *p, int cdu, int units)
{
    const struct plant_cdu *x = &p->cdu[cdu];
    if (units <= 0) return 0;
    double most_m3_s = units * unit_most_m3_s(x->c);
    struct circuit c = {p, cdu, units, curve_of(x)};
    if (isnan(c.curve.head_pa) || !(head_left_pa(ratio_most, &c) < 0)) return most_m3_s;
    double ratio =
        head_left_pa(0, &c) > 0 ? solve_falling(head_left_pa, &c, 0, ratio_most, 1e-12) : 0;
    return fmin(most_m3_s, ratio * x->flow_m3_s);
}

double plant_coolant_ask_m3_s(const struct plant *p, int cdu)
{
    double sum = 0;
    for (int i = 0; i < p->n_group; i++) {
        const struct group *g = &p->group[i];
        if (g->cdu == cdu && g->supplies) sum += g->s->plate_flow_m3_s_w * captured_w(g);
    }
    return sum;
}

/* Flow that each number of live units brings over the design flow, 1 at most. */
static const double *find_flows(struct build *b, int cdu)
{
    const struct plant_cdu *x = &b->p->cdu[cdu];
    double *flow = ARENA_ARRAY(b->a, double, (size_t)x->units + 1);
    for (int i = 0; i <= x->units; i++) {
        double most = i > 0 ? plant_coolant_most_m3_s(b->p, cdu, i) / x->flow_m3_s : 1;
        flow[i] = most < 1 ? most : 1;
    }
    return flow;
}

/* Too little flow makes the plates worse. */
static void find_plates(struct build *b, struct group *g, const double *flow)
{
    const struct plant_cdu *x = &b->p->cdu[g->cdu];
    double *plate_k_w = ARENA_ARRAY(b->a, double, (size_t)x->units + 1);
    for (int i = 0; i <= x->units; i++)
        plate_k_w[i] = server_plate_k_w(g->s, x->c->flow_m3_s_w * flow[i]);
    g->plate_k_w = plate_k_w;
}

void build_cdu_flows(struct build *b)
{
    struct plant *p = b->p;
    for (int i = 0; i < p->n_cdu; i++) check_water(b, &p->cdu[i]);
    for (int i = 0; i < p->n_group; i++) {
        const struct group *g = &p->group[i];
        if (g->cdu < 0) continue;
        p->cdu[g->cdu].flow_m3_s += p->cdu[g->cdu].c->flow_m3_s_w * captured_w(g);
    }
    for (int c = 0; c < p->n_cdu; c++) {
        const double *flow = find_flows(b, c);
        for (int i = 0; i < p->n_group; i++)
            if (p->group[i].cdu == c) find_plates(b, &p->group[i], flow);
    }
}
