#ifndef DCPLAN_MODEL_IMPORT_RACKSDB_H
#define DCPLAN_MODEL_IMPORT_RACKSDB_H

/* RacksDB databases (YAML): one file with all, or the files of a tree of folders, whose paths
   may have "__" where a folder ends.

   Datacenters become rooms and racks.  RacksDB counts depth from the top of its plan down; our
   y runs up, so that y = depth of the room - depth - what the rack takes.  Rows that stand
   along an axis keep their places; others cannot, and say so.  A rack's offset in its row is
   the sum of the widths before it; an empty slot is as wide as the rack before it.

   Infrastructures become servers with `at` and `names`.  Where several nodes share the width
   of a rack, those side by side become one server with a folded name.  RacksDB tells no draw:
   models/estimates.ini does. */

#include "model/import.h"

bool import_racksdb(struct import *im);

#endif
