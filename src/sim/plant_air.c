/* Rooms and the units that cool their air. */

#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "physics/biquadratic.h"
#include "physics/dx_curve.h"
#include "physics/envelope.h"
#include "physics/exchanger.h"
#include "physics/psychro.h"
#include "sim/plant_build.h"

static const double cp_air_j_kg_k = 1006;

static int needed_of(int needed, int count)
{
    return needed == PARAM_NO_COUNT ? count : needed;
}

struct moist {
    double w, p_pa;
};

static double wet_bulb_at(double t_c, const void *context)
{
    const struct moist *m = context;
    return psychro_wet_bulb_c(t_c, fmin(m->w, psychro_saturation_w(t_c, m->p_pa)), m->p_pa);
}

/* Of the batteries in a room, the one whose life heat shortens most. */
static const struct battery *battery_in(const struct site *s, int room)
{
    const struct battery *worst = NULL;
    for (int i = 0; i < s->of[KIND_BATTERY].n; i++) {
        const struct battery *x = site_battery(s, i);
        if (!x->room.n || x->room.ref[0].index != room) continue;
        if (!worst || x->halving_k < worst->halving_k) worst = x;
    }
    return worst;
}

void build_rooms(struct build *b)
{
    int n = b->s->of[KIND_ROOM].n;
    b->p->n_room = n;
    b->p->room = ARENA_ARRAY(b->a, struct plant_room, (size_t)n);
    for (int i = 0; i < n; i++) {
        const struct room *r = site_room(b->s, i);
        const struct envelope *e = envelope_find((enum envelope_class)r->envelope_class);
        double w = psychro_w_from_dew_point(r->dew_point_c, b->p_pa);
        struct moist m = {w, b->p_pa};
        b->p->room[i] =
            (struct plant_room){.r = r,
                                .phi = room_recirculation_frac(r),
                                .beta = room_bypass_frac(r),
                                .wet_bulb = build_table(b, 0, 90, 180, wet_bulb_at, &m, sizeof m),
                                .limit_max_c = envelope_max_c(e, b->p->altitude_m),
                                .rec_max_c = envelope_rec_max_c(e, b->p->altitude_m),
                                .battery = battery_in(b->s, i),
                                .rec_min_c = e->rec_min_c,
                                .min_c = e->min_c};
        if (isnan(b->p->room[i].limit_max_c))
            build_refuse(b, KIND_ROOM, i, NULL, "the site lies higher than its class goes");
    }
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

/* What a unit without curves of its own has.  Air: DOE-2's generic ones (EnergyPlus
   Coil:Cooling:DX examples), 1 at 19.44 and 35 degC.  Water: the curve of EnergyPlus and the
   Modelica Buildings library (DXCoils.WaterSource.Examples.PerformanceCurves.Curve_I), 1 at 19.44
   and 29.44 degC, for 7.2 to 48.9 degC. */
static const double generic_cap_ft[2][6] = {
    {0.942589311, 0.009543362, 0.000683771, -0.011042694, 0.00000524901, -0.00000972002},
    {1.43085, -0.0453653, 0.00199378, -0.00805944, 0.0000393414, -0.000181187}};
static const double generic_eir_ft[2][6] = {
    {0.342362868, 0.034879757, -0.000623606, 0.004976467, 0.000437885, -0.000727918},
    {0.138848, 0.0457985, -0.00138661, 0.0141485, 0.000386055, -0.000438194}};

static void fill_curves(struct build *b, struct cool *c)
{
    const struct crac *x = c->x;
    bool is_water = x->condenser != DX_AIR;
    memcpy(c->cap_ft, x->cap_ft.n ? x->cap_ft.v : generic_cap_ft[is_water], sizeof c->cap_ft);
    memcpy(c->eir_ft, x->eir_ft.n ? x->eir_ft.v : generic_eir_ft[is_water], sizeof c->eir_ft);
    double rated_c = is_water ? x->rated_condenser_c : x->rated_outdoor_c;
    c->cap_scale = 1 / biquadratic(c->cap_ft, x->rated_wet_bulb_c, rated_c);
    c->eir_scale = 1 / biquadratic(c->eir_ft, x->rated_wet_bulb_c, rated_c);
    if (!(c->cap_scale > 0 && c->eir_scale > 0))
        build_refuse(b, c->kind, c->index, NULL, "its curves are not positive at the rating");
    c->entering_min_c = is_water ? x->condenser_min_c : x->outdoor_min_c;
    c->entering_max_c = is_water ? x->condenser_max_c : x->outdoor_max_c;
    c->part_load = table_make(b->a, 0, 1, 200, part_load_at, &x->part_load);
}

/* An economizer's coil in air: its UA from the rating, following airflow^0.8, and the air
   never colder than what cools it: G = C (1 - exp(-UA / C)), C the air's m cp. */
struct free_coil {
    double air_w_k, ntu;         /* of one unit at the rating */
    double density_ratio, scale; /* of the air here; of thin air outdoors */
};

static double free_conductance_w_k(double ratio, const void *context)
{
    const struct free_coil *x = context;
    double mass = ratio * x->density_ratio;
    if (ratio <= 0) return 0;
    return x->scale * x->air_w_k * mass * (1 - exp_of(-x->ntu * pow_of(mass, -0.2)));
}

static void fill_economizer(struct build *b, struct cool *c, double density)
{
    const struct crac *x = c->x;
    double air_w_k =
        psychro_density_kg_m3(x->free_return_c, 0, 101325) * x->air.airflow_m3_s * cp_air_j_kg_k;
    double eff = c->free_most_w / (air_w_k * (x->free_return_c - x->free_entering_c));
    struct free_coil k = {air_w_k, -log_of(1 - eff), b->p_pa / 101325, 1};
    if (!(eff < 1)) {
        build_refuse(b, c->kind, c->index,
                     "raise airflow or economizer_return, or lower economizer_capacity",
                     "its economizer would cool the air below what cools it");
        return;
    }
    if (x->economizer == DX_PUMPED) k.scale = dx_thin_air_ratio(density);
    c->free_w_k = build_table(b, 0, 1, 128, free_conductance_w_k, &k, sizeof k);
}

/* Thin air counts from the altitude up to which the rating holds. */
static void fill_outdoor_side(struct build *b, struct cool *c)
{
    const struct crac *x = c->x;
    double density = b->p_pa / psychro_pressure_pa(x->altitude_from_m);
    bool is_air = x->condenser == DX_AIR;
    c->adder_k = is_air ? x->inlet_adder_k + dx_thin_air_k(x->condenser_rise_k, density) : 0;
    if (x->economizer == DX_NO_ECONOMIZER) return;
    if (!isnan(x->lockout.c))
        c->lock[0] = build_switch(b, WEATHER_DRY_BULB, x->lockout.c, x->lockout.band_k);
    c->free_most_w = x->free_w + (x->rating == RATING_NET ? x->air.fan_w : 0);
    fill_economizer(b, c, density);
    c->has_assist = x->free_pump_w > 0;
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
            build_refuse(b, c->kind, c->index, "is the rating gross?",
                         "its net COP leaves no power for the compressor");
    }
    fill_curves(b, c);
    fill_outdoor_side(b, c);
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

struct coil_rating {
    double capacity_w, airflow_m3_s, air_c, water_c, water_k;
};

/* Over airflow ratios from 0 to most, by so many steps. */
static void fill_coil(struct build *b, struct cool *c, const struct coil_rating *x, double most,
                      int steps, const char *hint)
{
    double rho = psychro_density_kg_m3(x->air_c, 0, 101325);
    struct coil k = {.air_w_k = rho * x->airflow_m3_s * cp_air_j_kg_k,
                     .water_w_k = x->capacity_w / x->water_k,
                     .density_ratio = b->p_pa / 101325};
    double low = fmin(k.air_w_k, k.water_w_k), high = fmax(k.air_w_k, k.water_w_k);
    double eff = x->capacity_w / (low * (x->air_c - x->water_c));
    double ntu = exchanger_ntu_counterflow(eff, low / high);
    c->capacity_w = x->capacity_w;
    if (!(ntu > 0)) {
        build_refuse(b, c->kind, c->index, hint,
                     "no coil can give its capacity at the rated temperatures");
        return;
    }
    k.ua_w_k = ntu * low;
    c->conductance_w_k = build_table(b, 0, most, steps, coil_conductance_w_k, &k, sizeof k);
}

static void fill_crah(struct build *b, struct cool *c)
{
    const struct crah *x = site_crah(b->s, c->index);
    struct coil_rating r = {x->capacity_w, x->air.airflow_m3_s, x->rated_return_c, x->rated_water_c,
                            x->rated_water_k};
    fill_coil(b, c, &r, 1, 128,
              "raise airflow, rated_return or rated_water_rise, or lower capacity");
}

static struct stage_air stage_air_of(struct build *b, const struct weather *w, double frac)
{
    double *t_c = ARENA_ARRAY(b->a, double, (size_t)w->n + 1);
    double *wb_c = ARENA_ARRAY(b->a, double, (size_t)w->n + 1);
    for (int h = 0; h < w->n; h++) {
        t_c[h] = w->t_c[h] - frac * (w->t_c[h] - w->wb_c[h]);
        double most_w = psychro_saturation_w(t_c[h], w->p_pa[h]);
        wb_c[h] = psychro_wet_bulb_c(t_c[h], fmin(w->w[h], most_w), w->p_pa[h]);
    }
    return (struct stage_air){t_c, wb_c};
}

static void fill_ahu(struct build *b, struct cool *c)
{
    c->h = site_ahu(b->s, c->index);
    c->w_max = psychro_w_from_dew_point(c->h->dew_max_c, b->p_pa);
    c->w_min = psychro_w_from_dew_point(c->h->dew_min_c, b->p_pa);
    c->has_assist = c->h->scavenger_fan_w > 0;
    if (c->h->indirect_frac > 0) {
        const struct weather *hot = b->weather->design;
        c->stage[0] = stage_air_of(b, b->weather, c->h->indirect_frac);
        c->stage[1] = hot ? stage_air_of(b, hot, c->h->indirect_frac) : c->stage[0];
    }
    const struct air_lockout *l = &c->h->lockout;
    if (!isnan(l->c)) c->lock[0] = build_switch(b, (enum weather_measure)l->by, l->c, l->band_k);
    if (!isnan(l->j_kg)) c->lock[1] = build_switch(b, WEATHER_ENTHALPY, l->j_kg, l->band_j_kg);
}

static void add_cool(struct build *b, int kind, int index, int room)
{
    const struct air_unit *u = (const struct air_unit *)(const void *)site_part(b->s, kind, index);
    if (u->serves.ref[0].index != room) return;
    struct cool *c = &b->p->cool[b->p->n_cool++];
    *c = (struct cool){.kind = kind,
                       .index = index,
                       .room = room,
                       .loop = -1,
                       .u = u,
                       .feed = build_feeds(b, &u->part.from, SHARE_EQUAL),
                       .units = u->part.count,
                       .fan = build_law(b, u->fan_exponent)};
    if (u->mode == UNIT_STANDBY) c->units = needed_of(u->needed, u->part.count);
    if (kind == KIND_CRAC) fill_crac(b, c);
    if (kind == KIND_CRAH) fill_crah(b, c);
    if (kind == KIND_AHU) fill_ahu(b, c);
    if (u->rejects_to.n) c->loop = b->loop_of[u->rejects_to.ref[0].index];
}

/* Loop on which the room's coils are and whose setpoint follows them. */
static int demand_loop(const struct plant *p, const struct plant_room *r)
{
    for (int c = r->cool_first; c < r->cool_first + r->n_cool; c++) {
        int loop = p->cool[c].loop;
        if (loop >= 0 && p->loop[loop].l->reset == LOOP_RESET_DEMAND) return loop;
    }
    return -1;
}

/* Doors are on the first racks of the group: the share of each group's servers that stands
   there, and how many of these racks have any. */
static void find_behind(struct build *b, const struct reardoor *d, struct cool *c)
{
    double *frac = ARENA_ARRAY(b->a, double, (size_t)b->p->n_group + 1);
    int rack = d->rack.ref[0].index, doors = d->air.part.count;
    unsigned char *is_used = ARENA_ARRAY(b->a, unsigned char, (size_t)doors + 1);
    for (int t = 0; t < b->p->n_tap;) { /* those of one server in one rack follow each other */
        const struct tap *at = &b->p->tap[t];
        double count = 0;
        for (; t < b->p->n_tap; t++) {
            const struct tap *x = &b->p->tap[t];
            if (x->group != at->group || x->rack != at->rack || x->rack_unit != at->rack_unit)
                break;
            count += x->count;
        }
        if (at->rack != rack || at->rack_unit < 0 || at->rack_unit >= doors) continue;
        is_used[at->rack_unit] = 1;
        frac[at->group] += count / b->p->group[at->group].count;
    }
    for (int i = 0; i < doors; i++) c->doors += is_used[i];
    c->door_frac = frac;
}

static void add_door(struct build *b, int index, int room)
{
    static const double most_air = 2;
    const struct reardoor *d = site_reardoor(b->s, index);
    if (site_rack(b->s, d->rack.ref[0].index)->room.ref[0].index != room) return;
    struct cool *c = &b->p->cool[b->p->n_cool++];
    *c = (struct cool){.kind = KIND_REARDOOR,
                       .index = index,
                       .room = room,
                       .loop = b->loop_of[d->air.rejects_to.ref[0].index],
                       .u = &d->air,
                       .feed = build_feeds(b, &d->air.part.from, SHARE_EQUAL),
                       .units = d->air.part.count,
                       .fan = build_law(b, d->air.fan_exponent),
                       .leaving_c = d->leaving_c};
    struct coil_rating r = {d->capacity_w, d->air.airflow_m3_s, d->rated_air_c, d->rated_water_c,
                            d->rated_water_k};
    fill_coil(b, c, &r, most_air, 256,
              "raise airflow, rated_air or rated_water_rise, or lower capacity");
    b->p->loop[c->loop].keeps_flow = true;
    find_behind(b, d, c);
    for (int g = 0; g < b->p->n_group; g++)
        b->p->group[g].fan_scale += c->door_frac[g] * d->pressure_frac;
}

void build_cools(struct build *b)
{
    static const int order[] = {KIND_AHU, KIND_CRAH, KIND_CRAC};
    int cap = b->s->of[KIND_REARDOOR].n;
    for (int k = 0; k < 3; k++) cap += b->s->of[order[k]].n;
    b->p->cool = ARENA_ARRAY(b->a, struct cool, (size_t)cap);
    for (int r = 0; r < b->p->n_room; r++) {
        struct plant_room *room = &b->p->room[r];
        room->cool_first = b->p->n_cool;
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < b->s->of[order[k]].n; i++) add_cool(b, order[k], i, r);
        room->n_cool = b->p->n_cool - room->cool_first;
        for (int i = 0; i < b->s->of[KIND_REARDOOR].n; i++) add_door(b, i, r);
        room->n_door = b->p->n_cool - room->cool_first - room->n_cool;
        room->has_primary = room->n_cool > 0 && b->p->cool[room->cool_first].kind == KIND_AHU;
        room->has_fresh =
            room->has_primary && b->p->cool[room->cool_first].h->economizer == AHU_DIRECT;
        room->demand_loop = demand_loop(b->p, room);
    }
    /* condensers take their water as the weather lets it, see model/check */
    for (int c = 0; c < b->p->n_cool; c++)
        if (b->p->cool[c].kind == KIND_CRAC && b->p->cool[c].loop >= 0)
            b->p->loop[b->p->cool[c].loop].is_source = true;
}
