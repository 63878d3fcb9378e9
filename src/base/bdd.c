#include "base/bdd.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

enum { CAP_FIRST = 1024, STEPS_PER_NODE = 16 };

static void make_tables(struct bdd *b, int cap)
{
    b->cap = cap;
    b->node = ARENA_ARRAY(b->arena, struct bdd_node, (size_t)cap);
    b->slot = ARENA_ARRAY(b->arena, int, 2 * (size_t)cap);
    b->memo = ARENA_ARRAY(b->arena, struct bdd_memo, (size_t)cap);
}

struct bdd bdd_new(struct arena *a, int limit)
{
    struct bdd b = {.arena = a, .limit = limit, .n = 2};
    make_tables(&b, limit < CAP_FIRST ? limit : CAP_FIRST);
    b.node[BDD_FALSE] = (struct bdd_node){INT_MAX, BDD_FALSE, BDD_FALSE};
    b.node[BDD_TRUE] = (struct bdd_node){INT_MAX, BDD_TRUE, BDD_TRUE};
    return b;
}

static uint32_t mixed(int x, int y, int z)
{
    uint64_t m = (uint64_t)x * 0x9e3779b97f4a7c15U ^ (uint64_t)y * 0xc2b2ae3d27d4eb4fU ^
                 (uint64_t)z * 0x165667b19e3779f9U;
    m ^= m >> 29;
    return (uint32_t)(m * 0xbf58476d1ce4e5b9U >> 32);
}

/* Where the node stands in the hash table, or the empty slot where it would. */
static int *slot_of(const struct bdd *b, struct bdd_node k)
{
    uint32_t mask = 2 * (uint32_t)b->cap - 1, i = mixed(k.event, k.low, k.high) & mask;
    for (;; i = (i + 1) & mask) {
        struct bdd_node at = b->node[b->slot[i]];
        if (!b->slot[i] || (at.event == k.event && at.low == k.low && at.high == k.high))
            return &b->slot[i];
    }
}

static void grow(struct bdd *b)
{
    struct bdd_node *old = b->node;
    make_tables(b, 2 * b->cap);
    memcpy(b->node, old, (size_t)b->n * sizeof *old);
    for (int i = 2; i < b->n; i++) *slot_of(b, b->node[i]) = i;
}

static int make(struct bdd *b, int event, int low, int high)
{
    struct bdd_node k = {event, low, high};
    if (low == high) return low;
    int *slot = slot_of(b, k);
    if (*slot) return *slot;
    if (b->n == b->limit) {
        b->is_full = true;
        return BDD_FALSE;
    }
    if (b->n == b->cap) {
        grow(b);
        slot = slot_of(b, k);
    }
    b->node[b->n] = k;
    return *slot = b->n++;
}

int bdd_event(struct bdd *b, int event)
{
    return make(b, event, BDD_FALSE, BDD_TRUE);
}

static int least(int x, int y)
{
    return x < y ? x : y;
}

/* f where the event is known; it is the top event of f or above it. */
static int given(const struct bdd *b, int f, int event, bool happens)
{
    struct bdd_node k = b->node[f];
    if (k.event != event) return f;
    return happens ? k.high : k.low;
}

static struct bdd_memo *memo_of(const struct bdd *b, int f, int g, int h)
{
    return &b->memo[mixed(f, g, h) & ((uint32_t)b->cap - 1)];
}

int bdd_choose(struct bdd *b, int f, int g, int h)
{
    if (f == BDD_TRUE || g == h) return g;
    if (f == BDD_FALSE) return h;
    if (g == BDD_TRUE && h == BDD_FALSE) return f;
    const struct bdd_memo *m = memo_of(b, f, g, h);
    if (m->f == f && m->g == g && m->h == h) return m->result;
    if (b->steps++ >= (long)b->limit * STEPS_PER_NODE) b->is_full = true;
    if (b->is_full) return BDD_FALSE;

    int e = least(b->node[f].event, least(b->node[g].event, b->node[h].event));
    int low = bdd_choose(b, given(b, f, e, false), given(b, g, e, false), given(b, h, e, false));
    int high = bdd_choose(b, given(b, f, e, true), given(b, g, e, true), given(b, h, e, true));
    int result = make(b, e, low, high);
    *memo_of(b, f, g, h) = (struct bdd_memo){f, g, h, result};
    return result;
}

/* true_of[j]: at least j of the functions so far are; only those j that can
   still decide are kept up. */
int bdd_at_least(struct bdd *b, int m, const int *f, int n)
{
    if (m <= 0) return BDD_TRUE;
    if (m > n) return BDD_FALSE;
    int *true_of = ARENA_ARRAY(b->arena, int, (size_t)m + 1);
    true_of[0] = BDD_TRUE;
    for (int i = 0; i < n; i++)
        for (int j = least(i + 1, m); j >= 1 && j >= m - (n - 1 - i); j--)
            true_of[j] = bdd_choose(b, f[i], true_of[j - 1], true_of[j]);
    return true_of[m];
}

/* Nodes stand after those they lead to, so that one pass up the array gives the
   probabilities and one down it how likely each node is met. */
double bdd_probability(const struct bdd *b, int f, const double *p, double *slope, int n_event)
{
    struct arena_mark start = arena_mark(b->arena);
    double *true_p = ARENA_ARRAY(b->arena, double, (size_t)b->n);
    double *met_p = ARENA_ARRAY(b->arena, double, (size_t)b->n);
    true_p[BDD_TRUE] = 1;
    for (int i = 2; i <= f; i++) {
        struct bdd_node k = b->node[i];
        true_p[i] = p[k.event] * true_p[k.high] + (1 - p[k.event]) * true_p[k.low];
    }
    for (int e = 0; e < n_event; e++) slope[e] = 0;
    met_p[f] = 1;
    for (int i = f; i >= 2; i--) {
        struct bdd_node k = b->node[i];
        slope[k.event] += met_p[i] * (true_p[k.high] - true_p[k.low]);
        met_p[k.high] += met_p[i] * p[k.event];
        met_p[k.low] += met_p[i] * (1 - p[k.event]);
    }
    double probability = true_p[f];
    arena_release(b->arena, start);
    return probability;
}
