#include "output/bytes.h"

#include <errno.h>
#include <string.h>

bool bytes_write(FILE *f, const struct builder *b, const char *name, struct diags *ds)
{
    errno = 0;
    bool is_written = b->n == 0 || fwrite(b->s, 1, b->n, f) == b->n;
    if (is_written && fflush(f) == 0 && !ferror(f)) return true;
    diag_error(ds, DIAG_OUTPUT, (struct place){0}, NULL, "cannot write %s: %s", name,
               errno ? strerror(errno) : "write failed");
    return false;
}
