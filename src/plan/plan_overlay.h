#ifndef DCPLAN_PLAN_PLAN_OVERLAY_H
#define DCPLAN_PLAN_PLAN_OVERLAY_H

/* Places of servers as INI text that lies over their site (-f PLAN.ini): `at` for each
   section, in the order of its single servers, so that names keep their places.  Racks in
   a row that hold one at the same unit are one range, r#1-8:1. */

#include "base/text.h"
#include "model/site.h"
#include "sim/plant.h"

/* "at = r#1-8:1, ..." and `at += ...` where a line would be too long; no line of no places. */
void overlay_at(struct builder *b, const struct site *s, const struct spot *spot, int n);

/* "names = a, b", likewise. */
void overlay_names(struct builder *b, const char *const *name, int n);

/* Places of one section's servers, in their order; those that stand free or have no place
   are not among them.  n: how many. */
struct spot *overlay_spots(const struct placement *p, const struct site *s, int server, int *n,
                           struct arena *a);

/* Sections of all servers that may stand in racks.  With is_cut `count` is what was placed
   (0 included), and names beyond it are left out; else what was not placed is left to the
   first fit of whoever reads it, which a remark says. */
const char *overlay_text(const struct site *s, const struct placement *p, bool is_cut,
                         struct arena *a);

#endif
