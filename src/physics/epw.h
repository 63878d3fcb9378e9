#ifndef DCPLAN_PHYSICS_EPW_H
#define DCPLAN_PHYSICS_EPW_H

/* EnergyPlus weather files.  Rows are taken by position, never by their year. */

#include "base/file.h"
#include "physics/weather.h"

bool epw_parse(const char *file, struct bytes text, struct weather *out, struct arena *a,
               struct diags *ds);

#endif
