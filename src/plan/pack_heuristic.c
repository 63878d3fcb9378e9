#include "plan/pack_heuristic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pieces one by one into the bin where they strain scarce resources least, the pieces that
   are hardest to place first; then exchanges.  The strain of a piece is the growth of
   sum of s (used / left)^2, which fills what is shared evenly: s is how much of a resource
   would be wanted, over what there is. */

struct filling {
    const struct pack *p;
    struct arena *a;
    double *left, *weight;      /* [resources] that is left now; s */
    int *count, *placed, *held; /* [types * bins]; [types]; [bins] */
    int *in_first, *in_n, *in;  /* groups of each type and bin */
    int *in_group;              /* [groups] how many it holds */
    int *wanting;               /* [types] which use did not fit last */
    long work;                  /* that exchanges may still take */
};

static int at_of(const struct filling *f, int type, int bin)
{
    return type * f->p->n_bin + bin;
}

/* ---- one piece ----------------------------------------------------------------------- */

static bool is_open(const struct filling *f, int type, int bin)
{
    int at = at_of(f, type, bin);
    if (f->p->n[at] < 0 || (f->p->most[at] >= 0 && f->count[at] >= f->p->most[at])) return false;
    for (int i = f->in_first[at]; i < f->in_first[at] + f->in_n[at]; i++)
        if (f->in_group[f->in[i]] >= f->p->group[f->in[i]].most) return false;
    return true;
}

static bool has_left(const struct filling *f, const struct pack_use *u)
{
    return u->amount <= f->left[u->resource] + 1e-10 * f->p->left[u->resource];
}

/* What was wanting last is looked at first. */
static bool fits(const struct filling *f, int type, int bin)
{
    const struct pack *p = f->p;
    int at = at_of(f, type, bin), last = f->wanting[type];
    const struct pack_use *use = p->use + p->first[at];
    if (!is_open(f, type, bin) || (last < p->n[at] && !has_left(f, use + last))) return false;
    for (int k = 0; k < p->n[at]; k++) {
        if (has_left(f, use + k)) continue;
        f->wanting[type] = k;
        return false;
    }
    return true;
}

static void put(struct filling *f, int type, int bin, int n)
{
    const struct pack *p = f->p;
    int at = at_of(f, type, bin);
    for (const struct pack_use *u = p->use + p->first[at], *end = u + p->n[at]; u < end; u++)
        f->left[u->resource] -= n * u->amount;
    for (int i = f->in_first[at]; i < f->in_first[at] + f->in_n[at]; i++)
        f->in_group[f->in[i]] += n;
    f->count[at] += n;
    f->held[bin] += n;
    f->placed[type] += n;
}

static double strain(const struct filling *f, int type, int bin)
{
    const struct pack *p = f->p;
    int at = at_of(f, type, bin);
    double sum = p->cost[at] / p->worth[type];
    for (const struct pack_use *u = p->use + p->first[at], *end = u + p->n[at]; u < end; u++) {
        double all = p->left[u->resource], share = u->amount / all;
        sum += f->weight[u->resource] * share * (2 * (1 - f->left[u->resource] / all) + share);
    }
    return sum;
}

/* -1: none takes it.  Of equal ones that with the fewest pieces, then the first. */
static int best_bin(struct filling *f, int type, int but)
{
    double least = HUGE_VAL;
    int best = -1;
    for (int b = 0; b < f->p->n_bin; b++) {
        if (b == but || !fits(f, type, b)) continue;
        double now = strain(f, type, b);
        bool is_less = now < least * (1 - 1e-12), is_same = !is_less && now < least * (1 + 1e-12);
        if (is_less || (is_same && f->held[b] < f->held[best])) least = now, best = b;
    }
    f->work -= f->p->n_bin;
    return best;
}

/* ---- order --------------------------------------------------------------------------- */

struct turn {
    int type;
    double key;
};

static int by_key(const void *x, const void *y)
{
    const struct turn *a = x, *b = y;
    if (a->key != b->key) return a->key < b->key ? 1 : -1;
    return a->type - b->type;
}

/* Greatest share that one piece takes of a resource; and their weighted sum, over the bins
   it may stand in. */
static void sizes_of(const struct filling *f, int type, double *greatest, double *sum)
{
    const struct pack *p = f->p;
    int n = 0;
    *greatest = *sum = 0;
    for (int b = 0; b < p->n_bin; b++) {
        int at = at_of(f, type, b);
        double most = 0;
        if (p->n[at] < 0) continue;
        n++;
        for (int k = 0; k < p->n[at]; k++) {
            const struct pack_use *u = &p->use[p->first[at] + k];
            double share = u->amount / fmax(p->left[u->resource], 1e-300);
            most = fmax(most, share);
            *sum += f->weight[u->resource] * fmin(share, 1);
        }
        *greatest += fmin(most, 1);
    }
    *greatest /= n > 0 ? n : 1;
    *sum /= n > 0 ? n : 1;
}

static double level_of(const struct pack *p, int type)
{
    double least = HUGE_VAL;
    for (int t = 0; t < p->n_type; t++) least = fmin(least, p->worth[t]);
    return floor(log(p->worth[type] / least) / log(1e3));
}

enum order { ORDER_GIVEN, ORDER_SIZE, ORDER_WORTH, N_ORDER };

static struct turn *turns(const struct filling *f, enum order order)
{
    const struct pack *p = f->p;
    struct turn *turn = ARENA_ARRAY(f->a, struct turn, (size_t)p->n_type + 1);
    for (int t = 0; t < p->n_type; t++) {
        double greatest, sum;
        sizes_of(f, t, &greatest, &sum);
        turn[t] = (struct turn){t, order == ORDER_SIZE    ? greatest + level_of(p, t)
                                   : order == ORDER_WORTH ? p->worth[t] / fmax(sum, 1e-12)
                                                          : 0};
    }
    qsort(turn, (size_t)p->n_type, sizeof *turn, by_key);
    return turn;
}

/* ---- filling --------------------------------------------------------------------------- */

static void find_weights(struct filling *f)
{
    const struct pack *p = f->p;
    for (int t = 0; t < p->n_type; t++) {
        int n = 0;
        for (int b = 0; b < p->n_bin; b++) n += p->n[at_of(f, t, b)] >= 0;
        for (int b = 0; b < p->n_bin; b++) {
            int at = at_of(f, t, b);
            for (int k = 0; k < p->n[at]; k++)
                f->weight[p->use[p->first[at] + k].resource] +=
                    (double)p->wanted[t] / n * p->use[p->first[at] + k].amount;
        }
    }
    for (int r = 0; r < p->n_resource; r++)
        f->weight[r] = fmin(f->weight[r] / fmax(p->left[r], 1e-300), 4);
}

static void find_groups(struct filling *f)
{
    const struct pack *p = f->p;
    size_t n = (size_t)p->n_type * (size_t)p->n_bin + 1, all = 0;
    f->in_first = ARENA_ARRAY(f->a, int, n);
    f->in_n = ARENA_ARRAY(f->a, int, n);
    for (int g = 0; g < p->n_group; g++)
        for (int i = 0; i < p->group[g].n; i++, all++)
            f->in_n[at_of(f, p->group[g].type, p->group[g].bin[i])]++;
    f->in = ARENA_ARRAY(f->a, int, all + 1);
    int from = 0;
    for (int at = 0; at < p->n_type * p->n_bin; at++) {
        f->in_first[at] = from;
        from += f->in_n[at];
        f->in_n[at] = 0;
    }
    for (int g = 0; g < p->n_group; g++)
        for (int i = 0; i < p->group[g].n; i++) {
            int at = at_of(f, p->group[g].type, p->group[g].bin[i]);
            f->in[f->in_first[at] + f->in_n[at]++] = g;
        }
}

static struct filling filling_new(const struct pack *p, struct arena *a)
{
    struct filling f = {.p = p, .a = a};
    size_t n = (size_t)p->n_resource + 1;
    f.left = ARENA_ARRAY(a, double, n);
    f.weight = ARENA_ARRAY(a, double, n);
    f.count = ARENA_ARRAY(a, int, (size_t)p->n_type *(size_t)p->n_bin + 1);
    f.placed = ARENA_ARRAY(a, int, (size_t)p->n_type + 1);
    f.held = ARENA_ARRAY(a, int, (size_t)p->n_bin + 1);
    f.wanting = ARENA_ARRAY(a, int, (size_t)p->n_type + 1);
    f.in_group = ARENA_ARRAY(a, int, (size_t)p->n_group + 1);
    if (p->n_resource) memcpy(f.left, p->left, (size_t)p->n_resource * sizeof *f.left);
    find_weights(&f);
    find_groups(&f);
    return f;
}

static void fill_first(struct filling *f)
{
    for (int t = 0; t < f->p->n_type; t++)
        for (int b = 0; b < f->p->n_bin; b++)
            while (f->placed[t] < f->p->wanted[t] && fits(f, t, b)) put(f, t, b, 1);
}

static void fill_best(struct filling *f, enum order order)
{
    const struct turn *turn = turns(f, order);
    for (int i = 0; i < f->p->n_type; i++) {
        int t = turn[i].type, b;
        while (f->placed[t] < f->p->wanted[t] && (b = best_bin(f, t, -1)) >= 0) put(f, t, b, 1);
    }
}

/* ---- exchanges -------------------------------------------------------------------------- */

enum { WORK = 2000000 };

/* Takes one piece of `out` from the bin so that `in` fits, and finds the other a new place;
   without one it goes if it is worth less. */
static bool exchange(struct filling *f, int in, int out, int bin)
{
    const struct pack *p = f->p;
    put(f, out, bin, -1);
    f->work -= 2;
    if (fits(f, in, bin)) {
        put(f, in, bin, 1);
        int to = best_bin(f, out, bin);
        double gain = p->worth[in] - p->cost[at_of(f, in, bin)];
        double loss = p->worth[out] - p->cost[at_of(f, out, bin)];
        if (to >= 0) loss -= p->worth[out] - p->cost[at_of(f, out, to)];
        if (gain > loss * (1 + 1e-9)) {
            if (to >= 0) put(f, out, to, 1);
            return true;
        }
        put(f, in, bin, -1);
    }
    put(f, out, bin, 1);
    return false;
}

static bool exchange_any(struct filling *f, int in)
{
    const struct pack *p = f->p;
    int to = best_bin(f, in, -1);
    if (to >= 0) {
        put(f, in, to, 1);
        return true;
    }
    for (int b = 0; b < p->n_bin; b++) {
        if (!is_open(f, in, b)) continue;
        for (int out = 0; out < p->n_type && f->work > 0; out++)
            if (out != in && f->count[at_of(f, out, b)] && exchange(f, in, out, b)) return true;
    }
    return false;
}

static bool is_full(const struct filling *f)
{
    for (int t = 0; t < f->p->n_type; t++)
        if (f->placed[t] < f->p->wanted[t]) return false;
    return true;
}

/* Worth only grows, so that it ends; at the latest when the work is done. */
static void improve(struct filling *f)
{
    const struct turn *turn = turns(f, ORDER_WORTH);
    bool is_better = true;
    f->work = WORK;
    while (is_better && f->work > 0) {
        is_better = false;
        for (int i = 0; i < f->p->n_type; i++)
            while (f->placed[turn[i].type] < f->p->wanted[turn[i].type] && f->work > 0 &&
                   exchange_any(f, turn[i].type))
                is_better = true;
    }
}

static struct packing packing_of(const struct filling *f)
{
    return (struct packing){f->count, pack_worth(f->p, f->count), HUGE_VAL, false, false, 0};
}

struct packing pack_first_fit(const struct pack *p, struct arena *a)
{
    struct filling f = filling_new(p, a);
    fill_first(&f);
    return packing_of(&f);
}

struct packing pack_heuristic(const struct pack *p, struct arena *a)
{
    struct packing best = {.worth = -HUGE_VAL};
    for (int o = ORDER_SIZE; o >= 0; o = o == ORDER_SIZE    ? ORDER_WORTH
                                         : o == ORDER_WORTH ? 0
                                                            : -1) {
        struct filling f = filling_new(p, a);
        if (o == ORDER_GIVEN)
            fill_first(&f);
        else
            fill_best(&f, (enum order)o);
        bool full = is_full(&f);
        if (!full) improve(&f);
        struct packing now = packing_of(&f);
        if (now.worth > best.worth * (1 + 1e-12) || !best.count) best = now;
        if (full) break;
    }
    return best;
}
