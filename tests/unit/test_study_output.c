/* What is told of a study's points: a table of ten thousand and one with failures, read back
   from CSV, JSON and a workbook; charts. */

#include <cJSON.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "input/xlsx_read.h"
#include "near.h"
#include "output/csv_study.h"
#include "output/json_study.h"
#include "output/study_figure.h"
#include "output/xlsx_study.h"

/* Points of two numbers, x from 1 and y from 10 in steps of 10, and a word; y is fastest. */
struct mock {
    struct arena arena;
    struct diags ds;
    int n_y;
    struct study_column column[3];
    struct outcome *point;
    struct study_table t;
};

static const char *text_of_point(const void *context, int v, int i)
{
    static const char *const tens[] = {"10", "20", "30",  "40",  "50",  "60", "70",
                                       "80", "90", "100", "110", "120", "130"};
    const struct mock *m = context;
    assert_true((size_t)m->n_y <= sizeof tens / sizeof *tens);
    if (v == 2) return "=cold, \"aisle\"";
    return v == 0 ? "x" : tens[i % m->n_y];
}

static double number_of_point(const void *context, int v, int i)
{
    const struct mock *m = context;
    return v == 0 ? 1 + i / m->n_y : 10 * (1 + i % m->n_y);
}

static double cost_of(double x, double y)
{
    return 1000 + (x - 2) * (x - 2) + (y - 20) * (y - 20) / 100;
}

static void blank(struct outcome *o)
{
    for (int k = 0; k < N_OUTCOME; k++) o->value[k] = (double)NAN;
}

/* n_x times n_y points; the last has failed, that before it breaks a limit. */
static void mock_make(struct mock *m, int n_x, int n_y)
{
    static struct input_text input[] = {{.path = "sites/x.ini", .sha256 = "0123"}};
    static const char *override[] = {"room.supply=20 degC"};
    *m = (struct mock){.arena = arena_new(NULL), .n_y = n_y};
    m->ds = diags_new(&m->arena);
    m->column[0] = (struct study_column){"room.hall.x", "K", true};
    m->column[1] = (struct study_column){"ups.main.y", "", true};
    m->column[2] = (struct study_column){"room.hall.word", "", false};
    int n = n_x * n_y;
    m->point = ARENA_ARRAY(&m->arena, struct outcome, (size_t)n);
    for (int i = 0; i < n; i++) {
        struct outcome *o = &m->point[i];
        blank(o);
        o->status = i == n - 1 ? POINT_FAILED : POINT_DONE;
        if (o->status == POINT_DONE) {
            o->value[M_PUE] = 1 + i / 7.0;
            o->value[M_MAX_INLET_C] = 20;
            o->value[M_ELECTRICITY_COST_PER_YEAR] =
                cost_of(number_of_point(m, 0, i), number_of_point(m, 1, i));
            o->value[O_FITS] = i != n - 2;
            o->value[O_RUNS_OUT] = 2028 * 12 + i % 12;
        }
        snprintf(o->text, sizeof o->text, "%s", i == n - 1 ? "no, \"never\"" : "fits; all's well");
    }
    m->t = (struct study_table){.command = "sweep",
                                .site = "x",
                                .title = "Site x",
                                .currency = "EUR",
                                .definition = "one\ntwo",
                                .n_input = 1,
                                .input = input,
                                .n_override = 1,
                                .override = override,
                                .n_variable = 3,
                                .variable = m->column,
                                .text = text_of_point,
                                .number = number_of_point,
                                .context = m,
                                .n = n,
                                .point = m->point};
    study_table_find(&m->t, NULL, 0);
}

static struct bytes read_back(struct mock *m, const char *path)
{
    struct bytes b;
    if (!file_read(&m->arena, path, &b, &m->ds)) fail_msg("cannot read %s", path);
    return b;
}

/* ---- what is found -------------------------------------------------------------------- */

static void table_finds(void **state)
{
    (void)state;
    struct mock m;
    mock_make(&m, 3, 3);
    assert_int_equal(m.t.key, M_ELECTRICITY_COST_PER_YEAR);
    assert_int_equal(m.t.shown[0], m.t.key);
    assert_int_equal(m.t.best, 4); /* x 2, y 20 */
    assert_int_equal(m.t.worst, 0);
    assert_int_equal(m.t.first, 0);
    assert_int_equal(m.t.n_failed, 1);
    assert_int_equal(m.t.n_broken, 1);
    for (int k = 0; k < m.t.n_shown; k++) /* the same everywhere: not shown */
        assert_int_not_equal(m.t.shown[k], M_MAX_INLET_C);
    assert_near(study_relative_pct(&m.t, m.t.key, 4), 100 * (1000. - 1002) / 1002, 1e-12);
    assert_true(isnan(study_relative_pct(&m.t, m.t.key, 8)));       /* failed */
    assert_true(isnan(study_relative_pct(&m.t, M_MAX_INLET_C, 4))); /* degC have no share */
    assert_true(isnan(study_relative_pct(&m.t, O_RUNS_OUT, 4)));
    int shown[] = {O_RUNS_OUT, M_PUE}; /* later is better, and the broken one is not best */
    study_table_find(&m.t, shown, 2);
    assert_int_equal(m.t.key, O_RUNS_OUT);
    assert_int_equal(m.t.best, 6);
    assert_int_equal(m.t.worst, 0);
    for (int i = 0; i < 8; i++) m.point[i].value[O_FITS] = 0; /* none fits: the best of all */
    study_table_find(&m.t, shown, 2);
    assert_int_equal(m.t.best, 7);
    for (int i = 0; i < 2; i++) m.point[i].status = POINT_FAILED;
    study_table_find(&m.t, NULL, 0);
    assert_int_equal(m.t.first, 2);
    assert_near(study_relative_pct(&m.t, M_ELECTRICITY_COST_PER_YEAR, 2), 0, 1e-12);
    arena_free(&m.arena);
}

/* ---- CSV ------------------------------------------------------------------------------ */

static double cell(struct mock *m, const struct csv *c, const char *head, int row)
{
    double x = (double)NAN;
    int k = csv_column(c, head);
    if (k < 0) fail_msg("no column %s", head);
    const char *s = c->cell[row * c->n_col + k];
    (void)m;
    if (*s) assert_true(text_number(text_of(s), &x));
    return x;
}

static void csv_reads_back(void **state)
{
    (void)state;
    struct mock m;
    struct csv c;
    mock_make(&m, 3, 3);
    assert_true(csv_study_write(&m.t, "test_study.csv", &m.arena, &m.ds));
    struct bytes b = read_back(&m, "test_study.csv");
    assert_true(csv_parse("test_study.csv", b.s, b.n, &c, &m.arena, &m.ds));
    assert_int_equal(c.n_row, 9);
    for (int i = 0; i < 9; i++) {
        assert_int_equal((int)cell(&m, &c, "point", i), i + 1);
        assert_true(cell(&m, &c, "room.hall.x [K]", i) == number_of_point(&m, 0, i));
        assert_true(cell(&m, &c, "ups.main.y", i) == number_of_point(&m, 1, i));
        /* as a person's spreadsheet may read it: not a formula */
        assert_string_equal(c.cell[i * c.n_col + csv_column(&c, "room.hall.word")],
                            "'=cold, \"aisle\"");
        for (int k = 0; k < N_OUTCOME; k++) {
            const struct metric_row *r = outcome_row(k);
            const char *head =
                strstr(r->unit, "money")
                    ? arena_format(&m.arena, "%s [%s]", r->key, study_unit(&m.t, k, &m.arena))
                    : r->key;
            if (k == O_RUNS_OUT) continue;
            double got = cell(&m, &c, head, i), want = study_value(&m.t, k, i);
            assert_true(isnan(want) ? isnan(got) : !memcmp(&got, &want, sizeof got));
        }
    }
    int month = csv_column(&c, "runs_out"), status = csv_column(&c, "status"),
        reason = csv_column(&c, "reason"), verdict = csv_column(&c, "verdict");
    assert_string_equal(c.cell[3 * c.n_col + month], "2028-04");
    assert_string_equal(c.cell[7 * c.n_col + status], "done");
    assert_string_equal(c.cell[7 * c.n_col + verdict], "fits; all's well");
    assert_string_equal(c.cell[8 * c.n_col + status], "failed");
    assert_string_equal(c.cell[8 * c.n_col + reason], "no, \"never\"");
    assert_string_equal(c.cell[8 * c.n_col + verdict], "");
    assert_string_equal(c.cell[8 * c.n_col + month], "");
    assert_near(cell(&m, &c, "pue_vs_first_pct", 7), 100, 1e-12);
    arena_free(&m.arena);
}

/* ---- JSON ------------------------------------------------------------------------------ */

static const cJSON *at(const cJSON *o, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, key);
    if (!item) fail_msg("no %s", key);
    return item;
}

static void json_reads_back(void **state)
{
    (void)state;
    struct mock m;
    mock_make(&m, 3, 3);
    FILE *f = fopen("test_study.json", "w");
    assert_true(json_study(&m.t, f, "test_study.json", &m.ds));
    fclose(f);
    struct bytes b = read_back(&m, "test_study.json");
    cJSON *o = cJSON_ParseWithLength(b.s, b.n);
    assert_non_null(o);
    assert_string_equal(at(o, "schema")->valuestring, "dcplan.sweep/1");
    assert_string_equal(at(o, "currency")->valuestring, "EUR");
    assert_string_equal(at(o, "definition")->child->next->valuestring, "two");
    assert_string_equal(at(at(o, "inputs")->child, "sha256")->valuestring, "0123");
    assert_int_equal(at(o, "n_failed")->valueint, 1);
    assert_int_equal(at(o, "n_broken")->valueint, 1);
    assert_int_equal(at(o, "best")->valueint, 5);
    assert_int_equal(cJSON_GetArraySize(at(o, "points")), 9);
    int i = 0;
    for (const cJSON *p = at(o, "points")->child; p; p = p->next, i++) {
        assert_int_equal(at(p, "point")->valueint, i + 1);
        assert_true(at(at(p, "values"), "room.hall.x")->valuedouble == number_of_point(&m, 0, i));
        assert_string_equal(at(at(p, "values"), "room.hall.word")->valuestring, "=cold, \"aisle\"");
        for (int k = 0; k < N_OUTCOME; k++) {
            const cJSON *x = at(at(p, "metrics"), outcome_row(k)->key);
            if (isnan(study_value(&m.t, k, i)))
                assert_true(cJSON_IsNull(x));
            else if (k != O_RUNS_OUT)
                assert_true(x->valuedouble == study_value(&m.t, k, i));
        }
        assert_true(i < 8 ? cJSON_IsNull(at(p, "reason")) : cJSON_IsNull(at(p, "fits")));
        if (i < 7) assert_true(cJSON_IsTrue(at(p, "fits")));
        if (i == 7) assert_true(cJSON_IsFalse(at(p, "fits")));
        if (i == 8) assert_string_equal(at(p, "reason")->valuestring, "no, \"never\"");
    }
    cJSON_Delete(o);
    arena_free(&m.arena);
}

/* ---- workbook ---------------------------------------------------------------------------- */

static const char *sheet_cell(const struct xlsx_sheet *s, int row, int column)
{
    for (int i = 0; i < s->n; i++)
        if (s->cell[i].row == row && s->cell[i].column == column) return s->cell[i].text;
    return "";
}

static int head_column(const struct xlsx_sheet *s, const char *head)
{
    for (int i = 0; i < s->n; i++)
        if (s->cell[i].row == 4 && !strcmp(s->cell[i].text, head)) return s->cell[i].column;
    fail_msg("no column %s", head);
    return 0;
}

static void check_number(const char *text, double want)
{
    double x;
    assert_true(text_number(text_of(text), &x));
    assert_near(x, want, 1e-14);
}

static void check_book(struct mock *m, const char *path)
{
    struct xlsx_book book;
    static const struct xlsx_info info = {
        .title = "Site x", .version = "1", .date = "2026-02-01", .scenario = "x"};
    assert_true(xlsx_study(&m->t, &info, path, &m->arena, &m->ds));
    struct bytes b = read_back(m, path);
    assert_true(xlsx_read(path, b.s, b.n, &book, &m->arena, &m->ds));
    const struct xlsx_sheet *s = xlsx_sheet(&book, "Points");
    int n = m->t.n, cost = head_column(s, "Electricity bill [EUR]"),
        relative = head_column(s, "Electricity bill, to point 1"),
        status = head_column(s, "Status"), fits = head_column(s, "Fits"),
        words = head_column(s, "Limits, or why it failed"), x = head_column(s, "room.hall.x [K]");
    for (int i = 0; i < n - 1; i += 1 + (n - 3) * (n > 100)) { /* ends of a long one */
        check_number(sheet_cell(s, 5 + i, 1), i + 1);
        check_number(sheet_cell(s, 5 + i, x), number_of_point(m, 0, i));
        check_number(sheet_cell(s, 5 + i, cost), study_value(&m->t, m->t.key, i));
        check_number(sheet_cell(s, 5 + i, relative), study_relative_pct(&m->t, m->t.key, i) / 100);
        assert_string_equal(sheet_cell(s, 5 + i, fits), i == n - 2 ? "no" : "yes");
    }
    assert_string_equal(sheet_cell(s, 4 + n, status), "failed");
    assert_string_equal(sheet_cell(s, 4 + n, cost), "");
    assert_string_equal(sheet_cell(s, 4 + n, relative), "");
    assert_string_equal(sheet_cell(s, 4 + n, words), "no, \"never\"");
    assert_string_equal(sheet_cell(s, 5 + n, 1), "");
    s = xlsx_sheet(&book, "Study");
    bool has_hash = false;
    for (int i = 0; i < s->n; i++) has_hash |= !strcmp(s->cell[i].text, "0123  sites/x.ini");
    assert_true(has_hash);
}

static void book_reads_back(void **state)
{
    (void)state;
    struct mock m;
    struct xlsx_book book;
    mock_make(&m, 3, 3);
    check_book(&m, "test_study.xlsx");
    struct bytes b = read_back(&m, "test_study.xlsx");
    assert_true(xlsx_read("test_study.xlsx", b.s, b.n, &book, &m.arena, &m.ds));
    const struct xlsx_sheet *map = xlsx_sheet(&book, "Map"); /* x down, y across */
    assert_string_equal(sheet_cell(map, 4, 1), "Electricity bill [EUR]");
    check_number(sheet_cell(map, 5, 3), 20);
    check_number(sheet_cell(map, 7, 1), 2);
    check_number(sheet_cell(map, 7, 3), 1000);
    assert_string_equal(sheet_cell(map, 8, 4), ""); /* failed */
    arena_free(&m.arena);
}

/* Row by row, without a table: the same cells. */
static void large_book_reads_back(void **state)
{
    (void)state;
    struct mock m;
    mock_make(&m, 2000, 10);
    check_book(&m, "test_large_study.xlsx");
    arena_free(&m.arena);
}

/* ---- charts -------------------------------------------------------------------------------- */

static int count_marks(const struct scene *s, enum mark_kind kind, const char *text)
{
    int n = 0;
    for (int i = 0; i < s->n; i++)
        n += s->mark[i].kind == kind && (!text || strstr(s->mark[i].text, text));
    return n;
}

static const struct scene *scene_of(struct mock *m, struct typeset *type)
{
    struct study_grid g;
    assert_true(study_grid_find(&m->t, &g, &m->arena, &m->ds));
    const struct scene *s = study_figure_scene(&m->t, &g, type, &m->arena);
    for (int i = 0; i < s->n; i++) { /* all of it on the page */
        struct rect b =
            s->mark[i].kind == MARK_TEXT ? mark_text_box(&s->mark[i]) : (struct rect){0, 0, 1, 1};
        assert_true(b.x >= -0.5 && b.y >= -0.5 && b.x + b.w <= s->width + 0.5 &&
                    b.y + b.h <= s->height + 0.5);
    }
    return s;
}

static void map_is_drawn(void **state)
{
    (void)state;
    struct mock m;
    mock_make(&m, 5, 3);
    struct typeset *type = typeset_new(&m.arena);
    const struct scene *s = scene_of(&m, type);
    assert_int_equal(count_marks(s, MARK_TEXT,
                                 "Electricity bill is least, 1,000 EUR, at "
                                 "room.hall.x = x, ups.main.y = 20"),
                     1);
    assert_int_equal(count_marks(s, MARK_TEXT, "best point"), m.t.n_shown);
    assert_int_equal(count_marks(s, MARK_TEXT, "a limit is broken"), m.t.n_shown);
    assert_int_equal(count_marks(s, MARK_TEXT, "could not be simulated"), m.t.n_shown);
    assert_int_equal(count_marks(s, MARK_CELLS, NULL), 2 * m.t.n_shown); /* and the scale's */
    assert_true(count_marks(s, MARK_LINE, NULL) > 4);
    bool has_grid = false;
    for (int i = 0; i < s->n; i++)
        has_grid |=
            s->mark[i].kind == MARK_CELLS && s->mark[i].columns == 5 && s->mark[i].rows == 3;
    assert_true(has_grid);
    typeset_free(type);
    arena_free(&m.arena);
}

static void lines_are_drawn(void **state)
{
    (void)state;
    struct mock m;
    mock_make(&m, 6, 1); /* y does not change */
    struct typeset *type = typeset_new(&m.arena);
    const struct scene *s = scene_of(&m, type);
    assert_int_equal(count_marks(s, MARK_TEXT, "room.hall.x, K"), 1);
    assert_int_equal(count_marks(s, MARK_TEXT, "Electricity bill, EUR"), 1);
    assert_int_equal(count_marks(s, MARK_TEXT, "could not be simulated"), 1);
    typeset_free(type);
    arena_free(&m.arena);
}

static void bars_are_drawn(void **state)
{
    (void)state;
    struct mock m;
    mock_make(&m, 1, 1);
    m.column[0].is_number = m.column[1].is_number = false;
    struct typeset *type = typeset_new(&m.arena);
    m.point[0].status = POINT_DONE;
    m.point[0].value[M_PUE] = 1.5;
    study_table_find(&m.t, NULL, 0);
    const struct scene *s = scene_of(&m, type);
    assert_int_equal(count_marks(s, MARK_TEXT, "1.500"), 1);
    typeset_free(type);
    arena_free(&m.arena);
}

static void kinds_of_pictures(void **state)
{
    (void)state;
    struct mock m;
    mock_make(&m, 3, 3);
    assert_int_equal(study_figure_kind("a/b.SVG", &m.ds), STUDY_FIGURE_SVG);
    assert_int_equal(study_figure_kind("x.pdf", &m.ds), STUDY_FIGURE_PDF);
    assert_int_equal(study_figure_kind("x.png", &m.ds), STUDY_FIGURE_PNG);
    assert_int_equal(m.ds.n_error, 0);
    assert_int_equal(study_figure_kind("x.svg/y", &m.ds), STUDY_FIGURE_NONE);
    assert_int_equal(study_figure_kind("svg", &m.ds), STUDY_FIGURE_NONE);
    assert_int_equal(m.ds.n_error, 2);
    arena_free(&m.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_finds),           cmocka_unit_test(csv_reads_back),
        cmocka_unit_test(json_reads_back),       cmocka_unit_test(book_reads_back),
        cmocka_unit_test(large_book_reads_back), cmocka_unit_test(map_is_drawn),
        cmocka_unit_test(lines_are_drawn),       cmocka_unit_test(bars_are_drawn),
        cmocka_unit_test(kinds_of_pictures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
