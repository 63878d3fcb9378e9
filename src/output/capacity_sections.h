#ifndef DCPLAN_OUTPUT_CAPACITY_SECTIONS_H
#define DCPLAN_OUTPUT_CAPACITY_SECTIONS_H

/* The numbered sections of the capacity report, after its first page. */

#include "output/report.h"
#include "plan/result.h"

void capacity_sections_add(struct report *p, const struct result *r);

/* Equipment and what feeds what (its own file, as it walks the site's parts). */
void equipment_section_add(struct report *p, const struct result *r);

/* Aisles and fabrics; nothing when there are none. */
void floor_section_add(struct report *p, const struct result *r);

/* What each failure does; nothing when failures were not asked for. */
void failure_section_add(struct report *p, const struct result *r);

#endif
