#include "plan/floor_limits.h"

#include <math.h>

#include "plan/floor_load.h"

static const char *const normal = "normal";

bool limit_weight_unknown(const struct limits_case *c, int rack)
{
    for (int i = 0; i < c->racks->placement.n; i++) {
        const struct placed *p = &c->racks->placement.item[i];
        if (p->rack == rack && isnan(site_server(c->site, p->server)->weight_kg)) return true;
    }
    return false;
}

/* ---- loads ------------------------------------------------------------------- */

struct worst { /* of a section's pieces; used NaN: nothing is known */
    double used;
    int k;
    double area_m2;
};

static void keep(struct worst *w, double used, int k, double area_m2)
{
    if (isnan(used) || (!isnan(w->used) && used <= w->used)) return;
    *w = (struct worst){used, k, area_m2};
}

/* What a section's k-th piece weighs, kg; NaN: not known. */
static double mass_kg(const struct limit_list *l, int kind, int index, int k)
{
    const struct site *s = l->c->site;
    if (kind == KIND_RACK) return floor_rack_kg(site_rack(s, index), &l->c->racks->use[index][k]);
    if (kind == KIND_OBSTACLE) return site_obstacle(s, index)->weight_kg;
    return ((const struct air_unit *)(const void *)site_part(s, kind, index))->weight_kg;
}

static int feet_of(const struct site *s, int kind, int index)
{
    if (kind == KIND_RACK) return site_rack(s, index)->feet;
    if (kind == KIND_OBSTACLE) return site_obstacle(s, index)->feet;
    return ((const struct air_unit *)(const void *)site_part(s, kind, index))->feet;
}

/* Of the pieces, the areas that they are spread on; their footprints without a plan. */
static double *areas_m2(struct limit_list *l, const struct room_plan *p, int kind, int index)
{
    int count = site_part(l->c->site, kind, index)->count;
    double *area = ARENA_ARRAY(l->a, double, (size_t)count + 1);
    const struct standing *at = stand_at(l->c->site, kind, index);
    for (int k = 0; k < count; k++) area[k] = floor_footprint_m2(at);
    for (int i = 0; i < p->n; i++)
        if (p->item[i].kind == kind && p->item[i].index == index)
            area[p->item[i].k] = floor_area_m2(p, i);
    return area;
}

static const char *load_note(struct limit_list *l, int kind, int index, const struct worst *w,
                             bool has_area)
{
    const char *name = stand_name(l->c->site, kind, index, w->k, l->a);
    bool is_part = kind == KIND_RACK && limit_weight_unknown(l->c, index);
    char area[TEXT_NUMBER_CAP];
    if (isnan(w->used)) return "its mass is not known";
    text_fixed(area, w->area_m2, 2, false);
    const char *where = has_area ? arena_format(l->a, "%s on %s m2", name, area) : name;
    return is_part
               ? arena_format(l->a, "%s; some servers' mass is not known and not counted", where)
               : where;
}

static void add_loads(struct limit_list *l, const struct room_plan *p, int kind, int index)
{
    const struct site *s = l->c->site;
    const struct room *r = site_room(s, p->room);
    const double *area_m2 = areas_m2(l, p, kind, index);
    struct worst uniform = {(double)NAN, 0, 0}, point = uniform;
    for (int k = 0; k < site_part(s, kind, index)->count; k++) {
        double kg = mass_kg(l, kind, index, k);
        keep(&uniform, floor_uniform_pa(kg, area_m2[k]), k, area_m2[k]);
        keep(&point, floor_point_n(kg, feet_of(s, kind, index)), k, area_m2[k]);
    }
    const char *id = limit_part(l, kind, index);
    limit_add(l, id, "floor load", normal, uniform.used / 1000, r->floor_load_pa / 1000, "kPa",
              load_note(l, kind, index, &uniform, true));
    limit_add(l, id, "point load", normal, point.used / 1000, r->point_load_n / 1000, "kN",
              load_note(l, kind, index, &point, false));
}

/* Columns and walls are the building's own. */
static bool is_load(const struct site *s, int kind, int index)
{
    if (!site_part(s, kind, index)->count) return false;
    if (kind != KIND_OBSTACLE) return true;
    const struct obstacle *x = site_obstacle(s, index);
    return x->what == OBSTACLE_EQUIPMENT || !isnan(x->weight_kg);
}

/* ---- clearances ---------------------------------------------------------------- */

/* The least free way before or behind the section's pieces. */
static void add_way(struct limit_list *l, const struct room_plan *p, int kind, int index,
                    const char *resource, double need_m, bool behind)
{
    double least = (double)NAN;
    int who = 0, what = -1;
    if (isnan(need_m)) return;
    for (int i = 0; i < p->n; i++) {
        int next;
        if (p->item[i].kind != kind || p->item[i].index != index) continue;
        double has = behind ? room_plan_back_m(p, i, &next) : room_plan_front_m(p, i, &next);
        if (!isnan(least) && has >= least) continue;
        least = has;
        who = i;
        what = next;
    }
    const struct stand *to = what >= 0 ? &p->item[what] : NULL;
    const char *note =
        isnan(least) ? "required; it has no position"
                     : arena_format(l->a, "required, against the free way from %s to %s",
                                    stand_name(l->c->site, kind, index, p->item[who].k, l->a),
                                    to ? stand_name(l->c->site, to->kind, to->index, to->k, l->a)
                                       : "a wall");
    limit_add(l, limit_part(l, kind, index), resource, normal, need_m, least, "m", note);
}

static void add_ways(struct limit_list *l, const struct room_plan *p, int kind, int index)
{
    const struct site *s = l->c->site;
    if (!site_part(s, kind, index)->count) return;
    if (kind == KIND_RACK) {
        const struct rack *r = site_rack(s, index);
        double least_m = site_room(s, p->room)->aisle_min_m;
        add_way(l, p, kind, index, "aisle in front",
                isnan(r->clear_front_m) ? least_m : r->clear_front_m, false);
        add_way(l, p, kind, index, "aisle behind",
                isnan(r->clear_rear_m) ? least_m : r->clear_rear_m, true);
        return;
    }
    const struct obstacle *x = kind == KIND_OBSTACLE ? site_obstacle(s, index) : NULL;
    add_way(l, p, kind, index, "service space",
            x ? x->clear_front_m
              : ((const struct air_unit *)(const void *)site_part(s, kind, index))->clear_front_m,
            false);
}

/* ---- racks alone ----------------------------------------------------------------- */

static bool has_unitless(const struct limits_case *c, int rack)
{
    for (int i = 0; i < c->racks->placement.n; i++) {
        const struct placed *p = &c->racks->placement.item[i];
        if (p->rack == rack && isnan(p->u)) return true;
    }
    return false;
}

static void add_handling(struct limit_list *l, int index)
{
    const struct rack *r = site_rack(l->c->site, index);
    struct worst mass = {(double)NAN, 0, 0}, centre = mass;
    for (int k = 0; k < r->part.count; k++) {
        const struct rack_use *use = &l->c->racks->use[index][k];
        keep(&mass, floor_rack_kg(r, use), k, 0);
        keep(&centre, floor_centre_m(r, use), k, 0);
    }
    const char *id = limit_part(l, KIND_RACK, index);
    if (!isnan(r->dynamic_kg))
        limit_add(l, id, "weight when moved", normal, mass.used, r->dynamic_kg, "kg",
                  load_note(l, KIND_RACK, index, &mass, false));
    if (isnan(r->centre_m)) return;
    limit_add(l, id, "centre of gravity", normal, centre.used, r->centre_m, "m",
              has_unitless(l->c, index) ? "servers without rack units are not counted"
                                        : load_note(l, KIND_RACK, index, &centre, false));
}

void limit_add_floor(struct limit_list *l)
{
    static const int kinds[] = {KIND_RACK, KIND_CRAC, KIND_CRAH, KIND_AHU, KIND_OBSTACLE};
    const struct site *s = l->c->site;
    for (int i = 0; i < s->of[KIND_RACK].n; i++)
        if (site_rack(s, i)->part.count) add_handling(l, i);
    for (int r = 0; r < s->of[KIND_ROOM].n; r++) {
        const struct room *room = site_room(s, r);
        bool has_load = !isnan(room->floor_load_pa) || !isnan(room->point_load_n);
        struct room_plan p = room_plan_make(s, r, l->a);
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            for (int i = 0; i < s->of[kinds[k]].n; i++) {
                if (stand_room(s, kinds[k], i) != r) continue;
                if (has_load && is_load(s, kinds[k], i)) add_loads(l, &p, kinds[k], i);
                add_ways(l, &p, kinds[k], i);
            }
    }
}
