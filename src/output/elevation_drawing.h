#ifndef DCPLAN_OUTPUT_ELEVATION_DRAWING_H
#define DCPLAN_OUTPUT_ELEVATION_DRAWING_H

/* Drawing of rack elevations, front view, four racks to a page: what stands in each unit,
   coloured by section; below it power, weight, units, air and each feed against their limits.
   What is over a limit has a thick frame, hatched bars and the word; a limit that is not
   stated is hatched the other way. */

#include "output/scene.h"
#include "plan/elevation.h"

enum {
    ELEVATIONS_A_PAGE = 4,
    ELEVATION_PAGES_SHOWN = 3 /* in a report and beside it; more are drawn when asked for */
};

int elevation_pages(const struct elevation_set *e);
/* Page 0 and on, to fill the box; wider boxes have larger letters. */
void elevation_draw(struct scene *s, struct rect box, const struct elevation_set *e, int page);

/* "Rack elevations, front view, 5 to 8 of 12 that differ, 96 in all; 1 over a limit" */
const char *elevation_finding(const struct elevation_set *e, int page, struct arena *a);
/* Of page 0, of all; of the others, what they show. */
const char *elevation_summary(const struct elevation_set *e, int page, struct arena *a);

#endif
