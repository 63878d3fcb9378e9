#ifndef DCPLAN_CLI_DRAW_ELEVATIONS_H
#define DCPLAN_CLI_DRAW_ELEVATIONS_H

/* Drawings of racks and floors, by --paper and --all. */

#include "cli/args.h"
#include "plan/result.h"

bool draw_elevations_pdf(const struct args *x, struct result *r, const char *path, struct arena *a,
                         struct diags *ds);
bool draw_elevations_svg(const struct args *x, struct result *r, const char *path, struct arena *a,
                         struct diags *ds);

#endif
