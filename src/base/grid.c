/* Books of calculated cells: storage and evaluation. */

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/grid_inner.h"
#include "base/text.h"

static void *grown(struct arena *a, const void *old, size_t size, int n, int *cap)
{
    if (n < *cap) return NULL;
    *cap = *cap ? *cap * 2 : 16;
    void *fresh = arena_make(a, size, (size_t)*cap);
    if (n) memcpy(fresh, old, size * (size_t)n);
    return fresh;
}

struct grid *grid_new(struct arena *a)
{
    struct grid *g = ARENA_ARRAY(a, struct grid, 1);
    g->arena = a;
    g->subtitle = "";
    return g;
}

int grid_sheet(struct grid *g, const char *name, const char *title, int n,
               const char *const *period)
{
    assert(strlen(name) <= 31 && !strpbrk(name, "[]:*?/\\"));
    struct sheet *fresh = grown(g->arena, g->sheet, sizeof *fresh, g->n_sheet, &g->cap_sheet);
    if (fresh) g->sheet = fresh;
    struct sheet *s = &g->sheet[g->n_sheet];
    *s = (struct sheet){.name = name, .title = title, .n = n};
    s->period = ARENA_ARRAY(g->arena, const char *, (size_t)n + 1);
    for (int i = 0; i < n; i++) s->period[i] = period[i];
    return g->n_sheet++;
}

static struct item *add_item(struct grid *g, int sheet)
{
    struct item *fresh = grown(g->arena, g->item, sizeof *fresh, g->n_item, &g->cap_item);
    if (fresh) g->item = fresh;
    struct sheet *s = &g->sheet[sheet];
    int *list = grown(g->arena, s->item, sizeof *list, s->n_item, &s->cap_item);
    if (list) s->item = list;
    s->item[s->n_item++] = g->n_item;
    struct item *item = &g->item[g->n_item++];
    *item = (struct item){.sheet = sheet};
    return item;
}

void grid_row(struct grid *g, int sheet, const struct grid_row *row)
{
    struct item *item = add_item(g, sheet);
    int n = g->sheet[sheet].n;
    item->row = *row;
    if (row->given && row->given->path) {
        const char **more = grown(g->arena, g->path, sizeof *more, g->n_path, &g->cap_path);
        if (more) g->path = more;
        g->path[g->n_path++] = row->given->path;
    }
    if (!has_series(row)) return;
    item->period = ARENA_ARRAY(g->arena, struct cell, (size_t)n);
    for (int i = 0; row->series && i < n; i++)
        item->period[i] = (struct cell){STATE_DONE, {row->series[i], NULL}};
    for (int i = 0; row->words && i < n; i++)
        item->period[i] = (struct cell){STATE_DONE, {(double)NAN, row->words[i]}};
    item->row.series = NULL; /* the caller's, as words */
    item->row.words = NULL;
    item->row.is_series = true;
}

void grid_table(struct grid *g, int sheet, const char *key, const struct grid_column *column,
                int n_column, const struct grid_value *value, int n_record)
{
    struct item *item = add_item(g, sheet);
    item->is_table = true;
    item->row.key = key;
    item->n_column = n_column;
    item->n_record = n_record;
    item->column = ARENA_ARRAY(g->arena, struct column, (size_t)n_column);
    for (int c = 0; c < n_column; c++) {
        struct column *own = &item->column[c];
        own->head = column[c];
        own->cell = ARENA_ARRAY(g->arena, struct cell, (size_t)n_record + 1);
        for (int r = 0; !column[c].expr && r < n_record; r++) {
            const struct grid_value *v = &value[(size_t)r * (size_t)n_column + (size_t)c];
            own->cell[r] = (struct cell){STATE_DONE, {v->text ? (double)NAN : v->number, v->text}};
        }
    }
}

void grid_total_label(struct grid *g, int sheet, const char *label)
{
    g->sheet[sheet].total_label = label;
}

int grid_sheet_named(const struct grid *g, const char *name)
{
    for (int i = 0; i < g->n_sheet; i++)
        if (!strcmp(g->sheet[i].name, name)) return i;
    return -1;
}

void grid_chart(struct grid *g, int sheet, const struct grid_chart *chart)
{
    struct sheet *s = &g->sheet[sheet];
    assert(s->n_chart < (int)(sizeof s->chart / sizeof *s->chart));
    s->chart[s->n_chart++] = *chart;
}

void grid_subtitle(struct grid *g, const char *text)
{
    g->subtitle = text;
}

void grid_master(struct grid *g, const char *key)
{
    g->master = key;
}

bool grid_has(const struct grid *g, const char *key)
{
    for (int k = 0; k < g->n_item; k++)
        if (g->item[k].row.key && !strcmp(g->item[k].row.key, key)) return true;
    return false;
}

bool grid_tells(const struct grid *g, const char *path)
{
    for (int i = 0; i < g->n_path; i++)
        if (!strcmp(g->path[i], path)) return true;
    return false;
}

/* ---- keys ---- */

static size_t hash(const char *s, size_t n)
{
    size_t h = 2166136261u; /* FNV-1a */
    for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)s[i]) * 16777619u;
    return h;
}

static struct item *find_slice(const struct grid *g, const char *key, size_t n)
{
    for (size_t i = hash(key, n);; i++) {
        int at = g->slot[i & (size_t)(g->n_slot - 1)];
        if (!at) return NULL;
        const char *own = g->item[at - 1].row.key;
        if (strncmp(own, key, n) == 0 && !own[n]) return &g->item[at - 1];
    }
}

struct item *grid_find(const struct grid *g, const char *key)
{
    return g->slot ? find_slice(g, key, strlen(key)) : NULL;
}

struct column *grid_find_column(const struct item *table, const char *key)
{
    for (int c = 0; c < table->n_column; c++)
        if (table->column[c].head.key && strcmp(table->column[c].head.key, key) == 0)
            return &table->column[c];
    return NULL;
}

struct column *grid_find_in_table(const struct grid *g, const char *name, struct item **table)
{
    const char *dot = strchr(name, '.');
    *table = dot ? find_slice(g, name, (size_t)(dot - name)) : NULL;
    return *table && (*table)->is_table ? grid_find_column(*table, dot + 1) : NULL;
}

static const char *where(const struct grid *g, const struct item *item)
{
    const char *key = item->row.key ? item->row.key : item->row.label;
    return arena_format(g->arena, "%s!%s", g->sheet[item->sheet].name, key ? key : "");
}

static struct place fail(struct grid *g, const struct item *item)
{
    g->failed = true;
    return (struct place){where(g, item), 0, 0};
}

static void index_keys(struct grid *g)
{
    g->n_slot = 64;
    while (g->n_slot < 2 * g->n_item) g->n_slot *= 2;
    g->slot = ARENA_ARRAY(g->arena, int, (size_t)g->n_slot);
    for (int k = 0; k < g->n_item; k++) {
        const char *key = g->item[k].row.key;
        if (!key) continue;
        if (grid_find(g, key))
            diag_error(g->diags, DIAG_MODEL, fail(g, &g->item[k]), NULL,
                       "the key '%s' is used twice in the book", key);
        size_t i = hash(key, strlen(key));
        while (g->slot[i & (size_t)(g->n_slot - 1)]) i++;
        g->slot[i & (size_t)(g->n_slot - 1)] = k + 1;
    }
}

static struct expr *parse(struct grid *g, const struct item *item, const char *text)
{
    if (!text) return NULL;
    struct expr *e = expr_parse(text, (struct place){where(g, item), 0, 0}, g->arena, g->diags);
    g->failed = g->failed || !e;
    return e;
}

static void parse_all(struct grid *g)
{
    for (int k = 0; k < g->n_item; k++) {
        struct item *item = &g->item[k];
        item->expr = parse(g, item, item->row.expr);
        item->total_expr = parse(g, item, item->row.total);
        for (int c = 0; c < item->n_column; c++)
            item->column[c].expr = parse(g, item, item->column[c].head.expr);
    }
}

/* ---- evaluation ---- */

static struct expr_value eval(struct grid *g, struct item *item, int column, int record);

/* Whether the asking cell stands in a period that the row has too. */
static bool same_periods(const struct here *h, const struct item *row)
{
    return h->record < 0 && h->column >= 0 &&
           h->grid->sheet[h->item->sheet].n == h->grid->sheet[row->sheet].n;
}

bool grid_target(const struct here *h, const struct item *row, int *column)
{
    bool series = has_series(&row->row);
    if (!series)
        *column = GRID_CONSTANT;
    else
        *column = same_periods(h, row) ? h->column : GRID_TOTAL;
    return *column != GRID_TOTAL || row->row.total;
}

static bool value_of(void *context, const char *name, struct expr_value *out)
{
    struct here *h = context;
    struct column *own = h->record >= 0 ? grid_find_column(h->item, name) : NULL;
    if (own) {
        *out = eval(h->writer, h->item, (int)(own - h->item->column), h->record);
        return true;
    }
    struct item *row = grid_find(h->grid, name);
    int column;
    if (!row || row->is_table || !grid_target(h, row, &column)) return false;
    *out = eval(h->writer, row, column, -1);
    return true;
}

static double folded(enum expr_reduce how, double sum, double x)
{
    if (isnan(sum) || isnan(x)) return (double)NAN;
    return how == EXPR_MIN ? fmin(sum, x) : how == EXPR_MAX ? fmax(sum, x) : sum + x;
}

/* i-th column of a window, or -1 when it is not in it. */
static int window_column(int here, int i, int n, struct expr_window w)
{
    if (w.part == EXPR_UP_TO_HERE) return i <= here ? i : -1;
    if (!w.back) return i;
    int c = here - 1 - i;
    return c >= 0 ? c : w.wrap ? (c % n + n) % n : -1;
}

static double reduce_row(struct here *h, struct item *row, enum expr_reduce how,
                         struct expr_window w)
{
    int n = h->grid->sheet[row->sheet].n, count = w.back ? w.back : n, seen = 0;
    double sum = 0;
    for (int i = 0; i < count && i < n; i++) {
        int c = window_column(h->column, i, n, w);
        if (c < 0) break;
        double x = eval(h->writer, row, c, -1).number;
        sum = seen++ ? folded(how, sum, x) : x;
    }
    return how == EXPR_MEAN ? sum / seen : sum;
}

static bool reduce_of(void *context, const char *name, enum expr_reduce how, struct expr_window w,
                      double *out)
{
    struct here *h = context;
    struct item *row = grid_find(h->grid, name);
    bool is_local = w.back || w.part == EXPR_UP_TO_HERE;
    if (w.part == EXPR_UP_TO_HERE && row && !same_periods(h, row)) return false;
    if (row && !row->is_table && has_series(&row->row) && (!is_local || h->column >= 0)) {
        *out = reduce_row(h, row, how, w);
        return true;
    }
    struct item *table;
    struct column *column = grid_find_in_table(h->grid, name, &table);
    if (!column || is_local) return false;
    double sum = 0;
    for (int r = 0; r < table->n_record; r++) {
        double x = eval(h->writer, table, (int)(column - table->column), r).number;
        sum = r ? folded(how, sum, x) : x;
    }
    *out = how == EXPR_MEAN ? sum / table->n_record : sum;
    return true;
}

static int size_of(void *context, const char *name)
{
    struct here *h = context;
    struct item *table, *row = grid_find(h->grid, name);
    if (row && !row->is_table && has_series(&row->row)) return h->grid->sheet[row->sheet].n;
    return grid_find_in_table(h->grid, name, &table) ? table->n_record : -1;
}

static struct expr_value item_of(void *context, const char *name, int i)
{
    struct here *h = context;
    struct item *table, *row = grid_find(h->grid, name);
    if (row) return eval(h->writer, row, i, -1);
    struct column *column = grid_find_in_table(h->grid, name, &table);
    return eval(h->writer, table, (int)(column - table->column), i);
}

struct cell *grid_cell_of(struct item *item, int column, int record)
{
    if (record >= 0) return &item->column[column].cell[record];
    return column == GRID_CONSTANT ? &item->constant
           : column == GRID_TOTAL  ? &item->total
                                   : &item->period[column];
}

const struct expr *grid_expr_of(const struct item *item, int column, int record)
{
    if (record >= 0) return item->column[column].expr;
    return column == GRID_TOTAL ? item->total_expr : item->expr;
}

static void unknown_name(struct grid *g, const struct item *item, const char *name)
{
    const char **names = ARENA_ARRAY(g->arena, const char *, (size_t)g->n_item + 1);
    int n = 0;
    for (int k = 0; k < g->n_item; k++)
        if (g->item[k].row.key) names[n++] = g->item[k].row.key;
    const char *near = text_nearest(name, names, n);
    const char *hint = near ? arena_format(g->arena, "did you mean '%s'?", near) : NULL;
    struct place at = fail(g, item);
    if (grid_find(g, name))
        diag_error(g->diags, DIAG_MODEL, at, NULL, "'%s' has no single value here", name);
    else
        diag_error(g->diags, DIAG_MODEL, at, hint, "unknown name '%s'", name);
}

/* An input's or a text's own value. */
static struct expr_value given(const struct item *item, int column, int record)
{
    bool is_number = item->row.kind == GRID_INPUT || item->row.kind == GRID_RESULT;
    if (record < 0 && column == GRID_CONSTANT && !has_series(&item->row)) {
        if (item->row.text) return (struct expr_value){(double)NAN, item->row.text};
        if (is_number) return (struct expr_value){item->row.number, NULL};
    }
    return (struct expr_value){(double)NAN, NULL};
}

static struct expr_value eval(struct grid *g, struct item *item, int column, int record)
{
    struct cell *cell = grid_cell_of(item, column, record);
    if (cell->state == STATE_DONE) return cell->value;
    if (cell->state == STATE_BUSY) {
        if (!g->failed)
            diag_error(g->diags, DIAG_MODEL, fail(g, item), NULL,
                       "this cell is computed from itself");
        return (struct expr_value){(double)NAN, NULL};
    }
    cell->state = STATE_BUSY;
    const struct expr *e = grid_expr_of(item, column, record);
    struct here h = {g, item, column, record, g};
    struct expr_scope scope = {&h, value_of, reduce_of, size_of, item_of};
    const char *unknown = "";
    struct expr_value v = given(item, column, record);
    if (e && !expr_value(e, &scope, &v, &unknown)) {
        unknown_name(g, item, unknown);
        v = (struct expr_value){(double)NAN, NULL};
    }
    v.number += 0.0; /* no negative zero */
    cell->value = v;
    cell->state = STATE_DONE;
    return v;
}

static void eval_table(struct grid *g, struct item *item)
{
    for (int c = 0; c < item->n_column && !g->failed; c++)
        for (int r = 0; r < item->n_record; r++)
            if (is_missing(eval(g, item, c, r))) item->column[c].is_missing = true;
}

static void eval_row(struct grid *g, struct item *item)
{
    bool series = has_series(&item->row);
    for (int i = 0; series && i < g->sheet[item->sheet].n; i++)
        if (is_missing(eval(g, item, i, -1))) item->series_missing = true;
    if (!series) item->constant_missing = is_missing(eval(g, item, GRID_CONSTANT, -1));
    if (item->row.total) item->total_missing = is_missing(eval(g, item, GRID_TOTAL, -1));
}

struct crossing {
    const struct grid *grid;
    int sheet;
    bool found;
};

static void note_crossing(void *context, const char *name, int column)
{
    struct crossing *x = context;
    struct item *item = grid_find(x->grid, name), *table = NULL;
    (void)column;
    if (!item && grid_find_in_table(x->grid, name, &table)) item = table;
    x->found = x->found || (item && item->sheet != x->sheet);
}

bool grid_crosses(const struct grid *g, const struct item *item, const struct expr *e)
{
    struct crossing x = {g, item->sheet, false};
    if (e) expr_names(e, note_crossing, &x);
    return x.found;
}

bool grid_eval(struct grid *g, struct diags *ds)
{
    g->diags = ds;
    g->failed = false;
    index_keys(g);
    parse_all(g);
    for (int k = 0; k < g->n_item && !g->failed; k++) {
        struct item *item = &g->item[k];
        if (item->is_table)
            eval_table(g, item);
        else
            eval_row(g, item);
        item->is_cross = grid_crosses(g, item, item->expr);
        item->total_is_cross = grid_crosses(g, item, item->total_expr);
    }
    for (int i = 0; i < g->n_sheet; i++) grid_lay_out(g, &g->sheet[i]);
    g->diags = NULL;
    return !g->failed;
}

/* ---- what if ---- */

const struct grid_row *grid_next_input(const struct grid *g, int *index)
{
    while (*index < g->n_item) {
        const struct item *item = &g->item[(*index)++];
        if (item->row.kind == GRID_INPUT && item->row.key && !item->is_table &&
            !has_series(&item->row) && !item->row.text)
            return &item->row;
    }
    return NULL;
}

/* Forgets what was computed, and keeps what was given. */
static void forget(struct item *item, int n_period)
{
    item->constant.state = item->total.state = STATE_NEW;
    for (int i = 0; item->expr && item->period && i < n_period; i++)
        item->period[i].state = STATE_NEW;
    for (int c = 0; c < item->n_column; c++)
        for (int r = 0; item->column[c].expr && r < item->n_record; r++)
            item->column[c].cell[r].state = STATE_NEW;
}

static void put_number(struct grid *g, struct item *input, double number)
{
    input->row.number = number;
    for (int k = 0; k < g->n_item; k++) forget(&g->item[k], g->sheet[g->item[k].sheet].n);
}

bool grid_what_if(struct grid *g, const char *input, double number, const char *const *row, int n,
                  double *out, struct diags *ds)
{
    struct item *item = grid_find(g, input);
    assert(item && item->row.kind == GRID_INPUT);
    double was = item->row.number;
    g->diags = ds;
    put_number(g, item, number);
    for (int i = 0; i < n; i++) {
        struct item *asked = grid_find(g, row[i]);
        out[i] = asked ? eval(g, asked, GRID_CONSTANT, -1).number : (double)NAN;
    }
    put_number(g, item, was);
    for (int k = 0; k < g->n_item && !g->failed; k++) {
        if (g->item[k].is_table)
            eval_table(g, &g->item[k]);
        else
            eval_row(g, &g->item[k]);
    }
    g->diags = NULL;
    return !g->failed;
}

/* ---- asking ---- */

static const struct cell *asked(const struct grid *g, const char *key, int column)
{
    struct item *item = grid_find(g, key);
    if (!item || item->is_table || (column >= 0 && !item->period) ||
        column >= g->sheet[item->sheet].n)
        return NULL;
    return grid_cell_of(item, column, -1);
}

double grid_number(const struct grid *g, const char *key, int column)
{
    const struct cell *c = asked(g, key, column);
    return c && c->state == STATE_DONE ? c->value.number : (double)NAN;
}

const char *grid_text(const struct grid *g, const char *key, int column)
{
    const struct cell *c = asked(g, key, column);
    return c ? c->value.text : NULL;
}

static const struct expr_value *in_table(const struct grid *g, const char *table,
                                         const char *column, int record)
{
    struct item *item = grid_find(g, table);
    struct column *c = item && item->is_table ? grid_find_column(item, column) : NULL;
    return c && record >= 0 && record < item->n_record ? &c->cell[record].value : NULL;
}

const char *grid_table_text(const struct grid *g, const char *table, const char *column, int record)
{
    const struct expr_value *v = in_table(g, table, column, record);
    return v ? v->text : NULL;
}

double grid_table_number(const struct grid *g, const char *table, const char *column, int record)
{
    const struct expr_value *v = in_table(g, table, column, record);
    return v ? v->number : (double)NAN;
}

const char *grid_label(const struct grid *g, const char *key)
{
    struct item *table, *item = grid_find(g, key);
    if (item) return item->row.label;
    struct column *c = grid_find_in_table(g, key, &table);
    return c ? c->head.label : NULL;
}

const char *grid_unit(const struct grid *g, const char *key)
{
    const struct item *item = grid_find(g, key);
    return item && !item->is_table ? item->row.unit : NULL;
}
