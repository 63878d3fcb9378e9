/* Supply setpoints of loops that are moved: by outdoor air, or to what is asked for.

   By demand the water is as warm as lets the neediest room on the loop hold its supply
   air with the valves of its coils full open, T_return - Q / sum G, and the neediest CDU
   its coolant.  What rooms need is noted with their air at the setpoint, so that it does
   not depend on the water they get, and the pass after it closes. */

#include <math.h>

#include "sim/kernel.h"

/* Coils keep so much of what they could take, or rounding would make them short. */
static const double slack_frac = 1e-6;

static double by_outdoor(const struct loop *l, double t_c)
{
    double warm = (l->reset_warm_c - t_c) / (l->reset_warm_c - l->reset_cold_c);
    return l->supply_c + lesser(greater(warm, 0), 1) * (l->supply_max_c - l->supply_c);
}

void reset_begin(struct step *k)
{
    for (int l = 0; l < k->p->n_loop; l++) {
        const struct plant_loop *x = &k->p->loop[l];
        double *hold_c = k->b->loop_hold_c[l];
        fill(k, hold_c, x->l->supply_c);
        for (int i = k->from; x->l->reset == LOOP_RESET_OUTDOOR && i < k->to; i++)
            hold_c[i] = by_outdoor(x->l, k->w->t_c[k->h0 + i]);
    }
}

void reset_note(struct step *k, int room)
{
    const struct plant_room *r = &k->p->room[room];
    struct block *b = k->b;
    double *need_c = b->room_water_c[room];
    if (r->demand_loop < 0) return;
    for (int i = k->from; i < k->to; i++) {
        double heat_w = 0, g_w_k = 0;
        for (int c = r->cool_first; c < r->cool_first + r->n_cool; c++) {
            if (k->p->cool[c].kind != KIND_CRAH) continue;
            heat_w += b->cool_heat_w[c][i];
            g_w_k +=
                alive_cool(k, c) * table_at(&k->p->cool[c].conductance_w_k, b->cool_ratio[c][i]);
        }
        double below_k = heat_w * (1 + slack_frac) / g_w_k;
        need_c[i] = heat_w > 0 ? b->room_return_c[room][i] - below_k : HUGE_VAL;
    }
}

/* The rise of the coolant over the water, as in the unit itself. */
static double cdu_need_c(const struct step *k, int c, int i)
{
    bool has_heat = k->b->cdu_heat_w[c][i] > 0;
    return has_heat ? k->p->cdu[c].c->supply_c - k->b->cdu_above_k[c][i] : HUGE_VAL;
}

static double neediest_c(const struct step *k, int l, int i)
{
    double need_c = HUGE_VAL;
    for (int r = 0; r < k->p->n_room; r++)
        if (k->p->room[r].demand_loop == l) need_c = lesser(k->b->room_water_c[r][i], need_c);
    for (int c = 0; c < k->p->n_cdu; c++)
        if (k->p->cdu[c].loop == l) need_c = lesser(cdu_need_c(k, c, i), need_c);
    return need_c;
}

/* In the year that limits come from it stays where it is coldest. */
void reset_demand(struct step *k)
{
    for (int l = 0; l < k->p->n_loop && !k->w->is_design; l++) {
        const struct loop *x = k->p->loop[l].l;
        if (x->reset != LOOP_RESET_DEMAND) continue;
        for (int i = k->from; i < k->to; i++)
            k->b->loop_hold_c[l][i] =
                greater(lesser(neediest_c(k, l, i), x->supply_max_c), x->supply_c);
    }
}
