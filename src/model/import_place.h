#ifndef DCPLAN_MODEL_IMPORT_PLACE_H
#define DCPLAN_MODEL_IMPORT_PLACE_H

/* Where servers of an inventory stand: racks, groups of alike servers and their places, on the
   way to `count`, `rack`, `at` and `names`; and what servers draw whose file does not tell. */

#include "model/import.h"

struct import_rack {
    struct import_section *section;
    double units_u;
    int *taken; /* half units: 1 + the index of the spot that has it; 0: free */
};

struct import_group {
    struct import_section *section;
    const char *key, *room; /* room: of its racks; NULL: none is told */
    double height_u;
    int n, n_named;
};

struct import_spot {
    int group, rack;
    double u;         /* lowest unit, from 1 on; NaN: somewhere in the rack */
    const char *name; /* NULL: none */
    struct place where;
};

struct import_places {
    struct import *im;
    int n_rack, rack_cap, n_group, group_cap, n_spot, spot_cap;
    struct import_rack *rack;
    struct import_group *group;
    struct import_spot *spot;
};

struct import_places import_places_new(struct import *im);
/* All return an index.  A group is known by a key of the importer's and the room that its racks
   stand in, for a section of servers stands in one; find: -1 when there is none. */
int import_places_rack(struct import_places *p, struct import_section *s, double units_u);
int import_places_find(const struct import_places *p, const char *key, int rack);
int import_places_group(struct import_places *p, struct import_section *s, const char *key,
                        int rack, double height_u);

/* False with an error at `where`: not within the rack's units, or taken. */
bool import_places_add(struct import_places *p, struct import_spot spot);

/* Sets the keys of all groups: those with a unit first, as `at` counts.  Racks without feeds are
   fed by [rpp supply]. */
bool import_places_done(struct import_places *p);

/* ---- draws -------------------------------------------------------------------- */

struct import_draw {   /* of one server */
    const char *model; /* of the catalogue that it is like, see models/estimates.ini */
    double times;      /* as many of it, where the maximum is not known */
    double idle_w, typical_w, maximum_w; /* NaN: not known */
};

/* The machine of models/estimates.ini by height: estimate-2p up to 2 U, estimate-4p up to 4 U,
   estimate-8p above, estimate-0u where it takes no unit. */
const char *import_draw_like(double height_u);

/* Sets power_idle, power_typical, power_maximum and airflow; what is not known is estimated in
   the proportions of the model, a maximum as what is known of the others makes it at least. */
bool import_draw_set(struct import *im, struct import_section *s, const struct import_draw *d,
                     struct place where);

#endif
