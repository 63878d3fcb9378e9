#ifndef DCPLAN_OUTPUT_XLSX_ELEVATIONS_H
#define DCPLAN_OUTPUT_XLSX_ELEVATIONS_H

/* Elevations as a workbook to edit and read back: a table of servers, pictures of the racks of
   each room unit by unit, and the names that may be used.  Same plan and info, same bytes. */

#include "output/xlsx.h"
#include "plan/elevations.h"

bool xlsx_elevations(const struct site *s, const struct rack_plan *plan, const struct elevations *e,
                     const struct xlsx_info *info, const char *path, struct arena *a,
                     struct diags *ds);

#endif
