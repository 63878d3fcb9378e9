#ifndef DCPLAN_SIM_MOISTURE_H
#define DCPLAN_SIM_MOISTURE_H

/* Water in the air of rooms: an hour's balance in closed form, steady, of air that is
   mixed.  Private to sim.

   Outdoor air m brings and takes water, people give G, a humidifier H, coils drain C:
     m (w_out - w) + G + H = C                                              [kg/s]
   The dew point floats between the two that are set.  A coil that must cool anyway has
   the apparatus dew point T_adp = T_s - (T_ret - T_s) b / (1 - b), b its bypass factor, and
   drains C = M (1 - b) (w - w_adp) where it is colder than the air's dew point
   (ASHRAE HVAC Systems and Equipment, cooling coils; the straight line of process air on
   the psychrometric chart).  Below the lower dew point the humidifier makes up what is
   missing, what the coil takes again included.  Above the upper one as much return air as
   is needed passes coils held at drying_coil, or at their water where that is warmer; it
   takes sensible heat, of which no more may be taken than the room has and electric
   reheat makes up, nor more heat than the units' rating.

   Heat: vapour carries h_v = 2.501 MJ/kg + 1860 J/(kg K) T of the room's air, liquid water
   nothing.  Outdoor air brings m (1006 + 1860 w_out) (T_out - T) of sensible and
   m h_v (w_out - w) of latent heat, together the difference of its enthalpies, which is
   booked as gain, as people are.  A humidifier takes H h_v of sensible heat from the
   air for its water and gives it its power; the coils' load is sensible and C h_v.

   A fresh-air unit exchanges so much air that nothing else matters: while it works the
   room has the humidity of the air that it lets in, and humidifier and dryer rest; water
   that infiltration and people bring leaves with its air. */

#include "sim/kernel.h"

void moisture_new(const struct plant *p, struct block *b, struct arena *a);
void moisture_begin(struct step *k);
/* Of a room whose water moves: gains, the heat that its units must take, return air and
   the unit's flow of heat capacity, as find_heat does it for others. */
void moisture_heat(struct step *k, int room, const double *fan_w);
/* Wet bulb of its return air; wet_c holds that at the dew point that is held. */
void moisture_wet_bulb(struct step *k, int room, double *wet_c);
/* When all is solved: the air of rooms with fresh-air units, and vapour pressures. */
void moisture_finish(struct step *k);
/* Fills Q_DEW_POINT_C of a block that is solved, where hours are kept: it takes as long as
   the rest of this. */
void moisture_dew_points(const struct plant *p, struct block *b);

/* Temperatures of the coldest water in the part, [LANES]: what enters hoses, coil or
   pipes. */
const double *moisture_surface_c(const struct plant *p, const struct block *b,
                                 const struct surface *s);

#endif
