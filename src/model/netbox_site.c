#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "model/netbox.h"

/* Racks, devices and feeds to a site: rooms, racks, panels and breakers, strips, and servers
   in groups of one type, room and feed, with `at` and `names`. */

static bool same(const char *a, const char *b)
{
    return !strcasecmp(a, b);
}

/* ---- rooms and racks --------------------------------------------------- */

static void count_sites(struct netbox *nb)
{
    for (int i = 0; i < nb->n_rack; i++) {
        bool is_new = true;
        for (int k = 0; k < i; k++) is_new = is_new && !same(nb->rack[k]->site, nb->rack[i]->site);
        nb->n_site += is_new;
    }
}

/* The location, with its site where there are several; the site where there is none. */
static const char *room_name(const struct netbox *nb, const struct netbox_rack *r)
{
    const char *name = *r->location && *r->site && nb->n_site > 1
                           ? arena_format(nb->im->arena, "%s %s", r->site, r->location)
                       : *r->location ? r->location
                       : *r->site     ? r->site
                                      : "room";
    return import_safe_name(name, nb->im->arena);
}

static bool is_only_name(const struct netbox *nb, const struct netbox_rack *r)
{
    int n = 0;
    for (int i = 0; i < nb->n_rack; i++) n += !strcmp(nb->rack[i]->name, r->name);
    return n == 1;
}

/* Inside 10, 19, 21 and 23 inches a frame is 600 mm wide and more. */
static void set_frame(struct netbox *nb, struct netbox_rack *r)
{
    struct import *im = nb->im;
    if (r->width_m > 0)
        import_set(im, r->section, "width", r->place, "%s mm",
                   import_number(im, 1000 * r->width_m));
    if (r->depth_m > 0)
        import_set(im, r->section, "depth", r->place, "%s mm",
                   import_number(im, 1000 * r->depth_m));
    double own_kg = r->weight_kg > 0 ? r->weight_kg : 0; /* NetBox counts the load alone */
    if (r->load_kg > 0)
        import_set(im, r->section, "load", r->place, "%s kg",
                   import_number(im, r->load_kg + own_kg));
    if (r->weight_kg > 0)
        import_set(im, r->section, "own_weight", r->place, "%s kg",
                   import_number(im, r->weight_kg));
    if (*r->width && strncmp(r->width, "19", 2) != 0)
        import_note(im, r->section, "rails %s inches apart", r->width);
}

static void add_rooms(struct netbox *nb)
{
    for (int i = 0; i < nb->n_rack; i++) {
        struct netbox_rack *r = nb->rack[i];
        r->room = room_name(nb, r);
        if (!import_find(nb->im, KIND_ROOM, r->room))
            (void)import_add(nb->im, KIND_ROOM, r->room, r->place);
    }
}

static void add_racks(struct netbox *nb)
{
    struct import *im = nb->im;
    for (int i = 0; i < nb->n_rack; i++) {
        struct netbox_rack *r = nb->rack[i];
        const char *name =
            is_only_name(nb, r) ? r->name : arena_format(im->arena, "%s %s", r->site, r->name);
        r->section = import_add(im, KIND_RACK, name, r->place);
        if (strcmp(r->section->name, r->name) != 0)
            import_note(im, r->section, "%s in NetBox", r->name);
        import_set(im, r->section, "room", r->place, "%s", r->room);
        if (isnan(r->units_u))
            import_estimate(im, r->section, "units", r->place, "no table tells its height", "42 U");
        else
            import_set(im, r->section, "units", r->place, "%s U", import_number(im, r->units_u));
        if (isnan(r->units_u)) r->units_u = 42;
        set_frame(nb, r);
    }
}

/* ---- devices to racks and types ---------------------------------------- */

static struct netbox_rack *find_rack(struct netbox *nb, const struct netbox_device *d)
{
    for (int i = 0; i < nb->n_rack; i++) {
        struct netbox_rack *r = nb->rack[i];
        bool fits = !strcmp(r->name, d->rack) && (!*d->site || same(r->site, d->site)) &&
                    (!*d->location || !*r->location || same(r->location, d->location));
        if (fits) return r;
    }
    return NULL;
}

/* A rack that only a device or a feed names. */
static struct netbox_rack *implied_rack(struct netbox *nb, const char *name, const char *site,
                                        const char *location, struct place where)
{
    struct netbox_rack *r = netbox_new_rack(nb, where);
    r->name = name;
    r->site = site;
    r->location = location;
    diag_warning(nb->im->diags, DIAG_INPUT, where, "give the table of racks, too",
                 "no table has the rack '%s': 42 units are taken for it", name);
    return r;
}

static struct netbox_type *find_type(const struct netbox *nb, const struct netbox_device *d)
{
    for (int i = 0; i < nb->n_type; i++) {
        struct netbox_type *t = nb->type[i];
        bool is_maker = !*d->manufacturer || same(t->manufacturer, d->manufacturer);
        bool is_model = same(t->model, d->model) || (t->slug && same(t->slug, d->model));
        if (is_maker && is_model && !t->is_module) return t;
    }
    return NULL;
}

/* A type of which only the name is known: what the device's role says. */
static struct netbox_type *implied_type(struct netbox *nb, const struct netbox_device *d)
{
    static const char *const passive[] = {"patch", "panel", "cable", "shelf", "blank", NULL};
    struct netbox_type *t = netbox_new_type(nb, d->place);
    struct arena *a = nb->im->arena;
    t->manufacturer = *d->manufacturer ? d->manufacturer : "unknown";
    t->model = *d->model ? d->model : "unknown";
    char *slug = arena_format(a, "%s-%s", t->manufacturer, t->model);
    for (char *c = slug; *c; c++) *c = (char)tolower((unsigned char)*c);
    t->slug = import_safe_name(slug, a);
    t->words = d->role;
    t->height_u = 1;
    t->is_guess = true;
    t->n_interface = 1;
    for (int i = 0; passive[i]; i++)
        if (netbox_holds(d->role, passive[i])) t->n_panel_port = 1;
    t->n_outlet = netbox_has_word(d->role, "PDU") || netbox_has_word(d->role, "UPS");
    diag_warning(nb->im->diags, DIAG_INPUT, d->place, "give its device type (YAML), too",
                 "no file has the device type '%s %s': 1 U and what its role '%s' lets one guess",
                 t->manufacturer, t->model, d->role);
    return t;
}

static bool is_wanted(const struct netbox *nb, const char *site, const char *location)
{
    return same(nb->im->only, site) || same(nb->im->only, location);
}

static bool is_passed_over(const struct netbox *nb, const char *site, const char *location)
{
    return nb->im->only && !is_wanted(nb, site, location);
}

static void find_racks(struct netbox *nb)
{
    for (int i = 0; i < nb->n_device; i++) {
        struct netbox_device *d = nb->device[i];
        if (!d->in && *d->rack) d->in = find_rack(nb, d);
        if (!d->in && *d->rack && !is_passed_over(nb, d->site, d->location))
            d->in = implied_rack(nb, d->rack, d->site, d->location, d->place);
    }
    for (int i = 0; i < nb->n_feed; i++) {
        struct netbox_feed *f = nb->feed[i];
        const struct netbox_device like = {.rack = f->rack, .site = f->site, .location = ""};
        if (!f->in && *f->rack) f->in = find_rack(nb, &like);
        if (!f->in && *f->rack && !is_passed_over(nb, f->site, f->location))
            f->in = implied_rack(nb, f->rack, f->site, f->location, f->place);
    }
}

static void find_types(struct netbox *nb)
{
    for (int i = 0; i < nb->n_device; i++) {
        struct netbox_device *d = nb->device[i];
        if (!d->type) d->type = find_type(nb, d);
        if (!d->type) d->type = implied_type(nb, d);
    }
}

/* Keeps one site, or one location. */
static bool keep_only(struct netbox *nb)
{
    struct builder all = builder_new(nb->im->arena);
    int n_rack = 0, n_device = 0, n_feed = 0;
    for (int i = 0; i < nb->n_rack; i++) {
        struct netbox_rack *r = nb->rack[i];
        bool is_new = true;
        for (int k = 0; k < i; k++) is_new = is_new && !same(nb->rack[k]->site, r->site);
        if (is_new) builder_format(&all, "%s%s", all.n ? ", " : "there are: ", r->site);
    }
    for (int i = 0; i < nb->n_device; i++) {
        struct netbox_device *d = nb->device[i];
        bool fits = d->in ? is_wanted(nb, d->in->site, d->in->location)
                          : is_wanted(nb, d->site, d->location);
        if (fits) nb->device[n_device++] = d;
    }
    for (int i = 0; i < nb->n_feed; i++) {
        struct netbox_feed *f = nb->feed[i];
        if (f->in && is_wanted(nb, f->in->site, f->in->location)) nb->feed[n_feed++] = f;
    }
    for (int i = 0; i < nb->n_rack; i++)
        if (is_wanted(nb, nb->rack[i]->site, nb->rack[i]->location))
            nb->rack[n_rack++] = nb->rack[i];
    nb->n_rack = n_rack;
    nb->n_device = n_device;
    nb->n_feed = n_feed;
    if (n_rack || n_device) return true;
    diag_error(nb->im->diags, DIAG_USAGE, (struct place){0}, all.n ? all.s : NULL,
               "no site and no location is called '%s'", nb->im->only);
    return false;
}

/* ---- units ------------------------------------------------------------- */

static double height_of(const struct netbox_device *d)
{
    return d->type->height_u > 0 ? d->type->height_u : 0;
}

/* Lowest unit from the floor, 1 first; NaN: none. */
static double unit_of(const struct netbox_device *d)
{
    if (!d->in || isnan(d->position_u)) return (double)NAN;
    return netbox_unit(d->in, d->position_u, height_of(d));
}

/* Some have no name: then rack and unit. */
static const char *shown_name(const struct netbox *nb, const struct netbox_device *d)
{
    if (*d->name) return d->name;
    if (!d->in || isnan(d->position_u)) return d->type->model;
    return arena_format(nb->im->arena, "%s-U%s", d->in->name, import_number(nb->im, d->position_u));
}

static bool overlap(const struct netbox_device *a, const struct netbox_device *b)
{
    if (a->in != b->in) return false;
    double ua = unit_of(a), ub = unit_of(b);
    return ua < ub + height_of(b) && ub < ua + height_of(a);
}

/* Whether the units of a device can be had: it is in its rack and before no other one.  The
   later of two that overlap has to find another place; where they are back to back and
   neither is of full depth, it shares the units. */
static enum netbox_stand stand_of(struct netbox *nb, int index)
{
    struct netbox_device *d = nb->device[index];
    struct diags *ds = nb->im->diags;
    double u = unit_of(d);
    if (isnan(u)) return NETBOX_FREE;
    if (u < 1 || u + height_of(d) - 1 > d->in->units_u) {
        diag_warning(ds, DIAG_INPUT, d->place, "it is placed anywhere instead",
                     "'%s' stands at unit %s of '%s', which has %s", shown_name(nb, d),
                     import_number(nb->im, d->position_u), d->in->name,
                     import_number(nb->im, d->in->units_u));
        return NETBOX_FREE;
    }
    for (int i = 0; i < index; i++) {
        const struct netbox_device *o = nb->device[i];
        if (!overlap(d, o) || o->stand == NETBOX_FREE) continue;
        bool is_back_to_back = *d->face && *o->face && strcasecmp(d->face, o->face) != 0 &&
                               !d->type->is_full_depth && !o->type->is_full_depth;
        if (is_back_to_back) return NETBOX_BEHIND;
        diag_warning(ds, DIAG_INPUT, d->place, "it is placed anywhere instead",
                     "'%s' takes units of '%s' in '%s'%s", shown_name(nb, d), shown_name(nb, o),
                     d->in->name,
                     *d->face && *o->face && strcasecmp(d->face, o->face) != 0
                         ? ": one of them is of full depth"
                         : "");
        return NETBOX_FREE;
    }
    return NETBOX_AT;
}

/* ---- servers ----------------------------------------------------------- */

static const char *spot_of(struct netbox *nb, const struct netbox_device *d)
{
    double u = unit_of(d);
    bool has_none = isnan(u) && !(height_of(d) > 0); /* hangs in the rack, at no unit */
    return arena_format(nb->im->arena, "%s:%s", d->in->section->name,
                        import_number(nb->im, has_none ? 1 : u));
}

static bool is_placed(const struct netbox_device *d)
{
    return d->stand != NETBOX_FREE || (isnan(d->position_u) && !(height_of(d) > 0));
}

/* Devices of one type, room, feed and depth. */
static bool is_like(const struct netbox_device *a, const struct netbox_device *b)
{
    return a->type == b->type && (a->stand == NETBOX_BEHIND) == (b->stand == NETBOX_BEHIND) &&
           !strcmp(a->in->room, b->in->room) && !strcmp(a->cords, b->cords);
}

/* Names go into a list: no commas in them. */
static const char *list_name(struct netbox *nb, const struct netbox_device *d)
{
    char *s = arena_format(nb->im->arena, "%s", shown_name(nb, d));
    for (char *c = s; *c; c++)
        if (*c == ',' || *c == '"' || *c == ';' || *c == '#') *c = '-';
    return s;
}

static void add_item(struct builder *b, const char *item)
{
    builder_format(b, "%s%s", b->n ? ", " : "", item);
}

struct group {
    int id, count;
    struct builder at, names, racks;
};

/* Those that have a place come first, as `at` and `names` go together. */
static void gather(struct netbox *nb, const struct netbox_device *first, int from, struct group *g)
{
    struct arena *a = nb->im->arena;
    g->at = builder_new(a);
    g->names = builder_new(a);
    g->racks = builder_new(a);
    for (int pass = 0; pass < 2; pass++)
        for (int i = from; i < nb->n_device; i++) {
            struct netbox_device *d = nb->device[i];
            if (d->group || !d->is_server || is_placed(d) != (pass == 0) || !is_like(first, d))
                continue;
            d->group = g->id;
            g->count++;
            add_item(&g->names, list_name(nb, d));
            if (pass == 0) add_item(&g->at, spot_of(nb, d));
            if (d->in->mark != g->id) add_item(&g->racks, d->in->section->name);
            d->in->mark = g->id;
        }
}

static void add_group(struct netbox *nb, const struct netbox_device *first, int index)
{
    struct import *im = nb->im;
    struct group g = {.id = index + 1};
    gather(nb, first, index, &g);
    struct import_section *s =
        import_copy(im, first->type->section, first->type->section->name, first->place);
    import_set(im, s, "count", first->place, "%d", g.count);
    import_set(im, s, "room", first->place, "%s", first->in->room);
    import_set(im, s, "rack", first->place, "%s", g.racks.s);
    if (g.at.n) import_set(im, s, "at", first->place, "%s", g.at.s);
    import_set(im, s, "names", first->place, "%s", g.names.s);
    if (*first->cords) import_set(im, s, "from", first->place, "%s", first->cords);
    if (first->type->is_guess)
        import_estimate(im, s, "height", first->place, "no file has its device type", "1 U");
    if (first->stand != NETBOX_BEHIND) return;
    import_set(im, s, "height", first->place, "0 U");
    import_note(im, s, "back to back with what stands before it, whose units it shares");
}

/* A part of its own, not of a group: a strip, a UPS, a coolant unit. */
static void add_own(struct netbox *nb, struct netbox_device *d)
{
    d->section = import_copy(nb->im, d->type->section, shown_name(nb, d), d->place);
    if (d->section->kind == KIND_CDU)
        import_note(nb->im, d->section, "give it rejects_to and the servers that it cools");
}

/* Where a device goes: true when it is a server to be grouped. */
static bool sort_device(struct netbox *nb, int index)
{
    struct netbox_device *d = nb->device[index];
    const struct import_section *pattern = d->type->section;
    if (d->parent || d->type->role == NETBOX_CHILD)
        import_leave_out(nb->im, shown_name(nb, d), d->place, "the draw of its chassis holds it");
    else if (!d->in)
        import_leave_out(nb->im, shown_name(nb, d), d->place, "it stands in no rack");
    else if (pattern && pattern->kind == KIND_SERVER)
        return true;
    else {
        if (d->stand == NETBOX_AT) netbox_reserve(nb, d->in, unit_of(d), height_of(d));
        if (pattern) add_own(nb, d);
    }
    return false;
}

/* NetBox lets a reserved unit be taken: then it is. */
static bool is_taken(const struct netbox *nb, const struct netbox_rack *r, double u)
{
    for (int i = 0; i < nb->n_device; i++) {
        const struct netbox_device *d = nb->device[i];
        if (d->in != r || !d->is_server || d->stand != NETBOX_AT) continue;
        if (u + 1 > unit_of(d) && u < unit_of(d) + height_of(d)) return true;
    }
    return false;
}

static void set_reserved(struct netbox *nb, struct netbox_rack *r)
{
    struct builder b = builder_new(nb->im->arena);
    for (int i = 0; i < r->n_reserved; i++)
        if (!is_taken(nb, r, r->reserved[i])) add_item(&b, import_number(nb->im, r->reserved[i]));
    if (b.n) import_set(nb->im, r->section, "reserved", r->place, "%s U", b.s);
}

/* Models of the types that stand somewhere, as patterns to copy; the role of the first device
   tells what the type may keep to itself. */
static void make_patterns(struct netbox *nb)
{
    for (int i = 0; i < nb->n_device; i++) {
        struct netbox_type *t = nb->device[i]->type;
        if (t->is_made || t->role == NETBOX_CHILD) continue;
        t->is_made = true;
        t->words = arena_format(nb->im->arena, "%s\n%s", nb->device[i]->role, t->words);
        if (netbox_model(nb, t)) import_drop(nb->im, t->section);
    }
}

bool netbox_site(struct netbox *nb)
{
    nb->is_site = true;
    find_racks(nb);
    if (nb->im->only && !keep_only(nb)) return false;
    find_types(nb);
    count_sites(nb);
    add_rooms(nb);
    add_racks(nb);
    netbox_add_feeds(nb);
    make_patterns(nb);
    for (int i = 0; i < nb->n_device; i++) nb->device[i]->stand = stand_of(nb, i);
    for (int i = 0; i < nb->n_device; i++) nb->device[i]->is_server = sort_device(nb, i);
    netbox_feed_all(nb);
    for (int i = 0; i < nb->n_rack; i++) set_reserved(nb, nb->rack[i]);
    for (int i = 0; i < nb->n_device; i++)
        if (nb->device[i]->is_server && !nb->device[i]->group) add_group(nb, nb->device[i], i);
    return !nb->im->diags->n_error;
}
