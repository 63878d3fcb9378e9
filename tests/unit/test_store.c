#define _XOPEN_SOURCE 700 /* mkdtemp */

#include <math.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/file.h"
#include "base/store.h"
#include "near.h"

struct fixture {
    struct arena arena;
    struct diags ds;
    char folder[64];
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    if (!f) return -1;
    f->arena = arena_new(NULL);
    f->ds = diags_new(&f->arena);
    memcpy(f->folder, "/tmp/dcplan-test-XXXXXX", 24);
    *state = f;
    return mkdtemp(f->folder) ? 0 : -1;
}

static const char *path(struct fixture *f, const char *name)
{
    return arena_format(&f->arena, "%s/%s", f->folder, name);
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    static const char *const names[] = {"a", "b", "c", "a-journal", "b-journal"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) (void)remove(path(f, names[i]));
    int left = rmdir(f->folder);
    arena_free(&f->arena);
    free(f);
    return left;
}

enum { POINTS = 40 };
static const struct store_column variable[] = {{"room.hall.supply", "degC", "supply"},
                                               {"ups.a \"b\".use", "", "model"}};
static const struct store_column outcome[] = {{"pue", "", "PUE"}, {"cost", "money", "Cost"}};
static const struct store_input input[] = {{"sites/x.ini", "00ff"}};
static const char *const override[] = {"-f y.ini", "a.b=1"};

static struct store_study study(const char *hash)
{
    return (struct store_study){.hash = hash,
                                .command = "sweep",
                                .definition = "one\ntwo",
                                .version = "1.2.3",
                                .site = "x",
                                .title = "An \xc3\xbc",
                                .currency = "CNY",
                                .date = "2026-02-01",
                                .n_input = 1,
                                .n_override = 2,
                                .n_variable = 2,
                                .n_outcome = 2,
                                .input = input,
                                .override = override,
                                .variable = variable,
                                .outcome = outcome,
                                .n_point = POINTS,
                                .n_row = POINTS - 1};
}

static bool add(struct store *s, int i, struct diags *ds)
{
    const char *text[] = {i % 2 ? "21.1 degC" : "20 degC", "model, \"x\""};
    double number[] = {20 + 1.1 * (i % 2), (double)NAN};
    double value[] = {1.0 / (i + 3), i == 7 ? (double)NAN : -1e300 * i};
    struct store_point p = {.i = i,
                            .is_failed = i == 7,
                            .code = i == 7 ? 2 : 0,
                            .text = i == 7 ? "why" : "",
                            .variable_text = text,
                            .variable_number = number,
                            .outcome = value};
    return store_add(s, &p, ds);
}

/* Adds the points from `from` on, every `step`th, and closes. */
static void fill(struct fixture *f, const char *name, const char *hash, int from, int step,
                 int most)
{
    struct store_study y = study(hash);
    struct store *s = store_open(path(f, name), &y, &f->arena, &f->ds);
    assert_non_null(s);
    for (int i = from, n = 0; i >= 0 && i < POINTS && n < most; i += step, n++)
        assert_true(add(s, i, &f->ds));
    assert_true(store_close(s, &f->ds));
}

static bool is_same(struct fixture *f, const char *a, const char *b)
{
    struct bytes x, y;
    assert_true(file_read(&f->arena, path(f, a), &x, &f->ds));
    assert_true(file_read(&f->arena, path(f, b), &y, &f->ds));
    return x.n == y.n && !memcmp(x.s, y.s, x.n);
}

static void seen(void *context, const struct store_point *p)
{
    int *n = context;
    assert_int_equal(p->i, (*n)++);
    assert_int_equal(p->is_failed, p->i == 7);
    assert_string_equal(p->text, p->i == 7 ? "why" : "");
    assert_string_equal(p->variable_text[1], "model, \"x\"");
    assert_true(isnan(p->variable_number[1]));
    /* To the last bit. */
    assert_true(p->variable_number[0] == 20 + 1.1 * (p->i % 2));
    assert_true(p->outcome[0] == 1.0 / (p->i + 3));
    assert_true(p->i == 7 ? isnan(p->outcome[1]) != 0 : p->outcome[1] == -1e300 * p->i);
}

static void what_goes_in_comes_out(void **state)
{
    struct fixture *f = *state;
    fill(f, "a", "aa", 0, 1, POINTS);
    struct store_study *y;
    int n = 0, points = 0;
    struct store *s = store_read(path(f, "a"), &f->arena, &f->ds);
    assert_non_null(s);
    assert_true(store_list(s, &n, &y, &f->arena, &f->ds));
    assert_int_equal(n, 1);
    assert_string_equal(y->definition, "one\ntwo");
    assert_string_equal(y->title, "An \xc3\xbc");
    assert_string_equal(y->override[1], "a.b=1");
    assert_string_equal(y->variable[1].key, "ups.a \"b\".use");
    assert_string_equal(y->outcome[1].unit, "money");
    assert_int_equal(y->n_done, POINTS);
    assert_int_equal(y->n_failed, 1);
    assert_int_equal(y->n_row, POINTS - 1);
    assert_true(y->is_complete);
    assert_true(store_points(s, y, seen, &points, &f->ds));
    assert_int_equal(points, POINTS);
    store_read_close(s);
    assert_int_equal(f->ds.n, 0);
}

/* A view with real columns, for those who ask it in SQL. */
static void sql_reads_it(void **state)
{
    struct fixture *f = *state;
    fill(f, "a", "aa", 0, 1, POINTS);
    sqlite3 *db;
    sqlite3_stmt *q;
    assert_int_equal(sqlite3_open(path(f, "a"), &db), SQLITE_OK);
    static const char sql[] = "SELECT \"room.hall.supply\", \"ups.a \"\"b\"\".use\", pue, status"
                              " FROM study_1 WHERE point = 8";
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &q, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    assert_true(sqlite3_column_double(q, 0) == 20 + 1.1);
    assert_string_equal((const char *)sqlite3_column_text(q, 1), "model, \"x\"");
    assert_true(sqlite3_column_double(q, 2) == 0.1);
    assert_string_equal((const char *)sqlite3_column_text(q, 3), "failed");
    sqlite3_finalize(q);
    sqlite3_close(db);
}

static void bytes_do_not_tell_the_way(void **state)
{
    struct fixture *f = *state;
    fill(f, "a", "aa", 0, 1, POINTS);
    fill(f, "b", "aa", POINTS - 1, -1, 5);
    assert_false(is_same(f, "a", "b"));
    fill(f, "b", "aa", 1, 2, 17);
    fill(f, "b", "aa", 0, 2, 17);
    assert_false(is_same(f, "a", "b"));
    fill(f, "b", "aa", 34, 1, 1);
    struct store_study y = study("aa");
    struct store *s = store_open(path(f, "b"), &y, &f->arena, &f->ds);
    assert_non_null(s);
    assert_int_equal(y.n_done, POINTS);
    assert_true(store_close(s, &f->ds));
    assert_true(is_same(f, "a", "b"));
    /* Opened again it stays as it is. */
    fill(f, "b", "aa", 0, 1, 0);
    assert_true(is_same(f, "a", "b"));
    /* Another one beside it. */
    fill(f, "a", "bb", 0, 1, POINTS);
    fill(f, "b", "bb", 9, 1, 3);
    fill(f, "b", "bb", 0, 1, 9);
    fill(f, "b", "bb", 12, 1, POINTS);
    assert_true(is_same(f, "a", "b"));
}

static void expect_error(struct fixture *f, enum diag_class class, const char *words)
{
    assert_int_equal(f->ds.n_error, 1);
    assert_int_equal(f->ds.item[0].class, class);
    const char *text = message_text(&f->arena, &f->ds.item[0].what, NULL);
    if (!strstr(text, words)) fail_msg("'%s' does not say '%s'", text, words);
    f->ds = diags_new(&f->arena);
}

static void one_writer_at_a_time(void **state)
{
    struct fixture *f = *state;
    struct store_study y = study("aa"), z = study("bb");
    struct store *s = store_open(path(f, "a"), &y, &f->arena, &f->ds);
    assert_non_null(s);
    assert_true(add(s, 0, &f->ds));
    assert_null(store_open(path(f, "a"), &z, &f->arena, &f->ds));
    expect_error(f, DIAG_OUTPUT, "in use");
    /* Who only looks is let in. */
    struct store *r = store_read(path(f, "a"), &f->arena, &f->ds);
    assert_non_null(r);
    store_read_close(r);
    assert_true(store_close(s, &f->ds));
}

static void write_file(struct fixture *f, const char *name, const char *s, size_t n)
{
    assert_true(file_write(&f->arena, path(f, name), s, n, &f->ds));
}

static void other_files_stay_as_they_are(void **state)
{
    struct fixture *f = *state;
    struct store_study y = study("aa");
    static const char text[] = "a diary, 40 years of it, that must not be lost ................."
                               "...............................................................";
    write_file(f, "a", text, sizeof text);
    write_file(f, "c", text, sizeof text);
    assert_null(store_open(path(f, "a"), &y, &f->arena, &f->ds));
    expect_error(f, DIAG_OUTPUT, "no store");
    assert_null(store_read(path(f, "a"), &f->arena, &f->ds));
    expect_error(f, DIAG_INPUT, "no store");
    assert_true(is_same(f, "a", "c"));
    /* A database of somebody else. */
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path(f, "b"), &db), SQLITE_OK);
    sqlite3_exec(db, "CREATE TABLE study(x)", NULL, NULL, NULL);
    sqlite3_close(db);
    assert_null(store_open(path(f, "b"), &y, &f->arena, &f->ds));
    expect_error(f, DIAG_OUTPUT, "no store");
    assert_null(store_read(path(f, "nothing"), &f->arena, &f->ds));
    expect_error(f, DIAG_INPUT, "cannot open");
    assert_null(store_open("", &y, &f->arena, &f->ds));
    expect_error(f, DIAG_OUTPUT, "needs a file");
    assert_null(store_open(f->folder, &y, &f->arena, &f->ds));
    expect_error(f, DIAG_OUTPUT, "cannot write");
}

static void exec(struct fixture *f, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path(f, "a"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void newer_or_damaged(void **state)
{
    struct fixture *f = *state;
    struct store_study y = study("aa");
    fill(f, "a", "aa", 0, 1, 20);
    exec(f, "PRAGMA user_version=999");
    assert_null(store_open(path(f, "a"), &y, &f->arena, &f->ds));
    expect_error(f, DIAG_OUTPUT, "newer");
    exec(f, "PRAGMA user_version=1");
    struct bytes b;
    assert_true(file_read(&f->arena, path(f, "a"), &b, &f->ds));
    char *s = arena_text(&f->arena, b.s, b.n);
    for (size_t at = 4096; at + 8 < b.n; at += 4096) memset(s + at, 0xa5, 8);
    write_file(f, "a", s, b.n);
    assert_null(store_open(path(f, "a"), &y, &f->arena, &f->ds));
    expect_error(f, DIAG_OUTPUT, "damaged");
    assert_null(store_read(path(f, "a"), &f->arena, &f->ds));
    expect_error(f, DIAG_INPUT, "damaged");
    /* Cut short. */
    fill(f, "b", "aa", 0, 1, POINTS);
    assert_true(file_read(&f->arena, path(f, "b"), &b, &f->ds));
    write_file(f, "a", b.s, b.n / 2);
    assert_null(store_open(path(f, "a"), &y, &f->arena, &f->ds));
    expect_error(f, DIAG_OUTPUT, "damaged");
}

/* Tables that do not fit the list of studies. */
static void edited(void **state)
{
    struct fixture *f = *state;
    int n, points = 0;
    struct store_study *y;
    fill(f, "a", "aa", 0, 1, POINTS);
    exec(f, "UPDATE outcome SET key='other' WHERE n=2");
    struct store *s = store_read(path(f, "a"), &f->arena, &f->ds);
    assert_non_null(s);
    assert_true(store_list(s, &n, &y, &f->arena, &f->ds));
    assert_false(store_points(s, y, seen, &points, &f->ds));
    store_read_close(s);
    expect_error(f, DIAG_INPUT, "cannot read");
    exec(f, "DROP VIEW study_1; DROP TABLE points_1");
    s = store_read(path(f, "a"), &f->arena, &f->ds);
    assert_non_null(s);
    assert_false(store_list(s, &n, &y, &f->arena, &f->ds));
    store_read_close(s);
    expect_error(f, DIAG_INPUT, "cannot read");
}

static void full_disk(void **state)
{
    struct fixture *f = *state;
    fill(f, "a", "aa", 0, 1, 20);
    struct rlimit before, low;
    struct store_study y = study("aa");
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    struct store *s = store_open(path(f, "a"), &y, &f->arena, &f->ds);
    assert_non_null(s);
    assert_int_equal(y.n_done, 20);
    low = before;
    low.rlim_cur = 8192;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &low), 0);
    bool is_fine = true;
    for (int i = 20; i < POINTS && is_fine; i++) is_fine = add(s, i, &f->ds);
    is_fine &= store_close(s, &f->ds);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(is_fine);
    expect_error(f, DIAG_OUTPUT, "cannot write");
    /* What was committed is there, and the study goes on. */
    y = study("aa");
    s = store_open(path(f, "a"), &y, &f->arena, &f->ds);
    assert_non_null(s);
    assert_true(y.n_done >= 20);
    for (int i = y.n_done; i < POINTS; i++) assert_true(add(s, i, &f->ds));
    assert_true(store_close(s, &f->ds));
    fill(f, "b", "aa", 0, 1, POINTS);
    assert_true(is_same(f, "a", "b"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_goes_in_comes_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sql_reads_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bytes_do_not_tell_the_way, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_writer_at_a_time, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_files_stay_as_they_are, set_up, tear_down),
        cmocka_unit_test_setup_teardown(newer_or_damaged, set_up, tear_down),
        cmocka_unit_test_setup_teardown(edited, set_up, tear_down),
        cmocka_unit_test_setup_teardown(full_disk, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
