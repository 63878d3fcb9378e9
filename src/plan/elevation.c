#include "plan/elevation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plan/failures.h"
#include "plan/limit_list.h"
#include "sim/screen.h"

struct worst_loss { /* of one class of elements, over all failures */
    double share, a;
    const struct failure *in;
    int lost; /* class of the part that is lost; -1: several, or none of the network */
};

struct tightest { /* nothing lost */
    double share;
    const char *resource, *unit;
};

struct elevating {
    struct limits_case c;
    const struct result *r;
    struct limit_state normal;
    struct tightest *load;           /* [classes] */
    struct worst_loss *worst;        /* [classes] */
    int *first_rack;                 /* [racks' sections + 1] */
    int *item_at, *tap_at;           /* [racks + 1] into the two below */
    const struct placed **item;      /* by rack */
    int *tap;                        /* by rack */
    const double *server_w;          /* [servers' sections] */
    int *racks_of;                   /* [n_elem] racks that it feeds */
    const struct floor_rack **floor; /* [n_rack_air] */
    struct elevation_set *out;
    struct arena *a;
};

static double most(double a, double b)
{
    return isnan(a) || b > a ? b : a;
}

static double share_of(const struct limit *l)
{
    return l->limit > 0 ? l->used / l->limit : (double)NAN;
}

static bool is_over(double used, double limit)
{
    return used > limit + 1e-9 * fabs(limit);
}

/* ---- the worst of all failures -------------------------------------------- */

struct elem_name {
    const char *name;
    int elem;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct elem_name *)a)->name, ((const struct elem_name *)b)->name);
}

static const struct elem_name *elem_names(const struct elevating *x)
{
    const struct plant *p = x->c.plant;
    struct elem_name *name = ARENA_ARRAY(x->a, struct elem_name, (size_t)p->n_elem + 1);
    for (int e = 0; e < p->n_elem; e++)
        name[e] = (struct elem_name){
            site_part_name(x->c.site, p->elem[e].kind, p->elem[e].index, x->a), e};
    qsort(name, (size_t)p->n_elem, sizeof *name, by_name);
    return name;
}

static int lost_class(const struct elevating *x, const struct elem_name *names,
                      const struct failure *s)
{
    if (!s || s->n_lost != 1 || s->kind == FAILURE_UNIT) return -1;
    struct elem_name key = {s->lost[0], 0};
    const struct elem_name *found =
        bsearch(&key, names, (size_t)x->c.plant->n_elem, sizeof key, by_name);
    return found ? x->normal.o->alike.of[found->elem] : -1;
}

/* A bound stands only where it says more than what has been solved. */
static void take_row(struct worst_loss *w, const struct failure *s, const struct limit *l)
{
    double share = share_of(l), guard = s->is_bound ? 1 + screen_guard : 1;
    if (!strcmp(l->resource, "current") && !(w->a * guard >= l->used)) w->a = l->used;
    if (isnan(share) || w->share * guard >= share) return;
    w->share = share;
    w->in = s;
}

static void find_worst(struct elevating *x)
{
    const struct alike *k = &x->normal.o->alike;
    const struct failures *f = x->r->failures;
    x->worst = ARENA_ARRAY(x->a, struct worst_loss, (size_t)k->n + 1);
    for (int i = 0; i < k->n; i++)
        x->worst[i] = (struct worst_loss){(double)NAN, (double)NAN, NULL, -1};
    for (int bounds = 0; bounds < 2; bounds++) /* what has been solved goes first */
        for (int i = 0; f && i < f->n; i++)
            for (int j = 0; f->item[i].is_bound == bounds && j < f->item[i].n_row; j++) {
                const struct failure_row *row = &f->item[i].row[j];
                if (row->elem >= 0) take_row(&x->worst[k->of[row->elem]], &f->item[i], &row->limit);
            }
    const struct elem_name *names = f ? elem_names(x) : NULL;
    for (int i = 0; i < k->n; i++) x->worst[i].lost = lost_class(x, names, x->worst[i].in);
}

/* ---- which loss ------------------------------------------------------------ */

static bool kills(const struct plant *p, int lost, int e)
{
    struct feeds f = p->elem[e].up;
    if (e == lost) return true;
    for (int j = f.first; j < f.first + f.n; j++)
        if (!kills(p, lost, p->feed[j])) return false;
    return f.n > 0;
}

/* A part at or above e of that class, whose loss takes e away and leaves `stays`; -1: none. */
static int loss_of(const struct elevating *x, int e, int class, int stays)
{
    const struct plant *p = x->c.plant;
    if (x->normal.o->alike.of[e] == class && !kills(p, e, stays)) return e;
    struct feeds f = p->elem[e].up;
    return f.n == 1 ? loss_of(x, p->feed[f.first], class, stays) : -1;
}

/* Parts that nothing tells apart fail alike, and one of them has told: the name is that of
   the one that feeds this rack. */
static const char *state_of(const struct elevating *x, const struct elevation *e, int feed)
{
    const struct plant *p = x->c.plant;
    int elem = e->feed[feed].elem;
    const struct worst_loss *w = &x->worst[x->normal.o->alike.of[elem]];
    for (int i = 0; i < e->n_feed && w->lost >= 0; i++) {
        int lost = i == feed ? -1 : loss_of(x, e->feed[i].elem, w->lost, elem);
        if (lost < 0) continue;
        return arena_format(
            x->a, "%s lost",
            site_part_name(x->c.site, p->elem[lost].kind, p->elem[lost].index, x->a));
    }
    return w->in->state;
}

/* ---- feeds ----------------------------------------------------------------- */

static void add_lines(const struct elevating *x, struct elevation_feed *f)
{
    const struct elem *k = &x->c.plant->elem[f->elem];
    const struct network_elem *n = &x->normal.net->elem[f->elem];
    struct limit_load load = limit_load_of(&x->normal, k, f->elem);
    double v = limit_line_v(k), greatest_va = 0;
    int lines = k->phases == 3 ? 3 : 1;
    f->phases = k->phases;
    for (int i = 0; i < ELEVATION_LINES; i++) f->line_a[i] = (double)NAN;
    f->most_a = f->limit_a = (double)NAN;
    if (!(v > 0)) return;
    f->most_a = load.worst_va / v;
    f->limit_a = load.units * k->rated_a * k->usable_frac;
    for (int i = 0; i < lines; i++) greatest_va = fmax(greatest_va, n->line_va[i]);
    for (int i = 0; i < lines; i++)
        f->line_a[i] = greatest_va > 0 ? f->most_a * n->line_va[i] / greatest_va : 0;
}

/* Of each class of elements, nothing lost; NaN without a limit. */
static void find_loads(struct elevating *x)
{
    const struct alike *k = &x->normal.o->alike;
    x->load = ARENA_ARRAY(x->a, struct tightest, (size_t)k->n + 1);
    for (int i = 0; i < k->n; i++) {
        struct limit_list now = {.c = &x->c, .a = x->a};
        struct tightest *t = &x->load[i];
        *t = (struct tightest){(double)NAN, "power", "kW"};
        if (!x->racks_of[k->first[i]]) continue;
        limit_add_elem(&now, &x->normal, k->first[i]);
        for (int j = 0; j < now.n; j++) {
            double share = share_of(&now.item[j]);
            if (!(share > t->share) && !isnan(t->share)) continue;
            if (!isnan(share))
                *t = (struct tightest){share, now.item[j].resource, now.item[j].unit};
        }
    }
}

static struct elevation_feed feed_of(const struct elevating *x, int elem)
{
    const struct elem *k = &x->c.plant->elem[elem];
    const struct tightest *t = &x->load[x->normal.o->alike.of[elem]];
    struct elevation_feed f = {.name = site_part_name(x->c.site, k->kind, k->index, x->a),
                               .elem = elem,
                               .racks = x->racks_of[elem],
                               .load = t->share,
                               .resource = t->resource,
                               .unit = t->unit,
                               .worst = (double)NAN,
                               .worst_a = (double)NAN};
    f.is_over = is_over(f.load, 1);
    add_lines(x, &f);
    return f;
}

/* Less than this of a limit is not worth a word. */
static const double least_share = 0.005;

static void add_worst(const struct elevating *x, struct elevation *e, int feed)
{
    struct elevation_feed *f = &e->feed[feed];
    const struct worst_loss *w = &x->worst[x->normal.o->alike.of[f->elem]];
    if (!x->r->failures) return;
    f->worst = f->load;
    f->worst_a = f->most_a;
    if (w->a > f->worst_a) f->worst_a = w->a;
    if (w->in && w->share > f->load) f->worst = w->share;
    if (f->worst > f->load + least_share) f->worst_state = state_of(x, e, feed);
    f->is_over |= is_over(f->worst, 1);
}

static bool has_feed(const struct elevation *e, int elem)
{
    for (int i = 0; i < e->n_feed; i++)
        if (e->feed[i].elem == elem) return true;
    return false;
}

static void add_feeds(const struct elevating *x, struct elevation *e, int rack)
{
    const struct plant *p = x->c.plant;
    int n = 0;
    for (int i = x->tap_at[rack]; i < x->tap_at[rack + 1]; i++) n += p->tap[x->tap[i]].feed.n;
    e->feed = ARENA_ARRAY(x->a, struct elevation_feed, (size_t)n + 1);
    for (int i = x->tap_at[rack]; i < x->tap_at[rack + 1]; i++) {
        struct feeds f = p->tap[x->tap[i]].feed;
        for (int j = f.first; j < f.first + f.n; j++)
            if (!has_feed(e, p->feed[j])) e->feed[e->n_feed++] = feed_of(x, p->feed[j]);
    }
    e->load = e->failover = (double)NAN;
    for (int i = 0; i < e->n_feed; i++) {
        struct elevation_feed *f = &e->feed[i];
        add_worst(x, e, i);
        e->load = most(e->load, f->load);
        e->failover = most(e->failover, f->worst);
        e->is_feed_over |= f->is_over;
        e->lacks_rating |= isnan(f->load);
    }
}

/* ---- servers --------------------------------------------------------------- */

static int feeds_of(const struct elevating *x, int rack, int server)
{
    const struct plant *p = x->c.plant;
    int least = -1;
    for (int i = x->tap_at[rack]; i < x->tap_at[rack + 1]; i++) {
        const struct tap *t = &p->tap[x->tap[i]];
        if (p->group[t->group].server != server) continue;
        if (least < 0 || t->feed.n < least) least = t->feed.n;
    }
    return least < 0 ? 0 : least;
}

static int from_the_top(const void *p, const void *q)
{
    const struct elevation_item *a = p, *b = q;
    if (isnan(a->u) != isnan(b->u)) return isnan(a->u) - isnan(b->u);
    if (a->u > b->u) return -1;
    if (a->u < b->u) return 1;
    return a->server != b->server ? a->server - b->server : strcmp(a->name, b->name);
}

static void add_items(const struct elevating *x, struct elevation *e, int rack)
{
    int n = 0;
    for (int i = x->item_at[rack]; i < x->item_at[rack + 1]; i++) n += x->item[i]->count;
    e->item = ARENA_ARRAY(x->a, struct elevation_item, (size_t)n + 1);
    e->knows_kg = true;
    for (int i = x->item_at[rack]; i < x->item_at[rack + 1]; i++) {
        const struct placed *k = x->item[i];
        const struct server *v = site_server(x->c.site, k->server);
        int feeds = feeds_of(x, rack, k->server);
        for (int m = 0; m < k->count; m++)
            e->item[e->n_item++] = (struct elevation_item){
                .name = place_server_name(x->c.site, k->server, k->first + m, x->a),
                .server = k->server,
                .k = k->first + m,
                .u = k->u + m * v->height_u,
                .height_u = v->height_u,
                .power_w = x->server_w[k->server],
                .kg = v->weight_kg,
                .feeds = feeds};
        e->power_w.used += k->count * x->server_w[k->server];
        e->knows_kg &= !isnan(v->weight_kg);
    }
    if (n) qsort(e->item, (size_t)n, sizeof *e->item, from_the_top);
}

/* ---- air ------------------------------------------------------------------- */

static void add_inlet(const struct elevating *x, struct elevation *e)
{
    const struct plant *p = x->c.plant;
    int first = p->rack_air_first ? p->rack_air_first[e->rack] : -1;
    e->inlet_c = e->inlet_limit_c = e->inlet_margin_k = (double)NAN;
    if (e->room_index < 0 || !e->n_item) return;
    e->inlet_limit_c = limit_inlet_c(&x->c, e->room_index);
    const struct floor_rack *f = first >= 0 ? x->floor[first + e->unit] : NULL;
    e->inlet_c = f ? f->inlet_c : x->r->year->room[e->room_index].max_inlet_c;
    if (f) e->inlet_limit_c = x->r->room[e->room_index].floor->limit_c;
    e->inlet_margin_k = e->inlet_limit_c - e->inlet_c;
}

static void find_floors(struct elevating *x)
{
    const struct plant *p = x->c.plant;
    x->floor = ARENA_ARRAY(x->a, const struct floor_rack *, (size_t)p->n_rack_air + 1);
    for (int room = 0; room < x->r->n_room; room++) {
        const struct floor_plan *f = x->r->room[room].floor;
        for (int i = 0, n = 0; f && i < p->n_rack_air; i++)
            if (p->rack_air[i].room == room) x->floor[i] = &f->rack[n++];
    }
}

/* ---- one rack ---------------------------------------------------------------- */

static struct elevation_use use_of(double used, double limit)
{
    double share = limit > 0 ? used / limit : (double)NAN;
    return (struct elevation_use){used, limit, share, is_over(used, limit)};
}

static void add_missing(struct elevation *e)
{
    if (isnan(e->power_w.limit)) e->missing[e->n_missing++] = "power";
    if (isnan(e->kg.limit)) e->missing[e->n_missing++] = "weight";
    if (isnan(e->airflow_m3_s.limit)) e->missing[e->n_missing++] = "airflow";
    if (e->lacks_rating || (e->n_item && !e->n_feed)) e->missing[e->n_missing++] = "feeds";
    if (e->n_item && isnan(e->inlet_limit_c)) e->missing[e->n_missing++] = "inlet temperature";
}

static int room_of(const struct elevating *x, const struct rack *r, int rack)
{
    if (r->room.n) return r->room.ref[0].index;
    int first = x->item_at[rack];
    if (first == x->item_at[rack + 1]) return -1;
    return site_server(x->c.site, x->item[first]->server)->room.ref[0].index;
}

static void add_rack(const struct elevating *x, int section, int unit)
{
    const struct rack *r = site_rack(x->c.site, section);
    const struct rack_use *use = &x->c.racks->use[section][unit];
    int rack = x->first_rack[section] + unit;
    struct elevation *e = &x->out->item[x->out->n++];
    *e = (struct elevation){.name = place_rack_name(x->c.site, section, unit, x->a),
                            .rack = section,
                            .unit = unit,
                            .room_index = room_of(x, r, rack),
                            .units_u = r->units_u,
                            .n_reserved = r->reserved_u.n,
                            .reserved_u = r->reserved_u.v};
    if (e->room_index >= 0) e->room = site_part_name(x->c.site, KIND_ROOM, e->room_index, x->a);
    add_items(x, e, rack);
    add_feeds(x, e, rack);
    add_inlet(x, e);
    double open_u = r->units_u - r->reserved_u.n;
    e->power_w = use_of(e->power_w.used, r->power_w);
    e->kg = use_of(use->kg + r->own_kg, r->load_kg);
    e->u = use_of(use->u - r->reserved_u.n, open_u);
    e->airflow_m3_s = use_of(use->airflow_m3_s, r->airflow_m3_s);
    e->free_u = fmax(open_u - e->u.used, 0);
    e->is_over = e->power_w.is_over || e->kg.is_over || e->u.is_over || e->airflow_m3_s.is_over ||
                 e->is_feed_over || e->inlet_c > e->inlet_limit_c;
    add_missing(e);
}

/* ---- all --------------------------------------------------------------------- */

static int rack_index(const struct elevating *x, int section, int unit)
{
    return section < 0 ? -1 : x->first_rack[section] + unit;
}

/* Placed servers and taps by rack, each in its order. */
static void sort_by_rack(struct elevating *x)
{
    const struct site *s = x->c.site;
    const struct plant *p = x->c.plant;
    const struct placement *q = &x->c.racks->placement;
    int n = s->of[KIND_RACK].n, racks = 0, k;
    x->first_rack = ARENA_ARRAY(x->a, int, (size_t)n + 1);
    for (int i = 0; i < n; i++) {
        x->first_rack[i] = racks;
        racks += site_rack(s, i)->part.count;
    }
    x->out->n_rack = racks;
    x->item_at = ARENA_ARRAY(x->a, int, (size_t)racks + 2);
    x->tap_at = ARENA_ARRAY(x->a, int, (size_t)racks + 2);
    x->item = ARENA_ARRAY(x->a, const struct placed *, (size_t)q->n + 1);
    x->tap = ARENA_ARRAY(x->a, int, (size_t)p->n_tap + 1);
    for (int i = 0; i < q->n; i++)
        if ((k = rack_index(x, q->item[i].rack, q->item[i].rack_unit)) >= 0) x->item_at[k + 2]++;
    for (int t = 0; t < p->n_tap; t++)
        if ((k = rack_index(x, p->tap[t].rack, p->tap[t].rack_unit)) >= 0) x->tap_at[k + 2]++;
    for (int i = 1; i <= racks; i++) {
        x->item_at[i + 1] += x->item_at[i];
        x->tap_at[i + 1] += x->tap_at[i];
    }
    for (int i = 0; i < q->n; i++)
        if ((k = rack_index(x, q->item[i].rack, q->item[i].rack_unit)) >= 0)
            x->item[x->item_at[k + 1]++] = &q->item[i];
    for (int t = 0; t < p->n_tap; t++)
        if ((k = rack_index(x, p->tap[t].rack, p->tap[t].rack_unit)) >= 0)
            x->tap[x->tap_at[k + 1]++] = t;
}

static void count_racks(struct elevating *x)
{
    const struct plant *p = x->c.plant;
    int *last = ARENA_ARRAY(x->a, int, (size_t)p->n_elem + 1);
    x->racks_of = ARENA_ARRAY(x->a, int, (size_t)p->n_elem + 1);
    for (int rack = 0; rack < x->out->n_rack; rack++)
        for (int i = x->tap_at[rack]; i < x->tap_at[rack + 1]; i++) {
            struct feeds f = p->tap[x->tap[i]].feed;
            for (int j = f.first; j < f.first + f.n; j++) {
                int e = p->feed[j];
                if (last[e] == rack + 1) continue;
                last[e] = rack + 1;
                x->racks_of[e]++;
            }
        }
}

static void list_sections(struct elevating *x)
{
    const struct site *s = x->c.site;
    int n = s->of[KIND_SERVER].n;
    unsigned char *stands = ARENA_ARRAY(x->a, unsigned char, (size_t)n + 1);
    double *w = ARENA_ARRAY(x->a, double, (size_t)n + 1);
    const struct placement *q = &x->c.racks->placement;
    for (int i = 0; i < q->n; i++)
        if (q->item[i].rack >= 0) stands[q->item[i].server] = 1;
    x->out->section = ARENA_ARRAY(x->a, struct elevation_section, (size_t)n + 1);
    for (int i = 0; i < n; i++) {
        const char *name = s->of[KIND_SERVER].name[i], *use = s->of[KIND_SERVER].object[i]->use;
        w[i] = limit_greatest_w(&x->c, i);
        if (stands[i])
            x->out->section[x->out->n_section++] =
                (struct elevation_section){name, use ? use : name, i};
    }
    x->server_w = w;
}

int elevation_section_of(const struct elevation_set *e, int server)
{
    for (int i = 0; i < e->n_section; i++)
        if (e->section[i].index == server) return i;
    return 0;
}

struct elevation_set *elevation_find(const struct result *r, struct arena *a)
{
    struct elevation_set *out = ARENA_ARRAY(a, struct elevation_set, 1);
    struct elevating x = {.r = r, .out = out, .a = a};
    x.c = (struct limits_case){.site = r->site,
                               .plant = r->plant,
                               .racks = r->racks,
                               .design_year = r->design_year,
                               .calendar = &r->weather->calendar,
                               .threads = 1};
    struct network *net = ARENA_ARRAY(a, struct network, 1);
    const struct outage *o = outage_make(r->plant, NULL, 0, a);
    *net = network_solve(r->plant, o, r->design_year, a);
    x.normal = (struct limit_state){o, net, r->design_year, "normal"};
    out->knows_failures = r->failures != NULL;
    find_worst(&x);
    sort_by_rack(&x);
    count_racks(&x);
    find_loads(&x);
    list_sections(&x);
    find_floors(&x);
    out->item = ARENA_ARRAY(a, struct elevation, (size_t)out->n_rack + 1);
    for (int i = 0; i < r->site->of[KIND_RACK].n; i++)
        for (int unit = 0; unit < site_rack(r->site, i)->part.count; unit++) add_rack(&x, i, unit);
    return out;
}
