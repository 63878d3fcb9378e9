#include "sim/outage.h"

#include <math.h>
#include <string.h>

struct moving {
    const struct plant *p;
    struct outage *o;
    double *share;
    int *alive; /* by the indices of the whole plant */
    unsigned char *dead;
    int *left, *tap_group;
    struct arena *a;
};

int outage_units(const struct plant *p, int alive_index)
{
    return p->normal.alive[alive_index];
}

/* ---- who is dead --------------------------------------------------------- */

static void lose(struct moving *s, const struct lost *lost, int n)
{
    for (int i = 0; i < n; i++) {
        int *alive = &s->alive[lost[i].alive_index];
        *alive = *alive > lost[i].units ? *alive - lost[i].units : 0;
    }
    for (int e = 0; e < s->p->n_elem; e++) s->dead[e] = s->alive[s->p->alive_elem + e] == 0;
}

/* An element all of whose sources are dead is dead; upstream ones come last in the
   array, so that one pass from the end finds all. */
static void spread_death(struct moving *s)
{
    for (int e = s->p->n_elem - 1; e >= 0; e--) {
        struct feeds f = s->p->elem[e].up;
        bool all = f.n > 0;
        for (int j = f.first; j < f.first + f.n; j++) all &= s->dead[s->p->feed[j]];
        s->dead[e] |= all;
        if (s->dead[e]) s->alive[s->p->alive_elem + e] = 0;
    }
}

/* ---- who carries --------------------------------------------------------- */

static void take_first(struct moving *s, struct feeds f)
{
    bool is_taken = false;
    for (int j = f.first; j < f.first + f.n; j++) {
        bool is_first = !is_taken && !s->dead[s->p->feed[j]];
        s->share[j] = is_first;
        is_taken |= is_first;
    }
}

/* Returns how many sources live; all of a consumer without sources. */
static int redistribute(struct moving *s, struct feeds f)
{
    double lost = 0, rest = 0;
    int live = 0;
    for (int j = f.first; j < f.first + f.n; j++) {
        if (s->dead[s->p->feed[j]])
            lost += s->share[j];
        else
            rest += s->share[j], live++;
    }
    if (f.is_standby && lost > 0) {
        take_first(s, f);
        return live;
    }
    for (int j = f.first; j < f.first + f.n; j++) {
        if (s->dead[s->p->feed[j]])
            s->share[j] = 0;
        else if (lost > 0)
            s->share[j] += rest > 0 ? lost * s->share[j] / rest : lost / live;
    }
    return live;
}

/* A server keeps the supplies on the feeds that live; spare cold ones wake. */
static void keep_supplies(struct moving *s, int t)
{
    const struct tap *x = &s->p->tap[t];
    const struct group *g = &s->p->group[x->group];
    const int *own = s->p->tap_supplies + x->first_supply;
    int live = 0;
    for (int i = 0; i < x->feed.n; i++)
        if (!s->dead[s->p->feed[x->feed.first + i]]) live += own[i];
    if (g->has_supply && live < g->s->psu_least) live = 0;
    for (int i = 0; i < x->feed.n; i++) {
        bool is_dead = s->dead[s->p->feed[x->feed.first + i]];
        s->share[x->feed.first + i] = is_dead || !live ? 0 : (double)own[i] / live;
    }
    s->left[t] = !g->has_supply ? live > 0 : live < g->full_supplies ? live : g->full_supplies;
}

static void carry(struct moving *s)
{
    const struct plant *p = s->p;
    for (int e = 0; e < p->n_elem; e++) redistribute(s, p->elem[e].up);
    for (int t = 0; t < p->n_tap; t++) keep_supplies(s, t);
    for (int i = 0; i < p->n_fixed; i++) redistribute(s, p->fixed[i].feed);
    for (int i = 0; i < p->n_cool; i++)
        if (!redistribute(s, p->cool[i].feed) && p->cool[i].feed.n) s->alive[p->alive_cool + i] = 0;
    for (int i = 0; i < p->n_cdu; i++)
        if (!redistribute(s, p->cdu[i].feed)) s->alive[p->alive_cdu + i] = 0;
    for (int i = 0; i < p->n_loop; i++)
        if (!redistribute(s, p->loop[i].feed)) s->alive[p->alive_loop + i] = 0;
    for (int i = 0; i < p->n_sink; i++)
        if (p->sink[i].feed.n && !redistribute(s, p->sink[i].feed)) s->alive[p->alive_sink + i] = 0;
}

/* ---- groups by the supplies that are left -------------------------------- */

struct split {
    struct plant *p;
    const int *class_of;
    double *share;
    int *feed;
    double *sum; /* [classes] scratch, zero between uses */
    int *order, n_order;
};

static void gather(struct split *x, int elem, double share)
{
    int c = x->class_of[elem];
    if (!(share > 0)) return;
    if (!(x->sum[c] > 0)) x->order[x->n_order++] = c;
    x->sum[c] += share;
}

/* What has been gathered becomes the feeds of one consumer. */
static struct feeds settle(struct split *x)
{
    struct feeds f = {x->p->n_feed, x->n_order, false};
    for (int i = 0; i < x->n_order; i++) {
        x->feed[x->p->n_feed] = x->order[i];
        x->share[x->p->n_feed++] = x->sum[x->order[i]];
        x->sum[x->order[i]] = 0;
    }
    x->n_order = 0;
    return f;
}

static struct feeds join_feeds(struct moving *s, struct split *x, struct feeds f)
{
    for (int j = f.first; j < f.first + f.n; j++) gather(x, s->p->feed[j], s->share[j]);
    return settle(x);
}

/* Feeds of group g, which has the taps [from, to) whose supplies are as its own. */
static void join_taps(struct moving *s, struct split *x, struct group *g, int from, int to)
{
    for (int t = from; t < to; t++) {
        const struct feeds f = s->p->tap[t].feed;
        if (s->left[t] != g->supplies) continue;
        for (int j = f.first; j < f.first + f.n; j++)
            gather(x, s->p->feed[j], s->p->tap[t].count / g->count * s->share[j]);
    }
    g->feed = settle(x);
}

/* Most supplies first, so that a group in which nothing changed stays as it was. */
static void split_group(struct moving *s, struct split *x, int gi, int from, int to)
{
    for (int k = s->p->group[gi].full_supplies; k >= 0; k--) {
        struct group g = s->p->group[gi];
        g.count = 0;
        g.supplies = k;
        g.cap_w = plant_cap_w(&g, k);
        for (int t = from; t < to; t++) {
            if (s->left[t] != k) continue;
            g.count += s->p->tap[t].count;
            s->tap_group[t] = x->p->n_group;
        }
        if (!(g.count > 0)) continue;
        join_taps(s, x, &g, from, to);
        x->p->group[x->p->n_group++] = g;
    }
}

static int first_tap_after(const struct plant *p, int from)
{
    int to = from;
    while (to < p->n_tap && p->tap[to].group == p->tap[from].group) to++;
    return to;
}

static int most_groups(const struct plant *p)
{
    int n = 0;
    for (int g = 0; g < p->n_group; g++) n += p->group[g].full_supplies + 1;
    return n;
}

static void split_groups(struct moving *s, struct split *x)
{
    const struct plant *whole = s->p;
    int from = 0;
    for (int r = 0; r < whole->n_room; r++) {
        struct plant_room *room = &x->p->room[r];
        int end = whole->room[r].group_first + whole->room[r].n_group;
        room->group_first = x->p->n_group;
        while (from < whole->n_tap && whole->tap[from].group < end) {
            int to = first_tap_after(whole, from);
            split_group(s, x, whole->tap[from].group, from, to);
            from = to;
        }
        room->n_group = x->p->n_group - room->group_first;
    }
}

static void *copy_of(struct arena *a, const void *from, size_t bytes)
{
    void *to = arena_make(a, 1, bytes + 64);
    if (bytes) memcpy(to, from, bytes);
    return to;
}

/* ---- elements that are alike, as one ------------------------------------- */

/* Equal units with equal loads are one element of so many units. */
static void merge_elems(struct moving *s, struct split *x, const struct alike *k)
{
    struct plant *p = x->p;
    p->elem = ARENA_ARRAY(s->a, struct elem, (size_t)k->n + 1);
    p->n_elem = k->n;
    for (int c = 0; c < k->n; c++) {
        p->elem[c] = s->p->elem[k->first[c]];
        p->elem[c].units *= k->size[c];
        p->elem[c].up = join_feeds(s, x, p->elem[c].up);
    }
}

static void merge_consumers(struct moving *s, struct split *x)
{
    struct plant *p = x->p;
    const struct plant *w = s->p;
    size_t n_fixed = (size_t)p->n_fixed, n_cool = (size_t)p->n_cool, n_cdu = (size_t)p->n_cdu;
    size_t n_loop = (size_t)p->n_loop, n_sink = (size_t)p->n_sink;
    p->fixed = copy_of(s->a, w->fixed, n_fixed * sizeof *p->fixed);
    p->cool = copy_of(s->a, w->cool, n_cool * sizeof *p->cool);
    p->cdu = copy_of(s->a, w->cdu, n_cdu * sizeof *p->cdu);
    p->loop = copy_of(s->a, w->loop, n_loop * sizeof *p->loop);
    p->sink = copy_of(s->a, w->sink, n_sink * sizeof *p->sink);
    for (size_t i = 0; i < n_fixed; i++) p->fixed[i].feed = join_feeds(s, x, w->fixed[i].feed);
    for (size_t i = 0; i < n_cool; i++) p->cool[i].feed = join_feeds(s, x, w->cool[i].feed);
    for (size_t i = 0; i < n_cdu; i++) p->cdu[i].feed = join_feeds(s, x, w->cdu[i].feed);
    for (size_t i = 0; i < n_loop; i++) p->loop[i].feed = join_feeds(s, x, w->loop[i].feed);
    for (size_t i = 0; i < n_sink; i++) p->sink[i].feed = join_feeds(s, x, w->sink[i].feed);
}

/* Offsets move by the numbers of elements and groups; other parts stay in order. */
static void place_alive(struct moving *s, struct plant *p, const struct alike *k)
{
    const struct plant *whole = s->p;
    int by = p->n_elem + p->n_group - whole->n_elem - whole->n_group;
    int *alive = ARENA_ARRAY(s->a, int, (size_t)(whole->n_alive + by) + 1);
    for (int e = 0; e < whole->n_elem; e++) alive[k->of[e]] += s->alive[e];
    p->alive_group = p->n_elem;
    for (int g = 0; g < p->n_group; g++) alive[p->alive_group + g] = p->group[g].supplies;
    memcpy(alive + whole->alive_cool + by, s->alive + whole->alive_cool,
           (size_t)(whole->n_alive - whole->alive_cool) * sizeof *alive);
    p->alive_cool += by;
    p->alive_cdu += by;
    p->alive_sink += by;
    p->alive_loop += by;
    p->n_alive += by;
    s->o->state.alive = alive;
}

static void split_plant(struct moving *s)
{
    const struct plant *whole = s->p;
    const struct alike *k = &s->o->alike;
    struct plant *p = ARENA_ARRAY(s->a, struct plant, 1);
    *p = *whole;
    size_t feeds = (size_t)whole->n_feed + (size_t)whole->n_feed + 1;
    struct split x = {p,
                      k->of,
                      ARENA_ARRAY(s->a, double, feeds),
                      ARENA_ARRAY(s->a, int, feeds),
                      ARENA_ARRAY(s->a, double, (size_t)k->n + 1),
                      ARENA_ARRAY(s->a, int, (size_t)k->n + 1),
                      0};
    p->group = ARENA_ARRAY(s->a, struct group, (size_t)most_groups(whole) + 1);
    p->room = copy_of(s->a, whole->room, (size_t)whole->n_room * sizeof *p->room);
    p->n_group = p->n_feed = p->n_tap = 0;
    p->tap = NULL;
    merge_elems(s, &x, k);
    split_groups(s, &x);
    merge_consumers(s, &x);
    p->feed = x.feed;
    place_alive(s, p, k);
    p->normal = s->o->state = (struct state){x.share, s->o->state.alive, NULL};
    s->o->plant = p;
}

struct outage_shares outage_shares(const struct plant *p, const struct lost *lost, int n,
                                   struct arena *a)
{
    struct moving s = {.p = p,
                       .share = ARENA_ARRAY(a, double, (size_t)p->n_feed + 1),
                       .alive = ARENA_ARRAY(a, int, (size_t)p->n_alive + 1),
                       .dead = ARENA_ARRAY(a, unsigned char, (size_t)p->n_elem + 1),
                       .left = ARENA_ARRAY(a, int, (size_t)p->n_tap + 1),
                       .a = a};
    memcpy(s.share, p->normal.share, (size_t)p->n_feed * sizeof *s.share);
    memcpy(s.alive, p->normal.alive, (size_t)p->n_alive * sizeof *s.alive);
    lose(&s, lost, n);
    spread_death(&s);
    carry(&s);
    return (struct outage_shares){s.share, s.alive, s.dead, s.left};
}

struct outage *outage_make(const struct plant *p, const struct lost *lost, int n, struct arena *a)
{
    struct moving s = {.p = p,
                       .o = ARENA_ARRAY(a, struct outage, 1),
                       .share = ARENA_ARRAY(a, double, (size_t)p->n_feed + 1),
                       .alive = ARENA_ARRAY(a, int, (size_t)p->n_alive + 1),
                       .dead = ARENA_ARRAY(a, unsigned char, (size_t)p->n_elem + 1),
                       .left = ARENA_ARRAY(a, int, (size_t)p->n_tap + 1),
                       .tap_group = ARENA_ARRAY(a, int, (size_t)p->n_tap + 1),
                       .a = a};
    memcpy(s.share, p->normal.share, (size_t)p->n_feed * sizeof *s.share);
    memcpy(s.alive, p->normal.alive, (size_t)p->n_alive * sizeof *s.alive);
    lose(&s, lost, n);
    spread_death(&s);
    carry(&s);
    s.o->dead = s.dead;
    s.o->tap_supplies = s.left;
    s.o->tap_group = s.tap_group;
    s.o->n_elem = p->n_elem;
    s.o->share = s.share;
    s.o->alive = s.alive;
    s.o->alike = alike_find(p, s.share, s.alive, s.left, a);
    split_plant(&s);
    return s.o;
}

void outage_watch(struct outage *o, const double *limit_w, struct arena *a)
{
    double *of_class = ARENA_ARRAY(a, double, (size_t)o->alike.n + 1);
    for (int c = 0; c < o->alike.n; c++)
        of_class[c] = o->alike.size[c] * limit_w[o->alike.first[c]];
    o->state.limit_w = of_class;
}

struct year *outage_run(const struct outage *o, const struct prepared *w, const struct calendar *c,
                        int keep, int threads, struct arena *a)
{
    struct year *y = annual_run(o->plant, &o->state, w, c, keep, threads, a);
    size_t n = (size_t)o->n_elem + 1;
    struct peak *elem = ARENA_ARRAY(a, struct peak, n);
    int *hours = ARENA_ARRAY(a, int, n);
    double *out_kwh = ARENA_ARRAY(a, double, n), *loss_kwh = ARENA_ARRAY(a, double, n);
    for (int e = 0; e < o->n_elem; e++) {
        int of = o->alike.of[e], size = o->alike.size[of];
        elem[e] = y->elem[of];
        elem[e].used /= size;
        hours[e] = y->elem_hours[of];
        out_kwh[e] = y->elem_out_kwh[of] / size;
        loss_kwh[e] = y->elem_loss_kwh[of] / size;
    }
    y->elem = elem;
    y->elem_out_kwh = out_kwh;
    y->elem_loss_kwh = loss_kwh;
    y->elem_hours = hours;
    y->n_elem = o->n_elem;
    return y;
}
