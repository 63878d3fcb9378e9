#ifndef DCPLAN_BASE_STORE_H
#define DCPLAN_BASE_STORE_H

/* Studies kept in an SQLite file: what was asked, and a row a point.

   study(id, hash, command, definition, version, site, title, currency, date, points, rows,
         complete)
   input(study, n, path, sha256), override(study, n, text)
   variable(study, n, key, unit, label), outcome(study, n, key, unit, label)
   points_ID(point, status, code, text, n1 t1 n2 t2 ..., a column each outcome)
   study_ID, a view of the same: a column each variable, its number in its unit, else its text

   While a study runs, its rows are committed now and then, so that a kill or a power cut costs
   the last moments and nothing else.  When it is complete the file is written anew in the order
   of points and renamed, so that its bytes do not tell how often it was interrupted. */

#include <stdbool.h>

#include "base/diag.h"

struct store_column {
    const char *key, *unit, *label; /* unit "": none */
};

struct store_input {
    const char *path, *sha256;
};

struct store_study {
    int id;           /* 1, 2, ... in the file */
    const char *hash; /* of all that decides its points; found by it */
    const char *command, *definition, *version, *site, *title, *currency, *date; /* "": none */
    int n_input, n_override, n_variable, n_outcome;
    const struct store_input *input;
    const char *const *override;
    const struct store_column *variable, *outcome;
    int n_point, n_row;   /* n_row: of its table, the first ones; the others serve it */
    int n_done, n_failed; /* of the points that are there, the failed ones apart */
    bool is_complete;
};

struct store_point {
    int i;          /* from 0; in the file from 1 */
    bool is_failed; /* "failed", else "done" */
    int code;       /* of a failed one, else 0 */
    const char *text;
    const char *const *variable_text; /* [n_variable] as in a file */
    const double *variable_number;    /* [n_variable] in its unit; NaN: a word */
    const double *outcome;            /* [n_outcome]; NaN is NULL */
};

struct store;

/* Opens or makes the file to add to, and finds the study by its hash or adds it; then id,
   n_done and is_complete are filled in.  NULL with an output error: the file cannot be
   written, is in use, is damaged, of a newer version or something else altogether (and stays
   as it is). */
struct store *store_open(const char *path, struct store_study *study, struct arena *a,
                         struct diags *ds);
/* False with an output error (a full disk); what was committed stays. */
bool store_add(struct store *s, const struct store_point *p, struct diags *ds);
/* Commits.  When all points are there, the file gets its final bytes.  Call it in any case,
   once; false with an output error. */
bool store_close(struct store *s, struct diags *ds);

/* To look at; NULL with an input error. */
struct store *store_read(const char *path, struct arena *a, struct diags *ds);
void store_read_close(struct store *s);
/* All studies, in order of their ids. */
bool store_list(struct store *s, int *n, struct store_study **study, struct arena *a,
                struct diags *ds);

/* Each point that is there, in order; texts last until each returns.  Of an open or a read
   store. */
bool store_points(struct store *s, const struct store_study *study,
                  void (*each)(void *context, const struct store_point *p), void *context,
                  struct diags *ds);

#endif
