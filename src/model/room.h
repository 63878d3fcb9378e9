#ifndef DCPLAN_MODEL_ROOM_H
#define DCPLAN_MODEL_ROOM_H

/* [room NAME] and [rack NAME].  A fraction phi of the servers' inlet flow is
   exhaust that came round, a fraction beta of the cooling units' supply passes
   the servers by (T_in = T_s + phi / (1 - phi) dT). */

#include "model/layout.h"

enum {
    CONTAINMENT_NONE,
    CONTAINMENT_CURTAINS,
    CONTAINMENT_COLD_AISLE,
    CONTAINMENT_HOT_AISLE,
    CONTAINMENT_CHIMNEY
};
enum { LIMIT_RECOMMENDED, LIMIT_ALLOWABLE };
enum { FLOOR_SLAB, FLOOR_RAISED };
enum { SUPPLY_FROM_FLOOR, SUPPLY_FROM_OVERHEAD, SUPPLY_FROM_UNITS };
enum { RETURN_TO_UNITS, RETURN_TO_CEILING };
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
    double length_m, width_m;           /* along x and y; NaN: not given */
    int floor, supply_from, return_to;  /* the latter two -1: not given */
    int north;                          /* a way: where north is on the plan */
    double ride_through_s;              /* NaN: none is asked for */
    double floor_load_pa, point_load_n; /* NaN: no limit is known */
    double aisle_min_m;                 /* NaN: none is asked for */
};

struct rack {
    struct part part;
    struct ref_list room;
    double units_u, power_w, airflow_m3_s, load_kg, own_kg;
    double dynamic_kg;       /* when it is moved; NaN: no limit is known */
    double centre_m;         /* highest centre of gravity above its foot; NaN: none */
    struct reals reserved_u; /* units, from 1 on, that no server may take */
    int feet;
    double clear_front_m, clear_rear_m; /* NaN: the room's aisle_min */
    struct standing at;
    int tiles;
    double recirculation_frac; /* NaN: by where it stands, or as the room */
};

extern const struct param room_params[], rack_params[];
extern const int room_n_params, rack_n_params;

double room_recirculation_frac(const struct room *r);
double room_bypass_frac(const struct room *r);

/* NaN when not known. */
double room_area_m2(const struct room *r);
/* Where the supply air comes out; by the floor when not given. */
int room_supply_from(const struct room *r);
/* Of its frame; by its units when not given. */
double rack_height_m(const struct rack *r);
/* Footprint and height of the k-th rack; it has a place. */
struct layout_box rack_box(const struct rack *r, int k);
/* Outdoor air that comes in without a unit's doing, m3/s; 0 when none is given. */
double room_outdoor_m3_s(const struct room *r);
/* Dew points between which the room's air floats. */
double room_dew_min_c(const struct room *r);
double room_dew_max_c(const struct room *r);
/* Electricity of the humidifier per water, J/kg; by its kind when not given. */
double room_humidifier_j_kg(const struct room *r);

#endif
