#ifndef DCPLAN_MODEL_SERVER_H
#define DCPLAN_MODEL_SERVER_H

/* [server NAME]: a group of identical servers.

   Data-sheet powers are at the input of the server, fans and supplies included,
   with inlet air at fan_inlet_low.  Between idle and full activity the
   electronics follow the utilisation curve f; points are of the input, and met there:

     electronics = eta(P) P - P_fan(u, T_low)               of an input power P
     electronics(u) = idle + (basis - idle) f(u);  of P(u) with points
     P(u, T) = [electronics(u) (1 + s (T - T_low)) + P_fan(u, T)] / eta

   What cold plates cool leaks by the temperature of the coolant, T_c, beside:

     electronics(u) [1 + s (T - T_low) + capture s_c (T_c - T_c,0)]

   s_c = leak share x its growth: 10 to 25 % of a chip's power, growing by 1 to 2 % a
   kelvin, is 0.1 to 0.5 %/K.  iDataCool (Meyer et al., arXiv 1309.4887) ran nodes at 49
   and 70 degC: some 7 % more, 0.3 %/K.

   Fan et al. (ISCA 2007): f(u) = 2u - u^r.  Fans: P_fan = P_fan,max n^3, flow
   in proportion to n, n = n_min + (n_load - n_min) u + (1 - n_load) clamp((T -
   T_low) / (T_high - T_low), 0, 1). */

#include "model/rows.h"
#include "model/spot.h"

enum { SERVER_LINEAR, SERVER_FAN_ET_AL, SERVER_POINTS };
enum { PSU_SHARING, PSU_COLD_STANDBY };
enum { LIQUID_PLATES, LIQUID_IMMERSION };
enum { APART_NONE, APART_RACK, APART_ROW };
enum { TOGETHER_NONE, TOGETHER_RACK, TOGETHER_ROW };
enum { AIR_FRONT_TO_REAR, AIR_REAR_TO_FRONT, AIR_SIDE, AIR_PASSIVE };
enum { COOLANT_NONE, COOLANT_S30, COOLANT_S40, COOLANT_S50 };

struct server {
    struct part part;
    struct ref_list room, rack, workload, psu, cdu;
    double power_idle_w, power_typical_w, power_maximum_w;
    int curve;
    double curve_exponent;
    struct points points; /* activity : input power */
    int psu_count, psu_needed, psu_least, psu_mode, cords, plug;
    struct points psu_cap; /* supplies left : greatest accelerator power over all of it */
    double fan_power_w, fan_min_frac, fan_load_frac, fan_inlet_low_c, fan_inlet_high_c;
    double airflow_m3_s; /* at full fan speed */
    double leakage_per_k;
    double coolant_leakage_per_k, coolant_leakage_from_c;
    double height_u, weight_kg;
    double inlet_min_c, inlet_max_c, inlet_trip_c;
    int accelerators;
    const char *accelerator;      /* their model, as cloud offers name it: H100-80GB */
    double accelerator_memory_gb; /* of one */
    double accelerator_w, chip_limit_c, chip_shutdown_c;
    double chip_air_k_w, chip_air_exponent, chip_shadow_k;
    double throttle_floor_frac;
    int liquid_by;              /* LIQUID_IMMERSION: what it calls inlet is the fluid */
    double liquid_capture_frac; /* of the electronics' heat, immersed of all; 0 in air */
    double plate_k_w, plate_flow_m3_s_w, plate_exponent, coolant_max_c, plate_j_k;
    int coolant_class; /* ASHRAE class of the coolant supply it accepts */
    double plate_glycol_frac, pressure_drop_pa, pressure_exponent;
    /* where it may stand */
    struct text_list at, names; /* as written */
    struct spot_list spots;     /* what `at` means; filled when the site is linked */
    double u_min, u_max;        /* lowest and highest unit it may take; NaN: any */
    int apart, apart_most, together, priority;
    int airflow_direction;
    struct ref_list fabric;
    int links; /* cables of one server to its fabric */
};

extern const struct param server_params[];
extern const int server_n_params;

/* Share of the way from idle to full power at activity u (0..1). */
double server_curve(const struct server *s, double activity);
/* Fan speed ratio at activity u and inlet temperature. */
static inline double server_fan_ratio(const struct server *s, double activity, double inlet_c)
{
    double warm = (inlet_c - s->fan_inlet_low_c) / (s->fan_inlet_high_c - s->fan_inlet_low_c);
    double up = warm < 0 ? 0 : warm < 1 ? warm : 1;
    return s->fan_min_frac + (s->fan_load_frac - s->fan_min_frac) * activity +
           (1 - s->fan_load_frac) * up;
}

static inline double server_fan_w(const struct server *s, double fan_ratio)
{
    return s->fan_power_w * fan_ratio * fan_ratio * fan_ratio;
}
/* Resistance from inlet air to chip, K/W, at a fan speed ratio. */
double server_chip_air_k_w(const struct server *s, double fan_ratio);
/* Greatest coolant supply temperature of an ASHRAE S class, its name and edition. */
double coolant_class_max_c(int coolant_class);
const char *coolant_class_note(int coolant_class, struct arena *a);
/* Resistance from coolant to chip, K/W, at a coolant flow per watt. */
double server_plate_k_w(const struct server *s, double flow_m3_s_w);

#endif
