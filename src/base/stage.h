#ifndef DCPLAN_BASE_STAGE_H
#define DCPLAN_BASE_STAGE_H

/* A set of files that appears together: written into a folder of its own beside the
   old ones, then moved over them by renames, when all are whole. */

#include "base/arena.h"
#include "base/diag.h"

/* Makes folder, and in it an empty folder for the new files; NULL with an error. */
const char *stage_open(struct arena *a, const char *folder, struct diags *ds);

/* Moves every file of the stage, and of the folders in it, to its place in folder; the
   stage is gone afterwards.  An error leaves what was not moved as it was. */
bool stage_publish(struct arena *a, const char *stage, const char *folder, struct diags *ds);

/* Takes the stage and all in it away; the old files stay. */
void stage_discard(struct arena *a, const char *stage);

#endif
