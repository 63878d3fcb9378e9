/* Outdoor-air units. */

#include "sim/kernel.h"

static const double cp_air_j_kg_k = 1006;

struct outdoor {         /* what a fresh-air unit sees */
    double t_c, least_c; /* as it is, and at its wettest */
    double wet_bulb_c, w;
    bool is_shut;
};

static struct outdoor outdoor_of(const struct step *k, const struct cool *c, int i)
{
    int h = k->h0 + i;
    struct outdoor o = {k->w->t_c[h], k->w->t_c[h], k->w->wb_c[h], k->w->w[h], false};
    o.is_shut = o.w > c->w_max;
    /* water that still fits below the dew point limit, by the wet-bulb equation */
    double depression_k = o.t_c - o.wet_bulb_c, room_w = c->w_max - o.w;
    double fits_k = room_w * (2.501e6 + (1860 - 4186) * o.wet_bulb_c) / (1006 + 1860 * o.w);
    if (c->h->evaporative_frac > 0 && !o.is_shut)
        o.least_c = o.t_c - greater(lesser(c->h->evaporative_frac * depression_k, fits_k), 0);
    return o;
}

void fresh_air_capacity(struct step *k, int ci)
{
    const struct cool *c = &k->p->cool[ci];
    struct block *b = k->b;
    for (int i = k->from; i < k->to; i++) {
        struct outdoor o = outdoor_of(k, c, i);
        double can_w = b->room_mcp_w_k[c->room][i] * (b->room_return_c[c->room][i] - o.least_c);
        b->cool_capacity_w[ci][i] = o.is_shut ? 0 : greater(can_w, 0);
    }
}

/* Outdoor air first as it is, then wetted as far as needed; drier air than dew_min
   is humidified by evaporation (its cooling is left out). */
void fresh_air_run(struct step *k, int ci)
{
    const struct cool *c = &k->p->cool[ci];
    struct block *b = k->b;
    for (int i = k->from; i < k->to; i++) {
        struct outdoor o = outdoor_of(k, c, i);
        double heat_w = b->cool_heat_w[ci][i], mcp = b->room_mcp_w_k[c->room][i];
        double kg_s = mcp / cp_air_j_kg_k, return_c = b->room_return_c[c->room][i];
        double need_c = mcp > 0 ? return_c - heat_w / mcp : return_c, water_kg_s = 0, wet = 0;
        if (heat_w > 0 && need_c < o.t_c) {
            water_kg_s = kg_s * (1006 + 1860 * o.w) * (o.t_c - need_c) /
                         (2.501e6 + 1860 * need_c - 4186 * o.wet_bulb_c);
            wet = 1;
        } else if (heat_w > 0 && o.w < c->w_min) {
            double fresh = lesser((return_c - need_c) / (return_c - o.t_c), 1);
            water_kg_s = kg_s * fresh * (c->w_min - o.w);
            wet = c->h->evaporative_frac > 0;
        }
        b->cool_power_w[ci][i] = 0;
        b->cool_condenser_w[ci][i] = wet * alive_cool(k, ci) * c->h->pump_w;
        b->cool_out_w[ci][i] = heat_w + b->cool_condenser_w[ci][i];
        b->cool_water_kg_s[ci][i] = water_kg_s;
    }
}
