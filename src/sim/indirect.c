/* Indirect outdoor-air units: the scavenger stream takes the heat of the room's air in an
   exchanger, dry or sprayed. */

#include "physics/psychro.h"
#include "sim/kernel.h"

struct side {            /* what the exchanger could take */
    double dry_w, wet_w; /* wet: 0 where it is not sprayed */
};

static struct side side_of(const struct step *k, int ci, int i)
{
    const struct cool *c = &k->p->cool[ci];
    const struct ahu *x = c->h;
    int h = k->h0 + i;
    double mcp = k->b->room_mcp_w_k[c->room][i], return_c = k->b->room_return_c[c->room][i];
    bool may_spray = x->wet_exchanger_frac > 0 && k->w->t_c[h] >= x->wet_from_c;
    double wet_w = mcp * x->wet_exchanger_frac * (return_c - k->w->wb_c[h]);
    return (struct side){greater(mcp * x->exchanger_frac * (return_c - k->w->t_c[h]), 0),
                         may_spray ? greater(wet_w, 0) : 0};
}

void indirect_capacity(struct step *k, int ci)
{
    bool lives = alive_cool(k, ci) > 0; /* the air is moved by others when it does not */
    for (int i = k->from; i < k->to; i++) {
        struct side s = side_of(k, ci, i);
        k->b->cool_capacity_w[ci][i] =
            lives && may_try(k, &k->p->cool[ci], i) ? greater(s.dry_w, s.wet_w) : 0;
    }
}

/* Saturated air of that enthalpy, by secants. */
static double saturated_c(double h_j_kg, double from_c, double p_pa)
{
    double x0 = from_c, f0 = psychro_enthalpy_j_kg(x0, psychro_saturation_w(x0, p_pa)) - h_j_kg;
    double x1 = x0 - f0 / 4500;
    for (int n = 0; n < 40; n++) {
        double f1 = psychro_enthalpy_j_kg(x1, psychro_saturation_w(x1, p_pa)) - h_j_kg;
        double step_k = f1 * (x1 - x0) / (f1 - f0);
        x0 = x1;
        f0 = f1;
        x1 -= step_k;
        if (fabs(step_k) < 1e-9) break;
    }
    return x1;
}

/* Water that the sprayed scavenger takes up: it leaves saturated, with the heat of the room
   and of its pump. */
double scavenger_water_kg_s(const struct step *k, int i, double air_m3_s, double heat_w)
{
    int h = k->h0 + i;
    double t_c = k->w->t_c[h], w = k->w->w[h], p_pa = k->w->p_pa[h];
    double air_kg_s = air_m3_s / psychro_volume_m3_kg(t_c, w, p_pa);
    double h_j_kg = psychro_enthalpy_j_kg(t_c, w) + heat_w / air_kg_s;
    double out_c = saturated_c(h_j_kg, k->w->wb_c[h], p_pa);
    return air_kg_s * greater(psychro_saturation_w(out_c, p_pa) - w, 0);
}

/* Dry where that is enough.  Fans of the scavenger turn with the share of what it could take
   that is wanted, not below their least speed. */
void indirect_run(struct step *k, int ci)
{
    const struct cool *c = &k->p->cool[ci];
    const struct ahu *x = c->h;
    struct block *b = k->b;
    int units = alive_cool(k, ci);
    double full_m3_s = isnan(x->scavenger_m3_s) ? x->air.airflow_m3_s : x->scavenger_m3_s;
    for (int i = k->from; i < k->to; i++) {
        struct side s = side_of(k, ci, i);
        double heat_w = b->cool_heat_w[ci][i], can_w = heat_w > s.dry_w ? s.wet_w : s.dry_w;
        bool runs = heat_w > 0 && can_w > 0, is_wet = runs && heat_w > s.dry_w;
        double ratio = runs ? lesser(greater(heat_w / can_w, x->air.fan_min_frac), 1) : 0;
        double density = k->w->p_pa[k->h0 + i] / 101325;
        double pump_w = is_wet ? units * x->pump_w : 0, water_kg_s = 0;
        if (is_wet)
            water_kg_s = scavenger_water_kg_s(k, i, units * full_m3_s * ratio, heat_w + pump_w);
        b->cool_power_w[ci][i] = 0;
        b->cool_condenser_w[ci][i] = pump_w;
        b->cool_assist_w[ci][i] =
            runs ? units * x->scavenger_fan_w * law_at(&c->fan, ratio) * density : 0;
        b->cool_out_w[ci][i] = heat_w + pump_w + b->cool_assist_w[ci][i];
        b->cool_water_kg_s[ci][i] = water_kg_s / (1 - x->bleed_frac);
    }
}
