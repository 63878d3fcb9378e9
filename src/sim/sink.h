#ifndef DCPLAN_SIM_SINK_H
#define DCPLAN_SIM_SINK_H

/* What cools the water of a loop: reuse, economizers, chillers, towers and dry coolers,
   of one lane each where not said otherwise; private to sim. */

#include "sim/kernel.h"

struct water {             /* what flows past a sink */
    double in_c, flow_w_k; /* entering temperature, m cp */
    double set_c;          /* what the loop wants to leave the last sink */
    double ratio;          /* flow over design */
};

/* dry: air and conductance of all lanes once a pass, when the flow is known; what
   coolers can take, W, and what they draw with heat_w, in all lanes or in one */
void dry_prepare(struct step *k, int si, double capacity_w_k, const double *restrict flow);
double dry_can_w(const struct step *k, int si, int i, double in_c);
void dry_run(struct step *k, int si, const double *restrict in_c, const double *restrict heat_w);
void dry_run_lane(struct step *k, int si, int i, double in_c, double heat_w);

/* tower: entering water, degC, at which full air rejects heat_w (infinite without
   cells); what cells draw; and what they draw at rest */
double tower_needs_c(struct step *k, int si, int i, const struct water *w, double heat_w);
void tower_run(struct step *k, int si, int i, const struct water *w, double heat_w);
void tower_rest(struct step *k, int si, int i);

/* chiller: capacity of one, W, with water leaving at te_c; and what they draw */
double chiller_full_w(const struct step *k, int si, int i, double te_c);
void chiller_run(struct step *k, int si, int i, const struct water *w, double heat_w);

/* reuse: heat it can take of what is asked for, W; and what its heat pump draws */
double reuse_can_w(const struct step *k, int si, int i, const struct water *w);
void reuse_run(struct step *k, int si, int i, const struct water *w, double heat_w);

/* A share this small of the loop's heat is not worth starting the next sink for. */
extern const double sink_negligible_frac;

/* W that all units of a sink are rated for; NaN: none. */
double sink_rating_w(const struct step *k, int si);

enum pass { PASS_TRY, PASS_NOTE, PASS_RUN };

/* Heat left after all sinks with supply water at supply_c, below zero where they could
   take more.  PASS_NOTE keeps what each is asked for and could take, PASS_RUN
   lets them draw. */
double sinks_pass(struct step *k, int li, int i, double supply_c, enum pass pass);

/* The coldest that a loop is asked for counts. */
static inline void ask_for(struct step *k, int loop, int i, double water_c)
{
    k->b->loop_ask_c[loop][i] = lesser(k->b->loop_ask_c[loop][i], water_c);
}

/* Condenser water for chillers: a tower is not driven to its last kelvin but held some
   way above the wet bulb, and not below what the condensers allow. */
static inline double tower_control_c(const struct step *k, int loop, int i, double floor_c)
{
    double control_k = k->p->loop[loop].control_k;
    if (isnan(control_k)) return floor_c;
    return greater(floor_c, k->w->wb_c[k->h0 + i] + control_k);
}

#endif
