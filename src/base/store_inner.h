#ifndef DCPLAN_BASE_STORE_INNER_H
#define DCPLAN_BASE_STORE_INNER_H

/* What the files of the store share; private to base/store*. */

#include <sqlite3.h>

#include "base/store.h"
#include "base/text.h"

enum { STORE_APPLICATION = 0x64637073, STORE_FORMAT = 1 }; /* "dcps" */

struct store {
    struct arena *arena;
    const char *path, *shown; /* as SQLite gets it, and as it was given */
    enum diag_class class;    /* of what goes wrong with it */
    sqlite3 *db;
    sqlite3_stmt *insert;
    struct store_study *study; /* that is added to; NULL: to look at */
    bool is_broken;            /* something could not be written */
    double commit_s, every_s;  /* the last commit, and how far apart they are */
};

/* Says what SQLite says; always false. */
bool store_fail(const struct store *s, sqlite3 *db, struct diags *ds);
/* Damaged in a way that SQLite does not see; always false. */
bool store_damaged(const struct store *s, struct diags *ds);
bool store_exec(const struct store *s, const char *sql, struct diags *ds);
/* One number that a statement gives, 0 when it gives none. */
bool store_number(const struct store *s, const char *sql, sqlite3_int64 *out, struct diags *ds);
/* Opens s->path; the handle is there to close even after a failure. */
bool store_connect(struct store *s, const char *path, int flags, struct diags *ds);
/* Whether it is a store of this format; is_empty: a file in which nothing is yet. */
bool store_check(struct store *s, bool *is_empty, struct diags *ds);
void store_disconnect(struct store *s);

/* "name", with quotes inside doubled. */
void store_quote(struct builder *b, const char *name);

#endif
