#ifndef DCPLAN_PLAN_CABLES_H
#define DCPLAN_PLAN_CABLES_H

/* Lengths of cables: up from the unit to the tray above the rack, along x and along y above
   the rows, down again, and the fabric's slack; inside a rack straight from unit to unit.
   The two ends are in the middle of their racks' footprints. */

#include "model/site.h"

struct cable_end {
    int rack, unit; /* which of which racks; rack -1: in none */
    double z_m;     /* above the floor; NaN: not known, the middle of the rack is taken */
};

/* Height above the floor of a server's middle, whose lowest unit is u; NaN when u is. */
double cable_height_m(const struct rack *r, const struct server *v, double u);

/* Metres; NaN when a rack is not known, has no place, or stands in another room. */
double cable_length_m(const struct site *s, const struct fabric *f, const struct cable_end *from,
                      const struct cable_end *to);

#endif
