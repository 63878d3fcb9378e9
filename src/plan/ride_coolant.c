/* Coolant of a room's cold plates in the seconds after a loss. */

#include <math.h>

#include "physics/fluid.h"
#include "plan/ride_find.h"

static double liquid_w(const struct finding *f, int g)
{
    const struct group *x = &f->p->group[g];
    if (x->cdu < 0) return 0;
    double of_w = x->is_immersed ? f->normal.y->group_max_w[g] : x->idle_w + x->design_span_w;
    return x->s->liquid_capture_frac * of_w * f->c->limits->design->diversity;
}

/* -1: it is not followed, and a note says why. */
static int coolant_of(struct ride_setup *s, int cdu)
{
    const struct plant_cdu *x = &s->p->cdu[cdu];
    for (int i = 0; i < s->c.n_coolant; i++)
        if (s->cdu[i] == cdu) return i;
    if (isnan(x->c->volume_m3)) {
        ride_note(s->f, KIND_CDU, x->index, "volume is not given; its coolant is not followed");
        return -1;
    }
    if (s->c.n_coolant == RIDE_COOLANTS || ride_water_of(s, x->loop) < 0) {
        ride_note(s->f, KIND_CDU, x->index, "more loops than are counted; it is not followed");
        return -1;
    }
    s->cdu[s->c.n_coolant] = cdu;
    s->coolant[s->c.n_coolant] = (struct ride_coolant){.water = ride_water_of(s, x->loop)};
    return s->c.n_coolant++;
}

/* Chips are as far above the coolant as at full power; they shut down when throttling as far
   as they can does not hold them (sim/power). */
static void set_limits(struct ride_source *x, const struct plant *p, const struct group *g)
{
    double full = fmin(g->idle_w + g->design_span_w, g->cap_w) / g->full_w;
    double plate_k_w = g->plate_k_w[p->normal.alive[p->alive_cdu + g->cdu]];
    double chip_k = plate_k_w * g->s->accelerator_w * full;
    x->coolant_max_c = g->s->coolant_max_c;
    x->coolant_throttle_c = g->s->chip_limit_c - chip_k;
    x->coolant_trip_c = g->s->chip_shutdown_c - chip_k * g->s->throttle_floor_frac;
    if (g->is_immersed) x->coolant_trip_c = fmin(x->coolant_trip_c, g->trip_c);
}

void ride_add_liquid(struct ride_setup *s, struct ride_source *x, int g, double count)
{
    const struct group *group = &s->p->group[g];
    double each_w = liquid_w(s->f, g);
    int i = each_w > 0 ? coolant_of(s, group->cdu) : -1;
    if (i < 0) return;
    x->coolant = i;
    x->liquid_w += count * each_w;
    s->coolant[i].normal_w += count * each_w;
    s->coolant[i].rack_j_k += count * group->s->plate_j_k;
    set_limits(x, s->p, group);
}

/* Of all servers on the unit, in any room. */
static double cdu_heat_w(const struct finding *f, int cdu)
{
    double w = 0;
    for (int g = 0; g < f->p->n_group; g++)
        if (f->p->group[g].cdu == cdu) w += f->p->group[g].count * liquid_w(f, g);
    return w;
}

/* As in sim/liquid: flow follows the heat; the exchanger's approach grows with it. */
static void finish(struct ride_setup *s, int i)
{
    struct ride_coolant *x = &s->coolant[i];
    const struct plant_cdu *d = &s->p->cdu[s->cdu[i]];
    const struct cdu *c = d->c;
    struct ride_water *w = &s->water[x->water];
    double all_w = cdu_heat_w(s->f, s->cdu[i]), share = all_w > 0 ? x->normal_w / all_w : 1;
    int cdu = s->cdu[i], units = ride_alive(s->s, s->p->alive_cdu + cdu);
    int normal_units = s->p->normal.alive[s->p->alive_cdu + cdu];
    if (units < 1) units = 1;
    if (normal_units < 1) normal_units = 1;
    double rated_w = units * c->capacity_w;
    double approach_k = plant_cdu_above_k(s->p, cdu, normal_units, all_w);
    x->flow = ride_coolant_flow(s->s, s->cdu[i]);
    x->supply_c = fmax(c->supply_c, w->supply_c + approach_k);
    struct fluid liquid = plant_coolant_at(c, x->supply_c);
    double j_m3_k = liquid.rho_kg_m3 * liquid.cp_j_kg_k, volume_m3 = d->units * c->volume_m3;
    double least = c->pump.control == PUMP_CONSTANT ? 1 : c->pump.min_flow_frac;
    double flow = fmin(fmax(all_w / rated_w, least), 1);
    x->rack_j_k += share * volume_m3 * c->rack_frac * j_m3_k;
    x->rest_j_k = share * volume_m3 * (1 - c->rack_frac) * j_m3_k;
    x->flow_w_k = share * flow * rated_w * c->flow_m3_s_w * j_m3_k;
    x->exchange_w_k = share * rated_w / plant_cdu_above_k(s->p, cdu, units, rated_w);
    w->normal_w += x->normal_w;
}

void ride_finish_coolants(struct ride_setup *s)
{
    for (int i = 0; i < s->c.n_coolant; i++) finish(s, i);
    s->c.coolant = s->coolant;
}
