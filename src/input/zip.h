#ifndef DCPLAN_INPUT_ZIP_H
#define DCPLAN_INPUT_ZIP_H

/* Members of a ZIP archive in memory, through minizip. */

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/file.h"

/* Bounds on what is unpacked: one member, and all that is asked of one archive. */
enum { ZIP_MEMBER_MOST = 64 << 20, ZIP_ALL_MOST = 256 << 20 };

struct zip {
    const char *file; /* for messages */
    const char *s;
    size_t n, at;    /* the archive and the reader's place in it */
    size_t unpacked; /* bytes so far */
    void *reader;
    struct arena *arena;
    struct diags *diags;
};

/* False with a diagnostic when it is no archive.  The bytes must outlive it; a zip that was
   opened is closed by zip_close. */
bool zip_open(struct zip *z, const char *file, const char *s, size_t n, struct arena *a,
              struct diags *ds);

bool zip_has(struct zip *z, const char *member);

/* The whole member, NUL terminated; its checksum is held against it.  False with a diagnostic
   when it is missing, damaged, encrypted or larger than the bounds. */
bool zip_member(struct zip *z, const char *member, struct bytes *out);

void zip_close(struct zip *z);

#endif
