#include "output/xlsx_montecarlo.h"

#include <math.h>
#include <string.h>

#include "base/calendar.h"
#include "base/file.h"
#include "output/xlsx_base.h"

enum { TITLE_ROW, NOTE_ROW, HEAD_ROW = 3, FIRST_ROW, SHEET_ROWS = 1048576, LARGE_CELLS = 100000 };
static const double days_to_1970 = 25569; /* of a sheet's calendar */

enum look { LOOK_TITLE, LOOK_NOTE, LOOK_HEAD, LOOK_TEXT, LOOK_NUMBER, LOOK_MONTH, N_LOOK };
enum { DECIMALS = 7 };

struct pages {
    const struct montecarlo *m;
    const struct study_table *t;
    const struct xlsx_info *info;
    struct arena *arena;
    lxw_workbook *book;
    lxw_worksheet *sheet;
    lxw_format *look[N_LOOK], *decimals[DECIMALS];
    int error;
};

static void note(struct pages *p, lxw_error e)
{
    if (e != LXW_NO_ERROR && !p->error) p->error = (int)e;
}

static void make_looks(struct pages *p)
{
    static const char *const formats[DECIMALS] = {
        "#,##0", "#,##0.0", "#,##0.00", "#,##0.000", "#,##0.0000", "#,##0.00000", "#,##0.000000"};
    for (int i = 0; i < N_LOOK + DECIMALS; i++) {
        lxw_format *f = workbook_add_format(p->book);
        format_set_font_name(f, "Arial");
        format_set_font_size(f, 9);
        if (i < N_LOOK)
            p->look[i] = f;
        else
            format_set_num_format(p->decimals[i - N_LOOK] = f, formats[i - N_LOOK]);
    }
    format_set_bold(p->look[LOOK_TITLE]);
    format_set_font_size(p->look[LOOK_TITLE], 14);
    format_set_font_color(p->look[LOOK_TITLE], XLSX_NAVY);
    format_set_font_color(p->look[LOOK_NOTE], XLSX_GREY);
    format_set_bold(p->look[LOOK_HEAD]);
    format_set_font_color(p->look[LOOK_HEAD], LXW_COLOR_WHITE);
    format_set_bg_color(p->look[LOOK_HEAD], XLSX_NAVY);
    format_set_text_wrap(p->look[LOOK_HEAD]);
    format_set_num_format(p->look[LOOK_MONTH], "yyyy-mm");
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

static bool is_date(int outcome)
{
    return !strcmp(outcome_row(outcome)->unit, "month");
}

static double sheet_value(int outcome, double x)
{
    return is_date(outcome) && isfinite(x)
               ? (double)date_days(date_of_month((int)floor(x))) + days_to_1970
               : x;
}

static lxw_format *format_of(const struct pages *p, int outcome)
{
    int decimals = outcome_row(outcome)->decimals + 1;
    if (is_date(outcome)) return p->look[LOOK_MONTH];
    return decimals < DECIMALS ? p->decimals[decimals] : p->look[LOOK_NUMBER];
}

static void put_outcome(struct pages *p, int row, int column, int outcome, double x)
{
    if (isinf(x) && is_date(outcome))
        put_text(p, row, column, "never", LOOK_TEXT);
    else
        put_number(p, row, column, sheet_value(outcome, x), format_of(p, outcome));
}

static void open_sheet(struct pages *p, const char *name, const char *words)
{
    p->sheet = workbook_add_worksheet(p->book, name);
    if (!p->sheet) {
        note(p, LXW_ERROR_SHEETNAME_ALREADY_USED);
        return;
    }
    worksheet_set_landscape(p->sheet);
    worksheet_set_paper(p->sheet, XLSX_PAPER_A4);
    worksheet_fit_to_pages(p->sheet, 1, 0);
    note(p, worksheet_set_footer(p->sheet, arena_format(p->arena, "&Ldcplan %s, %s&RPage &P of &N",
                                                        p->info->version, p->info->date)));
    put_text(p, TITLE_ROW, 0, arena_format(p->arena, "%s: %s", p->info->title, name), LOOK_TITLE);
    put_text(p, NOTE_ROW, 0, words, LOOK_NOTE);
    note(p, worksheet_set_column(p->sheet, 0, 0, 44, NULL));
    note(p, worksheet_set_column(p->sheet, 1, 60, 14, NULL));
}

static void put_heads(struct pages *p, const char *const *head, int n)
{
    for (int i = 0; i < n; i++) put_text(p, HEAD_ROW, i, head[i], LOOK_HEAD);
    worksheet_freeze_panes(p->sheet, FIRST_ROW, 1);
}

static const char *unit_of(const struct pages *p, int outcome)
{
    return is_date(outcome) ? "" : study_unit(p->t, outcome, p->arena);
}

/* ---- summary ------------------------------------------------------------------------------ */

/* Where the outcome's draws stand: "Draws!$F$5:$F$1004". */
static const char *draws_of(const struct pages *p, int spread)
{
    char first[LXW_MAX_CELL_NAME_LENGTH], last[LXW_MAX_CELL_NAME_LENGTH];
    lxw_col_t column = (lxw_col_t)(2 + p->m->n_input + spread);
    lxw_rowcol_to_cell_abs(first, FIRST_ROW, column, 1, 1);
    lxw_rowcol_to_cell_abs(last, (lxw_row_t)(FIRST_ROW + p->m->request.draws - 1), column, 1, 1);
    return arena_format(p->arena, "Draws!%s:%s", first, last);
}

/* What the formula says, x now.  Dates have none: of months, not days, and some never come. */
static void put_live(struct pages *p, int row, int column, const struct outcome_spread *s,
                     const char *formula, double x)
{
    if (is_date(s->outcome) || !isfinite(x)) {
        put_outcome(p, row, column, s->outcome, x);
        return;
    }
    note(p, worksheet_write_formula_num(p->sheet, (lxw_row_t)row, (lxw_col_t)column, formula,
                                        format_of(p, s->outcome), x));
}

static void put_summary_row(struct pages *p, int row, int i)
{
    const struct outcome_spread *s = &p->m->spread[i];
    struct arena *a = p->arena;
    const char *draws = draws_of(p, i);
    int column = 3;
    put_text(p, row, 0, outcome_row(s->outcome)->label, LOOK_TEXT);
    put_text(p, row, 1, unit_of(p, s->outcome), LOOK_TEXT);
    put_outcome(p, row, 2, s->outcome, s->centre);
    for (int q = 0; q < N_QUANTILE; q++)
        put_live(p, row, column++, s,
                 arena_format(a, "=PERCENTILE(%s,%g)", draws, quantile_shares[q]),
                 s->quantile[q].value);
    put_live(p, row, column++, s, arena_format(a, "=AVERAGE(%s)", draws), s->mean);
    if (is_date(s->outcome))
        put_number(p, row, column++, s->sd, p->decimals[1]);
    else
        put_live(p, row, column++, s, arena_format(a, "=STDEV(%s)", draws), s->sd);
    put_live(p, row, column++, s, arena_format(a, "=MIN(%s)", draws), s->least);
    put_live(p, row, column++, s, arena_format(a, "=MAX(%s)", draws), s->greatest);
    put_outcome(p, row, column++, s->outcome, s->quantile[QUANTILE_90].low);
    put_outcome(p, row, column++, s->outcome, s->quantile[QUANTILE_90].high);
    put_number(p, row, column++, s->n, p->decimals[0]);
    put_number(p, row, column, s->n_never, p->decimals[0]);
}

static void put_summary(struct pages *p)
{
    static const char *const head[] = {"Outcome",  "Unit",   "As it is",  "P10",   "P50",
                                       "P90",      "Mean",   "Deviation", "Least", "Greatest",
                                       "P90 from", "P90 to", "Draws",     "Never"};
    const struct montecarlo_request *q = &p->m->request;
    const char *fits =
        isnan(p->m->fits) ? "" : arena_format(p->arena, "; fits in %.4g %%", 100 * p->m->fits);
    open_sheet(
        p, "Summary",
        arena_format(p->arena,
                     "%d draws (%s, seed %llu) of %d uncertain values, %d failed%s. P90 from "
                     "and to: 95 %% confidence; deviations of dates are in months.",
                     q->draws, sampling_words[q->sampling], (unsigned long long)q->seed,
                     p->m->n_input, p->m->n_failed, fits));
    if (p->error) return;
    put_heads(p, head, sizeof head / sizeof *head);
    int row = FIRST_ROW;
    for (int i = 0; i < p->m->n_spread; i++) put_summary_row(p, row++, i);
    for (int i = 0; i < p->m->n_broken; i++, row++) {
        put_text(p, row + 1, 0, arena_format(p->arena, "breaks first: %s", p->m->broken[i].text),
                 LOOK_TEXT);
        put_number(p, row + 1, 12, p->m->broken[i].n, p->decimals[0]);
    }
}

/* ---- inputs and draws ---------------------------------------------------------------------- */

static void put_inputs(struct pages *p)
{
    static const char *const head[] = {"Input", "Unit", "As it is",         "P10",
                                       "P50",   "P90",  "As a file says it"};
    open_sheet(p, "Inputs",
               "What varies, and how. Of lists and curves: how far all numbers are off.");
    if (p->error) return;
    put_heads(p, head, sizeof head / sizeof *head);
    for (int k = 0; k < p->m->n_input; k++) {
        const struct uncertain *x = &p->m->input[k];
        put_text(p, FIRST_ROW + k, 0, x->key.key, LOOK_TEXT);
        put_text(p, FIRST_ROW + k, 1, x->unit, LOOK_TEXT);
        put_number(p, FIRST_ROW + k, 2, x->centre, p->look[LOOK_NUMBER]);
        put_number(p, FIRST_ROW + k, 3, x->p10, p->look[LOOK_NUMBER]);
        put_number(p, FIRST_ROW + k, 4, x->p50, p->look[LOOK_NUMBER]);
        put_number(p, FIRST_ROW + k, 5, x->p90, p->look[LOOK_NUMBER]);
        put_text(p, FIRST_ROW + k, 6, x->words, LOOK_TEXT);
    }
}

static void put_draw(struct pages *p, int i)
{
    const struct montecarlo *m = p->m;
    bool is_failed = p->t->point[i].status == POINT_FAILED;
    int row = FIRST_ROW + i, column = 0;
    put_number(p, row, column++, i + 1, p->decimals[0]);
    for (int k = 0; k < m->n_input; k++)
        put_number(p, row, column++, montecarlo_number(m, i, k), p->look[LOOK_NUMBER]);
    put_text(p, row, column++, is_failed ? p->t->point[i].text : "done", LOOK_TEXT);
    for (int s = 0; s < m->n_spread; s++, column++) {
        int outcome = m->spread[s].outcome;
        double x = study_value(p->t, outcome, i);
        if (isnan(x) && is_date(outcome) && !is_failed) x = HUGE_VAL;
        put_outcome(p, row, column, outcome, x);
    }
}

static const char *head_of(const struct pages *p, const char *name, const char *unit)
{
    return *unit ? arena_format(p->arena, "%s [%s]", name, unit) : name;
}

static void put_draws(struct pages *p)
{
    struct arena *keep = p->arena;
    struct arena scratch = arena_new(keep->out_of_memory);
    int column = 0;
    open_sheet(p, "Draws", "One row for each draw: its inputs, and what came of them.");
    if (p->error) return;
    put_text(p, HEAD_ROW, column++, "Draw", LOOK_HEAD);
    for (int k = 0; k < p->m->n_input; k++)
        put_text(p, HEAD_ROW, column++, head_of(p, p->m->input[k].key.key, p->m->input[k].unit),
                 LOOK_HEAD);
    put_text(p, HEAD_ROW, column++, "Status", LOOK_HEAD);
    for (int s = 0; s < p->m->n_spread; s++) {
        int outcome = p->m->spread[s].outcome;
        put_text(p, HEAD_ROW, column++,
                 head_of(p, outcome_row(outcome)->label, unit_of(p, outcome)), LOOK_HEAD);
    }
    p->arena = &scratch;
    for (int i = 0; i < p->t->n && !p->error; i++) {
        struct arena_mark mark = arena_mark(&scratch);
        put_draw(p, i);
        arena_release(&scratch, mark);
    }
    p->arena = keep;
    arena_free(&scratch);
    worksheet_freeze_panes(p->sheet, FIRST_ROW, 1);
}

/* ---- what is shown --------------------------------------------------------------------------- */

static void put_influence(struct pages *p)
{
    static const char *const head[] = {
        "Input", "Outcome",     "At its P10", "At its P90", "Rank correlation",
        "Slope", "First order", "+/-",        "Total",      "+/-"};
    int row = FIRST_ROW;
    open_sheet(p, "Influence",
               "The outcome with one input low and high, all else as it is; correlations over the "
               "draws; Sobol' indices where they were asked for.");
    if (p->error) return;
    put_heads(p, head, sizeof head / sizeof *head);
    for (int i = 0; i < p->m->n_shown; i++) {
        const struct shown_outcome *s = &p->m->shown[i];
        for (int k = 0; k < p->m->n_input; k++, row++) {
            const struct influence *x = &s->influence[k];
            const double numbers[] = {x->rank,        x->slope,
                                      x->index.first, x->index.first_half,
                                      x->index.total, x->index.total_half};
            put_text(p, row, 0, p->m->input[x->input].key.key, LOOK_TEXT);
            put_text(p, row, 1, outcome_row(s->outcome)->key, LOOK_TEXT);
            put_outcome(p, row, 2, s->outcome, x->low);
            put_outcome(p, row, 3, s->outcome, x->high);
            for (int c = 0; c < 6; c++) put_number(p, row, 4 + c, numbers[c], p->decimals[3]);
        }
    }
}

static void put_convergence(struct pages *p)
{
    static const char *const head[] = {"Outcome", "Draws", "Mean", "P10", "from", "to",
                                       "P50",     "from",  "to",   "P90", "from", "to"};
    int row = FIRST_ROW;
    open_sheet(p, "Convergence", "By the first draws; from and to: 95 % confidence.");
    if (p->error) return;
    put_heads(p, head, sizeof head / sizeof *head);
    for (int i = 0; i < p->m->n_shown; i++) {
        const struct shown_outcome *s = &p->m->shown[i];
        for (int k = 0; k < s->n_convergence; k++, row++) {
            const struct convergence *c = &s->convergence[k];
            put_text(p, row, 0, outcome_row(s->outcome)->key, LOOK_TEXT);
            put_number(p, row, 1, c->n, p->decimals[0]);
            put_outcome(p, row, 2, s->outcome, c->mean);
            for (int q = 0; q < N_QUANTILE; q++) {
                put_outcome(p, row, 3 + 3 * q, s->outcome, c->quantile[q].value);
                put_outcome(p, row, 4 + 3 * q, s->outcome, c->quantile[q].low);
                put_outcome(p, row, 5 + 3 * q, s->outcome, c->quantile[q].high);
            }
        }
    }
}

/* ---- all of it ------------------------------------------------------------------------------- */

static bool cannot(const char *path, const char *why, struct diags *ds)
{
    diag_error(ds, DIAG_OUTPUT, (struct place){path, 0, 0}, NULL, "the workbook is not written: %s",
               why);
    return false;
}

bool xlsx_montecarlo(const struct montecarlo *m, const struct xlsx_info *info, const char *path,
                     struct arena *a, struct diags *ds)
{
    struct out_file out;
    struct study_table t = montecarlo_table(m, a);
    struct pages p = {.m = m, .t = &t, .info = info, .arena = a};
    if (t.n > SHEET_ROWS - FIRST_ROW) return cannot(path, "a sheet has 1,048,576 rows", ds);
    if (!out_open(a, path, &out, ds)) return false;
    out_detach(&out);
    bool is_large = (double)t.n * (m->n_input + m->n_spread) > LARGE_CELLS;
    lxw_workbook_options options = {.constant_memory = is_large, .use_zip64 = LXW_FALSE};
    p.book = workbook_new_opt(out.temporary, &options);
    if (!p.book) {
        out_abandon(&out);
        return cannot(path, "no workbook can be made", ds);
    }
    note(&p, xlsx_properties(p.book, info, a));
    make_looks(&p);
    put_summary(&p);
    if (!p.error) put_inputs(&p);
    if (!p.error) put_draws(&p);
    if (!p.error) put_influence(&p);
    if (!p.error) put_convergence(&p);
    note(&p, workbook_close(p.book));
    if (!p.error) return out_commit(a, &out, ds);
    out_abandon(&out);
    return cannot(path, lxw_strerror((lxw_error)p.error), ds);
}
