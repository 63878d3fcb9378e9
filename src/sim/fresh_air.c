/* Outdoor-air units. */

#include "sim/kernel.h"

static const double cp_air_j_kg_k = 1006;

struct outdoor {         /* what a fresh-air unit sees */
    double t_c, least_c; /* as it is, and at its wettest */
    double stage_c;      /* behind the indirect stage, where there is one */
    double wet_bulb_c;   /* there */
    double w;
    bool is_shut;
};

static struct outdoor outdoor_of(const struct step *k, const struct cool *c, int i)
{
    int h = k->h0 + i;
    double t_c = k->w->t_c[h];
    struct outdoor o = {t_c, t_c, t_c, k->w->wb_c[h], k->w->w[h], false};
    const struct stage_air *stage = &c->stage[k->w->is_design];
    o.is_shut = o.w > c->w_max || !may_try(k, c, i);
    if (stage->t_c) {
        o.stage_c = o.least_c = stage->t_c[h];
        o.wet_bulb_c = stage->wb_c[h];
    }
    /* water that still fits below the dew point limit, by the wet-bulb equation */
    double depression_k = o.stage_c - o.wet_bulb_c, room_w = c->w_max - o.w;
    double fits_k = room_w * (2.501e6 + (1860 - 4186) * o.wet_bulb_c) / (1006 + 1860 * o.w);
    if (c->h->evaporative_frac > 0 && !o.is_shut)
        o.least_c = o.stage_c - greater(lesser(c->h->evaporative_frac * depression_k, fits_k), 0);
    return o;
}

bool fresh_air_helps(const struct step *k, int ci, int i, double return_c)
{
    struct outdoor o = outdoor_of(k, &k->p->cool[ci], i);
    return !o.is_shut && o.least_c < return_c;
}

void fresh_air_capacity(struct step *k, int ci)
{
    const struct cool *c = &k->p->cool[ci];
    struct block *b = k->b;
    bool lives = alive_cool(k, ci) > 0; /* the air is moved by others when it does not */
    for (int i = k->from; i < k->to; i++) {
        struct outdoor o = outdoor_of(k, c, i);
        double can_w = b->room_mcp_w_k[c->room][i] * (b->room_return_c[c->room][i] - o.least_c);
        b->cool_capacity_w[ci][i] = o.is_shut || !lives ? 0 : greater(can_w, 0);
    }
}

struct wetted {
    double water_kg_s, scavenger_w;
    double given_kg_s; /* of the water, what the room's air gets */
    bool is_wet;
};

/* The indirect stage cools kg_s of outdoor air by cool_k: the water and the fans of its
   scavenger. */
static void run_stage(struct step *k, int ci, int i, const struct outdoor *o, double kg_s,
                      double cool_k, struct wetted *x)
{
    const struct cool *c = &k->p->cool[ci];
    double ratio = greater(cool_k / (o->t_c - o->stage_c), c->h->air.fan_min_frac);
    double full_m3_s = isnan(c->h->scavenger_m3_s) ? c->u->airflow_m3_s : c->h->scavenger_m3_s;
    double cool_w = kg_s * (1006 + 1860 * o->w) * cool_k, units = alive_cool(k, ci);
    double density = k->w->p_pa[k->h0 + i] / 101325;
    ratio = lesser(ratio, 1);
    x->water_kg_s +=
        scavenger_water_kg_s(k, i, units * full_m3_s * ratio, cool_w) / (1 - c->h->bleed_frac);
    x->scavenger_w = units * c->h->scavenger_fan_w * law_at(&c->fan, ratio) * density;
}

/* Outdoor air first as it is, then through the indirect stage, then wetted as far as needed;
   drier air than dew_min is humidified by evaporation (its cooling is left out). */
static struct wetted wet(struct step *k, int ci, int i, double heat_w)
{
    const struct cool *c = &k->p->cool[ci];
    struct outdoor o = outdoor_of(k, c, i);
    double mcp = k->b->room_mcp_w_k[c->room][i], return_c = k->b->room_return_c[c->room][i];
    double kg_s = mcp / cp_air_j_kg_k, need_c = mcp > 0 ? return_c - heat_w / mcp : return_c;
    struct wetted x = {0};
    if (!(heat_w > 0)) return x;
    if (need_c < o.t_c) {
        double staged_c = greater(need_c, o.stage_c);
        if (staged_c < o.t_c) run_stage(k, ci, i, &o, kg_s, o.t_c - staged_c, &x);
        x.given_kg_s = kg_s * (1006 + 1860 * o.w) * (staged_c - need_c) /
                       (2.501e6 + 1860 * need_c - 4186 * o.wet_bulb_c);
        x.is_wet = true;
    } else if (o.w < c->w_min) {
        double fresh = lesser((return_c - need_c) / (return_c - o.t_c), 1);
        x.given_kg_s = kg_s * fresh * (c->w_min - o.w);
        x.is_wet = c->h->evaporative_frac > 0;
    }
    x.water_kg_s += x.given_kg_s;
    return x;
}

void fresh_air_run(struct step *k, int ci)
{
    const struct cool *c = &k->p->cool[ci];
    struct block *b = k->b;
    for (int i = k->from; i < k->to; i++) {
        double heat_w = b->cool_heat_w[ci][i];
        struct wetted x = wet(k, ci, i, heat_w);
        b->cool_power_w[ci][i] = 0;
        b->cool_assist_w[ci][i] = x.scavenger_w;
        b->cool_condenser_w[ci][i] = x.is_wet * alive_cool(k, ci) * c->h->pump_w;
        b->cool_out_w[ci][i] = heat_w + b->cool_condenser_w[ci][i] + x.scavenger_w;
        b->cool_water_kg_s[ci][i] = x.water_kg_s;
        b->cool_given_kg_s[ci][i] = x.given_kg_s;
    }
}
