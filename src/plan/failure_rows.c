#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plan/failure_find.h"
#include "plan/network_limits.h"

static double elem_efficiency(const struct elem *x, double w, int n)
{
    if (x->what != ELEM_UPS || n <= 0 || !(w > 0)) return (double)NAN;
    return w / (w + n * x->a_w + w * (x->b + x->c_per_w * w / n));
}

struct failure_row *failure_add_row(struct finding *f, struct rows *r, const struct limit *limit)
{
    if (r->n == r->cap) {
        struct failure_row *more = ARENA_ARRAY(f->a, struct failure_row, (size_t)r->cap * 2 + 16);
        if (r->n) memcpy(more, r->item, (size_t)r->n * sizeof *more);
        r->item = more;
        r->cap = r->cap * 2 + 16;
    }
    r->item[r->n] = (struct failure_row){.limit = *limit,
                                         .before = (double)NAN,
                                         .elem = -1,
                                         .hours = -1,
                                         .efficiency = (double)NAN,
                                         .efficiency_before = (double)NAN};
    return &r->item[r->n++];
}

static const struct limit *find_row(const struct limit_list *l, const struct limit *like)
{
    for (int i = 0; i < l->n; i++)
        if (!strcmp(l->item[i].element, like->element) &&
            !strcmp(l->item[i].resource, like->resource))
            return &l->item[i];
    return NULL;
}

static struct limit_list list_new(const struct finding *f)
{
    return (struct limit_list){.c = f->c->limits, .a = f->a};
}

/* Elements that carry more, have fewer units to carry it with, or are over a limit anyway. */
static bool is_affected(const struct finding *f, const struct limit_state *s, int e)
{
    double now_w = s->y->elem[e].used, before_w = f->normal.y->elem[e].used;
    int alive = s->o->alive[e];
    if (!alive) return false;
    if (now_w > limit_elem_w(f->c->limits, s, e) * (1 + 1e-9)) return true;
    return now_w > before_w * (1 + 1e-6) + 1e-6 || alive < f->normal.o->alive[e];
}

void failure_add_elem(struct finding *f, struct rows *r, const struct limit_state *s, int e)
{
    const struct elem *x = &f->p->elem[e];
    struct limit_list now = list_new(f), before = list_new(f);
    limit_add_elem(&now, s, e);
    limit_add_elem(&before, &f->normal, e);
    for (int i = 0; i < now.n; i++) {
        const struct limit *was = find_row(&before, &now.item[i]);
        struct failure_row *row = failure_add_row(f, r, &now.item[i]);
        if (was) row->before = was->used;
        row->alike = s->o->alike.size[s->o->alike.of[e]] - 1;
        row->elem = e;
        row->efficiency = elem_efficiency(x, s->y->elem[e].used, s->o->alive[e]);
        row->efficiency_before =
            elem_efficiency(x, f->normal.y->elem[e].used, f->normal.o->alive[e]);
    }
}

static void add_electrical(struct finding *f, struct rows *r, const struct limit_state *s)
{
    const struct alike *k = &s->o->alike;
    for (int c = 0; c < k->n; c++)
        if (is_affected(f, s, k->first[c])) failure_add_elem(f, r, s, k->first[c]);
}

/* Rows of supplies, cooling and rooms, where they are worse than before or broken. */
static void add_others(struct finding *f, struct rows *r, const struct limit_state *s)
{
    struct limit_list now = list_new(f);
    limit_add_supplies(&now, s);
    limit_add_worse(&now, s);
    limit_add_rooms(&now, s);
    now.alike = &s->o->alike;
    network_drop_limits(&now, s);
    for (int i = 0; i < now.n; i++) {
        const struct limit *x = &now.item[i], *was = find_row(f->before, x);
        bool is_worse = !was || x->used > was->used + 1e-6 * fabs(was->used);
        if (!strcmp(x->resource, "powered servers") || (!is_worse && !x->is_broken)) continue;
        struct failure_row *row = failure_add_row(f, r, x);
        if (was) row->before = was->used;
        row->alike = x->alike;
    }
}

double failure_tightness(const struct failure_row *x)
{
    const struct limit *l = &x->limit;
    if (isnan(l->margin)) return HUGE_VAL;
    return l->is_broken && !(l->limit > 0) ? -HUGE_VAL : l->margin;
}

static int by_margin(const void *p, const void *q)
{
    const struct failure_row *a = p, *b = q;
    double x = failure_tightness(a), y = failure_tightness(b);
    if (x < y) return -1;
    if (x > y) return 1;
    int c = strcmp(a->limit.element, b->limit.element);
    return c ? c : strcmp(a->limit.resource, b->limit.resource);
}

void failure_sort_rows(struct rows *r)
{
    if (r->n) qsort(r->item, (size_t)r->n, sizeof *r->item, by_margin);
}

void failure_add_rows(struct finding *f, struct rows *r, const struct limit_state *s)
{
    add_electrical(f, r, s);
    add_others(f, r, s);
}

/* ---- what drops ----------------------------------------------------------------- */

struct failure_drop *failure_add_drop(struct finding *f, struct failure *x, const char *element)
{
    struct failure_drop *more = ARENA_ARRAY(f->a, struct failure_drop, (size_t)x->n_drop + 1);
    if (x->n_drop) memcpy(more, x->drop, (size_t)x->n_drop * sizeof *more);
    x->drop = more;
    x->drop[x->n_drop] = (struct failure_drop){.element = element};
    return &x->drop[x->n_drop++];
}

enum { RACKS_SHOWN = 6 };

/* One more rack of `n` so far: "rack.r 7". */
void failure_add_rack(struct finding *f, struct builder *b, int tap, int n)
{
    const struct tap *x = &f->p->tap[tap];
    if (x->rack < 0 || n >= RACKS_SHOWN) return;
    builder_format(b, "%srack.%s", n ? ", " : "", f->p->site->of[KIND_RACK].name[x->rack]);
    if (site_rack(f->p->site, x->rack)->part.count > 1) builder_format(b, " %d", x->rack_unit + 1);
}

const char *failure_racks(struct builder *b, int n)
{
    if (n > RACKS_SHOWN) builder_format(b, " and %d more", n - RACKS_SHOWN);
    return b->n ? b->s : NULL;
}

struct rack_tap {
    int rack, unit, tap;
};

static int by_rack(const void *a, const void *b)
{
    const struct rack_tap *x = a, *y = b;
    if (x->rack != y->rack) return x->rack - y->rack;
    return x->unit != y->unit ? x->unit - y->unit : x->tap - y->tap;
}

/* Racks in which servers have no supply left; groups that differ by their place alone do not
   tell in their order. */
static const char *dark_racks(struct finding *f, const struct outage *o, int server)
{
    struct builder b = builder_new(f->a);
    struct rack_tap *dark = ARENA_ARRAY(f->a, struct rack_tap, (size_t)f->p->n_tap + 1);
    int n = 0;
    for (int t = 0; t < f->p->n_tap; t++) {
        const struct tap *x = &f->p->tap[t];
        bool is_ours = f->p->group[x->group].server == server;
        if (!is_ours || o->tap_supplies[t] > 0 || x->rack < 0) continue;
        dark[n++] = (struct rack_tap){x->rack, x->rack_unit, t};
    }
    if (f->p->room[site_server(f->p->site, server)->room.ref[0].index].has_spread)
        qsort(dark, (size_t)n, sizeof *dark, by_rack);
    for (int i = 0; i < n; i++) failure_add_rack(f, &b, dark[i].tap, i);
    return failure_racks(&b, n);
}

/* One for all groups of a server. */
static struct failure_drop *drop_of(struct finding *f, struct failure *x, const struct outage *o,
                                    int server)
{
    const char *id = limit_part(f->before, KIND_SERVER, server);
    for (int i = 0; i < x->n_drop; i++)
        if (!strcmp(x->drop[i].element, id)) return &x->drop[i];
    struct failure_drop *d = failure_add_drop(f, x, id);
    d->of = site_server(f->p->site, server)->part.count;
    d->where = dark_racks(f, o, server);
    return d;
}

void failure_find_servers(struct finding *f, struct failure *x, const struct limit_state *s)
{
    const struct plant *q = s->o->plant;
    double capped_w = 0, wanted_w = 0;
    for (int g = 0; g < q->n_group; g++) {
        const struct group *k = &q->group[g];
        double full_w = limit_greatest_w(f->c->limits, k->server);
        x->demand_w += k->count * full_w;
        x->drops_servers |= !k->supplies && k->count > 0;
        if (!k->supplies) {
            struct failure_drop *d = drop_of(f, x, s->o, k->server);
            d->count += k->count;
            d->power_w += k->count * full_w;
            x->dropped_w += k->count * full_w;
            continue;
        }
        x->served_w += k->count * full_w;
        bool is_short = k->has_supply && k->supplies < k->full_supplies;
        if (!is_short || !(s->y->group_cap_w[g] > 0)) continue;
        x->capped_servers += k->count;
        capped_w += k->count * s->y->group_cap_w[g];
        wanted_w += k->count * (k->idle_w + k->design_span_w);
    }
    x->cap_frac = wanted_w > 0 ? capped_w / wanted_w : 0;
    x->is_capped = x->capped_servers > 0;
}

/* Loads that are no servers go dark, too; lighting hardly matters, but it is told. */
static void find_dark_loads(struct finding *f, struct failure *x, const struct outage *o)
{
    for (int i = 0; i < f->p->n_fixed; i++) {
        const struct feeds feed = f->p->fixed[i].feed;
        bool is_dark = feed.n > 0;
        for (int j = feed.first; j < feed.first + feed.n; j++) is_dark &= o->dead[f->p->feed[j]];
        if (!is_dark) continue;
        struct failure_drop *d = failure_add_drop(f, x, limit_part(f->before, KIND_LOAD, i));
        d->count = d->of = f->p->fixed[i].l->part.count;
    }
}

/* Cooling that stands still for want of power, beside what was taken away. */
void failure_find_cooling(struct finding *f, struct failure *x, const struct failure_state *st,
                          const struct outage *o)
{
    for (int i = f->p->alive_cool; i < f->p->n_alive; i++) {
        bool is_lost = o->alive[i] == 0 && f->normal.o->alive[i] > 0;
        for (int k = 0; k < st->n_lost; k++) is_lost &= st->lost[k].alive_index != i;
        if (!is_lost) continue;
        const char *name = i >= f->p->alive_loop
                               ? site_part_name(f->p->site, KIND_LOOP,
                                                f->p->loop[i - f->p->alive_loop].index, f->a)
                               : plant_part_name(f->p, i, f->a);
        struct failure_drop *d = failure_add_drop(f, x, name);
        d->count = d->of = f->normal.o->alive[i];
    }
    find_dark_loads(f, x, o);
}
