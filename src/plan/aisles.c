#include "plan/aisles.h"

#include <math.h>

const char *const aisle_words[] = {"cold", "hot", "mixed", NULL};

static const double same_m = 0.05; /* edges of one strip differ by less */
static const double least_m = 0.1; /* backs that touch have no aisle between them */

struct finding {
    const struct site *s;
    const struct rack_plan *racks;
    struct arena *a;
    struct aisle_view *out;
};

/* ---- strips -------------------------------------------------------------------- */

static struct layout_box strip_of(const struct layout_box *b, int way, double free_m)
{
    struct layout_box x = *b;
    switch (way) {
    case WAY_EAST: x.x0_m = b->x1_m, x.x1_m = b->x1_m + free_m; break;
    case WAY_WEST: x.x1_m = b->x0_m, x.x0_m = b->x0_m - free_m; break;
    case WAY_NORTH: x.y0_m = b->y1_m, x.y1_m = b->y1_m + free_m; break;
    default: x.y1_m = b->y0_m, x.y0_m = b->y0_m - free_m; break;
    }
    return x;
}

static bool is_near(double a, double b)
{
    return fabs(a - b) < same_m;
}

static bool is_same(const struct layout_box *a, const struct layout_box *b, bool along_x)
{
    return along_x ? is_near(a->x0_m, b->x0_m) && is_near(a->x1_m, b->x1_m)
                   : is_near(a->y0_m, b->y0_m) && is_near(a->y1_m, b->y1_m);
}

static void widen(struct layout_box *a, const struct layout_box *b)
{
    a->x0_m = fmin(a->x0_m, b->x0_m);
    a->y0_m = fmin(a->y0_m, b->y0_m);
    a->x1_m = fmax(a->x1_m, b->x1_m);
    a->y1_m = fmax(a->y1_m, b->y1_m);
}

/* The strip's aisle: one that was there, or a new one. */
static struct aisle *aisle_of(struct aisle_view *v, int first, int room, bool along_x,
                              const struct layout_box *strip, double width_m)
{
    for (int i = first; i < v->n; i++) {
        struct aisle *x = &v->aisle[i];
        if (!is_same(&x->box, strip, along_x)) continue;
        widen(&x->box, strip);
        x->width_m = fmin(x->width_m, width_m);
        return x;
    }
    struct aisle *x = &v->aisle[v->n++];
    *x = (struct aisle){.room = room, .box = *strip, .width_m = width_m};
    return x;
}

static void add_side(struct finding *f, const struct room_plan *p, int first, int i, bool behind)
{
    const struct stand *x = &p->item[i];
    int way = behind ? x->facing ^ 1 : x->facing;
    double free_m = room_plan_free_m(p, i, way, NULL);
    if (free_m < least_m) return;
    struct layout_box strip = strip_of(&x->box, way, free_m);
    bool along_x = way == WAY_EAST || way == WAY_WEST;
    struct aisle *to = aisle_of(f->out, first, p->room, along_x, &strip, free_m);
    const char **name = behind ? &to->back : &to->front;
    if (!*name) *name = stand_name(f->s, x->kind, x->index, x->k, f->a);
    if (behind)
        to->backs++;
    else
        to->fronts++;
}

static void add_room(struct finding *f, int room)
{
    struct room_plan p = room_plan_make(f->s, room, f->a);
    int first = f->out->n;
    for (int i = 0; i < p.n; i++) {
        if (p.item[i].kind != KIND_RACK || p.item[i].facing < 0) continue;
        add_side(f, &p, first, i, false);
        add_side(f, &p, first, i, true);
    }
    for (int i = first; i < f->out->n; i++) {
        struct aisle *x = &f->out->aisle[i];
        x->kind = x->fronts && x->backs ? AISLE_OF_BOTH
                  : x->fronts           ? AISLE_OF_FRONTS
                                        : AISLE_OF_BACKS;
    }
}

/* ---- warnings ------------------------------------------------------------------- */

static void warn(struct finding *f, const char *text)
{
    f->out->warning[f->out->n_warning++] = text;
}

/* Chimneys take the backs' air away whatever looks at them. */
static bool parts_aisles(const struct room *r)
{
    return r->containment != CONTAINMENT_NONE && r->containment != CONTAINMENT_CHIMNEY;
}

static void warn_of_mixed(struct finding *f, int room)
{
    int n = 0;
    const struct aisle *first = NULL;
    for (int i = 0; i < f->out->n; i++) {
        const struct aisle *x = &f->out->aisle[i];
        if (x->room != room || x->kind != AISLE_OF_BOTH) continue;
        if (!n++) first = x;
    }
    if (!n || !parts_aisles(site_room(f->s, room))) return;
    char width[TEXT_NUMBER_CAP];
    warn(f, arena_format(f->a,
                         "%s: it is contained, but %d %s both fronts and backs; the first, %s m "
                         "wide, has the front of %s and the back of %s",
                         site_part_name(f->s, KIND_ROOM, room, f->a), n,
                         n == 1 ? "aisle has" : "aisles have",
                         text_fixed(width, first->width_m, 2, false), first->front, first->back));
}

static bool is_turned(const struct server *v)
{
    return v->airflow_direction == AIR_REAR_TO_FRONT || v->airflow_direction == AIR_SIDE;
}

/* Another server in that rack whose air goes from the front to the rear; -1: none. */
static int straight_in(const struct finding *f, const struct placed *at)
{
    for (int i = 0; i < f->racks->placement.n; i++) {
        const struct placed *p = &f->racks->placement.item[i];
        if (p->rack != at->rack || p->rack_unit != at->rack_unit) continue;
        const struct server *v = site_server(f->s, p->server);
        if (v->airflow_direction == AIR_FRONT_TO_REAR && v->airflow_m3_s > 0) return p->server;
    }
    return -1;
}

static int room_of(const struct site *s, const struct server *v, int rack)
{
    const struct ref_list *l = rack >= 0 ? &site_rack(s, rack)->room : NULL;
    if (!l || !l->n) l = &v->room;
    return l->n ? l->ref[0].index : -1;
}

static void warn_of_turned(struct finding *f, int server)
{
    const struct server *v = site_server(f->s, server);
    int n = 0, contained = 0, other = -1, room = -1;
    const struct placed *first = NULL;
    for (int i = 0; i < f->racks->placement.n; i++) {
        const struct placed *p = &f->racks->placement.item[i];
        if (p->server != server || p->rack < 0) continue;
        int beside = straight_in(f, p), in = room_of(f->s, v, p->rack);
        if (beside >= 0) {
            n += p->count;
            if (!first) first = p, other = beside;
        }
        if (in >= 0 && parts_aisles(site_room(f->s, in))) contained += p->count, room = in;
    }
    const char *id = site_part_name(f->s, KIND_SERVER, server, f->a);
    const char *way = v->airflow_direction == AIR_SIDE ? "side to side" : "rear to front";
    if (n)
        warn(f, arena_format(f->a,
                             "%s: air passes %d of them %s beside servers of front to rear, whose "
                             "exhaust they breathe: %s with %s",
                             id, n, way, place_rack_name(f->s, first->rack, first->rack_unit, f->a),
                             site_part_name(f->s, KIND_SERVER, other, f->a)));
    else if (contained)
        warn(f, arena_format(f->a, "%s: air passes %d of them %s in %s, whose aisles are contained",
                             id, contained, way, site_part_name(f->s, KIND_ROOM, room, f->a)));
}

const struct aisle_view *aisles_find(const struct site *s, const struct rack_plan *racks,
                                     struct arena *a)
{
    struct aisle_view *out = ARENA_ARRAY(a, struct aisle_view, 1);
    struct finding f = {s, racks, a, out};
    size_t sides = 0;
    for (int i = 0; i < s->of[KIND_RACK].n; i++) sides += 2 * (size_t)site_rack(s, i)->part.count;
    out->aisle = ARENA_ARRAY(a, struct aisle, sides + 1);
    out->warning =
        ARENA_ARRAY(a, const char *, (size_t)(s->of[KIND_ROOM].n + s->of[KIND_SERVER].n) + 1);
    for (int r = 0; r < s->of[KIND_ROOM].n; r++) {
        add_room(&f, r);
        warn_of_mixed(&f, r);
    }
    for (int v = 0; v < s->of[KIND_SERVER].n; v++)
        if (is_turned(site_server(s, v))) warn_of_turned(&f, v);
    return out;
}
