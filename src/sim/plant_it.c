/* Servers: groups with equal feeds, and where the inlet iteration begins. */

#include <math.h>

#include "physics/flow.h"
#include "sim/plant_build.h"

static double chip_air_at(double ratio, const void *s)
{
    return server_chip_air_k_w(s, ratio);
}

/* Electronics behind the supplies when the input is input_w in cool air. */
static double electronics_w(const struct group *g, const struct psu *u, double input_w,
                            double activity)
{
    double out_w = u ? psu_output_w(u, &g->supply_loss, g->supplies, input_w) : input_w;
    double ratio = server_fan_ratio(g->s, activity, g->s->fan_inlet_low_c);
    return fmax(out_w - server_fan_w(g->s, ratio), 0);
}

/* Servers protect themselves; where the data sheet does not say at what inlet, some
   kelvins above the greatest it permits (placeholder). */
static const double trip_above_k = 10;

static struct group group_make(struct build *b, int server)
{
    const struct server *s = site_server(b->s, server);
    struct group g = {.server = server,
                      .room = s->room.ref[0].index,
                      .cdu = -1,
                      .workload = -1,
                      .s = s,
                      .plate_k_w = (double)NAN};
    if (s->workload.n) g.workload = s->workload.ref[0].index;
    const struct psu *u = s->psu.n ? site_psu(b->s, s->psu.ref[0].index) : NULL;
    if (u) {
        g.has_supply = true;
        g.supply_loss = psu_loss_table(u, b->a);
        g.supply_rated_w = u->rated_w;
        g.supply_usable = u->continuous_frac;
        g.supplies = s->psu_mode == PSU_COLD_STANDBY ? s->psu_needed : s->psu_count;
    }
    int basis = g.workload >= 0 ? site_workload(b->s, g.workload)->basis : BASIS_TYPICAL;
    double full_w = basis == BASIS_MAXIMUM ? s->power_maximum_w : s->power_typical_w;
    g.idle_w = electronics_w(&g, u, s->power_idle_w, 0);
    g.span_w = electronics_w(&g, u, full_w, 1) - g.idle_w;
    g.design_span_w = electronics_w(&g, u, s->power_maximum_w, 1) - g.idle_w;
    g.full_w = g.idle_w + g.design_span_w;
    g.trip_c = isnan(s->inlet_trip_c) ? s->inlet_max_c + trip_above_k : s->inlet_trip_c;
    g.chip_air_k_w = table_make(b->a, 0.02, 1.1, 216, chip_air_at, s);
    if (s->cdu.n) {
        g.cdu = s->cdu.ref[0].index;
        g.plate_k_w = server_plate_k_w(s, site_cdu(b->s, g.cdu)->flow_m3_s_w);
    }
    return g;
}

/* Sources of a placed server: its own, else its rack's. */
const struct ref_list *build_sources(const struct site *s, const struct placed *at)
{
    const struct server *v = site_server(s, at->server);
    if (v->part.from.n) return &v->part.from;
    int rack = at->rack >= 0 ? at->rack : v->rack.ref[0].index;
    return &site_rack(s, rack)->part.from;
}

static void add_group(struct build *b, const struct placed *at, int room,
                      const struct ref_list **seen)
{
    struct plant *p = b->p;
    const struct ref_list *from = build_sources(b->s, at);
    for (int i = 0; i < p->n_group; i++)
        if (p->group[i].server == at->server && seen[i] == from) {
            p->group[i].count += at->count;
            return;
        }
    struct group g = group_make(b, at->server);
    if (g.room != room) return;
    g.count = at->count;
    g.feed = build_feeds(b, from, SHARE_EQUAL);
    seen[p->n_group] = from;
    p->group[p->n_group++] = g;
}

/* The inlet that follows from inlet x when all servers run, as in the hour. */
static double next_inlet_c(const struct build *b, const struct plant_room *r, double x)
{
    double heat_w = 0, flow_m3_s = 0;
    for (int k = r->group_first; k < r->group_first + r->n_group; k++) {
        const struct group *g = &b->p->group[k];
        double density = b->p_pa / 101325;
        double ratio = fmin(server_fan_ratio(g->s, 1, x) / density, 1);
        double fan_w = server_fan_w(g->s, ratio) * density;
        double out_w = (g->idle_w + g->span_w) *
                       (1 + g->s->leakage_per_k * fmax(x - g->s->fan_inlet_low_c, 0));
        double rated_w = g->supplies * g->supply_rated_w;
        double loss_w =
            g->has_supply ? rated_w * table_at(&g->supply_loss, (out_w + fan_w) / rated_w) : 0;
        heat_w += g->count * (out_w * (1 - g->s->liquid_capture_frac) + fan_w + loss_w);
        flow_m3_s += g->count * g->s->airflow_m3_s * ratio;
    }
    if (!(flow_m3_s > 0)) return r->r->supply_c;
    return r->r->supply_c + r->phi / (1 - r->phi) * flow_air_rise_k(heat_w, flow_m3_s, x, b->p_pa);
}

/* Where the hourly iteration begins. */
static void guess_inlets(struct build *b)
{
    for (int i = 0; i < b->p->n_room; i++) {
        struct plant_room *r = &b->p->room[i];
        double x = r->r->supply_c;
        for (int n = 0; n < 60; n++) x = next_inlet_c(b, r, x);
        r->inlet_guess_k = x - r->r->supply_c;
        r->inlet_slope = (next_inlet_c(b, r, x + 0.01) - next_inlet_c(b, r, x)) / 0.01;
    }
}

/* Servers that found no place are still there: they draw from where they would. */
void build_groups(struct build *b)
{
    int n_server = b->s->of[KIND_SERVER].n, cap = b->place->n + n_server;
    b->p->group = ARENA_ARRAY(b->a, struct group, (size_t)cap);
    const struct ref_list **seen = ARENA_ARRAY(b->a, const struct ref_list *, (size_t)cap);
    for (int r = 0; r < b->p->n_room; r++) {
        struct plant_room *room = &b->p->room[r];
        room->group_first = b->p->n_group;
        for (int i = 0; i < b->place->n; i++)
            if (site_server(b->s, b->place->item[i].server)->room.ref[0].index == r)
                add_group(b, &b->place->item[i], r, seen);
        for (int v = 0; v < n_server; v++) {
            struct placed at = {v, -1, -1, b->place->unplaced[v]};
            if (at.count && site_server(b->s, v)->room.ref[0].index == r)
                add_group(b, &at, r, seen);
        }
        room->n_group = b->p->n_group - room->group_first;
    }
    guess_inlets(b);
}
