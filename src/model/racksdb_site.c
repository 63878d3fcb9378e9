#include <math.h>
#include <string.h>

#include "input/fold.h"
#include "model/racksdb.h"

/* Datacenters to rooms and racks, infrastructures to servers. */

static const struct yaml empty = {.kind = YAML_SEQUENCE};

static const struct yaml *list_in(struct racksdb *db, const struct yaml *node, const char *key)
{
    const struct yaml *list = yaml_get(node, key);
    if (yaml_is_null(list)) return &empty;
    if (list->kind == YAML_SEQUENCE) return list;
    racksdb_refuse(db, list, NULL, "'%s' is no list", key);
    return &empty;
}

static const char *text_in(struct racksdb *db, const struct yaml *node, const char *key)
{
    const char *s = yaml_text(yaml_get(node, key));
    if (!s || !*s) racksdb_refuse(db, node, NULL, "no '%s'", key);
    return s && *s ? s : NULL;
}

/* Names of a set; NULL with an error. */
static const char **names_in(struct racksdb *db, const struct yaml *node, int *n)
{
    const char **name, *folded = text_in(db, node, "name");
    if (!folded) return NULL;
    if (fold_expand(folded, &name, n, db->im->arena)) return name;
    racksdb_refuse(db, yaml_get(node, "name"), "write rack[01-10]", "'%s' names no set", folded);
    return NULL;
}

/* ---- racks -------------------------------------------------------------------- */

static const struct racksdb_rack *find_rack(const struct racksdb *db, const char *name)
{
    for (const struct racksdb_rack *r = db->rack; r; r = r->next)
        if (!strcmp(r->name, name)) return r;
    return NULL;
}

static void set_mm(struct import *im, struct import_section *s, const char *key, double m)
{
    if (!isnan(m)) import_set(im, s, key, s->place, "%s mm", import_number(im, 1000 * m));
}

static void set_type(struct racksdb *db, struct import_section *s,
                     const struct racksdb_rack_type *t)
{
    struct import *im = db->im;
    if (!t || isnan(t->units_u))
        import_estimate(im, s, "units", s->place, "the files do not tell", "42 U");
    else
        import_set(im, s, "units", s->place, "%s U", import_number(im, t->units_u));
    if (!t) return;
    set_mm(im, s, "width", t->width_m);
    set_mm(im, s, "depth", t->depth_m);
    set_mm(im, s, "height", t->height_m);
    if (!isnan(t->weight_kg))
        import_set(im, s, "own_weight", s->place, "%s kg", import_number(im, t->weight_kg));
}

static struct racksdb_rack *add_rack(struct racksdb *db, const char *name, struct place where,
                                     const struct racksdb_rack_type *t)
{
    struct racksdb_rack *r = ARENA_ARRAY(db->im->arena, struct racksdb_rack, 1);
    struct import_section *s = import_add(db->im, KIND_RACK, name, where);
    double units = t && !isnan(t->units_u) ? t->units_u : 42;
    set_type(db, s, t);
    *r = (struct racksdb_rack){name, import_places_rack(&db->places, s, units),
                               t ? t->first_slot : 1, db->rack};
    db->rack = r;
    return r;
}

/* ---- rows --------------------------------------------------------------------- */

struct slot { /* of a row */
    int at;
    const char *name;
    const struct racksdb_rack_type *type;
    struct place where;
};

struct row {
    const char *name, *room;
    double x_m, depth_m, room_depth_m; /* NaN: not known */
    int turns;                         /* quarters, clockwise; -1: it stands along no axis */
    bool is_reversed, gets_places;
    int n;
    struct slot *slot;
};

static double width_of(const struct row *r, int slot, bool *has)
{
    *has = false;
    for (int i = 0; i < r->n; i++)
        if (r->slot[i].at == slot) {
            *has = true;
            return r->slot[i].type ? r->slot[i].type->width_m : (double)NAN;
        }
    return (double)NAN;
}

/* Metres from the row's corner to a slot; first_m: width of an empty one that stands first. */
static double offset_m(const struct row *r, int slot, double first_m)
{
    double sum = 0, last_m = first_m;
    for (int i = 0; i < slot; i++) {
        bool has;
        double w = width_of(r, i, &has);
        if (has) last_m = w;
        sum += last_m;
    }
    return sum;
}

/* In RacksDB's plan, x to the right and y down, turned by quarters clockwise. */
static void turn(int turns, double along, double across, double *x, double *y)
{
    *x = turns == 0 ? along : turns == 1 ? -across : turns == 2 ? -along : across;
    *y = turns == 0 ? across : turns == 1 ? along : turns == 2 ? -across : -along;
}

/* The doors are below the row, or above a reversed one; our y runs up. */
static const char *facing_of(const struct row *r)
{
    static const char *const ways[] = {"-y", "-x", "+y", "+x"};
    return ways[(r->turns + (r->is_reversed ? 2 : 0)) % 4];
}

static void set_position(struct racksdb *db, struct import_section *s, const struct row *r,
                         const struct slot *k)
{
    struct import *im = db->im;
    const struct racksdb_rack_type *t = k->type;
    double x0, y0, x1, y1, first_m = db->rack_type ? db->rack_type->width_m : (double)NAN;
    if (r->turns < 0 || !t) return;
    double along = offset_m(r, k->at, first_m);
    turn(r->turns, along, 0, &x0, &y0);
    turn(r->turns, along + t->width_m, t->depth_m, &x1, &y1);
    double x = r->x_m + fmin(x0, x1), y = r->room_depth_m - r->depth_m - fmax(y0, y1);
    if (!isfinite(x) || !isfinite(y)) return;
    if (x < -1e-9 || y < -1e-9) {
        diag_error(im->diags, DIAG_INPUT, k->where, "look at the position of its row",
                   "rack '%s' reaches beyond its room", k->name);
        db->is_fine = false;
        return;
    }
    const char *at_x = import_number(im, fmax(x, 0)), *at_y = import_number(im, fmax(y, 0));
    if (!r->gets_places) {
        import_note(im, s, "stands at %s, %s m, front to %s", at_x, at_y, facing_of(r));
        return;
    }
    import_set(im, s, "position", k->where, "%s, %s m", at_x, at_y);
    import_set(im, s, "facing", k->where, "%s", facing_of(r));
}

static int count_racks(struct racksdb *db, const struct yaml *sets)
{
    int n = 0, more = 0;
    for (int i = 0; i < sets->n; i++)
        if (names_in(db, sets->item[i], &more)) n += more;
    return n;
}

static void add_slots(struct racksdb *db, struct row *r, const struct yaml *set)
{
    static const char *const known[] = {"name", "type", "slot", "tags", NULL};
    int n;
    const char **name = names_in(db, set, &n), *id = text_in(db, set, "type");
    racksdb_note(db, set, known);
    if (!name || !id) return;
    const struct racksdb_rack_type *t = racksdb_find_rack_type(db, id);
    if (!t)
        diag_warning(db->im->diags, DIAG_INPUT, set->place, "give the file of its types, too",
                     "there is no type of racks '%s'", id);
    int slot = racksdb_whole(db, set, "slot", 0);
    for (int i = 0; i < n; i++) r->slot[r->n++] = (struct slot){slot + i, name[i], t, set->place};
}

static bool read_position(struct racksdb *db, struct row *r, const struct yaml *node)
{
    static const char *const known[] = {"width", "depth", "rotation", NULL};
    const struct yaml *at = yaml_get(node, "position"), *turned = yaml_get(at, "rotation");
    double degrees = 0;
    if (yaml_is_null(at)) {
        r->turns = -1;
        return true;
    }
    racksdb_note(db, at, known);
    r->x_m = racksdb_quantity(db, at, "width", "m");
    r->depth_m = racksdb_quantity(db, at, "depth", "m");
    if (!yaml_is_null(turned) && !yaml_number(turned, &degrees)) {
        racksdb_refuse(db, turned, "in degrees, clockwise", "'%s' is no number", "rotation");
        return false;
    }
    double quarters = fmod(fmod(degrees, 360) + 360, 360) / 90;
    r->turns = quarters == floor(quarters) ? (int)quarters : -1;
    if (r->turns < 0)
        diag_warning(db->im->diags, DIAG_INPUT, turned->place,
                     "rows run along x or y here: no rack of the room gets a position",
                     "row '%s' is turned by %g degrees", r->name, degrees);
    return true;
}

/* Whether all rows of a room stand along an axis, in racks whose size is known: a floor plan
   has all its racks or none. */
static bool all_stand(const struct racksdb *db, const struct yaml *rows)
{
    for (int i = 0; i < rows->n; i++) {
        double degrees = 0;
        const struct yaml *at = yaml_get(rows->item[i], "position");
        const struct yaml *sets = yaml_get(rows->item[i], "racks");
        if (yaml_is_null(at)) return false;
        if (yaml_number(yaml_get(at, "rotation"), &degrees) && fmod(degrees, 90) != 0) return false;
        for (int k = 0; sets && sets->kind == YAML_SEQUENCE && k < sets->n; k++) {
            const char *id = yaml_text(yaml_get(sets->item[k], "type"));
            const struct racksdb_rack_type *t = id ? racksdb_find_rack_type(db, id) : NULL;
            if (!t || isnan(t->width_m) || isnan(t->depth_m)) return false;
        }
    }
    return true;
}

static void read_row(struct racksdb *db, const struct yaml *node, const char *room,
                     double room_depth_m, bool gets_places)
{
    static const char *const known[] = {"name", "position", "racks", "reversed", "tags", NULL};
    const struct yaml *sets = list_in(db, node, "racks"), *way = yaml_get(node, "reversed");
    struct row r = {.name = text_in(db, node, "name"),
                    .room = room,
                    .room_depth_m = room_depth_m,
                    .gets_places = gets_places};
    racksdb_note(db, node, known);
    if (!r.name || !read_position(db, &r, node)) return;
    if (!yaml_is_null(way) && !yaml_flag(way, &r.is_reversed))
        racksdb_refuse(db, way, NULL, "'%s' is true or false", "reversed");
    r.slot = ARENA_ARRAY(db->im->arena, struct slot, (size_t)count_racks(db, sets) + 1);
    for (int i = 0; i < sets->n; i++) add_slots(db, &r, sets->item[i]);
    for (int i = 0; i < r.n; i++) {
        const struct slot *k = &r.slot[i];
        if (find_rack(db, k->name)) {
            diag_error(db->im->diags, DIAG_INPUT, k->where, NULL, "rack '%s' stands twice",
                       k->name);
            db->is_fine = false;
            continue;
        }
        int place = add_rack(db, k->name, k->where, k->type)->place;
        struct import_section *s = db->places.rack[place].section;
        import_set(db->im, s, "room", k->where, "%s", room);
        set_position(db, s, &r, k);
    }
}

/* ---- rooms -------------------------------------------------------------------- */

static void read_room(struct racksdb *db, const struct yaml *node, const char *datacenter)
{
    static const char *const known[] = {"name", "dimensions", "rows", "tags", NULL};
    static const char *const sizes[] = {"width", "depth", NULL};
    struct import *im = db->im;
    const char *name = text_in(db, node, "name");
    const struct yaml *size = yaml_get(node, "dimensions"), *list = list_in(db, node, "rows");
    racksdb_note(db, node, known);
    if (!name) return;
    if (import_find(im, KIND_ROOM, import_safe_name(name, im->arena)))
        name = arena_format(im->arena, "%s %s", datacenter, name);
    struct import_section *s = import_add(im, KIND_ROOM, name, node->place);
    if (size) racksdb_note(db, size, sizes);
    double width_m = racksdb_quantity(db, size, "width", "m");
    double depth_m = racksdb_quantity(db, size, "depth", "m");
    if (!isnan(width_m))
        import_set(im, s, "length", node->place, "%s m", import_number(im, width_m));
    if (!isnan(depth_m))
        import_set(im, s, "width", node->place, "%s m", import_number(im, depth_m));
    if (width_m > 0 && depth_m > 0) /* a floor plan wants it */
        import_estimate(im, s, "height", node->place, "the files tell none", "3 m");
    if (*datacenter) import_note(im, s, "datacenter %s", datacenter);
    bool gets_places = width_m > 0 && depth_m > 0 && all_stand(db, list);
    for (int i = 0; i < list->n; i++) read_row(db, list->item[i], s->name, depth_m, gets_places);
}

void racksdb_read_datacenter(struct racksdb *db, const struct racksdb_doc *d)
{
    static const char *const known[] = {"name", "rooms", "tags", "location", NULL};
    const struct yaml *rooms = list_in(db, d->node, "rooms");
    racksdb_note(db, d->node, known);
    for (int i = 0; i < rooms->n; i++) read_room(db, rooms->item[i], d->name);
}

/* ---- equipment ---------------------------------------------------------------- */

static struct import_draw draw_of(const struct racksdb_type *t, int n)
{
    struct import_draw d = {.model = import_draw_like(t->height_u),
                            .times = n,
                            .idle_w = (double)NAN,
                            .typical_w = (double)NAN,
                            .maximum_w = (double)NAN};
    if (t->category == RACKSDB_MISC) d.model = "estimate-0u";
    if (t->category == RACKSDB_NETWORK) {
        d.model = "estimate-network";
        d.times = n * fmax(1, t->height_u);
    }
    if (t->category != RACKSDB_NODES) return d;
    if (t->accelerators) {
        d.model = "dgx-h100";
        d.times = n * t->accelerators / 8.0;
    } else if (t->side_by_side > 1)
        d.model = "estimate-node";
    else if (t->sockets)
        d.model = t->sockets <= 2 ? "estimate-2p" : t->sockets <= 4 ? "estimate-4p" : "estimate-8p";
    return d;
}

/* The section of so many of a type side by side. */
static struct import_section *add_type(struct racksdb *db, const char *name,
                                       const struct racksdb_type *t, int n, struct place where)
{
    struct import *im = db->im;
    struct import_section *s = import_add(im, KIND_SERVER, name, where);
    struct import_draw d = draw_of(t, n);
    import_set(im, s, "source", where, "RacksDB: %s%s%s%s%s", t->model, t->processor ? "; " : "",
               t->processor ? t->processor : "", t->specs ? "; " : "", t->specs ? t->specs : "");
    if (n > 1) import_note(im, s, "%d side by side are one server here", n);
    import_set(im, s, "height", where, "%s U", import_number(im, t->height_u));
    if (t->accelerators) import_set(im, s, "accelerators", where, "%d", n * t->accelerators);
    db->is_fine &= import_draw_set(im, s, &d, where);
    return s;
}

static const char *type_name(struct racksdb *db, const char *before, const struct racksdb_type *t,
                             int n)
{
    const char *name = arena_format(db->im->arena, "%s%s", before, t->id);
    return n > 1 ? arena_format(db->im->arena, "%s-x%d", name, n) : name;
}

/* Of one infrastructure, in the room of a rack. */
static int group_of(struct racksdb *db, const char *infrastructure, const struct racksdb_type *t,
                    int n, int rack, struct place where)
{
    struct arena *a = db->im->arena;
    const char *name = type_name(db, arena_format(a, "%s-", infrastructure), t, n);
    int i = import_places_find(&db->places, name, rack);
    if (i >= 0) return i;
    struct import_section *s = add_type(db, name, t, n, where);
    return import_places_group(&db->places, s, name, rack, t->height_u);
}

void racksdb_models(struct racksdb *db)
{
    for (const struct racksdb_type *t = db->type; t; t = t->next)
        add_type(db, type_name(db, "", t, t->side_by_side), t, t->side_by_side, t->where);
    for (const struct racksdb_rack_type *t = db->rack_type; t; t = t->next)
        import_leave_out(db->im, t->id, t->where,
                         "a type of racks needs a datacenter that has "
                         "such racks");
}

/* "cn[01-02]" of cn01 and cn02: the digits at the end of the names. */
static const char *fold_names(const char *const *name, int n, struct arena *a)
{
    size_t last = strlen(name[0]), length = last;
    if (n == 1) return name[0];
    while (last && name[0][last - 1] >= '0' && name[0][last - 1] <= '9') last--;
    bool is_run = last < length && !strncmp(name[0], name[n - 1], last);
    if (is_run)
        return arena_format(a, "%s[%s-%s]", arena_text(a, name[0], last), name[0] + last,
                            name[n - 1] + last);
    return arena_format(a, "%s to %s", name[0], name[n - 1]);
}

static void add_equipment(struct racksdb *db, const char *infrastructure,
                          const struct racksdb_type *t, const struct racksdb_rack *rack,
                          const struct yaml *set)
{
    int n, slot = racksdb_whole(db, set, "slot", -1);
    const char **name = names_in(db, set, &n);
    if (!name) return;
    if (slot < 0) {
        racksdb_refuse(db, set, "the lowest slot of the first", "no '%s'", "slot");
        return;
    }
    for (int i = 0; i < n; i += t->side_by_side) {
        int side = n - i < t->side_by_side ? n - i : t->side_by_side;
        struct import_spot spot = {
            .group = group_of(db, infrastructure, t, side, rack->place, set->place),
            .rack = rack->place,
            .u = slot - rack->first_slot + 1 + i / t->side_by_side * t->height_u,
            .name = fold_names(name + i, side, db->im->arena),
            .where = set->place};
        if (!import_places_add(&db->places, spot)) {
            db->is_fine = false;
            return;
        }
    }
}

static void read_set(struct racksdb *db, const char *infrastructure, enum racksdb_category c,
                     const struct racksdb_rack *rack, const struct yaml *set)
{
    static const char *const known[] = {"name", "type", "slot", "tags", NULL};
    const char *id = text_in(db, set, "type"), *name = yaml_text(yaml_get(set, "name"));
    racksdb_note(db, set, known);
    if (!id) return;
    const struct racksdb_type *t = racksdb_find_type(db, c, id);
    if (t)
        add_equipment(db, infrastructure, t, rack, set);
    else
        import_leave_out(db->im, name ? name : id, set->place,
                         arena_format(db->im->arena, "no file tells of its type '%s'", id));
}

static void read_part(struct racksdb *db, const char *infrastructure, const struct yaml *part)
{
    static const char *const known[] = {"rack", "nodes", "storage", "network",
                                        "misc", "tags",  NULL};
    const char *name = text_in(db, part, "rack");
    racksdb_note(db, part, known);
    if (!name) return;
    const struct racksdb_rack *rack = find_rack(db, name);
    if (!rack && db->im->only) {
        import_leave_out(
            db->im, infrastructure, part->place,
            arena_format(db->im->arena, "its rack '%s' is not in '%s'", name, db->im->only));
        return;
    }
    if (!rack) rack = add_rack(db, name, part->place, NULL);
    for (int c = 0; c < N_RACKSDB; c++) {
        const struct yaml *sets = list_in(db, part, racksdb_category_keys[c]);
        for (int i = 0; i < sets->n; i++)
            read_set(db, infrastructure, (enum racksdb_category)c, rack, sets->item[i]);
    }
}

void racksdb_read_infrastructure(struct racksdb *db, const struct racksdb_doc *d)
{
    static const char *const known[] = {"name", "description", "tags", "layout", NULL};
    const struct yaml *layout = list_in(db, d->node, "layout");
    racksdb_note(db, d->node, known);
    for (int i = 0; i < layout->n; i++)
        read_part(db, *d->name ? d->name : "infrastructure", layout->item[i]);
}
