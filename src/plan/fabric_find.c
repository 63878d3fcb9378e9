#include "plan/fabric_find.h"

#include <math.h>
#include <stdlib.h>

#include "plan/cable_flow.h"

/* ---- ends of cables --------------------------------------------------------------- */

struct piece { /* one server or one switch */
    int server, k, spot;
    struct cable_end end;
};

struct pieces {
    int n;
    struct piece *item;
};

static bool is_cabled(const struct site *s, int server, int fabric)
{
    const struct server *v = site_server(s, server);
    return v->fabric.n && v->fabric.ref[0].index == fabric;
}

static bool is_switch(const struct fabric *f, int server)
{
    for (int i = 0; i < f->switches.n; i++)
        if (f->switches.ref[i].index == server) return true;
    return false;
}

struct finding { /* of one fabric */
    const struct site *s;
    const struct rack_plan *racks;
    const struct fabric *f;
    struct fabric_use *out;
    struct arena *a;
    struct pieces servers, switches;
    int n_spot;
    struct cable_end *spot; /* where servers stand: a rack each, and outside of racks */
};

static struct cable_end end_of(const struct finding *g, const struct placed *p, int k)
{
    struct cable_end e = {p->rack, p->rack_unit, (double)NAN};
    const struct server *v = site_server(g->s, p->server);
    if (p->rack >= 0 && !isnan(p->u))
        e.z_m = cable_height_m(site_rack(g->s, p->rack), v, p->u + k * v->height_u);
    return e;
}

/* All that a section has: those with a place as they are placed, then those without. */
static void add_section(const struct finding *g, int server, struct pieces *to)
{
    const struct placement *p = &g->racks->placement;
    for (int i = 0; i < p->n; i++) {
        const struct placed *x = &p->item[i];
        if (x->server != server) continue;
        for (int k = 0; k < x->count; k++)
            to->item[to->n++] = (struct piece){server, x->first + k, -1, end_of(g, x, k)};
    }
    int count = site_server(g->s, server)->part.count;
    for (int left = p->unplaced[server]; left > 0; left--)
        to->item[to->n++] = (struct piece){server, count - left, -1, {-1, -1, (double)NAN}};
}

static void find_pieces(struct finding *g)
{
    size_t servers = 0, switches = 0;
    for (int v = 0; v < g->s->of[KIND_SERVER].n; v++) {
        size_t count = (size_t)site_server(g->s, v)->part.count;
        if (is_cabled(g->s, v, g->out->fabric)) servers += count;
        if (is_switch(g->f, v)) switches += count;
    }
    g->servers.item = ARENA_ARRAY(g->a, struct piece, servers + 1);
    g->switches.item = ARENA_ARRAY(g->a, struct piece, switches + 1);
    for (int v = 0; v < g->s->of[KIND_SERVER].n; v++) {
        if (is_cabled(g->s, v, g->out->fabric)) add_section(g, v, &g->servers);
        if (is_switch(g->f, v)) add_section(g, v, &g->switches);
    }
}

static int by_rack(const void *a, const void *b)
{
    const struct piece *x = a, *y = b;
    if (x->end.rack != y->end.rack) return x->end.rack < y->end.rack ? -1 : 1;
    if (x->end.unit != y->end.unit) return x->end.unit < y->end.unit ? -1 : 1;
    if (x->server != y->server) return x->server < y->server ? -1 : 1;
    return (x->k > y->k) - (x->k < y->k);
}

/* Servers in the order of their racks; those of one rack are one spot. */
static void find_spots(struct finding *g)
{
    qsort(g->servers.item, (size_t)g->servers.n, sizeof *g->servers.item, by_rack);
    g->spot = ARENA_ARRAY(g->a, struct cable_end, (size_t)g->servers.n + 1);
    for (int i = 0; i < g->servers.n; i++) {
        struct piece *p = &g->servers.item[i];
        const struct cable_end *last = g->n_spot ? &g->spot[g->n_spot - 1] : NULL;
        if (!last || last->rack != p->end.rack || last->unit != p->end.unit)
            g->spot[g->n_spot++] = (struct cable_end){p->end.rack, p->end.unit, (double)NAN};
        p->spot = g->n_spot - 1;
    }
}

/* ---- one rail -------------------------------------------------------------------- */

enum { CELLS_MOST = 4000000 }; /* pairs of rack and switch that are compared */

struct rail {
    int *which; /* [n_switch] of the fabric's */
    struct cable_flow f;
};

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* ---- all rails --------------------------------------------------------------------- */

static int links_on(const struct server *v, int rail, int rails)
{
    return v->links / rails + (rail < v->links % rails);
}

static void keep_bundle(struct finding *g, const struct piece *from, int to, int links)
{
    struct fabric_use *out = g->out;
    out->sw[to].links += links;
    out->bundle[out->n_bundle++] =
        (struct fabric_bundle){from->server, from->k, to, links,
                               cable_length_m(g->s, g->f, &from->end, &g->switches.item[to].end)};
}

/* What the rail's links come to, server by server and switch by switch. */
static void keep_bundles(struct finding *g, struct rail *r, int rail)
{
    for (int i = 0; i < g->servers.n; i++) {
        const struct piece *p = &g->servers.item[i];
        int left = links_on(site_server(g->s, p->server), rail, g->out->rails);
        for (int w = 0; w < r->f.n_switch && left; w++) {
            int *flow = &r->f.flow[p->spot * r->f.n_switch + w], take = least(left, *flow);
            if (!take) continue;
            *flow -= take;
            left -= take;
            keep_bundle(g, p, r->which[w], take);
        }
        g->out->unconnected += left;
    }
}

/* One switch after the other is filled, in the order of both. */
static void fill_in_order(struct finding *g, struct rail *r, int rail)
{
    int w = 0;
    for (int i = 0; i < g->servers.n; i++) {
        const struct piece *p = &g->servers.item[i];
        int left = links_on(site_server(g->s, p->server), rail, g->out->rails);
        while (left && w < r->f.n_switch) {
            int take = least(left, r->f.free[w]);
            if (take) keep_bundle(g, p, r->which[w], take);
            left -= take;
            r->f.free[w] -= take;
            if (!r->f.free[w]) w++;
        }
        g->out->unconnected += left;
    }
}

/* Lengths between the racks' middles decide. */
static bool assign_by_length(struct finding *g, struct rail *r, int rail)
{
    size_t cells = (size_t)r->f.n_spot * (size_t)r->f.n_switch;
    double *length_m = ARENA_ARRAY(g->a, double, cells + 1);
    r->f.flow = ARENA_ARRAY(g->a, int, cells + 1);
    for (int i = 0, j = 0; i < r->f.n_spot; i++)
        for (int w = 0; w < r->f.n_switch; w++, j++) {
            const struct cable_end *to = &g->switches.item[r->which[w]].end;
            double m = cable_length_m(g->s, g->f, &g->spot[i], to);
            length_m[j] = isnan(m) ? HUGE_VAL : m;
        }
    r->f.length_m = length_m;
    bool is_proved = cable_flow_assign(&r->f, g->a);
    keep_bundles(g, r, rail);
    return is_proved;
}

static void keep_worst(struct fabric_use *out, int rail, int links, int ports)
{
    bool is_worse = out->worst_rail < 0 ||
                    (double)links * out->worst_ports > (double)out->worst_links * ports ||
                    (!ports && links && out->worst_ports);
    if (!is_worse) return;
    out->worst_rail = rail;
    out->worst_links = links;
    out->worst_ports = ports;
}

static void assign_rail(struct finding *g, int rail)
{
    struct fabric_use *out = g->out;
    struct rail r = {.f.n_spot = g->n_spot};
    r.which = ARENA_ARRAY(g->a, int, (size_t)out->n_switch + 1);
    r.f.free = ARENA_ARRAY(g->a, int, (size_t)out->n_switch + 1);
    r.f.want = ARENA_ARRAY(g->a, int, (size_t)g->n_spot + 1);
    for (int w = rail; w < out->n_switch; w += out->rails) {
        r.f.free[r.f.n_switch] = g->f->ports;
        r.which[r.f.n_switch++] = w;
        out->sw[w].rail = rail;
    }
    int links = 0;
    for (int i = 0; i < g->servers.n; i++) {
        int own = links_on(site_server(g->s, g->servers.item[i].server), rail, out->rails);
        r.f.want[g->servers.item[i].spot] += own;
        links += own;
    }
    if ((double)r.f.n_spot * r.f.n_switch > CELLS_MOST) {
        fill_in_order(g, &r, rail);
        out->is_proved = false;
    } else if (!assign_by_length(g, &r, rail)) {
        out->is_proved = false;
    }
    keep_worst(out, rail, links, r.f.n_switch * g->f->ports);
    out->links += links;
    out->needed += (links + g->f->ports - 1) / g->f->ports;
}

static void measure(struct finding *g)
{
    struct fabric_use *out = g->out;
    int longest = -1;
    for (int i = 0; i < out->n_bundle; i++) {
        const struct fabric_bundle *b = &out->bundle[i];
        if (isnan(b->length_m)) {
            out->unknown += b->links;
            continue;
        }
        if (b->length_m <= g->f->copper_m)
            out->copper += b->links;
        else
            out->optical += b->links;
        out->total_m += b->links * b->length_m;
        if (longest < 0 || b->length_m > out->bundle[longest].length_m) longest = i;
    }
    if (longest < 0) return;
    const struct fabric_bundle *b = &out->bundle[longest];
    out->longest_m = b->length_m;
    out->longest_from = place_server_name(g->s, b->server, b->k, g->a);
    out->longest_to = place_server_name(g->s, out->sw[b->to].server, out->sw[b->to].k, g->a);
}

static int rails_of(const struct finding *g)
{
    int most = 1;
    if (g->f->wiring != WIRING_RAILS) return 1;
    if (g->f->rails > 0) return g->f->rails;
    for (int i = 0; i < g->servers.n; i++) {
        int links = site_server(g->s, g->servers.item[i].server)->links;
        if (links > most) most = links;
    }
    return most;
}

static void find_one(struct finding *g)
{
    struct fabric_use *out = g->out;
    find_pieces(g);
    find_spots(g);
    out->servers = g->servers.n;
    out->n_switch = g->switches.n;
    out->rails = rails_of(g);
    out->worst_rail = -1;
    out->is_proved = true;
    out->longest_m = (double)NAN;
    out->sw = ARENA_ARRAY(g->a, struct fabric_switch, (size_t)out->n_switch + 1);
    for (int w = 0; w < out->n_switch; w++)
        out->sw[w] =
            (struct fabric_switch){g->switches.item[w].server, g->switches.item[w].k, 0, 0};
    /* a server's links of one rail end at one switch more than full ones, at most at all */
    size_t links = 0;
    for (int i = 0; i < g->servers.n; i++)
        links += (size_t)site_server(g->s, g->servers.item[i].server)->links;
    out->bundle = ARENA_ARRAY(g->a, struct fabric_bundle, links + 1);
    for (int rail = 0; rail < out->rails; rail++) assign_rail(g, rail);
    measure(g);
}

const struct fabric_view *fabric_find(const struct site *s, const struct rack_plan *racks,
                                      struct arena *a)
{
    struct fabric_view *out = ARENA_ARRAY(a, struct fabric_view, 1);
    out->n = s->of[KIND_FABRIC].n;
    out->item = ARENA_ARRAY(a, struct fabric_use, (size_t)out->n + 1);
    for (int i = 0; i < out->n; i++) {
        out->item[i] =
            (struct fabric_use){.fabric = i, .name = site_part_name(s, KIND_FABRIC, i, a)};
        struct finding g = {
            .s = s, .racks = racks, .f = site_fabric(s, i), .out = &out->item[i], .a = a};
        find_one(&g);
    }
    return out;
}
