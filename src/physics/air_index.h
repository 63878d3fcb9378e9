#ifndef DCPLAN_PHYSICS_AIR_INDEX_H
#define DCPLAN_PHYSICS_AIR_INDEX_H

/* Indices of how air is managed in a room.

   SHI and RHI: Sharma, Bash and Patel, AIAA 2002-3091: of the heat that the air has when
   it leaves the racks, counted from the supply temperature, the share it had when it came
   in, and the rest.  RTI: Herrlin, ASHRAE Transactions 114(2), 2008.  RCI: Herrlin, ASHRAE
   Transactions 111(2), 2005. */

/* Heat of the racks Q, and what inlets took up on the way from the units dQ: dQ / (Q + dQ).
   NaN without heat. */
double air_shi(double heat_w, double taken_up_w);

/* Airflow of the equipment over that of the cooling units, %, which is the rise of the air
   in the units over that in the equipment: above 100 exhaust recirculates, below supply air
   passes by.  NaN without flow of the units. */
double air_rti_pct(double equipment_m3_s, double units_m3_s);

/* Mean excess of the n intakes over the recommended limit, `over_k` in sum, against the span
   from there to the allowable one: 100 % when none is above, 0 % when all are at the allowable
   limit, below zero beyond.  NaN when there is no span, and any is above.  The same serves
   for the low end. */
double air_rci_pct(double over_k, double n, double recommended_c, double allowable_c);

#endif
