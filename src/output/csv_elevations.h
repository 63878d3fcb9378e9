#ifndef DCPLAN_OUTPUT_CSV_ELEVATIONS_H
#define DCPLAN_OUTPUT_CSV_ELEVATIONS_H

/* Elevations as RFC 4180 text with LF line ends; see plan/elevations.h for its columns. */

#include "base/text.h"
#include "plan/elevations.h"

void csv_elevations(const struct site *s, const struct elevations *e, struct builder *out);

#endif
