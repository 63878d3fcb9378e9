#include "model/import_place.h"

#include <math.h>
#include <string.h>

#include "model/spot.h"

#define SUPPLY "supply"

struct import_places import_places_new(struct import *im)
{
    return (struct import_places){.im = im};
}

/* Room for one more, by doubling; the old items stay. */
static void *grown(struct arena *a, void *item, int n, int *cap, size_t size)
{
    if (n < *cap) return item;
    *cap = *cap ? 2 * *cap : 64;
    void *more = arena_make(a, size, (size_t)*cap);
    if (n) memcpy(more, item, (size_t)n * size);
    return more;
}

int import_places_rack(struct import_places *p, struct import_section *s, double units_u)
{
    struct arena *a = p->im->arena;
    p->rack = grown(a, p->rack, p->n_rack, &p->rack_cap, sizeof *p->rack);
    int *taken = ARENA_ARRAY(a, int, 2 * SPOT_UNITS);
    p->rack[p->n_rack] = (struct import_rack){s, units_u, taken};
    return p->n_rack++;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

static const char *room_of(const struct import_places *p, int rack)
{
    return import_value(p->rack[rack].section, "room");
}

int import_places_find(const struct import_places *p, const char *key, int rack)
{
    const char *room = room_of(p, rack);
    for (int i = 0; i < p->n_group; i++)
        if (!strcmp(p->group[i].key, key) && same_text(p->group[i].room, room)) return i;
    return -1;
}

int import_places_group(struct import_places *p, struct import_section *s, const char *key,
                        int rack, double height_u)
{
    p->group = grown(p->im->arena, p->group, p->n_group, &p->group_cap, sizeof *p->group);
    p->group[p->n_group] = (struct import_group){
        .section = s, .key = key, .room = room_of(p, rack), .height_u = height_u};
    return p->n_group++;
}

/* ---- places ------------------------------------------------------------------- */

static const char *spot_name(const struct import_places *p, const struct import_spot *x)
{
    return x->name ? x->name : p->group[x->group].section->name;
}

/* Takes half units; false with an error. */
static bool take(struct import_places *p, const struct import_spot *x, int index)
{
    const struct import_rack *r = &p->rack[x->rack];
    double height = p->group[x->group].height_u;
    char low[TEXT_NUMBER_CAP], high[TEXT_NUMBER_CAP], units[TEXT_NUMBER_CAP];
    double top = x->u + height - 1;
    if (!(x->u >= 1) || top > r->units_u + 1e-9 || top >= SPOT_UNITS ||
        2 * x->u != floor(2 * x->u)) {
        diag_error(p->im->diags, DIAG_INPUT, x->where, "units count from the floor, 1 first",
                   "'%s' in units %s to %s does not stand in rack '%s' of %s U", spot_name(p, x),
                   text_shortest(low, x->u), text_shortest(high, top), r->section->name,
                   text_shortest(units, r->units_u));
        return false;
    }
    int from = (int)lround(2 * (x->u - 1)), n = (int)ceil(2 * height - 1e-9);
    for (int i = from; i < from + n; i++) {
        if (!r->taken[i]) continue;
        const struct import_spot *other = &p->spot[r->taken[i] - 1];
        diag_error(p->im->diags, DIAG_INPUT, x->where, NULL,
                   "'%s' at unit %s of rack '%s' stands in '%s' (line %d)", spot_name(p, x),
                   text_shortest(low, x->u), r->section->name, spot_name(p, other),
                   other->where.line);
        return false;
    }
    for (int i = from; i < from + n; i++) r->taken[i] = index + 1;
    return true;
}

bool import_places_add(struct import_places *p, struct import_spot spot)
{
    struct import_group *g = &p->group[spot.group];
    if (!isnan(spot.u) && !take(p, &spot, p->n_spot)) return false;
    p->spot = grown(p->im->arena, p->spot, p->n_spot, &p->spot_cap, sizeof *p->spot);
    p->spot[p->n_spot++] = spot;
    g->n++;
    g->n_named += spot.name != NULL;
    return true;
}

/* ---- keys --------------------------------------------------------------------- */

struct lists {
    struct builder rack, at, names;
    int n_rack, n_at, n_name;
};

static void add_item(struct builder *b, int *n, const char *item)
{
    builder_format(b, "%s%s", (*n)++ ? ", " : "", item);
}

/* A list takes commas as its own, and a quote as the end. */
static const char *list_name(const char *name, struct arena *a)
{
    char *s = arena_text(a, name, strlen(name));
    for (char *c = s; *c; c++)
        if (*c == ',' || *c == '"' || *c == ';') *c = ' ';
    struct text t = text_trim(text_of(s));
    return arena_text(a, t.s, t.n);
}

static void add_spot(const struct import_places *p, const struct import_spot *x, bool all_named,
                     bool *is_listed, struct lists *l)
{
    char u[TEXT_NUMBER_CAP];
    struct arena *a = p->im->arena;
    const char *rack = p->rack[x->rack].section->name;
    if (!is_listed[x->rack]) add_item(&l->rack, &l->n_rack, rack);
    is_listed[x->rack] = true;
    if (!isnan(x->u))
        add_item(&l->at, &l->n_at, arena_format(a, "%s:%s", rack, text_shortest(u, x->u)));
    if (all_named) add_item(&l->names, &l->n_name, list_name(x->name, a));
}

static bool set_group(struct import_places *p, int group)
{
    struct arena *a = p->im->arena;
    const struct import_group *g = &p->group[group];
    struct lists l = {.rack = builder_new(a), .at = builder_new(a), .names = builder_new(a)};
    bool *is_listed = ARENA_ARRAY(a, bool, (size_t)p->n_rack + 1), all_named = g->n_named == g->n;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < p->n_spot; i++) {
            const struct import_spot *x = &p->spot[i];
            if (x->group == group && (isnan(x->u) ? pass == 1 : pass == 0))
                add_spot(p, x, all_named, is_listed, &l);
        }
    struct place at = g->section->place;
    bool is_fine = import_set(p->im, g->section, "count", at, "%d", g->n);
    if (g->room) is_fine &= import_set(p->im, g->section, "room", at, "%s", g->room);
    if (l.n_rack) is_fine &= import_set(p->im, g->section, "rack", at, "%s", l.rack.s);
    if (l.n_at) is_fine &= import_set(p->im, g->section, "at", at, "%s", l.at.s);
    if (l.n_name) is_fine &= import_set(p->im, g->section, "names", at, "%s", l.names.s);
    return is_fine;
}

/* Racks whose feeds the files do not tell of hang at one panel, which the site gives a source. */
static bool add_supply(struct import_places *p)
{
    struct import *im = p->im;
    bool is_fine = true;
    for (int i = 0; i < p->n_rack; i++) {
        struct import_section *r = p->rack[i].section;
        if (import_value(r, "from")) continue;
        if (!import_find(im, KIND_RPP, SUPPLY))
            import_note(im, import_add(im, KIND_RPP, SUPPLY, r->place),
                        "stands for feeds that the files do not tell of: give it from = ...");
        is_fine &= import_estimate(im, r, "from", r->place, "no file tells of its feeds", "rpp.%s",
                                   SUPPLY);
    }
    return is_fine;
}

bool import_places_done(struct import_places *p)
{
    bool is_fine = add_supply(p);
    import_sort(p->im);
    for (int i = 0; i < p->n_group; i++) is_fine &= set_group(p, i);
    return is_fine;
}

/* ---- draws -------------------------------------------------------------------- */

const char *import_draw_like(double height_u)
{
    if (!(height_u > 0)) return "estimate-0u";
    return height_u <= 2 ? "estimate-2p" : height_u <= 4 ? "estimate-4p" : "estimate-8p";
}

static bool set_power(struct import *im, struct import_section *s, const char *key, double w,
                      struct place where, const char *basis, bool is_exact)
{
    return basis ? import_estimate(im, s, key, where, basis, "%s W",
                                   is_exact ? import_number(im, w) : import_rough(im, w))
                 : import_set(im, s, key, where, "%s W", import_number(im, w));
}

bool import_draw_set(struct import *im, struct import_section *s, const struct import_draw *d,
                     struct place where)
{
    struct arena *a = im->arena;
    static const char *const keys[] = {"power_idle", "power_typical", "power_maximum"};
    double model_w[3], own_w[] = {d->idle_w, d->typical_w, d->maximum_w};
    for (int i = 0; i < 3; i++)
        model_w[i] = 1000 * import_model_value(im, KIND_SERVER, d->model, keys[i]);
    if (!(model_w[2] > 0)) {
        diag_error(im->diags, DIAG_INPUT, where,
                   "say what it draws, or take the folder of models "
                   "that came with the program",
                   "the catalogue has no [server %s] to estimate by", d->model);
        return false;
    }
    double times = d->times;
    for (int i = 0; i < 3; i++) /* no less than what is told of idle and typical power makes it */
        if (own_w[i] > times * model_w[i]) times = own_w[i] / model_w[i];
    if (!isnan(d->maximum_w)) times = d->maximum_w / model_w[2];
    const char *like = times == 1
                           ? arena_format(a, "like %s", d->model)
                           : arena_format(a, "%s times %s", import_number(im, times), d->model);
    const char *shares = arena_format(a, "in proportion to %s", d->model);
    const char *basis[] = {shares, shares, like};
    double top_w = isnan(d->maximum_w) ? times * model_w[2] : d->maximum_w, below_w = 0;
    bool is_fine = true, is_exact = times == 1; /* else a product, known to some digits */
    for (int i = 0; i < 3; i++) {
        double w = isnan(own_w[i]) ? fmin(fmax(times * model_w[i], below_w), top_w) : own_w[i];
        is_fine &= set_power(im, s, keys[i], w, where, isnan(own_w[i]) ? basis[i] : NULL, is_exact);
        below_w = w;
    }
    double cfm = import_model_value(im, KIND_SERVER, d->model, "airflow");
    return is_fine && import_estimate(im, s, "airflow", where,
                                      arena_format(a, "as much for its power as %s", d->model),
                                      "%s cfm", import_rough(im, cfm * top_w / model_w[2]));
}
