#include "plan/ride_through.h"

#include <math.h>
#include <string.h>

#include "physics/fluid.h"
#include "plan/ride_find.h"

static const double never = (double)INFINITY;

/* ---- notes ----------------------------------------------------------------------- */

static void note(struct finding *f, const char *text)
{
    struct ride_list *l = &f->out->ride;
    for (int i = 0; i < l->n_note; i++)
        if (!strcmp(l->note[i], text)) return;
    const char **more = ARENA_ARRAY(f->a, const char *, (size_t)l->n_note + 1);
    if (l->n_note) memcpy(more, l->note, (size_t)l->n_note * sizeof *more);
    more[l->n_note++] = text;
    l->note = more;
}

void ride_note(struct finding *f, int kind, int index, const char *text)
{
    const char *name = site_part_name(f->p->site, kind, index, f->a);
    note(f, arena_format(f->a, "%s: %s", name, text));
}

/* ---- heat ------------------------------------------------------------------------- */

/* Air heat of one server at its maximum. */
static double server_heat_w(const struct ride_setup *s, int g)
{
    const struct group *x = &s->p->group[g];
    double all_w = s->f->normal.y->group_max_w[g];
    double of_w = x->is_immersed ? all_w : x->idle_w + x->design_span_w;
    return fmax(all_w - (x->cdu >= 0 ? x->s->liquid_capture_frac * of_w : 0), 0);
}

/* Chip at an inlet, at full power and fans as they turn then (model/server.h). */
static double chip_c(const struct group *g, double inlet_c, double density)
{
    const struct server *s = g->s;
    double ratio = fmin(server_fan_ratio(s, 1, inlet_c) / density, 1);
    double warm = 1 + s->leakage_per_k * fmax(inlet_c - s->fan_inlet_low_c, 0);
    double full = fmin((g->idle_w + g->design_span_w) * warm, g->cap_w) / g->full_w;
    return inlet_c + s->chip_shadow_k +
           table_at(&g->chip_air_k_w, ratio * density) * s->accelerator_w * full;
}

/* Inlet from which the chips throttle; NaN: not by air, or not known. */
static double throttle_c(const struct group *g, double density)
{
    double lo = -20, hi = 100, limit_c = g->s->chip_limit_c;
    bool is_liquid = g->cdu >= 0 && g->s->liquid_capture_frac > 0;
    if (is_liquid || isnan(limit_c) || !(chip_c(g, hi, density) > limit_c)) return (double)NAN;
    for (int i = 0; i < 60; i++) {
        double mid = 0.5 * (lo + hi);
        if (chip_c(g, mid, density) < limit_c)
            lo = mid;
        else
            hi = mid;
    }
    return hi;
}

/* Joined with what ends at the same time. */
static struct ride_source *source_at(struct ride_setup *s, int from, int server, double until_s)
{
    for (int i = from; i < s->c.n_source; i++)
        if (s->source[i].until_s == until_s && s->server[i] == server) return &s->source[i];
    s->server[s->c.n_source] = server;
    s->hottest[s->c.n_source] = -1;
    struct ride_source *x = &s->source[s->c.n_source++];
    *x = (struct ride_source){.until_s = until_s, .throttle_c = (double)NAN, .trip_c = (double)NAN};
    return x;
}

/* How much cooler the group's air is than the hottest inlet, which stands for the room's. */
static double cooler_k(const struct ride_setup *s, int g)
{
    double own_c = s->f->normal.y->group_inlet[g].inlet_c;
    return isnan(own_c) ? 0 : fmax(s->c.inlet_c - own_c, 0);
}

static void keep_hottest(struct ride_setup *s, int source, int tap)
{
    const struct tap *x = &s->p->tap[tap];
    const struct tap *was = s->hottest[source] < 0 ? NULL : &s->p->tap[s->hottest[source]];
    double share = plant_inlet_share(s->p, x->rack, x->rack_unit);
    if (!was || share > plant_inlet_share(s->p, was->rack, was->rack_unit))
        s->hottest[source] = tap;
}

static void add_taps(struct ride_setup *s, int g)
{
    const struct plant *p = s->p;
    double density = s->f->c->limits->design->p_pa[0] / 101325;
    double each_w = server_heat_w(s, g) * s->f->c->limits->design->diversity;
    int from = s->c.n_source;
    for (int t = 0; t < p->n_tap; t++) {
        if (p->tap[t].group != g) continue;
        double until_s = ride_tap_until_s(s->s, &p->tap[t]);
        struct ride_source *x = source_at(s, from, p->group[g].server, until_s);
        x->heat_w += p->tap[t].count * each_w;
        x->trip_c = (p->group[g].is_immersed ? (double)NAN : p->group[g].trip_c) + cooler_k(s, g);
        x->throttle_c = throttle_c(&p->group[g], density) + cooler_k(s, g);
        if (p->group[g].has_own_inlet) keep_hottest(s, (int)(x - s->source), t);
        ride_add_liquid(s, x, g, p->tap[t].count);
    }
}

/* Losses at the peaks, of what gives heat to the room. */
static void add_losses(struct ride_setup *s)
{
    const struct plant *p = s->p;
    int from = s->c.n_source;
    for (int e = 0; e < p->n_elem; e++) {
        const struct elem *x = &p->elem[e];
        double w = s->f->normal.y->elem[e].used, n = p->normal.alive[p->alive_elem + e];
        if (x->room != s->room || !(n > 0) || !(w >= 0)) continue;
        double loss_w = n * x->a_w + x->b * w + x->c_per_w * w * w / n;
        source_at(s, from, -1, s->s->elem[e].until_s)->heat_w += loss_w;
    }
}

static void add_sources(struct ride_setup *s)
{
    const struct plant_room *r = &s->p->room[s->room];
    size_t most = (size_t)s->p->n_tap + (size_t)s->p->n_elem + 1;
    s->source = ARENA_ARRAY(s->a, struct ride_source, most);
    s->server = ARENA_ARRAY(s->a, int, most);
    s->hottest = ARENA_ARRAY(s->a, int, most);
    for (int g = r->group_first; g < r->group_first + r->n_group; g++) add_taps(s, g);
    add_losses(s);
    s->c.source = s->source;
    for (int i = 0; i < s->c.n_source; i++) s->heat_w += s->source[i].heat_w;
}

/* ---- mass -------------------------------------------------------------------------- */

/* Of servers and racks with a known weight. */
static double mass_kg(struct ride_setup *s)
{
    const struct plant *p = s->p;
    const struct plant_room *r = &p->room[s->room];
    double kg = 0;
    for (int g = r->group_first; g < r->group_first + r->n_group; g++) {
        double each = p->group[g].s->weight_kg;
        if (isnan(each))
            ride_note(s->f, KIND_SERVER, p->group[g].server,
                      "weight is not given; its mass is not counted");
        else
            kg += p->group[g].count * each;
    }
    for (int i = 0; i < p->site->of[KIND_RACK].n; i++) {
        const struct rack *x = site_rack(p->site, i);
        if (x->room.n && x->room.ref[0].index == s->room) kg += x->part.count * x->own_kg;
    }
    return kg;
}

/* False, with a note, when the air is not known. */
static bool find_lump(struct ride_setup *s)
{
    const struct room *r = s->p->room[s->room].r;
    double area_m2 = room_area_m2(r);
    if (isnan(area_m2) || isnan(r->height_m)) {
        ride_note(s->f, KIND_ROOM, s->room,
                  "area or height is not given; ride-through is not computed");
        return false;
    }
    double p_pa = s->f->c->limits->design->p_pa[0];
    s->air_j_m3_k = ridethrough_air_j_m3_k(s->c.inlet_c, p_pa);
    double equip_j_k = isnan(r->equipment_j_k)
                           ? r->equipment_j_kg_k * r->equipment_frac * mass_kg(s)
                           : r->equipment_j_k;
    s->c.lump = (struct ridethrough){.air_j_k = s->air_j_m3_k * area_m2 * r->height_m,
                                     .equip_j_k = equip_j_k,
                                     .link_w_k = r->coupling_w_m2_k * area_m2};
    return true;
}

/* ---- water -------------------------------------------------------------------------- */

static double sinks_w(const struct ride_setup *s, const struct plant_loop *l)
{
    double w = 0;
    for (int k = l->sink_first; k < l->sink_first + l->n_sink; k++) {
        const struct sink *x = &s->p->sink[k];
        double one = x->what == SINK_CHILLER     ? x->c->capacity_w
                     : x->what == SINK_TOWER     ? x->t->capacity_w
                     : x->what == SINK_DRYCOOLER ? x->d->capacity_w
                                                 : 0;
        w += one * ride_alive(s->s, s->p->alive_sink + k);
    }
    return w > 0 ? w : l->l->design_w; /* of an economizer alone */
}

static double water_j_k(struct ride_setup *s, const struct plant_loop *l, double supply_c)
{
    struct fluid x = fluid_at(l->l->glycol_frac, supply_c);
    if (isnan(l->l->volume_m3)) {
        ride_note(s->f, KIND_LOOP, l->index, "volume is not given; its water is not counted");
        return 0;
    }
    double j_k = l->l->volume_m3 * x.rho_kg_m3 * x.cp_j_kg_k;
    return j_k > 0 ? j_k : 0;
}

int ride_water_of(struct ride_setup *s, int loop)
{
    for (int i = 0; i < s->c.n_water; i++)
        if (s->loop[i] == loop) return i;
    if (s->c.n_water == RIDE_WATERS) return -1;
    const struct plant_loop *l = &s->p->loop[loop];
    double warmest_c = s->f->normal.y->loop_max_c[loop];
    int i = s->c.n_water++;
    s->loop[i] = loop;
    s->water[i] = (struct ride_water){.flow = ride_flow(s->s, loop),
                                      .cold = ride_cold(s->s, loop),
                                      .supply_c = isnan(warmest_c) ? l->l->supply_c : warmest_c};
    return i;
}

static double tank_j_k(const struct plant_loop *l, double supply_c)
{
    struct fluid x = fluid_at(l->l->glycol_frac, supply_c);
    double j_k = l->l->buffer_m3 * x.rho_kg_m3 * x.cp_j_kg_k;
    return j_k > 0 ? j_k : 0;
}

/* Flow of its pumps at the heat, which empties the tank. */
static double drawn_w_k(const struct plant_loop *l, double heat_w)
{
    const struct pump *x = &l->l->pump;
    double least = x->control == PUMP_CONSTANT ? 1 : x->min_flow_frac;
    return l->capacity_w_k * fmin(fmax(heat_w / l->l->design_w, least), 1);
}

/* The room's part of each loop, by the heat that it gives to it. */
static void share_waters(struct ride_setup *s)
{
    for (int i = 0; i < s->c.n_water; i++) {
        struct ride_water *x = &s->water[i];
        const struct plant_loop *l = &s->p->loop[s->loop[i]];
        double all_w = fmax(s->f->normal.y->loop[s->loop[i]].used, x->normal_w);
        double share = all_w > 0 ? x->normal_w / all_w : 1;
        x->j_k = share * water_j_k(s, l, x->supply_c);
        x->flow_w_k = share * l->capacity_w_k;
        x->most_w = share * sinks_w(s, l);
        x->buffer_j_k = share * tank_j_k(l, x->supply_c);
        x->drawn_w_k = share * drawn_w_k(l, all_w);
    }
    s->c.water = s->water;
}

/* ---- units --------------------------------------------------------------------------- */

/* When the unit takes heat out of the building. */
static struct ride_span unit_span(const struct ride_spans *s, int cool)
{
    struct ride_span on = ride_cool(s, cool);
    int loop = s->p->cool[cool].loop;
    return loop < 0 ? on : ride_both(on, ride_cold(s, loop));
}

static double coil_w_k(const struct site *s, const struct cool *x)
{
    if (x->kind == KIND_REARDOOR) {
        const struct reardoor *d = site_reardoor(s, x->index);
        return d->capacity_w / fmax(d->rated_air_c - d->rated_water_c, 1);
    }
    const struct crah *h = site_crah(s, x->index);
    return h->capacity_w / fmax(h->rated_return_c - h->rated_water_c, 1);
}

/* Conductance from entering air to entering water, at least what carries the normal heat. */
static void add_coil(struct ride_setup *s, struct ride_unit *u, int cool)
{
    const struct cool *x = &s->p->cool[cool];
    u->water = ride_water_of(s, x->loop);
    if (u->water < 0) {
        u->span = (struct ride_span){0, never};
        s->is_short = true;
        return;
    }
    struct ride_water *w = &s->water[u->water];
    w->normal_w += u->normal_w;
    double one = coil_w_k(s->p->site, x);
    double least = u->normal_w / fmax(u->return_c - w->supply_c, 0.1);
    u->coil_w_k = fmax(one * ride_alive(s->s, s->p->alive_cool + cool), least);
}

static void add_unit(struct ride_setup *s, int cool, double used_w)
{
    const struct cool *x = &s->p->cool[cool];
    const struct year *y = s->f->normal.y;
    int normal = s->p->normal.alive[s->p->alive_cool + cool];
    int alive = ride_alive(s->s, s->p->alive_cool + cool);
    if (!normal || !alive) return;
    double left = (double)alive / normal, limit_w = y->cool[cool].limit;
    double flow_w_k = alive * x->u->airflow_m3_s * s->air_j_m3_k;
    int i = s->c.n_unit++;
    s->cool[i] = cool;
    struct ride_unit *u = &s->unit[i];
    *u = (struct ride_unit){.span = ride_cool(s->s, cool),
                            .normal_w = used_w > 0 ? s->heat_w * y->cool[cool].used / used_w : 0,
                            .flow_w_k = flow_w_k,
                            .most_w = isnan(limit_w) ? never : left * limit_w,
                            .water = -1};
    u->normal_w = fmin(u->normal_w * left, u->most_w);
    u->return_c = s->p->room[s->room].r->supply_c + u->normal_w / flow_w_k;
    if (x->loop >= 0 && x->kind == KIND_CRAC) u->span = unit_span(s->s, cool);
    if (x->loop >= 0 && x->kind != KIND_CRAC) add_coil(s, u, cool);
}

static void add_units(struct ride_setup *s)
{
    const struct plant_room *r = &s->p->room[s->room];
    int end = r->cool_first + r->n_cool + r->n_door;
    double used_w = 0;
    s->unit = ARENA_ARRAY(s->a, struct ride_unit, (size_t)(r->n_cool + r->n_door) + 1);
    s->cool = ARENA_ARRAY(s->a, int, (size_t)(r->n_cool + r->n_door) + 1);
    for (int i = r->cool_first; i < end; i++) used_w += s->f->normal.y->cool[i].used;
    for (int i = r->cool_first; i < end; i++) add_unit(s, i, used_w);
    ride_finish_coolants(s);
    share_waters(s);
    s->c.unit = s->unit;
    if (s->is_short) ride_note(s->f, KIND_ROOM, s->room, "more loops cool it than are counted");
}

/* ---- one room in one state ------------------------------------------------------------- */

static bool loses_utility(const struct ride_spans *s)
{
    for (int i = 0; i < s->st->n_lost; i++) {
        int e = s->st->lost[i].alive_index - s->p->alive_elem;
        if (e >= 0 && e < s->p->n_elem && s->p->elem[e].what == ELEM_UTILITY) return true;
    }
    return false;
}

enum hit { HIT_NOT, HIT_COOLANT, HIT_AIR };

/* Of the coolant behind the room's cold plates: the distribution unit or its water stands. */
static bool hits_coolant(const struct ride_spans *s, const struct plant_room *r)
{
    for (int g = r->group_first; g < r->group_first + r->n_group; g++) {
        const struct group *x = &s->p->group[g];
        if (x->cdu < 0 || !(x->s->liquid_capture_frac > 0)) continue;
        struct ride_span on =
            ride_both(ride_coolant_flow(s, x->cdu), ride_cold(s, s->p->cdu[x->cdu].loop));
        if (loses_utility(s) ? !ride_is_whole(on) : !ride_works(on, 0)) return true;
    }
    return false;
}

/* Nothing takes the heat away; after the loss of a utility, a part of it is interrupted. */
static enum hit hit_of(const struct ride_spans *s, int room)
{
    const struct plant_room *r = &s->p->room[room];
    bool stands = true, is_cut = false;
    for (int i = r->cool_first; i < r->cool_first + r->n_cool + r->n_door; i++) {
        if (!s->p->normal.alive[s->p->alive_cool + i]) continue;
        struct ride_span on = unit_span(s, i);
        stands &= !ride_works(on, 0);
        is_cut |= !ride_is_whole(on);
    }
    if (loses_utility(s) ? is_cut : is_cut && stands) return HIT_AIR;
    return hits_coolant(s, r) ? HIT_COOLANT : HIT_NOT;
}

static bool has_servers_on(const struct ride_setup *s)
{
    bool is_on = false;
    for (int i = 0; i < s->c.n_source; i++) is_on |= s->server[i] >= 0 && s->source[i].until_s > 0;
    return is_on;
}

static void note_batteries(struct ride_setup *s)
{
    for (int e = 0; e < s->p->n_elem; e++) {
        const struct elem *x = &s->p->elem[e];
        if (x->what != ELEM_UPS || site_ups(s->p->site, x->index)->battery.n) continue;
        ride_note(s->f, x->kind, x->index, "battery is not given; it is taken to last");
    }
}

static const char *server_name(const struct ride_setup *s, int source)
{
    int server = source < 0 ? -1 : s->server[source];
    return server < 0 ? NULL : site_part_name(s->p->site, KIND_SERVER, server, s->f->a);
}

/* Racks in which servers of a source stand: one inlet and one coolant make them alike.  By
   air the hottest of them alone, where they differ. */
static const char *racks(const struct ride_setup *s, int source, bool by_coolant)
{
    struct builder b = builder_new(s->f->a);
    const struct plant *p = s->p;
    if (source >= 0 && !by_coolant && s->hottest[source] >= 0) {
        const struct tap *hot = &p->tap[s->hottest[source]];
        if (hot->rack >= 0) return place_rack_name(p->site, hot->rack, hot->rack_unit, s->f->a);
    }
    const struct plant_room *r = &p->room[s->room];
    int n = 0;
    for (int t = 0; source >= 0 && t < p->n_tap; t++) {
        int g = p->tap[t].group;
        if (g < r->group_first || g >= r->group_first + r->n_group || p->tap[t].rack < 0) continue;
        if (p->group[g].server != s->server[source]) continue;
        if (ride_tap_until_s(s->s, &p->tap[t]) != s->source[source].until_s) continue;
        failure_add_rack(s->f, &b, t, n++);
    }
    return failure_racks(&b, n);
}

static void find_times(const struct ride_setup *s, struct ride_through *x)
{
    double back_s = 0;
    x->air_s = x->cooled_s = never;
    x->coolant_flow_s = s->c.n_coolant ? 0 : (double)NAN;
    for (int i = 0; i < s->c.n_unit; i++) {
        struct ride_span fans = ride_fans(s->s, s->cool[i]), on = unit_span(s->s, s->cool[i]);
        x->air_s = fmin(x->air_s, ride_is_whole(fans) ? 0 : fans.from_s);
        if (isinf(on.from_s)) continue;
        back_s = fmax(back_s, ride_is_whole(on) ? 0 : on.from_s);
        x->cooled_s = back_s;
    }
    for (int i = 0; i < s->c.n_coolant; i++) {
        struct ride_span flow = s->coolant[i].flow;
        struct ride_span on = ride_both(flow, ride_cold(s->s, s->loop[s->coolant[i].water]));
        x->coolant_flow_s = fmax(x->coolant_flow_s, ride_is_whole(flow) ? 0 : flow.from_s);
        x->cooled_s = fmax(x->cooled_s, ride_is_whole(on) ? 0 : on.from_s);
    }
    for (int i = 0; i < s->c.n_source; i++)
        if (s->server[i] >= 0) x->power_s = fmax(x->power_s, s->source[i].until_s);
}

static void find_first(const struct ride_setup *s, struct ride_through *x)
{
    const struct ride *r = &x->ride;
    x->coolant_first = server_name(s, r->first_coolant);
    x->throttle_first = server_name(s, r->first_throttle);
    x->trip_first = server_name(s, r->first_trip);
    x->throttle_racks = racks(s, r->first_throttle, r->coolant_throttles);
    x->trip_racks = racks(s, r->first_trip, r->coolant_trips);
    x->is_borne = r->first_trip < 0;
    x->recommended_c = s->c.recommended_c;
    x->allowable_c = s->c.allowable_c;
    x->coolant_max_c = (double)NAN;
    for (int i = 0; i < s->c.n_source; i++)
        if (s->source[i].liquid_w > 0)
            x->coolant_max_c = fmin(x->coolant_max_c, s->source[i].coolant_max_c);
}

static void find_bears(struct ride_through *x)
{
    const struct ride *r = &x->ride;
    const struct {
        double at_s;
        const char *why;
    } limit[] = {{r->allowable_s, "allowable inlet"},
                 {r->coolant_s, "coolant limit"},
                 {r->throttle_s, "chips throttle"},
                 {r->trip_s, "servers shut down"}};
    x->bears_s = never;
    x->bears_why = NULL;
    for (size_t i = 0; i < sizeof limit / sizeof *limit; i++)
        if (limit[i].at_s < x->bears_s) {
            x->bears_s = limit[i].at_s;
            x->bears_why = limit[i].why;
        }
}

static void add_item(struct ride_list *l, struct ride_through x, struct arena *a)
{
    if (l->n == l->cap) {
        struct ride_through *more = ARENA_ARRAY(a, struct ride_through, (size_t)l->cap * 2 + 8);
        if (l->n) memcpy(more, l->item, (size_t)l->n * sizeof *more);
        l->item = more;
        l->cap = l->cap * 2 + 8;
    }
    l->item[l->n++] = x;
}

/* What the room was asked to bear, as a limit of the state. */
static void judge(struct finding *f, struct failure *to, const struct ride_through *x,
                  double followed_s)
{
    if (isnan(x->asked_s)) return;
    bool has_end = isfinite(x->bears_s);
    double bears_min = fmin(x->bears_s, followed_s) / 60;
    const char *note = has_end ? arena_format(f->a, "then: %s", x->bears_why)
                       : x->ride.end_s < followed_s
                           ? "no limit is reached before the servers lose power"
                           : "no limit is reached in the time that is followed";
    struct limit_list now = {.c = f->c->limits, .a = f->a};
    limit_add(&now, x->room, "ride-through", to->state, x->asked_s / 60, bears_min, "min", note);
    struct rows rows = {to->row, to->n_row, to->n_row};
    failure_add_row(f, &rows, &now.item[0]);
    failure_judge(to, &rows);
    failure_sort_rows(&rows);
    to->row = rows.item;
    to->n_row = rows.n;
}

static void set_room(struct ride_setup *s)
{
    const struct plant_room *r = &s->p->room[s->room];
    s->c.inlet_c = s->f->normal.y->room[s->room].max_inlet_c;
    s->c.recommended_c = r->rec_max_c;
    s->c.allowable_c = r->limit_max_c;
    s->c.end_s = fmax(RIDE_END_S, r->r->ride_through_s);
}

static void ride_room(struct finding *f, const struct ride_spans *spans, int room,
                      struct failure *to)
{
    const struct plant_room *r = &f->p->room[room];
    struct ride_setup s = {.f = f, .p = f->p, .s = spans, .room = room, .a = f->scratch};
    enum hit hit = hit_of(spans, room);
    set_room(&s);
    if (!r->n_group || isnan(s.c.inlet_c) || hit == HIT_NOT) return;
    s.air_j_m3_k = ridethrough_air_j_m3_k(s.c.inlet_c, f->c->limits->design->p_pa[0]);
    add_sources(&s);
    if (!has_servers_on(&s) || !find_lump(&s)) return;
    add_units(&s);
    if (hit == HIT_COOLANT && !s.c.n_coolant) return; /* a note says why */
    note_batteries(&s);
    struct ride_through x = {.state = spans->st->name,
                             .room = site_part_name(f->p->site, KIND_ROOM, room, f->a),
                             .heat_w = s.heat_w,
                             .asked_s = r->r->ride_through_s,
                             .ride = ride_run(&s.c, f->a)};
    if (!x.ride.is_solved) {
        ride_note(f, KIND_ROOM, room, "its temperatures could not be solved");
        return;
    }
    find_times(&s, &x);
    find_first(&s, &x);
    find_bears(&x);
    judge(f, to, &x, s.c.end_s);
    add_item(&f->out->ride, x, f->a);
}

void ride_add_state(struct finding *f, const struct failure_state *st, struct failure *x)
{
    if (st->has_spare || st->n_lost > LOST_MOST) return;
    struct arena_mark mark = arena_mark(f->scratch);
    struct ride_spans spans = ride_spans_of(f, st, f->scratch);
    for (int r = 0; r < f->p->n_room; r++) ride_room(f, &spans, r, x);
    arena_release(f->scratch, mark);
}
