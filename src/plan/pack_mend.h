#ifndef DCPLAN_PLAN_PACK_MEND_H
#define DCPLAN_PLAN_PACK_MEND_H

/* Packings made to hold, and filled up. */

#include "plan/pack.h"

/* Takes pieces away, those of least worth first, until every limit holds. */
void pack_mend(const struct pack *p, int *count, struct arena *a);

/* Adds pieces that still fit to a packing that holds, those of most worth first. */
void pack_fill_up(const struct pack *p, int *count, struct arena *a);

#endif
