#ifndef DCPLAN_INPUT_FOLD_H
#define DCPLAN_INPUT_FOLD_H

/* Folded names, as cluster tools write them: "cn[01-04,10]" is cn01, cn02, cn03, cn04, cn10;
   "r[1-2]n[1-2]" is r1n1, r1n2, r2n1, r2n2.  Leading zeros are kept. */

#include <stdbool.h>

#include "base/arena.h"

enum { FOLD_MOST = 100000, FOLD_BYTES = 16 << 20 }; /* names, and all their bytes */

/* False when brackets do not match, a range goes down or is no range, or there are too many
   or too long. */
bool fold_expand(const char *folded, const char ***name, int *n, struct arena *a);

#endif
