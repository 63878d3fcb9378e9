#include "sim/quantity.h"

#define PART(k, name, text)                                                                        \
    {                                                                                              \
        .key = k "_w", .unit = "W", .label = text, .aggregate = AGG_ENERGY, .is_part = 1,          \
        .part_key = k, .formula = name                                                             \
    }
#define POWER(k, text, how)                                                                        \
    {                                                                                              \
        .key = k, .unit = "W", .label = text, .aggregate = AGG_ENERGY, .formula = how              \
    }

const struct quantity_row quantity_rows[N_QUANTITY] = {
    [Q_IT_W] = PART("it", "compute_w + server_fan_w + psu_loss_w", "IT equipment"),
    [Q_PDU_LOSS_W] = PART("pdu_loss", 0, "Distribution losses"),
    [Q_UPS_LOSS_W] = PART("ups_loss", 0, "UPS losses"),
    [Q_TRANSFORMER_LOSS_W] = PART("transformer_loss", 0, "Transformer losses"),
    [Q_LIGHTING_W] = PART("lighting", 0, "Lighting"),
    [Q_OTHER_W] = PART("other", 0, "Other loads"),
    [Q_ROOM_FAN_W] = PART("room_fan", 0, "Room unit fans"),
    [Q_COMPRESSOR_W] = PART("compressor", 0, "Direct-expansion compressors"),
    [Q_CHILLER_W] = PART("chiller", 0, "Chillers"),
    [Q_CONDENSER_FAN_W] = PART("condenser_fan", 0, "Condenser fans"),
    [Q_REFRIGERANT_PUMP_W] = PART("refrigerant_pump", 0, "Refrigerant pumps"),
    [Q_SCAVENGER_FAN_W] = PART("scavenger_fan", 0, "Scavenger fans"),
    [Q_DRYCOOLER_FAN_W] = PART("drycooler_fan", 0, "Dry cooler fans"),
    [Q_TOWER_FAN_W] = PART("tower_fan", 0, "Cooling tower fans"),
    [Q_HEAT_PUMP_W] = PART("heat_pump", 0, "Heat pumps of heat reuse"),
    [Q_BASIN_HEATER_W] = PART("basin_heater", 0, "Basin heaters of cooling towers"),
    [Q_PUMP_W] = PART("pump", 0, "Water pumps"),
    [Q_CDU_PUMP_W] = PART("cdu_pump", 0, "Coolant pumps"),
    [Q_HUMIDITY_W] = PART("humidity", 0, "Evaporation and pad pumps"),
    [Q_HUMIDIFIER_W] = PART("humidifier", 0, "Humidifiers"),
    [Q_REHEAT_W] = PART("reheat", 0, "Reheat"),
    [Q_FACILITY_W] = POWER("facility_w", "Whole facility",
                           "it_w + pdu_loss_w + ups_loss_w + transformer_loss_w + lighting_w + "
                           "other_w + room_fan_w + compressor_w + chiller_w + condenser_fan_w + "
                           "refrigerant_pump_w + scavenger_fan_w + drycooler_fan_w + "
                           "tower_fan_w + heat_pump_w + basin_heater_w + pump_w + cdu_pump_w + "
                           "humidity_w + humidifier_w + reheat_w"),
    [Q_UPS_OUT_W] = POWER("ups_out_w", "UPS outputs", 0),
    [Q_PDU_OUT_W] = POWER("pdu_out_w", "PDU outputs", 0),
    [Q_PSU_LOSS_W] = POWER("psu_loss_w", "Power supply losses (inside IT)", 0),
    [Q_SERVER_FAN_W] = POWER("server_fan_w", "Server fans (inside IT)", 0),
    [Q_COMPUTE_W] = POWER("compute_w", "Computing", "it_w - psu_loss_w - server_fan_w"),
    [Q_HEAT_GAIN_W] = POWER("heat_gain_w", "Heat gained through the envelope", 0),
    [Q_HEAT_REJECTED_W] = POWER("heat_rejected_w", "Heat rejected outdoors",
                                "facility_w + heat_gain_w - reused_heat_w - stored_w"),
    [Q_REUSED_HEAT_W] = POWER("reused_heat_w", "Heat handed over to be used", 0),
    [Q_STORED_W] = POWER("stored_w", "Heat taken in by cold storage", 0),
    [Q_LIQUID_HEAT_W] = POWER("liquid_heat_w", "Heat taken by liquid", 0),
    [Q_AIR_HEAT_W] = POWER("air_heat_w", "Heat taken from room air", 0),
    [Q_LATENT_HEAT_W] = POWER("latent_heat_w", "Latent heat on coils (inside air heat)", 0),
    [Q_FREE_HEAT_W] = POWER("free_heat_w", "Heat rejected without compressor", 0),
    [Q_RETURN_HEAT_W] =
        POWER("return_heat_w", "Heat that cooling removes", "liquid_heat_w + air_heat_w"),
    [Q_INLET_C] = {"inlet_c", "degC", "Hottest rack inlet", AGG_MAX, 0, 0, 0},
    [Q_INLET_LOW_C] = {"inlet_low_c", "degC", "Coldest rack inlet", AGG_MIN, 0, 0, 0},
    [Q_SUPPLY_C] = {"supply_c", "degC", "Warmest supply air", AGG_MAX, 0, 0, 0},
    [Q_COOLANT_C] = {"coolant_c", "degC", "Warmest coolant supply", AGG_MAX, 0, 0, 0},
    [Q_DEW_POINT_C] = {"dew_point_c", "degC", "Highest dew point of a room", AGG_MAX, 0, 0, 0},
    [Q_CHIP_MARGIN_K] = {"chip_margin_k", "K", "Least chip margin", AGG_MIN, 0, 0, 0},
    [Q_COOLING_USED] = {"cooling_used", "", "Cooling load over capacity", AGG_MAX, 0, 0, 0},
    [Q_THROTTLED] = {"throttled", "", "Power taken away by throttling", AGG_MAX, 0, 0, 0},
    [Q_TRIPPED] = {"tripped", "", "Servers off by heat", AGG_MAX, 0, 0, 0},
    [Q_WATER_KG_S] = {"water_kg_s", "kg/s", "Water use", AGG_SUM_KG, 0, 0, 0},
    [Q_ENERGY_RESIDUAL] = {"energy_residual", "", "Electrical balance residual", AGG_MAX, 0, 0, 0},
    [Q_HEAT_RESIDUAL] = {"heat_residual", "", "Heat balance residual", AGG_MAX, 0, 0, 0},
};
