#ifndef DCPLAN_MODEL_IMPORT_URDB_H
#define DCPLAN_MODEL_IMPORT_URDB_H

/* Rates of the Utility Rate Database of OpenEI (JSON of its interface, versions 3 to 8, and of
   its dumps): the answer to a query with `items`, a rate alone, or rates anywhere inside a
   larger document.  Each becomes a [tariff] and a [rate] for each of its charges.

   `rate` and `adj` add.  Periods count from 0; each is the hours that the two schedules of
   twelve months and 24 hours give it, months with the same hours together.  Steps of energy are
   of all energy of the month, shared out to the periods by their part of it, as NREL's SSC
   bills them (lib_utility_rate_equations); steps of demand are of the period's own.

   What a rate does not tell and what a line cannot say is an estimate that says so, or an
   error; a price that is not there stays missing. */

#include "model/import.h"

bool import_urdb(struct import *im);

#endif
