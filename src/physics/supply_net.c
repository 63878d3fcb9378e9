#include "physics/supply_net.h"

#include "base/bdd.h"
#include "physics/reliability.h"

#include <math.h>
#include <stdint.h>

#define NOT_A_NUMBER ((double)NAN)

enum { FIRST_TRY = 1 << 16, SECOND_TRY = 1 << 18, CUT_MAX = 3, LANES = 64 };

static const double YEAR_S = 8760 * 3600.0;
/* Nodes times events to the order of the cut sets; 64 states go at once, so that
   this is about a second. */
static const double CUT_WORK = 2e10;

/* What can make the target fail: one event for each node that counts and each
   group of theirs, sources before those they feed. */
struct events {
    const struct supply_net *net;
    struct arena *arena;
    int *node;            /* nodes that count, in order; the target last */
    int *of;              /* event of each part; -1: does not count */
    int *part;            /* part of each event, */
    double *u, *per_year; /* its unavailability, how often it happens */
    int n, n_node, n_up_most;
};

enum visit { UNSEEN, OPEN, DONE };

static bool is_sound(const struct supply_net *net, const struct supply_node *k)
{
    return k->units >= 0 && k->n_up >= 0 && k->n_up <= net->n_up && k->first >= 0 &&
           k->first <= net->n_up - k->n_up && k->common >= -1 && k->common < net->n_group;
}

static double rate_per_year(double mtbf_s)
{
    return mtbf_s > 0 ? YEAR_S / mtbf_s : NOT_A_NUMBER;
}

/* NaN stays. */
static double greater(double x, double y)
{
    return isnan(x) || x > y ? x : y;
}

static void add_event(struct events *ev, int part, double u, double per_year)
{
    ev->of[part] = ev->n;
    ev->part[ev->n] = part;
    ev->u[ev->n] = u;
    ev->per_year[ev->n++] = per_year;
}

static void add_group(struct events *ev, int g)
{
    const struct supply_net *net = ev->net;
    double u = 0, rate = 0;
    for (int i = 0; i < net->n_node; i++) {
        if (net->node[i].common != g) continue;
        u = greater(u, net->node[i].u);
        rate = greater(rate, rate_per_year(net->node[i].mtbf_s));
    }
    double beta = net->group_beta[g];
    add_event(ev, net->n_node + g, beta * u, beta * rate * (1 - beta * u));
}

static void add_node(struct events *ev, int i)
{
    const struct supply_node *k = &ev->net->node[i];
    double own = 1;
    if (k->common >= 0) {
        own = 1 - ev->net->group_beta[k->common];
        if (ev->of[ev->net->n_node + k->common] < 0) add_group(ev, k->common);
    }
    double rate = own * rate_per_year(k->mtbf_s);
    add_event(ev, i, reliability_k_of_n(k->needed, k->units, own * k->u, k->beta),
              reliability_k_of_n_frequency(k->needed, k->units, own * k->u, k->beta, rate));
    ev->node[ev->n_node++] = i;
}

/* False when the node feeds itself or something in it is out of range. */
static bool visit(struct events *ev, int i, enum visit *seen)
{
    if (i < 0 || i >= ev->net->n_node || seen[i] == OPEN) return false;
    if (seen[i] == DONE) return true;
    const struct supply_node *k = &ev->net->node[i];
    if (!is_sound(ev->net, k)) return false;
    seen[i] = OPEN;
    if (k->n_up > ev->n_up_most) ev->n_up_most = k->n_up;
    for (int s = 0; k->up_needed > 0 && s < k->n_up; s++)
        if (!visit(ev, ev->net->up[k->first + s], seen)) return false;
    seen[i] = DONE;
    add_node(ev, i);
    return true;
}

static bool find_events(struct events *ev, const struct supply_net *net, int target,
                        struct arena *a)
{
    size_t n_part = (size_t)net->n_node + (size_t)net->n_group;
    *ev = (struct events){.net = net,
                          .arena = a,
                          .node = ARENA_ARRAY(a, int, (size_t)net->n_node),
                          .of = ARENA_ARRAY(a, int, n_part),
                          .part = ARENA_ARRAY(a, int, n_part),
                          .u = ARENA_ARRAY(a, double, n_part),
                          .per_year = ARENA_ARRAY(a, double, n_part)};
    for (size_t i = 0; i < n_part; i++) ev->of[i] = -1;
    if (!visit(ev, target, ARENA_ARRAY(a, enum visit, (size_t)net->n_node))) return false;
    for (int e = 0; e < ev->n; e++)
        if (!(ev->u[e] >= 0 && ev->u[e] <= 1)) return false;
    return true;
}

/* Event of the group of the node, -1 if it has none. */
static int group_event(const struct events *ev, const struct supply_node *k)
{
    return k->common < 0 ? -1 : ev->of[ev->net->n_node + k->common];
}

/* So many failed sources stop the node. */
static int stopping(const struct supply_node *k)
{
    return k->n_up - k->up_needed + 1;
}

static bool is_fed(const struct supply_node *k)
{
    return k->n_up > 0 && k->up_needed > 0;
}

/* Events in the order of a diagram: at[l] is the event of level l. */
struct levels {
    int *at, *of;
};

static struct levels new_levels(const struct events *ev)
{
    return (struct levels){ARENA_ARRAY(ev->arena, int, (size_t)ev->n),
                           ARENA_ARRAY(ev->arena, int, (size_t)ev->n)};
}

/* The target on top: small for chains, and where what is shared is shared nearby. */
static struct levels target_first(const struct events *ev)
{
    struct levels l = new_levels(ev);
    for (int e = 0; e < ev->n; e++) l.at[l.of[e] = ev->n - 1 - e] = e;
    return l;
}

/* Events that reach the target by more than one way, or feed one that does. */
static bool *shared(const struct events *ev)
{
    const struct supply_net *net = ev->net;
    bool *is_shared = ARENA_ARRAY(ev->arena, bool, (size_t)ev->n);
    bool *is_used = ARENA_ARRAY(ev->arena, bool, (size_t)ev->n);
    for (int n = ev->n_node - 1; n >= 0; n--) {
        const struct supply_node *k = &net->node[ev->node[n]];
        bool mine = is_shared[ev->of[ev->node[n]]];
        for (int s = -1; s < (is_fed(k) ? k->n_up : 0); s++) {
            int e = s < 0 ? group_event(ev, k) : ev->of[net->up[k->first + s]];
            if (e < 0) continue;
            is_shared[e] = is_shared[e] || mine || is_used[e];
            is_used[e] = true;
        }
    }
    return is_shared;
}

/* What is shared on top: small where few things shared feed very many others,
   which is then the conditioning on shared parts that one would do by hand. */
static struct levels shared_first(const struct events *ev)
{
    struct levels l = new_levels(ev);
    const bool *is_shared = shared(ev);
    int n = 0;
    for (int e = 0; e < ev->n; e++)
        if (is_shared[e]) l.at[n++] = e;
    for (int e = ev->n - 1; e >= 0; e--)
        if (!is_shared[e]) l.at[n++] = e;
    for (int i = 0; i < n; i++) l.of[l.at[i]] = i;
    return l;
}

static int either(struct bdd *b, int event, int f)
{
    return bdd_choose(b, bdd_event(b, event), BDD_TRUE, f);
}

/* The diagram of "does not deliver". */
static int failure_of(struct bdd *b, const struct events *ev, const struct levels *l, int i,
                      const int *failure)
{
    const struct supply_node *k = &ev->net->node[i];
    int f = BDD_FALSE, g = group_event(ev, k);
    if (is_fed(k)) {
        int *fed = ARENA_ARRAY(b->arena, int, (size_t)k->n_up);
        for (int s = 0; s < k->n_up; s++) fed[s] = failure[ev->net->up[k->first + s]];
        f = bdd_at_least(b, stopping(k), fed, k->n_up);
    }
    if (g >= 0) f = either(b, l->of[g], f);
    return either(b, l->of[ev->of[i]], f);
}

static double evaluate(const struct bdd *b, int f, const struct events *ev, const struct levels *l,
                       double *slope)
{
    double *u = ARENA_ARRAY(ev->arena, double, (size_t)ev->n);
    double *by_level = ARENA_ARRAY(ev->arena, double, (size_t)ev->n);
    for (int i = 0; i < ev->n; i++) u[i] = ev->u[l->at[i]];
    double probability = bdd_probability(b, f, u, by_level, ev->n);
    for (int i = 0; i < ev->n; i++) slope[l->at[i]] = by_level[i];
    return probability;
}

/* False when the diagram grows out of hand. */
static bool exact(const struct events *ev, struct levels l, int limit, double *u, double *slope)
{
    struct bdd b = bdd_new(ev->arena, limit);
    int *failure = ARENA_ARRAY(ev->arena, int, (size_t)ev->net->n_node);
    for (int n = 0; n < ev->n_node && !b.is_full; n++)
        failure[ev->node[n]] = failure_of(&b, ev, &l, ev->node[n], failure);
    if (b.is_full) return false;
    *u = evaluate(&b, failure[ev->node[ev->n_node - 1]], ev, &l, slope);
    return true;
}

/* Minimal cut sets found so far.  A word holds 64 states that differ in one
   event: lane l has event 64 block + l down besides those of a set. */
struct cuts {
    const struct events *ev;
    uint64_t *failure;       /* of each node, by lane */
    uint64_t *at_least;      /* scratch */
    uint64_t *single, *pair; /* bit rows: events that are cuts, that are cuts with event i */
    int words;               /* in a row */
    double sum, *slope;
};

struct set {
    int n, event[CUT_MAX];
};

static uint64_t down_lanes(const struct set *s, int event, int block)
{
    for (int i = 0; i < s->n; i++)
        if (s->event[i] == event) return UINT64_MAX;
    return event / LANES == block ? UINT64_C(1) << event % LANES : 0;
}

static uint64_t too_few_fed(const struct cuts *c, const struct supply_node *k)
{
    uint64_t *t = c->at_least;
    int m = stopping(k), n = k->n_up;
    if (m <= 0) return UINT64_MAX;
    t[0] = UINT64_MAX;
    for (int j = 1; j <= m; j++) t[j] = 0;
    for (int s = 0; s < n; s++) {
        uint64_t failed = c->failure[c->ev->net->up[k->first + s]];
        for (int j = m < s + 1 ? m : s + 1; j >= 1 && j >= m - (n - 1 - s); j--)
            t[j] |= t[j - 1] & failed;
    }
    return t[m];
}

/* Lanes in which the target fails; block -1: the set alone, in all lanes. */
static uint64_t failing(const struct cuts *c, const struct set *s, int block)
{
    const struct events *ev = c->ev;
    uint64_t w = 0;
    for (int n = 0; n < ev->n_node; n++) {
        const struct supply_node *k = &ev->net->node[ev->node[n]];
        int g = group_event(ev, k);
        w = down_lanes(s, ev->of[ev->node[n]], block);
        if (g >= 0) w |= down_lanes(s, g, block);
        if (is_fed(k)) w |= too_few_fed(c, k);
        c->failure[ev->node[n]] = w;
    }
    return w;
}

static uint64_t *pairs_of(const struct cuts *c, int event)
{
    return c->pair + (size_t)event * (size_t)c->words;
}

static bool has(const uint64_t *row, int event)
{
    return row[event / LANES] >> event % LANES & 1;
}

static void mark(uint64_t *row, int event)
{
    row[event / LANES] |= UINT64_C(1) << event % LANES;
}

/* Lanes of events after the last of the set that hold no smaller cut with it. */
static uint64_t open_lanes(const struct cuts *c, const struct set *s, int block)
{
    uint64_t open = ~c->single[block];
    int n = c->ev->n - block * LANES;
    if (n < LANES) open &= (UINT64_C(1) << n) - 1;
    for (int i = 0; i < s->n; i++) {
        open &= ~pairs_of(c, s->event[i])[block];
        if (s->event[i] / LANES == block) open &= UINT64_MAX << s->event[i] % LANES << 1;
    }
    return open;
}

static void add_cut(struct cuts *c, const struct set *s)
{
    const double *u = c->ev->u;
    double all = 1;
    for (int i = 0; i < s->n; i++) {
        double others = 1;
        for (int j = 0; j < s->n; j++) others *= j == i ? 1 : u[s->event[j]];
        c->slope[s->event[i]] += others;
        all *= u[s->event[i]];
    }
    c->sum += all;
    if (s->n == 1) mark(c->single, s->event[0]);
    if (s->n == 2) {
        mark(pairs_of(c, s->event[0]), s->event[1]);
        mark(pairs_of(c, s->event[1]), s->event[0]);
    }
}

/* Minimal cut sets of the set and one later event. */
static void extend(struct cuts *c, struct set s)
{
    int from = s.n ? s.event[s.n - 1] / LANES : 0, last = s.n++;
    for (int block = from; block < c->words; block++) {
        s.n = last;
        uint64_t fresh = open_lanes(c, &s, block);
        if (fresh) fresh &= failing(c, &s, block);
        s.n = last + 1;
        for (int l = 0; l < LANES; l++) {
            s.event[last] = block * LANES + l;
            if (fresh >> l & 1) add_cut(c, &s);
        }
    }
}

static void extend_pairs(struct cuts *c, int i)
{
    for (int j = i + 1; j < c->ev->n; j++)
        if (!has(c->single, j) && !has(pairs_of(c, i), j)) extend(c, (struct set){2, {i, j}});
}

static void find_cuts(struct cuts *c, int order)
{
    extend(c, (struct set){0});
    for (int i = 0; order > 1 && i < c->ev->n; i++)
        if (!has(c->single, i)) extend(c, (struct set){1, {i}});
    for (int i = 0; order > 2 && i < c->ev->n; i++)
        if (!has(c->single, i)) extend_pairs(c, i);
}

/* Probability that at least m (to CUT_MAX + 1) events, one left out, happen. */
static double at_least(const struct events *ev, int m, int but)
{
    double p[CUT_MAX + 2] = {1};
    for (int e = 0; e < ev->n; e++) {
        if (e == but) continue;
        p[m] += p[m - 1] * ev->u[e];
        for (int j = m - 1; j >= 1; j--) p[j] += (p[j - 1] - p[j]) * ev->u[e];
        p[0] *= 1 - ev->u[e];
    }
    return p[m];
}

/* Ways to pick so many events, an event more than once. */
static double picks(const struct events *ev, int order)
{
    double n = 1;
    for (int i = 0; i < order; i++) n *= ev->n;
    return n;
}

static int cut_order(const struct events *ev)
{
    int order = CUT_MAX;
    while (order > 1 && picks(ev, order) * ev->n_node > CUT_WORK) order--;
    return order;
}

/* A state of failure holds a minimal cut set of up to order events, or more
   events than that have happened; an event that brings a failure about completes
   such a set, or finds order others there. */
static double bound(const struct events *ev, double *slope)
{
    int order = cut_order(ev), words = (ev->n + LANES - 1) / LANES;
    struct cuts c = {.ev = ev,
                     .words = words,
                     .slope = slope,
                     .failure = ARENA_ARRAY(ev->arena, uint64_t, (size_t)ev->net->n_node),
                     .at_least = ARENA_ARRAY(ev->arena, uint64_t, (size_t)ev->n_up_most + 1),
                     .single = ARENA_ARRAY(ev->arena, uint64_t, (size_t)words),
                     .pair = ARENA_ARRAY(ev->arena, uint64_t, (size_t)ev->n * (size_t)words)};
    for (int e = 0; e < ev->n; e++) slope[e] = 0;
    if (failing(&c, &(struct set){0}, -1)) return 1;
    find_cuts(&c, order);
    for (int e = 0; e < ev->n; e++) slope[e] = fmin(slope[e] + at_least(ev, order, e), 1);
    return fmin(c.sum + at_least(ev, order + 1, -1), 1);
}

static struct supply_loss unknown(const struct supply_net *net, struct supply_part *part)
{
    int n = net->n_node + net->n_group;
    for (int i = 0; i < n; i++)
        part[i] = (struct supply_part){NOT_A_NUMBER, NOT_A_NUMBER, NOT_A_NUMBER};
    return (struct supply_loss){
        .unavailability = NOT_A_NUMBER, .per_year = NOT_A_NUMBER, .n_part = n, .part = part};
}

/* A network never gets better by a failure: a slope below 0 is rounding. */
static struct supply_loss fill(const struct events *ev, double u, const double *slope,
                               struct supply_part *part)
{
    struct supply_loss loss = {
        .unavailability = u, .n_part = ev->net->n_node + ev->net->n_group, .part = part};
    for (int e = 0; e < ev->n; e++) {
        double birnbaum = fmax(slope[e], 0);
        part[ev->part[e]] = (struct supply_part){
            .birnbaum = birnbaum,
            .share = u > 0 ? fmin(ev->u[e] * birnbaum / u, 1) : 0,
            .per_year = birnbaum * ev->per_year[e],
        };
        loss.per_year += birnbaum * ev->per_year[e];
    }
    return loss;
}

static struct supply_loss loss_of(const struct supply_net *net, int node, struct arena *a,
                                  bool try_exact)
{
    struct supply_part *part =
        ARENA_ARRAY(a, struct supply_part, (size_t)net->n_node + (size_t)net->n_group);
    struct arena_mark start = arena_mark(a);
    struct supply_loss loss = unknown(net, part);
    struct events ev;
    if (find_events(&ev, net, node, a)) {
        double *slope = ARENA_ARRAY(a, double, (size_t)ev.n), u = 0;
        bool is_exact = try_exact && (exact(&ev, target_first(&ev), FIRST_TRY, &u, slope) ||
                                      exact(&ev, shared_first(&ev), SECOND_TRY, &u, slope));
        if (!is_exact) u = bound(&ev, slope);
        for (int i = 0; i < loss.n_part; i++) part[i] = (struct supply_part){0};
        loss = fill(&ev, u, slope, part);
        loss.is_exact = is_exact;
    }
    arena_release(a, start);
    return loss;
}

struct supply_loss supply_unavailability(const struct supply_net *net, int node, struct arena *a)
{
    return loss_of(net, node, a, true);
}

struct supply_loss supply_bound(const struct supply_net *net, int node, struct arena *a)
{
    return loss_of(net, node, a, false);
}

static bool is_greater(const struct supply_part *x, const struct supply_part *y)
{
    if (x->share > y->share || x->share < y->share) return x->share > y->share;
    return x->birnbaum > y->birnbaum;
}

int supply_greatest(const struct supply_loss *loss, int *order, int n)
{
    int found = 0;
    for (int i = 0; i < loss->n_part; i++) {
        if (!(loss->part[i].share > 0)) continue;
        int at = found < n ? found++ : n;
        for (; at > 0 && is_greater(&loss->part[i], &loss->part[order[at - 1]]); at--)
            if (at < n) order[at] = order[at - 1];
        if (at < n) order[at] = i;
    }
    return found;
}
