#include "model/waterside.h"

#include <math.h>

#include "physics/chiller_curve.h"
#include "physics/envelope.h"

static const char *const pump_words[] = {"constant", "variable", NULL};
static const char *const condenser_words[] = {"air", "water", NULL};
static const char *const heat_pump_words[] = {"none", "cop", "carnot", NULL};
static const char *const chiller_words[] = {"curves", "carnot", NULL};
static const char *const reset_words[] = {"fixed", "outdoor", "demand", NULL};
static const char *const arrangement_words[] = {"series", "parallel", NULL};
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
    {.key = "rejects_to", .type = PARAM_REFS, .refs = "reuse economizer chiller tower drycooler",
     .at = LOOP(rejects_to), .doc = "what cools its water, in the order the water passes"},
    {.key = "supply", .unit = "degC", .def = PARAM_REQUIRED, .min = 2, .max = 60,
     .at = LOOP(supply_c), .doc = "supply setpoint; of a loop on a tower, the least it is held at"},
    {.key = "reset", .type = PARAM_WORD, .words = reset_words, .def = "fixed", .at = LOOP(reset),
     .doc = "how the setpoint moves: not, with outdoor air, or as warm as coils and CDUs allow"},
    {.key = "supply_max", .unit = "degC", .min = 2, .max = 60, .at = LOOP(supply_max_c),
     .doc = "warmest setpoint that reset moves to; supply is the coldest"},
    {.key = "reset_cold", .unit = "degC", .min = -40, .max = 50, .at = LOOP(reset_cold_c),
     .doc = "outdoor temperature up to which reset = outdoor holds supply_max"},
    {.key = "reset_warm", .unit = "degC", .min = -40, .max = 50, .at = LOOP(reset_warm_c),
     .doc = "outdoor temperature from which it holds supply; linear in between"},
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
    {.key = "pump_price", .unit = "money", .type = PARAM_MONEY, .max = 1e9, .at = LOOP(pump_price),
     .doc = "purchase price of one pump with its drive and its share of pipes and valves, without "
            "VAT: a loop without a price costs that of its pumps"},
    {.key = "npsh_required", .unit = "m", .max = 100, .at = LOOP(npsh_m),
     .doc = "net positive suction head that its pumps require at design flow"},
    {.key = "suction_pressure", .unit = "kPa", .min = -95, .max = 3000, .at = LOOP(suction_pa),
     .doc = "pressure at the pumps' inlet above the outdoor air's, while they run"},
    {.key = "volume", .unit = "m3", .max = 1e6, .at = LOOP(volume_m3),
     .doc = "water in pipes and coils, which takes heat when chillers stand"},
    {.key = "buffer", .unit = "m3", .def = "0 m3", .max = 1e6, .at = LOOP(buffer_m3),
     .doc = "stratified tank whose water stays at supply temperature until all of it has passed"},
    {.key = "insulated", .type = PARAM_FLAG, .def = "yes", .at = LOOP(is_insulated),
     .doc = "its pipes in rooms are, with a vapour barrier; if not, its supply is held against the "
            "dew point of the rooms it serves"},
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
    {.key = "fouling", .unit = "%", .def = "0 %", .max = 90, .at = ECON(fouling_frac),
     .doc = "share of the conductance of the clean exchanger that fouling takes"},
    {.key = "arrangement", .type = PARAM_WORD, .words = arrangement_words, .def = "series",
     .at = ECON(arrangement),
     .doc = "before the chillers, which take what is left; or instead of them unless locked out"},
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
    {.key = "model", .type = PARAM_WORD, .words = chiller_words, .def = "curves",
     .at = CHILLER(model),
     .doc = "efficiency by curves, or a share of Carnot's, for water beyond what curves hold for"},
    {.key = "cop", .min = 1, .max = 15, .at = CHILLER(cop),
     .doc = "COP at the rated temperatures and full load"},
    {.key = "carnot_efficiency", .unit = "%", .min = 5, .max = 100, .at = CHILLER(carnot_frac),
     .doc = "share of Carnot's efficiency at full load; that of cop at its rating when not given"},
    {.key = "evaporator_approach", .unit = "K", .def = "2 K", .max = 20, .at = CHILLER(evap_k),
     .doc = "evaporating below the leaving chilled water, for model = carnot"},
    {.key = "condenser_approach", .unit = "K", .def = "8 K", .max = 40, .at = CHILLER(cond_k),
     .doc = "condensing above the entering condenser water or air, for model = carnot"},
    {.key = "stage", .unit = "%", .def = "100 %", .min = 20, .max = 100, .at = CHILLER(stage_frac),
     .doc = "load of the running chillers, of what they can carry, from which one more starts"},
    {.key = "cap_ft", .type = PARAM_REALS, .min = -10, .max = 10,
     .at = CHILLER(cap_ft),
     .doc = "capacity over rated: biquadratic in leaving chilled water and entering condenser, "
            "degC"},
    {.key = "eir_ft", .type = PARAM_REALS, .min = -10, .max = 10,
     .at = CHILLER(eir_ft), .doc = "power per capacity over rated: biquadratic of the same"},
    {.key = "eir_plr", .type = PARAM_REALS, .min = -10, .max = 10, .at = CHILLER(eir_plr),
     .doc = "power over full-load power: polynomial of the load share; by carnot in proportion "
            "when not given"},
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
    {.key = "fouling", .unit = "K", .def = "0 K", .max = 15, .at = CHILLER(fouling_k),
     .doc = "how much hotter the condenser runs than clean, by fouling"},
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
    {.key = "approach_min", .unit = "K", .def = "0 K", .max = 15, .at = TOWER(approach_min_k),
     .doc = "its water is never held nearer to wet bulb than this"},
    {.key = "control", .unit = "K", .def = "5 K", .min = 1, .max = 20, .at = TOWER(control_k),
     .doc = "water for chillers is held so far above wet bulb while the condensers' floor allows"},
    {.key = "fan_power", .unit = "kW", .def = PARAM_REQUIRED, .max = 1000, .at = TOWER(fan_w),
     .doc = "fan power of one cell at full speed"},
    {.key = "fan_exponent", .def = "3", .min = 1, .max = 3, .at = TOWER(fan_exponent),
     .doc = "fan power grows with this power of the airflow"},
    {.key = "fan_min", .unit = "%", .def = "0 %", .max = 90, .at = TOWER(fan_min_frac),
     .doc = "least speed of its fans; for less air they cycle at it"},
    {.key = "fouling", .unit = "%", .def = "0 %", .max = 90, .at = TOWER(fouling_frac),
     .doc = "share of the conductance of the clean fill that fouling takes"},
    {.key = "basin_heater", .unit = "W/K", .def = "0 W/K", .max = 1e5, .at = TOWER(basin_w_k),
     .doc = "freeze protection: power of one cell's basin heater per kelvin below basin_min"},
    {.key = "basin_min", .unit = "degC", .def = "4 degC", .max = 15, .at = TOWER(basin_min_c),
     .doc = "outdoor temperature below which the basin of a resting tower is heated"},
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
    {.key = "fan_min", .unit = "%", .def = "0 %", .max = 90, .at = DRY(fan_min_frac),
     .doc = "least speed of its fans; for less air they cycle at it"},
    {.key = "fouling", .unit = "%", .def = "0 %", .max = 90, .at = DRY(fouling_frac),
     .doc = "share of the conductance of the clean coil that fouling takes"},
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

#define REUSE(field) offsetof(struct reuse, field)

/* clang-format off */
const struct param reuse_params[] = {
    ROW_COUNT("units installed"),
    ROWS_DRAW,
    {.key = "capacity", .unit = "kW", .def = PARAM_REQUIRED, .min = 0.1, .max = 1e6,
     .at = REUSE(capacity_w), .doc = "heat that one unit can take from the loop"},
    {.key = "water_min", .unit = "degC", .def = PARAM_REQUIRED, .min = 2, .max = 80,
     .at = REUSE(water_min_c),
     .doc = "takes heat from return water that is warmer, and cools it no further"},
    {.key = "month", .unit = "%", .type = PARAM_REALS, .max = 100, .at = REUSE(month),
     .doc = "share of the capacity that is asked for in each of the 12 months; all when not given"},
    {.key = "hours", .type = PARAM_HOURS, .at = REUSE(hours),
     .doc = "hours of the day in which heat is asked for; all when not given"},
    {.key = "heat_pump", .type = PARAM_WORD, .words = heat_pump_words, .def = "none",
     .at = REUSE(heat_pump),
     .doc = "heat pump inside the site that lifts the heat: constant COP, or a share of Carnot's"},
    {.key = "cop", .min = 1.1, .max = 30, .at = REUSE(cop),
     .doc = "COP of heating of the heat pump: heat delivered over its power"},
    {.key = "carnot_efficiency", .unit = "%", .def = "50 %", .min = 5, .max = 90,
     .at = REUSE(carnot_frac), .doc = "share of Carnot's efficiency that the heat pump reaches"},
    {.key = "delivery", .unit = "degC", .min = 10, .max = 150, .at = REUSE(delivery_c),
     .doc = "temperature at which the heat pump delivers"},
    {.key = "heat_pump_approach", .unit = "K", .def = "3 K", .max = 20, .at = REUSE(approach_k),
     .doc = "refrigerant below the loop's leaving water, and above what is delivered"},
    ROWS_SOURCE,
};
/* clang-format on */
const int reuse_n_params = sizeof reuse_params / sizeof *reuse_params;

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
    {.key = "volume", .unit = "m3", .min = 0.001, .max = 1000, .at = CDU(volume_m3),
     .doc = "coolant of one unit with its pipes, manifolds and cold plates"},
    {.key = "rack_share", .unit = "%", .def = "30 %", .min = 5, .max = 95, .at = CDU(rack_frac),
     .doc = "of that volume, what is in the racks and warms alone when the pumps stand; a "
            "placeholder"},
    ROWS_PUMP(struct cdu),
    ROWS_SOURCE,
};
/* clang-format on */
const int cdu_n_params = sizeof cdu_params / sizeof *cdu_params;

double reuse_power_frac(const struct reuse *r, double water_c)
{
    switch (r->heat_pump) {
    case HEAT_PUMP_COP: return 1 / (r->cop - 1);
    case HEAT_PUMP_CARNOT:
        return 1 / chiller_carnot_cop(r->carnot_frac, water_c, r->delivery_c, r->approach_k,
                                      r->approach_k);
    default: return 0;
    }
}

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
