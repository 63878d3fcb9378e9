#ifndef DCPLAN_OUTPUT_JSON_BILL_H
#define DCPLAN_OUTPUT_JSON_BILL_H

/* dcplan.bill/1: an electricity bill line by line and month by month; the same as CSV. */

#include "base/text.h"
#include "plan/result.h"

/* One document and a line end.  load: file of the meter, NULL for the simulated year.  False
   without memory. */
bool json_bill(const struct result *r, const struct bill *bill, const char *load,
               struct builder *out, struct diags *ds);

/* One line for each line of the bill and month, shortest round-trip numbers; blank where there
   is none. */
void csv_bill(const struct bill *bill, struct builder *out);

#endif
