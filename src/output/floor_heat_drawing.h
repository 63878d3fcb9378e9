#ifndef DCPLAN_OUTPUT_FLOOR_HEAT_DRAWING_H
#define DCPLAN_OUTPUT_FLOOR_HEAT_DRAWING_H

/* Drawings of a room's floor as maps of what each rack carries: power, load of its feeds after
   a loss, inlet margin, free units, weight.  Lighter is more in use or less left; what is over a
   limit is hatched, a limit that is not stated or a value that is not known the other way. */

#include "output/scene.h"
#include "plan/floor_heat.h"

/* All of them, side by side; or the one map `what` alone, where FLOOR_HEAT_ALL is not given. */
enum { FLOOR_HEAT_ALL = -1 };
void floor_heat_draw(struct scene *s, struct rect box, const struct floor_heat *h, int what);
/* most: higher than this it is not, and then narrower. */
double floor_heat_height(const struct floor_heat *h, int what, double width, double most);

const char *floor_heat_finding(const struct floor_heat *h, int what, struct arena *a);
const char *floor_heat_summary(const struct floor_heat *h, int what, struct arena *a);

#endif
