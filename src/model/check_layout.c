#include <math.h>
#include <stdlib.h>

#include "model/check.h"
#include "model/room_plan.h"

/* What a rack needs free before its front and behind its back, for air and for the model
   of it; people need more. */
static const double free_m = 0.3;
static const double slack_m = 1e-3;

struct placed_box {
    struct layout_box box, wide; /* wide: with what must be free */
    int kind, index, k;
    bool is_bad; /* has been told */
};

struct plan {
    const struct site *s;
    struct diags *ds;
    int room, n;
    struct placed_box *item;
};

static void tell(const struct plan *p, int kind, int index, const char *text, const char *hint)
{
    diag_error(p->ds, DIAG_INPUT, p->s->of[kind].object[index]->place, hint, "[%s %s]: %s",
               p->s->objects.kinds[kind].name, p->s->of[kind].name[index], text);
}

static const int placed_kinds[] = {KIND_RACK, KIND_CRAC, KIND_CRAH, KIND_AHU, KIND_OBSTACLE};
enum { PLACED_KINDS = 5, UNIT_KINDS = 4 }; /* units: from the second on */

/* ---- one section ------------------------------------------------------------ */

static void check_standing(const struct plan *p, int kind, int i)
{
    const struct standing *x = stand_at(p->s, kind, i);
    int room = stand_room(p->s, kind, i);
    if (x->position_m.n == 0) return;
    if (x->position_m.n != 2)
        tell(p, kind, i, "its position is not x, y", "write position = 1.2, 3.6 m");
    if (room < 0) {
        tell(p, kind, i, "it has a position but stands in no room", "add room = NAME");
        return;
    }
    const struct room *r = site_room(p->s, room);
    if (isnan(r->length_m) || isnan(r->width_m) || isnan(r->height_m))
        tell(p, kind, i, "it has a position in a room without length, width and height",
             "add them to the room");
    if (x->per_row > 0 && isnan(x->row_pitch_m))
        tell(p, kind, i, "it has per_row without row_pitch", "add row_pitch = 2.4 m");
    if (kind == KIND_RACK && x->facing < 0)
        tell(p, kind, i, "it does not say where its front looks", "add facing = +y");
    bool is_unit = kind != KIND_RACK && kind != KIND_OBSTACLE;
    if (is_unit && x->facing < 0 && room_supply_from(r) == SUPPLY_FROM_UNITS)
        tell(p, kind, i, "it does not say where it blows to", "add facing = +y");
}

static void check_room(const struct plan *p, int i)
{
    const struct room *r = site_room(p->s, i);
    if (isnan(r->length_m) != isnan(r->width_m))
        tell(p, KIND_ROOM, i, "it has a length or a width, but not both", NULL);
    if (r->supply_from == SUPPLY_FROM_FLOOR && r->floor == FLOOR_SLAB)
        tell(p, KIND_ROOM, i, "no supply air comes from a slab", "add floor = raised");
}

static void check_obstacle(const struct plan *p, int i)
{
    const struct obstacle *x = site_obstacle(p->s, i);
    int there = 0;
    if (!isnan(x->clear_front_m) && x->at.facing < 0)
        tell(p, KIND_OBSTACLE, i, "it has clear_front but does not say where its front looks",
             "add facing = +y");
    for (int j = 0; j < x->of.n; j++)
        there += site_part(p->s, x->of.ref[j].kind, x->of.ref[j].index)->count;
    if (there && x->part.count > there) /* a UPS has no count: it may stand in several frames */
        tell(p, KIND_OBSTACLE, i,
             arena_format(p->ds->arena, "it stands for %d of the %d that there are", x->part.count,
                          there),
             "look at count of both");
}

/* Racks of a room have a place all, or none: what is not on the plan would be cold. */
static void check_all_placed(const struct plan *p)
{
    int placed = 0, other = -1;
    for (int i = 0; i < p->s->of[KIND_RACK].n; i++) {
        if (stand_room(p->s, KIND_RACK, i) != p->room || !site_rack(p->s, i)->part.count) continue;
        if (standing_has_place(&site_rack(p->s, i)->at))
            placed++;
        else
            other = i;
    }
    if (placed && other >= 0)
        tell(p, KIND_RACK, other, "it has no position, though others of its room have",
             "add position = X, Y m, or take out the others'");
}

static void check_supply(const struct plan *p)
{
    const struct room *r = site_room(p->s, p->room);
    int from = room_supply_from(r), tiles = 0, racks = 0, placed = 0, units = 0;
    for (int i = 0; i < p->n; i++) {
        bool is_rack = p->item[i].kind == KIND_RACK;
        if (p->item[i].kind == KIND_OBSTACLE) continue;
        racks += is_rack;
        tiles += is_rack && site_rack(p->s, p->item[i].index)->tiles > 0;
        placed += !is_rack;
    }
    for (int k = 1; k < UNIT_KINDS; k++)
        for (int i = 0; i < p->s->of[placed_kinds[k]].n; i++)
            if (stand_room(p->s, placed_kinds[k], i) == p->room)
                units += site_part(p->s, placed_kinds[k], i)->count;
    if (racks && from != SUPPLY_FROM_UNITS && !tiles)
        tell(p, KIND_ROOM, p->room, "no rack has tiles or outlets before it", "add tiles = 1");
    bool needs_units = from == SUPPLY_FROM_UNITS || r->return_to == RETURN_TO_UNITS;
    if (racks && needs_units && placed < units)
        tell(p, KIND_ROOM, p->room, "its air comes from or goes to units without a position",
             "add position = X, Y m to each of its units");
}

/* ---- boxes ------------------------------------------------------------------- */

static struct placed_box box_of(const struct site *s, int kind, int i, int k)
{
    const struct standing *x = stand_at(s, kind, i);
    struct placed_box b = {.kind = kind, .index = i, .k = k};
    b.box = stand_box(s, kind, i, k);
    b.wide = b.box;
    if (kind != KIND_RACK) return b;
    bool along_x = x->facing == WAY_EAST || x->facing == WAY_WEST;
    b.wide.x0_m -= along_x ? free_m : 0;
    b.wide.x1_m += along_x ? free_m : 0;
    b.wide.y0_m -= along_x ? 0 : free_m;
    b.wide.y1_m += along_x ? 0 : free_m;
    return b;
}

static bool is_inside(const struct layout_box *b, const struct room *r)
{
    return b->x0_m >= -slack_m && b->y0_m >= -slack_m && b->x1_m <= r->length_m + slack_m &&
           b->y1_m <= r->width_m + slack_m;
}

/* Up to the first that stands outside; false then. */
static bool add_section(struct plan *p, int kind, int i, int *cap)
{
    const struct room *r = site_room(p->s, p->room);
    int count = site_part(p->s, kind, i)->count;
    if (!standing_has_place(stand_at(p->s, kind, i))) return true;
    for (int k = 0; k < count; k++) {
        struct placed_box b = box_of(p->s, kind, i, k);
        const char *text = NULL;
        if (!is_inside(&b.box, r))
            text = "stands outside its room";
        else if (b.box.top_m > r->height_m + slack_m)
            text = "is higher than its room";
        else if (!is_inside(&b.wide, r))
            text = "has a wall less than 0.3 m from its front or back";
        if (text) {
            struct arena *a = p->ds->arena;
            tell(p, kind, i, arena_format(a, "number %d of it %s", k + 1, text),
                 "look at position, row, pitch, facing");
            return false;
        }
        if (p->n < *cap) p->item[p->n++] = b;
    }
    return true;
}

static int by_x(const void *a, const void *b)
{
    const struct placed_box *x = a, *y = b;
    if (x->wide.x0_m != y->wide.x0_m) return x->wide.x0_m < y->wide.x0_m ? -1 : 1;
    if (x->kind != y->kind) return x->kind - y->kind;
    if (x->index != y->index) return x->index - y->index;
    return x->k - y->k;
}

static bool meet(const struct layout_box *a, const struct layout_box *b)
{
    return a->x0_m < b->x1_m - slack_m && b->x0_m < a->x1_m - slack_m &&
           a->y0_m < b->y1_m - slack_m && b->y0_m < a->y1_m - slack_m;
}

static const char *name_of(const struct plan *p, const struct placed_box *b)
{
    return arena_format(p->ds->arena, "%s number %d",
                        site_part_name(p->s, b->kind, b->index, p->ds->arena), b->k + 1);
}

static int obstacle_of(const struct plan *p, const struct placed_box *b)
{
    return b->kind == KIND_OBSTACLE ? site_obstacle(p->s, b->index)->what : -1;
}

/* Walls meet columns and each other. */
static bool is_building(const struct plan *p, const struct placed_box *b)
{
    int what = obstacle_of(p, b);
    return what == OBSTACLE_COLUMN || what == OBSTACLE_WALL;
}

static bool stops_no_air(const struct plan *p, const struct placed_box *b)
{
    int what = obstacle_of(p, b);
    return what == OBSTACLE_RAMP || what == OBSTACLE_DOOR;
}

/* The first of two is told of, one time. */
static void check_pair(struct plan *p, struct placed_box *a, struct placed_box *b)
{
    if (a->is_bad || b->is_bad || (is_building(p, a) && is_building(p, b))) return;
    bool meets = meet(&a->box, &b->box);
    if (!meets && (stops_no_air(p, a) || stops_no_air(p, b))) return;
    if (!meets && !meet(&a->wide, &b->box) && !meet(&a->box, &b->wide)) return;
    if (!meets && meet(&b->wide, &a->box)) { /* whose front or back it is */
        struct placed_box *c = a;
        a = b;
        b = c;
    }
    tell(p, a->kind, a->index,
         meets ? arena_format(p->ds->arena, "number %d of it stands where %s stands", a->k + 1,
                              name_of(p, b))
               : arena_format(p->ds->arena,
                              "number %d of it has %s less than 0.3 m from its front or back",
                              a->k + 1, name_of(p, b)),
         "look at position, row, pitch and facing of both");
    a->is_bad = b->is_bad = true;
}

static void check_overlaps(struct plan *p)
{
    qsort(p->item, (size_t)p->n, sizeof *p->item, by_x);
    for (int i = 0; i < p->n; i++)
        for (int j = i + 1; j < p->n && p->item[j].wide.x0_m < p->item[i].wide.x1_m; j++)
            check_pair(p, &p->item[i], &p->item[j]);
}

/* ---- rooms ------------------------------------------------------------------- */

static int count_placed(const struct plan *p)
{
    int n = 0;
    for (int k = 0; k < PLACED_KINDS; k++)
        for (int i = 0; i < p->s->of[placed_kinds[k]].n; i++)
            if (stand_room(p->s, placed_kinds[k], i) == p->room &&
                standing_has_place(stand_at(p->s, placed_kinds[k], i)))
                n += site_part(p->s, placed_kinds[k], i)->count;
    return n;
}

static void check_plan(struct plan *p)
{
    int cap = count_placed(p);
    bool is_sound = true;
    if (!cap) return;
    p->item = ARENA_ARRAY(p->ds->arena, struct placed_box, (size_t)cap);
    for (int k = 0; k < PLACED_KINDS; k++)
        for (int i = 0; i < p->s->of[placed_kinds[k]].n; i++)
            if (stand_room(p->s, placed_kinds[k], i) == p->room)
                is_sound &= add_section(p, placed_kinds[k], i, &cap);
    check_all_placed(p);
    if (!is_sound) return;
    check_supply(p);
    check_overlaps(p);
}

void check_layout(const struct site *s, struct diags *ds)
{
    int before = ds->n_error;
    struct plan p = {.s = s, .ds = ds};
    for (int i = 0; i < s->of[KIND_ROOM].n; i++) check_room(&p, i);
    for (int k = 0; k < PLACED_KINDS; k++)
        for (int i = 0; i < s->of[placed_kinds[k]].n; i++) check_standing(&p, placed_kinds[k], i);
    for (int i = 0; i < s->of[KIND_OBSTACLE].n; i++) check_obstacle(&p, i);
    for (int i = 0; i < s->of[KIND_ROOM].n && ds->n_error == before; i++) {
        p.room = i;
        p.n = 0;
        check_plan(&p);
    }
}
