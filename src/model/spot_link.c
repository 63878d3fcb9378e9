#include <math.h>
#include <string.h>

#include "model/part_index.h"
#include "model/site.h"

/* `at` of servers: names to racks, ranges written out, and what cannot stand there. */

struct linker {
    struct site *s;
    const struct part_index *index;
    struct arena *a;
    struct diags *ds;
    int server;            /* whose `at` it is */
    unsigned char **taken; /* [racks][count * 2 * SPOT_UNITS] half units */
};

static struct server *server_of(const struct linker *l)
{
    return (struct server *)l->s->of[KIND_SERVER].item + l->server;
}

static void refuse(const struct linker *l, const char *key, const char *item, const char *text,
                   const char *hint)
{
    const struct object *o = l->s->of[KIND_SERVER].object[l->server];
    const struct kind *k = &l->s->objects.kinds[KIND_SERVER];
    struct place where = o->place;
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, key)) where = o->from[i].place;
    diag_error(l->ds, DIAG_INPUT, where, hint, "'%s' of [server %s]: '%s' %s", key,
               l->s->of[KIND_SERVER].name[l->server], item, text);
}

static int find_rack(const struct linker *l, struct text name)
{
    int first, n;
    const char *word = arena_text(l->a, name.s, name.n);
    const struct part_entry *e =
        part_index_find(l->index, l->s->objects.kinds, KIND_RACK, word, &first, &n);
    return e && n == 1 ? first : -1;
}

static unsigned char *taken_of(struct linker *l, const struct spot *x)
{
    int count = site_rack(l->s, x->rack)->part.count;
    if (!l->taken[x->rack])
        l->taken[x->rack] = ARENA_ARRAY(l->a, unsigned char, (size_t)count * 2 * SPOT_UNITS);
    return l->taken[x->rack] + (size_t)x->unit * 2 * SPOT_UNITS;
}

/* Takes the half units it covers; false when one of them is gone. */
static bool take(struct linker *l, const struct spot *x, double height_u)
{
    unsigned char *half = taken_of(l, x);
    int from = (int)lround(2 * (x->u - 1)), n = (int)ceil(2 * height_u - 1e-9);
    for (int i = 0; i < n; i++)
        if (half[from + i]) return false;
    memset(half + from, 1, (size_t)n);
    return true;
}

static bool add_spot(struct linker *l, const char *item, const struct spot *x)
{
    struct server *v = server_of(l);
    const struct rack *r = site_rack(l->s, x->rack);
    if (x->u - 1 + v->height_u > r->units_u + 1e-9) {
        refuse(l, "at", item, "is higher than the rack", "units count from the floor, 1 first");
        return false;
    }
    for (int i = 0; i < r->reserved_u.n; i++)
        if (r->reserved_u.v[i] + 1 > x->u && r->reserved_u.v[i] < x->u + v->height_u) {
            refuse(l, "at", item, "is reserved in its rack", "look at 'reserved' of the rack");
            return false;
        }
    if (!take(l, x, v->height_u)) {
        refuse(l, "at", item, "is taken", "two servers stand in one place");
        return false;
    }
    v->spots.spot[v->spots.n++] = *x;
    return true;
}

static bool add_item(struct linker *l, const char *item, const struct spot_text *t)
{
    int rack = find_rack(l, t->rack);
    if (rack < 0) {
        refuse(l, "at", item, "names no rack", "write RACK:UNIT or RACK#NUMBER:UNIT");
        return false;
    }
    int count = site_rack(l->s, rack)->part.count;
    if (!t->first && count != 1) {
        refuse(l, "at", item, "does not say which of the racks", "write RACK#NUMBER:UNIT");
        return false;
    }
    int first = t->first ? t->first : 1, last = t->first ? t->last : 1;
    if (last > count) {
        refuse(l, "at", item, "names more racks than there are", NULL);
        return false;
    }
    for (int k = first; k <= last; k++)
        if (!add_spot(l, item, &(struct spot){rack, k - 1, t->u})) return false;
    return true;
}

/* How many racks the items of the list come to; false when one cannot be read. */
static bool read_items(const struct linker *l, struct spot_text *out, size_t *n)
{
    const struct text_list *at = &server_of(l)->at;
    *n = 0;
    for (int i = 0; i < at->n; i++) {
        if (!spot_read(text_of(at->s[i]), &out[i])) {
            refuse(l, "at", at->s[i], "is no place",
                   "write RACK#NUMBER:UNIT, such as r#3:12: unit 12 of the third rack");
            return false;
        }
        *n += (size_t)(out[i].last - out[i].first + 1);
    }
    return true;
}

static void link_server(struct linker *l)
{
    struct server *v = server_of(l);
    struct spot_text *t = ARENA_ARRAY(l->a, struct spot_text, (size_t)v->at.n + 1);
    size_t n;
    if (v->part.count && v->names.n > v->part.count) /* of none, none is wrong */
        refuse(l, "names", v->names.s[v->part.count], "is one more than count", NULL);
    if (!v->at.n || !read_items(l, t, &n)) return;
    if (n > (size_t)v->part.count) {
        refuse(l, "at", v->at.s[v->at.n - 1], "is one place more than count",
               "raise count, or take places out");
        return;
    }
    v->spots.spot = ARENA_ARRAY(l->a, struct spot, n);
    for (int i = 0; i < v->at.n; i++)
        if (!add_item(l, v->at.s[i], &t[i])) return;
}

void spots_link(struct site *s, const struct part_index *x, struct arena *a, struct diags *ds)
{
    struct linker l = {s, x, a, ds, 0, NULL};
    l.taken = ARENA_ARRAY(a, unsigned char *, (size_t)s->of[KIND_RACK].n + 1);
    for (; l.server < s->of[KIND_SERVER].n; l.server++) link_server(&l);
}
