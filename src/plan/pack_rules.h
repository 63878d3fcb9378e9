#ifndef DCPLAN_PLAN_PACK_RULES_H
#define DCPLAN_PLAN_PACK_RULES_H

/* Rules of placement that are not amounts; steps of pack_build, private to plan. */

#include "plan/pack_build.h"

/* Kilowatts, sixteen times as much for each step of priority. */
void pack_find_worth(struct pack_case *c);

/* Servers that breathe against the others stand in racks of their own: where nothing is
   fixed, in the last racks they may use, as many as their units and power take. */
void pack_keep_air_apart(struct pack_case *c, struct arena *a);

/* `apart`: groups of bins, less what is fixed there. */
void pack_find_groups(struct pack_case *c, struct arena *a);

/* `together`: the one rack or row that holds most of them, by what is left beside those
   that were settled before. */
void pack_keep_together(struct pack_case *c, struct arena *a);

#endif
