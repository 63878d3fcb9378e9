#include "plan/availability.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "physics/reliability.h"
#include "physics/supply_net.h"

/* A way too tangled to be exact takes about as long as so many others. */
enum { TANGLED_EFFORT = 20 };

/* What feeds the servers of one tap.  Nodes are numbered as they are met from the
   servers on, source by source, so that equal ways get equal networks. */
struct way {
    const struct plant *p;
    int *node_of;             /* [n_elem] -1: not on the way */
    int *copies, *group_of;   /* [objects] of each section: elements on the way, common cause */
    int *elem;                /* of each node, but for the last: the target */
    struct supply_node *node; /* these four in net */
    int *up, *group_object;
    double *group_beta;
    struct supply_net net;
    int supplies_needed, supplies_least;
    bool has_utility, has_generator, has_ups;
    double *key; /* all of the network in numbers */
    size_t n_key;
};

struct loss {
    double unavailability, per_year;
    bool is_exact;
};

struct path { /* a way that has been worked out */
    const double *key;
    size_t n_key;
    int server, load; /* last load on it, of which servers */
    struct loss down, degraded;
    int n_part, part[AVAILABILITY_PARTS];
    double part_hours[AVAILABILITY_PARTS];
};

struct finding {
    const struct plant *p;
    struct arena *a;
    struct way way;
    struct path *path;
    int n_path, effort, last;
    bool *is_unknown, *is_noted; /* [objects] told already */
    struct availability out;
};

/* ---- the way ------------------------------------------------------------- */

static int object_of(const struct plant *p, int kind, int index)
{
    return (int)(p->site->of[kind].object[index] - p->site->objects.item);
}

static int object_of_node(const struct way *w, int i)
{
    const struct elem *x = &w->p->elem[w->elem[i]];
    return object_of(w->p, x->kind, x->index);
}

static struct way way_new(const struct plant *p, struct arena *a)
{
    size_t n_node = (size_t)p->n_elem + 1, n_object = (size_t)p->site->objects.n + 1;
    size_t n_up = (size_t)p->n_feed, most = 0;
    for (int t = 0; t < p->n_tap; t++) {
        size_t supplies = 0;
        for (int i = 0; i < p->tap[t].feed.n; i++)
            supplies += (size_t)p->tap_supplies[p->tap[t].first_supply + i];
        if (supplies > most) most = supplies;
    }
    n_up += most;
    struct way w = {.p = p,
                    .node_of = ARENA_ARRAY(a, int, n_node),
                    .copies = ARENA_ARRAY(a, int, n_object),
                    .group_of = ARENA_ARRAY(a, int, n_object),
                    .elem = ARENA_ARRAY(a, int, n_node),
                    .node = ARENA_ARRAY(a, struct supply_node, n_node),
                    .up = ARENA_ARRAY(a, int, n_up + 1),
                    .group_object = ARENA_ARRAY(a, int, n_node),
                    .group_beta = ARENA_ARRAY(a, double, n_node),
                    .key = ARENA_ARRAY(a, double, 8 * n_node + n_up + 3)};
    for (int e = 0; e < p->n_elem; e++) w.node_of[e] = -1;
    return w;
}

static void forget(struct way *w)
{
    for (int i = 0; i < w->net.n_node - 1; i++) {
        w->copies[object_of_node(w, i)] = 0;
        w->node_of[w->elem[i]] = -1;
    }
    w->net = (struct supply_net){.node = w->node, .up = w->up, .group_beta = w->group_beta};
    w->has_utility = w->has_generator = w->has_ups = false;
}

/* Node of the element. */
static int meet(struct way *w, int e)
{
    const struct elem *x = &w->p->elem[e];
    if (w->node_of[e] >= 0) return w->node_of[e];
    int i = w->net.n_node++, object = object_of(w->p, x->kind, x->index);
    w->elem[i] = e;
    w->copies[object]++;
    w->group_of[object] = -1;
    w->has_utility |= x->what == ELEM_UTILITY;
    w->has_generator |= x->what == ELEM_GENERATOR;
    w->has_ups |= x->what == ELEM_UPS;
    return w->node_of[e] = i;
}

static int units_needed(const struct plant *p, const struct elem *x)
{
    int needed = x->units;
    if (x->what == ELEM_UPS) needed = ups_modules_needed(site_ups(p->site, x->index));
    if (x->what == ELEM_GENERATOR) needed = site_generator(p->site, x->index)->needed;
    if (needed == PARAM_NO_COUNT) needed = x->units;
    return needed > 1 ? needed : 1;
}

/* Group of the copies of a section, of which there are two at least; -1: there are not. */
static int common_of(struct way *w, int object, double beta)
{
    int *g = &w->group_of[object];
    if (*g >= 0 || w->copies[object] < 2) return *g;
    *g = w->net.n_group++;
    w->group_beta[*g] = beta;
    w->group_object[*g] = object;
    return *g;
}

/* The event that takes all copies takes all their units, and is the whole of what they
   have in common. */
static void fill_node(struct way *w, int i)
{
    const struct elem *x = &w->p->elem[w->elem[i]];
    struct supply_node *k = &w->node[i];
    int first = k->first, n_up = k->n_up;
    *k = (struct supply_node){.u = reliability_unavailability(x->e->mtbf_s, x->e->mttr_s),
                              .mtbf_s = x->e->mtbf_s,
                              .units = x->units,
                              .needed = units_needed(w->p, x),
                              .beta = x->e->common_frac,
                              .first = first,
                              .n_up = n_up,
                              .up_needed = 1,
                              .common = -1};
    if (!x->units) { /* none is there */
        k->u = k->units = 1;
        k->mtbf_s = HUGE_VAL;
        return;
    }
    if (x->what == ELEM_GENERATOR && w->has_utility) {
        double start = site_generator(w->p->site, x->index)->start_failure_frac;
        k->u += start * (1 - k->u);
    }
    k->common = common_of(w, object_of_node(w, i), x->e->common_frac);
    if (k->common >= 0) k->beta = 0;
}

/* The servers: fed by each of their supplies. */
static void add_target(struct way *w, const struct tap *t)
{
    struct supply_net *net = &w->net;
    struct supply_node *k = &w->node[net->n_node++];
    *k = (struct supply_node){
        .mtbf_s = HUGE_VAL, .units = 1, .needed = 1, .first = net->n_up, .common = -1};
    for (int i = 0; i < t->feed.n; i++)
        for (int s = 0; s < w->p->tap_supplies[t->first_supply + i]; s++)
            w->up[net->n_up++] = w->node_of[w->p->feed[t->feed.first + i]];
    k->n_up = net->n_up - k->first;
    const struct group *g = &w->p->group[t->group];
    w->supplies_needed = g->has_supply ? g->s->psu_needed : 1;
    w->supplies_least = g->has_supply ? g->s->psu_least : 1;
}

static void add_key(struct way *w, double x)
{
    w->key[w->n_key++] = x;
}

static void make_key(struct way *w)
{
    const struct supply_net *net = &w->net;
    w->n_key = 0;
    add_key(w, net->n_node);
    add_key(w, net->n_group);
    add_key(w, w->supplies_needed);
    add_key(w, w->supplies_least);
    for (int g = 0; g < net->n_group; g++) add_key(w, net->group_beta[g]);
    for (int i = 0; i < net->n_node; i++) {
        const struct supply_node *k = &net->node[i];
        const double number[] = {k->u, k->mtbf_s, k->units, k->needed, k->beta, k->common, k->n_up};
        for (size_t j = 0; j < sizeof number / sizeof *number; j++) add_key(w, number[j]);
        for (int s = 0; s < k->n_up; s++) add_key(w, net->up[k->first + s]);
    }
}

static void find_way(struct way *w, const struct tap *t)
{
    struct supply_net *net = &w->net;
    forget(w);
    for (int i = 0; i < t->feed.n; i++)
        if (w->p->tap_supplies[t->first_supply + i] > 0) meet(w, w->p->feed[t->feed.first + i]);
    for (int i = 0; i < net->n_node; i++) {
        struct feeds f = w->p->elem[w->elem[i]].up;
        w->node[i].first = net->n_up;
        w->node[i].n_up = f.n;
        for (int j = f.first; j < f.first + f.n; j++) w->up[net->n_up++] = meet(w, w->p->feed[j]);
    }
    for (int i = 0; i < net->n_node; i++) fill_node(w, i);
    add_target(w, t);
    make_key(w);
}

/* ---- what is said of sections --------------------------------------------- */

/* The section's name, all copies together. */
static const char *section_name(const struct plant *p, int object, struct arena *a)
{
    const struct object *o = &p->site->objects.item[object];
    return arena_format(a, "%s.%s", p->site->objects.kinds[o->kind].name, o->name);
}

static void tell_unknown(struct finding *f)
{
    const struct way *w = &f->way;
    for (int i = 0; i < w->net.n_node - 1; i++) {
        int object = object_of_node(w, i);
        if (!isnan(w->node[i].u) || f->is_unknown[object]) continue;
        f->is_unknown[object] = true;
        f->out.unknown[f->out.n_unknown++] = section_name(f->p, object, f->a);
    }
}

static void tell(struct finding *f, int object, const char *what)
{
    if (f->is_noted[object]) return;
    f->is_noted[object] = true;
    f->out.note[f->out.n_note++] =
        arena_format(f->a, "%s %s: the break until a generator carries is not counted as a loss",
                     section_name(f->p, object, f->a), what);
}

/* A generator that stands by takes seconds to carry load. */
static void tell_starts(struct finding *f, const struct tap *t)
{
    const struct way *w = &f->way;
    if (!w->has_generator || !w->has_utility) return;
    if (!w->has_ups)
        tell(f, object_of(f->p, KIND_SERVER, f->p->group[t->group].server), "has no UPS before it");
    for (int i = 0; i < w->net.n_node - 1; i++) {
        const struct elem *x = &f->p->elem[w->elem[i]];
        if (x->what == ELEM_UPS && !site_ups(f->p->site, x->index)->battery.n)
            tell(f, object_of_node(w, i), "has no battery");
    }
}

/* ---- paths ---------------------------------------------------------------- */

static bool is_same(const struct path *path, const struct way *w)
{
    return path->n_key == w->n_key && !memcmp(path->key, w->key, w->n_key * sizeof *w->key);
}

/* That of the rack before is tried first. */
static struct path *find_path(struct finding *f)
{
    if (f->n_path && is_same(&f->path[f->last], &f->way)) return &f->path[f->last];
    for (int i = 0; i < f->n_path; i++)
        if (is_same(&f->path[i], &f->way)) return &f->path[f->last = i];
    return NULL;
}

/* Of having fewer live supplies than that. */
static struct supply_loss loss_with(struct finding *f, int supplies)
{
    struct way *w = &f->way;
    int target = w->net.n_node - 1;
    w->node[target].up_needed = supplies;
    struct supply_loss loss = {(double)NAN, (double)NAN, false, 0, NULL};
    if (w->node[target].n_up) loss = supply_unavailability(&w->net, target, f->a);
    return loss;
}

static void solve(struct finding *f, struct path *path)
{
    struct arena_mark start = arena_mark(f->a);
    struct supply_loss down = loss_with(f, f->way.supplies_least);
    path->down = (struct loss){down.unavailability, down.per_year, down.is_exact};
    path->degraded = path->down;
    path->n_part = supply_greatest(&down, path->part, AVAILABILITY_PARTS);
    for (int i = 0; i < path->n_part; i++)
        path->part_hours[i] =
            down.part[path->part[i]].share * reliability_hours_per_year(down.unavailability);
    if (f->way.supplies_needed > f->way.supplies_least) {
        struct supply_loss fewer = loss_with(f, f->way.supplies_needed);
        path->degraded = (struct loss){fewer.unavailability, fewer.per_year, fewer.is_exact};
    }
    arena_release(f->a, start);
    bool is_tangled =
        !isnan(down.unavailability) && !(path->down.is_exact && path->degraded.is_exact);
    f->effort += is_tangled ? TANGLED_EFFORT : 1;
}

static struct path *add_path(struct finding *f, const struct tap *t)
{
    if (f->effort >= AVAILABILITY_PATHS) return NULL;
    struct path *path = &f->path[f->last = f->n_path++];
    double *key = ARENA_ARRAY(f->a, double, f->way.n_key);
    memcpy(key, f->way.key, f->way.n_key * sizeof *key);
    *path = (struct path){.key = key, .n_key = f->way.n_key, .server = -1};
    tell_unknown(f);
    tell_starts(f, t);
    solve(f, path);
    return path;
}

/* ---- loads ---------------------------------------------------------------- */

static const char *source_names(const struct finding *f, const struct tap *t)
{
    struct builder b = builder_new(f->a);
    for (int i = 0; i < t->feed.n; i++) {
        const struct elem *x = &f->p->elem[f->p->feed[t->feed.first + i]];
        if (!f->p->tap_supplies[t->first_supply + i]) continue;
        if (b.n) builder_text(&b, ", ");
        builder_text(&b, site_part_name(f->p->site, x->kind, x->index, f->a));
    }
    return b.s;
}

static const char *part_name(const struct finding *f, int part)
{
    const struct way *w = &f->way;
    if (part >= w->net.n_node)
        return arena_format(f->a, "common cause of %s",
                            section_name(f->p, w->group_object[part - w->net.n_node], f->a));
    const struct elem *x = &f->p->elem[w->elem[part]];
    return site_part_name(f->p->site, x->kind, x->index, f->a);
}

/* The path may have been worked out on parts of other names. */
static const struct availability_part *name_parts(const struct finding *f, const struct path *path)
{
    struct availability_part *part =
        ARENA_ARRAY(f->a, struct availability_part, (size_t)path->n_part + 1);
    for (int i = 0; i < path->n_part; i++)
        part[i] = (struct availability_part){part_name(f, path->part[i]), path->part_hours[i]};
    return part;
}

static void add_load(struct finding *f, struct path *path, const struct tap *t)
{
    path->server = f->p->group[t->group].server;
    path->load = f->out.n_load;
    f->out.load[f->out.n_load++] = (struct availability_load){
        .server = site_part_name(f->p->site, KIND_SERVER, f->p->group[t->group].server, f->a),
        .sources = source_names(f, t),
        .unavailability = path->down.unavailability,
        .hours_per_year = reliability_hours_per_year(path->down.unavailability),
        .losses_per_year = path->down.per_year,
        .degraded_hours_per_year = reliability_hours_per_year(path->degraded.unavailability),
        .is_exact = path->down.is_exact && path->degraded.is_exact,
        .n_part = path->n_part,
        .part = name_parts(f, path)};
}

static void add_tap(struct finding *f, const struct tap *t)
{
    find_way(&f->way, t);
    struct path *path = find_path(f);
    if (!path) path = add_path(f, t);
    if (!path) {
        f->out.left_out += t->count;
        return;
    }
    if (path->server != f->p->group[t->group].server) add_load(f, path, t);
    f->out.load[path->load].count += t->count;
}

static double mean_hours(const struct availability *v)
{
    double hours = 0, servers = 0;
    for (int i = 0; i < v->n_load; i++) {
        hours += v->load[i].count * v->load[i].hours_per_year;
        servers += v->load[i].count;
    }
    return servers > 0 ? hours / servers : (double)NAN;
}

static size_t most_loads(const struct plant *p)
{
    size_t most = (size_t)p->n_group * AVAILABILITY_PATHS;
    return (size_t)p->n_tap < most ? (size_t)p->n_tap : most;
}

struct availability availability_find(const struct plant *p, struct arena *a)
{
    size_t n_object = (size_t)p->site->objects.n + 1;
    struct finding f = {.p = p,
                        .a = a,
                        .way = way_new(p, a),
                        .path = ARENA_ARRAY(a, struct path, AVAILABILITY_PATHS),
                        .is_unknown = ARENA_ARRAY(a, bool, n_object),
                        .is_noted = ARENA_ARRAY(a, bool, n_object)};
    f.out.load = ARENA_ARRAY(a, struct availability_load, most_loads(p) + 1);
    f.out.unknown = ARENA_ARRAY(a, const char *, n_object);
    f.out.note = ARENA_ARRAY(a, const char *, n_object);
    for (int t = 0; t < p->n_tap; t++) add_tap(&f, &p->tap[t]);
    f.out.it_hours_per_year = mean_hours(&f.out);
    return f.out;
}
