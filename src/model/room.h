#ifndef DCPLAN_MODEL_ROOM_H
#define DCPLAN_MODEL_ROOM_H

/* [room NAME] and [rack NAME].  A fraction phi of the servers' inlet flow is
   exhaust that came round, a fraction beta of the cooling units' supply passes
   the servers by (PHYSICS: T_in = T_s + phi / (1 - phi) dT). */

#include "model/rows.h"

enum {
    CONTAINMENT_NONE,
    CONTAINMENT_CURTAINS,
    CONTAINMENT_COLD_AISLE,
    CONTAINMENT_HOT_AISLE,
    CONTAINMENT_CHIMNEY
};
enum { LIMIT_RECOMMENDED, LIMIT_ALLOWABLE };
enum { RESET_FIXED, RESET_OUTDOOR, RESET_INLET };
enum { HUMIDIFIER_NONE, HUMIDIFIER_STEAM, HUMIDIFIER_ADIABATIC, HUMIDIFIER_ULTRASONIC };
enum { DEHUMIDIFIER_NONE, DEHUMIDIFIER_COIL };

struct room {
    struct part part;
    int containment;
    double recirculation_frac, bypass_frac; /* NaN: by containment */
    double supply_c, dew_point_c, condensation_k;
    int reset;                 /* of the supply air: RESET_FIXED, ... */
    struct points reset_curve; /* outdoor dry bulb : supply, degC */
    double inlet_target_c, supply_min_c, supply_max_c;
    /* water that comes in and goes; NaN: not given */
    double outdoor_m3_s, air_changes_s, people, person_heat_w, person_latent_w;
    double dew_min_c, dew_max_c; /* NaN: dew_point_c */
    int humidifier, dehumidifier;
    double humidifier_j_kg, humidifier_kg_s, drying_coil_c, reheat_w, coil_bypass_frac;
    double air_max_c, air_rise_k; /* of a room without servers; NaN: not given */
    int envelope_class, limit;    /* enum envelope_class of physics */
    double envelope_w_k, adjacent_c, adjacent_w_k;
    /* for the time after cooling stops; NaN: not given */
    double area_m2, height_m, equipment_j_k, equipment_j_kg_k, equipment_frac, coupling_w_m2_k;
    double ride_through_s; /* NaN: none is asked for */
};

struct rack {
    struct part part;
    struct ref_list room;
    double units_u, power_w, airflow_m3_s, load_kg, own_kg;
};

extern const struct param room_params[], rack_params[];
extern const int room_n_params, rack_n_params;

double room_recirculation_frac(const struct room *r);
double room_bypass_frac(const struct room *r);

/* Outdoor air that comes in without a unit's doing, m3/s; 0 when none is given. */
double room_outdoor_m3_s(const struct room *r);
/* Dew points between which the room's air floats. */
double room_dew_min_c(const struct room *r);
double room_dew_max_c(const struct room *r);
/* Electricity of the humidifier per water, J/kg; by its kind when not given. */
double room_humidifier_j_kg(const struct room *r);

#endif
