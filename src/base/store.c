#include "base/store.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/store_inner.h"

/* The writer is always inside a transaction: that keeps other writers out, and lets readers
   in.  The journal is SQLite's plain one, which works on file systems of clusters, too. */

/* For readers to finish: now and then, when it can as well be later, and at the end. */
enum { COMMIT_WAIT_MS = 200, END_WAIT_MS = 60000 };

/* At least so far apart, and so many times as long as they take. */
static const double least_apart_s = 0.2, share_of_time = 20;

/* ---- a new file, a new study ----------------------------------------------- */

static bool make_tables(struct store *s, struct diags *ds)
{
    static const char sql[] =
        "CREATE TABLE study(id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, command TEXT,"
        " definition TEXT, version TEXT, site TEXT, title TEXT, currency TEXT, date TEXT,"
        " points INTEGER NOT NULL, rows INTEGER NOT NULL, complete INTEGER NOT NULL);"
        "CREATE TABLE input(study INTEGER, n INTEGER, path TEXT, sha256 TEXT,"
        " PRIMARY KEY(study, n)) WITHOUT ROWID;"
        "CREATE TABLE override(study INTEGER, n INTEGER, text TEXT,"
        " PRIMARY KEY(study, n)) WITHOUT ROWID;"
        "CREATE TABLE variable(study INTEGER, n INTEGER, key TEXT, unit TEXT, label TEXT,"
        " PRIMARY KEY(study, n)) WITHOUT ROWID;"
        "CREATE TABLE outcome(study INTEGER, n INTEGER, key TEXT, unit TEXT, label TEXT,"
        " PRIMARY KEY(study, n)) WITHOUT ROWID;";
    return store_exec(s, sql, ds) &&
           store_exec(s,
                      arena_format(s->arena, "PRAGMA application_id=%d; PRAGMA user_version=%d",
                                   STORE_APPLICATION, STORE_FORMAT),
                      ds);
}

static bool make_points(struct store *s, struct diags *ds)
{
    const struct store_study *y = s->study;
    struct builder b = builder_new(s->arena);
    builder_format(&b,
                   "CREATE TABLE points_%d(point INTEGER PRIMARY KEY, status TEXT NOT NULL,"
                   " code INTEGER NOT NULL, text TEXT NOT NULL",
                   y->id);
    for (int v = 1; v <= y->n_variable; v++) builder_format(&b, ", n%d NUMERIC, t%d TEXT", v, v);
    for (int k = 0; k < y->n_outcome; k++) {
        builder_text(&b, ", ");
        store_quote(&b, y->outcome[k].key);
        builder_text(&b, " REAL");
    }
    builder_format(&b, "); CREATE VIEW study_%d AS SELECT point, status, code, text", y->id);
    for (int v = 1; v <= y->n_variable; v++) {
        builder_format(&b, ", coalesce(n%d, t%d) AS ", v, v);
        store_quote(&b, y->variable[v - 1].key);
    }
    for (int k = 0; k < y->n_outcome; k++) {
        builder_text(&b, ", ");
        store_quote(&b, y->outcome[k].key);
    }
    builder_format(&b, " FROM points_%d", y->id);
    return store_exec(s, b.s, ds);
}

/* Inserts one row of texts after the study's id and a number. */
static bool put_row(struct store *s, const char *table, int n, const char *const *text, int n_text,
                    struct diags *ds)
{
    sqlite3_stmt *q = NULL;
    struct builder b = builder_new(s->arena);
    builder_format(&b, "INSERT INTO %s VALUES(%d, %d", table, s->study->id, n + 1);
    for (int i = 0; i < n_text; i++) builder_text(&b, ", ?");
    builder_text(&b, ")");
    bool is_fine = sqlite3_prepare_v2(s->db, b.s, -1, &q, NULL) == SQLITE_OK;
    for (int i = 0; is_fine && i < n_text; i++)
        is_fine = sqlite3_bind_text(q, i + 1, text[i], -1, SQLITE_STATIC) == SQLITE_OK;
    is_fine = is_fine && sqlite3_step(q) == SQLITE_DONE;
    if (!is_fine) store_fail(s, s->db, ds);
    sqlite3_finalize(q);
    return is_fine;
}

static bool put_columns(struct store *s, const char *table, const struct store_column *c, int n,
                        struct diags *ds)
{
    bool is_fine = true;
    for (int i = 0; i < n && is_fine; i++) {
        const char *text[] = {c[i].key, c[i].unit, c[i].label};
        is_fine = put_row(s, table, i, text, 3, ds);
    }
    return is_fine;
}

static bool put_study(struct store *s, struct diags *ds)
{
    const struct store_study *y = s->study;
    const char *text[] = {y->hash, y->command, y->definition, y->version,
                          y->site, y->title,   y->currency,   y->date};
    enum { N_TEXT = sizeof text / sizeof *text };
    sqlite3_stmt *q = NULL;
    bool is_fine = sqlite3_prepare_v2(s->db, "INSERT INTO study VALUES(?,?,?,?,?,?,?,?,?,?,?,0)",
                                      -1, &q, NULL) == SQLITE_OK &&
                   sqlite3_bind_int(q, 1, y->id) == SQLITE_OK &&
                   sqlite3_bind_int(q, N_TEXT + 2, y->n_point) == SQLITE_OK &&
                   sqlite3_bind_int(q, N_TEXT + 3, y->n_row) == SQLITE_OK;
    for (int i = 0; is_fine && i < N_TEXT; i++)
        is_fine = sqlite3_bind_text(q, i + 2, text[i], -1, SQLITE_STATIC) == SQLITE_OK;
    is_fine = is_fine && sqlite3_step(q) == SQLITE_DONE;
    if (!is_fine) store_fail(s, s->db, ds);
    sqlite3_finalize(q);
    return is_fine;
}

static bool add_study(struct store *s, struct diags *ds)
{
    struct store_study *y = s->study;
    sqlite3_int64 last = 0;
    if (!store_number(s, "SELECT max(id) FROM study", &last, ds)) return false;
    y->id = (int)last + 1;
    bool is_fine = put_study(s, ds);
    for (int i = 0; i < y->n_input && is_fine; i++) {
        const char *text[] = {y->input[i].path, y->input[i].sha256};
        is_fine = put_row(s, "input", i, text, 2, ds);
    }
    for (int i = 0; i < y->n_override && is_fine; i++)
        is_fine = put_row(s, "override", i, &y->override[i], 1, ds);
    return is_fine && put_columns(s, "variable", y->variable, y->n_variable, ds) &&
           put_columns(s, "outcome", y->outcome, y->n_outcome, ds) && make_points(s, ds);
}

/* ---- opening ---------------------------------------------------------------- */

static bool begin(struct store *s, struct diags *ds)
{
    bool is_fine = store_exec(s, "BEGIN IMMEDIATE", ds);
    s->is_broken |= !is_fine;
    return is_fine;
}

static bool commit(struct store *s, struct diags *ds)
{
    /* After a full disk SQLite has ended it itself. */
    bool is_fine = sqlite3_get_autocommit(s->db) || store_exec(s, "COMMIT", ds);
    s->is_broken |= !is_fine;
    return is_fine;
}

/* A reader is in the way of a commit; rows stay in the transaction. */
static bool commit_if_free(struct store *s, struct diags *ds)
{
    if (sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK) return begin(s, ds);
    if ((sqlite3_errcode(s->db) & 0xff) == SQLITE_BUSY) return true;
    s->is_broken = true;
    return store_fail(s, s->db, ds);
}

static bool find_study(struct store *s, bool *is_new, struct diags *ds)
{
    struct store_study *y = s->study;
    sqlite3_int64 id = 0, done = 0, complete = 0, points = 0;
    /* A hash is hexadecimal. */
    const char *where = arena_format(s->arena, "FROM study WHERE hash='%s'", y->hash);
    if (!store_number(s, arena_format(s->arena, "SELECT id %s", where), &id, ds)) return false;
    *is_new = !id;
    if (*is_new) return true;
    if (!store_number(s, arena_format(s->arena, "SELECT complete %s", where), &complete, ds) ||
        !store_number(s, arena_format(s->arena, "SELECT points %s", where), &points, ds) ||
        !store_number(s, arena_format(s->arena, "SELECT count(*) FROM points_%d", (int)id), &done,
                      ds))
        return false;
    if (points != y->n_point || done > points) return store_damaged(s, ds);
    y->id = (int)id;
    y->n_done = (int)done;
    y->is_complete = complete != 0;
    return true;
}

static bool prepare_insert(struct store *s, struct diags *ds)
{
    const struct store_study *y = s->study;
    struct builder b = builder_new(s->arena);
    builder_format(&b, "INSERT INTO points_%d VALUES(?,?,?,?", y->id);
    for (int i = 0; i < 2 * y->n_variable + y->n_outcome; i++) builder_text(&b, ",?");
    builder_text(&b, ")");
    if (sqlite3_prepare_v2(s->db, b.s, -1, &s->insert, NULL) == SQLITE_OK) return true;
    return store_fail(s, s->db, ds);
}

static bool open_study(struct store *s, struct diags *ds)
{
    bool is_empty = false, is_new = false;
    if (!store_exec(s, "PRAGMA synchronous=EXTRA", ds) || !begin(s, ds)) return false;
    sqlite3_busy_timeout(s->db, COMMIT_WAIT_MS);
    if (!store_check(s, &is_empty, ds)) return false;
    if (is_empty && !make_tables(s, ds)) return false;
    if (!find_study(s, &is_new, ds) || (is_new && !add_study(s, ds))) return false;
    if (is_new && (!commit(s, ds) || !begin(s, ds))) return false;
    s->commit_s = clock_s();
    s->every_s = least_apart_s;
    return prepare_insert(s, ds);
}

struct store *store_open(const char *path, struct store_study *study, struct arena *a,
                         struct diags *ds)
{
    struct store *s = ARENA_ARRAY(a, struct store, 1);
    *s = (struct store){.arena = a, .shown = path, .class = DIAG_OUTPUT, .study = study};
    if (store_connect(s, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, ds) && open_study(s, ds))
        return s;
    store_disconnect(s);
    return NULL;
}

/* ---- points ----------------------------------------------------------------- */

static bool bind_point(struct store *s, const struct store_point *p)
{
    const struct store_study *y = s->study;
    sqlite3_stmt *q = s->insert;
    int at = 5;
    bool is_fine =
        sqlite3_bind_int(q, 1, p->i + 1) == SQLITE_OK &&
        sqlite3_bind_text(q, 2, p->is_failed ? "failed" : "done", -1, SQLITE_STATIC) == SQLITE_OK &&
        sqlite3_bind_int(q, 3, p->code) == SQLITE_OK &&
        sqlite3_bind_text(q, 4, p->text, -1, SQLITE_STATIC) == SQLITE_OK;
    for (int v = 0; v < y->n_variable && is_fine; v++) {
        is_fine = sqlite3_bind_double(q, at++, p->variable_number[v]) == SQLITE_OK &&
                  sqlite3_bind_text(q, at++, p->variable_text[v], -1, SQLITE_STATIC) == SQLITE_OK;
    }
    /* SQLite takes NaN as NULL. */
    for (int k = 0; k < y->n_outcome && is_fine; k++)
        is_fine = sqlite3_bind_double(q, at++, p->outcome[k]) == SQLITE_OK;
    return is_fine;
}

bool store_add(struct store *s, const struct store_point *p, struct diags *ds)
{
    bool is_fine = bind_point(s, p) && sqlite3_step(s->insert) == SQLITE_DONE;
    if (!is_fine) store_fail(s, s->db, ds);
    sqlite3_reset(s->insert);
    s->is_broken |= !is_fine;
    if (!is_fine) return false;
    s->study->n_done++;
    double start_s = clock_s();
    if (start_s - s->commit_s < s->every_s) return true;
    if (!commit_if_free(s, ds)) return false;
    s->commit_s = clock_s();
    s->every_s = fmax(least_apart_s, share_of_time * (s->commit_s - start_s));
    return true;
}

/* ---- the end ---------------------------------------------------------------- */

/* Written anew by a second connection, while the transaction of the first keeps others from
   adding to the file that is about to be replaced. */
static bool copy_into(struct store *s, const char *to, struct diags *ds)
{
    struct store copy = {.arena = s->arena, .shown = s->shown, .class = s->class};
    sqlite3_stmt *q = NULL;
    bool is_fine = store_connect(&copy, s->shown, SQLITE_OPEN_READWRITE, ds);
    if (is_fine) {
        sqlite3_busy_timeout(copy.db, END_WAIT_MS);
        is_fine = sqlite3_prepare_v2(copy.db, "VACUUM INTO ?", -1, &q, NULL) == SQLITE_OK &&
                  sqlite3_bind_text(q, 1, to, -1, SQLITE_STATIC) == SQLITE_OK &&
                  sqlite3_step(q) == SQLITE_DONE;
        if (!is_fine) store_fail(s, copy.db, ds);
    }
    sqlite3_finalize(q);
    store_disconnect(&copy);
    return is_fine;
}

/* Only a file with its final bytes says that the study is complete. */
static bool mark_complete(struct store *s, const char *path, struct diags *ds)
{
    struct store copy = {.arena = s->arena, .shown = s->shown, .class = s->class};
    bool is_fine = store_connect(&copy, path, SQLITE_OPEN_READWRITE, ds) &&
                   store_exec(&copy,
                              arena_format(s->arena,
                                           "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
                                           "UPDATE study SET complete=1 WHERE id=%d",
                                           s->study->id),
                              ds);
    store_disconnect(&copy);
    return is_fine;
}

static bool finish(struct store *s, struct diags *ds)
{
    struct out_file o;
    if (!begin(s, ds) || !out_open_beside(s->arena, s->path, "-copy", &o, ds)) return false;
    out_detach(&o);
    (void)unlink(arena_format(s->arena, "%s-journal", o.temporary));
    if (copy_into(s, o.temporary, ds) && mark_complete(s, o.temporary, ds))
        return out_commit(s->arena, &o, ds);
    out_abandon(&o);
    return false;
}

bool store_close(struct store *s, struct diags *ds)
{
    struct store_study *y = s->study;
    sqlite3_finalize(s->insert);
    s->insert = NULL;
    sqlite3_busy_timeout(s->db, END_WAIT_MS);
    bool is_fine = commit(s, ds);
    if (is_fine && !s->is_broken && !y->is_complete && y->n_done == y->n_point) {
        is_fine = finish(s, ds);
        y->is_complete = is_fine;
    }
    store_disconnect(s);
    return is_fine;
}
