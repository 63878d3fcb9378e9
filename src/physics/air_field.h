#ifndef DCPLAN_PHYSICS_AIR_FIELD_H
#define DCPLAN_PHYSICS_AIR_FIELD_H

/* Where in a room the air gets warm before a rack breathes it: a fast field of the air, not
   a simulation of it (CFD).

   Flow: potential flow, div grad p = 0, with supply openings, rack fronts and backs and
   returns as sources and sinks of known flow (Lopez and Hamann, Int. J. Heat Mass Transfer
   54, 2011; Toulouse et al., IMECE2009).  Jets and buoyancy are not in it, nor the pressure
   below a raised floor.  Heat: carried by that flow, first-order upwind, and mixed by an eddy
   viscosity 0.03874 V l, l the distance to the nearest surface along x, y or z (Chen and Xu,
   Energy and Buildings 28, 1998), at a turbulent Prandtl number of 0.9.  A rack gives off what
   it takes in, warmer by its rise.

   The grid follows the edges of what stands in the room.  The flow is found by conjugate
   gradients with a modified incomplete Cholesky factor; the temperature by Gauss-Seidel from
   cell to cell in the direction of the flow, which potential flow always has.  (GSL's sparse
   solver is GMRES without a preconditioner, which is too slow: see docs/engineering.md.) */

#include <stdbool.h>

#include "base/arena.h"

enum air_side { AIR_EAST, AIR_WEST, AIR_NORTH, AIR_SOUTH }; /* +x, -x, +y, -y */

struct air_box { /* stands on the floor */
    double x0_m, y0_m, x1_m, y1_m, top_m;
};

struct air_rack {
    struct air_box box;
    enum air_side front;
    double flow_m3_s;
    double rise_k;   /* of the air in it */
    double openings; /* parts of the supply that come in front of it, tiles say */
};

struct air_unit_box {
    struct air_box box;
    enum air_side front; /* where it blows with AIR_SUPPLY_UNITS */
    double flow_m3_s;    /* weight of what it takes in, at its top, and blows out */
};

enum air_supply { AIR_SUPPLY_FLOOR, AIR_SUPPLY_OVERHEAD, AIR_SUPPLY_UNITS };
enum air_return { AIR_RETURN_UNITS, AIR_RETURN_CEILING };
enum air_walls { AIR_WALLS_NONE, AIR_WALLS_CURTAINS, AIR_WALLS_COLD, AIR_WALLS_HOT };

struct air_room {
    double length_m, width_m, height_m; /* along x, y, z */
    int n_rack, n_unit, n_solid;
    const struct air_rack *rack;
    const struct air_unit_box *unit;
    const struct air_box *solid; /* columns, walls and what else air goes round */
    double supply_m3_s;          /* all of it; what the racks do not breathe returns, too */
    enum air_supply supply;
    enum air_return back;
    enum air_walls walls; /* around the cold aisles, or around the hot ones up to a return there */
    double leak;          /* share of their area that is open */
    double cell_m;        /* aim for the cells' edges */
};

struct air_field {
    double *inlet_k;      /* [racks] above the supply air */
    double mean_k;        /* of them, by flow */
    double mass_residual; /* greatest of a cell over the supply */
    double heat_residual; /* of the room over the racks' heat */
    int cells, flow_steps, heat_steps;
    const char *problem; /* when it cannot be solved */
    int rack;            /* that has it; -1: the room */
};

/* False, with the problem, when a rack's front or back is closed off, nothing lets air in
   or out, or the iterations do not end. */
bool air_field_solve(const struct air_room *room, struct air_field *out, struct arena *a);

#endif
