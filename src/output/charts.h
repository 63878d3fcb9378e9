#ifndef DCPLAN_OUTPUT_CHARTS_H
#define DCPLAN_OUTPUT_CHARTS_H

/* Every chart of a result as SVG and PNG files in a folder. */

#include "base/diag.h"
#include "plan/result.h"

/* Takes away charts of an earlier run in folder that this result does not have. */
void charts_clear(const struct result *r, const char *folder, struct arena *a);

bool charts_write(const struct result *r, const char *folder, struct arena *a, struct diags *ds);

#endif
