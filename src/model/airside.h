#ifndef DCPLAN_MODEL_AIRSIDE_H
#define DCPLAN_MODEL_AIRSIDE_H

/* Units that cool a room's air: [crac NAME] direct expansion, [crah NAME] with a
   chilled-water coil, [ahu NAME] with outdoor air.  A section is one group of
   equal units; `needed` of `count` carry the design load. */

#include "model/layout.h"

enum { FAN_CONSTANT, FAN_VARIABLE };
enum { UNIT_SHARING, UNIT_STANDBY };
enum { COMPRESSOR_CYCLING, COMPRESSOR_INVERTER };
enum { RATING_GROSS, RATING_NET };

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
    double restart_s; /* from power to cooling */
};

struct crah {
    struct air_unit air;
    double capacity_w, rated_return_c, rated_water_c, rated_water_k;
};

struct ahu {
    struct air_unit air;
    double evaporative_frac, pump_w, dew_max_c, dew_min_c;
};

extern const struct param crac_params[], crah_params[], ahu_params[];
extern const int crac_n_params, crah_n_params, ahu_n_params;

#endif
