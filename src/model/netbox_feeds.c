#include <string.h>
#include <strings.h>

#include "model/netbox.h"

/* What feeds what: panels and breakers, strips and UPS by their cables, racks by their strips
   or feeds, and servers where their cables say more than their rack. */

#define SUPPLY "supply" /* the panel that stands for feeds that the files do not tell of */

static const char *joined(struct netbox *nb, const char *list, const char *item)
{
    return *list ? arena_format(nb->im->arena, "%s, %s", list, item) : item;
}

static bool is_in_list(const char *list, const char *item)
{
    struct text rest = text_of(list), head;
    for (bool more = true; more;) {
        rest = text_cut(rest, ',', &head, &more);
        if (text_is(text_trim(head), item)) return true;
    }
    return false;
}

static void add_supply(struct netbox *nb, struct place where)
{
    if (import_find(nb->im, KIND_RPP, SUPPLY)) return;
    struct import_section *s = import_add(nb->im, KIND_RPP, SUPPLY, where);
    import_note(nb->im, s, "stands for feeds that the files do not tell of: give it from = ...");
}

static void set_feed(struct netbox *nb, const struct netbox_feed *f, struct import_section *s)
{
    struct import *im = nb->im;
    bool is_three = netbox_holds(f->phase, "three") || netbox_holds(f->phase, "3");
    if (f->volt > 0)
        import_set(im, s, "voltage", f->place, "%s V %s", import_number(im, f->volt),
                   is_three ? "LL" : "LN");
    import_set(im, s, "phases", f->place, "%d", is_three ? 3 : 1);
    if (f->ampere > 0)
        import_set(im, s, "rated_current", f->place, "%s A", import_number(im, f->ampere));
    if (f->most_frac > 0 && f->most_frac <= 1)
        import_set(im, s, "usable", f->place, "%s %%", import_number(im, 100 * f->most_frac));
    if (!strcasecmp(f->supply, "dc")) import_note(im, s, "direct current in NetBox");
    if (*f->type) import_note(im, s, "%s", f->type);
}

void netbox_add_feeds(struct netbox *nb)
{
    struct import *im = nb->im;
    for (int i = 0; i < nb->n_feed; i++) {
        struct netbox_feed *f = nb->feed[i];
        const char *panel = import_safe_name(*f->panel ? f->panel : SUPPLY, im->arena);
        if (!*f->panel) add_supply(nb, f->place);
        if (!import_find(im, KIND_RPP, panel)) {
            struct import_section *p = import_add(im, KIND_RPP, f->panel, f->place);
            import_note(im, p, "a power panel: give it from = ...");
        }
        f->section = import_add(im, KIND_BREAKER, f->name, f->place);
        import_set(im, f->section, "from", f->place, "rpp.%s", panel);
        set_feed(nb, f, f->section);
    }
}

/* Breakers of a rack's feeds, the primary ones first: "" if it has none. */
static const char *feeds_of(struct netbox *nb, const struct netbox_rack *r, int *n)
{
    const char *list = "";
    *n = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < nb->n_feed; i++) {
            const struct netbox_feed *f = nb->feed[i];
            if (f->in != r || (!strcasecmp(f->type, "redundant")) != (pass == 1)) continue;
            list = joined(nb, list, arena_format(nb->im->arena, "breaker.%s", f->section->name));
            ++*n;
        }
    return list;
}

static const char *item_of(struct netbox *nb, const char *list, int k)
{
    struct text rest = text_of(list), head = {0};
    for (bool more = true; k >= 0 && more; k--) rest = text_cut(rest, ',', &head, &more);
    head = text_trim(head);
    return arena_text(nb->im->arena, head.s, head.n);
}

/* "rackpdu.x" of a device that is a part of its own. */
static const char *part_of(struct netbox *nb, const struct netbox_device *d)
{
    return arena_format(nb->im->arena, "%s.%s", nb->im->kinds[d->section->kind].name,
                        d->section->name);
}

static bool gives_power(const struct netbox_device *d)
{
    return d->section && d->section->kind != KIND_CDU;
}

/* Strips, UPS and feeds that the device's cords are plugged into, in order; "" if no cable of
   it is known. */
static const char *cords_of(struct netbox *nb, const struct netbox_device *d)
{
    const char *list = "";
    for (int i = 0; i < nb->n_cord && *d->name; i++) {
        const struct netbox_cord *c = &nb->cord[i];
        if (strcmp(c->device, d->name) != 0 || !*c->into) continue;
        for (int k = 0; c->is_feed && k < nb->n_feed; k++) {
            const struct netbox_feed *f = nb->feed[k];
            if ((f->in && f->in != d->in) || strcmp(f->name, c->into) != 0) continue;
            const char *item = arena_format(nb->im->arena, "breaker.%s", f->section->name);
            if (!is_in_list(list, item)) list = joined(nb, list, item);
        }
        for (int k = 0; !c->is_feed && k < nb->n_device; k++) {
            const struct netbox_device *o = nb->device[k];
            if (!gives_power(o) || o == d || strcmp(o->name, c->into) != 0) continue;
            if (strcmp(o->in->site, d->in->site) != 0) continue; /* names are a site's own */
            if (!is_in_list(list, part_of(nb, o))) list = joined(nb, list, part_of(nb, o));
        }
    }
    return list;
}

/* A strip, UPS or coolant unit: by its cables, else by the feed of its rank in the rack. */
static void feed_part(struct netbox *nb, struct netbox_device *d, int rank)
{
    struct import *im = nb->im;
    int n;
    const char *told = cords_of(nb, d), *feeds = feeds_of(nb, d->in, &n);
    if (*told) {
        import_set(im, d->section, "from", d->place, "%s", told);
        return;
    }
    if (!n) add_supply(nb, d->place);
    import_estimate(im, d->section, "from", d->place, "no cable tells", "%s",
                    n ? item_of(nb, feeds, rank % n) : "rpp." SUPPLY);
}

static void feed_parts(struct netbox *nb)
{
    for (int i = 0; i < nb->n_device; i++) {
        struct netbox_device *d = nb->device[i];
        int rank = 0;
        for (int k = 0; k < i && d->section; k++)
            rank += nb->device[k]->in == d->in && nb->device[k]->section &&
                    nb->device[k]->section->kind == d->section->kind;
        if (d->section) feed_part(nb, d, rank);
    }
}

/* Parts of a kind in the rack, as a list of sources. */
static const char *parts_in(struct netbox *nb, const struct netbox_rack *r, enum kind_id kind)
{
    const char *list = "";
    for (int k = 0; k < nb->n_device; k++) {
        const struct netbox_device *d = nb->device[k];
        if (d->in == r && d->section && d->section->kind == (int)kind)
            list = joined(nb, list, part_of(nb, d));
    }
    return list;
}

/* Sources of a rack: its strips, else its UPS, else its feeds, else the supply. */
static void feed_rack(struct netbox *nb, struct netbox_rack *r)
{
    int n;
    const char *list = parts_in(nb, r, KIND_RACKPDU);
    if (!*list) list = parts_in(nb, r, KIND_UPS);
    if (!*list) list = feeds_of(nb, r, &n);
    if (*list) {
        import_set(nb->im, r->section, "from", r->place, "%s", list);
        return;
    }
    add_supply(nb, r->place);
    import_estimate(nb->im, r->section, "from", r->place, "no file tells of its feeds", "rpp.%s",
                    SUPPLY);
}

static int length_of(const char *list)
{
    int n = *list != '\0';
    for (; *list; list++) n += *list == ',';
    return n;
}

/* Whether both name the same sources, in whatever order. */
static bool is_same_set(const char *a, const char *b)
{
    struct text rest = text_of(a), head;
    if (!b || length_of(a) != length_of(b)) return false;
    for (bool more = true; more;) {
        rest = text_cut(rest, ',', &head, &more);
        head = text_trim(head);
        struct text other = text_of(b), item;
        bool found = false;
        for (bool again = true; again && !found;) {
            other = text_cut(other, ',', &item, &again);
            item = text_trim(item);
            found = item.n == head.n && !memcmp(item.s, head.s, item.n);
        }
        if (!found) return false;
    }
    return true;
}

void netbox_feed_all(struct netbox *nb)
{
    feed_parts(nb);
    for (int i = 0; i < nb->n_rack; i++) feed_rack(nb, nb->rack[i]);
    for (int i = 0; i < nb->n_device; i++) {
        struct netbox_device *d = nb->device[i];
        d->cords = d->is_server ? cords_of(nb, d) : "";
        if (*d->cords && is_same_set(d->cords, import_value(d->in->section, "from"))) d->cords = "";
    }
}
