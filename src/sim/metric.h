#ifndef DCPLAN_SIM_METRIC_H
#define DCPLAN_SIM_METRIC_H

/* Annual metrics: names are stable API and carry their unit; values are in that
   unit.  A metric that does not apply is NaN here and null in JSON. */

enum metric_id {
    M_IT_ENERGY_KWH,
    M_FACILITY_ENERGY_KWH,
    M_PUE,
    M_PUE_CAT1,
    M_PUE_CAT2,
    M_PUE_PEAK_HOUR,
    M_TUE,
    M_ITUE,
    M_WUE_L_PER_KWH,
    M_WATER_M3,
    M_CUE_KG_PER_KWH,
    M_ERE,
    M_ERF,
    M_REUSED_HEAT_KWH,
    M_CARBON_T,
    M_ELECTRICITY_COST_PER_YEAR,
    M_ELECTRICITY_COST_ENERGY,
    M_ELECTRICITY_COST_DEMAND,
    M_WATER_COST_PER_YEAR,
    M_PEAK_IT_KW,
    M_PEAK_FACILITY_KW,
    M_FREE_COOLING_HOURS,
    M_ECONOMIZER_HOURS,
    M_CHILLER_CYCLING_HOURS,
    M_CHILLER_HOURS,
    M_LIQUID_HEAT_KWH,
    M_AIR_HEAT_KWH,
    M_MAX_INLET_C,
    M_INLET_MARGIN_K,
    M_HOURS_ABOVE_RECOMMENDED,
    M_HOURS_ABOVE_ALLOWABLE,
    M_SHI,
    M_RHI,
    M_RTI_PCT,
    M_RCI_HI_PCT,
    M_RCI_LO_PCT,
    M_MAX_COOLANT_C,
    M_COOLANT_MARGIN_K,
    M_CHIP_MARGIN_K,
    M_CONDENSATION_MARGIN_K,
    M_MAX_DEW_POINT_C,
    M_MIN_DEW_POINT_C,
    M_HOURS_HUMIDITY_OUTSIDE_RECOMMENDED,
    M_HOURS_HUMIDITY_OUTSIDE_ALLOWABLE,
    M_BATTERY_LIFE_SHARE,
    M_THROTTLED_HOURS,
    M_TRIPPED_HOURS,
    M_LOST_COMPUTE_KWH,
    M_LOST_GPU_HOURS,
    M_MLC,
    M_MLC_DESIGN,
    M_ELC,
    M_STORAGE_DISCHARGED_KWH,
    M_STORAGE_LOSS_KWH,
    M_ENERGY_RESIDUAL_REL,
    M_HEAT_RESIDUAL_REL,
    M_CAPEX_COST,
    N_METRIC
};

struct metric_row {
    const char *key;
    const char *unit; /* for people; "" for a pure number; "money" for the site's currency */
    const char *label;
    const char *doc;
    int decimals; /* for people */
};

extern const struct metric_row metric_rows[N_METRIC];

/* By key; -1 when unknown. */
int metric_find(const char *key);

#endif
