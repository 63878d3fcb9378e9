#ifndef DCPLAN_MODEL_ROOM_PLAN_H
#define DCPLAN_MODEL_ROOM_PLAN_H

/* Everything that has a place in a room, and how much floor is free between it and the
   next thing: racks, cooling units and obstacles, in that order, section by section. */

#include "model/site.h"

struct stand {
    int kind, index, k; /* of the section's count, from 0 on */
    struct layout_box box;
    int facing; /* where its front looks; -1: not given */
};

struct room_plan {
    const struct site *site;
    int room, n;
    struct stand *item;
};

/* n is 0 when nothing of the room has a place. */
struct room_plan room_plan_make(const struct site *s, int room, struct arena *a);

/* Where something of these kinds stands; -1: in no room that it names. */
int stand_room(const struct site *s, int kind, int index);
const struct standing *stand_at(const struct site *s, int kind, int index);
/* Footprint and height of the k-th; it has a place in the room.  What does not say how high
   it is reaches the ceiling, racks by their units. */
struct layout_box stand_box(const struct site *s, int kind, int index, int k);
/* "rack.r#3", or "rack.r" of one; of an obstacle the part that it is, too:
   "obstacle.west (cdu.c)". */
const char *stand_name(const struct site *s, int kind, int index, int k, struct arena *a);

/* Metres from a side of item i to the next thing that it looks at, or to the wall; 0 when
   something touches it.  Doors' swings are free to walk through.  next: its item, -1 the
   wall; may be NULL. */
double room_plan_free_m(const struct room_plan *p, int i, int way, int *next);

/* Free before the front, or behind the back, of one that faces somewhere. */
static inline double room_plan_front_m(const struct room_plan *p, int i, int *next)
{
    return room_plan_free_m(p, i, p->item[i].facing, next);
}
static inline double room_plan_back_m(const struct room_plan *p, int i, int *next)
{
    return room_plan_free_m(p, i, p->item[i].facing ^ 1, next);
}

#endif
