#include "model/server.h"

#include <math.h>

#include "base/elementary.h"
#include "physics/envelope.h"

static const char *const curve_words[] = {"linear", "fan-et-al", "points", NULL};
static const char *const liquid_words[] = {"plates", "immersion", NULL};
static const char *const coolant_words[] = {"none", "S30", "S40", "S50", NULL};
static const char *const apart_words[] = {"none", "rack", "row", NULL};
static const char *const direction_words[] = {"front-to-rear", "rear-to-front", "side", "passive",
                                              NULL};
static const char *const psu_words[] = {"sharing", "cold-standby", NULL};

#define AT(field) offsetof(struct server, field)

/* clang-format off */
const struct param server_params[] = {
    ROW_COUNT("number of servers"),
    {.key = "room", .type = PARAM_REF, .refs = "room", .at = AT(room), .doc = "room it stands in"},
    {.key = "rack", .type = PARAM_REFS, .refs = "rack", .at = AT(rack),
     .doc = "racks it may be placed in, first fit in this order"},
    ROW_FROM(ELECTRICAL_SOURCES),
    {.key = "workload", .type = PARAM_REF, .refs = "workload", .at = AT(workload),
     .doc = "what it runs over the year"},
    {.key = "power_idle", .unit = "kW", .def = PARAM_REQUIRED, .max = 1000, .at = AT(power_idle_w),
     .doc = "input power, powered on without a job"},
    {.key = "power_typical", .unit = "kW", .def = PARAM_REQUIRED, .max = 1000,
     .at = AT(power_typical_w), .doc = "input power under sustained work, for energy"},
    {.key = "power_maximum", .unit = "kW", .def = PARAM_REQUIRED, .max = 1000,
     .at = AT(power_maximum_w), .doc = "greatest input power, for capacity"},
    {.key = "curve", .type = PARAM_WORD, .words = curve_words, .def = "linear", .at = AT(curve),
     .doc = "how power follows activity"},
    {.key = "curve_exponent", .def = "1.4", .min = 1, .max = 3, .at = AT(curve_exponent),
     .doc = "exponent r of the curve 2u - u^r of Fan et al. (ISCA 2007)"},
    {.key = "points", .unit = "%;W", .type = PARAM_CURVE, .at = AT(points),
     .doc = "activity and input power pairs of curve = points, such as SPECpower"},
    {.key = "psu", .type = PARAM_REF, .refs = "psu", .at = AT(psu), .doc = "power supply unit"},
    {.key = "psu_count", .def = "2", .min = 1, .max = 64, .type = PARAM_COUNT, .at = AT(psu_count),
     .doc = "power supplies installed in one server"},
    {.key = "psu_needed", .def = "1", .min = 1, .max = 64, .type = PARAM_COUNT,
     .at = AT(psu_needed), .doc = "power supplies needed for full power"},
    {.key = "psu_least", .def = "1", .min = 1, .max = 64, .type = PARAM_COUNT, .at = AT(psu_least),
     .doc = "fewest supplies it runs on at all"},
    {.key = "psu_cap", .unit = ";%", .type = PARAM_CURVE, .at = AT(psu_cap), .min = 1, .max = 100,
     .doc = "accelerator power it allows itself with so many supplies left: 3: 80 %, 4: 80 %"},
    {.key = "psu_mode", .type = PARAM_WORD, .words = psu_words, .def = "sharing",
     .at = AT(psu_mode), .doc = "all supplies share the load, or the spare ones stand by cold"},
    {.key = "cords", .type = PARAM_COUNT, .min = 1, .max = 4, .at = AT(cords),
     .doc = "sources one server has, where it names more: servers are spread over all sets of so "
            "many; all, or two of a distributed redundant UPS, when not given"},
    {.key = "plug", .type = PARAM_COUNT, .min = 1, .max = 3, .def = "1", .at = AT(plug),
     .doc = "lines of one supply: 1 a line and neutral, 2 two lines, 3 three"},
    {.key = "fan_power", .unit = "W", .def = "0 W", .max = 2e4, .at = AT(fan_power_w),
     .doc = "power of its own fans at full speed"},
    {.key = "fan_min", .unit = "%", .def = "30 %", .min = 5, .max = 100, .at = AT(fan_min_frac),
     .doc = "fan speed when idle in cool air"},
    {.key = "fan_load", .unit = "%", .def = "70 %", .min = 5, .max = 100, .at = AT(fan_load_frac),
     .doc = "fan speed at full activity in cool air"},
    {.key = "fan_inlet_low", .unit = "degC", .def = "25 degC", .min = 0, .max = 60,
     .at = AT(fan_inlet_low_c), .doc = "inlet temperature from which fans speed up"},
    {.key = "fan_inlet_high", .unit = "degC", .def = "35 degC", .min = 1, .max = 70,
     .at = AT(fan_inlet_high_c), .doc = "inlet temperature at which fans run at full speed"},
    {.key = "airflow", .unit = "cfm", .def = "0 cfm", .max = 1e5, .at = AT(airflow_m3_s),
     .doc = "airflow at full fan speed"},
    {.key = "leakage", .unit = "%/K", .def = "0.2 %/K", .max = 3, .at = AT(leakage_per_k),
     .doc = "growth of the electronics' power with inlet temperature above fan_inlet_low"},
    {.key = "height", .unit = "U", .def = "0 U", .max = 60, .at = AT(height_u),
     .doc = "rack units it takes"},
    {.key = "weight", .unit = "kg", .max = 5000, .at = AT(weight_kg), .doc = "mass of one server"},
    {.key = "inlet_min", .unit = "degC", .def = "10 degC", .min = -20, .max = 40,
     .at = AT(inlet_min_c), .doc = "least inlet temperature of its data sheet"},
    {.key = "inlet_max", .unit = "degC", .def = "35 degC", .min = 10, .max = 70,
     .at = AT(inlet_max_c), .doc = "greatest inlet temperature of its data sheet"},
    {.key = "inlet_trip", .unit = "degC", .min = 20, .max = 90, .at = AT(inlet_trip_c),
     .doc = "inlet temperature at which it shuts itself down; 10 K above inlet_max when not "
            "given"},
    {.key = "accelerators", .def = "0", .max = 1000, .type = PARAM_COUNT, .at = AT(accelerators),
     .doc = "GPUs or other accelerators in one server"},
    {.key = "accelerator", .type = PARAM_TEXT, .at = AT(accelerator),
     .doc = "model of its accelerators, as cloud offers name it: H100-80GB"},
    {.key = "accelerator_memory", .unit = "GB", .max = 1e5, .at = AT(accelerator_memory_gb),
     .doc = "memory of one accelerator"},
    {.key = "accelerator_power", .unit = "W", .max = 5000, .at = AT(accelerator_w),
     .doc = "power of one accelerator under full load"},
    {.key = "chip_limit", .unit = "degC", .def = "85 degC", .min = 40, .max = 130,
     .at = AT(chip_limit_c), .doc = "chip temperature at which it throttles"},
    {.key = "chip_shutdown", .unit = "degC", .def = "92 degC", .min = 40, .max = 140,
     .at = AT(chip_shutdown_c), .doc = "chip temperature at which it shuts down"},
    {.key = "chip_air_resistance", .unit = "K/W", .max = 2, .at = AT(chip_air_k_w),
     .doc = "thermal resistance from inlet air to chip at full fan speed"},
    {.key = "chip_air_exponent", .def = "0.7", .max = 1.2, .at = AT(chip_air_exponent),
     .doc = "exponent by which that resistance falls with airflow"},
    {.key = "chip_shadow", .unit = "K", .def = "0 K", .max = 20, .at = AT(chip_shadow_k),
     .doc = "preheating of the downstream chip by the one before it"},
    {.key = "throttle_floor", .unit = "%", .def = "30 %", .max = 100, .at = AT(throttle_floor_frac),
     .doc = "share of its power below which throttling cannot go"},
    {.key = "liquid_capture", .unit = "%", .def = "0 %", .max = 100, .at = AT(liquid_capture_frac),
     .doc = "share of its heat that cold plates or the fluid around it take to the coolant"},
    {.key = "liquid_by", .type = PARAM_WORD, .words = liquid_words, .def = "plates",
     .at = AT(liquid_by),
     .doc = "what takes that share: cold plates, of the electronics' heat; or immersion, of all "
            "its heat: inlet_max, inlet_trip and leakage are then of the fluid"},
    {.key = "cdu", .type = PARAM_REF, .refs = "cdu", .at = AT(cdu),
     .doc = "coolant distribution unit of its cold plates, or tank"},
    {.key = "plate_resistance", .unit = "K/W", .max = 1, .at = AT(plate_k_w),
     .doc = "thermal resistance from coolant supply to chip at plate_flow"},
    {.key = "plate_flow", .unit = "L/min/kW", .def = "1.5 L/min/kW", .min = 0.2, .max = 10,
     .at = AT(plate_flow_m3_s_w), .doc = "coolant flow per power taken at which that holds"},
    {.key = "plate_exponent", .def = "0.5", .max = 1, .at = AT(plate_exponent),
     .doc = "exponent by which plate resistance falls with flow"},
    {.key = "plate_heat_capacity", .unit = "kJ/K", .def = "0 kJ/K", .max = 1e5,
     .at = AT(plate_j_k), .doc = "metal of one server's cold plates, which warms with the coolant"},
    {.key = "coolant_leakage", .unit = "%/K", .def = "0 %/K", .max = 3,
     .at = AT(coolant_leakage_per_k),
     .doc = "growth of the power that cold plates take with coolant supply above "
            "coolant_leakage_from, 0.1 to 0.5 %/K; not counted when not given"},
    {.key = "coolant_leakage_from", .unit = "degC", .def = "30 degC", .min = 0, .max = 70,
     .at = AT(coolant_leakage_from_c),
     .doc = "coolant supply at which the powers of the data sheet hold"},
    {.key = "pressure_drop", .unit = "kPa", .max = 1000, .at = AT(pressure_drop_pa),
     .doc = "pressure its coolant loses in plates, manifold and couplings at plate_flow"},
    {.key = "pressure_exponent", .def = "1.9", .min = 1, .max = 2, .at = AT(pressure_exponent),
     .doc = "exponent by which that grows with flow: 1.75 smooth, 2 rough or fittings"},
    {.key = "plate_glycol", .unit = "%", .def = "25 %", .max = 60, .at = AT(plate_glycol_frac),
     .doc = "propylene glycol by mass of the coolant for which pressure_drop is given"},
    {.key = "coolant_max", .unit = "degC", .min = 10, .max = 80, .at = AT(coolant_max_c),
     .doc = "greatest coolant supply temperature of its data sheet"},
    {.key = "coolant_class", .type = PARAM_WORD, .words = coolant_words, .def = "none",
     .at = AT(coolant_class), .doc = "ASHRAE class of the coolant supply that it accepts"},
    {.key = "at", .type = PARAM_TEXTS, .at = AT(at),
     .doc = "where the first of them stand: r#3:12 is unit 12 of the third rack of [rack r], r:12 "
            "of the only one, r#1-8:1 one in each of eight; the rest are placed"},
    {.key = "names", .type = PARAM_TEXTS, .at = AT(names),
     .doc = "names of the single ones, in the same order"},
    {.key = "u_min", .unit = "U", .min = 1, .max = 60, .at = AT(u_min),
     .doc = "lowest rack unit that it may take"},
    {.key = "u_max", .unit = "U", .min = 1, .max = 60, .at = AT(u_max),
     .doc = "highest rack unit that it may take"},
    {.key = "apart", .type = PARAM_WORD, .words = apart_words, .def = "none", .at = AT(apart),
     .doc = "failure domain that holds no more than apart_most of them"},
    {.key = "apart_most", .type = PARAM_COUNT, .def = "1", .min = 1, .max = 1e6,
     .at = AT(apart_most), .doc = "most of them in one such domain"},
    {.key = "together", .type = PARAM_WORD, .words = apart_words, .def = "none",
     .at = AT(together), .doc = "all of them stand in one rack, or in one row"},
    {.key = "priority", .type = PARAM_COUNT, .def = "1", .min = 1, .max = 1000, .at = AT(priority),
     .doc = "of two servers that want the same place, the one with more gets it"},
    {.key = "airflow_direction", .type = PARAM_WORD, .words = direction_words,
     .def = "front-to-rear", .at = AT(airflow_direction),
     .doc = "how air passes it; against the others it breathes their exhaust"},
    {.key = "fabric", .type = PARAM_REF, .refs = "fabric", .at = AT(fabric),
     .doc = "fabric that it is cabled to"},
    {.key = "links", .type = PARAM_COUNT, .def = "1", .min = 1, .max = 256, .at = AT(links),
     .doc = "cables of one server to its fabric"},
    ROWS_SOURCE,
};
/* clang-format on */
const int server_n_params = sizeof server_params / sizeof *server_params;

static double points_at(const struct points *p, double x)
{
    int i = 1;
    while (i < p->n - 1 && x > p->x[i]) i++;
    double t = (x - p->x[i - 1]) / (p->x[i] - p->x[i - 1]);
    return p->y[i - 1] + t * (p->y[i] - p->y[i - 1]);
}

double server_curve(const struct server *s, double activity)
{
    switch (s->curve) {
    case SERVER_FAN_ET_AL: return 2 * activity - pow_of(activity, s->curve_exponent);
    case SERVER_POINTS: {
        double low = s->points.y[0], high = s->points.y[s->points.n - 1];
        return (points_at(&s->points, activity) - low) / (high - low);
    }
    default: return activity;
    }
}

double server_chip_air_k_w(const struct server *s, double fan_ratio)
{
    return s->chip_air_k_w * pow_of(fan_ratio, -s->chip_air_exponent);
}

double server_plate_k_w(const struct server *s, double flow_m3_s_w)
{
    return s->plate_k_w * pow_of(s->plate_flow_m3_s_w / flow_m3_s_w, s->plate_exponent);
}

double coolant_class_max_c(int coolant_class)
{
    const struct envelope_liquid *e = envelope_liquid_by_name(coolant_words[coolant_class]);
    return e ? e->max_c : (double)NAN;
}

const char *coolant_class_note(int coolant_class, struct arena *a)
{
    return arena_format(a, "coolant class %s of %s", coolant_words[coolant_class],
                        envelope_edition);
}
