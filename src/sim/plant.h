#ifndef DCPLAN_SIM_PLANT_H
#define DCPLAN_SIM_PLANT_H

/* A site made ready for the hourly loop: flat arrays in the order in which power
   and heat pass, constants worked out once.  Const; failures differ only in the
   state. */

#include "base/table.h"
#include "model/site.h"
#include "physics/air_field.h"
#include "physics/chiller_curve.h"
#include "physics/cooling_tower.h"
#include "physics/weather.h"

/* Which server runs where, from plan/place. */
struct placement {
    int n;
    struct placed {
        int server, rack; /* kinds' indices; rack -1: stands free */
        int rack_unit;    /* which of the rack's count; -1 when free */
        int count;
        int first;     /* which of the section's the first of them is */
        double u;      /* its lowest rack unit, from 1 on; the others stand on it; NaN: none */
        bool is_fixed; /* the site says where */
    } * item;
    int *unplaced; /* [servers] how many of each found no place */
};

struct feeds { /* a consumer's sources: plant.feed[first .. first + n) */
    int first, n;
    bool is_standby; /* the first that lives carries all */
};

/* Electrical element; loss = n a + b P + c P^2 / n with n units alive. */
struct elem {
    int kind, index;
    const struct electrical *e;
    struct feeds up;
    double a_w, b, c_per_w;
    double rated_w;          /* one unit; NaN: none */
    double rated_va;         /* one unit; NaN: none */
    double rated_a;          /* each line of one unit; NaN: none */
    double usable_frac;      /* share of the ratings that may be used continuously */
    const char *usable_note; /* why it is less than all; NULL: it is all */
    double line_v;           /* line to line; line to neutral of one phase; NaN: not known */
    int phases;
    int line; /* of its source, of a part on one line or two: 0..2; -1: not settled */
    int units;
    int room;           /* that takes its loss; -1 outdoors */
    bool feeds_cooling; /* units, pumps of loops or sinks, at any depth */
    enum { ELEM_PDU, ELEM_UPS, ELEM_TRANSFORMER, ELEM_UTILITY, ELEM_GENERATOR } what;
};

/* Servers of one group that stand in one rack on the same sources. */
struct tap {
    int group, rack, rack_unit; /* rack -1: free */
    double count;
    struct feeds feed; /* shares of what they draw */
    int first_supply;  /* plant.tap_supplies[first ..]: supplies on each source */
};

/* Equal servers in equal state; its feeds are those of its taps together. */
struct group {
    int server, room, cdu, workload; /* cdu -1: none */
    const struct server *s;
    double count;
    struct feeds feed;
    double idle_w, span_w;     /* electronics behind the supplies: idle, and from idle to full */
    double design_span_w;      /* the same to the maximum */
    double full_w;             /* electronics at the basis */
    struct table points_shape; /* curve = points: share of the span over activity 0..1 */
    struct table supply_loss;  /* loss over rated output at load share 0..1.2 */
    bool has_supply;
    bool is_immersed; /* its inlet is the fluid */
    double supply_rated_w, supply_usable;
    int supplies;              /* that share in this state; none left: 0 */
    int full_supplies;         /* that share when all is well */
    double cap_w;              /* of the electronics, by so many supplies; infinite: none */
    int origin;                /* the group of the whole plant that it is part of */
    struct table chip_air_k_w; /* over the mass flow of air, share of full, 0.02..1.1 */
    const double *plate_k_w;   /* [live units of its cdu]; NaN: not known, NULL: no cdu */
    double trip_c;             /* inlet at which it shuts itself down */
    bool has_own_inlet;        /* else its inlet is the room's */
    double inlet_share;        /* inlet above supply over that of the room's mean; 1: the same */
    double fan_scale;          /* what the pressure of rear doors makes of its fan power */
};

/* Electronics of one server of the group that its firmware allows with so many supplies. */
double plant_cap_w(const struct group *g, int supplies);

/* Humidity of the air at rack inlets: vapour pressures of dew points, and relative. */
struct humidity_limits {
    double dew_min_pa, dew_max_pa, rh_min, rh_max;
    double damp_c, dry_c; /* inlets below and above which a dew point that is held breaks them */
};

struct room_water {
    bool runs;  /* water comes in and goes; else the dew point is held */
    bool moves; /* so, or with outdoor air that a unit lets in: each hour has its own */
    double held_pa, dew_min_pa, dew_max_pa; /* vapour pressures of the dew points */
    double outdoor_m3_s, people_w, people_latent_w;
    double reheat_w;
    double humidifier_j_kg, humidifier_kg_s; /* infinite: no limit */
    struct humidity_limits allowable, recommended;
};

struct plant_room {
    const struct room *r;
    struct room_water water;
    double phi, beta;
    double inlet_guess_k, inlet_slope; /* inlet above supply when all servers run, and how the
                                          next inlet follows the last: where iterations begin */
    struct table wet_bulb;             /* over dry bulb, -10..90 degC */
    int cool_first, n_cool, group_first, n_group;
    double limit_max_c, rec_max_c, rec_min_c, min_c;
    bool has_primary; /* an outdoor-air unit goes first */
    bool has_fresh;   /* and lets its air into the room */
    int demand_loop;  /* loop whose setpoint follows what its coils ask for; -1: none */
    int n_door;       /* rear doors, after the units: cool_first + n_cool .. */
    const struct battery *battery; /* stands in it, the one that ages fastest; NULL: none */
    bool has_spread;               /* groups have inlets of their own */
    const struct air_field *field; /* NULL: no layout */
};

/* A rack whose inlet may differ from its room's. */
struct rack_air {
    int rack, unit, room;
    double flow_m3_s;   /* of its servers at their maximum; 0: it has none */
    double inlet_share; /* as of a group; 1 where it has no servers */
};

/* What the weather switches, one byte an hour (sim/lockout); NULL: nothing does.  The year
   of the limits may be hotter. */
struct switched {
    const unsigned char *year, *design;
};

/* Equal units that cool one room. */
struct cool {
    int kind, index, room, loop; /* loop -1: none */
    const struct air_unit *u;
    struct feeds feed;
    int units;
    bool is_wet;      /* its coil has a drain */
    struct table fan; /* power over rated at airflow ratio 0..1 */
    /* direct expansion */
    const struct crac *x;
    double capacity_w, cop, cap_scale, eir_scale, condenser_fan_w;
    double cap_ft[6], eir_ft[6];
    double adder_k, entering_min_c, entering_max_c; /* of the air or water that enters the
                                                       condenser, where the curves hold */
    struct table free_w_k;   /* of one unit's economizer, over airflow ratio */
    double free_most_w;      /* at most; 0: none */
    struct switched lock[2]; /* economizer not tried, for either of two reasons */
    bool has_assist;         /* a pump or a fan that has a quantity of its own: cool_assist_w */
    struct table part_load;  /* COP over full-load COP at load share 0..1 */
    /* coil */
    struct table conductance_w_k; /* of one unit over airflow ratio 0..1 */
    /* rear doors */
    const double *door_frac; /* [groups of the whole plant] share of servers behind doors */
    int doors;               /* whose racks have servers */
    double leaving_c;        /* NaN: as the room's supply air */
    /* fresh air */
    const struct ahu *h;
    double w_max, w_min;
    struct stage_air { /* behind an indirect stage, by hour; NULL: there is none */
        const double *t_c, *wb_c;
    } stage[2]; /* of the year, and of the one of the limits */
};

struct plant_cdu {
    int index, loop;
    const struct cdu *c;
    struct feeds feed;
    int units;
    double pump_w; /* one unit at design flow */
    struct table pump;
    double coolant_w_k, water_w_k; /* m cp of one unit at the flows of its rating */
    double flow_m3_s;              /* design flow of its servers */
    struct table2 approach; /* over the coolant's rise, over (water, coolant) flow of the rating */
};

enum sink_what { SINK_ECONOMIZER, SINK_CHILLER, SINK_TOWER, SINK_DRYCOOLER, SINK_REUSE };

struct sink {
    enum sink_what what;
    int kind, index, loop; /* loop it rejects to; -1: outdoors */
    struct feeds feed;
    int units;
    double effectiveness;       /* economizer */
    bool is_parallel;           /* economizer: nothing after it runs unless it is locked out */
    bool has_own_loop;          /* economizer before others, on a loop that serves nothing else */
    bool is_on_dry_air;         /* that loop has neither tower nor pads */
    struct switched lock;       /* economizer: not tried; dry cooler: pads wet */
    struct chiller_curve curve; /* chiller */
    const struct chiller *c;
    double rated_cop;
    struct cooling_tower tower; /* one cell at design */
    const struct tower *t;
    double tower_heat_w;
    double tower_kg_m3; /* of the air of its design point */
    struct table fan;
    const struct drycooler *d;
    double dry_air_kg_s;       /* one unit at full speed */
    struct table dry_full_w_k; /* conductance of one unit at full speed over liquid ratio */
    struct table2 dry_air;     /* air ratio over (liquid ratio, share of full conductance) */
    double dry_liquid_w_k;     /* liquid heat capacity flow at design, one unit */
    const struct reuse *r;
    const double *wanted; /* [hours] share of the capacity that is asked for */
};

struct plant_loop {
    const struct loop *l;
    int index;
    struct feeds feed;
    int sink_first, n_sink;
    double capacity_w_k; /* m cp at design flow */
    double pump_w;       /* at design flow */
    struct table pump;
    double coils_w_k;      /* m cp that coils on it take at their ratings */
    double approach_min_k; /* tower water is never held nearer to wet bulb */
    double control_k;      /* tower water is held so far above wet bulb; NaN: no tower */
    bool is_source;        /* of condensers or economizers only: cools as the weather lets it */
    bool keeps_flow;       /* its pumps do not rest: rear doors take what they can at any time */
};

/* What water condenses on where it is colder than the dew point of the room: hoses and
   cold plates of a CDU, a coil without a drain, pipes without insulation. */
struct surface {
    enum { SURFACE_COOLANT, SURFACE_COIL, SURFACE_PIPE } what;
    int part, room; /* plant's index of the CDU, the cooling unit, the loop */
};

struct plant_storage {
    const struct storage *s;
    int loop;
};

struct fixed { /* lighting and other constant loads */
    const struct load *l;
    struct feeds feed;
    int room;
    double power_w;
};

/* What is in use: the share each feed carries and how many units of each part
   work. */
struct state {
    const double *share;   /* [n_feed] */
    const int *alive;      /* [n_alive], see the ALIVE_ offsets in plant */
    const double *limit_w; /* [n_elem] loads from which hours are counted; NULL: none */
};

struct plant {
    const struct site *site;
    int n_elem, n_tap, n_group, n_room, n_cool, n_cdu, n_loop, n_sink, n_fixed, n_feed, n_storage;
    struct elem *elem; /* leaves first */
    struct tap *tap;   /* by group */
    int *tap_supplies;
    struct group *group; /* by room */
    int n_rack_air;
    struct rack_air *rack_air; /* of rooms with a layout or racks that state recirculation */
    int *rack_air_first;       /* [racks] of the section's first; -1: not among them */
    struct plant_room *room;
    struct cool *cool; /* by room, fresh air first */
    struct plant_cdu *cdu;
    struct plant_loop *loop; /* consumers first */
    struct sink *sink;
    struct plant_storage *storage;
    struct fixed *fixed;
    int n_surface;
    struct surface *surface;
    int *feed;                /* element of each feed */
    double (*feed_line)[3];   /* of taps' feeds: shares of the lines, or pairs of lines */
    bool has_demand;          /* a loop's setpoint follows what is asked of it */
    bool has_cool_losses;     /* elements that feed cooling heat rooms */
    bool has_water;           /* in the air of a room, that moves */
    bool has_water_balance;   /* and that units are asked to hold */
    struct table psat;        /* saturation pressure, -80..90 degC */
    unsigned char active[64]; /* quantities that can differ from zero */
    int alive_elem, alive_group, alive_cool, alive_cdu, alive_sink, alive_loop, n_alive;
    struct state normal;
    double altitude_m;
    double hottest_c;         /* outdoor air in the year or at the design condition */
    struct table saturated_c; /* saturated air at the year's mean pressure over its enthalpy, J/kg;
                                 n 0: no towers */
};

/* NULL with diagnostics when the parts cannot work (a coil that no exchanger
   can be, say). */
const struct plant *plant_build(const struct site *site, const struct placement *place,
                                const struct weather *weather, struct arena *a, struct diags *ds);
/* The same plant, with tables that the memo has from plants before.  It lives as long as the memo
   keeps them, and as its arena. */
const struct plant *plant_build_kept(const struct site *site, const struct placement *place,
                                     const struct weather *weather, struct memo *memo,
                                     struct arena *a, struct diags *ds);

/* Inlet above supply over that of the room's mean, of a rack; -1, or one that is not among
   plant.rack_air: 1. */
double plant_inlet_share(const struct plant *p, int rack, int unit);

/* What one server that is to stand somewhere would draw from. */
enum { PLANT_SOURCES = 64 };
struct plant_source {
    int elem, supplies; /* of the server's, on that element */
    double share;       /* of its power, when all is well */
};
/* at: its server, rack and rack unit.  Returns how many sources; 0: it has none there.
   elem_of: by plant_elem_of, element of each electrical part by kind and index. */
int plant_sources(const struct plant *p, int *const *elem_of, const struct placed *at,
                  struct plant_source *out, struct arena *a);
int **plant_elem_of(const struct plant *p, struct arena *a);

/* The normal state with `lost` units of one part fewer: alive_index is one of the
   plant's alive_ offsets plus the part's index. */
struct state plant_state_without(const struct plant *p, int alive_index, int lost, struct arena *a);

/* Temperature of the coolant that leaves so many units above the water that enters them,
   K, with all else on their loop at work. */
double plant_cdu_above_k(const struct plant *p, int cdu, int units, double heat_w);
/* Coolant of the unit at a temperature: glycol in water, or its own fluid. */
struct fluid plant_coolant_at(const struct cdu *c, double t_c);
/* Coolant that so many units can bring to the servers of unit cdu, m3/s: pumps at full
   speed against racks and pipes, and no more than flow_max.  Infinite where neither is
   known. */
double plant_coolant_most_m3_s(const struct plant *p, int cdu, int units);
/* What plates of servers that have power ask for at their maximum. */
double plant_coolant_ask_m3_s(const struct plant *p, int cdu);
/* Pressure lost between supply and return of cdu at its design flow, and what so many
   units have for it, Pa; NaN: not known. */
double plant_coolant_drop_pa(const struct plant *p, int cdu);
double plant_coolant_head_pa(const struct plant *p, int cdu, int units);

/* Facility water that one of the loop's coolant units gets with all valves on it open, over
   that of its rating, 0..1: the loop's design flow parts by what all of them take. */
double plant_cdu_water(const struct plant *p, int loop, const int *alive);

/* Name of the part at an alive index, "crac.dx"; for limits. */
const char *plant_part_name(const struct plant *p, int alive_index, struct arena *a);

#endif
