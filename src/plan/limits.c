#include "plan/limits.h"

#include <math.h>
#include <string.h>

#include "physics/fluid.h"
#include "physics/psychro.h"
#include "plan/aisles.h"
#include "plan/coolant_limits.h"
#include "plan/feed_limits.h"
#include "plan/fabric_limits.h"
#include "plan/floor_limits.h"
#include "plan/limit_list.h"
#include "plan/network_limits.h"
#include "plan/outlet_limits.h"

static const char *const normal = "normal";
static const double gravity_m_s2 = 9.80665;

/* ---- racks and servers ------------------------------------------------- */

/* Of each of the equal racks. */
static const double *rack_powers_w(const struct limit_list *l, int rack, int n)
{
    double *w = ARENA_ARRAY(l->a, double, (size_t)n + 1);
    for (int i = 0; i < l->c->racks->placement.n; i++) {
        const struct placed *p = &l->c->racks->placement.item[i];
        if (p->rack == rack) w[p->rack_unit] += p->count * limit_greatest_w(l->c, p->server);
    }
    return w;
}

static void add_rack(struct limit_list *l, int index)
{
    const struct rack *r = site_rack(l->c->site, index);
    struct rack_use worst = {0};
    const double *power_w = rack_powers_w(l, index, r->part.count);
    for (int i = 0; i < r->part.count; i++) {
        const struct rack_use *u = &l->c->racks->use[index][i];
        worst.u = fmax(worst.u, u->u);
        worst.power_w = fmax(worst.power_w, power_w[i]);
        worst.kg = fmax(worst.kg, u->kg);
        worst.airflow_m3_s = fmax(worst.airflow_m3_s, u->airflow_m3_s);
    }
    const char *id = limit_part(l, KIND_RACK, index);
    const char *note = r->part.count > 1 ? "the fullest of the racks" : NULL;
    limit_add(l, id, "rack units", normal, worst.u, r->units_u, "U", note);
    limit_add(l, id, "power", normal, worst.power_w / 1000, r->power_w / 1000, "kW", note);
    limit_add(l, id, "weight", normal, worst.kg + r->own_kg, r->load_kg, "kg",
              limit_weight_unknown(l->c, index) ? "some servers' mass is not known and not counted"
                                                : note);
    limit_add(l, id, "airflow", normal, worst.airflow_m3_s, r->airflow_m3_s, "m3/s", note);
}

static void add_server_place(struct limit_list *l, int index)
{
    const struct server *v = site_server(l->c->site, index);
    if (!v->rack.n) return;
    int unplaced = l->c->racks->placement.unplaced[index];
    limit_add(l, limit_part(l, KIND_SERVER, index), "racked servers", normal, v->part.count,
              unplaced ? v->part.count - unplaced : (double)NAN, "servers",
              unplaced ? arena_format(l->a, "no rack takes the rest, for want of %s",
                                      place_what_binds(l->c->site, l->c->racks, index))
                       : "all found a place");
}

static void add_supplies(struct limit_list *l, int index)
{
    const struct server *v = site_server(l->c->site, index);
    if (!v->psu.n) return;
    const struct psu *u = site_psu(l->c->site, v->psu.ref[0].index);
    struct table loss = psu_loss_table(u, l->a);
    const char *id = limit_part(l, KIND_SERVER, index);
    int full = v->psu_mode == PSU_COLD_STANDBY ? v->psu_needed : v->psu_count;
    double each_kw = u->rated_w * u->continuous_frac / 1000;
    /* the server wants the same output however many supplies share it */
    double want_kw = psu_output_w(u, &loss, full, limit_greatest_w(l->c, index)) / 1000;
    const char *note = "of one server at its maximum";
    limit_add(l, id, "supply output", normal, want_kw, full * each_kw, "kW", note);
    if (v->psu_count <= v->psu_needed) return;
    int left = v->psu_mode == PSU_COLD_STANDBY ? full : full - 1;
    limit_add(l, id, "supply output", "one supply lost", want_kw, left * each_kw, "kW", note);
}

/* Of the server's groups, which differ by where they stand, the worst. */
static void add_heat_of_group(struct limit_list *l, int gi)
{
    const struct plant *p = l->c->plant;
    const struct group *g = &p->group[gi];
    const struct year *y = l->c->design_year;
    const char *id = limit_part(l, KIND_SERVER, g->server);
    double inlet_c = (double)NAN, chip_c = (double)NAN;
    if (gi > 0 && p->group[gi - 1].server == g->server) return; /* told of */
    for (int k = gi; k < p->n_group && p->group[k].server == g->server; k++) {
        double own_c = y->group_inlet[k].inlet_c;
        inlet_c = fmax(inlet_c, isnan(own_c) ? y->room[g->room].max_inlet_c : own_c);
        chip_c = fmax(chip_c, y->group_chip_c[k]);
    }
    if (g->is_immersed) inlet_c = y->cdu_max_c[g->cdu];
    limit_add(l, id, "inlet temperature", normal, inlet_c, g->s->inlet_max_c, "degC",
              g->is_immersed ? "of the fluid it is immersed in" : "data sheet");
    if (!isnan(chip_c))
        limit_add(l, id, "chip temperature", normal, chip_c, g->s->chip_limit_c, "degC",
                  "it throttles there");
    if (g->cdu >= 0) limit_add_coolant_temperature(l, g, y->cdu_max_c[g->cdu], normal);
}

/* ---- electrical -------------------------------------------------------- */

/* Of a UPS with a module to spare, one module may be lost as if nothing were. */
static void add_elem(struct limit_list *l, const struct limit_state *s, int e)
{
    const struct elem *x = &l->c->plant->elem[e];
    limit_add_elem(l, s, e);
    if (x->kind != KIND_UPS || !ups_has_spare(site_ups(l->c->site, x->index))) return;
    int *alive = ARENA_ARRAY(l->a, int, (size_t)l->c->plant->n_alive);
    memcpy(alive, s->o->alive, (size_t)l->c->plant->n_alive * sizeof *alive);
    alive[e]--;
    struct outage o = *s->o;
    o.alive = alive;
    struct limit_state fewer = {&o, s->net, s->y, "one module lost"};
    limit_add_elem(l, &fewer, e);
}

/* ---- cooling ----------------------------------------------------------- */

static struct limit_state solve(struct limit_list *l, const struct lost *lost, const char *name)
{
    const struct outage *o = outage_make(l->c->plant, lost, 1, l->a);
    struct limit_state s = {o, NULL, NULL, name};
    s.y = outage_run(o, l->c->design, l->c->calendar, KEEP_FACILITY, l->c->threads, l->a);
    struct network *net = ARENA_ARRAY(l->a, struct network, 1);
    *net = network_solve(l->c->plant, o, s.y, l->a);
    s.net = net;
    limit_remember(l->c->memo, *lost, &s);
    return s;
}

/* One unit fewer where the redundancy promises to survive it: its group's heat, the
   rack inlets, and whatever else gets worse. */
static void add_lost_unit(struct limit_list *l, int alive_index)
{
    const struct plant *p = l->c->plant;
    int needed, count;
    limit_units(p, alive_index, &needed, &count);
    if (count <= needed || p->normal.alive[alive_index] < count) return; /* a spare stands by */
    struct lost one = {alive_index, 1};
    struct limit_state s =
        solve(l, &one, arena_format(l->a, "one %s lost", plant_part_name(p, alive_index, l->a)));
    limit_add_worse(l, &s);
    limit_add_rooms(l, &s);
}

static void add_airflow(struct limit_list *l, int r)
{
    const struct plant *p = l->c->plant;
    const struct plant_room *x = &p->room[r];
    double servers = 0, units = 0;
    for (int g = x->group_first; g < x->group_first + x->n_group; g++)
        servers += p->group[g].count * l->c->design_year->group_airflow_m3_s[g];
    int last = x->has_primary ? x->cool_first + 1 : x->cool_first + x->n_cool;
    for (int c = x->cool_first; c < last; c++)
        units += p->normal.alive[p->alive_cool + c] * p->cool[c].u->airflow_m3_s;
    limit_add(l, limit_part(l, KIND_ROOM, r), "airflow", normal, servers * (1 - x->phi), units,
              "m3/s", "servers' air less recirculation, against the units'");
}

/* Net positive suction head of the water as warm as it returns: air and suction pressure
   less that of its vapour, over rho g. */
static void add_suction(struct limit_list *l, int loop)
{
    const struct plant *p = l->c->plant;
    const struct loop *x = p->loop[loop].l;
    if (isnan(x->npsh_m)) return;
    double t_c = limit_loop_c(p, l->c->design_year, loop) + x->rise_k;
    double air_pa = psychro_pressure_pa(p->altitude_m);
    double rho_kg_m3 = fluid_density_kg_m3(x->glycol_frac, t_c);
    double has_m = (air_pa + x->suction_pa - psychro_psat_pa(t_c)) / (rho_kg_m3 * gravity_m_s2);
    limit_add(l, limit_part(l, KIND_LOOP, p->loop[loop].index), "suction head", normal, x->npsh_m,
              fmax(has_m, 0), "m", "NPSH that pumps require, against what there is");
}

static void add_cooling(struct limit_list *l, const struct limit_state *s)
{
    const struct plant *p = l->c->plant;
    for (int i = p->alive_cool; i < p->alive_loop; i++) limit_add_cooling(l, i, s);
    for (int i = p->alive_cool; i < p->alive_loop && !l->normal_only; i++) add_lost_unit(l, i);
    for (int i = 0; i < p->n_loop; i++) {
        const struct peak *k = &l->c->design_year->loop[i];
        if (k->hour >= 0)
            limit_add(l, limit_part(l, KIND_LOOP, p->loop[i].index), "heat", normal, k->used / 1000,
                      k->limit / 1000, "kW", "that its design flow carries");
        if (!p->loop[i].is_source) limit_add_loop(l, i, s);
        add_suction(l, i);
    }
    limit_add_coolant(l, s);
    limit_add_facility_water(l);
}

/* ---- a lost system ------------------------------------------------------ */

/* Of the systems of a pattern, the others must carry what one leaves. */
static void add_lost_system(struct limit_list *l, int e)
{
    const struct plant *p = l->c->plant;
    const struct elem *x = &p->elem[e];
    if (x->kind != KIND_UPS || l->c->site->of[KIND_UPS].copy[x->index].n < 2) return;
    struct lost whole = {p->alive_elem + e, x->units};
    struct limit_state s =
        solve(l, &whole, arena_format(l->a, "%s lost", limit_part(l, x->kind, x->index)));
    const struct alike *all = l->alike;
    l->alike = &s.o->alike;
    for (int i = 0; i < p->n_elem; i++)
        if (!s.o->dead[i] && s.y->elem[i].used > l->c->design_year->elem[i].used * (1 + 1e-9))
            limit_add_elem(l, &s, i);
    l->alike = all;
    limit_add_supplies(l, &s);
    limit_add_worse(l, &s);
    limit_add_rooms(l, &s);
}

static void find(struct limit_list *l, const struct limits_case *c, struct result *out,
                 struct arena *a)
{
    l->c = c;
    l->a = a;
    const struct outage *o = outage_make(c->plant, NULL, 0, a);
    struct network net = network_solve(c->plant, o, c->design_year, a);
    struct limit_state s = {o, &net, c->design_year, normal};
    l->alike = &o->alike;
    for (int i = 0; i < c->site->of[KIND_RACK].n; i++) add_rack(l, i);
    limit_add_floor(l);
    limit_add_outlets(l);
    out->aisles = aisles_find(c->site, c->racks, a);
    out->fabrics = fabric_find(c->site, c->racks, a);
    limit_add_fabrics(l, out->fabrics);
    for (int i = 0; i < c->site->of[KIND_SERVER].n; i++) {
        add_server_place(l, i);
        add_supplies(l, i);
    }
    for (int g = 0; g < c->plant->n_group; g++) add_heat_of_group(l, g);
    for (int e = 0; e < c->plant->n_elem; e++) add_elem(l, &s, e);
    for (int e = 0; e < c->plant->n_elem && !l->normal_only; e++) add_lost_system(l, e);
    if (!l->normal_only) limit_add_feed_losses(l, &s);
    struct network_checks checks = network_limits(l, &s);
    limit_add_rooms(l, &s);
    for (int r = 0; r < c->plant->n_room; r++) add_airflow(l, r);
    add_cooling(l, &s);
    limit_add_condensation(l, &s, false);
    limit_add_humidity(l, &s, false);
    limit_add_energy(l, out->metric);
    limit_sort(l->item, l->n);
    out->limit = l->item;
    out->n_limit = l->n;
    out->n_skip = checks.n_skip;
    out->skip = checks.skip;
    out->limit_warning = l->warning;
    out->n_limit_warning = l->n_warning;
}

void limits_find(const struct limits_case *c, struct result *out, struct arena *a)
{
    find(ARENA_ARRAY(a, struct limit_list, 1), c, out, a);
}

void limits_find_normal(const struct limits_case *c, struct result *out, struct arena *a)
{
    struct limit_list *l = ARENA_ARRAY(a, struct limit_list, 1);
    l->normal_only = true;
    find(l, c, out, a);
}
