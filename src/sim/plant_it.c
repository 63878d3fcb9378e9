/* Servers: groups with equal feeds, and where the inlet iteration begins. */

#include <math.h>
#include <string.h>

#include "physics/flow.h"
#include "sim/plant_build.h"

static double chip_air_at(double ratio, const void *s)
{
    return server_chip_air_k_w(s, ratio);
}

static struct table chip_air(struct build *b, const struct server *s)
{
    double key[] = {s->chip_air_k_w, s->chip_air_exponent};
    return table_kept(b->memo, b->a, 0.02, 1.1, 216, chip_air_at, s, key, sizeof key);
}

/* Known by the points that it is drawn through. */
static struct table supply_loss(struct build *b, const struct psu *u)
{
    static const char name[] = "supply loss";
    const struct points *e = &u->efficiency;
    struct builder key = builder_new(b->a);
    builder_add(&key, name, sizeof name);
    builder_add(&key, (const char *)e->x, (size_t)e->n * sizeof *e->x);
    builder_add(&key, (const char *)e->y, (size_t)e->n * sizeof *e->y);
    const struct table *kept = memo_find(b->memo, key.s, key.n);
    if (kept) return *kept;
    struct table *t = ARENA_ARRAY(memo_arena(b->memo, b->a), struct table, 1);
    *t = psu_loss_table(u, memo_arena(b->memo, b->a));
    memo_keep(b->memo, key.s, key.n, t, 5 * sizeof(double) * (size_t)t->n);
    return *t;
}

/* Electronics behind the supplies when the input is input_w in cool air. */
static double electronics_w(const struct group *g, const struct psu *u, double input_w,
                            double activity)
{
    double out_w = u ? psu_output_w(u, &g->supply_loss, g->supplies, input_w) : input_w;
    double ratio = server_fan_ratio(g->s, activity, g->s->fan_inlet_low_c);
    return fmax(out_w - server_fan_w(g->s, ratio), 0);
}

/* Points are input power in cool air, fans and supplies in it; of the other curves the
   electronics themselves have the shape. */
struct points_shape {
    const struct group *g;
    const struct psu *u;
    double full_w;
};

static double points_shape_at(double activity, const void *context)
{
    const struct points_shape *p = context;
    const struct server *s = p->g->s;
    double input_w = s->power_idle_w + (p->full_w - s->power_idle_w) * server_curve(s, activity);
    return (electronics_w(p->g, p->u, input_w, activity) - p->g->idle_w) / p->g->span_w;
}

enum { SHAPE_STEPS = 200 }; /* data sheets have points each 10 % */

/* Servers protect themselves; where the data sheet does not say at what inlet, some
   kelvins above the greatest it permits (placeholder). */
static const double trip_above_k = 10;

double plant_cap_w(const struct group *g, int supplies)
{
    const struct points *cap = &g->s->psu_cap;
    for (int i = 0; i < cap->n; i++)
        if (fabs(cap->x[i] - supplies) < 0.5)
            return g->full_w - (1 - cap->y[i]) * g->s->accelerators * g->s->accelerator_w;
    return HUGE_VAL;
}

static struct group group_make(struct build *b, int server)
{
    const struct server *s = site_server(b->s, server);
    struct group g = {.server = server,
                      .room = s->room.ref[0].index,
                      .cdu = -1,
                      .workload = -1,
                      .s = s,
                      .inlet_share = 1,
                      .fan_scale = 1};
    if (s->workload.n) g.workload = s->workload.ref[0].index;
    const struct psu *u = s->psu.n ? site_psu(b->s, s->psu.ref[0].index) : NULL;
    g.supplies = 1;
    if (u) {
        g.has_supply = true;
        g.supply_loss = supply_loss(b, u);
        g.supply_rated_w = u->rated_w;
        g.supply_usable = u->continuous_frac;
        g.supplies = s->psu_mode == PSU_COLD_STANDBY ? s->psu_needed : s->psu_count;
    }
    g.full_supplies = g.supplies;
    int basis = g.workload >= 0 ? site_workload(b->s, g.workload)->basis : BASIS_TYPICAL;
    double full_w = basis == BASIS_MAXIMUM ? s->power_maximum_w : s->power_typical_w;
    g.idle_w = electronics_w(&g, u, s->power_idle_w, 0);
    g.span_w = electronics_w(&g, u, full_w, 1) - g.idle_w;
    g.design_span_w = electronics_w(&g, u, s->power_maximum_w, 1) - g.idle_w;
    g.full_w = g.idle_w + g.design_span_w;
    if (s->curve == SERVER_POINTS && g.span_w > 0)
        g.points_shape = table_make(b->a, 0, 1, SHAPE_STEPS, points_shape_at,
                                    &(struct points_shape){&g, u, full_w});
    g.cap_w = plant_cap_w(&g, g.supplies);
    g.trip_c = isnan(s->inlet_trip_c) ? s->inlet_max_c + trip_above_k : s->inlet_trip_c;
    g.chip_air_k_w = chip_air(b, s);
    if (s->cdu.n) g.cdu = s->cdu.ref[0].index;
    g.is_immersed = s->liquid_by == LIQUID_IMMERSION;
    return g;
}

/* ---- sources of a server ----------------------------------------------- */

enum { SOURCES_CAP = PLANT_SOURCES };

struct sources {
    struct ref ref[SOURCES_CAP];
    int n;
};

/* Entries from i on that are all copies of one object, made for each rack; else 1. */
static int run_of_copies(const struct site *s, const struct ref_list *from, int i)
{
    const struct ref *r = &from->ref[i];
    const struct copy *c = &s->of[r->kind].copy[r->index];
    if (c->rack < 0 || c->k > 0 || i + c->n > from->n) return 1;
    const struct ref *last = &from->ref[i + c->n - 1];
    return last->kind == r->kind && last->index == r->index + c->n - 1 ? c->n : 1;
}

/* Of what is made for each rack, a server has what stands in its own. */
static void find_sources(struct build *b, const struct placed *at, struct sources *out)
{
    const struct server *v = site_server(b->s, at->server);
    int rack = at->rack >= 0 ? at->rack : v->rack.n ? v->rack.ref[0].index : -1;
    int unit = at->rack_unit > 0 ? at->rack_unit : 0;
    const struct ref_list *from = &v->part.from;
    if (!from->n && rack >= 0) from = &site_rack(b->s, rack)->part.from;
    out->n = 0;
    int i = 0;
    for (int run; i < from->n && out->n < SOURCES_CAP; i += run) {
        const struct ref *r = &from->ref[i];
        const struct copy *c = &b->s->of[r->kind].copy[r->index];
        run = run_of_copies(b->s, from, i);
        if (c->rack < 0 || run < c->n) /* of no rack, or one copy by its name */
            out->ref[out->n++] = *r;
        else if (c->rack == rack)
            out->ref[out->n++] = from->ref[i + unit];
    }
    if (i < from->n)
        build_refuse(b, KIND_SERVER, at->server, "name those of one part of it",
                     "it has more sources than 64");
    if (!out->n)
        build_refuse(b, KIND_SERVER, at->server, "let the rack name what feeds it",
                     "none of its sources is for the rack it stands in");
}

/* Feeds of one server that a distributed pattern upstream means; 0: all. */
static int pattern_cords(const struct site *s, const struct ref *r, int steps)
{
    if (r->kind == KIND_UPS) return ups_cords(site_ups(s, r->index));
    const struct ref_list *from = &site_part(s, r->kind, r->index)->from;
    return from->n && steps > 0 ? pattern_cords(s, &from->ref[0], steps - 1) : 0;
}

/* Systems of a pool, compared in equal parts whatever the supplies and cords. */
static bool is_pool(const struct site *s, const struct ref *const *from, int n)
{
    for (int i = 0; i < n; i++)
        if (!s->of[from[i]->kind].copy[from[i]->index].is_pooled) return false;
    return n > 0;
}

static int cords_of(const struct build *b, int server, const struct sources *from)
{
    const struct ref *all[SOURCES_CAP];
    for (int i = 0; i < from->n; i++) all[i] = &from->ref[i];
    if (is_pool(b->s, all, from->n)) return from->n;
    int cords = site_server(b->s, server)->cords;
    if (cords == PARAM_NO_COUNT) cords = from->n ? pattern_cords(b->s, &from->ref[0], 32) : 0;
    return cords > 0 && cords < from->n ? cords : from->n;
}

/* ---- taps --------------------------------------------------------------- */

static void grow_taps(struct build *b, int n)
{
    struct plant *p = b->p;
    if (p->n_tap == b->tap_cap) {
        struct tap *more = ARENA_ARRAY(b->a, struct tap, (size_t)b->tap_cap * 2 + 64);
        if (p->n_tap) memcpy(more, p->tap, (size_t)p->n_tap * sizeof *more);
        p->tap = more;
        b->tap_cap = b->tap_cap * 2 + 64;
    }
    if (b->n_supply + n > b->supply_cap) {
        int cap = b->supply_cap * 2 + 64 + n;
        int *more = ARENA_ARRAY(b->a, int, (size_t)cap);
        if (b->n_supply) memcpy(more, p->tap_supplies, (size_t)b->n_supply * sizeof *more);
        p->tap_supplies = more;
        b->supply_cap = cap;
    }
}

/* Supplies are spread over the sources as evenly as can be, the first get one more. */
static void add_tap(struct build *b, const struct placed *at, int group, double count,
                    const struct ref *const *from, int n)
{
    struct plant *p = b->p;
    const struct group *g = &p->group[group];
    int supplies = g->has_supply ? g->s->psu_count : n;
    bool is_equal = is_pool(b->s, from, n);
    grow_taps(b, n);
    if (supplies < n && at->rack_unit <= 0 && count > 0)
        build_warn(b, KIND_SERVER, at->server, "cords says how many sources one server has",
                   "it names more sources than it has supplies: the last ones feed none");
    struct tap *t = &p->tap[p->n_tap++];
    *t = (struct tap){group, at->rack, at->rack_unit, count, {p->n_feed, n, false}, 0};
    t->first_supply = b->n_supply;
    for (int i = 0; i < n; i++) {
        int own = supplies / n + (i < supplies % n);
        p->tap_supplies[b->n_supply++] = own;
        build_feed(b, b->elem_of[from[i]->kind][from[i]->index],
                   is_equal ? 1.0 / n : (double)own / supplies);
    }
}

/* The next set of k of n in order; false after the last. */
static bool next_set(int *set, int k, int n)
{
    int i = k - 1;
    while (i >= 0 && set[i] == n - k + i) i--;
    if (i < 0) return false;
    set[i]++;
    for (int j = i + 1; j < k; j++) set[j] = set[j - 1] + 1;
    return true;
}

static int count_sets(int k, int n)
{
    int sets = 1;
    for (int i = 1; i <= k; i++) sets = sets * (n - k + i) / i;
    return sets;
}

/* All sets of k sources get an equal part: rack by rack, or server by server. */
static void add_taps(struct build *b, const struct placed *at, int group)
{
    struct sources from;
    int set[SOURCES_CAP];
    const struct ref *picked[SOURCES_CAP];
    find_sources(b, at, &from);
    int k = cords_of(b, at->server, &from), n_set = k ? count_sets(k, from.n) : 0;
    for (int i = 0; i < k; i++) set[i] = i;
    for (int c = 0; c < n_set; c++, next_set(set, k, from.n)) {
        int count = at->count / n_set + (c < at->count % n_set);
        if (at->rack_unit >= 0) count = at->rack_unit % n_set == c ? at->count : 0;
        for (int i = 0; i < k; i++) picked[i] = &from.ref[set[i]];
        if (count > 0) add_tap(b, at, group, count, picked, k);
    }
}

/* ---- sources, asked for before there is a tap ------------------------------- */

int **plant_elem_of(const struct plant *p, struct arena *a)
{
    int **of = ARENA_ARRAY(a, int *, N_KIND);
    for (int e = 0; e < p->n_elem; e++) {
        int kind = p->elem[e].kind;
        if (!of[kind]) of[kind] = ARENA_ARRAY(a, int, (size_t)p->site->of[kind].n);
        of[kind][p->elem[e].index] = e;
    }
    return of;
}

int plant_sources(const struct plant *p, int *const *elem_of, const struct placed *at,
                  struct plant_source *out, struct arena *a)
{
    const struct server *v = site_server(p->site, at->server);
    struct arena scratch = arena_new(a->out_of_memory);
    struct diags ds = diags_new(&scratch);
    struct build b = {.s = p->site, .a = &scratch, .ds = &ds};
    struct sources from;
    int set[SOURCES_CAP];
    const struct ref *picked[SOURCES_CAP];
    find_sources(&b, at, &from);
    int k = ds.n_error ? 0 : cords_of(&b, at->server, &from), n_set = k ? count_sets(k, from.n) : 1;
    int unit = at->rack_unit > 0 ? at->rack_unit : 0;
    for (int i = 0; i < k; i++) set[i] = i;
    for (int c = 0; k && c < unit % n_set; c++) next_set(set, k, from.n);
    for (int i = 0; i < k; i++) picked[i] = &from.ref[set[i]];
    bool is_equal = is_pool(p->site, picked, k);
    int supplies = v->psu.n ? v->psu_count : k;
    for (int i = 0; i < k; i++) {
        int own = supplies / k + (i < supplies % k);
        out[i] = (struct plant_source){elem_of[picked[i]->kind][picked[i]->index], own,
                                       is_equal ? 1.0 / k : (double)own / supplies};
    }
    arena_free(&scratch);
    return k;
}

/* The inlet that follows from inlet x when all servers run, as in the hour. */
static double next_inlet_c(const struct build *b, const struct plant_room *r, double x)
{
    double heat_w = 0, flow_m3_s = 0;
    for (int k = r->group_first; k < r->group_first + r->n_group; k++) {
        const struct group *g = &b->p->group[k];
        if (g->is_immersed) continue;
        double density = b->p_pa / 101325;
        double ratio = fmin(server_fan_ratio(g->s, 1, x) / density, 1);
        double fan_w = server_fan_w(g->s, ratio) * density;
        double out_w = (g->idle_w + g->span_w) *
                       (1 + g->s->leakage_per_k * fmax(x - g->s->fan_inlet_low_c, 0));
        double rated_w = g->supplies * g->supply_rated_w;
        double loss_w =
            g->has_supply ? rated_w * table_at(&g->supply_loss, (out_w + fan_w) / rated_w) : 0;
        heat_w += g->count * (out_w * (1 - g->s->liquid_capture_frac) + fan_w + loss_w);
        flow_m3_s += g->count * g->s->airflow_m3_s * ratio;
    }
    if (!(flow_m3_s > 0)) return r->r->supply_c;
    return r->r->supply_c + r->phi / (1 - r->phi) * flow_air_rise_k(heat_w, flow_m3_s, x, b->p_pa);
}

/* Where the hourly iteration begins. */
static void guess_inlets(struct build *b)
{
    for (int i = 0; i < b->p->n_room; i++) {
        struct plant_room *r = &b->p->room[i];
        double x = r->r->supply_c;
        for (int n = 0; n < 60; n++) x = next_inlet_c(b, r, x);
        r->inlet_guess_k = x - r->r->supply_c;
        r->inlet_slope = (next_inlet_c(b, r, x + 0.01) - next_inlet_c(b, r, x)) / 0.01;
    }
}

/* What the taps of a group draw together, of one server on average. */
static void join_feeds(struct build *b, struct group *g, int first_tap)
{
    struct plant *p = b->p;
    double *share = ARENA_ARRAY(b->a, double, (size_t)p->n_elem);
    int *order = ARENA_ARRAY(b->a, int, (size_t)p->n_elem), n = 0;
    for (int i = first_tap; i < p->n_tap; i++) {
        const struct tap *t = &p->tap[i];
        for (int j = t->feed.first; j < t->feed.first + t->feed.n; j++) {
            int e = p->feed[j];
            if (!(b->share[j] > 0)) continue;
            if (!(share[e] > 0)) order[n++] = e;
            share[e] += t->count / g->count * b->share[j];
        }
    }
    g->feed = (struct feeds){p->n_feed, 0, false};
    for (int i = 0; i < n; i++) build_feed(b, order[i], share[order[i]]);
    g->feed.n = p->n_feed - g->feed.first;
}

/* ---- classes of inlets ---------------------------------------------------- */

/* Racks of a server whose inlets are nearly the same are one group: the hottest within
   0.02 K of each other where the air of the room rises by 12 K, the rest in equal steps. */
enum { INLET_CLASSES = 8, CLASS_ROOM = -1 };
static const double one_inlet_k = 0.02, usual_rise_k = 12;

struct inlets { /* of a server's racks */
    bool is_spread;
    double hottest, one, step; /* shares; racks above hottest - one are the first class */
};

static struct inlets inlets_of(const struct build *b, int from, int to)
{
    struct inlets x = {0};
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (int i = from; i < to; i++) {
        const struct placed *at = &b->place->item[i];
        double share = plant_inlet_share(b->p, at->rack, at->rack_unit);
        x.is_spread |= share != 1;
        if (at->rack < 0) continue;
        least = fmin(least, share);
        most = fmax(most, share);
    }
    if (!x.is_spread) return x;
    double phi = b->p->room[site_server(b->s, b->place->item[from].server)->room.ref[0].index].phi;
    x.hottest = most;
    x.one = one_inlet_k / (phi / (1 - phi) * usual_rise_k);
    x.step = fmax((most - least) / (INLET_CLASSES - 1), x.one);
    return x;
}

static int class_of(const struct build *b, const struct inlets *x, const struct placed *at)
{
    if (!x->is_spread || at->rack < 0) return CLASS_ROOM;
    double below = x->hottest - plant_inlet_share(b->p, at->rack, at->rack_unit);
    if (below <= x->one) return 0;
    int class = 1 + (int)(below / x->step);
    return class < INLET_CLASSES ? class : INLET_CLASSES - 1;
}

/* Servers that found no place are still there: they draw from where they would. */
static void add_class(struct build *b, int server, int from, int to, const struct inlets *x,
                      int class)
{
    struct plant *p = b->p;
    int gi = p->n_group, first_tap = p->n_tap;
    struct placed left = {.server = server, .rack = -1, .rack_unit = -1};
    if (class == CLASS_ROOM) left.count = b->place->unplaced[server];
    double count = left.count, share = 0;
    for (int i = from; i < to; i++) {
        const struct placed *at = &b->place->item[i];
        if (class_of(b, x, at) != class) continue;
        count += at->count;
        share += at->count * plant_inlet_share(p, at->rack, at->rack_unit);
    }
    if (!(count > 0)) return;
    p->group[gi] = group_make(b, server);
    p->group[gi].origin = gi;
    p->group[gi].count = count;
    if (class != CLASS_ROOM && !p->group[gi].is_immersed) {
        p->group[gi].has_own_inlet = true;
        p->group[gi].inlet_share = share / count;
    }
    for (int i = from; i < to; i++)
        if (class_of(b, x, &b->place->item[i]) == class) add_taps(b, &b->place->item[i], gi);
    if (left.count) add_taps(b, &left, gi);
    join_feeds(b, &p->group[gi], first_tap);
    p->n_group++;
}

static void add_server(struct build *b, int server, int first_item)
{
    int end = first_item;
    while (end < b->place->n && b->place->item[end].server == server) end++;
    struct inlets x = inlets_of(b, first_item, end);
    for (int c = CLASS_ROOM; c < (x.is_spread ? INLET_CLASSES : 0); c++)
        add_class(b, server, first_item, end, &x, c);
}

/* First item of each server; they stand in the order of servers. */
static int *first_items(const struct build *b)
{
    int n = b->s->of[KIND_SERVER].n;
    int *first = ARENA_ARRAY(b->a, int, (size_t)n + 1);
    for (int v = 0, i = 0; v < n; v++) {
        first[v] = i;
        while (i < b->place->n && b->place->item[i].server == v) i++;
    }
    return first;
}

void build_groups(struct build *b)
{
    int n_server = b->s->of[KIND_SERVER].n;
    const int *first = first_items(b);
    size_t most = (size_t)n_server * (INLET_CLASSES + 1) + 1;
    b->p->group = ARENA_ARRAY(b->a, struct group, most);
    for (int r = 0; r < b->p->n_room; r++) {
        struct plant_room *room = &b->p->room[r];
        room->group_first = b->p->n_group;
        for (int v = 0; v < n_server; v++)
            if (site_server(b->s, v)->room.ref[0].index == r) add_server(b, v, first[v]);
        room->n_group = b->p->n_group - room->group_first;
        for (int g = room->group_first; g < b->p->n_group; g++)
            room->has_spread |= b->p->group[g].has_own_inlet;
    }
    guess_inlets(b);
}
