#include "plan/plan_overlay.h"

#include <math.h>
#include <string.h>

enum { LINE_MOST = 96 };

/* ---- lists over several lines --------------------------------------------- */

struct list_text {
    struct builder *b;
    const char *key;
    size_t width; /* of the line so far; 0: none is begun */
    bool is_more; /* a line has been written */
};

static void add_item(struct list_text *l, const char *item)
{
    size_t n = strlen(item);
    if (l->width && l->width + n + 2 > LINE_MOST) {
        builder_text(l->b, "\n");
        l->width = 0;
    }
    if (l->width) {
        builder_format(l->b, ", %s", item);
        l->width += n + 2;
        return;
    }
    builder_format(l->b, "%s %s %s", l->key, l->is_more ? "+=" : "=", item);
    l->width = strlen(l->key) + 4 + n;
    l->is_more = true;
}

static void end_list(struct list_text *l)
{
    if (l->width) builder_text(l->b, "\n");
}

void overlay_names(struct builder *b, const char *const *name, int n)
{
    struct list_text l = {b, "names", 0, false};
    for (int i = 0; i < n; i++) add_item(&l, name[i]);
    end_list(&l);
}

/* ---- places --------------------------------------------------------------- */

/* How many from the first on are one range. */
static int range_of(const struct spot *spot, int n)
{
    int i = 1;
    while (i < n && spot[i].rack == spot->rack && spot[i].unit == spot->unit + i &&
           !(fabs(spot[i].u - spot->u) > 1e-9))
        i++;
    return i;
}

void overlay_at(struct builder *b, const struct site *s, const struct spot *spot, int n)
{
    struct list_text l = {b, "at", 0, false};
    for (int i = 0, many; i < n; i += many) {
        many = range_of(spot + i, n - i);
        const char *item = spot_print(s, &spot[i], b->arena);
        char u[TEXT_NUMBER_CAP];
        if (many > 1)
            item = arena_format(b->arena, "%s#%d-%d:%s", s->of[KIND_RACK].name[spot[i].rack],
                                spot[i].unit + 1, spot[i].unit + many, text_shortest(u, spot[i].u));
        add_item(&l, item);
    }
    end_list(&l);
}

struct spot *overlay_spots(const struct placement *p, const struct site *s, int server, int *n,
                           struct arena *a)
{
    const struct server *v = site_server(s, server);
    struct spot *out = ARENA_ARRAY(a, struct spot, (size_t)v->part.count + 1);
    *n = 0;
    for (int i = 0; i < p->n; i++) {
        const struct placed *x = &p->item[i];
        if (x->server != server || x->rack < 0) continue;
        for (int k = 0; k < x->count; k++)
            out[(*n)++] =
                (struct spot){x->rack, x->rack_unit, isnan(x->u) ? 1 : x->u + k * v->height_u};
    }
    return out;
}

static void add_server(struct builder *b, const struct site *s, const struct placement *p,
                       int server, bool is_cut)
{
    const struct server *v = site_server(s, server);
    int n, left = p->unplaced[server];
    if (!v->rack.n) return;
    const struct spot *spot = overlay_spots(p, s, server, &n, b->arena);
    builder_format(b, "\n[server %s]\n", s->of[KIND_SERVER].name[server]);
    if (left) builder_format(b, "; %d of %d found no place\n", left, v->part.count);
    if (is_cut && left) {
        builder_format(b, "count = %d\n", n);
        if (v->names.n > n && n) overlay_names(b, v->names.s, n);
    }
    overlay_at(b, s, spot, n);
}

const char *overlay_text(const struct site *s, const struct placement *p, bool is_cut,
                         struct arena *a)
{
    struct builder b = builder_new(a);
    builder_format(&b, "; Places of servers in %s: dcplan run SITE -f THIS-FILE\n", s->name);
    for (int i = 0; i < s->of[KIND_SERVER].n; i++) add_server(&b, s, p, i, is_cut);
    return b.s;
}
