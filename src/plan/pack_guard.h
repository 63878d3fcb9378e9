#ifndef DCPLAN_PLAN_PACK_GUARD_H
#define DCPLAN_PLAN_PACK_GUARD_H

/* GLPK ends the program when it fails (no memory, a fault of its own), and it keeps what
   it knows by thread.  Work in the guard is left at its failure instead, prints nothing,
   and leaves nothing behind: all that GLPK made is gone at the end. */

#include <stdbool.h>

/* False when GLPK failed within work, which then has not returned; what it wrote to
   *context until then stays.  Guards do not nest. */
bool pack_guard(void (*work)(void *context), void *context);

#endif
