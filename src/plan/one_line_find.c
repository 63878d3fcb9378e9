#include "plan/one_line_find.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plan/limit_list.h"

/* What is joined to one box, from fine to coarse. */
enum joining {
    JOIN_ALIKE,   /* copies for racks that nothing tells apart */
    JOIN_SECTION, /* all copies of a section */
    JOIN_KIND,    /* all parts of a kind */
    N_JOINING
};

struct piece {              /* an element, or the servers on one tap */
    int layer, group, part; /* group and part: its box in the row */
    int order, member;      /* order: within the box */
};

struct drawing {
    const struct limits_case *c;
    const struct plant *p;
    const struct limit_state *normal;
    const struct result *r;
    const struct failures *f;
    struct arena *a;
    struct one_line *d;
    int *layer;                      /* [n_elem] */
    int *node;                       /* [n_elem] box of each element */
    double *worst;                   /* [classes] share of a limit in the worst state; NaN: none */
    const struct failure **worst_in; /* [classes] */
    int cap_edge;
};

static double most(double a, double b)
{
    return isnan(a) || b > a ? b : a;
}

/* Share of the limit that is used; NaN without a limit. */
static double share_of(const struct limit *l)
{
    return l->limit > 0 ? l->used / l->limit : (double)NAN;
}

/* ---- rows ---- */

static void find_layers(struct drawing *x)
{
    const struct plant *p = x->p;
    x->layer = ARENA_ARRAY(x->a, int, (size_t)p->n_elem + 1);
    int *next = ARENA_ARRAY(x->a, int, (size_t)p->n_elem + 1);
    for (int e = p->n_elem - 1; e >= 0; e--) {
        const struct feeds *up = &p->elem[e].up;
        for (int i = up->first; i < up->first + up->n; i++)
            if (x->layer[p->feed[i]] >= x->layer[e]) x->layer[e] = x->layer[p->feed[i]] + 1;
        if (x->layer[e] > x->d->n_layer - 2) x->d->n_layer = x->layer[e] + 2;
        for (int i = up->first; i < up->first + up->n; i++)
            if (!next[p->feed[i]] || x->layer[e] < next[p->feed[i]]) next[p->feed[i]] = x->layer[e];
    }
    for (int e = 0; e < p->n_elem; e++) /* what stands by stands beside what it stands by for */
        if (p->elem[e].what == ELEM_GENERATOR && next[e] > 0) x->layer[e] = next[e] - 1;
}

/* ---- worst of all states ---- */

static void find_worst(struct drawing *x)
{
    const struct alike *k = &x->normal->o->alike;
    x->worst = ARENA_ARRAY(x->a, double, (size_t)k->n + 1);
    x->worst_in = ARENA_ARRAY(x->a, const struct failure *, (size_t)k->n + 1);
    for (int i = 0; i < k->n; i++) x->worst[i] = (double)NAN;
    for (int i = 0; x->f && i < x->f->n; i++) {
        const struct failure *s = &x->f->item[i];
        for (int j = 0; j < s->n_row; j++) {
            double share = share_of(&s->row[j].limit);
            if (s->row[j].elem < 0 || isnan(share)) continue;
            int class = k->of[s->row[j].elem];
            if (x->worst[class] >= share) continue;
            x->worst[class] = share;
            x->worst_in[class] = s;
        }
    }
}

/* ---- boxes of elements ---- */

static const struct object *object_of(const struct drawing *x, int e)
{
    return x->c->site->of[x->p->elem[e].kind].object[x->p->elem[e].index];
}

static struct piece piece_of(const struct drawing *x, int e, enum joining how)
{
    const struct elem *k = &x->p->elem[e];
    int object = (int)(object_of(x, e) - x->c->site->objects.item);
    bool is_racks = x->c->site->of[k->kind].copy[k->index].rack >= 0;
    int alone = is_racks ? x->normal->o->alike.of[e] : x->normal->o->alike.n + k->index;
    return (struct piece){.layer = x->layer[e],
                          .group = how == JOIN_KIND ? k->kind : object,
                          .part = how == JOIN_ALIKE ? alone : 0,
                          .order = k->index,
                          .member = e};
}

static int same_box(const struct piece *a, const struct piece *b)
{
    if (a->layer != b->layer) return a->layer - b->layer;
    if (a->group != b->group) return a->group - b->group;
    return a->part - b->part;
}

static int by_box(const void *p, const void *q)
{
    const struct piece *a = p, *b = q;
    int c = same_box(a, b);
    if (!c) c = a->order - b->order;
    return c ? c : a->member - b->member;
}

static int count_boxes(const struct piece *piece, int n)
{
    int boxes = n > 0;
    for (int i = 1; i < n; i++) boxes += same_box(&piece[i - 1], &piece[i]) != 0;
    return boxes;
}

/* Pieces of a row, as fine as fits across. */
static int pieces_of(const struct drawing *x, int layer, struct piece *piece)
{
    int n = 0;
    for (int how = JOIN_ALIKE; how < N_JOINING; how++) {
        n = 0;
        for (int e = 0; e < x->p->n_elem; e++) {
            if (x->layer[e] != layer) continue;
            piece[n++] = piece_of(x, e, (enum joining)how);
        }
        if (n) qsort(piece, (size_t)n, sizeof *piece, by_box);
        if (count_boxes(piece, n) <= ONE_LINE_ACROSS) break;
    }
    return n;
}

static const char *amount(struct arena *a, double x, const char *unit)
{
    char text[TEXT_NUMBER_CAP];
    return arena_format(a, "%s %s", text_fixed(text, x, x < 100 && x > floor(x) ? 1 : 0, true),
                        unit);
}

/* As the part states it: "4,000 A", "6 x 250 kW"; NULL: not at all. */
static const char *rating_of(const struct drawing *x, int e)
{
    const struct elem *k = &x->p->elem[e];
    const char *one = NULL;
    if (k->e->rated_a > 0)
        one = amount(x->a, k->e->rated_a, "A");
    else if (k->e->rated_va > 0)
        one = amount(x->a, k->e->rated_va / 1000, "kVA");
    else if (k->rated_w > 0)
        one = amount(x->a, k->rated_w / 1000, "kW");
    else if (k->rated_va > 0)
        one = amount(x->a, k->rated_va / 1000, "kVA");
    return one && k->units > 1 ? arena_format(x->a, "%d × %s", k->units, one) : one;
}

static const char *voltage_of(const struct drawing *x, int e)
{
    const struct elem *k = &x->p->elem[e];
    if (!(k->line_v > 0)) return NULL;
    const char *volts =
        k->line_v >= 1000 ? amount(x->a, k->line_v / 1000, "kV") : amount(x->a, k->line_v, "V");
    if (k->phases == 1 && k->line >= 0) return arena_format(x->a, "%s L%d", volts, k->line + 1);
    return arena_format(x->a, "%s, %d ph", volts, k->phases);
}

/* One of several that differ says so. */
static const char *common(const char *a, const char *b)
{
    if (!a || !b) return a == b ? a : "various";
    return strcmp(a, b) ? "various" : a;
}

/* Of states alike only one is told; for the part that it takes away itself, another. */
static const char *state_for(const struct drawing *x, const struct failure *s, int e)
{
    const struct elem *k = &x->p->elem[e];
    const char *name = site_part_name(x->c->site, k->kind, k->index, x->a);
    if (s->kind == FAILURE_UNIT || !s->alike || !s->alike_name) return s->state;
    if (s->n_lost != 1 || strcmp(s->lost[0], name) != 0) return s->state;
    return arena_format(x->a, "%s lost", s->alike_name[0]);
}

static void add_loads(struct drawing *x, struct one_line_node *v, int e)
{
    int class = x->normal->o->alike.of[e];
    struct limit_list now = {.c = x->c, .a = x->a};
    limit_add_elem(&now, x->normal, e);
    for (int i = 0; i < now.n; i++) v->load = most(v->load, share_of(&now.item[i]));
    if (x->worst[class] > v->load && !(v->worst >= x->worst[class])) {
        v->worst = x->worst[class];
        v->worst_state = state_for(x, x->worst_in[class], e);
    }
}

static const char *id_of(const struct drawing *x, const struct piece *piece, int n)
{
    const struct elem *k = &x->p->elem[piece->member];
    const struct object *o = object_of(x, piece->member);
    const char *kind = x->c->site->objects.kinds[k->kind].name;
    bool is_one_section = true;
    for (int i = 1; i < n; i++) is_one_section &= object_of(x, piece[i].member) == o;
    if (!is_one_section) return kind;
    if (n > 1 && n == x->c->site->of[k->kind].copy[k->index].n)
        return arena_format(x->a, "%s.%s", kind, o->name);
    return site_part_name(x->c->site, k->kind, k->index, x->a);
}

static bool is_standing_by(const struct drawing *x, int e)
{
    return x->p->elem[e].what == ELEM_GENERATOR && !(x->normal->y->elem[e].used > 0);
}

static void add_box(struct drawing *x, const struct piece *piece, int n)
{
    int last = -1, first = piece->member;
    struct one_line_node v = {.what = ONE_LINE_ELEMENT,
                              .layer = piece->layer,
                              .count = n,
                              .id = id_of(x, piece, n),
                              .rating = rating_of(x, first),
                              .voltage = voltage_of(x, first),
                              .load = (double)NAN,
                              .worst = (double)NAN,
                              .is_standby = is_standing_by(x, first)};
    for (int i = 0; i < n; i++) {
        int e = piece[i].member;
        x->node[e] = x->d->n;
        if (x->normal->o->alike.of[e] == last) continue;
        last = x->normal->o->alike.of[e];
        v.rating = common(v.rating, rating_of(x, e));
        v.voltage = common(v.voltage, voltage_of(x, e));
        add_loads(x, &v, e);
    }
    v.is_over = most(v.load, v.worst) > 1 + 1e-9;
    x->d->node[x->d->n++] = v;
}

static void add_boxes(struct drawing *x)
{
    struct piece *piece = ARENA_ARRAY(x->a, struct piece, (size_t)x->p->n_elem + 1);
    for (int layer = 0; layer < x->d->n_layer; layer++) {
        int n = pieces_of(x, layer, piece);
        for (int i = 0, j = 0; i < n; i = j) {
            for (j = i; j < n && !same_box(&piece[i], &piece[j]);) j++;
            add_box(x, piece + i, j - i);
        }
    }
}

/* ---- what else is fed ---- */

enum { ALSO_SHOWN = 4 };

static void say_also(struct drawing *x, int *n, const struct feeds *feed, const char *name)
{
    for (int i = feed->first; i < feed->first + feed->n; i++) {
        struct one_line_node *v = &x->d->node[x->node[x->p->feed[i]]];
        if (v->also && strstr(v->also, name)) continue;
        if (n[v - x->d->node]++ >= ALSO_SHOWN) continue;
        v->also = v->also ? arena_format(x->a, "%s, %s", v->also, name) : name;
    }
}

static void find_also(struct drawing *x)
{
    const struct plant *p = x->p;
    int *n = ARENA_ARRAY(x->a, int, (size_t)x->d->n + 1);
    for (int i = p->alive_cool; i < p->alive_loop; i++) {
        const struct feeds *feed = i < p->alive_cdu    ? &p->cool[i - p->alive_cool].feed
                                   : i < p->alive_sink ? &p->cdu[i - p->alive_cdu].feed
                                                       : &p->sink[i - p->alive_sink].feed;
        say_also(x, n, feed, plant_part_name(p, i, x->a));
    }
    for (int i = 0; i < p->n_loop; i++)
        say_also(x, n, &p->loop[i].feed,
                 site_part_name(x->c->site, KIND_LOOP, p->loop[i].index, x->a));
    for (int i = 0; i < p->n_fixed; i++)
        say_also(x, n, &p->fixed[i].feed, site_part_name(x->c->site, KIND_LOAD, i, x->a));
    for (int i = 0; i < x->d->n; i++)
        if (n[i] > ALSO_SHOWN)
            x->d->node[i].also =
                arena_format(x->a, "%s, %d more", x->d->node[i].also, n[i] - ALSO_SHOWN);
}

/* ---- lines ---- */

static void add_edge(struct drawing *x, int from, int to, bool is_standby)
{
    struct one_line *d = x->d;
    for (int i = d->n_edge; i-- > 0;) {
        if (d->edge[i].from != from || d->edge[i].to != to) continue;
        d->edge[i].is_standby &= is_standby;
        return;
    }
    if (d->n_edge == x->cap_edge) {
        x->cap_edge = 2 * x->cap_edge + 64;
        struct one_line_edge *more = ARENA_ARRAY(x->a, struct one_line_edge, (size_t)x->cap_edge);
        if (d->n_edge) memcpy(more, d->edge, (size_t)d->n_edge * sizeof *more);
        d->edge = more;
    }
    d->edge[d->n_edge++] = (struct one_line_edge){from, to, is_standby};
}

static void add_edges(struct drawing *x, const struct feeds *feed, int to)
{
    for (int i = feed->first; i < feed->first + feed->n; i++) {
        int from = x->node[x->p->feed[i]];
        bool is_idle = !(x->p->normal.share[i] > 0);
        if (from != to) add_edge(x, from, to, is_idle || (feed->is_standby && i > feed->first));
    }
}

/* ---- racks and free servers ---- */

/* Racks of one section on the same boxes are one; all of a section when there are too many
   such sets. */
static struct piece load_piece(const struct drawing *x, int tap, enum joining how)
{
    const struct tap *t = &x->p->tap[tap];
    int server = x->p->group[t->group].server, racks = x->c->site->of[KIND_RACK].n;
    unsigned part = 0;
    for (int i = 0; i < t->feed.n && how == JOIN_ALIKE; i++)
        part = part * 61 + (unsigned)x->node[x->p->feed[t->feed.first + i]] + 1;
    int section = t->rack >= 0 ? t->rack : racks + server, before = 0;
    for (int i = 0; i < t->rack; i++) before += site_rack(x->c->site, i)->part.count;
    return (struct piece){.layer = x->d->n_layer - 1,
                          .group = how == JOIN_KIND ? t->rack < 0 : section,
                          .part = (int)(part & INT_MAX),
                          .order = before + t->rack_unit,
                          .member = tap};
}

static int load_pieces(const struct drawing *x, struct piece *piece)
{
    int n = x->p->n_tap;
    for (int how = JOIN_ALIKE; how < N_JOINING; how++) {
        for (int t = 0; t < n; t++) piece[t] = load_piece(x, t, (enum joining)how);
        if (n) qsort(piece, (size_t)n, sizeof *piece, by_box);
        if (count_boxes(piece, n) <= ONE_LINE_ACROSS) break;
    }
    return n;
}

static const struct limit *rack_limit(const struct drawing *x, const char *id)
{
    for (int i = 0; i < x->r->n_limit; i++)
        if (!strcmp(x->r->limit[i].element, id) && !strcmp(x->r->limit[i].resource, "power"))
            return &x->r->limit[i];
    return NULL;
}

static void describe_racks(struct drawing *x, struct one_line_node *v, int rack)
{
    const char *name = site_part_name(x->c->site, KIND_RACK, rack, x->a);
    const struct limit *l = rack_limit(x, name);
    double limit_w = site_rack(x->c->site, rack)->power_w;
    v->id = v->id && strcmp(v->id, name) ? "rack" : name;
    bool is_one = site_rack(x->c->site, rack)->part.count == 1;
    if (limit_w > 0) v->rating = amount(x->a, limit_w / 1000, is_one ? "kW" : "kW each");
    if (l) v->load = most(v->load, share_of(l));
}

static int count_drops(const struct drawing *x, const char *server)
{
    int n = 0;
    for (int i = 0; x->f && i < x->f->n; i++) {
        bool does = false;
        for (int k = 0; k < x->f->item[i].n_drop; k++)
            does |= !strcmp(x->f->item[i].drop[k].element, server);
        n += does ? x->f->item[i].alike + 1 : 0;
    }
    return n;
}

static void add_load_box(struct drawing *x, const struct piece *piece, int n)
{
    struct one_line_node v = {
        .what = ONE_LINE_LOAD, .layer = piece->layer, .load = (double)NAN, .worst = (double)NAN};
    int rack = -1, unit = -1, server = -1;
    for (int i = 0; i < n; i++) {
        const struct tap *t = &x->p->tap[piece[i].member];
        int own = x->p->group[t->group].server;
        const char *name = site_part_name(x->c->site, KIND_SERVER, own, x->a);
        if (t->rack < 0) v.count += (int)t->count, v.id = v.id ? "server" : name;
        if (t->rack >= 0 && t->rack != rack) describe_racks(x, &v, t->rack);
        v.count += t->rack >= 0 && (t->rack != rack || t->rack_unit != unit);
        rack = t->rack;
        unit = t->rack_unit;
        if (own != server && x->f) {
            int drops = count_drops(x, name);
            v.drops = drops > v.drops ? drops : v.drops;
        }
        server = own;
        add_edges(x, &t->feed, x->d->n);
    }
    v.is_over = v.load > 1 + 1e-9;
    x->d->node[x->d->n++] = v;
}

static void add_load_boxes(struct drawing *x)
{
    struct piece *piece = ARENA_ARRAY(x->a, struct piece, (size_t)x->p->n_tap + 1);
    int n = load_pieces(x, piece);
    for (int i = 0, j = 0; i < n; i = j) {
        for (j = i; j < n && !same_box(&piece[i], &piece[j]);) j++;
        add_load_box(x, piece + i, j - i);
    }
}

/* ---- finding ---- */

static const char *percent(struct arena *a, double share)
{
    char text[TEXT_NUMBER_CAP];
    return arena_format(a, "%s %%", text_fixed(text, 100 * share, 0, true));
}

static const char *finding_of(const struct drawing *x)
{
    const struct one_line_node *peak = NULL, *worst = NULL;
    int over = x->d->n_over;
    for (int i = 0; i < x->d->n; i++) {
        const struct one_line_node *v = &x->d->node[i];
        if (v->what != ONE_LINE_ELEMENT) continue;
        if (!isnan(v->load) && (!peak || v->load > peak->load)) peak = v;
        if (!isnan(v->worst) && (!worst || v->worst > worst->worst)) worst = v;
    }
    const char *head =
        over ? arena_format(x->a, "%d %s over a limit", over, over == 1 ? "is" : "are")
             : "No electrical element is over its limits";
    if (!peak) return "No element states a rating";
    if (!worst)
        return arena_format(x->a, "%s; at the peak %s is loaded most, %s", head, peak->id,
                            percent(x->a, peak->load));
    return arena_format(x->a, "%s; most at the peak: %s, %s; in failure: %s, %s with %s", head,
                        peak->id, percent(x->a, peak->load), worst->id, percent(x->a, worst->worst),
                        worst->worst_state);
}

static void count_all(struct one_line *d)
{
    d->n_box = d->n;
    for (int i = 0; i < d->n; i++) {
        d->n_part += d->node[i].count;
        d->n_over += d->node[i].is_over;
    }
}

const struct one_line *one_line_find(const struct limits_case *c, const struct outage *normal,
                                     const struct result *r, const struct failures *f,
                                     struct arena *a)
{
    const struct plant *p = c->plant;
    struct network net = network_solve(p, normal, c->design_year, a);
    struct limit_state s = {normal, &net, c->design_year, "normal"};
    struct one_line *d = ARENA_ARRAY(a, struct one_line, 1);
    struct drawing x = {.c = c, .p = p, .normal = &s, .r = r, .f = f, .a = a, .d = d};
    find_layers(&x);
    find_worst(&x);
    d->node = ARENA_ARRAY(a, struct one_line_node, (size_t)(d->n_layer + 1) * N_KIND);
    x.node = ARENA_ARRAY(a, int, (size_t)p->n_elem + 1);
    add_boxes(&x);
    find_also(&x);
    for (int e = 0; e < p->n_elem; e++) add_edges(&x, &p->elem[e].up, x.node[e]);
    add_load_boxes(&x);
    count_all(d);
    d->finding = finding_of(&x);
    one_line_arrange(d, a);
    return d;
}
