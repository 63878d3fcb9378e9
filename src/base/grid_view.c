/* Books of calculated cells: layout, addresses, formulas, and what a writer
   needs to know of each cell. */

#include <math.h>
#include <string.h>

#include "base/grid_inner.h"
#include "base/text.h"

/* ---- layout ---- */

static bool starts_with_table(const struct grid *g, const struct sheet *s)
{
    return s->n_item && g->item[s->item[0]].is_table;
}

static void widen(struct sheet *s, int column, int width)
{
    if (width > s->width[column]) s->width[column] = width;
}

int grid_text_width(const char *s)
{
    int n = 0;
    for (; s && *s; s++)
        n += ((unsigned char)*s & 0xC0) != 0x80 ? ((unsigned char)*s >= 0xE3 ? 2 : 1) : 0;
    return n;
}

static int longest_word(const char *s)
{
    int most = 0, n = 0;
    for (; s && *s; s++) {
        n = *s == ' ' ? 0 : n + 1;
        most = n > most ? n : most;
    }
    return most;
}

static int clamped(int n, int most)
{
    return n < most ? n : most;
}

/* Column width for a number, with room for a digit more when inputs change:
   digits of the book's font are a little narrower than a unit of width, points
   and commas half of it. */
static int number_width(double x, int decimals)
{
    if (!isfinite(x)) return 0;
    const double digit = 0.96, mark = 0.49;
    int places = decimals >= 0 ? decimals : 1 - decimals, whole = 1;
    for (double size = fabs(x); size >= 10; size /= 10) whole++;
    int marks = (whole - 1) / 3 + (places > 0) + (x < 0);
    return (int)ceil(digit * (whole + places) + mark * marks) + 1;
}

static void widen_for_number(struct sheet *s, int column, const struct cell *c,
                             const struct item *item)
{
    const int most = 22;
    widen(s, column, clamped(number_width(c->value.number, item->row.decimals), most));
}

static void number_widths(struct sheet *s, const struct item *item)
{
    widen_for_number(s, COL_TOTAL, &item->total, item);
    if (!has_series(&item->row)) widen_for_number(s, COL_CONSTANT, &item->constant, item);
    for (int i = 0; item->period && i < s->n; i++)
        widen_for_number(s, COL_PERIOD + i, &item->period[i], item);
}

/* Words that would widen a column of numbers, on a sheet with columns to their right that such
   a row leaves empty. */
static bool may_span(const struct sheet *s, const struct grid_row *row)
{
    return s->n && row->kind == GRID_TEXT && row->text && !row->words && !row->note;
}

/* Sheets with periods are wide: their words give way so that print stays
   readable. */
static void row_widths(struct sheet *s, const struct item *item)
{
    const int most_text = may_span(s, &item->row) ? 13 : 30;
    if (item->row.kind == GRID_SECTION) return;
    widen(s, COL_LABEL, clamped(grid_text_width(item->row.label) + 2, s->n ? 28 : 46));
    widen(s, COL_UNIT, clamped(grid_text_width(item->row.unit) + 2, 16));
    widen(s, COL_NOTE,
          clamped(grid_text_width(item->row.note) + 3, s->n           ? 18
                                                       : s->has_table ? 24
                                                                      : 80));
    widen(s, COL_CONSTANT, clamped(grid_text_width(item->row.text) + 2, most_text));
    if (item->row.total && !s->n) widen(s, COL_TOTAL, 13);
    number_widths(s, item);
    for (int i = 0; item->period && i < s->n; i++)
        widen(s, COL_PERIOD + i, clamped(grid_text_width(item->period[i].value.text) + 2, 30));
    if (item->row.given) {
        widen(s, COL_TOTAL, clamped(grid_text_width(item->row.given->date) + 4, 14));
        widen(s, COL_LOW, number_width(item->row.given->low, item->row.decimals));
        widen(s, COL_HIGH, number_width(item->row.given->high, item->row.decimals));
    }
}

/* A table under rows takes their columns: they grow to hold its numbers, its words are
   wrapped. */
static void lower_widths(struct sheet *s, const struct item *item)
{
    const int most_words = s->n ? 14 : 24, most_number = 16;
    for (int c = 0; c < item->n_column; c++) {
        const struct column *column = &item->column[c];
        int at = item->left + c;
        for (int r = 0; r < item->n_record; r++) {
            const struct expr_value *v = &column->cell[r].value;
            widen(s, at, clamped(number_width(v->number, column->head.decimals), most_number));
            widen(s, at, clamped(grid_text_width(v->text) + 2, most_words));
        }
        widen(s, at, clamped(longest_word(column->head.label) + 2, 14));
    }
}

static void table_widths(struct sheet *s, const struct item *item)
{
    for (int c = 0; c < item->n_column; c++) {
        const struct column *column = &item->column[c];
        int most = grid_text_width(column->head.label) + 2;
        for (int r = 0; r < item->n_record; r++) {
            int n = grid_text_width(column->cell[r].value.text) + 2;
            most = n > most ? n : most;
        }
        widen(s, c, column->head.width ? column->head.width : clamped(most > 10 ? most : 10, 60));
    }
}

static void place_items(struct grid *g, struct sheet *s)
{
    int row = ROW_FIRST + !starts_with_table(g, s);
    for (int i = 0; !s->n && i < s->n_item; i++)
        s->has_given = s->has_given || g->item[s->item[i]].row.given;
    s->n_column = s->has_given ? COL_HIGH + 1 : COL_PERIOD + s->n;
    for (int i = 0; i < s->n_item; i++) {
        struct item *item = &g->item[s->item[i]];
        row += item->is_table && i ? 1 : 0;
        item->at = row;
        s->has_table = s->has_table || item->is_table;
        item->left = item->is_table && !starts_with_table(g, s) ? COL_LABEL : 0;
        row += item->is_table ? item->n_record + 1 : 1;
        int used = item->left + item->n_column;
        if (used > s->n_column || starts_with_table(g, s))
            s->n_column = used > s->n_column || !i ? used : s->n_column;
    }
    s->n_row = row;
}

static void index_rows(struct grid *g, struct sheet *s)
{
    s->row_item = ARENA_ARRAY(g->arena, int, (size_t)s->n_row + 1);
    for (int r = 0; r < s->n_row; r++) s->row_item[r] = -1;
    for (int i = 0; i < s->n_item; i++) {
        const struct item *item = &g->item[s->item[i]];
        for (int r = 0; r < (item->is_table ? item->n_record + 1 : 1); r++)
            s->row_item[item->at + r] = s->item[i];
    }
}

void grid_lay_out(struct grid *g, struct sheet *s)
{
    static const int least[2][COL_PERIOD] = {{3, 20, 8, 13, 7, 16}, {2, 20, 6, 9, 9, 8}};
    const int least_period = 8;
    place_items(g, s);
    index_rows(g, s);
    int n = s->n_column > COL_PERIOD ? s->n_column : COL_PERIOD;
    s->width = ARENA_ARRAY(g->arena, int, (size_t)n);
    bool is_table = starts_with_table(g, s);
    for (int c = 0; c < n; c++)
        s->width[c] = is_table ? 0 : c < COL_PERIOD ? least[s->n > 0][c] : least_period;
    for (int i = 0; i < s->n_item; i++) {
        const struct item *item = &g->item[s->item[i]];
        if (!item->is_table)
            row_widths(s, item);
        else if (is_table)
            table_widths(s, item);
        else
            lower_widths(s, item);
    }
    for (int i = 0; i < s->n_chart; i++) {
        s->chart[i].row = s->n_row + 1 + i / 2 * CHART_ROWS;
        s->chart[i].column = COL_LABEL;
        s->chart[i].offset = i % 2 ? CHART_WIDTH : 0;
    }
}

/* ---- addresses ---- */

const char *grid_address(struct arena *a, int row, int column, bool absolute)
{
    char name[8], *p = name + sizeof name - 1;
    *p = '\0';
    for (int c = column + 1; c > 0; c = (c - 1) / 26) *--p = (char)('A' + (c - 1) % 26);
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
    struct item *table, *item = grid_find(g, key);
    if (item && !item->is_table && item->period) {
        *out = (struct grid_range){item->sheet, item->at, COL_PERIOD, item->at,
                                   COL_PERIOD + g->sheet[item->sheet].n - 1};
        return true;
    }
    struct column *c = grid_find_in_table(g, key, &table);
    if (!c || !table->n_record) return false;
    int column = table->left + (int)(c - table->column);
    *out = (struct grid_range){table->sheet, table->at + 1, column, table->at + table->n_record,
                               column};
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
    struct column *own = h->record >= 0 ? grid_find_column(h->item, name) : NULL;
    if (own)
        return grid_address(p->arena, h->item->at + 1 + h->record,
                            h->item->left + (int)(own - h->item->column), false);
    struct item *row = grid_find(h->grid, name);
    int column;
    grid_target(h, row, &column);
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

/* A part of a row, or of a table's column. */
static const char *print_part(struct printing *p, struct grid_range r, struct expr_window w)
{
    const char *before = prefix(p->here.grid, p->here.item->sheet, r.sheet, p->arena);
    bool down = r.row1 > r.row0;
    int next_row = down ? r.row0 + 1 : r.row0, next_column = down ? r.column0 : r.column0 + 1;
    if (w.part == EXPR_FIRST)
        return arena_format(p->arena, "%s%s", before,
                            grid_address(p->arena, r.row0, r.column0, true));
    if (w.part == EXPR_AFTER_FIRST) {
        if (next_row > r.row1 || next_column > r.column1) return "";
        return arena_format(p->arena, "%s%s:%s", before,
                            grid_address(p->arena, next_row, next_column, true),
                            grid_address(p->arena, r.row1, r.column1, true));
    }
    const char *here = grid_address(p->arena, r.row0, COL_PERIOD + p->here.column, false);
    return arena_format(p->arena, "%s$%s:%s", before,
                        grid_address(p->arena, r.row0, r.column0, false), here);
}

static const char *print_range(void *context, const char *name, struct expr_window w)
{
    struct printing *p = context;
    struct item *row = grid_find(p->here.grid, name);
    struct grid_range r;
    if (row && row->period && w.back) return print_window(p, row, w);
    if (!grid_range(p->here.grid, name, &r)) return NULL;
    if (w.part != EXPR_WHOLE) return print_part(p, r, w);
    return arena_format(p->arena, "%s%s:%s",
                        prefix(p->here.grid, p->here.item->sheet, r.sheet, p->arena),
                        grid_address(p->arena, r.row0, r.column0, true),
                        grid_address(p->arena, r.row1, r.column1, true));
}

static const char *formula(const struct grid *g, struct item *item, int column, int record,
                           const char *missing, struct arena *a)
{
    const struct expr *e = grid_expr_of(item, column, record);
    if (!e) return NULL;
    struct printing p = {{g, item, column, record, NULL}, a};
    struct expr_cells cells = {&p, print_cell, print_range, missing};
    return expr_excel(e, &cells, a);
}

/* ---- cells for writers ---- */

int grid_sheets(const struct grid *g)
{
    return g->n_sheet;
}

/* Landscape A4 holds about 130 characters of 10 pt; twice that is still read. */
static int pages_wide(const struct sheet *s)
{
    enum { LEGIBLE_CHARACTERS = 260 };
    int total = 0;
    for (int c = 0; c < s->n_column; c++) total += s->width[c];
    return total > LEGIBLE_CHARACTERS ? (total + LEGIBLE_CHARACTERS - 1) / LEGIBLE_CHARACTERS : 1;
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
        .filter_row = is_table ? ROW_FIRST : -1,
        .filter_last = is_table ? ROW_FIRST + g->item[s->item[0]].n_record : -1,
        .width = s->width,
        .pages_wide = is_table ? pages_wide(s) : 1,
        .n_chart = s->n_chart,
        .chart = s->chart,
    };
}

static struct grid_cell plain(enum grid_style style, const char *text)
{
    return (struct grid_cell){.style = style, .number = (double)NAN, .text = text};
}

static struct grid_cell valued(struct expr_value v, const char *missing)
{
    struct grid_cell c = {.number = v.number, .text = v.text};
    if (is_missing(v)) {
        c.is_missing = true;
        c.text = missing ? missing : "no data";
    }
    return c;
}

static bool has_numbers(const struct grid *g, const struct sheet *s)
{
    for (int i = 0; i < s->n_item; i++) {
        enum grid_kind kind = g->item[s->item[i]].row.kind;
        if (kind == GRID_CALC || kind == GRID_INPUT || kind == GRID_RESULT) return true;
    }
    return false;
}

static struct grid_cell header(const struct grid *g, const struct sheet *s, int column)
{
    static const char *const names[COL_PERIOD] = {"",      "Item", "Unit",
                                                  "Value", "Year", "Note or source"};
    if (column == COL_TOTAL && s->total_label) {
        struct grid_cell total = plain(GRID_STYLE_HEAD, s->total_label);
        total.to_right = true;
        return total;
    }
    if (s->has_given && column >= COL_PERIOD) {
        struct grid_cell bound = plain(GRID_STYLE_HEAD, column == COL_LOW ? "Low" : "High");
        bound.to_right = true;
        return bound;
    }
    if (column == COL_TOTAL && !s->n) {
        struct grid_cell date = plain(GRID_STYLE_HEAD, s->has_given ? "Date" : "");
        date.is_indented = true;
        return date;
    }
    if (column == COL_NOTE) {
        struct grid_cell note = plain(GRID_STYLE_HEAD, s->n ? "Note" : names[column]);
        note.is_indented = true;
        return note;
    }
    struct grid_cell c = plain(
        GRID_STYLE_HEAD, column < COL_PERIOD ? names[column] : s->period[column - COL_PERIOD]);
    c.to_right = column >= COL_PERIOD || column == COL_TOTAL ||
                 (column == COL_CONSTANT && has_numbers(g, s));
    return c;
}

static struct grid_cell title(const struct grid *g, const struct sheet *s, int row, int column,
                              struct arena *a)
{
    if (column == 0)
        return row == ROW_TITLE ? plain(GRID_STYLE_TITLE, s->title)
                                : plain(GRID_STYLE_SUBTITLE, g->subtitle);
    struct item *master = g->master ? grid_find(g, g->master) : NULL;
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

static struct grid_cell table_head(const struct item *item, int column, struct arena *a)
{
    const struct column *c = &item->column[column];
    const char *unit = c->head.unit;
    struct grid_cell cell =
        plain(GRID_STYLE_HEAD,
              unit && *unit ? arena_format(a, "%s, %s", c->head.label, unit) : c->head.label);
    cell.to_right = !c->head.is_text;
    cell.is_indented = c->head.is_text && column > 0 && !c[-1].head.is_text;
    return cell;
}

static struct grid_cell table_cell(const struct grid *g, struct item *item, int row, int column,
                                   struct arena *a)
{
    column -= item->left;
    if (column < 0 || column >= item->n_column) return plain(GRID_STYLE_NONE, NULL);
    struct column *c = &item->column[column];
    if (row == item->at) return table_head(item, column, a);
    int record = row - item->at - 1;
    struct grid_cell cell = valued(c->cell[record].value, c->head.missing);
    cell.decimals = c->head.decimals;
    cell.style = c->head.is_text ? GRID_STYLE_LABEL : GRID_STYLE_RESULT;
    if (c->expr) {
        const char *missing = c->head.missing ? c->head.missing : "no data";
        cell.formula = formula(g, item, column, record, c->is_missing ? missing : NULL, a);
        cell.style = c->head.is_text                  ? GRID_STYLE_CHECK
                     : grid_crosses(g, item, c->expr) ? GRID_STYLE_CROSS
                                                      : GRID_STYLE_CALC;
    }
    return cell;
}

static enum grid_style value_style(const struct item *item, bool is_total)
{
    if (item->row.look != GRID_STYLE_NONE) return item->row.look;
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
    struct grid_cell c = valued(grid_cell_of(item, column, -1)->value, missing);
    c.style = value_style(item, is_total);
    c.decimals = item->row.decimals;
    c.is_strong = item->row.is_strong;
    c.is_input = item->row.kind == GRID_INPUT && !is_total;
    c.given = item->row.given;
    c.name = c.is_input && column == GRID_CONSTANT ? item->row.key : NULL;
    c.formula = formula(g, item, column, -1, any ? missing : NULL, a);
    return c;
}

static struct grid_cell bound_cell(const struct grid_row *row, int column)
{
    if (!row->given || isnan(column == COL_LOW ? row->given->low : row->given->high))
        return plain(GRID_STYLE_NONE, NULL);
    return (struct grid_cell){.style = GRID_STYLE_RESULT,
                              .decimals = row->decimals,
                              .number = column == COL_LOW ? row->given->low : row->given->high};
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
    case COL_UNIT: return plain(GRID_STYLE_UNIT, row->unit);
    case COL_NOTE:
        c = plain(GRID_STYLE_NOTE, row->note);
        c.is_indented = true;
        return c;
    case COL_CONSTANT:
        c = value_cell(g, item, GRID_CONSTANT, a);
        c.to_right = row->kind == GRID_TEXT && has_numbers(g, &g->sheet[item->sheet]) &&
                     grid_text_width(row->text) < g->sheet[item->sheet].width[COL_CONSTANT];
        if (may_span(&g->sheet[item->sheet], row) && !c.to_right)
            c.span = g->sheet[item->sheet].n_column - COL_CONSTANT;
        return c;
    case COL_TOTAL:
        if (g->sheet[item->sheet].has_given && row->given && row->given->date) {
            c = plain(GRID_STYLE_NOTE, row->given->date);
            c.is_indented = true;
            return c;
        }
        return value_cell(g, item, GRID_TOTAL, a);
    default:
        if (g->sheet[item->sheet].has_given) return bound_cell(row, column);
        return value_cell(g, item, column - COL_PERIOD, a);
    }
    c.is_strong = row->is_strong;
    return c;
}

struct grid_cell grid_cell(const struct grid *g, int sheet, int row, int column, struct arena *a)
{
    const struct sheet *s = &g->sheet[sheet];
    if (row < ROW_FIRST - 1) return title(g, s, row, column, a);
    int k = row < s->n_row ? s->row_item[row] : -1;
    /* A table may be wider than the periods. */
    bool is_beyond = column >= COL_PERIOD + s->n && !(s->has_given && column <= COL_HIGH);
    if (row == ROW_FIRST && !starts_with_table(g, s))
        return is_beyond ? plain(GRID_STYLE_NONE, NULL) : header(g, s, column);
    if (k < 0) return plain(GRID_STYLE_NONE, NULL);
    struct item *item = &g->item[k];
    if (is_beyond && !item->is_table && item->row.kind != GRID_SECTION)
        return plain(GRID_STYLE_NONE, NULL);
    return item->is_table ? table_cell(g, item, row, column, a) : row_cell(g, item, column, a);
}
