#include "plan/floor_plan.h"

#include <math.h>

#include "plan/place.h"
#include "sim/year.h"

/* Hottest air at the rack, from the hottest hours of the groups that have servers in it. */
static double inlet_of(const struct plant *p, const struct year *y, const struct rack_air *x)
{
    double inlet_c = (double)NAN;
    for (int t = 0; t < p->n_tap; t++) {
        const struct tap *tap = &p->tap[t];
        if (tap->rack != x->rack || tap->rack_unit != x->unit) continue;
        const struct inlet_peak *peak = &y->group_inlet[tap->group];
        inlet_c = fmax(inlet_c, peak->supply_c + x->inlet_share * peak->rise_k);
    }
    return inlet_c;
}

static void add_rack(const struct plant *p, const struct year *y, struct floor_plan *out,
                     const struct rack_air *x, struct arena *a)
{
    const struct rack *r = site_rack(p->site, x->rack);
    double phi = p->room[x->room].phi, rises = x->inlet_share * phi / (1 - phi);
    struct floor_rack *to = &out->rack[out->n_rack];
    *to = (struct floor_rack){.name = place_rack_name(p->site, x->rack, x->unit, a),
                              .has_place = standing_has_place(&r->at),
                              .facing = standing_facing(&r->at, x->unit),
                              .tiles = r->tiles,
                              .has_servers = x->flow_m3_s > 0,
                              .inlet_c = inlet_of(p, y, x),
                              .recirculation = rises / (1 + rises)};
    if (to->has_place) to->box = rack_box(r, x->unit);
    to->margin_k = out->limit_c - to->inlet_c;
    bool is_first = out->hottest < 0 && !isnan(to->inlet_c);
    if (is_first || to->inlet_c > out->rack[out->hottest < 0 ? 0 : out->hottest].inlet_c)
        out->hottest = out->n_rack;
    out->n_rack++;
}

/* Servers that shut down in the hottest hour breathe no more: what the room's hottest inlet
   was before is the rack's that gets most exhaust. */
static void keep_peak(const struct plant *p, const struct year *y, struct floor_plan *out, int room)
{
    double most = -HUGE_VAL, peak_c = y->room[room].max_inlet_c;
    int n = 0, hottest = -1;
    for (int i = 0; i < p->n_rack_air; i++) {
        const struct rack_air *x = &p->rack_air[i];
        if (x->room != room) continue;
        if (x->flow_m3_s > 0 && x->inlet_share > most) most = x->inlet_share, hottest = n;
        n++;
    }
    if (hottest < 0 || (out->hottest >= 0 && !(peak_c > out->rack[out->hottest].inlet_c))) return;
    out->hottest = hottest;
    out->rack[hottest].inlet_c = peak_c;
    out->rack[hottest].margin_k = out->limit_c - peak_c;
}

/* Counts when `to` is NULL. */
static int add_units(const struct plant *p, int room, struct floor_unit *to, struct arena *a)
{
    int n = 0;
    for (int i = 0; i < p->n_cool; i++) {
        const struct cool *c = &p->cool[i];
        int count = c->room == room && standing_has_place(&c->u->at) ? c->u->part.count : 0;
        const char *name = site_part_name(p->site, c->kind, c->index, a);
        for (int k = 0; k < count; k++, n++)
            if (to)
                to[n] =
                    (struct floor_unit){count > 1 ? arena_format(a, "%s#%d", name, k + 1) : name,
                                        standing_box(&c->u->at, k), standing_facing(&c->u->at, k)};
    }
    return n;
}

const struct floor_plan *floor_plan_find(const struct plant *p, const struct year *y, int room,
                                         struct arena *a)
{
    const struct plant_room *pr = &p->room[room];
    bool is_recommended = pr->r->limit == LIMIT_RECOMMENDED;
    if (!pr->has_spread) return NULL;
    struct floor_plan *out = ARENA_ARRAY(a, struct floor_plan, 1);
    *out = (struct floor_plan){.room = site_part_name(p->site, KIND_ROOM, room, a),
                               .length_m = pr->field ? pr->r->length_m : (double)NAN,
                               .width_m = pr->field ? pr->r->width_m : (double)NAN,
                               .north = pr->r->north,
                               .from_floor = room_supply_from(pr->r) == SUPPLY_FROM_FLOOR,
                               .from_units = room_supply_from(pr->r) == SUPPLY_FROM_UNITS,
                               .limit_c = is_recommended ? pr->rec_max_c : pr->limit_max_c,
                               .limit = is_recommended ? "recommended" : "allowable",
                               .hottest = -1};
    out->rack = ARENA_ARRAY(a, struct floor_rack, (size_t)p->n_rack_air + 1);
    for (int i = 0; i < p->n_rack_air; i++)
        if (p->rack_air[i].room == room) add_rack(p, y, out, &p->rack_air[i], a);
    keep_peak(p, y, out, room);
    out->unit = ARENA_ARRAY(a, struct floor_unit, (size_t)add_units(p, room, NULL, a) + 1);
    out->n_unit = add_units(p, room, out->unit, a);
    return out;
}
