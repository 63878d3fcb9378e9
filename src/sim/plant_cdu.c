/* Coolant distribution units: the exchanger that the rating describes, in the site's
   fluids and on its loop. */

#include <math.h>

#include "physics/flow.h"
#include "physics/liquid_exchanger.h"
#include "sim/plant_build.h"

/* Flows of a rating that its table covers. */
static const double least_ratio = 0.05;
enum { WATER_ROWS = 32, COOLANT_STEPS = 64 };

struct passage {
    struct liquid_exchanger x;
    struct stream coolant, water; /* the site's fluids at the flows of the rating */
};

/* Approach over the coolant's rise; both are in proportion to the heat. */
static double approach_at(double water_ratio, double coolant_ratio, const void *context)
{
    const struct passage *u = context;
    struct stream coolant = u->coolant, water = u->water;
    coolant.flow_m3_s *= coolant_ratio;
    water.flow_m3_s *= water_ratio;
    return liquid_exchanger_k_w(&u->x, &coolant, &water) * stream_w_k(&coolant);
}

/* A stream at the mean temperature of its way through the unit. */
static struct stream stream_of(double flow_m3_s, double glycol_frac, double in_c, double heat_w)
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
    double heat_w = c->capacity_w, flow_m3_s = c->flow_m3_s_w * heat_w;
    double water_m3_s = or_else(c->water_flow_m3_s_w, c->flow_m3_s_w) * heat_w;
    double water_c = c->supply_c - c->approach_k;
    double site_glycol = b->p->loop[x->loop].l->glycol_frac;
    struct stream coolant =
        stream_of(flow_m3_s, or_else(c->rated_glycol_frac, c->glycol_frac), c->supply_c, heat_w);
    struct stream water = stream_of(water_m3_s, c->water_glycol_frac, water_c, heat_w);
    struct passage u = {liquid_exchanger_size(heat_w, c->approach_k, &coolant, &water),
                        stream_of(flow_m3_s, c->glycol_frac, c->supply_c, heat_w),
                        stream_of(water_m3_s, site_glycol, water_c, heat_w)};
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
    x->approach = table2_make(b->a, least_ratio, 1, WATER_ROWS, least_ratio, 1, COOLANT_STEPS,
                              approach_at, &u);
}

/* Where all valves on a loop are open, its design flow parts by what each unit takes at
   its rating. */
static void find_coils(struct build *b)
{
    for (int i = 0; i < b->p->n_cool; i++) {
        const struct cool *c = &b->p->cool[i];
        if (c->loop < 0) continue;
        const struct crah *x = site_crah(b->s, c->index);
        b->p->loop[c->loop].coils_w_k += c->units * x->capacity_w / x->rated_water_k;
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

void build_cdu_flows(struct build *b)
{
    for (int i = 0; i < b->p->n_cdu; i++) check_water(b, &b->p->cdu[i]);
}
