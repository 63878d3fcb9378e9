#ifndef DCPLAN_MODEL_AIRSIDE_H
#define DCPLAN_MODEL_AIRSIDE_H

/* Units that cool a room's air: [crac NAME] direct expansion, [crah NAME] with a
   chilled-water coil, [ahu NAME] with outdoor air.  A section is one group of
   equal units; `needed` of `count` carry the design load.

   A condenser in water or glycol gives heat and power to the loop of rejects_to, and the
   curves of the unit are in the water that enters it.  An economizer takes heat from the
   return air without a compressor, to outdoors (pumped refrigerant) or to the loop (coil):
   Q = G (T_return - T_entering), G = C (1 - exp(-UA/C)) of the air that moves, UA by its
   rating point, at most its capacity.

   An indirect outdoor-air unit passes outdoor air, the scavenger, by the room's air in an
   exchanger: Q = m cp e (T_return - T_outdoor), sprayed e (T_return - T_wet bulb).  Both
   effectivenesses are of the room's air at full scavenger air.  A direct unit may have such a
   stage before its evaporative one: t1 = t - e (t - t_wet bulb), with the moisture as it is. */

#include "model/layout.h"

enum { FAN_CONSTANT, FAN_VARIABLE };
enum { UNIT_SHARING, UNIT_STANDBY };
enum { COMPRESSOR_CYCLING, COMPRESSOR_INVERTER };
enum { RATING_GROSS, RATING_NET };
enum { DX_AIR, DX_WATER, DX_GLYCOL }; /* what cools the condenser */
enum { DX_NO_ECONOMIZER, DX_PUMPED, DX_COIL };
enum { AHU_DIRECT, AHU_INDIRECT };
enum { COIL_WET, COIL_DRY };

/* What all three have. */
struct air_unit {
    struct part part;
    struct ref_list serves, rejects_to;
    int needed, mode;
    double airflow_m3_s;
    double fan_w;
    int fan;
    double fan_min_frac, fan_exponent;
    struct standing at;
    double clear_front_m, weight_kg; /* NaN: not given */
    int feet;
};

/* Outdoor air from which an economizer is not tried; NaN: in any weather. */
struct air_lockout {
    double c, band_k, j_kg, band_j_kg; /* a temperature, the enthalpy of moist air */
    int by;                            /* enum weather_measure: which temperature */
};

struct crac {
    struct air_unit air;
    double capacity_w, cop;
    int rating, compressor;
    struct reals cap_ft, eir_ft;
    double plf_slope;
    struct points part_load; /* load share : COP over full-load COP, inverter */
    double rated_wet_bulb_c, wet_bulb_min_c, wet_bulb_max_c, rated_outdoor_c, outdoor_min_c,
        outdoor_max_c, inlet_adder_k;
    double condenser_fan_w;
    int condenser;                                              /* DX_AIR, DX_WATER, DX_GLYCOL */
    double rated_condenser_c, condenser_min_c, condenser_max_c; /* entering water */
    double condenser_rise_k, altitude_from_m;                   /* of air-cooled condensers */
    int economizer;                                             /* DX_NO_ECONOMIZER, ... */
    double free_w, free_return_c, free_entering_c; /* rating of one economizer; NaN: none */
    struct air_lockout lockout;
    bool is_free_partial;
    double free_pump_w;
    double load_min_frac; /* least load share of a running compressor */
    double restart_s;     /* from power to cooling */
};

struct crah {
    struct air_unit air;
    double capacity_w, rated_return_c, rated_water_c, rated_water_k;
    int coil; /* COIL_DRY: it has no drain and must stay above the dew point */
};

struct ahu {
    struct air_unit air;
    double evaporative_frac, pump_w, dew_max_c, dew_min_c;
    int economizer; /* AHU_DIRECT, AHU_INDIRECT */
    double exchanger_frac, wet_exchanger_frac, wet_from_c;
    double indirect_frac; /* of a stage before the direct one, against the wet bulb */
    double scavenger_m3_s, scavenger_fan_w; /* m3_s NaN: as the unit's own air */
    double bleed_frac;                      /* of the water supplied */
    struct air_lockout lockout;
};

extern const struct param crac_params[], crah_params[], ahu_params[];
extern const int crac_n_params, crah_n_params, ahu_n_params;

#endif
