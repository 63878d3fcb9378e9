/* Who of a room's racks breathes how much exhaust: the field of its air where the racks have
   places, and what racks state of themselves. */

#include <math.h>
#include <string.h>

#include "model/room_plan.h"
#include "sim/plant_build.h"

static const double cell_m = 0.3;

/* Of the walls of contained aisles, what is open: placeholders. */
static const double typical_leak[] = {[CONTAINMENT_NONE] = 1,
                                      [CONTAINMENT_CURTAINS] = 0.1,
                                      [CONTAINMENT_COLD_AISLE] = 0.02,
                                      [CONTAINMENT_HOT_AISLE] = 0.02,
                                      [CONTAINMENT_CHIMNEY] = 0.01};
static const enum air_walls walls_of[] = {[CONTAINMENT_NONE] = AIR_WALLS_NONE,
                                          [CONTAINMENT_CURTAINS] = AIR_WALLS_CURTAINS,
                                          [CONTAINMENT_COLD_AISLE] = AIR_WALLS_COLD,
                                          [CONTAINMENT_HOT_AISLE] = AIR_WALLS_HOT,
                                          [CONTAINMENT_CHIMNEY] = AIR_WALLS_HOT};

struct spreading { /* of one room */
    struct build *b;
    int room, first, n;         /* racks in plant.rack_air */
    double *heat_w, *flow_m3_s; /* of their servers at the maximum */
    double free_m3_s;           /* of servers that stand in no rack */
};

double plant_inlet_share(const struct plant *p, int rack, int unit)
{
    if (rack < 0 || unit < 0 || p->rack_air_first[rack] < 0) return 1;
    return p->rack_air[p->rack_air_first[rack] + unit].inlet_share;
}

/* ---- what there is ----------------------------------------------------------- */

static bool stands_in(const struct build *b, int rack, int room)
{
    const struct rack *r = site_rack(b->s, rack);
    return r->room.n && r->room.ref[0].index == room && r->part.count > 0;
}

/* Racks have places, or say how much exhaust they breathe. */
static bool is_asked_for(const struct build *b, int room)
{
    for (int i = 0; i < b->s->of[KIND_RACK].n; i++) {
        const struct rack *r = site_rack(b->s, i);
        if (!stands_in(b, i, room)) continue;
        if (standing_has_place(&r->at) || !isnan(r->recirculation_frac)) return true;
    }
    return false;
}

static bool has_plan(const struct build *b, int room)
{
    for (int i = 0; i < b->s->of[KIND_RACK].n; i++)
        if (stands_in(b, i, room) && standing_has_place(&site_rack(b->s, i)->at)) return true;
    return false;
}

static void add_racks(struct build *b, int room)
{
    struct plant *p = b->p;
    for (int i = 0; i < b->s->of[KIND_RACK].n; i++) {
        if (!stands_in(b, i, room)) continue;
        p->rack_air_first[i] = p->n_rack_air;
        for (int k = 0; k < site_rack(b->s, i)->part.count; k++)
            p->rack_air[p->n_rack_air++] = (struct rack_air){i, k, room, 0, 1};
    }
}

/* Air and heat of one server at its maximum, its inlet at the supply air. */
static double server_m3_s(const struct build *b, int server)
{
    const struct server *s = site_server(b->s, server);
    double supply_c = b->p->room[s->room.ref[0].index].r->supply_c;
    double ratio = fmin(server_fan_ratio(s, 1, supply_c) / (b->p_pa / 101325), 1);
    return s->airflow_m3_s * ratio;
}

static double server_heat_w(const struct build *b, int server)
{
    const struct server *s = site_server(b->s, server);
    return s->power_maximum_w * (1 - s->liquid_capture_frac);
}

static void add_servers(struct spreading *x)
{
    const struct build *b = x->b;
    for (int i = 0; i < b->place->n; i++) {
        const struct placed *at = &b->place->item[i];
        if (site_server(b->s, at->server)->room.ref[0].index != x->room) continue;
        double m3_s = at->count * server_m3_s(b, at->server);
        if (at->rack < 0 || b->p->rack_air_first[at->rack] < 0) {
            x->free_m3_s += m3_s;
            continue;
        }
        int r = b->p->rack_air_first[at->rack] + at->rack_unit - x->first;
        x->flow_m3_s[r] += m3_s;
        x->heat_w[r] += at->count * server_heat_w(b, at->server);
    }
    for (int v = 0; v < b->s->of[KIND_SERVER].n; v++)
        if (site_server(b->s, v)->room.ref[0].index == x->room)
            x->free_m3_s += b->place->unplaced[v] * server_m3_s(b, v);
    for (int r = 0; r < x->n; r++) b->p->rack_air[x->first + r].flow_m3_s = x->flow_m3_s[r];
}

/* ---- the field ---------------------------------------------------------------- */

static struct air_box air_box_of(struct layout_box b)
{
    return (struct air_box){b.x0_m, b.y0_m, b.x1_m, b.y1_m, b.top_m};
}

static struct air_unit_box unit_box(const struct air_unit *u, int k)
{
    int facing = standing_facing(&u->at, k);
    return (struct air_unit_box){air_box_of(standing_box(&u->at, k)),
                                 (enum air_side)(facing < 0 ? 0 : facing), u->airflow_m3_s};
}

static int add_units(const struct build *b, int room, struct air_unit_box *unit, int *places)
{
    int n = 0;
    *places = 0;
    for (int kind = KIND_CRAC; kind <= KIND_AHU; kind++)
        for (int i = 0; i < b->s->of[kind].n; i++) {
            const struct air_unit *u = (const void *)site_part(b->s, kind, i);
            if (u->serves.ref[0].index != room) continue;
            *places += u->part.count;
            for (int k = 0; standing_has_place(&u->at) && k < u->part.count; k++, n++)
                if (unit) unit[n] = unit_box(u, k);
        }
    return n;
}

/* Counts when `solid` is NULL. */
static int add_solids(const struct build *b, int room, struct air_box *solid)
{
    int n = 0;
    for (int i = 0; i < b->s->of[KIND_OBSTACLE].n; i++) {
        const struct obstacle *x = site_obstacle(b->s, i);
        bool stops = x->what != OBSTACLE_RAMP && x->what != OBSTACLE_DOOR;
        if (!stops || stand_room(b->s, KIND_OBSTACLE, i) != room || !standing_has_place(&x->at))
            continue;
        for (int k = 0; k < x->part.count; k++, n++)
            if (solid) solid[n] = air_box_of(stand_box(b->s, KIND_OBSTACLE, i, k));
    }
    return n;
}

/* Rises over their mean, which is 1. */
static void fill_racks(const struct spreading *x, struct air_rack *rack)
{
    const struct build *b = x->b;
    double heat_w = 0, flow_m3_s = 0;
    for (int r = 0; r < x->n; r++) heat_w += x->heat_w[r], flow_m3_s += x->flow_m3_s[r];
    for (int r = 0; r < x->n; r++) {
        const struct rack_air *at = &b->p->rack_air[x->first + r];
        const struct rack *s = site_rack(b->s, at->rack);
        double rise = x->heat_w[r] / x->flow_m3_s[r] / (heat_w / flow_m3_s);
        rack[r] = (struct air_rack){.box = air_box_of(rack_box(s, at->unit)),
                                    .front = (enum air_side)standing_facing(&s->at, at->unit),
                                    .flow_m3_s = x->flow_m3_s[r],
                                    .rise_k = heat_w > 0 && x->flow_m3_s[r] > 0 ? rise : 1,
                                    .openings = x->flow_m3_s[r] > 0 ? s->tiles : 0};
    }
}

/* Of the supply air that comes to the racks, (1 - phi) of their flow is all: the rest passes
   them by, and is not in the field. */
static struct air_room field_room(const struct spreading *x)
{
    const struct build *b = x->b;
    const struct room *r = site_room(b->s, x->room);
    int places, n_unit = add_units(b, x->room, NULL, &places);
    int n_solid = add_solids(b, x->room, NULL);
    struct air_box *solid = ARENA_ARRAY(b->a, struct air_box, (size_t)n_solid + 1);
    struct air_unit_box *unit = ARENA_ARRAY(b->a, struct air_unit_box, (size_t)n_unit + 1);
    struct air_rack *rack = ARENA_ARRAY(b->a, struct air_rack, (size_t)x->n + 1);
    add_units(b, x->room, unit, &places);
    add_solids(b, x->room, solid);
    fill_racks(x, rack);
    double flow_m3_s = 0;
    for (int i = 0; i < x->n; i++) flow_m3_s += x->flow_m3_s[i];
    int back = r->return_to;
    if (back < 0) back = n_unit && n_unit == places ? RETURN_TO_UNITS : RETURN_TO_CEILING;
    return (struct air_room){.length_m = r->length_m,
                             .width_m = r->width_m,
                             .height_m = r->height_m,
                             .n_rack = x->n,
                             .n_unit = n_unit,
                             .n_solid = n_solid,
                             .rack = rack,
                             .unit = unit,
                             .solid = solid,
                             .supply_m3_s = flow_m3_s * (1 - b->p->room[x->room].phi),
                             .supply = (enum air_supply)room_supply_from(r),
                             .back = (enum air_return)back,
                             .walls = walls_of[r->containment],
                             .leak = typical_leak[r->containment],
                             .cell_m = cell_m};
}

/* All that the field follows from. */
static struct builder field_key(const struct air_room *room, struct arena *a)
{
    static const char name[] = "air field";
    struct air_room flat = *room;
    struct builder key = builder_new(a);
    flat.rack = NULL;
    flat.unit = NULL;
    flat.solid = NULL;
    builder_add(&key, name, sizeof name);
    builder_add(&key, (const char *)&flat, sizeof flat);
    builder_add(&key, (const char *)room->rack, (size_t)room->n_rack * sizeof *room->rack);
    builder_add(&key, (const char *)room->unit, (size_t)room->n_unit * sizeof *room->unit);
    builder_add(&key, (const char *)room->solid, (size_t)room->n_solid * sizeof *room->solid);
    return key;
}

static void keep_field(struct build *b, const struct builder *key, const struct air_field *f,
                       int n_rack)
{
    if (!b->memo) return;
    struct arena *keep = memo_arena(b->memo, b->a);
    struct air_field *x = ARENA_ARRAY(keep, struct air_field, 1);
    size_t size = (size_t)n_rack * sizeof *x->inlet_k;
    *x = *f;
    x->inlet_k = ARENA_ARRAY(keep, double, (size_t)n_rack + 1);
    memcpy(x->inlet_k, f->inlet_k, size);
    memo_keep(b->memo, key->s, key->n, x, sizeof *x + size);
}

static const struct air_field *solve_field(struct spreading *x)
{
    struct build *b = x->b;
    struct air_room room = field_room(x);
    struct builder key = field_key(&room, b->a);
    const struct air_field *kept = memo_find(b->memo, key.s, key.n);
    if (kept) return kept;
    struct air_field *f = ARENA_ARRAY(b->a, struct air_field, 1);
    static const char *const hint = "look at position, row, pitch and facing";
    if (!(room.supply_m3_s > 0)) return NULL;
    if (air_field_solve(&room, f, b->a)) {
        keep_field(b, &key, f, x->n);
        return f;
    }
    if (f->rack < 0) {
        build_refuse(b, KIND_ROOM, x->room, hint, f->problem);
        return NULL;
    }
    const struct rack_air *at = &b->p->rack_air[x->first + f->rack];
    build_refuse(b, KIND_RACK, at->rack, hint,
                 arena_format(b->a, "number %d of it: %s", at->unit + 1, f->problem));
    return NULL;
}

/* ---- shares -------------------------------------------------------------------- */

static double inlet_rises(double phi)
{
    return phi / (1 - phi);
}

/* Inlets in rises of the air in the servers.  The field says who breathes more than others,
   the room how much all do; a rack that states it knows best. */
static bool find_rises(const struct spreading *x, const struct air_field *f, double *rises)
{
    const struct build *b = x->b;
    double room = inlet_rises(b->p->room[x->room].phi);
    bool is_stated = false;
    for (int r = 0; r < x->n; r++) {
        double stated = site_rack(b->s, b->p->rack_air[x->first + r].rack)->recirculation_frac;
        rises[r] = room;
        if (f && f->mean_k > 0 && x->flow_m3_s[r] > 0) rises[r] *= f->inlet_k[r] / f->mean_k;
        if (isnan(stated)) continue;
        rises[r] = inlet_rises(stated);
        is_stated = true;
    }
    return is_stated;
}

static void spread_room(struct build *b, int room)
{
    struct plant_room *pr = &b->p->room[room];
    struct spreading x = {.b = b, .room = room, .first = b->p->n_rack_air};
    add_racks(b, room);
    x.n = b->p->n_rack_air - x.first;
    double *rises = ARENA_ARRAY(b->a, double, (size_t)x.n + 1);
    x.heat_w = ARENA_ARRAY(b->a, double, (size_t)x.n + 1);
    x.flow_m3_s = ARENA_ARRAY(b->a, double, (size_t)x.n + 1);
    add_servers(&x);
    if (has_plan(b, room)) pr->field = solve_field(&x);
    bool is_stated = find_rises(&x, pr->field, rises);
    double sum = x.free_m3_s * inlet_rises(pr->phi), flow_m3_s = x.free_m3_s;
    for (int r = 0; r < x.n; r++) {
        sum += x.flow_m3_s[r] * rises[r];
        flow_m3_s += x.flow_m3_s[r];
    }
    if (!(sum > 0)) return;
    double mean = sum / flow_m3_s;
    if (is_stated) pr->phi = mean / (1 + mean);
    for (int r = 0; r < x.n; r++)
        if (x.flow_m3_s[r] > 0) b->p->rack_air[x.first + r].inlet_share = rises[r] / mean;
}

void build_layout(struct build *b)
{
    int n_rack = b->s->of[KIND_RACK].n;
    size_t racks = 1;
    for (int i = 0; i < n_rack; i++) racks += (size_t)site_rack(b->s, i)->part.count;
    b->p->rack_air = ARENA_ARRAY(b->a, struct rack_air, racks);
    b->p->rack_air_first = ARENA_ARRAY(b->a, int, (size_t)n_rack + 1);
    for (int i = 0; i < n_rack; i++) b->p->rack_air_first[i] = -1;
    for (int r = 0; r < b->p->n_room; r++)
        if (is_asked_for(b, r)) spread_room(b, r);
}
