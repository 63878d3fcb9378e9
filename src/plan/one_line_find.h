#ifndef DCPLAN_PLAN_ONE_LINE_FIND_H
#define DCPLAN_PLAN_ONE_LINE_FIND_H

#include "plan/failures.h"
#include "plan/one_line.h"

/* In the normal state; f NULL: no failures are known.  r: limits are found. */
const struct one_line *one_line_find(const struct limits_case *c, const struct outage *normal,
                                     const struct result *r, const struct failures *f,
                                     struct arena *a);

#endif
