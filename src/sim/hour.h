#ifndef DCPLAN_SIM_HOUR_H
#define DCPLAN_SIM_HOUR_H

/* The kernel: a block of lanes solved side by side.  A lane is an hour (or a draw
   of one); what a lane comes to does not depend on its neighbours, nor on the
   size of the block. */

#include "sim/level.h"
#include "sim/plant.h"
#include "sim/quantity.h"

enum { LANES = 64 };

struct storage_flows;
struct book;

/* Weather and activity, prepared once and shared by all cases. */
struct prepared {
    int n;
    const double *t_c, *wb_c, *w, *p_pa;
    const double *const *activity;       /* [workloads][n], 0..1 */
    bool is_design;                      /* every server at its maximum, whatever its workload */
    double diversity;                    /* then, the share of the maxima that meets */
    const struct storage_flows *storage; /* NULL: no tank, or nothing flows; sim/storage.h */
};

/* Kinds of trouble an hour can have; counted over the year. */
enum flag {
    FLAG_SUPPLY_SHORT,   /* cooling units cannot hold the room's setpoint */
    FLAG_AIRFLOW_SHORT,  /* servers move more air than the units: forced recirculation */
    FLAG_DX_BEYOND,      /* direct-expansion curves left their range */
    FLAG_CHILLER_BEYOND, /* chiller curves left their range */
    FLAG_CHILLER_CYCLES, /* a chiller runs below its least load; counted, no warning */
    FLAG_WATER_SHORT,    /* a loop is warmer than its setpoint */
    FLAG_SUPPLY_UNIT,    /* power supplies cap the server */
    FLAG_THROTTLED,
    FLAG_TRIPPED,
    FLAG_RUNAWAY, /* nothing takes all the heat, at any temperature */
    FLAG_NOT_CONVERGED,
    N_FLAG
};
extern const char *const flag_text[N_FLAG]; /* NULL: no warning */

/* Per-part scratch of a block; arrays of LANES doubles by index. */
typedef double lanes[LANES] __attribute__((aligned(64)));

/* Servers, their coolant and what feeds them do not wait for the weather.  Where all that they
   depend on is the same in every lane, one lane stands for all, and for the blocks after it
   that have the same. */
struct steady {
    bool can_be;       /* by plant: their setpoints do not follow the weather */
    bool is_held;      /* arrays hold, in all LANES, what the key asks for */
    bool is_cut;       /* servers get less than they want: hours of it are counted one by one */
    const void *s, *w; /* key: state and year, */
    double p_pa, *activity; /* pressure, and activity by group */
    unsigned short flags;
    int n; /* of the block before, when its results still stand */
};

/* Sums and counts of the block before, which hold where it is the same (sim/month.c). */
struct kept {
    double *sum;
    int at; /* the next, in the order in which they are asked for */
};
enum { KEPT_BY_ELEM = 2, KEPT_BY_GROUP = 1, KEPT_BY_ROOM = 9 };

struct block {
    int n;
    lanes quantity[N_QUANTITY];
    unsigned short flags[LANES];
    int iterations; /* greatest of the lanes */
    bool is_lean;   /* states of the site are not asked for: their quantities are left alone */
    int n_series;   /* quantities whose hours are kept */
    unsigned char series[N_QUANTITY];
    bool is_same; /* servers and what feeds them alone are as in the block before, n too */
    struct steady steady;
    struct kept kept;
    struct book *book;
    /* by part, [n_part] each */
    lanes *group_w, *group_air_m3_s, *group_chip_c, *group_activity, *group_wanted_w, *group_air_w,
        *group_liquid_w, *group_fan_w, *group_supply_w, *group_throttle, *group_heat_cut,
        *group_tripped_c, *group_ask_m3_s, *group_off;
    lanes *elem_out_w, *elem_loss_w, *elem_ask_w; /* ask: before servers trip */
    lanes *room_supply_c, *room_inlet_c, *room_return_c, *room_heat_w, *room_air_m3_s, *room_phi,
        *room_gain_w, *room_unit_m3_s, *room_ratio, *room_forced, *room_mcp_w_k, *room_backup_w,
        *room_over_w, *room_peak_c, *room_loss_w, *room_it_w, *room_chip_margin_k, *room_coolant_c,
        *room_settled_c, *room_water_c, *room_fan_w, *room_set_c, *room_throttle, *room_hot_c,
        *room_cold_c, *room_tripped; /* set: what supply is held at; hot, cold: of the inlets */
    lanes *water_w, *water_dew_pa, *water_kg_s, *water_drain_kg_s, *water_humid_w, *water_reheat_w,
        *water_latent_w; /* [n_room] where a room's water moves; else NULL */
    lanes *cool_water_w; /* [n_cool] humidifier and reheat in the unit; likewise */
    lanes *cool_heat_w, *cool_capacity_w, *cool_power_w, *cool_fan_w, *cool_ratio, *cool_out_w,
        *cool_condenser_w, *cool_air_c, *cool_wet_c, *cool_beyond, *cool_ask_w, *cool_limit_w,
        *cool_free_w, *cool_dx_w, *cool_assist_w, *cool_given_kg_s,
        *cool_water_kg_s; /* ask, limit: at the setpoint */
    lanes *cdu_supply_c, *cdu_heat_w, *cdu_pump_w, *cdu_load_w, *cdu_capacity_w, *cdu_above_k,
        *cdu_was_c;
    lanes *loop_supply_c, *loop_hold_c, *loop_heat_w, *loop_pump_w, *loop_ask_c, *loop_ratio,
        *loop_load_w, *loop_lost_w, *loop_try_c, *loop_tried_c, *loop_off_k,
        *loop_was_c; /* try: what sinks saw; tried, off: the one before, and how much it was off */
    lanes *storage_taken_w;
    lanes *sink_heat_w, *sink_power_w, *sink_ask_w, *sink_limit_w, *sink_water_kg_s, *sink_air_c,
        *sink_in_c, *sink_wet, *sink_liquid, *sink_full_w_k, *sink_on, *sink_can_w, *sink_cap_w,
        *sink_full_w, *sink_beyond, *sink_needs_w, *sink_needs_c, *sink_needs_per_w,
        *sink_leaving_c, *sink_leaving_j_kg, *sink_leaving_j_kg_k, *sink_pump_w;
    struct dry_row { /* [n_sink] of dry coolers: their air at one flow of liquid */
        double liquid;
        struct table air;
        double *c;
    } * dry_row;
    /* of the air: saturated at its wet bulb; density and its inverse */
    lanes tower_in_j_kg, tower_in_kg_m3, tower_in_m3_kg;
};

/* Hottest and coldest inlets of a room. */
static inline const double *block_hot_c(const struct plant *p, const struct block *b, int room)
{
    return p->room[room].has_spread ? b->room_hot_c[room] : b->room_inlet_c[room];
}
static inline const double *block_cold_c(const struct plant *p, const struct block *b, int room)
{
    return p->room[room].has_spread ? b->room_cold_c[room] : b->room_inlet_c[room];
}

struct block *block_new(const struct plant *p, struct arena *a);

/* Solves hours h0 .. h0 + n - 1 (n at most LANES) into b. */
void block_solve(const struct plant *p, const struct state *s, const struct prepared *w, int h0,
                 int n, struct block *b);

#endif
