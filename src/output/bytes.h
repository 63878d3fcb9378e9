#ifndef DCPLAN_OUTPUT_BYTES_H
#define DCPLAN_OUTPUT_BYTES_H

/* Bytes to a stream that is already open, such as standard output. */

#include <stdio.h>

#include "base/diag.h"
#include "base/text.h"

/* Writes and flushes; a short write (full disk, closed pipe) is a DIAG_OUTPUT
   error that names the stream. */
bool bytes_write(FILE *f, const struct builder *b, const char *name, struct diags *ds);

#endif
