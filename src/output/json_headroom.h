#ifndef DCPLAN_OUTPUT_JSON_HEADROOM_H
#define DCPLAN_OUTPUT_JSON_HEADROOM_H

/* dcplan.headroom/1: how many more servers fit, what binds, what would help. */

#include "base/text.h"
#include "plan/headroom.h"

/* Appends one document and a newline.  False without memory. */
bool json_headroom(const struct headroom *h, struct builder *out, struct diags *ds);

#endif
