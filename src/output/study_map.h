#ifndef DCPLAN_OUTPUT_STUDY_MAP_H
#define DCPLAN_OUTPUT_STUDY_MAP_H

/* A value over two numbers as a map: a cell for each point in colour, lines of equal value with
   their labels, cells that break a limit hatched, the best point ringed; private to output. */

#include "base/contour.h"
#include "output/scene.h"

struct study_map_line {
    const char *label; /* its value; NULL: a line of a level that is labelled already */
    struct contour line;
};

struct study_map {
    const char *title, *x_label, *y_label, *scale_label; /* with units */
    int columns, rows;
    const char **x_text, **y_text; /* of each column and row */
    const double *value;           /* [columns * rows], column after column, rows upwards */
    const bool *is_broken;         /* [columns * rows] a limit is broken */
    const bool *has_failed;        /* likewise: no value, for it could not be simulated */
    int n_line;
    const struct study_map_line *line;
    int best_x, best_y; /* -1: none */
    const char *best;   /* what it is, for the legend */
};

double study_map_height(const struct study_map *m, double width);
void study_map_draw(struct scene *s, struct rect box, const struct study_map *m);

#endif
