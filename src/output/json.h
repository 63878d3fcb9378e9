#ifndef DCPLAN_OUTPUT_JSON_H
#define DCPLAN_OUTPUT_JSON_H

/* The dcplan.run/1 document. */

#include "base/text.h"
#include "plan/result.h"

/* Appends one document and a newline.  Numbers are shortest round-trip doubles;
   what is missing is null; keys stand in the order of their tables.  False only
   when memory ran out. */
bool json_result(const struct result *r, struct builder *out, struct diags *ds);

#endif
