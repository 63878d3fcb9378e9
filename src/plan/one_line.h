#ifndef DCPLAN_PLAN_ONE_LINE_H
#define DCPLAN_PLAN_ONE_LINE_H

/* The single-line diagram of a site: what feeds what from the utility down to the racks,
   what it is rated for and how far it is loaded at the peak and in the worst failure.
   Elements that nothing tells apart are one box.  Output only draws it. */

#include <stdbool.h>

#include "base/arena.h"

enum { ONE_LINE_ACROSS = 8 }; /* boxes in a row at most; more are joined */

enum one_line_what {
    ONE_LINE_ELEMENT,
    ONE_LINE_LOAD, /* racks, or servers that stand free */
    ONE_LINE_WIRE  /* where a line passes a row of boxes */
};

struct one_line_node {
    enum one_line_what what;
    int layer;           /* 0 at the top */
    double at, width;    /* centre and room across the drawing, 0..1 */
    const char *id;      /* "ups.main#1", or "rackpdu.a" for all of a section */
    int count;           /* elements it stands for */
    const char *rating;  /* "6 x 250 kW", "various"; NULL: none is given */
    const char *voltage; /* "415 V"; NULL: not known */
    const char *also;    /* consumers besides, "crah.air, loop.chw"; NULL: none */
    double load, worst;  /* share of its tightest limit at the peak, and in the worst state;
                            NaN: no limit, and no state that loads it more */
    const char *worst_state;
    bool is_standby, is_over;
    int drops; /* ONE_LINE_LOAD: states that take power from servers in it */
};

struct one_line_edge {
    int from, to; /* to is in the row below */
    bool is_standby;
};

struct one_line {
    int n_layer, n, n_edge;
    int n_box, n_part, n_over;  /* boxes without wires, what they stand for, boxes over a limit */
    struct one_line_node *node; /* by row, from left to right */
    struct one_line_edge *edge;
    const char *finding; /* one line */
};

/* Gives nodes their places: adds wires where a line passes a row, sorts each row so that
   lines cross little, and sets at and width. */
void one_line_arrange(struct one_line *d, struct arena *a);

#endif
