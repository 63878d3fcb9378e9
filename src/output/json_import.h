#ifndef DCPLAN_OUTPUT_JSON_IMPORT_H
#define DCPLAN_OUTPUT_JSON_IMPORT_H

#include "base/text.h"
#include "model/import.h"

/* dcplan.import/1: files with what came of them, sections with their estimates, what was
   left out and why, warnings.  importer and output (NULL: not written) as on the command
   line.  False only when memory ran out. */
bool json_import(const struct import *im, const char *importer, const char *output,
                 struct builder *out, struct diags *ds);

#endif
