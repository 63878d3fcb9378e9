#ifndef DCPLAN_MODEL_IMPORT_PATHS_H
#define DCPLAN_MODEL_IMPORT_PATHS_H

#include "base/diag.h"

/* The paths with every folder replaced by the inventory files below it (.yml, .yaml, .json, .csv,
   .xlsx; hidden ones left out), in the order of their names.  False with a diagnostic when a
   folder cannot be read, holds none, or lies too deep. */
bool import_paths(const char *const *path, int n, const char *const **out, int *n_out,
                  struct arena *a, struct diags *ds);

#endif
