#ifndef DCPLAN_TESTS_MOCK_BOOK_H
#define DCPLAN_TESTS_MOCK_BOOK_H

/* The mock result with a real two-part bill, and its workbook. */

#include "mock_result.h"
#include "output/xlsx.h"
#include "plan/book.h"

struct result *mock_billed(struct arena *a, const struct mock_options *o, bool has_prices,
                           struct diags *ds);
bool mock_workbook(const struct result *r, const char *path, struct arena *a, struct diags *ds);

#endif
