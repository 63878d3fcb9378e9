#include "plan/pack_master.h"

#include <math.h>
#include <string.h>

/* ---- columns ------------------------------------------------------------------- */

/* FNV-1a. */
static uint64_t hash_of(int class, const int *filling, int n)
{
    uint64_t h = 0xcbf29ce484222325U ^ (uint64_t) class;
    for (int i = 0; i < n; i++) h = (h ^ (uint64_t)filling[i]) * 0x100000001b3U;
    return h;
}

static void grow(struct columns *c)
{
    int cap = c->cap ? 2 * c->cap : 256;
    struct column *more = ARENA_ARRAY(c->arena, struct column, (size_t)cap);
    if (c->n) memcpy(more, c->column, (size_t)c->n * sizeof *more);
    c->column = more;
    c->cap = cap;
}

int columns_add(struct columns *c, int class, const int *filling)
{
    const struct cell_class *k = &c->cells->class[class];
    size_t bytes = (size_t)k->n_item * sizeof *filling;
    uint64_t hash = hash_of(class, filling, k->n_item);
    for (int i = 0; i < c->n; i++)
        if (c->column[i].hash == hash && c->column[i].class == class &&
            memcmp(c->column[i].filling, filling, bytes) == 0)
            return i;
    if (c->n == c->cap) grow(c);
    int *own = ARENA_ARRAY(c->arena, int, (size_t)k->n_item);
    memcpy(own, filling, bytes);
    double value = 0;
    for (int i = 0; i < k->n_item; i++) value += filling[i] * k->item[i].value;
    c->column[c->n] = (struct column){class, own, value, hash};
    return c->n++;
}

void column_take(const struct columns *c, int column, double *take)
{
    const struct column *x = &c->column[column];
    const struct cell_class *k = &c->cells->class[x->class];
    for (int j = k->n_own; j < k->n_limit; j++) {
        double sum = 0;
        for (int i = 0; i < k->n_item; i++)
            if (x->filling[i]) sum += x->filling[i] * k->need[i * k->n_limit + j];
        take[j - k->n_own] = sum;
    }
}

/* ---- relaxation ---------------------------------------------------------------- */

static struct arena *arena(const struct master *m)
{
    return m->columns->arena;
}

static void make_arrays(struct master *m)
{
    const struct pack_cells *x = m->columns->cells;
    m->row_left = ARENA_ARRAY(arena(m), double, (size_t)x->n_row);
    m->row_price = ARENA_ARRAY(arena(m), double, (size_t)x->n_row);
    m->cells = ARENA_ARRAY(arena(m), int, (size_t)x->n_class);
    m->cell_price = ARENA_ARRAY(arena(m), double, (size_t)x->n_class);
}

static void set_rows(struct master *m)
{
    const struct pack_cells *x = m->columns->cells;
    for (int r = 0; r < x->n_row; r++)
        glp_set_row_bnds(m->lp, r + 1, GLP_UP, 0, fmax(0, m->row_left[r]));
    for (int c = 0; c < x->n_class; c++)
        glp_set_row_bnds(m->lp, x->n_row + c + 1, GLP_UP, 0, m->cells[c]);
}

struct master master_make(const struct columns *c, double unit)
{
    const struct pack_cells *x = c->cells;
    struct master m = {.columns = c, .unit = unit, .lp = glp_create_prob()};
    make_arrays(&m);
    for (int r = 0; r < x->n_row; r++) m.row_left[r] = x->row_left[r];
    for (int k = 0; k < x->n_class; k++) m.cells[k] = x->class[k].n_cell;
    glp_set_obj_dir(m.lp, GLP_MAX);
    glp_add_rows(m.lp, x->n_row + x->n_class);
    set_rows(&m);
    return m;
}

struct master master_copy(const struct master *m)
{
    const struct pack_cells *x = m->columns->cells;
    struct master copy = *m;
    make_arrays(&copy);
    for (int r = 0; r < x->n_row; r++) copy.row_left[r] = m->row_left[r];
    for (int k = 0; k < x->n_class; k++) copy.cells[k] = m->cells[k];
    copy.column = ARENA_ARRAY(arena(m), int, (size_t)m->cap);
    if (m->n) memcpy(copy.column, m->column, (size_t)m->n * sizeof *m->column);
    copy.lp = glp_create_prob();
    glp_copy_prob(copy.lp, m->lp, GLP_OFF);
    return copy;
}

void master_drop(struct master *m)
{
    glp_delete_prob(m->lp);
    m->lp = NULL;
}

static bool has(const struct master *m, int column)
{
    for (int i = m->n - 1; i >= 0; i--)
        if (m->column[i] == column) return true;
    return false;
}

void master_add(struct master *m, int column)
{
    if (has(m, column)) return;
    const struct pack_cells *x = m->columns->cells;
    const struct column *col = &m->columns->column[column];
    const struct cell_class *k = &x->class[col->class];
    struct arena_mark mark = arena_mark(arena(m));
    int n = k->n_limit - k->n_own, n_entry = 0;
    double *take = ARENA_ARRAY(arena(m), double, (size_t)n);
    double *amount = ARENA_ARRAY(arena(m), double, (size_t)n + 2);
    int *row = ARENA_ARRAY(arena(m), int, (size_t)n + 2);
    column_take(m->columns, column, take);
    for (int j = 0; j < n; j++)
        if (take[j] > 0) {
            row[++n_entry] = k->row[j] + 1;
            amount[n_entry] = take[j];
        }
    row[++n_entry] = x->n_row + col->class + 1;
    amount[n_entry] = 1;
    int at = glp_add_cols(m->lp, 1);
    glp_set_col_bnds(m->lp, at, GLP_LO, 0, 0);
    glp_set_obj_coef(m->lp, at, col->value / m->unit);
    glp_set_mat_col(m->lp, at, n_entry, row, amount);
    arena_release(arena(m), mark);
    if (m->n == m->cap) {
        int cap = m->cap ? 2 * m->cap : 256;
        int *more = ARENA_ARRAY(arena(m), int, (size_t)cap);
        if (m->n) memcpy(more, m->column, (size_t)m->n * sizeof *more);
        m->column = more;
        m->cap = cap;
    }
    m->column[m->n++] = column;
}

static bool has_room(const struct master *m, int column, double *take)
{
    const struct column *col = &m->columns->column[column];
    const struct cell_class *k = &m->columns->cells->class[col->class];
    if (m->cells[col->class] == 0) return false;
    column_take(m->columns, column, take);
    for (int j = 0; j < k->n_limit - k->n_own; j++)
        if (take[j] > m->row_left[k->row[j]]) return false;
    return true;
}

void master_set_left(struct master *m)
{
    struct arena_mark mark = arena_mark(arena(m));
    double *take = ARENA_ARRAY(arena(m), double, (size_t)m->columns->cells->n_row);
    set_rows(m);
    for (int i = 0; i < m->n; i++)
        if (has_room(m, m->column[i], take))
            glp_set_col_bnds(m->lp, i + 1, GLP_LO, 0, 0);
        else
            glp_set_col_bnds(m->lp, i + 1, GLP_FX, 0, 0);
    arena_release(arena(m), mark);
}

bool master_solve(struct master *m)
{
    const struct pack_cells *x = m->columns->cells;
    if (!mip_relax(m->lp)) return false;
    m->value = m->unit * glp_get_obj_val(m->lp);
    for (int r = 0; r < x->n_row; r++)
        m->row_price[r] = m->unit * fmax(0, glp_get_row_dual(m->lp, r + 1));
    for (int c = 0; c < x->n_class; c++)
        m->cell_price[c] = m->unit * fmax(0, glp_get_row_dual(m->lp, x->n_row + c + 1));
    return true;
}

/* ---- whole numbers ------------------------------------------------------------- */

struct mip_result master_search(const struct master *m, const int *start,
                                const struct mip_limits *limits, int *times)
{
    glp_prob *mip = glp_create_prob();
    glp_copy_prob(mip, m->lp, GLP_OFF);
    for (int i = 1; i <= m->n; i++) glp_set_col_kind(mip, i, GLP_IV);
    struct mip_limits scaled = *limits;
    scaled.enough /= m->unit;
    struct mip_result out = mip_search(mip, start, &scaled, times, arena(m));
    out.bound *= m->unit;
    glp_delete_prob(mip);
    return out;
}
