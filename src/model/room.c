#include "model/room.h"

#include <math.h>

static const char *const containment_words[] = {"none",      "curtains", "cold-aisle",
                                                "hot-aisle", "chimney",  NULL};
static const char *const class_words[] = {"A1", "A2", "A3", "A4", "H1", NULL};
static const char *const reset_words[] = {"fixed", "outdoor", "inlet", NULL};
static const char *const humidifier_words[] = {"none", "steam", "adiabatic", "ultrasonic", NULL};
static const char *const dehumidifier_words[] = {"none", "coil", NULL};
static const char *const limit_words[] = {"recommended", "allowable", NULL};

static const char *const floor_words[] = {"slab", "raised", NULL};
static const char *const supply_words[] = {"floor", "overhead", "units", NULL};
static const char *const return_words[] = {"units", "ceiling", NULL};

#define AT(field) offsetof(struct room, field)

/* clang-format off */
const struct param room_params[] = {
    {.key = "containment", .type = PARAM_WORD, .words = containment_words, .def = "none",
     .at = AT(containment), .doc = "how hot and cold air are kept apart"},
    {.key = "recirculation", .unit = "%", .max = 80, .at = AT(recirculation_frac),
     .doc = "share of the servers' inlet air that is their own exhaust; by containment when not "
            "given"},
    {.key = "bypass", .unit = "%", .max = 90, .at = AT(bypass_frac),
     .doc = "share of supply air that passes the servers by; by containment when not given"},
    {.key = "supply", .unit = "degC", .def = "22 degC", .min = 5, .max = 45, .at = AT(supply_c),
     .doc = "supply air setpoint of the room's cooling units"},
    {.key = "reset", .type = PARAM_WORD, .words = reset_words, .def = "fixed", .at = AT(reset),
     .doc = "supply air at its setpoint, by outdoor air, or so that the rack inlets are on target"},
    {.key = "reset_curve", .unit = "degC;degC", .type = PARAM_CURVE, .min = 5, .max = 45,
     .at = AT(reset_curve),
     .doc = "reset = outdoor: outdoor dry bulb and supply air pairs, straight in between"},
    {.key = "inlet_target", .unit = "degC", .min = 10, .max = 45, .at = AT(inlet_target_c),
     .doc = "reset = inlet: rack inlet that the supply air is set for"},
    {.key = "supply_min", .unit = "degC", .def = "15 degC", .min = 5, .max = 45,
     .at = AT(supply_min_c), .doc = "reset = inlet: coldest supply air"},
    {.key = "supply_max", .unit = "degC", .def = "27 degC", .min = 5, .max = 45,
     .at = AT(supply_max_c), .doc = "reset = inlet: warmest supply air"},
    {.key = "dew_point", .unit = "degC", .def = "9 degC", .min = -15, .max = 24,
     .at = AT(dew_point_c),
     .doc = "dew point that is held in the room; without energy while no water comes in or goes"},
    {.key = "infiltration", .unit = "m3/s", .max = 1000, .at = AT(outdoor_m3_s),
     .doc = "outdoor air that comes in, by leaks or for people, conditioned by the room's units"},
    {.key = "air_changes", .unit = "ACH", .max = 20, .at = AT(air_changes_s),
     .doc = "the same as volumes of the room"},
    {.key = "people", .def = "0", .max = 1e4, .at = AT(people),
     .doc = "people in the room, mean over the hours of the year"},
    {.key = "person_heat", .unit = "W", .def = "75 W", .max = 500, .at = AT(person_heat_w),
     .doc = "sensible heat of one (ASHRAE Fundamentals 2017, 18, table 1, office work)"},
    {.key = "person_latent", .unit = "W", .def = "55 W", .max = 500, .at = AT(person_latent_w),
     .doc = "latent heat of one (the same table)"},
    {.key = "dew_point_min", .unit = "degC", .min = -20, .max = 24, .at = AT(dew_min_c),
     .doc = "dew point to which the humidifier works; dew_point when not given"},
    {.key = "dew_point_max", .unit = "degC", .min = -15, .max = 26, .at = AT(dew_max_c),
     .doc = "dew point to which the dehumidifier works; dew_point when not given"},
    {.key = "humidifier", .type = PARAM_WORD, .words = humidifier_words, .def = "none",
     .at = AT(humidifier),
     .doc = "in the room's cooling units and on their feeds; steam brings its own heat, the others "
            "take it from the air"},
    {.key = "humidifier_energy", .unit = "kJ/kg", .max = 5000, .at = AT(humidifier_j_kg),
     .doc = "electricity per water; by its kind when not given"},
    {.key = "humidifier_capacity", .unit = "kg/h", .max = 1e5, .at = AT(humidifier_kg_s),
     .doc = "most water that it can give"},
    {.key = "dehumidifier", .type = PARAM_WORD, .words = dehumidifier_words, .def = "none",
     .at = AT(dehumidifier),
     .doc = "coil: as much of the return air as is needed passes coils held at drying_coil"},
    {.key = "drying_coil", .unit = "degC", .def = "8 degC", .min = 1, .max = 20,
     .at = AT(drying_coil_c),
     .doc = "apparatus dew point of a coil that dries, not below its water; a placeholder"},
    {.key = "reheat", .unit = "kW", .def = "0 kW", .max = 1e4, .at = AT(reheat_w),
     .doc = "electric, in the room's cooling units and on their feeds: with it coils may dry more "
            "air than the room wants to have cooled"},
    {.key = "coil_bypass", .unit = "%", .def = "15 %", .max = 60, .at = AT(coil_bypass_frac),
     .doc = "share of a coil's air that leaves as it came (bypass factor); a placeholder"},
    {.key = "condensation_margin", .unit = "K", .def = "2 K", .max = 10, .at = AT(condensation_k),
     .doc = "so far must coolant and bare surfaces stay above the room's dew point; for sensors "
            "and cold spots, a placeholder"},
    {.key = "air_max", .unit = "degC", .min = 5, .max = 60, .at = AT(air_max_c),
     .doc = "greatest return air of a room without servers, for what stands in it: 25 degC of "
            "batteries"},
    {.key = "air_rise", .unit = "K", .min = 1, .max = 30, .at = AT(air_rise_k),
     .doc = "variable fans of a room without servers give air that its heat warms by so much; at "
            "their least speed when not given"},
    {.key = "class", .type = PARAM_WORD, .words = class_words, .def = "A2",
     .at = AT(envelope_class), .doc = "ASHRAE TC9.9 class (2021) of the air-cooled equipment"},
    {.key = "limit", .type = PARAM_WORD, .words = limit_words, .def = "allowable", .at = AT(limit),
     .doc = "which envelope the verdict holds the rack inlets to"},
    {.key = "envelope", .unit = "W/K", .def = "0 W/K", .max = 1e6, .at = AT(envelope_w_k),
     .doc = "heat transmission to outdoors"},
    {.key = "adjacent", .unit = "degC", .def = "24 degC", .min = -20, .max = 60,
     .at = AT(adjacent_c), .doc = "temperature of the rooms around it"},
    {.key = "adjacent_envelope", .unit = "W/K", .def = "0 W/K", .max = 1e6, .at = AT(adjacent_w_k),
     .doc = "heat transmission to the rooms around it"},
    {.key = "area", .unit = "m2", .min = 1, .max = 1e5, .at = AT(area_m2),
     .doc = "floor; with the height the air that warms up when cooling stops; length by width "
            "when not given"},
    {.key = "length", .unit = "m", .min = 1, .max = 1000, .at = AT(length_m),
     .doc = "along x of the floor plan"},
    {.key = "width", .unit = "m", .min = 1, .max = 1000, .at = AT(width_m),
     .doc = "along y of the floor plan"},
    {.key = "floor", .type = PARAM_WORD, .words = floor_words, .def = "slab", .at = AT(floor),
     .doc = "slab, or raised with the supply air below"},
    {.key = "supply_from", .type = PARAM_WORD, .words = supply_words, .at = AT(supply_from),
     .doc = "where supply air comes out: tiles of a raised floor, outlets overhead, or the units' "
            "fronts; of a raised floor its tiles, else overhead"},
    {.key = "return_to", .type = PARAM_WORD, .words = return_words, .at = AT(return_to),
     .doc = "where air leaves: the units' tops when they all have a position, else the ceiling; "
            "contained hot aisles go to the ceiling"},
    {.key = "north", .type = PARAM_WORD, .words = way_words, .def = "+y", .at = AT(north),
     .doc = "where north is on the floor plan"},
    {.key = "height", .unit = "m", .min = 1, .max = 30, .at = AT(height_m),
     .doc = "from floor to ceiling, what stands in it not taken off"},
    {.key = "equipment_heat_capacity", .unit = "kJ/K", .min = 1, .max = 1e9,
     .at = AT(equipment_j_k),
     .doc = "of the equipment, the part that warms up with the air; by weights when not given"},
    {.key = "equipment_specific_heat", .unit = "kJ/kg/K", .def = "0.55 kJ/kg/K", .min = 0.1,
     .max = 2, .at = AT(equipment_j_kg_k),
     .doc = "of servers and racks by weight; steel and electronics are 0.5 to 0.6"},
    {.key = "equipment_share", .unit = "%", .def = "50 %", .max = 100, .at = AT(equipment_frac),
     .doc = "of that weight, what warms up with the air; 30 to 60 % is seen, a placeholder"},
    {.key = "equipment_coupling", .unit = "W/m2/K", .def = "100 W/m2/K", .min = 1, .max = 1000,
     .at = AT(coupling_w_m2_k),
     .doc = "conductance from air to equipment per floor; a placeholder"},
    {.key = "ride_through", .unit = "min", .max = 60, .at = AT(ride_through_s),
     .doc = "time that it must stay within its limits after the loss of power or cooling"},
    {.key = "floor_load", .unit = "kPa", .min = 0.5, .max = 100, .at = AT(floor_load_pa),
     .doc = "greatest uniform load of the floor: 12 kPa are 12 kN/m2, or 1224 kgf/m2"},
    {.key = "point_load", .unit = "kN", .min = 0.1, .max = 100, .at = AT(point_load_n),
     .doc = "greatest load of one foot or caster on the floor or a panel of it"},
    {.key = "aisle_min", .unit = "m", .max = 10, .at = AT(aisle_min_m),
     .doc = "least free way before the front and behind the back of racks; 0.9 to 1.2 m are usual"},
    ROWS_SOURCE,
};
/* clang-format on */
const int room_n_params = sizeof room_params / sizeof *room_params;

#undef AT
#define AT(field) offsetof(struct rack, field)

/* clang-format off */
const struct param rack_params[] = {
    ROW_COUNT("identical racks"),
    ROW_FROM(ELECTRICAL_SOURCES),
    {.key = "room", .type = PARAM_REF, .refs = "room", .at = AT(room), .doc = "room it stands in"},
    {.key = "units", .unit = "U", .def = "42 U", .min = 1, .max = 60, .at = AT(units_u),
     .doc = "rack units for equipment"},
    {.key = "power", .unit = "kW", .max = 2000, .at = AT(power_w),
     .doc = "greatest input power of its equipment"},
    {.key = "airflow", .unit = "cfm", .max = 1e5, .at = AT(airflow_m3_s),
     .doc = "air that reaches its front"},
    {.key = "load", .unit = "kg", .max = 10000, .at = AT(load_kg),
     .doc = "greatest mass of equipment and rack together"},
    {.key = "own_weight", .unit = "kg", .def = "0 kg", .max = 5000, .at = AT(own_kg),
     .doc = "mass of the empty rack"},
    {.key = "dynamic_load", .unit = "kg", .max = 10000, .at = AT(dynamic_kg),
     .doc = "greatest mass of equipment and rack when it is rolled; give it where racks come "
            "filled"},
    {.key = "centre_max", .unit = "m", .min = 0.1, .max = 3, .at = AT(centre_m),
     .doc = "highest centre of gravity of rack and equipment, above the floor"},
    {.key = "reserved", .unit = "U", .type = PARAM_REALS, .min = 1, .max = 60, .at = AT(reserved_u),
     .doc = "units that are taken or kept free, counted from the floor: 1, 2, 42 U"},
    {.key = "feet", .type = PARAM_COUNT, .def = "4", .min = 1, .max = 16, .at = AT(feet),
     .doc = "feet or casters that carry it; of four or more one may hang free"},
    {.key = "clear_front", .unit = "m", .max = 10, .at = AT(clear_front_m),
     .doc = "free way that it needs before its front; the room's aisle_min when not given"},
    {.key = "clear_rear", .unit = "m", .max = 10, .at = AT(clear_rear_m),
     .doc = "free way that it needs behind its back; the room's aisle_min when not given"},
    ROWS_STANDING(struct rack, at, "600 mm", "1200 mm", PARAM_NONE,
                  "of one, frame included; by its units when not given"),
    {.key = "tiles", .type = PARAM_COUNT, .def = "1", .max = 100, .at = AT(tiles),
     .doc = "perforated tiles, or outlets overhead, before each: they share the supply air"},
    {.key = "recirculation", .unit = "%", .max = 80, .at = AT(recirculation_frac),
     .doc = "share of its inlet air that is exhaust; by where it stands, or as the room, when not "
            "given"},
    ROWS_SOURCE,
};
/* clang-format on */
const int rack_n_params = sizeof rack_params / sizeof *rack_params;

/* Middle of the ranges seen with each kind of containment; placeholders that a
   survey of the room replaces. */
static const double typical_recirculation[] = {0.15, 0.075, 0.03, 0.02, 0.01};
static const double typical_bypass[] = {0.40, 0.20, 0.07, 0.05, 0.03};

double room_recirculation_frac(const struct room *r)
{
    return isnan(r->recirculation_frac) ? typical_recirculation[r->containment]
                                        : r->recirculation_frac;
}

/* Steam: 2.26 MJ/kg to evaporate, 0.3 to heat the water, and 2 to 8 % of losses and
   blow-down.  Ultrasonic: 50 to 80 W per kg/h; high-pressure nozzles: 4 W per kg/h.  Middles
   of ranges that makers print; placeholders. */
static const double typical_humidifier_j_kg[] = {0, 2.7e6, 15e3, 230e3};

double room_humidifier_j_kg(const struct room *r)
{
    return isnan(r->humidifier_j_kg) ? typical_humidifier_j_kg[r->humidifier] : r->humidifier_j_kg;
}

double room_outdoor_m3_s(const struct room *r)
{
    double volume_m3 = room_area_m2(r) * r->height_m;
    if (r->air_changes_s > 0) return r->air_changes_s * volume_m3;
    return r->outdoor_m3_s > 0 ? r->outdoor_m3_s : 0;
}

double room_dew_min_c(const struct room *r)
{
    return isnan(r->dew_min_c) ? r->dew_point_c : r->dew_min_c;
}

double room_dew_max_c(const struct room *r)
{
    return isnan(r->dew_max_c) ? r->dew_point_c : r->dew_max_c;
}

double room_bypass_frac(const struct room *r)
{
    return isnan(r->bypass_frac) ? typical_bypass[r->containment] : r->bypass_frac;
}

double room_area_m2(const struct room *r)
{
    return isnan(r->area_m2) ? r->length_m * r->width_m : r->area_m2;
}

int room_supply_from(const struct room *r)
{
    if (r->supply_from >= 0) return r->supply_from;
    return r->floor == FLOOR_RAISED ? SUPPLY_FROM_FLOOR : SUPPLY_FROM_OVERHEAD;
}

/* A rack unit is 44.45 mm (IEC 60297); plinth and roof as of usual frames: 42 U are 2 m. */
static const double unit_m = 0.04445, frame_m = 0.133;

double rack_height_m(const struct rack *r)
{
    return isnan(r->at.height_m) ? r->units_u * unit_m + frame_m : r->at.height_m;
}

struct layout_box rack_box(const struct rack *r, int k)
{
    struct layout_box b = standing_box(&r->at, k);
    b.top_m = rack_height_m(r);
    return b;
}
