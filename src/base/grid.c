/* Books of calculated cells: storage, layout, evaluation, and what a writer
   needs to know of each cell. */

#include "base/grid.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/text.h"

enum { COL_SECTION, COL_LABEL, COL_UNIT, COL_CONSTANT, COL_TOTAL, COL_NOTE, COL_PERIOD };
enum { ROW_TITLE, ROW_SUBTITLE, ROW_FIRST = 3 };
enum { CHART_ROWS = 19 };

enum state { STATE_NEW, STATE_BUSY, STATE_DONE };

struct cell {
    enum state state;
    struct expr_value value;
};

struct column {
    struct grid_column head;
    struct expr *expr;
    bool is_missing;
    struct cell *cell; /* [n_record] */
};

struct item {      /* a row or a table */
    int sheet, at; /* at: first row on the sheet */
    struct grid_row row;
    struct expr *expr, *total_expr;
    struct cell constant, total, *period;
    bool series_missing, constant_missing, total_missing, is_cross, total_is_cross;
    bool is_table;
    int n_column, n_record;
    struct column *column;
    const struct grid_value *value;
};

struct sheet {
    const char *name, *title;
    int n; /* periods */
    const char **period;
    int n_item, cap_item;
    int *item; /* into grid.item */
    int n_row, n_column;
    int *row_item; /* item of each row; -1 none */
    int *width;
    int n_chart;
    struct grid_chart chart[8];
};

struct grid {
    struct arena *arena;
    int n_sheet, cap_sheet;
    struct sheet *sheet;
    int n_item, cap_item;
    struct item *item;
    const char *subtitle, *master;
    int n_slot; /* power of two */
    int *slot;  /* hash of keys: item + 1 */
    struct diags *diags;
    bool failed;
};

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
    *s = (struct sheet){ .name = name, .title = title, .n = n };
    s->period = ARENA_ARRAY(g->arena, const char *, (size_t)n + 1);
    for (int i = 0; i < n; i++)
        s->period[i] = period[i];
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
    *item = (struct item){ .sheet = sheet };
    return item;
}

static bool has_series(const struct grid_row *row)
{
    return row->series || row->is_series;
}

void grid_row(struct grid *g, int sheet, const struct grid_row *row)
{
    struct item *item = add_item(g, sheet);
    int n = g->sheet[sheet].n;
    item->row = *row;
    if (!has_series(row)) return;
    item->period = ARENA_ARRAY(g->arena, struct cell, (size_t)n);
    for (int i = 0; row->series && i < n; i++)
        item->period[i] = (struct cell){ STATE_DONE, { row->series[i], NULL } };
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
            own->cell[r] =
                (struct cell){ STATE_DONE, { v->text ? (double)NAN : v->number, v->text } };
        }
    }
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

/* ---- keys ---- */

static size_t hash(const char *s, size_t n)
{
    size_t h = 2166136261u; /* FNV-1a */
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)s[i]) * 16777619u;
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

static struct item *find(const struct grid *g, const char *key)
{
    return g->slot ? find_slice(g, key, strlen(key)) : NULL;
}

static struct column *find_column(const struct item *table, const char *key)
{
    for (int c = 0; c < table->n_column; c++)
        if (table->column[c].head.key && strcmp(table->column[c].head.key, key) == 0)
            return &table->column[c];
    return NULL;
}

/* "table.column" */
static struct column *find_table_column(const struct grid *g, const char *name, struct item **table)
{
    const char *dot = strchr(name, '.');
    *table = dot ? find_slice(g, name, (size_t)(dot - name)) : NULL;
    return *table && (*table)->is_table ? find_column(*table, dot + 1) : NULL;
}

static const char *where(const struct grid *g, const struct item *item)
{
    const char *key = item->row.key ? item->row.key : item->row.label;
    return arena_format(g->arena, "%s!%s", g->sheet[item->sheet].name, key ? key : "");
}

static struct place fail(struct grid *g, const struct item *item)
{
    g->failed = true;
    return (struct place){ where(g, item), 0, 0 };
}

static void index_keys(struct grid *g)
{
    g->n_slot = 64;
    while (g->n_slot < 2 * g->n_item)
        g->n_slot *= 2;
    g->slot = ARENA_ARRAY(g->arena, int, (size_t)g->n_slot);
    for (int k = 0; k < g->n_item; k++) {
        const char *key = g->item[k].row.key;
        if (!key) continue;
        if (find(g, key))
            diag_error(g->diags, DIAG_MODEL, fail(g, &g->item[k]), NULL,
                       "the key '%s' is used twice in the book", key);
        size_t i = hash(key, strlen(key));
        while (g->slot[i & (size_t)(g->n_slot - 1)])
            i++;
        g->slot[i & (size_t)(g->n_slot - 1)] = k + 1;
    }
}

static struct expr *parse(struct grid *g, const struct item *item, const char *text)
{
    if (!text) return NULL;
    struct expr *e = expr_parse(text, (struct place){ where(g, item), 0, 0 }, g->arena, g->diags);
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

struct here { /* the cell that asks */
    const struct grid *grid;
    struct item *item;
    int column;          /* GRID_CONSTANT, GRID_TOTAL, a period; of a table: its column */
    int record;          /* -1: not in a table */
    struct grid *writer; /* the same grid while it is evaluated */
};

static struct expr_value eval(struct grid *g, struct item *item, int column, int record);

/* Which cell of a row a name means. */
static bool target(const struct here *h, const struct item *row, int *column)
{
    bool series = has_series(&row->row);
    if (!series)
        *column = GRID_CONSTANT;
    else if (h->record < 0 && h->column >= 0)
        *column = h->grid->sheet[h->item->sheet].n == h->grid->sheet[row->sheet].n ? h->column
                                                                                   : GRID_TOTAL;
    else
        *column = GRID_TOTAL;
    return *column != GRID_TOTAL || row->row.total;
}

static bool value_of(void *context, const char *name, struct expr_value *out)
{
    struct here *h = context;
    struct column *own = h->record >= 0 ? find_column(h->item, name) : NULL;
    if (own) {
        *out = eval(h->writer, h->item, (int)(own - h->item->column), h->record);
        return true;
    }
    struct item *row = find(h->grid, name);
    int column;
    if (!row || row->is_table || !target(h, row, &column)) return false;
    *out = eval(h->writer, row, column, -1);
    return true;
}

static double folded(enum expr_reduce how, double sum, double x)
{
    if (isnan(sum) || isnan(x)) return (double)NAN;
    return how == EXPR_MIN ? fmin(sum, x) : how == EXPR_MAX ? fmax(sum, x) : sum + x;
}

/* i-th column of a window, or -1 when it lies before the first. */
static int window_column(int here, int i, int n, struct expr_window w)
{
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
    struct item *row = find(h->grid, name);
    if (row && !row->is_table && has_series(&row->row) && (!w.back || h->column >= 0)) {
        *out = reduce_row(h, row, how, w);
        return true;
    }
    struct item *table;
    struct column *column = find_table_column(h->grid, name, &table);
    if (!column || w.back) return false;
    double sum = 0;
    for (int r = 0; r < table->n_record; r++) {
        double x = eval(h->writer, table, (int)(column - table->column), r).number;
        sum = r ? folded(how, sum, x) : x;
    }
    *out = how == EXPR_MEAN ? sum / table->n_record : sum;
    return true;
}

static struct cell *cell_of(struct item *item, int column, int record)
{
    if (record >= 0) return &item->column[column].cell[record];
    return column == GRID_CONSTANT ? &item->constant
           : column == GRID_TOTAL  ? &item->total
                                   : &item->period[column];
}

static const struct expr *expr_of(const struct item *item, int column, int record)
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
    if (find(g, name))
        diag_error(g->diags, DIAG_MODEL, at, NULL, "'%s' has no single value here", name);
    else
        diag_error(g->diags, DIAG_MODEL, at, hint, "unknown name '%s'", name);
}

/* An input's or a text's own value. */
static struct expr_value given(const struct item *item, int column, int record)
{
    bool is_number = item->row.kind == GRID_INPUT || item->row.kind == GRID_RESULT;
    if (record < 0 && column == GRID_CONSTANT && !has_series(&item->row)) {
        if (item->row.text) return (struct expr_value){ (double)NAN, item->row.text };
        if (is_number) return (struct expr_value){ item->row.number, NULL };
    }
    return (struct expr_value){ (double)NAN, NULL };
}

static struct expr_value eval(struct grid *g, struct item *item, int column, int record)
{
    struct cell *cell = cell_of(item, column, record);
    if (cell->state == STATE_DONE) return cell->value;
    if (cell->state == STATE_BUSY) {
        if (!g->failed)
            diag_error(g->diags, DIAG_MODEL, fail(g, item), NULL,
                       "this cell is computed from itself");
        return (struct expr_value){ (double)NAN, NULL };
    }
    cell->state = STATE_BUSY;
    const struct expr *e = expr_of(item, column, record);
    struct here h = { g, item, column, record, g };
    struct expr_scope scope = { &h, value_of, reduce_of };
    const char *unknown = "";
    struct expr_value v = given(item, column, record);
    if (e && !expr_value(e, &scope, &v, &unknown)) {
        unknown_name(g, item, unknown);
        v = (struct expr_value){ (double)NAN, NULL };
    }
    v.number += 0.0; /* no negative zero */
    cell->value = v;
    cell->state = STATE_DONE;
    return v;
}

static bool is_missing(struct expr_value v)
{
    return !v.text && isnan(v.number);
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
    struct item *item = find(x->grid, name), *table = NULL;
    (void)column;
    if (!item && find_table_column(x->grid, name, &table)) item = table;
    x->found = x->found || (item && item->sheet != x->sheet);
}

static bool crosses(const struct grid *g, const struct item *item, const struct expr *e)
{
    struct crossing x = { g, item->sheet, false };
    if (e) expr_names(e, note_crossing, &x);
    return x.found;
}

/* ---- layout ---- */

static bool starts_with_table(const struct grid *g, const struct sheet *s)
{
    return s->n_item && g->item[s->item[0]].is_table;
}

static void widen(struct sheet *s, int column, int width)
{
    if (width > s->width[column]) s->width[column] = width;
}

/* Columns a text takes: characters, wide ones (CJK) twice. */
static int text_width(const char *s)
{
    int n = 0;
    for (; s && *s; s++)
        n += ((unsigned char)*s & 0xC0) != 0x80 ? ((unsigned char)*s >= 0xE3 ? 2 : 1) : 0;
    return n;
}

static int clamped(int n, int most)
{
    return n < most ? n : most;
}

static void row_widths(struct sheet *s, const struct item *item)
{
    if (item->row.kind == GRID_SECTION) return;
    widen(s, COL_LABEL, clamped(text_width(item->row.label) + 2, 46));
    widen(s, COL_UNIT, clamped(text_width(item->row.unit) + 2, 16));
    widen(s, COL_NOTE, clamped(text_width(item->row.note) + 2, s->n ? 44 : 70));
    widen(s, COL_CONSTANT, clamped(text_width(item->row.text) + 2, 30));
}

static void table_widths(struct sheet *s, const struct item *item)
{
    for (int c = 0; c < item->n_column; c++) {
        const struct column *column = &item->column[c];
        int most = text_width(column->head.label) + 2;
        for (int r = 0; r < item->n_record; r++) {
            int n = text_width(column->cell[r].value.text) + 2;
            most = n > most ? n : most;
        }
        widen(s, c, column->head.width ? column->head.width : clamped(most > 10 ? most : 10, 60));
    }
}

static void place_items(struct grid *g, struct sheet *s)
{
    int row = ROW_FIRST + !starts_with_table(g, s);
    s->n_column = COL_PERIOD + s->n;
    for (int i = 0; i < s->n_item; i++) {
        struct item *item = &g->item[s->item[i]];
        row += item->is_table && i ? 1 : 0;
        item->at = row;
        row += item->is_table ? item->n_record + 1 : 1;
        if (item->n_column > s->n_column || starts_with_table(g, s))
            s->n_column = item->n_column > s->n_column || !i ? item->n_column : s->n_column;
    }
    s->n_row = row;
}

static void index_rows(struct grid *g, struct sheet *s)
{
    s->row_item = ARENA_ARRAY(g->arena, int, (size_t)s->n_row + 1);
    for (int r = 0; r < s->n_row; r++)
        s->row_item[r] = -1;
    for (int i = 0; i < s->n_item; i++) {
        const struct item *item = &g->item[s->item[i]];
        for (int r = 0; r < (item->is_table ? item->n_record + 1 : 1); r++)
            s->row_item[item->at + r] = s->item[i];
    }
}

static void lay_out(struct grid *g, struct sheet *s)
{
    static const int least[COL_PERIOD] = { 4, 20, 8, 14, 15, 20 };
    place_items(g, s);
    index_rows(g, s);
    int n = s->n_column > COL_PERIOD ? s->n_column : COL_PERIOD;
    s->width = ARENA_ARRAY(g->arena, int, (size_t)n);
    bool is_table = starts_with_table(g, s);
    for (int c = 0; c < n; c++)
        s->width[c] = is_table ? 0 : c < COL_PERIOD ? least[c] : 12;
    for (int i = 0; i < s->n_item; i++) {
        const struct item *item = &g->item[s->item[i]];
        if (!item->is_table)
            row_widths(s, item);
        else if (is_table)
            table_widths(s, item);
    }
    for (int i = 0; i < s->n_chart; i++) {
        s->chart[i].row = s->n_row + 1 + i / 2 * CHART_ROWS;
        s->chart[i].column = i % 2 ? (s->n ? COL_PERIOD : COL_NOTE) : COL_LABEL;
    }
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
        item->is_cross = crosses(g, item, item->expr);
        item->total_is_cross = crosses(g, item, item->total_expr);
    }
    for (int i = 0; i < g->n_sheet; i++)
        lay_out(g, &g->sheet[i]);
    g->diags = NULL;
    return !g->failed;
}

/* ---- asking ---- */

static const struct cell *asked(const struct grid *g, const char *key, int column)
{
    struct item *item = find(g, key);
    if (!item || item->is_table || (column >= 0 && !item->period) ||
        column >= g->sheet[item->sheet].n)
        return NULL;
    return cell_of(item, column, -1);
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

double grid_table_number(const struct grid *g, const char *table, const char *column, int record)
{
    struct item *item = find(g, table);
    struct column *c = item && item->is_table ? find_column(item, column) : NULL;
    return c && record >= 0 && record < item->n_record ? c->cell[record].value.number : (double)NAN;
}

const char *grid_label(const struct grid *g, const char *key)
{
    struct item *table, *item = find(g, key);
    if (item) return item->row.label;
    struct column *c = find_table_column(g, key, &table);
    return c ? c->head.label : NULL;
}

/* ---- addresses ---- */

const char *grid_address(struct arena *a, int row, int column, bool absolute)
{
    char name[8], *p = name + sizeof name - 1;
    *p = '\0';
    for (int c = column + 1; c > 0; c = (c - 1) / 26)
        *--p = (char)('A' + (c - 1) % 26);
    const char *dollar = absolute ? "$" : "";
    return arena_format(a, "%s%s%s%d", dollar, p, dollar, row + 1);
}

static int sheet_column(int column)
{
    return column == GRID_CONSTANT ? COL_CONSTANT
           : column == GRID_TOTAL  ? COL_TOTAL
                                   : COL_PERIOD + column;
}

bool grid_range(const struct grid *g, const char *key, struct grid_range *out)
{
    struct item *table, *item = find(g, key);
    if (item && !item->is_table && item->period) {
        *out = (struct grid_range){ item->sheet, item->at, COL_PERIOD, item->at,
                                    COL_PERIOD + g->sheet[item->sheet].n - 1 };
        return true;
    }
    struct column *c = find_table_column(g, key, &table);
    if (!c || !table->n_record) return false;
    int column = (int)(c - table->column);
    *out = (struct grid_range){ table->sheet, table->at + 1, column, table->at + table->n_record,
                                column };
    return true;
}

/* "Sheet!" when it is another sheet; quoted when it holds more than letters. */
static const char *prefix(const struct grid *g, int from, int to, struct arena *a)
{
    if (from == to) return "";
    const char *name = g->sheet[to].name;
    for (const char *s = name; *s; s++)
        if (!((*s >= 'A' && *s <= 'Z') || (*s >= 'a' && *s <= 'z')))
            return arena_format(a, "'%s'!", name);
    return arena_format(a, "%s!", name);
}

struct printing {
    struct here here;
    struct arena *arena;
};

static const char *print_cell(void *context, const char *name)
{
    struct printing *p = context;
    const struct here *h = &p->here;
    struct column *own = h->record >= 0 ? find_column(h->item, name) : NULL;
    if (own)
        return grid_address(p->arena, h->item->at + 1 + h->record, (int)(own - h->item->column),
                            false);
    struct item *row = find(h->grid, name);
    int column;
    target(h, row, &column);
    return arena_format(p->arena, "%s%s", prefix(h->grid, h->item->sheet, row->sheet, p->arena),
                        grid_address(p->arena, row->at, sheet_column(column), column < 0));
}

static const char *print_span(struct printing *p, const struct item *row, int first, int last)
{
    const char *before = prefix(p->here.grid, p->here.item->sheet, row->sheet, p->arena);
    return arena_format(p->arena, "%s%s:%s", before,
                        grid_address(p->arena, row->at, COL_PERIOD + first, false),
                        grid_address(p->arena, row->at, COL_PERIOD + last, false));
}

static const char *print_window(struct printing *p, const struct item *row, struct expr_window w)
{
    int n = p->here.grid->sheet[row->sheet].n, here = p->here.column;
    int count = w.back < n ? w.back : n, first = here - count;
    const char *near = here > 0 ? print_span(p, row, first > 0 ? first : 0, here - 1) : "";
    if (first >= 0 || !w.wrap) return near;
    const char *far = print_span(p, row, n + first, n - 1);
    return *near ? arena_format(p->arena, "%s,%s", near, far) : far;
}

static const char *print_range(void *context, const char *name, struct expr_window w)
{
    struct printing *p = context;
    struct item *row = find(p->here.grid, name);
    struct grid_range r;
    if (row && row->period && w.back) return print_window(p, row, w);
    if (!grid_range(p->here.grid, name, &r)) return NULL;
    return arena_format(p->arena, "%s%s:%s",
                        prefix(p->here.grid, p->here.item->sheet, r.sheet, p->arena),
                        grid_address(p->arena, r.row0, r.column0, true),
                        grid_address(p->arena, r.row1, r.column1, true));
}

static const char *formula(const struct grid *g, struct item *item, int column, int record,
                           const char *missing, struct arena *a)
{
    const struct expr *e = expr_of(item, column, record);
    if (!e) return NULL;
    struct printing p = { { g, item, column, record, NULL }, a };
    struct expr_cells cells = { &p, print_cell, print_range, missing };
    return expr_excel(e, &cells, a);
}

/* ---- cells for writers ---- */

int grid_sheets(const struct grid *g)
{
    return g->n_sheet;
}

struct grid_view grid_view(const struct grid *g, int sheet)
{
    const struct sheet *s = &g->sheet[sheet];
    bool is_table = starts_with_table(g, s);
    return (struct grid_view){
        .name = s->name,
        .title = s->title,
        .n_row = s->n_row,
        .n_column = s->n_column,
        .freeze_row = ROW_FIRST + 1,
        .freeze_column = is_table ? 1
                         : s->n   ? COL_PERIOD
                                  : COL_UNIT,
        .period_row = s->n ? ROW_FIRST : -1,
        .width = s->width,
        .n_chart = s->n_chart,
        .chart = s->chart,
    };
}

static struct grid_cell plain(enum grid_style style, const char *text)
{
    return (struct grid_cell){ .style = style, .number = (double)NAN, .text = text };
}

static struct grid_cell valued(struct expr_value v, const char *missing)
{
    struct grid_cell c = { .number = v.number, .text = v.text };
    if (is_missing(v)) {
        c.is_missing = true;
        c.text = missing ? missing : "no data";
    }
    return c;
}

static struct grid_cell header(const struct sheet *s, int column)
{
    static const char *const names[COL_PERIOD] = { "",         "Item",  "Unit",
                                                   "Constant", "Total", "Note or source" };
    if (column == COL_TOTAL && !s->n) return plain(GRID_STYLE_HEAD, "");
    return plain(GRID_STYLE_HEAD,
                 column < COL_PERIOD ? names[column] : s->period[column - COL_PERIOD]);
}

static struct grid_cell title(const struct grid *g, const struct sheet *s, int row, int column,
                              struct arena *a)
{
    if (column == 0)
        return row == ROW_TITLE ? plain(GRID_STYLE_TITLE, s->title)
                                : plain(GRID_STYLE_SUBTITLE, g->subtitle);
    struct item *master = g->master ? find(g, g->master) : NULL;
    if (!master || row != ROW_TITLE) return plain(GRID_STYLE_NONE, NULL);
    if (column == COL_CONSTANT) return plain(GRID_STYLE_SUBTITLE, "Checks");
    if (column != COL_TOTAL) return plain(GRID_STYLE_NONE, NULL);
    struct grid_cell c = valued(master->constant.value, NULL);
    c.style = GRID_STYLE_CHECK;
    int own = (int)(s - g->sheet);
    c.formula = arena_format(a, "=%s%s", prefix(g, own, master->sheet, a),
                             grid_address(a, master->at, COL_CONSTANT, true));
    return c;
}

static struct grid_cell table_cell(const struct grid *g, struct item *item, int row, int column,
                                   struct arena *a)
{
    if (column >= item->n_column) return plain(GRID_STYLE_NONE, NULL);
    struct column *c = &item->column[column];
    if (row == item->at) {
        const char *unit = c->head.unit;
        return plain(GRID_STYLE_HEAD, unit && *unit ? arena_format(a, "%s, %s", c->head.label, unit)
                                                    : c->head.label);
    }
    int record = row - item->at - 1;
    struct grid_cell cell = valued(c->cell[record].value, c->head.missing);
    cell.decimals = c->head.decimals;
    cell.style = c->expr ? GRID_STYLE_CALC : c->head.is_text ? GRID_STYLE_LABEL : GRID_STYLE_RESULT;
    if (c->expr) {
        const char *missing = c->head.missing ? c->head.missing : "no data";
        cell.formula = formula(g, item, column, record, c->is_missing ? missing : NULL, a);
        cell.style = crosses(g, item, c->expr) ? GRID_STYLE_CROSS : GRID_STYLE_CALC;
    }
    return cell;
}

static enum grid_style value_style(const struct item *item, bool is_total)
{
    if (item->row.kind == GRID_CHECK && !is_total) return GRID_STYLE_CHECK;
    if (is_total ? item->total_is_cross : item->is_cross) return GRID_STYLE_CROSS;
    if (is_total || item->row.kind == GRID_CALC) return GRID_STYLE_CALC;
    return item->row.kind == GRID_INPUT ? GRID_STYLE_INPUT : GRID_STYLE_RESULT;
}

static struct grid_cell value_cell(const struct grid *g, struct item *item, int column,
                                   struct arena *a)
{
    bool series = has_series(&item->row), is_total = column == GRID_TOTAL;
    if ((is_total && !item->row.total) || (!is_total && series != (column >= 0)))
        return plain(GRID_STYLE_NONE, NULL);
    const char *missing = item->row.missing ? item->row.missing : "no data";
    bool any = is_total ? item->total_missing
               : series ? item->series_missing
                        : item->constant_missing;
    struct grid_cell c = valued(cell_of(item, column, -1)->value, missing);
    c.style = value_style(item, is_total);
    c.decimals = item->row.decimals;
    c.is_strong = item->row.is_strong;
    c.formula = formula(g, item, column, -1, any ? missing : NULL, a);
    return c;
}

static struct grid_cell row_cell(const struct grid *g, struct item *item, int column,
                                 struct arena *a)
{
    const struct grid_row *row = &item->row;
    if (row->kind == GRID_SECTION)
        return plain(GRID_STYLE_SECTION, column == COL_SECTION ? row->label : "");
    struct grid_cell c;
    switch (column) {
    case COL_SECTION: return plain(GRID_STYLE_NONE, NULL);
    case COL_LABEL: c = plain(GRID_STYLE_LABEL, row->label); break;
    case COL_UNIT: c = plain(GRID_STYLE_UNIT, row->unit); break;
    case COL_NOTE: c = plain(GRID_STYLE_NOTE, row->note); break;
    case COL_CONSTANT: return value_cell(g, item, GRID_CONSTANT, a);
    case COL_TOTAL: return value_cell(g, item, GRID_TOTAL, a);
    default: return value_cell(g, item, column - COL_PERIOD, a);
    }
    c.is_strong = row->is_strong;
    return c;
}

struct grid_cell grid_cell(const struct grid *g, int sheet, int row, int column, struct arena *a)
{
    const struct sheet *s = &g->sheet[sheet];
    if (row < ROW_FIRST - 1) return title(g, s, row, column, a);
    int k = row < s->n_row ? s->row_item[row] : -1;
    if (row == ROW_FIRST && !starts_with_table(g, s)) return header(s, column);
    if (k < 0) return plain(GRID_STYLE_NONE, NULL);
    struct item *item = &g->item[k];
    return item->is_table ? table_cell(g, item, row, column, a) : row_cell(g, item, column, a);
}
