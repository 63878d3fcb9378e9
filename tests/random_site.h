#ifndef DCPLAN_TESTS_RANDOM_SITE_H
#define DCPLAN_TESTS_RANDOM_SITE_H

/* Seeded random sites over the five kinds of cooling, as text for toy_read; a case
   is a plain struct, so that a property changes one number and makes it again. */

#include "toy_site.h"

enum cooling {
    COOLING_DX,         /* CRAC                                                       */
    COOLING_AIR_CHILLER,/* CRAH, air-cooled chiller                                   */
    COOLING_TOWER,      /* CRAH, water-cooled chiller, tower                          */
    COOLING_ECONOMIZER, /* the same with a water-side economizer before the chiller   */
    COOLING_FRESH_AIR,  /* AHU, with CRAC for what is left                            */
    COOLING_LIQUID,     /* CDU and dry cooler, some with a trim chiller, CRAC for air */
    COOLING_GLYCOL,     /* CRAC with condensers on a dry cooler, some with a coil there */
    COOLING_PUMPED,     /* CRAC with pumped refrigerant                               */
    COOLING_INDIRECT,   /* indirect AHU, some sprayed, with CRAC for what is left     */
    COOLING_REARDOOR,   /* rear doors on a dry cooler, CRAC for what is left          */
    N_COOLING
};

struct random_group {
    int count, psu_count;
    double idle_kw, typical_kw, maximum_kw, fan_w, airflow_m3_s, leakage;
    int curve; /* 0 linear, 1 Fan et al., 2 points */
    bool has_psu;
    double activity[24];
};

struct random_site {
    uint64_t seed;
    enum cooling cooling;
    int n_group;
    struct random_group group[3];
    double capture;       /* of group 0, liquid cooling only */
    double c0, c1, c2, ups_load;
    int redundancy;       /* 0 N, 1 N+1, 2 2N */
    double pdu_proportional, pdu_square, transformer_share;
    int containment;      /* 0..4 */
    double supply_c, envelope_w_k, adjacent_w_k, lights_kw, outdoor_load_kw;
    int crac_inverter, fan_constant, pump_constant, chillers, pads, evaporative, trim;
    int reset;            /* of the supply air: 0 fixed, 1 outdoor, 2 inlet */
    int partial, staged;
    double door_size;     /* rating of all doors over the servers' heat */
    double size;          /* capacity of the cooling over the design heat */
    double water_k;       /* loops that serve are so much warmer; not drawn */
    double altitude_pa, t_c, dew_below_k, swing_k;
    int coolers;         /* dry coolers, each for all of the heat */
    double economizer_c; /* rated outdoor air or water of economizers of direct expansion */
    int reuse; /* below 2: none; an exchanger, or a heat pump */
    double reuse_share, stage;
    double worn; /* 0: as new; else %, of fouling and of the least speed of fans */
    int loop_reset;  /* of loops: below 2 none, outdoor, demand */
    int carnot; /* chillers by a share of Carnot's efficiency */
    /* water of the room's air: a third of the sites */
    double outdoor_m3_s, people, dew_min_c, dew_max_c, coil_bypass, humidifier_kg_h, reheat_kw;
    int humidifier, dries, coil_dry;
    int immersed;         /* group 0 stands in oil, liquid cooling only */
    double approach_k;    /* of the CDU, whose water is so much below the coolant */
    double coolant_kpa;   /* that its pumps have for plates that lose 150; 0: not told */
    bool has_layout;      /* racks have places */
};

/* xorshift64*: uniform in [lo, hi); whole numbers in [0, n). */
double random_draw(uint64_t *s, double lo, double hi);
int random_pick(uint64_t *s, int n);

/* The case of a seed. */
struct random_site random_site_make(uint64_t seed);

/* Its text; order permutes the groups (NULL: as they are). */
const char *random_site_text(const struct random_site *r, const int *order, struct arena *a);

/* Reads it, with `hours` of its own random weather; fails the test when refused. */
void random_site_toy(const struct random_site *r, const char *text, int hours, struct toy *t);

/* One line that tells the case. */
void random_site_print(const struct random_site *r);

#endif
