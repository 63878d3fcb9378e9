#include "plan/coolant_limits.h"

#include <math.h>

#include "physics/fluid.h"

static const double l_min = 60000; /* of m3/s */

static void add_coolant(struct limit_list *l, int cdu, const struct limit_state *s, int units)
{
    const struct plant *p = l->c->plant;
    const struct plant_cdu *x = &p->cdu[cdu];
    const char *id = limit_part(l, KIND_CDU, x->index);
    double most_m3_s = plant_coolant_most_m3_s(p, cdu, units);
    double drop_pa = plant_coolant_drop_pa(p, cdu);
    double ask_m3_s = plant_coolant_ask_m3_s(s->o->plant, cdu);
    if (!(ask_m3_s > 0)) return;
    if (most_m3_s < HUGE_VAL)
        limit_add(l, id, "coolant flow", s->name, ask_m3_s * l_min, most_m3_s * l_min, "L/min",
                  "that its servers' plates ask for at their maximum");
    if (!isnan(drop_pa) && !isnan(x->c->head_available_pa))
        limit_add(l, id, "coolant pressure drop", s->name, drop_pa / 1000,
                  plant_coolant_head_pa(p, cdu, units) / 1000, "kPa",
                  "of racks and pipes at their design flow, against the pumps");
}

void limit_add_coolant(struct limit_list *l, const struct limit_state *s)
{
    const struct plant *p = l->c->plant;
    for (int i = 0; i < p->n_cdu; i++) {
        int units = s->o->alive[p->alive_cdu + i];
        bool is_whole = units == p->cdu[i].units;
        if (is_whole && s->y != l->c->design_year) continue;
        add_coolant(l, i, s, units);
    }
}

void limit_add_coolant_temperature(struct limit_list *l, const struct group *g, double coolant_c,
                                   const char *state)
{
    const char *id = limit_part(l, KIND_SERVER, g->server);
    limit_add(l, id, "coolant temperature", state, coolant_c, g->s->coolant_max_c, "degC",
              "data sheet");
    if (g->s->coolant_class == COOLANT_NONE) return;
    limit_add(l, id, "coolant class", state, coolant_c, coolant_class_max_c(g->s->coolant_class),
              "degC", coolant_class_note(g->s->coolant_class, l->a));
}

/* Water that coolant units take at their greatest heat to hold the approach of their
   ratings; only where a unit says what that is. */
static double water_wanted_m3_s(const struct limit_list *l, int loop)
{
    const struct plant *p = l->c->plant;
    double sum = 0;
    for (int i = 0; i < p->n_cdu; i++) {
        const struct plant_cdu *x = &p->cdu[i];
        if (x->loop != loop || isnan(x->c->water_flow_m3_s_w)) continue;
        sum += x->c->water_flow_m3_s_w * l->c->design_year->cdu[i].used;
    }
    return sum;
}

void limit_add_facility_water(struct limit_list *l)
{
    const struct plant *p = l->c->plant;
    for (int i = 0; i < p->n_loop; i++) {
        const struct loop *x = p->loop[i].l;
        double mean_c = x->supply_c + x->rise_k / 2, want_m3_s = water_wanted_m3_s(l, i);
        if (!(want_m3_s > 0)) continue;
        double flow_m3_s = fluid_flow_m3_s(x->design_w, x->rise_k, x->glycol_frac, mean_c);
        limit_add(l, limit_part(l, KIND_LOOP, p->loop[i].index), "water flow", "normal",
                  want_m3_s * l_min, flow_m3_s * l_min, "L/min",
                  "that coolant units take to hold the approach of their ratings");
    }
}
