#ifndef DCPLAN_OUTPUT_DRAWING_H
#define DCPLAN_OUTPUT_DRAWING_H

/* What drawings of networks, racks and floors have in common: a title, the two hatchings,
   text inside a box, a legend that flows. */

#include "output/scene.h"

/* What it says, in bold, on at most two lines at the top of the box. */
void drawing_title(struct scene *s, struct rect box, const char *text);

/* Of what is over a limit, and of what states none; fill COLOUR_NONE keeps the ground. */
struct pen drawing_over(unsigned fill);
struct pen drawing_no_limit(unsigned fill);

/* Along the longer side of the box, turned if need be, the first of the texts that fits (the
   list ends with NULL), then in smaller letters down to `least` points; where nothing fits,
   nothing and false.  Hatched boxes need a ground behind it. */
bool drawing_write_in(struct scene *s, struct rect b, struct face face, double least,
                      const char *const *text, bool has_ground);

enum { LEGEND_MOST = 40 };

struct legend_item {
    struct pen pen, bar; /* bar: over the first `bar_share` of the sample */
    double bar_share;
    const char *text, *inside; /* inside: the sample; NULL: nothing */
};

struct legend {
    int n;
    struct legend_item item[LEGEND_MOST];
};

/* What does not find room is left out: LEGEND_MOST. */
void legend_add(struct legend *l, struct pen pen, const char *text);
void legend_add_sign(struct legend *l, struct pen pen, const char *inside, const char *text);
void legend_add_bar(struct legend *l, struct pen pen, struct pen bar, const char *text);
/* letters: their size in points. */
double legend_height(const struct legend *l, struct typeset *t, double width, double letters);
void legend_draw(const struct legend *l, struct scene *s, double x, double y, double width,
                 double letters);

#endif
