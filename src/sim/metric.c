#include "sim/metric.h"

#include <string.h>

const struct metric_row metric_rows[N_METRIC] = {
    [M_IT_ENERGY_KWH] = {"it_energy_kwh", "kWh", "IT energy",
                         "energy at the input of the IT equipment", 0},
    [M_FACILITY_ENERGY_KWH] = {"facility_energy_kwh", "kWh", "Facility energy", "energy bought", 0},
    [M_PUE] =
        {"pue", "", "PUE",
         "facility energy over energy at the input of IT equipment (ISO/IEC 30134-2 category 3)",
         3},
    [M_PUE_CAT1] = {"pue_cat1", "", "PUE category 1",
                    "facility energy over energy at the UPS outputs", 3},
    [M_PUE_CAT2] = {"pue_cat2", "", "PUE category 2",
                    "facility energy over energy at the PDU outputs", 3},
    [M_PUE_PEAK_HOUR] = {"pue_peak_hour", "", "PUE in the peak hour",
                         "in the hour of the greatest facility power", 3},
    [M_TUE] = {"tue", "", "TUE", "facility energy over computing energy: PUE times ITUE", 3},
    [M_ITUE] = {"itue", "", "ITUE", "IT energy over computing energy (IT less supplies and fans)",
                3},
    [M_WUE_L_PER_KWH] = {"wue_l_per_kwh", "L/kWh", "WUE",
                         "water used on site over IT energy (ISO/IEC 30134-9 category 1)", 3},
    [M_WATER_M3] = {"water_m3", "m3", "Water",
                    "make-up water of towers, pads and evaporative stages", 0},
    [M_CUE_KG_PER_KWH] = {"cue_kg_per_kwh", "kg/kWh", "CUE",
                          "carbon dioxide over IT energy (ISO/IEC 30134-8)", 3},
    [M_ERE] = {"ere", "", "ERE", "facility energy less reused energy over IT energy", 3},
    [M_ERF] = {"erf", "", "ERF", "reused energy over facility energy (ISO/IEC 30134-6)", 3},
    [M_CARBON_T] = {"carbon_t", "t", "Carbon dioxide", "of the electricity bought", 0},
    [M_ELECTRICITY_COST_PER_YEAR] = {"electricity_cost_per_year", "money", "Electricity bill",
                                     "energy, demand and fixed charges of the year", 0},
    [M_ELECTRICITY_COST_ENERGY] = {"electricity_cost_energy", "money", "Energy charge",
                                   "of the year", 0},
    [M_ELECTRICITY_COST_DEMAND] = {"electricity_cost_demand", "money", "Demand charge",
                                   "demand or capacity charge of the year", 0},
    [M_PEAK_IT_KW] = {"peak_it_kw", "kW", "IT peak", "greatest hourly IT power", 1},
    [M_PEAK_FACILITY_KW] = {"peak_facility_kw", "kW", "Facility peak",
                            "greatest hourly facility power", 1},
    [M_FREE_COOLING_HOURS] = {"free_cooling_hours", "h", "Compressor-free hours",
                              "hours in which no compressor runs", 0},
    [M_ECONOMIZER_HOURS] = {"economizer_hours", "h", "Economizer hours",
                            "hours in which outdoor air or water takes heat without a compressor",
                            0},
    [M_MAX_INLET_C] = {"max_inlet_c", "degC", "Hottest rack inlet", "worst hour of the year", 1},
    [M_INLET_MARGIN_K] = {"inlet_margin_k", "K", "Rack inlet margin",
                          "limit of the room's class at this altitude less the hottest inlet", 1},
    [M_HOURS_ABOVE_RECOMMENDED] = {"hours_above_recommended", "h", "Hours above recommended",
                                   "hours with an inlet above the recommended envelope", 0},
    [M_HOURS_ABOVE_ALLOWABLE] = {"hours_above_allowable", "h", "Hours above allowable",
                                 "hours with an inlet above the allowable envelope", 0},
    [M_SHI] = {"shi", "", "Supply heat index",
               "of the air's heat behind the racks, what it had before them; below 0.2 is good", 3},
    [M_RHI] = {"rhi", "", "Return heat index", "one less the supply heat index", 3},
    [M_RTI_PCT] = {"rti_pct", "%", "Return temperature index",
                   "servers' airflow over that of the cooling units; above 100 exhaust "
                   "recirculates, below supply air passes by",
                   1},
    [M_RCI_HI_PCT] = {"rci_hi_pct", "%", "Rack cooling index, high end",
                      "100 when no inlet is above recommended, 0 when all are at the allowable "
                      "limit; worst hour",
                      1},
    [M_RCI_LO_PCT] = {"rci_lo_pct", "%", "Rack cooling index, low end",
                      "100 when no inlet is below recommended, 0 when all are at the allowable "
                      "limit; worst hour",
                      1},
    [M_MAX_COOLANT_C] = {"max_coolant_c", "degC", "Warmest coolant",
                         "coolant supply to servers, worst hour", 1},
    [M_COOLANT_MARGIN_K] = {"coolant_margin_k", "K", "Coolant margin",
                            "servers' coolant limit less the warmest supply", 1},
    [M_CHIP_MARGIN_K] = {"chip_margin_k", "K", "Chip margin",
                         "throttling temperature less the hottest chip", 1},
    [M_THROTTLED_HOURS] = {"throttled_hours", "h", "Throttled hours",
                           "hours in which heat or supplies take power from servers", 0},
    [M_TRIPPED_HOURS] = {"tripped_hours", "h", "Tripped hours",
                         "hours in which servers are off by heat", 0},
    [M_LOST_COMPUTE_KWH] = {"lost_compute_kwh", "kWh", "Computing energy lost",
                            "that throttling and trips took away", 0},
    [M_MLC] = {"mlc", "", "MLC", "mechanical energy over IT energy (after ASHRAE 90.4)", 4},
    [M_MLC_DESIGN] = {"mlc_design", "", "MLC, design",
                      "greatest hourly mechanical power over IT power, every server at its maximum "
                      "(after ASHRAE 90.4)",
                      4},
    [M_ELC] =
        {"elc", "", "ELC",
         "one less the efficiency of the electrical path at design IT load (after ASHRAE 90.4)", 4},
    [M_ENERGY_RESIDUAL_REL] = {"energy_residual_rel", "", "Electrical residual",
                               "greatest hourly imbalance over facility power", 12},
    [M_HEAT_RESIDUAL_REL] = {"heat_residual_rel", "", "Thermal residual",
                             "greatest hourly imbalance over facility power", 12},
    [M_CAPEX_COST] = {"capex_cost", "money", "Capital cost", "sum of the prices that are given", 0},
};

int metric_find(const char *key)
{
    for (int i = 0; i < N_METRIC; i++)
        if (!strcmp(metric_rows[i].key, key)) return i;
    return -1;
}
