#ifndef DCPLAN_PLAN_PACK_HEURISTIC_H
#define DCPLAN_PLAN_PACK_HEURISTIC_H

/* Beside pack_heuristic of plan/pack.h. */

#include "plan/pack.h"

/* Types in their order, each into the first bin that takes it; all limits held. */
struct packing pack_first_fit(const struct pack *p, struct arena *a);

#endif
