#ifndef DCPLAN_TESTS_RANDOM_PACK_H
#define DCPLAN_TESTS_RANDOM_PACK_H

/* Seeded packs: rooms of racks under limits of racks, rows and the whole, and tiny packs
   of any kind. */

#include <stdint.h>

#include "plan/pack.h"

struct pack_room {
    int racks, classes; /* equal racks; classes >= racks: every rack is another */
    int types, rows;
    double asked;  /* servers wanted over what the racks' units take */
    int worth;     /* 0: one each; 1: kilowatts; 2: priorities 1 to 3 times units */
    int split;     /* every so many racks have a fixed piece in the middle; 0: none */
    int spread;    /* types of which a rack, and a row, holds a limited number */
    double far;    /* cost of a step along the row */
    double shared; /* limit of rows and rooms over the sum of the racks' */
    uint64_t seed;
};

struct pack random_pack_room(const struct pack_room *r, struct arena *a);

/* Of 2 to 4 bins and 1 to 3 types. */
struct pack random_pack_tiny(uint64_t seed, struct arena *a);

/* Free MPS text of the plain programme, a variable a type and bin. */
void random_pack_mps(const struct pack *p, const char *path);

#endif
