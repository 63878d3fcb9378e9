#ifndef DCPLAN_OUTPUT_FLOOR_DRAWING_H
#define DCPLAN_OUTPUT_FLOOR_DRAWING_H

/* Drawing of a room's floor: racks coloured by the margin of the air they breathe, hatched
   where it is over the limit; a bar along their front; tiles, units, north and a scale. */

#include "output/scene.h"
#include "plan/floor_plan.h"

/* "Hottest in room.hall: rack.r#1 with 22.5 °C, ..." */
const char *floor_finding(const struct floor_plan *f, struct arena *a);
const char *floor_summary(const struct floor_plan *f, struct arena *a);

/* Of rooms with a layout (their length is known). */
void floor_draw(struct scene *s, struct rect box, const struct floor_plan *f);
double floor_height(const struct floor_plan *f, double width);

#endif
