#ifndef DCPLAN_OUTPUT_JSON_H
#define DCPLAN_OUTPUT_JSON_H

/* JSON documents: dcplan.run/1 and dcplan.compare/1. */

#include "base/text.h"
#include "plan/compare.h"

/* Appends one document and a newline.  Numbers are shortest round-trip doubles;
   what is missing is null; keys stand in the order of their tables.  False only
   when memory ran out. */
bool json_result(const struct result *r, struct builder *out, struct diags *ds);

/* dcplan.compare/1: a list of values, one for each site, under each key that
   differs. */
bool json_comparison(const struct comparison *c, struct builder *out, struct diags *ds);

/* dcplan.models/1: every model, those of one kind (only >= 0) or of a name, with the
   keys it gives. */
bool json_models(const struct object_set *set, int only, const char *name, struct builder *out,
                 struct diags *ds);

/* dcplan.params/1: the parameter tables; only one kind when only >= 0. */
bool json_params(const struct kind *kinds, int n, int only, struct builder *out, struct diags *ds);

#endif
