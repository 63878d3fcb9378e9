#ifndef DCPLAN_MODEL_SPOT_H
#define DCPLAN_MODEL_SPOT_H

/* Where a server stands, as `at` writes it: "r#3:12" is rack unit 12 of the third rack of
   [rack r], "r:12" of the only one, "r#1-8:1" one in each of eight.  The number is the
   lowest unit it takes, counted from the floor; 1 is the lowest. */

#include "base/diag.h"
#include "base/text.h"

struct site;
struct part_index;

enum { SPOT_UNITS = 101 }; /* more than a rack can have, and a place too many */

struct spot {
    int rack, unit; /* kind's index, and which of its count */
    double u;       /* lowest rack unit, from 1 on, in halves */
};

struct spot_list {
    int n;
    struct spot *spot; /* ranges written out */
};

struct spot_text { /* one item, read but not linked */
    struct text rack;
    int first, last; /* from 1 on; 0: not given */
    double u;
};

/* False when the text has not the form above; units are whole or half. */
bool spot_read(struct text item, struct spot_text *out);

/* "r#3:12", as `at` takes it. */
const char *spot_print(const struct site *s, const struct spot *x, struct arena *a);
/* With the rack's number even where there is only one: true when racks are added, too. */
const char *spot_print_numbered(const struct site *s, const struct spot *x, struct arena *a);
/* Fills the spots of all servers from their `at`.  Errors: no such rack, higher than the
   rack reserved or taken units, more places or names than servers. */
void spots_link(struct site *s, const struct part_index *x, struct arena *a, struct diags *ds);

#endif
