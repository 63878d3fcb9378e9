#include "model/room_plan.h"

#include <math.h>

static const int standing_kinds[] = {KIND_RACK, KIND_CRAC, KIND_CRAH, KIND_AHU, KIND_OBSTACLE};
enum { STANDING_KINDS = 5 };
static const double touch_m = 1e-3; /* boxes that overlap by less only touch */

int stand_room(const struct site *s, int kind, int index)
{
    const struct ref_list *l =
        &((const struct air_unit *)(const void *)site_part(s, kind, index))->serves;
    if (kind == KIND_RACK) l = &site_rack(s, index)->room;
    if (kind == KIND_OBSTACLE) l = &site_obstacle(s, index)->room;
    return l->n ? l->ref[0].index : -1;
}

const struct standing *stand_at(const struct site *s, int kind, int index)
{
    if (kind == KIND_RACK) return &site_rack(s, index)->at;
    if (kind == KIND_OBSTACLE) return &site_obstacle(s, index)->at;
    return &((const struct air_unit *)(const void *)site_part(s, kind, index))->at;
}

struct layout_box stand_box(const struct site *s, int kind, int index, int k)
{
    if (kind == KIND_RACK) return rack_box(site_rack(s, index), k);
    struct layout_box b = standing_box(stand_at(s, kind, index), k);
    if (isnan(b.top_m)) b.top_m = site_room(s, stand_room(s, kind, index))->height_m;
    return b;
}

const char *stand_name(const struct site *s, int kind, int index, int k, struct arena *a)
{
    const char *name = site_part_name(s, kind, index, a);
    if (site_part(s, kind, index)->count > 1) name = arena_format(a, "%s#%d", name, k + 1);
    if (kind != KIND_OBSTACLE || !site_obstacle(s, index)->of.n) return name;
    const struct ref *of = &site_obstacle(s, index)->of.ref[0];
    return arena_format(a, "%s (%s)", name, site_part_name(s, of->kind, of->index, a));
}

static int add_section(struct room_plan *p, int kind, int index, struct stand *to)
{
    const struct standing *at = stand_at(p->site, kind, index);
    int count = site_part(p->site, kind, index)->count;
    if (stand_room(p->site, kind, index) != p->room || !standing_has_place(at)) return 0;
    for (int k = 0; to && k < count; k++)
        to[k] = (struct stand){kind, index, k, stand_box(p->site, kind, index, k),
                               standing_facing(at, k)};
    return count;
}

/* Counts when `to` is NULL. */
static int add_all(struct room_plan *p, struct stand *to)
{
    int n = 0;
    for (int j = 0; j < STANDING_KINDS; j++)
        for (int i = 0; i < p->site->of[standing_kinds[j]].n; i++)
            n += add_section(p, standing_kinds[j], i, to ? to + n : NULL);
    return n;
}

struct room_plan room_plan_make(const struct site *s, int room, struct arena *a)
{
    struct room_plan p = {s, room, 0, NULL};
    int n = add_all(&p, NULL);
    p.item = ARENA_ARRAY(a, struct stand, (size_t)n + 1);
    p.n = add_all(&p, p.item);
    return p;
}

static bool is_walked_through(const struct room_plan *p, const struct stand *x)
{
    return x->kind == KIND_OBSTACLE && site_obstacle(p->site, x->index)->what == OBSTACLE_DOOR;
}

static bool meet(double a0, double a1, double b0, double b1)
{
    return a0 < b1 - touch_m && b0 < a1 - touch_m;
}

/* From the side of a to that of b which it looks at; below zero when b is not there. */
static double gap_m(const struct layout_box *a, const struct layout_box *b, int way)
{
    bool along_x = way == WAY_EAST || way == WAY_WEST;
    bool is_beside = along_x ? meet(a->y0_m, a->y1_m, b->y0_m, b->y1_m)
                             : meet(a->x0_m, a->x1_m, b->x0_m, b->x1_m);
    if (!is_beside) return -1;
    double gap = way == WAY_EAST    ? b->x0_m - a->x1_m
                 : way == WAY_WEST  ? a->x0_m - b->x1_m
                 : way == WAY_NORTH ? b->y0_m - a->y1_m
                                    : a->y0_m - b->y1_m;
    return gap > -touch_m ? fmax(gap, 0) : -1;
}

double room_plan_free_m(const struct room_plan *p, int i, int way, int *next)
{
    const struct room *r = site_room(p->site, p->room);
    const struct layout_box room = {0, 0, r->length_m, r->width_m, r->height_m};
    const struct layout_box *a = &p->item[i].box;
    double least = way == WAY_EAST    ? room.x1_m - a->x1_m
                   : way == WAY_WEST  ? a->x0_m
                   : way == WAY_NORTH ? room.y1_m - a->y1_m
                                      : a->y0_m;
    int which = -1;
    for (int j = 0; j < p->n; j++) {
        if (j == i || is_walked_through(p, &p->item[j])) continue;
        double gap = gap_m(a, &p->item[j].box, way);
        if (gap < 0 || gap >= least) continue;
        least = gap;
        which = j;
    }
    if (next) *next = which;
    return fmax(least, 0);
}
