#ifndef DCPLAN_OUTPUT_JSON_TCO_H
#define DCPLAN_OUTPUT_JSON_TCO_H

/* dcplan.tco/1: own or rent, of one site; of several an object with `sites`.  The same as CSV. */

#include "base/diag.h"
#include "plan/tco_answer.h"

/* One document and a line end.  False without memory. */
bool json_tco(const struct tco_answer *t, int n, struct builder *out, struct diags *ds);

/* One line for each year and option, shortest round-trip numbers; blank where there is none. */
void csv_tco(const struct tco_answer *t, bool has_head, struct builder *out);

#endif
