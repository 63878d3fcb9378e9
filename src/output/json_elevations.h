#ifndef DCPLAN_OUTPUT_JSON_ELEVATIONS_H
#define DCPLAN_OUTPUT_JSON_ELEVATIONS_H

#include "plan/elevations_edit.h"
#include "plan/result.h"

/* dcplan.elevations/1: the rows of the table under SI keys.  False only when memory ran out. */
bool json_elevations(const struct elevations *e, const struct result *r, struct builder *out,
                     struct diags *ds);

/* dcplan.elevations-edit/1: what an edited table changed, r being the site without it.  file and
   output (NULL: not written) as on the command line.  False only when memory ran out. */
bool json_elevation_edit(const struct elevation_edit *e, const struct result *r, const char *file,
                         const char *output, struct builder *out, struct diags *ds);

#endif
