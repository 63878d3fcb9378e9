#include "plan/pack_search.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"

enum {
    ROUNDS = 400,         /* of column generation */
    DIVE_ROUNDS = 8,      /* the same after each step of a dive */
    FILL_NODES = 20000,   /* of the search for one filling */
    PROOF_NODES = 200000, /* the same when the bound hangs on it */
    CUTS_KEPT = 4         /* of a class */
};

static const double gap_rel = 1e-9; /* that is no gap */

double deadline_seconds_left(const struct deadline *d)
{
    return isinf(d->end_s) ? d->end_s : d->end_s - clock_s();
}

bool deadline_is_over(struct deadline *d)
{
    d->is_over |= !(deadline_seconds_left(d) > 0);
    return d->is_over;
}

/* ---- made and dropped ---------------------------------------------------------- */

static void set_filler(const struct search *s, const struct master *m, int c)
{
    const struct cell_class *k = &s->cells->class[c];
    double *left = filler_left(s->filler[c]);
    for (int j = 0; j < k->n_limit; j++)
        left[j] = j < k->n_own ? k->left[j] : fmin(k->left[j], m->row_left[k->row[j - k->n_own]]);
}

void search_make(struct search *s, const struct pack_cells *cells, struct deadline *deadline,
                 struct arena *a)
{
    size_t most = 0, n_class = (size_t)cells->n_class;
    *s = (struct search){.a = a, .cells = cells, .deadline = deadline};
    s->bound = (double)INFINITY;
    s->enough = -(double)INFINITY;
    s->columns = (struct columns){.cells = cells, .arena = a};
    for (int c = 0; c < cells->n_class; c++)
        for (int i = 0; i < cells->class[c].n_item; i++) {
            s->unit = fmax(s->unit, cells->class[c].item[i].value);
            if (most <= (size_t)i) most = (size_t)i + 1;
        }
    s->master = master_make(&s->columns, s->unit);
    s->price = ARENA_ARRAY(a, double, (size_t)cells->n_row);
    s->profit = ARENA_ARRAY(a, double, most);
    s->filling = ARENA_ARRAY(a, int, most);
    s->best = ARENA_ARRAY(a, double, n_class);
    s->filler = ARENA_ARRAY(a, struct filler *, n_class);
    for (int c = 0; c < cells->n_class; c++) {
        s->filler[c] = filler_make(&cells->class[c], a);
        set_filler(s, &s->master, c);
    }
}

void search_drop(struct search *s)
{
    for (int c = 0; c < s->cells->n_class; c++) filler_drop(s->filler[c]);
    master_drop(&s->master);
}

/* ---- prices -------------------------------------------------------------------- */

static double profit_of(const struct cell_class *k, const int *filling, const double *profit)
{
    double sum = 0;
    for (int i = 0; i < k->n_item; i++)
        if (filling[i]) sum += filling[i] * profit[i];
    return sum;
}

void search_profits(const struct search *s, int class, const double *price, double *profit)
{
    const struct cell_class *k = &s->cells->class[class];
    for (int i = 0; i < k->n_item; i++) {
        profit[i] = k->item[i].value;
        for (int j = k->n_own; j < k->n_limit; j++)
            profit[i] -= price[k->row[j - k->n_own]] * k->need[i * k->n_limit + j];
    }
}

static double best_known(const struct master *m, int class, const double *profit)
{
    const struct cell_class *k = &m->columns->cells->class[class];
    double best = 0;
    for (int i = 0; i < m->n; i++) {
        const struct column *c = &m->columns->column[m->column[i]];
        if (c->class == class) best = fmax(best, profit_of(k, c->filling, profit));
    }
    return best;
}

struct pricing {
    double bound; /* of the programme at these prices */
    int added;    /* columns that pay at the prices of the last solution */
    bool is_exact;
};

/* Adds the filling to the columns and the master when it pays at the last solution. */
static void add_if_it_pays(struct search *s, struct master *m, int class, const int *filling)
{
    search_profits(s, class, m->row_price, s->profit);
    double pays = profit_of(&s->cells->class[class], filling, s -> profit) - m->cell_price[class];
    if (!(pays > 1e-9 * s->unit)) return;
    master_add(m, columns_add(&s->columns, class, filling));
}

/* Looks for the filling of each class that pays most at the prices. */
static struct pricing price_all(struct search *s, struct master *m, const double *price, long nodes)
{
    struct pricing out = {.is_exact = true};
    int was = m->n;
    for (int r = 0; r < s->cells->n_row; r++) out.bound += price[r] * m->row_left[r];
    for (int c = 0; c < s->cells->n_class; c++) {
        s->best[c] = 0;
        if (m->cells[c] == 0) continue;
        search_profits(s, c, price, s->profit);
        double known = best_known(m, c, s->profit);
        struct fill_best best =
            filler_best(s->filler[c], s->profit, known + 1e-10 * s->unit, nodes, s->filling);
        s->best[c] = fmax(best.bound, known);
        out.bound += m->cells[c] * s->best[c];
        out.is_exact &= best.is_exact;
        if (best.profit > 0) add_if_it_pays(s, m, c, s->filling);
    }
    out.added = m->n - was;
    return out;
}

/* ---- column generation --------------------------------------------------------- */

void search_add(struct search *s, const int *count)
{
    for (int c = 0; c < s->cells->n_class; c++)
        for (int nth = 0; nth < s->cells->class[c].n_cell; nth++) {
            pack_cells_read(s->cells, c, nth, count, s->filling);
            master_add(&s->master, columns_add(&s->columns, c, s->filling));
        }
}

static void keep_prices(struct search *s, const double *price, double bound)
{
    if (!(bound < s->bound)) return;
    s->bound = bound;
    if (s->cells->n_row) memcpy(s->price, price, (size_t)s->cells->n_row * sizeof *price);
    for (int c = 0; c < s->cells->n_class; c++) {
        const struct cell_class *k = &s->cells->class[c];
        search_profits(s, c, price, s->profit);
        cuts_add(&s->cuts, c, s->profit, k->n_item, k->n_cell * s->best[c], s->a);
    }
    int most = CUTS_KEPT * s->cells->n_class;
    if (s->cuts.n > most) {
        memmove(s->cuts.cut, s->cuts.cut + s->cuts.n - most, (size_t)most * sizeof *s->cuts.cut);
        s->cuts.n = most;
    }
}

/* Prices between those of the last solution and those of the best bound find columns that
   last (Wentges, International Transactions in Operational Research 4, 1997). */
void search_relax(struct search *s)
{
    struct master *m = &s->master;
    double *price = ARENA_ARRAY(s->a, double, (size_t)s->cells->n_row);
    double weight = 0;
    long nodes = FILL_NODES;
    for (int round = 0; round < ROUNDS && !deadline_is_over(s->deadline); round++) {
        if (!master_solve(m)) return;
        if (s->bound < s->enough || s->bound - m->value <= gap_rel * fabs(m->value)) return;
        for (int r = 0; r < s->cells->n_row; r++)
            price[r] = weight * s->price[r] + (1 - weight) * m->row_price[r];
        struct pricing found = price_all(s, m, price, nodes);
        keep_prices(s, price, found.bound);
        if (found.added == 0 && !(weight > 0)) {
            if (found.is_exact || nodes == PROOF_NODES) return;
            nodes = PROOF_NODES;
        }
        weight = found.added == 0 ? 0 : 0.6;
    }
}

/* ---- dive ---------------------------------------------------------------------- */

struct dive {
    struct master m;
    int *nth; /* [classes] cells that are filled */
    int *count;
};

static void fix(struct search *s, struct dive *d, int column, int times)
{
    const struct column *col = &s->columns.column[column];
    const struct cell_class *k = &s->cells->class[col->class];
    struct arena_mark mark = arena_mark(s->a);
    double *take = ARENA_ARRAY(s->a, double, (size_t)(k->n_limit - k->n_own));
    column_take(&s->columns, column, take);
    for (int j = 0; j < k->n_limit - k->n_own; j++)
        d->m.row_left[k->row[j]] = fmax(0, d->m.row_left[k->row[j]] - times * take[j]);
    d->m.cells[col->class] -= times;
    for (; times > 0; times--)
        pack_cells_write(s->cells, col->class, d->nth[col->class]++, col->filling, d->count);
    arena_release(s->a, mark);
}

/* Fixes what is whole, or the column that is nearest to it; false when nothing is left. */
static bool fix_some(struct search *s, struct dive *d)
{
    struct arena_mark mark = arena_mark(s->a);
    int n = 0, best = -1;
    double best_part = 1e-6;
    int *times = ARENA_ARRAY(s->a, int, (size_t)d->m.n);
    for (int i = 0; i < d->m.n; i++) {
        double x = glp_get_col_prim(d->m.lp, i + 1);
        times[i] = (int)floor(x + 1e-6);
        n += times[i] > 0;
        if (times[i] == 0 && x > best_part + 1e-9) {
            best = i;
            best_part = x;
        }
    }
    if (n == 0 && best >= 0) times[best] = 1;
    for (int i = 0; i < d->m.n; i++)
        if (times[i] > 0) fix(s, d, d->m.column[i], times[i]);
    arena_release(s->a, mark);
    return n > 0 || best >= 0;
}

void search_dive(struct search *s, int *count)
{
    struct dive d = {.m = master_copy(&s->master), .count = count};
    d.nth = ARENA_ARRAY(s->a, int, (size_t)s->cells->n_class);
    bool goes_on = master_solve(&d.m);
    while (goes_on && !deadline_is_over(s->deadline) && fix_some(s, &d)) {
        master_set_left(&d.m);
        for (int c = 0; c < s->cells->n_class; c++) set_filler(s, &d.m, c);
        goes_on = master_solve(&d.m);
        for (int round = 0; goes_on && round < DIVE_ROUNDS; round++) {
            if (deadline_is_over(s->deadline)) break;
            if (price_all(s, &d.m, d.m.row_price, FILL_NODES).added == 0) break;
            goes_on = master_solve(&d.m);
        }
    }
    master_drop(&d.m);
    for (int c = 0; c < s->cells->n_class; c++) set_filler(s, &s->master, c);
}
