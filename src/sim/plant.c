#include "sim/plant.h"

#include <math.h>
#include <string.h>

#include "physics/flow.h"
#include "physics/psychro.h"
#include "sim/lockout.h"
#include "sim/plant_build.h"
#include "sim/quantity.h"

_Static_assert(N_QUANTITY <= 64, "struct plant has room for 64 quantities");

void build_refuse(struct build *b, int kind, int index, const char *hint, const char *what)
{
    diag_error(b->ds, DIAG_INPUT, b->s->of[kind].object[index]->place, hint, "[%s %s]: %s",
               b->s->objects.kinds[kind].name, b->s->of[kind].name[index], what);
}

void build_warn(struct build *b, int kind, int index, const char *hint, const char *what)
{
    diag_warning(b->ds, DIAG_INPUT, b->s->of[kind].object[index]->place, hint, "[%s %s]: %s",
                 b->s->objects.kinds[kind].name, b->s->of[kind].name[index], what);
}

static double power_law(double x, const void *exponent)
{
    return flow_power_of(x, *(const double *)exponent);
}

struct table build_table(struct build *b, double lo, double hi, int n, table_function f,
                         const void *context, size_t size)
{
    return table_kept(b->memo, b->a, lo, hi, n, f, context, context, size);
}

struct table build_law(struct build *b, double exponent)
{
    return build_table(b, 0, 1, 256, power_law, &exponent, sizeof exponent);
}

static void build_fixed(struct build *b)
{
    int n = b->s->of[KIND_LOAD].n;
    b->p->n_fixed = n;
    b->p->fixed = ARENA_ARRAY(b->a, struct fixed, (size_t)n);
    for (int i = 0; i < n; i++) {
        const struct load *l = site_load_part(b->s, i);
        b->p->fixed[i] = (struct fixed){l, build_feeds(b, &l->part.from, SHARE_EQUAL),
                                        build_room_of(&l->heat_to), l->power_w * l->part.count};
    }
}

static double psat_at(double t_c, const void *none)
{
    (void)none;
    return psychro_psat_pa(t_c);
}

/* Newton's from below, where the enthalpy, which bends upwards, sends it above at first. */
static double saturated_at(double h_j_kg, const void *p_pa)
{
    const double *p = p_pa;
    double x = fmin(h_j_kg / 4500, 60);
    for (int i = 0; i < 60; i++) {
        double d = 1e-3, at = psychro_enthalpy_j_kg(x, psychro_saturation_w(x, *p));
        double above = psychro_enthalpy_j_kg(x + d, psychro_saturation_w(x + d, *p));
        double step_k = (at - h_j_kg) / (above - at) * d;
        x -= step_k;
        if (fabs(step_k) < 1e-9) break;
    }
    return x;
}

/* Air that leaves towers, near enough to begin with; only where there are some. */
static void build_saturated(struct build *b)
{
    bool has_tower = false;
    for (int s = 0; s < b->p->n_sink; s++) has_tower |= b->p->sink[s].what == SINK_TOWER;
    if (has_tower)
        b->p->saturated_c =
            build_table(b, -80e3, 300e3, 384, saturated_at, &b->p_pa, sizeof b->p_pa);
}

/* Which quantities this plant can have at all. */
static void mark_active(struct plant *p)
{
    memset(p->active, 1, sizeof p->active);
    bool has_crac = false, has_ahu = false, has_fixed[2] = {false, false};
    bool has_pump = false, has_scavenger = false, has_free = false;
    bool has_sink[SINK_REUSE + 1] = {false};
    for (int c = 0; c < p->n_cool; c++) {
        has_crac |= p->cool[c].kind == KIND_CRAC;
        has_ahu |= p->cool[c].kind == KIND_AHU;
        has_pump |= p->cool[c].kind == KIND_CRAC && p->cool[c].has_assist;
        has_scavenger |= p->cool[c].kind == KIND_AHU && p->cool[c].has_assist;
        has_free |= p->cool[c].free_most_w > 0;
    }
    for (int s = 0; s < p->n_sink; s++) has_sink[p->sink[s].what] = true;
    bool has_heater = false;
    for (int s = 0; s < p->n_sink; s++) has_heater |= p->sink[s].t && p->sink[s].t->basin_w_k > 0;
    p->active[Q_BASIN_HEATER_W] = has_heater;
    for (int f = 0; f < p->n_fixed; f++) has_fixed[p->fixed[f].l->use] = true;
    p->active[Q_COMPRESSOR_W] = p->active[Q_CONDENSER_FAN_W] = has_crac;
    p->active[Q_CHILLER_W] = has_sink[SINK_CHILLER];
    p->active[Q_TOWER_FAN_W] = has_sink[SINK_TOWER];
    p->active[Q_DRYCOOLER_FAN_W] = has_sink[SINK_DRYCOOLER];
    p->active[Q_HEAT_PUMP_W] = p->active[Q_REUSED_HEAT_W] = has_sink[SINK_REUSE];
    p->active[Q_PUMP_W] = p->n_loop > 0;
    p->active[Q_CDU_PUMP_W] = p->active[Q_LIQUID_HEAT_W] = p->active[Q_COOLANT_C] = p->n_cdu > 0;
    p->active[Q_LIGHTING_W] = has_fixed[LOAD_LIGHTING];
    p->active[Q_OTHER_W] = has_fixed[LOAD_OTHER];
    bool has_balance = p->has_water_balance;
    p->active[Q_HUMIDIFIER_W] = p->active[Q_REHEAT_W] = p->active[Q_LATENT_HEAT_W] = has_balance;
    p->active[Q_HUMIDITY_W] = p->active[Q_WATER_KG_S] = has_ahu || p->n_sink > 0;
    p->active[Q_WATER_KG_S] |= has_balance;
    p->active[Q_STORED_W] = p->n_storage > 0;
    p->active[Q_FREE_HEAT_W] = has_ahu || has_free || p->n_sink > 0;
    p->active[Q_REFRIGERANT_PUMP_W] = has_pump;
    p->active[Q_SCAVENGER_FAN_W] = has_scavenger;
}

static void mark_feeds(struct plant *p, struct feeds f)
{
    for (int j = f.first; j < f.first + f.n; j++) p->elem[p->feed[j]].feeds_cooling = true;
}

/* A part that nothing takes power from is most likely a name forgotten downstream. */
static void warn_of_ends(struct build *b)
{
    struct plant *p = b->p;
    unsigned char *feeds = ARENA_ARRAY(b->a, unsigned char, (size_t)p->n_elem + 1);
    for (int j = 0; j < p->n_feed; j++) feeds[p->feed[j]] = 1;
    for (int e = 0; e < p->n_elem; e++) {
        const struct elem *x = &p->elem[e];
        if (feeds[e] || b->s->of[x->kind].copy[x->index].k > 0) continue;
        build_warn(b, x->kind, x->index, "name it in a from, or take it out", "it feeds nothing");
    }
}

/* What an hour's power can be worked out from before its cooling is known. */
static void mark_cooling(struct plant *p)
{
    for (int i = 0; i < p->n_cool; i++) mark_feeds(p, p->cool[i].feed);
    for (int i = 0; i < p->n_loop; i++) mark_feeds(p, p->loop[i].feed);
    for (int i = 0; i < p->n_sink; i++) mark_feeds(p, p->sink[i].feed);
    for (int e = 0; e < p->n_elem; e++) {
        if (!p->elem[e].feeds_cooling) continue;
        mark_feeds(p, p->elem[e].up);
        p->has_cool_losses |= p->elem[e].room >= 0;
    }
}

/* ---- state ------------------------------------------------------------ */

static void build_state(struct build *b)
{
    struct plant *p = b->p;
    p->alive_group = p->n_elem;
    p->alive_cool = p->alive_group + p->n_group;
    p->alive_cdu = p->alive_cool + p->n_cool;
    p->alive_sink = p->alive_cdu + p->n_cdu;
    p->alive_loop = p->alive_sink + p->n_sink;
    p->n_alive = p->alive_loop + p->n_loop;
    int *alive = ARENA_ARRAY(b->a, int, (size_t)p->n_alive);
    for (int i = 0; i < p->n_elem; i++) alive[p->alive_elem + i] = p->elem[i].units;
    for (int i = 0; i < p->n_group; i++) alive[p->alive_group + i] = p->group[i].supplies;
    for (int i = 0; i < p->n_cool; i++) alive[p->alive_cool + i] = p->cool[i].units;
    for (int i = 0; i < p->n_cdu; i++) alive[p->alive_cdu + i] = p->cdu[i].units;
    for (int i = 0; i < p->n_sink; i++) alive[p->alive_sink + i] = p->sink[i].units;
    for (int i = 0; i < p->n_loop; i++) alive[p->alive_loop + i] = 1; /* its pumps */
    p->normal = (struct state){b->share, alive, NULL};
}

struct switched build_switch(struct build *b, enum weather_measure by, double from, double band)
{
    struct lockout rule = {by, from, from - band};
    struct switched s = {lockout_make(&rule, 1, b->weather, b->a), NULL};
    const struct weather *hot = b->weather->design;
    s.design = hot ? lockout_make(&rule, 1, hot, b->a) : s.year;
    return s;
}

const struct plant *plant_build_kept(const struct site *site, const struct placement *place,
                                     const struct weather *weather, struct memo *memo,
                                     struct arena *a, struct diags *ds)
{
    int before = ds->n_error;
    struct build b = {.p = ARENA_ARRAY(a, struct plant, 1),
                      .s = site,
                      .place = place,
                      .weather = weather,
                      .memo = memo,
                      .a = a,
                      .ds = ds};
    double sum_pa = 0;
    for (int h = 0; h < weather->n; h++) sum_pa += weather->p_pa[h];
    b.p_pa = sum_pa / weather->n;
    b.p->site = site;
    b.p->altitude_m = site->altitude_m;
    b.p->hottest_c = weather->t_c[0];
    const struct weather *hot = weather->design ? weather->design : weather;
    for (int h = 0; h < hot->n; h++) b.p->hottest_c = fmax(b.p->hottest_c, hot->t_c[h]);
    build_elems(&b);
    build_fixed(&b);
    build_rooms(&b);
    build_layout(&b);
    build_groups(&b);
    build_loops(&b);
    build_cools(&b);
    build_storage(&b);
    build_cdus(&b);
    build_moisture(&b);
    build_state(&b);
    build_cdu_flows(&b);
    warn_of_ends(&b);
    build_lines(&b);
    mark_active(b.p);
    mark_cooling(b.p);
    b.p->psat = build_table(&b, -80, 90, 680, psat_at, NULL, 0);
    build_saturated(&b);
    return ds->n_error == before ? b.p : NULL;
}

const struct plant *plant_build(const struct site *site, const struct placement *place,
                                const struct weather *weather, struct arena *a, struct diags *ds)
{
    return plant_build_kept(site, place, weather, NULL, a, ds);
}

struct state plant_state_without(const struct plant *p, int alive_index, int lost, struct arena *a)
{
    int *alive = ARENA_ARRAY(a, int, (size_t)p->n_alive);
    memcpy(alive, p->normal.alive, (size_t)p->n_alive * sizeof *alive);
    alive[alive_index] -= lost;
    return (struct state){p->normal.share, alive, NULL};
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
