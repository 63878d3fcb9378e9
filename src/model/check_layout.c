#include <math.h>
#include <stdlib.h>

#include "model/check.h"

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

static const struct standing *standing_of(const struct site *s, int kind, int i)
{
    if (kind == KIND_RACK) return &site_rack(s, i)->at;
    return &((const struct air_unit *)(const void *)site_part(s, kind, i))->at;
}

static int room_of(const struct site *s, int kind, int i)
{
    const struct ref_list *l =
        kind == KIND_RACK ? &site_rack(s, i)->room
                          : &((const struct air_unit *)(const void *)site_part(s, kind, i))->serves;
    return l->n ? l->ref[0].index : -1;
}

static const int placed_kinds[] = {KIND_RACK, KIND_CRAC, KIND_CRAH, KIND_AHU};
enum { PLACED_KINDS = 4 };

/* ---- one section ------------------------------------------------------------ */

static void check_standing(const struct plan *p, int kind, int i)
{
    const struct standing *x = standing_of(p->s, kind, i);
    int room = room_of(p->s, kind, i);
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
    if (kind != KIND_RACK && x->facing < 0 && room_supply_from(r) == SUPPLY_FROM_UNITS)
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

/* Racks of a room have a place all, or none: what is not on the plan would be cold. */
static void check_all_placed(const struct plan *p)
{
    int placed = 0, other = -1;
    for (int i = 0; i < p->s->of[KIND_RACK].n; i++) {
        if (room_of(p->s, KIND_RACK, i) != p->room || !site_rack(p->s, i)->part.count) continue;
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
        racks += is_rack;
        tiles += is_rack && site_rack(p->s, p->item[i].index)->tiles > 0;
        placed += !is_rack;
    }
    for (int k = 1; k < PLACED_KINDS; k++)
        for (int i = 0; i < p->s->of[placed_kinds[k]].n; i++)
            if (room_of(p->s, placed_kinds[k], i) == p->room)
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
    const struct standing *x = standing_of(s, kind, i);
    struct placed_box b = {.kind = kind, .index = i, .k = k};
    b.box = kind == KIND_RACK ? rack_box(site_rack(s, i), k) : standing_box(x, k);
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
    if (!standing_has_place(standing_of(p->s, kind, i))) return true;
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

/* The first of two is told of, one time. */
static void check_pair(struct plan *p, struct placed_box *a, struct placed_box *b)
{
    if (a->is_bad || b->is_bad) return;
    bool meets = meet(&a->box, &b->box);
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
            if (room_of(p->s, placed_kinds[k], i) == p->room &&
                standing_has_place(standing_of(p->s, placed_kinds[k], i)))
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
            if (room_of(p->s, placed_kinds[k], i) == p->room)
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
    for (int i = 0; i < s->of[KIND_ROOM].n && ds->n_error == before; i++) {
        p.room = i;
        p.n = 0;
        check_plan(&p);
    }
}
