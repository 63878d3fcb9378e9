#ifndef DCPLAN_OUTPUT_CAPACITY_REPORT_H
#define DCPLAN_OUTPUT_CAPACITY_REPORT_H

/* The capacity report of one result. */

#include "base/diag.h"
#include "output/layout.h"
#include "plan/result.h"

/* What the report says, without pages. */
struct report *capacity_report_make(const struct result *r, struct date date, struct arena *a);

/* The report as PDF.  date is printed and stored; all zero: the result's own.
   A character that no font has is a warning. */
/* What stands at the foot of every page: site, document, date, version, inputs. */
void report_strip(struct report *p, const struct result *r, const char *document, struct date date);

bool capacity_report_write(const struct result *r, struct date date, enum paper paper,
                           const char *path, struct arena *a, struct diags *ds);

#endif
