/* The workbook: formulas without buried numbers, text that stays text, the same
   bytes twice, whole or not at all. */

#include "near.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "mock_book.h"

struct fixture {
    struct arena arena;
    struct diags diags;
    char folder[64];
};

static int setup(void **state)
{
    static struct fixture f; /* tests run one after another */
    f.arena = arena_new(NULL);
    f.diags = diags_new(&f.arena);
    strcpy(f.folder, "/tmp/dcplan-xlsx-XXXXXX");
    *state = &f;
    return mkdtemp(f.folder) ? 0 : -1;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    static const char *const names[] = {"a.xlsx", "b.xlsx"};
    for (int i = 0; i < 2; i++) (void)unlink(arena_format(&f->arena, "%s/%s", f->folder, names[i]));
    int left = rmdir(f->folder);
    arena_free(&f->arena);
    return left; /* a temporary that stayed behind fails here */
}

static struct grid *book_of(struct fixture *f, struct mock_options o, bool has_prices)
{
    struct result *r = mock_billed(&f->arena, &o, has_prices, &f->diags);
    assert_non_null(r);
    struct grid *g = book_make(r, "0.0.0", &f->arena, &f->diags);
    assert_non_null(g);
    assert_int_equal(f->diags.n_error, 0);
    return g;
}

/* Numbers in a formula that are not part of a cell address or of a text. */
static bool literals_allowed(const char *s)
{
    static const double allowed[] = {0, 1, 12, 24, 100, 1000, 8760};
    for (char before = '='; *s; before = *s++) {
        if (*s == '"' || *s == '\'') {
            char quote = *s;
            while (*++s != quote) assert_true(*s);
        } else if (isdigit((unsigned char)*s) && !isalnum((unsigned char)before) && before != '$') {
            char *end;
            double x = strtod(s, &end);
            bool ok = false;
            for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
                ok = ok || !(x < allowed[i] || x > allowed[i]);
            if (!ok) return false;
            s = end - 1;
        } else {
            while (isalnum((unsigned char)*s) && isalnum((unsigned char)s[1])) s++;
        }
    }
    return true;
}

static void check_formula(const struct grid_cell *c)
{
    static const char *const banned[] = {"OFFSET", "INDIRECT", "LET(", "FILTER", "XLOOKUP", "#"};
    assert_true(c->formula[0] == '=');
    if (!literals_allowed(c->formula)) fail_msg("a number in %s", c->formula);
    for (size_t i = 0; i < sizeof banned / sizeof *banned; i++)
        assert_null(strstr(c->formula, banned[i]));
    assert_true(isfinite(c->number) || c->text);
    if (strlen(c->formula) > 400) fail_msg("too long: %s", c->formula);
}

static int check_formulas(struct fixture *f, const struct grid *g)
{
    int n = 0;
    for (int s = 0; s < grid_sheets(g); s++) {
        struct grid_view v = grid_view(g, s);
        for (int r = 0; r < v.n_row; r++)
            for (int c = 0; c < v.n_column; c++) {
                struct grid_cell cell = grid_cell(g, s, r, c, &f->arena);
                if (!cell.formula) continue;
                check_formula(&cell);
                n++;
            }
    }
    return n;
}

static void test_formulas(void **state)
{
    struct fixture *f = *state;
    assert_true(check_formulas(f, book_of(f, (struct mock_options){0}, true)) > 200);
    assert_true(check_formulas(f, book_of(f, (struct mock_options){0}, false)) > 200);
}

static void test_scanner(void **state)
{
    (void)state;
    assert_true(literals_allowed("=G5*$D$6+IF(A1>0,1000,12)"));
    assert_true(literals_allowed("='Data 2024'!G5&\"1.35\""));
    assert_false(literals_allowed("=G5*1.05"));
    assert_false(literals_allowed("=G5*2"));
    assert_false(literals_allowed("=MAX(0.65,G5)"));
}

static void test_values(void **state)
{
    struct fixture *f = *state;
    struct mock_options o = {0};
    struct result *r = mock_billed(&f->arena, &o, true, &f->diags);
    struct grid *g = book_make(r, "0.0.0", &f->arena, &f->diags);
    assert_non_null(g);
    assert_near(grid_number(g, "m_pue", GRID_CONSTANT), r->metric[M_PUE], 1e-12);
    assert_near(grid_number(g, "pue", 3), r->month[3].pue, 1e-15);
    assert_near(grid_number(g, "year_cost", GRID_CONSTANT), r->bill->year_cost, 1e-12);
    for (int m = 0; m < MONTHS; m++)
        assert_near(grid_number(g, "month_cost", m), r->bill->month_cost[m], 1e-12);
    assert_string_equal(grid_text(g, "check_all", GRID_CONSTANT), "OK");
    assert_near(grid_table_number(g, "limits", "margin", 0), r->limit[0].margin, 1e-15);
    double share = 0;
    for (int i = 0; i < r->n_part; i++)
        if (r->part[i].energy_kwh > 0)
            share +=
                grid_number(g, arena_format(&f->arena, "share_%s", r->part[i].key), GRID_CONSTANT);
    assert_near(share, 1, 1e-14);
}

static void test_missing_price(void **state)
{
    struct fixture *f = *state;
    struct grid *g = book_of(f, (struct mock_options){0}, false);
    assert_true(isnan(grid_number(g, "year_cost", GRID_CONSTANT)));
    assert_string_equal(grid_text(g, "check_lines", GRID_CONSTANT), "no data");
    assert_string_equal(grid_text(g, "check_all", GRID_CONSTANT), "OK");
}

static void test_wrong_energy_is_found(void **state)
{
    struct fixture *f = *state;
    struct mock_options o = {0};
    struct result *r = mock_billed(&f->arena, &o, true, &f->diags);
    r->month[4].facility_kwh *= 1.000001;
    struct grid *g = book_make(r, "0.0.0", &f->arena, &f->diags);
    assert_non_null(g);
    assert_string_equal(grid_text(g, "check_facility", GRID_CONSTANT), "FAIL");
    assert_string_equal(grid_text(g, "check_all", GRID_CONSTANT), "FAIL");
}

static void hash_of(struct fixture *f, const char *name, char out[SHA256_TEXT])
{
    struct bytes b;
    const char *path = arena_format(&f->arena, "%s/%s", f->folder, name);
    assert_true(file_read(&f->arena, path, &b, &f->diags));
    assert_true(b.n > 10000);
    assert_memory_equal(b.s, "PK", 2);
    sha256_text(b.s, b.n, out);
}

static void test_same_bytes(void **state)
{
    struct fixture *f = *state;
    struct mock_options o = {.title = "=HYPERLINK(\"x\") 机房 A \x01 \xFF"};
    char hash[2][SHA256_TEXT];
    static const char *const names[] = {"a.xlsx", "b.xlsx"};
    for (int i = 0; i < 2; i++) {
        struct result *r = mock_billed(&f->arena, &o, true, &f->diags);
        const char *path = arena_format(&f->arena, "%s/%s", f->folder, names[i]);
        assert_true(mock_workbook(r, path, &f->arena, &f->diags));
        hash_of(f, names[i], hash[i]);
        if (!i) sleep(2); /* zip keeps times in steps of two seconds */
    }
    assert_string_equal(hash[0], hash[1]);
    assert_int_equal(f->diags.n_error, 0);
}

static void test_full_disk(void **state)
{
    struct fixture *f = *state;
    struct mock_options o = {0};
    struct result *r = mock_billed(&f->arena, &o, true, &f->diags);
    assert_false(mock_workbook(r, "/dev/full", &f->arena, &f->diags));
    assert_true(f->diags.n_error > 0);
    assert_int_equal(f->diags.item[f->diags.n - 1].class, DIAG_OUTPUT);
    assert_false(mock_workbook(r, "/nonexistent/x.xlsx", &f->arena, &f->diags));
}

/* Non-finite numbers, long text and control characters never reach the file as
   they are; the library would take them. */
static void test_odd_cells(void **state)
{
    struct fixture *f = *state;
    struct grid *g = grid_new(&f->arena);
    int s = grid_sheet(g, "Odd", "Odd", 0, NULL);
    char *longest = arena_make(&f->arena, 1, 40001);
    memset(longest, 'x', 40000);
    grid_row(g, s, &(struct grid_row){.kind = GRID_TEXT, .label = longest, .text = "+1"});
    grid_row(g, s,
             &(struct grid_row){
                 .kind = GRID_INPUT, .key = "inf", .label = "\x02", .number = (double)INFINITY});
    grid_row(g, s, &(struct grid_row){.kind = GRID_INPUT, .key = "c", .number = (double)NAN});
    assert_true(grid_eval(g, &f->diags));
    struct xlsx_info info = {.title = "x"};
    const char *path = arena_format(&f->arena, "%s/a.xlsx", f->folder);
    assert_true(xlsx_write(g, &info, path, &f->arena, &f->diags));
}

static int sheet_named(const struct grid *g, const char *name)
{
    for (int s = 0; s < grid_sheets(g); s++)
        if (strcmp(grid_view(g, s).name, name) == 0) return s;
    return -1;
}

/* One row a state after that of nothing lost, and the tightest of the limits first. */
static void test_failures(void **state)
{
    struct fixture *f = *state;
    struct grid *g = book_of(f, (struct mock_options){.n_failure = 5}, true);
    assert_true(check_formulas(f, g) > 250);
    assert_near(grid_table_number(g, "failures", "served_kw", 0), 102.4, 1e-12);
    assert_near(grid_table_number(g, "failures", "dropped_kw", 1), 51.2, 1e-12);
    assert_near(grid_table_number(g, "failures", "dropped_share", 1), 0.5, 1e-12);
    assert_near(grid_table_number(g, "failures", "alike", 2), 4, 1e-12);
    assert_near(grid_table_number(g, "failures", "room_margin_k", 3), -1.5, 1e-12);
    assert_true(isnan(grid_table_number(g, "failures", "psu", 1)));
    struct grid_range all;
    assert_true(grid_range(g, "failures.state", &all));
    assert_int_equal(all.row1 - all.row0, 5);
    assert_true(isnan(grid_table_number(g, "failure_limits", "margin", 0))); /* of zero */
    double last = -2;
    for (int i = 3; i < 13; i++) {
        double margin = grid_table_number(g, "failure_limits", "margin", i);
        if (isnan(margin)) continue;
        assert_true(margin >= last);
        last = margin;
    }
    int sheet = sheet_named(g, "Failure limits");
    assert_true(sheet >= 0);
    struct grid_view v = grid_view(g, sheet);
    assert_int_equal(v.filter_last - v.filter_row, 20);
    assert_int_equal(v.freeze_row, v.filter_row + 1);
    assert_int_equal(v.pages_wide, 1);
    assert_int_equal(grid_view(g, sheet_named(g, "Failures")).pages_wide, 2);
    assert_int_equal(grid_view(g, sheet_named(g, "Monthly")).pages_wide, 1);
}

/* Not asked for: no sheets. */
static void test_no_failures(void **state)
{
    struct fixture *f = *state;
    struct grid *g = book_of(f, (struct mock_options){0}, true);
    assert_int_equal(sheet_named(g, "Failures"), -1);
    assert_int_equal(grid_view(g, sheet_named(g, "Cover")).filter_row, -1);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_scanner),   TEST(test_formulas),
        TEST(test_values),    TEST(test_same_bytes),
        TEST(test_full_disk), TEST(test_missing_price),
        TEST(test_odd_cells), TEST(test_wrong_energy_is_found),
        TEST(test_failures),  TEST(test_no_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
