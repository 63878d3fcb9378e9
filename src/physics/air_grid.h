#ifndef DCPLAN_PHYSICS_AIR_GRID_H
#define DCPLAN_PHYSICS_AIR_GRID_H

/* The cells of a room's air and the openings in their walls; private to air_field. */

#include "physics/air_field.h"

enum { AIR_FLUID = -1 };

struct air_opening {
    int cell;
    int rack;         /* whose front (out of the room) or back (into it); -1: supply, return */
    double flow_m3_s; /* into the room, or below zero out of it */
};

struct air_grid {
    int n[3], cells; /* cell (i, j, k) is at (k n1 + j) n0 + i */
    double *line[3]; /* [n + 1] */
    int stride[3];
    int *body;          /* [cells] rack, then unit, then solid, or AIR_FLUID */
    double *conduct[3]; /* [cells] area over distance to the next cell along the axis; 0: none */
    double *area[3];    /* [cells] of the same faces, open or not */
    int n_opening, cap_opening;
    struct air_opening *opening;
    const char *problem; /* NULL: none */
    int rack;
};

struct air_grid *air_grid_make(const struct air_room *room, struct arena *a);

static inline double air_grid_edge_m(const struct air_grid *g, int axis, int i)
{
    return g->line[axis][i + 1] - g->line[axis][i];
}
static inline double air_grid_middle_m(const struct air_grid *g, int axis, int i)
{
    return 0.5 * (g->line[axis][i + 1] + g->line[axis][i]);
}
static inline int air_grid_place(const struct air_grid *g, int cell, int axis)
{
    return cell / g->stride[axis] % g->n[axis];
}

#endif
