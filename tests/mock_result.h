#ifndef DCPLAN_TESTS_MOCK_RESULT_H
#define DCPLAN_TESTS_MOCK_RESULT_H

/* A synthetic year as a struct result, computed here: the same on every run. */

#include "plan/result.h"

struct mock_options { /* zero: the plain case of 8760 hours */
    bool is_leap, has_no_tariff, has_no_coolant, is_broken, has_no_warnings;
    int n_limit;                 /* 0: 9 */
    int n_failure;               /* 0: failures were not asked for; else 3 at least */
    const char *title, *verdict; /* NULL: the plain ones */
};

struct result *mock_result(struct arena *a, const struct mock_options *o);

#endif
