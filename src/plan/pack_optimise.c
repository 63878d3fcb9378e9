#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "plan/pack_guard.h"
#include "plan/pack_mend.h"
#include "plan/pack_search.h"

/* Three steps, each only while a gap is left.  Column generation for the bound, and a dive
   for a packing.  Then totals of classes in whole numbers, which lower the bound; they are
   packed class by class, and what cannot be packed makes a cut and new totals (Benders).
   At last the programme in whole numbers over all fillings that a better packing could
   use: those whose profit at the prices is within the gap of the best of their class. */

enum {
    TOTALS_ROUNDS = 20,
    LIST_NODES = 5000000, /* of the list of all fillings within the gap */
    LIST_MAX = 3000
};

static const double gap_rel = 1e-9; /* that is no gap */

struct optimum { /* of a pack, while it is sought */
    const struct pack *p;
    struct arena *a;
    long nodes_left;
    struct deadline deadline;
    struct packing *out; /* the best yet, with the bound */
    struct pack_cells cells;
    struct search search;
    double quantum; /* worths are multiples of it; 0: not known */
};

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- worth --------------------------------------------------------------------- */

static double largest_value(const struct pack_cells *x)
{
    double most = 0;
    for (int c = 0; c < x->n_class; c++)
        for (int i = 0; i < x->class[c].n_item; i++) most = fmax(most, x->class[c].item[i].value);
    return most;
}

/* Euclid's common measure, with what rounding leaves taken for zero. */
static double measure(double a, double b, double zero)
{
    while (b > zero) {
        double rest = fmod(a, b);
        if (b - rest <= zero) rest = 0;
        a = b;
        b = rest;
    }
    return a;
}

/* Of which all worths are multiples, so nearly that sums of them still are; 0: none. */
static double find_quantum(const struct optimum *s)
{
    const struct pack_cells *x = &s->cells;
    double top = largest_value(x), q = top, off = 0, least = top, pieces = 0;
    for (int c = 0; c < x->n_class; c++)
        for (int i = 0; i < x->class[c].n_item; i++) {
            q = measure(q, x->class[c].item[i].value, 1e-9 * top);
            least = fmin(least, x->class[c].item[i].value);
        }
    q = top / round(top / q);
    for (int c = 0; c < x->n_class; c++)
        for (int i = 0; i < x->class[c].n_item; i++) {
            double times = x->class[c].item[i].value / q;
            off = fmax(off, fabs(times - round(times)));
        }
    for (int t = 0; t < s->p->n_type; t++) pieces += s->p->wanted[t];
    bool is_sure = off * pieces < 1e-3 && pieces * top / q < 1e9;
    return is_sure ? q : 0;
}

/* The least worth of a packing that is better than the best yet. */
static double better(const struct optimum *s)
{
    double worth = s->out->worth;
    return s->quantum > 0 ? worth + 0.99 * s->quantum : worth + gap_rel * fabs(worth);
}

static bool is_closed(const struct optimum *s)
{
    return s->out->bound < better(s) || s->out->bound <= s->out->worth;
}

static void lower_bound_to(struct optimum *s, double bound)
{
    if (s->quantum > 0) bound = s->quantum * (floor(bound / s->quantum + 2e-3) + 1e-3);
    s->out->bound = fmax(s->out->worth, fmin(s->out->bound, bound));
}

/* No packing is worth more than this, or hardly. */
static double enough(const struct optimum *s)
{
    double bound = s->out->bound;
    return s->quantum > 0 ? bound - 0.01 * s->quantum : bound - gap_rel * fabs(bound);
}

static struct mip_limits limits_of(const struct optimum *s, long nodes)
{
    return (struct mip_limits){
        .nodes = nodes, .seconds = deadline_seconds_left(&s->deadline), .enough = enough(s)};
}

/* Takes counts for the best when they are. */
static void offer(struct optimum *s, int *count)
{
    if (!pack_holds(s->p, count)) pack_mend(s->p, count, s->a);
    pack_fill_up(s->p, count, s->a);
    double worth = pack_worth(s->p, count);
    if (!(worth > s->out->worth) || !pack_holds(s->p, count)) return;
    memcpy(s->out->count, count, (size_t)s->p->n_type * (size_t)s->p->n_bin * sizeof *count);
    s->out->worth = worth;
    s->out->bound = fmax(s->out->bound, worth);
}

/* ---- totals -------------------------------------------------------------------- */

/* One class of cells by itself, with so many of each item wanted; what all of the items
   need of the cells' limits is their worth, so that the large ones are not left over. */
static struct cell_class class_alone(const struct cell_class *k, const int *total, struct arena *a)
{
    struct cell_class one = *k;
    one.n_limit = k->n_own + k->n_item;
    one.item = ARENA_ARRAY(a, struct cell_item, (size_t)k->n_item);
    one.left = ARENA_ARRAY(a, double, (size_t)one.n_limit);
    one.row = ARENA_ARRAY(a, int, (size_t)k->n_item);
    one.need = ARENA_ARRAY(a, double, (size_t)k->n_item *(size_t)one.n_limit);
    for (int j = 0; j < k->n_own; j++) one.left[j] = k->left[j];
    for (int i = 0; i < k->n_item; i++) {
        double size = 1e-3;
        for (int j = 0; j < k->n_own; j++) {
            one.need[i * one.n_limit + j] = k->need[i * k->n_limit + j];
            size += k->need[i * k->n_limit + j] / k->left[j];
        }
        one.item[i] = k->item[i];
        one.item[i].value = size;
        if (one.item[i].most > total[i]) one.item[i].most = total[i];
        one.need[i * one.n_limit + k->n_own + i] = 1;
        one.left[k->n_own + i] = total[i];
        one.row[i] = i;
    }
    return one;
}

static struct pack_cells cells_alone(const struct optimum *s, struct cell_class *one)
{
    struct pack_cells x = {.pack = s->p, .n_class = 1, .class = one, .cell = s->cells.cell};
    x.n_cell = one->n_cell;
    x.n_row = one->n_item;
    x.row_left = one->left + one->n_own;
    return x;
}

/* Whether all of the totals stand in the class's cells; missing: in units of the bound. */
static double packed_value(const struct pack_cells *x, const int *count, struct arena *a)
{
    const struct cell_class *k = &x->class[0];
    int *filling = ARENA_ARRAY(a, int, (size_t)k->n_item);
    double sum = 0;
    for (int nth = 0; nth < k->n_cell; nth++) {
        pack_cells_read(x, 0, nth, count, filling);
        for (int i = 0; i < k->n_item; i++) sum += filling[i] * k->item[i].value;
    }
    return sum;
}

/* The cells of a class one after the other; pieces beyond the totals (NULL: none are) stay
   out. */
static void write_times(struct optimum *s, const int *times, int *total, int *count)
{
    const struct columns *x = &s->search.columns;
    for (int c = 0, first = 0; c < s->cells.n_class; c++) {
        const struct cell_class *k = &s->cells.class[c];
        int nth = 0;
        for (int j = 0; j < x->n; j++)
            for (int n = x->column[j].class == c ? times[j] : 0; n > 0 && nth < k->n_cell; n--) {
                for (int i = 0; i < k->n_item; i++) {
                    int have = x->column[j].filling[i];
                    if (total && have > total[first + i]) have = total[first + i];
                    if (total) total[first + i] -= have;
                    s->search.filling[i] = have;
                }
                pack_cells_write(&s->cells, c, nth++, s->search.filling, count);
            }
        first += k->n_item;
    }
}

enum packed { PACKED, NOT_FOUND, CANNOT };

/* Packs totals of a class into its cells; CANNOT adds a cut that they break. */
static enum packed pack_class(struct optimum *s, int class, const int *total, int *count)
{
    struct arena_mark mark = arena_mark(s->a);
    struct cell_class one = class_alone(&s->cells.class[class], total, s -> a);
    struct pack_cells cells = cells_alone(s, &one);
    double all = 0;
    for (int i = 0; i < one.n_item; i++) all += total[i] * one.item[i].value;
    struct search sub;
    search_make(&sub, &cells, &s->deadline, s->a);
    sub.enough = all * (1 - 1e-7);
    search_relax(&sub);
    enum packed out = CANNOT;
    double *price = NULL;
    if (!(sub.bound < sub.enough)) {
        search_dive(&sub, count);
        out = packed_value(&cells, count, s->a) > all - 5e-4 ? PACKED : NOT_FOUND;
    } else {
        price = sub.price;
    }
    double *profit = ARENA_ARRAY(s->a, double, (size_t)one.n_item);
    double most = sub.bound;
    for (int i = 0; i < one.n_item && price; i++) {
        profit[i] = one.item[i].value - price[i];
        most -= price[i] * total[i];
    }
    search_drop(&sub);
    (void)mark;
    if (price) cuts_add(&s->search.cuts, class, profit, one.n_item, most, s->a);
    return out;
}

/* Packs totals of all classes; the worst of what became of them. */
static enum packed pack_totals(struct optimum *s, const int *total)
{
    int *count = ARENA_ARRAY(s->a, int, (size_t)s->p->n_type *(size_t)s->p->n_bin);
    enum packed out = PACKED;
    for (int c = 0, first = 0; c < s->cells.n_class; c++) {
        const struct cell_class *k = &s->cells.class[c];
        if (k->n_cell == 1) {
            pack_cells_write(&s->cells, c, 0, total + first, count);
        } else {
            enum packed one = pack_class(s, c, total + first, count);
            if (one > out) out = one;
        }
        first += k->n_item;
    }
    offer(s, count);
    return out;
}

static int *best_totals(const struct optimum *s, int n)
{
    int *total = ARENA_ARRAY(s->a, int, (size_t)n);
    for (int c = 0, first = 0; c < s->cells.n_class; c++) {
        const struct cell_class *k = &s->cells.class[c];
        for (int nth = 0; nth < k->n_cell; nth++) {
            pack_cells_read(&s->cells, c, nth, s->out->count, s->search.filling);
            for (int i = 0; i < k->n_item; i++) total[first + i] += s->search.filling[i];
        }
        first += k->n_item;
    }
    return total;
}

/* The best packing as numbers of columns, to which its fillings belong; NULL when it holds
   what is no item. */
static int *times_of(struct optimum *s)
{
    struct search *x = &s->search;
    int *times = ARENA_ARRAY(s->a, int, (size_t)x->columns.n);
    for (int c = 0; c < s->cells.n_class; c++)
        for (int nth = 0; nth < s->cells.class[c].n_cell; nth++) {
            if (!pack_cells_read(&s->cells, c, nth, s->out->count, x->filling)) return NULL;
            times[columns_add(&x->columns, c, x->filling)]++;
        }
    return times;
}

static void search_totals(struct optimum *s)
{
    int n = 0;
    for (int c = 0; c < s->cells.n_class; c++) n += s->cells.class[c].n_item;
    double unit = s->quantum > 0 ? s->quantum : s->search.unit;
    for (int round = 0; round < TOTALS_ROUNDS && s->nodes_left > 0; round++) {
        struct mip_limits limits = limits_of(s, (s->nodes_left + 1) / 2);
        int *total = ARENA_ARRAY(s->a, int, (size_t)n);
        struct mip_result found = totals_search(&s->cells, &s->search.cuts, unit, best_totals(s, n),
                                                &limits, total, s->a);
        s->out->nodes += found.nodes;
        s->nodes_left -= found.nodes;
        s->out->hit_limit |= found.hit_limit;
        lower_bound_to(s, found.bound);
        if (is_closed(s) || !found.has_found || deadline_is_over(&s->deadline)) return;
        enum packed packed = pack_totals(s, total);
        if (getenv("PACK_LOG"))
            fprintf(stderr, "  totals %d: bound %.10g proven %d nodes %ld packed %d worth %.10g\n",
                    round, found.bound, found.is_proven, found.nodes, packed, s->out->worth);
        if (packed != CANNOT || is_closed(s)) return;
    }
}

/* ---- both ---------------------------------------------------------------------- */

/* Totals below what known fillings hold together.  The fillings are mostly full ones, and
   the totals leave out of them what the rows have no room for. */
static void search_both(struct optimum *s)
{
    struct search *x = &s->search;
    double unit = s->quantum > 0 ? s->quantum : x->unit;
    search_add(x, s->out->count);
    int n = 0, *start = NULL, *times = ARENA_ARRAY(s->a, int, (size_t)x->columns.n);
    for (int c = 0; c < s->cells.n_class; c++) n += s->cells.class[c].n_item;
    struct mip_limits limits = limits_of(s, s->nodes_left / 2);
    int *total = ARENA_ARRAY(s->a, int, (size_t)n);
    start = best_totals(s, n);
    struct mip_result found = totals_of_columns(&x->columns, &x->cuts, unit, start, times_of(s),
                                                &limits, total, times, s->a);
    s->out->nodes += found.nodes;
    s->nodes_left -= found.nodes;
    s->out->hit_limit |= found.hit_limit;
    if (found.has_found) {
        int *count = ARENA_ARRAY(s->a, int, (size_t)s->p->n_type *(size_t)s->p->n_bin);
        write_times(s, times, total, count);
        offer(s, count);
    }
    if (getenv("PACK_LOG"))
        fprintf(stderr, "  both columns %d: bound %.10g proven %d nodes %ld worth %.10g\n",
                x->columns.n, found.bound, found.is_proven, found.nodes, s->out->worth);
}

/* ---- fillings ------------------------------------------------------------------ */

struct list {
    struct columns *columns;
    int class, n;
};

static bool list_one(void *context, const int *filling)
{
    struct list *l = context;
    if (l->n == LIST_MAX) return false;
    l->n++;
    columns_add(l->columns, l->class, filling);
    return true;
}

/* All fillings that a packing of at least `least` can have; false when they are too many. */
static bool list_all(struct optimum *s, double least)
{
    struct search *x = &s->search;
    struct list l = {.columns = &x->columns};
    long nodes = LIST_NODES;
    for (int c = 0; c < s->cells.n_class; c++) {
        search_profits(x, c, x->price, x->profit);
        struct fill_best best = filler_best(x->filler[c], x->profit, 0, LIST_NODES, x->filling);
        l.class = c;
        double from = best.bound - (x->bound - least) - 1e-9 * x->unit;
        if (!filler_all(x->filler[c], x->profit, from, &nodes, list_one, &l)) return false;
    }
    return true;
}

static void search_fillings(struct optimum *s)
{
    double least = better(s), unit = s->quantum > 0 ? s->quantum : s->search.unit;
    search_add(&s->search, s->out->count);
    bool is_all = list_all(s, least);
    struct master m = master_make(&s->search.columns, unit);
    for (int i = 0; i < s->search.columns.n; i++) master_add(&m, i);
    int *start = times_of(s), *times = ARENA_ARRAY(s->a, int, (size_t)m.n);
    struct mip_limits limits = limits_of(s, s->nodes_left);
    struct mip_result found = master_search(&m, start, &limits, times);
    s->out->nodes += found.nodes;
    s->nodes_left -= found.nodes;
    s->out->hit_limit |= found.hit_limit || !is_all;
    if (found.has_found) {
        int *count = ARENA_ARRAY(s->a, int, (size_t)s->p->n_type *(size_t)s->p->n_bin);
        write_times(s, times, NULL, count);
        offer(s, count);
    }
    if (getenv("PACK_LOG"))
        fprintf(stderr, "  fillings %d all %d: bound %.10g proven %d nodes %ld worth %.10g\n", m.n,
                is_all, found.bound, found.is_proven, found.nodes, s->out->worth);
    /* What uses other fillings is worth less than `least`. */
    if (is_all) lower_bound_to(s, fmax(found.bound, least));
    master_drop(&m);
}

/* ---- whole --------------------------------------------------------------------- */

static void work(void *context)
{
    struct optimum *s = context;
    search_make(&s->search, &s->cells, &s->deadline, s->a);
    search_add(&s->search, s->out->count);
    s->search.enough = better(s);
    search_relax(&s->search);
    lower_bound_to(s, s->search.bound);
    if (getenv("PACK_LOG"))
        fprintf(stderr, "  classes %d rows %d quantum %g bound %.10g columns %d start %.10g\n",
                s->cells.n_class, s->cells.n_row, s->quantum, s->search.bound, s->search.columns.n,
                s->out->worth);
    if (is_closed(s) || deadline_is_over(&s->deadline)) return;
    int *count = ARENA_ARRAY(s->a, int, (size_t)s->p->n_type *(size_t)s->p->n_bin);
    search_dive(&s->search, count);
    offer(s, count);
    if (getenv("PACK_LOG")) fprintf(stderr, "  dive %.10g\n", s->out->worth);
    if (is_closed(s) || deadline_is_over(&s->deadline)) return;
    search_totals(s);
    if (is_closed(s) || deadline_is_over(&s->deadline) || s->nodes_left <= 0) return;
    search_both(s);
    if (is_closed(s) || deadline_is_over(&s->deadline) || s->nodes_left <= 0) return;
    search_fillings(s);
}

static struct packing begin(const struct pack *p, const struct packing *start, struct arena *a)
{
    size_t n = (size_t)p->n_type * (size_t)p->n_bin;
    struct packing out = {.count = ARENA_ARRAY(a, int, n), .bound = (double)INFINITY};
    if (n) memcpy(out.count, start->count, n * sizeof *out.count);
    if (!pack_holds(p, out.count)) pack_mend(p, out.count, a);
    pack_fill_up(p, out.count, a);
    out.worth = pack_worth(p, out.count);
    if (out.worth < 0) { /* nothing is better */
        if (n) memset(out.count, 0, n * sizeof *out.count);
        pack_fill_up(p, out.count, a);
        out.worth = pack_worth(p, out.count);
    }
    return out;
}

struct packing pack_optimise(const struct pack *p, const struct packing *start,
                             const struct pack_limits *limits, struct arena *a)
{
    struct packing out = begin(p, start, a);
    struct arena own = arena_new(a->out_of_memory);
    struct optimum s = {.p = p, .a = &own, .nodes_left = limits->nodes, .out = &out};
    s.deadline.end_s = isinf(limits->seconds) ? limits->seconds : now_s() + limits->seconds;
    s.cells = pack_cells_make(p, &own);
    if (s.cells.n_class > 0) {
        s.quantum = find_quantum(&s);
        pack_guard(work, &s);
        out.hit_limit |= s.deadline.is_over;
        out.is_optimal = is_closed(&s);
    } else { /* no piece pays */
        size_t n = (size_t)p->n_type * (size_t)p->n_bin;
        if (n) memset(out.count, 0, n * sizeof *out.count);
        out.worth = 0;
        out.is_optimal = true;
    }
    if (out.is_optimal) out.bound = out.worth;
    arena_free(&own);
    return out;
}
