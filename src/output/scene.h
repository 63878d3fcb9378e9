#ifndef DCPLAN_OUTPUT_SCENE_H
#define DCPLAN_OUTPUT_SCENE_H

/* A drawing as data: marks in points, origin at the top left, y down.  Charts
   and pages are built as scenes; cairo_out turns a scene into bytes. */

#include <stdbool.h>

#include "base/text.h"
#include "output/typeset.h"

#define COLOUR_NONE 0xFF000000u

struct rect {
    double x, y, w, h;
};

struct point {
    double x, y;
};

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };
enum hatch { HATCH_NONE, HATCH_RISING, HATCH_FALLING };

struct pen { /* COLOUR_NONE: not filled, no line */
    unsigned fill, line;
    double width;     /* of the line */
    double dash, gap; /* both 0: solid */
    enum hatch hatch;
    unsigned hatch_colour;
};

enum mark_kind {
    MARK_BOX,
    MARK_LINE,   /* open polyline */
    MARK_AREA,   /* closed polygon */
    MARK_DOTS,   /* round dots of diameter pen.width in colour pen.fill */
    MARK_CELLS,  /* a grid of coloured cells filling the box */
    MARK_TEXT,   /* at a baseline */
    MARK_LINK,   /* the box leads to the destination named by text */
    MARK_TARGET, /* the destination named by text */
    MARK_TAG_BEGIN,
    MARK_TAG_END /* PDF structure; text names the element */
};

struct mark {
    enum mark_kind kind;
    struct rect box; /* MARK_TEXT: x, y the anchor point, w the width of the text */
    struct pen pen;
    int n; /* points, or columns * rows */
    const struct point *point;
    int columns, rows;
    const unsigned *cell; /* rows from the top */
    const char *text;
    struct face face;
    enum anchor anchor;
    double turn_deg; /* anticlockwise about the anchor point */
};

struct scene {
    struct arena *arena;
    struct typeset *type;
    double width, height;
    struct mark *mark;
    int n, cap;
};

struct scene *scene_new(struct arena *a, struct typeset *t, double width, double height);

void scene_box(struct scene *s, struct rect box, struct pen pen);
void scene_line(struct scene *s, double x0, double y0, double x1, double y1, struct pen pen);
/* Points are copied; points that are not finite are left out, and cut a
   polyline in two. */
void scene_polyline(struct scene *s, const struct point *p, int n, struct pen pen);
void scene_area(struct scene *s, const struct point *p, int n, struct pen pen);
void scene_dots(struct scene *s, const struct point *p, int n, double diameter, unsigned colour);
void scene_cells(struct scene *s, struct rect box, int columns, int rows, const unsigned *cell);

/* Text at a baseline; returns its width. */
double scene_text(struct scene *s, double x, double y, enum anchor anchor, struct face f,
                  const char *text);
void scene_text_turned(struct scene *s, double x, double y, enum anchor anchor, struct face f,
                       double turn_deg, const char *text);
/* Text no wider than width, cut with an ellipsis if need be. */
double scene_text_fit(struct scene *s, double x, double y, enum anchor anchor, struct face f,
                      double width, const char *text);

void scene_link(struct scene *s, struct rect box, const char *target);
void scene_target(struct scene *s, double x, double y, const char *name);
void scene_tag_begin(struct scene *s, const char *element);
void scene_tag_end(struct scene *s, const char *element);

/* The box a text covers, from its ascenders to its descenders. */
struct rect mark_text_box(const struct mark *m);

/* One line for each mark, for tests. */
void scene_dump(const struct scene *s, struct builder *b);

#endif
