#ifndef DCPLAN_PLAN_TCO_GROUP_H
#define DCPLAN_PLAN_TCO_GROUP_H

/* What is replaced together: the parts and lines of a class, and each line with a life of its
   own.  Private to plan.

   A unit bought in year b with a life of L years ends at b + L, b + 2 L, ...  While b + k L lies
   before the end of the last year, it is replaced, and paid, at the end of year b + ceil(k L).
   What is replaced is sold for its residual, a part of what was paid for it; at the end of the
   last year what stands is worth residual + (1 - residual) (1 - age / L) of what was paid, age
   from b + k L.  Rows, of a group G:

     life_G residual_G        inputs
     bought_G[_colo]          y: bought first, at today's prices
     cycles_G buys_G          y: replacements so far (-1: not bought yet), purchases in the year;
                              with _K for what is bought first in the K-th later year
     paid_G[_colo] sold_G[_colo] */

#include "plan/tco_asset.h"

struct group {
    const char *id, *label;
    enum cost_class class;
    int cost;  /* line with a life of its own; -1: all others of the class */
    int asset; /* its index; -1 */
};

struct group_list {
    int n;
    struct group *item;
    int n_later;
    const int *later; /* years after the date in which something is bought first */
};

void tco_groups(struct tco_writer *w, const struct asset_list *all, struct group_list *out);

#endif
