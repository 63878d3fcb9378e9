#include "plan/pack_cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* More bins than a rack has runs of free units make no cell. */
enum { CELL_BINS = 6 };

struct limit {       /* a resource, the pieces wanted, a group */
    int n_bin, *bin; /* that it concerns, rising */
    double left;
    int cell; /* its only one; -1: a row */
    int row;
    bool is_slack;
};

struct split {
    const struct pack *p;
    struct arena *a;
    int *most; /* [types * bins] 0: may not, or does not pay */
    int n_limit, first_group, first_type;
    struct limit *limit; /* resources, groups, types */
    int *root;           /* [bins] of the bins that are one cell with it */
    int *cell_of, *slot_of;
    struct pack_cells out;
};

/* ---- what can be placed at all ------------------------------------------------- */

static double value(const struct pack *p, int t, int b)
{
    return p->worth[t] - p->cost[t * p->n_bin + b];
}

static int most_by_use(const struct pack *p, int i, int most)
{
    for (int k = 0; k < p->n[i] && most > 0; k++) {
        const struct pack_use *u = &p->use[p->first[i] + k];
        double left = p->left[u->resource];
        double fit = left > 0 ? floor(left * (1 + pack_tolerance_rel) / u->amount) : 0;
        if (fit < most) most = (int)fit;
    }
    return most;
}

static void find_most(struct split *s)
{
    const struct pack *p = s->p;
    s->most = ARENA_ARRAY(s->a, int, (size_t)p->n_type *(size_t)p->n_bin);
    for (int t = 0; t < p->n_type; t++)
        for (int b = 0; b < p->n_bin; b++) {
            int i = t * p->n_bin + b, most = p->wanted[t];
            if (p->n[i] < 0 || !(value(p, t, b) > 0)) continue;
            if (p->most[i] >= 0 && p->most[i] < most) most = p->most[i];
            s->most[i] = most_by_use(p, i, most);
        }
    for (int g = 0; g < p->n_group; g++)
        for (int k = 0; k < p->group[g].n; k++) {
            int i = p->group[g].type * p->n_bin + p->group[g].bin[k];
            if (s->most[i] > p->group[g].most) s->most[i] = p->group[g].most;
            if (s->most[i] < 0) s->most[i] = 0;
        }
}

/* ---- limits -------------------------------------------------------------------- */

/* Bins come in rising order, each perhaps several times in a row. */
static void concern(struct limit *l, int bin)
{
    if (l->n_bin == 0 || l->bin[l->n_bin - 1] != bin) l->bin[l->n_bin++] = bin;
}

static void find_bins_of_resources(struct split *s)
{
    const struct pack *p = s->p;
    int *n = ARENA_ARRAY(s->a, int, (size_t)p->n_resource);
    for (int pass = 0; pass < 2; pass++) {
        for (int b = 0; b < p->n_bin; b++)
            for (int t = 0; t < p->n_type; t++) {
                int i = t * p->n_bin + b;
                for (int k = 0; s->most[i] && k < p->n[i]; k++) {
                    int r = p->use[p->first[i] + k].resource;
                    if (pass)
                        concern(&s->limit[r], b);
                    else
                        n[r]++;
                }
            }
        for (int r = 0; r < p->n_resource && pass == 0; r++)
            s->limit[r].bin = ARENA_ARRAY(s->a, int, (size_t)n[r]);
    }
}

static int rising(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void find_limits(struct split *s)
{
    const struct pack *p = s->p;
    s->first_group = p->n_resource;
    s->first_type = s->first_group + p->n_group;
    s->n_limit = s->first_type + p->n_type;
    s->limit = ARENA_ARRAY(s->a, struct limit, (size_t)s->n_limit);
    find_bins_of_resources(s);
    for (int r = 0; r < p->n_resource; r++) s->limit[r].left = 1 + pack_tolerance_rel;
    for (int g = 0; g < p->n_group; g++) {
        struct limit *l = &s->limit[s->first_group + g];
        const struct pack_group *group = &p->group[g];
        l->left = group->most;
        l->bin = ARENA_ARRAY(s->a, int, (size_t)group->n);
        for (int k = 0; k < group->n; k++)
            if (s->most[group->type * p->n_bin + group->bin[k]]) l->bin[l->n_bin++] = group->bin[k];
        if (l->n_bin) qsort(l->bin, (size_t)l->n_bin, sizeof *l->bin, rising);
    }
    for (int t = 0; t < p->n_type; t++) {
        struct limit *l = &s->limit[s->first_type + t];
        l->left = p->wanted[t];
        l->bin = ARENA_ARRAY(s->a, int, (size_t)p->n_bin);
        for (int b = 0; b < p->n_bin; b++)
            if (s->most[t * p->n_bin + b]) l->bin[l->n_bin++] = b;
    }
}

/* What one piece takes of a limit. */
static double need(const struct split *s, int limit, int t, int b)
{
    const struct pack *p = s->p;
    if (limit >= s->first_type) return limit - s->first_type == t;
    if (limit >= s->first_group) {
        const struct pack_group *g = &p->group[limit - s->first_group];
        double times = 0;
        for (int k = 0; g->type == t && k < g->n; k++) times += g->bin[k] == b;
        return times;
    }
    double sum = 0;
    int i = t * p->n_bin + b;
    for (int k = 0; k < p->n[i]; k++) {
        const struct pack_use *u = &p->use[p->first[i] + k];
        if (u->resource == limit) sum += u->amount;
    }
    return sum > 0 ? sum / p->left[limit] : 0;
}

static void find_slack(struct split *s)
{
    for (int l = 0; l < s->n_limit; l++) {
        struct limit *x = &s->limit[l];
        double sum = 0;
        for (int k = 0; k < x->n_bin; k++)
            for (int t = 0; t < s->p->n_type; t++) {
                int most = s->most[t * s->p->n_bin + x->bin[k]];
                if (most) sum += most * need(s, l, t, x->bin[k]);
            }
        x->is_slack = sum <= x->left;
    }
}

/* ---- cells --------------------------------------------------------------------- */

static int root_of(const struct split *s, int b)
{
    while (s->root[b] != b) b = s->root[b];
    return b;
}

static int bins_with(const struct split *s, int root)
{
    int n = 0;
    for (int b = 0; b < s->p->n_bin; b++) n += root_of(s, b) == root;
    return n;
}

/* Whether the bins of a limit are few enough to be one cell: those of a rack are, those of
   a row of three racks may be, what all bins share never is. */
static bool joins(const struct split *s, const struct limit *l)
{
    if (l->is_slack || l->n_bin < 2 || l->n_bin > CELL_BINS || l->n_bin == s->p->n_bin)
        return false;
    int n = 0, seen[CELL_BINS];
    for (int k = 0, n_seen = 0; k < l->n_bin; k++) {
        int root = root_of(s, l->bin[k]);
        bool is_new = true;
        for (int j = 0; j < n_seen; j++) is_new &= seen[j] != root;
        if (!is_new) continue;
        seen[n_seen++] = root;
        n += bins_with(s, root);
    }
    return n <= CELL_BINS;
}

/* The narrow limits first: a rack is whole before a row is looked at. */
static void join_bins(struct split *s)
{
    s->root = ARENA_ARRAY(s->a, int, (size_t)s->p->n_bin);
    for (int b = 0; b < s->p->n_bin; b++) s->root[b] = b;
    for (int width = 2; width <= CELL_BINS; width++)
        for (int l = 0; l < s->n_limit; l++) {
            const struct limit *x = &s->limit[l];
            if (x->n_bin != width || !joins(s, x)) continue;
            int first = root_of(s, x->bin[0]);
            for (int k = 1; k < width; k++) {
                int other = root_of(s, x->bin[k]);
                int low = other < first ? other : first;
                s->root[other] = s->root[first] = low;
                first = low;
            }
        }
}

static bool is_used(const struct split *s, int b)
{
    for (int t = 0; t < s->p->n_type; t++)
        if (s->most[t * s->p->n_bin + b]) return true;
    return false;
}

static void make_cells(struct split *s)
{
    int n = s->p->n_bin;
    s->cell_of = ARENA_ARRAY(s->a, int, (size_t)n);
    s->slot_of = ARENA_ARRAY(s->a, int, (size_t)n);
    s->out.cell = ARENA_ARRAY(s->a, struct cell, (size_t)n);
    for (int b = 0; b < n; b++) {
        int root = root_of(s, b);
        s->cell_of[b] = -1;
        if (!is_used(s, b)) continue;
        int c = -1;
        for (int k = root; k < b && c < 0; k++)
            if (root_of(s, k) == root) c = s->cell_of[k];
        if (c < 0) {
            c = s->out.n_cell++;
            s->out.cell[c].bin = ARENA_ARRAY(s->a, int, CELL_BINS);
        }
        s->cell_of[b] = c;
        s->slot_of[b] = s->out.cell[c].n;
        s->out.cell[c].bin[s->out.cell[c].n++] = b;
    }
}

static void make_rows(struct split *s)
{
    s->out.row_left = ARENA_ARRAY(s->a, double, (size_t)s->n_limit);
    for (int l = 0; l < s->n_limit; l++) {
        struct limit *x = &s->limit[l];
        x->cell = x->row = -1;
        if (x->is_slack || x->n_bin == 0) continue;
        x->cell = s->cell_of[x->bin[0]];
        for (int k = 1; k < x->n_bin; k++)
            if (s->cell_of[x->bin[k]] != x->cell) x->cell = -1;
        if (x->cell >= 0) continue;
        x->row = s->out.n_row;
        s->out.row_left[s->out.n_row++] = x->left;
    }
}

/* ---- classes ------------------------------------------------------------------- */

static void add_limits(struct split *s, struct cell_class *k, const int *limit)
{
    const struct cell *cell = &s->out.cell[k->cell[0]];
    k->left = ARENA_ARRAY(s->a, double, (size_t)k->n_limit);
    k->row = ARENA_ARRAY(s->a, int, (size_t)(k->n_limit - k->n_own));
    k->need = ARENA_ARRAY(s->a, double, (size_t)k->n_item *(size_t)k->n_limit);
    for (int j = 0; j < k->n_limit; j++) {
        k->left[j] = s->limit[limit[j]].left;
        if (j >= k->n_own) k->row[j - k->n_own] = s->limit[limit[j]].row;
        for (int i = 0; i < k->n_item; i++)
            k->need[i * k->n_limit + j] =
                need(s, limit[j], k->item[i].type, cell->bin[k->item[i].slot]);
    }
}

/* Limits of each cell, its own first, each sort in the order of the pack. */
struct lists {
    int *n, *n_own, **limit;
    int *seen, pass; /* [cells] the pass that came to it last */
};

static void list_limit(const struct split *s, struct lists *x, int l, bool counts_only)
{
    const struct limit *limit = &s->limit[l];
    x->pass++;
    for (int k = 0; k < limit->n_bin; k++) {
        int c = s->cell_of[limit->bin[k]];
        if (x->seen[c] == x->pass) continue;
        x->seen[c] = x->pass;
        if (counts_only)
            x->n[c]++;
        else
            x->limit[c][x->n[c]++] = l;
    }
}

static struct lists list_limits(struct split *s)
{
    size_t n = (size_t)s->out.n_cell;
    struct lists x = {ARENA_ARRAY(s->a, int, n), ARENA_ARRAY(s->a, int, n),
                      ARENA_ARRAY(s->a, int *, n), ARENA_ARRAY(s->a, int, n), 0};
    for (int l = 0; l < s->n_limit; l++)
        if (s->limit[l].cell >= 0 || s->limit[l].row >= 0) list_limit(s, &x, l, true);
    for (int c = 0; c < s->out.n_cell; c++) {
        x.limit[c] = ARENA_ARRAY(s->a, int, (size_t)x.n[c]);
        x.n[c] = 0;
    }
    for (int l = 0; l < s->n_limit; l++)
        if (s->limit[l].cell >= 0) {
            list_limit(s, &x, l, false);
            x.n_own[s->limit[l].cell]++;
        }
    for (int l = 0; l < s->n_limit; l++)
        if (s->limit[l].row >= 0) list_limit(s, &x, l, false);
    return x;
}

static struct cell_class class_of(struct split *s, int c, const struct lists *lists)
{
    const struct pack *p = s->p;
    const struct cell *cell = &s->out.cell[c];
    struct cell_class k = {.n_cell = 1, .n_limit = lists->n[c], .n_own = lists->n_own[c]};
    k.cell = ARENA_ARRAY(s->a, int, 1);
    k.cell[0] = c;
    k.item = ARENA_ARRAY(s->a, struct cell_item, (size_t)cell->n * (size_t)p->n_type);
    for (int slot = 0; slot < cell->n; slot++)
        for (int t = 0; t < p->n_type; t++) {
            int most = s->most[t * p->n_bin + cell->bin[slot]];
            if (most)
                k.item[k.n_item++] =
                    (struct cell_item){t, slot, value(p, t, cell->bin[slot]), most};
        }
    add_limits(s, &k, lists->limit[c]);
    return k;
}

static bool same_numbers(const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] < b[i] || a[i] > b[i]) return false;
    return true;
}

static bool are_equal(const struct cell_class *a, const struct cell_class *b)
{
    if (a->n_item != b->n_item || a->n_limit != b->n_limit || a->n_own != b->n_own) return false;
    for (int i = 0; i < a->n_item; i++) {
        const struct cell_item *x = &a->item[i], *y = &b->item[i];
        if (x->type != y->type || x->slot != y->slot || x->most != y->most || x->value < y->value ||
            x->value > y->value)
            return false;
    }
    for (int j = 0; j < a->n_limit - a->n_own; j++)
        if (a->row[j] != b->row[j]) return false;
    return same_numbers(a->left, b->left, (size_t)a->n_limit) &&
           same_numbers(a->need, b->need, (size_t)a->n_item * (size_t)a->n_limit);
}

/* Who is in them; class: of each cell. */
static void write_cells(struct split *s, const int *class)
{
    for (int i = 0; i < s->out.n_class; i++) {
        struct cell_class *k = &s->out.class[i];
        k->cell = ARENA_ARRAY(s->a, int, (size_t)k->n_cell);
        k->n_cell = 0;
    }
    for (int c = 0; c < s->out.n_cell; c++) {
        struct cell_class *k = &s->out.class[class[c]];
        k->cell[k->n_cell++] = c;
    }
}

static void make_classes(struct split *s)
{
    struct lists lists = list_limits(s);
    int *class = ARENA_ARRAY(s->a, int, (size_t)s->out.n_cell);
    s->out.class = ARENA_ARRAY(s->a, struct cell_class, (size_t)s->out.n_cell);
    for (int c = 0; c < s->out.n_cell; c++) {
        struct arena_mark mark = arena_mark(s->a);
        struct cell_class k = class_of(s, c, &lists);
        int same = 0;
        while (same < s->out.n_class && !are_equal(&s->out.class[same], &k)) same++;
        class[c] = same;
        if (same < s->out.n_class) {
            arena_release(s->a, mark);
            s->out.class[same].n_cell++;
        } else {
            s->out.class[s->out.n_class++] = k;
        }
    }
    write_cells(s, class);
}

struct pack_cells pack_cells_make(const struct pack *p, struct arena *a)
{
    struct split s = {.p = p, .a = a, .out = {.pack = p}};
    find_most(&s);
    find_limits(&s);
    find_slack(&s);
    join_bins(&s);
    make_cells(&s);
    make_rows(&s);
    make_classes(&s);
    return s.out;
}

/* ---- there and back ------------------------------------------------------------ */

void pack_cells_write(const struct pack_cells *x, int class, int nth, const int *filling,
                      int *count)
{
    const struct cell_class *k = &x->class[class];
    const struct cell *cell = &x->cell[k->cell[nth]];
    for (int i = 0; i < k->n_item; i++)
        count[k->item[i].type * x->pack->n_bin + cell->bin[k->item[i].slot]] = filling[i];
}

bool pack_cells_read(const struct pack_cells *x, int class, int nth, const int *count, int *filling)
{
    const struct cell_class *k = &x->class[class];
    const struct cell *cell = &x->cell[k->cell[nth]];
    bool is_whole = true;
    for (int i = 0; i < k->n_item; i++) {
        filling[i] = count[k->item[i].type * x->pack->n_bin + cell->bin[k->item[i].slot]];
        if (filling[i] > k->item[i].most) {
            filling[i] = k->item[i].most;
            is_whole = false;
        }
    }
    return is_whole;
}
