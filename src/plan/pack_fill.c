#include "plan/pack_fill.h"

#include <glpk.h>
#include <math.h>
#include <stdlib.h>

struct filler {
    const struct cell_class *k;
    int *most;
    double *left;
    glp_prob *lp; /* its linear relaxation; kept for its basis */
    /* of one search */
    int *order, *count, *best;
    double *profit, *price, *gain; /* gain: profit less the price of what it takes */
    int n_order;
    double *rest;    /* [items + 1] gains of all from there on at most */
    double *density; /* [(items + 1) * limits] most profit of what is left by its need */
    double *least;   /* [(items + 1) * limits] least need of what is left */
    double *room;    /* [(items + 1) * limits] that is left at each depth */
    double found, floor;
    long nodes;
    bool is_cut;
    bool (*each)(void *context, const int *filling);
    void *context;
};

int *filler_most(struct filler *f)
{
    return f->most;
}

double *filler_left(struct filler *f)
{
    return f->left;
}

static void make_lp(struct filler *f, struct arena *a)
{
    const struct cell_class *k = f->k;
    f->lp = glp_create_prob();
    glp_set_obj_dir(f->lp, GLP_MAX);
    if (k->n_limit) glp_add_rows(f->lp, k->n_limit);
    glp_add_cols(f->lp, k->n_item);
    int *row = ARENA_ARRAY(a, int, (size_t)k->n_limit + 1);
    double *amount = ARENA_ARRAY(a, double, (size_t)k->n_limit + 1);
    for (int i = 0; i < k->n_item; i++) {
        int n = 0;
        for (int j = 0; j < k->n_limit; j++) {
            double need = k->need[i * k->n_limit + j];
            if (!(need > 0)) continue;
            row[++n] = j + 1;
            amount[n] = need;
        }
        glp_set_mat_col(f->lp, i + 1, n, row, amount);
    }
}

struct filler *filler_make(const struct cell_class *k, struct arena *a)
{
    struct filler *f = ARENA_ARRAY(a, struct filler, 1);
    size_t n = (size_t)k->n_item, m = (size_t)k->n_limit;
    f->k = k;
    f->most = ARENA_ARRAY(a, int, n);
    f->left = ARENA_ARRAY(a, double, m);
    for (size_t i = 0; i < n; i++) f->most[i] = k->item[i].most;
    for (size_t j = 0; j < m; j++) f->left[j] = k->left[j];
    f->order = ARENA_ARRAY(a, int, n);
    f->count = ARENA_ARRAY(a, int, n);
    f->best = ARENA_ARRAY(a, int, n);
    f->profit = ARENA_ARRAY(a, double, n);
    f->gain = ARENA_ARRAY(a, double, n);
    f->rest = ARENA_ARRAY(a, double, n + 1);
    f->price = ARENA_ARRAY(a, double, m);
    f->density = ARENA_ARRAY(a, double, (n + 1) * m);
    f->least = ARENA_ARRAY(a, double, (n + 1) * m);
    f->room = ARENA_ARRAY(a, double, (n + 1) * m);
    make_lp(f, a);
    return f;
}

void filler_drop(struct filler *f)
{
    glp_delete_prob(f->lp);
    f->lp = NULL;
}

/* ---- prices -------------------------------------------------------------------- */

static void set_lp(struct filler *f)
{
    for (int j = 0; j < f->k->n_limit; j++)
        glp_set_row_bnds(f->lp, j + 1, GLP_UP, 0, fmax(0, f->left[j]));
    for (int i = 0; i < f->k->n_item; i++) {
        int most = f->profit[i] > 0 ? f->most[i] : 0;
        glp_set_col_bnds(f->lp, i + 1, most ? GLP_DB : GLP_FX, 0, most);
        glp_set_obj_coef(f->lp, i + 1, most ? f->profit[i] : 0);
    }
}

/* Any prices >= 0 make a bound; those of the relaxation make the least. */
static void find_prices(struct filler *f)
{
    const struct cell_class *k = f->k;
    for (int j = 0; j < k->n_limit; j++) f->price[j] = 0;
    if (k->n_limit) {
        glp_smcp how;
        glp_init_smcp(&how);
        how.msg_lev = GLP_MSG_OFF;
        how.it_lim = 1000 + 20 * (k->n_item + k->n_limit);
        set_lp(f);
        if (glp_simplex(f->lp, &how) == 0)
            for (int j = 0; j < k->n_limit; j++)
                f->price[j] = fmax(0, glp_get_row_dual(f->lp, j + 1));
        else
            glp_std_basis(f->lp);
    }
    for (int i = 0; i < k->n_item; i++) {
        f->gain[i] = f->profit[i];
        for (int j = 0; j < k->n_limit; j++)
            f->gain[i] -= f->price[j] * k->need[i * k->n_limit + j];
    }
}

/* Sorted by insertion: what the relaxation takes first, then by gain.  What does not pay is
   left out of a search for the best. */
static void sort_items(struct filler *f)
{
    f->n_order = 0;
    for (int i = 0; i < f->k->n_item; i++) {
        if (f->most[i] == 0 || (!f->each && !(f->profit[i] > 0))) continue;
        int at = f->n_order++;
        while (at > 0 && f->gain[f->order[at - 1]] < f->gain[i]) {
            f->order[at] = f->order[at - 1];
            at--;
        }
        f->order[at] = i;
    }
}

/* What the items from each depth on can add at most: by their gains, and by each limit. */
static void sum_up(struct filler *f)
{
    int n = f->n_order, m = f->k->n_limit;
    f->rest[n] = 0;
    for (int j = 0; j < m; j++) {
        f->density[n * m + j] = 0;
        f->least[n * m + j] = (double)INFINITY;
    }
    for (int d = n - 1; d >= 0; d--) {
        int i = f->order[d];
        f->rest[d] = f->rest[d + 1] + fmax(0, f->gain[i]) * f->most[i];
        for (int j = 0; j < m; j++) {
            double need = f->k->need[i * m + j], by = fmax(0, f->profit[i]) / need;
            if (!(need > 0)) by = f->profit[i] > 0 ? (double)INFINITY : 0;
            f->density[d * m + j] = fmax(f->density[(d + 1) * m + j], by);
            f->least[d * m + j] = fmin(f->least[(d + 1) * m + j], need);
        }
    }
}

/* The least of these bounds on what the items from a depth on add. */
static double can_add(const struct filler *f, int depth, double by_gain)
{
    ptrdiff_t at = (ptrdiff_t)depth * f->k->n_limit;
    const double *room = f->room + at, *density = f->density + at, *least = f->least + at;
    double most = by_gain;
    for (int j = 0; j < f->k->n_limit; j++) {
        if (room[j] < least[j]) return 0;
        double by = density[j] * room[j];
        if (by < most) most = by;
    }
    return most;
}

/* ---- search -------------------------------------------------------------------- */

static int fits(const struct filler *f, int depth, int item)
{
    const double *room = f->room + (ptrdiff_t)depth * f->k->n_limit;
    const double *need = f->k->need + (ptrdiff_t)item * f->k->n_limit;
    int n = f->most[item];
    for (int j = 0; j < f->k->n_limit && n > 0; j++)
        if (need[j] > 0 && n * need[j] > room[j]) {
            n = (int)fmax(0, floor(room[j] / need[j]));
            /* The quotient may be off by one either way. */
            while (n > 0 && n * need[j] > room[j]) n--;
        }
    return n;
}

static void take(struct filler *f, int depth, int item, int n)
{
    int m = f->k->n_limit;
    const double *room = f->room + (ptrdiff_t)depth * m;
    const double *need = f->k->need + (ptrdiff_t)item * m;
    double *next = f->room + (ptrdiff_t)(depth + 1) * m;
    for (int j = 0; j < m; j++) next[j] = room[j] - n * need[j];
    f->count[item] = n;
}

static void keep(struct filler *f, double profit)
{
    if (!(profit > f->found)) return;
    f->found = profit;
    for (int i = 0; i < f->k->n_item; i++) f->best[i] = f->count[i];
}

static bool is_hopeless(const struct filler *f, double bound)
{
    double least = f->each ? f->floor : fmax(f->floor, f->found);
    return f->each ? bound < least : bound <= least + 1e-12 * fabs(least);
}

/* profit of what is taken; value of what is left at the prices. */
static void visit(struct filler *f, int depth, double profit, double value)
{
    if (--f->nodes < 0) {
        f->is_cut = true;
        return;
    }
    if (!f->each) keep(f, profit);
    if (depth == f->n_order) {
        if (f->each && !f->each(f->context, f->count)) f->is_cut = true;
        return;
    }
    if (is_hopeless(f, profit + can_add(f, depth, value + f->rest[depth]))) return;
    int item = f->order[depth], most = fits(f, depth, item);
    double gain = f->gain[item], price = f->profit[item] - gain;
    bool rises = gain < 0; /* a bound that rises with fewer pieces: few come first */
    bool is_last = depth + 1 == f->n_order && !f->each;
    for (int k = 0; k <= most && !f->is_cut; k++) {
        int n = is_last ? most : rises ? k : most - k;
        double now = profit + n * f->profit[item], rest = value - n * price;
        if (is_hopeless(f, now + rest + f->rest[depth + 1])) break;
        take(f, depth, item, n);
        visit(f, depth + 1, now, rest);
        if (is_last) break;
    }
    f->count[item] = 0;
}

static double begin(struct filler *f, const double *profit)
{
    for (int i = 0; i < f->k->n_item; i++) {
        f->profit[i] = profit[i];
        f->count[i] = f->best[i] = 0;
    }
    find_prices(f);
    sort_items(f);
    sum_up(f);
    double value = 0;
    for (int j = 0; j < f->k->n_limit; j++) {
        f->room[j] = f->left[j];
        value += f->price[j] * f->left[j];
    }
    f->is_cut = false;
    return value;
}

struct fill_best filler_best(struct filler *f, const double *profit, double floor, long nodes,
                             int *filling)
{
    f->each = NULL;
    double value = begin(f, profit);
    f->found = 0;
    f->floor = floor;
    f->nodes = nodes;
    double bound = value + f->rest[0];
    if (!is_hopeless(f, bound)) visit(f, 0, 0, value);
    for (int i = 0; i < f->k->n_item; i++) filling[i] = f->best[i];
    double proven = f->is_cut ? bound : fmin(bound, fmax(f->found, floor));
    return (struct fill_best){f->found, fmax(0, proven), !f->is_cut};
}

bool filler_all(struct filler *f, const double *profit, double least, long *nodes,
                bool (*each)(void *context, const int *filling), void *context)
{
    f->each = each;
    double value = begin(f, profit);
    f->context = context;
    f->floor = least;
    f->nodes = *nodes;
    if (!is_hopeless(f, value + f->rest[0])) visit(f, 0, 0, value);
    *nodes = f->nodes < 0 ? 0 : f->nodes;
    return !f->is_cut;
}
