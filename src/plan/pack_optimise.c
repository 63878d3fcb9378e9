#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "plan/pack_guard.h"
#include "plan/pack_mend.h"
#include "plan/pack_optimum.h"

/* Steps, each only while a gap is left: column generation for the bound, a dive for a
   packing, totals in whole numbers for a lower bound, parts of the packing made anew by
   the same steps, and whole numbers of fillings. */

enum {
    PART_CELLS = 12,  /* that are packed anew at a time, or half of it, or a quarter */
    PART_NODES = 150, /* of the search trees for one */
    PART_PRICE = 3    /* nodes of the whole that one counts for: its own are small */
};

static size_t n_count(const struct pack *p)
{
    return (size_t)p->n_type * (size_t)p->n_bin;
}

static int *copy_count(const struct pack *p, const int *count, struct arena *a)
{
    int *copy = ARENA_ARRAY(a, int, n_count(p));
    if (n_count(p)) memcpy(copy, count, n_count(p) * sizeof *copy);
    return copy;
}

/* The start, mended and filled up; nothing placed where that is better. */
static struct packing begin(const struct pack *p, const int *start, struct arena *a)
{
    struct packing out = {.count = copy_count(p, start, a), .bound = (double)INFINITY};
    if (!pack_holds(p, out.count)) pack_mend(p, out.count, a);
    pack_fill_up(p, out.count, a);
    out.worth = pack_worth(p, out.count);
    if (out.worth < 0) {
        memset(out.count, 0, n_count(p) * sizeof *out.count);
        pack_fill_up(p, out.count, a);
        out.worth = pack_worth(p, out.count);
    }
    return out;
}

static bool is_done(const struct optimum *s)
{
    return optimum_is_closed(s) || deadline_is_over(s->deadline);
}

/* ---- parts --------------------------------------------------------------------- */

/* What bins that are not free hold is taken from what is left, and nothing more may go
   there. */
static struct pack part_of(const struct optimum *s, const bool *is_free, struct arena *a)
{
    const struct pack *p = s->p;
    struct pack part = *p;
    size_t n = n_count(p);
    part.left = ARENA_ARRAY(a, double, (size_t)p->n_resource);
    part.wanted = ARENA_ARRAY(a, int, (size_t)p->n_type);
    part.n = ARENA_ARRAY(a, int, n);
    part.group = ARENA_ARRAY(a, struct pack_group, (size_t)p->n_group);
    memcpy(part.n, p->n, n * sizeof *part.n);
    memcpy(part.wanted, p->wanted, (size_t)p->n_type * sizeof *part.wanted);
    for (int r = 0; r < p->n_resource; r++) part.left[r] = p->left[r];
    for (int g = 0; g < p->n_group; g++) part.group[g] = p->group[g];
    for (size_t i = 0; i < n; i++) {
        int type = (int)(i / (size_t)p->n_bin), bin = (int)(i % (size_t)p->n_bin);
        int count = s->out->count[i];
        if (is_free[bin]) continue;
        part.n[i] = -1;
        part.wanted[type] -= count;
        for (int k = 0; count && k < p->n[i]; k++) {
            const struct pack_use *u = &p->use[p->first[i] + k];
            part.left[u->resource] = fmax(0, part.left[u->resource] - count * u->amount);
        }
    }
    for (int g = 0; g < p->n_group; g++)
        for (int k = 0; k < p->group[g].n; k++) {
            int bin = p->group[g].bin[k];
            if (!is_free[bin])
                part.group[g].most -= s->out->count[p->group[g].type * p->n_bin + bin];
        }
    return part;
}

static void run_part(struct optimum *s);

/* Packs the free bins anew; true when that is better. */
static bool improve_part(struct optimum *s, const bool *is_free, struct arena *a)
{
    struct pack pack = part_of(s, is_free, a);
    int *count = copy_count(s->p, s->out->count, a);
    for (size_t i = 0; i < n_count(s->p); i++)
        if (pack.n[i] < 0) count[i] = 0;
    struct packing out = {.count = count, .bound = (double)INFINITY};
    out.worth = pack_worth(&pack, count);
    struct optimum part = {.p = &pack, .a = a, .nodes_left = PART_NODES, .out = &out};
    part.deadline = s->deadline;
    part.cells = pack_cells_make(&pack, a);
    double before = out.worth;
    if (part.cells.n_class == 0) return false;
    part.quantum = optimum_quantum(&part);
    run_part(&part);
    search_drop(&part.search);
    s->nodes_left -= PART_PRICE;
    s->out->nodes += out.nodes;
    if (!(out.worth > before)) return false;
    for (size_t i = 0; i < n_count(s->p); i++)
        if (pack.n[i] < 0) count[i] = s->out->count[i];
    double worth = s->out->worth;
    optimum_offer(s, count);
    return s->out->worth > worth;
}

/* xorshift64*: 0 .. n - 1. */
static int below(uint64_t *seed, int n)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return (int)((*seed * 0x2545f4914f6cdd1dU >> 33) % (unsigned)n);
}

/* Neighbours (which share a row) and cells from anywhere take turns. */
static void choose_part(const struct optimum *s, int round, uint64_t *seed, bool *is_free)
{
    int n = s->cells.n_cell, size = PART_CELLS >> round / 2 % 3;
    if (size > n / 2) size = n / 2;
    int first = round / 2 * (size / 2 + 1) % n;
    for (int b = 0; b < s->p->n_bin; b++) is_free[b] = false;
    for (int k = 0; k < size; k++) {
        int c = round % 2 ? below(seed, n) : (first + k) % n;
        for (int j = 0; j < s->cells.cell[c].n; j++) is_free[s->cells.cell[c].bin[j]] = true;
    }
}

/* Until no part, neighbours or not, has been better for a while. */
static void improve(struct optimum *s, long nodes, struct arena *scratch)
{
    int patience = 6 * (s->cells.n_cell / PART_CELLS) + 20;
    if (s->cells.n_cell < 4) return;
    bool *is_free = ARENA_ARRAY(s->a, bool, (size_t)s->p->n_bin);
    uint64_t seed = 0x9e3779b97f4a7c15U;
    long until = s->nodes_left - nodes;
    for (int round = 0, idle = 0; idle < patience && s->nodes_left > until; round++) {
        if (is_done(s)) return;
        choose_part(s, round, &seed, is_free);
        struct arena_mark mark = arena_mark(scratch);
        idle = improve_part(s, is_free, scratch) ? 0 : idle + 1;
        arena_release(scratch, mark);
    }
}

/* ---- whole --------------------------------------------------------------------- */

/* The bound and the dive; true when a gap is left. */
static bool run_relaxation(struct optimum *s)
{
    search_make(&s->search, &s->cells, s->deadline, s->a);
    search_add(&s->search, s->out->count);
    s->search.enough = optimum_better(s);
    search_relax(&s->search);
    optimum_lower_bound(s, s->search.bound);
    if (is_done(s)) return false;
    int *count = ARENA_ARRAY(s->a, int, n_count(s->p));
    search_dive(&s->search, count);
    optimum_offer(s, count);
    return !is_done(s);
}

static void run_part(struct optimum *s)
{
    if (!run_relaxation(s)) return;
    optimum_totals(s, PART_NODES / 3);
    if (!is_done(s)) optimum_both(s, PART_NODES / 3);
    if (!is_done(s)) optimum_cells(s, PART_NODES / 3);
}

struct whole {
    struct optimum s;
    struct arena scratch;
};

static void run_whole(void *context)
{
    struct whole *w = context;
    struct optimum *s = &w->s;
    long share = s->nodes_left / 4 + 1;
    if (!run_relaxation(s)) return;
    optimum_totals(s, share);
    if (!is_done(s) && s->nodes_left > 0) improve(s, share, &w->scratch);
    if (!is_done(s) && s->nodes_left > 0) optimum_both(s, share);
    if (!is_done(s) && s->nodes_left > 0) optimum_cells(s, s->nodes_left);
    if (!is_done(s) && s->nodes_left > 0) optimum_fillings(s, s->nodes_left);
}

static void optimise(const struct pack *p, const struct pack_limits *limits, struct packing *out,
                     void (*out_of_memory)(void))
{
    struct arena own = arena_new(out_of_memory);
    struct deadline deadline = {.end_s = limits->seconds};
    if (!isinf(limits->seconds)) deadline.end_s += clock_s();
    struct whole w = {.s = {.p = p, .a = &own, .nodes_left = limits->nodes, .out = out}};
    w.scratch = arena_new(out_of_memory);
    w.s.deadline = &deadline;
    w.s.cells = pack_cells_make(p, &own);
    if (w.s.cells.n_class > 0) {
        w.s.quantum = optimum_quantum(&w.s);
        pack_guard(run_whole, &w); /* what it has found when it fails is good too */
        out->is_optimal = optimum_is_closed(&w.s);
        out->hit_limit |= deadline.is_over || w.s.nodes_left <= 0;
        out->hit_limit &= !out->is_optimal;
    } else { /* no piece pays */
        memset(out->count, 0, n_count(p) * sizeof *out->count);
        out->worth = 0;
        out->is_optimal = true;
    }
    if (out->is_optimal) out->bound = out->worth;
    arena_free(&own);
    arena_free(&w.scratch);
}

struct packing pack_optimise(const struct pack *p, const struct packing *start,
                             const struct pack_limits *limits, struct arena *a)
{
    struct packing out = begin(p, start->count, a);
    optimise(p, limits, &out, a->out_of_memory);
    return out;
}
