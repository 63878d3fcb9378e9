#ifndef DCPLAN_SIM_QUANTITY_H
#define DCPLAN_SIM_QUANTITY_H

/* What one hour of a site is described by.  Each quantity has one row: key,
   unit, how hours are joined to a month or a year, and the formula that ties it
   to others (a test evaluates the formula against the kernel's value). */

enum quantity {
    /* Electrical power, W.  Parts marked PART sum to facility_w. */
    Q_IT_W,               /* PART: input of the IT equipment (ISO/IEC 30134-2 category 3) */
    Q_PDU_LOSS_W,         /* PART */
    Q_UPS_LOSS_W,         /* PART */
    Q_TRANSFORMER_LOSS_W, /* PART */
    Q_LIGHTING_W,         /* PART */
    Q_OTHER_W,            /* PART: other declared loads */
    Q_ROOM_FAN_W,         /* PART: fans of CRAC, CRAH and fresh-air units */
    Q_COMPRESSOR_W,       /* PART: compressors of direct-expansion units */
    Q_CHILLER_W,          /* PART */
    Q_CONDENSER_FAN_W,    /* PART: fans of direct-expansion condensers */
    Q_REFRIGERANT_PUMP_W, /* PART: pumped-refrigerant economizers */
    Q_SCAVENGER_FAN_W,    /* PART: outdoor side of indirect economizers */
    Q_DRYCOOLER_FAN_W,    /* PART */
    Q_TOWER_FAN_W,        /* PART */
    Q_HEAT_PUMP_W,        /* PART: of heat reuse */
    Q_BASIN_HEATER_W,     /* PART: freeze protection of towers */
    Q_PUMP_W,             /* PART: chilled, condenser and facility water */
    Q_CDU_PUMP_W,         /* PART: coolant pumps of the CDUs */
    Q_HUMIDITY_W,         /* PART: pumps of evaporative stages and pads */
    Q_HUMIDIFIER_W,       /* PART: humidifiers of rooms */
    Q_REHEAT_W,           /* PART: electric, where drying overcools a room */
    Q_FACILITY_W,         /* input from the utility */
    Q_UPS_OUT_W,          /* UPS outputs less what other loads take there (category 1) */
    Q_PDU_OUT_W,          /* IT path measured at the PDU outputs (category 2) */
    Q_PSU_LOSS_W,         /* inside it_w */
    Q_SERVER_FAN_W,       /* inside it_w */
    Q_COMPUTE_W,          /* it_w less supplies and fans */
    /* Heat, W. */
    Q_HEAT_GAIN_W,     /* envelope and ventilation gains (negative: loss) */
    Q_HEAT_REJECTED_W, /* to outdoors by every path */
    Q_REUSED_HEAT_W,   /* handed over to be used, with the work of heat pumps */
    Q_STORED_W,        /* into tanks of chilled water (negative: they are charged) */
    Q_LIQUID_HEAT_W,   /* taken by cold plates */
    Q_AIR_HEAT_W,      /* taken from the rooms' air by cooling units */
    Q_LATENT_HEAT_W,   /* of it, water that condenses on the units' coils */
    Q_FREE_HEAT_W,     /* heat rejected without a compressor */
    Q_RETURN_HEAT_W,   /* heat that cooling had to remove: liquid and air */
    /* States. */
    Q_INLET_C,       /* hottest rack inlet */
    Q_INLET_LOW_C,   /* coldest rack inlet */
    Q_SUPPLY_C,      /* warmest room supply air */
    Q_COOLANT_C,     /* warmest coolant supply to servers; NaN inside when none */
    Q_DEW_POINT_C,   /* highest dew point of a room's air */
    Q_CHIP_MARGIN_K, /* least limit less chip temperature */
    Q_COOLING_USED,  /* greatest load over capacity of a cooling unit group */
    Q_THROTTLED,     /* greatest share of power taken away by throttling, 0..1 */
    Q_TRIPPED,       /* 1 in an hour in which a server group is off by heat */
    Q_WATER_KG_S,    /* make-up water */
    /* Closure, relative to facility_w. */
    Q_ENERGY_RESIDUAL,
    Q_HEAT_RESIDUAL,
    N_QUANTITY
};

enum aggregate { AGG_ENERGY, AGG_MAX, AGG_MIN, AGG_MEAN, AGG_SUM_KG };

struct quantity_row {
    const char *key;  /* name in hourly CSV, ends in its unit */
    const char *unit; /* SI unit of the hourly value */
    const char *label;
    enum aggregate aggregate;
    int is_part;          /* a part of facility_w; label names it in tables */
    const char *part_key; /* key in the JSON's energy_kwh; NULL when not a part */
    const char *formula;  /* in terms of other keys; NULL for what the parts compute */
};

extern const struct quantity_row quantity_rows[N_QUANTITY];

#endif
