#ifndef DCPLAN_CLI_OUTPUT_DATE_H
#define DCPLAN_CLI_OUTPUT_DATE_H

/* The date that documents carry. */

#include "base/calendar.h"
#include "base/diag.h"

/* SOURCE_DATE_EPOCH, else the site's own date, else a constant: never the clock. */
struct date output_date(struct date own, struct diags *ds);

/* Seconds since 1970 at which that day begins. */
long long output_seconds(struct date date);

#endif
