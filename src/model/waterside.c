#include "model/waterside.h"

#include <math.h>

#include "physics/envelope.h"

static const char *const pump_words[] = {"constant", "variable", NULL};
static const char *const condenser_words[] = {"air", "water", NULL};
static const char *const lockout_words[] = {"dry_bulb", "wet_bulb", "dew_point", NULL};
static const char *const fluid_words[] = {"propylene-glycol", "dielectric", NULL};
static const char *const liquid_words[] = {"W17", "W27", "W32", "W40", "W45", "W+", NULL};

/* clang-format off */
#define ROWS_PUMP(owner)                                                                           \
    {.key = "head", .unit = "kPa", .def = PARAM_REQUIRED, .max = 2000,                             \
     .at = offsetof(owner, pump.head_pa), .doc = "pump head at design flow"},                      \
    {.key = "pump_efficiency", .unit = "%", .def = "60 %", .min = 5, .max = 95,                    \
     .at = offsetof(owner, pump.efficiency_frac),                                                  \
     .doc = "pump efficiency from wire to water"},                                                 \
    {.key = "pump", .type = PARAM_WORD, .words = pump_words, .def = "variable",                    \
     .at = offsetof(owner, pump.control), .doc = "constant flow, or flow following the load"},     \
    {.key = "flow_min", .unit = "%", .def = "30 %", .min = 5, .max = 100,                          \
     .at = offsetof(owner, pump.min_flow_frac), .doc = "least flow of a variable pump"},           \
    {.key = "pump_exponent", .def = "2.5", .min = 1, .max = 3,                                     \
     .at = offsetof(owner, pump.exponent),                                                         \
     .doc = "pump power grows with this power of the flow"}
/* clang-format on */

/* clang-format off */
#define ROW_NEEDED(owner)                                                                          \
    {.key = "needed", .type = PARAM_COUNT, .min = 1, .max = 1000, .at = offsetof(owner, needed),   \
     .doc = "units that carry the design load; all of them when not given"}
/* clang-format on */

#define LOOP(field) offsetof(struct loop, field)

/* clang-format off */
const struct param loop_params[] = {
    ROWS_DRAW,
    {.key = "rejects_to", .type = PARAM_REFS, .refs = "economizer chiller tower drycooler",
     .at = LOOP(rejects_to), .doc = "what cools its water, in the order the water passes"},
    {.key = "supply", .unit = "degC", .def = PARAM_REQUIRED, .min = 2, .max = 60,
     .at = LOOP(supply_c), .doc = "supply setpoint; of a loop on a tower, the least it is held at"},
    {.key = "rise", .unit = "K", .def = "6 K", .min = 1, .max = 30, .at = LOOP(rise_k),
     .doc = "water temperature rise at design flow and design heat"},
    {.key = "design_heat", .unit = "kW", .def = PARAM_REQUIRED, .min = 1, .max = 1e6,
     .at = LOOP(design_w), .doc = "heat at design flow, which sizes the flow"},
    {.key = "glycol", .unit = "%", .def = "0 %", .max = 60, .at = LOOP(glycol_frac),
     .doc = "propylene glycol by mass"},
    {.key = "class", .type = PARAM_WORD, .words = liquid_words, .def = "W+",
     .at = LOOP(liquid_class), .doc = "ASHRAE class of the facility water that equipment accepts"},
    {.key = "pumps", .type = PARAM_COUNT, .min = 1, .max = 64, .at = LOOP(pumps),
     .doc = "pumps installed, for what one lost pump means"},
    {.key = "pumps_needed", .type = PARAM_COUNT, .min = 1, .max = 64, .def = "1",
     .at = LOOP(pumps_needed), .doc = "pumps that carry the design flow"},
    {.key = "volume", .unit = "m3", .max = 1e6, .at = LOOP(volume_m3),
     .doc = "water in pipes, coils and buffer tank, which cools on when chillers stand"},
    ROWS_PUMP(struct loop),
    ROWS_SOURCE,
};
/* clang-format on */
const int loop_n_params = sizeof loop_params / sizeof *loop_params;

#define ECON(field) offsetof(struct economizer, field)

/* clang-format off */
const struct param economizer_params[] = {
    {.key = "rejects_to", .type = PARAM_REF, .refs = "loop", .at = ECON(rejects_to),
     .doc = "loop on the cold side of the plate exchanger"},
    {.key = "effectiveness", .unit = "%", .def = "75 %", .min = 10, .max = 98,
     .at = ECON(effectiveness_frac), .doc = "effectiveness of the plate exchanger"},
    {.key = "lockout", .unit = "degC", .min = -30, .max = 40, .at = ECON(lockout_c),
     .doc = "outdoor temperature from which it is not tried; tried in any weather when not given"},
    {.key = "lockout_band", .unit = "K", .def = "1 K", .max = 20, .at = ECON(lockout_band_k),
     .doc = "it is tried again so far below lockout"},
    {.key = "lockout_by", .type = PARAM_WORD, .words = lockout_words, .at = ECON(lockout_by),
     .doc = "temperature meant; wet bulb of a tower, dry bulb of a dry cooler when not given"},
    ROWS_SOURCE,
};
/* clang-format on */
const int economizer_n_params = sizeof economizer_params / sizeof *economizer_params;

#define CHILLER(field) offsetof(struct chiller, field)

/* clang-format off */
const struct param chiller_params[] = {
    ROW_COUNT("chillers installed"),
    ROWS_DRAW,
    ROW_NEEDED(struct chiller),
    {.key = "rejects_to", .type = PARAM_REF, .refs = "loop", .at = CHILLER(rejects_to),
     .doc = "condenser-water loop; none for an air-cooled condenser"},
    {.key = "condenser", .type = PARAM_WORD, .words = condenser_words, .def = "air",
     .at = CHILLER(condenser), .doc = "cooled by air (its fans inside the COP) or by water"},
    {.key = "capacity", .unit = "kW", .def = PARAM_REQUIRED, .min = 1, .max = 1e5,
     .at = CHILLER(capacity_w), .doc = "capacity of one chiller at the rated temperatures"},
    {.key = "cop", .def = PARAM_REQUIRED, .min = 1, .max = 15, .at = CHILLER(cop),
     .doc = "COP at the rated temperatures and full load"},
    {.key = "cap_ft", .type = PARAM_REALS, .def = PARAM_REQUIRED, .min = -10, .max = 10,
     .at = CHILLER(cap_ft),
     .doc = "capacity over rated: biquadratic in leaving chilled water and entering condenser, "
            "degC"},
    {.key = "eir_ft", .type = PARAM_REALS, .def = PARAM_REQUIRED, .min = -10, .max = 10,
     .at = CHILLER(eir_ft), .doc = "power per capacity over rated: biquadratic of the same"},
    {.key = "eir_plr", .type = PARAM_REALS, .def = PARAM_REQUIRED, .min = -10, .max = 10,
     .at = CHILLER(eir_plr), .doc = "power over full-load power: polynomial of the load share"},
    {.key = "water_min", .unit = "degC", .def = "5 degC", .min = -10, .max = 30,
     .at = CHILLER(te_min_c), .doc = "curves hold from this leaving chilled water"},
    {.key = "water_max", .unit = "degC", .def = "10 degC", .min = 4, .max = 40,
     .at = CHILLER(te_max_c), .doc = "curves hold to this leaving chilled water"},
    {.key = "condenser_min", .unit = "degC", .def = "24 degC", .min = -20, .max = 40,
     .at = CHILLER(tc_min_c), .doc = "curves hold from this condenser temperature"},
    {.key = "condenser_max", .unit = "degC", .def = "35 degC", .min = 20, .max = 60,
     .at = CHILLER(tc_max_c), .doc = "curves hold to this condenser temperature"},
    {.key = "condenser_floor", .unit = "degC", .def = "18 degC", .min = -20, .max = 40,
     .at = CHILLER(tc_floor_c),
     .doc = "head-pressure control keeps the condenser at this temperature or above"},
    {.key = "lift_min", .unit = "K", .def = "8 K", .max = 40, .at = CHILLER(lift_min_k),
     .doc = "head-pressure control keeps the condenser so far above the chilled water"},
    {.key = "load_min", .unit = "%", .def = "10 %", .max = 60, .at = CHILLER(plr_min),
     .doc = "least load share; below it the chiller cycles"},
    {.key = "load_unload", .unit = "%", .def = "20 %", .max = 60, .at = CHILLER(plr_unload),
     .doc = "least unloading; below it hot gas is bypassed"},
    {.key = "rated_water", .unit = "degC", .def = "6.67 degC", .max = 40, .at = CHILLER(rated_te_c),
     .doc = "leaving chilled water of the rating"},
    {.key = "rated_condenser", .unit = "degC", .def = "29.4 degC", .max = 60,
     .at = CHILLER(rated_tc_c), .doc = "entering condenser water or outdoor air of the rating"},
    {.key = "inlet_adder", .unit = "K", .def = "0 K", .max = 20, .at = CHILLER(inlet_adder_k),
     .doc = "how much warmer an air-cooled condenser's air is than outdoors, by recirculation"},
    {.key = "restart", .unit = "s", .def = "300 s", .max = 3600, .at = CHILLER(restart_s),
     .doc = "from the return of its power until it cools again; a placeholder: 30 s to 10 min"},
    ROWS_SOURCE,
};
/* clang-format on */
const int chiller_n_params = sizeof chiller_params / sizeof *chiller_params;

#define TOWER(field) offsetof(struct tower, field)

/* clang-format off */
const struct param tower_params[] = {
    ROW_COUNT("cells installed"),
    ROWS_DRAW,
    ROW_NEEDED(struct tower),
    {.key = "capacity", .unit = "kW", .def = PARAM_REQUIRED, .min = 1, .max = 1e6,
     .at = TOWER(capacity_w), .doc = "heat rejected by one cell at the design point"},
    {.key = "wet_bulb", .unit = "degC", .def = "25.55 degC", .max = 35, .at = TOWER(wet_bulb_c),
     .doc = "wet bulb of the design point"},
    {.key = "range", .unit = "K", .def = "5.56 K", .min = 1, .max = 20, .at = TOWER(range_k),
     .doc = "water cooled by so much at the design point"},
    {.key = "approach", .unit = "K", .def = "3.89 K", .min = 1, .max = 15, .at = TOWER(approach_k),
     .doc = "leaving water above wet bulb at the design point"},
    {.key = "control", .unit = "K", .def = "5 K", .min = 1, .max = 20, .at = TOWER(control_k),
     .doc = "water for chillers is held so far above wet bulb while the condensers' floor allows"},
    {.key = "fan_power", .unit = "kW", .def = PARAM_REQUIRED, .max = 1000, .at = TOWER(fan_w),
     .doc = "fan power of one cell at full speed"},
    {.key = "fan_exponent", .def = "3", .min = 1, .max = 3, .at = TOWER(fan_exponent),
     .doc = "fan power grows with this power of the airflow"},
    {.key = "cycles", .def = "5", .min = 1.5, .max = 50, .at = TOWER(cycles),
     .doc = "cycles of concentration"},
    {.key = "drift", .unit = "%", .def = "0.005 %", .max = 1, .at = TOWER(drift_frac),
     .doc = "drift, share of the water flow"},
    ROWS_SOURCE,
};
/* clang-format on */
const int tower_n_params = sizeof tower_params / sizeof *tower_params;

#define DRY(field) offsetof(struct drycooler, field)

/* clang-format off */
const struct param drycooler_params[] = {
    ROW_COUNT("units installed"),
    ROWS_DRAW,
    ROW_NEEDED(struct drycooler),
    {.key = "capacity", .unit = "kW", .def = PARAM_REQUIRED, .min = 1, .max = 1e5,
     .at = DRY(capacity_w), .doc = "heat rejected by one unit at the design point"},
    {.key = "air", .unit = "degC", .def = "35 degC", .min = 10, .max = 50, .at = DRY(air_c),
     .doc = "inlet air of the design point"},
    {.key = "water_in", .unit = "degC", .def = "46.11 degC", .min = 15, .max = 80,
     .at = DRY(water_in_c), .doc = "entering water of the design point"},
    {.key = "water_out", .unit = "degC", .def = "40.55 degC", .min = 12, .max = 75,
     .at = DRY(water_out_c), .doc = "leaving water of the design point"},
    {.key = "airflow", .unit = "m3/s", .def = PARAM_REQUIRED, .max = 1e4, .at = DRY(airflow_m3_s),
     .doc = "airflow of one unit at full fan speed"},
    {.key = "fan_power", .unit = "kW", .def = PARAM_REQUIRED, .max = 1000, .at = DRY(fan_w),
     .doc = "fan power of one unit at full speed"},
    {.key = "fan_exponent", .def = "2.7", .min = 1, .max = 3, .at = DRY(fan_exponent),
     .doc = "fan power grows with this power of the airflow"},
    {.key = "inlet_adder", .unit = "K", .def = "0 K", .max = 20, .at = DRY(inlet_adder_k),
     .doc = "how much warmer its air is than outdoors, by recirculation"},
    {.key = "pads", .unit = "%", .def = "0 %", .max = 95, .at = DRY(pad_frac),
     .doc = "saturation effectiveness of adiabatic pads; 0 for none"},
    {.key = "pads_on", .unit = "degC", .def = "24 degC", .min = 5, .max = 50, .at = DRY(pad_on_c),
     .doc = "outdoor temperature from which the pads are wetted"},
    {.key = "pads_band", .unit = "K", .def = "0 K", .max = 15, .at = DRY(pad_band_k),
     .doc = "wetted pads are left to dry so far below pads_on"},
    {.key = "bleed", .unit = "%", .def = "20 %", .max = 60, .at = DRY(bleed_frac),
     .doc = "share of the pads' make-up water that is bled"},
    {.key = "pads_pump", .unit = "kW", .def = "0 kW", .max = 50, .at = DRY(pad_pump_w),
     .doc = "pump power of one unit while its pads are wet"},
    ROWS_SOURCE,
};
/* clang-format on */
const int drycooler_n_params = sizeof drycooler_params / sizeof *drycooler_params;

#define CDU(field) offsetof(struct cdu, field)

/* clang-format off */
const struct param cdu_params[] = {
    ROW_COUNT("units installed"),
    ROWS_DRAW,
    ROW_NEEDED(struct cdu),
    {.key = "rejects_to", .type = PARAM_REF, .refs = "loop", .at = CDU(rejects_to),
     .doc = "facility-water loop"},
    {.key = "capacity", .unit = "kW", .def = PARAM_REQUIRED, .min = 1, .max = 1e5,
     .at = CDU(capacity_w), .doc = "heat of one unit at the rated approach"},
    {.key = "capacity_max", .unit = "kW", .min = 1, .max = 1e5, .at = CDU(capacity_max_w),
     .doc = "heat of one unit at any approach, where colder water lets it pass more than capacity; "
            "capacity when not given"},
    {.key = "approach", .unit = "K", .def = "4 K", .min = 0.5, .max = 20, .at = CDU(approach_k),
     .doc = "coolant supply above facility-water supply at the rated capacity and flows"},
    {.key = "supply", .unit = "degC", .def = PARAM_REQUIRED, .min = 10, .max = 60,
     .at = CDU(supply_c), .doc = "coolant supply setpoint"},
    {.key = "glycol", .unit = "%", .def = "25 %", .max = 60, .at = CDU(glycol_frac),
     .doc = "propylene glycol of the coolant by mass"},
    {.key = "fluid", .type = PARAM_WORD, .words = fluid_words, .def = "propylene-glycol",
     .at = CDU(fluid), .doc = "coolant: propylene glycol in water, or what the four keys tell of"},
    {.key = "fluid_density", .unit = "kg/m3", .min = 500, .max = 2500, .at = CDU(fluid_rho_kg_m3),
     .doc = "density of a dielectric fluid"},
    {.key = "fluid_heat_capacity", .unit = "kJ/kg/K", .min = 0.5, .max = 5,
     .at = CDU(fluid_cp_j_kg_k), .doc = "heat capacity of a dielectric fluid"},
    {.key = "fluid_viscosity", .unit = "mm2/s", .min = 0.1, .max = 1000, .at = CDU(fluid_nu_m2_s),
     .doc = "kinematic viscosity of a dielectric fluid, where it leaves the tank"},
    {.key = "fluid_conductivity", .unit = "W/m/K", .min = 0.02, .max = 1, .at = CDU(fluid_k_w_m_k),
     .doc = "thermal conductivity of a dielectric fluid"},
    {.key = "flow", .unit = "L/min/kW", .def = "1.5 L/min/kW", .min = 0.2, .max = 10,
     .at = CDU(flow_m3_s_w), .doc = "coolant flow per heat taken at design, and of the rating"},
    {.key = "rated_glycol", .unit = "%", .max = 60, .at = CDU(rated_glycol_frac),
     .doc = "propylene glycol by mass of the coolant of the rating; glycol when not given"},
    {.key = "facility_flow", .unit = "L/min/kW", .min = 0.2, .max = 10,
     .at = CDU(water_flow_m3_s_w),
     .doc = "facility water per heat taken of the rating; flow when not given"},
    {.key = "facility_glycol", .unit = "%", .def = "0 %", .max = 60, .at = CDU(water_glycol_frac),
     .doc = "propylene glycol by mass of the facility water of the rating"},
    {.key = "flow_max", .unit = "L/min", .min = 0.1, .max = 1e6, .at = CDU(flow_max_m3_s),
     .doc = "greatest coolant flow of one unit"},
    {.key = "head_available", .unit = "kPa", .min = 1, .max = 2000, .at = CDU(head_available_pa),
     .doc = "pressure it has for racks and pipes at full pump speed and flow x capacity"},
    {.key = "head_shutoff", .unit = "kPa", .min = 1, .max = 3000, .at = CDU(head_shutoff_pa),
     .doc = "the same at no flow; not given: head_available, and no flow beyond flow x capacity"},
    {.key = "piping_drop", .unit = "kPa", .def = "0 kPa", .max = 1000, .at = CDU(piping_drop_pa),
     .doc = "pressure lost in pipes between it and the racks at the design flow of its servers"},
    ROWS_PUMP(struct cdu),
    ROWS_SOURCE,
};
/* clang-format on */
const int cdu_n_params = sizeof cdu_params / sizeof *cdu_params;

double liquid_class_max_c(int liquid_class)
{
    const struct envelope_liquid *e = envelope_liquid_by_name(liquid_words[liquid_class]);
    return e && isfinite(e->max_c) ? e->max_c : (double)NAN;
}

const char *liquid_class_note(int liquid_class, struct arena *a)
{
    const char *limit = isnan(liquid_class_max_c(liquid_class)) ? ", which has no upper limit" : "";
    return arena_format(a, "facility water class %s of %s%s", liquid_words[liquid_class],
                        envelope_edition, limit);
}
