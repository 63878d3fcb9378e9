#ifndef DCPLAN_PLAN_ELEVATIONS_EDIT_H
#define DCPLAN_PLAN_ELEVATIONS_EDIT_H

/* Elevations that were edited, against the plan they were made of.  The table says where every
   server stands that has a place in a rack: rows that are gone are servers that are gone, rows
   more are servers more.  A server is known by its section and name; one without a name by
   where it stands.  What found no place, or stands free, is not in the table and stays. */

#include "input/csv.h"
#include "plan/elevations.h"

struct elevation_change {
    enum { ELEVATION_MOVED, ELEVATION_ADDED, ELEVATION_REMOVED, ELEVATION_RENAMED } what;
    const char *name;      /* the new one, where it has one */
    const char *from, *to; /* "r#3:12"; of a new name, the names; NULL: none */
    int line;              /* of the table; 0: none */
};

struct elevation_edit {
    int n, n_moved, n_added, n_removed, n_renamed, n_same;
    struct elevation_change *change;
    const char *overlay; /* sections with count, at and names, for -f */
};

/* False with errors at the cells: unknown racks or servers, units that are taken, reserved or
   not in the rack, names that stand twice.  Columns that are not read back but were changed
   are warnings. */
bool elevations_edit(const struct csv *table, const struct site *s, const struct rack_plan *plan,
                     struct elevation_edit *out, struct arena *a, struct diags *ds);

/* A table of them: CSV, or the sheet of a workbook. */
bool elevations_read(const char *file, const char *s, size_t n, struct csv *out, struct arena *a,
                     struct diags *ds);

extern const char *const elevation_change_words[]; /* "moved", ... */

#endif
