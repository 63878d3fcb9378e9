#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/store_inner.h"

enum { READ_WAIT_MS = 20000 }; /* for a writer to commit */

/* ---- what can go wrong ------------------------------------------------------ */

static bool say(const struct store *s, const char *hint, const char *format, const char *why,
                struct diags *ds)
{
    struct message m = {.format = format, .arg = {s->shown, why}, .n_arg = why ? 2 : 1};
    diag_add(ds, DIAG_ERROR, s->class, (struct place){.file = s->shown}, hint, &m);
    return false;
}

bool store_damaged(const struct store *s, struct diags *ds)
{
    return say(s, "it is left as it is; take a copy of it, or another file", "'%s' is damaged",
               NULL, ds);
}

bool store_fail(const struct store *s, sqlite3 *db, struct diags *ds)
{
    int code = sqlite3_errcode(db) & 0xff, of_system = db ? sqlite3_system_errno(db) : 0;
    bool is_of_system = code == SQLITE_IOERR || code == SQLITE_CANTOPEN || code == SQLITE_FULL;
    const char *why = is_of_system && of_system ? strerror(of_system) : sqlite3_errmsg(db);
    switch (code) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return say(s, "wait for it, or take another file", "'%s' is in use by another process",
                   NULL, ds);
    case SQLITE_NOTADB:
        return say(s, "it is left as it is; take another file", "'%s' is no store of studies", NULL,
                   ds);
    case SQLITE_CORRUPT: return store_damaged(s, ds);
    case SQLITE_FULL:
        return say(s, "what was committed stays there; make room and start again",
                   "cannot write '%s': %s", why, ds);
    default:
        return say(s, NULL,
                   s->class == DIAG_OUTPUT ? "cannot write '%s': %s" : "cannot read '%s': %s", why,
                   ds);
    }
}

bool store_exec(const struct store *s, const char *sql, struct diags *ds)
{
    if (sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK) return true;
    return store_fail(s, s->db, ds);
}

bool store_number(const struct store *s, const char *sql, sqlite3_int64 *out, struct diags *ds)
{
    sqlite3_stmt *q = NULL;
    *out = 0;
    int rc = sqlite3_prepare_v2(s->db, sql, -1, &q, NULL);
    if (rc == SQLITE_OK) rc = sqlite3_step(q);
    if (rc == SQLITE_ROW) *out = sqlite3_column_int64(q, 0);
    bool is_fine = rc == SQLITE_ROW || rc == SQLITE_DONE;
    if (!is_fine) store_fail(s, s->db, ds);
    sqlite3_finalize(q);
    return is_fine;
}

/* ---- opening ---------------------------------------------------------------- */

bool store_connect(struct store *s, const char *path, int flags, struct diags *ds)
{
    /* SQLite gives names like ":memory:" a meaning of their own. */
    s->path = *path == '/' ? path : arena_format(s->arena, "./%s", path);
    if (!*path) return say(s, NULL, "a store needs a file, not '%s'", NULL, ds);
    int code = sqlite3_open_v2(s->path, &s->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK) return store_fail(s, s->db, ds);
    /* A name in quotes that there is not is an error, not a text. */
    (void)sqlite3_db_config(s->db, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
    return store_exec(s, "PRAGMA trusted_schema=OFF", ds);
}

void store_disconnect(struct store *s)
{
    sqlite3_finalize(s->insert);
    s->insert = NULL;
    (void)sqlite3_close(s->db); /* an open transaction is rolled back */
    s->db = NULL;
}

bool store_check(struct store *s, bool *is_empty, struct diags *ds)
{
    sqlite3_int64 tables, application, format, is_damaged;
    if (!store_number(s, "SELECT count(*) FROM sqlite_master", &tables, ds) ||
        !store_number(s, "PRAGMA application_id", &application, ds) ||
        !store_number(s, "PRAGMA user_version", &format, ds))
        return false;
    *is_empty = !tables && !application && !format;
    if (*is_empty) return true;
    if (application != STORE_APPLICATION)
        return say(s, "it is left as it is; take another file", "'%s' is no store of studies", NULL,
                   ds);
    if (format > STORE_FORMAT)
        return say(s, "take a newer dcplan, or another file", "'%s' was written by a newer dcplan",
                   NULL, ds);
    if (!store_number(s, "SELECT count(*) FROM pragma_quick_check(1) WHERE quick_check <> 'ok'",
                      &is_damaged, ds))
        return false;
    return is_damaged ? store_damaged(s, ds) : true;
}

struct store *store_read(const char *path, struct arena *a, struct diags *ds)
{
    struct store *s = ARENA_ARRAY(a, struct store, 1);
    bool is_empty = false;
    *s = (struct store){.arena = a, .shown = path, .class = DIAG_INPUT};
    if (!file_exists(path)) {
        (void)say(s, NULL, "cannot open '%s': %s", strerror(errno), ds);
        return NULL;
    }
    /* To write, because what a killed writer has left is rolled back by the first who reads;
       where that is not allowed SQLite opens it to read. */
    bool is_fine = store_connect(s, path, SQLITE_OPEN_READWRITE, ds);
    if (is_fine) sqlite3_busy_timeout(s->db, READ_WAIT_MS);
    is_fine = is_fine && store_exec(s, "BEGIN", ds) && store_check(s, &is_empty, ds);
    if (is_fine && is_empty) is_fine = say(s, NULL, "'%s' is empty", NULL, ds);
    if (is_fine) return s;
    store_disconnect(s);
    return NULL;
}

void store_read_close(struct store *s)
{
    store_disconnect(s);
}

void store_quote(struct builder *b, const char *name)
{
    builder_text(b, "\"");
    for (const char *c = name; *c; c++) builder_add(b, *c == '"' ? "\"\"" : c, *c == '"' ? 2 : 1);
    builder_text(b, "\"");
}

/* ---- studies ---------------------------------------------------------------- */

static const char *text_at(sqlite3_stmt *q, int column)
{
    const unsigned char *s = sqlite3_column_text(q, column);
    return s ? (const char *)s : "";
}

static const char *copy_at(sqlite3_stmt *q, int column, struct arena *a)
{
    const char *s = text_at(q, column);
    return arena_text(a, s, strlen(s));
}

/* The statement ready for its rows, and how many of them there are. */
static sqlite3_stmt *rows_of(struct store *s, const char *columns, const char *table, int study,
                             int *n, struct diags *ds)
{
    sqlite3_stmt *q = NULL;
    sqlite3_int64 count;
    const char *from = arena_format(s->arena, "FROM %s WHERE study=%d ORDER BY n", table, study);
    if (!store_number(s, arena_format(s->arena, "SELECT count(*) %s", from), &count, ds))
        return NULL;
    *n = (int)count;
    const char *sql = arena_format(s->arena, "SELECT %s %s", columns, from);
    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) == SQLITE_OK) return q;
    store_fail(s, s->db, ds);
    sqlite3_finalize(q);
    return NULL;
}

static const struct store_column *read_columns(struct store *s, const char *table, int study,
                                               int *n, struct arena *a, struct diags *ds)
{
    sqlite3_stmt *q = rows_of(s, "key, unit, label", table, study, n, ds);
    if (!q) return NULL;
    struct store_column *c = ARENA_ARRAY(a, struct store_column, (size_t)*n + 1);
    for (int i = 0; i < *n && sqlite3_step(q) == SQLITE_ROW; i++)
        c[i] = (struct store_column){copy_at(q, 0, a), copy_at(q, 1, a), copy_at(q, 2, a)};
    sqlite3_finalize(q);
    return c;
}

static bool read_inputs(struct store *s, struct store_study *y, struct arena *a, struct diags *ds)
{
    sqlite3_stmt *q = rows_of(s, "path, sha256", "input", y->id, &y->n_input, ds);
    if (!q) return false;
    struct store_input *input = ARENA_ARRAY(a, struct store_input, (size_t)y->n_input + 1);
    for (int i = 0; i < y->n_input && sqlite3_step(q) == SQLITE_ROW; i++)
        input[i] = (struct store_input){copy_at(q, 0, a), copy_at(q, 1, a)};
    y->input = input;
    sqlite3_finalize(q);
    return true;
}

static bool read_overrides(struct store *s, struct store_study *y, struct arena *a,
                           struct diags *ds)
{
    sqlite3_stmt *q = rows_of(s, "text", "override", y->id, &y->n_override, ds);
    if (!q) return false;
    const char **text = ARENA_ARRAY(a, const char *, (size_t)y->n_override + 1);
    for (int i = 0; i < y->n_override && sqlite3_step(q) == SQLITE_ROW; i++)
        text[i] = copy_at(q, 0, a);
    y->override = text;
    sqlite3_finalize(q);
    return true;
}

static bool read_parts(struct store *s, struct store_study *y, struct arena *a, struct diags *ds)
{
    sqlite3_int64 done, failed;
    const char *count = arena_format(s->arena, "SELECT count(*) FROM points_%d", y->id);
    const char *of_failed = arena_format(s->arena, "%s WHERE status='failed'", count);
    if (!read_inputs(s, y, a, ds) || !read_overrides(s, y, a, ds) ||
        !(y->variable = read_columns(s, "variable", y->id, &y->n_variable, a, ds)) ||
        !(y->outcome = read_columns(s, "outcome", y->id, &y->n_outcome, a, ds)) ||
        !store_number(s, count, &done, ds) || !store_number(s, of_failed, &failed, ds))
        return false;
    y->n_done = (int)done;
    y->n_failed = (int)failed;
    bool is_sane =
        y->n_point >= 0 && y->n_done <= y->n_point && y->n_row >= 0 && y->n_row <= y->n_point;
    return is_sane ? true : store_damaged(s, ds);
}

bool store_list(struct store *s, int *n, struct store_study **study, struct arena *a,
                struct diags *ds)
{
    static const char sql[] = "SELECT id, hash, command, definition, version, site, title,"
                              " currency, date, points, rows, complete FROM study ORDER BY id";
    sqlite3_stmt *q = NULL;
    sqlite3_int64 count;
    if (!store_number(s, "SELECT count(*) FROM study", &count, ds)) return false;
    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) != SQLITE_OK) {
        sqlite3_finalize(q);
        return store_fail(s, s->db, ds);
    }
    struct store_study *y = ARENA_ARRAY(a, struct store_study, (size_t)count + 1);
    bool is_fine = true;
    *n = 0;
    while (is_fine && *n < count && sqlite3_step(q) == SQLITE_ROW) {
        y[*n] = (struct store_study){.id = sqlite3_column_int(q, 0),
                                     .hash = copy_at(q, 1, a),
                                     .command = copy_at(q, 2, a),
                                     .definition = copy_at(q, 3, a),
                                     .version = copy_at(q, 4, a),
                                     .site = copy_at(q, 5, a),
                                     .title = copy_at(q, 6, a),
                                     .currency = copy_at(q, 7, a),
                                     .date = copy_at(q, 8, a),
                                     .n_point = sqlite3_column_int(q, 9),
                                     .n_row = sqlite3_column_int(q, 10),
                                     .is_complete = sqlite3_column_int(q, 11) != 0};
        is_fine = read_parts(s, &y[*n], a, ds);
        *n += is_fine;
    }
    sqlite3_finalize(q);
    *study = y;
    return is_fine;
}

/* ---- points ----------------------------------------------------------------- */

static sqlite3_stmt *select_points(struct store *s, const struct store_study *y, struct diags *ds)
{
    sqlite3_stmt *q = NULL;
    struct builder b = builder_new(s->arena);
    builder_text(&b, "SELECT point, status, code, text");
    for (int v = 1; v <= y->n_variable; v++) builder_format(&b, ", n%d, t%d", v, v);
    for (int k = 0; k < y->n_outcome; k++) {
        builder_text(&b, ", ");
        store_quote(&b, y->outcome[k].key);
    }
    builder_format(&b, " FROM points_%d ORDER BY point", y->id);
    if (sqlite3_prepare_v2(s->db, b.s, -1, &q, NULL) == SQLITE_OK) return q;
    store_fail(s, s->db, ds);
    sqlite3_finalize(q);
    return NULL;
}

static double number_at(sqlite3_stmt *q, int column)
{
    if (sqlite3_column_type(q, column) == SQLITE_NULL) return (double)NAN;
    return sqlite3_column_double(q, column);
}

bool store_points(struct store *s, const struct store_study *y,
                  void (*each)(void *context, const struct store_point *p), void *context,
                  struct diags *ds)
{
    size_t n_variable = (size_t)y->n_variable, n_outcome = (size_t)y->n_outcome;
    const char **text = ARENA_ARRAY(s->arena, const char *, n_variable + 1);
    double *number = ARENA_ARRAY(s->arena, double, n_variable + 1);
    double *outcome = ARENA_ARRAY(s->arena, double, n_outcome + 1);
    sqlite3_stmt *q = select_points(s, y, ds);
    bool is_fine = q != NULL;
    for (int rc = SQLITE_ROW; is_fine && rc == SQLITE_ROW;) {
        rc = sqlite3_step(q);
        if (rc != SQLITE_ROW) {
            is_fine = rc == SQLITE_DONE ? true : store_fail(s, s->db, ds);
            break;
        }
        int at = 4;
        for (size_t v = 0; v < n_variable; v++, at += 2) {
            number[v] = number_at(q, at);
            text[v] = text_at(q, at + 1);
        }
        for (size_t k = 0; k < n_outcome; k++) outcome[k] = number_at(q, at++);
        sqlite3_int64 i = sqlite3_column_int64(q, 0) - 1;
        is_fine = i >= 0 && i < y->n_point ? true : store_damaged(s, ds);
        struct store_point p = {.i = (int)i,
                                .is_failed = !strcmp(text_at(q, 1), "failed"),
                                .code = sqlite3_column_int(q, 2),
                                .text = text_at(q, 3),
                                .variable_text = text,
                                .variable_number = number,
                                .outcome = outcome};
        if (is_fine) each(context, &p);
    }
    sqlite3_finalize(q);
    return is_fine;
}
