#ifndef DCPLAN_PLAN_SHADE_H
#define DCPLAN_PLAN_SHADE_H

/* The normal state written over where a loss changes it: the bounds of sim/screen stand where
   solved loads would, so that limits may be asked of it as of a solved state; private to
   plan. */

#include "plan/limit_list.h"
#include "sim/screen.h"

struct shade {
    struct limit_state s; /* its name is the caller's to set */
    const struct limit_state *normal;
    const struct plant *plant;
    struct network_elem *net;
    struct peak *peak;
    int *alive;
};

struct shade shade_new(const struct plant *p, const struct limit_state *normal, struct arena *a);

/* Lays the bounds of one loss over it, and takes them off again. */
void shade_loss(struct shade *h, const struct screened *s, struct lost lost);
void shade_undo(struct shade *h, const struct screened *s, struct lost lost);

#endif
