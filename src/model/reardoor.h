#ifndef DCPLAN_MODEL_REARDOOR_H
#define DCPLAN_MODEL_REARDOOR_H

/* [reardoor NAME]: coils in the rear doors of racks, fed by a water loop.  A door takes heat
   out of the exhaust of its rack's servers before the room sees it:

       Q = G (T_exhaust - T_water),  T_exhaust = T_inlet + Q_servers / (m cp)

   G by effectiveness and transfer units of a counter-flow coil, sized by the rating, the
   resistance half on each side and the air side following flow^0.8 (as [crah]).  A valve keeps
   the leaving air from falling below `leaving`, and the doors of a room together take no more
   than what heats it.  Doors without fans make the servers' fans work more. */

#include "model/airside.h"

struct reardoor {
    struct air_unit air; /* airflow: of the rating */
    struct ref_list rack;
    double capacity_w, rated_air_c, rated_water_c, rated_water_k;
    double leaving_c;     /* NaN: the room's supply air */
    int coil;             /* COIL_DRY: no drain, its water is held above the dew point */
    double pressure_frac; /* added to the power of the servers' fans */
};

extern const struct param reardoor_params[];
extern const int reardoor_n_params;

#endif
