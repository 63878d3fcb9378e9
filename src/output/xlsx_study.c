#include "output/xlsx_study.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "output/xlsx_base.h"
#include "plan/study_grid.h"

enum { TITLE_ROW, NOTE_ROW, HEAD_ROW = 3, FIRST_ROW };
enum { LARGE_CELLS = 100000, MAP_CELLS = 20000, SHEET_ROWS = 1048576, CHARTS = 6 };
static const double row_pt = 14.25, days_to_1970 = 25569; /* of a sheet's calendar */

enum look {
    LOOK_TITLE,
    LOOK_NOTE,
    LOOK_HEAD,
    LOOK_TEXT,
    LOOK_BAD,
    LOOK_NUMBER, /* as many digits as it has */
    LOOK_PERCENT,
    LOOK_MONTH,
    N_LOOK
};
enum { DECIMALS = 7 };

enum column_kind {
    COLUMN_POINT,
    COLUMN_VARIABLE,
    COLUMN_STATUS,
    COLUMN_FITS,
    COLUMN_OUTCOME,
    COLUMN_RELATIVE,
    COLUMN_WORDS
};

struct column {
    enum column_kind kind;
    int of;
    int like; /* of COLUMN_RELATIVE: the column of its outcome */
    const char *head;
    double width;
};

struct pages {
    const struct study_table *t;
    const struct xlsx_info *info;
    struct arena *arena;
    lxw_workbook *book;
    lxw_worksheet *sheet;
    lxw_format *look[N_LOOK], *decimals[DECIMALS];
    int n_column;
    struct column *column;
    bool is_large;
    int error;
};

static void note(struct pages *p, lxw_error e)
{
    if (e != LXW_NO_ERROR && !p->error) p->error = (int)e;
}

/* ---- looks --------------------------------------------------------------------------- */

static lxw_format *plain(struct pages *p)
{
    lxw_format *f = workbook_add_format(p->book);
    format_set_font_name(f, "Arial");
    format_set_font_size(f, 9);
    return f;
}

static void make_looks(struct pages *p)
{
    for (int i = 0; i < N_LOOK; i++) p->look[i] = plain(p);
    format_set_bold(p->look[LOOK_TITLE]);
    format_set_font_size(p->look[LOOK_TITLE], 14);
    format_set_font_color(p->look[LOOK_TITLE], XLSX_NAVY);
    format_set_font_color(p->look[LOOK_NOTE], XLSX_GREY);
    format_set_bold(p->look[LOOK_HEAD]);
    format_set_font_color(p->look[LOOK_HEAD], LXW_COLOR_WHITE);
    format_set_bg_color(p->look[LOOK_HEAD], XLSX_NAVY);
    format_set_text_wrap(p->look[LOOK_HEAD]);
    format_set_align(p->look[LOOK_HEAD], LXW_ALIGN_VERTICAL_CENTER);
    format_set_bg_color(p->look[LOOK_BAD], XLSX_PINK);
    format_set_font_color(p->look[LOOK_BAD], XLSX_RED);
    format_set_num_format(p->look[LOOK_PERCENT], "+0.00%;-0.00%;0.00%");
    format_set_num_format(p->look[LOOK_MONTH], "yyyy-mm");
    for (int i = 0; i < DECIMALS; i++) {
        struct builder b = builder_new(p->arena);
        builder_text(&b, i ? "#,##0." : "#,##0");
        for (int k = 0; k < i; k++) builder_text(&b, "0");
        p->decimals[i] = plain(p);
        format_set_num_format(p->decimals[i], b.s);
    }
}

static void put_text(struct pages *p, int row, int column, const char *s, enum look look)
{
    note(p, worksheet_write_string(p->sheet, (lxw_row_t)row, (lxw_col_t)column,
                                   xlsx_text(p->arena, s), p->look[look]));
}

static void put_number(struct pages *p, int row, int column, double x, lxw_format *f)
{
    if (isfinite(x))
        note(p, worksheet_write_number(p->sheet, (lxw_row_t)row, (lxw_col_t)column, x, f));
}

/* Residuals are tiny; they keep their digits. */
static lxw_format *number_look(const struct pages *p, int outcome)
{
    int decimals = outcome_row(outcome)->decimals;
    return decimals < DECIMALS ? p->decimals[decimals] : p->look[LOOK_NUMBER];
}

static void open_sheet(struct pages *p, const char *name, const char *title, const char *words)
{
    p->sheet = workbook_add_worksheet(p->book, name);
    if (!p->sheet) {
        note(p, LXW_ERROR_SHEETNAME_ALREADY_USED);
        return;
    }
    worksheet_set_landscape(p->sheet);
    worksheet_set_paper(p->sheet, XLSX_PAPER_A4);
    note(p,
         worksheet_set_header(p->sheet, arena_format(p->arena, "&L%s&R%s",
                                                     xlsx_header(p->arena, p->info->title), name)));
    note(p, worksheet_set_footer(p->sheet, arena_format(p->arena, "&Ldcplan %s, %s&RPage &P of &N",
                                                        p->info->version, p->info->date)));
    put_text(p, TITLE_ROW, 0, title, LOOK_TITLE);
    put_text(p, NOTE_ROW, 0, words, LOOK_NOTE);
}

/* ---- what was asked -------------------------------------------------------------------- */

static int put_pair(struct pages *p, int row, const char *label, const char *text)
{
    put_text(p, row, 0, label, LOOK_NOTE);
    put_text(p, row, 1, text, LOOK_TEXT);
    return row + 1;
}

static int put_lines(struct pages *p, int row, const char *label, const char *lines)
{
    bool more = true;
    for (struct text line, rest = text_of(lines); more; label = "") {
        rest = text_cut(rest, '\n', &line, &more);
        row = put_pair(p, row, label, arena_text(p->arena, line.s, line.n));
    }
    return row;
}

static const char *end_words(const struct pages *p, int i)
{
    const struct study_table *t = p->t;
    const struct metric_row *m = outcome_row(t->key);
    char text[TEXT_NUMBER_CAP];
    double x = study_value(t, t->key, i);
    bool is_month = !strcmp(m->unit, "month");
    return arena_format(
        p->arena, "point %d, %s %s %s: %s", i + 1, m->key,
        is_month ? date_write_month((int)x, text) : text_fixed(text, x, m->decimals, true),
        is_month ? "" : study_unit(t, t->key, p->arena), study_point_words(t, i, p->arena));
}

static void put_study(struct pages *p)
{
    const struct study_table *t = p->t;
    int row = HEAD_ROW;
    open_sheet(p, "Study", p->info->title, "What was asked, of what, and what came of it.");
    if (p->error) return;
    note(p, worksheet_set_column(p->sheet, 0, 0, 24, NULL));
    note(p, worksheet_set_column(p->sheet, 1, 1, 96, NULL));
    worksheet_fit_to_pages(p->sheet, 1, 0);
    row = put_pair(p, row, "study", t->command);
    row = put_lines(p, row, "changed", t->definition);
    row = put_pair(p, row, "site", t->site);
    row = put_pair(p, row, "currency", *t->currency ? t->currency : "none");
    row = put_pair(p, row, "version", arena_format(p->arena, "dcplan %s", p->info->version));
    row = put_pair(p, row, "points", arena_format(p->arena, "%d", t->n));
    row = put_pair(p, row, "failed", arena_format(p->arena, "%d", t->n_failed));
    if (t->is_judged)
        row = put_pair(p, row, "that break a limit", arena_format(p->arena, "%d", t->n_broken));
    if (t->best >= 0) row = put_pair(p, row, "best", end_words(p, t->best));
    if (t->worst >= 0) row = put_pair(p, row, "worst", end_words(p, t->worst));
    for (int i = 0; i < t->n_override; i++)
        row = put_pair(p, row, i ? "" : "overrides", t->override[i]);
    for (int i = 0; i < t->n_input; i++)
        row = put_pair(p, row, i ? "" : "inputs, SHA-256",
                       arena_format(p->arena, "%s  %s", t->input[i].sha256, t->input[i].path));
}

/* ---- points ----------------------------------------------------------------------------- */

static void add_column(struct pages *p, enum column_kind kind, int of, const char *head,
                       double width)
{
    for (int i = 0; i < p->n_column; i++) /* heads of a table differ */
        if (!strcmp(p->column[i].head, head)) head = arena_format(p->arena, "%s, %d", head, i);
    p->column[p->n_column++] =
        (struct column){.kind = kind, .of = of, .head = xlsx_text(p->arena, head), .width = width};
}

static const char *with_unit(struct arena *a, const char *name, const char *unit)
{
    return *unit ? arena_format(a, "%s [%s]", name, unit) : name;
}

static void add_outcome(struct pages *p, int outcome)
{
    const struct metric_row *m = outcome_row(outcome);
    bool is_month = !strcmp(m->unit, "month");
    const char *unit = is_month ? "" : study_unit(p->t, outcome, p->arena);
    add_column(p, COLUMN_OUTCOME, outcome, with_unit(p->arena, m->label, unit), 14);
}

static bool is_shown(const struct study_table *t, int outcome)
{
    for (int i = 0; i < t->n_shown; i++)
        if (t->shown[i] == outcome) return true;
    return false;
}

static bool is_known(const struct study_table *t, int outcome)
{
    for (int i = 0; i < t->n; i++)
        if (!isnan(study_value(t, outcome, i))) return true;
    return false;
}

static void find_columns(struct pages *p)
{
    const struct study_table *t = p->t;
    p->column = ARENA_ARRAY(p->arena, struct column,
                            (size_t)(t->n_variable + 2 * STUDY_SHOWN + N_OUTCOME) + 4);
    add_column(p, COLUMN_POINT, 0, "Point", 7);
    for (int v = 0; v < t->n_variable; v++)
        add_column(p, COLUMN_VARIABLE, v,
                   with_unit(p->arena, t->variable[v].key, t->variable[v].unit), 20);
    add_column(p, COLUMN_STATUS, 0, "Status", 9);
    if (t->is_judged) add_column(p, COLUMN_FITS, 0, "Fits", 7);
    for (int k = 0; k < t->n_shown; k++) {
        if (t->shown[k] == O_FITS) continue;
        add_outcome(p, t->shown[k]);
        double first = t->first >= 0 ? study_value(t, t->shown[k], t->first) : (double)NAN;
        if (!study_has_relative(t->shown[k]) || !(fabs(first) > 0)) continue;
        add_column(p, COLUMN_RELATIVE, t->shown[k],
                   arena_format(p->arena, "%s, to point %d", outcome_row(t->shown[k])->label,
                                t->first + 1),
                   12);
        p->column[p->n_column - 1].like = p->n_column - 2;
    }
    for (int k = 0; k < N_OUTCOME; k++)
        if (k != O_FITS && !is_shown(t, k) && is_known(t, k)) add_outcome(p, k);
    add_column(p, COLUMN_WORDS, 0, "Limits, or why it failed", 60);
}

static void put_outcome(struct pages *p, int row, int column, int outcome, int i)
{
    double x = study_value(p->t, outcome, i);
    bool is_month = !strcmp(outcome_row(outcome)->unit, "month");
    if (is_month && isfinite(x)) x = (double)date_days(date_of_month((int)x)) + days_to_1970;
    put_number(p, row, column, x, is_month ? p->look[LOOK_MONTH] : number_look(p, outcome));
}

/* (x - first) / |first|, alive, with the value that it has. */
static void put_relative(struct pages *p, int row, int column, const struct column *c, int i)
{
    char here[LXW_MAX_CELL_NAME_LENGTH], first[LXW_MAX_CELL_NAME_LENGTH];
    double x = study_relative_pct(p->t, c->of, i) / 100;
    if (!isfinite(x)) return;
    lxw_rowcol_to_cell(here, (lxw_row_t)row, (lxw_col_t)c->like);
    lxw_rowcol_to_cell_abs(first, (lxw_row_t)(FIRST_ROW + p->t->first), (lxw_col_t)c->like, 1, 1);
    const char *formula = arena_format(p->arena, "=(%s-%s)/ABS(%s)", here, first, first);
    note(p, worksheet_write_formula_num(p->sheet, (lxw_row_t)row, (lxw_col_t)column, formula,
                                        p->look[LOOK_PERCENT], x));
}

static void put_cell(struct pages *p, int row, int column, int i)
{
    const struct study_table *t = p->t;
    const struct column *c = &p->column[column];
    bool is_failed = t->point[i].status == POINT_FAILED;
    bool is_bad = is_failed || study_value(t, O_FITS, i) < 1;
    double fits = study_value(t, O_FITS, i);
    switch (c->kind) {
    case COLUMN_POINT: put_number(p, row, column, i + 1, p->decimals[0]); break;
    case COLUMN_VARIABLE:
        if (t->variable[c->of].is_number)
            put_number(p, row, column, t->number(t->context, c->of, i), p->look[LOOK_NUMBER]);
        else
            put_text(p, row, column, t->text(t->context, c->of, i), LOOK_TEXT);
        break;
    case COLUMN_STATUS:
        put_text(p, row, column, outcome_status_word(t->point[i].status),
                 is_failed ? LOOK_BAD : LOOK_TEXT);
        break;
    case COLUMN_FITS:
        if (!isnan(fits))
            put_text(p, row, column, fits > 0 ? "yes" : "no", fits > 0 ? LOOK_TEXT : LOOK_BAD);
        break;
    case COLUMN_OUTCOME: put_outcome(p, row, column, c->of, i); break;
    case COLUMN_RELATIVE: put_relative(p, row, column, c, i); break;
    case COLUMN_WORDS:
        put_text(p, row, column, t->point[i].text, is_bad ? LOOK_BAD : LOOK_TEXT);
        break;
    }
}

static void add_table(struct pages *p)
{
    size_t n = (size_t)p->n_column;
    lxw_table_column *of = ARENA_ARRAY(p->arena, lxw_table_column, n);
    lxw_table_column **list = ARENA_ARRAY(p->arena, lxw_table_column *, n + 1);
    for (size_t i = 0; i < n; i++) {
        of[i] = (lxw_table_column){.header = xlsx_text(p->arena, p->column[i].head),
                                   .header_format = p->look[LOOK_HEAD]};
        list[i] = &of[i];
    }
    lxw_table_options options = {.name = arena_text(p->arena, "Points", 6),
                                 .columns = list,
                                 .style_type = LXW_TABLE_STYLE_TYPE_LIGHT,
                                 .style_type_number = 1};
    note(p, worksheet_add_table(p->sheet, HEAD_ROW, 0, (lxw_row_t)(HEAD_ROW + p->t->n),
                                (lxw_col_t)(p->n_column - 1), &options));
}

static void put_points(struct pages *p)
{
    struct arena *keep = p->arena;
    struct arena scratch = arena_new(keep->out_of_memory);
    open_sheet(p, "Points", arena_format(keep, "%s: points", p->info->title),
               "One row for each point. Differences to a point are formulas: (value - its value) / "
               "|its value|.");
    for (int c = 0; c < p->n_column && !p->error; c++)
        note(p,
             worksheet_set_column(p->sheet, (lxw_col_t)c, (lxw_col_t)c, p->column[c].width, NULL));
    if (p->error) return;
    note(p, worksheet_set_row(p->sheet, HEAD_ROW, 3 * row_pt, NULL));
    for (int c = 0; c < p->n_column; c++) put_text(p, HEAD_ROW, c, p->column[c].head, LOOK_HEAD);
    p->arena = &scratch;
    for (int i = 0; i < p->t->n && !p->error; i++) {
        struct arena_mark mark = arena_mark(&scratch);
        for (int c = 0; c < p->n_column; c++) put_cell(p, FIRST_ROW + i, c, i);
        arena_release(&scratch, mark);
    }
    p->arena = keep;
    arena_free(&scratch);
    if (!p->is_large)
        add_table(p);
    else
        note(p, worksheet_autofilter(p->sheet, HEAD_ROW, 0, (lxw_row_t)(HEAD_ROW + p->t->n),
                                     (lxw_col_t)(p->n_column - 1)));
    worksheet_freeze_panes(p->sheet, FIRST_ROW, (lxw_col_t)(1 + p->t->n_variable));
    note(p, worksheet_repeat_rows(p->sheet, HEAD_ROW, HEAD_ROW));
    note(p, worksheet_repeat_columns(p->sheet, 0, (lxw_col_t)p->t->n_variable));
}

/* ---- maps and charts ---------------------------------------------------------------------- */

static const char *outcome_head(const struct pages *p, int outcome)
{
    const struct metric_row *m = outcome_row(outcome);
    bool is_month = !strcmp(m->unit, "month");
    return with_unit(p->arena, m->label, is_month ? "" : study_unit(p->t, outcome, p->arena));
}

static void put_map_values(struct pages *p, const struct study_grid *g, int outcome, int row)
{
    for (int x = 0; x < g->n_x; x++) {
        put_number(p, row + x, 0, g->x_value[x], p->look[LOOK_NUMBER]);
        for (int y = 0; y < g->n_y; y++) {
            int i = g->point[x * g->n_y + y];
            if (i >= 0) put_outcome(p, row + x, y + 1, outcome, i);
        }
    }
}

static void put_map_heads(struct pages *p, const struct study_grid *g, int outcome, int row)
{
    if (g->kind == STUDY_LINES && g->n_y > 1)
        note(p, worksheet_set_row(p->sheet, (lxw_row_t)row, 4 * row_pt, NULL));
    put_text(p, row, 0, p->t->variable[g->x].key, LOOK_HEAD);
    for (int y = 0; y < g->n_y; y++) {
        char number[TEXT_NUMBER_CAP];
        const char *head = g->kind == STUDY_HEAT ? text_shortest(number, g->y_value[y])
                           : *g->y_text[y]       ? g->y_text[y]
                                                 : outcome_head(p, outcome);
        put_text(p, row, y + 1, head, LOOK_HEAD);
    }
}

/* The colours of the charts' maps: dark is little, bright is much. */
static void colour_map(struct pages *p, const struct study_grid *g, int row)
{
    lxw_conditional_format f = {.type = LXW_CONDITIONAL_3_COLOR_SCALE,
                                .min_color = 0x8FA3C7,
                                .mid_color = 0xF5F5F5,
                                .max_color = 0xF2C14E};
    note(p, worksheet_conditional_format_range(
                p->sheet, (lxw_row_t)row, 1, (lxw_row_t)(row + g->n_x - 1), (lxw_col_t)g->n_y, &f));
}

static void add_chart(struct pages *p, const struct study_grid *g, int outcome, int row)
{
    lxw_chart *chart = workbook_add_chart(p->book, LXW_CHART_SCATTER_STRAIGHT_WITH_MARKERS);
    lxw_row_t first = (lxw_row_t)row, last = (lxw_row_t)(row + g->n_x - 1);
    if (!chart) {
        note(p, LXW_ERROR_MEMORY_MALLOC_FAILED);
        return;
    }
    for (int y = 0; y < g->n_y; y++) {
        lxw_chart_series *s = chart_add_series(chart, NULL, NULL);
        chart_series_set_categories(s, "Map", first, 0, last, 0);
        chart_series_set_values(s, "Map", first, (lxw_col_t)(y + 1), last, (lxw_col_t)(y + 1));
        chart_series_set_name_range(s, "Map", first - 1, (lxw_col_t)(y + 1));
    }
    chart_title_set_name(chart, xlsx_text(p->arena, outcome_head(p, outcome)));
    chart_axis_set_name(chart->x_axis,
                        xlsx_text(p->arena, with_unit(p->arena, p->t->variable[g->x].key,
                                                      p->t->variable[g->x].unit)));
    if (!strcmp(outcome_row(outcome)->unit, "month"))
        chart_axis_set_num_format(chart->y_axis, "yyyy-mm");
    if (g->n_x > 1) {
        chart_axis_set_min(chart->x_axis, g->x_value[0]);
        chart_axis_set_max(chart->x_axis, g->x_value[g->n_x - 1]);
    }
    chart_legend_set_position(chart, g->n_y == 1 ? LXW_CHART_LEGEND_NONE : LXW_CHART_LEGEND_BOTTOM);
    lxw_chart_options options = {.x_scale = 1.5, .y_scale = 1.2};
    note(p, worksheet_insert_chart_opt(p->sheet, (lxw_row_t)(row - 1), (lxw_col_t)(g->n_y + 2),
                                       chart, &options));
}

/* A block for each of what is shown, under each other. */
static void put_map(struct pages *p)
{
    enum { CHART_ROWS = 22 };
    struct study_grid g;
    struct diags unheard = diags_new(p->arena);
    int row = HEAD_ROW;
    bool is_fine = study_grid_find(p->t, &g, p->arena, &unheard) && g.kind != STUDY_BARS;
    if (!is_fine || g.n_x * g.n_y > MAP_CELLS || g.n_y > 1000) return;
    open_sheet(
        p, "Map", arena_format(p->arena, "%s: over %s", p->info->title, p->t->variable[g.x].key),
        g.kind == STUDY_HEAT
            ? arena_format(p->arena, "Down: %s. Across: %s.",
                           with_unit(p->arena, p->t->variable[g.x].key, p->t->variable[g.x].unit),
                           with_unit(p->arena, p->t->variable[g.y].key, p->t->variable[g.y].unit))
            : with_unit(p->arena, p->t->variable[g.x].key, p->t->variable[g.x].unit));
    if (p->error) return;
    note(p, worksheet_set_column(p->sheet, 0, 0, 24, NULL));
    note(p,
         worksheet_set_column(p->sheet, 1, (lxw_col_t)g.n_y, g.kind == STUDY_HEAT ? 11 : 20, NULL));
    worksheet_fit_to_pages(p->sheet, 1, 0);
    for (int k = 0; k < p->t->n_shown && k < CHARTS && !p->error; k++) {
        put_text(p, row, 0, outcome_head(p, p->t->shown[k]), LOOK_TITLE);
        put_map_heads(p, &g, p->t->shown[k], row + 1);
        put_map_values(p, &g, p->t->shown[k], row + 2);
        if (g.kind == STUDY_HEAT)
            colour_map(p, &g, row + 2);
        else
            add_chart(p, &g, p->t->shown[k], row + 2);
        row += g.kind == STUDY_LINES && g.n_x < CHART_ROWS ? CHART_ROWS + 4 : g.n_x + 4;
    }
    worksheet_freeze_panes(p->sheet, 0, 1);
}

/* ---- book ---------------------------------------------------------------------------------- */

static bool fits_on_sheet(const struct study_table *t, const char *path, struct diags *ds)
{
    if (t->n + FIRST_ROW <= SHEET_ROWS) return true;
    diag_error(ds, DIAG_OUTPUT, (struct place){path, 0, 0}, "--csv has no such limit",
               "%d points are more than the rows of a sheet", t->n);
    return false;
}

bool xlsx_study(const struct study_table *t, const struct xlsx_info *info, const char *path,
                struct arena *a, struct diags *ds)
{
    struct out_file out;
    struct pages p = {.t = t, .info = info, .arena = a};
    if (!fits_on_sheet(t, path, ds) || !out_open(a, path, &out, ds)) return false;
    out_detach(&out);
    find_columns(&p);
    p.is_large = (double)t->n * p.n_column > LARGE_CELLS;
    lxw_workbook_options options = {.constant_memory = p.is_large, .use_zip64 = LXW_FALSE};
    p.book = workbook_new_opt(out.temporary, &options);
    if (!p.book) {
        out_abandon(&out);
        diag_error(ds, DIAG_OUTPUT, (struct place){path, 0, 0}, NULL, "no workbook can be made");
        return false;
    }
    note(&p, xlsx_properties(p.book, info, a));
    make_looks(&p);
    put_study(&p);
    if (!p.error) put_points(&p);
    if (!p.error) put_map(&p);
    note(&p, workbook_close(p.book));
    if (!p.error) return out_commit(a, &out, ds);
    out_abandon(&out);
    diag_error(ds, DIAG_OUTPUT, (struct place){path, 0, 0}, NULL, "the workbook is not written: %s",
               lxw_strerror((lxw_error)p.error));
    return false;
}
