#ifndef DCPLAN_MODEL_WATERSIDE_H
#define DCPLAN_MODEL_WATERSIDE_H

/* Water circuits and what cools them: [loop NAME], [reuse NAME], [economizer NAME],
   [chiller NAME], [tower NAME], [drycooler NAME], and [cdu NAME] with its coolant loop.
   A loop's return water passes what it rejects_to in the order given, each
   taking what it can until the setpoint is reached. */

#include "model/rows.h"

enum { PUMP_CONSTANT, PUMP_VARIABLE };
enum { ECONOMIZER_SERIES, ECONOMIZER_PARALLEL };
enum { LOOP_RESET_FIXED, LOOP_RESET_OUTDOOR, LOOP_RESET_DEMAND };
enum { HEAT_PUMP_NONE, HEAT_PUMP_COP, HEAT_PUMP_CARNOT };
enum { CHILLER_CURVES, CHILLER_CARNOT };
enum { CONDENSER_AIR, CONDENSER_WATER };
enum { LIQUID_W17, LIQUID_W27, LIQUID_W32, LIQUID_W40, LIQUID_W45, LIQUID_WPLUS };

struct pump {
    double head_pa, efficiency_frac, min_flow_frac, exponent;
    int control;
};

struct loop {
    struct part part;
    struct ref_list rejects_to;
    double supply_c, rise_k, design_w, glycol_frac;
    struct pump pump;
    int liquid_class; /* of facility water, for the supply limit */
    int pumps, pumps_needed;
    struct money pump_price; /* of one, with its share of pipes and valves */
    int reset;               /* LOOP_RESET_: how the supply setpoint moves up from supply_c */
    double supply_max_c, reset_cold_c, reset_warm_c;
    double npsh_m, suction_pa; /* NaN: not given */
    double volume_m3;          /* of water in pipes and coils; NaN: not given */
    double buffer_m3;
    bool is_insulated; /* its pipes in the rooms */
};

struct economizer {
    struct part part;
    struct ref_list rejects_to;
    double effectiveness_frac;
    double fouling_frac;
    int arrangement;                  /* ECONOMIZER_ */
    double lockout_c, lockout_band_k; /* not tried from here up; NaN: in any weather */
    int lockout_by;                   /* enum weather_measure; -1: as its cold side rejects */
};

struct chiller {
    struct part part;
    struct ref_list rejects_to;
    int needed, condenser;
    double capacity_w, cop;
    struct reals cap_ft, eir_ft, eir_plr;
    double te_min_c, te_max_c, tc_min_c, tc_max_c, tc_floor_c;
    double lift_min_k, plr_min, plr_unload, rated_te_c, rated_tc_c, inlet_adder_k;
    double restart_s; /* from power to cooling */
    double fouling_k;
    int model;                          /* CHILLER_ */
    double carnot_frac, evap_k, cond_k; /* NaN: by cop at the rating */
    double stage_frac;                  /* of full load, from which one more starts */
};

struct tower {
    struct part part;
    int needed;
    double capacity_w, wet_bulb_c, range_k, approach_k, control_k, fan_w, fan_exponent;
    double cycles, drift_frac;
    double approach_min_k, fan_min_frac, fouling_frac;
    double basin_w_k, basin_min_c; /* heaters of one cell */
};

struct drycooler {
    struct part part;
    int needed;
    double capacity_w, air_c, water_in_c, water_out_c, fan_w, fan_exponent, inlet_adder_k;
    double airflow_m3_s, fan_min_frac, fouling_frac;
    double pad_frac, pad_on_c, pad_band_k, bleed_frac, pad_pump_w;
};

/* Heat that leaves the site to be used, as an exchanger or a heat pump hands it over. */
struct reuse {
    struct part part;
    double capacity_w, water_min_c; /* taken from the loop by one unit; cools it no further */
    struct reals month;             /* share of the capacity that is asked for, 12 */
    struct hours hours;             /* of the day in which it is */
    int heat_pump;
    double cop; /* of heating */
    double carnot_frac, delivery_c, approach_k;
};
enum { FLUID_PROPYLENE_GLYCOL, FLUID_DIELECTRIC };

struct cdu {
    struct part part;
    struct ref_list rejects_to;
    int needed;
    double capacity_w, approach_k, supply_c, glycol_frac, flow_m3_s_w;
    int fluid; /* dielectric: by the four below, NaN when not given */
    double fluid_rho_kg_m3, fluid_cp_j_kg_k, fluid_nu_m2_s, fluid_k_w_m_k;
    double capacity_max_w;    /* at any approach; NaN: capacity */
    double rated_glycol_frac; /* of the coolant of the rating; NaN: as here */
    double water_flow_m3_s_w; /* of the rating; NaN: as the coolant's */
    double water_glycol_frac; /* of the facility water of the rating */
    double flow_max_m3_s;     /* of one unit; NaN: not known */
    double head_available_pa, head_shutoff_pa, piping_drop_pa; /* NaN: not known */
    struct pump pump;
    double volume_m3, rack_frac; /* coolant of one unit; NaN: not given; part in the racks */
};

extern const struct param loop_params[], economizer_params[], chiller_params[], tower_params[],
    drycooler_params[], reuse_params[], cdu_params[];
extern const int loop_n_params, economizer_n_params, chiller_n_params, tower_n_params,
    drycooler_n_params, reuse_n_params, cdu_n_params;

/* Power of a reuse's heat pump over the heat it takes from a loop whose water it leaves
   at water_c; 0 without one.  1 / (COP - 1), or one over the COP of cooling by
   chiller_carnot_cop.  What it delivers is heat and power. */
double reuse_power_frac(const struct reuse *r, double water_c);

/* Greatest facility-water supply temperature of an ASHRAE W class; NaN for W+.  Its name
   and edition, for people. */
double liquid_class_max_c(int liquid_class);
const char *liquid_class_note(int liquid_class, struct arena *a);

#endif
