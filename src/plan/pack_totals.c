#include "plan/pack_totals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void cuts_add(struct cuts *c, int class, const double *price, int n, double most, struct arena *a)
{
    if (c->n == c->cap) {
        int cap = c->cap ? 2 * c->cap : 64;
        struct cut *more = ARENA_ARRAY(a, struct cut, (size_t)cap);
        if (c->n) memcpy(more, c->cut, (size_t)c->n * sizeof *more);
        c->cut = more;
        c->cap = cap;
    }
    double *own = ARENA_ARRAY(a, double, (size_t)n);
    memcpy(own, price, (size_t)n * sizeof *own);
    c->cut[c->n++] = (struct cut){class, own, most};
}

struct programme {
    const struct pack_cells *x;
    glp_prob *mip;
    int *first; /* [classes] column of its first item, from 1 */
    int n_item;
    int n_sum, cap_sum;
    struct sum {
        int n, *part, column;
    } * sum;
    int n, *row; /* of the row that is being made, from 1 */
    double *amount;
};

static void add_row(struct programme *p, double most)
{
    int at = glp_add_rows(p->mip, 1);
    glp_set_row_bnds(p->mip, at, GLP_UP, 0, most);
    glp_set_mat_row(p->mip, at, p->n, p->row, p->amount);
    p->n = 0;
}

static void add_entry(struct programme *p, int column, double amount)
{
    if (!(fabs(amount) > 0)) return;
    p->row[++p->n] = column;
    p->amount[p->n] = amount;
}

static void add_columns(struct programme *p, double unit)
{
    for (int c = 0; c < p->x->n_class; c++) {
        const struct cell_class *k = &p->x->class[c];
        p->first[c] = glp_add_cols(p->mip, k->n_item);
        for (int i = 0; i < k->n_item; i++) {
            int at = p->first[c] + i;
            double most = (double)k->item[i].most * k->n_cell;
            glp_set_col_kind(p->mip, at, GLP_IV);
            glp_set_col_bnds(p->mip, at, GLP_DB, 0, fmin(most, 1e9));
            glp_set_obj_coef(p->mip, at, k->item[i].value / unit);
        }
    }
}

/* ---- sums ---------------------------------------------------------------------- */

/* The column of a sum of columns, made when it is new.  Rows written in whole sums give
   sharper cuts, and a branch upon a sum decides what hundreds of branches upon its parts
   would leave open. */
static int sum_column(struct programme *p, const int *part, int n, struct arena *a)
{
    for (int i = 0; i < p->n_sum; i++)
        if (p->sum[i].n == n && memcmp(p->sum[i].part, part, (size_t)n * sizeof *part) == 0)
            return p->sum[i].column;
    if (p->n_sum == p->cap_sum) {
        int cap = p->cap_sum ? 2 * p->cap_sum : 64;
        struct sum *more = ARENA_ARRAY(a, struct sum, (size_t)cap);
        if (p->n_sum) memcpy(more, p->sum, (size_t)p->n_sum * sizeof *more);
        p->sum = more;
        p->cap_sum = cap;
    }
    int *own = ARENA_ARRAY(a, int, (size_t)n);
    memcpy(own, part, (size_t)n * sizeof *own);
    int column = glp_add_cols(p->mip, 1);
    glp_set_col_kind(p->mip, column, GLP_IV);
    glp_set_col_bnds(p->mip, column, GLP_DB, 0, 1e9);
    p->sum[p->n_sum++] = (struct sum){n, own, column};
    return column;
}

static void link_sums(struct programme *p)
{
    for (int i = 0; i < p->n_sum; i++) {
        for (int k = 0; k < p->sum[i].n; k++) add_entry(p, p->sum[i].part[k], 1);
        add_entry(p, p->sum[i].column, -1);
        int at = glp_add_rows(p->mip, 1);
        glp_set_row_bnds(p->mip, at, GLP_FX, 0, 0);
        glp_set_mat_row(p->mip, at, p->n, p->row, p->amount);
        p->n = 0;
    }
}

struct part { /* of a row */
    int type, column;
    double need;
};

static int by_type_and_need(const void *a, const void *b)
{
    const struct part *x = a, *y = b;
    if (x->type != y->type) return x->type < y->type ? -1 : 1;
    if (x->need < y->need || x->need > y->need) return x->need < y->need ? -1 : 1;
    return (x->column > y->column) - (x->column < y->column);
}

static int find_parts(const struct programme *p, int row, struct part *part)
{
    int n = 0;
    for (int c = 0; c < p->x->n_class; c++) {
        const struct cell_class *k = &p->x->class[c];
        for (int j = k->n_own; j < k->n_limit; j++)
            for (int i = 0; k->row[j - k->n_own] == row && i < k->n_item; i++) {
                double need = k->need[i * k->n_limit + j];
                if (need > 0) part[n++] = (struct part){k->item[i].type, p->first[c] + i, need};
            }
    }
    return n;
}

static void add_rows(struct programme *p, bool has_sums, struct arena *a)
{
    struct part *part = ARENA_ARRAY(a, struct part, (size_t)p->n_item);
    int *same = ARENA_ARRAY(a, int, (size_t)p->n_item);
    for (int r = 0; r < p->x->n_row; r++) {
        int n = find_parts(p, r, part);
        if (n) qsort(part, (size_t)n, sizeof *part, by_type_and_need);
        for (int from = 0, to; from < n; from = to) {
            to = from;
            while (to < n && part[to].type == part[from].type &&
                   !(part[to].need > part[from].need)) {
                same[to - from] = part[to].column;
                to++;
            }
            int n_same = to - from;
            if (has_sums && n_same > 1) same[0] = sum_column(p, same, n_same, a);
            for (int k = 0; k < (has_sums ? 1 : n_same); k++)
                add_entry(p, same[k], part[from].need);
        }
        add_row(p, p->x->row_left[r]);
    }
    link_sums(p);
}

/* Wide sums are branched upon first. */
static const int *ranks(const struct programme *p, int n, struct arena *a)
{
    int *rank = ARENA_ARRAY(a, int, (size_t)n);
    for (int i = 0; i < p->n_sum; i++) rank[p->sum[i].column - 1] = p->sum[i].n;
    return rank;
}

/* ---- other limits -------------------------------------------------------------- */

static void add_own(struct programme *p)
{
    for (int c = 0; c < p->x->n_class; c++) {
        const struct cell_class *k = &p->x->class[c];
        for (int j = 0; j < k->n_own; j++) {
            for (int i = 0; i < k->n_item; i++)
                add_entry(p, p->first[c] + i, k->need[i * k->n_limit + j]);
            add_row(p, k->left[j] * k->n_cell);
        }
    }
}

static void add_cuts(struct programme *p, const struct cuts *cuts)
{
    for (int n = 0; n < cuts->n; n++) {
        const struct cut *cut = &cuts->cut[n];
        double most = 0;
        for (int i = 0; i < p->x->class[cut->class].n_item; i++) most = fmax(most, cut->price[i]);
        if (!(most > 0)) continue;
        for (int i = 0; i < p->x->class[cut->class].n_item; i++)
            if (cut->price[i] > 1e-9 * most)
                add_entry(p, p->first[cut->class] + i, cut->price[i] / most);
        add_row(p, cut->most / most * (1 + 1e-9));
    }
}

static struct programme begin(const struct pack_cells *x, double unit, struct arena *a)
{
    struct programme p = {.x = x, .mip = glp_create_prob()};
    for (int c = 0; c < x->n_class; c++) p.n_item += x->class[c].n_item;
    p.first = ARENA_ARRAY(a, int, (size_t)x->n_class);
    glp_set_obj_dir(p.mip, GLP_MAX);
    add_columns(&p, unit);
    return p;
}

static void add_limits(struct programme *p, const struct cuts *cuts, bool has_sums, int entries,
                       struct arena *a)
{
    p->row = ARENA_ARRAY(a, int, (size_t)entries + 2);
    p->amount = ARENA_ARRAY(a, double, (size_t)entries + 2);
    add_rows(p, has_sums, a);
    add_own(p);
    add_cuts(p, cuts);
}

/* Columns are totals, then others, then sums, which the start has not and which are not
   found. */
static struct mip_result search(struct programme *p, double unit, const int *start,
                                const struct mip_limits *limits, int n, int *found, struct arena *a)
{
    int n_all = glp_get_num_cols(p->mip);
    int *first = ARENA_ARRAY(a, int, (size_t)n_all), *all = ARENA_ARRAY(a, int, (size_t)n_all);
    for (int i = 0; i < n && start; i++) first[i] = start[i];
    for (int i = 0; i < p->n_sum && start; i++)
        for (int k = 0; k < p->sum[i].n; k++)
            first[p->sum[i].column - 1] += start[p->sum[i].part[k] - 1];
    struct mip_limits scaled = *limits;
    scaled.enough /= unit;
    scaled.rank = ranks(p, n_all, a);
    struct mip_result out = mip_search(p->mip, start ? first : NULL, &scaled, all, a);
    for (int i = 0; i < n; i++) found[i] = all[i];
    out.bound *= unit;
    glp_delete_prob(p->mip);
    return out;
}

struct mip_result totals_search(const struct pack_cells *x, const struct cuts *cuts, bool has_sums,
                                double unit, const int *start, const struct mip_limits *limits,
                                int *total, struct arena *a)
{
    struct arena_mark mark = arena_mark(a);
    struct programme p = begin(x, unit, a);
    add_limits(&p, cuts, has_sums, p.n_item, a);
    struct mip_result out = search(&p, unit, start, limits, p.n_item, total, a);
    arena_release(a, mark);
    return out;
}

/* ---- of columns ---------------------------------------------------------------- */

/* Each total is no more than the columns hold, and no class has more than its cells. */
static void add_links(struct programme *p, const struct columns *columns)
{
    for (int c = 0; c < p->x->n_class; c++) {
        const struct cell_class *k = &p->x->class[c];
        for (int i = -1; i < k->n_item; i++) {
            if (i >= 0) add_entry(p, p->first[c] + i, 1);
            for (int j = 0; j < columns->n; j++) {
                const struct column *col = &columns->column[j];
                if (col->class == c) add_entry(p, p->n_item + 1 + j, i < 0 ? 1 : -col->filling[i]);
            }
            add_row(p, i < 0 ? k->n_cell : 0);
        }
    }
}

struct mip_result totals_of_columns(const struct columns *columns, const struct cuts *cuts,
                                    double unit, const int *start, const int *start_times,
                                    const struct mip_limits *limits, int *total, int *times,
                                    struct arena *a)
{
    struct arena_mark mark = arena_mark(a);
    struct programme p = begin(columns->cells, unit, a);
    int n = p.n_item + columns->n;
    int *first = ARENA_ARRAY(a, int, (size_t)n), *found = ARENA_ARRAY(a, int, (size_t)n);
    glp_add_cols(p.mip, columns->n);
    for (int j = 0; j < columns->n; j++) {
        int most = columns->cells->class[columns->column[j].class].n_cell;
        glp_set_col_kind(p.mip, p.n_item + 1 + j, GLP_IV);
        glp_set_col_bnds(p.mip, p.n_item + 1 + j, GLP_DB, 0, most);
    }
    for (int i = 0; i < n && start_times; i++)
        first[i] = i < p.n_item ? start[i] : start_times[i - p.n_item];
    add_limits(&p, cuts, true, n, a);
    add_links(&p, columns);
    struct mip_result out = search(&p, unit, start_times ? first : NULL, limits, n, found, a);
    for (int i = 0; i < n && out.has_found; i++)
        if (i < p.n_item)
            total[i] = found[i];
        else
            times[i - p.n_item] = found[i];
    arena_release(a, mark);
    return out;
}
