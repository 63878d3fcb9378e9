#ifndef DCPLAN_OUTPUT_DIAGRAM_H
#define DCPLAN_OUTPUT_DIAGRAM_H

/* Drawing of a single-line diagram, utility at the top.  What is over a limit has a thick
   frame, a hatched bar and the word; what states no limit has a hatched bar; what stands by
   is dashed. */

#include "output/scene.h"
#include "plan/one_line.h"

void diagram_draw(struct scene *s, struct rect box, const struct one_line *d);
double diagram_height(const struct one_line *d, double width);

#endif
