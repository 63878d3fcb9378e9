#ifndef DCPLAN_MODEL_UPS_H
#define DCPLAN_MODEL_UPS_H

/* [ups NAME]: modules in parallel.  Efficiency = x / (x + c0 + c1 x + c2 x^2), x =
   load over the rating of the running modules (form and names of APC white paper
   108).  A pattern of redundancy makes several such systems, NAME#1, NAME#2 ... */

#include "model/electrical.h"

/* N+1 and 2(N+1) have a module to spare in each system.  2N has two systems; of the
   distributed ones, 3N/2 and 4N/3, each of three or four systems takes an equal part
   and any one may fail; block redundant ones, #1 ..., have a system in reserve,
   #reserve. */
enum {
    REDUNDANCY_N,
    REDUNDANCY_N1,
    REDUNDANCY_2N,
    REDUNDANCY_2N1,
    REDUNDANCY_3N2,
    REDUNDANCY_4N3,
    REDUNDANCY_BLOCK
};
enum { UPS_DOUBLE_CONVERSION, UPS_LINE_INTERACTIVE, UPS_ECO };

struct ups {
    struct electrical e;
    struct ref_list battery;
    int redundancy, modules, blocks, mode;
    double module_w, module_va, c0, c1, c2;
    double short_circuit_ratio; /* current it gives into a fault over its rated one */
    struct money module_price;  /* of one module, its share of the frame included */
};

/* [battery NAME]: of one UPS system. */
struct battery {
    struct part part;
    double energy_j, depth_frac, ageing_frac, inverter_frac, recharge_frac;
    double needed_s, mtbf_s, mttr_s;
    struct ref_list room;
    double rated_c, halving_k; /* its life is halved by so much above */
};

extern const struct param ups_params[], battery_params[];
extern const int ups_n_params, battery_n_params;
extern const char *const redundancy_words[];

/* How much faster than at its rated temperature a battery ages at t_c: doubled by each
   halving_k above, never slower (IEEE 1188, annex: the life of lead-acid is halved by each
   8 to 10 K above 25 degC). */
double battery_ageing(const struct battery *b, double t_c);

/* Loss in W at an output of load_w with n modules running. */
double ups_loss_w(const struct ups *u, int n_modules, double load_w);
/* True when the loss never falls with load in [0, 1]: c0 >= 0, c1 + 2 c2 x >= 0. */
bool ups_curve_is_sound(const struct ups *u);
/* Modules needed to carry the load without redundancy. */
int ups_modules_needed(const struct ups *u);
/* Systems that the pattern makes, and how many of them carry load when all is well. */
int ups_systems(const struct ups *u);
int ups_active_systems(const struct ups *u);
/* Feeds of each load that the pattern means: 2 of distributed ones, 0 where all that are
   named. */
int ups_cords(const struct ups *u);
/* One spare module in each system. */
static inline bool ups_has_spare(const struct ups *u)
{
    return u->redundancy == REDUNDANCY_N1 || u->redundancy == REDUNDANCY_2N1;
}

#endif
