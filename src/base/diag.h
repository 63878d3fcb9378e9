#ifndef DCPLAN_BASE_DIAG_H
#define DCPLAN_BASE_DIAG_H

/* Diagnostics: what is wrong, where, and what to do.  Library code appends
   here and returns false; only cli prints. */

#include <stdbool.h>

#include "base/arena.h"

enum severity { DIAG_WARNING, DIAG_ERROR };

/* Which kind of trouble; cli maps it to the exit code. */
enum diag_class { DIAG_USAGE, DIAG_INPUT, DIAG_MODEL, DIAG_OUTPUT };

struct place { /* file NULL: nowhere in a file; line and col 0: unknown; else from 1 */
    const char *file;
    int line, col;
};

enum { DIAG_ARGS = 8, DIAG_STORED = 200 };

/* A message is kept as its format (the key a translation is looked up by) and
   its arguments as text. */
struct message {
    const char *format;
    const char *arg[DIAG_ARGS];
    int n_arg;
};

struct diag {
    enum severity severity;
    enum diag_class class;
    struct place place;
    struct message what;
    const char *hint; /* NULL when there is none */
};

struct diags {
    struct arena *arena;
    struct diag *item;
    int n, cap;
    int n_error, n_warning;
};

struct diags diags_new(struct arena *a);

/* Formats know %s, %d, %g (shortest double) and %%.  Arguments and hint are
   copied.  All are counted; the first DIAG_STORED are kept. */
void diag_error(struct diags *ds, enum diag_class class, struct place where, const char *hint,
                const char *format, ...) __attribute__((format(printf, 5, 6)));
void diag_warning(struct diags *ds, enum diag_class class, struct place where, const char *hint,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));

/* The same with a message made by hand; its texts are copied. */
void diag_add(struct diags *ds, enum severity severity, enum diag_class class, struct place where,
              const char *hint, const struct message *m);

/* Puts the diagnostics from index first on in order of line and column, file
   by file as they first appear. */
void diags_sort(struct diags *ds, int first);

/* The message as text; translate may be NULL, else maps a format to another. */
const char *message_text(struct arena *a, const struct message *m,
                         const char *(*translate)(const char *format));

#endif
