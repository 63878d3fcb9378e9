#ifndef DCPLAN_BASE_FILE_H
#define DCPLAN_BASE_FILE_H

/* Files: read whole (gzip too), write whole or not at all. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/diag.h"

enum { SHA256_TEXT = 65 };

struct bytes {
    const char *s; /* NUL terminated beyond n */
    size_t n;
};

/* Reads at most 256 MiB (unpacked); a larger file, a directory or a file that
   cannot be read is a diagnostic.  gzip is unpacked by its magic number. */
bool file_read(struct arena *a, const char *path, struct bytes *out, struct diags *ds);
bool file_exists(const char *path);

/* SHA-256 in lower-case hex, of the bytes as given. */
void sha256_text(const void *s, size_t n, char out[SHA256_TEXT]);

/* A file that appears under its name only when complete: written to a
   temporary beside it, flushed, synced and renamed.  On any failure the old
   file stays and a DIAG_OUTPUT error is added. */
struct out_file {
    char *path, *temporary;
    FILE *f;
};
bool out_open(struct arena *a, const char *path, struct out_file *o, struct diags *ds);
/* The same with a temporary of the path's own name and this ending: for writers that keep each
   other out.  One that an earlier process has left there is overwritten. */
bool out_open_beside(struct arena *a, const char *path, const char *ending, struct out_file *o,
                     struct diags *ds);
bool out_commit(struct arena *a, struct out_file *o, struct diags *ds);
void out_abandon(struct out_file *o);

/* For writers that want a path of their own (libxlsxwriter): they write
   o->temporary after out_open closed it with out_detach, then out_commit. */
void out_detach(struct out_file *o);

bool file_write(struct arena *a, const char *path, const void *s, size_t n, struct diags *ds);

/* Makes the folder and its parents. */
bool folder_make(struct arena *a, const char *path, struct diags *ds);

#endif
