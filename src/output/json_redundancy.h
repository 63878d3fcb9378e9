#ifndef DCPLAN_OUTPUT_JSON_REDUNDANCY_H
#define DCPLAN_OUTPUT_JSON_REDUNDANCY_H

/* dcplan.redundancy/1: one UPS under every pattern of redundancy. */

#include "base/text.h"
#include "plan/redundancy.h"

/* Appends one document and a newline.  False without memory. */
bool json_redundancy(const struct redundancy *c, struct builder *out, struct diags *ds);

#endif
