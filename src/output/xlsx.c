/* XLSX through libxlsxwriter, which checks little: a non-finite number, invalid
   UTF-8 or a control character would be written as they are and make Excel
   offer a repair, so every cell passes through put(). */

#include "output/xlsx.h"

#include <math.h>
#include <string.h>
#include <xlsxwriter.h>

#include "base/file.h"
#include "base/text.h"
#include "output/show.h"
#include "output/xlsx_base.h"

enum {
    MAX_DECIMALS = 7,
    N_DECIMALS = MAX_DECIMALS + 1 - GRID_PERCENT_3,
    N_STYLE = GRID_STYLE_SUBTITLE + 1
};
/* How text lies in its cell: as it falls, wrapped (with a gap on its left), or
   to the right; what stands for a missing number lies where the number would. */
enum flow { FLOW_PLAIN, FLOW_WRAPPED, FLOW_INDENTED, FLOW_RIGHT, FLOW_MISSING, N_FLOW };
enum { MAX_LINES = 30 };
static const double row_pt = 14.25, title_pt = 21;
static const double chart_scale_x = 1.1, chart_scale_y = 1.15;
static const double chart_wide_px = 1.1 * 480, chart_high_px = 1.15 * 288;
enum { CHARACTER_PX = 7, PADDING_PX = 6, INDENT_PX = 9 }; /* of columns, at 96 dpi */

struct writer {
    lxw_workbook *book;
    lxw_worksheet *sheet;
    const struct grid *grid;
    const struct xlsx_info *info;
    struct arena *arena;
    lxw_format *format[N_STYLE][2][N_FLOW][N_DECIMALS]; /* style, strong, flow, decimals */
    double height_pt;                                   /* of the rows of the sheet */
    lxw_worksheet *copies; /* values of calculated cells for the previews of charts */
    lxw_col_t n_copy;
    int error;
};

static void note(struct writer *w, lxw_error e)
{
    if (e != LXW_NO_ERROR && !w->error) w->error = (int)e;
}

static const char *clean(struct writer *w, const char *s)
{
    return xlsx_text(w->arena, s);
}

static const char *or_empty(const char *s)
{
    return s ? s : "";
}

static char *own(struct writer *w, const char *s)
{
    const char *c = clean(w, or_empty(s));
    return arena_text(w->arena, c, strlen(c));
}

/* ---- formats ---- */

static const char *number_format(struct writer *w, int decimals)
{
    if (decimals < 0) return arena_format(w->arena, "0.%.*s%%", -decimals, "000");
    if (decimals <= 0) return "#,##0";
    if (decimals >= MAX_DECIMALS) return "0.0E+00";
    return arena_format(w->arena, "#,##0.%.*s", decimals, "0000000");
}

static void colour(lxw_format *f, enum grid_style style)
{
    switch (style) {
    case GRID_STYLE_INPUT:
        format_set_font_color(f, XLSX_BLUE);
        format_set_bg_color(f, XLSX_YELLOW);
        format_set_border(f, LXW_BORDER_HAIR);
        break;
    case GRID_STYLE_CROSS: format_set_font_color(f, XLSX_GREEN); break;
    case GRID_STYLE_UNIT:
    case GRID_STYLE_NOTE:
    case GRID_STYLE_SUBTITLE: format_set_font_color(f, XLSX_GREY); break;
    case GRID_STYLE_TITLE:
        format_set_bold(f);
        format_set_font_size(f, 14);
        format_set_font_color(f, XLSX_NAVY);
        break;
    case GRID_STYLE_HEAD:
        format_set_bold(f);
        format_set_font_color(f, LXW_COLOR_WHITE);
        format_set_bg_color(f, XLSX_NAVY);
        format_set_text_wrap(f);
        break;
    case GRID_STYLE_SECTION:
        format_set_bold(f);
        format_set_font_color(f, XLSX_NAVY);
        format_set_bg_color(f, XLSX_PALE);
        break;
    case GRID_STYLE_CHECK:
        format_set_bold(f);
        format_set_align(f, LXW_ALIGN_CENTER);
        break;
    default: break;
    }
}

static bool is_value(enum grid_style style)
{
    return style == GRID_STYLE_INPUT || style == GRID_STYLE_RESULT || style == GRID_STYLE_CALC ||
           style == GRID_STYLE_CROSS;
}

static enum flow flow_of(const struct grid_cell *c)
{
    if (c->is_missing) return FLOW_MISSING;
    if (c->to_right) return FLOW_RIGHT;
    if (c->is_indented) return FLOW_INDENTED;
    bool is_prose = c->style == GRID_STYLE_LABEL || c->style == GRID_STYLE_NOTE ||
                    (c->style == GRID_STYLE_RESULT && c->text);
    return is_prose ? FLOW_WRAPPED : FLOW_PLAIN;
}

static void lay(lxw_format *f, enum flow flow)
{
    format_set_align(f, LXW_ALIGN_VERTICAL_CENTER);
    if (flow == FLOW_WRAPPED || flow == FLOW_INDENTED) format_set_text_wrap(f);
    if (flow == FLOW_INDENTED) {
        format_set_align(f, LXW_ALIGN_LEFT);
        format_set_indent(f, 1);
    }
    if (flow == FLOW_MISSING) format_set_italic(f);
    if (flow == FLOW_MISSING || flow == FLOW_RIGHT) format_set_align(f, LXW_ALIGN_RIGHT);
}

static lxw_format *format_of(struct writer *w, const struct grid_cell *c)
{
    int d = c->decimals > MAX_DECIMALS ? MAX_DECIMALS : c->decimals;
    if (!is_value(c->style) || d < GRID_PERCENT_3) d = 0;
    enum flow flow = flow_of(c);
    lxw_format **f = &w->format[c->style][c->is_strong][flow][d - GRID_PERCENT_3];
    if (*f) return *f;
    *f = workbook_add_format(w->book);
    if (!*f) return NULL;
    format_set_font_name(*f, "Arial");
    format_set_font_size(*f, 9);
    lay(*f, flow);
    colour(*f, c->style);
    if (is_value(c->style)) format_set_num_format(*f, number_format(w, d));
    if (c->is_strong) format_set_bold(*f);
    if (c->is_strong && is_value(c->style)) format_set_top(*f, LXW_BORDER_THIN);
    return *f;
}

/* ---- cells ---- */

static void put(struct writer *w, int row, int column, const struct grid_cell *c)
{
    lxw_row_t r = (lxw_row_t)row;
    lxw_col_t k = (lxw_col_t)column;
    if (c->style == GRID_STYLE_NONE && !c->text && !c->formula) return;
    lxw_format *f = format_of(w, c);
    const char *text = c->text ? clean(w, c->text) : "";
    if (!c->formula)
        text = c->style == GRID_STYLE_UNIT ? show_unit(w->arena, text, NULL)
                                           : show_prose(w->arena, text);
    if (c->formula && isfinite(c->number))
        note(w, worksheet_write_formula_num(w->sheet, r, k, c->formula, f, c->number));
    else if (c->formula)
        note(w, worksheet_write_formula_str(w->sheet, r, k, c->formula, f, text));
    else if (isfinite(c->number))
        note(w, worksheet_write_number(w->sheet, r, k, c->number, f));
    else if (*text)
        note(w, worksheet_write_string(w->sheet, r, k, text, f));
    else
        note(w, worksheet_write_blank(w->sheet, r, k, f));
}

/* The greatest number that a cell can hold. */
static const double endless = 9.99e307;

static char *bound_text(struct writer *w, double x, int decimals)
{
    char number[TEXT_NUMBER_CAP];
    bool percent = decimals < 0;
    return arena_format(w->arena, "%s%s", text_shortest(number, percent ? 100 * x : x),
                        percent ? "%" : "");
}

/* The cells of a row of words: a list of words by itself may have 255 characters only. */
static char *cells_of(struct writer *w, const char *key)
{
    struct grid_range r;
    if (!grid_range(w->grid, key, &r)) return NULL;
    return arena_format(w->arena, "='%s'!%s:%s", grid_view(w->grid, r.sheet).name,
                        grid_address(w->arena, r.row0, r.column0, true),
                        grid_address(w->arena, r.row1, r.column1, true));
}

/* What may be put in the place of an input: a word of a list, or a number within the bounds
   of its key; from 0 up where none are told. */
static void put_validation(struct writer *w, int row, int column, const struct grid_cell *c)
{
    const struct grid_given *g = c->given;
    double least = g ? g->least : 0, most = g ? g->most : HUGE_VAL;
    lxw_data_validation v = {.validate = LXW_VALIDATION_TYPE_DECIMAL,
                             .criteria = LXW_VALIDATION_CRITERIA_BETWEEN,
                             .minimum_number = fmax(least, -endless),
                             .maximum_number = fmin(most, endless)};
    v.error_title = own(w, "Not a value for this cell");
    char *choices = g && g->choices ? cells_of(w, g->choices) : NULL;
    if (choices) {
        v = (lxw_data_validation){.validate = LXW_VALIDATION_TYPE_LIST_FORMULA,
                                  .value_formula = choices,
                                  .error_title = v.error_title};
        v.error_message = own(w, "One of the words of the list is needed.");
    } else if (isfinite(least) && isfinite(most)) {
        v.error_message =
            arena_format(w->arena, "A number from %s to %s is needed.",
                         bound_text(w, least, c->decimals), bound_text(w, most, c->decimals));
    } else if (isfinite(least)) {
        v.error_message = arena_format(w->arena, "A number from %s up is needed.",
                                       bound_text(w, least, c->decimals));
    } else {
        v.error_message = own(w, "A number is needed.");
    }
    note(w, worksheet_data_validation_cell(w->sheet, (lxw_row_t)row, (lxw_col_t)column, &v));
}

/* The prefix makes a name that no cell address and no built-in name can be.  A name that is
   longer than the library takes is left out: formulas refer to cells. */
static void put_name(struct writer *w, int sheet, int row, int column, const char *name)
{
    enum { NAME_MAX_BYTES = 124 };
    if (strlen(name) > NAME_MAX_BYTES) return;
    const char *at = arena_format(w->arena, "='%s'!%s", grid_view(w->grid, sheet).name,
                                  grid_address(w->arena, row, column, true));
    note(w, workbook_define_name(w->book, arena_format(w->arena, "in_%s", name), at));
}

/* Width of a character of Arial 9, px at 96 dpi; bold and rounding are covered
   by taking classes for their widest members. */
static double character_px(const char *s)
{
    unsigned char c = (unsigned char)*s;
    if (c >= 0xE3) return 12;
    if ((c & 0xC0) == 0x80) return 0;
    if (strchr(" ijl.,:;'|!/()[]frtI-", c)) return 4;
    if (strchr("cksvxyz", c)) return 6;
    if (strchr("mwMW%@", c)) return 10.5;
    return c >= 'A' && c <= 'Z' ? 8.7 : 6.7;
}

/* Lines a wrapped text takes in a column, broken at spaces, and within a word
   only where it alone is wider. */
static int lines_of(const struct grid_cell *c, int width)
{
    enum flow flow = flow_of(c);
    bool wraps = flow == FLOW_WRAPPED || flow == FLOW_INDENTED || c->style == GRID_STYLE_HEAD;
    if (!c->text || !wraps || width < 2) return 1;
    double room = width * CHARACTER_PX - PADDING_PX - (flow == FLOW_INDENTED ? INDENT_PX : 0);
    double line = 0, word = 0;
    int n = 1;
    for (const char *s = c->text; *s; s++) {
        double px = character_px(s);
        word = *s == ' ' ? 0 : word + px;
        line += px;
        if (*s == '\n' || (line > room && *s != ' ')) {
            n++;
            line = word = *s == '\n' ? 0 : word < room ? word : px;
        }
    }
    return n;
}

/* Not every reader fits rows to wrapped text by itself. */
static void set_height(struct writer *w, int row, int lines)
{
    const double line_pt = 12, other_pt = 3;
    if (lines > MAX_LINES) lines = MAX_LINES;
    double pt = lines > 1 ? line_pt * lines + other_pt : row == 0 ? title_pt : row_pt;
    w->height_pt += pt;
    note(w, worksheet_set_row(w->sheet, (lxw_row_t)row, pt, NULL));
}

/* A long text over the empty cells at its right; gives the column that comes next. */
static int put_span(struct writer *w, const struct grid_view *view, int row, int column,
                    const struct grid_cell *c, int *lines)
{
    int width = 0, next = column + c->span;
    for (int i = column; i < next; i++) width += view->width[i];
    note(w, worksheet_merge_range(w->sheet, (lxw_row_t)row, (lxw_col_t)column, (lxw_row_t)row,
                                  (lxw_col_t)(next - 1), show_prose(w->arena, clean(w, c->text)),
                                  format_of(w, c)));
    int own_lines = lines_of(c, width);
    if (own_lines > *lines) *lines = own_lines;
    return next;
}

static void put_row(struct writer *w, int sheet, const struct grid_view *view, int row)
{
    int lines = 1;
    for (int c = 0; c < view->n_column; c++) {
        struct grid_cell cell = grid_cell(w->grid, sheet, row, c, w->arena);
        if (cell.span > 1 && cell.text) {
            c = put_span(w, view, row, c, &cell, &lines) - 1;
            continue;
        }
        put(w, row, c, &cell);
        if (cell.is_input) put_validation(w, row, c, &cell);
        if (cell.name) put_name(w, sheet, row, c, cell.name);
        int own_lines = lines_of(&cell, view->width[c]);
        if (own_lines > lines) lines = own_lines;
    }
    set_height(w, row, lines);
}

static void put_cells(struct writer *w, int sheet, const struct grid_view *view)
{
    w->height_pt = 0;
    for (int r = 0; r < view->n_row; r++) put_row(w, sheet, view, r);
}

/* Words that must not be overlooked; the word itself says it, colour only
   helps. */
static void mark_words(struct writer *w, const struct grid_view *view)
{
    static const char *const words[] = {"\"FAIL\"", "\"OVER\""};
    lxw_format *f = workbook_add_format(w->book);
    format_set_font_color(f, XLSX_RED);
    format_set_bg_color(f, XLSX_PINK);
    format_set_bold(f);
    for (int i = 0; i < 2; i++) {
        lxw_conditional_format rule = {.type = LXW_CONDITIONAL_TYPE_CELL,
                                       .criteria = LXW_CONDITIONAL_CRITERIA_EQUAL_TO,
                                       .format = f};
        rule.value_string = own(w, words[i]);
        note(w, worksheet_conditional_format_range(w->sheet, 0, 0, (lxw_row_t)view->n_row,
                                                   (lxw_col_t)(view->n_column - 1), &rule));
    }
}

/* ---- print set-up ---- */

/* A sheet of paper within its margins, with the long side up or not. */
static const double page_long_pt = 10.7 * 72, page_short_pt = 6.77 * 72;
static const double upright_wide_pt = 7.27 * 72;
static const double pt_per_px = 0.75, legible = 0.6;

/* What every printed page has: heads, header and footer. */
static void set_up_page(struct writer *w, lxw_worksheet *sheet, int heads)
{
    worksheet_set_landscape(sheet);
    worksheet_set_paper(sheet, XLSX_PAPER_A4);
    worksheet_set_margins(sheet, 0.5, 0.5, 0.8, 0.7);
    note(w, worksheet_repeat_rows(sheet, 0, (lxw_row_t)(heads - 1)));
    const char *title = xlsx_header(w->arena, w->info->title);
    const char *scenario = xlsx_header(w->arena, w->info->scenario);
    note(w, worksheet_set_header(sheet, arena_format(w->arena, "&L%s&R%s", title, scenario)));
    note(w, worksheet_set_footer(sheet, arena_format(w->arena, "&L&F: &A&CPage &P of &N&R%s",
                                                     xlsx_header(w->arena, w->info->date))));
}

static double width_pt(const struct grid_view *view)
{
    int characters = 0;
    for (int c = 0; c < view->n_column; c++) characters += view->width[c];
    return pt_per_px * (CHARACTER_PX * characters + PADDING_PX * view->n_column);
}

/* No page cuts a chart: all on one page where that can be read, else charts on their own. */
static void set_up_charts(struct writer *w, const struct grid_view *view)
{
    double wide = width_pt(view), charts_pt = 0;
    for (int i = 0; i < view->n_chart; i++) {
        const struct grid_chart *c = &view->chart[i];
        wide = fmax(wide, pt_per_px * (c->offset * CHARACTER_PX + chart_wide_px + 30));
        charts_pt = fmax(charts_pt, (c->row - view->chart[0].row) * row_pt);
    }
    charts_pt += pt_per_px * chart_high_px + 2 * row_pt;
    double across = fmin(1, page_long_pt / wide);
    double down = page_short_pt / (w->height_pt + charts_pt);
    bool fits = down >= legible * across;
    worksheet_fit_to_pages(w->sheet, 1, fits ? 1 : 0);
    lxw_row_t before[] = {(lxw_row_t)(view->chart[0].row - 1), 0};
    if (!fits) note(w, worksheet_set_h_pagebreaks(w->sheet, before));
}

/* A long and narrow sheet takes half the pages with the long side of the paper up. */
static bool is_upright(const struct writer *w, const struct grid_view *view)
{
    return view->pages_wide == 1 && w->height_pt > page_short_pt &&
           upright_wide_pt >= legible * width_pt(view);
}

static void set_up_print(struct writer *w, const struct grid_view *view)
{
    set_up_page(w, w->sheet, view->freeze_row);
    if (view->n_chart) {
        set_up_charts(w, view);
        return;
    }
    worksheet_fit_to_pages(w->sheet, (uint16_t)view->pages_wide, 0);
    if (is_upright(w, view)) worksheet_set_portrait(w->sheet);
    if (view->pages_wide > 1)
        note(w, worksheet_repeat_columns(w->sheet, 0, (lxw_col_t)(view->freeze_column - 1)));
}

static void set_up_sheet(struct writer *w, const struct grid_view *view)
{
    for (int c = 0; c < view->n_column; c++)
        note(w, worksheet_set_column(w->sheet, (lxw_col_t)c, (lxw_col_t)c, view->width[c], NULL));
    worksheet_freeze_panes(w->sheet, (lxw_row_t)view->freeze_row, (lxw_col_t)view->freeze_column);
    if (view->filter_row >= 0 && view->filter_last > view->filter_row)
        note(w,
             worksheet_autofilter(w->sheet, (lxw_row_t)view->filter_row, 0,
                                  (lxw_row_t)view->filter_last, (lxw_col_t)(view->n_column - 1)));
    worksheet_gridlines(w->sheet, LXW_HIDE_ALL_GRIDLINES);
    worksheet_set_default_row(w->sheet, row_pt, LXW_FALSE);
    mark_words(w, view);
}

/* ---- charts ---- */

static const uint8_t chart_types[] = {
    [GRID_COLUMNS] = LXW_CHART_COLUMN,
    [GRID_STACKED] = LXW_CHART_COLUMN_STACKED,
    [GRID_LINE] = LXW_CHART_LINE,
    [GRID_BAR] = LXW_CHART_BAR,
};

/* Okabe and Ito's colours, told apart by all readers. */
static const lxw_color_t palette[] = {0x0072B2, 0xE69F00, 0x009E73, 0xD55E00,
                                      0x56B4E9, 0xCC79A7, 0xF0E442, 0x666666};

#define COPIES "Chart data"
enum { COPY_HEAD = 3 };

static lxw_format *copy_format(struct writer *w, enum grid_style style, bool to_right)
{
    struct grid_cell look = {.style = style, .to_right = to_right};
    return format_of(w, &look);
}

/* Ratios near one need decimals, amounts of energy and money none. */
static lxw_format *copy_number_format(struct writer *w, double x)
{
    struct grid_cell look = {.style = GRID_STYLE_RESULT, .decimals = fabs(x) < 100 ? 3 : 0};
    return format_of(w, &look);
}

static bool open_copies(struct writer *w)
{
    if (!w->copies) w->copies = workbook_add_worksheet(w->book, COPIES);
    if (!w->copies || w->n_copy) return w->copies != NULL;
    set_up_page(w, w->copies, COPY_HEAD + 1);
    worksheet_fit_to_pages(w->copies, 1, 0);
    worksheet_gridlines(w->copies, LXW_HIDE_ALL_GRIDLINES);
    worksheet_freeze_panes(w->copies, COPY_HEAD + 1, 1);
    note(w, worksheet_set_row(w->copies, 0, title_pt, NULL));
    note(w,
         worksheet_write_string(w->copies, 0, 0, COPIES, copy_format(w, GRID_STYLE_TITLE, false)));
    note(w, worksheet_write_string(w->copies, 1, 0,
                                   "Static copy of calculated values, for the previews of charts; "
                                   "the charts themselves read the live cells.",
                                   copy_format(w, GRID_STYLE_SUBTITLE, false)));
    note(w, worksheet_write_string(w->copies, COPY_HEAD, 0, "Period",
                                   copy_format(w, GRID_STYLE_HEAD, false)));
    note(w, worksheet_set_row(w->copies, COPY_HEAD, 3 * row_pt, NULL));
    return true;
}

/* The names of the periods, beside the first copy. */
static void copy_periods(struct writer *w, const struct grid_range *r)
{
    int at = grid_view(w->grid, r->sheet).period_row;
    lxw_row_t to = COPY_HEAD;
    for (int c = r->column0; at >= 0 && c <= r->column1; c++)
        note(w, worksheet_write_string(
                    w->copies, ++to, 0,
                    clean(w, or_empty(grid_cell(w->grid, r->sheet, at, c, w->arena).text)),
                    copy_format(w, GRID_STYLE_LABEL, false)));
}

/* One column of copies; false when it cannot be made. */
static bool copy_values(struct writer *w, const struct grid_range *r, const char *label,
                        lxw_row_t *last)
{
    if (!open_copies(w)) return false;
    if (!w->n_copy) copy_periods(w, r);
    lxw_col_t column = ++w->n_copy;
    note(w, worksheet_set_column(w->copies, column, column, 14, NULL));
    note(w, worksheet_write_string(w->copies, COPY_HEAD, column, label,
                                   copy_format(w, GRID_STYLE_HEAD, true)));
    *last = COPY_HEAD;
    for (int row = r->row0; row <= r->row1; row++)
        for (int c = r->column0; c <= r->column1; c++) {
            double x = grid_cell(w->grid, r->sheet, row, c, w->arena).number;
            ++*last;
            if (isfinite(x))
                note(w,
                     worksheet_write_number(w->copies, *last, column, x, copy_number_format(w, x)));
        }
    return true;
}

/* The library fills a chart's preview from plain numbers only and would show 0
   for formulas.  The series keeps its reference to the live cells; the place
   its preview is read from is exchanged with that of a series of a chart that
   is never shown, which stands on a copy of the values. */
static void preview_from_copy(struct writer *w, lxw_chart_series *series,
                              const struct grid_range *r, const char *label)
{
    lxw_row_t last;
    lxw_chart *scratch = workbook_add_chart(w->book, LXW_CHART_LINE);
    if (!scratch || !copy_values(w, r, label, &last)) return;
    lxw_col_t column = w->n_copy;
    lxw_chart_series *other = chart_add_series(scratch, NULL, NULL);
    chart_series_set_values(other, COPIES, COPY_HEAD + 1, column, last, column);
    lxw_series_range *shown = series->values, *copied = other->values;
    char *name = shown->sheetname;
    shown->sheetname = copied->sheetname;
    copied->sheetname = name;
    shown->first_row = copied->first_row;
    shown->last_row = copied->last_row;
    shown->first_col = shown->last_col = column;
}

static bool is_calculated(struct writer *w, const struct grid_range *r)
{
    return grid_cell(w->grid, r->sheet, r->row0, r->column0, w->arena).formula != NULL;
}

static void add_series(struct writer *w, lxw_chart *chart, const struct grid_chart *spec, int i)
{
    struct grid_range r, names;
    if (!grid_range(w->grid, spec->key[i], &r)) return;
    if (!spec->category || !grid_range(w->grid, spec->category, &names)) {
        names = r;
        names.row0 = names.row1 = grid_view(w->grid, r.sheet).period_row;
    }
    lxw_chart_series *s = chart_add_series(chart, NULL, NULL);
    chart_series_set_categories(s, grid_view(w->grid, names.sheet).name, (lxw_row_t)names.row0,
                                (lxw_col_t)names.column0, (lxw_row_t)names.row1,
                                (lxw_col_t)names.column1);
    chart_series_set_values(s, grid_view(w->grid, r.sheet).name, (lxw_row_t)r.row0,
                            (lxw_col_t)r.column0, (lxw_row_t)r.row1, (lxw_col_t)r.column1);
    const char *label = clean(w, or_empty(grid_label(w->grid, spec->key[i])));
    const char *unit = clean(w, or_empty(spec->y_label));
    bool has_unit = *unit && strcmp(unit, label) != 0;
    if (is_calculated(w, &r))
        preview_from_copy(w, s, &r,
                          has_unit ? arena_format(w->arena, "%s, %s", label, unit) : label);
    chart_series_set_name(s, label);
    lxw_color_t own = palette[i % (int)(sizeof palette / sizeof *palette)];
    lxw_chart_fill fill = {.color = own};
    lxw_chart_line line = {.color = own, .width = 2};
    if (spec->kind == GRID_LINE)
        chart_series_set_line(s, &line);
    else
        chart_series_set_fill(s, &fill);
}

/* Long numbers along an axis have their thousands apart. */
static bool has_thousands(struct writer *w, const struct grid_chart *spec)
{
    for (int i = 0; i < spec->n; i++) {
        struct grid_range r;
        if (!grid_range(w->grid, spec->key[i], &r)) continue;
        for (int row = r.row0; row <= r.row1; row++)
            for (int c = r.column0; c <= r.column1; c++)
                if (fabs(grid_cell(w->grid, r.sheet, row, c, w->arena).number) >= 1000) return true;
    }
    return false;
}

static void add_chart(struct writer *w, const struct grid_chart *spec)
{
    lxw_chart *chart = workbook_add_chart(w->book, chart_types[spec->kind]);
    if (!chart) {
        note(w, LXW_ERROR_MEMORY_MALLOC_FAILED);
        return;
    }
    for (int i = 0; i < spec->n; i++) add_series(w, chart, spec, i);
    chart_title_set_name(chart, clean(w, spec->title));
    lxw_chart_axis *values = spec->kind == GRID_BAR ? chart->x_axis : chart->y_axis;
    chart_axis_set_name(values, clean(w, or_empty(spec->y_label)));
    if (spec->x_label)
        chart_axis_set_name(spec->kind == GRID_BAR ? chart->y_axis : chart->x_axis,
                            clean(w, spec->x_label));
    if (has_thousands(w, spec)) chart_axis_set_num_format(values, "#,##0");
    if (spec->kind == GRID_BAR) chart_axis_set_reverse(chart->y_axis);
    /* Lengths of columns are compared, so they start at zero. */
    if (spec->kind == GRID_COLUMNS || spec->kind == GRID_STACKED)
        chart_axis_set_min(chart->y_axis, 0);
    if (spec->n == 1) chart_legend_set_position(chart, LXW_CHART_LEGEND_NONE);
    lxw_chart_options options = {.x_scale = chart_scale_x,
                                 .y_scale = chart_scale_y,
                                 .x_offset = spec->offset * CHARACTER_PX};
    note(w, worksheet_insert_chart_opt(w->sheet, (lxw_row_t)spec->row, (lxw_col_t)spec->column,
                                       chart, &options));
}

/* ---- book ---- */

static void write_sheets(struct writer *w)
{
    int n = grid_sheets(w->grid);
    lxw_worksheet **sheet = ARENA_ARRAY(w->arena, lxw_worksheet *, (size_t)n);
    for (int i = 0; i < n; i++) {
        struct grid_view view = grid_view(w->grid, i);
        w->sheet = sheet[i] = workbook_add_worksheet(w->book, view.name);
        if (!w->sheet) {
            note(w, LXW_ERROR_SHEETNAME_ALREADY_USED);
            return;
        }
        set_up_sheet(w, &view);
        put_cells(w, i, &view);
        set_up_print(w, &view);
    }
    for (int i = 0; i < n; i++) {
        struct grid_view view = grid_view(w->grid, i);
        w->sheet = sheet[i];
        for (int k = 0; k < view.n_chart; k++) add_chart(w, &view.chart[k]);
    }
}

bool xlsx_write(const struct grid *g, const struct xlsx_info *info, const char *path,
                struct arena *a, struct diags *ds)
{
    struct out_file out;
    if (!out_open(a, path, &out, ds)) return false;
    out_detach(&out);
    struct writer w = {.grid = g, .info = info, .arena = a};
    w.book = workbook_new(out.temporary);
    if (!w.book) {
        out_abandon(&out);
        diag_error(ds, DIAG_OUTPUT, (struct place){path, 0, 0}, NULL, "no workbook can be made");
        return false;
    }
    note(&w, xlsx_properties(w.book, info, a));
    write_sheets(&w);
    note(&w, workbook_close(w.book));
    if (!w.error) return out_commit(a, &out, ds);
    out_abandon(&out);
    diag_error(ds, DIAG_OUTPUT, (struct place){path, 0, 0}, NULL, "the workbook is not written: %s",
               lxw_strerror((lxw_error)w.error));
    return false;
}
