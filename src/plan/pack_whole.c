#include <math.h>

#include "plan/pack_optimum.h"

enum {
    TOTALS_ROUNDS = 20,
    CUT_NODES = 100000,   /* of the search for a filling that makes a cut */
    LIST_NODES = 5000000, /* of the list of all fillings within the gap */
    LIST_MAX = 3000,
    ENRICH_NODES = 200000,
    ENRICH_MAX = 400,
    ENRICH_STEPS = 8
};

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

/* At prices that show that totals of a class do not fit, all totals of it are worth no more
   than its best filling is, as often as there are cells.  False when the totals hold that
   even so: their prices speak for fillings of no more than the totals. */
static bool cut_off(struct optimum *s, int class, const struct search *alone, const int *total)
{
    const struct cell_class *k = &s->cells.class[class];
    double *profit = ARENA_ARRAY(s->a, double, (size_t)k->n_item), sum = 0;
    for (int i = 0; i < k->n_item; i++) {
        profit[i] = alone->cells->class[0].item[i].value - alone->price[i];
        if (profit[i] > 0) sum += profit[i] * total[i];
    }
    struct fill_best best =
        filler_best(s->search.filler[class], profit, 0, CUT_NODES, s->search.filling);
    double most = best.bound * k->n_cell;
    if (!(most < sum * (1 - 1e-7))) return false;
    cuts_add(&s->search.cuts, class, profit, k->n_item, most, s->a);
    return true;
}

/* Packs totals of a class into its cells; CANNOT adds a cut that they break. */
static enum packed pack_class(struct optimum *s, int class, const int *total, int *count)
{
    struct cell_class one = class_alone(&s->cells.class[class], total, s -> a);
    struct pack_cells cells = cells_alone(s, &one);
    double all = 0;
    for (int i = 0; i < one.n_item; i++) all += total[i] * one.item[i].value;
    struct search alone;
    search_make(&alone, &cells, s->deadline, s->a);
    alone.enough = all * (1 - 1e-7);
    search_relax(&alone);
    enum packed out = NOT_FOUND;
    if (alone.bound < alone.enough) {
        if (cut_off(s, class, &alone, total)) out = CANNOT;
    } else {
        search_dive(&alone, count);
        if (packed_value(&cells, count, s->a) > all - 5e-4) out = PACKED;
    }
    search_drop(&alone);
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
    optimum_offer(s, count);
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

static void note(struct optimum *s, const struct mip_result *found)
{
    s->out->nodes += found->nodes;
    s->nodes_left -= found->spent;
    s->out->hit_limit |= found->hit_limit;
}

void optimum_totals(struct optimum *s, long nodes)
{
    int n = 0;
    for (int c = 0; c < s->cells.n_class; c++) n += s->cells.class[c].n_item;
    double unit = s->quantum > 0 ? s->quantum : s->search.unit;
    for (int round = 0; round < TOTALS_ROUNDS && nodes > 0; round++) {
        struct mip_limits limits = optimum_limits(s, nodes);
        int *total = ARENA_ARRAY(s->a, int, (size_t)n);
        struct mip_result found = totals_search(&s->cells, &s->search.cuts, true, unit,
                                                best_totals(s, n), &limits, total, s->a);
        note(s, &found);
        nodes -= found.spent;
        optimum_lower_bound(s, found.bound);
        if (optimum_is_closed(s) || !found.has_found || deadline_is_over(s->deadline)) return;
        enum packed packed = pack_totals(s, total);
        if (packed != CANNOT || optimum_is_closed(s)) return;
    }
}

/* ---- fillings ------------------------------------------------------------------ */

struct list {
    struct columns columns;
    int class, most;
};

static bool list_one(void *context, const int *filling)
{
    struct list *l = context;
    if (l->columns.n == l->most) return false;
    columns_add(&l->columns, l->class, filling);
    return true;
}

/* Adds all fillings to the columns whose profit at the prices is within the gap of the best
   of their class; none and false when they are too many, or too many to look for. */
static bool list_all(struct optimum *s, double gap, int most, long nodes)
{
    struct search *x = &s->search;
    struct list l = {.columns = {.cells = &s->cells, .arena = s->a}, .most = most};
    for (int c = 0; c < s->cells.n_class; c++) {
        search_profits(x, c, x->price, x->profit);
        struct fill_best best = filler_best(x->filler[c], x->profit, 0, nodes, x->filling);
        l.class = c;
        double from = best.bound - gap - 1e-9 * x->unit;
        if (!filler_all(x->filler[c], x->profit, from, &nodes, list_one, &l)) return false;
    }
    for (int i = 0; i < l.columns.n; i++)
        columns_add(&x->columns, l.columns.column[i].class, l.columns.column[i].filling);
    return true;
}

/* Where column generation ended after few columns, more that are nearly as good. */
static void enrich(struct optimum *s)
{
    double gap = s->search.bound - optimum_better(s);
    for (int k = 0; k < ENRICH_STEPS && s->search.columns.n < ENRICH_MAX; k++, gap /= 2)
        if (list_all(s, gap, ENRICH_MAX, ENRICH_NODES)) return;
}

/* ---- both ---------------------------------------------------------------------- */

/* Totals below what known fillings hold together.  The fillings are mostly full ones, and
   the totals leave out of them what the rows have no room for. */
void optimum_both(struct optimum *s, long nodes)
{
    struct search *x = &s->search;
    double unit = s->quantum > 0 ? s->quantum : x->unit;
    search_add(x, s->out->count);
    enrich(s);
    int n = 0, *times = ARENA_ARRAY(s->a, int, (size_t)x->columns.n);
    for (int c = 0; c < s->cells.n_class; c++) n += s->cells.class[c].n_item;
    struct mip_limits limits = optimum_limits(s, nodes);
    int *total = ARENA_ARRAY(s->a, int, (size_t)n);
    struct mip_result found = totals_of_columns(&x->columns, &x->cuts, unit, best_totals(s, n),
                                                times_of(s), &limits, total, times, s->a);
    note(s, &found);
    if (found.has_found) {
        int *count = ARENA_ARRAY(s->a, int, (size_t)s->p->n_type *(size_t)s->p->n_bin);
        write_times(s, times, total, count);
        optimum_offer(s, count);
    }
}

/* ---- cells --------------------------------------------------------------------- */

/* The same cells, each a class of its own, in the order of the classes. */
static struct pack_cells cells_apart(const struct optimum *s)
{
    struct pack_cells x = s->cells;
    x.class = ARENA_ARRAY(s->a, struct cell_class, (size_t)s->cells.n_cell);
    x.n_class = 0;
    for (int c = 0; c < s->cells.n_class; c++)
        for (int nth = 0; nth < s->cells.class[c].n_cell; nth++) {
            struct cell_class *k = &x.class[x.n_class++];
            *k = s->cells.class[c];
            k->cell += nth;
            k->n_cell = 1;
        }
    return x;
}

static struct cuts cuts_apart(const struct optimum *s)
{
    struct cuts out = {0};
    int *first = ARENA_ARRAY(s->a, int, (size_t)s->cells.n_class + 1);
    for (int c = 0; c < s->cells.n_class; c++) first[c + 1] = first[c] + s->cells.class[c].n_cell;
    for (int i = 0; i < s->search.cuts.n; i++) {
        const struct cut *cut = &s->search.cuts.cut[i];
        const struct cell_class *k = &s->cells.class[cut->class];
        for (int nth = 0; nth < k->n_cell; nth++)
            cuts_add(&out, first[cut->class] + nth, cut->price, k->n_item, cut->most / k->n_cell,
                     s->a);
    }
    return out;
}

static void search_cells(struct optimum *s, const struct pack_cells *x, const struct cuts *cuts,
                         bool has_sums, long nodes)
{
    int n = 0;
    for (int c = 0; c < x->n_class; c++) n += x->class[c].n_item;
    int *start = ARENA_ARRAY(s->a, int, (size_t)n), *best = ARENA_ARRAY(s->a, int, (size_t)n);
    for (int c = 0, first = 0; c < x->n_class; first += x->class[c++].n_item)
        pack_cells_read(x, c, 0, s->out->count, start + first);
    struct mip_limits limits = optimum_limits(s, nodes);
    double unit = s->quantum > 0 ? s->quantum : s->search.unit;
    struct mip_result found = totals_search(x, cuts, has_sums, unit, start, &limits, best, s->a);
    note(s, &found);
    optimum_lower_bound(s, found.bound);
    if (!found.has_found) return;
    int *count = ARENA_ARRAY(s->a, int, (size_t)s->p->n_type *(size_t)s->p->n_bin);
    for (int c = 0, first = 0; c < x->n_class; first += x->class[c++].n_item)
        pack_cells_write(x, c, 0, best + first, count);
    optimum_offer(s, count);
}

void optimum_cells(struct optimum *s, long nodes)
{
    struct pack_cells x = cells_apart(s);
    struct cuts cuts = cuts_apart(s);
    search_cells(s, &x, &cuts, true, nodes / 2 + 1);
    if (!optimum_is_closed(s) && !deadline_is_over(s->deadline))
        search_cells(s, &x, &cuts, false, nodes / 2 + 1);
}

void optimum_fillings(struct optimum *s, long nodes)
{
    double least = optimum_better(s), unit = s->quantum > 0 ? s->quantum : s->search.unit;
    search_add(&s->search, s->out->count);
    if (!list_all(s, s->search.bound - least, LIST_MAX, LIST_NODES)) {
        s->out->hit_limit = true;
        return;
    }
    struct master m = master_make(&s->search.columns, unit);
    for (int i = 0; i < s->search.columns.n; i++) master_add(&m, i);
    int *start = times_of(s), *times = ARENA_ARRAY(s->a, int, (size_t)m.n);
    struct mip_limits limits = optimum_limits(s, nodes);
    struct mip_result found = master_search(&m, start, &limits, times);
    note(s, &found);
    if (found.has_found) {
        int *count = ARENA_ARRAY(s->a, int, (size_t)s->p->n_type *(size_t)s->p->n_bin);
        write_times(s, times, NULL, count);
        optimum_offer(s, count);
    }
    /* What uses other fillings is worth less than `least`. */
    optimum_lower_bound(s, fmax(found.bound, least));
    master_drop(&m);
}
