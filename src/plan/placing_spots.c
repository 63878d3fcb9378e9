#include "plan/placing_spots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plan/floor_load.h"

static const double unit_m = 0.04445; /* IEC 60297 */

static double known(double x)
{
    return isnan(x) ? 0 : x;
}

struct placing_spots spots_fixed(const struct site *s, struct arena *a)
{
    int n = s->of[KIND_SERVER].n;
    struct placing_spots x = {ARENA_ARRAY(a, struct spot_list, (size_t)n + 1)};
    for (int v = 0; v < n; v++) {
        const struct server *of = site_server(s, v);
        size_t most = (size_t)of->part.count + 1;
        x.of[v].spot = ARENA_ARRAY(a, struct spot, most);
        x.of[v].n = of->spots.n;
        if (of->spots.n)
            memcpy(x.of[v].spot, of->spots.spot, (size_t)of->spots.n * sizeof *x.of[v].spot);
    }
    return x;
}

/* ---- order in a run ----------------------------------------------------------------- */

enum { FROM_BELOW, FROM_ABOVE, FREE };

struct piece {
    int type, count, turn;
    double key;
    bool is_odd; /* of half a unit: last, so that the others keep whole ones */
};

static struct piece piece_of(const struct pack_case *c, int type, int count)
{
    const struct server *v = site_server(c->site, c->server[type]);
    double density = known(v->weight_kg) / fmax(v->height_u, 0.5);
    struct piece x = {type, count, FREE, -density, (int)lround(2 * v->height_u) % 2 != 0};
    if (!isnan(v->u_max)) {
        x.turn = FROM_BELOW;
        x.key = v->u_max - density * 1e-6;
    } else if (!isnan(v->u_min)) {
        x.turn = FROM_ABOVE;
        x.key = -v->u_min + density * 1e-6;
    }
    return x;
}

static int by_turn(const void *x, const void *y)
{
    const struct piece *a = x, *b = y;
    if (a->turn != b->turn) return a->turn - b->turn;
    if (a->is_odd != b->is_odd) return a->is_odd - b->is_odd;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return a->type - b->type;
}

/* ---- units ---------------------------------------------------------------------------- */

struct placing {
    const struct pack_case *c;
    struct placing_spots out;
    struct rack_use use; /* of the rack at hand */
};

static bool is_free(const struct rack_use *u, int from, int n)
{
    for (int i = 0; i < n; i++)
        if (u->half[from + i]) return false;
    return true;
}

/* Lowest or highest free half unit of the run from which n are free; -1: none. */
static int find_half(const struct placing *g, const struct server *v, const struct pack_bin *bin,
                     bool is_above)
{
    int n = (int)ceil(2 * v->height_u - 1e-9), from = bin->from, to = bin->from + bin->halves;
    if (!isnan(v->u_min)) from = (int)fmax(from, ceil(2 * (v->u_min - 1) - 1e-9));
    if (!isnan(v->u_max)) to = (int)fmin(to, floor(2 * v->u_max + 1e-9));
    for (int i = from; i + n <= to; i++) {
        int at = is_above ? from + to - n - i : i;
        if ((at % 2 == 0 || n % 2) && is_free(&g->use, at, n)) return at;
    }
    return -1;
}

/* False: no place hangs together. */
static bool place_one(struct placing *g, int type, int b, bool is_above)
{
    const struct pack_bin *bin = &g->c->bin[b];
    int server = g->c->server[type];
    const struct server *v = site_server(g->c->site, server);
    int at = v->height_u > 0 ? find_half(g, v, bin, is_above) : 0;
    if (at < 0) return false;
    double u = 1 + at / 2.0;
    place_put(&g->use, v, v->height_u > 0 ? u : (double)NAN);
    struct spot_list *list = &g->out.of[server];
    list->spot[list->n++] = (struct spot){bin->rack, bin->unit, u};
    return true;
}

static double place_run(struct placing *g, const int *count, int b, struct piece *piece)
{
    const struct pack *p = &g->c->pack;
    double missing_u = 0;
    int n = 0;
    for (int t = 0; t < p->n_type; t++)
        if (count[t * p->n_bin + b]) piece[n++] = piece_of(g->c, t, count[t * p->n_bin + b]);
    qsort(piece, (size_t)n, sizeof *piece, by_turn);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < piece[i].count; k++)
            if (!place_one(g, piece[i].type, b, piece[i].turn == FROM_ABOVE))
                missing_u += site_server(g->c->site, g->c->server[piece[i].type])->height_u;
    return missing_u;
}

/* Units to give up so that the heaviest stay low enough: what is over, at least one.  A rack
   that is too high by itself may only get lower. */
static double too_high_u(const struct rack *r, const struct rack_use *fixed,
                         const struct rack_use *u)
{
    double limit_m = fmax(r->centre_m, fixed->kg + r->own_kg > 0 ? floor_centre_m(r, fixed) : 0);
    double over_m = floor_centre_m(r, u) - limit_m;
    if (isnan(r->centre_m) || u->servers == fixed->servers || !(over_m > 1e-9)) return 0;
    return fmax(1, floor(over_m / unit_m));
}

/* ---- order of the single ones ----------------------------------------------------------- */

static int by_place(const void *x, const void *y)
{
    const struct spot *a = x, *b = y;
    if (a->rack != b->rack) return a->rack - b->rack;
    if (a->u != b->u) return a->u < b->u ? -1 : 1;
    return a->unit - b->unit;
}

struct placing_spots spots_place(const struct pack_case *c, const int *count, double *missing_u,
                                 struct arena *a)
{
    const struct pack *p = &c->pack;
    struct placing g = {.c = c, .out = spots_fixed(c->site, a)};
    struct piece *piece = ARENA_ARRAY(a, struct piece, (size_t)p->n_type + 1);
    for (int b = 0, to; b < p->n_bin; b = to) {
        int rack = c->bin[b].rack, unit = c->bin[b].unit, at = c->ways->first[rack] + unit;
        g.use = c->fixed->use[rack][unit];
        missing_u[at] = 0;
        for (to = b; to < p->n_bin && c->bin[to].rack == rack && c->bin[to].unit == unit; to++)
            missing_u[at] += place_run(&g, count, to, piece);
        missing_u[at] += too_high_u(site_rack(c->site, rack), &c->fixed->use[rack][unit], &g.use);
    }
    for (int t = 0; t < p->n_type; t++) {
        const struct server *v = site_server(c->site, c->server[t]);
        struct spot_list *list = &g.out.of[c->server[t]];
        qsort(list->spot + v->spots.n, (size_t)(list->n - v->spots.n), sizeof *list->spot,
              by_place);
    }
    return g.out;
}

/* ---- as they first fit ------------------------------------------------------------------ */

/* The first bin of each rack; those of one follow one another. */
static int *find_first_bins(const struct pack_case *c, struct arena *a)
{
    int *first = ARENA_ARRAY(a, int, (size_t)c->ways->first[c->site->of[KIND_RACK].n] + 1);
    for (int b = c->pack.n_bin - 1; b >= 0; b--)
        first[c->ways->first[c->bin[b].rack] + c->bin[b].unit] = b;
    return first;
}

/* Half a unit that no run has, beside another half: any bin of its rack that takes it. */
static int bin_of(const struct pack_case *c, const int *first, int type, const struct placed *x)
{
    int any = -1;
    for (int b = first[c->ways->first[x->rack] + x->rack_unit]; b < c->pack.n_bin; b++) {
        const struct pack_bin *bin = &c->bin[b];
        if (bin->rack != x->rack || bin->unit != x->rack_unit) break;
        if (c->pack.n[type * c->pack.n_bin + b] < 0) continue;
        int half = isnan(x->u) ? bin->from : (int)lround(2 * (x->u - 1));
        if (half >= bin->from && half < bin->from + bin->halves) return b;
        if (any < 0) any = b;
    }
    return any;
}

static int type_of(const struct pack_case *c, int server)
{
    for (int t = 0; t < c->pack.n_type; t++)
        if (c->server[t] == server) return t;
    return -1;
}

/* False: one stands where the packing has no bin, or is no piece of it. */
static bool take_first_fit(const struct pack_case *c, const struct placement *from,
                           struct placing_spots *out, int *count, struct arena *a)
{
    const int *first = find_first_bins(c, a);
    for (int i = 0; i < from->n; i++) {
        const struct placed *x = &from->item[i];
        if (x->is_fixed || x->rack < 0) continue;
        double height_u = site_server(c->site, x->server)->height_u;
        struct spot_list *list = &out->of[x->server];
        int type = type_of(c, x->server);
        for (int k = 0; k < x->count; k++) {
            struct placed one = *x;
            one.u += k * height_u;
            int bin = type < 0 ? -1 : bin_of(c, first, type, &one);
            if (bin < 0) return false;
            count[type * c->pack.n_bin + bin]++;
            list->spot[list->n++] = (struct spot){x->rack, x->rack_unit, isnan(one.u) ? 1 : one.u};
        }
    }
    return true;
}

/* Units were asked for already. */
static bool is_of_rack(enum pack_kind kind)
{
    return kind > PACK_UNITS_HIGH && kind < PACK_ELEMENT;
}

bool spots_first_fit(const struct pack_case *c, struct placing_spots *out, int *count,
                     struct arena *a)
{
    const struct rack_plan plan = place_servers(c->site, a);
    struct pack own = c->pack;
    *out = spots_fixed(c->site, a);
    if (!take_first_fit(c, &plan.placement, out, count, a)) return false;
    own.left = ARENA_ARRAY(a, double, (size_t)own.n_resource + 1);
    for (int r = 0; r < own.n_resource; r++)
        own.left[r] = is_of_rack(c->resource[r].kind) ? c->pack.left[r] : HUGE_VAL;
    for (int r = 0; r < c->site->of[KIND_RACK].n; r++)
        for (int unit = 0; unit < site_rack(c->site, r)->part.count; unit++)
            if (too_high_u(site_rack(c->site, r), &c->fixed->use[r][unit], &plan.use[r][unit]) > 0)
                return false;
    return pack_holds(&own, count);
}

struct site *spots_site(const struct site *s, const struct placing_spots *x, struct arena *a)
{
    size_t n = (size_t)s->of[KIND_SERVER].n;
    struct site *out = ARENA_ARRAY(a, struct site, 1);
    struct server *v = ARENA_ARRAY(a, struct server, n + 1);
    *out = *s;
    if (n) memcpy(v, s->of[KIND_SERVER].item, n * sizeof *v);
    for (size_t i = 0; i < n; i++) {
        if (!v[i].rack.n) continue;
        v[i].spots = x->of[i];
        v[i].part.count = x->of[i].n;
        if (v[i].names.n > v[i].part.count) v[i].names.n = v[i].part.count;
    }
    out->of[KIND_SERVER].item = v;
    return out;
}
