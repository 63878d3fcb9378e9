#ifndef DCPLAN_MODEL_IMPORT_NETBOX_H
#define DCPLAN_MODEL_IMPORT_NETBOX_H

/* NetBox inventories: device and module types of the device-type library (YAML), exports of
   sites, locations, racks, devices and power feeds (CSV, known by their columns), and dumps
   (JSON, as `manage.py dumpdata` writes them).

   A device type becomes a model: [server], [rackpdu], [ups], [cdu] or [psu].  Racks and
   devices become a site: [room], [rack], [server] with `at` and `names`, feeds as [breaker].

   Draws.  maximum_draw is of one port.  NetBox does not say how ports share; of n ports the
   greater half, rounded up, is taken to carry the device (one of one, one of two, three of
   six), as machines with A and B feeds are built.  allocated_draw is what a port draws in
   normal operation; its sum is the typical power.  What is missing is estimated, see
   netbox_draw.c. */

#include "model/import.h"

bool import_netbox(struct import *im);

#endif
