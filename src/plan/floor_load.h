#ifndef DCPLAN_PLAN_FLOOR_LOAD_H
#define DCPLAN_PLAN_FLOOR_LOAD_H

/* What stands on a floor, as load of the floor.

   Uniform load: weight over the area that it is spread on, which is the footprint and half
   of the free way on each side, at most 760 mm of it (IBM, site planning guides of POWER
   and Z systems, "Floor construction and floor loading").  Things side by side have no area
   between them.  Without a place nothing is known to be free, and the footprint is all.
   The same guides put 0.74 kPa for people and carts on the free half and 0.49 kPa for a
   raised floor and cables on all of it: a room's floor_load is what is left for equipment.

   Point load: of four feet on a floor that is not quite even three carry, a third of the
   weight each (the same guides say a third of a rack's weight on one panel).  So of n feet,
   four or more, one may hang free: weight over n - 1.

   Centre of gravity: servers in the middle of their units, the empty rack's at half its
   height, the lowest unit as far above the floor as the highest is below the top. */

#include "model/room_plan.h"
#include "plan/place.h"

/* Loads of a mass in kg: N on the foot that carries most; Pa on an area in m2. */
double floor_point_n(double kg, int feet);
double floor_uniform_pa(double kg, double area_m2);

/* Area that item i of the plan is spread on, and that of a section without a place, m2. */
double floor_area_m2(const struct room_plan *p, int i);
double floor_footprint_m2(const struct standing *at);

/* Mass that the floor takes there, kg, rack and all: the less of both loads; NaN where the
   room states neither. */
double floor_most_kg(const struct room *r, double area_m2, int feet);

/* Height of the centre of gravity above the floor, m; servers without rack units are left
   out.  NaN: there is no mass. */
double floor_centre_m(const struct rack *r, const struct rack_use *use);

/* Mass of rack and equipment, kg; NaN when no part of it is known. */
double floor_rack_kg(const struct rack *r, const struct rack_use *use);

#endif
