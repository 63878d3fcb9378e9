#ifndef DCPLAN_OUTPUT_JSON_STORE_H
#define DCPLAN_OUTPUT_JSON_STORE_H

/* Studies of a store as one document. */

#include "plan/study_stored.h"

/* dcplan.studies/1: schema, version, studies, each with study (its number), command, site, title,
   program, points, done, failed, complete. */
bool json_store_list(const struct store_study *study, int n, struct builder *out, struct diags *ds);

/* dcplan.study/1: the same of one, with date, currency, hash, definition, inputs, overrides,
   variables (key, unit) and outcomes (key, unit, n, least, p10, p50, p90, most, mean). */
bool json_store_show(const struct stored *s, const struct stored_spread *spread, int n_spread,
                     struct builder *out, struct diags *ds);

#endif
