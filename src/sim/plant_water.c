/* Water circuits, what cools them, and coolant distribution units. */

#include <math.h>
#include <string.h>

#include "physics/biquadratic.h"
#include "physics/dry_coil.h"
#include "physics/exchanger.h"
#include "physics/flow.h"
#include "physics/fluid.h"
#include "physics/psychro.h"
#include "sim/plant_build.h"

static const double cp_air_j_kg_k = 1006;

static int loop_of_sink(const struct site *s, const struct ref *r)
{
    if (r->kind == KIND_ECONOMIZER) return site_economizer(s, r->index)->rejects_to.ref[0].index;
    if (r->kind == KIND_CHILLER && site_chiller(s, r->index)->rejects_to.n)
        return site_chiller(s, r->index)->rejects_to.ref[0].index;
    return -1;
}

/* Loops that only weather cools have depth 0; what rejects to them, more. */
static int loop_depth(const struct site *s, int loop)
{
    const struct loop *l = site_loop(s, loop);
    int depth = 0;
    for (int i = 0; i < l->rejects_to.n; i++) {
        int next = loop_of_sink(s, &l->rejects_to.ref[i]);
        int d = next >= 0 ? loop_depth(s, next) + 1 : 0;
        if (d > depth) depth = d;
    }
    return depth;
}

/* Published sets miss 1 at their own rating by up to some per cent. */
static const double rating_slack = 0.1;

/* At the corners and the middle; such curves bend little. */
static bool is_positive(const double c[6], double x0, double x1, double y0, double y1)
{
    return biquadratic(c, x0, y0) > 0 && biquadratic(c, x0, y1) > 0 && biquadratic(c, x1, y0) > 0 &&
           biquadratic(c, x1, y1) > 0 && biquadratic(c, (x0 + x1) / 2, (y0 + y1) / 2) > 0;
}

static void check_curves(struct build *b, const struct sink *k)
{
    const struct chiller *c = k->c;
    if (!is_positive(c->cap_ft.v, c->te_min_c, c->te_max_c, c->tc_min_c, c->tc_max_c) ||
        !is_positive(c->eir_ft.v, c->te_min_c, c->te_max_c, c->tc_min_c, c->tc_max_c))
        build_refuse(b, k->kind, k->index,
                     "narrow water_min, water_max, condenser_min and condenser_max",
                     "its curves are not positive in all of the range they are said to hold in");
    double cap = biquadratic(c->cap_ft.v, c->rated_te_c, c->rated_tc_c);
    double eir = biquadratic(c->eir_ft.v, c->rated_te_c, c->rated_tc_c);
    if (!(fabs(cap - 1) <= rating_slack && fabs(eir - 1) <= rating_slack))
        build_warn(b, k->kind, k->index,
                   "cap_ft and eir_ft are over what the machine has at rated_water and "
                   "rated_condenser",
                   "its curves are not within 10 % of 1 at its rating");
}

/* Of the share that is given, or that its COP at the rating is. */
static void fill_carnot(struct build *b, struct sink *k)
{
    const struct chiller *c = k->c;
    double whole = chiller_carnot_cop(1, c->rated_te_c, c->rated_tc_c, c->evap_k, c->cond_k);
    double frac = isnan(c->carnot_frac) ? c->cop / whole : c->carnot_frac;
    k->curve.carnot_frac = frac;
    k->curve.evap_k = c->evap_k;
    k->curve.cond_k = c->cond_k;
    k->rated_cop = frac * whole;
    if (!c->eir_plr.n) k->curve.eir_plr[1] = 1;
    if (!(frac > 0 && frac <= 1))
        build_refuse(b, k->kind, k->index, "lower cop, or raise the approaches",
                     "its cop is more than Carnot's at its rating");
}

static void fill_chiller(struct build *b, struct sink *k)
{
    const struct chiller *c = site_chiller(b->s, k->index);
    k->c = c;
    k->units = c->part.count;
    k->curve = (struct chiller_curve){.te_min_c = c->te_min_c,
                                      .te_max_c = c->te_max_c,
                                      .tc_min_c = c->tc_min_c,
                                      .tc_max_c = c->tc_max_c,
                                      .plr_min = c->plr_min,
                                      .plr_min_unload = c->plr_unload,
                                      .plr_max = 1,
                                      .lift_min_k = c->lift_min_k};
    k->rated_cop = c->cop;
    if (c->eir_plr.n) memcpy(k->curve.eir_plr, c->eir_plr.v, (size_t)c->eir_plr.n * sizeof(double));
    if (c->model == CHILLER_CARNOT) {
        fill_carnot(b, k);
    } else {
        memcpy(k->curve.cap_ft, c->cap_ft.v, sizeof k->curve.cap_ft);
        memcpy(k->curve.eir_ft, c->eir_ft.v, sizeof k->curve.eir_ft);
        check_curves(b, k);
    }
    if (!chiller_curve_normalise(&k->curve))
        build_refuse(b, k->kind, k->index, NULL, "eir_plr is not positive at full load");
}

struct fan_law {
    double exponent, min;
};

/* Power over rated, of the airflow over design: below the least speed it cycles. */
static double cycling_law(double x, const void *context)
{
    const struct fan_law *f = context;
    return x < f->min ? flow_power_of(f->min, f->exponent) * x / f->min
                      : flow_power_of(x, f->exponent);
}

static struct table fan_law(struct build *b, double exponent, double min_frac)
{
    struct fan_law f = {exponent, min_frac};
    return min_frac > 0 ? build_table(b, 0, 1, 256, cycling_law, &f, sizeof f)
                        : build_law(b, exponent);
}

static void fill_tower(struct build *b, struct sink *k)
{
    const struct tower *t = site_tower(b->s, k->index);
    double cold_c = t->wet_bulb_c + t->approach_k;
    k->t = t;
    k->units = t->part.count;
    k->tower = cooling_tower_size(t->capacity_w, cold_c + t->range_k, cold_c, t->wet_bulb_c, 5,
                                  4184, b->p_pa);
    k->tower.ua_w_k *= 1 - t->fouling_frac;
    k->tower_heat_w = t->capacity_w;
    k->tower_kg_m3 =
        psychro_density_kg_m3(t->wet_bulb_c, psychro_w_from_rh(t->wet_bulb_c, 1, b->p_pa), b->p_pa);
    k->fan = fan_law(b, t->fan_exponent, t->fan_min_frac);
    if (!(k->tower.ua_w_k > 0))
        build_refuse(b, k->kind, k->index, "raise approach or range",
                     "no tower can cool its water at the design point");
}

struct dry {
    struct dry_coil coil;
    double air_max; /* mass flow at full speed over that of the rating */
};

static double dry_conductance_w_k(const struct dry *d, double air_ratio, double liquid_ratio)
{
    return dry_coil_at(&d->coil, air_ratio * d->air_max, liquid_ratio, 1, 0).heat_w;
}

static double dry_full_at(double liquid_ratio, const void *context)
{
    return dry_conductance_w_k(context, 1, liquid_ratio);
}

static double dry_air_at(double liquid_ratio, double share, const void *context)
{
    const struct dry *d = context;
    return dry_coil_air_share(&d->coil, d->air_max, liquid_ratio, share);
}

enum { DRY_ROWS = 12 };
static const double dry_liquid_lo = 0.1, dry_liquid_hi = 1.75;

static void fill_drycooler(struct build *b, struct sink *k)
{
    const struct drycooler *d = site_drycooler(b->s, k->index);
    double air_kg_s = d->airflow_m3_s * psychro_density_kg_m3(d->air_c, 0, 101325);
    struct dry c = {dry_coil_size(d->capacity_w, d->air_c,
                                  d->air_c + d->capacity_w / (air_kg_s * cp_air_j_kg_k),
                                  d->water_in_c, d->water_out_c),
                    b->p_pa / 101325};
    k->d = d;
    k->units = d->part.count;
    c.coil.films.air_w_k *= 1 - d->fouling_frac;
    c.coil.films.liquid_w_k *= 1 - d->fouling_frac;
    k->fan = fan_law(b, d->fan_exponent, d->fan_min_frac);
    k->dry_air_kg_s = air_kg_s * c.air_max;
    k->dry_liquid_w_k = c.coil.liquid_w_k;
    if (!(dry_full_at(1, &c) > 0)) {
        build_refuse(b, k->kind, k->index, "raise airflow or water_out, or lower capacity",
                     "no coil can reject its heat at the design point");
        return;
    }
    if (d->pad_frac > 0 && d->pad_band_k > 0)
        k->lock = build_switch(b, WEATHER_DRY_BULB, d->pad_on_c, d->pad_band_k);
    k->dry_full_w_k = build_table(b, dry_liquid_lo, dry_liquid_hi, 64, dry_full_at, &c, sizeof c);
    k->dry_air = table2_kept(b->memo, b->a, dry_liquid_lo, dry_liquid_hi, DRY_ROWS, 0, 1, 64,
                             dry_air_at, &c, &c, sizeof c);
}

static bool has_tower(const struct site *s, int loop)
{
    const struct loop *l = site_loop(s, loop);
    for (int i = 0; i < l->rejects_to.n; i++)
        if (l->rejects_to.ref[i].kind == KIND_TOWER) return true;
    return false;
}

/* At equal flows on both sides, on which the rating of a plate exchanger stands. */
static double fouled_effectiveness(double clean_frac, double fouling_frac)
{
    if (!(fouling_frac > 0)) return clean_frac;
    double ntu = exchanger_ntu_counterflow(clean_frac, 1);
    return exchanger_eff_counterflow(ntu * (1 - fouling_frac), 1);
}

static void fill_economizer(struct build *b, struct sink *k)
{
    const struct economizer *e = site_economizer(b->s, k->index);
    bool is_wet = has_tower(b->s, e->rejects_to.ref[0].index);
    enum weather_measure own = is_wet ? WEATHER_WET_BULB : WEATHER_DRY_BULB;
    k->effectiveness = fouled_effectiveness(e->effectiveness_frac, e->fouling_frac);
    k->is_parallel = e->arrangement == ECONOMIZER_PARALLEL;
    if (isnan(e->lockout_c)) return;
    k->lock = build_switch(b, e->lockout_by < 0 ? own : (enum weather_measure)e->lockout_by,
                           e->lockout_c, e->lockout_band_k);
}

static void fill_reuse(struct build *b, struct sink *k)
{
    const struct reuse *r = site_reuse(b->s, k->index);
    const struct calendar *c = &b->weather->calendar;
    double *wanted = ARENA_ARRAY(b->a, double, (size_t)b->weather->n);
    for (int h = 0; h < b->weather->n; h++) {
        bool is_on = !r->hours.given || r->hours.in[calendar_hour_of_day(h)];
        double share = r->month.n ? r->month.v[calendar_month(c, h)] : 1;
        wanted[h] = is_on ? share : 0;
    }
    k->r = r;
    k->units = r->part.count;
    k->wanted = wanted;
}

static void fill_sink(struct build *b, struct sink *k, const struct ref *r)
{
    *k = (struct sink){.kind = r->kind, .index = r->index, .loop = -1, .units = 1};
    int loop = loop_of_sink(b->s, r);
    if (loop >= 0) k->loop = b->loop_of[loop];
    if (r->kind != KIND_ECONOMIZER)
        k->feed = build_feeds(b, &site_part(b->s, r->kind, r->index)->from, SHARE_EQUAL);
    switch (r->kind) {
    case KIND_ECONOMIZER:
        k->what = SINK_ECONOMIZER;
        fill_economizer(b, k);
        break;
    case KIND_CHILLER:
        k->what = SINK_CHILLER;
        fill_chiller(b, k);
        break;
    case KIND_TOWER:
        k->what = SINK_TOWER;
        fill_tower(b, k);
        break;
    case KIND_REUSE:
        k->what = SINK_REUSE;
        fill_reuse(b, k);
        break;
    default: k->what = SINK_DRYCOOLER; fill_drycooler(b, k);
    }
}

static void fill_loop(struct build *b, struct plant_loop *l, int index)
{
    const struct loop *s = site_loop(b->s, index);
    double mean_c = s->supply_c + s->rise_k / 2;
    *l = (struct plant_loop){.l = s,
                             .index = index,
                             .feed = build_feeds(b, &s->part.from, SHARE_EQUAL),
                             .capacity_w_k = s->design_w / s->rise_k,
                             .pump = build_law(b, s->pump.exponent)};
    double flow_m3_s = fluid_flow_m3_s(s->design_w, s->rise_k, s->glycol_frac, mean_c);
    l->pump_w = flow_power_w(flow_m3_s, s->pump.head_pa, s->pump.efficiency_frac);
    if (!(l->pump_w >= 0))
        build_refuse(b, KIND_LOOP, index, NULL, "its temperatures are outside the fluid's range");
    l->sink_first = b->p->n_sink;
    l->n_sink = s->rejects_to.n;
    for (int i = 0; i < s->rejects_to.n; i++)
        fill_sink(b, &b->p->sink[b->p->n_sink++], &s->rejects_to.ref[i]);
    l->control_k = (double)NAN;
    for (int i = l->sink_first; i < l->sink_first + l->n_sink; i++)
        if (b->p->sink[i].what == SINK_TOWER) {
            l->control_k = b->p->sink[i].t->control_k;
            l->approach_min_k = b->p->sink[i].t->approach_min_k;
        }
}

static bool goes_to(const struct ref_list *to, int loop)
{
    return to->n && to->ref[0].kind == KIND_LOOP && to->ref[0].index == loop;
}

/* Coils, condensers and CDUs on a loop, by its index in the site. */
static bool has_coils(const struct site *s, int loop)
{
    bool has = false;
    for (int i = 0; i < s->of[KIND_CRAH].n; i++)
        has |= goes_to(&site_crah(s, i)->air.rejects_to, loop);
    for (int i = 0; i < s->of[KIND_CRAC].n; i++)
        has |= goes_to(&site_crac(s, i)->air.rejects_to, loop);
    for (int i = 0; i < s->of[KIND_REARDOOR].n; i++)
        has |= goes_to(&site_reardoor(s, i)->air.rejects_to, loop);
    for (int i = 0; i < s->of[KIND_CDU].n; i++) has |= goes_to(&site_cdu(s, i)->rejects_to, loop);
    return has;
}

static bool is_dry(const struct plant *p, const struct plant_loop *l)
{
    for (int k = l->sink_first; k < l->sink_first + l->n_sink; k++)
        if (p->sink[k].what != SINK_DRYCOOLER || p->sink[k].d->pad_frac > 0) return false;
    return true;
}

/* Only such a loop rests when its economizer takes nothing; the last sink of a loop, and
   one that nothing runs after, has to take what there is. */
static void find_own_loops(struct build *b)
{
    struct plant *p = b->p;
    for (int l = 0; l < p->n_loop; l++)
        for (int k = p->loop[l].sink_first; k < p->loop[l].sink_first + p->loop[l].n_sink - 1;
             k++) {
            struct sink *s = &p->sink[k];
            int users = 0;
            if (s->what != SINK_ECONOMIZER || s->is_parallel) continue;
            for (int j = 0; j < p->n_sink; j++) users += p->sink[j].loop == s->loop;
            s->has_own_loop = users == 1 && !has_coils(b->s, p->loop[s->loop].index);
            s->is_on_dry_air = is_dry(p, &p->loop[s->loop]);
        }
}

void build_loops(struct build *b)
{
    int n = b->s->of[KIND_LOOP].n, n_sink = 0, at = 0;
    b->loop_of = ARENA_ARRAY(b->a, int, (size_t)n);
    for (int i = 0; i < n; i++) n_sink += site_loop(b->s, i)->rejects_to.n;
    b->p->n_loop = n;
    b->p->loop = ARENA_ARRAY(b->a, struct plant_loop, (size_t)n);
    b->p->sink = ARENA_ARRAY(b->a, struct sink, (size_t)n_sink);
    int *order = ARENA_ARRAY(b->a, int, (size_t)n);
    for (int depth = 8; depth >= 0; depth--)
        for (int i = 0; i < n; i++)
            if (loop_depth(b->s, i) == depth) {
                b->loop_of[i] = at;
                order[at++] = i;
            }
    for (int i = 0; i < n; i++) fill_loop(b, &b->p->loop[i], order[i]);
    for (int i = 0; i < n; i++) b->p->has_demand |= b->p->loop[i].l->reset == LOOP_RESET_DEMAND;
    for (int k = 0; k < b->p->n_sink; k++)
        if (b->p->sink[k].loop >= 0) b->p->loop[b->p->sink[k].loop].is_source = true;
    find_own_loops(b);
}

void build_storage(struct build *b)
{
    int n = b->s->of[KIND_STORAGE].n;
    b->p->n_storage = n;
    b->p->storage = ARENA_ARRAY(b->a, struct plant_storage, (size_t)n + 1);
    for (int i = 0; i < n; i++) {
        const struct storage *s = site_storage(b->s, i);
        b->p->storage[i] = (struct plant_storage){s, b->loop_of[s->serves.ref[0].index]};
    }
}
