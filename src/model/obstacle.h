#ifndef DCPLAN_MODEL_OBSTACLE_H
#define DCPLAN_MODEL_OBSTACLE_H

/* [obstacle NAME]: columns, ramps, doors' swings, floor distribution and whatever else stands
   on the floor and is no rack and no cooling unit. */

#include "model/layout.h"

enum { OBSTACLE_COLUMN, OBSTACLE_WALL, OBSTACLE_RAMP, OBSTACLE_DOOR, OBSTACLE_EQUIPMENT };

struct obstacle {
    struct part part;
    struct ref_list room, of;
    struct standing at;
    int what, feet;
    double clear_front_m, weight_kg; /* NaN: not given */
};

extern const char *const obstacle_words[];
extern const struct param obstacle_params[];
extern const int obstacle_n_params;

#endif
