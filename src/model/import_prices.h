#ifndef DCPLAN_MODEL_IMPORT_PRICES_H
#define DCPLAN_MODEL_IMPORT_PRICES_H

/* Price lists of clouds, as [cloud] sections:

     tables (CSV) known by their heads: SkyPilot's catalogues (InstanceType, AcceleratorName,
     Price, SpotPrice ...), lists by cloud and GPU type with prices on demand, per GPU and spot,
     and Vantage's exports of instances;
     JSON: a list of offers (gpu_model, price_usd_hour ...), with a list of their providers
     beside it, and prices by model and region ("On Demand (USD)").

   A price that is not there, or is 0, stays missing.  A price outside the band of its
   accelerator ([cloud estimate-*] of the catalogue) is told in the note and not set: nothing is
   bought at a misread price.  Spot and reserved prices are sections of their own. */

#include "model/import.h"

bool import_prices(struct import *im);

#endif
