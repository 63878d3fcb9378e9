#include "sim/plant.h"

#include <math.h>
#include <string.h>

#include "physics/biquadratic.h"
#include "physics/dry_coil.h"
#include "physics/envelope.h"
#include "physics/exchanger.h"
#include "physics/flow.h"
#include "physics/fluid.h"
#include "physics/psychro.h"
#include "sim/quantity.h"

_Static_assert(N_QUANTITY <= 64, "struct plant has room for 64 quantities");

enum { CP_AIR = 1006 }; /* J/(kg K) */

struct build {
    struct plant *p;
    const struct site *s;
    const struct placement *place;
    struct arena *a;
    struct diags *ds;
    double p_pa;                 /* mean station pressure */
    int *elem_of[N_KIND];        /* plant element of a site part; -1 */
    int *loop_of;                /* plant loop of a site loop */
    double *share;               /* of each feed, as it is made */
    int feed_cap;
};

static void refuse(struct build *b, int kind, int index, const char *hint, const char *what)
{
    diag_error(b->ds, DIAG_MODEL, b->s->of[kind].object[index]->place, hint, "[%s %s]: %s",
               b->s->objects.kinds[kind].name, b->s->of[kind].name[index], what);
}

static int needed_of(int needed, int count)
{
    return needed == PARAM_NO_COUNT ? count : needed;
}

/* ---- electrical ------------------------------------------------------- */

static int depth_of(const struct site *s, int kind, int index)
{
    if (kind == KIND_UTILITY) return 0;
    const struct part *p = site_part(s, kind, index);
    int depth = 0;
    for (int i = 0; i < p->from.n; i++) {
        int d = depth_of(s, p->from.ref[i].kind, p->from.ref[i].index) + 1;
        if (d > depth) depth = d;
    }
    return depth;
}

static struct feeds add_feeds(struct build *b, const struct ref_list *from, int share)
{
    struct feeds f = {b->p->n_feed, from->n};
    for (int i = 0; i < from->n; i++) {
        const struct ref *r = &from->ref[i];
        b->p->feed[b->p->n_feed] = b->elem_of[r->kind][r->index];
        b->share[b->p->n_feed++] = share == SHARE_STANDBY ? i == 0 : 1.0 / from->n;
    }
    return f;
}

static int room_of(const struct ref_list *l)
{
    return l->n ? l->ref[0].index : -1;
}

static struct elem elem_of_pdu(const struct pdu *d)
{
    return (struct elem){.a_w = d->no_load_w, .b = d->proportional_frac,
                         .c_per_w = isnan(d->rated_w) ? 0 : d->square_frac / d->rated_w,
                         .rated_w = d->rated_w, .usable_frac = d->usable_frac,
                         .units = d->part.count, .room = room_of(&d->heat_to), .what = ELEM_PDU};
}

static struct elem elem_of_ups(const struct ups *u)
{
    return (struct elem){.a_w = u->c0 * u->module_w, .b = u->c1, .c_per_w = u->c2 / u->module_w,
                         .rated_w = u->module_w, .usable_frac = u->usable_frac,
                         .units = u->modules, .room = room_of(&u->heat_to), .what = ELEM_UPS};
}

static struct elem elem_of_transformer(const struct transformer *t)
{
    double rated_w = t->rated_va * t->power_factor;
    return (struct elem){.a_w = t->no_load_w, .c_per_w = t->load_loss_w / (rated_w * rated_w),
                         .rated_w = rated_w, .usable_frac = t->usable_frac,
                         .units = t->part.count, .room = room_of(&t->heat_to),
                         .what = ELEM_TRANSFORMER};
}

static struct elem elem_make(const struct site *s, int kind, int index)
{
    struct elem e;
    switch (kind) {
    case KIND_PDU: e = elem_of_pdu(site_pdu(s, index)); break;
    case KIND_UPS: e = elem_of_ups(site_ups(s, index)); break;
    case KIND_TRANSFORMER: e = elem_of_transformer(site_transformer(s, index)); break;
    default:
        e = (struct elem){.rated_w = site_utility(s, index)->limit_w, .usable_frac = 1,
                          .units = 1, .room = -1, .what = ELEM_UTILITY};
    }
    e.kind = kind;
    e.index = index;
    return e;
}

static int share_mode(const struct site *s, int kind, int index)
{
    switch (kind) {
    case KIND_PDU: return site_pdu(s, index)->share;
    case KIND_UPS: return site_ups(s, index)->share;
    case KIND_TRANSFORMER: return site_transformer(s, index)->share;
    default: return SHARE_EQUAL;
    }
}

/* Elements farthest from the utility first, so that one pass carries power up. */
static void build_elems(struct build *b)
{
    static const int kinds[] = {KIND_PDU, KIND_UPS, KIND_TRANSFORMER, KIND_UTILITY};
    struct plant *p = b->p;
    int deepest = 0;
    for (int k = 0; k < 4; k++) {
        int n = b->s->of[kinds[k]].n;
        p->n_elem += n;
        b->elem_of[kinds[k]] = ARENA_ARRAY(b->a, int, (size_t)n);
        for (int i = 0; i < n; i++) {
            int d = depth_of(b->s, kinds[k], i);
            if (d > deepest) deepest = d;
        }
    }
    p->elem = ARENA_ARRAY(b->a, struct elem, (size_t)p->n_elem);
    int at = 0;
    for (int depth = deepest; depth >= 0; depth--)
        for (int k = 0; k < 4; k++)
            for (int i = 0; i < b->s->of[kinds[k]].n; i++)
                if (depth_of(b->s, kinds[k], i) == depth) {
                    b->elem_of[kinds[k]][i] = at;
                    p->elem[at++] = elem_make(b->s, kinds[k], i);
                }
    for (int e = 0; e < p->n_elem; e++) {
        struct elem *x = &p->elem[e];
        if (x->kind != KIND_UTILITY)
            x->up = add_feeds(b, &site_part(b->s, x->kind, x->index)->from,
                              share_mode(b->s, x->kind, x->index));
    }
}

static void build_fixed(struct build *b)
{
    int n = b->s->of[KIND_LOAD].n;
    b->p->n_fixed = n;
    b->p->fixed = ARENA_ARRAY(b->a, struct fixed, (size_t)n);
    for (int i = 0; i < n; i++) {
        const struct load *l = site_load_part(b->s, i);
        b->p->fixed[i] = (struct fixed){l, add_feeds(b, &l->part.from, SHARE_EQUAL),
                                        room_of(&l->heat_to), l->power_w * l->part.count};
    }
}

/* ---- servers ---------------------------------------------------------- */

static double chip_air_at(double ratio, const void *s)
{
    return server_chip_air_k_w(s, ratio);
}

/* Electronics behind the supplies when the input is input_w in cool air. */
static double electronics_w(const struct group *g, const struct psu *u, double input_w,
                            double activity)
{
    double out_w = u ? psu_output_w(u, &g->supply_loss, g->supplies, input_w) : input_w;
    double ratio = server_fan_ratio(g->s, activity, g->s->fan_inlet_low_c);
    return fmax(out_w - server_fan_w(g->s, ratio), 0);
}

/* Servers protect themselves; where the data sheet does not say at what inlet, some
   kelvins above the greatest it permits (placeholder). */
static const double trip_above_k = 10;

static struct group group_make(struct build *b, int server)
{
    const struct server *s = site_server(b->s, server);
    struct group g = {.server = server, .room = s->room.ref[0].index, .cdu = -1, .workload = -1,
                      .s = s, .plate_k_w = (double)NAN};
    if (s->workload.n) g.workload = s->workload.ref[0].index;
    const struct psu *u = s->psu.n ? site_psu(b->s, s->psu.ref[0].index) : NULL;
    if (u) {
        g.has_supply = true;
        g.supply_loss = psu_loss_table(u, b->a);
        g.supply_rated_w = u->rated_w;
        g.supply_usable = u->continuous_frac;
        g.supplies = s->psu_mode == PSU_COLD_STANDBY ? s->psu_needed : s->psu_count;
    }
    int basis = g.workload >= 0 ? site_workload(b->s, g.workload)->basis : BASIS_TYPICAL;
    double full_w = basis == BASIS_MAXIMUM ? s->power_maximum_w : s->power_typical_w;
    g.idle_w = electronics_w(&g, u, s->power_idle_w, 0);
    g.span_w = electronics_w(&g, u, full_w, 1) - g.idle_w;
    g.design_span_w = electronics_w(&g, u, s->power_maximum_w, 1) - g.idle_w;
    g.full_w = g.idle_w + g.design_span_w;
    g.trip_c = isnan(s->inlet_trip_c) ? s->inlet_max_c + trip_above_k : s->inlet_trip_c;
    g.chip_air_k_w = table_make(b->a, 0.05, 1, 200, chip_air_at, s);
    if (s->cdu.n) {
        g.cdu = s->cdu.ref[0].index;
        g.plate_k_w = server_plate_k_w(s, site_cdu(b->s, g.cdu)->flow_m3_s_w);
    }
    return g;
}

/* Sources of a placed server: its own, else its rack's. */
static const struct ref_list *sources(const struct site *s, const struct placed *at)
{
    const struct server *v = site_server(s, at->server);
    if (v->part.from.n) return &v->part.from;
    int rack = at->rack >= 0 ? at->rack : v->rack.ref[0].index;
    return &site_rack(s, rack)->part.from;
}

static void add_group(struct build *b, const struct placed *at, int room,
                      const struct ref_list **seen)
{
    struct plant *p = b->p;
    const struct ref_list *from = sources(b->s, at);
    for (int i = 0; i < p->n_group; i++)
        if (p->group[i].server == at->server && seen[i] == from) {
            p->group[i].count += at->count;
            return;
        }
    struct group g = group_make(b, at->server);
    if (g.room != room) return;
    g.count = at->count;
    g.feed = add_feeds(b, from, SHARE_EQUAL);
    seen[p->n_group] = from;
    p->group[p->n_group++] = g;
}

/* Servers that found no place are still there: they draw from where they would. */
static void build_groups(struct build *b)
{
    int n_server = b->s->of[KIND_SERVER].n, cap = b->place->n + n_server;
    b->p->group = ARENA_ARRAY(b->a, struct group, (size_t)cap);
    const struct ref_list **seen = ARENA_ARRAY(b->a, const struct ref_list *, (size_t)cap);
    for (int r = 0; r < b->p->n_room; r++) {
        struct plant_room *room = &b->p->room[r];
        room->group_first = b->p->n_group;
        for (int i = 0; i < b->place->n; i++)
            if (site_server(b->s, b->place->item[i].server)->room.ref[0].index == r)
                add_group(b, &b->place->item[i], r, seen);
        for (int v = 0; v < n_server; v++) {
            struct placed at = {v, -1, -1, b->place->unplaced[v]};
            if (at.count && site_server(b->s, v)->room.ref[0].index == r) add_group(b, &at, r, seen);
        }
        room->n_group = b->p->n_group - room->group_first;
    }
}

/* ---- rooms and their units -------------------------------------------- */

struct moist {
    double w, p_pa;
};

static double wet_bulb_at(double t_c, const void *context)
{
    const struct moist *m = context;
    return psychro_wet_bulb_c(t_c, fmin(m->w, psychro_saturation_w(t_c, m->p_pa)), m->p_pa);
}

static void build_rooms(struct build *b)
{
    int n = b->s->of[KIND_ROOM].n;
    b->p->n_room = n;
    b->p->room = ARENA_ARRAY(b->a, struct plant_room, (size_t)n);
    for (int i = 0; i < n; i++) {
        const struct room *r = site_room(b->s, i);
        const struct envelope *e = envelope_find((enum envelope_class)r->envelope_class);
        double w = psychro_w_from_dew_point(r->dew_point_c, b->p_pa);
        struct moist m = {w, b->p_pa};
        b->p->room[i] = (struct plant_room){
            .r = r, .phi = room_recirculation_frac(r), .beta = room_bypass_frac(r), .w_kg_kg = w,
            .wet_bulb = table_make(b->a, 0, 90, 180, wet_bulb_at, &m),
            .limit_max_c = envelope_max_c(e, b->p->altitude_m),
            .rec_max_c = envelope_rec_max_c(e, b->p->altitude_m),
            .rec_min_c = e->rec_min_c, .min_c = e->min_c};
        if (isnan(b->p->room[i].limit_max_c))
            refuse(b, KIND_ROOM, i, NULL, "the site lies higher than its class goes");
    }
}

/* The inlet that follows from inlet x when all servers run, as in the hour. */
static double next_inlet_c(const struct build *b, const struct plant_room *r, double x)
{
    double heat_w = 0, flow_m3_s = 0;
    for (int k = r->group_first; k < r->group_first + r->n_group; k++) {
        const struct group *g = &b->p->group[k];
        double ratio = server_fan_ratio(g->s, 1, x), fan_w = server_fan_w(g->s, ratio);
        double out_w = (g->idle_w + g->span_w) *
                       (1 + g->s->leakage_per_k * fmax(x - g->s->fan_inlet_low_c, 0));
        double rated_w = g->supplies * g->supply_rated_w;
        double loss_w =
            g->has_supply ? rated_w * table_at(&g->supply_loss, (out_w + fan_w) / rated_w) : 0;
        heat_w += g->count * (out_w * (1 - g->s->liquid_capture_frac) + fan_w + loss_w);
        flow_m3_s += g->count * g->s->airflow_m3_s * ratio;
    }
    if (!(flow_m3_s > 0)) return r->r->supply_c;
    return r->r->supply_c +
           r->phi / (1 - r->phi) * flow_air_rise_k(heat_w, flow_m3_s, x, b->p_pa);
}

/* Where the hourly iteration begins. */
static void guess_inlets(struct build *b)
{
    for (int i = 0; i < b->p->n_room; i++) {
        struct plant_room *r = &b->p->room[i];
        double x = r->r->supply_c;
        for (int n = 0; n < 60; n++) x = next_inlet_c(b, r, x);
        r->inlet_guess_k_pa = (x - r->r->supply_c) * b->p_pa;
        r->inlet_slope = (next_inlet_c(b, r, x + 0.01) - next_inlet_c(b, r, x)) / 0.01;
    }
}

static double power_law(double x, const void *exponent)
{
    return flow_power_of(x, *(const double *)exponent);
}

static struct table law_table(struct build *b, double exponent)
{
    return table_make(b->a, 0, 1, 256, power_law, &exponent);
}

static double part_load_at(double x, const void *context)
{
    const struct points *p = context;
    if (x <= p->x[0]) return p->y[0];
    int i = 1;
    while (i < p->n - 1 && x > p->x[i]) i++;
    double t = fmin((x - p->x[i - 1]) / (p->x[i] - p->x[i - 1]), 1);
    return p->y[i - 1] + t * (p->y[i] - p->y[i - 1]);
}

/* Net ratings count the indoor fan in both capacity and power; the kernel
   counts it apart, so it is taken out of both here. */
static void fill_crac(struct build *b, struct cool *c)
{
    const struct crac *x = site_crac(b->s, c->index);
    c->x = x;
    c->capacity_w = x->capacity_w;
    c->cop = x->cop;
    c->condenser_fan_w = x->condenser_fan_w;
    if (x->rating == RATING_NET) {
        double power_w = x->capacity_w / x->cop - x->air.fan_w - x->condenser_fan_w;
        c->capacity_w = x->capacity_w + x->air.fan_w;
        c->cop = c->capacity_w / power_w;
        if (!(power_w > 0))
            refuse(b, c->kind, c->index, "is the rating gross?",
                   "its net COP leaves no power for the compressor");
    }
    c->cap_scale = 1 / biquadratic(x->cap_ft.v, x->rated_wet_bulb_c, x->rated_outdoor_c);
    c->eir_scale = 1 / biquadratic(x->eir_ft.v, x->rated_wet_bulb_c, x->rated_outdoor_c);
    if (!(c->cap_scale > 0 && c->eir_scale > 0))
        refuse(b, c->kind, c->index, NULL, "its curves are not positive at the rating");
    c->part_load = table_make(b->a, 0, 1, 200, part_load_at, &x->part_load);
}

struct coil {
    double ua_w_k, air_w_k, water_w_k, density_ratio;
};

/* Chilled-water coil, valve full open, at an airflow ratio: counter-flow, the
   air side and the water side each half of the resistance at design, the air
   side following flow^0.8. */
static double coil_conductance_w_k(double ratio, const void *context)
{
    const struct coil *k = context;
    if (ratio <= 0) return 0;
    struct exchanger_films f = exchanger_films_make(k->ua_w_k, 1, 0.8, 0.8);
    double air_w_k = k->air_w_k * ratio * k->density_ratio;
    double ua_w_k = exchanger_films_ua_w_k(&f, ratio * k->density_ratio, 1);
    double low = fmin(air_w_k, k->water_w_k), high = fmax(air_w_k, k->water_w_k);
    return low * exchanger_eff_counterflow(ua_w_k / low, low / high);
}

static void fill_crah(struct build *b, struct cool *c)
{
    const struct crah *x = site_crah(b->s, c->index);
    double rho = psychro_density_kg_m3(x->rated_return_c, 0, 101325);
    struct coil k = {.air_w_k = rho * x->air.airflow_m3_s * CP_AIR,
                     .water_w_k = x->capacity_w / x->rated_water_k,
                     .density_ratio = b->p_pa / 101325};
    double low = fmin(k.air_w_k, k.water_w_k), high = fmax(k.air_w_k, k.water_w_k);
    double eff = x->capacity_w / (low * (x->rated_return_c - x->rated_water_c));
    double ntu = exchanger_ntu_counterflow(eff, low / high);
    c->capacity_w = x->capacity_w;
    if (!(ntu > 0)) {
        refuse(b, c->kind, c->index,
               "raise airflow, rated_return or rated_water_rise, or lower capacity",
               "no coil can give its capacity at the rated temperatures");
        return;
    }
    k.ua_w_k = ntu * low;
    c->conductance_w_k = table_make(b->a, 0, 1, 128, coil_conductance_w_k, &k);
}

static void fill_ahu(struct build *b, struct cool *c)
{
    c->h = site_ahu(b->s, c->index);
    c->w_max = psychro_w_from_dew_point(c->h->dew_max_c, b->p_pa);
    c->w_min = psychro_w_from_dew_point(c->h->dew_min_c, b->p_pa);
}

static void add_cool(struct build *b, int kind, int index, int room)
{
    const struct air_unit *u = (const struct air_unit *)(const void *)site_part(b->s, kind, index);
    if (u->serves.ref[0].index != room) return;
    struct cool *c = &b->p->cool[b->p->n_cool++];
    *c = (struct cool){.kind = kind, .index = index, .room = room, .loop = -1, .u = u,
                       .feed = add_feeds(b, &u->part.from, SHARE_EQUAL), .units = u->part.count,
                       .fan = law_table(b, u->fan_exponent)};
    if (u->mode == UNIT_STANDBY) c->units = needed_of(u->needed, u->part.count);
    if (kind == KIND_CRAC) fill_crac(b, c);
    if (kind == KIND_CRAH) fill_crah(b, c);
    if (kind == KIND_AHU) fill_ahu(b, c);
    if (u->rejects_to.n) c->loop = b->loop_of[u->rejects_to.ref[0].index];
}

static void build_cools(struct build *b)
{
    static const int order[] = {KIND_AHU, KIND_CRAH, KIND_CRAC};
    int cap = 0;
    for (int k = 0; k < 3; k++) cap += b->s->of[order[k]].n;
    b->p->cool = ARENA_ARRAY(b->a, struct cool, (size_t)cap);
    for (int r = 0; r < b->p->n_room; r++) {
        struct plant_room *room = &b->p->room[r];
        room->cool_first = b->p->n_cool;
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < b->s->of[order[k]].n; i++) add_cool(b, order[k], i, r);
        room->n_cool = b->p->n_cool - room->cool_first;
        room->has_primary = room->n_cool > 0 && b->p->cool[room->cool_first].kind == KIND_AHU;
    }
}

/* ---- water ------------------------------------------------------------ */

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

static void fill_chiller(struct build *b, struct sink *k)
{
    const struct chiller *c = site_chiller(b->s, k->index);
    k->c = c;
    k->units = c->part.count;
    k->curve = (struct chiller_curve){
        .te_min_c = c->te_min_c, .te_max_c = c->te_max_c, .tc_min_c = c->tc_min_c,
        .tc_max_c = c->tc_max_c, .plr_min = c->plr_min, .plr_min_unload = c->plr_unload,
        .plr_max = 1, .lift_min_k = 0};
    memcpy(k->curve.cap_ft, c->cap_ft.v, sizeof k->curve.cap_ft);
    memcpy(k->curve.eir_ft, c->eir_ft.v, sizeof k->curve.eir_ft);
    memcpy(k->curve.eir_plr, c->eir_plr.v, (size_t)c->eir_plr.n * sizeof(double));
    if (!chiller_curve_normalise(&k->curve))
        refuse(b, k->kind, k->index, NULL, "eir_plr is not positive at full load");
}

static void fill_tower(struct build *b, struct sink *k)
{
    const struct tower *t = site_tower(b->s, k->index);
    double cold_c = t->wet_bulb_c + t->approach_k;
    k->t = t;
    k->units = t->part.count;
    k->tower = cooling_tower_size(t->capacity_w, cold_c + t->range_k, cold_c, t->wet_bulb_c, 5,
                                  4184, b->p_pa);
    k->tower_heat_w = t->capacity_w;
    k->fan = law_table(b, t->fan_exponent);
    if (!(k->tower.ua_w_k > 0))
        refuse(b, k->kind, k->index, "raise approach or range",
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
    double want = share * dry_full_at(liquid_ratio, d), lo = 0, hi = 1;
    if (share <= 0) return 0;
    if (share >= 1) return 1;
    for (int i = 0; i < 50; i++) {
        double mid = (lo + hi) / 2;
        if (dry_conductance_w_k(d, mid, liquid_ratio) < want) lo = mid;
        else hi = mid;
    }
    return (lo + hi) / 2;
}

enum { DRY_ROWS = 12 };
static const double dry_liquid_lo = 0.1, dry_liquid_hi = 1.75;

static void fill_drycooler(struct build *b, struct sink *k)
{
    const struct drycooler *d = site_drycooler(b->s, k->index);
    double air_kg_s = d->airflow_m3_s * psychro_density_kg_m3(d->air_c, 0, 101325);
    struct dry c = {dry_coil_size(d->capacity_w, d->air_c,
                                  d->air_c + d->capacity_w / (air_kg_s * CP_AIR), d->water_in_c,
                                  d->water_out_c),
                    b->p_pa / 101325};
    k->d = d;
    k->units = d->part.count;
    k->fan = law_table(b, d->fan_exponent);
    k->dry_air_kg_s = air_kg_s * c.air_max;
    k->dry_liquid_w_k = c.coil.liquid_w_k;
    if (!(dry_full_at(1, &c) > 0)) {
        refuse(b, k->kind, k->index, "raise airflow or water_out, or lower capacity",
               "no coil can reject its heat at the design point");
        return;
    }
    k->dry_full_w_k = table_make(b->a, dry_liquid_lo, dry_liquid_hi, 64, dry_full_at, &c);
    k->dry_air = table2_make(b->a, dry_liquid_lo, dry_liquid_hi, DRY_ROWS, 0, 1, 64, dry_air_at, &c);
}

static void fill_sink(struct build *b, struct sink *k, const struct ref *r)
{
    *k = (struct sink){.kind = r->kind, .index = r->index, .loop = -1, .units = 1};
    int loop = loop_of_sink(b->s, r);
    if (loop >= 0) k->loop = b->loop_of[loop];
    if (r->kind != KIND_ECONOMIZER)
        k->feed = add_feeds(b, &site_part(b->s, r->kind, r->index)->from, SHARE_EQUAL);
    switch (r->kind) {
    case KIND_ECONOMIZER:
        k->what = SINK_ECONOMIZER;
        k->effectiveness = site_economizer(b->s, r->index)->effectiveness_frac;
        break;
    case KIND_CHILLER: k->what = SINK_CHILLER; fill_chiller(b, k); break;
    case KIND_TOWER: k->what = SINK_TOWER; fill_tower(b, k); break;
    default: k->what = SINK_DRYCOOLER; fill_drycooler(b, k);
    }
}

static void fill_loop(struct build *b, struct plant_loop *l, int index)
{
    const struct loop *s = site_loop(b->s, index);
    double mean_c = s->supply_c + s->rise_k / 2;
    *l = (struct plant_loop){.l = s, .index = index, .hold_c = s->supply_c,
                             .feed = add_feeds(b, &s->part.from, SHARE_EQUAL),
                             .capacity_w_k = s->design_w / s->rise_k,
                             .pump = law_table(b, s->pump.exponent)};
    double flow_m3_s = fluid_flow_m3_s(s->design_w, s->rise_k, s->glycol_frac, mean_c);
    l->pump_w = flow_power_w(flow_m3_s, s->pump.head_pa, s->pump.efficiency_frac);
    l->water_kg_s = fluid_flow_kg_s(s->design_w, s->rise_k, s->glycol_frac, mean_c);
    if (!(l->pump_w >= 0))
        refuse(b, KIND_LOOP, index, NULL, "its temperatures are outside the fluid's range");
    l->sink_first = b->p->n_sink;
    l->n_sink = s->rejects_to.n;
    for (int i = 0; i < s->rejects_to.n; i++)
        fill_sink(b, &b->p->sink[b->p->n_sink++], &s->rejects_to.ref[i]);
}

static void build_loops(struct build *b)
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
    for (int k = 0; k < b->p->n_sink; k++)
        if (b->p->sink[k].loop >= 0) b->p->loop[b->p->sink[k].loop].is_source = true;
}

static void build_cdus(struct build *b)
{
    int n = b->s->of[KIND_CDU].n;
    b->p->n_cdu = n;
    b->p->cdu = ARENA_ARRAY(b->a, struct plant_cdu, (size_t)n);
    for (int i = 0; i < n; i++) {
        const struct cdu *c = site_cdu(b->s, i);
        double flow_m3_s = c->flow_m3_s_w * c->capacity_w;
        b->p->cdu[i] = (struct plant_cdu){
            .index = i, .c = c, .loop = b->loop_of[c->rejects_to.ref[0].index],
            .feed = add_feeds(b, &c->part.from, SHARE_EQUAL), .units = c->part.count,
            .flow_m3_s = flow_m3_s,
            .pump_w = flow_power_w(flow_m3_s, c->pump.head_pa, c->pump.efficiency_frac),
            .pump = law_table(b, c->pump.exponent)};
    }
}

static double psat_at(double t_c, const void *none)
{
    (void)none;
    return psychro_psat_pa(t_c);
}

/* Which quantities this plant can have at all. */
static void mark_active(struct plant *p)
{
    memset(p->active, 1, sizeof p->active);
    bool has_crac = false, has_ahu = false, has_fixed[2] = {false, false};
    bool has_sink[4] = {false, false, false, false};
    for (int c = 0; c < p->n_cool; c++) {
        has_crac |= p->cool[c].kind == KIND_CRAC;
        has_ahu |= p->cool[c].kind == KIND_AHU;
    }
    for (int s = 0; s < p->n_sink; s++) has_sink[p->sink[s].what] = true;
    for (int f = 0; f < p->n_fixed; f++) has_fixed[p->fixed[f].l->use] = true;
    p->active[Q_COMPRESSOR_W] = p->active[Q_CONDENSER_FAN_W] = has_crac;
    p->active[Q_CHILLER_W] = has_sink[SINK_CHILLER];
    p->active[Q_TOWER_FAN_W] = has_sink[SINK_TOWER];
    p->active[Q_DRYCOOLER_FAN_W] = has_sink[SINK_DRYCOOLER];
    p->active[Q_PUMP_W] = p->n_loop > 0;
    p->active[Q_CDU_PUMP_W] = p->active[Q_LIQUID_HEAT_W] = p->active[Q_COOLANT_C] = p->n_cdu > 0;
    p->active[Q_LIGHTING_W] = has_fixed[LOAD_LIGHTING];
    p->active[Q_OTHER_W] = has_fixed[LOAD_OTHER];
    p->active[Q_HUMIDITY_W] = p->active[Q_WATER_KG_S] = has_ahu || p->n_sink > 0;
    p->active[Q_FREE_HEAT_W] = has_ahu || p->n_sink > 0;
}

/* ---- state ------------------------------------------------------------ */

static void build_state(struct build *b)
{
    struct plant *p = b->p;
    p->alive_group = p->n_elem;
    p->alive_cool = p->alive_group + p->n_group;
    p->alive_cdu = p->alive_cool + p->n_cool;
    p->alive_sink = p->alive_cdu + p->n_cdu;
    p->n_alive = p->alive_sink + p->n_sink;
    int *alive = ARENA_ARRAY(b->a, int, (size_t)p->n_alive);
    for (int i = 0; i < p->n_elem; i++) alive[p->alive_elem + i] = p->elem[i].units;
    for (int i = 0; i < p->n_group; i++)
        alive[p->alive_group + i] = p->group[i].has_supply ? p->group[i].supplies : 1;
    for (int i = 0; i < p->n_cool; i++) alive[p->alive_cool + i] = p->cool[i].units;
    for (int i = 0; i < p->n_cdu; i++) alive[p->alive_cdu + i] = p->cdu[i].units;
    for (int i = 0; i < p->n_sink; i++) alive[p->alive_sink + i] = p->sink[i].units;
    p->normal = (struct state){b->share, alive};
}

/* Every reference list is at most this long in all; counted, not guessed. */
static int count_feeds(const struct build *b)
{
    int n = 0;
    for (int k = 0; k < N_KIND; k++) {
        if (k == KIND_CLIMATE || k == KIND_TARIFF) continue;
        for (int i = 0; i < b->s->of[k].n; i++) n += site_part(b->s, k, i)->from.n;
    }
    for (int i = 0; i < b->place->n; i++) n += sources(b->s, &b->place->item[i])->n;
    for (int v = 0; v < b->s->of[KIND_SERVER].n; v++) {
        struct placed at = {v, -1, -1, 1};
        n += sources(b->s, &at)->n;
    }
    return n;
}

const struct plant *plant_build(const struct site *site, const struct placement *place,
                                const struct weather *weather, struct arena *a, struct diags *ds)
{
    int before = ds->n_error;
    struct build b = {.p = ARENA_ARRAY(a, struct plant, 1), .s = site, .place = place, .a = a,
                      .ds = ds};
    double sum_pa = 0;
    for (int h = 0; h < weather->n; h++) sum_pa += weather->p_pa[h];
    b.p_pa = sum_pa / weather->n;
    b.p->site = site;
    b.p->altitude_m = site->altitude_m;
    b.p->n_workload = site->of[KIND_WORKLOAD].n;
    b.feed_cap = count_feeds(&b);
    b.p->feed = ARENA_ARRAY(a, int, (size_t)b.feed_cap);
    b.share = ARENA_ARRAY(a, double, (size_t)b.feed_cap);
    build_elems(&b);
    build_fixed(&b);
    build_rooms(&b);
    build_groups(&b);
    guess_inlets(&b);
    build_loops(&b);
    build_cools(&b);
    build_cdus(&b);
    build_state(&b);
    mark_active(b.p);
    b.p->psat = table_make(a, -80, 90, 680, psat_at, NULL);
    return ds->n_error == before ? b.p : NULL;
}

struct state plant_state_without(const struct plant *p, int alive_index, int lost,
                                 struct arena *a)
{
    int *alive = ARENA_ARRAY(a, int, (size_t)p->n_alive);
    memcpy(alive, p->normal.alive, (size_t)p->n_alive * sizeof *alive);
    alive[alive_index] -= lost;
    return (struct state){p->normal.share, alive};
}

/* All consumers' feeds, one after the other as they were made. */
static void redistribute(const struct plant *p, struct feeds f, int elem, double *share)
{
    double lost = 0, rest = 0;
    int others = 0;
    for (int j = f.first; j < f.first + f.n; j++) {
        if (p->feed[j] == elem) {
            lost += share[j];
            share[j] = 0;
        } else {
            rest += share[j];
            others++;
        }
    }
    if (!(lost > 0)) return;
    for (int j = f.first; j < f.first + f.n; j++)
        if (p->feed[j] != elem) share[j] += rest > 0 ? lost * share[j] / rest : lost / others;
}

struct state plant_state_without_elem(const struct plant *p, int elem, struct arena *a)
{
    double *share = ARENA_ARRAY(a, double, (size_t)p->n_feed + 1);
    memcpy(share, p->normal.share, (size_t)p->n_feed * sizeof *share);
    for (int i = 0; i < p->n_elem; i++) redistribute(p, p->elem[i].up, elem, share);
    for (int i = 0; i < p->n_group; i++) redistribute(p, p->group[i].feed, elem, share);
    for (int i = 0; i < p->n_fixed; i++) redistribute(p, p->fixed[i].feed, elem, share);
    for (int i = 0; i < p->n_cool; i++) redistribute(p, p->cool[i].feed, elem, share);
    for (int i = 0; i < p->n_cdu; i++) redistribute(p, p->cdu[i].feed, elem, share);
    for (int i = 0; i < p->n_loop; i++) redistribute(p, p->loop[i].feed, elem, share);
    for (int i = 0; i < p->n_sink; i++) redistribute(p, p->sink[i].feed, elem, share);
    struct state s = plant_state_without(p, p->alive_elem + elem, p->elem[elem].units, a);
    s.share = share;
    return s;
}

const char *plant_part_name(const struct plant *p, int alive_index, struct arena *a)
{
    int i = alive_index;
    if (i >= p->alive_sink) {
        const struct sink *k = &p->sink[i - p->alive_sink];
        return site_part_name(p->site, k->kind, k->index, a);
    }
    if (i >= p->alive_cdu) return site_part_name(p->site, KIND_CDU, i - p->alive_cdu, a);
    if (i >= p->alive_cool) {
        const struct cool *c = &p->cool[i - p->alive_cool];
        return site_part_name(p->site, c->kind, c->index, a);
    }
    if (i >= p->alive_group)
        return site_part_name(p->site, KIND_SERVER, p->group[i - p->alive_group].server, a);
    return site_part_name(p->site, p->elem[i].kind, p->elem[i].index, a);
}
