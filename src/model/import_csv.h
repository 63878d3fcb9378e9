#ifndef DCPLAN_MODEL_IMPORT_CSV_H
#define DCPLAN_MODEL_IMPORT_CSV_H

/* Plain tables of servers, CSV or XLSX: rack, unit, model and watts, with name, weight, height,
   room and count where there are any.  Heads are known by many words, units stand in heads or
   cells.  A model that the catalogue has is used; watts are the greatest input power.  Draws
   that are missing are estimated, never zero. */

#include "model/import.h"

bool import_csv(struct import *im);

#endif
